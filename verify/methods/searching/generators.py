"""Forms as polynomials in real things: exponentials i x as sines and cosines, roots as they are."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from verify.checker.polynomials import HALF, PI, thawed
from verify.checker.trees import Mono, Q, Tree
from verify.language.expressions import Scalar
from verify.language.words import pi
from verify.methods.searching import candidates
from verify.methods.searching.atoms import Place
from verify.methods.searching.candidates import Question
from verify.methods.searching.ring import Form
from verify.methods.searching.writing import added, multiple, product

MOST = 12  # generators
HIGHEST = 12  # of an angle's multiples
SINGLE = ("symbol", "item")
Complex = tuple[fmpq_mpoly, fmpq_mpoly]


class Foreign(Exception):
    """Something in a form is no polynomial in what the claim has."""


@dataclass(frozen=True, eq=False)
class Generators:
    """The things that a gap is a polynomial in, by the atoms of its normal form.

    An atom stands for a power of its thing; an angle has a cosine and a sine, and the unit of
    its multiples.
    """

    place: Place
    context: fmpq_mpoly_ctx
    trees: tuple[Scalar, ...]
    atoms: Mapping[Tree, tuple[int, Q]]
    angles: Mapping[Mono, tuple[int, Q]]
    read: dict[frozenset[tuple[int, Q]], fmpq_mpoly | None] = field(default_factory=dict)

    def polynomial(self, form: Form) -> fmpq_mpoly | None:
        """Return a form as a polynomial, None where it has something else in it."""
        key = frozenset(form.items())
        if key not in self.read:
            self.place.reading.ring.spend(4 * len(form))
            try:
                self.read[key] = self._polynomial(form)
            except Foreign:
                self.read[key] = None
        return self.read[key]

    def _polynomial(self, form: Form) -> fmpq_mpoly:
        zero = self.context.constant(0)
        real, imaginary = zero, zero
        for m, c in self.place.reading.ring.poly(form).items():
            term: Complex = (self.context.constant(exact(c)), zero)
            for atom in m:
                term = times(term, self._power(atom))
            real, imaginary = real + term[0], imaginary + term[1]
        if not imaginary.is_zero():
            raise Foreign
        return real

    def _power(self, atom: Tree) -> Complex:
        zero, one = self.context.constant(0), self.context.constant(1)
        if atom.head == "unit":
            return zero, one
        if (atom.head, atom.name) == ("exp", "i"):
            place, unit = self.angles.get(atom.parts, (None, 1))
            turns = atom.number / Fraction(unit)
            if place is None or turns % 1 or abs(turns) > HIGHEST:
                raise Foreign
            return self._turned(place, int(turns))
        place, unit = self.atoms.get(atom._replace(number=1), (None, 1))
        raised = atom.number / Fraction(unit)
        if place is None or raised % 1 or raised < 0:
            raise Foreign
        return self.context.gen(place) ** int(raised), zero

    def _turned(self, place: int, turns: int) -> Complex:
        """Return the cosine and the sine of a multiple of an angle, with the sine at most once."""
        cosine, sine = self.context.gen(place), self.context.gen(place + 1)
        kind = [self.context.constant(1), cosine]  # of the first kind, and of the second
        second = [self.context.constant(0), self.context.constant(1)]
        for _ in range(abs(turns)):
            kind.append(2 * cosine * kind[-1] - kind[-2])
            second.append(2 * cosine * second[-1] - second[-2])
        back = -1 if turns < 0 else 1
        return kind[abs(turns)], back * sine * second[abs(turns)]

    def halved(self, p: fmpq_mpoly) -> Scalar | None:
        """Return 2 cos(x/2)^2 for p = 1 + cos(x), None for other polynomials."""
        for n, _ in self.angles.values():
            if p == self.context.gen(n) + 1:
                half = multiple(HALF, self.trees[n].args[1])
                return multiple(2, Scalar("function", "cos", half) ** 2)
        return None

    def tree(self, p: fmpq_mpoly) -> Scalar:
        """Return a polynomial as a formula."""
        return added(
            multiple(
                rational(c),
                product(raised(self.trees[n], e) for n, e in enumerate(powers) if e),
            )
            for powers, c in p.to_dict().items()
        )


def times(x: Complex, y: Complex) -> Complex:
    """Return a product of complex numbers."""
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def raised(e: Scalar, n: Q) -> Scalar:
    """Return a power as one would write it."""
    return e if n == 1 else e ** int(n)


def exact(c: Q) -> fmpq:
    """Return a rational as flint has it."""
    return fmpq(*Fraction(c).as_integer_ratio())


def rational(c: fmpq) -> Fraction:
    """Return flint's rational."""
    return Fraction(int(c.p), int(c.q))


