"""Tokens in space, rescaled."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="GL",
    title="The emergence of clusters in self-attention dynamics",
    authors="B. Geshkovski, C. Letrouit, Y. Polyanskiy and P. Rigollet",
    year=2023,
    version="arXiv",
    reference="arXiv:2305.05465; compared with the abstract; from memory, numbers not checked",
)
