"""Small statements with outcomes that are put in by hand, for tests of verdicts."""

from dataclasses import asdict

from verify.running.engine import _assembled as assembled
from verify.statements.outcomes import (
    STRENGTH,
    Footing,
    MutantResult,
    Outcome,
)
from verify.statements.paper import Paper
from verify.statements.statement import statement
from verify.vocabulary import *

PAPER = Paper("X", "A paper", "its authors", 2026, "none")
GRADES = sorted(STRENGTH)
PROVED = [Outcome("symbolic", "proved"), Outcome("certificate", "proved")]
KERNEL = [*PROVED, Outcome("kernel", "kernel")]
SAMPLED = [Outcome("symbolic", "inconclusive"), Outcome("sampling", "sampled")]
ENCLOSED = [Outcome("enclosure", "enclosed")]
NOTHING = [Outcome("symbolic", "inconclusive")]
BY_WITNESS = [Outcome("certificate", "refuted", evidence={"witness": {"x": "1"}})]
BY_SAMPLE = [*PROVED, Outcome("sampling", "refuted", evidence={"witness": {"x": "1"}})]


def stated(body, **options):
    return statement("X-1", PAPER.label("Lemma 1"), title="A lemma", **options)(body)


STANDS = Footing({"x": "1"}, defined=True)


FOLLOWED = Outcome("sampling", "sampled", evidence={"premises met": True})  # by one trajectory


def decided(made, outcomes, mutants=(), below=(), theorem=None, followed=FOLLOWED):
    """Return the result of a statement whose steps, by name, had these outcomes.

    A `theorem` is what Coq says of its claim, and `followed` what trajectories say of it.
    """
    declared, answers = made.declared, {}
    for number, said in enumerate(declared.said):
        told = [asdict(outcome) for outcome in outcomes.get(said.name, ())]
        answers[made.id, "step", number] = {
            "outcomes": told,
            "mutants": [],
            "footing": asdict(STANDS),
        }
    for number, (why, refuted) in enumerate(mutants):
        told = [asdict(MutantResult(why, refuted))]
        answers[made.id, "mutant", number] = {"outcomes": [], "mutants": told}
    if theorem is not None and followed is not None:
        answers[made.id, "claim", 0] = {"outcomes": [asdict(followed)], "mutants": []}
    return assembled(made, answers, {})({result.id: result for result in below}, theorem)


def two_steps(given):
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    yield "Two.", Identity(x - x, 0, name="second")