def generators(asked: Question, place: Place, gap: Form) -> Generators | None:
    """Return what a gap is a polynomial in, None where that is not of the claim's own things."""
    inside = [atom for m in place.reading.ring.poly(gap) for atom in m]
    rooted = [a for a in inside if a.head == "whole" and a.number % 1 == HALF]
    inside += [atom for a in rooted for m in thawed(a.parts) for atom in m]
    if any(a.number < 0 and a.head != "exp" for a in inside):
        return None
    angles = turning(inside)
    named = _named(asked, place, {*_bases(inside), *(a for m in angles for a in _bases(m))})
    trees, atoms = list[Scalar](), dict[Tree, tuple[int, Q]]()
    for atom in sorted({a for a in _bases(inside) if a in named}):
        halves = any(a.number % 1 == HALF for a in inside if a._replace(number=1) == atom)
        tree, unit = named[atom]
        if halves != (unit == HALF):
            return None
        atoms[atom] = (len(trees), unit)
        trees.append(tree)
    placed = dict[Mono, tuple[int, Q]]()
    for m, unit in angles.items():
        if not all(a in named and named[a][1] == 1 for a in _bases(m)):
            return None
        inner = product(raised(named[a._replace(number=1)][0], a.number) for a in m)
        angle = multiple(unit, inner)
        placed[m] = (len(trees), unit)
        trees += [Scalar("function", name, angle) for name in ("cos", "sin")]
    if not 0 < len(trees) <= MOST:
        return None
    names = tuple(f"x{n}" for n in range(len(trees)))
    context = fmpq_mpoly_ctx.get(names, Ordering.lex)
    return Generators(place, context, tuple(trees), atoms, placed)


def turning(inside: Iterable[Tree]) -> dict[Mono, Fraction]:
    """Return the angles x of exponentials i c x, with the largest unit of the c."""
    found: dict[Mono, list[Fraction]] = {}
    for atom in inside:
        if (atom.head, atom.name) == ("exp", "i") and atom.parts:
            found.setdefault(atom.parts, []).append(abs(Fraction(atom.number)))
    return {m: reduce(_common, numbers) for m, numbers in sorted(found.items())}


def _common(x: Fraction, y: Fraction) -> Fraction:
    below = math.lcm(x.denominator, y.denominator)
    return Fraction(math.gcd(int(x * below), int(y * below)), below)


def _bases(inside: Iterable[Tree]) -> set[Tree]:
    return {
        a._replace(number=1)
        for a in inside
        if a.head != "unit" and (a.head, a.name) != ("exp", "i")
    }


def _named(asked: Question, place: Place, wanted: set[Tree]) -> dict[Tree, tuple[Scalar, Q]]:
    """Return for each atom a scalar of the claim or its facts that it is a power of, and which."""
    known: Any = (atom.tree for atom in place.linear or ())
    found: dict[Tree, tuple[Scalar, Q]] = {PI: (pi(), 1)}
    single = [v for v in candidates.vectors(asked.trees, place.indices) if v.op in SINGLE]
    inner = itertools.starmap(operator.matmul, itertools.combinations(single, 2))
    for e in (*candidates.subterms([*asked.trees, *known], place.indices), *inner):
        if found.keys() >= wanted:
            break
        if e.op in ("add", "multiply") or (e.op == "power" and e.args[1] != HALF):
            continue
        poly = place.reading.ring.poly(place.reading.form(e))
        alone = [m[0] for m, c in poly.items() if len(poly) == len(m) == c == 1]
        for atom in alone:
            base, unit = atom._replace(number=1), atom.number
            if base in wanted and unit in (1, HALF) and (base not in found or unit == HALF):
                found[base] = (e, unit)
    return found
