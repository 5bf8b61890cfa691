"""Sums that several formulas of a law share are found once, and anew where values changed."""

from __future__ import annotations

from fractions import Fraction

from verify.language.substituting import substituted
from verify.language.symbols import Family1
from verify.numerics.evaluate import tabulated, value
from verify.numerics.exact import Instance
from verify.vocabulary import Scalar, tokens, total


def test_a_shared_sum_has_the_value_that_it_has_alone_and_changes_with_the_values():
    u = Family1("u", Scalar, ("tokens",))
    whole = total(u[j] for j in tokens)
    share = lambda i: u[i] / whole  # noqa: E731
    for numbers in ([1, 2, 3], [5, 1, 4]):
        here = Instance(3, 1).replaced({u: [Fraction(x) for x in numbers]})
        alone = [value(share(i), here) for i in (1, 2, 3)]
        assert tabulated(share, 1, here) == alone == [Fraction(x, sum(numbers)) for x in numbers]


def test_what_occurs_twice_in_a_formula_still_does_once_things_are_exchanged():
    u, w = (Family1(name, Scalar, ("tokens",)) for name in "uw")
    part = total(u[j] for j in tokens)
    made: Scalar = substituted(part * part, {u: w})
    assert made.args[0] is made.args[1]
    assert made.args[0].args[0].args[0] is w
