"""Normalisation by the root mean square."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="RMS",
    title="Root mean square layer normalization",
    authors="B. Zhang and R. Sennrich",
    year=2019,
    version="arXiv",
    reference="arXiv:1910.07467; from memory, numbers not checked",
)
