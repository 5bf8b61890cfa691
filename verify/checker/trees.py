"""The one kind of tree: terms as they are read, indices, and the atoms of normal forms.

An index is a counted token, one that is given, a fresh one, a canonical one while a sum is put in
order, a variable of a fact - or, inside a closed sum, `bound`: how many binders away its own is.
A bound index has no name, so that none can be captured: what is closed is opened with fresh indices
before anything is done with it, and a variable never stands for an index that is bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

Q = int | Fraction


class Refused(Exception):
    """The claim is not accepted; the message says why."""


class Unknown(Refused):
    """Nothing given says that something is not zero, or not negative."""


class Tree(NamedTuple):
    """What a thing is, what it is called (an index: its sort), its parts, and its number.

    The number is that of a number or an index, the exponent of an atom, the coefficient of a term.
    """

    head: str
    name: str = ""
    parts: tuple[Tree, ...] = ()
    number: Q = 1


Mono = tuple[Tree, ...]  # atoms with exponents, in order
Poly = Mapping[Mono, Q]
Rule = tuple[Tree, Q, Poly]  # an atom, its exponent or 0 for a symmetry, and its image
FREE = Tree("free")  # a vector u is the scalar <u, FREE>
NAMED = frozenset({"token", "given", "fresh", "canonical", "variable", "free"})
LOOSE = frozenset({"sum", "exp", "log", "whole", "poly", "term"})  # whose parts have no order
BINDERS = frozenset({"sum", "series", "largest", "least"})  # their names are the sorts they bind


def node(head: str, *parts: Tree) -> Tree:
    """Return a tree of such parts, which has no name and no number of its own."""
    return Tree(head, "", parts)


def require(condition: bool, reason: str, why: type[Refused] = Refused) -> None:
    """Refuse the claim unless a condition holds."""
    if not condition:
        raise why(reason)


@lru_cache(2**16)
def indices(t: Tree) -> frozenset[Tree]:
    """Return the indices in a tree that are not bound, and FREE."""
    if t.head in NAMED:
        return frozenset({t})
    return frozenset().union(*map(indices, t.parts)) if t.parts else frozenset()


def all_indices(trees: Iterable[Tree]) -> frozenset[Tree]:
    """Return the indices in some trees."""
    return frozenset().union(*map(indices, trees))


def variables(trees: Iterable[Tree]) -> list[Tree]:
    """Return the variables of a fact in some trees."""
    return sorted(k for k in all_indices(trees) if k.head == "variable")


def same_sort(i: Tree, j: Tree) -> bool:
    """Return whether two indices may be equal; a counted token is of any sort."""
    return i.name == j.name or not i.name or not j.name


def mapped(t: Tree, at: Callable[[Tree, int], Tree], depth: int = 0) -> Tree:
    """Return a tree with each index replaced, given how many binders it is under."""
    if t.head in NAMED or t.head == "bound":
        return at(t, depth)
    depth += len(t.name.split()) if t.head in BINDERS else 0
    parts = tuple(mapped(x, at, depth) for x in t.parts)
    return Tree(t.head, t.name, tuple(sorted(parts)) if t.head in LOOSE else parts, t.number)


def swapped(t: Tree, names: Mapping[Tree, Tree]) -> Tree:
    """Return an atom that binds nothing with other indices."""
    return mapped(t, lambda k, _: names.get(k, k))


def says_nothing(rule: Rule, found: Mapping[Tree, Tree]) -> bool:
    """Return whether at these indices a rule says that an atom is itself: x_j = x_k for j = k."""
    pattern, _, image = rule
    alone = [m[0] for m, c in image.items() if len(image) == len(m) == c == 1]
    heads = ("item", "gram", "member")
    return pattern.head in heads and any(
        a.head == pattern.head and swapped(a, found) == swapped(pattern, found) for a in alone
    )


def closed(head: str, parts: Iterable[Tree], over: list[Tree]) -> Tree:
    """Return a binder of some indices, which have no names in it."""
    place = {k: n for n, k in enumerate(over)}
    at = Tree(head, " ".join(k.name for k in over), tuple(parts))
    return mapped(at, lambda k, d: Tree("bound", "", (), d - 1 - place[k]) if k in place else k)


def opened(t: Tree, over: list[Tree]) -> tuple[Tree, ...]:
    """Return the parts of a binder, with indices in the place of those that it binds."""

    def at(k: Tree, depth: int) -> Tree:
        place = depth - 1 - int(k.number)
        return over[place] if k.head == "bound" and 0 <= place < len(over) else k

    return mapped(t, at).parts


def matches(pattern: Tree, t: Tree, found: dict[Tree, Tree]) -> Iterator[dict[Tree, Tree]]:
    """Yield the indices for which, in the place of its variables, the pattern is the tree."""
    if pattern.head == "variable":
        if t.head in NAMED and same_sort(pattern, t) and found.get(pattern, t) == t:
            yield {**found, pattern: t}
    elif pattern == t and not variables([t]):
        yield found
    elif (pattern.head, pattern.name, pattern.number) == (t.head, t.name, t.number):
        yield from all_match(pattern.parts, t.parts, found, t.head in LOOSE)


def all_match(
    patterns: Mono, trees: Mono, found: dict[Tree, Tree], loose: bool = False
) -> Iterator[dict[Tree, Tree]]:
    """Yield the indices for which all patterns are the trees, in their order or, loose, in any."""
    if not patterns and not trees:
        yield found
    for n in range(len(trees) if loose else 1) if len(patterns) == len(trees) > 0 else ():
        for more in matches(patterns[0], trees[n], found):
            yield from all_match(patterns[1:], trees[:n] + trees[n + 1 :], more, loose)


def walk(t: Tree) -> Iterator[Tree]:
    """Yield a tree and all its parts."""
    yield t
    for part in t.parts:
        yield from walk(part)
