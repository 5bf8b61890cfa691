"""Rational functions of opaque atoms: numerator and denominator by FLINT polynomials.

SymPy's expand and together are slow on nested fractions; here every subexpression that is not a
sum, a product or an integer power is one generator, and the arithmetic is exact in
`flint.fmpq_mpoly`. The checker has its own arithmetic and shares nothing with this.
"""

from __future__ import annotations

from typing import Any

import flint
import sympy as sp

Pair = tuple[Any, Any]


def numerator_of(expression: sp.Expr) -> sp.Expr:
    """Return the numerator of an expression as an expanded polynomial in its atoms."""
    atoms = sorted(_atoms(expression), key=sp.default_sort_key)
    if not atoms:
        return expression
    names = [f"a{k}" for k in range(len(atoms))]
    context = flint.fmpq_mpoly_ctx.get(names, "degrevlex")
    known = dict(zip(atoms, context.gens(), strict=True))
    numerator, _ = _fraction(expression, known, context, {})
    return sp.Add(
        *[
            sp.Rational(int(c.p), int(c.q))
            * sp.Mul(*[a**k for a, k in zip(atoms, powers, strict=True) if k])
            for powers, c in numerator.to_dict().items()
        ]
    )


def has_denominator(expression: sp.Expr) -> bool:
    """Return whether a sum is inverted anywhere in an expression."""
    return any(p.exp.is_negative and p.base.is_Add for p in expression.atoms(sp.Pow))


def _root_in(e: sp.Expr) -> sp.Expr | None:
    """Return x^(1/2), of which x^(-1/2) and x^(3/2) are powers; None where there is none."""
    if not (e.is_Pow and e.exp.is_Rational and e.exp.q == 2):
        return None
    root = sp.sqrt(e.base)
    return root if root.is_Pow and (root.base, root.exp) == (e.base, sp.S.Half) else None


def _atoms(e: sp.Expr) -> set[sp.Expr]:
    found: set[sp.Expr] = set()
    waiting, seen = [e], set()
    while waiting:
        part = waiting.pop()
        if part in seen or part.is_Rational:
            continue
        seen.add(part)
        root = _root_in(part)
        if root is not None:
            found.add(root)
        elif part.is_Pow and part.exp.is_Integer:
            waiting.append(part.base)
        elif part.is_Add or part.is_Mul:
            waiting.extend(part.args)
        else:
            found.add(part)
    return found


def _fraction(
    e: sp.Expr, known: dict[sp.Expr, Any], context: Any, made: dict[sp.Expr, Pair]
) -> Pair:
    if e in made:
        return made[e]
    one = context.constant(1)
    if e.is_Rational:
        out = (context.constant(flint.fmpq(int(e.p), int(e.q))), one)
    elif (root := _root_in(e)) is not None:
        generator, k = known[root], int(2 * e.exp)
        out = (generator**k, one) if k > 0 else (one, generator**-k)
    elif not (e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Integer)):
        out = (known[e], one)
    elif e.is_Pow:
        numerator, denominator = _fraction(e.base, known, context, made)
        k = int(e.exp)
        out = (numerator**k, denominator**k) if k > 0 else (denominator**-k, numerator**-k)
    elif e.is_Mul:
        out = (one, one)
        for factor in e.args:
            out = _times(out, _fraction(factor, known, context, made))
    else:
        out = (context.constant(0), one)
        for term in e.args:
            out = _plus(out, _fraction(term, known, context, made))
    made[e] = out
    return out


def _times(a: Pair, b: Pair) -> Pair:
    first, second = a[0].gcd(b[1]), b[0].gcd(a[1])
    if a[0] == 0 or b[0] == 0:
        return a if a[0] == 0 else b
    return (a[0] / first) * (b[0] / second), (a[1] / second) * (b[1] / first)


def _plus(a: Pair, b: Pair) -> Pair:
    if a[1] == b[1]:
        return a[0] + b[0], a[1]
    common = a[1].gcd(b[1])
    left, right = b[1] / common, a[1] / common
    return a[0] * left + b[0] * right, a[1] * left
