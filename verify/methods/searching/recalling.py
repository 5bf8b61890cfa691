"""What was found before: a reason is kept by all that it depends on, and checked anew."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from verify.checker import check
from verify.language.expressions import Scalar, as_scalar
from verify.language.facts import constants
from verify.language.indices import Index
from verify.methods.attained import has_extremes, posed
from verify.methods.searching import keeping
from verify.methods.searching.candidates import Question, question
from verify.processes.store import store
from verify.statements.assumption import introduced
from verify.statements.obligations import Comparison, document
from verify.statements.sources import engine_digest
from verify.statements.step import Said, facts_of, obligations


def question_of(said: Said, claim: Comparison) -> Question:
    """Return what is searched: the claim, and what is known where it stands."""
    facts = facts_of(said)
    given = constants(facts, (k for k in introduced(said.assumptions) if isinstance(k, Index)))
    return question(claim.relation, claim.where, facts, given)


def key_of(claim: Comparison, told: object) -> str:
    """Return what all that is found depends on, as the author writes it; "" if it cannot be."""
    engine = engine_digest()
    text = json.dumps([engine, told, repr(claim.relation), list(map(repr, claim.where))])
    return f"reason {hashlib.sha256(text.encode()).hexdigest()}" if engine else ""


def is_accepted(said: Said, claim: Comparison, because: Scalar) -> bool:
    """Return whether the checker accepts a reason."""
    return check(document(replace(claim, because=because), said.assumptions)).accepted


def kept_reasons(said: Said) -> list[str]:
    """Return the hash of what is kept for each reason that a step's author left to be found.

    Nobody has read or checked it: where it is the same, the same is told.
    """
    found = []
    for claim in dict.fromkeys((*obligations(said), *posed(said))):
        if isinstance(claim, Comparison) and claim.because is None:
            bare = replace(claim, because=as_scalar(0))
            kept = store().read_bytes(key_of(claim, document(bare, said.assumptions)))
            found.append("none" if kept is None else hashlib.sha256(kept).hexdigest())
    return found


def kept_reason(said: Said) -> Scalar | None:
    """Return the reason that a run has found for a step whose author gave none; it is told so.

    None where none is kept, or where it is about another formula than the author's: nothing is
    searched for.
    """
    claims = obligations(said)
    claim = claims[0] if len(claims) == 1 else None
    if not isinstance(claim, Comparison) or claim.because is not None or has_extremes(said, claim):
        return None
    bare = replace(claim, because=as_scalar(0))
    key = key_of(claim, document(bare, said.assumptions))
    kept = store().read(key, lambda data: isinstance(data, list)) if key else None
    because = keeping.recalled(question_of(said, bare), kept[0]) if kept else None
    return because if because is not None and is_accepted(said, claim, because) else None
