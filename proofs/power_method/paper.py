"""Paper B: self-attention in discrete time."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="B",
    title="Analogies between Transformer Layers and Power Method",
    authors="the authors of arXiv:2605.25619",
    year=2026,
    reference="arXiv:2605.25619",
    sections=(
        "Layers as a power method",
        "Alignment: three cases, layer-varying weights, steering",
        "Experiments",
        "Supplement: formulations, equilibria and their spectra",
    ),
)
