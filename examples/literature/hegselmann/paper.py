"""Bounded confidence."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="HK",
    title="Opinion dynamics and bounded confidence",
    authors="R. Hegselmann and U. Krause",
    year=2002,
    version="",
    reference="Journal of Artificial Societies and Social Simulation 5(3); from memory, numbers not checked",
)
