"""What is said of the stability of a state is looked at along orbits from next to it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verify.language.motion import Layer, RawDynamics
from verify.language.symbols import thing_of
from verify.methods.following import follow
from verify.statements.claims import Claim, placed
from verify.statements.given import Given
from verify.vocabulary import (
    always,
    any_vectors,
    claim,
    coefficients,
    either,
    elapsed,
    equals,
    exp,
    for_every,
    is_exponentially_stable,
    is_stable,
    is_unstable,
    modes,
    motion,
    norm,
    orbit,
    orthogonal_to,
    tangent,
    that,
    tokens,
    unit_tokens,
    unit_vector,
)

PULLED, PUSHED = Fraction(1), Fraction(-1, 2)  # what a layer adds of the part along v


def of_one_state(word: Any, share: Any, turned: bool = False) -> Claim:
    """Return what a word says of all tokens at v, for a layer that draws each to v, or off it.

    There is a direction beside v: on a line a state of unit vectors is alone, and so stable.
    """
    given = Given()
    v = given(unit_vector("v"))
    given(that(modes.count >= 2))

    def law(x: Any) -> Layer:
        def moved(i: Any) -> Any:
            return x[i] + share * (v @ x[i]) * v

        return Layer(thing_of(x), lambda i: moved(i) / norm(moved(i)), RawDynamics("given", {}))

    place = -2 * v if turned else v
    return placed(claim("A test.", word(unit_tokens("x"), law, at=place)), given.assumed, "here")


@pytest.mark.parametrize(("word", "share"), [
    (is_exponentially_stable, PULLED), (is_stable, PULLED), (is_unstable, PUSHED),
])  # fmt: skip
def test_what_is_true_is_not_contradicted(word: Any, share: Fraction) -> None:
    outcome = follow(of_one_state(word, share), count=2)
    assert outcome.outcome == "sampled" and outcome.evidence["compared"] > 0


CONTRADICTED = [
    (is_exponentially_stable, PUSHED), (is_stable, PUSHED), (is_unstable, PULLED),
]  # fmt: skip


@pytest.mark.parametrize(("word", "share"), CONTRADICTED)
def test_what_rational_eigenvalues_contradict_is_refuted_rigorously(
    word: Any, share: Fraction
) -> None:
    outcome = follow(of_one_state(word, share), count=2)
    assert outcome.outcome == "refuted" and outcome.evidence["rigorous"]


@pytest.mark.parametrize(("word", "share"), CONTRADICTED)
def test_what_an_orbit_from_next_to_the_state_contradicts_is_told_as_an_estimate(
    word: Any, share: Fraction
) -> None:
    outcome = follow(of_one_state(word, share * exp(1) / 3), count=2)
    assert outcome.outcome == "refuted" and not outcome.evidence["rigorous"]


@pytest.mark.parametrize("word", [is_exponentially_stable, is_stable, is_unstable])
def test_a_state_that_is_none_of_its_kind_is_refuted_rigorously(word: Any) -> None:
    outcome = follow(of_one_state(word, PULLED, turned=True), count=2)
    assert outcome.outcome == "refuted" and outcome.evidence["rigorous"]


def test_a_state_from_which_a_flow_moves_tokens_is_refuted_rigorously() -> None:
    given = Given()
    v, w = given(unit_vector("v")), given(unit_vector("w"))
    said = is_stable(unit_tokens("x"), lambda x: motion({x: lambda i: tangent(w, x[i])}), at=v)
    outcome = follow(placed(claim("A test.", said), given.assumed, "here"), count=4)
    assert outcome.outcome == "refuted" and outcome.evidence["rigorous"]


def test_what_is_said_of_a_later_state_is_looked_at_there() -> None:
    given = Given()
    e, y = given(unit_vector("e")), given(unit_tokens("y"))
    layer = Layer(thing_of(y), lambda _: e, RawDynamics("given", {}))
    rests = is_stable(any_vectors("x"), layer, at=lambda i: y[i])
    later = always(either(elapsed <= 0, rests))
    along = orbit(layer, start=[y])
    assert follow(placed(claim("A test.", later, along=along), given.assumed, "here")).outcome != (
        "refuted"
    )
    beside = for_every(orthogonal_to("z", y[1]), lambda z: equals(z @ y[1], 0))
    said = claim("A test.", always(beside), along=along)
    assert follow(placed(said, given.assumed, "here")).outcome != "refuted"


@pytest.mark.parametrize(("word", "outcome"), [(is_stable, "sampled"), (is_unstable, "refuted")])
def test_a_layer_may_mention_an_index_of_what_is_said(word: Any, outcome: str) -> None:
    given = Given()
    v, c = given(unit_vector("v")), given(coefficients("c"))
    k = tokens.any("k")

    def law(x: Any) -> Layer:
        def moved(i: Any) -> Any:
            return x[i] + (1 + c[k] ** 2) * (v @ x[i]) * v

        return Layer(thing_of(x), lambda i: moved(i) / norm(moved(i)), RawDynamics("given", {}))

    said = for_every(k, word(unit_tokens("x"), law, at=v))
    found = follow(placed(claim("A test.", said), given.assumed, "here"), count=2)
    assert found.outcome == outcome
