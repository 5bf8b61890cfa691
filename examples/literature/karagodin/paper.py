"""Causal attention."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="KAR",
    title="Clustering in causal attention masking",
    authors="N. Karagodin, Y. Polyanskiy and P. Rigollet",
    year=2024,
    version="arXiv",
    reference="arXiv:2411.04990; compared with the abstract; from memory, numbers not checked",
)
