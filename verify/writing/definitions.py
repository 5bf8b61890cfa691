"""What the formulas of a statement use and a reader must be told, each once, at its first use."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verify.language.expressions import Expression, Operator, Scalar, Vector
from verify.language.indices import SIZE_NAMES, Index, Range, Sort
from verify.language.motion import Flow, Layer
from verify.language.symbols import Abbreviation, Mask, Symbol
from verify.language.walk import free_indices
from verify.writing.formulas import HALF, FormulaPrinter
from verify.writing.notation import UNIT, Piece
from verify.writing.trees import moved_members

SIZES = {
    "tokens": "the number of tokens", "heads": "the number of heads",
    "modes": "the dimension of the space",
}  # fmt: skip


@dataclass(frozen=True)
class Display:
    """A displayed formula: `lead` words, `left sign terms`, then a condition on it."""

    left: str
    sign: str = ""
    terms: tuple[str, ...] = ()
    lead: str = ""
    condition: str = ""

    @property
    def formula(self) -> str:
        """Return the formula on one line."""
        return " ".join(part for part in (self.left, self.sign, *self.terms) if part)


Definition = Display | str


class Definitions:
    """The definitions of one statement, each told where the formulas come to need it.

    What stands for something else than before (the rate of y along another flow) is told again.
    """

    def __init__(self, printer: FormulaPrinter) -> None:
        self.printer, self.notation = printer, printer.notation
        self._written: dict[Any, tuple[list[tuple[str, Definition]], list[Any]]] = {}
        self._current: dict[str, str] = {}

    def due(self) -> list[Definition]:
        """Return what the formulas since the last call use and a reader does not know, in order."""
        out: list[Definition] = []
        waiting = list(self.printer.used.items())
        self.printer.used.clear()
        seen = set()
        while waiting:
            key, node = waiting.pop(0)
            if key in seen:
                continue
            seen.add(key)
            definitions, needs = self._definitions_of(key, node)
            for named, definition in definitions:
                shown = definition if isinstance(definition, str) else definition.formula
                if self._current.get(named) != shown:
                    self._current[named] = shown
                    out.append(definition)
            waiting += needs
        return out

    def aside(self) -> list[Definition]:
        """Return what is due, as `due` does, but for a remark: later formulas are told anew."""
        before = dict(self._current)
        out = self.due()
        self._current = before
        return out

    def _definitions_of(
        self, key: Any, node: Any
    ) -> tuple[list[tuple[str, Definition]], list[Any]]:
        """Return the definitions of something as (what is named, definition), and what they use."""
        if key not in self._written:
            definitions = [(d if isinstance(d, str) else d.left, d) for d in self._write(key, node)]
            self._written[key] = definitions, list(self.printer.used.items())
            self.printer.used.clear()
        return self._written[key]

    def _write(self, key: Any, node: Any) -> Iterator[Definition]:
        if isinstance(key, Abbreviation):
            yield self._abbreviation(key, node)
        elif isinstance(key, Flow):
            for moved, velocity in moved_members(key):
                rate = self.printer.formula(type(moved)("rate", moved, key))
                yield self._equation(rate, velocity)
        elif isinstance(key, Mask):
            yield self._mask(key)
        elif key[0] == "size":
            yield f"{self.notation.inline(SIZE_NAMES[key[1]])} is {SIZES[key[1]]}"
        elif key[0] == "norm":
            yield self._norm(node)
        elif key[0] == "unit":
            yield self._unit(node if len(key) > 1 else None)
        elif key[0] == "along":
            yield self._direction(key[1])
        else:
            yield from self._jacobian(key[1], key[2])

    def _equation(self, left: str, right: Expression) -> Display:
        return Display(left, self.notation.relations["="], self.printer.terms(right))

    def _abbreviation(self, named: Abbreviation[Any], node: Expression) -> Display:
        indices = _own_indices(named, node)
        left = self.printer.piece(type(node)("abbreviation", named, node, *indices)).text
        return self._equation(left, named.body(*indices))

    def _mask(self, mask: Mask) -> str:
        inline, name = self.notation.inline, self.printer.thing(mask)
        return (
            f"{inline(f'{name}(i)')} is the set of the tokens that token {inline('i')} attends to"
        )

    def _norm(self, metric: Operator) -> Display:
        x = Vector("symbol", Symbol("x", "vector"))
        norm = self.notation.norm("x", self.printer.formula(metric), False)
        root = self.notation.root(self.printer.piece(x @ (metric @ x)))
        return Display(norm.text, self.notation.relations["="], (root.text,))

    def _unit(self, metric: Operator | None) -> Display:
        x = Vector("symbol", Symbol("x", "vector"))
        indices = [] if metric is None else [self.printer.formula(metric)]
        name = self.notation.name(UNIT, indices, None, False).text
        square = x @ x if metric is None else x @ (metric @ x)
        unit = x / Scalar("power", square, HALF)
        left = name + self.notation.parentheses(Piece("x"))
        return Display(left, self.notation.relations["="], self.printer.terms(unit))

    def _direction(self, flow: Flow) -> str:
        """Say what a derivative along a direction is."""
        write, direction = self.notation, self.printer.direction(flow)
        moved = ", ".join(self.printer.thing(thing) for thing in flow.moves)
        eps = write.name("eps", (), None, False).text
        function = write.along(direction, "f").text
        step = f"f({moved} {write.plus} {write.beside([Piece(eps), Piece(direction)])})"
        return (
            f"{write.inline(function)} is the derivative of {write.inline(step)} by "
            f"{write.inline(eps)} at {write.inline(f'{eps} = 0')}"
        )

    def _jacobian(self, layer: Layer, point: Any) -> Iterator[Definition]:
        write = self.notation
        index = Index("i", Range("tokens"))
        token = layer.of.item(index)
        state = self.printer.formula(token)
        here = self.printer.formula(point(index))
        after = write.power(state, "+").text
        letter = write.inline(self.printer.jacobian(layer, point))
        where = "" if here == state else f", at {write.inline(f'{state} = {here}')},"
        step = write.inline(self.printer.thing(layer.of))
        lead = f"{letter} is the derivative by {step}{where} of the layer"
        equal, terms = self.notation.relations["="], self.printer.terms(layer.formula(index))
        yield Display(after, equal, terms, lead)


def _own_indices(named: Abbreviation[Any], node: Expression) -> tuple[Index, ...]:
    """Return indices to define an abbreviation at, under the names its author gave them."""
    names = inspect.signature(named.body).parameters
    sorts: list[Sort] = [k.sort if isinstance(k, Index) else "tokens" for k in node.args[2:]]
    made = tuple(Index(name, Range(sort)) for name, sort in zip(names, sorts, strict=True))
    caught = {k.name for k in free_indices(named.body(*made)) - set(made)}
    return tuple(Index(f"{k.name}_prime", k.over) if k.name in caught else k for k in made)
