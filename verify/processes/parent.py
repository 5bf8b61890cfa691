"""Ending with one's parent: a process that was killed leaves none of its children behind."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

PR_SET_PDEATHSIG = 1
LOST = 1  # the exit code of a process whose parent is gone


def end_with_parent(parent: int) -> None:
    """Have this process killed as soon as the process `parent`, which started it, has ended."""
    if not _killed_by_the_system():
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:  # it ended before the system was told
        os._exit(LOST)


def ending_with_us() -> Callable[[], None] | None:
    """Return what subprocess is to call in a program's process before it begins, if anything.

    Where the system cannot do it, a program ends when its input or its own limit does.
    """
    libc = _libc()
    if libc is None:
        return None

    def before() -> None:  # runs between fork and exec: one call into the system, no import
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    return before


@lru_cache(maxsize=1)
def _libc() -> Any:
    return ctypes.CDLL(None) if sys.platform.startswith("linux") else None


def _killed_by_the_system() -> bool:
    libc = _libc()
    return libc is not None and libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL) == 0


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(LOST)
