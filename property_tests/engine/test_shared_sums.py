"""Sums that several formulas of a law share are found once, and anew where values changed."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from verify.language.expressions import as_scalar
from verify.language.symbols import Family1
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.vocabulary import Scalar, tokens, total


@given(st.recursive(st.integers(0, 5), lambda part: st.tuples(st.integers(0, 3), part, part)))
def test_a_formula_has_its_value_where_an_instance_keeps_sums(shape):
    u = Family1("u", Scalar, ("tokens",))
    i = tokens.any("i")

    def made(part, known):
        if isinstance(part, int):
            return as_scalar(part) if part < 2 else u[known[-1 - part % len(known)]]
        word, first, second = part
        if word == 0:
            return made(first, known) + made(second, known)
        if word == 1:
            return made(first, known) * made(second, known)
        over = tokens if word == 2 else tokens.up_to(known[-1])
        return total(made(first, [*known, j]) - made(second, [*known, j]) for j in over)

    formula = made(shape, [i])
    here = Instance(3, 1).replaced({u: [Fraction(x) for x in (2, -3, 5)]})
    for place in range(3):
        plainly = value(formula, here, {i: place})
        assert value(formula, here.keeping_sums(), {i: place}) == plainly
