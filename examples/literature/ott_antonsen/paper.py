"""Oscillators with Lorentzian frequencies: one equation for the order parameter."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="OA",
    title="Low dimensional behavior of large systems of globally coupled oscillators",
    authors="E. Ott and T. M. Antonsen",
    year=2008,
    reference="Chaos 18, 037113; from memory, numbers not checked",
)
