"""The verdict card: what a statement says, whether it holds, what is wrong, what is true instead.

It is computed once, from a statement and its result, in a notation; every surface only sets it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from verify.render.hypotheses import conclusions
from verify.render.narration import Narrator, StepText
from verify.render.printed import (
    answer_in_brief,
    charged,
    claim_heading,
    printed_words,
    related_words,
)
from verify.render.witnesses import witness_parts
from verify.render.words import ARGUMENTS, NO_CLAIM, counted, standing, verdict_words
from verify.statements.assumption import handle_matches, phrased
from verify.statements.outcomes import UNDEFINED, StatementResult, StepResult
from verify.statements.statement import Statement
from verify.statements.step import Said
from verify.steps.shows import measured_words, size_words
from verify.writing.definitions import Display
from verify.writing.notation import Notation
from verify.writing.words import listed

Part = str | Display
Others = Mapping[str, tuple[Statement, StatementResult | None]]
READINGS = {
    "printed": "", "every_reconstruction": ", in every reading we found",
    "this_reconstruction": ", as read here",
}  # fmt: skip
THE_PRINTED = "the printed statement"
MOST = 5  # parts of a witness, and steps of a claim, that are told in a card
SIDES = ("left", "right")
FEW = 2  # measurements: the steps have all of them


@dataclass(frozen=True)
class Charge:
    """A printed claim and the steps that refute it, with an instance and what its sides equal.

    `shown` is the formula of the printed claim that `decisive` refutes at the instance `place`, or
    `denied` for all values.
    """

    printed: StepText
    argument: bool
    against: tuple[StepText, ...]
    shown: Display
    decisive: StepText
    denied: bool
    place: Mapping[str, Any]
    sides: Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """A question, and what answers it: sentences, and formulas on lines of their own."""

    heading: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Card:
    """The answers to what a reader asks first; `colour` is that of the verdict, "" without one.

    `printed` is what the paper says, `says` what is claimed here and how the two relate. `formal`
    is the claim in formulas, which surfaces may fold, and `deciding` are the numbers of the steps
    that refute what is printed. `against` has the instance and the numbers that do.
    """

    colour: str
    answer: str
    printed: Row
    says: Row
    formal: tuple[str, ...]
    holds: Row
    wrong: Row
    against: Row
    instead: Row
    why: Row
    deciding: frozenset[int]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return the rows that say something, in a reader's order."""
        return tuple(row for row in self.every if row is not self.against)

    @property
    def every(self) -> tuple[Row, ...]:
        """Return the same with the counterexample behind what is wrong."""
        begin = (self.printed, self.says, self.holds, self.wrong, self.against)
        return tuple(row for row in (*begin, self.instead, self.why) if row.parts)


def verdict_card(
    statement: Statement, result: StatementResult | None, notation: Notation, others: Others
) -> Card:
    """Return the card of a statement in a notation; `others` are those that may be its repairs."""
    narrator = Narrator(statement, notation)  # of its own: it tells every definition anew
    made = _Made(statement, result, narrator, others)
    claimed, told = statement.declared.claim, narrator.claim()
    in_formulas = told is not None and claimed is not None and claimed.propositions
    return Card(
        standing(result).mark.colour if result is not None else "",
        made.answer(),
        Row("Printed", tuple(printed_words(statement, narrator.prose))),
        Row(claim_heading(statement, result), tuple(made.says())),
        told.sentences if told is not None and in_formulas else (),
        Row(f"Does {THE_PRINTED if statement.printed else 'it'} hold?", tuple(made.holds())),
        Row("What is wrong", tuple(made.wrong())),
        Row("Counterexample", tuple(made.against())),
        Row("True instead", tuple(made.instead())),
        Row("Why", tuple(made.why())),
        frozenset(c.against[-1].number for c in made.charges if c.against and not c.argument),
    )


