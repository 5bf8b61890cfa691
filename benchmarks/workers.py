"""What 1, 2 and 4 workers cost: processor time in all, and how fast they are together.

A campaign is decided in blocks, and three statements are decided by their tasks, both anew and as
the command line does it. With one worker, too, the work is in a process of its own, so that all of
them count the same: this process, which hands the work out, and its children, until they end. What
is found has to be the same. On fewer processors than workers the time of the clock says nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from benchmarks.rows import Row
from verify.running import engine
from verify.running.attacking import falsify
from verify.running.workers import Workers
from verify.statements.discovery import discover

WORKERS, SAMPLES = (1, 2, 4), 50_000
STATEMENTS = ("A-0", "A-L4.1", "B-L2")
METHODS = ("symbolic", "certificate", "sampling")


def measured(work: Callable[[], object]) -> tuple[object, float, float]:
    """Return what is found, in how many seconds of all processors, and of the clock."""
    before, begun = os.times(), time.perf_counter()
    found = work()
    after = os.times()
    return found, sum(after[:4]) - sum(before[:4]), time.perf_counter() - begun


def campaign(jobs: int) -> object:
    """Decide a campaign, and return its digest."""
    statement = discover().find("B-T3")
    asked = {"samples": SAMPLES, "fresh": True, "only": "at random"}
    found = falsify(statement, workers=Workers(jobs), **asked)["at random"]
    return found.evidence["digest"]


def run(jobs: int) -> object:
    """Decide statements, and return the digest of the run."""
    statements = [discover().find(name) for name in STATEMENTS]
    return engine.run(statements, methods=METHODS, jobs=jobs, fresh=True).digest


def rows() -> list[Row]:
    """Return the seconds of both. Raises SystemExit where what is found depends on the workers."""
    out = []
    for name, work in (("a campaign", campaign), ("three statements", run)):
        digests = set()
        for count in WORKERS:
            digest, processors, clock = measured(lambda work=work, count=count: work(count))
            digests.add(digest)
            for unit, value in (("CPU seconds", processors), ("seconds", clock)):
                what = f"{name} by workers, {unit}"
                out.append(Row(what, "ours", "workers", count, unit, value, ours=True))
        if len(digests) > 1:
            raise SystemExit(f"{name}: what is found depends on the number of workers")
    return out
