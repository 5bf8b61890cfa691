"""A run and an attack on a Dask cluster: as on this machine, whichever workers end."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from verify.running import attacking, engine
from verify.running.workers import Workers
from verify.statements.discovery import discover

MODULE = """
from verify.vocabulary import *

PAPER = Paper("Z", "a paper", "its authors", 2026, "nowhere")

@statement("Z-1", PAPER.label("Lemma 1"), title="Small", origin="ours")
def small(given):
    s = given(positive_scalar("s"))
    yield "One.", Inequality(s + 1 > 0, because=s + 1, name="positive").but_not("2", claim=s > 2)
    yield "Two.", Inequality(s < 4, name="below four")
"""


@contextmanager
def beginning(address, folder):
    """Yield what begins workers of one thread, each a process; end them all afterwards."""
    workers = []
    line = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
    own = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}

    def begin():
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        workers.append(
            subprocess.Popen([*line, "--no-dashboard", "--no-nanny"], cwd=folder, env=own, **quiet)
        )
        return workers

    try:
        yield begin
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


@pytest.mark.long
def test_a_run_and_an_attack_come_to_the_same_though_workers_come_and_end(
    tmp_path, monkeypatch, what_is_no_result
):
    distributed = pytest.importorskip("distributed")
    what_is_no_result(tmp_path / "cache" / "attention-proofs")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    module = tmp_path / "small.py"
    module.write_text(MODULE)
    (small,) = discover([module], alone=True).statements

    def ran(executor=None):
        asked = {"methods": ["symbolic", "certificate", "sampling"], "modules": (str(module),)}
        found = engine.run([small], jobs=1, fresh=True, executor=executor, **asked)
        assert found.complete
        return found.digest

    def attacked(executor=None, progress=None):
        workers = Workers(1, (str(module),), executor)
        asked = {"samples": 1000, "workers": workers, "fresh": True, "progress": progress}
        found = attacking.falsify(small, **asked)
        return {name: (o.outcome, dict(o.evidence), o.reason) for name, o in found.items()}

    scheduler = distributed.LocalCluster(n_workers=0, protocol="tcp", dashboard_address=":0")
    with scheduler, beginning(scheduler.scheduler_address, tmp_path) as begin:
        executor = scheduler.scheduler_address.replace("tcp", "dask", 1)
        begin()
        assert ran(executor) == ran()
        begin()
        workers = begin()

        def progress(done, _):
            if done in (2, 5):
                workers[done == 5].kill()

        assert attacked(executor, progress) == attacked()
        assert [worker.poll() is None for worker in workers] == [False, False, True]
