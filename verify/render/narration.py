"""A statement as a reader is told it: assumptions, then every sentence with its formulas.

One narration serves LaTeX and the terminal; only the notation differs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from verify.language.expressions import Expression
from verify.language.mistakes import Mistake
from verify.methods.explained import explained
from verify.render.claims import (
    ClaimInWords,
    capitalised,
    claim_in_words,
    clock_of,
    condition_apart,
)
from verify.render.hypotheses import FAMILY, clauses, in_let_sentences, placed
from verify.render.printed import heading_of
from verify.render.words import cited
from verify.statements.assumption import Assumption, Condition, handle_matches, introduced
from verify.statements.environments import Environment, environments
from verify.statements.inference import Inference
from verify.statements.obligations import Comparison
from verify.statements.statement import Statement
from verify.statements.step import Assumed, Said, Step
from verify.steps.experiment import Experiment
from verify.steps.identity import Identity
from verify.steps.inequality import Inequality
from verify.steps.inferences.by import By
from verify.writing.claims import ClaimText
from verify.writing.definitions import Definition, Definitions, Display
from verify.writing.formulas import FormulaPrinter
from verify.writing.notation import ATOM, Notation, bracketed
from verify.writing.teller import Teller
from verify.writing.words import listed

INSTANCE = "In some instance of the assumptions, the following holds."
MOREOVER = "Assume in addition (not in the paper) that"


@dataclass(frozen=True)
class VariantText:
    """A false twin of a step, and what its formulas use that the step's do not."""

    why: str
    claim: ClaimText
    definitions: tuple[Definition, ...]


@dataclass(frozen=True)
class StepText:
    """A sentence, what it claims, and what its formulas use for the first time.

    `assumes` are the phrases of assumptions told right before it, `lets` sentences that say the
    same, `introduces` what those use. `lead` is a paragraph that stands before all that.
    """

    number: int
    name: str
    sentence: str
    claim: ClaimText
    definitions: tuple[Definition, ...]
    twins: tuple[VariantText, ...]
    assumes: tuple[str, ...] = ()
    lets: tuple[str, ...] = ()
    introduces: tuple[Definition, ...] = ()
    lead: str = ""

    @property
    def continues(self) -> bool:
        """Tell whether the sentence goes on from the step before: nothing comes between them."""
        return not self.lead and self.sentence[:1].islower()

    @property
    def before(self) -> tuple[str, tuple[Definition, ...]]:
        """Return what is said before the sentence, and the definitions that it needs."""
        if self.continues:
            return "", ()
        return " ".join(filter(None, (self.lead, *self.lets))), self.introduces

    @property
    def after(self) -> tuple[Definition, ...]:
        """Return what is told behind the formulas."""
        first = (*self.assumes, *self.introduces) if self.continues else ()
        return (*first, *self.definitions)


@dataclass(frozen=True)
class EnvironmentText:
    """Steps under one heading: the proof, or what is printed behind it."""

    kind: Environment
    heading: str
    steps: tuple[StepText, ...]


@dataclass(frozen=True)
class StatementText:
    """A statement's text: `assumptions` are (phrase, added by us), `mutants` their false twins.

    `definitions` are of what the assumptions' phrases use, `lets` the assumptions as sentences.
    The `environments` have the steps in the order of the page.
    """

    title: str
    assumptions: tuple[tuple[str, bool], ...]
    definitions: tuple[Definition, ...]
    steps: tuple[StepText, ...]
    mutants: tuple[str, ...]
    claim: ClaimInWords | None = None
    lets: tuple[str, ...] = ()
    environments: tuple[EnvironmentText, ...] = ()


def narrate(statement: Statement, notation: Notation) -> StatementText:
    """Return a statement's text in a notation, what only serves a later step with that step."""
    return Narrator(statement, notation).statement()


