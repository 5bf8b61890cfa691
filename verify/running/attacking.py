"""An attack on a statement: many more instances of every step, and trajectories of its claim.

It is made in pieces, which workers decide, and each is kept as it is decided: an attack that is
begun again, even after kill -9, or with more samples, makes only the pieces that are missing. What
a piece finds depends on its seed alone, and what is concluded on the pieces alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from verify.methods import attacks
from verify.methods.attacks import BLOCK, DESCENT, TRAJECTORIES, Found, Kind
from verify.processes.pool import Lost
from verify.processes.store import store
from verify.render.run_json import plain_data
from verify.running.tasks import LIMITS, step_seed
from verify.running.workers import Workers, decided
from verify.statements.fingerprint import fingerprint
from verify.statements.obligations import Comparison
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.statements.step import obligations

CLAIM = -1  # in place of a step's number
SAMPLES_A_TRAJECTORY = 10
ORDER: tuple[Kind, ...] = ("claim", "drawn", "descent", "rare")

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class PieceOfAttack:
    """Numbered instances or trajectories of a step, or of the claim, in words for any process."""

    statement: str
    number: int
    kind: Kind
    seed: int  # of the whole attack
    first: int
    last: int

    @property
    def place(self) -> tuple[int, int]:
        """Return where it stands among the pieces of its step."""
        return ORDER.index(self.kind), self.first


@dataclass(frozen=True)
class _Found:
    """What was found so far, by pieces; a piece after one that settles its step is not needed."""

    answers: dict[PieceOfAttack, Found | Lost] = field(default_factory=dict)
    settled: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(self, piece: PieceOfAttack, told: Found | Lost) -> None:
        """Add what a piece found."""
        self.answers[piece] = told
        if isinstance(told, Lost) or attacks.refutes(told):
            before = self.settled.get(piece.number, piece.place)
            self.settled[piece.number] = min(before, piece.place)

    def is_needed(self, piece: PieceOfAttack) -> bool:
        """Return whether no piece before this one settles its step, as far as is known."""
        return piece.place <= self.settled.get(piece.number, piece.place)

    def of(self, number: int) -> list[tuple[PieceOfAttack, Found | Lost]]:
        """Return the answers of a step's pieces, in their order."""
        own = [(piece, told) for piece, told in self.answers.items() if piece.number == number]
        return sorted(own, key=lambda one: one[0].place)


