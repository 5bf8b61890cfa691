"""Consensus with friends and foes."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="ALT",
    title="Consensus problems on networks with antagonistic interactions",
    authors="C. Altafini",
    year=2013,
    version="",
    reference="IEEE Transactions on Automatic Control 58(4); from memory, numbers not checked",
)
