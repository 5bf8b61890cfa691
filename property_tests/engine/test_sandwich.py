"""A step of two comparisons in a row is decided, refuted and told by what its one file says."""

from __future__ import annotations

import pytest

from verify.language.mistakes import Mistake
from verify.methods import certificate, refuting, sampling, symbolic
from verify.render.narration import narrate
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.paper import Paper
from verify.statements.statement import statement
from verify.vocabulary import Sandwich, nonnegative_scalar

PAPER = Paper(key="MEANS", title="Means", authors="-", year=2026, reference="-")


def means(middle_of):
    """Return a statement that something is between two numbers, with their bounds exchanged."""

    @statement("M-1", PAPER.label("Lemma 1"), title="A mean is between")
    def made(given):
        a = given(nonnegative_scalar("a"))
        b = given(nonnegative_scalar("b"))
        middle = middle_of(a, b)
        yield (
            "The mean is between.",
            Sandwich(a, middle, a + b, because=(b / 2, a + b / 2), name="between").but_not(
                "a smaller bound", upper=a
            ),
        )

    return made


def test_it_is_decided_by_every_method_and_its_twin_is_refuted():
    right = means(lambda a, b: a + b / 2)
    wrong = means(lambda a, b: a - b / 2)
    said, false = right.declared.said[0], wrong.declared.said[0]
    assert symbolic.decide(said).outcome == "inconclusive"  # a + b/2 is not the second gap
    assert symbolic.decide(false).outcome != "proved"
    assert sampling.decide(wrong, false, count=8, seed=0).outcome == "refuted"
    (twin,) = said.step.twins
    assert refuting.refute_twin(said, twin).refuted


def test_a_right_one_is_proved_and_told_as_a_chain():
    @statement("M-2", PAPER.label("Lemma 2"), title="A mean is between")
    def made(given):
        a = given(nonnegative_scalar("a"))
        b = given(nonnegative_scalar("b"))
        yield "So.", Sandwich(a, a + b / 2, a + b, because=(b / 2, b / 2), name="between")

    (said,) = made.declared.said
    assert symbolic.decide(said).outcome == certificate.decide(said).outcome == "proved"
    (step,) = narrate(made, UnicodeNotation()).steps
    assert [d.formula for d in step.claim.displays] == [
        "a ≤ a + b/2 ≤ a + b",
        "a + b/2 − a = b/2",
        "a + b − (a + b/2) = b/2",
    ]


def test_it_wants_two_reasons():
    with pytest.raises(Mistake, match="must be two expressions"):
        Sandwich(0, 1, 2, because=[1])
