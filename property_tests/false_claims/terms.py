"""Claims as plain tuples, which the engine's formulas are built from and small models decide.

    scalar  ("number", q)  ("symbol", "a")  ("item", "u", i)  ("item", "w", i, j)  ("member", i, j)
            ("delta", i, j)  ("size",)  ("add", x, y)  ("times", x, y)  ("power", x, q)
            ("exp", x)  ("absolute", x)  ("sum", j, range, x)  ("inner", v, w)  ("rate", x)
            ("at", x, (("a", y), ...))  ("whole_power", base, x)
    vector  ("vector", "y", i)  ("plus", v, w)  ("scale", x, v)  ("apply", "A", v)
            ("vector_sum", j, range, v)
    besides ("integer_sum", j, lower, upper, x) and ("place", j) for an index over integers
    range   (kind, limit, left out): kinds are "all", "before", "up_to", "seen"

An index is a string: "i" and "k" are free, "j1", "j2", ... are bound where they stand. Nothing here
knows the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Term = tuple[Any, ...]
SUMS = ("sum", "vector_sum", "integer_sum")


@dataclass(frozen=True)
class Fact:
    """`left` has the sign `sign` to `right` for all values of its free indices.

    Of two indices: "distinct" or "before", and then there are no sides but their names.
    """

    sign: str
    left: Term
    right: Term

    def __str__(self) -> str:
        return f"{shown(self.left)} {self.sign} {shown(self.right)}"


@dataclass(frozen=True)
class DrawnClaim:
    """What is claimed under facts; `where` is assumed of the claim's own indices.

    `every` is assumed for all k, and `pairs` for all i and k, whatever the claim's own are.

    The sign is "=" or a comparison, whose reason is `because`; by "induction" the sides are equal
    for every integer m from `start` on.
    """

    sign: str
    left: Term
    right: Term
    facts: tuple[Fact, ...] = ()
    because: Term | None = None
    where: tuple[Fact, ...] = ()
    every: tuple[Fact, ...] = ()
    pairs: tuple[Fact, ...] = ()
    induction: bool = False
    start: int = 0

    def __str__(self) -> str:
        said = f"{shown(self.left)} {self.sign} {shown(self.right)}"
        for word, facts in (
            ("if", self.where),
            ("if for all k", self.every),
            ("if for all i and k", self.pairs),
            ("under", self.facts),
        ):
            said += "".join(f"; {word} {fact}" for fact in facts)
        return said + (f"; because {shown(self.because)}" if self.because else "")


def parts(term: Term) -> Iterator[Term]:
    """Yield the terms directly below a term."""
    for part in term[1:]:
        if isinstance(part, tuple) and part and isinstance(part[0], str) and is_term(part):
            yield part
    if term[0] == "at":
        yield from (value for _, value in term[2])


def is_term(part: Any) -> bool:
    """Tell a term from a range and from the pairs of a substitution."""
    return part[0] not in ("all", "before", "up_to", "seen")


def subterms(term: Term) -> Iterator[Term]:
    """Yield a term and all below it."""
    yield term
    for part in parts(term):
        yield from subterms(part)


def replaced_at(term: Term, place: int, new: Term) -> Term:
    """Return a term with the subterm of that number, in the order of `subterms`, replaced."""
    found, _ = _replaced(term, place, new)
    return found


def _replaced(term: Term, place: int, new: Term) -> tuple[Term, int]:
    if place == 0:
        return new, -1
    place -= 1
    out: list[Any] = list(term)
    for k, part in enumerate(term[1:], 1):
        if isinstance(part, tuple) and part and isinstance(part[0], str) and is_term(part):
            out[k], place = _replaced(part, place, new)
            if place < 0:
                return tuple(out), -1
    if term[0] == "at":
        pairs = list(term[2])
        for k, (name, value) in enumerate(pairs):
            changed, place = _replaced(value, place, new)
            if place < 0:
                pairs[k] = (name, changed)
                return (term[0], term[1], tuple(pairs)), -1
    return term, place


def renamed(term: Any, names: dict[str, str]) -> Any:
    """Return a term with indices renamed wherever they stand, bound or not."""
    if isinstance(term, str):
        return names.get(term, term)
    if isinstance(term, tuple):
        if term and term[0] in ("symbol", "number"):
            return term
        return (term[0], *(renamed(part, names) for part in term[1:])) if term else term
    return term


def indices(term: Any) -> set[str]:
    """Return every index that a term mentions."""
    if isinstance(term, str):
        return {term} if term in ("i", "k") or (term[0] == "j" and term[1:].isdigit()) else set()
    found: set[str] = set()
    if isinstance(term, tuple) and not (term and term[0] in ("symbol", "number")):
        for part in term:
            found |= indices(part)
    return found


def free(term: Term) -> set[str]:
    """Return the indices of a term that no sum of it binds."""
    if term[0] == "integer_sum":
        _, bound, lower, upper, body = term
        return free(lower) | free(upper) | (free(body) - {bound})
    if term[0] in SUMS:
        _, bound, over, body = term
        return indices(over) | (free(body) - {bound})
    found: set[str] = set()
    for part in term[1:]:
        if isinstance(part, str):
            found |= indices(part)
    return found.union(*map(free, parts(term)))


def shown(term: Any) -> str:
    """Return a term for a reader of a failing test."""
    if isinstance(term, Fraction):
        return str(term)
    if not isinstance(term, tuple):
        return str(term)
    op, *args = term if term else ("",)
    told = [shown(arg) for arg in args]
    infix = {"add": "+", "times": "*", "plus": "+", "scale": "*", "power": "^", "apply": "@"}
    if op in ("number", "symbol"):
        return told[0]
    if op in infix:
        return f"({told[0]} {infix[op]} {told[1]})"
    if op in ("item", "vector"):
        return f"{told[0]}[{', '.join(told[1:])}]"
    if op in SUMS:
        over = told[1] if op != "integer_sum" else f"{told[1]}..{told[2]}"
        return f"sum({told[-1]} for {told[0]} in {over})"
    if op in ("all", "before", "up_to", "seen"):
        limit, without = args
        base = op + (f"({limit})" if limit else "")
        return base + "".join(f".but({k})" for k in without)
    return f"{op}({', '.join(told)})"


def is_vector(term: Term) -> bool:
    """Return whether a term is a vector."""
    return term[0] in ("vector", "plus", "scale", "apply", "vector_sum")


def scope_of(term: Term, place: int) -> tuple[str, ...]:
    """Return the indices that are known at a subterm: the free ones, and those bound around it."""
    found = _scope(term, place, ("i", "k"))
    assert isinstance(found, tuple)
    return found


def _scope(term: Term, place: int, scope: tuple[str, ...]) -> tuple[str, ...] | int:
    if place == 0:
        return scope
    place -= 1
    inner = (*scope, term[1]) if term[0] in SUMS else scope
    for part in parts(term):
        found = _scope(part, place, inner)
        if isinstance(found, tuple):
            return found
        place = found
    return place


def matched(pattern: Any, term: Any, names: dict[str, str] | None = None) -> dict[str, str] | None:
    """Return which indices of a pattern stand for which of a term that looks like it, or None.

    Bound indices are not told apart from free ones: what is found need not be an instance.
    """
    names = {} if names is None else names
    if isinstance(pattern, str) and indices(pattern):
        if not isinstance(term, str) or not indices(term):
            return None
        return names if names.setdefault(pattern, term) == term else None
    if isinstance(pattern, tuple) and isinstance(term, tuple):
        if len(pattern) != len(term):
            return None
        for a, b in zip(pattern, term, strict=True):
            if matched(a, b, names) is None:
                return None
        return names
    return names if pattern == term else None
