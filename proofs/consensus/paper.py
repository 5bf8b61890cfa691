"""Paper A: self-attention in continuous time."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="A",
    title="The asymptotic behavior of attention in transformers",
    authors="Á. Rodríguez Abella, J. P. Silvestre and P. Tabuada",
    year=2024,
    version="arXiv",
    reference="arXiv:2412.02682v2; ICML 2025 version: Consensus is all you get",
    sections=(
        "Introduction",
        "The model, in discrete and in continuous time",
        "Attention as a gradient flow",
        "Full attention with the identity as value matrix",
        "Causal attention",
        "Experiments",
    ),
)
