"""Limits while a module is read: its author's code runs then, and may never end.

A module of the reader's own is read in a process of its own first, which may hang, exit or eat
memory as it likes; what it survives is read here, under the same limits.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from verify.language.mistakes import Mistake
from verify.processes.pool import Lost, answer_from, each
from verify.processes.system_limits import cut_off_by

# The longest of the papers' modules takes a fraction of a second, and all of them a few seconds.
SECONDS = 20.0
AGAIN = 1.0  # after so many seconds more, where the author's code caught what should have ended it
MEMORY = 4 << 30  # beyond what is in use before
NO_LIMIT = 1 << 62  # for the process as a whole: what is read has a limit of its own


class CutOff(Mistake):
    """Reading took too much time, memory or depth; the message begins with "cut off"."""


class _Endless(BaseException):
    """Raised in code that is read and does not end; no `except Exception` catches it."""


Wrong = dict[str, str]
"""What is wrong with statements of a file, by their ids; the others can be read."""


def trouble_with(name: str, read: Callable[[str], Wrong]) -> str | Wrong:
    """Return why something cannot be read, found out in a process that may die of it.

    Where only parts of it cannot be, that is what `read` returns.
    """
    ((_, answer),) = each([name], _try, (read,), jobs=1, limit=lambda _: SECONDS + 5 * AGAIN)
    if isinstance(answer, Lost):
        return f"it cannot be read: {answer.reason}" if "died" in answer.reason else answer.reason
    found: str | Wrong = answer
    return found


def _try(pipe: Any, read: Callable[[str], Wrong]) -> None:
    """Read what is asked for, in silence, and answer what is wrong (runs in the process)."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)

    def look(name: str) -> str | Wrong:
        try:
            with limits():
                return read(name)
        except Exception as error:
            return in_one_line(error)

    answer_from(pipe, look, NO_LIMIT)


@contextmanager
def limits() -> Iterator[None]:
    """Read an author's code within limits of time and memory; whatever it raises is its mistake.

    Raises CutOff, or Mistake for what would end the program; other errors as they are.
    """
    try:
        with _limited_time(), _limited_memory(), _uncompiled():
            yield
    except (_Endless, MemoryError, RecursionError) as error:
        raise CutOff(in_one_line(error)) from None
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:
        name = type(error).__name__
        text = " ".join(str(error).split())
        said = f"{name}: {text}" if text else name
        raise Mistake(
            f"it would end the program ({said}); a module may only define statements"
        ) from None


@contextmanager
def _uncompiled() -> Iterator[None]:
    """Write no compiled files: that of a module from elsewhere would hide an edit in a second."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def in_one_line(error: BaseException) -> str:
    """Return an error that reading has met, in the author's words where it is a mistake."""
    if isinstance(error, _Endless):
        return f"cut off after {SECONDS:g} s of processor time; move long computations into a step"
    if isinstance(error, MemoryError):
        return f"cut off at {MEMORY >> 30} GiB of memory; move large computations into a step"
    if isinstance(error, RecursionError):
        depth = sys.getrecursionlimit()
        return (
            f"cut off at {depth} nested calls: a formula is too long or too deep; write sums "
            "with total(...), and name parts with let(...)"
        )
    limit = cut_off_by(error)
    if limit is not None:
        return limit
    text = " ".join(str(error).split()) or type(error).__name__
    return text if isinstance(error, Mistake) else f"{type(error).__name__}: {text}"


@contextmanager
def _limited_time() -> Iterator[None]:
    """Raise in code that takes too much processor time, again and again until it ends."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGPROF"):
        yield  # signals come to the main thread alone
        return
    before = signal.signal(signal.SIGPROF, _end)
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS, AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _Endless


@contextmanager
def _limited_memory() -> Iterator[None]:
    try:
        import resource

        kinds = resource.RLIMIT_AS
        before = resource.getrlimit(kinds)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError, ValueError):
        yield  # the system does not tell what is in use
        return
    most = pages * resource.getpagesize() + MEMORY
    bounds = [limit for limit in before if limit != resource.RLIM_INFINITY]
    try:
        with suppress(OSError, ValueError):
            resource.setrlimit(kinds, (min([most, *bounds]), before[1]))
        yield
    finally:
        resource.setrlimit(kinds, before)
