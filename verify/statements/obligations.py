"""What a step obliges one to prove: equalities, comparisons, counts - the raw claims.

The symbolic method, the checker and the kernel all decide these; none of them sees another's
normal form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.conditions import Where, free_in, said_in
from verify.language.expressions import Expression, Relation, Scalar, Vector, as_scalar
from verify.language.facts import Fact, constants, serialised
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.replacing import replaced, rise, written_out
from verify.language.serialise import Serialiser, free_names
from verify.language.symbols import Symbol, Thing
from verify.language.walk import free_indices, nodes, ordered
from verify.statements.assumption import Assumption, introduced


@dataclass(frozen=True, eq=False)
class Equality:
    """Two scalars or vectors are equal for all free indices that meet the conditions.

    `given` is assumed for this alone: it says what another member of a space is like.
    """

    label: str
    left: Scalar | Vector
    right: Scalar | Vector
    given: tuple[Assumption[Any], ...] = ()
    where: tuple[Where, ...] = ()


@dataclass(frozen=True, eq=False)
class Comparison:
    """A comparison whose gap equals `because`, which is a sum of products of nonnegatives.

    Without a reason one is searched for (`verify.methods.explained`).
    """

    label: str
    relation: Relation
    because: Scalar | None
    where: tuple[Where, ...]


@dataclass(frozen=True, eq=False)
class Inductive:
    """Two scalars are equal for every integer value of `over` from `start` on."""

    label: str
    over: Scalar
    start: int
    left: Scalar
    right: Scalar

    def reduced(self) -> tuple[Equality, Equality]:
        """Return the claim at the start, and the same change of both sides from n to n + 1."""
        n: Symbol = self.over.args[0]
        start: dict[Thing, Scalar] = {n: as_scalar(self.start)}
        left, right = (written_out(replaced(side, start)) for side in (self.left, self.right))
        rises = (rise(self.left, n, self.start), rise(self.right, n, self.start))
        return (
            Equality(f"{self.label}: at {n.name} = {self.start}", left, right),
            Equality(f"{self.label}: from {n.name} to {n.name} + 1", rises[0], rises[1]),
        )


@dataclass(frozen=True, eq=False)
class Runs:
    """What a part runs through: a given thing or an index, what is assumed of it, its dimension."""

    of: Thing
    facts: tuple[Fact, ...]
    dimension: Scalar


@dataclass(frozen=True, eq=False)
class Span:
    """The vectors of a part: a field for each column of its block, and what they run through."""

    fields: tuple[Callable[[Any], Vector], ...]
    runs: tuple[Runs, ...]


@dataclass(frozen=True, eq=False)
class Decomposition:
    """Parts that fill a space of perturbations: all, or those that `normal` is orthogonal to.

    `normal` is that at the token `at`. `known` says that the parts are in the space and orthogonal
    to each other, and what the inner products in each of them are.
    """

    spans: tuple[Span, ...]
    at: Index
    normal: Vector | None
    known: tuple[Equality | Comparison, ...]


@dataclass(frozen=True, eq=False)
class Counts:
    """Multiplicities that are products of dimensions and add up to a total.

    `of` are the parts whose multiplicities they are, with the vectors that span these.
    """

    label: str
    parts: tuple[tuple[Scalar, tuple[Scalar, ...]], ...]
    total: Scalar
    of: Decomposition


NO_REASON = (
    "no proof was given or found; give because=..., the difference as a sum of products of "
    "nonnegative quantities, or split the step in two"
)
Obligation = Equality | Comparison | Inductive | Counts


def is_total(obligation: Obligation) -> bool:
    """Return whether the formulas of a claim have a value whatever they are about."""
    return not any(_is_partial(node) for part in _parts(obligation) for node in nodes(part))


def _is_partial(node: Expression) -> bool:
    """Return whether an operation divides, or takes a root, a logarithm, a tangent or a count."""
    if node.op == "power":
        return bool(node.args[1] < 0 or node.args[1].denominator != 1)
    if node.op == "function":
        return node.args[0] in ("log", "tan")
    return node.op in ("power_of", "binomial", "largest", "least")


def _parts(obligation: Obligation) -> list[Scalar | Vector]:
    """Return the formulas of a claim, and of its conditions."""
    if isinstance(obligation, Equality | Inductive):
        return [obligation.left, obligation.right]
    if isinstance(obligation, Comparison):
        return [obligation.relation.left, obligation.relation.right]
    return []


def defined_document(
    obligation: Obligation, assumptions: Sequence[Assumption[Any]]
) -> dict[str, Any]:
    """Return the claim that every formula of an obligation has a value, for the checker."""
    if isinstance(obligation, Comparison):
        made = document(replace(obligation, because=as_scalar(0)), assumptions)
        return {**made, "kind": "defined", "terms": made["relation"][1:]}
    made = document(obligation, assumptions)
    return {**made, "kind": "defined", "terms": [made["left"], made["right"]]}


def also_given(obligation: Obligation) -> tuple[Assumption[Any], ...]:
    """Return what is assumed for one obligation alone; nothing of it is drawn or sampled."""
    return obligation.given if isinstance(obligation, Equality) else ()


def document(obligation: Obligation, assumptions: Sequence[Assumption[Any]]) -> dict[str, Any]:
    """Return the claim document the checker reads (`verify.claim/2`)."""
    assumptions = [*assumptions, *also_given(obligation)]
    facts = [fact for a in assumptions for fact in a.facts]
    fixed = constants(facts, (k for k in introduced(iter(assumptions)) if isinstance(k, Index)))
    names = free_names(ordered(fixed | claim_indices(obligation)))
    always = {k: name for k, name in names.items() if k in fixed}
    return {
        "schema": "verify.claim/2",
        "indices": {name: k.sort for k, name in names.items()},
        "facts": [serialised(fact, always) for fact in facts],
        **_claimed(obligation, names),
    }


def _claimed(obligation: Obligation, names: Mapping[Index, str]) -> dict[str, Any]:
    write = Serialiser()
    if isinstance(obligation, Equality | Inductive):
        left, right = write.term(obligation.left, names), write.term(obligation.right, names)
        if isinstance(obligation, Equality):
            where = [_condition(c, names) for c in obligation.where]
            within = {"where": where} if where else {}
            return {"kind": "identity", "left": left, "right": right, **within}
        over = {"over": obligation.over.args[0].name, "start": obligation.start}
        return {"kind": "induction", **over, "left": left, "right": right}
    if isinstance(obligation, Comparison):
        return {
            "kind": "inequality",
            "relation": write.relation(obligation.relation, names),
            "because": write.term(_reason(obligation), names),
            "where": [_condition(c, names) for c in obligation.where],
        }
    return {
        "kind": "counts",
        "parts": [
            [write.term(m, names), [write.term(x, names) for x in dimensions]]
            for m, dimensions in obligation.parts
        ],
        "total": write.term(obligation.total, names),
    }


def _reason(claim: Comparison) -> Scalar:
    if claim.because is None:
        raise Mistake(f"{claim.label}: {NO_REASON}")
    return claim.because


def _condition(condition: Where, names: Mapping[Index, str]) -> list[Any]:
    """Return a condition as a fact about the indices of the claim, and about every one it says."""
    return serialised(said_in(condition), names)


def claim_indices(obligation: Obligation) -> frozenset[Index]:
    """Return the indices that a claim is about, for all their values."""
    if isinstance(obligation, Equality | Inductive):
        free = free_indices(obligation.left) | free_indices(obligation.right)
        return free.union(*map(free_in, conditions(obligation)))
    if isinstance(obligation, Counts):
        formulas = [obligation.total, *(m for m, _ in obligation.parts)]
        formulas += [x for _, dimensions in obligation.parts for x in dimensions]
        return frozenset().union(*map(free_indices, formulas))
    free = free_indices(obligation.relation)
    if obligation.because is not None:
        free |= free_indices(obligation.because)
    return free.union(*map(free_in, obligation.where))


def conditions(obligation: Obligation) -> tuple[Where, ...]:
    """Return the conditions under which a claim is made."""
    return obligation.where if isinstance(obligation, Equality | Comparison) else ()
