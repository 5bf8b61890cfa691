"""Signals and gradients in transformers."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="NOC",
    title="Signal propagation in transformers: theoretical perspectives and the role of rank collapse",
    authors="L. Noci and others",
    year=2022,
    version="arXiv",
    reference="arXiv:2206.03126; from memory, numbers not checked",
)
