"""The equiangular model and mean shift."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="RIG",
    title="The mean-field dynamics of transformers",
    authors="P. Rigollet",
    year=2025,
    version="arXiv",
    reference="arXiv:2512.01868v1; from memory, numbers not checked",
)
