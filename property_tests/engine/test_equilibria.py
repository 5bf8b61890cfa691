"""Eigenvalues next to an equilibrium say exactly whether it is stable, or they say nothing."""

from typing import Any

import pytest
from flint import fmpq_poly

from verify.methods.following import follow
from verify.numerics.equilibria import _spectrum
from verify.statements.claims import placed
from verify.vocabulary import *

GROWS, STAYS, FALLS = (True, False, False), (False, True, False), (False, False, True)


@pytest.mark.parametrize(("coefficients", "flow", "layer"), [
    ([1, 1], FALLS, STAYS), ([-1, 1], GROWS, STAYS), ([0, 1], STAYS, FALLS),
    ([1, 2], FALLS, FALLS), ([-1, 2], GROWS, FALLS), ([2, 1], FALLS, GROWS),
    ([1, 0, 1], STAYS, STAYS), ([1, 0, 2], STAYS, FALLS), ([1, 1, 1], FALLS, STAYS),
    ([5, -6, 5], GROWS, STAYS), ([1, 0, 2, 0, 1], STAYS, STAYS), ([-1, 0, 1], GROWS, STAYS),
    ([4, 0, 1], STAYS, GROWS), ([1, 3, 1], FALLS, GROWS), ([1], FALLS, FALLS),
])  # fmt: skip
def test_what_roots_say(coefficients: Any, flow: Any, layer: Any) -> None:
    p = fmpq_poly(coefficients) / coefficients[-1]
    for expected, is_flow in ((flow, True), (layer, False)):
        found = _spectrum(p, is_flow)
        assert (found.grows, found.stays, found.falls) == expected


def outcome(word: Any, tokens: Any, law: Any, at: Any = None) -> str:
    given = Given()
    v = given(unit_vector("v"))
    given(that(modes.count >= 2))
    said = word(tokens("x"), lambda x: law(x, v), at=v if at is None else at)
    return follow(placed(claim("A test.", said), given.assumed, "here"), count=3).outcome


def drawn(share: Any) -> Any:
    return lambda x, v: motion({x: lambda i: share * tangent(v, x[i])})


def steps(factor: Any) -> Any:
    return lambda x, v: iteration({x: lambda i: factor * x[i]})


def scaled(factor: Any) -> Any:
    return lambda x, v: motion({x: lambda i: factor * x[i]})


CUBIC = lambda x, v: motion({x: lambda i: -(x[i] @ x[i]) * x[i]})  # noqa: E731
HALF = Fraction(1, 2)


@pytest.mark.parametrize(("law", "tokens", "at", "kind"), [
    (drawn(1), unit_tokens, None, "falls"), (drawn(-1), unit_tokens, None, "grows"),
    (drawn(0), unit_tokens, None, "stays"),
    (steps(HALF), any_vectors, zero_vector(), "falls"),
    (steps(-HALF), any_vectors, zero_vector(), "falls"),
    (steps(-1), any_vectors, zero_vector(), "stays"), (steps(1), any_vectors, None, "stays"),
    (steps(-2), any_vectors, zero_vector(), "grows"),
    (scaled(-1), any_vectors, zero_vector(), "falls"),
    (scaled(1), any_vectors, zero_vector(), "grows"),
    (CUBIC, any_vectors, zero_vector(), "stays"),
], ids=range(11))  # fmt: skip
def test_what_is_said_of_an_equilibrium(law: Any, tokens: Any, at: Any, kind: str) -> None:
    refuted = {
        "falls": [is_unstable],
        "grows": [is_stable, is_exponentially_stable],
        "stays": [is_exponentially_stable],
    }[kind]
    for word in (is_stable, is_unstable, is_exponentially_stable):
        found = outcome(word, tokens, law, at)
        assert (found == "refuted") is (word in refuted), word.__name__


def test_a_flow_that_leaves_the_sphere_is_not_asked() -> None:
    def law(x: Any, v: Any) -> Any:  # rests at v, where its derivative along v is positive
        return motion({x: lambda i: (x[i] @ v - 1) * v})

    assert outcome(is_stable, unit_tokens, law) != "refuted"
