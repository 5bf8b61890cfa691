"""Rank collapse."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="DCL",
    title="Attention is not all you need: pure attention loses rank doubly exponentially with depth",
    authors="Y. Dong, J.-B. Cordonnier and A. Loukas",
    year=2021,
    version="arXiv",
    reference="arXiv:2103.03404; compared with the abstract; from memory, numbers not checked",
)
