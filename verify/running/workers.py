"""A pool of worker processes that survives tasks which hang, crash or eat memory.

Each worker is asked one task at a time over a pipe. A task past its time limit, or a worker that
dies, costs that task alone: it is reported inconclusive with the reason, and a fresh worker takes
the dead one's place. Results do not depend on how many workers there are.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import multiprocessing.connection
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.running.tasks import LIMITS, MEMORY, Task, failed, perform
from verify.statements.statement import Statement


@dataclass(eq=False)
class _Worker:
    process: Any
    pipe: Any
    task: Task | None = None
    deadline: float = 0.0


def _serve(pipe: Any, statements: dict[str, Statement], modules: tuple[str, ...]) -> None:
    """Answer tasks until the pipe closes (runs in the worker process)."""
    _limit_memory()
    _limit_threads()
    if not statements:
        statements = _discovered(modules)
    _collect_garbage_less_often()
    while True:
        try:
            task = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer = perform(statements[task.statement], task)
        except KeyboardInterrupt:
            return
        except MemoryError:
            answer = failed(task, f"cut off at {MEMORY >> 30} GiB of memory")
        except Exception as error:
            text = " ".join(str(error).split()) or type(error).__name__
            answer = failed(task, f"{type(error).__name__}: {text}"[:500])
        with contextlib.suppress(BrokenPipeError):
            pipe.send(answer)


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _collect_garbage_less_often() -> None:
    """Spare the many small expressions that live until their task ends: a tenth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _limit_threads() -> None:
    """Leave the cores to the jobs: small matrices are slower, not faster, on several threads.

    NumPy's libraries read this when they are loaded, and a person's own setting stands.
    """
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(name, "1")


def _discovered(modules: tuple[str, ...]) -> dict[str, Statement]:
    from verify.statements.discovery import discover

    catalogue = discover([Path(m) for m in modules if m.endswith(".py")])
    return {s.id: s for s in catalogue.statements}


def perform_all(
    tasks: Sequence[Task],
    statements: dict[str, Statement],
    modules: tuple[str, ...],
    jobs: int,
    *,
    work: Callable[..., None] = _serve,
    limit: float | None = None,
) -> Iterator[tuple[Task, dict[str, Any]]]:
    """Yield (task, result) as tasks finish; every task is answered exactly once."""
    # Forked workers share what is already imported; macOS cannot fork safely, so it spawns.
    fork = sys.platform.startswith("linux")
    context: Any = multiprocessing.get_context("fork" if fork else "spawn")
    if not fork and not all(map(_has_a_file, statements.values())):
        # What was typed at a prompt no other process can read: it is decided in this one.
        yield from ((task, perform(statements[task.statement], task)) for task in tasks)
        return

    def start() -> _Worker:
        here, there = context.Pipe()
        known = statements if fork else {}
        process = context.Process(target=work, args=(there, known, modules), daemon=True)
        process.start()
        there.close()
        return _Worker(process, here)

    waiting = list(reversed(tasks))
    workers = [start() for _ in range(min(jobs, len(tasks)))]
    try:
        while waiting or any(w.task for w in workers):
            for place, worker in enumerate(workers):
                if worker.task is None and waiting:
                    task = waiting.pop()
                    if not _asked(worker, task, limit):  # it died after its last answer
                        _stop(worker)
                        workers[place] = start()
                        _asked(workers[place], task, limit)
            busy = [w for w in workers if w.task is not None]
            soonest = min(w.deadline for w in busy) - time.monotonic()
            multiprocessing.connection.wait([w.pipe for w in busy], max(0.0, soonest))
            for place, worker in enumerate(workers):
                answer = _answer(worker, limit)
                if answer is None:
                    continue
                task, result, alive = answer
                if not alive:
                    _stop(worker)
                    workers[place] = start()
                else:
                    worker.task = None
                yield task, result
    finally:
        for worker in workers:
            _stop(worker)


def _has_a_file(statement: Statement) -> bool:
    return Path(statement.body.__code__.co_filename).is_file()


def _asked(worker: _Worker, task: Task, limit: float | None) -> bool:
    """Give a worker a task; return whether it was there to take it."""
    worker.task = task
    worker.deadline = time.monotonic() + (LIMITS[task.profile] if limit is None else limit)
    try:
        worker.pipe.send(task)
    except OSError:
        return False
    return True


def _answer(worker: _Worker, limit: float | None) -> tuple[Task, dict[str, Any], bool] | None:
    """Return (task, result, whether the worker lives on), or None if it is still at work."""
    task = worker.task
    if task is None:
        return None
    if worker.pipe.poll():
        try:
            return task, worker.pipe.recv(), True
        except (EOFError, OSError):
            worker.process.join(1)
            code = worker.process.exitcode
            return task, failed(task, f"the worker process died (exit code {code})"), False
    if time.monotonic() >= worker.deadline:
        allowed = LIMITS[task.profile] if limit is None else limit
        return task, failed(task, f"cut off after {allowed:g} s"), False
    return None


def _stop(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.terminate()
    worker.process.join(1)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()
