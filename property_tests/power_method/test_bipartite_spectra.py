"""Paper B, Appendix D.4.1 and Remark 10: spectra at bipartite states, of one head and of several.

The raw layer is differentiated by dual numbers in balls of 400 bits.
"""

from fractions import Fraction

import flint
from exact_strategies import rationals
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.exact_vectors import ball, close, linear_factors, raw_jacobian
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.balls import working_precision
from verify.numerics.matrices import diagonal

steps = rationals(min_value=Fraction(1, 4), max_value=2)
positive = rationals(min_value=Fraction(1, 4), max_value=9)
numbers = st.lists(rationals(), min_size=3, max_size=3)


def has_spectrum(heads, tau, n, multipliers):
    """Whether n tokens at e_1 and -e_1 in turn have these multipliers on tangent directions.

    A head is the diagonal of its V and E = e^(2g), where P = g I. The spectra are compared as
    polynomials.
    """
    d = len(heads[0][0])
    with working_precision(400):
        value = [ball(diagonal(spectrum)) for spectrum, _ in heads]
        scores = [diagonal([ball(E).log() / 2] * d) for _, E in heads]
        x = ball([[(-1) ** i, *[0] * (d - 1)] for i in range(n)])

        def layer(tokens):
            return raw.softmax_layer(tokens=tokens, scores=scores, value=value, step=ball(tau))

        assert close(layer(x), x)
        J = raw_jacobian(layer, x)
        tangent = [i for i in range(n * d) if i % d]
        found = flint.arb_mat([[J[i][j] for j in tangent] for i in tangent]).charpoly()
        wanted = linear_factors(multipliers)
        assert found.degree() == wanted.degree()
        return close([found.coeffs()], [[flint.arb(b) for b in wanted.coeffs()]])


@theorem("B-D41")
def test_a_bipartite_state_of_two_heads_has_the_radius_10_13():
    """rho = 13/5; together (1 + s)/rho, apart (1 + 4/5 phi_k)/rho, and 1/rho six times."""
    heads = [([2, 1, 0, 0], 9), ([0, 0, Fraction(1, 2), Fraction(1, 4)], 1)]  # g = ln 3, and 0
    rho = Fraction(13, 5)
    together = [(1 + Fraction(s)) / rho for s in ("1", "1/2", "1/4")]
    apart = [(1 + Fraction(s)) / rho for s in ("4/5", "0", "0")]
    within = [1 / rho] * (2 * 3)  # (n - 2)(d - 1): what makes rho > 1 necessary
    found = [(root, 1) for root in together + apart + within]
    assert has_spectrum(heads, 1, 4, found)
    assert not has_spectrum(heads, 1, 4, [*found[:-1], (1, 1)])
    assert max(found) == (Fraction(10, 13), 1)


@theorem("B-D41")
@given(st.sampled_from([1, 2, 3]), numbers, numbers, positive, positive, steps)
def test_equal_groups_at_a_common_eigenvector(half, phi, gamma, E, D, tau):
    """(1 + tau (phi_k + gamma_k))/rho, (1 + tau (t phi_k + u gamma_k))/rho, 1/rho within groups."""
    t, u = (E - 1) / (E + 1), (D - 1) / (D + 1)
    rho = 1 + tau * (t * phi[0] + u * gamma[0])
    assume(rho > 0)
    roots = [(1 + tau * (phi[k] + gamma[k])) / rho for k in (1, 2)]
    roots += [(1 + tau * (t * phi[k] + u * gamma[k])) / rho for k in (1, 2)]
    found = [*((root, 1) for root in roots), (1 / rho, 2 * (2 * half - 2))]
    assert has_spectrum([(phi, E), (gamma, D)], tau, 2 * half, found)


def test_two_groups_at_a_negative_eigenvalue_attract():
    """V = diag(-2, 1) and g = -ln 3: Remark 10 says that such states are unstable."""
    head = ([-2, 1], Fraction(1, 9))
    found = [(Fraction(25, 28), 1), (Fraction(4, 7), 1), (Fraction(5, 7), 2)]
    assert has_spectrum([head], Fraction(1, 4), 4, found)
    assert not has_spectrum([head], Fraction(1, 4), 4, [(Fraction(26, 28), 1), *found[1:]])
