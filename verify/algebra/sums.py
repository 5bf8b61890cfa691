"""Sums of scalars over index sets: the normal form that makes equal sums equal expressions.

`Sums.total(e, k)` expands, factors out what does not depend on k, contracts Kronecker deltas,
applies declared sum rules, splits into connected components and names bound indices canonically
(the least expression over all namings), so renaming and exchanging sums cannot matter.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence, Set
from functools import lru_cache
from typing import Any

import sympy as sp

from verify.algebra.atoms import (
    SIZES,
    Delta,
    Fresh,
    Gram,
    Member,
    Total,
    UpTo,
    canonical,
    canonical_depth,
    sort_of,
)
from verify.algebra.expanded import expanded

SumRule = Callable[[Sequence[sp.Expr], sp.Symbol], sp.Expr | None]
Renormalise = Callable[[sp.Expr], sp.Expr]
HEADS = (Gram, Total, Delta, Member, UpTo)
Pairs = Set[tuple[sp.Basic, sp.Basic]]


class Sums:
    """Normal forms of sums; `renormalise` re-establishes Gram normal forms after a renaming."""

    def __init__(self, fresh: Fresh, renormalise: Renormalise) -> None:
        self.fresh = fresh
        self.renormalise = renormalise
        self.rules: list[SumRule] = []
        self.sizes: dict[str, sp.Expr] = dict(SIZES)

    def total(self, expression: sp.Expr, *indices: sp.Symbol) -> sp.Expr:
        """Return the normal form of the sum of `expression` over `indices`."""
        for index in indices:
            terms = sp.Add.make_args(expanded(expression))
            expression = sp.Add(*[self._monomial(term, index) for term in terms])
        return expression

    def _monomial(self, term: sp.Expr, index: sp.Symbol) -> sp.Expr:
        outside, inside, bound = sp.S.One, [], [index]
        waiting = list(sp.Mul.make_args(term))
        while waiting:
            number, factor = _without_content(waiting.pop())
            outside *= number
            base, exponent = factor.as_base_exp()
            if not any(factor.has(k) for k in bound):
                outside *= factor
            elif base.func == Total and exponent.is_Integer and exponent > 0:
                for _ in range(int(exponent)):  # flatten: an inner sum joins the outer one
                    renamed = {k: self.fresh(sort_of(k)) for k in base.args[1:]}
                    bound += renamed.values()
                    waiting += sp.Mul.make_args(base.args[0].xreplace(renamed))
            else:
                inside.append(factor)
        for factor in inside:
            if factor.func == Delta:
                for old, new in (factor.args, factor.args[::-1]):
                    if old in bound and self._contracts(old, new):
                        rest = sp.Mul(*[f for f in inside if f is not factor])
                        left = [k for k in bound if k != old]
                        moved = self.renormalise(rest.xreplace({old: new}))
                        return outside * self.total(moved, *left)
        return outside * self._components(inside, bound)

    @staticmethod
    def _contracts(old: sp.Symbol, new: sp.Basic) -> bool:
        return not new.is_Symbol or sort_of(new) == sort_of(old)

    def _components(self, inside: list[sp.Expr], bound: list[sp.Symbol]) -> sp.Expr:
        applied = self._apply_rule(inside, bound)
        if applied is not None:
            return applied
        out = sp.Mul(*[f for f in inside if not any(f.has(k) for k in bound)])
        inside = [f for f in inside if any(f.has(k) for k in bound)]
        while bound:
            component, growing = {bound[0]}, True
            factors: list[sp.Expr] = []
            while growing:
                factors = [f for f in inside if any(f.has(k) for k in component)]
                wider = {k for k in bound if any(f.has(k) for f in factors)} | component
                growing, component = wider != component, wider
            out *= self._canonical(sp.Mul(*factors), sorted(component, key=str))
            bound = [k for k in bound if k not in component]
            inside = [f for f in inside if f not in factors]
        return out

    def _apply_rule(self, inside: list[sp.Expr], bound: list[sp.Symbol]) -> sp.Expr | None:
        """Use a declared sum (rows add up to 1, coefficients to 0) on one bound index."""
        for index in bound:
            hit = [f for f in inside if f.has(index)]
            value = None if hit else self.sizes[sort_of(index)]
            if hit and not any(
                f.has(k) for f in hit for k in bound if k != index and f.func == Delta
            ):
                value = next(
                    (v for rule in self.rules if (v := rule(hit, index)) is not None), None
                )
            if value is not None:
                rest = sp.Mul(*[f for f in inside if f not in hit])
                return self.total(self.renormalise(rest * value), *[k for k in bound if k != index])
        return None

    def _canonical(self, body: sp.Expr, indices: list[sp.Symbol]) -> sp.Expr:
        inner = [canonical_depth(k) for m in body.atoms(Total) for k in m.args[1:]]
        depth = 1 + max(inner, default=-1)
        names = [canonical(sort_of(k), depth + place) for place, k in enumerate(indices)]
        if len(indices) == 1:
            return Total(self.renormalise(body.xreplace({indices[0]: names[0]})), names[0])

        def least(body: sp.Expr) -> sp.Expr:
            candidates = []
            for order in itertools.permutations(indices):
                named = [canonical(sort_of(k), depth + place) for place, k in enumerate(order)]
                renamed = self.renormalise(body.xreplace(dict(zip(order, named, strict=True))))
                candidates.append(Total(renamed, *named))
            return min(candidates, key=sp.default_sort_key)

        mine = least(body)
        for order in [f for f in sp.Mul.make_args(body) if f.func == UpTo]:
            i, j = order.args
            if i in indices and j in indices:
                rest = body / order  # of j <= i and i <= j one is true, and both for i = j
                turned = least(rest * UpTo(j, i))
                both = self.total(rest, *indices) + self.total(rest * Delta(i, j), *indices)
                if turned == mine:
                    return both / 2
                if sp.default_sort_key(turned) < sp.default_sort_key(mine):
                    return both - self._canonical(rest * UpTo(j, i), indices)
        return mine


def _without_content(factor: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Return (number, factor): expand moves numbers into denominators, as in 1/(2 + 2 x).

    Taken out again, with the sign, equal factors are equal expressions.
    """
    base, exponent = factor.as_base_exp()
    if not (base.is_Add and exponent.is_Integer and exponent < 0):
        return sp.S.One, factor
    content, primitive = base.primitive()
    if primitive.could_extract_minus_sign():
        content, primitive = -content, -primitive
    return content**exponent, primitive**exponent


