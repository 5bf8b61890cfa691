"""Smoothness of attention."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="CAP",
    title="How smooth is attention?",
    authors="V. Castin, P. Ablin and G. Peyré",
    year=2023,
    version="arXiv",
    reference="arXiv:2312.14820; from memory, numbers not checked",
)
