"""Paper A, section 5: a dominant eigenvalue gathers all tokens, whoever attends to whom.

The least part along the common eigenvector v grows at least like kappa c (1 - c^2), where every
head contributes its own lambda - Lambda. Everything here is exact.
"""

from __future__ import annotations

from fractions import Fraction

from exact_strategies import masks, orthogonal_matrices, rationals, tokens_on_sphere
from hypothesis import assume, given
from hypothesis import strategies as st

from verify.numerics import raw, shapes
from verify.numerics.matrices import apply, diagonal, dot, times

light = rationals(min_value=0, max_value=3)
any_two = st.lists(rationals(), min_size=2, max_size=2)
spectra = st.tuples(light, any_two)  # the eigenvalue of v, which is not negative, and the others
tables = st.lists(st.lists(light, min_size=3, max_size=3), min_size=3, max_size=3)


def rows_of_one(table, mask):
    """Weights whose rows add up to 1 over what the token sees."""
    rows = []
    for weights, seen in zip(table, mask, strict=True):
        row = [w * bit for w, bit in zip(weights, seen, strict=True)]
        row = row if any(row) else list(seen)
        rows.append([Fraction(w) / sum(row) for w in row])
    return rows


def in_hemisphere(v, tokens):
    assume(all(dot(v, y) != 0 for y in tokens))
    return [y if dot(v, y) > 0 else times(-1, y) for y in tokens]


@given(
    orthogonal_matrices(3),
    st.lists(spectra, min_size=1, max_size=2),
    tokens_on_sphere(3, 3),
    masks(3),
    st.lists(tables, min_size=2, max_size=2),
)
def test_the_least_part_grows_by_what_all_heads_contribute(Q, heads, y, mask, weights):
    mask = [row if any(row) else [1, 1, 1] for row in mask]
    v, y = Q[0], in_hemisphere(Q[0], y)
    values = [shapes.with_spectrum(Q, [lam, *others]) for lam, others in heads]
    alpha = [rows_of_one(table, mask) for table in weights[: len(heads)]]
    velocity = raw.attention(tokens=y, weights=alpha, value=values, mask=mask)
    kappa = sum(lam - max(map(abs, others)) for lam, others in heads)
    parts = [dot(v, token) for token in y]
    c = min(parts)
    for part, moved in zip(parts, velocity, strict=True):
        if part == c:
            assert dot(v, moved) >= kappa * c * (1 - c**2)


@given(orthogonal_matrices(3), spectra, tokens_on_sphere(2, 3))
def test_one_summand_is_bounded_where_the_other_part_is_not_less(Q, spectrum, y):
    """lambda b_j - b_i y_i^T U y_j >= (lambda - Lambda) b_i (1 - b_i^2) for b_j >= b_i >= 0."""
    lam, others = spectrum
    U, Lam = shapes.with_spectrum(Q, [lam, *others]), max(map(abs, others))
    near, far = sorted(in_hemisphere(Q[0], y), key=lambda token: dot(Q[0], token))
    b, more = dot(Q[0], near), dot(Q[0], far)
    off = dot(near, apply(U, far)) - lam * b * more
    assert off <= Lam * (1 - (b**2 + more**2) / 2)
    assert lam * more - b * dot(near, apply(U, far)) >= (lam - Lam) * b * (1 - b**2)


@given(
    rationals(min_value=Fraction(1, 4), max_value=2),
    rationals(min_value=0, max_value=3),
    rationals(min_value=0, max_value=3),
)
def test_a_gap_is_not_enough(half, own, other):
    """U = diag(1, -5), y = (c, +-s): c' = c s^2 (6 alpha_11 - 4 alpha_12)."""
    c, s = shapes.stereographic([half])
    c = abs(c)
    y = [[c, s], [c, -s]]
    velocity = raw.attention(tokens=y, weights=[[own, other]] * 2, value=diagonal([1, -5]))
    assert velocity[0][0] == c * s**2 * (6 * own - 4 * other)
    gap, gperp = 6, 1 - 5
    assert velocity[0][0] >= gperp * c * s**2 * (own + other)
    if other > 0 and c * s != 0:  # what the gap would give
        assert velocity[0][0] < gap * c * s**2 * (own + other)
    if 2 * other > 3 * own and c * s != 0:
        assert velocity[0][0] < 0


@given(rationals(min_value=Fraction(1, 20), max_value=1), rationals(), light)
def test_the_squared_slope_falls_at_twice_the_rate(c, f, kappa):
    """R = (1 - c^2)/c^2 has R' = -2 f/c^3: at most -2 kappa R for f >= kappa c (1 - c^2).

    The difference quotient is exact: R(c + h) - R(c) = h (-2/c^3 + h ...).
    """

    def slope(x):
        return (1 - x**2) / x**2

    h = Fraction(1, 10**6)
    quotient = (slope(c + h) - slope(c)) / h
    assert abs(quotient + 2 / c**3) <= h * 3 / c**4
    if f >= kappa * c * (1 - c**2):
        assert -2 * f / c**3 <= -2 * kappa * slope(c)


def test_with_a_negative_eigenvalue_the_least_part_falls():
    """U = diag(-1, 0), two tokens, the least part sees only the other one."""
    y = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(4, 5), Fraction(3, 5)]]
    velocity = raw.attention(tokens=y, weights=[[0, 1], [0, 1]], value=diagonal([-1, 0]))
    c, more = y[0][0], y[1][0]
    assert velocity[0][0] == -more * (1 - c**2) < -1 * c * (1 - c**2)
