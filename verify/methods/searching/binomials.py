"""Polynomials as sums of monomials and of squares of binomials, times what is not negative."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq_mpoly

from verify.checker.trees import Q
from verify.language.expressions import Scalar
from verify.methods.searching.generators import raised, rational
from verify.methods.searching.programs import Column, solved
from verify.methods.searching.writing import added, difference, multiple, product

Powers = tuple[int, ...]
PAIRS = 400


def columns_of(
    p: fmpq_mpoly, trees: Sequence[Scalar], signs: Mapping[int, bool]
) -> tuple[Column, list[Column]]:
    """Return a polynomial, and what it may be a sum of.

    `signs` has the places of generators that are not negative: whether these are positive.
    """
    terms = {tuple(map(int, powers)): rational(c) for powers, c in p.to_dict().items()}
    numbers: dict[Powers, int] = {}

    def column(form: Mapping[Powers, Q], strict: bool, cost: float, made: Scalar | None) -> Column:
        return Column(
            {numbers.setdefault(m, len(numbers)): c for m, c in form.items()}, strict, cost, made
        )

    target = column(terms, True, 0.0, None)
    above = [m for m, c in terms.items() if c > 0]
    out = list[Column]()
    for m in above:
        if _has_sign(m, signs):
            strict = all(signs.get(n, False) for n, e in enumerate(m) if e)
            out.append(column({m: 1}, strict, 1, _monomial(m, trees)))
    for m, k in itertools.islice(itertools.combinations(above, 2), PAIRS):
        for form, made in _squares(m, k, trees, signs):
            out.append(column(form, False, 3, made))
    return target, out


def _squares(
    m: Powers, k: Powers, trees: Sequence[Scalar], signs: Mapping[int, bool]
) -> Iterator[tuple[Mapping[Powers, Q], Scalar]]:
    """Yield w (u - v)^2 and w (u + v)^2 with the monomials m = w u^2 and k = w v^2."""
    common = tuple(map(min, m, k))
    if any((x + y) % 2 for x, y in zip(m, k, strict=True)) or not _has_sign(common, signs):
        return
    u, v = (
        _monomial(tuple((x - y) // 2 for x, y in zip(one, common, strict=True)), trees)
        for one in (m, k)
    )
    middle = tuple((x + y) // 2 for x, y in zip(m, k, strict=True))
    for c, of in ((-2, difference(u, v)), (2, u + v)):
        yield {m: 1, k: 1, middle: c}, product([_monomial(common, trees), of**2])


def _has_sign(m: Powers, signs: Mapping[int, bool]) -> bool:
    return all(n in signs for n, e in enumerate(m) if e % 2)


def _monomial(m: Powers, trees: Sequence[Scalar]) -> Scalar:
    return product(raised(trees[n], e) for n, e in enumerate(m) if e)


def of_binomials(
    p: fmpq_mpoly, trees: Sequence[Scalar], signs: Mapping[int, bool], strict: bool, seconds: float
) -> Scalar | None:
    """Return a reason for p >= 0, for p > 0 if `strict`; None if it is no such sum."""
    target, columns = columns_of(p, trees, signs)
    solution = solved([target], columns, strict, seconds)
    if solution is None:
        return None
    return added(multiple(c, column.made) for c, column in solution if column is not target)
