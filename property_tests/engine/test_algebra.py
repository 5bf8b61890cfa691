"""The dimension-free algebra against its own meaning: random formulas, evaluated by brute force.

A formula is drawn as a recipe (nested sums of products of Gram, weight, operator, delta, mask and
exponential factors), built as an author would write it, read into its normal form, and written out
in coordinates; the same formula is evaluated node by node at exact instances. A rearranged recipe
must have the same normal form, and what counts as zero must be zero.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from exact_strategies import rationals
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verify.algebra.deciding import is_zero
from verify.algebra.fractions_of import numerator_of
from verify.algebra.reading import Reader
from verify.algebra.realise import FixedSizes, Realiser
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.attention.flows import attention_flow
from verify.language.expressions import Operator, Scalar, as_scalar
from verify.language.index_sets import tokens
from verify.language.indices import Index
from verify.language.motion import rate, straight_lines
from verify.language.symbols import OperatorSymbol
from verify.language.words import absolute, binomial, cos, exp, norm, same, sin, square_root, total
from verify.methods.sampling import entries
from verify.numerics.evaluate import value
from verify.numerics.exact import Sizes
from verify.numerics.holding import assignments, converted, growing_instances
from verify.numerics.lowering import lower_expression
from verify.numerics.number import Irrational, balls
from verify.numerics.strategies import instances
from verify.statements.assumption import introduced
from verify.statements.assumptions import (
    any_operator,
    any_scalar,
    any_vectors,
    attention_mask,
    coefficients,
    integer_scalar,
    nonnegative_weights,
    positive_definite,
    positive_scalar,
    row_stochastic,
    signs,
    symmetric_operator,
    tangent_vectors,
    unit_tokens,
    zero_sum,
)

BITS = 300
# Reading and writing out a drawn formula costs a hundred times what drawing it does.
FEWER = settings(max_examples=settings().max_examples // 2)
SMALL = Sizes(tokens=(1, 3), dimension=(2, 2), heads=(1, 1))

FREE = [
    any_vectors("x"), any_vectors("u"), any_operator("A"), symmetric_operator("B"),
    coefficients("a"), nonnegative_weights("alpha"), attention_mask("N"), any_scalar("s"),
    positive_scalar("t"),
]  # fmt: skip
x, u, A, B, a, alpha, N, s, t = (part.introduces for part in FREE)

RULED = [positive_definite("W")]
W = RULED[0].introduces
RULED.append(unit_tokens("y", metric=W))
y = RULED[1].introduces
RULED += [
    tangent_vectors("X", at=y, metric=W), zero_sum("c"), row_stochastic("S"),
    signs("eps", positive="p", negative="q"), any_operator("U"),
]  # fmt: skip
X, c, S, (eps, p, q), U = (part.introduces for part in RULED[2:])

i, j = tokens.any("i", "j")

# ------------------------------------------------------------------ recipes

LOOSE = {
    "gram": lambda k, m: x[k] @ u[m],
    "operator": lambda k, m: x[k] @ A @ u[m],
    "word": lambda k, m: u[k] @ ((A.T @ B) @ x[m]),
    "sum of operators": lambda k, m: x[k] @ ((A - 2 * B) @ x[m]),
    "quadratic": lambda k, _: x[k] @ B @ x[k],
    "weight": lambda k, m: alpha[k, m],
    "number": lambda k, _: a[k],
    "square": lambda k, _: a[k] ** 2,
    "delta": same,
    "mask": lambda k, m: N[k, m],
    "scalar": lambda *_: s,
    "size": lambda *_: tokens.count,
}
QUOTIENTS = {"quotient": lambda k, _: 1 / (1 + a[k] ** 2), "of a scalar": lambda *_: s / t}
EXPONENTIALS = {
    "exponential": lambda k, m: exp(x[k] @ B @ x[m]),
    "exponential of a number": lambda k, _: exp(s * a[k]),
}
WITH_RULES = {
    "gram": lambda k, m: y[k] @ W @ y[m],
    "euclidean": lambda k, m: y[k] @ y[m],
    "operator": lambda k, m: y[k] @ (W @ (U @ y[m])),
    "tangent": lambda k, m: X[k] @ W @ y[m],
    "both tangent": lambda k, m: X[k] @ W @ X[m],
    "zero sum": lambda k, _: c[k],
    "row": lambda k, m: S[k, m],
    "sign": lambda k, _: eps[k],
    "delta": same,
    "counts": lambda *_: p - 2 * q,
    "size": lambda *_: tokens.count,
}
RANGES = {
    "all": lambda _: tokens,
    "before": tokens.before,
    "up to": tokens.up_to,
    "seen": lambda k: tokens.seen_by(k, N),
    "others": lambda k: tokens.but(k),
}
COEFFICIENTS = [Fraction(n, m) for n, m in ((1, 1), (-1, 1), (2, 1), (1, 2), (-2, 3))]


@st.composite
def terms(draw, factors, sight=("i", "j"), depth=0, ranges=tuple(RANGES)):
    """Draw ("times", q, [factor or sum, ...]); a sum is ("total", name, range, of, term)."""
    parts = []
    for _ in range(draw(st.integers(1, 3 - min(depth, 1)))):
        kind = draw(st.sampled_from(sorted(factors)))
        parts.append(("factor", kind, draw(st.sampled_from(sight)), draw(st.sampled_from(sight))))
    sums = draw(st.integers(0, 2 if depth == 0 else 1)) if depth < 3 else 0
    for number in range(sums):
        name = f"k{depth}{number}"
        over, of = draw(st.sampled_from(ranges)), draw(st.sampled_from(sight))
        body = draw(terms(factors, (*sight, name), depth + 1, ranges))
        parts.append(("total", name, over, of, body))
    return ("times", draw(st.sampled_from(COEFFICIENTS)), parts)


def built(recipe, factors, at=None):
    """Return the formula of a recipe, as an author's comprehensions would make it."""
    at = at or {"i": i, "j": j}
    if recipe[0] == "times":
        out = as_scalar(recipe[1])
        for part in recipe[2]:
            out = out * built(part, factors, at)
        return out
    if recipe[0] == "factor":
        _, kind, first, second = recipe
        return factors[kind](at[first], at[second])
    _, name, over, of, body = recipe
    index = Index(name, RANGES[over](at[of]), bound=True)
    return Scalar("total", built(body, factors, {**at, name: index}), index)