def clean_indicators(
    expression: sp.Expr, apart: Callable[[sp.Basic, sp.Basic], bool], before: Pairs = frozenset()
) -> sp.Expr:
    """Use what is true of 0/1 factors: equal to their powers, and 0 between distinct indices.

    `before` are pairs of indices of which the first comes strictly before the second.
    """

    if heads_in(expression).isdisjoint((Member, UpTo, Delta)):
        return expression

    def indicator(e: sp.Expr) -> bool:
        return bool(e.is_Pow and e.base.func in (Member, UpTo) and e.exp.is_Integer and e.exp > 1)

    out = expression.replace(indicator, lambda e: e.base)
    out = out.replace(
        UpTo, lambda *at: UpTo(*at) if (s := _settled(at[0], at[1], before)) is None else s
    )
    out = out.replace(lambda e: e.func == Delta and apart(*e.args), lambda e: sp.S.Zero)
    return out


def _settled(later: sp.Basic, earlier: sp.Basic, before: Pairs) -> sp.Expr | None:
    """Return what is known of "`earlier` is not after `later`", or None."""
    if later == earlier or earlier == 1 or (earlier, later) in before:
        return sp.S.One
    if (later, earlier) in before:
        return sp.S.Zero
    if later.is_Integer and earlier.is_Integer:
        return sp.Integer(int(int(earlier) <= int(later)))
    return Delta(later, earlier) if later == 1 else None


def has_atoms(expression: sp.Expr) -> bool:
    """Return whether an expression has anything whose normal form a renaming may disturb."""
    return bool(heads_in(expression))


@lru_cache(maxsize=1 << 16)
def heads_in(expression: sp.Basic) -> frozenset[Any]:
    """Return which of the atoms' functions occur; remembered, since terms share their parts."""
    found = frozenset().union(*map(heads_in, expression.args))
    return found | {expression.func} if expression.func in HEADS else found
