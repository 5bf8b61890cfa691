"""The words for verdicts, grades and origins, the same wherever results are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from verify.methods.table import METHODS
from verify.statements.discovery import known_to
from verify.statements.outcomes import MutantResult, StatementResult
from verify.statements.statement import Statement
from verify.writing.words import listed

ARGUMENTS = {
    "stands": "The paper's own argument stands", "broken": "The paper's own argument is broken",
    "none": "The paper gives no argument",
}  # fmt: skip
ORIGINS = {
    "printed": "Printed in the paper", "reconstructed": "Reconstructed: our copy of the paper "
                                                        "lacks the formula",
    "ours": "Ours: not in the paper",
}  # fmt: skip
NO_CLAIM = "No claim is declared: the statement consists of its steps."
# What each grade covers, as the README promises it.
GRADE_MEANINGS = {
    "kernel": "Coq accepted a proof of the claim as written, in every dimension and for any "
              "number of tokens; unless the page says otherwise, it assumes only the axioms "
              "of Coq's classical reals",
    "proved": "derived exactly, and again from the raw claim by an independent checker; "
              "equally general",
    "enclosed": "proved on a region of parameters with ball arithmetic, which bounds every "
                "rounding error",
    "argued": "the steps are decided; the conclusion is an argument in words, not checked by "
              "machine",
    "sampled": "no contradiction at exact random instances, or in one run of an experiment",
    "refuted": "there is a counterexample, exact or rigorously enclosed, or a proof of the "
               "negation",
    "inconclusive": "anything else, with its reason",
}  # fmt: skip
GRADES = tuple(GRADE_MEANINGS)


class Mark(NamedTuple):
    """How a result is shown everywhere: its sign, the word for one and for several, a colour.

    `note` is what the word does not say, and `answer` is that of a card.
    """

    sign: str
    word: str
    plural: str
    colour: str
    answer: str
    note: str = ""


RECORDED = " (recorded, not checked here)"
# In the order of a summary. A statement that needs one more assumption has a + behind its sign.
MARKS = {
    "holds": Mark("✓", "holds", "hold", "green", "Yes"),
    "recorded": Mark("(✓)", "holds", "hold", "green", "Yes", RECORDED),
    "argued": Mark("◇", "argued in words", "are argued in words", "yellow", "As argued in words"),
    "steps": Mark("◌", "checked in steps", "are checked in steps alone", "yellow", "Not known"),
    "sampled": Mark("⁙", "sampled", "agree with every sample", "yellow", "As far as was tried"),
    "false": Mark("✗", "false", "are false", "red", "No"),
    "denied": Mark("(✗)", "false", "are false", "red", "No", RECORDED),
    "open": Mark("?", "open", "are open", "yellow", "Open"),
}  # fmt: skip
MORE = "with one more assumption"


class Standing(NamedTuple):
    """A key of MARKS, and whether the statement needs one more assumption."""

    key: str
    more: bool = False

    @property
    def mark(self) -> Mark:
        """Return the sign and the words; with a + where one more assumption is needed."""
        mark = MARKS[self.key]
        more = f" {MORE}" if self.more else ""
        sign = f"({mark.sign[1]}+)" if more and mark.note else mark.sign + "+" * self.more
        word, plural = (f"{words}{more}{mark.note}" for words in (mark.word, mark.plural))
        return mark._replace(sign=sign, word=word, plural=plural)

    def counted(self, number: int) -> str:
        """Return "hold", "are false", or the same of a single statement."""
        be = "is " if self.mark.plural.startswith("are ") else ""
        return self.mark.plural if number > 1 else be + self.mark.word

    @property
    def brief(self) -> str:
        """Return the sign and one word: "✓+ holds"."""
        return f"{self.mark.sign} {MARKS[self.key].word}"


STANDINGS = tuple(Standing(key, more) for key in MARKS for more in (False, True))


def standing_counts(found: Iterable[Standing]) -> list[str]:
    """Return "25 hold", "6 are false": how many there are of each, in the order of a summary."""
    number = Counter(found)
    return [f"{number[one]} {one.counted(number[one])}" for one in STANDINGS if number[one]]


def standing(result: StatementResult) -> Standing:
    """Return how a result is shown: its verdict, as far as something has established it."""
    record = result.relied_on
    if record is not None:
        denied = record.verdict == "false"
        return Standing("denied" if denied else "recorded", record.verdict == "holds_with")
    return standing_of(result.verdict, result.grade, in_words=result.in_words)


def standing_of(verdict: str, grade: str, *, in_words: bool = True) -> Standing:
    """Return how a verdict and a grade are shown; `in_words` is whether words argue for it."""
    more = verdict == "holds_with"
    if verdict not in ("holds", "holds_with") or not grade:
        return Standing("holds" if more else verdict, more)
    weak = {"argued": "argued" if in_words else "steps", "sampled": "sampled"}
    return Standing(weak.get(grade, "holds"), more)


def verdict_words(result: StatementResult, added: str = "") -> str:
    """Return "holds with c > 0", "false"; `added` names the assumptions that it needs."""
    found = standing(result)
    mark = found.mark if not added else MARKS[found.key]
    return f"{mark.word} with {added}{mark.note}" if added and found.more else mark.word


def on_record(record: Mapping[str, str]) -> str:
    """Return the sign and the word of a verdict on record: "✓+ holds"; "–" where there is none."""
    if not record.get("verdict"):
        return "–"
    return standing_of(record["verdict"], record.get("grade", "")).brief


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


def fate(mutant: MutantResult, place: str) -> str:
    """Return what became of a mutant; `place` is where, in the notation of the text."""
    if mutant.undefined:
        return f"is undefined at {place}"
    if not mutant.refuted:
        return "SURVIVES: no method refutes it"
    return f"fails at {place}" if place else "fails"


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


def cited(statement: Statement, name: str) -> str:
    """Return the label of another statement in the proof of one, with the title of its paper.

    A label that only says how it goes on from the paper ("extends Theorem 4.1") is no name.
    """
    other = known_to(statement).get(name)
    if other is None or not other.label.text[:1].isupper():
        return name
    elsewhere = f" of “{other.paper.title}”" if other.paper != statement.paper else ""
    return f"{other.label.text}{elsewhere}"


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
