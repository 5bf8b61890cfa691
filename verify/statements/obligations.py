"""What a step obliges one to prove: equalities, comparisons, counts - the raw claims.

The symbolic method, the checker and the kernel all decide these; none of them sees another's
normal form.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from verify.language.expressions import Relation, Scalar, Vector, as_scalar, at
from verify.language.facts import Fact, serialised
from verify.language.indices import Index, tokens
from verify.language.mistakes import Mistake
from verify.language.replacing import replaced, rise, written_out
from verify.language.serialise import Serialiser
from verify.language.symbols import Symbol
from verify.language.walk import free_indices, ordered
from verify.statements.assumption import Assumption
from verify.statements.declaring import Said, introduced
from verify.statements.steps import (
    Block,
    Cases,
    Eigenspace,
    Every,
    Identity,
    Induction,
    Inequality,
    Spectrum,
    Where,
)


@dataclass(frozen=True, eq=False)
class Equality:
    """Two scalars or vectors are equal for all free indices."""

    label: str
    left: Scalar | Vector
    right: Scalar | Vector


@dataclass(frozen=True, eq=False)
class Comparison:
    """A comparison whose gap equals `because`, which is a sum of products of nonnegatives."""

    label: str
    relation: Relation
    because: Scalar
    where: tuple[Where, ...]


@dataclass(frozen=True, eq=False)
class Counts:
    """Multiplicities that are products of dimensions and add up to a total."""

    label: str
    parts: tuple[tuple[Scalar, tuple[Scalar, ...]], ...]
    total: Scalar


Obligation = Equality | Comparison | Counts


def facts_of(said: Said) -> tuple[Fact, ...]:
    """Return every fact that was assumed before a sentence."""
    return tuple(f for a in said.assumed for f in a.assumption.facts)


@lru_cache(maxsize=16)
def obligations(said: Said) -> tuple[Obligation, ...]:
    """Return what a step obliges one to prove for all sizes; empty for steps of other kinds.

    The methods that read one step after each other are given the same formulas, so that what one
    has derived the next need not.
    """
    return tuple(_obligations(said))


def _obligations(said: Said) -> list[Obligation]:
    step = said.step
    if isinstance(step, Identity):
        return [Equality(said.name, step.left, step.right)]
    if isinstance(step, Inequality):
        return [Comparison(said.name, step.claim, step.because, step.where)]
    if isinstance(step, Spectrum):
        return _spectrum(said, step)
    if isinstance(step, Induction):
        return _induction(said, step)
    if isinstance(step, Cases):
        return _cases(said, step)
    return []


def _induction(said: Said, step: Induction) -> list[Obligation]:
    """The claim at the start, and the same change of both sides from n to n + 1."""
    n: Symbol = step.over.args[0]
    left, right = _scalar_sides(step.claim)
    start = {n: as_scalar(step.start)}
    first = [written_out(replaced(side, start, {})) for side in (left, right)]
    return [
        Equality(f"{said.name}: at {n.name} = {step.start}", *first),
        Equality(f"{said.name}: from {n.name} to {n.name} + 1", rise(left, n), rise(right, n)),
    ]


def _cases(said: Said, step: Cases) -> list[Obligation]:
    """The claim with each case's values put in."""
    out: list[Obligation] = []
    left, right = _scalar_sides(step.claim)
    for values in itertools.product(*step.over.values()):
        put = {name: as_scalar(v) for name, v in zip(step.over, values, strict=True)}
        told = ", ".join(f"{n!r} = {v}" for n, v in zip(step.over, values, strict=True))
        out.append(Equality(f"{said.name}: {told}", at(left, put), at(right, put)))
    return out


def _scalar_sides(claim: Identity) -> tuple[Scalar, Scalar]:
    if not isinstance(claim.left, Scalar) or not isinstance(claim.right, Scalar):
        raise Mistake("an induction and cases are about scalars; take an inner product")
    return claim.left, claim.right


