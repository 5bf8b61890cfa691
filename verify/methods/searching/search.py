"""Plans for a reason, the cheapest first: products of what is known, squares, sums, multipliers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil
from typing import Any

from verify.checker.polynomials import ONE, gathered, power, thawed
from verify.checker.trees import Poly, Q, Refused, Tree, all_indices, walk
from verify.language.expressions import Scalar, Vector, as_scalar
from verify.language.indices import Index, IndexLike
from verify.language.walk import free_indices
from verify.methods.searching import candidates
from verify.methods.searching.candidates import Candidate, Question, Span
from verify.methods.searching.programs import Column, solved
from verify.methods.searching.ring import Form, Reading, divided, ray
from verify.methods.searching.writing import added, multiple, product

# Products of so many factors, whether squares are among them, multiples of the gap, how many
# products, and whether an index in sight is left out of sums and told apart.
PLANS = (
    (1, False, 0, 800, False), (2, False, 0, 1500, False), (1, False, 0, 800, True),
    (2, False, 0, 1500, True), (2, True, 0, 2500, False), (2, True, 1, 3000, False),
    (2, True, 0, 2500, True), (3, False, 1, 3000, False), (3, True, 2, 5000, False),
    (3, True, 1, 5000, True),
)  # fmt: skip
TERMS = 150  # the most of a column
NUMBERS = frozenset({0})


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
    linear: list[Atom] | None = None
    heavy: list[Atom] | None = None

    @property
    def indices(self) -> frozenset[Index]:
        return frozenset(k for k, _ in self.sight if isinstance(k, Index))


def found(asked: Question, reading: Reading) -> Scalar | None:
    """Return a reason for a claim, None if no plan finds one. Raises Exhausted."""
    under, gap = cleared(reading, asked.relation.gap, reading.form(asked.relation.gap))
    if not gap:
        return None
    here = Place(reading, asked.trees, asked.sight, weight=reading.ring.numbered(ONE))
    over, gap = stripped(asked, here, gap)
    inside, apart = places(asked, here, gap), places(asked, here, gap, but=True)
    spans = candidates.spans(asked) if apart else ()
    instances = [b for span in spans for b in candidates.instances(asked, span)]
    wider = replace(here, trees=(*asked.trees, *instances), linear=None)
    for *plan, but in PLANS:
        if apart or not but:
            where, there = (wider, apart) if but else (here, inside)
            reason = searched(asked, where, there, gap, *plan)
            if reason is not None:
                return quotient(product([*over, reason]), under)
    return None


def searched(
    asked: Question,
    here: Place,
    inside: Sequence[Place],
    gap: Form,
    degree: int,
    heavy: bool,
    multiples: int,
    most: int,
) -> Scalar | None:
    """Return a polynomial reason for a gap without denominators, by one plan."""
    columns = list(products(asked, here, degree, heavy, most))
    for place in inside:
        columns += sums(asked, place, here, degree, heavy, most)
    if heavy:
        columns += squared_sums(here, inside)
    targets = [Column(gap, True, 0.01, ()), *multiplied(gap, here, multiples)]
    here.reading.ring.spend(sum(len(column.form) for column in columns))
    solution = solved(targets, columns, asked.relation.strict)
    return None if solution is None else written(solution)


def lacking(asked: Question, reading: Reading) -> Scalar | None:
    """Return what would give a reason if it were not negative, or positive; None if nothing."""
    gap = asked.relation.gap
    _, target = cleared(reading, gap, reading.form(gap))
    here = Place(reading, asked.trees, asked.sight, weight=reading.ring.numbered(ONE))
    known = linear_atoms(asked, here)
    taken = {ray(form) for form in (target, *(atom.form for atom in known)) if form}
    for candidate in candidates.parts(asked.trees, here.indices, near_one=False):
        form = reading.form(candidate.tree)
        if form and form.keys() - here.weight.keys() and ray(form) not in taken:
            taken.add(ray(form))
            about = all_indices(atom for m in reading.ring.poly(form) for atom in m)
            atom = Atom(candidate.tree, form, True, 1, about)
            wider = replace(here, linear=[*known, atom])
            if searched(asked, wider, (), target, 2, False, 0, 800) is not None:
                return candidate.tree
    return None


def stripped(asked: Question, here: Place, gap: Form) -> tuple[list[Scalar], Form]:
    """Return factors of a gap that are known, and what is left of it."""
    over: list[Scalar] = []
    ring, one = here.reading.ring, here.weight
    for atom in linear_atoms(asked, here):
        fits = not _below(ring.poly(atom.form)) and (atom.strict or not asked.relation.strict)
        while fits:
            rest = divided(ring, gap, atom.form)
            if rest is None or len(rest) > len(gap) or rest.keys() <= one.keys():
                break
            gap, over = rest, [*over, atom.tree]
    return over, gap


def quotient(above: Scalar, under: Sequence[Scalar]) -> Scalar:
    """Return a fraction, its numbers in front."""
    below = product(under)
    if below.op == "number":
        return multiple(1 / below.args[0], above)
    return above / below


def written(solution: Iterable[tuple[Q, Column]]) -> Scalar:
    """Return a reason as a formula."""
    plain, below = list[Scalar](), list[Scalar]()
    groups: dict[tuple[Index | Atom, ...], tuple[Product, list[Scalar]]] = {}
    for c, column in solution:
        made = column.made
        if not isinstance(made, Product):
            below.append(multiple(c, product(atom.tree for atom in made)))
        elif made.over:  # one sum over a range
            _, inside = groups.setdefault((*made.over, *made.outside), (made, []))
            inside.append(made.times(c))
        else:
            plain.append(made.times(c))
    for made, inside in groups.values():
        summed = Scalar("total", added(inside), *made.over)
        plain.append(product([*(atom.tree for atom in made.outside), summed]))
    return quotient(added(plain), [added(below)])


# ------------------------------------------------------------------ what is not negative


def linear_atoms(asked: Question, place: Place) -> list[Atom]:
    """Return what facts, conditions and the claim's own parts say not to be negative."""
    if place.linear is None:
        facts = candidates.known(asked, place.sight)
        parts = candidates.parts(place.trees, place.indices)
        place.linear = atoms(place.reading, itertools.chain(facts, parts))
    return place.linear


