"""The tree evaluated: every operation against the same thing done by hand."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.language.expressions import as_scalar
from verify.language.facts import Before, Distinct, Equation
from verify.language.motion import RawDynamics
from verify.numerics import matrices
from verify.numerics.evaluate import value
from verify.numerics.exact import GrowingDraw, Unlucky
from verify.numerics.holding import (
    assignments,
    converted,
    draw_instance,
    fact_truth,
    growing_instances,
    relation_truth,
)
from verify.numerics.number import Irrational, Truth, Undefined, balls
from verify.numerics.strategies import instances
from verify.vocabulary import *

ASSUMED = [
    any_vectors("y"), any_vectors("X"), any_vector("x"), any_vector("u"), coefficients("a"),
    nonnegative_weights("alpha"), nonnegative_head_weights("beta"), attention_mask("N"),
    any_operator("A"), symmetric_operator("B"), any_scalar("s"), nonzero_scalar("t"),
    integer_scalar("b"), integer_scalar("m"), mode("r"),
]  # fmt: skip
y, X, x, u, a, alpha, beta, N, A, B, s, t, b, m, r = (part.introduces for part in ASSUMED)
i, j = tokens.any("i", "j")
drawn = instances(ASSUMED)


def everywhere(formula, by_hand):
    """Check a formula in i and j at all pairs of tokens of drawn instances."""

    @given(drawn)
    def check(instance):
        for at_ in assignments([i, j], instance):
            found = value(formula, instance, at_)
            assert found == by_hand(instance, at_[i], at_[j])

    check()


def sums(values):
    return sum(values, start=Fraction(0))


BY_HAND = {
    "number": (as_scalar(Fraction(2, 3)), lambda e, i, j: Fraction(2, 3)),
    "item": (alpha[i, j], lambda e, i, j: e[alpha][i][j]),
    "counted": (a[1] * y[1], lambda e, i, j: matrices.times(e[a][0], e[y][0])),
    "head item": (
        total(beta[h, i, j] for h in heads), lambda e, i, j: sums(w[i][j] for w in e[beta])
    ),
    "member": (N[i, j], lambda e, i, j: e[N][i][j]),
    "place": (
        total(as_scalar(q) * t for q in integers(m, b)),
        lambda e, i, j: e[t] * sum(range(int(e[m]), int(e[b]) + 1)),
    ),
    "sizes": (
        tokens.count + 10 * modes.count + 100 * heads.count,
        lambda e, i, j: e.tokens + 10 * e.dimension + 100 * e.heads,
    ),
    "arithmetic": (
        (s - 2 * a[i]) ** 2 / t - 1,
        lambda e, i, j: (e[s] - 2 * e[a][i]) ** 2 / e[t] - 1,
    ),
    "powers": (t**-3 + absolute(s), lambda e, i, j: 1 / e[t] ** 3 + abs(e[s])),
    "power of": (power(2, b - m), lambda e, i, j: Fraction(2) ** int(e[b] - e[m])),
    "binomial": (binomial(b, m), lambda e, i, j: math.comb(int(e[b]), int(e[m]))),
    "delta": (same(i, j) + 10 * same(i, 1), lambda e, i, j: int(i == j) + 10 * int(i == 0)),
    "inner": (
        y[i] @ B @ (A @ y[j]),
        lambda e, i, j: matrices.dot(matrices.apply(e[B], e[y][i]), matrices.apply(e[A], e[y][j])),
    ),
    "adjoint": ((x @ A) @ u - x @ (A @ u) + (A.T @ x - x @ A) @ u, lambda e, i, j: 0),
    "operators": (
        (2 * A - B @ A.T + identity_operator()).T @ x,
        lambda e, i, j: matrices.plus(
            matrices.plus(matrices.times(2, matrices.apply(matrices.transpose(e[A]), e[x])), e[x]),
            matrices.times(-1, matrices.apply(e[A], matrices.apply(e[B], e[x]))),
        ),
    ),
    "vectors": (
        zero_vector() + s * x - u / t,
        lambda e, i, j: [e[s] * p - q / e[t] for p, q in zip(e[x], e[u], strict=True)],
    ),
    "abbreviation": (
        let("g", lambda i, j: y[i] @ y[j])[i, j], lambda e, i, j: matrices.dot(e[y][i], e[y][j])
    ),
    "total": (
        total(a[k] * (x @ y[k]) for k in tokens),
        lambda e, i, j: sums(c * matrices.dot(e[x], z) for c, z in zip(e[a], e[y], strict=True)),
    ),
    "before": (
        total(a[k] for k in tokens.before(i)) + 100 * total(a[k] for k in tokens.up_to(j)),
        lambda e, i, j: sums(e[a][:i]) + 100 * sums(e[a][: j + 1]),
    ),
    "seen by": (
        total(a[k] for k in tokens.seen_by(i, N).but(j)),
        lambda e, i, j: sums(c for k, c in enumerate(e[a]) if e[N][i][k] and k != j),
    ),
    "nested totals": (
        total(total(alpha[k, q] for q in tokens.before(k)) for k in tokens),
        lambda e, i, j: sums(e[alpha][k][q] for k in range(e.tokens) for q in range(k)),
    ),
    "integers": (
        total(t for _ in integers(m, b)), lambda e, i, j: e[t] * max(0, int(e[b] - e[m]) + 1)
    ),
    "at": (at(s**2 + s * t, {s: t + 1, t: s}), lambda e, i, j: (e[t] + 1) ** 2 + (e[t] + 1) * e[s]),
    "fixed mode": (same(r, 1) + x @ x, lambda e, i, j: int(e[r] == 0) + matrices.dot(e[x], e[x])),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_an_operation_is_what_it_is_by_hand(name):
    everywhere(*BY_HAND[name])


# ------------------------------------------------------------------ rates

line, lines = straight_line(x, u), straight_lines(y, X)
growth = motion({s: s * t, t: as_scalar(1)})
RATES = {
    "a product": (rate((x @ x) * (x @ u), line), lambda e: 2 * xu(e) * xu(e) + xx(e) * uu(e)),
    "a vector": (rate((x @ u) * x, line) @ u, lambda e: uu(e) * xu(e) + xu(e) * uu(e)),
    "what rests": (rate(u @ u + s, line), lambda e: 0),
    "twice": (rate(rate((x @ x) ** 2, line), line), lambda e: 8 * xu(e) ** 2 + 4 * xx(e) * uu(e)),
    "a rate in a rate": (rate(rate(s, growth), growth), lambda e: e[s] * e[t] ** 2 + e[s]),
    "one in the other": (rate(rate(s * (x @ x), line), growth), lambda e: 2 * xu(e) * e[s] * e[t]),
    "two flows": (rate(s * rate(x @ x, line), growth), lambda e: 2 * xu(e) * e[s] * e[t]),
    "after at": (rate(at(s**2, {s: t * s}), growth), lambda e: 2 * e[t] ** 3 * e[s] ** 2
                 + 2 * e[t] * e[s] ** 2),
    "at after": (at(rate(s**2, growth), {s: t}), lambda e: 2 * e[t] ** 3),
    "a family": (
        rate(total(y[k] @ y[k] for k in tokens), lines),
        lambda e: 2 * sums(matrices.dot(p, q) for p, q in zip(e[y], e[X], strict=True)),
    ),
    "by name": (
        rate(y[1] @ y[1], Flow(lines.moves, RawDynamics("given", {"y": X}))),
        lambda e: 2 * matrices.dot(e[y][0], e[X][0]),
    ),
}  # fmt: skip


def xx(instance):
    return matrices.dot(instance[x], instance[x])


def xu(instance):
    return matrices.dot(instance[x], instance[u])


def uu(instance):
    return matrices.dot(instance[u], instance[u])


@pytest.mark.parametrize("name", RATES)
def test_a_rate_is_what_it_is_by_hand(name):
    formula, by_hand = RATES[name]

    @given(drawn)
    def check(instance):
        assert value(formula, instance) == by_hand(instance)

    check()


@given(drawn)
def test_the_rate_of_a_norm_stays_exact_where_the_norm_is(instance):
    length = rate(norm(3 * x), line)
    try:
        found = value(length, instance)
    except Irrational:
        return
    except Undefined:
        assert xx(instance) == 0  # a norm has no derivative at 0
        return
    assert found * square(xx(instance)) == 3 * xu(instance)


def square(q):
    return Fraction(math.isqrt(q.numerator), math.isqrt(q.denominator))


@given(drawn)
def test_balls_hold_the_exact_value(instance):
    formula = total(a[k] * (x @ A @ y[k]) for k in tokens) / t + binomial(b, m) + power(3, b)
    numbers = balls(80)
    with numbers.working():
        here = converted(instance, numbers)
        exact = value(formula, instance)
        assert value(formula, here).overlaps(numbers.of(exact))


@given(drawn)
def test_functions_leave_the_rationals_and_balls_follow(instance):
    identity = sin(s) ** 2 + cos(s) ** 2
    if instance[s] != 0:
        with pytest.raises(Irrational):
            value(identity, instance)
    assert fact_truth(Equation(identity, as_scalar(1)), instance) is not Truth.FALSE
    assert fact_truth(Equation(exp(s), as_scalar(-1)), instance) is Truth.FALSE
    assert relation_truth(exp(s) > 0, instance) is Truth.TRUE
    assert relation_truth(square_root(x @ x) < norm(x), instance) is not Truth.TRUE


def test_a_formula_for_a_value_is_evaluated_in_the_numbers_of_the_instance():
    (instance,) = growing_instances([any_scalar("s")], tries=1)
    theta = any_scalar("theta").introduces
    instance[theta] = Fraction(1, 3) * pi()
    with pytest.raises(Irrational):
        value(cos(theta), instance)
    assert relation_truth(theta > 1, instance) is Truth.TRUE
    assert fact_truth(Equation(cos(theta), as_scalar(Fraction(1, 2))), instance) is Truth.UNKNOWN
    flow = motion({theta: sin(theta)})
    assert fact_truth(Equation(rate(theta, flow), as_scalar(0)), instance) is Truth.FALSE


@given(drawn)
def test_free_indices_take_all_values_but_those_that_are_fixed_or_apart(instance):
    k = modes.any("k")
    n, d = instance.tokens, instance.dimension
    assert len(list(assignments([i, j], instance))) == n * n
    assert len(list(assignments([i, j], replace(instance, apart=(Distinct(i, j),))))) == n * n - n
    apart = replace(instance, apart=(Distinct(k, r),))
    assert len(list(assignments([k, r], apart))) == d - 1
    in_order = replace(instance, apart=(Before(i, j),))
    assert len(list(assignments([i, j], in_order))) == n * (n - 1) / 2
    assert all(found[k] != instance[r] for found in assignments([k], apart))


@given(drawn)
def test_a_fact_holds_only_if_it_holds_everywhere(instance):
    largest = max(instance[a])
    assert fact_truth(a[i] <= as_scalar(largest), instance) is Truth.TRUE
    assert fact_truth(a[i] < as_scalar(largest), instance) is Truth.FALSE
    assert fact_truth(differs(a[i] - a[j], 0), instance) is Truth.FALSE
    assert fact_truth(Equation(A, A.T), instance) in (Truth.TRUE, Truth.FALSE)
    assert fact_truth(Equation(B, B.T), instance) is Truth.TRUE
    apart = differs(same(i, j), 1)
    assert fact_truth(apart, instance) is Truth.FALSE
    assert fact_truth(apart, replace(instance, apart=(Distinct(i, j),))) is Truth.TRUE


@given(st.integers(0, 10**6))
def test_an_assumption_that_is_undone_by_a_later_one_is_unlucky(seed):
    tokens_ = unit_tokens("z")
    with pytest.raises(Unlucky, match="undid an earlier one"):
        draw_instance(GrowingDraw(seed, 5), [tokens_, at_origin(tokens_.introduces[1])])
    never = that(s < s)
    with pytest.raises(Unlucky, match="does not hold"):
        draw_instance(GrowingDraw(seed, 5), [any_scalar("q"), ASSUMED[10], never])
