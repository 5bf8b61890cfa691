"""Epidemics in a population of several groups."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="LY",
    title="A deterministic model for gonorrhea in a nonhomogeneous population",
    authors="A. Lajmanovich and J. A. Yorke",
    year=1976,
    version="",
    reference="Mathematical Biosciences 28; from memory, numbers not checked",
)
