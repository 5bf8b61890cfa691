"""A statement as a reader is told it: assumptions, then every sentence with its formulas.

One narration serves LaTeX and the terminal; only the notation differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.language.expressions import Expression, Relation, Scalar, Vector
from verify.language.mistakes import Mistake
from verify.language.symbols import Family
from verify.language.walk import free_indices
from verify.statements.assumption import Assumption, Condition
from verify.statements.campaigns import Campaign, Frequency
from verify.statements.declaring import Said, handle_matches, introduced
from verify.statements.eigenvalues import Eigenvalues
from verify.statements.experiments import Experiment
from verify.statements.obligations import free_in
from verify.statements.statement import Statement
from verify.statements.steps import (
    Cases,
    Cited,
    Counted,
    Equivalence,
    Identity,
    Induction,
    Inequality,
    Printed,
    Refuted,
    Region,
    Spectrum,
    Value,
    Where,
    Witness,
)  # fmt: skip
from verify.statements.undecided import Undecided
from verify.telling.experiments import protocol_words
from verify.telling.hypotheses import placed
from verify.telling.spectra import eigenvalues_claim, spectrum_claim
from verify.telling.words import listed
from verify.writing.claims import Claim
from verify.writing.definitions import Definition, Definitions, Display
from verify.writing.formulas import Printer
from verify.writing.notation import ATOM, Notation, bracketed

LISTS = (list, tuple)


@dataclass(frozen=True)
class ToldTwin:
    """A false twin of a step, and what its formulas use that the step's do not."""

    why: str
    claim: Claim
    definitions: tuple[Definition, ...]


@dataclass(frozen=True)
class ToldStep:
    """A sentence, what it claims, and what its formulas use for the first time.

    `assumes` are the phrases of assumptions told right before it, `introduces` what those use.
    """

    number: int
    name: str
    sentence: str
    claim: Claim
    definitions: tuple[Definition, ...]
    twins: tuple[ToldTwin, ...]
    assumes: tuple[str, ...] = ()
    introduces: tuple[Definition, ...] = ()


@dataclass(frozen=True)
class ToldStatement:
    """A statement's text: `assumptions` are (phrase, added by us), `mutants` their false twins.

    `definitions` are of what the assumptions' phrases use.
    """

    title: str
    assumptions: tuple[tuple[str, bool], ...]
    definitions: tuple[Definition, ...]
    steps: tuple[ToldStep, ...]
    mutants: tuple[str, ...]


def narrate(statement: Statement, notation: Notation, in_place: bool = False) -> ToldStatement:
    """Return a statement's text in a notation.

    All assumptions are told first; `in_place`, those that only serve a later step with that step.
    """
    places = placed(statement.declared) if in_place else ()
    return Narrator(statement, notation).statement(places)


