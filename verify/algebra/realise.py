"""Explicit coordinates: a dimension-free normal form at chosen sizes, as SymPy components.

Entries are symbols named by the given thing and 1-based positions: `y_2_1` is the first component
of the second token, `W_1_2` an entry of W, `alpha_1_3` a weight.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from verify.algebra.atoms import (
    SIZES,
    Delta,
    Exponential,
    Gram,
    Member,
    Total,
    UpTo,
    bound_indices,
    sort_of,
)
from verify.algebra.theory import Combination


@dataclass(frozen=True)
class FixedSizes:
    """How many tokens, heads and dimensions to write out."""

    tokens: int
    dimension: int
    heads: int = 1

    def of(self, sort: str) -> int:
        """Return the size of an index set."""
        return {"tokens": self.tokens, "heads": self.heads, "modes": self.dimension}[sort]


class Realiser:
    """Writes normal forms out in coordinates, for fixed sizes."""

    def __init__(self, sizes: FixedSizes, symmetric: frozenset[str]) -> None:
        self.sizes = sizes
        self.symmetric = symmetric
        self._known: dict[tuple[sp.Expr, frozenset[tuple[sp.Symbol, int]]], sp.Expr] = {}

    def scalar(self, e: sp.Expr, at: Mapping[sp.Symbol, int]) -> sp.Expr:
        """Return a scalar in coordinates; `at` gives the free indices their 1-based values.

        One that does not mention an index is the same at all its values, and is written out once:
        a row's denominator, say, for all the terms of the row.
        """
        here = e, frozenset((k, at[k]) for k in e.free_symbols if k in at)
        if here not in self._known:
            self._known[here] = self._scalar(e, at)
        return self._known[here]

    def _scalar(self, e: sp.Expr, at: Mapping[sp.Symbol, int]) -> sp.Expr:
        if e in at:
            return sp.Integer(at[e])
        if not e.args:
            return self._size(e)
        if e.func == Gram:
            left = self.vector_atom(e.args[0], at)
            right = self._moved(tuple(e.args[1:-1]), self.vector_atom(e.args[-1], at))
            return sp.Add(*[a * b for a, b in zip(left, right, strict=True)])
        if e.func == Total:
            return self._total(e.args[0], e.args[1:], at)
        if e.func in (UpTo, Delta, Member):
            return self._indicator(e, at)
        if e.func == Exponential:
            return sp.exp(self.scalar(e.args[0], at))
        if isinstance(e.func, sp.core.function.UndefinedFunction):
            return sp.Symbol("_".join([e.func.__name__, *self._places(e.args, at)]), real=True)
        return e.func(*[self.scalar(a, at) for a in e.args])

    def vector(self, u: Combination, at: Mapping[sp.Symbol, int]) -> sp.Matrix:
        """Return a vector in coordinates, as a column."""
        terms: list[list[sp.Expr]] = [[] for _ in range(self.sizes.dimension)]
        for (letters, atom), coefficient in u.terms.items():
            bound = bound_indices(atom)
            for values in itertools.product(
                *[range(1, self.sizes.of(sort_of(k)) + 1) for k in bound]
            ):
                inner = {**at, **dict(zip(bound, values, strict=True))}
                factor = self.scalar(coefficient, inner)
                column = self._moved(letters, self.vector_atom(atom, inner))
                for part, entry in zip(terms, column, strict=True):
                    part.append(factor * entry)
        return sp.Matrix([sp.Add(*part) for part in terms])

    def vector_atom(self, atom: sp.Expr, at: Mapping[sp.Symbol, int]) -> list[sp.Expr]:
        """Return the components of one given vector."""
        name = atom.func.__name__ if atom.args else atom.name
        stem = "_".join([name, *self._places(atom.args, at)])
        return [sp.Symbol(f"{stem}_{a}", real=True) for a in range(1, self.sizes.dimension + 1)]

    def matrix(self, letter: sp.Symbol) -> list[list[sp.Expr]]:
        """Return the entries of an operator (a transposed one is written by its original)."""
        name, turned = str(letter.name), False
        if name.endswith("^T"):
            name, turned = name[:-2], True
        d = range(1, self.sizes.dimension + 1)

        def entry(a: int, b: int) -> sp.Symbol:
            if name in self.symmetric:
                a, b = min(a, b), max(a, b)
            return sp.Symbol(f"{name}_{a}_{b}", real=True)

        return [[entry(b, a) if turned else entry(a, b) for b in d] for a in d]

    def _moved(self, letters: tuple[sp.Symbol, ...], column: list[sp.Expr]) -> list[sp.Expr]:
        for letter in reversed(letters):
            rows = self.matrix(letter)
            column = [sp.Add(*[a * b for a, b in zip(row, column, strict=True)]) for row in rows]
        return column

    def _total(
        self, body: sp.Expr, bound: tuple[sp.Symbol, ...], at: Mapping[sp.Symbol, int]
    ) -> sp.Expr:
        ranges = [range(1, self.sizes.of(sort_of(k)) + 1) for k in bound]
        return sp.Add(
            *[
                self.scalar(body, {**at, **dict(zip(bound, values, strict=True))})
                for values in itertools.product(*ranges)
            ]
        )

    def _indicator(self, e: sp.Expr, at: Mapping[sp.Symbol, int]) -> sp.Expr:
        if e.func == Member:
            return sp.Symbol("_".join([e.args[0].name, *self._places(e.args[1:], at)]), real=True)
        first, second = (int(at.get(k, k)) for k in e.args)
        holds = second <= first if e.func == UpTo else first == second
        return sp.Integer(int(holds))

    def _size(self, e: sp.Expr) -> sp.Expr:
        for sort, symbol in SIZES.items():
            if e == symbol:
                return sp.Integer(self.sizes.of(sort))
        return e

    @staticmethod
    def _places(indices: tuple[sp.Basic, ...], at: Mapping[sp.Symbol, int]) -> list[str]:
        return [str(at.get(k, k)) for k in indices]
