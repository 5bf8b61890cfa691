"""What may not be negative: trees from facts, conditions and the claim itself, not read yet."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.language.conditions import Said, Where, formulas_in, free_in, own_indices, said_in
from verify.language.differentiating import chain_rule, put_in, velocities
from verify.language.expanding import expanded
from verify.language.expressions import Expression, Relation, Scalar, Vector, as_scalar
from verify.language.facts import Equation, Fact, sides
from verify.language.indices import Index, IndexLike, Range
from verify.language.mistakes import Mistake
from verify.language.substituting import substituted
from verify.language.symbols import Family, Mask
from verify.language.tree import BINDERS
from verify.language.walk import free_indices, nodes, ordered, rebuilt, things, unabbreviated
from verify.language.words import norm
from verify.methods.searching.writing import added, difference, multiple, product, tidied

HALF = Fraction(1, 2)
DERIVATIVES = ("rate", "differential", "at")
ATOMIC = ("symbol", "item", "inner", "size", "function", "member", "delta", "rate")
INSTANCES = 60  # of one fact
NAMES = {"tokens": "jklmpqrst", "heads": "abc", "modes": "rqs"}  # of indices of our own
FAR = 12  # facts about one thing that the claim does not mention
Moves = Mapping[Index, IndexLike]


@dataclass(frozen=True, eq=False)
class Candidate:
    """A tree; `strict` says that it is positive, None that it has to be asked whether it may be."""

    tree: Scalar
    strict: bool | None
    cost: int = 1


@dataclass(frozen=True, eq=False)
class Summation:
    """Indices that the claim sums over, and what it sums."""

    over: tuple[Index, ...]
    bodies: tuple[Scalar | Vector, ...]


@dataclass(frozen=True, eq=False)
class Question:
    """A claim with what is known beside it, and the indices and counted tokens in sight."""

    relation: Relation
    where: tuple[Where, ...]
    facts: tuple[Fact, ...]
    given: frozenset[Index]
    sight: tuple[tuple[IndexLike, str], ...]
    derived: tuple[Scalar, ...] = ()  # the gap with its derivatives written out

    @property
    def trees(self) -> tuple[Scalar, ...]:
        """Return the formulas in which parts are looked for."""
        conditions = (c.gap for c in self.where if isinstance(c, Relation))
        return (self.relation.gap, *self.derived, *conditions)


def question(
    relation: Relation, where: tuple[Where, ...], facts: Iterable[Fact], given: frozenset[Index]
) -> Question:
    """Return a claim with the facts that are about what it is about."""
    trees = [relation.gap, *itertools.chain.from_iterable(map(formulas_in, where))]
    free = free_indices(relation).union(given, *map(free_indices, trees))
    free = free.difference(*map(own_indices, where))
    sight: list[tuple[IndexLike, str]] = [(k, k.sort) for k in ordered(frozenset(free))]
    counted = {
        (k, sort)
        for node in itertools.chain(*map(nodes, trees))
        if node.op in ("item", "member")
        for k, sort in zip(node.args[1:], _sorts(node.args[0]), strict=True)
        if isinstance(k, int)
    }
    mine = frozenset(itertools.chain(*map(things, trees)))
    seen = (*sight, *sorted(counted))
    return Question(relation, where, near(facts, mine), given, seen, _derived(relation.gap))


def _derived(gap: Scalar) -> tuple[Scalar, ...]:
    """Return a gap with the derivatives in it carried out, if there are any."""
    if not any(node.op in DERIVATIVES for node in nodes(gap)):
        return ()
    try:
        return (_scalar(expanded(put_in(velocities(chain_rule(gap))))),)
    except Mistake:  # something has no derivative here; the algebra may know better
        return ()


def _sorts(family: Family[Scalar] | Mask) -> tuple[str, ...]:
    return ("tokens", "tokens") if isinstance(family, Mask) else family.sorts


def near(facts: Iterable[Fact], mine: frozenset[object]) -> tuple[Fact, ...]:
    """Return the facts about given things alone, and some that mention one thing more.

    Then some about what equations tie to these things: eigenvalues, say, to an operator. Of the
    thing more that a fact mentions, its sign is told, too.
    """
    close, far, tied, more = list[Fact](), list[Fact](), list[Fact](), set[object]()
    facts = list(facts)
    equations = [sides(fact) for fact in facts if isinstance(fact, Equation)]
    ties = [frozenset(itertools.chain(*map(things, both))) for both in equations]
    linked = mine.union(*(about for about in ties if about & mine))
    for fact in facts:
        about = frozenset[object](things(fact)) if isinstance(fact, Relation) else mine
        if about <= mine:
            close.append(fact)
        elif about & mine and len(about - mine) == 1:
            far.append(fact)
            more |= about - mine
        elif about & linked and len(about - linked) <= 1:
            tied.append(fact)
    signs = [f for f in facts if isinstance(f, Relation) and {*things(f)} <= more]
    return (*close, *far[:FAR], *tied[:FAR], *signs[:FAR])


def moved(e: Expression, others: Moves) -> Expression:
    """Return a formula at other indices, its abbreviations as they are."""
    if not any(k in others for k in free_indices(e)):
        return e
    if e.op == "abbreviation":
        if len(e.args) == 2:
            return moved(e.args[1], others)
        at = tuple(others.get(k, k) if isinstance(k, Index) else k for k in e.args[2:])
        made: Expression = e.args[0][at if len(at) > 1 else at[0]]
        return made
    if e.op in BINDERS:
        outside = {k: at for k, at in others.items() if not any(k is own for own in e.args[1:])}
        return substituted(e, outside)  # type: ignore[arg-type]
    return rebuilt(
        e,
        lambda part: moved(part, others),
        lambda x: others.get(x, x) if isinstance(x, Index) else x,
    )


def known(asked: Question, sight: Sequence[tuple[IndexLike, str]]) -> Iterator[Candidate]:
    """Yield the gaps of facts and of conditions, at the indices in sight."""
    for fact in asked.facts:
        if isinstance(fact, Relation) and fact.sign != "!=":
            yield from _instances(fact, asked.given, sight)
    for condition in asked.where:
        for relation in _compared(said_in(condition)):
            yield from _instances(relation, free_in(condition), sight)


def _compared(said: Said) -> Iterator[Relation]:
    """Yield what a condition says not to be negative; of an equation, both ways round."""
    if isinstance(said, Relation) and said.sign != "!=":
        yield said
    if not isinstance(said, Equation):
        return
    left, right = said.left, said.right
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        yield Relation(left, ">=", right)
        yield Relation(left, "<=", right)


def _instances(
    relation: Relation, fixed: frozenset[Index], sight: Sequence[tuple[IndexLike, str]]
) -> Iterator[Candidate]:
    free = [k for k in ordered(free_indices(relation)) if k not in fixed]
    fits = ([at for at, sort in sight if sort == k.sort] for k in free)
    for chosen in itertools.islice(itertools.product(*fits), INSTANCES):
        at = dict(zip(free, chosen, strict=True))
        sides = (moved(relation.left, at), moved(relation.right, at))
        if relation.sign in ("<=", "<"):
            sides = sides[::-1]
        yield Candidate(difference(*map(_scalar, sides)), relation.strict)


def _scalar(e: Expression) -> Scalar:
    assert isinstance(e, Scalar)
    return e


def parts(
    trees: Iterable[Scalar | Vector], sight: frozenset[Index], *, near_one: bool = True
) -> Iterator[Candidate]:
    """Yield what a claim is made of, and how far that is from 1; each may have any sign."""
    some = subterms(trees, sight)
    for e in some:
        if e.op == "power" and e.args[1] < 0:  # it stays below where its index is bound
            yield Candidate(e, None)
            e = e.args[0]
        e = tidied(e)
        yield Candidate(e, None)
        yield Candidate(multiple(-1, e), None)
        if near_one and unabbreviated(e).op in ATOMIC:
            for near_by in (difference(1, e), e + 1, difference(e, 1)):
                yield Candidate(near_by, None)
    yield from (Candidate(gap, None) for e in some for gap in _gaps(e, sight))


def _gaps(e: Scalar, sight: frozenset[Index]) -> Iterator[Scalar]:
    """Yield by how much a length is less than those of its terms, and a sum more than a term."""
    if is_norm(e):
        yield from (difference(longest(e.args[0].args[0], most), e) for most in (-1, 0, 1))
    if e.op == "total" and len(e.args) == 2 and is_whole(j := e.args[1]):
        for k in (k for k in ordered(sight) if k.sort == j.sort):
            other = replace(j, over=j.over.but(k))
            rest = Scalar("total", _scalar(moved(e.args[0], {j: other})), other)
            yield from (rest, rest / e)


def is_whole(k: Index) -> bool:
    return k.over.kind == "all" and not k.over.without


def is_log(e: Expression) -> bool:
    return e.op == "function" and e.args[0] == "log"


def is_norm(e: Scalar) -> bool:
    of = e.args[0] if e.op == "power" and e.args[1] == HALF else e
    return of is not e and of.op == "inner" and repr(of.args[0]) == repr(of.args[1])


def longest(v: Vector, most: int) -> Scalar:
    """Return what a length is at most: those of `most` + 1 terms; of all, if it is negative."""
    match unabbreviated(v):
        case Vector(op="add", args=(u, w)) if most:
            return added((longest(u, most - 1), longest(w, min(most, 0))))
        case Vector(op="scale", args=(c, u)):
            by = as_scalar(abs(c.args[0])) if c.op == "number" else c
            return product((by, longest(u, most)))
        case Vector(op="total", args=(u, *over)):
            return Scalar("total", longest(u, most), *over)
    return norm(v)


def subterms(trees: Iterable[Scalar | Vector], sight: frozenset[Index]) -> list[Scalar]:
    """Return the scalars in some trees that are about the indices in sight, no two the same."""
    found: dict[str, Scalar] = {}
    for e in itertools.chain(*map(nodes, trees)):
        if isinstance(e, Scalar) and e.op != "number" and free_indices(e) <= sight:
            found.setdefault(repr(e), e)
    return list(found.values())


def vectors(trees: Iterable[Scalar | Vector], sight: frozenset[Index]) -> list[Vector]:
    """Return the vectors in some trees that are about the indices in sight, the small first."""
    kinds = ("symbol", "item", "apply", "add", "total", "rate", "scale", "abbreviation")
    found: dict[str, Vector] = {}
    for e in itertools.chain(*map(nodes, trees)):
        if isinstance(e, Vector) and e.op in kinds and free_indices(e) <= sight:
            found.setdefault(repr(e), e)
    return sorted(found.values(), key=lambda v: sum(1 for _ in nodes(v)))


def spans(asked: Question) -> list[Summation]:
    """Return the ranges that a claim sums over, also two in a row, or but for an index."""
    found: dict[object, tuple[tuple[Index, ...], list[Scalar | Vector]]] = {}

    def add(over: tuple[Index, ...], body: Scalar | Vector) -> None:
        own, bodies = found.setdefault(_shape(over), (over, []))
        bodies.append(moved(body, dict(zip(over, own, strict=True))))  # type: ignore[arg-type]

    def walk(e: Expression, over: tuple[Index, ...]) -> None:
        if e.op == "total" and not any(k.sort == "integers" for k in e.args[1:]):
            mine, body = e.args[1:], e.args[0]
            for wider in {len(mine): mine, len(over) + len(mine): (*over, *mine)}.values():
                add(wider, body)
            if over and isinstance(e, Scalar):
                add((*over, *mine), e)  # what it adds up to, from which its members differ
            over = (*over, *mine)
        for part in e.args:
            if isinstance(part, Expression):
                walk(part, over)

    for tree in asked.trees:
        walk(tree, ())
    taken = {k.name for k, _ in asked.sight if isinstance(k, Index)}
    return [_named(over, bodies, taken) for over, bodies in found.values() if len(over) <= 2]


def _named(
    over: tuple[Index, ...], bodies: Sequence[Scalar | Vector], taken: set[str]
) -> Summation:
    """Return a span whose indices have names of their own: what reads alike is then the same."""
    new: dict[Index, IndexLike] = {}
    names = set(taken)
    for k in over:
        name = k.name
        while name in names:
            name += "_"
        names.add(name)
        limit, *without = (_at(x, new) for x in (k.over.limit, *k.over.without))
        new[k] = Index(name, replace(k.over, limit=limit, without=tuple(without)), bound=True)
    return Summation(tuple(new.values()), tuple(moved(b, new) for b in bodies))  # type: ignore[misc, arg-type]


def _at(k: Any, moves: Moves) -> Any:
    """Return an index, a counted token or None where some indices are others."""
    return moves.get(k, k) if isinstance(k, Index) else k


def _shape(over: tuple[Index, ...]) -> object:
    place: dict[object, object] = {k: n for n, k in enumerate(over)}
    return tuple(
        (r.sort, r.kind, place.get(r.limit, r.limit), r.mask, *(place.get(k, k) for k in r.without))
        for r in (k.over for k in over)
    )


def partial(asked: Question, heads: Collection[str]) -> Iterator[Index]:
    """Yield indices over what each token in sight may see, or over those before it."""
    about = [side for fact in asked.facts for side in sides(fact)]
    every = itertools.chain(*(things(of) for of in [*about, *asked.trees]))
    masks = {t.name: t for t in every if isinstance(t, Mask)} if "member" in heads else {}
    for k, sort in asked.sight:
        if sort == "tokens":
            (index,) = whole(
                ["tokens"], frozenset(x for x, _ in asked.sight if isinstance(x, Index))
            )
            for mask in masks.values():
                yield replace(index, over=Range("tokens", "seen", k, mask))
            if "before" in heads:
                yield replace(index, over=Range("tokens", "before", k))


def whole(sorts: Iterable[str], taken: frozenset[Index]) -> tuple[Index, ...]:
    """Return indices over all of some sorts, with names that nothing in sight has."""
    names = {k.name for k in taken}
    out: list[Index] = []
    for sort in sorts:
        name = next(x for x in (*NAMES[sort], *NAMES["tokens"]) if x not in names)
        names.add(name)
        out.append(Index(name, Range(sort), bound=True))  # type: ignore[arg-type]
    return tuple(out)


def members(
    asked: Question, span: Summation, sight: Sequence[tuple[IndexLike, str]]
) -> list[Scalar]:
    """Return what families have at the indices of a sum: numbers, and products with vectors."""
    mine = frozenset(k for k, _ in sight if isinstance(k, Index))
    some = [v for v in vectors(asked.trees, mine) if v.op in ("symbol", "item")][:4]
    formulas = [*asked.trees, *(side for fact in asked.facts for side in sides(fact))]
    every = itertools.chain(*map(things, formulas))
    found = {t.name: t for t in every if isinstance(t, Family | Mask)}
    out = list[Scalar]()
    for k, family in itertools.product(span.over, found.values()):
        sorts = _sorts(family)
        if k.sort != sorts[-1] or len(sorts) > 2:
            continue
        others = [(x,) for x, sort in sight if sort == sorts[0]][:2] if len(sorts) == 2 else [()]
        for other in others:
            item: Any = family[(*other, k)] if isinstance(family, Mask) else family.item(*other, k)
            out += [item] if isinstance(item, Scalar) else [item @ v for v in (item, *some)]
    return out