def heavy_atoms(asked: Question, place: Place) -> list[Atom]:
    """Return squares, and what else is never negative."""
    if place.heavy is None:
        most = 6 if place.over else 14
        some = candidates.squares(asked, place.trees, place.indices, most)
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
            if key in asked or key in out:
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
        if _below(poly):
            under, whole = cleared(reading, candidate.tree, form)
            if under and whole and not whole.keys() <= number:
                tree = product([candidate.tree, *under])
                out.setdefault(ray(whole), Atom(tree, whole, strict, candidate.cost + 1, about))
    return list(out.values())


def products(
    asked: Question, place: Place, degree: int, heavy: bool, most: int
) -> Iterator[Column]:
    """Yield products of so many atoms, of a square and fewer atoms, and the number 1."""
    ring, some = place.reading.ring, linear_atoms(asked, place)
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
        yield _column(factors, form)
    if not heavy:
        return
    few = [(numbers, form) for numbers, form in made if len(numbers) < max(degree, 1)]
    count = 0
    for numbers, form in few:
        for square in heavy_atoms(asked, place):
            if len(form) * len(square.form) <= 4 * TERMS and count < most:
                count += 1
                factors = (*(some[n] for n in numbers), square)
                yield _column(factors, ring.times(form, square.form))


def _column(factors: tuple[Atom, ...], form: Form) -> Column:
    strict = all(atom.strict for atom in factors)
    return Column(form, strict, 1 + sum(atom.cost for atom in factors), Product(factors))


def multiplied(gap: Form, here: Place, factors: int) -> Iterator[Column]:
    """Yield the gap times what is positive: the reason is then divided by that."""
    strict = [atom for atom in here.linear or () if atom.strict]
    chosen = [(atom,) for atom in strict[:12]] if factors else []
    if factors > 1:
        chosen += itertools.combinations_with_replacement(strict[:6], 2)  # type: ignore[arg-type]
    for some in chosen:
        form = gap
        for atom in some:
            form = here.reading.ring.times(form, atom.form)
        yield Column(form, True, 0.01 * (1 + 3 * sum(atom.cost for atom in some)), some)


