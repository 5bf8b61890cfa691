"""The softmax function as a monotone gradient."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="GP",
    title="On the properties of the softmax function with application in game theory and reinforcement learning",
    authors="B. Gao and L. Pavel",
    year=2017,
    version="arXiv",
    reference="arXiv:1704.00805; compared with the abstract; from memory, numbers not checked",
)
