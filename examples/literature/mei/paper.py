"""Policy gradients."""

from verify.vocabulary import Paper

PAPER = Paper(
    key="MEI",
    title="On the global convergence rates of softmax policy gradient methods",
    authors="J. Mei, C. Xiao, C. Szepesvari and D. Schuurmans",
    year=2020,
    reference="arXiv:2005.06392; from memory, numbers not checked",
)
