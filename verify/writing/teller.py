"""What a step is told with: its formulas, its conditions and the numbers of others, as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verify.language.conditions import Said, Where, own_indices, said_in
from verify.language.expressions import Relation, Scalar, Vector
from verify.language.facts import Before
from verify.language.indices import Index
from verify.language.symbols import Family
from verify.writing.definitions import Display
from verify.writing.formulas import FormulaPrinter
from verify.writing.words import consecutive, listed

LISTS = (list, tuple)


class Teller:
    """Writes the parts of claims in one notation.

    Args:
        printer: writes formulas.
        names: those of given things, which no bound index takes.
        numbers: of the steps, by name.
        number_of: the number of the step that this is.
        phrases: assumptions in words, by what given(...) returned for them.
        cited: the label of another statement, by its id.
        over_layers: whether the claim goes from layer to layer, so that time is their number.
    """

    def __init__(
        self,
        printer: FormulaPrinter,
        names: frozenset[str],
        numbers: Mapping[str, int],
        number_of: Callable[[object], int],
        phrases: Callable[[Sequence[Any]], list[str]],
        cited: Callable[[str], str],
        *,
        over_layers: bool = False,
    ) -> None:
        self.printer, self.notation, self.names = printer, printer.notation, names
        self.numbers, self.number_of, self.phrases = numbers, number_of, phrases
        self.cited, self.over_layers = cited, over_layers

    def prose(self, sentence: str) -> str:
        """Return an author's words in the notation."""
        return self.notation.prose(sentence)

    def equality(
        self, left: Scalar | Vector, right: Scalar | Vector, lead: str = "", condition: str = ""
    ) -> Display:
        """Return that two formulas are equal."""
        equal = self.notation.relations["="]
        shown = self.printer.formula(left)
        return Display(shown, equal, self.printer.terms(right), lead, condition)

    def relation(self, relation: Relation, lead: str = "", condition: str = "") -> Display:
        """Return a comparison."""
        sign = self.notation.relations[relation.sign]
        left, right = self.printer.formula(relation.left), self.printer.terms(relation.right)
        return Display(left, sign, right, lead, condition)

    def math(self, *things: Any) -> str:
        """Return things as a formula among words."""
        return self.notation.inline(", ".join(self.printer.thing(thing) for thing in things))

    def condition(self, condition: Where, free: set[str]) -> str:
        """Return a condition; `free` are the letters of indices that stand beside it."""
        taken, own = self.names | free, own_indices(condition)
        letters: dict[Index, str] = {}
        for index in own:
            spare = (index.name if len(index.name) == 1 else "", *"jklmpqrst")
            letters[index] = next(c for c in spare if c and c not in taken)
            taken |= {letters[index]}
        with self.printer.showing(letters):
            shown = self.notation.inline(self._said(said_in(condition)))
        if not own:
            return shown
        return f"{shown} for every {self.notation.inline(', '.join(letters.values()))}"

    def _said(self, said: Said) -> str:
        """Return what a condition says as a formula."""
        if isinstance(said, Relation):
            return self.printer.relation(said)
        if isinstance(said, Before):
            return f" {self.notation.relations['<']} ".join(
                map(self.printer.index, (said.first, said.second))
            )
        equal = self.notation.relations["="]
        return f" {equal} ".join(map(self.printer.formula, (said.left, said.right)))

    def steps(self, names: str | Sequence[str]) -> str:
        """Return "step (1)", "steps (1) and (2)" or "steps (1) to (3) and (7)"."""
        wanted = [names] if isinstance(names, str) else list(names)
        shown = [
            part
            for run in consecutive(self.numbers[name] for name in wanted)
            for part in (
                [f"({run[0]}) to ({run[-1]})"] if len(run) > 2 else [f"({one})" for one in run]
            )
        ]
        return ("step " if len(wanted) == 1 else "steps ") + listed(shown)

    def values(self, over: Mapping[Scalar, Sequence[Any]]) -> str:
        """Return which values scalars have: "m = 1, 2, ..., 9 and k = 0"."""
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

    def value_of(self, thing: Any, value: Any) -> list[Display]:
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