def falsify(
    statement: Statement,
    *,
    samples: int,
    seed: int = 0,
    workers: Workers | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> dict[str, Outcome]:
    """Attack every step of a statement with many instances, {step name: outcome}.

    Its claim, under the name "claim", is followed along a trajectory for every so many instances.

    A piece may take as long as a step in the nightly profile; one that takes longer, or ends its
    process, makes what it is of inconclusive, unless another piece refutes that.
    """
    names = _attacked(statement)
    asked = [piece for number in names for piece in pieces_of(statement, number, samples, seed)]
    found = _Found()
    _decide(statement, asked, found, workers or Workers(), fresh, progress)
    rare = [piece for number in names for piece in _rare(found.of(number))]
    if rare:
        _decide(statement, rare, found, workers or Workers(), fresh, progress)
    return {
        name: _concluded(statement, number, found.of(number), samples, seed)
        for number, name in names.items()
    }


def _attacked(statement: Statement) -> dict[int, str]:
    """Return the steps that are attacked, and the claim, with their names."""
    declared = statement.declared
    names = {at: said.name for at, said in enumerate(declared.said) if obligations(said)}
    if declared.claim is not None and declared.claim.propositions:
        names[CLAIM] = "claim"
    return names


def pieces_of(
    statement: Statement, number: int, samples: int, seed: int
) -> Iterator[PieceOfAttack]:
    """Yield the pieces of an attack on a step, or the claim, in their order."""
    if number == CLAIM:
        kinds: list[tuple[Kind, int, int]] = [
            ("claim", max(1, samples // SAMPLES_A_TRAJECTORY), TRAJECTORIES)
        ]
    else:
        said = statement.declared.said[number]
        kinds = [("drawn", samples, BLOCK)]
        if any(isinstance(one, Comparison) for one in obligations(said)):
            kinds.append(("descent", samples, DESCENT))
    for kind, count, size in kinds:
        for first in range(0, count, size):
            last = min(first + size, count)
            yield PieceOfAttack(statement.id, number, kind, seed, first, last)


def _rare(found: Sequence[tuple[PieceOfAttack, Found | Lost]]) -> Iterator[PieceOfAttack]:
    """Yield what is asked once more of a step whose conditions no instance has met."""
    told = [one for _, one in found if not isinstance(one, Lost)]
    if len(told) < len(found) or any("outcome" in one for one in told):
        return
    if attacks.are_rare(told):
        for piece, _ in found:
            if piece.kind == "drawn":
                asked = (piece.seed, piece.first, piece.last)
                yield PieceOfAttack(piece.statement, piece.number, "rare", *asked)


def attack(statement: Statement, piece: PieceOfAttack) -> Found:
    """Return what a piece finds, as plain data (in whatever process this runs)."""
    numbers, declared = range(piece.first, piece.last), statement.declared
    seed = step_seed(_seed(piece.seed, statement, piece.number), piece.kind, piece.first)
    if piece.number == CLAIM:
        assert declared.claim is not None
        found = attacks.followed(declared.claim, numbers, seed)
    else:
        said = declared.said[piece.number]
        found = attacks.sampled(statement, said, piece.kind, numbers, seed)
    plain: Found = plain_data(found)
    return plain


def _seed(seed: int, statement: Statement, number: int) -> int:
    """Return the seed of a step's pieces, or of the claim's."""
    return step_seed(seed, statement.id, 1 if number == CLAIM else number)


def _concluded(
    statement: Statement,
    number: int,
    found: Sequence[tuple[PieceOfAttack, Found | Lost]],
    samples: int,
    seed: int,
) -> Outcome:
    """Return what pieces say of a step or the claim, up to the first that refutes it."""
    lost = next((told.reason for _, told in found if isinstance(told, Lost)), None)
    told = [one for _, one in found if not isinstance(one, Lost)]
    settled = next((at for at, one in enumerate(told) if attacks.refutes(one)), None)
    if lost is not None and settled is None:
        return Outcome("sampling", "inconclusive", 0.0, {"cut off": True}, lost)
    of_all = told if settled is None else told[: settled + 1]
    of_piece = _seed(seed, statement, number)
    if number == CLAIM:
        return attacks.of_claim(of_all, of_piece)
    return attacks.of_step(of_all, samples, of_piece)


# ------------------------------------------------------------------ what is kept


def _decide(
    statement: Statement,
    pieces: Sequence[PieceOfAttack],
    found: _Found,
    workers: Workers,
    fresh: bool,
    progress: Progress | None,
) -> None:
    """Add to what was found what pieces find: what is kept of them, and then what workers say."""
    content = fingerprint(statement)
    for piece, told in () if fresh or not content else _kept(content, pieces):
        found.add(piece, told)
    missing = [piece for piece in pieces if piece not in found.answers]
    total, known = len(pieces), {statement.id: statement}
    asked = partial(decided, limit=lambda _: LIMITS["nightly"], needed=found.is_needed)
    if progress is not None:
        progress(total - len(missing), total)
    for done, (piece, told) in enumerate(asked(missing, known, attack, workers), 1):
        found.add(piece, told)
        if content and not isinstance(told, Lost):
            store().write(piece_key(content, piece), told)
        if progress is not None:
            progress(total - len(missing) + done, total)


def piece_key(content: str, piece: PieceOfAttack) -> str:
    """Return what a piece is kept under: all that it depends on."""
    parts = "\n".join([content, piece.statement, str(piece.number), piece.kind, str(piece.seed)])
    return f"{hashlib.sha256(parts.encode()).hexdigest()} {piece.first} {piece.last}"


def _kept(content: str, pieces: Iterable[PieceOfAttack]) -> Iterator[tuple[PieceOfAttack, Found]]:
    for piece in pieces:
        told = store().read(piece_key(content, piece), partial(attacks.is_found, piece.kind))
        if told is not None:
            yield piece, told
