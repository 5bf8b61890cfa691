"""An attack on a statement: more instances of every step, trajectories of its claim.

It is made in numbered pieces, which workers decide, and each is cached as it is decided: an attack
that is begun again, even after kill -9, or with more samples, makes only the pieces that are
missing. What a piece finds depends on its numbers and its seed alone, and what is concluded on the
pieces up to the first that settles its step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods import following, sampling
from verify.processes.pool import Lost
from verify.processes.store import store
from verify.render.run_json import plain_data
from verify.running.tasks import LIMITS, step_seed
from verify.running.workers import Workers, decided
from verify.statements.fingerprint import fingerprint, hashed
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.statements.step import obligations

CLAIM = -1  # in place of a step's number
BLOCK = 250  # instances a piece
TRAJECTORIES = 25  # of a claim a piece
SAMPLES_A_TRAJECTORY = 10
POINTS = 10  # that descents may look at for each instance
COUNTS = ("instances", "decided", "exact", "two_paths", "trajectories", "lasting", "compared")

Found = dict[str, Any]  # an outcome as plain data
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Piece:
    """Numbered instances or trajectories of a step, or of the claim, in words for any process."""

    statement: str
    number: int
    seed: int  # of the whole attack
    first: int
    last: int


@dataclass(frozen=True)
class Answers:
    """What was found so far, by pieces; a piece after one that settles its step is not needed."""

    of: dict[Piece, Found | Lost] = field(default_factory=dict)
    settled: dict[int, int] = field(default_factory=dict)

    def add(self, piece: Piece, found: Found | Lost) -> None:
        """Add what a piece found."""
        self.of[piece] = found
        if isinstance(found, Lost) or _settles(found):
            before = self.settled.get(piece.number, piece.first)
            self.settled[piece.number] = min(before, piece.first)

    def is_needed(self, piece: Piece) -> bool:
        """Return whether no piece before this one settles its step, as far as is known."""
        return piece.first <= self.settled.get(piece.number, piece.first)


def falsify(
    statement: Statement,
    *,
    samples: int,
    seed: int = 0,
    workers: Workers | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    only: str | None = None,
) -> dict[str, Outcome]:
    """Attack every step of a statement (or `only` one) with many instances, {name: outcome}.

    Its claim, under the name "claim", is followed along a trajectory for every so many instances.

    A piece may take as long as a step in the nightly profile; one that takes longer, or ends its
    process, makes what it is of inconclusive, unless an earlier piece refutes that. Raises Mistake
    for no samples, and for a cluster that cannot be reached.
    """
    if samples < 1:
        raise Mistake(f"falsify: samples={samples}; give at least 1")
    begin, content = time.perf_counter(), fingerprint(statement)
    names = {at: name for at, name in attacked(statement).items() if only in (None, name)}
    pieces = [piece for at in names for piece in pieces_of(statement, at, samples, seed)]
    answers = Answers()
    for piece in () if fresh or not content else pieces:
        cached = store().read(piece_key(content, piece))
        if cached is not None:
            answers.add(piece, cached)
    missing = [piece for piece in pieces if piece not in answers.of]
    done, show = len(pieces) - len(missing), progress or (lambda done, total: None)
    show(done, len(pieces))
    known, asked = {statement.id: statement}, workers or Workers()
    for piece, found in decided(
        missing, known, attack, asked, limit=_nightly, needed=answers.is_needed
    ):
        answers.add(piece, found)
        if content and not isinstance(found, Lost):
            store().write(piece_key(content, piece), found)
        done += 1
        show(done, len(pieces))
    seconds = time.perf_counter() - begin
    return {name: _concluded(at, answers, seed, seconds) for at, name in names.items()}


def _nightly(piece: Piece) -> float:
    return LIMITS["nightly"]


def attacked(statement: Statement) -> dict[int, str]:
    """Return the steps that are attacked, and the claim, with their names."""
    declared = statement.declared
    names = {at: said.name for at, said in enumerate(declared.said) if obligations(said)}
    if declared.claim is not None and declared.claim.propositions:
        names[CLAIM] = "claim"
    return names


def pieces_of(statement: Statement, number: int, samples: int, seed: int) -> list[Piece]:
    """Return the pieces of an attack on a step, or the claim, in their order."""
    count, size = samples, BLOCK
    if number == CLAIM:
        count, size = max(1, samples // SAMPLES_A_TRAJECTORY), TRAJECTORIES
    return [
        Piece(statement.id, number, seed, first, min(first + size, count))
        for first in range(0, count, size)
    ]


def piece_key(content: str, piece: Piece) -> str:
    """Return what a piece is cached under: all that it depends on."""
    return hashed([content, repr(piece)])


def attack(statement: Statement, piece: Piece) -> Found:
    """Return what a piece finds, as plain data (in whatever process this runs)."""
    declared, count = statement.declared, piece.last - piece.first
    seed = step_seed(piece.seed, f"{statement.id}:{piece.number}", piece.first)
    if piece.number == CLAIM:
        assert declared.claim is not None
        outcome = following.follow(declared.claim, "nightly", seed, count)
    else:
        outcome = sampling.decide(
            statement, declared.said[piece.number], count=count, seed=seed, first=piece.first,
            descent=POINTS * count,
        )  # fmt: skip
    plain: Found = plain_data(asdict(outcome))
    return plain


def _settles(found: Found) -> bool:
    """Return whether a piece alone settles what is attacked, so that no later one matters."""
    evidence = found["evidence"]
    certain = evidence.get("rigorous", True) or found["outcome"] == "sampled"
    return "witness" in evidence and certain


def _concluded(number: int, answers: Answers, seed: int, seconds: float) -> Outcome:
    """Return what pieces say of a step or the claim, up to the first that settles it."""
    own = sorted((piece.first, piece) for piece in answers.of if piece.number == number)
    needed = [answers.of[piece] for _, piece in own if answers.is_needed(piece)]
    last = needed[-1]
    if isinstance(last, Lost):
        return Outcome("sampling", "inconclusive", seconds, {"cut off": True}, last.reason)
    return merged([Outcome(**one) for one in needed if not isinstance(one, Lost)], seed)


def merged(found: Sequence[Outcome], seed: int) -> Outcome:
    """Return the outcome of pieces that weighs most, with the counts of all of them."""
    most = max(found, key=_weight)  # of those that weigh the same, the first
    evidence = dict(most.evidence)
    for name in COUNTS:
        if name in evidence:
            evidence[name] = sum(one.evidence[name] for one in found)
    if "longest time" in evidence:
        evidence["longest time"] = max(
            (one.evidence["longest time"] for one in found), key=Fraction
        )
    seconds = sum(one.seconds for one in found)
    return replace(most, seconds=seconds, evidence=evidence | {"seed": seed})


def _weight(one: Outcome) -> tuple[bool, ...]:
    """Return how much an outcome weighs: what is known rigorously before what is estimated.

    A witness goes before a formula without a value, and that before instances that show nothing.
    """
    evidence: Mapping[str, Any] = one.evidence
    against = "witness" in evidence
    return (
        against and evidence.get("rigorous", True), against, "undefined" in evidence,
        "wrong reason" in evidence, one.outcome == "sampled", "met by" in evidence,
        *(evidence.get(name, 0) > 0 for name in ("compared", "lasting", "trajectories")),
    )  # fmt: skip
