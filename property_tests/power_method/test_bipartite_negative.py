"""Paper B, Remark 10: bipartite states at a negative eigenvalue are not always unstable.

The printed remark says they always are. The witness is exact: its weights are rational, because
the scores are logarithms of rationals, so the Jacobian of the raw layer is a rational matrix and
its spectrum is read off its characteristic polynomial. The softmax itself is checked in balls.
"""

from fractions import Fraction

import flint

from property_tests.exact_vectors import characteristic_polynomial
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.matrices import diagonal

ONE = Fraction(1)
STEP, E = Fraction(1, 4), Fraction(1, 9)  # g = -ln 3, so e^{2g} = 1/9
V = diagonal([1, -2])
TOKENS = [[0, 1], [0, 1], [0, -1], [0, -1]]  # two at v_2 and two opposite, p = q = 2


def factors(*eigenvalues):
    """Return the product of z - eigenvalue."""
    out = flint.fmpq_poly([1])
    for value in eigenvalues:
        value = Fraction(value)
        out *= flint.fmpq_poly([flint.fmpq(-value.numerator, value.denominator), 1])
    return out


def tangential(jacobian):
    """Return the part of J on tangent directions: at +-e_2 in the plane, the first components."""
    return [row[0::2] for row in jacobian[0::2]]


def weights(signs, E):
    """The softmax rows at a sign pattern: E within a group against 1 between groups."""
    table = [[E if a == b else ONE for b in signs] for a in signs]
    return [[w / sum(row) for w in row] for row in table]


def rational_jacobian(signs, E, tau, V):
    """The Jacobian of the raw layer with these weights at x_i = signs_i e_2."""
    tokens = [[Fraction(0), Fraction(s)] for s in signs]

    def layer(x):
        return raw.weighted_layer(tokens=x, weights=weights(signs, E), value=V, step=tau)

    assert layer(tokens) == tokens  # the state is at rest
    return raw.raw_jacobian(layer, tokens)


def test_its_spectrum_is_exactly_25_28_and_4_7_and_twice_5_7():
    J = rational_jacobian([1, 1, -1, -1], E, STEP, V)
    found = characteristic_polynomial(tangential(J))
    assert found == factors(Fraction(25, 28), Fraction(4, 7), Fraction(5, 7), Fraction(5, 7))
    assert found != factors(Fraction(26, 28), Fraction(4, 7), Fraction(5, 7), Fraction(5, 7))
    # What is left of the whole spectrum are the four radial directions.
    assert characteristic_polynomial(J) == found * factors(0, 0, 0, 0)


def test_the_softmax_layer_itself_has_that_jacobian():
    """P = -(ln 3) I: in balls of 200 bits the Jacobian of the layer contains the rational one."""
    exact = rational_jacobian([1, 1, -1, -1], E, STEP, V)
    with working_precision(200):
        P = [[-ball(3).log(), ball(0)], [ball(0), -ball(3).log()]]
        matrix = [[ball(x) for x in row] for row in V]
        tokens = [[ball(x) for x in row] for row in TOKENS]

        def layer(x):
            return raw.softmax_layer(tokens=x, scores=P, value=matrix, step=ball(STEP))

        for before, after in zip(tokens, layer(tokens), strict=True):
            for a, b in zip(before, after, strict=True):
                assert (a - b).contains(0) and (a - b).rad() < 1e-50
        for found, wanted in zip(tangential(raw.raw_jacobian(layer, tokens)), tangential(exact),
                                 strict=True):  # fmt: skip
            for a, b in zip(found, wanted, strict=True):
                assert (a - ball(b)).contains(0) and a.rad() < 1e-50
