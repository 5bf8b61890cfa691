"""A gap taken apart: into factors, squares, and coefficients of powers of what is not negative."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from flint import fmpq, fmpq_mpoly

from verify.checker.polynomials import HALF
from verify.language.expressions import Relation, Scalar, as_scalar
from verify.methods.searching.atoms import Atom, Place, linear_atoms
from verify.methods.searching.binomials import of_binomials
from verify.methods.searching.candidates import Question
from verify.methods.searching.generators import Generators, generators, rational
from verify.methods.searching.ring import Form, ray
from verify.methods.searching.writing import added, difference, multiple, product

Program = Callable[[Question, Place, Form], Scalar | None]
"""Finds a reason for a gap among products of what is known."""
DEEP, TERMS = 8, 120
SMALL, FEW = 30, 8  # terms of what programs are asked about, and of what is known
PARTS = 400  # signs that are asked for: a tree of parts grows fast


@dataclass(frozen=True, eq=False)
class Bound:
    """A power of a generator as a + b t, where t is not negative, or positive."""

    place: int
    power: int
    a: fmpq
    b: fmpq
    tree: Scalar
    strict: bool


@dataclass(eq=False)
class Parts:
    """Finds reasons why polynomials are not negative, or positive, by their parts."""

    asked: Question
    here: Place
    small: Place
    reals: Generators
    program: Program
    bounds: tuple[Bound, ...] = ()
    left: int = PARTS
    found: dict[tuple[str, bool], Scalar | None] = field(default_factory=dict)

    def reason(self, p: fmpq_mpoly, strict: bool, deep: int = 0) -> Scalar | None:
        """Return a reason for p >= 0, for p > 0 if `strict`; None if no part of it tells."""
        if p.is_constant():
            c = rational(p.coefficient(0)) if not p.is_zero() else 0
            return as_scalar(c) if c > 0 or (c == 0 and not strict) else None
        key = (str(p), strict)
        if key not in self.found:
            self.found[key] = None  # of what it is asked for again below
            self.left -= 1
            if self.left >= 0 and deep <= DEEP and len(p) <= TERMS:
                self.found[key] = self._reason(p, strict, deep + 1)
        return self.found[key]

    def _reason(self, p: fmpq_mpoly, strict: bool, deep: int) -> Scalar | None:
        c, factors = p.factor()
        if len(factors) > 1 or factors[0][1] > 1:
            whole = self._known(p, strict)
            return self._of_factors(c, factors, strict, deep) if whole is None else whole
        rules: tuple[Callable[[], Scalar | None], ...] = (
            lambda: self._known(p, strict),
            lambda: self._of_binomials(p, strict),
            lambda: self._programmed(p, strict),
            lambda: self._of_roots(p, strict, deep),
            lambda: self._collected(p, strict, deep),
        )
        reasons = (rule() for rule in rules)
        return next((reason for reason in reasons if reason is not None), None)

    def _form(self, p: fmpq_mpoly) -> tuple[Scalar, Form]:
        tree = self.reals.tree(p)
        return tree, self.here.reading.form(tree)

    def _known(self, p: fmpq_mpoly, strict: bool) -> Scalar | None:
        """Return what a fact or the checker's own rules say of p, as it is."""
        half = self.reals.halved(p)
        if half is not None and not strict:
            return half
        tree, form = self._form(p)
        if not form:
            return None
        for atom in linear_atoms(self.asked, self.here):
            if ray(atom.form) == ray(form) and (atom.strict or not strict):
                m = next(iter(form))
                return multiple(abs(Fraction(form[m]) / Fraction(atom.form[m])), atom.tree)
        nonnegative, apart = self.here.reading.sign(tree)
        return tree if nonnegative and (apart or not strict) else None

    def _programmed(self, p: fmpq_mpoly, strict: bool) -> Scalar | None:
        """Return a sum of products of what is known."""
        tree, form = self._form(p)
        claim = Relation(tree, ">" if strict else ">=", as_scalar(0))
        if not form or len(p) > SMALL:
            return None
        return self.program(replace(self.asked, relation=claim), self.small, form)

    def _of_factors(
        self, c: fmpq, factors: list[tuple[fmpq_mpoly, int]], strict: bool, deep: int
    ) -> Scalar | None:
        """Return a product: of squares, and of factors whose sign is known."""
        sign, made = (1 if c > 0 else -1), list[Scalar]()
        for f, e in factors:
            even = int(e) // 2 * 2
            if even:
                square = self._square(f, even, strict, deep)
                if square is None:
                    return None
                made.append(square)
            if e % 2:
                of_sign = self._signed(f, strict, deep)
                if of_sign is None:
                    return None
                sign *= of_sign[0]
                made.append(of_sign[1])
        return multiple(abs(rational(c)), product(made)) if sign > 0 else None

    def _signed(self, f: fmpq_mpoly, strict: bool, deep: int) -> tuple[int, Scalar] | None:
        """Return the sign of f, and a reason of it; the cheapest of both signs first."""
        rules: tuple[Callable[[fmpq_mpoly], Scalar | None], ...] = (
            lambda p: self._known(p, strict),
            lambda p: self._programmed(p, strict),
            lambda p: self.reason(p, strict, deep),
        )
        for rule, sign in itertools.product(rules, (1, -1)):
            reason = rule(sign * f)
            if reason is not None:
                return sign, reason
        return None

    def _square(self, f: fmpq_mpoly, e: int, strict: bool, deep: int) -> Scalar | None:
        """Return an even power; None where it may be 0 and must not be."""
        tree = self.reals.tree(f) ** e
        if not strict:
            return tree
        if self._known(f**e, True) is not None:
            return tree
        of_sign = self._signed(f, True, deep)
        return None if of_sign is None else of_sign[1] ** e

    def _of_binomials(self, p: fmpq_mpoly, strict: bool) -> Scalar | None:
        """Return a sum of monomials and of squares of two of them, times what is not negative."""
        signs = {b.place: b.strict for b in self.bounds if b.power == 1 and b.a == 0 and b.b > 0}
        ring = self.here.reading.ring
        ring.spend(10 * len(p) ** 2)
        return of_binomials(p, self.reals.trees, signs, strict, ring.seconds_left())

    def _of_roots(self, p: fmpq_mpoly, strict: bool, deep: int) -> Scalar | None:
        """Return c (r - s)^2 / 2 and a reason of the rest, where p has -c r s for roots r and s."""
        for roots, c in self._with_minus(p):
            front = self.reason(c, False, deep)
            under = [square for n in roots if (square := self._under(n)) is not None]
            if front is None or len(under) < len(roots):
                continue
            one = self.reals.context.constant(1)
            r, s = [*(self.reals.context.gen(n) for n in roots), one][:2]
            x, y = [*under, one][:2]
            rest = self.reason(p + c * r * s - c * (x + y) / 2, strict, deep)
            if rest is not None:
                apart = difference(self.reals.tree(r), self.reals.tree(s))
                return added((product([multiple(HALF, front), apart**2]), rest))
        return None

    def _with_minus(self, p: fmpq_mpoly) -> Iterator[tuple[tuple[int, ...], fmpq_mpoly]]:
        """Yield the roots of which p is a multiple in some terms, one or two, with minus that."""
        trees = self.reals.trees
        places = {n for n, e in enumerate(trees) if e.op == "power" and e.args[1] == HALF}
        parts: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
        for powers, c in p.to_dict().items():
            roots = tuple(n for n in sorted(places) if powers[n] % 2)
            bare = tuple(e - (n in roots) for n, e in enumerate(powers))
            parts.setdefault(roots, {})[bare] = -c
        for roots, terms in parts.items():
            if 0 < len(roots) <= 2:
                yield roots, self.reals.context.from_dict(terms)

    def _under(self, n: int) -> fmpq_mpoly | None:
        return self.reals.polynomial(self.here.reading.form(self.reals.trees[n].args[0]))

    def _collected(self, p: fmpq_mpoly, strict: bool, deep: int) -> Scalar | None:
        """Return a sum of powers of what is not negative, with a reason of each coefficient."""
        for bound in self.bounds:
            parts = _powers(p, bound)
            if len(parts) > 1 or (parts and 0 not in parts):
                reason = self._summed(parts, bound, strict, deep)
                if reason is not None:
                    return reason
        return None

    def _summed(
        self, parts: dict[int, fmpq_mpoly], bound: Bound, strict: bool, deep: int
    ) -> Scalar | None:
        made, positive = list[Scalar](), not strict
        for n, part in sorted(parts.items(), key=lambda each: len(each[1])):
            above = None
            if not positive and (n == 0 or bound.strict):
                above = self.reason(part, True, deep)
                positive = above is not None
            above = self.reason(part, False, deep) if above is None else above
            if above is None:
                return None
            made.append(product([above, *([bound.tree**n] if n else [])]))
        return added(made) if positive else None


