"""The strategies themselves: exact, and as often in the corners as stated."""

from functools import cache

import pytest
from exact_strategies import *
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from verify.numerics.exact import Sizes
from verify.numerics.matrices import apply, dot, identity, plus, product, times, transpose
from verify.numerics.rational_matrices import rank
from verify.numerics.strategies import instances
from verify.vocabulary import *

CASES = 600
NEAR = Fraction(1, 10)
dimensions = pytest.mark.parametrize("dimension", [1, 2, 3, 4])


@cache
def values_of(strategy):
    """Many values of a strategy, as hypothesis generates them."""
    seen = []

    @settings(
        max_examples=CASES,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def look(value):
        seen.append(value)

    look()
    return seen


def share(strategy, event):
    """How often an event happens among the values of a strategy."""
    hits = [bool(event(value)) for value in values_of(strategy)]
    return Fraction(sum(hits), len(hits))


def smallest(strategy, event):
    """What a value with a property shrinks to."""
    return find(
        strategy,
        event,
        settings=settings(max_examples=500, derandomize=True, database=None, deadline=None),
    )


def square(v):
    return dot(v, v)


def between(u, v):
    return square(plus(u, times(-1, v)))


@dimensions
@given(data=st.data())
@pytest.mark.long
def test_points_and_matrices_are_exactly_what_they_are_called(dimension, data):
    assert square(data.draw(unit_vectors(dimension))) == 1
    assert all(square(z) == 1 for z in data.draw(tokens_on_sphere(3, dimension)))
    ellipsoid = data.draw(ellipsoids(dimension))
    assert product(ellipsoid.factor, transpose(ellipsoid.factor)) == ellipsoid.matrix
    ellipsoid, points = data.draw(tokens_on_ellipsoid(2, dimension))
    assert all(dot(y, apply(ellipsoid.matrix, y)) == 1 for y in points)
    turn = data.draw(orthogonal_matrices(dimension))
    assert product(turn, transpose(turn)) == identity(dimension)
    metric = data.draw(positive_definite_matrices(dimension))
    assert metric == transpose(metric)
    assert rank(metric) == dimension


@given(st.integers(1, 4), st.booleans(), st.data())
def test_weights_and_masks_are_stochastic_and_causal(tokens, causal, data):
    table = data.draw(stochastic_matrices(tokens, causal=causal))
    mask = data.draw(masks(tokens, causal=causal, sees_itself=True))
    for i in range(tokens):
        assert sum(table[i]) == 1
        assert min(table[i]) >= 0
        assert mask[i][i] == 1
        assert not causal or not any(table[i][i + 1 :] + mask[i][i + 1 :])


W = positive_definite("W")
y = unit_tokens("y", W.introduces)
V = symmetric_operator("V")
spectral = diagonalised("v", "lam", of=V.introduces)
lam = spectral.introduces[1]
P, A, N, alpha = (
    any_operator("P"), row_stochastic("A"), attention_mask("N"), nonnegative_head_weights("alpha")
)  # fmt: skip
c = covector("c")
tau = positive_scalar("tau")
ASSUMED = [W, y, V, spectral, P, A, N, alpha, c, open_hemisphere(y.introduces, along=c.introduces),
           tau]  # fmt: skip
drawn = instances(ASSUMED)
pairs = tokens_on_sphere(2, 3)


def spread(values):
    sizes = [abs(x) for x in values if x != 0]
    return max(sizes) / min(sizes) if sizes else Fraction(1)


def is_zero(matrix):
    return not any(x for row in matrix for x in row)


def repeats(values):
    return len(set(values)) < len(values)


CORNERS = {
    # event: (strategy, event, least share)
    "two dimensions": (drawn, lambda e: e.dimension == 2, "1/5"),
    "one token": (drawn, lambda e: e.tokens == 1, "1/10"),
    "three tokens": (drawn, lambda e: e.tokens == 3, "1/10"),
    "two heads": (drawn, lambda e: e.heads == 2, "1/5"),
    "W = I": (drawn, lambda e: e[W.introduces] == identity(e.dimension), "1/10"),
    "W != I": (drawn, lambda e: e[W.introduces] != identity(e.dimension), "1/2"),
    "stretched W": (drawn, lambda e: spread(map(max, e[W.introduces])) > 50, "1/20"),
    "P = 0": (drawn, lambda e: is_zero(e[P.introduces]), "1/20"),
    "P nilpotent": (
        drawn,
        lambda e: is_zero(product(*[e[P.introduces]] * 2)) and not is_zero(e[P.introduces]),
        "1/50",
    ),
    "P not symmetric": (drawn, lambda e: e[P.introduces] != transpose(e[P.introduces]), "1/4"),
    "repeated eigenvalue": (drawn, lambda e: repeats(e[lam]), "1/5"),
    "extreme eigenvalues": (drawn, lambda e: spread(e[lam]) >= 50, "1/20"),
    "eigenvalue 0": (drawn, lambda e: 0 in e[lam], "1/50"),
    "negative eigenvalue": (drawn, lambda e: min(e[lam]) < 0, "1/4"),
    "large step": (drawn, lambda e: e[tau.introduces] >= 10, "1/50"),
    "small step": (drawn, lambda e: e[tau.introduces] <= NEAR, "1/50"),
    "a row on one token": (
        drawn, lambda e: e.tokens > 1 and any(max(row) == 1 for row in e[A.introduces]), "1/10"
    ),
    "a token that sees nobody": (
        drawn, lambda e: not all(any(row) for row in e[N.introduces]), "1/10"
    ),
    "everybody sees everybody": (
        drawn, lambda e: e.tokens > 1 and all(map(all, e[N.introduces])), "1/20"
    ),
    "equal tokens": (pairs, lambda z: z[0] == z[1], "1/20"),
    "nearly equal tokens": (pairs, lambda z: 0 < between(*z) < NEAR, "1/20"),
    "opposite tokens": (pairs, lambda z: z[0] == times(-1, z[1]), "1/20"),
    "nearly opposite tokens": (pairs, lambda z: 0 < between(z[0], times(-1, z[1])) < NEAR, "1/20"),
    "tokens in general position": (
        pairs, lambda z: between(*z) > NEAR and between(z[0], times(-1, z[1])) > NEAR, "1/4"
    ),
    "a reflection": (
        orthogonal_matrices(2), lambda q: q[0][0] * q[1][1] - q[0][1] * q[1][0] == -1, "1/5"
    ),
    "rank one": (square_matrices(3), lambda m: rank(m) == 1, "1/20"),
}  # fmt: skip


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.long
def test_a_corner_is_reached_as_often_as_stated(corner):
    strategy, event, least = CORNERS[corner]
    assert share(strategy, event) >= Fraction(least)


def test_contradictory_assumptions_have_no_instance():
    contradiction = [tau, that(tau.introduces < 0)]
    with pytest.raises(Unsatisfiable):
        smallest(instances(contradiction), lambda e: True)


@given(instances(ASSUMED, sizes=Sizes(tokens=(4, 5), dimension=(4, 4), heads=(3, 3))))
def test_sizes_may_be_chosen(instance):
    assert instance.tokens in (4, 5)
    assert (instance.dimension, instance.heads) == (4, 3)
    assert [len(instance[y.introduces]), len(instance[alpha.introduces])] == [instance.tokens, 3]
