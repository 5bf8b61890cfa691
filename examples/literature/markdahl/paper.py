"""Consensus on spheres."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="MTG",
    title="Almost global consensus on the n-sphere",
    authors="J. Markdahl, J. Thunberg and J. Gonçalves",
    year=2018,
    version="",
    reference="IEEE Transactions on Automatic Control 63(6); from memory, numbers not checked",
)
