"""Consensus."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="OSM",
    title="Consensus problems in networks of agents with switching topology and time-delays",
    authors="R. Olfati-Saber and R. M. Murray",
    year=2004,
    version="",
    reference="IEEE Transactions on Automatic Control 49(9); from memory, numbers not checked",
)
