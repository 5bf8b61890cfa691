"""The opaque SymPy atoms of the dimension-free algebra, and index symbols that know their sort.

    Gram(x, A, ..., y)      the inner product <x, A ... y>; operator letters in between
    Total(body, k, ...)     the sum of one connected monomial over the indices k, ...
    Exponential(t)          e^t for one monomial t (SymPy's own exp merges across sums)
    Vec(A, ..., x)          the vector A ... x, where a combination is one expression
    Member(N, i, j)         1 if token i may see token j, else 0
    UpTo(i, j)              1 if token j is token i or comes before it, else 0
    Binomial(a, k)          C(a, k) for integers, 0 unless 0 <= k <= a

Why not SymPy's Sum, Indexed and MatrixSymbol: no alpha-equivalence, no exchange of sums, wrong
derivatives. SymPy's scalars, polynomials, expand and together carry everything else.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import comb

import sympy as sp
from sympy.core.function import AppliedUndef

Delta = sp.KroneckerDelta
OWN = "'"  # ends the names of our own indices: none that an author gives can have it

SIZES: dict[str, sp.Symbol] = {
    "tokens": sp.Symbol("n", positive=True, integer=True),
    "heads": sp.Symbol("h", positive=True, integer=True),
    "modes": sp.Symbol("d", positive=True, integer=True),
}


class FamilyMember(AppliedUndef):  # type: ignore[misc]
    """A member of a given family, at its indices: alpha(i, j)."""


# Classes: a function that SymPy knows by its name alone is an author's family of that name, too.
class Gram(sp.Function):  # type: ignore[misc]
    """An inner product."""

    is_real = True


class Total(sp.Function):  # type: ignore[misc]
    """A sum of one connected monomial."""

    is_real = True


class Vec(sp.Function):  # type: ignore[misc]
    """A vector that operators act on."""


class Member(sp.Function):  # type: ignore[misc]
    """Whether a token may see another, as 0 or 1."""

    is_real = True
    is_nonnegative = True


class UpTo(sp.Function):  # type: ignore[misc]
    """Whether a token is another or comes before it, as 0 or 1."""

    is_real = True
    is_nonnegative = True


class Binomial(sp.Function):  # type: ignore[misc]
    """A binomial coefficient of integers; SymPy's own is 1 for k = 0 and k = a, also below 0."""

    is_real = True
    is_nonnegative = True

    @classmethod
    def eval(cls, upper: sp.Expr, lower: sp.Expr) -> sp.Expr | None:
        """Return the coefficient of two numbers."""
        if not (upper.is_Integer and lower.is_Integer):
            return None
        return sp.Integer(comb(int(upper), int(lower)) if 0 <= lower <= upper else 0)


class Exponential(sp.Function):  # type: ignore[misc]
    """e^t without SymPy's merging: a product of exponentials splits over a double sum."""

    is_real = True
    is_positive = True

    @classmethod
    def eval(cls, exponent: sp.Expr) -> sp.Expr | None:
        """Split e^(a + b) into e^a e^b and e^(q t) into (e^t)^q, so equal powers are one atom.

        e^(log a) is a: where a is not positive, the logarithm has no value and nothing is said.
        """
        if exponent == 0:
            return sp.S.One
        if exponent.func == sp.log:
            return exponent.args[0]
        if exponent.is_Add:
            return sp.Mul(*[cls(term) for term in exponent.args])
        coefficient, rest = exponent.as_coeff_Mul()
        if coefficient != 1 and coefficient.is_Rational and rest != 1:
            return cls(rest) ** coefficient
        return None


def index_symbol(name: str, sort: str) -> sp.Symbol:
    """Return the symbol of an index; the sort is part of its name."""
    return sp.Symbol(f"{name}:{sort}", integer=True)


def sort_of(index: sp.Symbol) -> str:
    """Return the sort of an index symbol."""
    return str(index.name).split(":")[1]


def is_index(symbol: sp.Basic) -> bool:
    """Return whether a symbol stands for an index."""
    return bool(symbol.is_Symbol and ":" in symbol.name)


def bound_in_vector(sort: str) -> sp.Symbol:
    """Return the one bound index of a summed vector atom."""
    return index_symbol(f"B{OWN}", sort)


def bound_indices(atom: sp.Expr) -> list[sp.Symbol]:
    """Return the bound indices of a summed vector atom: none of an atom that is no sum."""
    return [k for k in atom.free_symbols if is_index(k) and k.name.startswith(f"B{OWN}:")]


def canonical(sort: str, depth: int) -> sp.Symbol:
    """Return the canonical name of a bound index inside `Total`."""
    return index_symbol(f"b{depth}{OWN}", sort)


def canonical_depth(index: sp.Symbol) -> int:
    """Return the depth in the canonical name of a bound index, -1 for other indices."""
    name = str(index.name).partition(":")[0]
    return int(name[1:-1]) if name[0] == "b" and name.endswith(OWN) else -1


class Fresh:
    """Names for bound indices that have not been used before in this theory."""

    def __init__(self) -> None:
        self._numbers: Iterator[int] = itertools.count()

    def __call__(self, sort: str) -> sp.Symbol:
        return index_symbol(f"f{next(self._numbers)}{OWN}", sort)
