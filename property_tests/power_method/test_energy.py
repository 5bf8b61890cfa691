"""Paper B, Lemma 7 and Remarks 3, 4: the energy of the Oja map on exact rationals and in balls."""

from fractions import Fraction

import mpmath
from exact_strategies import rationals, symmetric_matrices, tokens_on_sphere
from hypothesis import assume, given

from property_tests.exact_vectors import in_mpmath
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, times, transpose

steps = rationals(min_value=Fraction(1, 4), max_value=3)


def mean(x):
    return [sum(column) / len(x) for column in transpose(x)]


def potential(x, V):
    """E = (n/2) s^T V s."""
    s = mean(x)
    return len(x) * dot(s, apply(V, s)) / 2


@theorem("B-R4", "B-L7")
@given(tokens_on_sphere(3, 2), symmetric_matrices(2), steps)
def test_the_exact_increment(x, V, tau):
    """dE = sum (1 + |y_i|) |dx_i|^2 / (2 tau) + (n/2) ds^T V ds, at 60 digits."""
    y = [plus(token, times(tau, apply(V, mean(x)))) for token in x]
    assume(all(dot(v, v) > Fraction(1, 100) for v in y))
    with mpmath.workdps(60):
        x, V, tau, y = in_mpmath(x), in_mpmath(V), in_mpmath(tau), in_mpmath(y)
        after = raw.oja_layer(tokens=x, value=V, step=tau)
        moves = [plus(new, times(-1, old)) for new, old in zip(after, x, strict=True)]
        gain = sum(
            (1 + mpmath.sqrt(dot(v, v))) * dot(d, d) / (2 * tau)
            for v, d in zip(y, moves, strict=True)
        )
        rise = potential(after, V) - potential(x, V)
        assert abs(rise - gain - potential(moves, V)) < mpmath.mpf(10) ** -50


@theorem("B-R4")
@given(tokens_on_sphere(3, 2), symmetric_matrices(2))
def test_the_energy_rises_in_twice_the_printed_range(x, V):
    """tau |V| < 1; the norm is bounded by the largest row sum of magnitudes."""
    norm = max(sum(map(abs, row)) for row in V)
    assume(norm > 0)
    tau = Fraction(9, 10) / norm
    with mpmath.workdps(60):
        x, V, tau = in_mpmath(x), in_mpmath(V), in_mpmath(tau)
        after = raw.oja_layer(tokens=x, value=V, step=tau)
        assert potential(after, V) - potential(x, V) > -(mpmath.mpf(10) ** -50)
