"""The checker's normal forms with numbered monomials, so that each product is reduced once."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from verify.checker import parsing
from verify.checker.facts import taught
from verify.checker.normalising import Again, Bases, Reader, Scope
from verify.checker.polynomials import sorted_powers, still
from verify.checker.trees import Mono, Poly, Q, Refused, Tree
from verify.language.expressions import Scalar, Vector, as_scalar
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.serialise import Serialiser
from verify.statements.assumption import Assumption
from verify.statements.obligations import Comparison, document

Form = Mapping[int, Q]
"""A polynomial: the coefficients of its monomials, by their numbers."""
UNREADABLE = (Refused, Again, Mistake, KeyError, RecursionError, ZeroDivisionError)
HERE = Scope()
A_READING = 300  # what reading a term takes, in products of monomials


class Exhausted(Exception):
    """A search has taken the effort that it may take."""


class OutOfTime(Exception):
    """A search has taken the time that it may take: on a faster machine it goes further."""


class Remembering(Reader):
    """The checker's reader, which reads a term once: a search reads the same ones over and over."""

    remembers = False  # once all facts are learnt
    heads = frozenset({"inner", "multiply", "power", "function", "apply", "total"})

    def __init__(self, bases: Bases) -> None:
        super().__init__(bases)
        self.before: dict[Tree, Poly] = {}

    def read(self, t: Tree, s: Scope) -> Poly:
        """Return the normal form of a scalar or a vector."""
        if s is not HERE or t.head not in self.heads or self.strict or not self.remembers:
            return super().read(t, s)
        found = self.before.get(t)
        if found is None:
            found = self.before[t] = super().read(t, s)
        return found


@dataclass(eq=False)
class Ring:
    """Products and sums of normal forms; effort is counted, as time differs between machines.

    `until` is the processor's time at which it ends at the latest, whatever it has taken.
    """

    reader: Reader
    effort: int
    until: float
    monomials: list[Mono] = field(default_factory=list)
    numbers: dict[Mono, int] = field(default_factory=dict)
    products: dict[tuple[int, int], Form] = field(default_factory=dict)
    sums: dict[tuple[int, frozenset[Tree]], Form] = field(default_factory=dict)

    def spend(self, effort: int) -> None:
        """Count effort. Raises Exhausted, and OutOfTime."""
        self.effort -= effort
        if self.effort < 0:
            raise Exhausted
        if self.seconds_left() < 0:
            raise OutOfTime

    def seconds_left(self) -> float:
        """Return how much of the processor's time is left."""
        return self.until - time.process_time()

    def numbered(self, p: Poly) -> Form:
        """Return a normal form of the checker's with numbered monomials."""
        out: dict[int, Q] = {}
        for m, c in p.items():
            number = self.numbers.setdefault(m, len(self.monomials))
            if number == len(self.monomials):
                self.monomials.append(m)
            out[number] = c
        return out

    def poly(self, form: Form) -> Poly:
        """Return a form as the checker has it."""
        return {self.monomials[m]: c for m, c in form.items()}

    def times(self, p: Form, q: Form) -> Form:
        """Return the product."""
        self.spend(len(p) * len(q))
        return combined((self._product(m, k), a * b) for m, a in p.items() for k, b in q.items())

    def _product(self, m: int, k: int) -> Form:
        pair = (m, k) if m < k else (k, m)
        made = self.products.get(pair)
        if made is None:
            self.spend(20)
            image = self.reader.reduced([*self.monomials[m], *self.monomials[k]])
            made = self.products[pair] = self.numbered(image)
        return made

    def total(self, p: Form, over: frozenset[Tree]) -> Form:
        """Return the sum over fresh indices."""
        return combined((self._total(m, over), c) for m, c in p.items())

    def _total(self, m: int, over: frozenset[Tree]) -> Form:
        made = self.sums.get((m, over))
        if made is None:
            self.spend(150)
            summed = self.reader.total({self.monomials[m]: 1}, over)
            made = self.sums[m, over] = self.numbered(still(summed))
        return made


def combined(parts: Iterable[tuple[Form, Q]]) -> Form:
    """Return the sum of forms, each times a number."""
    out: dict[int, Q] = {}
    for form, c in parts:
        for m, a in form.items():
            out[m] = out.get(m, 0) + a * c
    return {m: c for m, c in out.items() if c}


