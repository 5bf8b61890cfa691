"""Multiplicative weights."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="HED",
    title="A decision-theoretic generalization of on-line learning and an application to boosting",
    authors="Y. Freund and R. E. Schapire",
    year=1997,
    reference="J. Comput. System Sci. 55; from memory, numbers not checked",
)
