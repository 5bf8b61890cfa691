"""Attention by products has no Lipschitz constant."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "KIM-1", PAPER.label("Theorem 3.1"), title="Attention by products is not Lipschitz", position=(1,), argued=False,
    printed="Self-attention with products as scores is not Lipschitz, in any p-norm.", relation="weaker",
    differs="The claim is about three tokens on a line, at which the derivative exceeds every number; there all norms of a "
    "derivative are alike.")
def not_lipschitz(given: Given) -> Proof:
    a, s, L = given(any_scalar("a")), given(any_scalar("s")), given(positive_scalar("L"))
    weights = exp(a * a) + exp(a * s) + exp(-a * s)
    out = (a * exp(a * a) + s * exp(a * s) - s * exp(-a * s)) / weights
    slope = at(rate(out, motion({a: 1})), {a: 0})
    yield claim("Of the tokens 0, s and -s the first has a derivative that exceeds every number L, for s = 2 L.",
                "derivative", "exceeds")
    yield "Where the first of three tokens a, s and -s is 0, the derivative of what it becomes is", \
        Identity(slope, (1 + 2 * s**2) / 3, name="derivative").but_not("one third", right=Fraction(1, 3))
    yield "For s = 2 L that exceeds L.", \
        Inequality((1 + 2 * (2 * L) ** 2) / 3 > L, name="exceeds",
                   because=8 * (L - Fraction(3, 16)) ** 2 / 3 + Fraction(23, 96)) \
        .but_not("9 L", claim=(1 + 2 * (2 * L) ** 2) / 3 > 9 * L)
