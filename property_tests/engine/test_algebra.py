"""The dimension-free algebra against its own meaning: random formulas, evaluated by brute force.

A formula is drawn as a recipe (nested sums of products of Gram, weight, operator, delta, mask and
exponential factors), built as an author would write it, read into its normal form, and written out
in coordinates; the same formula is evaluated node by node at exact instances. A rearranged recipe
must have the same normal form, and what counts as zero must be zero.
"""

import pytest
import sympy as sp
from exact_strategies import rationals
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.algebra_recipes import *
from verify.algebra.deciding import is_zero
from verify.algebra.realise import FixedSizes, Realiser
from verify.methods.sampling import entries
from verify.numerics.evaluate import value
from verify.numerics.holding import assignments, growing_instances
from verify.numerics.strategies import instances
from verify.vocabulary import *


@given(terms(LOOSE | QUOTIENTS | EXPONENTIALS, depth=1), instances(FREE, sizes=SMALL))
def test_a_normal_form_has_the_value_of_the_formula(recipe, instance):
    formula = built(recipe, LOOSE | QUOTIENTS | EXPONENTIALS)
    assert agrees_everywhere(formula, reader_of(FREE).scalar(formula), instance)


@FEWER
@given(
    terms(WITH_RULES, ranges=("all", "before", "up to", "others")), instances(RULED, sizes=SMALL)
)
def test_so_it_does_after_the_rules_of_assumptions(recipe, instance):
    formula = built(recipe, WITH_RULES)
    assert agrees_everywhere(formula, reader_of(RULED).scalar(formula), instance)


@FEWER
@given(
    terms(LOOSE, depth=1), terms(LOOSE, sight=("i", "k"), depth=2), instances(FREE, sizes=SMALL)
)  # fmt: skip
def test_a_vector_has_the_components_of_the_formula(first, second, instance):
    k = Index("k", tokens, bound=True)
    term = built(second, LOOSE, {"i": i, "k": k})
    outside = built(first, LOOSE)
    vector = outside * x[i] - (A @ (term * u[k]).__class__("total", term * u[k], k))
    combination = reader_of(FREE).vector(vector)
    realiser = Realiser(FixedSizes(instance.tokens, instance.dimension), frozenset({"B"}))
    put = {sp.Symbol(name, real=True): sp.Rational(z) for name, z in entries(instance).items()}
    for at in assignments([i, j], instance):
        sites = {sp.Symbol(f"{n.name}:tokens", integer=True): z + 1 for n, z in at.items()}
        found = realiser.vector(combination, sites).xreplace(put)
        assert [Fraction(str(z)) for z in found] == value(vector, instance, at)


@FEWER
@given(st.data(), terms(LOOSE | QUOTIENTS | EXPONENTIALS))
@pytest.mark.long
def test_factors_and_sums_in_another_order_have_the_same_normal_form(data, recipe):
    factors, reader = LOOSE | QUOTIENTS | EXPONENTIALS, reader_of(FREE)
    first = built(recipe, factors)
    second = built(rearranged(recipe, data.draw), factors)
    assert is_zero(reader.theory, reader.scalar(first) - reader.scalar(second))


@FEWER
@given(st.data(), terms(WITH_RULES, ranges=("all", "others")))
def test_so_it_is_after_the_rules_of_assumptions(data, recipe):
    reader = reader_of(RULED)
    first = built(recipe, WITH_RULES)
    second = built(rearranged(recipe, data.draw), WITH_RULES)
    assert is_zero(reader.theory, reader.scalar(first) - reader.scalar(second))


def test_numbers_in_the_denominators_of_a_sum_come_out():
    """SymPy's expand multiplies them in: 1/2 1/(1 + z) becomes 1/(2 + 2 z)."""
    reader = reader_of(FREE)
    first = total((x[i] @ A @ x[i] - x[i] @ B @ x[i]) / (2 + 2 * a[k] ** 2) for k in tokens)
    second = total(1 / (1 + a[k] ** 2) for k in tokens) * (x[i] @ ((A - B) @ x[i])) / 2
    turned = total((x[i] @ ((B - A) @ x[i])) / (-2 - 2 * a[k] ** 2) for k in tokens)
    assert reader.scalar(first) == reader.scalar(turned)
    assert is_zero(reader.theory, reader.scalar(first) - reader.scalar(second))


@FEWER
@given(
    st.data(),
    terms(LOOSE | QUOTIENTS, depth=1),
    terms(LOOSE | QUOTIENTS, depth=1),
    rationals(min_value=-2, max_value=2, max_denominator=2),
)
def test_what_counts_as_zero_is_zero_at_every_instance(data, first, second, factor):
    """first + second - (first again + factor * second), rearranged: zero if the factor is 1."""
    factors, reader = LOOSE | QUOTIENTS, reader_of(FREE)
    again = built(rearranged(first, data.draw), factors)
    mutated = factor * built(rearranged(second, data.draw), factors)
    formula = built(first, factors) + built(second, factors) - again - mutated
    zero = is_zero(reader.theory, reader.scalar(formula))
    assert zero or factor != 1
    if zero:
        for instance in growing_instances(FREE, tries=12, sizes=SMALL, patience=3):
            for at in assignments([i, j], instance):
                assert value(formula, instance, at) == 0


@FEWER
@given(
    st.data(),
    terms(WITH_RULES, depth=1, ranges=("all", "others")),
    rationals(min_value=-2, max_value=2),
)
def test_the_rules_accept_no_mutated_coefficient(data, recipe, factor):
    reader, formula = reader_of(RULED), built(recipe, WITH_RULES)
    mutated = formula - factor * built(rearranged(recipe, data.draw), WITH_RULES)
    zero = is_zero(reader.theory, reader.scalar(mutated))
    assert zero or factor != 1
    if zero and factor != 1:
        for instance in growing_instances(RULED, tries=12, sizes=SMALL, patience=3):
            for at in assignments([i, j], instance):
                assert value(mutated, instance, at) == 0


@FEWER
@pytest.mark.parametrize("reach", ["all", "before", "up_to"])
@given(terms({k: WITH_RULES[k] for k in ("gram", "euclidean", "operator", "row", "sign", "delta")},
             depth=1, ranges=("all", "before")),
       instances(RULED, sizes=SMALL))  # fmt: skip
@pytest.mark.long
def test_a_rate_along_the_flow_is_that_of_dual_numbers(reach, recipe, instance):
    """The reader differentiates the tree; the value pushes dual numbers through the raw flow."""
    flow = attention_flow(y, weights=S, metric=W, value=U, reach=reach)
    formula = rate(built(recipe, WITH_RULES), flow)
    assert agrees_everywhere(formula, reader_of(RULED).scalar(formula), instance)


@given(terms(LOOSE | QUOTIENTS | EXPONENTIALS, depth=1, ranges=("all", "seen")),
       instances(FREE, sizes=SMALL))  # fmt: skip
def test_a_rate_along_straight_lines_is_that_of_dual_numbers(recipe, instance):
    formula = rate(built(recipe, LOOSE | QUOTIENTS | EXPONENTIALS), straight_lines(x, u))
    assert agrees_everywhere(formula, reader_of(FREE).scalar(formula), instance)
