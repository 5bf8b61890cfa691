"""Names and indices as they are printed: bound ones renamed where two would look the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from verify.language.expressions import Expression, as_scalar
from verify.language.indices import Index, IndexLike, Range
from verify.language.tree import BINDERS
from verify.language.walk import free_indices, nodes, things
from verify.writing.notation import Binder, Notation, Piece

SPARE_INDICES = "jklm"
SPARE: dict[str, tuple[str, ...]] = {"heads": ("eta", "a", "b"), "modes": ("k", "l", "m", "p")}
HEADS = ("", "a", "h")  # printed as eta, the letter of heads in phrases; h is their number


class NamePrinter(ABC):
    """Writes names, indices and the ranges of sums; `used` collects what a reader must be told."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.used: dict[Any, Any] = {}
        self._shown: dict[Index, str] = {}
        self._called: dict[Any, str] = {}

    @abstractmethod
    def formula(self, node: Expression) -> str:
        """Return a formula as text."""

    def use(self, what: Any, where: Any = None) -> None:
        """Remember that a formula used something a reader must be told."""
        self.used.setdefault(what, where)

    def index(self, index: IndexLike) -> str:
        """Return an index as it is printed here (a bound one may have been renamed)."""
        if isinstance(index, int):
            return str(index)
        if index in self._shown:
            return self._shown[index]
        return self.notation.name(letter_of(index), (), None, False).text

    @contextmanager
    def showing(self, names: dict[Index, str]) -> Iterator[None]:
        """Print some indices under other names for a while."""
        before = dict(self._shown)
        self._shown.update(names)
        try:
            yield
        finally:
            self._shown = before

    @contextmanager
    def calling(self, names: dict[Any, str]) -> Iterator[None]:
        """Print some things, and no others, by another name for a while."""
        before, self._called = self._called, names
        try:
            yield
        finally:
            self._called = before

    def among(self, *formulas: Any) -> AbstractContextManager[None]:
        """Keep the letters of these formulas' free indices from the sums in them for a while."""
        free = {index for formula in formulas for index in free_indices(formula)}
        return self.showing({index: self.index(index) for index in free})

    def name(self, thing: Any, indices: tuple[IndexLike, ...] = (), dotted: bool = False) -> Piece:
        shown = [self.index(k) for k in indices]
        called = self._called.get(thing, thing.name)
        return self.notation.name(called, shown, getattr(thing, "latex", None), dotted)

    def fresh_names(self, body: Any, bound: list[Index]) -> dict[Index, str]:
        """Return printed names for bound indices that mean nothing else where their sum stands.

        A reader takes a letter for what it was last said to be: none is bound anew inside the sum,
        or beside the formula's own index, that it stands for.
        """
        own = set(bound)
        outside = free_indices(body) - own
        named = [node.args[0] for node in nodes(body) if node.op == "abbreviation"]
        taken = {self.index(k) for k in outside}
        taken |= {self.name(thing).text for thing in (*things(body), *named)}
        taken |= {letter for index, letter in self._shown.items() if index not in own}
        names: dict[Index, str] = {}
        for index in bound:
            spare = SPARE.get(index.sort, tuple(SPARE_INDICES))
            first = "eta" if index.sort == "heads" else letter_of(index)
            wanted = (first, letter_of(index), *spare, *(f"{spare[0]}_{k}" for k in range(1, 99)))
            shown = (self.notation.name(name, (), None, False).text for name in wanted)
            avoided = taken | self._letters_of_others(body, index)
            names[index] = next(name for name in shown if name not in avoided)
            taken.add(names[index])
        return names

    def _letters_of_others(self, body: Any, index: Index) -> set[str]:
        """Return the letters of indices of another sort that a formula sums over."""
        others = {
            k
            for node in nodes(body)
            if node.op in BINDERS
            for k in node.args[1:]
            if k.sort != index.sort
        }
        return {self.notation.name(letter_of(k), (), None, False).text for k in others}

    def binder(self, index: Index) -> Binder:
        shown, over, write = self.index(index), index.over, self.notation
        if over.kind == "integers":
            assert over.lower is not None and over.upper is not None
            lower, upper = (self.formula(as_scalar(end)) for end in (over.lower, over.upper))
            return Binder(f"{shown} = {lower}", upper)
        parts = [shown]
        if over.limit is not None:
            parts = [self._limited(shown, over)]
        if over.without:
            excluded = ", ".join(self.index(k) for k in over.without)
            parts.append(f"{shown} {write.relations['!=']} {excluded}")
            if over.limit is None:
                parts = parts[1:]
        return Binder(", ".join(parts))

    def _limited(self, shown: str, over: Range) -> str:
        assert over.limit is not None
        limit, write = self.index(over.limit), self.notation
        if over.kind == "seen":
            self.use(over.mask, over)
            return f"{shown} {write.member_of} {self.name(over.mask).text}({limit})"
        sign = write.relations["<" if over.kind == "before" else "<="]
        return f"{shown} {sign} {limit}"


def letter_of(index: Index) -> str:
    """Return the name that an index has of its own."""
    if index.sort == "heads" and index.name in HEADS:
        return "eta"
    return index.name or "j"
