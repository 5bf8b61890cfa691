"""Softmax as the distribution of Gibbs."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="JAY",
    title="Information theory and statistical mechanics",
    authors="E. T. Jaynes",
    year=1957,
    version="",
    reference="Physical Review 106(4); from memory, numbers not checked",
)
