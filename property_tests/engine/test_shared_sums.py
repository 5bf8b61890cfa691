"""Sums that several formulas of a law share are found once, and anew where values changed."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from verify.language.expressions import as_scalar
from verify.language.sharing import shared
from verify.language.substituting import substituted
from verify.language.symbols import Family1
from verify.language.walk import nodes
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


def _distinct(formula):
    """Return how many nodes a formula has, one that occurs in several places counted once."""
    return len({id(node) for node in nodes(formula)})


def test_sums_that_differ_in_the_names_of_bound_indices_are_one():
    u = Family1("u", Scalar, ("tokens",))
    row = lambda k: total(u[j] * k for j in tokens)  # noqa: E731
    twice = shared(total(row(u[i]) for i in tokens) * total(row(u[k]) for k in tokens))
    assert twice.args[0] is twice.args[1]
    assert shared(row(2) + row(3)).args[0] is not shared(row(2) + row(3)).args[1]


def test_a_sum_over_some_tokens_is_not_one_over_all_and_one_that_is_nested_keeps_its_index():
    u = Family1("u", Scalar, ("tokens",))
    i = tokens.any("i")
    before, every = total(u[j] for j in tokens.before(i)), total(u[j] for j in tokens)
    both = shared(before * every)
    assert both.args[0] is not both.args[1]
    nested = total(u[j] * total(u[j] * u[k] * total(u[m] for m in tokens.but(k)) for k in tokens)
                   for j in tokens)  # fmt: skip
    formula = nested + before * every * nested
    here = Instance(3, 1).replaced({u: [Fraction(x) for x in (2, 3, 5)]})
    at = {i: 2}
    one = shared(formula)
    assert value(one, here, at) == value(formula, here, at) == value(one, here.keeping_sums(), at)
    assert value(formula, here.keeping_sums(), at) == value(formula, here, at)
    assert _distinct(one) < _distinct(formula)


@given(st.recursive(st.integers(0, 5), lambda part: st.tuples(st.integers(0, 3), part, part)))
def test_a_formula_has_its_value_whatever_parts_of_it_are_made_one(shape):
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
        assert value(shared(formula), here, {i: place}) == plainly