def rearranged(recipe, draw):
    """Return an equal recipe: factors in another order, independent sums exchanged, one split."""
    if recipe[0] == "factor":
        return recipe
    if recipe[0] == "times":
        parts = [rearranged(part, draw) for part in draw(st.permutations(recipe[2]))]
        return ("times", recipe[1], parts)
    _, name, over, of, body = recipe
    body = rearranged(body, draw)
    for place, part in enumerate(body[2]):
        if part[0] == "total" and part[3] != name and draw(st.booleans()):
            # sum_k f sum_l g = sum_l sum_k f g, as long as the range of l does not depend on k
            _, other, its_over, its_of, inner = part
            rest = [*body[2][:place], *body[2][place + 1 :]]
            joined = ("times", body[1] * inner[1], [*rest, *inner[2]])
            exchanged = ("total", name, over, of, joined)
            return ("total", other, its_over, its_of, ("times", Fraction(1), [exchanged]))
    return ("total", name, over, of, body)


def reader_of(assumptions):
    """Return a reader that knows the symmetric operators and the facts of assumptions."""
    reader = Reader(Theory())
    for thing in introduced(iter(assumptions)):
        if isinstance(thing, OperatorSymbol):
            reader.operator(Operator("symbol", thing))
    for index in (i, j):
        reader.index(index)  # as the claims' own they are called just that
    learn(reader, [fact for part in assumptions for fact in part.facts])
    return reader


def written_out(normal, instance, at):
    """Return a normal form in coordinates at an instance: exact, or a ball if it must be one."""
    realiser = Realiser(FixedSizes(instance.tokens, instance.dimension), frozenset({"B", "W"}))
    sites = {sp.Symbol(f"{k.name}:tokens", integer=True): n + 1 for k, n in at.items()}
    put = {
        sp.Symbol(name, real=True): sp.Rational(number.numerator, number.denominator)
        for name, number in entries(instance).items()
    }
    found = realiser.scalar(normal, sites).xreplace(put)
    if found.is_Rational:
        return Fraction(int(found.p), int(found.q))
    return lower_expression([], found, "arb")()


def brute_force(formula, instance, at):
    try:
        return value(formula, instance, at)
    except Irrational:
        return value(formula, converted(instance, balls(BITS)), at)


def same_number(first, second):
    if isinstance(first, Fraction | int) and isinstance(second, Fraction | int):
        return first == second
    difference = ball(first) - ball(second)
    assert difference.rad() < 1e-30  # else the comparison would say nothing
    return difference.contains(0)


def ball(number):
    return balls(BITS).of(Fraction(number)) if isinstance(number, Fraction | int) else number


def agrees_everywhere(formula, normal, instance):
    """Compare a normal form with brute force at all tokens i and j of an instance."""
    with balls(BITS).working():
        return all(
            same_number(brute_force(formula, instance, at), written_out(normal, instance, at))
            for at in assignments([i, j], instance)
        )


