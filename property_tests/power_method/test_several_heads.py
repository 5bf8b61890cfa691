"""Paper B, Appendix D.4.1: several heads at bipartite states; spectra compared as polynomials."""

from fractions import Fraction

import flint
from exact_strategies import rationals
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.power_method.exact_layers import Head, all_inside, layer_jacobian, on_tangents
from property_tests.power_method.exact_states import Scores
from property_tests.theorems.marks import theorem
from verify.numerics.matrices import diagonal

ONE, ZERO = Fraction(1), Fraction(0)
steps = rationals(min_value=Fraction(1, 4), max_value=2)


def _fmpq(x):
    return flint.fmpq(Fraction(x).numerator, Fraction(x).denominator)


def factors(*roots):
    out = flint.fmpq_poly([1])
    for root in roots:
        out *= flint.fmpq_poly([_fmpq(-root), 1])
    return out


def rank_two_heads():
    """d = 4, F = diag(2, 1, 0, 0) with g = ln 3, G = diag(0, 0, 1/2, 1/4) with g = 0."""
    first = Scores(diagonal([ZERO] * 4), ((Fraction(3), diagonal([ONE, ZERO, ZERO, ZERO])),))
    second = Scores(diagonal([ZERO] * 4))
    F = diagonal([Fraction(2), ONE, ZERO, ZERO])
    G = diagonal([ZERO, ZERO, Fraction(1, 2), Fraction(1, 4)])
    return [Head(F, first), Head(G, second)]


def opposite(d, n=4):
    return [[ONE if k % 2 == 0 else -ONE] + [ZERO] * (d - 1) for k in range(n)]


@theorem("B-D41")
def test_a_bipartite_state_of_two_heads_has_the_radius_10_13():
    """rho = 13/5; together (1 + s)/rho, apart (1 + 4/5 phi_k)/rho, and 1/rho six times."""
    J = layer_jacobian(opposite(4), rank_two_heads(), ONE)
    basis = [[Fraction(int(a == b)) for b in range(4)] for a in range(1, 4)]
    found = on_tangents(J, [basis] * 4).charpoly()
    rho = Fraction(13, 5)
    together = [(1 + Fraction(s)) / rho for s in ("1", "1/2", "1/4")]
    apart = [(1 + Fraction(s)) / rho for s in ("4/5", "0", "0")]
    within = [1 / rho] * (2 * 3)  # (n - 2)(d - 1): what makes rho > 1 necessary
    assert found == factors(*together, *apart, *within)
    assert max(together + apart + within) == Fraction(10, 13)
    assert all_inside(found)


@theorem("B-D41")
@given(
    st.sampled_from([1, 2, 3]), st.lists(rationals(), min_size=4, max_size=4),
    st.lists(rationals(), min_size=4, max_size=4),
    rationals(min_value=Fraction(1, 4), max_value=9),
    rationals(min_value=Fraction(1, 4), max_value=9), steps,
)  # fmt: skip
def test_equal_groups_at_a_common_eigenvector(half, phi, gamma, E, D, tau):
    """(1 + tau (phi_k + gamma_k))/rho, (1 + tau (t phi_k + u gamma_k))/rho, 1/rho within groups."""
    t, u = (E - 1) / (E + 1), (D - 1) / (D + 1)
    rho = 1 + tau * (t * phi[0] + u * gamma[0])
    assume(rho > 0)
    along = diagonal([Fraction(1, 2), ZERO, ZERO])
    heads = [
        Head(diagonal(values[:3]), Scores(diagonal([ZERO] * 3), ((base, along),)))
        for values, base in ((phi, E), (gamma, D))
    ]
    n = 2 * half
    J = layer_jacobian(opposite(3, n), heads, tau)
    basis = [[ZERO, ONE, ZERO], [ZERO, ZERO, ONE]]
    roots = [(1 + tau * (phi[k] + gamma[k])) / rho for k in (1, 2)]
    roots += [(1 + tau * (t * phi[k] + u * gamma[k])) / rho for k in (1, 2)]
    assert on_tangents(J, [basis] * n).charpoly() == factors(*roots, *[1 / rho] * (2 * (n - 2)))