def divided(ring: Ring, p: Form, q: Form) -> Form | None:
    """Return p / q as a polynomial in atoms, None where q does not divide p."""
    if not p or not q or max(len(p), len(q)) > 400:
        return None
    ring.spend(len(p) * len(q))
    above, under = ring.poly(p), ring.poly(q)
    atoms = sorted({a._replace(number=1) for poly in (above, under) for m in poly for a in m})
    context = fmpq_mpoly_ctx.get([f"x{n}" for n in range(len(atoms))], Ordering.lex)
    places = {a: n for n, a in enumerate(atoms)}
    (top, lowest), (bottom, least) = (_integral(poly, places) for poly in (above, under))
    quotient, rest = divmod(context.from_dict(top), context.from_dict(bottom))
    if not rest.is_zero():
        return None
    terms: dict[Mono, Q] = {}
    for e, c in quotient.to_dict().items():
        powers = [int(x) + y - z for x, y, z in zip(e, lowest, least, strict=True)]
        if any(x < min(0, y) for x, y in zip(powers, lowest, strict=True)):
            return None
        terms[_monomial(atoms, powers)] = Fraction(int(c.p), int(c.q))
    out = ring.numbered(terms)
    return out if ring.times(out, q) == p else None


def _integral(
    poly: Poly, places: Mapping[Tree, int]
) -> tuple[dict[tuple[int, ...], fmpq], list[int]]:
    """Return a polynomial over its lowest powers, and these."""
    powers = [
        (_exponents(m, places), fmpq(*Fraction(c).as_integer_ratio())) for m, c in poly.items()
    ]
    lowest = [min(e[n] for e, _ in powers) for n in range(len(places))]
    return {tuple(x - y for x, y in zip(e, lowest, strict=True)): c for e, c in powers}, lowest


def _exponents(m: Mono, places: Mapping[Tree, int]) -> list[int]:
    """Return twice the exponents of a monomial: some are halves."""
    out = [0] * len(places)
    for atom in m:
        out[places[atom._replace(number=1)]] = int(2 * atom.number)
    return out


def _monomial(atoms: Sequence[Tree], exponents: Sequence[int]) -> Mono:
    return sorted_powers(
        {a: Fraction(e, 2) if e % 2 else e // 2 for a, e in zip(atoms, exponents, strict=True)}
    )


def ray(p: Form) -> frozenset[tuple[int, Q]]:
    """Return what is the same for all positive multiples of a form."""
    lead = abs(Fraction(p[max(p)]))
    return frozenset((m, c / lead) for m, c in p.items())


@dataclass(frozen=True, eq=False)
class Reading:
    """Reads trees as the checker does, where some indices are in sight."""

    ring: Ring
    names: Mapping[Index, str]
    at: Mapping[str, Tree]

    def term(self, tree: Scalar | Vector) -> Tree:
        """Return a tree as the checker has it."""
        kind = "v" if isinstance(tree, Vector) else "s"
        return parsing.term(Serialiser().term(tree, self.names), kind, self.at)

    def form(self, tree: Scalar | Vector) -> Form:
        """Return the normal form, {} where there is none."""
        self.ring.spend(A_READING)
        try:
            return self.ring.numbered(still(self.ring.reader.read(self.term(tree), HERE)))
        except UNREADABLE:
            return {}

    def sign(self, tree: Scalar) -> tuple[bool, bool]:
        """Return whether it is known to be >= 0, and whether it is known not to be 0."""
        self.ring.spend(A_READING)
        try:
            return self.ring.reader.judge(self.term(tree), HERE)
        except UNREADABLE:
            return False, False

    def under(self, over: tuple[Index, ...]) -> tuple[Reading, frozenset[Tree], Form]:
        """Return a reading inside of a sum, its fresh indices, and 1 where they are in range."""
        tree: Scalar = Scalar("total", as_scalar(1), *over)
        spans, here, term = list[Tree](), HERE, self.term(tree)
        inside, weight = self, self.ring.numbered({(): 1})
        for number, index in enumerate(over):
            local, where, term = term.parts
            fresh = self.ring.reader.fresh(local.name)
            here = here.under({local.number: fresh})
            read = self.ring.numbered(self.ring.reader.read(where, here))
            weight, name = self.ring.times(weight, read), f"s{number}'"
            inside = replace(
                inside, names={**inside.names, index: name}, at={**inside.at, name: fresh}
            )
            spans.append(fresh)
        return inside, frozenset(spans), weight


def reading_of(
    claim: Comparison,
    assumptions: tuple[Assumption[Any], ...],
    names: Mapping[Index, str],
    effort: int,
    until: float,
) -> Reading:
    """Return what reads trees under the facts and the conditions of a claim. Raises Refused."""
    told = document(claim, assumptions)
    at = parsing.indices_of(told["indices"])
    facts = [parsing.fact(each, at) for each in (*told["facts"], *told["where"])]
    reader = Remembering({})
    taught(reader, facts, HERE)
    reader.remembers = True
    return Reading(Ring(reader, effort, until), names, at)
