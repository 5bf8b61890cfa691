"""Affine flows: which limits their solutions do not have, by the roots of an exact equation."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
from flint import fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st

from verify.language.expressions import as_scalar
from verify.numerics import linear_flows
from verify.numerics.exact import Instance
from verify.numerics.linear_flows import has_no_such_limit
from verify.statements.assumption import introduced
from verify.vocabulary import any_scalar, any_vectors, exp, motion, norm, tokens, total

X, P = any_scalar("x"), any_scalar("p")
x, p = X.introduces, P.introduces
OSCILLATOR = motion({x: p, p: -x})
DAMPED = motion({x: p, p: -x - p})
SADDLE = motion({x: p, p: x})
DRIFT = motion({x: p, p: 0 * p})
LOGISTIC = motion({x: x * (1 - x), p: -p})


def refused(flow: Any, start: tuple[int, int], of: Any, limit: Any) -> bool:
    (first,), (second,) = introduced([X]), introduced([P])
    values = dict(zip((first, second), map(Fraction, start), strict=True))
    end = None if limit is None else as_scalar(limit)
    return has_no_such_limit(flow, Instance(1, 1, values=values), {}, of, end)


@pytest.mark.parametrize(("flow", "start", "of", "limit", "wrong"), [
    (OSCILLATOR, (1, 0), x, 0, True), (OSCILLATOR, (1, 0), x, None, True),
    (OSCILLATOR, (0, 0), x, 0, False), (OSCILLATOR, (3, 4), x**2 + p**2, 25, False),
    (OSCILLATOR, (3, 4), x**2 + p**2, 24, True), (OSCILLATOR, (3, 4), x**2 + p**2, None, False),
    (OSCILLATOR, (3, 4), (x**2 + p**2) ** Fraction(1, 2), 5, False),
    (OSCILLATOR, (3, 4), (x**2 + p**2) ** Fraction(1, 2), 4, True),
    (DAMPED, (1, 0), x, 0, False), (DAMPED, (1, 0), x * p, 0, False), (DAMPED, (1, 0), x, 1, True),
    (SADDLE, (1, -1), x, 0, False), (SADDLE, (1, -2), x, 0, True),  # one starts on the axis
    (SADDLE, (1, -1), x + 1, None, False), (SADDLE, (1, 0), x**2 - p**2, 1, False),
    (DRIFT, (1, 0), x, None, False), (DRIFT, (1, 1), x, None, True), (DRIFT, (1, 1), p, 1, False),
    (LOGISTIC, (2, 1), p, 7, False), (OSCILLATOR, (1, 0), exp(x), 9, False),  # not looked at
])  # fmt: skip
def test_limits_along_affine_flows_are_known_exactly(
    flow: Any, start: tuple[int, int], of: Any, limit: Any, wrong: bool
) -> None:
    assert refused(flow, start, of, limit) is wrong


def test_without_a_flow_nothing_is_known() -> None:
    assert not refused(None, (1, 0), x, 9)


@pytest.mark.parametrize("starts", [[[1], [2], [6]], [[1], [1], [1]]])
def test_many_tokens_come_to_their_mean_and_to_no_other_place(starts: Any) -> None:
    family = any_vectors("y")
    y, (thing,) = family.introduces, introduced([family])
    i, mean = tokens.any("i"), total(y[k] for k in tokens) / 3
    flow = motion({y: lambda i: total(y[k] - y[i] for k in tokens)})
    start = Instance(3, 1, values={thing: [[*map(Fraction, each)] for each in starts]})
    assert not has_no_such_limit(flow, start, {i: 0}, norm(y[i] - mean), as_scalar(0))
    assert has_no_such_limit(flow, start, {i: 0}, norm(y[i] - 2 * mean), as_scalar(0))


halves = st.integers(-4, 4).map(lambda n: fmpq(n, 2))
factors = st.one_of(  # a root, or a pair, and whether they fall
    halves.map(lambda a: ([a, 1], a > 0)),
    st.tuples(halves, st.integers(1, 3)).map(lambda bc: ([fmpq(bc[1]), bc[0], 1], bc[0] > 0)),
)


@given(st.lists(factors, max_size=4))
def test_what_has_only_falling_roots_fades(parts: Any) -> None:
    product = reduce(lambda f, part: f * fmpq_poly(part[0]), parts, fmpq_poly([1]))
    coefficients = product.coeffs()
    assert linear_flows._fades(coefficients, False) is all(falls for _, falls in parts)
    still = [falls or part[0] == 0 for part, falls in parts]
    zeros = sum(len(part) == 2 and part[0] == 0 for part, _ in parts)
    fades = all(still) and zeros <= 1
    assert linear_flows._fades(coefficients, True) is fades
