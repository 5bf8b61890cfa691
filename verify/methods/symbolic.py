"""Symbolic: the two sides of a claim have the same normal form, for all sizes at once."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from typing import Any

from verify.algebra.deciding import is_zero, residue
from verify.algebra.reading import TreeReader
from verify.algebra.theory import Combination
from verify.language.expressions import Scalar, Vector, as_scalar
from verify.language.mistakes import Mistake
from verify.language.source import source
from verify.methods.attained import as_written
from verify.methods.derived import reader_for
from verify.methods.explained import explained
from verify.statements.obligations import (
    NO_REASON,
    Comparison,
    Counts,
    Equality,
    Inductive,
    Obligation,
)
from verify.statements.outcomes import PART, Outcome
from verify.statements.step import Said, obligations


def decide(said: Said, claims: Sequence[Obligation] | None = None) -> Outcome:
    """Return "proved" if every obligation's normal forms agree, else "inconclusive"."""
    begin = time.perf_counter()
    claims = explained(said) if claims is None else claims
    try:
        left = _first_difference(said, claims)
    except Mistake as unreadable:  # by this method: others may decide it
        left = str(unreadable)
    except RecursionError:
        left = "rewriting with an assumed equation does not terminate"
    if left is not None:
        return Outcome("symbolic", "inconclusive", time.perf_counter() - begin, {}, left)
    evidence: dict[str, Any] = {"claims": len(claims)}
    if any(isinstance(claim, Comparison) for claim in claims):
        evidence[PART] = "the difference equals the given proof; the checker decides its sign"
        evidence |= _found(said, claims)
    return Outcome("symbolic", "proved", time.perf_counter() - begin, evidence)


def _found(said: Said, claims: Sequence[Obligation]) -> dict[str, Any]:
    """Return the reasons that nobody gave, as they may be pasted into the statement."""
    given = obligations(said)
    found = [
        source(as_written(claim.because, said, own))
        for claim, own in zip(claims, given, strict=False)
        if isinstance(claim, Comparison) and isinstance(own, Comparison)
        if own.because is None and claim.because is not None
    ]
    return {"reason found": "; ".join(found)} if found else {}


def _first_difference(said: Said, claims: Sequence[Obligation]) -> str | None:
    """Return where the sides of a claim differ; None if they do nowhere."""
    reader = reader_for(said)
    for claim in itertools.chain.from_iterable(map(_parts, claims)):
        if isinstance(claim, Comparison) and claim.because is None:
            return f"{claim.label}: {NO_REASON}"
        left = _difference(reader, claim)
        if left is not None:
            told = "; ".join([f"the sides differ by {left}", *reader.theory.unused])
            return f"{claim.label}: {told}"
    return None


def _parts(claim: Obligation) -> Sequence[Obligation]:
    return claim.reduced() if isinstance(claim, Inductive) else (claim,)


def _difference(reader: TreeReader, claim: Obligation) -> str | None:
    """Return what is left of left - right, or None if it is zero."""
    difference: Any
    if isinstance(claim, Equality) and isinstance(claim.left, Vector):
        assert isinstance(claim.right, Vector)
        difference = reader.vector(claim.left) - reader.vector(claim.right)
    elif isinstance(claim, Equality):
        assert isinstance(claim.left, Scalar) and isinstance(claim.right, Scalar)
        difference = reader.scalar(claim.left) - reader.scalar(claim.right)
    elif isinstance(claim, Comparison):
        assert claim.because is not None
        difference = reader.scalar(claim.relation.gap) - reader.scalar(claim.because)
    elif isinstance(claim, Counts):
        return _miscounted(reader, claim)
    else:
        raise TypeError(f"{claim.label}: an induction is decided by its parts")
    if is_zero(reader.theory, difference):
        return None
    assert not isinstance(difference, Combination) or difference.terms
    return residue(reader.theory, difference)


def _miscounted(reader: TreeReader, claim: Counts) -> str | None:
    counted = as_scalar(0)
    for multiplicity, dimensions in claim.parts:
        product = as_scalar(1)
        for dimension in dimensions:
            product = product * dimension
        if not is_zero(reader.theory, reader.scalar(multiplicity) - reader.scalar(product)):
            return f"a multiplicity {multiplicity!r} that is not {product!r}"
        counted = counted + multiplicity
    if is_zero(reader.theory, reader.scalar(counted) - reader.scalar(claim.total)):
        return None
    return f"a count {counted!r} that is not {claim.total!r}"
