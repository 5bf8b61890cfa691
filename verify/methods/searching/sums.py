"""Sums of products, over the ranges that a claim sums over."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from verify.checker.trees import Refused, Tree, walk
from verify.language.expressions import Scalar, Vector, as_scalar
from verify.language.indices import Index
from verify.language.walk import free_indices
from verify.methods.searching import candidates
from verify.methods.searching.atoms import (
    TERMS,
    Atom,
    Place,
    Product,
    atoms,
    column_of,
    heavy_atoms,
    linear_atoms,
    products,
    unlike,
)
from verify.methods.searching.candidates import Candidate, Question, Summation
from verify.methods.searching.programs import Column
from verify.methods.searching.ring import Form
from verify.methods.searching.squares import roots
from verify.methods.searching.writing import product

OUTSIDE = 300  # sums that are also tried times what is outside of them


def places(asked: Question, here: Place, gap: Form) -> list[Place]:
    """Return the sums that a claim has, in its formulas or in its normal form."""
    sight = here.indices
    found = [
        span
        for span in candidates.spans(asked)
        if free_indices(Scalar("total", as_scalar(1), *span.over)) <= sight
    ]
    poly = here.reading.ring.poly(gap)
    inside = [atom for m in poly for atom in m if atom.head == "sum"]
    shapes = {tuple(k.sort for k in s.over) for s in found}
    added = [
        _whole(sorts, here, found)
        for sorts in sorted({tuple(atom.name.split()) for atom in inside}, key=len)
        if len(sorts) <= 2 and sorts not in shapes
    ]
    found += added
    heads = {tree.head for atom in inside for tree in walk(atom)}
    ranges = {(k.over.kind, k.over.limit) for s in found for k in s.over}
    for over in candidates.partial(asked, heads):
        if (over.over.kind, over.over.limit) not in ranges:
            found.append(Summation((over,), ()))
    singles = [s for s in found if len(s.over) == 1 and not s.over[0].over.without]
    singles.sort(key=lambda s: (s.over[0].over.kind == "all", s.over[0].sort != "tokens"))
    parts = bool(singles) and not candidates.is_whole(singles[0].over[0])
    paired = any(
        len(s.over) == 2 and s.over[0].sort == s.over[1].sort and not (parts and s in added)
        for s in found
    )
    doubled = parts and any(atom.name == "tokens tokens" for atom in inside)
    squared = any(sum(atom.number for atom in m if atom.head == "sum") >= 2 for m in poly)
    if (squared or doubled) and singles and not paired:
        (k,), bodies = singles[0].over, singles[0].bodies
        other = Index(f"{k.name}_", k.over, bound=True)
        again = tuple(candidates.moved(b, {k: other}) for b in bodies)
        both = (*bodies, *again)
        found.append(Summation((k, other), both))  # type: ignore[arg-type]
        apart = replace(other, over=other.over.but(k))
        elsewhere = tuple(candidates.moved(b, {other: apart}) for b in both)
        found.append(Summation((k, apart), elsewhere))  # type: ignore[arg-type]
    return [place for span in found[:9] if (place := _place(asked, here, span)) is not None]


def _whole(sorts: tuple[str, ...], here: Place, found: Sequence[Summation]) -> Summation:
    """Return the sum over all of some sorts; over two, of what the claim sums over one of them."""
    over = candidates.whole(sorts, here.indices)
    single = [s for s in found if len(s.over) == 1] if len(over) == 2 else []
    bodies = (
        candidates.moved(b, {s.over[0]: k})
        for s, k in itertools.product(single, over)
        if s.over[0].sort == k.sort
        for b in s.bodies
    )
    return Summation(over, tuple(bodies))  # type: ignore[arg-type]


def _place(asked: Question, here: Place, span: Summation) -> Place | None:
    sight = (*here.sight, *((k, k.sort) for k in span.over))
    try:
        reading, fresh, weight = here.reading.under(span.over)
    except Refused:
        return None
    bodies = (*span.bodies, *_exchanged(span), *candidates.members(asked, span, here.sight))
    return Place(reading, bodies, sight, span.over, fresh, weight, here.seen)


def _exchanged(span: Summation) -> list[Scalar | Vector]:
    """Return what a sum over two alike indices is of, with each in the other's place."""
    if len(span.over) != 2 or not all(map(candidates.is_whole, span.over)):
        return []
    k, j = span.over
    return [candidates.moved(b, {k: j, j: k}) for b in span.bodies] if k.sort == j.sort else []  # type: ignore[misc]


def sums(
    asked: Question,
    place: Place,
    here: Place,
    degree: int,
    heavy: bool,
    most: int,
    *,
    known: bool = False,
) -> list[Column]:
    """Return sums of products that are about all indices of the sum, also times others.

    Of what the gap is made of only, if `known`.
    """
    ring, out = here.reading.ring, list[Column]()
    full = all(map(candidates.is_whole, place.over))
    made = paired if len(place.over) == 2 else products
    for column in made(asked, place, degree, heavy, most, known=known):
        about = frozenset[Tree]().union(*(atom.indices for atom in column.made.factors))
        if place.fresh <= about:
            form = ring.total(column.form, place.fresh)
            if 0 < len(form) <= TERMS:
                summed = Product(column.made.factors, place.over)
                strict = column.strict and full
                if asked.relation.strict and not strict:
                    strict = is_weighted(place, column.made.factors)
                out.append(Column(form, strict, column.cost + 1, summed))
    level = out
    others = linear_atoms(asked, here)
    others = [a for a in others if not unlike(here, a)] if known else others[:10]
    for _ in range(degree - 1):
        level = [
            Column(
                ring.times(column.form, atom.form),
                column.strict and atom.strict,
                column.cost + atom.cost,
                replace(column.made, outside=(*column.made.outside, atom)),
            )
            for column in level[:OUTSIDE]
            for atom in others
            if len(column.form) * len(atom.form) <= 4 * TERMS
        ]
        out = [*out, *level]
    return out


