"""Long campaigns: blocks of instances to local processes or to a Dask cluster, kept as they finish.

A block that is decided is written at once, whole or not at all, under an address made of all that
it depends on; a campaign that is begun again, even after kill -9, finds its blocks and decides the
others. Blocks are numbered, so no instance is lost or counted twice, and what is found does not
depend on who decides it.
"""

from __future__ import annotations

import hashlib
import importlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from verify.language.mistakes import Mistake
from verify.processes.pool import FORKS, Lost, answer_from, each
from verify.processes.store import store
from verify.running.tasks import LIMITS, MEMORY
from verify.running.watching import watched
from verify.statements.addresses import content_hash
from verify.statements.discovery import discover
from verify.statements.outcomes import Outcome
from verify.statements.statement import Statement
from verify.steps import blocks
from verify.steps.blocks import BLOCK, COUNTS, Block
from verify.steps.campaign import Campaign
from verify.steps.frequency import Frequency

Progress = Callable[[int, int], None]
# What the quick profile allows for its instances, for those of a block.
SECONDS = LIMITS["quick"] * BLOCK / COUNTS["quick"]
PATIENCE = 10.0  # seconds in which a scheduler has to answer
MOST_PENDING = 64  # blocks a cluster is given ahead: enough to keep it busy, few to lose


@dataclass(frozen=True)
class BlockOfWork:
    """A block as a worker is asked for it, in words that any process understands."""

    statement: str
    step: str
    seed: int
    first: int
    last: int
    modules: tuple[str, ...] = ()
    content: str = ""  # the hash of the code that is meant


def campaign_steps(statement: Statement) -> list[str]:
    """Return the names of a statement's campaigns."""
    return [
        said.name for said in statement.declared.said if isinstance(said.step, Campaign | Frequency)
    ]


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
    assert isinstance(said.step, Campaign | Frequency)
    kept = campaign_key(statement, step, seed)
    content = content_hash(statement)
    wanted = [
        BlockOfWork(statement.id, step, seed, numbers.start, numbers.stop, modules, content)
        for numbers in blocks.blocks_of(said.step, samples)
    ]
    found = {} if fresh or not kept else _kept(kept, wanted)
    if progress is not None:
        progress(len(found), len(wanted))
    missing = [work for work in wanted if work.first not in found]
    decide = _locally(jobs, statement) if executor is None else _on_cluster(executor)
    for work, block in decide(missing):
        if isinstance(block, Lost):
            seconds = time.perf_counter() - begin
            return Outcome("sampling", "inconclusive", seconds, {"cut off": True}, block.reason)
        found[work.first] = block
        if kept:
            _keep(kept, work, block)
        if progress is not None:
            progress(len(found), len(wanted))
    return blocks.conclude(said.step, found.values(), seed, time.perf_counter() - begin)


def decide_work(work: BlockOfWork) -> Block:
    """Decide one block, in whatever process this runs."""
    catalogue = discover([Path(module) for module in work.modules], expendable=True)
    statement = catalogue.find(work.statement)
    if work.content and content_hash(statement) != work.content:
        raise Mistake(f"{work.statement}: its code is another one here, or was edited; begin again")
    return _decided(statement, work)


def _decided(statement: Statement, work: BlockOfWork) -> Block:
    said = statement.said(work.step)
    assert isinstance(said.step, Campaign | Frequency)
    label = f"{work.statement}:{work.step}"
    with watched() as heard:
        numbers = range(work.first, work.last)
        block = blocks.decide_block(said.step, label, work.seed, numbers)
    return {**block, "not kept": heard[0]} if heard else block


# ------------------------------------------------------------------ what is kept


def campaign_key(statement: Statement, step: str, seed: int) -> str:
    """Return all that the blocks of a campaign depend on, hashed; "" where it cannot be told."""
    content = content_hash(statement)
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


def _keep(campaign: str, work: BlockOfWork, block: Block) -> None:
    """Keep a block, unless it rests on more than the statement and the engine."""
    if "not kept" not in block:
        store().write(block_key(campaign, work), block)


# ------------------------------------------------------------------ who decides


Decider = Callable[[Sequence[BlockOfWork]], Iterator[tuple[BlockOfWork, Block | Lost]]]


def _locally(jobs: int, statement: Statement) -> Decider:
    def decide(missing: Sequence[BlockOfWork]) -> Iterator[tuple[BlockOfWork, Block | Lost]]:
        known = statement if FORKS else None
        return each(missing, _serve, (known,), jobs=jobs, limit=lambda _: SECONDS)

    return decide


def _serve(pipe: Any, statement: Statement | None) -> None:
    """Decide blocks until the pipe closes (runs in the worker process)."""

    def decide(work: BlockOfWork) -> Block:
        return decide_work(work) if statement is None else _decided(statement, work)

    answer_from(pipe, decide, MEMORY)


def _on_cluster(executor: str) -> Decider:
    scheme, separator, address = executor.partition("://")
    if scheme != "dask" or not separator or not address:
        raise Mistake(f"--executor: {executor!r} is none; give dask://HOST:PORT, or leave it out")
    try:
        dask: Any = importlib.import_module("distributed")
    except ImportError:
        raise Mistake(
            "--executor: Dask is not installed here; pip install 'attention-proofs[dask]'"
        ) from None

    def decide(missing: Sequence[BlockOfWork]) -> Iterator[tuple[BlockOfWork, Block | Lost]]:
        try:
            client = dask.Client(f"tcp://{address}", timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            text = " ".join(str(error).split())
            raise Mistake(
                f"--executor: no Dask scheduler answers at {address} ({text:.120}); "
                "start one with dask scheduler, or give its address"
            ) from None
        with client:
            waiting = list(reversed(missing))
            asked: dict[Any, BlockOfWork] = {}

            def ask() -> Any:
                work = waiting.pop()
                future = client.submit(decide_work, work, pure=False, retries=5)
                asked[future] = work
                return future

            some = [ask() for _ in range(min(MOST_PENDING, len(waiting)))]
            running = dask.as_completed(some, loop=client.loop)
            for future in running:
                try:
                    block = future.result()
                except Exception as error:
                    text = " ".join(str(error).split())
                    raise Mistake(
                        f"--executor: the cluster could not decide a block ({text:.160}); its "
                        "scheduler and workers need this package, in this version"
                    ) from None
                yield asked.pop(future), block
                if waiting:
                    running.add(ask())

    return decide