def charges(statement: Statement, result: StatementResult, narrator: Narrator) -> list[Charge]:
    """Return the printed claims of a statement that are refuted, each with what refutes it."""
    steps = {step.name: step for step in result.steps}
    found: list[Charge] = []
    for printed, against in charged(statement, steps):
        told, quoted = narrator.step(printed), [_quoted(said, narrator) for said in against]
        more = [said for said in against if said.step.role == "witness"][1:]
        pairs = [pair for pair in zip(against, quoted, strict=True) if pair[0] not in more]
        last, decisive = next(
            (pair for pair in pairs if pair[0].step.in_numbers(pair[0])), pairs[-1]
        )
        _, denied = last.step.denied() or (None, None)
        found_at = [k for k, formula in enumerate(printed.step.denials()) if formula is denied]
        witness = last.step.in_numbers(last) or steps[last.name].witness
        found += [Charge(
            printed=told,
            argument=printed.step.part == "argument",
            against=tuple(quoted),
            shown=replace(told.claim.displays[found_at[0] if found_at else -1], lead=""),
            decisive=decisive,
            denied=denied is not None,
            place=_short(witness),
            sides={key: witness[key] for key in SIDES if key in witness},
        )]  # fmt: skip
    return found


class _Made:
    """Makes the rows of one card."""

    def __init__(
        self,
        statement: Statement,
        result: StatementResult | None,
        narrator: Narrator,
        others: Others,
    ) -> None:
        self.statement, self.result, self.narrator = statement, result, narrator
        self.others = others
        self.declared, self.claimed = statement.declared, statement.declared.claim
        self.prose, self.notation, self.steps = (
            narrator.prose, narrator.notation, narrator.teller.steps
        )  # fmt: skip
        self.charges = [] if result is None else charges(statement, result, narrator)

    def says(self) -> Iterable[Part]:
        """Yield the claim, how it relates to what is printed, and the formulas of its steps."""
        if self.claimed is None:
            return
        yield related_words(self.statement, self.added(), self.prose)
        if not self.claimed.propositions:
            for name in self.claimed.steps[:MOST]:
                said = self.statement.said(name)
                shown = () if said.step.part else self.narrator.step(said).claim.displays[:1]
                yield from (display for display in shown if display.sign)

    def added(self) -> list[str]:
        """Return the assumptions that the paper does not make, in words."""
        return [self.narrator.phrase(a.assumption) for a in self.declared.assumed if a.added]

    def answer(self) -> str:
        """Return the answer in a few words, with what it depends on."""
        if self.result is None:
            return "Not decided here"
        answer = answer_in_brief(self.statement, self.result)
        if standing(self.result).more:
            added = self.added()
            answer = f"{answer} if {listed(added)}" if added else "Only with more"
        return f"{answer}{READINGS[self.statement.basis]}"

    def holds(self) -> Iterable[Part]:
        """Yield the answer, how that is known, and what of it depends on how the text is read."""
        result = self.result
        if result is None:
            yield f"{self.answer()}."
            return
        argument, axioms = result.paper_argument, len(result.axioms)
        false = result.verdict == "false"
        beside = [
            f" {ARGUMENTS[argument]}." if argument != "none" else "",
            f" It rests on {counted(axioms, 'external theorem')}." if axioms and not false else "",
        ]
        yield f"{self.answer()}. {self.known(result)}{''.join(beside)}"
        measured = [pair for step in result.steps for pair in _measured(step)]
        if measured:
            run = measured[0][0]
            told = [self.prose(words) for size, words in measured if size == run][:FEW]
            more = len(measured) - len(told)
            rest = f" The record has {more} more." if more > 0 else ""
            yield f"Measured in {self.prose(run)}. {'. '.join(told)}.{rest}"

    def known(self, result: StatementResult) -> str:
        """Return by what the verdict is known, in a sentence."""
        claim, grade = result.claim, result.known
        if result.relied_on is not None:
            steps = f" Checked here: its steps are {result.steps_grade}."
            words = result.relied_on.words
            return f"A{words[1:]}.{steps if result.steps_grade else ''}"
        denied = self.claimed is not None and self.claimed.refuted
        if grade == "refuted" and not (denied and claim is not None and claim.theorem):
            followed = None if claim is None else claim.followed
            shown = followed is not None and (followed.outcome == "refuted" or denied)
            record = result.recorded if denied else None
            negation = f" The negation is {record.words}." if record is not None else ""
            moves = self.claimed is not None and self.claimed.along is not None
            by = f"an exact {'orbit' if moves else 'instance'}" if shown else "the steps below"
            return f"Grade: refuted, by {by}.{negation}"
        if claim is None or not claim.theorem:
            as_steps = claim is not None and claim.kind == "steps" and grade == result.grade
            return f"Grade: {grade}{', as its steps are' if as_steps else ''}."
        theorem = self.notation.literal(claim.theorem)
        if denied:
            return f"Coq has proved the negation (theorem {theorem})."
        under = [self.notation.literal(premise) for premise in claim.premises]
        given = f", from a theorem that is cited ({', '.join(under)})" if under else ""
        return f"Grade: {grade}, by one Coq theorem ({theorem}){given}."

    def wrong(self) -> Iterable[Part]:
        """Yield what is wrong with what is printed, or with the paper's argument for it."""
        result = self.result
        if result is None:
            return
        yield from (f"CONTRADICTION: {self.prose(found)}." for found in result.contradictions)
        if result.verdict == "holds_with":
            yield from self.needs(result)
        elif result.verdict == "false" and self.claimed is not None and self.claimed.wrong:
            yield self.prose(self.claimed.wrong)
        elif result.verdict == "false" or result.contradicted:
            yield from self.witnessed()
        followed = None if result.claim is None else result.claim.followed
        if followed is not None and "undefined" in followed.evidence:
            place = followed.reason.removeprefix(f"{UNDEFINED}: ")
            yield f"The claim has no value at {self.notation.literal(place)}."
        for failing in result.failing[:1]:
            yield from self.fails(failing.name, "is false", failing.witness)
        broken = [charge for charge in self.charges if charge.argument]
        for charge in broken[:1]:
            says = _joined([s.sentence for s in (charge.printed, *charge.against[-1:])])
            others = [other.printed.name for other in broken[1:]]
            also = f" It also breaks at {self.steps(others)}." if others else ""
            yield f"The paper's argument breaks at step ({charge.printed.number}). {says}{also}"

    def witnessed(self) -> Iterable[Part]:
        """Yield what refutes the printed sentences, where the author has said it nowhere."""
        for charge in self.charges:
            if not charge.argument and charge.against:
                yield _joined([charge.printed.sentence, charge.against[-1].sentence])
                yield from charge.against[-1].claim.displays[:MOST]
        claim = None if self.result is None else self.result.claim
        followed = None if claim is None else claim.followed
        witness = {} if followed is None else followed.evidence.get("witness", {})
        if witness:
            place = ", ".join(witness_parts(_short(witness), self.notation))
            yield f"The claim is false at {place}."

    def against(self) -> Iterable[Part]:
        """Yield in a few lines what is printed, and the instance and the numbers that refute it."""
        some = [c for c in self.charges if not c.argument]
        if self.result is None or self.result.verdict != "false" or not some:
            return
        found = max(some, key=lambda charge: len(charge.sides))  # one with numbers on both sides
        step, several = found.decisive, len(found.printed.claim.displays)
        one = f" that one of {several} comparisons holds; here is one" if several > 1 else ""
        yield f"As printed, step ({found.printed.number}) says{one}:"
        yield found.shown
        says = "for all values:" if found.denied else _ended(step.sentence)
        yield f"But by step ({step.number}): {says}"
        yield from step.claim.displays[:1] if found.denied else ()
        if found.sides:
            values = ", ".join(witness_parts({**found.place, **found.sides}, self.notation))
            yield f"{'For example,' if found.denied else 'There'} {values}."

    def fails(self, name: str, how: str, witness: Mapping[str, Any]) -> Iterable[Part]:
        """Yield that a step fails at a witness, and what it says."""
        step = self.narrator.step(self.statement.said(name))
        place = ", ".join(witness_parts(_short(witness), self.notation))
        yield f"Step ({step.number}) {how} at {place}:" if place else f"Step ({step.number}) {how}:"
        yield from step.claim.displays[:1]

    def needs(self, result: StatementResult) -> Iterable[Part]:
        """Yield what fails without each assumption that the paper does not make, and where."""
        if self.claimed is not None and self.claimed.wrong:
            yield self.prose(self.claimed.wrong)
            return
        for assumed in (a for a in self.declared.assumed if a.added):
            every, given = self.declared.mutants, assumed.assumption
            for mutant in [m for m in every if handle_matches(given, m.drop)][:1]:
                found = next((m for m in result.every_mutant if m.name == mutant.why), None)
                why, phrase = self.prose(mutant.why), self.narrator.phrase(given)
                yield f"Without the assumption that {phrase} (“{why}”) it is false."
                if found is not None and found.refuted and found.step:
                    yield from self.fails(found.step, "then fails", found.witness)

    def instead(self) -> Iterable[Part]:
        """Yield what is true in the place of what is printed, in full."""
        claimed, result = self.claimed, self.result
        if result is None or result.verdict not in ("false", "open"):
            return
        for identifier in self.statement.repaired_by:
            yield self.repair(identifier)
        for name in () if claimed is None else claimed.instead:
            yield from self.truth(self.statement.said(name), result)

    def repair(self, identifier: str) -> str:
        """Return the claim of a repair, with what became of it."""
        statement, result = self.others.get(identifier, (None, None))
        name = self.prose(identifier)
        if statement is None or statement.declared.claim is None:
            return f"{name}."
        known = f": {verdict_words(result)}, {result.known}" if result else ""
        return f"{self.prose(statement.declared.claim.says)} ({name}{known}.)"

    def truth(self, said: Said, result: StatementResult) -> Iterable[Part]:
        """Yield a step that says what is true, with how it is known."""
        step = self.narrator.step(said)
        grade = next(one.grade for one in result.steps if one.name == said.name)
        where = self.steps(said.name).capitalize()
        yield f"{_ended(step.sentence)} ({where}, as a formula: {grade}.)"
        yield from (display for display in step.claim.displays[:1] if display.sign)

    def why(self) -> Iterable[Part]:
        """Yield which steps decide."""
        result = self.result
        if result is None:
            return
        if result.verdict == "false" or result.contradicted:
            refuted = [c for c in self.charges if not c.argument and c.against]
            by = [self.steps([step.name for step in charge.against]) for charge in refuted]
            told = [
                f"({c.printed.number}) is refuted by {s}" for c, s in zip(refuted, by, strict=True)
            ]
            if told:
                yield f"Step {', and step '.join(told)}."
        elif result.claim is not None and result.claim.unused:
            spare = [a.assumption for a in self.declared.assumed
                     if phrased(a.assumption) in result.claim.unused]  # fmt: skip
            phrases = map(self.narrator.phrase, spare)
            told = list(dict.fromkeys(f"that {phrase}" for phrase in phrases))
            others = "; the steps that are claimed may" if result.claim.steps else ""
            without = listed(told or result.claim.unused)
            yield f"Coq accepted a proof that does not use {without}{others}."
        elif result.claim is None and result.verdict != "open":
            yield NO_CLAIM
        elif result.claim is not None and result.claim.kind == "steps":
            yield f"The claim is {self.steps(result.claim.steps)}."
        elif result.verdict != "open" and not (result.claim is not None and result.claim.theorem):
            ends = [said.name for said in conclusions(self.declared)]
            if ends:
                yield f"The conclusion is in {self.steps(ends)}."
        for step in result.steps:
            if step.needs:
                yield f"To be decided it needs {self.prose(step.needs)}."


