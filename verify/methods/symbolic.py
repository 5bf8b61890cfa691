"""Symbolic: the two sides of a claim have the same normal form, for all sizes at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from verify.algebra.deciding import is_zero, residue
from verify.algebra.reading import Reader
from verify.algebra.theory import Combination
from verify.language.expressions import Scalar, Vector, as_scalar
from verify.readings import reader_for
from verify.statements.declaring import Said
from verify.statements.obligations import Comparison, Counts, Equality, Obligation, obligations
from verify.statements.outcomes import Outcome


def decide(said: Said, claims: Sequence[Obligation] | None = None) -> Outcome:
    """Return "proved" if every obligation's normal forms agree, else "inconclusive"."""
    begin = time.perf_counter()
    reader = reader_for(said)
    claims = obligations(said) if claims is None else claims
    for claim in claims:
        left = _difference(reader, claim)
        if left is not None:
            reason = f"{claim.label}: the sides differ by {left}"
            return Outcome("symbolic", "inconclusive", time.perf_counter() - begin, {}, reason)
    evidence: dict[str, Any] = {"claims": len(claims)}
    if any(isinstance(claim, Comparison) for claim in claims):
        evidence["decides"] = "the gap is the reason; its sign is the checker's to decide"
    return Outcome("symbolic", "proved", time.perf_counter() - begin, evidence)


def _difference(reader: Reader, claim: Obligation) -> str | None:
    """Return what is left of left - right, or None if it is zero."""
    difference: Any
    if isinstance(claim, Equality) and isinstance(claim.left, Vector):
        assert isinstance(claim.right, Vector)
        difference = reader.vector(claim.left) - reader.vector(claim.right)
    elif isinstance(claim, Equality):
        assert isinstance(claim.left, Scalar) and isinstance(claim.right, Scalar)
        difference = reader.scalar(claim.left) - reader.scalar(claim.right)
    elif isinstance(claim, Comparison):
        difference = reader.scalar(claim.relation.gap) - reader.scalar(claim.because)
    else:
        return _miscounted(reader, claim)
    if is_zero(reader.theory, difference):
        return None
    assert not isinstance(difference, Combination) or difference.terms
    return residue(reader.theory, difference)


def _miscounted(reader: Reader, claim: Counts) -> str | None:
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
