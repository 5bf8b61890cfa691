"""Linear attention."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="KAT",
    title="Transformers are RNNs: fast autoregressive transformers with linear attention",
    authors="A. Katharopoulos, A. Vyas, N. Pappas and F. Fleuret",
    year=2020,
    reference="arXiv:2006.16236; from memory, numbers not checked",
)
