"""The equiangular model of attention: all tokens have the same correlation."""

from verify.vocabulary import *

PAPER = Paper(key="MF", title="The mean-field dynamics of transformers", authors="Rigollet",
              year=2025, reference="Sections 6.1 and 6.2, in our words; not compared with a copy")


def common_speed(beta: Scalar, rho: Scalar) -> Scalar:
    """Return the speed of the correlation of unit tokens under softmax attention with value I."""
    n = tokens.count
    weight = exp(beta) + (n - 1) * exp(beta * rho)
    return 2 * exp(beta * rho) * (1 - rho) * ((n - 1) * rho + 1) / weight
