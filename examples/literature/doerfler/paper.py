"""Coupled oscillators."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="DB",
    title="Synchronization in complex networks of phase oscillators: a survey",
    authors="F. Dörfler and F. Bullo",
    year=2014,
    version="",
    reference="Automatica 50(6); from memory, numbers not checked",
)
