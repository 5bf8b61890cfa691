"""What a claim is about, at values that an author gives: numbers, coordinates, rows, each token."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verify.language.expressions import Scalar, as_scalar
from verify.language.indices import Sort
from verify.language.symbols import OperatorSymbol, sorts_of, thing_of
from verify.methods.kernel.claims import ClaimPrinter
from verify.methods.kernel.names import bound
from verify.methods.kernel.parts import Unprintable
from verify.methods.kernel.printing import TYPES, kind_of
from verify.statements.claims import introduces

PLANE = 2  # the least dimension in which a claim can be refuted, and the least number of tokens


class Values:
    """The values of an instance as Coq has them, of the name `said`."""

    def __init__(self, said: str, at: Mapping[Any, Any], own: ClaimPrinter) -> None:
        self.said, self.own = said, own
        self.at = {thing_of(key): at[key] for key in at if not isinstance(key, str)}
        self.named = {key: value for key, value in at.items() if isinstance(key, str)}
        self.clock = ("n'c", "nat") if own.in_layers else ("s'c", "R")
        self.sizes: dict[Sort, int] = {}
        for thing, value in self._given():
            self._measure(thing.name, value, sorts_of(thing))

    def _measure(self, name: str, value: Any, sorts: Sequence[Sort]) -> None:
        """Learn how many there are of each sort, or raise Unprintable with what does not fit."""
        if isinstance(value, tuple) != bool(sorts):
            shape = f"a list, a value for each {ONE[sorts[0]]}" if sorts else "a number"
            raise Unprintable(f"{self.said!r}: the value of {name} is to be {shape}")
        if sorts and self.sizes.setdefault(sorts[0], len(value)) != len(value):
            raise Unprintable(
                f"{self.said!r} gives {name} {len(value)} values, and something else "
                f"{self.sizes[sorts[0]]}; give one for each {ONE[sorts[0]]}"
            )
        for part in value if sorts else ():
            self._measure(name, part, sorts[1:])

    def _given(self) -> Iterator[tuple[Any, Any]]:
        """Yield what has a value, with it."""
        for thing in self.own.things:
            if (value := self._value(thing)) is not None:
                yield thing, value
        for thing in introduces(self.own.claimed):
            if thing.name in self.named:
                yield thing, self.named[thing.name]

    def _value(self, thing: Any) -> Any:
        return self.at.get(thing)

    def size(self, sort: Sort) -> int:
        """Return how many there are of a sort: two, unless values say more. Modes are a basis."""
        return self.sizes.get(sort, PLANE)

    def world(self) -> Iterator[tuple[str, str]]:
        """Yield what Space and the index sets are, {name: value}."""
        yield "Space", f"euclidean {self.size('modes') - 1}"
        for sort in TYPES:
            if sort in self.own.sorts:
                size = self.size(sort)
                yield TYPES[sort], _type(size)
                members = " :: ".join(_member(place, size) for place in range(size))
                yield sort, f"({members} :: nil)"

    def things(self, outer: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the name of each thing of the claim, but those that are for all, with its value."""
        for thing, (name, is_a) in [*self.own.things.items()]:
            if name not in outer:
                yield name, self._text(self._of(thing, name), is_a)
        if self.own.free:
            name = next(iter(self.own.free.values()))
            raise Unprintable(f"{self.said!r}: {name} is one of all; use ByLemma instead")
        for letter in self.named:
            thing = next(thing for thing in introduces(self.own.claimed) if thing.name == letter)
            is_a = (
                "Space -> Space" if isinstance(thing, OperatorSymbol) else kind_of(self.own, thing)
            )
            yield bound(letter, ()), self._text(self.named[letter], is_a)

    def _of(self, thing: Any, name: str) -> Any:
        """Return the value of one thing: as its author gives it, or as what it is has it."""
        if thing == "dimension":
            return self.size("modes")
        if isinstance(thing, tuple) and thing[-1] == "adjoint":
            return [*zip(*self._of(thing[0], name), strict=True)]
        if isinstance(thing, tuple) and isinstance(thing[1], int):
            return thing[1]
        if isinstance(thing, tuple) and thing[0] in RELATIONS:
            places = range(self.size(thing[1]))
            return [[int(RELATIONS[thing[0]](i, j)) for j in places] for i in places]
        if (value := self._value(thing)) is None:
            raise Unprintable(f"{self.said!r} gives {name} no value")
        return value

    def _text(self, value: Any, is_a: str) -> str:
        """Return a value of a type of Coq's."""
        clock, kind = self.clock
        if is_a.startswith(f"{kind} -> "):
            body = self.own.during(clock, lambda: self._body(value, is_a.partition(" -> ")[2]))
            return f"(fun {clock} : {kind} => {body})"
        return f"({self._body(value, is_a)} : {is_a})"

    def _body(self, value: Any, is_a: str) -> str:
        first, _, rest = is_a.partition(" -> ")
        if is_a == "R":
            return self.own.term(as_scalar(value), {})
        if is_a == "Space":
            return _pairs([self.own.term(part, {}) for part in value])
        if is_a == "Space -> Space":
            rows = _pairs([self._row(row) for row in value])
            return f"(fun z'c : Space => {rows})"
        sort = next(sort for sort, kind in TYPES.items() if kind == first)
        if not rest:
            return self._one(value, sort)
        index = f"{first[0].lower()}{rest.count('->')}'c"
        cases = [
            f"{_member(place, self.size(sort))} => {self._body(one, rest)}"
            for place, one in enumerate(value)
        ]
        return f"(fun {index} : {first} => match {index} with {' | '.join(cases)} end)"

    def _one(self, counted: int, sort: Sort) -> str:
        """Return the first, second, ... of a sort."""
        if counted > self.size(sort):
            raise Unprintable(
                f"{self.said!r} has {self.size(sort)} {sort}, and the claim counts {counted}; give "
                "what it is about as many values"
            )
        return _member(counted - 1, self.size(sort))

    def _row(self, row: Sequence[Scalar]) -> str:
        """Return one coordinate of what an operator makes of a vector z."""
        size = self.size("modes")
        parts = [
            f"{self.own.term(factor, {})} * {_coordinate(place, size)}"
            for place, factor in enumerate(row)
        ]
        return f"({' + '.join(parts)})"


ONE = {"tokens": "token", "heads": "head", "modes": "coordinate"}
RELATIONS = {
    "same": int.__eq__,
    "before": int.__gt__,  # of j before i
    "up_to": int.__ge__,
}


def _type(size: int) -> str:
    """Return a type of Coq's with so many members."""
    return "unit" if size == 1 else "bool" if size == PLANE else f"(option {_type(size - 1)})"


def _member(place: int, size: int) -> str:
    if size == 1:
        return "tt"
    if size == PLANE:
        return ("true", "false")[place]
    return f"(Some {_member(place - 1, size - 1)})" if place else "None"


def _pairs(parts: Sequence[str]) -> str:
    text, *others = parts
    for part in others:
        text = f"({text}, {part})"
    return text


def _coordinate(place: int, size: int) -> str:
    """Return a coordinate of z, as `euclidean` has them: the last one beside the others."""
    text = "z'c"
    for _ in range(size - 1 - place):
        text = f"(fst {text})"
    return text if place == 0 else f"(snd {text})"
