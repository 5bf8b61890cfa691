"""A run, an attack and a campaign on a Dask cluster: as on this machine, whichever workers end."""

from __future__ import annotations

import pytest

from property_tests.engine.clusters import a_cluster
from verify.running import attacking, engine
from verify.running.workers import Workers
from verify.statements.discovery import discover

MODULE = """
import time
from verify.vocabulary import *

PAPER = Paper("Z", "a paper", "its authors", 2026, "nowhere")

def coin(random):
    time.sleep(0.001)
    return Case("agrees", {}, "head" if random.random() < 0.5 else "tail")

@statement("Z-1", PAPER.label("Lemma 1"), title="Small", origin="ours")
def small(given):
    x, y = given(any_vector("x")), given(any_vector("y"))
    s = given(positive_scalar("s"))
    yield "One.", Identity((x + y) @ (x + y), x @ x + 2 * (x @ y) + y @ y, name="square") \\
        .but_not("once", right=x @ x + x @ y + y @ y)
    yield "Two.", Inequality(s + 1 > 0, because=s + 1, name="positive")
    yield "Three.", Campaign(coin, needs=("head", "tail"), name="coin")

@statement("Z-2", PAPER.label("Lemma 2"), title="False", origin="ours")
def false(given):
    s = given(positive_scalar("s"))
    yield "One.", Inequality(s < 4, name="below four")
"""
METHODS = ["symbolic", "certificate", "sampling"]


@pytest.fixture
def module(tmp_path, monkeypatch, what_is_no_result):
    pytest.importorskip("distributed")
    what_is_no_result(tmp_path / "cache" / "attention-proofs")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "small.py"
    path.write_text(MODULE)
    return path


def ran(module, executor=None, jobs=1):
    """Return a run of all statements, decided anew."""
    found = engine.run(
        discover([module], alone=True).statements,
        methods=METHODS, jobs=jobs, modules=(str(module),), fresh=True, executor=executor,
    )  # fmt: skip
    assert found.complete
    return found


def attacked(module, workers, **options):
    statement = discover([module], alone=True).find("Z-1")
    found = attacking.falsify(statement, samples=1000, workers=workers, fresh=True, **options)
    return {name: (o.outcome, dict(o.evidence), o.reason) for name, o in found.items()}


@pytest.mark.long
def test_a_run_and_an_attack_come_to_the_same_though_workers_come_and_end(module, tmp_path):
    here, local = ran(module), attacked(module, Workers(1, (str(module),)))
    with a_cluster(tmp_path, 1) as cluster:
        assert ran(module, cluster.executor).digest == here.digest
        cluster.add(2)

        def progress(done, _):
            if done in (2, 5):
                cluster.kill(cluster.alive[0])

        workers = Workers(1, (str(module),), cluster.executor)
        assert attacked(module, workers, progress=progress) == local
        assert len(cluster.alive) == 1
