"""Agents on a sphere that move towards each other."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "MTG-1", PAPER.label("the disagreement function"), title="The disagreement falls by the squared speeds", position=(1,),
    argued=False,
    printed=r"Along $x_i' = P_i \sum_j w_{ij} x_j$ with symmetric weights the disagreement $\frac12 \sum_{i,j} w_{ij} \|x_i - x_j\|^2$ "
    "never grows: the flow is its gradient descent.", relation="the same")
def disagreement(given: Given) -> Proof:
    x, V = given(unit_tokens("x")), given(nonnegative_weights("V"))
    w = symmetric_part("w", V)

    def pull(i: Index) -> Vector:
        return tangent(total(w[i, j] * x[j] for j in tokens), x[i])

    flow = motion({x: pull})
    value = total(total(w[i, j] * ((x[i] - x[j]) @ (x[i] - x[j])) for j in tokens) for i in tokens) / 2
    speeds = total(pull(i) @ pull(i) for i in tokens)
    yield claim("The disagreement falls by twice the squared speeds.", "rate", "falls")
    yield "The disagreement changes by", Identity(rate(value, flow), -2 * speeds, name="rate") \
        .but_not("half of it", right=-speeds)
    yield "which is never positive.", Inequality(-2 * speeds <= 0, name="falls").but_not("never negative", claim=speeds <= 0)
