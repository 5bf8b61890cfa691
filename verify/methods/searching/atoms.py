"""What is not negative, with its normal form, and products of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from verify.checker.polynomials import ONE
from verify.checker.trees import Q, Tree, all_indices, mapped
from verify.language.expressions import Scalar, Vector
from verify.language.indices import Index, IndexLike
from verify.methods.searching import candidates
from verify.methods.searching.candidates import Candidate, Question
from verify.methods.searching.clearing import below, cleared
from verify.methods.searching.programs import Column
from verify.methods.searching.ring import Form, Reading, ray
from verify.methods.searching.squares import squares
from verify.methods.searching.writing import added, multiple, product

TERMS = 150  # the most of a column
ANY = Tree("bound")
NAMED_OUTSIDE = ("token", "given", "free")


@dataclass(frozen=True, eq=False)
class Atom:
    """Something that is not negative, with its normal form."""

    tree: Scalar
    form: Form
    strict: bool
    cost: int
    indices: frozenset[Tree]


@dataclass(frozen=True, eq=False)
class Product:
    """What a column is: a product, summed over some indices, times others."""

    factors: tuple[Atom, ...]
    over: tuple[Index, ...] = ()
    outside: tuple[Atom, ...] = ()

    def times(self, c: Q) -> Scalar:
        """Return a multiple of the product that it is, or of the one that it sums."""
        return multiple(c, product(atom.tree for atom in self.factors))


@dataclass(eq=False)
class Place:
    """Where products are made: at the indices in sight, or inside of a sum too."""

    reading: Reading
    trees: Sequence[Scalar | Vector]
    sight: tuple[tuple[IndexLike, str], ...]
    over: tuple[Index, ...] = ()
    fresh: frozenset[Tree] = frozenset()
    weight: Form = field(default_factory=dict)
    seen: frozenset[Tree] = frozenset()  # what the gap is made of, at any indices
    both: Atom | None = None  # the sum of the claim's sides, if it is positive
    linear: list[Atom] | None = None
    heavy: list[Atom] | None = None

    @property
    def indices(self) -> frozenset[Index]:
        return frozenset(k for k, _ in self.sight if isinstance(k, Index))


def linear_atoms(asked: Question, place: Place) -> list[Atom]:
    """Return what facts, conditions and the claim's own parts say not to be negative."""
    if place.linear is None:
        facts = candidates.known(asked, place.sight)
        parts = candidates.parts(place.trees, place.indices)
        both = added((asked.relation.left, asked.relation.right))  # times the gap: that of squares
        more = () if place.over else (Candidate(both, None),)
        some = atoms(place.reading, itertools.chain(facts, parts, more))
        place.both = next((a for a in some if a.tree is both and a.strict), None)
        poly = place.reading.ring.poly
        some = [a for a in some if a.indices & place.fresh or not below(poly(a.form))]
        place.linear = sorted(without_ones(place, some), key=lambda atom: unlike(place, atom))
    return place.linear


def without_ones(place: Place, some: Sequence[Atom]) -> list[Atom]:
    """Return what is not the sum of 1 and of something else that is known."""
    (one,) = place.reading.ring.numbered(ONE)
    known = {ray(atom.form) for atom in some}

    def rest(atom: Atom) -> Form:
        return {m: c for m, c in atom.form.items() if m != one}

    return [a for a in some if a.form.get(one, 0) <= 0 or ray(rest(a)) not in known]


def unlike(place: Place, atom: Atom) -> int:
    """Return how many terms are of nothing that the gap is made of."""
    poly = place.reading.ring.poly(atom.form)
    return sum(any(anywhere(part) not in place.seen for part in m) for m in poly)


def anywhere(tree: Tree) -> Tree:
    """Return an atom with the same in the place of every index that is bound."""
    bare = mapped(tree._replace(number=1), lambda k, _: k if k.head in NAMED_OUTSIDE else ANY)
    return bare


def heavy_atoms(asked: Question, place: Place) -> list[Atom]:
    """Return squares, and what else is never negative."""
    if place.heavy is None:
        most = 6 if place.over else 14
        some = squares(asked, place.trees, place.indices, most)
        place.heavy = atoms(place.reading, some)
    return place.heavy


def atoms(reading: Reading, some: Iterable[Candidate]) -> list[Atom]:
    """Return candidates with their normal forms, one a ray; positive ones where there are two."""
    out: dict[frozenset[tuple[int, object]], Atom] = {}
    asked = set()
    number = reading.ring.numbered(ONE).keys()
    for candidate in some:
        form = reading.form(candidate.tree)
        if not form or form.keys() <= number:
            continue
        key = ray(form)
        strict = candidate.strict
        if strict is None:
            if key in asked or key in out or ray({m: -c for m, c in form.items()}) in out:
                continue
            asked.add(key)
            nonnegative, strict = reading.sign(candidate.tree)
            if not nonnegative:
                continue
        if key in out and (out[key].strict or not strict):
            continue
        poly = reading.ring.poly(form)
        about = all_indices(atom for m in poly for atom in m)
        out[key] = Atom(candidate.tree, form, strict, candidate.cost, about)
        if below(poly):
            under, whole = cleared(reading, candidate.tree, form)
            if under and whole and not whole.keys() <= number:
                tree = product([candidate.tree, *under])
                out.setdefault(ray(whole), Atom(tree, whole, strict, candidate.cost + 1, about))
    return list(out.values())


def products(
    asked: Question, place: Place, degree: int, heavy: bool, most: int, *, known: bool = False
) -> Iterator[Column]:
    """Yield products of so many atoms, of a square and fewer atoms, and the number 1.

    Of what the gap is made of only, if `known`.
    """
    ring, some = place.reading.ring, linear_atoms(asked, place)
    if known:
        some = [atom for atom in some if not unlike(place, atom)]
    if place.fresh:
        some = [atom for atom in some if atom.indices & place.fresh]
    level: list[tuple[tuple[int, ...], Form]] = [((), place.weight)]
    made = list(level)
    for _ in range(degree):
        level = [
            ((*factors, n), ring.times(form, some[n].form))
            for factors, form in level
            for n in range(factors[-1] if factors else 0, len(some))
            if len(form) * len(some[n].form) <= 4 * TERMS
        ]
        level = level[: max(0, most - len(made))]
        made += level
    for numbers, form in made:
        factors = tuple(some[n] for n in numbers)
        yield column_of(factors, form)
    if not heavy:
        return
    few = [(numbers, form) for numbers, form in made if len(numbers) < max(degree, 1)]
    count = 0
    for numbers, form in few:
        for square in heavy_atoms(asked, place):
            if known and unlike(place, square):
                continue
            if len(form) * len(square.form) <= 4 * TERMS and count < most:
                count += 1
                factors = (*(some[n] for n in numbers), square)
                yield column_of(factors, ring.times(form, square.form))


def column_of(factors: tuple[Atom, ...], form: Form) -> Column:
    strict = all(atom.strict for atom in factors)
    return Column(form, strict, 1 + sum(atom.cost for atom in factors), Product(factors))