def _quoted(said: Said, narrator: Narrator) -> StepText:
    """Return a step as it is quoted: that a witness refutes the claim is said already."""
    told = narrator.step(said)
    if said.step.role != "witness":
        return told
    remarks = told.claim.remarks[1:]
    return replace(told, claim=replace(told.claim, remarks=remarks))


def _measured(step: StepResult) -> Iterable[tuple[str, str]]:
    """Yield in which run what was measured and is claimed of it, as far as it bears that out."""
    for outcome in step.outcomes:
        lines = measured_words(outcome)
        for claim, words in zip(outcome.evidence["claims"] if lines else (), lines, strict=True):
            if claim["supported"]:
                yield size_words(outcome), words


def _ended(sentence: str) -> str:
    """Return the sentence of a step as one that ends there."""
    ends = sentence.rstrip(")").endswith((".", "?", "!"))
    return sentence if ends else sentence.rstrip(",;: ") + "."


def _joined(sentences: Sequence[str]) -> str:
    """Return sentences of steps, each of which goes on in the next or ends there."""
    ends = [
        _ended(one) if after[:1].isupper() else one for one, after in pairwise((*sentences, "E"))
    ]
    return " ".join(ends)


def _short(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the first parts of a witness; the step has all of it."""
    rest = [(key, value) for key, value in found.items() if key not in (*SIDES, "displayed")]
    return dict(rest[:MOST]) | {"displayed": found.get("displayed", {})}
