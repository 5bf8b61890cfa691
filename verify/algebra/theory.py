"""The rules of one statement, and normal forms of Gram scalars and vectors under them.

A vector is a linear combination {(operator word, atom): coefficient}; an atom is a given vector or
a member of a family, and an atom at the bound index B stands for a sum over that index, carried
by its coefficient. An inner product is a polynomial in Gram atoms, each the lesser of its two
readings <x, A y> and <A* x, y>, after the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from verify.algebra.atoms import (
    Delta,
    Fresh,
    Gram,
    Total,
    bound_in_vector,
    bound_indices,
    is_index,
    sort_of,
)
from verify.algebra.expanded import expanded
from verify.algebra.sums import Sums, clean_indicators, has_atoms, heads_in

Word = tuple[sp.Symbol, ...]
GramRule = Callable[[sp.Expr, Word, sp.Expr], sp.Expr | None]
VectorRule = Callable[[Word, sp.Expr], "Combination | None"]
ScalarRule = Callable[[sp.Expr], sp.Expr]


@dataclass(eq=False)
class Theory:
    """What a statement assumes, as rules; filled once, then only read."""

    adjoint: dict[sp.Symbol, sp.Symbol] = field(default_factory=dict)
    gram_rules: list[GramRule] = field(default_factory=list)
    vector_rules: list[VectorRule] = field(default_factory=list)
    word_rules: list[tuple[Word, Word]] = field(default_factory=list)
    scalar_rules: list[ScalarRule] = field(default_factory=list)
    distinct: set[frozenset[sp.Basic]] = field(default_factory=set)
    before: set[tuple[sp.Basic, sp.Basic]] = field(default_factory=set)
    fixed: set[sp.Basic] = field(default_factory=set)
    positive: list[sp.Expr] = field(default_factory=list)
    nonnegative: list[sp.Expr] = field(default_factory=list)
    vector_sums: dict[sp.Expr, Combination] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)  # why equations that are known are no rules

    def __post_init__(self) -> None:
        self.fresh = Fresh()
        self._grams: dict[tuple[Any, ...], sp.Expr] = {}
        self.sums = Sums(self.fresh, self.normalise)

    # ------------------------------------------------------------ words and Gram atoms

    def word(self, letters: Word) -> Word:
        """Return an operator word after the declared products, such as W U = P."""
        changed = True
        while changed:
            changed = False
            for old, new in self.word_rules:
                for start in range(len(letters) - len(old) + 1):
                    if letters[start : start + len(old)] == old:
                        letters = letters[:start] + new + letters[start + len(old) :]
                        changed = True
                        break
        return letters

    def transposed(self, letters: Word) -> Word:
        """Return the adjoint of an operator word."""
        return tuple(self.adjoint[letter] for letter in reversed(letters))

    def gram(self, x: sp.Expr, letters: Word, y: sp.Expr) -> sp.Expr:
        """Return the normal form of <x, A ... y> for two atoms."""
        rules: tuple[Sized, ...] = (
            self.adjoint, self.gram_rules, self.vector_rules, self.word_rules,
            self.scalar_rules, self.vector_sums, self.distinct, self.fixed,
        )  # fmt: skip
        key = (x, letters, y, *map(len, rules))  # with one rule more, nothing is known
        known = self._grams.get(key)
        if known is None:
            known = self._grams[key] = self._gram(x, letters, y)
        return known

    def _gram(self, x: sp.Expr, letters: Word, y: sp.Expr) -> sp.Expr:
        letters = self.word(letters)
        for moved, other, turned in ((y, x, letters), (x, y, self.transposed(letters))):
            for cut in range(len(turned)):
                known = self._vector_rule(turned[cut:], moved)
                if known is not None:
                    return self.inner(self.atom(other), known.apply(turned[:cut]))
            known = self._vector_rule((), moved)
            if known is not None:
                return self.inner(self.atom(other), known.apply(turned))
        readings = ((x, letters, y), (y, self.transposed(letters), x))
        x, letters, y = min(
            readings, key=lambda r: sp.default_sort_key(sp.Tuple(r[0], *r[1], r[2]))
        )
        for rule in self.gram_rules:
            for left, word, right in ((x, letters, y), (y, self.transposed(letters), x)):
                value = rule(left, word, right)
                if value is not None:
                    return value
        return Gram(x, *letters, y)

    def _vector_rule(self, letters: Word, atom: sp.Expr) -> Combination | None:
        return next(
            (v for rule in self.vector_rules if (v := rule(letters, atom)) is not None), None
        )

    # ------------------------------------------------------------ vectors

    def atom(self, atom: sp.Expr) -> Combination:
        """Return one given vector, or what a rule says it is."""
        known = self._vector_rule((), atom)
        return known if known is not None else Combination(self, {((), atom): sp.S.One})

    def zero(self) -> Combination:
        """Return the zero vector."""
        return Combination(self, {})

    def sum_vector(self, u: Combination, index: sp.Symbol) -> Combination:
        """Return the sum of a vector over an index."""
        bound = bound_in_vector(sort_of(index))
        out = self.zero()
        for (letters, atom), coefficient in u.terms.items():
            for term in sp.Add.make_args(expanded(coefficient)):
                if not atom.has(index):
                    out += Combination(self, {(letters, atom): self.sums.total(term, index)})
                    continue
                delta = next(
                    (f for f in sp.Mul.make_args(term) if f.func == Delta and index in f.args), None
                )
                if delta is None:
                    key = (letters, atom.xreplace({index: bound}))
                    if key[1] in self.vector_sums and not term.has(index):
                        out += term * self.vector_sums[key[1]].apply(letters)
                        continue
                    out += Combination(self, {key: term.xreplace({index: bound})})
                    continue
                other = next(k for k in delta.args if k != index)
                moved = self.normalise((term / delta).xreplace({index: other}))
                at = self.atom(atom.xreplace({index: other})).apply(letters)
                out += moved * at
        return out

    def inner(self, u: Combination, v: Combination) -> sp.Expr:
        """Return the inner product of two vectors, bilinear over their terms."""
        out = sp.S.Zero
        for left, c, left_index in u.opened():
            for right, e, right_index in v.opened():
                letters = self.transposed(left[0]) + right[0]
                product = c * e * self.gram(left[1], letters, right[1])
                out += self.sums.total(product, *left_index, *right_index)
        return expanded(out)

    # ------------------------------------------------------------ normal forms of scalars

    def normalise(self, expression: sp.Expr) -> sp.Expr:
        """Re-establish normal forms after indices or atoms were replaced."""
        if expression.args and (has_atoms(expression) or self.scalar_rules):
            expression = clean_indicators(self._rebuilt(expression), self.apart, self.before)
            expression = self._merge_deltas(expression)
        return self._ruled(expression)

    def apart(self, first: sp.Basic, second: sp.Basic) -> bool:
        """Return whether two indices are known to be different."""
        if first.is_Integer and second.is_Integer:
            return bool(first != second)
        return frozenset((first, second)) in self.distinct

    def _rebuilt(self, e: sp.Expr) -> sp.Expr:
        if not e.args or not has_atoms(e):
            return e
        if e.func == Gram:
            return self.gram(e.args[0], tuple(e.args[1:-1]), e.args[-1])
        if e.func == Total:
            renamed = {k: self.fresh(sort_of(k)) for k in e.args[1:]}
            return self.sums.total(self._rebuilt(e.args[0].xreplace(renamed)), *renamed.values())
        return e.func(*[self._rebuilt(a) for a in e.args])

    def _ruled(self, e: sp.Expr) -> sp.Expr:
        for rule in self.scalar_rules:
            e = rule(e)
        return e

    def _merge_deltas(self, e: sp.Expr) -> sp.Expr:
        """Where a term has delta_ij for free i, j, write it in one of the two indices."""
        if Delta not in heads_in(e):
            return e
        out = []
        for term in sp.Add.make_args(expanded(e)):
            for delta in sorted(term.atoms(Delta), key=sp.default_sort_key):
                keep, drop = sorted(delta.args, key=sp.default_sort_key)
                if is_index(drop) and delta in sp.Mul.make_args(term):
                    rest = self._rebuilt((term / delta).xreplace({drop: keep}))
                    term = delta * rest
            out.append(term)
        return sp.Add(*out)

    def normal_form(self, expression: sp.Expr) -> sp.Expr:
        """Return the expanded normal form of a scalar."""
        return expanded(self.normalise(expanded(expression)))


class Combination:
    """A vector: {(operator word, atom): scalar coefficient}, in normal form."""

    __slots__ = ("terms", "theory")

    def __init__(self, theory: Theory, terms: dict[tuple[Word, sp.Expr], sp.Expr]) -> None:
        self.theory = theory
        self.terms = {key: c for key, c in terms.items() if c != 0}

    def __add__(self, other: Combination) -> Combination:
        terms = dict(self.terms)
        for key, coefficient in other.terms.items():
            terms[key] = expanded(terms.get(key, sp.S.Zero) + coefficient)
        return Combination(self.theory, terms)

    def __rmul__(self, scalar: sp.Expr) -> Combination:
        return Combination(
            self.theory, {key: expanded(scalar * c) for key, c in self.terms.items()}
        )

    def __sub__(self, other: Combination) -> Combination:
        return self + other.__rmul__(sp.S.NegativeOne)

    def apply(self, letters: Word) -> Combination:
        """Return the image under an operator word (the last letter acts first)."""
        out = self.theory.zero()
        for (word, atom), coefficient in self.terms.items():
            out += coefficient * self._applied(self.theory.word(letters + word), atom)
        return out

    def _applied(self, letters: Word, atom: sp.Expr) -> Combination:
        for cut in range(len(letters)):
            known: Combination | None = next(
                (
                    v
                    for rule in self.theory.vector_rules
                    if (v := rule(letters[cut:], atom)) is not None
                ),
                None,
            )
            if known is not None:
                return known.apply(letters[:cut])
        return Combination(self.theory, {(letters, atom): sp.S.One})

    def opened(self) -> Iterator[tuple[tuple[Word, sp.Expr], sp.Expr, list[sp.Symbol]]]:
        """Yield ((word, atom), coefficient, summed indices) with fresh names for bound indices."""
        for (letters, atom), coefficient in self.terms.items():
            bound = bound_indices(atom)
            renamed = {k: self.theory.fresh(sort_of(k)) for k in bound}
            yield (
                (letters, atom.xreplace(renamed)),
                coefficient.xreplace(renamed),
                list(renamed.values()),
            )
