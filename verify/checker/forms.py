"""Normal forms of scalars and vectors, for any number of tokens and any dimension.

A scalar is {monomial: coefficient}, a monomial a set of (atom, exponent). A vector u is the scalar
<u, ?>, linear in a vector "?" that occurs nowhere else: what serves scalars serves vectors. Atoms:
    ("symbol", s)  ("item", y, i, ...)  ("size", sort)  ("pi",)  ("unit",), whose square is -1
    ("member", N, i, j)  ("delta", i, j)  ("before", j, i), which are 0 or 1
    ("gram", x, word, y)      <x, A ... y>, the lesser of its two readings
    ("sum", monomial, names)  over bound indices with canonical names "#0:tokens", ...
    ("exp", m)  ("turn", m)  ("base", q, m)  e^m, e^(i m), q^m for a monomial, to rational powers
    ("whole", p)              a polynomial, to the power 1/2 or below 0
    ("tangent", t)            infinitesimal: its square is 0, its coefficient a derivative
Indices are counted tokens 1, 2, ... or "name:sort"; names that begin with "!" are fresh, those
with "$" variables of facts. Whether a denominator is 0 is asked in `claims`, not here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt
from typing import Any

Poly = dict[Any, Fraction]
FREE, HALF, PI = ("?",), Fraction(1, 2), frozenset({(("pi",), 1)})
ONE: Poly = {frozenset(): Fraction(1)}
INDICATORS = ("member", "delta", "before")
TURNED = {"symmetric": "symmetric", "plain": "transposed", "transposed": "plain"}


class Refused(Exception):
    """The claim is not accepted; the message says why."""


class Unknown(Refused):
    """Nothing given says that something is not zero, or not negative."""


def power(atom: Any, e: Any = 1) -> Poly:
    return {frozenset({(atom, e)}): Fraction(1)}


def plus(p: Poly, q: Poly, c: Any = 1) -> Poly:
    """Return p + c q."""
    out = dict(p)
    for m, a in q.items():
        out[m] = out.get(m, 0) + Fraction(c) * a
    return {m: a for m, a in out.items() if a}


def same_sort(i: Any, j: Any) -> bool:
    return isinstance(i, int) or isinstance(j, int) or i.split(":")[1:] == j.split(":")[1:]


def key(x: Any) -> str:
    """Return a text by which things are put in order."""
    if isinstance(x, frozenset):
        return "{" + " ".join(sorted(map(key, x))) + "}"
    return "(" + " ".join(map(key, x)) + ")" if isinstance(x, tuple) else str(x)


@lru_cache(2**16)
def indices(x: Any) -> frozenset[Any]:
    """Return the indices in an atom, and "?"; exponents and coefficients are not looked at."""
    if isinstance(x, tuple | frozenset):
        parts = [pair[0] for pair in x] if isinstance(x, frozenset) else x
        return frozenset().union(*map(indices, parts))
    indexed = isinstance(x, int) or (isinstance(x, str) and (":" in x or x == "?"))
    return frozenset({x}) if indexed else frozenset()


def flipped(word: Any) -> Any:
    return tuple((name, TURNED[kind]) for name, kind in reversed(word))


def swapped(x: Any, names: dict[Any, Any]) -> Any:
    return tuple(swapped(y, names) for y in x) if isinstance(x, tuple) else names.get(x, x)


def ending(gram: Any) -> tuple[Any, Any]:
    """Return x and the word of a Gram atom <x, word ?>."""
    return (gram[1], gram[2]) if gram[3] == FREE else (gram[3], flipped(gram[2]))


def matches(pattern: Any, thing: Any, bound: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
    """Yield the values of the variables "$..." for which the pattern is the thing."""
    if isinstance(pattern, str) and pattern[:1] == "$":
        if bound.get(pattern, thing) == thing and same_sort(pattern, thing):
            yield {**bound, pattern: thing}
    elif pattern == thing:
        yield bound
    elif pattern and type(pattern) is type(thing) and isinstance(pattern, tuple | frozenset):
        if len(pattern) == len(thing):
            tuples, one = isinstance(pattern, tuple), next(iter(pattern))
            for other in thing[:1] if tuples else thing:
                rest = (pattern[1:], thing[1:]) if tuples else (pattern - {one}, thing - {other})
                for found in matches(one, other, bound):
                    yield from matches(*rest, found)


class Forms:
    """Normal forms under the rules that facts are read as, and what facts say of signs."""

    def __init__(self) -> None:
        self.counter = itertools.count()
        self.apart: set[frozenset[Any]] = set()
        self.word_rules: list[Any] = []  # (word, {word: coefficient})
        self.vector_rules: list[Any] = []  # (vector atom, word on it, image)
        self.sum_rules: list[Any] = []  # (summed index, monomial, image)
        self.rules: list[Any] = []  # (atom, exponent, image)
        sizes = [power(("size", sort)) for sort in ("tokens", "heads", "modes")]
        self.facts: list[Any] = [((), plus(p, ONE, -1), ">=") for p in sizes]  # variables, gap, sign
        self.facts.append(((), plus(power(("pi",)), ONE, -3), ">"))

    # ------------------------------------------------------------------ products and powers

    def times(self, p: Poly, q: Poly) -> Poly:
        out: Poly = {}
        for (m, a), (k, b) in itertools.product(p.items(), q.items()):
            powers = dict(m)
            for atom, e in k:
                powers[atom] = powers.get(atom, 0) + e
            for t, c in self.reduced(powers).items():
                out[t] = out.get(t, Fraction(0)) + a * b * c
        return {m: c for m, c in out.items() if c}

    def reduced(self, powers: dict[Any, Any]) -> Poly:
        """Return a product of powers of atoms in normal form."""
        left: dict[Any, Any] = {}
        out = ONE
        for atom, e in powers.items():
            kind, more = atom[0], ONE
            if kind in INDICATORS and e < 0:
                raise Refused("an indicator cannot be a denominator")
            if kind == "tangent" and e > 1:
                return {}
            if kind in INDICATORS:
                e = min(e, 1)
            elif kind == "whole" and (e >= 1 or (len(atom[1]) == 1 and e % 1 != e)):
                e, more = e % 1, self.raised(dict(atom[1]), e // 1)
            elif kind == "unit" or (kind == "turn" and atom[1] == PI):
                quarters = int(e * (1 if kind == "unit" else 2) // 1)  # e^(i pi/2) is the unit
                e = e % 1 if kind == "turn" and e % 1 != HALF else 0
                ...
            for pattern, k, image in self.rules:
                if k > 1 and (e >= k or (e < 0 and set(image) == set(ONE))):
                    for found in itertools.islice(matches(pattern, atom, {}), 1):
                        more = self.times(more, self.raised(self.rebuilt(image, found), e // k))
                        e %= k
            if e:
                left[atom] = e
