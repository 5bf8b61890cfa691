"""Work of which some waits for other: what most waits for first, as much at once as is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """Something to do after what it needs; `size` is about how long it takes, in any one unit."""

    needs: Sequence[str]
    size: int
    do: Callable[[], None]


def perform(works: Mapping[str, Work], jobs: int) -> None:
    """Do all that there is, each after what it needs, at most `jobs` at once.

    Raises what the first that fails raises, and ValueError if some need each other in a circle.
    """
    lengths = _lengths(works)
    waiting = sorted(works, key=lambda name: -lengths[name])
    running: dict[Future[None], str] = {}
    done: set[str] = set()
    with ThreadPoolExecutor(jobs) as pool:
        while len(done) < len(works):
            ready = [name for name in waiting if done >= {*works[name].needs}]
            for name in ready[: jobs - len(running)]:
                waiting.remove(name)
                running[pool.submit(works[name].do)] = name
            if not running:
                raise ValueError(f"{', '.join(waiting)} need each other in a circle")
            for one in wait(running, return_when=FIRST_COMPLETED).done:
                done.add(running.pop(one))
                one.result()


def _lengths(works: Mapping[str, Work]) -> dict[str, int]:
    """Return the size of the longest chain of works that begins with each."""
    lengths = {name: work.size for name, work in works.items()}
    for _ in works:  # a chain has no more links than there are works
        before = dict(lengths)
        for name, work in works.items():
            for below in work.needs:
                lengths[below] = max(lengths[below], works[below].size + before[name])
        if lengths == before:
            break
    return lengths
