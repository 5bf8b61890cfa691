"""A claim taken apart: a bound of something in it, times what stands there, and what is left.

Where a gap is C x + D, and c x + d is known not to be negative, the gap is (C/c) (c x + d) and a
rest without x. Each of C/c and the rest is a smaller claim. So products of many factors are found
that are too many to be listed.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from verify.checker.polynomials import power
from verify.checker.trees import Mono, Q, Tree
from verify.language.expressions import Relation, Scalar, as_scalar
from verify.methods.searching import candidates
from verify.methods.searching.atoms import (
    Atom,
    Place,
    Product,
    column_of,
    heavy_atoms,
    linear_atoms,
    products,
)
from verify.methods.searching.candidates import Question
from verify.methods.searching.programs import Column, solved
from verify.methods.searching.ring import Form, combined, ray
from verify.methods.searching.stripping import stripped, written
from verify.methods.searching.sums import sums
from verify.methods.searching.writing import added, product, quotient

TRIES, BREADTH, DEPTH = 30, 5, 4
A_TRY = 1000  # what a try takes, in products of monomials
ITSELF = Column({}, True, 0.0, ())  # what a reason is of, times nothing
UNSIGNED = ("exp", "unit", "tangent")


@dataclass(frozen=True, eq=False)
class Premise:
    """What may be peeled off; whether a condition says it."""

    column: Column
    is_said: bool


@dataclass(frozen=True, eq=False)
class Peel:
    """A column that is peeled off: the gap times `times` is `factor` times it, and `rest`."""

    column: Column
    times: tuple[Atom, ...]
    factor: Form
    rest: Form


@dataclass(eq=False)
class Peeling:
    """What is known where a claim is taken apart, and how much may still be tried."""

    asked: Question
    here: Place
    inside: Sequence[Place]
    heavy: bool
    premises: Sequence[Premise]
    single: dict[int, Atom]
    tries: int = TRIES
    rarest: bool = False  # whether what few bounds are of comes before what conditions bound
    known: list[list[Column]] = field(default_factory=list)  # more and more, as they are needed
    failed: set[tuple[frozenset[tuple[int, Q]], bool]] = field(default_factory=set)


def peeled(
    asked: Question, here: Place, inside: Sequence[Place], gap: Form, *, heavy: bool
) -> Scalar | None:
    """Return a reason for a gap that is taken apart, None if none is found. Raises Exhausted.

    With squares among what is known, if `heavy`.
    """
    known = linear_atoms(asked, here)
    single = {m: a for a in known if len(a.form) == 1 for m, c in a.form.items() if c == 1}
    premises = _premises(asked, here, inside, heavy=heavy)
    peeling = Peeling(asked, here, inside, heavy, premises, single)
    for rarest in (False, True):
        peeling.tries, peeling.rarest, peeling.failed = TRIES, rarest, set()
        reason = _apart(peeling, gap, asked.relation.strict, DEPTH)
        if reason is not None:
            return reason
    return None


def _premises(
    asked: Question, here: Place, inside: Sequence[Place], *, heavy: bool
) -> list[Premise]:
    """Return what may be peeled off: what is known, and sums of it; conditions come first."""
    found = list[Premise]()
    for place in (here, *inside):
        said = {
            ray(form)
            for candidate in candidates.known(replace(asked, facts=()), place.sight)
            if (form := place.reading.form(candidate.tree))
        }
        some = linear_atoms(asked, place)
        for atom in some:
            is_said = ray(atom.form) in said
            if not place.over:
                found.append(Premise(column_of((atom,), atom.form), is_said))
            elif len(atom.form) > 1 and atom.indices & place.fresh:
                weights = [*some, *(heavy_atoms(asked, place) if heavy else ())]
                weights = [a for a in weights if len(a.form) == 1 and a.indices & place.fresh]
                for factors in ((atom,), *((weight, atom) for weight in weights)):
                    column = _summed(here, place, factors)
                    found += [Premise(column, is_said)] if column else []
    return sorted(found, key=lambda premise: (not premise.is_said, premise.column.cost))


def _summed(here: Place, place: Place, factors: tuple[Atom, ...]) -> Column | None:
    """Return the sum of a product, None where it is not about all indices of the sum."""
    ring = here.reading.ring
    if not place.fresh <= frozenset[Tree]().union(*(atom.indices for atom in factors)):
        return None
    form = place.weight
    for atom in factors:
        form = ring.times(form, atom.form)
    form = ring.total(form, place.fresh)
    cost = 2 + sum(atom.cost for atom in factors)
    return Column(form, False, cost, Product(factors, place.over)) if form else None


def _apart(peeling: Peeling, gap: Form, strict: bool, depth: int) -> Scalar | None:
    """Return a reason for a gap: known factors and a combination, or what is peeled off, too."""
    if not gap:
        return None if strict else as_scalar(0)
    asked = replace(peeling.asked, relation=_zero(strict))
    over, rest = stripped(asked, peeling.here, gap)
    if (ray(rest), strict) in peeling.failed or peeling.tries == 0 or not _may_be(peeling, rest):
        return None
    peeling.tries -= 1
    peeling.here.reading.ring.spend(A_TRY)
    reason = _combination(peeling, asked, rest)
    if reason is None and depth:
        for peel in itertools.islice(_peels(peeling, rest), BREADTH):
            factor = _apart(peeling, peel.factor, False, depth - 1)
            left = None if factor is None else _apart(peeling, peel.rest, strict, depth - 1)
            if factor is not None and left is not None:
                whole = added([product([factor, written([(1, ITSELF), (1, peel.column)])]), left])
                reason = quotient(whole, [atom.tree for atom in peel.times])
                break
    if reason is None:
        peeling.failed.add((ray(rest), strict))
        return None
    return product([*over, reason])


def _zero(strict: bool) -> Relation:
    return Relation(as_scalar(0), ">" if strict else ">=", as_scalar(0))


def _combination(peeling: Peeling, asked: Question, gap: Form) -> Scalar | None:
    """Return a combination of products of what is known."""
    ring = peeling.here.reading.ring
    (one,) = peeling.here.weight
    if gap.keys() == {one}:
        return as_scalar(Fraction(gap[one])) if gap[one] > 0 else None
    for some in _known(peeling):
        ring.spend(sum(len(column.form) for column in some) // 4)
        target = [Column(gap, True, 0.01, ())]
        solution = solved(target, some, asked.relation.strict, ring.seconds_left())
        if solution is not None:
            return written(solution)
    return None


def _known(peeling: Peeling) -> Iterator[list[Column]]:
    """Yield products of what is known, each time others: made once, when first needed."""
    asked, here, made = peeling.asked, peeling.here, peeling.known
    for number in range(4 if peeling.heavy else 3):
        if number == len(made):
            heavy = number == 3
            degree, most = ((1, 100), (3, 1000), (2, 600), (2, 600))[number]
            known = list(products(asked, here, degree, heavy, most, known=number > 0))
            for place in peeling.inside if number > 1 else ():
                known += sums(asked, place, here, degree, heavy, most, known=True)
            made.append(known)
        yield made[number]


def _peels(peeling: Peeling, gap: Form) -> list[Peel]:
    """Return what may be peeled off a gap: what has no known sign first, then what leaves least."""
    found = list[tuple[int, Premise, Tree, bool, Peel]]()
    for order, premise in enumerate(peeling.premises):
        for atom, signed, peel in _pivots(peeling, gap, premise.column):
            found.append((order, premise, atom, signed, peel))
    often = Counter(atom for _, _, atom, _, _ in found)

    def rank(each: tuple[int, Premise, Tree, bool, Peel]) -> tuple[int, ...]:
        order, premise, atom, signed, peel = each
        size = len(peel.rest) + len(peel.factor)
        few, known = often[atom], not premise.is_said
        first = (few, atom.head != "sum", known) if peeling.rarest else (known, few)
        return (signed, *first, size, order)

    return [each[-1] for each in sorted(found, key=rank)]


def _pivots(peeling: Peeling, gap: Form, column: Column) -> Iterator[tuple[Tree, bool, Peel]]:
    """Yield the ways to take something out of a gap that a column has in one place.

    With each, what that is, and whether it is known not to be negative itself.
    """
    ring = peeling.here.reading.ring
    poly, own = ring.poly(gap), ring.poly(column.form)
    places: dict[Tree, list[Mono]] = {}
    for m in own:
        for atom in m:
            places.setdefault(atom, []).append(m)
    done = set[tuple[frozenset[tuple[int, Q]], int]]()
    for atom, where in sorted(places.items(), key=lambda each: _is_signed(peeling, each[0])):
        there = {m: c for m, c in poly.items() if atom in m}
        if len(where) != 1 or not there or atom.head in UNSIGNED:
            continue
        beside = [x for x in where[0] if x != atom]
        times = _multiplier(peeling, there, beside)
        if times is None:
            continue
        form = gap
        for each in times:
            form = ring.times(form, each.form)
        factor = ring.numbered(_divided(there, atom, () if times else beside))
        factor = combined([(factor, 1 / Fraction(own[where[0]]))])
        rest = combined([(form, 1), (ring.times(factor, column.form), -1)])
        if (key := (ray(factor), len(times))) not in done and _may_be(peeling, factor):
            done.add(key)
            yield atom, _is_signed(peeling, atom), Peel(column, times, factor, rest)


def _multiplier(
    peeling: Peeling, there: dict[Mono, Q], beside: Sequence[Tree]
) -> tuple[Atom, ...] | None:
    """Return the positive factors that a gap has to be multiplied by; None if there are none."""
    if all(set(beside) <= set(m) for m in there):
        return ()
    ring = peeling.here.reading.ring
    out = list[Atom]()
    for x in beside:
        (number,) = ring.numbered(power(x._replace(number=1)))
        atom = peeling.single.get(number)
        if atom is None or not atom.strict or x.number not in (1, 2, 3):
            return None
        out += [atom] * int(x.number)
    return tuple(out)


def _divided(there: dict[Mono, Q], atom: Tree, beside: Sequence[Tree]) -> dict[Mono, Q]:
    """Return what stands beside a power of an atom, and beside others that are in every term."""
    gone = {atom, *beside}
    return {tuple(x for x in m if x not in gone): c for m, c in there.items()}


def _may_be(peeling: Peeling, form: Form) -> bool:
    """Return whether a form may be positive: it is more than minus what is known to be >= 0."""
    if any(c > 0 for c in form.values()):
        return True
    poly = peeling.here.reading.ring.poly(form)
    return any(not _is_signed(peeling, atom) for m in poly for atom in m)


def _is_signed(peeling: Peeling, atom: Tree) -> bool:
    """Return whether a power of an atom is known not to be negative."""
    (number,) = peeling.here.reading.ring.numbered(power(atom))
    return number in peeling.single or atom.number % 2 == 0