# ------------------------------------------------------------------ sums


def places(asked: Question, here: Place, gap: Form, *, but: bool = False) -> list[Place]:
    """Return the sums that a claim has, in its formulas or in its normal form.

    Those that leave an index in sight out, too, if `but`; none if there are none of these.
    """
    sight = here.indices
    found = [
        span
        for span in candidates.spans(asked)
        if free_indices(Scalar("total", as_scalar(1), *span.over)) <= sight
    ]
    poly = here.reading.ring.poly(gap)
    inside = [atom for m in poly for atom in m if atom.head == "sum"]
    shapes = {tuple(k.sort for k in s.over) for s in found}
    for sorts in sorted({tuple(atom.name.split()) for atom in inside}, key=len):
        if len(sorts) <= 2 and sorts not in shapes:
            found.append(Span(candidates.whole(sorts, here.indices), ()))
    heads = {tree.head for atom in inside for tree in walk(atom)}
    shapes = {(k.over.kind, k.over.limit) for s in found for k in s.over}
    for over in candidates.partial(asked, heads):
        if (over.over.kind, over.over.limit) not in shapes:
            found.append(Span((over,), ()))
    count = len(found)
    for span in found[:] if but else ():
        if len(span.over) == 1 and not span.over[0].over.without:
            for k, sort in here.sight[:4]:
                if sort == span.over[0].sort:
                    found.append(candidates.without(span, k))
    if but and len(found) == count:
        return []
    singles = [s for s in found if len(s.over) == 1 and s.over[0].over.kind == "all"]
    squared = any(sum(atom.number for atom in m if atom.head == "sum") >= 2 for m in poly)
    if squared and singles and not any(len(s.over) == 2 for s in found):
        (k,), bodies = singles[0].over, singles[0].bodies
        other = Index(f"{k.name}_", k.over, bound=True)
        again = tuple(candidates.moved(b, {k: other}) for b in bodies)
        found.append(Span((k, other), (*bodies, *again)))  # type: ignore[arg-type]
    return [place for span in found[:9] if (place := _place(asked, here, span)) is not None]


def squared_sums(here: Place, inside: Sequence[Place]) -> Iterator[Column]:
    """Yield squares of sums of numbers times inner products, as lengths of tangents have them."""
    for place in inside:
        some = [e for e in place.trees if isinstance(e, Scalar)]
        inner = [e for e in some if e.op == "inner" and e.args[0] is not e.args[1]][:4]
        items = [e for e in some if e.op == "item"][:3]
        pairs = [*itertools.product(items, inner), *((e,) for e in inner)]
        for factors in pairs if len(place.over) == 1 else ():
            tree = Scalar("total", product(factors), *place.over) ** 2
            form = here.reading.form(tree)
            if form:
                atom = Atom(tree, form, False, 2, frozenset())
                yield _column((atom,), form)


def _place(asked: Question, here: Place, span: Span) -> Place | None:
    sight = (*here.sight, *((k, k.sort) for k in span.over))
    try:
        reading, fresh, weight = here.reading.under(span.over)
    except Refused:
        return None
    bodies = (*span.bodies, *candidates.members(asked, span, here.sight))
    return Place(reading, bodies, sight, span.over, fresh, weight)


def sums(
    asked: Question, place: Place, here: Place, degree: int, heavy: bool, most: int
) -> list[Column]:
    """Return sums of products that are about all indices of the sum, also times others."""
    ring, out = here.reading.ring, list[Column]()
    full = all(k.over.kind == "all" and not k.over.without for k in place.over)
    made = paired if len(place.over) == 2 else products
    for column in made(asked, place, degree, heavy, most):
        about = frozenset[Tree]().union(*(atom.indices for atom in column.made.factors))
        if place.fresh <= about:
            form = ring.total(column.form, place.fresh)
            if 0 < len(form) <= TERMS:
                summed = Product(column.made.factors, place.over)
                out.append(Column(form, column.strict and full, column.cost + 1, summed))
    for _ in range(degree - 1):
        for column in out[:200]:
            last = column.made.outside
            for atom in linear_atoms(asked, here)[:10]:
                form = ring.times(column.form, atom.form)
                if 0 < len(form) <= TERMS and len(last) < degree - 1:
                    more = replace(column.made, outside=(*last, atom))
                    strict = column.strict and atom.strict
                    out.append(Column(form, strict, column.cost + atom.cost, more))
    return out


