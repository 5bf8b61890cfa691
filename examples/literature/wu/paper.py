"""Attention masks and LayerNorm."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="WU",
    title="On the role of attention masks and LayerNorm in transformers",
    authors="X. Wu, A. Ajorlou, Y. Wang, S. Jegelka and A. Jadbabaie",
    year=2024,
    version="arXiv",
    reference="arXiv:2405.18781; from memory, numbers not checked",
)
