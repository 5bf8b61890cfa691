"""A Dask scheduler and workers in processes of their own, which tests begin and kill."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@dataclass
class Cluster:
    """A scheduler, by its address, and its workers, in the order in which they began."""

    address: str
    folder: Path
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def executor(self) -> str:
        """Return what `--executor` is given."""
        return f"dask://{self.address}"

    def add(self, count: int) -> None:
        """Begin workers, each of one thread, and wait until they are there."""
        import distributed

        asked = [f"tcp://{self.address}", "--nthreads", "1", "--no-dashboard", "--no-nanny"]
        self.workers += [_begun("dask_worker", asked, self.folder) for _ in range(count)]
        with distributed.Client(f"tcp://{self.address}", set_as_default=False) as client:
            client.wait_for_workers(len(self.alive), timeout=60)

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        """End a worker at once, whatever it is at."""
        worker.kill()
        worker.wait()

    @property
    def alive(self) -> list[subprocess.Popen[bytes]]:
        """Return the workers that were not killed."""
        return [worker for worker in self.workers if worker.poll() is None]


@contextmanager
def a_cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """Begin a cluster on this machine, and end all of it."""
    file = folder / "scheduler.json"
    asked = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    scheduler = _begun("dask_scheduler", asked, folder)
    cluster = None
    try:
        cluster = Cluster(_address(file), folder)
        cluster.add(workers)
        yield cluster
    finally:
        for process in (*(() if cluster is None else cluster.workers), scheduler):
            process.kill()
            process.wait()


def _begun(program: str, asked: list[str], folder: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    start = [sys.executable, "-m", f"distributed.cli.{program}", *asked]
    return subprocess.Popen(start, cwd=folder, env=environment, **QUIET)


def _address(file: Path) -> str:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if file.exists() and file.read_text().strip():
            return str(json.loads(file.read_text())["address"]).removeprefix("tcp://")
        time.sleep(0.1)
    raise TimeoutError("the scheduler did not write its address")
