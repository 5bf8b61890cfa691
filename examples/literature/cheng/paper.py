"""The mean shift."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="CHG",
    title="Mean shift, mode seeking, and clustering",
    authors="Y. Cheng",
    year=1995,
    reference="IEEE Trans. Pattern Anal. Mach. Intell. 17; from memory, numbers not checked",
)
