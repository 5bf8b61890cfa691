"""Sums of squares of polynomials, times what is known, found a square at a time.

Where the columns at hand fall short, what is left over has a price for each monomial, at which some
square costs less than nothing: an eigenvector of the prices of its products says which. It is one
more column, until nothing is left over.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix

from verify.checker.trees import Q
from verify.language.expressions import Scalar, as_scalar
from verify.methods.searching import candidates
from verify.methods.searching.atoms import Atom, Place, Product, linear_atoms
from verify.methods.searching.candidates import Question
from verify.methods.searching.programs import Column
from verify.methods.searching.ring import Form, combined
from verify.methods.searching.writing import added, multiple, product

ROUNDS, BASIS, NUMBERS = 14, 15, 4
ENTRIES = (1, 2, 3, 4)  # denominators that an eigenvector's entries are rounded to
LEFT = 1e-7  # of the gap, whose coefficients are scaled to 1, below which nothing is left over


@dataclass(frozen=True, eq=False)
class Block:
    """Squares of combinations of a basis, times factors: the products of the basis as forms."""

    basis: tuple[Scalar, ...]
    factors: tuple[Atom, ...]
    products: dict[tuple[int, int], Form]

    def square(self, v: Sequence[Fraction]) -> Column:
        """Return the square of one combination, times the factors."""
        entries = self.products.items()
        form = combined((p, (1 if a == b else 2) * v[a] * v[b]) for (a, b), p in entries)
        inside = added(multiple(c, e) for c, e in zip(v, self.basis, strict=True) if c)
        square = Atom(inside**2, form, False, 2, frozenset())
        cost = 2 + len(self.factors) + sum(c.denominator for c in v if c) / 4
        return Column(form, False, cost, Product((*self.factors, square)))


def squared(asked: Question, here: Place, gap: Form, known: Sequence[Column]) -> list[Column]:
    """Return squares that, with what is known, may make up a gap of few numbers; [] if none do."""
    blocks = list(_blocks(asked, here, gap))
    made = list[Column]()
    for _ in range(ROUNDS if blocks else 0):
        columns = [*known, *made]
        here.reading.ring.spend(20 * sum(len(column.form) for column in columns))
        prices = _prices(gap, columns)
        if prices is None:
            return made
        more = [column for block in blocks for column in _cheap(block, prices)]
        if not more:
            return []
        made += more
    return []


def _blocks(asked: Question, here: Place, gap: Form) -> Iterator[Block]:
    """Yield the blocks of a gap without sums: monomials of half its degree, times what is known."""
    ring = here.reading.ring
    poly = ring.poly(gap)
    atoms = {atom._replace(number=1) for m in poly for atom in m}
    numbers = dict[Any, Scalar]()
    for e in candidates.subterms(asked.trees, here.indices):
        form = here.reading.form(e) if e.op in candidates.ATOMIC else {}
        monomials = list(ring.poly(form))
        if len(monomials) == 1 and len(monomials[0]) == 1 and monomials[0][0] in atoms:
            numbers.setdefault(monomials[0][0], e)
        elif e.op == "function" and e.args[0] in ("sin", "cos"):
            numbers.setdefault(repr(e), e)
    if not 0 < len(numbers) <= NUMBERS or any(a.head == "sum" for a in atoms):
        return
    most = {a: max(_degree(m, a) for m in poly) if a in atoms else 2 for a in numbers}
    least = [a for a in linear_atoms(asked, here) if len(a.form) <= 4][:4]
    whole = max(sum(_degree(m, a) for a in numbers if a in atoms) for m in poly)
    whole = max(whole, 4 if len(most.keys() - atoms) else 0)
    for factors in ((), *((a,) for a in least), *itertools.combinations(least, 2)):
        half = (whole - len(factors)) // 2
        spans = [range(0, int(most[a]) // 2 + 1) for a in numbers]
        powers = [e for e in itertools.product(*spans) if sum(e) <= half]
        powers.sort(key=sum)
        basis = [
            product(e for e, n in zip(numbers.values(), p, strict=True) for _ in range(n))
            for p in powers[:BASIS]
        ]
        yield _block(here, tuple(basis), tuple(factors))


def _degree(m: Any, atom: Any) -> Q:
    return max((x.number for x in m if x._replace(number=1) == atom), default=0)


def _block(here: Place, basis: tuple[Scalar, ...], factors: tuple[Atom, ...]) -> Block:
    ring = here.reading.ring
    forms = [here.reading.form(as_scalar(e)) for e in basis]
    front = here.weight
    for atom in factors:
        front = ring.times(front, atom.form)
    pairs = itertools.combinations_with_replacement(range(len(basis)), 2)
    made = {(a, b): ring.times(front, ring.times(forms[a], forms[b])) for a, b in pairs}
    return Block(basis, factors, made)


def _prices(gap: Form, columns: Sequence[Column]) -> dict[int, float] | None:
    """Return what a unit of each monomial is worth to what is left over; None if nothing is."""
    rows = {m: n for n, m in enumerate({m for form in (gap, *_forms(columns)) for m in form})}
    scale = max(abs(float(c)) for c in gap.values())
    entries = [(rows[m], n, float(c)) for n, f in enumerate(_forms(columns)) for m, c in f.items()]
    count, size = len(columns), len(rows)
    entries += [(r, count + r, 1.0) for r in range(size)]
    entries += [(r, count + size + r, -1.0) for r in range(size)]
    at, beside, values = zip(*entries, strict=True)
    program = csc_matrix((values, (at, beside)), shape=(size, count + 2 * size))
    wanted = np.zeros(size)
    for m, c in gap.items():
        wanted[rows[m]] = float(c) / scale
    costs = np.concatenate([np.zeros(count), np.ones(2 * size)])
    found = linprog(costs, A_eq=program, b_eq=wanted, method="highs")
    if found.status != 0 or found.fun < LEFT:
        return None
    return {m: float(found.eqlin.marginals[n]) for m, n in rows.items()}


def _forms(columns: Sequence[Column]) -> Iterator[Form]:
    return (column.form for column in columns)


def _cheap(block: Block, prices: dict[int, float]) -> Iterator[Column]:
    """Yield squares of a block that are worth more than nothing, rounded to small fractions."""
    size = len(block.basis)
    matrix = np.zeros((size, size))
    for (a, b), form in block.products.items():
        worth = sum(float(c) * prices.get(m, 0.0) for m, c in form.items())
        matrix[a, b] = matrix[b, a] = worth
    values, vectors = np.linalg.eigh(matrix)
    for n in np.argsort(-values)[:2]:
        if values[n] < LEFT:
            return
        v = vectors[:, n] / np.abs(vectors[:, n]).max()
        seen = set[tuple[Fraction, ...]]()
        for most in ENTRIES:
            near = tuple(Fraction(float(x)).limit_denominator(most) for x in v)
            if any(near) and near not in seen:
                seen.add(near)
                yield block.square(near)
        exact = tuple(Fraction(round(float(x) * 64), 64) for x in v)
        if exact not in seen:
            yield block.square(exact)
