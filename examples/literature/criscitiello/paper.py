"""Interactions on circles and spheres."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="CRB",
    title="Synchronization on circles and spheres with nonlinear interactions",
    authors="C. Criscitiello, Q. Rebjock, A. D. McRae and N. Boumal",
    year=2024,
    version="arXiv",
    reference="arXiv:2405.18273; from memory, numbers not checked",
)
