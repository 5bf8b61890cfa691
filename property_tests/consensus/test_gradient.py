"""Paper A, section 3: when attention is the gradient flow of its potential.

Identities without exponentials are checked in exact rationals. Those with exponentials are
evaluated at 50 and at 100 digits, and agree if at 100 digits the sides differ by no more than
each moved between the two; a sign is read off a ball.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import flint
import mpmath
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from proofs.consensus import gradient, period
from verify.methods import refuting, symbolic
from verify.methods.sampling import agrees
from verify.numerics import raw
from verify.numerics.matrices import (
    apply,
    diagonal,
    dot,
    identity,
    plus,
    solve,
    times,
    transpose,
)
from verify.numerics.number import Dual, function, rational_multiple
from verify.numerics.strategies import (
    rationals,
    square_matrices,
    symmetric_matrices,
    tokens_on_ellipsoid,
    tokens_on_sphere,
)
from verify.statements.discovery import statements_in
from verify.statements.obligations import obligations

DIGITS = 50
pairs = st.lists(rationals(), min_size=2, max_size=2)
vectors = st.lists(rationals(), min_size=3, max_size=3)


def minus(u, v):
    return plus(u, times(-1, v))


def in_mpmath(numbers):
    """Return exact numbers, or nested lists of them, in mpmath at the precision of the moment."""
    if isinstance(numbers, list):
        return [in_mpmath(x) for x in numbers]
    return mpmath.mpf(numbers.numerator) / numbers.denominator


def both_sides_agree(sides, *exact):
    """Evaluate `sides(*numbers)` at 50 and 100 digits; return whether left and right agree."""
    found = []
    for digits in (DIGITS, 2 * DIGITS):
        with mpmath.workdps(digits):
            found.append(sides(*in_mpmath(list(exact))))
    with mpmath.workdps(2 * DIGITS):
        return agrees(found[1], found[0], DIGITS)


def in_balls(numbers):
    if isinstance(numbers, list):
        return [in_balls(x) for x in numbers]
    return flint.arb(flint.fmpq(numbers.numerator, numbers.denominator))


def score(p, q, P):
    """e_pq = exp(p^T P q)."""
    return function("exp", dot(p, apply(P, q)))


def potential(tokens, P):
    """Eq. (8): half the sum of all e_ij."""
    return rational_multiple(sum(score(p, q, P) for p in tokens for q in tokens), Fraction(1, 2))


def row_sum(tokens, i, P):
    """Z_i / sqrt(n + 1), the weight of token i in the metric (7)."""
    return sum(score(tokens[i], q, P) for q in tokens)


def slope(f, tokens, X):
    """The derivative of f along X, by numbers y + eps X with eps^2 = 0."""
    moving = [
        [Dual(a, b) for a, b in zip(y, x, strict=True)] for y, x in zip(tokens, X, strict=True)
    ]
    return f(moving).slope


def tangent(X, y, W):
    return minus(X, times(dot(y, apply(W, X)), y))


# ------------------------------------------------------------------ A-L3.1


@given(tokens_on_ellipsoid(1, 3), vectors, vectors)
def test_the_tangent_map_is_the_orthogonal_projection(case, X, Y):
    """Token by token, so for all weights Z_i of the metric (7) at once."""
    ellipsoid, (y,) = case
    W = ellipsoid.matrix
    removed = minus(Y, tangent(Y, y, W))
    assert dot(tangent(X, y, W), apply(W, removed)) == 0
    assert dot(y, apply(W, tangent(Y, y, W))) == 0


def test_in_another_metric_it_is_not_orthogonal():
    W, P = identity(2), [[2, 1], [1, 1]]  # both positive definite, and P is no multiple of W
    y, X, Y = [1, 0], [0, 1], [1, 0]
    assert dot(X, apply(W, minus(Y, tangent(Y, y, W)))) == 0
    assert dot(X, apply(P, minus(Y, tangent(Y, y, W)))) == 1


# ------------------------------------------------------------------ A-L3.2: only if


@given(square_matrices(2), pairs, pairs, pairs)
def test_with_a_token_at_the_origin_only_the_symmetric_part_of_P_is_seen(P, H, x_2, x_3):
    """There all e_1j are 1, and the potential changes along H by H^T (P + P^T)/2 sum x_j."""

    def moved(P, H, x_2, x_3):
        still = times(0, H)
        left = slope(lambda y: potential(y, P), [still, x_2, x_3], [H, still, still])
        others = plus(x_2, x_3)
        return left, (dot(H, apply(P, others)) + dot(others, apply(P, H))) / 2

    assert both_sides_agree(moved, P, H, x_2, x_3)


def test_so_a_P_that_is_not_symmetric_gives_another_field():
    """W = I and U = P = [[1, 1], [0, 1]]: along e_2 the field has 1, the potential 3/2."""
    P, x_2 = [[1, 1], [0, 1]], [1, 1]
    symmetric_part = [[1, Fraction(1, 2)], [Fraction(1, 2), 1]]
    assert dot([0, 1], apply(P, x_2)) == 1
    assert dot([0, 1], apply(symmetric_part, x_2)) == Fraction(3, 2)


# ------------------------------------------------------------------ A-L3.2 and A-T3.1: if


@given(tokens_on_ellipsoid(2, 2), symmetric_matrices(2), st.lists(pairs, min_size=2, max_size=2))
def test_with_symmetric_P_and_WU_equal_to_P_the_field_is_the_gradient(case, P, X):
    ellipsoid, tokens = case
    W = ellipsoid.matrix
    U = solve(W, P)

    def ambient(y, X, P, U, W):  # token by token Z_i <F_i, X_i>_W against dV(X)
        field = [
            [sum(score(p, q, P) * apply(U, q)[a] for q in y) / row_sum(y, i, P) for a in range(2)]
            for i, p in enumerate(y)
        ]
        work = sum(row_sum(y, i, P) * dot(X[i], apply(W, field[i])) for i in range(2))
        return work, slope(lambda moving: potential(moving, P), y, X)

    def on_the_ellipsoid(y, X, P, U, W):  # the same with the projected field and tangent X
        velocity = raw.softmax_attention(tokens=y, scores=P, value=U, metric=W)
        work = sum(row_sum(y, i, P) * dot(X[i], apply(W, velocity[i])) for i in range(2))
        return work, slope(lambda moving: potential(moving, P), y, X)

    assert both_sides_agree(ambient, tokens, X, P, U, W)
    along = [tangent(x, y, W) for x, y in zip(X, tokens, strict=True)]
    assert both_sides_agree(on_the_ellipsoid, tokens, along, P, U, W)


@given(tokens_on_ellipsoid(3, 2), symmetric_matrices(2))
def test_so_the_potential_climbs(case, P):
    ellipsoid, tokens = case
    W = ellipsoid.matrix
    U = solve(W, P)

    def climbing(y, P, U, W):  # dV/dt = sum_i Z_i |y_i'|_W^2
        velocity = raw.softmax_attention(tokens=y, scores=P, value=U, metric=W)
        squares = [row_sum(y, i, P) * dot(v, apply(W, v)) for i, v in enumerate(velocity)]
        assert all(square >= 0 for square in squares)
        return slope(lambda moving: potential(moving, P), y, velocity), sum(squares)

    assert both_sides_agree(climbing, tokens, P, U, W)


def test_without_WU_equal_to_P_the_potential_falls_somewhere():
    """U = W = I, P = diag(8, 1), which is positive definite: dV/dt is certainly negative."""
    P, s, c = diagonal([8, 1]), Fraction(5, 13), Fraction(12, 13)
    tokens = [[-s, -c], [s, -c]]
    with flint.ctx.workprec(200):
        y = in_balls(tokens)
        velocity = raw.softmax_attention(tokens=y, scores=in_balls(P))
        falling = slope(lambda moving: potential(moving, in_balls(P)), y, velocity)
        assert falling < 0
        e = (flint.arb(400) / 169).exp()
        closed = 7200 * (9 - 7 * e) / (28561 * (1 + e)) * (-flint.arb(56) / 169).exp() * 2
        assert falling.overlaps(closed) and falling.rad() < 1e-40


# ------------------------------------------------------------------ A-T3.1: only if


def cross_derivative(y, x, X, Y, P, A):
    """What the mixed derivatives of the field's form differ by, where all e_pq are 1.

    X is tangent at y, Y at x; the form is e_yx <X, A x> at y and e_xy <Y, A y> at x.
    """
    moved_x = dot(y, apply(P, Y)) * dot(X, apply(A, x)) + dot(X, apply(A, Y))
    moved_y = dot(X, apply(P, x)) * dot(Y, apply(A, y)) + dot(Y, apply(A, X))
    return moved_x - moved_y


@given(tokens_on_sphere(2, 3), symmetric_matrices(3), rationals(), st.tuples(vectors, vectors))
def test_with_A_a_multiple_of_symmetric_P_the_form_is_closed(tokens, P, c, drawn):
    y, x = tokens
    X, Y = tangent(drawn[0], y, identity(3)), tangent(drawn[1], x, identity(3))
    A = [times(c, row) for row in P]
    # P is symmetric, so e_yx = e_xy and both may be divided out.
    assert cross_derivative(y, x, X, Y, P, A) == 0


def test_for_P_symmetric_and_another_A_it_is_not():
    """U = W = I and P = diag(2, 1): the two derivatives differ by -1."""
    assert cross_derivative([1, 0], [0, 1], [0, 1], [-1, 0], diagonal([2, 1]), identity(2)) == -1


@given(tokens_on_sphere(2, 2), square_matrices(2), square_matrices(2))
@example(
    tokens=[[Fraction(1), Fraction(0)], [Fraction(3, 5), Fraction(4, 5)]],
    P=[[Fraction(1), Fraction(1)], [Fraction(0), Fraction(1)]],
    A=[[Fraction(1), Fraction(1)], [Fraction(0), Fraction(1)]],
)
def test_the_product_that_must_vanish_vanishes_with_f_or_g_or_the_scores(tokens, P, A):
    """At x and at -x the gap combines to f g (e^(a-b) - e^(b-a)), which has no other zeros."""
    y, x = tokens
    X = [-y[1], y[0]]
    a, b = dot(y, apply(P, x)), dot(x, apply(P, y))
    f = dot(X, apply(A, x)) - dot(X, apply(P, x)) / 2
    g = dot(x, apply(P, X)) / 2

    def combined(a, b, f, g):
        at_x = mpmath.exp(a) * f - mpmath.exp(b) * g
        opposite = mpmath.exp(-a) * f - mpmath.exp(-b) * g
        left = mpmath.exp(-b) * g * at_x - mpmath.exp(b) * g * opposite
        return left, f * g * (mpmath.exp(a - b) - mpmath.exp(b - a))

    assert both_sides_agree(combined, a, b, f, g)
    assert a - b == dot(y, apply([minus(r, t) for r, t in zip(P, transpose(P), strict=True)], x))
    if all(P[k][m] == P[m][k] for k in range(2) for m in range(2)):
        difference = [minus(r, t) for r, t in zip(A, P, strict=True)]
        assert f - g == dot(X, apply(difference, x))


@given(symmetric_matrices(2), symmetric_matrices(2), pairs, pairs)
def test_on_the_circle_the_even_parts_differ_by_the_traces(P, A, x, X):
    """L_e - R_e = (X.x) X^T D x, D = tr(P) A - tr(A) P, with y = J X, Y = J x."""
    y, Y = [-X[1], X[0]], [-x[1], x[0]]
    left = dot(y, apply(P, Y)) * dot(X, apply(A, x))
    right = dot(X, apply(P, x)) * dot(y, apply(A, Y))
    trace_P, trace_A = P[0][0] + P[1][1], A[0][0] + A[1][1]
    D = [minus(times(trace_P, a), times(trace_A, p)) for a, p in zip(A, P, strict=True)]
    assert left - right == dot(X, x) * dot(X, apply(D, x))
    assert (left == right) == (dot(X, x) * dot(X, apply(D, x)) == 0)


def test_closed_is_not_exact_the_period_is_two_pi_times_a_bessel_function():
    """I_1(1) = sum (1/2)^(2k+1) / (k! (k+1)!), its tail below twice the first term left out."""
    terms = [Fraction(1, 2 ** (2 * k + 1) * factorial(k) * factorial(k + 1)) for k in range(25)]
    with flint.ctx.workprec(200):
        series = flint.arb(in_balls(sum(terms)), in_balls(2 * terms[-1] / 100))
        by_series = 2 * flint.arb.pi() * series
        for route in (period.by_integration(), period.by_bessel()):
            assert route.overlaps(by_series) and route.rad() < 1e-30
            assert route > 3


# ------------------------------------------------------------------ the module's own statements


@pytest.mark.parametrize("statement", statements_in(gradient), ids=lambda s: s.id)
def test_every_step_is_derived_and_every_twin_is_refuted(statement):
    declared = statement.declared
    for said in declared.said:
        if obligations(said):
            assert symbolic.decide(said).outcome == "proved", said.place
        for twin in said.step.twins:
            found = refuting.refute_twin(said, twin)
            assert found.refuted and found.witness, (said.place, twin.why)
    for mutant in declared.mutants:
        found = refuting.refute_mutant(declared.said, mutant)
        assert found.refuted and found.witness, mutant.why
