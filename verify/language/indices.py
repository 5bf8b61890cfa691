"""Indices, the ranges they run over, and what has to be indexed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NoReturn, Self

from verify.language.mistakes import Mistake
from verify.language.tree import Node

Sort = Literal["tokens", "heads", "modes", "integers"]
SIZE_NAMES: dict[str, str] = {"tokens": "n", "heads": "h", "modes": "d"}
LETTER: dict[str, str] = {"tokens": "i", "heads": "a", "modes": "k"}
LETTERS: dict[str, str] = {
    "tokens": "i",
    "heads": r"\eta",
    "modes": "k",
}  # of any of them, in LaTeX


@dataclass(frozen=True, eq=False)
class Index:
    """One index: free ("for every token i") or bound by a sum. Identity is object identity.

    Whether two indices are equal is a question within a formula, never one that Python could
    answer while the formula is written: comparing them raises.
    """

    name: str
    over: Range
    bound: bool = False

    @property
    def sort(self) -> Sort:
        return self.over.sort

    def _compared(self, other: object) -> NoReturn:
        second = other.name if isinstance(other, Index) else repr(other)
        first, second = self.name or "j", second or "j"
        raise Mistake(
            f"Python would compare the indices {first} and {second} at once; write "
            f"same({first}, {second}), which is 1 if they are equal and 0 otherwise, or "
            f"exclude one from a sum with {self.over.sort}.but({second}); precedes({first}, "
            f"{second}) is a condition, and given(distinct(...)) declares two different "
            "indices"
        )

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _compared
    __hash__ = object.__hash__

    def _counted_with(self, *_: object) -> Any:
        raise Mistake(
            f"the index {self.name or 'j'} is not a number: {self.sort} have no successor; "
            "select one with weights, as in total(A[i, j] * x[j] for j in tokens), or sum "
            "over integers(1, m)"
        )

    _refused: ClassVar[Any] = _counted_with  # an index over integers is a number
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refused
    __truediv__ = __rtruediv__ = __pow__ = __neg__ = _refused


IndexLike = Index | int


@dataclass(frozen=True, eq=False)
class Range:
    """What an index runs over: a whole sort, or the part before / seen by another index.

    `kind` is "all", "before" (strictly smaller than `limit`), "up_to" (smaller or equal) or
    "seen" (those `limit` may see through `mask`); all of `without` are left out. Integer ranges
    ("integers") run from `lower` to `upper`, both included.
    """

    sort: Sort
    kind: Literal["all", "before", "up_to", "seen", "integers"] = "all"
    limit: IndexLike | None = None
    mask: Indexed | None = None
    without: tuple[IndexLike, ...] = ()
    lower: Node | None = None
    upper: Node | None = None

    def __iter__(self) -> Iterator[Index]:
        """Yield one generic bound index: `total(... for j in tokens)` reads it once."""
        yield Index("", self, bound=True)

    def but(self, index: IndexLike) -> Self:
        """Return the same range without one more index. Raises Mistake for a range of integers."""
        if self.kind == "integers":
            raise Mistake("integers(...) cannot exclude a term; subtract it")
        return replace(self, without=(*self.without, checked_index(index, self.sort)))


def checked_index(index: object, sort: Sort) -> IndexLike:
    """Return an index of this sort, or a number. Raises Mistake for what is none."""
    if isinstance(index, int) and not isinstance(index, bool):
        return index
    if not isinstance(index, Index):
        raise Mistake(f"{index!r} is not an index; create one with {sort}.any('i')")
    if index.sort != sort:
        raise Mistake(f"the index {index.name} ranges over {index.sort}, not over {sort}")
    return index


class Indexed:
    """Something that must be indexed; arithmetic on it is always a forgotten index."""

    name: str
    latex: str | None

    def _unindexed(self, *_: object) -> NoReturn:
        raise Mistake(f"{self.name} is a family: index it, as in {self.name}[i]")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _unindexed
    __truediv__ = __rtruediv__ = __matmul__ = __rmatmul__ = __neg__ = __pow__ = _unindexed
    __lt__ = __le__ = __gt__ = __ge__ = _unindexed

    def __iter__(self) -> NoReturn:
        raise Mistake(f"{self.name} cannot be looped over; sum with total(... for j in tokens)")

    def _indices(self, given: object, sorts: tuple[Sort, ...]) -> tuple[IndexLike, ...]:
        indices = given if isinstance(given, tuple) else (given,)
        if len(indices) != len(sorts):
            raise Mistake(miscounted(self.name, len(sorts), len(indices)))
        for index, sort in zip(indices, sorts, strict=True):
            if isinstance(index, int) and not isinstance(index, bool):
                if index < 1:
                    raise Mistake(f"{self.name}[{index}]: tokens are counted from 1")
                continue
            if not isinstance(index, Index):
                raise Mistake(
                    f"{self.name}[...]: {index!r} is not an index; use an index over {sort}, "
                    f"as in {self.name}[{LETTER[sort]}], and select another member with "
                    "weights"
                )
            if index.sort != sort:
                name = index.name or "j"
                raise Mistake(f"{self.name}[{name}]: {name} runs over {index.sort}, not {sort}")
        return indices


def miscounted(name: str, wanted: int, got: int) -> str:
    """Return what is wrong with a number of indices."""
    noun = "index" if wanted == 1 else "indices"
    example = ", ".join("ijklmn"[:wanted])
    return f"{name} takes {wanted} {noun}, not {got}; write {name}[{example}]"
