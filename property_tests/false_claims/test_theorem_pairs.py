"""Of two theorems that differ in one word the false one is never proved, and refuted where seen."""

import pytest

from property_tests.engine.claim_examples import needs_coq
from property_tests.false_claims import known
from property_tests.false_claims import theorem_pairs as pairs
from verify.methods.following import follow
from verify.running.engine import run
from verify.statements.outcomes import STRENGTH

METHODS = ("symbolic", "certificate", "enclosure", "sampling")
QUICKLY = 19  # pairs of which the false one is refuted by as many trajectories as a run takes
IN_THE_LONG_RUN = (pairs.harmonic, pairs.some_limit)  # false by what no finite time shows
EXACTLY = (  # by what is known exactly, so that a run says that they are false
    pairs.stable_by_oja,
    pairs.stability_and_attraction,
    pairs.decay,
    pairs.strictly_above,
    pairs.comparison,
    pairs.means_are_kept,
    pairs.oja_rises,
    pairs.unit_length,
    pairs.a_drawn_token,
    pairs.one_token,
    pairs.opposite_tokens,
)
OF_A_FAMILY = (pairs.comparison, pairs.harmonic, pairs.decay, pairs.strictly_above)


def claimed(pair, true):
    return known.of(pair.__name__, pairs.body(pair, true))


@pytest.mark.parametrize("pair", pairs.PAIRS, ids=lambda pair: pair.__name__)
@pytest.mark.long
def test_trajectories_refute_the_false_one(pair) -> None:
    found = follow(claimed(pair, False).declared.claim, count=80)
    assert (found.outcome == "refuted" and found.evidence["rigorous"]) is (
        pair not in IN_THE_LONG_RUN
    )


@pytest.mark.parametrize("pair", pairs.PAIRS, ids=lambda pair: pair.__name__)
@pytest.mark.long
def test_trajectories_never_refute_the_true_one(pair) -> None:
    assert follow(claimed(pair, True).declared.claim, count=6).outcome != "refuted"


@pytest.mark.long
def test_most_are_refuted_in_a_run() -> None:
    found = [follow(claimed(pair, False).declared.claim).outcome for pair in pairs.PAIRS]
    assert found.count("refuted") >= QUICKLY


@pytest.mark.long
def test_what_is_exactly_false_has_the_verdict_false_and_its_true_one_has_not() -> None:
    made = [known.of(f"{p.__name__}-{t}", pairs.body(p, t)) for p in EXACTLY for t in (0, 1)]
    for result in run(made, methods=METHODS, fresh=True, jobs=2).statements:
        false = result.id.endswith("0")
        assert (result.grade == "refuted") is false, result.id
        assert (result.verdict == "false") is false, result.id


@pytest.mark.long
def test_no_false_one_is_known_better_than_argued() -> None:
    made = [known.of(f"{p.__name__}-false", pairs.body(p, False)) for p in pairs.PAIRS]
    for result in run(made, methods=METHODS, fresh=True, jobs=2).statements:
        assert STRENGTH[result.grade] <= STRENGTH["argued"], result.id


@pytest.mark.long
@needs_coq
def test_families_of_theorems_prove_none_of_the_false_ones() -> None:
    made = [known.of(f"{p.__name__}-{t}", pairs.body(p, t)) for p in OF_A_FAMILY for t in (0, 1)]
    grades = {r.id: r.grade for r in run(made, methods=(*METHODS, "kernel"), jobs=2).statements}
    proved = {name for name, grade in grades.items() if grade == "kernel"}
    assert proved >= {"F-comparison-1", "F-harmonic-1", "F-strictly_above-1"}
    assert not [name for name in proved if name.endswith("0")]


def test_an_orbit_that_comes_back_tends_to_nothing_else() -> None:
    orbit = follow(claimed(pairs.step_at_the_threshold, False).declared.claim, count=80)
    assert orbit.evidence["rigorous"] and orbit.evidence["witness"]["step"] == "2"
