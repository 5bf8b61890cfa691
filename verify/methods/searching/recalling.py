"""What the search for a reason depends on, and the check of what it found."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from verify.checker import check
from verify.language.expressions import Scalar
from verify.language.facts import constants
from verify.language.indices import Index
from verify.methods.searching.candidates import Question, question
from verify.statements.assumption import introduced
from verify.statements.fingerprint import engine
from verify.statements.obligations import Comparison, document
from verify.statements.step import Said, facts_of


def question_of(said: Said, claim: Comparison) -> Question:
    """Return what is searched: the claim, and what is known where it stands."""
    facts = facts_of(said)
    given = constants(facts, (k for k in introduced(said.assumptions) if isinstance(k, Index)))
    return question(claim.relation, claim.where, facts, given)


def key_of(claim: Comparison, told: object) -> str:
    """Return what all that is found depends on, as the author writes it; "" if it cannot be."""
    of_engine = engine()
    text = json.dumps([of_engine, told, repr(claim.relation), list(map(repr, claim.where))])
    return f"reason {hashlib.sha256(text.encode()).hexdigest()}" if of_engine else ""


def is_accepted(said: Said, claim: Comparison, because: Scalar) -> bool:
    """Return whether the checker accepts a reason."""
    return check(document(replace(claim, because=because), said.assumptions)).accepted
