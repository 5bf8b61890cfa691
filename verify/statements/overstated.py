"""A lint of claims: a sentence that speaks of motion needs a formula that does.

A reader believes the sentence, and the methods decide the formulas. No program compares the two;
but what tends to a limit, or stays so from every start, is not said by an identity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verify.language.expressions import Relation
from verify.language.facts import Equation, serialised
from verify.language.mistakes import Mistake
from verify.language.walk import ordered
from verify.statements.claims import Claim, given_indices
from verify.statements.propositions import (
    Limiting,
    Nearing,
    Potential,
    Proposition,
    Quantified,
    Solving,
    Stability,
    Throughout,
    elapsed,
    inside,
    speaks_of,
)
from verify.statements.step import Said
from verify.writing.sentences import FORMULA

LIMITS = r"converge[sd]?|convergence|converging|tends?|tended|limits?|exponentially|asymptotic\w*"
MOTION = (
    r"trajector(?:y|ies)|orbits?|(?:un)?stable|(?:in)?stability|eventually|forever|over time|"
    r"in the long run|(?:at|for) all times?|(?:every|all|any|each) (?:starts?|solutions?)"
)
WORDS = {"limit": re.compile(rf"\b(?:{LIMITS})\b", re.I),
         "motion": re.compile(rf"\b(?:{MOTION})\b", re.I)}  # fmt: skip


def refuse_overstated(claimed: Claim, said: Sequence[Said]) -> None:
    """Raise a Mistake where a sentence speaks of motion or of a limit, and no formula does.

    A claim in words alone is argued at best, and a run or an argument in words is no formula.
    """
    steps = [one.step for one in said if one.name in claimed.steps]
    runs = any(step.word in ("experiment", "undecided") or step.role != "asserts" for step in steps)
    if not claimed.parts or runs:
        return
    words = FORMULA.sub(" ", claimed.says)
    parts = [one for part in claimed.propositions for one in inside(part)]
    limits = any(map(_is_limit, parts))
    moves = limits or claimed.along is not None or any(map(_moves, parts))
    for kind, there in (("limit", limits), ("motion", moves)):
        found = WORDS[kind].search(words)
        if found is not None and not there:
            raise Mistake(
                f"the sentence of the claim mentions {found[0]!r}, but no formula of it a {kind}"
                '; add a proposition, as in claim("...", tends_to(y[i], z), along='
                "solution(flow)), or reword the sentence to match the formulas"
            )


def refuse_repeated(claimed: Claim) -> None:
    """Raise a Mistake for a claim that says no more than was assumed, word for word."""
    if claimed.along is not None or claimed.refuted or not claimed.propositions:
        return
    fixed = {index: f"given {n}" for n, index in enumerate(ordered(given_indices(claimed)))}
    facts = [fact for one in claimed.assumed for fact in one.assumption.facts]
    assumed = [serialised(fact, fixed) for fact in facts if isinstance(fact, Relation | Equation)]
    said = [part for part in claimed.propositions if isinstance(part, Relation | Equation)]
    known = [part for part in said if serialised(part, fixed) in assumed]
    if len(known) == len(claimed.parts):
        raise Mistake(
            f"the claim equals the assumption {said[0]!r}; claim a consequence of it, or "
            "leave the assumption out"
        )


def _moves(said: Proposition) -> bool:
    return isinstance(said, Throughout | Limiting | Solving | Nearing | Stability | Potential)


def _is_limit(said: Proposition) -> bool:
    """Return whether a proposition is about a limit, or bounds what moves by its time.

    For every eps there is a delta says so, too.
    """
    if isinstance(said, Limiting):
        return said.word in ("tends", "converges", "has_limit", "limsup")
    if isinstance(said, Throughout):
        return speaks_of(said, elapsed.args)
    if isinstance(said, Quantified) and said.every:
        return any(isinstance(part, Quantified) and not part.every for part in inside(said.body))
    return isinstance(said, Nearing | Stability)
