"""The Lipschitz constant of attention."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="KIM",
    title="The Lipschitz constant of self-attention",
    authors="H. Kim, G. Papamakarios and A. Mnih",
    year=2020,
    version="arXiv",
    reference="arXiv:2006.04710; from memory, numbers not checked",
)
