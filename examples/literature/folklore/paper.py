"""Sentences that are said and written in many places."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="FOLK",
    title="Folklore of attention",
    authors="said in many places",
    year=2020,
    reference="no single source; in our words",
)
