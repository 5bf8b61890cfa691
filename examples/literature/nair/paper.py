"""The Lipschitz constant of softmax."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="NAI",
    title="Softmax is 1/2-Lipschitz: a tight bound across all lp norms",
    authors="P. Nair",
    year=2025,
    version="arXiv",
    reference="arXiv:2510.23012v1; compared with the abstract",
)