def is_weighted(place: Place, factors: Sequence[Atom]) -> bool:
    """Return whether some factors are positive, and the others have a sum that is known to be."""
    ring, weight = place.reading.ring, place.weight
    for atom in factors:
        weight = weight if atom.strict else ring.times(weight, atom.form)
    some = any(atom.strict for atom in factors)
    return some and ring.reader.known(ring.poly(ring.total(weight, place.fresh))) == (1, True)


def paired(
    asked: Question, place: Place, degree: int, heavy: bool, most: int, *, known: bool = False
) -> Iterator[Column]:
    """Yield products at two indices of a sum: one atom about each, and another one."""
    if degree < 2:
        return
    ring, some = place.reading.ring, linear_atoms(asked, place)
    if known:
        some = [atom for atom in some if not unlike(place, atom)]
    k, j = sorted(place.fresh)
    first = [a for a in some if k in a.indices and j not in a.indices][:5]
    second = [a for a in some if j in a.indices and k not in a.indices][:5]
    both = [a for a in some if a.indices >= place.fresh][:5]
    pairs = [(), *zip(first, second, strict=False)]  # alike at both: the weights of a square
    pairs += [(a,) for a in (*both, *first, *second)]
    pairs += [pair for pair in itertools.product(first, second) if pair not in pairs]
    pairs += itertools.product(both, [*first, *second])
    pairs += itertools.combinations_with_replacement(both, 2)
    squares = heavy_atoms(asked, place) if heavy else []
    squares = [a for a in squares if not (known and unlike(place, a))]
    extra = [*some, *crossed(place), *squares]
    count = 0
    for factors in pairs:
        form = place.weight
        for atom in factors:
            form = ring.times(form, atom.form)
        yield column_of(factors, form)
        for atom in extra:
            if count < most and atom.indices & place.fresh and len(form) * len(atom.form) <= TERMS:
                count += 1
                yield column_of((*factors, atom), ring.times(form, atom.form))


def crossed(place: Place) -> list[Atom]:
    """Return squares of x_k z_j - x_j z_k at two alike indices, as Lagrange has them."""
    k, j = place.over
    if k.sort != j.sort:
        return []
    scalars = candidates.subterms(place.trees, place.indices)
    mine = [e for e in scalars if e.op in candidates.ATOMIC and free_indices(e) & {k, j} == {k}]
    made = list[Candidate]()
    for x, z in itertools.combinations(mine[:4], 2):
        x_j, z_j = (as_scalar(candidates.moved(e, {k: j})) for e in (x, z))
        made.append(Candidate((x * z_j - x_j * z) ** 2, False, 3))
    return atoms(place.reading, made)


def squared_sums(asked: Question, here: Place, inside: Sequence[Place]) -> Iterator[Column]:
    """Yield squares of sums: of numbers times inner products, of powers, and lengths of vectors."""
    found = itertools.chain.from_iterable(
        (*_squared_scalars(place), *_squared_vectors(asked, here, place))
        for place in inside
        if len(place.over) == 1
    )
    for atom in atoms(here.reading, (Candidate(square, False, 2) for square in found)):
        yield column_of((atom,), atom.form)


def _squared_scalars(place: Place) -> Iterator[Scalar]:
    some = candidates.subterms(place.trees, place.indices)
    inner = [e for e in some if e.op == "inner" and e.args[0] is not e.args[1]][:4]
    inner += [e for e in some if e.op == "abbreviation" and e.args[1].op == "inner"][:2]
    terms = [a for a in place.linear or () if len(a.form) == 1 and a.indices & place.fresh]
    numbers = [e for e in some if e.op == "item" and set(place.over) <= free_indices(e)][:3]
    powers = itertools.chain.from_iterable(
        itertools.combinations_with_replacement(numbers, degree) for degree in (1, 2, 3, 4)
    )
    pairs: list[tuple[Scalar, ...]] = [
        *itertools.product([a.tree for a in terms][:3], [*inner, *numbers[:2]])
    ]
    pairs += [(e,) for e in inner]
    for factors in (*pairs, *powers):
        yield Scalar("total", product(factors), *place.over) ** 2


def _squared_vectors(asked: Question, here: Place, place: Place) -> Iterator[Scalar]:
    """Yield squared lengths of sums of vectors, and of what they differ by from one in sight."""
    (k,) = place.over
    mine = [v for v in candidates.vectors(place.trees, place.indices) if k in free_indices(v)][:3]
    terms = [a.tree for a in place.linear or () if len(a.form) == 1 and a.indices & place.fresh]
    for v in mine:
        at = [x for x, sort in here.sight if sort == k.sort][:2]
        moved: list[Any] = [candidates.moved(v, {k: x}) for x in at]
        apart = [v - other for other in moved]
        for u in (v, *apart, *(c * v for c in terms[:2])):
            whole = Vector("total", u, k)
            for root in (None, *roots(asked.facts)):
                image = whole if root is None else root @ whole
                yield image @ image
