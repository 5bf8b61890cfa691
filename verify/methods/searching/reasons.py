"""The reason of a comparison: searched for, and handed on only if it is accepted."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace

from verify.checker.normalising import Again
from verify.checker.trees import Refused
from verify.language.expressions import Scalar, as_scalar
from verify.language.mistakes import Mistake
from verify.language.serialise import free_names
from verify.language.walk import ordered
from verify.methods.searching.candidates import Question
from verify.methods.searching.recalling import is_accepted, key_of, question_of
from verify.methods.searching.ring import Exhausted, OutOfTime, reading_of
from verify.methods.searching.search import found
from verify.processes.store import store
from verify.statements.obligations import Comparison, claim_indices, document
from verify.statements.step import Said

EFFORT = 1_500_000  # some seconds
SECONDS = 10.0  # of the processor, whatever the effort is
NONE = ["no reason is found"]  # what is kept
UNFINISHED = (Exhausted, Refused, Again, Mistake, RecursionError)  # and not OutOfTime


def reason_of(said: Said, claim: Comparison) -> Scalar | None:
    """Return a reason that the checker accepts, whatever the author gives; None if none is found.

    The user's store says where there is none: that takes longest to find out.
    """
    bare = replace(claim, because=as_scalar(0))
    asked, told = question_of(said, bare), document(bare, said.assumptions)
    key, because = key_of(claim, told), None
    if store().read(key) != NONE:
        with suppress(OutOfTime):  # a faster machine may find one: nothing is kept
            because = searched(said, bare, asked)
            if key and because is None:
                store().write(key, NONE)
    found = because is not None and is_accepted(said, claim, because)
    return because if found else None


def searched(said: Said, claim: Comparison, asked: Question) -> Scalar | None:
    """Return what the search finds, which nobody has checked; 0, where the sides are equal.

    Raises OutOfTime where it ends sooner than its effort does.
    """
    if is_accepted(said, claim, as_scalar(0)):
        return as_scalar(0)
    names = free_names(ordered(asked.given | claim_indices(claim)))
    until = time.process_time() + SECONDS
    try:
        return found(asked, reading_of(claim, said.assumptions, names, EFFORT, until))
    except UNFINISHED:
        return None
