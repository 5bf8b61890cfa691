"""A linear neuron."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="OJA",
    title="A simplified neuron model as a principal component analyzer",
    authors="E. Oja",
    year=1982,
    reference="J. Math. Biol. 15; from memory, numbers not checked",
)
