"""Rotary positions."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="ROPE",
    title="RoFormer: enhanced transformer with rotary position embedding",
    authors="J. Su and others",
    year=2021,
    version="arXiv",
    reference="arXiv:2104.09864; from memory, numbers not checked",
)
