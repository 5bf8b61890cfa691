"""Long campaigns: blocks of instances to local processes or to a Dask cluster, kept as they finish.

A block that is decided is written at once, whole or not at all, under an address made of all that
it depends on; a campaign that is begun again, even after kill -9, finds its blocks and decides the
others. Blocks are numbered, so no instance is lost or counted twice, and what is found does not
depend on who decides it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from verify.processes.pool import Lost
from verify.processes.store import store
from verify.running.tasks import LIMITS
from verify.running.workers import Workers, decided
from verify.statements.fingerprint import fingerprint
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.steps import blocks
from verify.steps.blocks import BLOCK, COUNTS, Block
from verify.steps.campaign import Campaign

Progress = Callable[[int, int], None]
# What the quick profile allows for its instances, for those of a block.
SECONDS = LIMITS["quick"] * BLOCK / COUNTS["quick"]


@dataclass(frozen=True)
class BlockOfWork:
    """A block as a worker is asked for it, in words that any process understands."""

    statement: str
    step: str
    seed: int
    first: int
    last: int


def campaign_steps(statement: Statement) -> list[str]:
    """Return the names of a statement's campaigns."""
    return [said.name for said in statement.declared.said if isinstance(said.step, Campaign)]


def run_campaign(
    statement: Statement,
    step: str,
    *,
    samples: int,
    seed: int = 0,
    jobs: int = 1,
    executor: str | None = None,
    modules: tuple[str, ...] = (),
    fresh: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Decide `samples` instances of a campaign, those kept from before included.

    `executor` is None for local processes or "dask://host:port" for a cluster whose workers have
    this package. A block that is past its limit, raises or ends its process makes the outcome
    inconclusive, with the reason. Raises Mistake for an executor that is not known or cannot be
    reached.
    """
    begin = time.perf_counter()
    said = statement.said(step)
    assert isinstance(said.step, Campaign)
    kept = campaign_key(statement, step, seed)
    wanted = [
        BlockOfWork(statement.id, step, seed, numbers.start, numbers.stop)
        for numbers in blocks.blocks_of(said.step, samples)
    ]
    found = {} if fresh or not kept else _kept(kept, wanted)
    if progress is not None:
        progress(len(found), len(wanted))
    missing = [work for work in wanted if work.first not in found]
    workers, known = Workers(jobs, modules, executor), {statement.id: statement}
    for work, block in decided(missing, known, decide_work, workers, limit=lambda _: SECONDS):
        if isinstance(block, Lost):
            seconds = time.perf_counter() - begin
            return Outcome("sampling", "inconclusive", seconds, {"cut off": True}, block.reason)
        found[work.first] = block
        if kept:
            store().write(block_key(kept, work), block)
        if progress is not None:
            progress(len(found), len(wanted))
    return blocks.conclude(said.step, found.values(), seed, time.perf_counter() - begin)


def decide_work(statement: Statement, work: BlockOfWork) -> Block:
    """Decide one block, in whatever process this runs."""
    said = statement.said(work.step)
    assert isinstance(said.step, Campaign)
    label = f"{work.statement}:{work.step}"
    return blocks.decide_block(said.step, label, work.seed, range(work.first, work.last))


# ------------------------------------------------------------------ what is kept


def campaign_key(statement: Statement, step: str, seed: int) -> str:
    """Return all that the blocks of a campaign depend on, hashed; "" where it cannot be told."""
    content = fingerprint(statement)
    parts = "\n".join([content, statement.id, step, str(seed)])
    return hashlib.sha256(parts.encode()).hexdigest() if content else ""


def block_key(campaign: str, work: BlockOfWork) -> str:
    """Return what a block of a campaign is kept under."""
    return f"{campaign} {work.first} {work.last}"


def _kept(campaign: str, wanted: Sequence[BlockOfWork]) -> dict[int, Block]:
    found: dict[int, Block] = {}
    for work in wanted:
        is_right = partial(blocks.is_block, numbers=range(work.first, work.last))
        block = store().read(block_key(campaign, work), is_right)
        if block is not None:
            found[work.first] = block
    return found