def _powers(p: fmpq_mpoly, bound: Bound) -> dict[int, fmpq_mpoly]:
    """Return the coefficients of powers of t in p; none where p has other powers of what it is."""
    zero, out = p.context().constant(0), dict[int, fmpq_mpoly]()
    every = p.to_dict()
    if any(powers[bound.place] % bound.power for powers in every):
        return {}
    if all(powers[bound.place] == 0 for powers in every):
        return {}
    for powers, c in every.items():
        k = int(powers[bound.place]) // bound.power
        bare = tuple(0 if n == bound.place else e for n, e in enumerate(powers))
        for j in range(k + 1):
            front = c * math.comb(k, j) * bound.a ** (k - j) * bound.b**j
            if front != 0:
                out[j] = out.get(j, zero) + p.context().from_dict({bare: front})
    return {j: part for j, part in out.items() if not part.is_zero()}


def bounds_of(asked: Question, here: Place, reals: Generators) -> tuple[Bound, ...]:
    """Return the generators that are not negative, their squares, and those with a bound."""
    plain, shifted = list[Bound](), list[Bound]()
    for atom in linear_atoms(asked, here):
        p = reals.polynomial(atom.form)
        bound = None if p is None else _bound(p, atom)
        if bound is not None:
            (plain if bound.a == 0 else shifted).append(bound)
    squares = [Bound(n, 2, fmpq(0), fmpq(1), e**2, False) for n, e in enumerate(reals.trees)]
    return (*plain, *shifted, *squares)


def _bound(p: fmpq_mpoly, atom: Atom) -> Bound | None:
    """Return the bound that an atom, c + k x^e, is for x^e."""
    terms = {tuple(map(int, powers)): c for powers, c in p.to_dict().items()}
    c = terms.pop(tuple(0 for _ in p.context().names()), fmpq(0))
    if len(terms) != 1:
        return None
    ((powers, k),) = terms.items()
    places = [n for n, e in enumerate(powers) if e]
    if len(places) != 1:
        return None
    return Bound(places[0], powers[places[0]], -c / k, 1 / k, atom.tree, atom.strict)


def factored(asked: Question, here: Place, gap: Form, program: Program) -> Scalar | None:
    """Return a reason for a gap by its parts, None if there is none or it is no polynomial."""
    known = linear_atoms(asked, here)
    reals = generators(asked, here, gap)
    p = None if reals is None else reals.polynomial(gap)
    if reals is None or p is None:
        return None
    small = replace(here, linear=[atom for atom in known if len(atom.form) <= FEW])
    parts = Parts(asked, here, small, reals, program, bounds_of(asked, here, reals))
    return parts.reason(p, asked.relation.strict)
