"""Facts of assumptions as rules of a theory: pattern left, value right, for all indices."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import sympy as sp

from verify.algebra.atoms import Gram, Total, bound_in_vector, is_index, sort_of
from verify.algebra.reading import TreeReader
from verify.algebra.theory import Combination, ScalarRule, Theory, Word
from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.facts import Before, Distinct, Fact, Quality
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.solved import eliminated

Matching = dict[sp.Basic, sp.Basic]


def learn(reader: TreeReader, facts: Iterable[Fact], fixed: Iterable[Index] = ()) -> None:
    """Turn facts into rules of the reader's theory, in the order they were given.

    A fact holds for all values of its free indices, except those that are given (`fixed`). Of one
    that is no rule it is kept why.
    """
    reader.theory.fixed.update(reader.index(k) for k in fixed)
    for fact, turned in eliminated(facts):
        try:
            _learn(reader, turned or fact)
        except Mistake as no_rule:
            reader.theory.unused.append(str(no_rule))


def _learn(reader: TreeReader, fact: Fact) -> None:
    theory = reader.theory
    if isinstance(fact, Relation):
        known = theory.positive if fact.strict else theory.nonnegative
        known.append(theory.normal_form(reader.scalar(fact.gap)))
        return
    if isinstance(fact, Quality):
        return  # which is of use to the checker alone
    if isinstance(fact, Distinct | Before):
        first, second = reader.index(fact.first), reader.index(fact.second)
        theory.distinct.add(frozenset((first, second)))
        if isinstance(fact, Before):
            theory.before.add((first, second))
        return
    if isinstance(fact.left, Operator) and isinstance(fact.right, Operator):
        _learn_product(reader, fact.left, fact.right)
    elif isinstance(fact.left, Vector) and isinstance(fact.right, Vector):
        _learn_vector(reader, fact.left, fact.right)
    elif isinstance(fact.left, Scalar) and isinstance(fact.right, Scalar):
        _learn_scalar(reader, fact.left, fact.right)


def match(
    pattern: sp.Basic, term: sp.Basic, found: Matching, fixed: set[sp.Basic]
) -> Matching | None:
    """Return `found` extended so that the pattern's indices become the term's, or None.

    A given index ("one of the modes", in `fixed`) is a constant: it only matches itself.
    """
    if is_index(pattern) and pattern not in fixed:
        if pattern in found:
            return found if found[pattern] == term else None
        if not (term.is_Integer or (is_index(term) and sort_of(term) == sort_of(pattern))):
            return None
        return {**found, pattern: term}
    if not pattern.args:
        return found if pattern == term else None
    if pattern.func != term.func or len(pattern.args) != len(term.args):
        return None
    for inner, outer in zip(pattern.args, term.args, strict=True):
        extended = match(inner, outer, found, fixed)
        if extended is None:
            return None
        found = extended
    return found


def _learn_product(reader: TreeReader, left: Operator, right: Operator) -> None:
    theory = reader.theory
    old, new = reader.operator(left), reader.operator(right)
    if len(old) != 1 or len(new) != 1 or not old[0][0] == new[0][0] == 1:
        raise Mistake(
            "an equation between operators needs a product on each side, such as W @ U = P"
        )
    for word, value in (
        (old[0][1], new[0][1]),
        (theory.transposed(old[0][1]), theory.transposed(new[0][1])),
    ):
        known = {(word, value), (value, word)} & set(theory.word_rules)
        if word != value and not known:  # P^T = P turned round would undo itself
            theory.word_rules.append((word, value))


def _learn_vector(reader: TreeReader, left: Vector, right: Vector) -> None:
    combination = reader.vector(left)
    value = reader.vector(right)
    if len(combination.terms) != 1:
        raise Mistake(
            f"the equation for {left!r} cannot be used for rewriting: its left side "
            "is not a single vector"
        )
    (((letters, pattern), coefficient),) = combination.terms.items()
    if coefficient != 1:
        raise Mistake(
            f"the equation for {left!r} cannot be used for rewriting: its left side has a factor"
        )
    if _is_summed(pattern):
        _learn_vector_sum(reader.theory, letters, pattern, value)
        return

    fixed = reader.theory.fixed
    if any(
        _within(letters, word)
        and (found := match(pattern, atom, {}, fixed)) is not None
        and _renamed(value, found).terms != {(letters, atom): 1}
        for word, atom in value.terms
    ):
        return  # from left to right it would not come to an end

    def rule(word: Word, atom: sp.Expr) -> Combination | None:
        if word != letters:
            return None
        found = match(pattern, atom, {}, fixed)
        made = None if found is None else _renamed(value, found)
        # At some indices it may say that a vector is itself: x_j = x_k for j = k.
        return None if made is None or made.terms == {(word, atom): 1} else made

    reader.theory.vector_rules.append(rule)


def _within(letters: Word, word: Word) -> bool:
    """Return whether the letters stand side by side in a word."""
    size = len(letters)
    return any(word[k : k + size] == letters for k in range(len(word) - size + 1))


def _is_summed(atom: sp.Expr) -> bool:
    """Return whether an atom stands for a sum over its one index."""
    found = [k for k in atom.free_symbols if is_index(k)]
    return len(found) == 1 and found[0] == bound_in_vector(sort_of(found[0]))


def _learn_vector_sum(theory: Theory, letters: Word, summand: sp.Expr, value: Combination) -> None:
    """Read sum_j x_j = s for vectors, and in the inner products that are summed."""
    if letters or any(is_index(k) for _, atom in value.terms for k in atom.free_symbols):
        raise Mistake(
            "the equation for a sum of vectors cannot be used for rewriting; write sum_j x_j = s"
        )
    (bound,) = (k for k in summand.free_symbols if is_index(k))
    theory.vector_sums[summand] = value

    def rule(hit: Sequence[sp.Expr], index: sp.Symbol) -> sp.Expr | None:
        if len(hit) != 1 or hit[0].func != Gram or sort_of(index) != sort_of(bound):
            return None
        x, *word, y = hit[0].args
        member = summand.xreplace({bound: index})
        for moved, other, turned in ((y, x, tuple(word)), (x, y, theory.transposed(tuple(word)))):
            if moved == member and not other.has(index):
                return theory.inner(theory.atom(other), value.apply(turned))
        return None

    theory.sums.rules.append(rule)


def _renamed(value: Combination, found: Matching) -> Combination:
    terms = {
        (word, atom.xreplace(found)): c.xreplace(found) for (word, atom), c in value.terms.items()
    }
    return Combination(value.theory, terms)


def _learn_scalar(reader: TreeReader, left: Scalar, right: Scalar) -> None:
    theory = reader.theory
    if left.op == "size":
        theory.sums.sizes[left.args[0]] = reader.scalar(right)
        return
    pattern, value = reader.scalar(left), reader.scalar(right)
    if pattern.func == Gram:
        _learn_gram(theory, pattern, value)
    elif pattern.has(Total):
        _learn_sum(theory, pattern, value)
    elif pattern.is_Symbol or pattern.is_Function:
        theory.scalar_rules.append(_replacing(pattern, value, theory.fixed))
    elif pattern.is_Pow and pattern.exp.is_Integer and pattern.exp > 1:
        theory.scalar_rules.append(_power_rule(pattern.base, int(pattern.exp), value, theory.fixed))
    else:
        raise Mistake(
            f"the equation for {left!r} cannot be used for rewriting: its left side must be "
            "an inner product, a sum, a given scalar or its power"
        )


def _learn_gram(theory: Theory, pattern: sp.Expr, value: sp.Expr) -> None:
    shape = sp.Tuple(*pattern.args)

    def rule(x: sp.Expr, letters: Word, y: sp.Expr) -> sp.Expr | None:
        found = match(shape, sp.Tuple(x, *letters, y), {}, theory.fixed)
        return None if found is None else theory.normalise(value.xreplace(found))

    theory.gram_rules.append(rule)


def _learn_sum(theory: Theory, pattern: sp.Expr, value: sp.Expr) -> None:
    """Read sum = value as a rule for its largest summand: the others move to the right."""
    terms = sp.Add.make_args(sp.expand(pattern))
    leading = max(
        (t for t in terms if t.has(Total)), key=lambda t: (t.count_ops(), sp.default_sort_key(t))
    )
    factor, (body, *ks) = _coefficient(leading)
    if not factor.is_Rational:
        raise Mistake(
            "an equation for a multiple of a sum cannot be used for rewriting: the factor may be 0"
        )
    rest = sp.expand((value - (pattern - leading)) / factor)
    wanted = sp.Mul.make_args(body)
    if len(ks) != 1:
        raise Mistake("an equation for a double sum cannot be used for rewriting")

    def rule(hit: Sequence[sp.Expr], index: sp.Symbol) -> sp.Expr | None:
        if len(hit) != len(wanted) or sort_of(index) != sort_of(ks[0]):
            return None
        for order in itertools.permutations(hit):
            found: Matching | None = {ks[0]: index}
            for inner, outer in zip(wanted, order, strict=True):
                found = match(inner, outer, found, theory.fixed) if found is not None else None
            if found is not None and all(v != index for k, v in found.items() if k != ks[0]):
                return rest.xreplace({k: v for k, v in found.items() if k != ks[0]})
        return None

    theory.sums.rules.append(rule)


def _coefficient(term: sp.Expr) -> tuple[sp.Expr, tuple[sp.Expr, ...]]:
    totals = [f for f in sp.Mul.make_args(term) if f.func == Total]
    if len(totals) != 1:
        raise Mistake("an equation for a product of sums cannot be used for rewriting")
    return term / totals[0], tuple(totals[0].args)


def _replacing(pattern: sp.Expr, value: sp.Expr, fixed: set[sp.Basic]) -> ScalarRule:
    turned = match(pattern, value, {}, fixed) if value.func == pattern.func else None
    turns = turned is not None and set(turned) == set(turned.values())

    def rule(e: sp.Expr) -> sp.Expr:
        def hit(x: sp.Basic) -> bool:
            return x.func == pattern.func and match(pattern, x, {}, fixed) is not None

        def put(x: sp.Basic) -> sp.Expr:
            other = value.xreplace(match(pattern, x, {}, fixed) or {})
            return min(x, other, key=sp.default_sort_key) if turns else other  # a symmetry

        return e.replace(hit, put) if e.has(pattern.func) or e.has(pattern) else e

    return rule


def _power_rule(base: sp.Expr, exponent: int, value: sp.Expr, fixed: set[sp.Basic]) -> ScalarRule:
    def rule(e: sp.Expr) -> sp.Expr:
        def hit(x: sp.Basic) -> bool:
            return bool(
                x.is_Pow
                and x.exp.is_Integer
                and x.exp >= exponent
                and match(base, x.base, {}, fixed) is not None
            )

        def put(x: sp.Basic) -> sp.Expr:
            found = match(base, x.base, {}, fixed) or {}
            whole, rest = divmod(int(x.exp), exponent)
            return sp.expand(value.xreplace(found) ** whole * x.base**rest)

        return e.replace(hit, put)

    return rule
