"""The reason of a comparison: searched for, and handed on only if it is accepted."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace

from verify.checker.normalising import Again
from verify.checker.trees import Refused
from verify.language.expressions import Scalar, as_scalar
from verify.language.mistakes import Mistake
from verify.language.serialise import free_names
from verify.language.walk import ordered
from verify.methods.searching.candidates import Question
from verify.methods.searching.recalling import is_accepted, key_of, question_of
from verify.methods.searching.ring import Exhausted, OutOfTime, Reading, reading_of
from verify.methods.searching.search import found, lacking
from verify.processes.store import store
from verify.statements.obligations import Comparison, claim_indices, document
from verify.statements.step import Said

EFFORT = 1_500_000  # some seconds
SECONDS = 10.0  # of the processor, whatever the effort is
OF_A_HINT, OF_A_HINT_SECONDS = 100_000, 1.0
NONE = ["no reason is found"]  # what is kept
UNFINISHED = (Exhausted, Refused, Again, Mistake, RecursionError)  # and not OutOfTime


@dataclass(frozen=True, eq=False)
class Reason:
    """A reason that the checker accepts, or None; then what would be one's missing fact."""

    because: Scalar | None
    missing: Scalar | None
    seconds: float


def reason_of(said: Said, claim: Comparison, *, hint: bool = False) -> Reason:
    """Return what is found for a comparison, whatever its author gives as its reason.

    The user's store says where there is none: that takes longest to find out. With `hint` it is
    also looked for a quantity that, if it were known not to be negative, would make one.
    """
    begin = time.perf_counter()
    bare = replace(claim, because=as_scalar(0))
    asked, told = question_of(said, bare), document(bare, said.assumptions)
    key, because = key_of(claim, told), None
    if store().read(key) != NONE:
        with suppress(OutOfTime):  # a faster machine may find one: nothing is kept
            because = searched(said, bare, asked)
            if key and because is None:
                store().write(key, NONE)
    if because is not None and not is_accepted(said, claim, because):
        because = None
    missing = _missing(said, bare, asked) if hint and because is None else None
    return Reason(because, missing, time.perf_counter() - begin)


def _reading(said: Said, claim: Comparison, asked: Question, effort: int, until: float) -> Reading:
    names = free_names(ordered(asked.given | claim_indices(claim)))
    return reading_of(claim, said.assumptions, names, effort, until)


def searched(said: Said, claim: Comparison, asked: Question) -> Scalar | None:
    """Return what the search finds, which nobody has checked; 0, where the sides are equal.

    Raises OutOfTime where it ends sooner than its effort does.
    """
    if is_accepted(said, claim, as_scalar(0)):
        return as_scalar(0)
    until = time.process_time() + SECONDS
    try:
        return found(asked, _reading(said, claim, asked, EFFORT, until))
    except UNFINISHED:
        return None


def _missing(said: Said, claim: Comparison, asked: Question) -> Scalar | None:
    until = time.process_time() + OF_A_HINT_SECONDS
    try:
        return lacking(asked, _reading(said, claim, asked, OF_A_HINT, until))
    except (*UNFINISHED, OutOfTime):
        return None