# ------------------------------------------------------------------ normal forms mean the formula


@FEWER
@given(terms(LOOSE), instances(FREE, sizes=SMALL))
def test_a_normal_form_has_the_value_of_the_formula(recipe, instance):
    formula = built(recipe, LOOSE)
    assert agrees_everywhere(formula, reader_of(FREE).scalar(formula), instance)


@given(terms(LOOSE | QUOTIENTS | EXPONENTIALS, depth=1), instances(FREE, sizes=SMALL))
def test_so_it_does_with_exponentials_and_quotients(recipe, instance):
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


# ------------------------------------------------------------------ the order does not matter


@FEWER
@given(st.data(), terms(LOOSE | QUOTIENTS | EXPONENTIALS))
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


# ------------------------------------------------------------------ zero is zero


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


# ------------------------------------------------------------------ derivatives


@FEWER
@pytest.mark.parametrize("reach", ["all", "before", "up_to"])
@given(terms({k: WITH_RULES[k] for k in ("gram", "euclidean", "operator", "row", "sign", "delta")},
             depth=1, ranges=("all", "before")),
       instances(RULED, sizes=SMALL))  # fmt: skip
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


# ------------------------------------------------------------------ roots, angles, binomials


EQUAL_ROOTS = [
    (norm(t * x[i]), t * norm(x[i])),
    (norm(x[i]) ** 2, x[i] @ x[i]),
    (1 / norm(x[i]) ** 3 * (x[i] @ x[i]) ** 2, norm(x[i])),
    (norm(x[i] - x[j]), norm(x[j] - x[i])),
    (square_root(t**2 * (2 + s**2)), t * square_root(2 + s**2)),
    (1 / (1 + square_root(t)), (1 - square_root(t)) / (1 - t)),
    (absolute(s) ** 2, s**2),
]
UNEQUAL_ROOTS = [
    (norm(s * x[i]), s * norm(x[i])),  # |s|, and s may be negative
    (norm(x[i]) + norm(x[j]), norm(x[i] + x[j])),
    (square_root((1 - t) ** 2), 1 - t),
    (absolute(s), s),
    (square_root(t), t),
    (square_root(t) * square_root(2), square_root(t + 2)),
]


@pytest.mark.parametrize("left, right", EQUAL_ROOTS, ids=repr)
def test_roots_are_nonnegative_and_square_to_their_radicands(left, right):
    reader = reader_of(FREE)
    assert is_zero(reader.theory, reader.scalar(left) - reader.scalar(right))


@pytest.mark.parametrize("left, right", UNEQUAL_ROOTS, ids=repr)
def test_no_root_has_its_sign_guessed(left, right):
    reader = reader_of(FREE)
    assert not is_zero(reader.theory, reader.scalar(left) - reader.scalar(right))


@FEWER
@given(st.integers(-4, 4), st.integers(-4, 4), st.integers(1, 3), rationals(max_denominator=2))
def test_sines_and_cosines_obey_the_addition_theorems_and_nothing_else(m, n, part, wrong):
    reader = reader_of(FREE)
    angle, other = m * s / part, n * t
    left = sin(angle + other)
    right = sin(angle) * cos(other) + cos(angle) * sin(other)

    def zero(formula):
        return is_zero(reader.theory, reader.scalar(formula))

    assert zero(left - right)
    assert zero(cos(2 * angle) - 2 * cos(angle) ** 2 + 1)
    assert zero(left - wrong * right) == (wrong == 1 or (m == 0 and n == 0))


@given(st.integers(0, 3), st.integers(0, 2), st.integers(-2, 3))
def test_binomials_obey_pascals_rule_and_nothing_else(more, shift, wrong):
    b, m = integer_scalar("b", at_least=8), integer_scalar("m", at_least=3)
    upper, lower = b.introduces + more, m.introduces + shift
    reader = reader_of([b, m])
    left = binomial(upper + 1, lower)
    right = binomial(upper, lower) + wrong * binomial(upper, lower - 1)
    assert is_zero(reader.theory, reader.scalar(left - right)) == (wrong == 1)


@FEWER
@given(terms(LOOSE | QUOTIENTS, depth=2), terms(LOOSE | QUOTIENTS, depth=2))
def test_numerators_vanish_exactly_with_the_fraction(first, second):
    reader = reader_of(FREE)
    one, two = (reader.scalar(built(e, LOOSE | QUOTIENTS)) for e in (first, second))
    nested = 1 / (1 + 1 / (2 + one**2)) - two / (3 + two**2)
    assume(one.is_finite is not False)
    assert numerator_of(nested - sp.together(nested)) == 0
    assert numerator_of(nested - sp.together(nested) - 1) != 0
