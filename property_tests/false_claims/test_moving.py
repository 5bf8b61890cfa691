"""What an adversary says of what moves is refuted where it is seen, and never known too well."""

from typing import Any

import pytest

from property_tests.engine.claim_examples import needs_coq
from property_tests.false_claims import known, moving
from verify.methods.following import follow
from verify.running.engine import run
from verify.vocabulary import Given, Identity, Proof, any_scalar

NO_MORE = ("inconclusive", "sampled", "argued", "refuted")  # argued: a step, and words beside it
METHODS = ("symbolic", "certificate", "enclosure", "sampling")
# What Coq's families of theorems are about, and what a careless printer would let them prove.
NEAR_A_FAMILY = {
    "rate_from_two", "rate_of_halves", "decay_from_below", "one_that_stays_alone",
    "squares_of_rows", "a_name_of_the_printer", "quantifier_behind_a_premise",
    "root_without_a_value", "inverse_without_a_value", "decay_that_reaches",
}  # fmt: skip


def stated(body: moving.Body) -> Any:
    """Return a statement of a claim, and of a step, which no claim may lack."""

    def yields(given: Given) -> Proof:
        yield from body(given)
        b = given(any_scalar("beside"))
        yield "A step.", Identity(b + b, 2 * b, name="a step")

    yields.__name__ = body.__name__
    return known.of(body.__name__, yields)


@pytest.mark.parametrize("body", moving.SEEN, ids=lambda body: body.__name__)
@pytest.mark.long
def test_trajectories_refute_it(body: moving.Body) -> None:
    assert follow(stated(body).declared.claim, count=80).outcome == "refuted"


@pytest.mark.long
def test_nothing_false_of_what_moves_is_known_better_than_argued() -> None:
    made = [stated(body) for body in (*moving.SEEN, *moving.UNSEEN)]
    for result in run(made, methods=METHODS, fresh=True, jobs=1).statements:
        assert result.grade in NO_MORE, result.id


@needs_coq
@pytest.mark.long
def test_families_of_theorems_prove_nothing_false_of_what_moves() -> None:
    bodies = [b for b in (*moving.SEEN, *moving.UNSEEN) if b.__name__ in NEAR_A_FAMILY]
    assert len(bodies) == len(NEAR_A_FAMILY)
    made = [stated(body) for body in bodies]
    for result in run(made, methods=(*METHODS, "kernel"), jobs=2).statements:
        assert result.grade in NO_MORE, result.id
