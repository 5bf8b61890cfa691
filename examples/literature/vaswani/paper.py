"""A paper of attention: its encodings of positions."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="VAS",
    title="Attention is all you need",
    authors="A. Vaswani, N. Shazeer, N. Parmar, J. Uszkoreit, L. Jones, A. N. Gomez, L. Kaiser and I. Polosukhin",
    year=2017,
    reference="arXiv:1706.03762; from memory, numbers not checked",
)
