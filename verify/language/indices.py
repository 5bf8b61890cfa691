"""Index sets (tokens, heads, modes), their indices, and the ranges a sum may run over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NoReturn, overload

from verify.language.mistakes import Mistake

if TYPE_CHECKING:
    from verify.language.expressions import Scalar
    from verify.language.symbols import Mask

Sort = Literal["tokens", "heads", "modes", "integers"]
SIZE_NAMES: dict[str, str] = {"tokens": "n", "heads": "h", "modes": "d"}


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
            f"Python would decide here whether the index {first} is {second}, once for all; write "
            f"same({first}, {second}) for 1 or 0 as they are equal or not, or leave one out of a "
            f"sum with {self.over.sort}.but({second})"
        )

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _compared
    __hash__ = object.__hash__


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
    mask: Mask | None = None
    without: tuple[IndexLike, ...] = ()
    lower: Scalar | None = None
    upper: Scalar | None = None

    def __iter__(self) -> Iterator[Index]:
        """Yield one generic bound index: `total(... for j in tokens)` reads it once."""
        yield Index("", self, bound=True)

    def but(self, index: IndexLike) -> Range:
        """Return the same range without one more index."""
        return replace(self, without=(*self.without, _checked(index, self.sort)))

    @property
    def count(self) -> Scalar:
        """Return how many members there are: a symbolic size, or a sum of ones over a part."""
        from verify.language.expressions import Scalar, as_scalar, total

        if self.kind == "all" and not self.without:
            return Scalar("size", self.sort)
        return total(as_scalar(1) for j in self)


class IndexSet(Range):
    """All tokens, all heads or all modes of the model."""

    @overload
    def any(self, name: str, /) -> Index: ...
    @overload
    def any(self, first: str, second: str, /, *more: str) -> tuple[Index, ...]: ...
    def any(self, *names: str) -> Index | tuple[Index, ...]:
        """Return free indices ("for every ..."); several may coincide."""
        made = tuple(Index(_index_name(name), self) for name in names)
        return made[0] if len(made) == 1 else made

    def before(self, index: IndexLike) -> Range:
        """Return the members strictly before `index` (causal attention without the self term)."""
        return Range(self.sort, "before", limit=_checked(index, self.sort))

    def up_to(self, index: IndexLike) -> Range:
        """Return the members before `index` and `index` itself (causal attention)."""
        return Range(self.sort, "up_to", limit=_checked(index, self.sort))

    def seen_by(self, index: IndexLike, mask: Mask) -> Range:
        """Return the members that `index` may attend to under `mask`."""
        return Range(self.sort, "seen", limit=_checked(index, self.sort), mask=mask)


def _index_name(name: object) -> str:
    if not isinstance(name, str) or not name.isidentifier():
        raise Mistake(f"{name!r} cannot name an index; give a plain name, as in tokens.any('i')")
    return name


def _checked(index: object, sort: Sort) -> IndexLike:
    if isinstance(index, int) and not isinstance(index, bool):
        return index
    if not isinstance(index, Index):
        raise Mistake(f"{index!r} is not an index; make one with {sort}.any('i')")
    if index.sort != sort:
        raise Mistake(f"the index {index.name} runs over {index.sort}, not over {sort}")
    return index


tokens = IndexSet("tokens")
heads = IndexSet("heads")
modes = IndexSet("modes")


def integers(lower: Scalar | int, upper: Scalar | int) -> Range:
    """Return the integers from `lower` to `upper`, both included (empty when upper < lower)."""
    from verify.language.expressions import as_scalar

    return Range("integers", "integers", lower=as_scalar(lower), upper=as_scalar(upper))
