"""How far a run of prompts is: always told, on a terminal in one line, elsewhere now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from verify.checkpoints.prompts import Told
from verify.telling.screen import progress_bar

APART = 10.0  # seconds between two lines where there is no terminal, and before the first


@contextmanager
def prompts_told() -> Iterator[Told]:
    """Give what says how far a run of prompts is; a run of a few seconds says nothing in a file."""
    begun = last = time.monotonic()
    first: float | None = None  # where this run began: prompts before were kept

    def words(done: int, count: int, part: float, what: str) -> str:
        nonlocal first
        first = done + part if first is None else first
        passed, here = time.monotonic() - begun, done + part - first
        left = f", about {_time(passed / here * (count - done - part))} left" if here > 0 else ""
        return f"prompt {done + 1} of {count}, {what}{left}"

    with progress_bar() as bar:

        def told(done: int, count: int, part: float, what: str) -> None:
            nonlocal last
            said = words(done, count, part, what)
            if sys.stderr.isatty():
                bar(round(100 * (done + part)), 100 * count, said)
            elif time.monotonic() - last > APART:
                last = time.monotonic()
                print(f"verify: {said}", file=sys.stderr, flush=True)

        yield told


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
