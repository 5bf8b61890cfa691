"""The replicator equation."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="REP",
    title="Evolutionary game dynamics",
    authors="J. Hofbauer and K. Sigmund",
    year=2003,
    version="",
    reference="Bulletin of the American Mathematical Society 40(4); from memory, numbers not checked",
)
