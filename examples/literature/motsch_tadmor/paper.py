"""Agents with normalised influence."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="MT",
    title="Heterophilious dynamics enhances consensus",
    authors="S. Motsch and E. Tadmor",
    year=2014,
    version="arXiv",
    reference="arXiv:1301.4123, SIAM Review 56(4); from memory, numbers not checked",
)