def _spectrum(said: Said, step: Spectrum) -> list[Obligation]:
    i = tokens.any("each_token")
    out: list[Obligation] = []
    for number, part in enumerate(step.parts, 1):
        label = f"{said.name}: part {number}"
        fields = (part.vectors,) if isinstance(part, Eigenspace) else part.fields
        for column, field in enumerate(fields):
            image = step.of(field)(i)
            if isinstance(part, Eigenspace):
                wanted = part.value * field(i)
            else:
                wanted = _combination(part, column, i)
            suffix = f", field {column + 1}" if isinstance(part, Block) else ""
            out.append(Equality(label + suffix, image, wanted))
            if step.tangent is not None:
                zero = as_scalar(0)
                out.append(Equality(label + suffix + ", tangent", step.tangent(field)(i), zero))
    parts = tuple((p.multiplicity, _dimensions(said, p)) for p in step.parts)
    out.append(Counts(f"{said.name}: multiplicities", parts, step.total))
    return out


def _combination(part: Block, column: int, i: Index) -> Vector:
    terms = [row[column] * field(i) for row, field in zip(part.matrix, part.fields, strict=True)]
    out = terms[0]
    for term in terms[1:]:
        out = out + term
    return out


def _dimensions(said: Said, part: Eigenspace | Block) -> tuple[Scalar, ...]:
    """Return the dimensions of the things a part is spanned by (a block counts its size)."""
    from verify.statements.declaring import handle_matches

    out: list[Scalar] = []
    for handle in part.spanned_by:
        assumption = next(
            (a.assumption for a in said.assumed if handle_matches(a.assumption, handle)), None
        )
        if assumption is None or assumption.dimension is None:
            raise Mistake(f"{said.place}: spanned_by={handle!r} has no dimension of its own")
        out.append(assumption.dimension)
    if isinstance(part, Block):
        out.append(as_scalar(len(part.fields)))
    return tuple(out)


def document(obligation: Obligation, assumptions: tuple[Assumption[Any], ...]) -> dict[str, Any]:
    """Return the claim document the checker reads (`verify.claim/1`)."""
    write = Serialiser()
    given = frozenset(k for k in introduced(iter(assumptions)) if isinstance(k, Index))
    facts = [serialised(f, given) for a in assumptions for f in a.facts]
    out: dict[str, Any] = {"schema": "verify.claim/1", "facts": facts}
    if isinstance(obligation, Equality):
        free = free_indices(obligation.left) | free_indices(obligation.right)
        out |= {
            "kind": "identity",
            "left": write.term(obligation.left, {}),
            "right": write.term(obligation.right, {}),
        }
    elif isinstance(obligation, Comparison):
        free = free_indices(obligation.relation) | free_indices(obligation.because)
        relations = [c for c in obligation.where if isinstance(c, Relation)]
        for relation in relations:
            free |= free_indices(relation)
        out |= {
            "kind": "inequality",
            "relation": write.relation(obligation.relation),
            "because": write.term(obligation.because, {}),
            "where": [write.relation(relation) for relation in relations],
            "where_every": [_every(write, c) for c in obligation.where if isinstance(c, Every)],
        }
        free -= {c.index for c in obligation.where if isinstance(c, Every)}
    else:
        free = frozenset()
        out |= {
            "kind": "counts",
            "parts": [
                [write.term(m, {}), [write.term(x, {}) for x in dimensions]]
                for m, dimensions in obligation.parts
            ],
            "total": write.term(obligation.total, {}),
        }
    return out | {"indices": {k.name: k.sort for k in ordered(frozenset(free | given))}}


def _every(write: Serialiser, condition: Every) -> dict[str, Any]:
    index = condition.index
    return {
        "index": index.name,
        "sort": index.sort,
        "relation": write.relation(condition.relation),
    }


__all__ = ["Comparison", "Counts", "Equality", "Obligation", "document", "facts_of", "obligations"]
