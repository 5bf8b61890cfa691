"""Pieces of work to a Dask cluster and back: each is answered once, whichever workers end.

Its workers need this package, in this version, and the folder of papers and the files of modules
at the same places; what they decide is kept by whoever asks.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from verify.language.mistakes import Mistake
from verify.running.beside import Order, perform_beside
from verify.statements.fingerprint import fingerprint
from verify.statements.folder import current, ours
from verify.statements.statement import Statement

PATIENCE = 10.0  # seconds in which a scheduler has to answer
MOST_PENDING = 64  # pieces a cluster is given ahead: enough to keep it busy, few to lose
AGAIN = 10  # times that a piece is asked anew whose Dask worker has ended
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
        return dask.Client(f"tcp://{address}", timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        text = " ".join(str(error).split())
        raise Mistake(
            f"--executor: no Dask scheduler answers at {address} ({text:.120}); "
            "start one with dask scheduler, or give its address"
        ) from None


def decided_there(
    executor: str,
    pieces: Sequence[Some],
    statements: Mapping[str, Statement],
    perform: Callable[..., Any],
    modules: tuple[str, ...],
    *,
    limit: Callable[[Some], float],
    needed: Callable[[Some], bool],
) -> Iterator[tuple[Some, Any]]:
    """Yield (piece, answer or `Lost`) as a cluster answers them. Raises Mistake."""
    dask: Any
    with connected(executor) as client:
        dask = importlib.import_module("distributed")
        folder = current().path
        papers = "" if folder == ours().path else str(folder)
        files = tuple(str(Path(module).absolute()) for module in modules)
        contents = {name: fingerprint(statement) for name, statement in statements.items()}
        waiting = list(reversed(pieces))
        asked: dict[Any, Some] = {}
        lost: Counter[Some] = Counter()

        def ask(piece: Some) -> Any:
            content = contents[piece.statement]  # type: ignore[attr-defined]
            order = Order(perform, piece, papers, files, content, limit(piece))
            future = client.submit(perform_beside, order, pure=False)
            asked[future] = piece
            return future

        some = [ask(waiting.pop()) for _ in range(min(MOST_PENDING, len(waiting)))]
        running = dask.as_completed(some, loop=client.loop)
        for future in running:
            piece = asked.pop(future)
            if needed(piece):
                try:
                    answer = future.result()
                except dask.KilledWorker as error:
                    lost[piece] += 1
                    if lost[piece] > AGAIN:
                        raise _undecided(error) from None
                    running.add(ask(piece))
                    continue
                except Exception as error:
                    raise _undecided(error) from None
                yield piece, answer
            while waiting and not needed(waiting[-1]):
                waiting.pop()
            if waiting:
                running.add(ask(waiting.pop()))


def _undecided(error: Exception) -> Mistake:
    text = " ".join(str(error).split())
    return Mistake(
        f"--executor: the cluster could not decide a piece ({text:.160}); its "
        "scheduler and workers need this package, in this version"
    )
