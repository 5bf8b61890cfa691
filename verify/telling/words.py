"""The words for verdicts, grades and origins, the same wherever results are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verify.methods.table import METHODS
from verify.statements.outcomes import MutantResult, StatementResult
from verify.statements.statement import Statement
from verify.writing.words import listed

VERDICTS = {"holds": "holds", "holds_with": "holds with", "false": "false", "open": "open"}
ARGUMENTS = {
    "stands": "The paper's own argument stands", "broken": "The paper's own argument is broken",
    "none": "The paper gives no argument",
}  # fmt: skip
ORIGINS = {
    "printed": "Printed in the paper", "reconstructed": "Reconstructed: our copy of the paper "
                                                        "lacks the formula",
    "ours": "Ours: not in the paper",
}  # fmt: skip
BASES = {
    "printed": "as printed", "every_reconstruction": "every reading we found",
    "this_reconstruction": "one reading, stated here",
}  # fmt: skip
NO_CLAIM = "No claim is declared: the statement consists of its steps."
GRADES = ("kernel", "proved", "enclosed", "argued", "sampled", "refuted", "inconclusive")


def standing(result: StatementResult) -> str:
    """Return the verdict, or, of what holds as far as words or samples go, that grade.

    So that nothing which no method has proved is shown with the sign and the word of what is.
    """
    weak = result.verdict in ("holds", "holds_with") and result.grade in ("argued", "sampled")
    return result.grade if weak else result.verdict


def counted(number: int, word: str) -> str:
    """Return "1 axiom", "2 axioms"."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def fates(mutants: Sequence[MutantResult]) -> str:
    """Return "3 of 4 mutants refuted, 1 undefined"."""
    refuted, undefined = (
        sum(getattr(m, fate) for m in mutants) for fate in ("refuted", "undefined")
    )
    told = f"{refuted} of {counted(len(mutants), 'mutant')} refuted"
    return told + (f", {undefined} undefined" if undefined else "")


def rested_words(statement: Statement) -> dict[str, str]:
    """Return what a statement uses of those that it rests on, where that is some steps only."""
    words = {}
    for name, steps in statement.rested_steps.items():
        named = listed([f"“{step}”" for step in steps])
        words[name] = f" ({'step' if len(steps) == 1 else 'steps'} {named})"
    return words


def has_label(statement: Statement) -> bool:
    """Tell whether a statement stands somewhere in its paper, not only beside it."""
    return statement.label.text.strip("-–— ") != ""


def methods_used(results: Iterable[StatementResult]) -> list[str]:
    """Return the methods that said something of a step, in their usual order."""
    said = {o.method for result in results for step in result.steps for o in step.outcomes}
    return [method for method in METHODS if method in said]


def methods_left_out(results: Iterable[StatementResult]) -> str:
    """Return a sentence on the methods that no step was put to, or nothing."""
    used = methods_used(results)
    unused = [method for method in METHODS if method not in used]
    if not unused:
        return ""
    several = "methods" if len(unused) > 1 else "method"
    named = f"the {several} {listed(unused)}"
    return f"Not used in this run: {named}. With all methods more may be decided."
