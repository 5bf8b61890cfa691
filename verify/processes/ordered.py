"""Work done by threads: what most waits for first, or one item after another.

Whoever waits for a thread looks up every `POLL` seconds: an interruption that comes just as
Python begins to wait without end is heeded only when the wait is over.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event
from typing import TypeVar

from verify.processes.clock import POLL

Item = TypeVar("Item")
Done = TypeVar("Done")


@dataclass(frozen=True)
class Work:
    """Something to do after what it needs; `size` is about how long it takes, in any one unit."""

    needs: Sequence[str]
    size: int
    do: Callable[[], None]


def perform(
    works: Mapping[str, Work], jobs: int, progress: Callable[[float], None] | None = None
) -> None:
    """Do all that there is, each after what it needs, at most `jobs` at once.

    `progress` is called with the share of the work that is done. Raises what the first that fails
    raises, and ValueError if some need each other in a circle.
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
                raise ValueError(f"{', '.join(waiting)} depend on each other in a cycle")
            for one in wait(running, POLL, FIRST_COMPLETED).done:
                done.add(running.pop(one))
                one.result()
                if progress is not None:
                    whole = sum(work.size for work in works.values())
                    progress(sum(works[name].size for name in done) / whole)


def in_order(
    work: Callable[[Item], Done],
    items: Iterable[Item],
    jobs: int,
    ahead: int | None = None,
    ended: Event | None = None,
) -> Iterator[Done]:
    """Yield what the work makes of each item, in their order, `jobs` of them at once.

    At most `ahead` items are begun and not yet taken, if it is given. Raises what the first item
    in order that fails raises; what was not begun then never is, and what was may look at `ended`.
    """
    with ThreadPoolExecutor(jobs) as pool:
        left = iter(items)
        waiting: deque[Future[Done]] = deque()
        try:
            waiting.extend(pool.submit(work, item) for item in itertools.islice(left, ahead))
            while waiting:
                while not wait([waiting[0]], POLL).done:
                    pass
                done = waiting.popleft().result()
                waiting.extend(pool.submit(work, item) for item in itertools.islice(left, 1))
                yield done
        finally:
            if ended is not None:
                ended.set()  # before the pool waits for its threads
            for future in waiting:
                future.cancel()


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