class Narrator:
    """Writes one statement; definitions are told once, where they are first needed."""

    def __init__(self, statement: Statement, notation: Notation) -> None:
        self.declared, self.notation, self.title = statement.declared, notation, statement.title
        self.printer = Printer(notation)
        self.definitions = Definitions(self.printer)
        given = introduced(a.assumption for a in self.declared.assumed)
        self.names = frozenset(thing.name for thing in given)

    def statement(self, places: Sequence[int] = ()) -> ToldStatement:
        """Return the whole text; `places` are the steps that assumptions are told with, or 0."""
        places = places or (0,) * len(self.declared.assumed)
        assumed = list(zip(self.declared.assumed, places, strict=True))
        told = [(self.phrase(a.assumption), a.added) for a, place in assumed if place == 0]
        assumptions = tuple((phrase, added) for phrase, added in told if phrase)
        definitions = tuple(self.definitions.due())
        steps = tuple(
            self.step(said, [a.assumption for a, place in assumed if place == said.number])
            for said in self.declared.said
        )
        mutants = tuple(self.prose(mutant.why) for mutant in self.declared.mutants)
        return ToldStatement(self.prose(self.title), assumptions, definitions, steps, mutants)

    def step(self, said: Said, assumed: Sequence[Assumption[Any]] = ()) -> ToldStep:
        """Return one sentence with its formulas, and the assumptions told with it."""
        assumes = tuple(filter(None, map(self.phrase, assumed)))
        introduces = tuple(self.definitions.due()) if assumes else ()
        claim = self.claim(said.step)
        definitions = tuple(self.definitions.due())
        twins = tuple(
            ToldTwin(
                self.prose(twin.why),
                self._twisted(claim, self.claim(twin.step)),
                tuple(self.definitions.aside()),
            )
            for twin in said.step.twins
        )
        sentence = self.prose(said.sentence)
        told = (said.number, said.name, sentence, claim, definitions, twins)
        return ToldStep(*told, assumes, introduces)

    def prose(self, sentence: str) -> str:
        """Return an author's words in the notation."""
        return self.notation.prose(sentence, self.names)

    def phrase(self, assumption: Assumption[Any]) -> str:
        """Return an assumption's phrase with its names and formulas filled in."""
        template = assumption.phrase
        fields = {key: self._field(template, key, v) for key, v in assumption.about.items()}
        made = assumption.introduces
        parts = made if isinstance(made, tuple) else (made,)
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

    def claim(self, step: Any) -> Claim:
        """Return what a step claims."""
        write: Callable[[Any], Claim] = getattr(self, f"_{type(step).__name__.lower()}")
        return write(step)

    def _twisted(self, claim: Claim, twin: Claim) -> Claim:
        """Return what a false twin claims and the step does not, without reasons and words."""
        displays = [d for d in twin.displays if d not in claim.displays and d.lead in ("", "or")]
        if claim.table is not None and twin.table is not None:
            for row in twin.table.rows:
                if row not in claim.table.rows:
                    count = f"with multiplicity {self.notation.inline(row[1])}"
                    displays.append(Display(row[0], condition=count))
        return Claim(tuple(displays))

    # ------------------------------------------------------------ formulas

    def _equality(
        self, left: Scalar | Vector, right: Scalar | Vector, condition: str = ""
    ) -> Display:
        equal = self.notation.relations["="]
        shown = self.printer.formula(left)
        return Display(shown, equal, self.printer.terms(right), condition=condition)

    def _relation(self, relation: Relation, lead: str = "", condition: str = "") -> Display:
        sign = self.notation.relations[relation.sign]
        left, right = self.printer.formula(relation.left), self.printer.terms(relation.right)
        return Display(left, sign, right, lead, condition)

    def _math(self, *things: Any) -> str:
        return self.notation.inline(", ".join(self.printer.thing(thing) for thing in things))

    def _identity(self, step: Identity) -> Claim:
        return Claim((self._equality(step.left, step.right),))

    def _inequality(self, step: Inequality) -> Claim:
        free = free_indices(step.claim).union(*map(free_in, step.where))
        conditions = [self._where(condition, {k.name for k in free}) for condition in step.where]
        condition = f"if {' and '.join(conditions)}" if conditions else ""
        claim = self._relation(step.claim, condition=condition)
        gap, equal = self.printer.formula(step.claim.gap), self.notation.relations["="]
        reason = Display(gap, equal, self.printer.grouped_terms(step.because), "since")
        denied = step.denies and (f"This denies step ({self._number_of(step.denies)}).",)
        told = (claim, reason) if gap != " ".join(reason.terms) else (claim,)
        return Claim(told, denied or ())

    def _where(self, condition: Where, free: set[str]) -> str:
        if isinstance(condition, Relation):
            return self.notation.inline(self.printer.relation(condition))
        taken = self.names | free
        own = condition.index.name
        letter = next(
            c for c in (own if len(own) == 1 else "", *"jklmpqrst") if c and c not in taken
        )
        with self.printer.showing({condition.index: letter}):
            shown = self.notation.inline(self.printer.relation(condition.relation))
        return f"{shown} for every {self.notation.inline(letter)}"

    def _spectrum(self, step: Spectrum) -> Claim:
        return spectrum_claim(self.printer, step)

    def _eigenvalues(self, step: Eigenvalues) -> Claim:
        return eigenvalues_claim(self.printer, step)

    # ------------------------------------------------------------ finite things

    def _induction(self, step: Induction) -> Claim:
        claim = self.claim(step.claim)
        start = f"{self._math(step.over)} from {self._math(step.start)} on"
        return Claim(claim.displays, (f"By induction over {start}.",))

    def _cases(self, step: Cases) -> Claim:
        return Claim(self.claim(step.claim).displays, (f"For {self._values(step.over)}.",))

    def _counted(self, step: Counted) -> Claim:
        display = Display(self.printer.formula(step.formula))
        told = f"This is what is counted for {self._values(step.over)}."
        return Claim((display,), (told + _aside(step),))

    def _values(self, over: Mapping[Scalar, Sequence[Any]]) -> str:
        parts = []
        for symbol, values in over.items():
            told = [self.printer.thing(v) for v in values]
            whole = all(isinstance(v, int) for v in values)
            if whole and len(values) > 4 and list(values) == list(range(values[0], values[-1] + 1)):
                told = [told[0], told[1], self.notation.dots, told[-1]]
            equal = self.notation.relations["="]
            shown = f"{self.printer.thing(symbol)} {equal} {', '.join(told)}"
            parts.append(self.notation.inline(shown))
        return listed(parts)

    def _experiment(self, step: Experiment) -> Claim:
        return Claim((), tuple(self.prose(words) for words in protocol_words(step)))

    def _campaign(self, _: Campaign) -> Claim:
        return Claim((), ("Compared at random exact instances, one by one.",))

    def _frequency(self, _: Frequency) -> Claim:
        return Claim((), ("Counted at random instances, against the exact probability.",))

    def _undecided(self, step: Undecided) -> Claim:
        says, needs = (self.prose(words).rstrip(".") for words in (step.says, step.needs))
        return Claim((), (f"{says}.", f"Not decided here; needed is {needs}."))

    def _equivalence(self, step: Equivalence) -> Claim:
        forward, backward = self._steps(step.forward), self._steps(step.backward)
        sides = f"{self.prose(step.left)} if and only if {self.prose(step.right)}"
        reasons = f"The first implies the second by {forward}, the second the first by {backward}."
        is_word = re.match(r"(?:[A-Za-z]{2,}|an?) [a-z]+\b", sides)  # a formula keeps its letter
        return Claim((), (f"{sides[0].upper() if is_word else sides[0]}{sides[1:]}.", reasons))

    def _steps(self, names: str | Sequence[str]) -> str:
        wanted = [names] if isinstance(names, str) else list(names)
        numbers = {said.name: said.number for said in self.declared.said}
        shown = [f"({number})" for number in sorted(numbers[name] for name in wanted)]
        return ("step " if len(shown) == 1 else "steps ") + listed(shown)

    # ------------------------------------------------------------ regions, numbers, witnesses

    def _region(self, step: Region) -> Claim:
        inside = " and ".join(
            f"{self._math(symbol)} in {self.notation.inline(self._interval(lower, upper))}"
            for symbol, (lower, upper) in step.box.items()
        )
        return Claim((self._relation(step.claim, condition=f"for {inside}"),))

    def _interval(self, lower: Any, upper: Any) -> str:
        return f"[{self.printer.thing(lower)}, {self.printer.thing(upper)}]"

    def _value(self, step: Value) -> Claim:
        routes = [self.prose(route) for route in step.routes]
        agreeing = "by" if len(routes) == 1 else "independently by"
        remark = f"To {step.digits} digits, {agreeing} {listed(routes)}.{_aside(step)}"
        dots = self.notation.dots if "." in step.decimal else ""
        return Claim((Display(step.decimal + dots),), (remark,))

    def _printed(self, step: Printed) -> Claim:
        first, *others = step.conclusion
        displays = (self._relation(first), *(self._relation(r, "or") for r in others))
        left_out = [
            self.phrase(entry.assumption)
            for entry in self.declared.assumed
            if any(handle_matches(entry.assumption, handle) for handle in step.without)
        ]
        remarks = [f"Not assumed here: {listed(left_out)}."] if left_out else []
        if step.somewhere:
            within = [self._where(condition, set()) for condition in step.where]
            where = f", with {listed(within)}" if within else ""
            remarks.append(f"It says that this is so somewhere{where}.")
        return Claim(displays, tuple(remarks))

    def _witness(self, step: Witness) -> Claim:
        remarks = [f"This refutes step ({self._number_of(step.refutes)})."]
        if step.stable_layer is not None:
            remarks.append("Every multiplier of the layer there has modulus less than 1.")
        displays = [d for thing, value in step.at.items() for d in self._set(thing, value)]
        return Claim(tuple(displays), tuple(remarks))

    def _refuted(self, step: Refuted) -> Claim:
        number = self._number_of(step.refutes)
        return Claim((), (f"Step ({number}) is contradicted by {self._steps(step.by)}.",))

    def _number_of(self, step: Any) -> int:
        return next(said.number for said in self.declared.said if said.step is step)

    def _set(self, thing: Any, value: Any) -> list[Display]:
        """Return `thing = value`; the members of a family one by one."""
        equal = self.notation.relations["="]
        if isinstance(thing, Family) and len(thing.sorts) == 1 and isinstance(value, LISTS):
            members = [self.printer.formula(thing.item(k)) for k in range(1, len(value) + 1)]
            pairs = zip(members, value, strict=True)
            return [Display(member, equal, (self.value(v),)) for member, v in pairs]
        return [Display(self.printer.thing(thing), equal, (self.value(value),))]

    def value(self, value: Any) -> str:
        """Return a number, a vector or a matrix as a formula."""
        if isinstance(value, LISTS) and value and all(isinstance(row, LISTS) for row in value):
            return self.notation.matrix([[self.value(entry) for entry in row] for row in value])
        if isinstance(value, LISTS):
            return f"({', '.join(self.value(entry) for entry in value)})"
        return self.printer.thing(value)

    def _cited(self, step: Cited) -> Claim:
        says = self.prose(step.theorem.says).rstrip(".")
        premises = "; ".join(
            f"{self.prose(hypothesis).rstrip('.')}, by {self._steps(names)}"
            for hypothesis, names in step.discharges.items()
        )
        theorem = step.theorem
        source = self.notation.citation(theorem.key, theorem.name, theorem.reference)
        cited = f"{source}: {says}."
        return Claim((), (cited, f"Its premises: {premises}.") if premises else (cited,))


def _aside(step: Counted | Value) -> str:
    return " An example: the statement does not rest on it." if step.example else ""
