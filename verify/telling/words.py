"""The words for verdicts, grades and origins, the same wherever results are told."""

from __future__ import annotations

from collections.abc import Sequence

from verify.statements.statement import Statement

VERDICTS = {"holds": "holds", "holds_with": "holds with", "false": "false", "open": "open"}
ARGUMENTS = {
    "stands": "The paper's own argument stands", "broken": "The paper's own argument is broken",
    "none": "The paper gives no argument",
}  # fmt: skip
ORIGINS = {
    "printed": "Printed in the paper", "reconstructed": "Reconstructed: the formula was lost",
    "ours": "Ours: not in the paper",
}  # fmt: skip
BASES = {
    "printed": "as printed", "every_reconstruction": "the formula was lost; every reading of it",
    "this_reconstruction": "the formula was lost; as reconstructed here",
}  # fmt: skip
GRADES = ("kernel", "proved", "enclosed", "sampled", "refuted", "inconclusive")


def counted(number: int, word: str) -> str:
    """Return "1 axiom", "2 axioms"."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def has_label(statement: Statement) -> bool:
    """Tell whether a statement stands somewhere in its paper, not only beside it."""
    return statement.label.text.strip("-–— ") != ""
