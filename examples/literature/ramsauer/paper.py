"""Attention as an update of a Hopfield network."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="HOP",
    title="Hopfield networks is all you need",
    authors="H. Ramsauer and others",
    year=2020,
    version="arXiv",
    reference="arXiv:2008.02217; from memory, numbers not checked",
)
