"""Whether a decision read anything but code: what it found then is not to be kept.

Python tells of every file that is opened and every process that is started. What a function reads
while it decides is no part of the claim, and may be another tomorrow.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from verify.statements.sources import is_fixed_file

ELSEWHERE = ("subprocess.Popen", "os.system", "os.posix_spawn", "os.exec", "socket.connect")


@dataclass
class _Watch:
    """What this process has heard of; a function may remember what it read once, so it stays."""

    active: bool = False
    heard: list[str] = field(default_factory=list)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.active or self.heard:
            return
        if event == "open" and isinstance(arguments[0], str | bytes):
            self.active = False  # where a library is from is itself read in files
            try:
                name = os.fsdecode(arguments[0])
                in_no_file = name[:1] + name[-1:] == "<>"  # "<stdin>", as a traceback has it
                if not is_fixed_file(name) and not (in_no_file and not os.path.lexists(name)):
                    self.heard.append(f"read the file {name}")
            finally:
                self.active = True
        elif event in ELSEWHERE:
            self.heard.append(f"asked {event}")


@lru_cache(maxsize=1)
def _watch() -> _Watch:
    """Return the watch of this process, begun when something is first decided in it."""
    watch = _Watch()
    sys.addaudithook(watch.hear)  # it can be put to rest, but never be taken away
    return watch


@contextmanager
def watched() -> Iterator[list[str]]:
    """Listen to what is done inside; the list tells what makes its results none to keep."""
    watch = _watch()
    before, watch.active = watch.active, True
    try:
        yield watch.heard
    finally:
        watch.active = before
