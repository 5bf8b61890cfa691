"""Pieces of work on the workers of a Dask cluster: each is answered once, whichever of them end.

They need this package, in this version, and the papers at the same places. Memory and what crashes
are Dask's to bound, with its nannies; what is decided is cached by whoever asks.
"""

from __future__ import annotations

import importlib
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from verify.language.mistakes import Mistake
from verify.processes import places
from verify.processes.pool import Lost, told
from verify.statements.discovery import discover
from verify.statements.fingerprint import text
from verify.statements.folder import current, ours
from verify.statements.statement import Statement

PATIENCE = 10.0  # seconds in which a scheduler has to answer
MOST_PENDING = 64  # pieces a cluster is given ahead: enough to keep it busy, few to lose
TRIES = 3  # how often a piece is given anew: Dask blames all that a worker had when it ended
ENDED = Lost("cut off: every worker of the cluster that began it has ended")
ANOTHER = "its code differs on this machine or was edited; start again"
Some = TypeVar("Some")


def connected(executor: str) -> Any:
    """Return a client of the scheduler at "dask://host:port".

    Raises Mistake, and ModuleNotFoundError where the extra `dask` is not installed.
    """
    scheme, separator, address = executor.partition("://")
    if scheme != "dask" or not separator or not address:
        raise Mistake(
            f"--executor: unknown executor {executor!r}; use dask://HOST:PORT, or leave it out"
        )
    dask: Any = importlib.import_module("distributed")
    try:
        return dask.Client(f"tcp://{address}", timeout=PATIENCE)
    except (OSError, ValueError) as error:
        text = " ".join(str(error).split())
        raise Mistake(
            f"--executor: no Dask scheduler answers at {address} ({text:.120}); "
            "start one with dask scheduler, or give its address"
        ) from None


def decided_there(
    executor: str, pieces: Sequence[Some], statements: Mapping[str, Statement],
    perform: Callable[..., Any], modules: tuple[str, ...], *,
    limit: Callable[[Some], float], needed: Callable[[Some], bool],
) -> Iterator[tuple[Some, Any]]:  # fmt: skip
    """Yield (piece, answer or `Lost`) as a cluster answers them. Raises Mistake."""
    folder, waiting = current().path, list(reversed(pieces))
    papers = "" if folder == ours().path else str(folder)
    files = tuple(str(Path(module).absolute()) for module in modules)
    contents = {name: text(statement) for name, statement in statements.items()}
    asked: dict[Any, Some] = {}
    again: Counter[Some] = Counter()
    with connected(executor) as client:
        dask: Any = importlib.import_module("distributed")
        while waiting or asked:
            while waiting and len(asked) < MOST_PENDING:
                piece: Any = waiting.pop()
                if needed(piece):
                    meant = (piece.statement, contents[piece.statement])
                    order = (perform, piece, papers, files, *meant)
                    asked[client.submit(_perform, *order, pure=False)] = piece
            if not asked:
                return
            longest = 2 * max(map(limit, asked.values()))
            try:
                done = dask.wait([*asked], timeout=longest, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                reason = f"cut off: the cluster has answered nothing for {longest:g} s"
                yield from ((asked.pop(one), Lost(reason)) for one in [*asked])
                continue
            for one in done:
                piece, answer = asked.pop(one), _answer(one, dask)
                if answer is ENDED and again[piece] < TRIES:
                    again[piece] += 1
                    waiting.append(piece)
                elif needed(piece):
                    yield piece, answer


def _answer(future: Any, dask: Any) -> Any:
    try:
        return future.result()
    except dask.KilledWorker:
        return ENDED
    except Exception as error:
        raise Mistake(
            f"--executor: the cluster could not decide a piece ({told(error):.160}); its "
            "scheduler and workers need this package, in this version"
        ) from None


@lru_cache(maxsize=1)
def _turn() -> threading.Lock:
    return threading.Lock()


def _perform(
    perform: Any, piece: Any, papers: str, modules: tuple[str, ...], name: str, content: str
) -> Any:
    """Return the answer to a piece (runs on a worker, one at a time: precision is a process's)."""
    with _turn():
        os.environ[places.PAPERS] = papers
        statement = _read(papers, modules).get(name)
        if statement is None or text(statement) != content:
            _read.cache_clear()  # it was edited since it was read
            statement = _read(papers, modules).get(name)
        if statement is None or text(statement) != content:
            raise Mistake(f"{name}: {ANOTHER}")
        try:
            return perform(statement, piece)
        except Exception as error:
            return Lost(told(error))


@lru_cache(maxsize=1)
def _read(papers: str, modules: tuple[str, ...]) -> dict[str, Statement]:
    found = discover([Path(module) for module in modules], expendable=True)
    return {statement.id: statement for statement in found.statements}
