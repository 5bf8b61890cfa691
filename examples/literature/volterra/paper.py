"""Predator and prey."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="VOL",
    title="Fluctuations in the abundance of a species considered mathematically",
    authors="V. Volterra",
    year=1926,
    version="",
    reference="Nature 118; from memory, numbers not checked",
)
