"""The index sets of the model (tokens, heads, modes) and integers, for sums to run over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn, overload

from verify.language.expressions import Scalar, as_scalar
from verify.language.indices import Index, IndexLike, Range, checked_index
from verify.language.mistakes import Mistake
from verify.language.names import check_letters
from verify.language.symbols import Mask
from verify.language.words import total


class Members(Range):
    """A range that can be counted."""

    @property
    def count(self) -> Scalar:
        """Return how many members there are: a symbolic size, or a sum of ones over a part."""
        if self.kind == "all" and not self.without:
            return Scalar("size", self.sort)
        return total(as_scalar(1) for j in self)


class IndexSet(Members):
    """All tokens, all heads or all modes of the model."""

    @overload
    def any(self, name: str, /) -> Index: ...
    @overload
    def any(self, first: str, second: str, /, *more: str) -> tuple[Index, ...]: ...
    def any(self, *names: str) -> Index | tuple[Index, ...]:
        """Return free indices ("for every ..."); several may coincide.

        Raises Mistake for a part of the set: what is said of an index is said of all of them.
        """
        if self.without:
            raise Mistake(
                f"an index runs over all {self.sort}; create it with {self.sort}.any(...), "
                "and restrict it with implies(differs(same(k, i), 1), ...) or where=[...]"
            )
        made = tuple(Index(_index_name(name), self) for name in names)
        return made[0] if len(made) == 1 else made

    def _compared(self, _: object) -> NoReturn:
        raise Mistake(f"the number of {self.sort} is {self.sort}.count; compare that")

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def before(self, index: IndexLike) -> Members:
        """Return the members strictly before `index` (causal attention without the self term)."""
        return Members(self.sort, "before", limit=checked_index(index, self.sort))

    def up_to(self, index: IndexLike) -> Members:
        """Return the members before `index` and `index` itself (causal attention)."""
        return Members(self.sort, "up_to", limit=checked_index(index, self.sort))

    def seen_by(self, index: IndexLike, mask: Mask) -> Members:
        """Return the members that `index` may attend to under `mask`."""
        return Members(self.sort, "seen", limit=checked_index(index, self.sort), mask=mask)


def _index_name(name: object) -> str:
    if not isinstance(name, str) or not name.isidentifier():
        raise Mistake(f"{name!r} cannot name an index; give a plain name, as in tokens.any('i')")
    check_letters(name)
    return name


tokens = IndexSet("tokens")
"""The tokens: `i, j = tokens.any("i", "j")`, `total(y[j] for j in tokens)`, n = `tokens.count`.

`tokens.before(i)`, `tokens.up_to(i)`, `tokens.seen_by(i, mask)` are some of them, `.but(i)` leaves
one out.
"""
heads = IndexSet("heads")
"""The heads of attention: `total(alpha[h, i, j] for h in heads)`; `heads.count` is their number."""
modes = IndexSet("modes")
"""The modes, members of an eigenbasis: `total(lam[r] for r in modes)`; there are d of them."""


def _as_number(operation: str) -> Callable[..., Scalar]:
    return lambda index, *others: getattr(Scalar, f"__{operation}__")(as_scalar(index), *others)


class IntegerIndex(Index):
    """An index over integers, which is a number in formulas: `(j + 1) ** 2`."""

    __add__, __radd__, __sub__, __rsub__ = map(_as_number, ("add", "radd", "sub", "rsub"))
    __mul__, __rmul__, __pow__, __neg__ = map(_as_number, ("mul", "rmul", "pow", "neg"))
    __truediv__, __rtruediv__ = map(_as_number, ("truediv", "rtruediv"))


class Integers(Members):
    """Consecutive integers."""

    def __iter__(self) -> Iterator[Index]:
        """Yield one generic bound index, as a range of tokens does, that is a number, too."""
        yield IntegerIndex("", self, bound=True)


def integers(lower: Scalar | int, upper: Scalar | int) -> Members:
    """Return the integers from `lower` to `upper`, both included (empty when upper < lower)."""
    return Integers("integers", "integers", lower=as_scalar(lower), upper=as_scalar(upper))
