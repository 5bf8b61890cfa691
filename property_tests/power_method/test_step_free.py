"""Theorem 3 and its criterion in R(E), in which the step does not occur, for tau ||V|| < 1."""

from fractions import Fraction

from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.power_method.bipartite_states import *
from property_tests.theorems.marks import theorem

shares = rationals(Fraction(1, 9), Fraction(8, 9))
spectra = st.tuples(rationals(Fraction(1, 4), 4), st.lists(nonzero, min_size=1, max_size=2)).filter(
    lambda drawn: max(drawn[1]) < drawn[0]
)


def stable(p, q, E, tau, here, others):
    """Whether all multipliers of all tokens are inside the circle; None on its boundary."""
    found = [inside_the_circle(multipliers(p, q, E, tau, here, other)) for other in others]
    return None if None in found else all(found)


@theorem("B-T3*")
@given(group_sizes, group_sizes, weights_within, shares, spectra)
@example(p=2, q=2, E=Fraction(3), share=Fraction(1, 2), spectrum=(ONE, [Fraction(1, 4)]))
@example(p=2, q=1, E=Fraction(3, 2), share=Fraction(1, 2), spectrum=(ONE, [-ONE]))
def test_at_the_first_eigenvector(p, q, E, share, spectrum):
    first, rest = spectrum
    tau = share / max(first, -min(rest))
    found = stable(p, q, E, tau, first, rest)
    assume(found is not None)
    wide = max(Fraction(p, q), Fraction(q, p)) < E
    assert found == (E > 1 and max(rest) < first * R(p, q, E) and (min(p, q) == 1 or wide))


@theorem("B-T3*")
@given(group_sizes, group_sizes, weights_within, shares, spectra)
@example(p=2, q=2, E=Fraction(1, 9), share=Fraction(1, 2), spectrum=(ONE, [Fraction(-2)]))
@example(p=2, q=2, E=Fraction(1, 9), share=Fraction(1, 2), spectrum=(ONE, [-ONE]))
def test_at_another_eigenvector(p, q, E, share, spectrum):
    first, rest = spectrum
    values = sorted(rest, reverse=True)
    tau = share / max(first, -min(rest))
    found = stable(p, q, E, tau, values[-1], [first, *values[:-1]])
    assume(found is not None)
    last = values[-1]
    wide = max(Fraction(p, q), Fraction(q, p)) < 1 / E
    simple = values.count(last) == 1
    criterion = E < 1 and last < 0 and simple and wide and first < -last * R(p, q, 1 / E)
    assert found == criterion
