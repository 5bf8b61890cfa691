"""Tokens on the sphere."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="MPT",
    title="A mathematical perspective on transformers",
    authors="B. Geshkovski, C. Letrouit, Y. Polyanskiy and P. Rigollet",
    year=2023,
    version="arXiv",
    reference="arXiv:2312.10794v4; from memory, numbers not checked",
)
