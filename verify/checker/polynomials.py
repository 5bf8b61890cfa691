"""Polynomials in atoms, {monomial: coefficient}, before any rule is applied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from verify.checker.trees import Mono, Poly, Q, Tree, require

HALF, PI, UNIT = Fraction(1, 2), Tree("pi"), Tree("unit")
ONE: Poly = {(): 1}
INDICATORS = ("member", "delta", "before")
TERMS, BITS = 20_000, 100_000  # the most that a product may have
Operator = dict[Mono, Poly]  # a sum of words of letters


def number(q: Q) -> Poly:
    return {(): q} if q else {}


def power(atom: Tree, e: Q = 1) -> Poly:
    return {(Tree(atom.head, atom.name, atom.parts, e),): 1}


def frozen(p: Poly) -> Mono:
    """Return a polynomial as the parts of an atom."""
    return tuple(sorted(Tree("term", "", m, c) for m, c in p.items()))


def thawed(parts: Mono) -> Poly:
    return {term.parts: term.number for term in parts}


def gathered(terms: Iterable[tuple[Mono, Q]]) -> Poly:
    """Return the sum of terms (monomial, coefficient)."""
    out: dict[Mono, Q] = {}
    for m, c in terms:
        out[m] = out[m] + c if m in out else c
    return {m: c for m, c in out.items() if c}


def plus(p: Poly, q: Poly, c: Q = 1) -> Poly:
    """Return p + c q."""
    return gathered([*p.items(), *((m, c * a) for m, a in q.items())])


def summed(polys: Iterable[Poly]) -> Poly:
    return gathered(term for p in polys for term in p.items())


def lifted(c: Q, e: int) -> Fraction:
    """Return a power of a number."""
    x = Fraction(c)
    bits = max(x.numerator.bit_length(), x.denominator.bit_length())
    require(bits * abs(e) < BITS, "a number is too large")
    return x**e


def moves(m: Mono) -> bool:
    """Return whether an infinitesimal is in a monomial."""
    return any(atom.head == "tangent" for atom in m)


def parted(p: Poly) -> tuple[Poly, Poly]:
    """Return what is without the first infinitesimal in a polynomial, and what is with it."""
    (step, *_) = [atom for m in p for atom in m if atom.head == "tangent"]
    at = {m: c for m, c in p.items() if step not in m}
    return at, plus(p, at, -1)


def still(p: Poly) -> Poly:
    """Return a polynomial without its derivative."""
    return {m: c for m, c in p.items() if not moves(m)}


def flipped(word: Mono) -> Mono:
    """Return a word transposed: its letters are 0 if symmetric, 1 if plain, -1 if transposed."""
    return tuple(Tree(a.head, a.name, (), -a.number) for a in reversed(word))


def sorted_powers(powers: Mapping[Tree, Q]) -> Mono:
    return tuple(sorted(Tree(a.head, a.name, a.parts, e) for a, e in powers.items() if e))
