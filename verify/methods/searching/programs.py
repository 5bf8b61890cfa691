"""Linear programs over normal forms, solved by HiGHS, then exactly on what it found to be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from scipy.optimize import linprog
from scipy.sparse import csc_matrix

from verify.checker.trees import Q
from verify.methods.searching.ring import Form, OutOfTime

USED = 1e-9  # below this HiGHS means 0; what it means is solved anew, exactly
ROUNDED = 64  # the largest denominator of what the exact equations leave free


@dataclass(frozen=True, eq=False)
class Column:
    """A form that is not negative, or, strict, that is positive; what it costs to use it."""

    form: Form
    strict: bool
    cost: float
    made: Any


def solved(
    targets: Sequence[Column], columns: Sequence[Column], strict: bool, seconds: float
) -> list[tuple[Q, Column]] | None:
    """Return multiples of targets, which add up to one, and of columns, that have one sum.

    Of columns one that is strict, if that is asked. Each program may take so many seconds.
    """
    left = useful(targets, columns)
    columns = [*left, *targets]
    if not left:
        return None
    program = _program(columns, len(targets))
    costs = np.array([column.cost for column in columns])
    lower, upper = np.zeros(len(columns)), np.full(len(columns), np.inf)
    found = _vertex(program, costs, lower, upper, seconds)
    if found is None:
        return None
    exact = _exact(columns, len(targets), found)
    positive = [n for n, column in enumerate(left) if column.strict]
    if not strict or exact is None or any(exact.get(n) for n in positive):
        return None if exact is None else [(c, columns[n]) for n, c in exact.items()]
    if not positive:
        return None
    wanted, bounded = 0.001 * costs, upper.copy()
    wanted[positive], bounded[positive] = -1.0, 1.0
    found = _vertex(program, wanted, lower, bounded, seconds)
    if found is None or max(found[positive]) <= USED:
        return None
    most = max(positive, key=lambda n: found[n])
    least = lower.copy()
    least[most] = found[most] / 2
    found = _vertex(program, costs, least, upper, seconds)
    exact = None if found is None else _exact(columns, len(targets), found)
    if exact is None or not any(exact.get(n) for n in positive):
        return None
    return [(c, columns[n]) for n, c in exact.items()]


def useful(targets: Sequence[Column], columns: Sequence[Column]) -> list[Column]:
    """Return the columns of which each monomial can be cancelled, or is wanted."""
    wanted = frozenset(m for target in targets for m in target.form)
    left = list(columns)
    while True:
        signs = {(m, c > 0) for column in left for m, c in column.form.items()}
        kept = [
            column
            for column in left
            if all(m in wanted or (m, c <= 0) in signs for m, c in column.form.items())
        ]
        if len(kept) == len(left):
            return kept
        left = kept


def _program(columns: Sequence[Column], targets: int) -> csc_matrix:
    """Return the equations: a row for each monomial, and one for the sum of the targets."""
    rows: dict[int, int] = {}
    entries = [
        (rows.setdefault(m, len(rows)), n, float(c)) for n, m, c in _entries(columns, targets)
    ]
    last, count = len(rows), len(columns)
    entries += [(last, n, 1.0) for n in range(count - targets, count)]
    at, beside, values = zip(*entries, strict=True)
    return csc_matrix((values, (at, beside)), shape=(last + 1, count))


def _entries(columns: Sequence[Column], targets: int) -> list[tuple[int, int, Q]]:
    """Return (column, monomial, coefficient), the targets on the other side."""
    first = len(columns) - targets
    return [
        (n, m, c if n < first else -c)
        for n, column in enumerate(columns)
        for m, c in column.form.items()
    ]


def _vertex(program: csc_matrix, costs: Any, lower: Any, upper: Any, seconds: float) -> Any:
    """Return a vertex where the cost is least, None where there is none."""
    ends = np.zeros(program.shape[0])
    ends[-1] = 1.0
    bounds = np.stack([lower, upper], axis=1)
    limit = {"time_limit": max(seconds, 0.0)}
    found = linprog(costs, A_eq=program, b_eq=ends, bounds=bounds, method="highs-ds", options=limit)
    if found.status == 1:
        raise OutOfTime
    return found.x if found.status == 0 else None


def _exact(columns: Sequence[Column], targets: int, found: Any) -> dict[int, Q] | None:
    """Return the exact solution on what is used, None where there is none that is not negative."""
    used = [n for n in range(len(columns)) if found[n] > USED]
    rows: dict[int, int] = {}
    entries = [
        (rows.setdefault(m, len(rows)), n, c)
        for n, m, c in _entries(columns, targets)
        if found[n] > USED
    ]
    place = {n: k for k, n in enumerate(used)}
    matrix = fmpq_mat(len(rows) + 1, len(used) + 1)
    for row, n, c in entries:
        matrix[row, place[n]] = fmpq(*Fraction(c).as_integer_ratio())
    for n in used:
        if n >= len(columns) - targets:
            matrix[len(rows), place[n]] = fmpq(1)
    matrix[len(rows), len(used)] = fmpq(1)
    reduced, rank = matrix.rref()
    pivots = [next(k for k in range(len(used) + 1) if reduced[row, k] != 0) for row in range(rank)]
    if len(used) in pivots:
        return None
    values = {
        k: Fraction(float(found[n])).limit_denominator(ROUNDED)
        for k, n in enumerate(used)
        if k not in pivots
    }
    free = dict(values)
    for row, pivot in enumerate(pivots):
        value = _fraction(reduced[row, len(used)])
        values[pivot] = value - sum(_fraction(reduced[row, k]) * x for k, x in free.items())
    if any(x < 0 for x in values.values()):
        return None
    return {used[k]: x for k, x in values.items() if x}


def _fraction(q: fmpq) -> Fraction:
    return Fraction(int(q.p), int(q.q))
