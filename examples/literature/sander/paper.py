"""Doubly stochastic attention."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="SAN",
    title="Sinkformers: transformers with doubly stochastic attention",
    authors="M. E. Sander, P. Ablin, M. Blondel and G. Peyré",
    year=2021,
    version="arXiv",
    reference="arXiv:2110.11773; from memory, numbers not checked",
)