def paired(
    asked: Question, place: Place, degree: int, heavy: bool, most: int
) -> Iterator[Column]:
    """Yield products at two indices of a sum: one atom about each, and another one."""
    if degree < 2:
        return
    ring, some = place.reading.ring, linear_atoms(asked, place)
    k, j = sorted(place.fresh)
    first = [a for a in some if k in a.indices and j not in a.indices][:8]
    second = [a for a in some if j in a.indices and k not in a.indices][:8]
    both = [a for a in some if a.indices >= place.fresh][:8]
    pairs = [*itertools.product(first, second), *((a,) for a in both)]
    pairs += itertools.combinations_with_replacement(both, 2)
    extra = [*some, *(heavy_atoms(asked, place) if heavy else ())]
    count = 0
    for factors in pairs:
        form = place.weight
        for atom in factors:
            form = ring.times(form, atom.form)
        yield _column(factors, form)
        for atom in extra:
            if count < most and atom.indices & place.fresh and len(form) * len(atom.form) <= TERMS:
                count += 1
                yield _column((*factors, atom), ring.times(form, atom.form))


# ------------------------------------------------------------------ denominators


def cleared(reading: Reading, tree: Scalar, form: Form) -> tuple[list[Scalar], Form]:
    """Return positive factors, and a form times them, without the denominators that they are."""
    ring, poly = reading.ring, reading.ring.poly(form)
    under: list[Scalar] = []
    if not _below(poly):
        return under, form
    bases: dict[frozenset[tuple[int, Q]], Scalar] = {}
    for e in candidates.subterms([tree], frozenset(reading.names)):
        for base in (e, e.args[0]) if e.op == "power" else (e,):
            own = reading.form(base)
            if own:
                bases.setdefault(ray(own), base)
                bases.setdefault(ray({m: -c for m, c in own.items()}), multiple(-1, base))
    while True:
        used = {}
        for atom, e in _below(poly).items():
            of = thawed(atom.parts) if atom.head == "whole" else power(atom)
            for sign in (1, -1):
                base = bases.get(ray(ring.numbered({m: c * sign for m, c in of.items()})))
                if base is not None and reading.sign(base) == (True, True):
                    used[atom] = e
                    under += [base] * e
                    ratio = _ratio(ring.poly(reading.form(base)), of)
                    poly = {m: c * ratio**e for m, c in poly.items()}
                    break
        if not used:
            return lowered(reading, under, ring.numbered(poly))
        poly = gathered(
            (t, a * c)
            for m, c in poly.items()
            for t, a in reading.ring.reader.reduced(
                [*m, *(atom._replace(number=e) for atom, e in used.items())]
            ).items()
        )


def lowered(reading: Reading, under: list[Scalar], form: Form) -> tuple[list[Scalar], Form]:
    """Return a fraction in lower terms."""
    left = list[Scalar]()
    for tree in under:
        rest = divided(reading.ring, form, reading.form(tree))
        if rest is None:
            left.append(tree)
        else:
            form = rest
    return left, form


def _below(poly: Poly) -> dict[Tree, int]:
    """Return the atoms that stand in denominators, with the exponents that clear them."""
    out: dict[Tree, int] = {}
    for m in poly:
        for atom in m:
            if atom.number < 0 and atom.head not in ("unit", "exp", "tangent"):
                base = atom._replace(number=1)
                out[base] = max(out.get(base, 0), ceil(-atom.number))
    return out


def _ratio(p: Poly, q: Poly) -> Fraction:
    m = next(iter(q))
    return Fraction(p[m]) / Fraction(q[m])
