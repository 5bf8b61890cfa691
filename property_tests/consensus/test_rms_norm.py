"""RMSNorm with gains, written out by hand: sqrt(d) (gain * x) / |x|, after a layer and before it.

In dimension 4 the factor sqrt(d) is 2, and tokens have rational lengths, so everything is exact.
"""

from fractions import Fraction

import flint
from exact_strategies import *
from hypothesis import given
from hypothesis import strategies as st

from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, plus, times
from verify.numerics.number import reciprocal, square_root

TOKENS = range(3)
positive = rationals(min_value=Fraction(1, 4), max_value=3)
nonzero = rationals().filter(bool)
gains = st.lists(nonzero, min_size=4, max_size=4)


def rms_norm(x, gain):
    """Divide by the root mean square of the entries, which is |x| / 2, and apply the gains."""
    scale = 2 * reciprocal(square_root(dot(x, x)))
    return [g * (scale * entry) for g, entry in zip(gain, x, strict=True)]


def ellipsoid(gain):
    """W = diag(gain^-2) / d."""
    return diagonal([1 / (4 * g**2) for g in gain])


def scaled(gain, x):
    return [g * entry for g, entry in zip(gain, x, strict=True)]


@given(unit_vectors(4), positive, gains)
def test_rms_norm_is_the_projection_after_the_gains(z, size, gain):
    x, W = times(size, z), ellipsoid(gain)
    image = rms_norm(x, gain)
    assert dot(image, apply(W, image)) == 1
    assert image == raw.normalised(scaled(gain, x), W)


@given(unit_vectors(4), gains)
def test_it_leaves_its_image_alone_for_equal_positive_gains_only(z, gain):
    image = rms_norm(z, [gain[0]] * 4)
    assert rms_norm(image, [gain[0]] * 4) == (image if gain[0] > 0 else times(-1, image))
    if len(set(gain)) > 1:  # some e_p + e_m turns
        p = next(k for k in range(4) if gain[k] != gain[0])
        x = [Fraction(k in (0, p)) for k in range(4)]
        turned = scaled(gain, x)
        assert turned[0] * x[p] != turned[p] * x[0]


def velocities(y, alpha, U, gain):
    """y_i' = sum_j alpha_ij U N(y_j)."""
    out = []
    for i in TOKENS:
        v = [Fraction(0)] * 4
        for j in TOKENS:
            v = plus(v, times(alpha[i][j], apply(U, rms_norm(y[j], gain))))
        out.append(v)
    return out


def test_the_example_approaches_consensus_like_one_over_t():
    """sqrt(2) (r + k log(a / (k + r))) is the time; tan(angle/2) = k/a is like sqrt(2) k/t."""
    with flint.ctx.workprec(200):
        k, root = flint.arb(3), flint.arb(2).sqrt()

        def time(a):
            r = (a * a + k * k).sqrt()
            return root * (r + k * (a / (k + r)).log())

        start = time(flint.arb(1))
        for power in (3, 6, 9):
            a = flint.arb(10) ** power
            t = time(a) - start
            tangent, wanted = k / a, root * k / t
            assert abs(tangent / wanted - 1) < 100 / a
            assert tangent > (-t / 100).exp()


@given(unit_vectors(4), positive, positive, positive)
def test_a_token_opposite_the_first_runs_into_0(e, a, to_first, extra):
    """y_1 = e, y_2 = -a e: if it attends to itself less, y_2' = (A - B) e until it is 0."""
    to_itself = to_first / (1 + extra)
    alpha = [[0, 0, 0], [to_first, to_itself, 0], [0, 0, 0]]
    y = [e, times(-a, e), e]
    v = velocities(y, alpha, diagonal([Fraction(1, 2)] * 4), [1] * 4)
    assert v[1] == times(to_first - to_itself, e) and to_first > to_itself
