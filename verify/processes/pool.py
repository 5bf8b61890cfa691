"""A pool of processes that survives tasks which hang, crash, exit or eat memory.

Each process is asked one task at a time over a pipe. A task past its limit, or a process that
dies, costs that task alone: its answer is the reason, and a fresh process takes the place of the
dead one. A process ends when its parent does, and holds nothing open that others wait for.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import multiprocessing.connection
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from verify.processes.clock import POLL, Clock
from verify.processes.parent import end_with_parent
from verify.processes.system_limits import cut_off_by

# Forked processes share what is already imported; macOS cannot fork safely, so it spawns.
FORKS = sys.platform.startswith("linux")
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
KILLED = -9  # SIGKILL, of the system or of a person
Serve = Callable[..., None]


@dataclass(frozen=True)
class Lost:
    """The answer of a task that has none: why, in one line."""

    reason: str


@dataclass(eq=False)
class _Worker:
    process: Any
    pipe: Any
    task: Any = None
    clock: Clock | None = None


def each(
    tasks: Sequence[Any],
    serve: Serve,
    arguments: tuple[Any, ...],
    *,
    jobs: int,
    limit: Callable[[Any], float],
    needed: Callable[[Any], bool] = lambda task: True,
    fresh: bool = False,
) -> Iterator[tuple[Any, Any]]:
    """Yield (task, answer or `Lost`) as tasks finish; every task is answered exactly once.

    `serve(pipe, *arguments)` runs in a process of its own, and should call `answer_from`. A task
    may use `limit(task)` seconds of processor time, and as many asleep. One that is no longer
    `needed`, by what others were answered, is not begun, or ended without an answer. `fresh`
    processes share nothing that is imported here.
    """
    forks = FORKS and not fresh
    context: Any = multiprocessing.get_context("fork" if forks else "spawn")
    workers: list[_Worker] = []

    def start() -> _Worker:
        here, there = context.Pipe()
        ours = [here, *(w.pipe for w in workers)] if forks else []
        asked = (there, ours, os.getpid(), serve, arguments)
        process = context.Process(target=_begin, args=asked, daemon=True)
        with _one_thread_each():
            process.start()
        there.close()
        return _Worker(process, here)

    waiting = list(reversed(tasks))
    try:
        for _ in range(min(jobs, len(tasks))):
            workers.append(start())
        while waiting or any(w.task is not None for w in workers):
            for place, worker in enumerate(workers):
                if worker.task is not None and not needed(worker.task):
                    _stop(worker)
                    workers[place] = worker = start()
                while waiting and not needed(waiting[-1]):
                    waiting.pop()
                if worker.task is None and waiting:
                    task = waiting.pop()
                    if not _asked(worker, task, limit(task)):  # it died after its last answer
                        _stop(worker)
                        workers[place] = start()
                        _asked(workers[place], task, limit(task))
            multiprocessing.connection.wait([w.pipe for w in workers if w.task is not None], POLL)
            for place, worker in enumerate(workers):
                answer = _answer(worker)
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


def answer_from(pipe: Any, perform: Callable[[Any], Any], memory: int = sys.maxsize) -> None:
    """Answer tasks until the pipe closes, with at most so many bytes of memory."""
    if memory < sys.maxsize:
        _limit_memory(memory)
    _collect_garbage_less_often()
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            answer = perform(task)
        except KeyboardInterrupt:
            return
        except MemoryError:
            answer = Lost(f"cut off at {memory >> 30} GiB of memory")
        except BaseException as error:  # a sys.exit in a step is that step's failure
            answer = Lost(told(error))
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return
        except Exception as error:
            pipe.send(Lost(f"the answer cannot be passed on: {told(error)}"))


def death(code: int | None) -> str:
    """Return why a process has ended with an exit code, which is negative for a signal."""
    if code == KILLED:
        likely = "most likely because memory ran out; free some, or use fewer --jobs"
        return f"cut off: the system has killed the worker process, {likely}"
    return f"the worker process died (exit code {code})"


def told(error: BaseException) -> str:
    """Return an error of somebody's code as one short line."""
    text = " ".join(str(error).split())
    limit = cut_off_by(error)
    if limit is not None:
        return limit
    if isinstance(error, RecursionError):
        return f"cut off at {sys.getrecursionlimit()} nested calls: the formula is too long"
    if isinstance(error, ValueError) and text.startswith("Exceeds the limit"):
        return f"cut off at {sys.get_int_max_str_digits()} digits of an integer"
    if isinstance(error, OverflowError):
        return f"cut off at the size of numbers: {text}"[:500]
    return f"{type(error).__name__}{': ' if text else ''}{text}"[:500]


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """Leave the cores to the jobs: small matrices are slower, not faster, on several threads.

    NumPy's libraries read this when they are loaded, which in a fresh process is before any
    function of ours is called; a person's own setting stands.
    """
    unset = [name for name in THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            os.environ.pop(name, None)


def _begin(
    pipe: Any, others: Sequence[Any], parent: int, serve: Serve, arguments: tuple[Any, ...]
) -> None:
    """Begin a process: bound to its parent, without the parent's ends of any pipe."""
    end_with_parent(parent)
    for inherited in others:
        inherited.close()
    serve(pipe, *arguments)


def _limit_memory(memory: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _collect_garbage_less_often() -> None:
    """Spare the many small expressions that live until their task ends: a tenth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _asked(worker: _Worker, task: Any, seconds: float) -> bool:
    """Give a worker a task; return whether it was there to take it."""
    worker.task, worker.clock = task, Clock(worker.process.pid, seconds)
    try:
        worker.pipe.send(task)
    except OSError:
        return False
    return True


def _answer(worker: _Worker) -> tuple[Any, Any, bool] | None:
    """Return (task, answer, whether the worker lives on), or None if it is still at work."""
    if worker.task is None or worker.clock is None:
        return None
    if worker.pipe.poll():
        try:
            return worker.task, worker.pipe.recv(), True
        except (EOFError, OSError):
            worker.process.join(1)
            code = worker.process.exitcode
            return worker.task, Lost(death(code)), False
    late = worker.clock.look()
    return None if late is None else (worker.task, Lost(late), False)


def _stop(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.terminate()
    worker.process.join(1)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()