class Narrator:
    """Writes one statement; definitions are told once, where they are first needed."""

    def __init__(self, statement: Statement, notation: Notation) -> None:
        self.declared, self.notation, self.title = statement.declared, notation, statement.title
        self.counterexample = statement.counterexample
        self.printer = FormulaPrinter(notation)
        self.definitions = Definitions(self.printer)
        self._claimed: tuple[str, ...] = ()  # the sentences of the claim
        self._said: dict[str, str] = {}  # what was said last of each name that was introduced
        self._laws: tuple[str, ...] = ()  # that the claim tells of
        self._supposed: tuple[str, ...] = ()  # a condition of several steps, and then these
        given = introduced(a.assumption for a in self.declared.assumed)
        names = frozenset(self.printer.name(thing).text for thing in given)
        numbers = {said.name: said.number for said in self.declared.said}
        self.clock = clock_of(self.declared.claim)
        self.teller = Teller(
            self.printer, names | {*self.clock.values()}, numbers, self._number_of, self._phrases,
            partial(cited, statement), over_layers=bool(self.clock),
        )  # fmt: skip

    def statement(self) -> StatementText:
        """Return the whole text."""
        assumed = list(zip(self.declared.assumed, placed(self.declared), strict=True))
        told = [(self.phrase(a.assumption), a.added) for a, place in assumed if place == 0]
        assumptions = tuple((phrase, added) for phrase, added in told if phrase)
        given = [a.assumption for a, place in assumed if place == 0 and not a.added]
        ours = [phrase for phrase, added in assumptions if added]
        lets = (*self.lets(given), *(f"{MOREOVER} {listed(ours)}." for _ in ours[:1]))
        claim = self.claim()
        definitions = tuple(self.definitions.due())
        told_environments = tuple(self.environments())
        steps = [step for part in told_environments for step in part.steps]
        mutants = tuple(self.prose(mutant.why) for mutant in self.declared.mutants)
        title = self.prose(self.title)
        return StatementText(
            title, assumptions, definitions, tuple(steps), mutants, claim, lets, told_environments
        )

    def environments(self, stated: Collection[Assumed] | None = None) -> Iterator[EnvironmentText]:
        """Yield the environments with their steps, told with the assumptions that they need first.

        Those that are `stated` are not told again; without them, those of the statement are not.
        """
        declared, places = self.declared, placed(self.declared)
        waiting = dict(self.printer.used)
        if (told := self.claim()) is not None:
            self._claimed, self._laws = told.concluded, told.laws
        self.printer.used.clear()
        self.printer.used.update(waiting)
        if stated is not None:
            places = tuple(place or min(len(declared.said), 1) for place in places)
        assumed = [
            (entry.assumption, place)
            for entry, place in zip(declared.assumed, places, strict=True)
            if stated is None or entry not in stated
        ]
        for kind, group in environments(declared).items():
            steps: list[StepText] = []
            self._supposed = self._shared_condition(group)
            for said in group:
                here = [assumption for assumption, place in assumed if place == said.number]
                with self.printer.calling(self.clock):
                    step = self.step(said, here)
                steps.append(step if steps else opened(step))
            yield EnvironmentText(kind, heading_of(kind, declared), tuple(steps))

    def lets(self, assumed: Sequence[Assumption[Any]]) -> list[str]:
        """Return assumptions as sentences that begin with "Let", without what was said last so."""
        new = []
        for told, (first, *also) in clauses(assumed):
            clause = self._clause(told, first, also)
            last = {thing.name: clause for thing in introduced([first, *also])}
            if not last or not last.items() <= self._said.items():
                new.append(clause)
            self._said |= last
        return in_let_sentences(new)

    def _clause(self, told: str, first: Assumption[Any], also: Sequence[Assumption[Any]]) -> str:
        """Return a clause; of several families each has its index: "x_i and y_i be vectors"."""
        family = FAMILY.fullmatch(told) if also else None
        if family is None:
            return self.phrase(first, told, also)
        names = listed([self.phrase(one, family[2]) for one in (first, *also)])
        return f"{family[1] or ''}{names} {self.phrase(first, family[3])}"

    def claim(self) -> ClaimInWords | None:
        """Return what the statement says as a whole, if it declares that."""
        claimed = self.declared.claim
        if claimed is None:
            return None
        named = {said.name: said for said in self.declared.said}
        runs, formulas, others = [], [], []
        for name in claimed.steps:
            step = named[name].step
            if isinstance(step, Experiment):
                runs.append(self.prose(f"Step ({named[name].number}): {step.in_brief()}."))
            elif claimed.propositions and isinstance(step, Identity | Inequality):
                formulas.append(f"{self._in_a_line(step)} ({self.teller.steps([name])})")
            else:
                others.append(name)
        steps = self.teller.steps(others) if others else ""
        says = self.prose(claimed.says)
        told = claim_in_words(claimed, self.printer, self.phrase, says, runs, steps)
        return replace(told, parts=(*formulas, *told.parts))

    def _in_a_line(self, step: Step) -> str:
        """Return what a step claims, without its reason, as it stands in a sentence."""
        shown = [d for d in step.told(self.teller).displays if d.lead in ("", "or")]
        words = (
            (d.lead, self.notation.inline(d.formula) + (d.condition and f", {d.condition}"))
            for d in shown
        )
        return " ".join(part for pair in words for part in pair if part)

    def step(self, said: Said, assumed: Sequence[Assumption[Any]] = ()) -> StepText:
        """Return one sentence with its formulas, and the assumptions told with it."""
        assumes = tuple(filter(None, map(self.phrase, assumed)))
        lets = self.lets(assumed)
        introduces = tuple(self.definitions.due()) if assumes else ()
        claim = self._with_conclusion(_with_reason(said))
        definitions = tuple(self.definitions.due())
        twins = tuple(
            VariantText(
                self.prose(twin.why),
                self._twisted(claim, twin.step.told(self.teller)),
                tuple(self.definitions.aside()),
            )
            for twin in said.step.twins
        )
        lead, _, sentence = said.sentence.rpartition("\n\n")  # a paragraph of its own, as in TeX
        told = (said.number, said.name, self.prose(sentence), claim, definitions, twins)
        return StepText(*told, assumes, tuple(lets), introduces, self.prose(lead))

    def _with_conclusion(self, step: Step) -> ClaimText:
        """Return what a step claims; what an inference concludes is told as the claim is.

        What is a part of the claim is not told again: it is told which part it is.
        """
        told, claimed = step.told(self.teller), self.declared.claim
        refutes = step is self.counterexample
        if not isinstance(step, Inference) or claimed is None or not self._is_told(step, told):
            return told
        says = replace(claimed, parts=(step.concludes(),), refuted=False)
        in_words = partial(claim_in_words, says, self.printer, self.phrase, "", (), "")
        parts = in_words().concluded
        if not refutes and set(parts) <= set(self._claimed):
            return replace(told, remarks=(self._as_part(parts), *told.remarks))
        concluded = in_words(laws=self._laws).concluded
        if refutes:
            return replace(told, displays=(), remarks=(INSTANCE, *concluded, *told.remarks))
        over, condition, then = condition_apart(
            step.concludes(), claimed, self.printer, self.phrase, self._laws
        )
        if (over, condition) == self._supposed[:2]:
            first, *others = self._supposed[2:]
            concluded = (f"{capitalised(then)}.",)
            if self.declared.said[self._number_of(step) - 1].name == first:
                where = f"suppose here and in {self.teller.steps(others)} that {condition}"
                about = f"{capitalised(over)}, {where}" if over else f"S{where[1:]}"
                then = f"Then {then}" if not then.startswith("if ") else capitalised(then)
                concluded = (f"{about}.", f"{then}.")
        return replace(told, remarks=(*concluded, *told.remarks))

    def _as_part(self, said: Sequence[str]) -> str:
        """Return which parts of the claim some are, by the order in which it is printed."""
        if set(said) == set(self._claimed):
            return "This is the claim."
        numbers = [str(n) for n, part in enumerate(self._claimed, 1) if part in said]
        word = "part" if len(numbers) == 1 else "parts"
        return f"This is {word} {listed(numbers)} of the claim."

    def _is_told(self, step: Inference, told: ClaimText) -> bool:
        """Tell whether what a step concludes is told as a claim is: no formula or theorem does."""
        is_claim = step.fails_at or (isinstance(step, By) and step.says is None)
        return not is_claim and (not told.displays or step is self.counterexample)

    def _shared_condition(self, group: Sequence[Said]) -> tuple[str, ...]:
        """Return what most conclusions suppose, for which things, and the steps that do.

        It is () where no two of them suppose the same.
        """
        found: dict[tuple[str, str], list[str]] = {}
        waiting, claimed = dict(self.printer.used), self.declared.claim
        for said in group:
            step = said.step
            if not isinstance(step, Inference) or step is self.counterexample or claimed is None:
                continue
            if self._is_told(step, step.told(self.teller)):
                says = step.concludes()
                *key, _ = condition_apart(says, claimed, self.printer, self.phrase, self._laws)
                found.setdefault((key[0], key[1]), []).append(said.name)
        self.printer.used.clear()
        self.printer.used.update(waiting)
        found = {key: names for key, names in found.items() if key[1] and len(names) > 1}
        return max(((*key, *names) for key, names in found.items()), key=len, default=())

    def prose(self, sentence: str) -> str:
        """Return an author's words in the notation."""
        return self.teller.prose(sentence)

    def _number_of(self, step: object) -> int:
        return next(said.number for said in self.declared.said if said.step is step)

    def _phrases(self, handles: Sequence[Any]) -> list[str]:
        """Return assumptions in words, by what given(...) returned for them."""
        return [
            self.phrase(entry.assumption)
            for entry in self.declared.assumed
            if any(handle_matches(entry.assumption, handle) for handle in handles)
        ]

    def phrase(
        self, assumption: Assumption[Any], template: str = "", also: Sequence[Assumption[Any]] = ()
    ) -> str:
        """Return an assumption's phrase with its names and formulas filled in.

        Another `template` may stand for it, and tell of what others introduce, too.
        """
        template = template or assumption.phrase
        fields = {key: self._field(template, key, v) for key, v in assumption.about.items()}
        made = assumption.introduces
        parts = made if isinstance(made, tuple) else (made, *(a.introduces for a in also))
        if not any(isinstance(part, Condition) for part in parts):
            fields["it"] = ", ".join(self.printer.thing(part) for part in parts)
        try:
            return self.notation.phrase(template, fields)
        except (KeyError, IndexError, ValueError) as error:
            raise Mistake(
                f"the phrase {template!r} cannot be filled in: {error}; "
                "double the braces that are LaTeX's own, and name the others in about="
            ) from None

    def _field(self, template: str, key: str, value: Any) -> str:
        """Return what a phrase names; a sum or a product with an index or a power is bracketed."""
        if isinstance(value, Expression) and re.search(rf"\{{{key}\}}\s*[_^]", template):
            return bracketed(self.notation, self.printer.piece(value), ATOM)
        return self.printer.thing(value)

    def _twisted(self, claim: ClaimText, twin: ClaimText) -> ClaimText:
        """Return what a false twin claims and the step does not, without reasons and words."""
        displays = [d for d in twin.displays if d not in claim.displays and d.lead in ("", "or")]
        if claim.table is not None and twin.table is not None:
            for row in twin.table.rows:
                if row not in claim.table.rows:
                    count = f"with multiplicity {self.notation.inline(row[1])}"
                    displays.append(Display(row[0], condition=count))
        return ClaimText(tuple(displays))


def opened(step: StepText) -> StepText:
    """Return a step whose sentence begins anew."""
    first = step.sentence[:1].upper() if re.match(r"[a-z]+\b", step.sentence) else ""
    return replace(step, sentence=first + step.sentence[1:]) if first else step


def _with_reason(said: Said) -> Step:
    """Return a step with the reason that the search finds for it, if its author gave none."""
    step = said.step
    if not isinstance(step, Inequality) or step.because is not None:
        return step
    (claim,) = explained(said)
    return replace(step, because=claim.because) if isinstance(claim, Comparison) else step
