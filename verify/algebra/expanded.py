"""SymPy's `expand`, spared where it changes nothing and where it was asked for before.

It goes through an expression once for each of its hints; most that normal forms are made of are
sums of monomials already, and SymPy remembers the last thousand alone. Expressions are never
changed, and equal ones are expanded alike: what is remembered by its value stays right.
"""

from __future__ import annotations

from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef

from verify.algebra.atoms import Binomial, Delta, Exponential, Gram, Member, Total, UpTo, Vec

OPAQUE = (Gram, Total, Vec, Member, UpTo, Delta, Binomial, Exponential, AppliedUndef)
"""Functions that are expanded in their arguments alone."""


@lru_cache(maxsize=1 << 14)
def expanded(expression: sp.Expr) -> sp.Expr:
    """Return what `sympy.expand` makes of an expression."""
    return expression if is_expanded(expression) else sp.expand(expression)


@lru_cache(maxsize=1 << 16)
def is_expanded(part: sp.Basic) -> bool:
    """Return whether an expression is plainly a sum of monomials, in its functions' arguments, too.

    Monomials are of numbers, symbols, opaque functions and their powers: no hint is about those.
    """
    if not part.args:
        return True
    if part.is_Pow:
        base, exponent = part.args
        simple = base.is_Symbol or isinstance(base, OPAQUE)
        return bool(simple and exponent.is_Integer and is_expanded(base))
    is_plain = part.is_Add or isinstance(part, OPAQUE)
    if part.is_Mul:
        is_plain = not any(factor.is_Add for factor in part.args)
    return bool(is_plain) and all(map(is_expanded, part.args))
