"""Averages of tokens and their variance."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER

Family = Callable[[Index], Vector]


def spread(y: Family) -> Scalar:
    """Return the squared distances of all tokens to their mean."""
    mean = total(y(k) for k in tokens) / tokens.count
    return total((y(i) - mean) @ (y(i) - mean) for i in tokens)


@statement(
    "FOLK-1", PAPER.label("averages"), title="Averaging never raises the variance", position=(1,), argued=False,
    repaired_by=("SAN-1", "MT-1"), relation="refuted",
    printed="A layer of attention averages tokens, so it never raises their variance.")
def averaging(given: Given) -> Proof:
    x, A = given(any_vectors("x")), given(row_stochastic("A"))

    def after(i: Index) -> Vector:
        return total(A[i, k] * x[k] for k in tokens)

    printed = Printed(spread(after) <= spread(lambda i: x[i]), name="never")
    yield claim("Averaging with row-stochastic weights never increases the spread about the mean.", "never")
    yield "Averaging with row-stochastic weights never increases the spread about the mean:", printed
    most, rest = Fraction(98, 100), Fraction(1, 100)
    yield "it does where two of three tokens attend to tokens at the two ends.", Witness(
        printed, {x: [[0], [Fraction(1, 2)], [1]], A: [[most, rest, rest], [most, rest, rest], [rest, rest, most]]},
        name="three tokens")
