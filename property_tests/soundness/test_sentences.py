"""A sentence that says what no formula does is refused, and so is what nothing compares."""

import pytest

from verify.language.mistakes import Mistake
from verify.session import run
from verify.vocabulary import *

PAPER = Paper(key="S", title="Sentences", authors="-", year=2026, reference="-")


def tangents(says):
    @statement("S-1", PAPER.label("S"), title="tangents", origin="ours")
    def body(given: Given) -> Proof:
        y, X = given(unit_tokens("y")), given(any_vector("X"))
        i = tokens.any("i")
        yield claim(says, "tangent")
        yield "Velocities are tangent.", Identity(y[i] @ tangent(X, y[i]), 0, name="tangent")

    return body


@pytest.mark.parametrize("says", [
    "All tokens converge exponentially to consensus.", "It stays so from EVERY start.",
    "Every solution is bounded.", "It tends to 0.", "In the limit it is 0.",
    "Trajectories do not cross.", "It is stable.", "Eventually it vanishes.",
])  # fmt: skip
def test_a_sentence_about_motion_over_an_identity_is_refused(says):
    with pytest.raises(Mistake, match="the sentence of the claim mentions") as told:
        tangents(says).declared  # noqa: B018
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("says", [
    "Velocities are tangent.", "The exponential is there.", "It is limited.",
    "The formula $converge$ is none.",
])  # fmt: skip
def test_other_sentences_are_taken(says):
    assert tangents(says).declared


@pytest.mark.parametrize(("says", "part", "refused"), [
    ("It tends to 0.", lambda x: nondecreasing(x), True),
    ("It tends to 0.", lambda x: tends_to(x, 0), False),
    ("It is positive at all times.", lambda x: implies(at_start(x > 0), always(x > 0)), False),
    ("It converges.", lambda x: implies(at_start(x > 0), always(x > 0)), True),
])  # fmt: skip
def test_of_a_limit_a_proposition_has_to_speak(says, part, refused):
    @statement("S-2", PAPER.label("S"), title="limits", origin="ours")
    def body(given: Given) -> Proof:
        x = given(any_scalar("x"))
        yield claim(says, part(x), along=solution(motion({x: 1})))

    if refused:
        with pytest.raises(Mistake, match="no formula of it a limit"):
            body.declared  # noqa: B018
    else:
        assert body.declared


def squares(printed, *, false):
    relation = "refuted" if printed else ""

    @statement("S-3", PAPER.label("S"), title="squares", printed=printed, relation=relation)
    def body(given: Given) -> Proof:
        x = given(any_scalar("x"))
        yield claim("Squares are not negative.", "square")
        yield "It is.", Inequality(x**2 >= 0, because=x**2, name="square")
        if false:
            cube = Printed(x**3 >= 0, part="statement", name="cube")
            yield "As printed.", cube
            yield "At -1.", Witness(cube, {x: -1}, name="witness")

    return body


def test_what_is_called_refuted_needs_what_refutes_it():
    with pytest.raises(Mistake, match="does not fit the proof"):
        squares("Cubes are not negative.", false=False).declared  # noqa: B018
    assert squares("Cubes are not negative.", false=True).declared


def test_no_argument_stands_where_none_is_written():
    (result,) = run(squares("", false=False), methods=("certificate", "symbolic")).statements
    assert (result.verdict, result.paper_argument) == ("holds", "none")


@pytest.mark.parametrize("refused", [True, False])
def test_a_claim_that_is_its_own_hypothesis_is_refused(refused):
    @statement("S-4", PAPER.label("S"), title="itself", origin="ours")
    def body(given: Given) -> Proof:
        a, b = given(any_scalar("a")), given(any_scalar("b"))
        given(that(a <= b))
        yield claim("It is so.", a <= b if refused else a <= b + 1)

    if refused:
        with pytest.raises(Mistake, match="the claim equals the assumption a <= b"):
            body.declared  # noqa: B018
    else:
        assert body.declared
