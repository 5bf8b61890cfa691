"""How far a run of prompts is: which one it is at, what is being done, and how long that takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from verify.checkpoints.prompts import Told
from verify.telling.screen import progress_bar


@contextmanager
def prompts_told() -> Iterator[Told]:
    """Give what says how far a run of prompts is; a run of a few seconds says nothing in a file."""
    begun = time.monotonic()
    first: float | None = None  # where this run began: prompts before were kept

    with progress_bar() as bar:

        def told(done: int, count: int, part: float, what: str) -> None:
            nonlocal first
            first = done + part if first is None else first
            passed, here = time.monotonic() - begun, done + part - first
            left = f", about {_time(passed / here * (count - done - part))} left" if here else ""
            bar(done, count, f"prompts, {what}{left}")

        yield told


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
