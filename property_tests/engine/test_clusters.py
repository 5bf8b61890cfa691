"""A run, an attack and a campaign on a Dask cluster: as on this machine, whichever workers end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from property_tests.engine.clusters import a_cluster
from verify.processes.store import Store
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


def attacked(module, workers, fresh=True):
    statement = discover([module], alone=True).find("Z-1")
    found = attacking.falsify(statement, samples=200, workers=workers, fresh=fresh)
    return {name: (o.outcome, dict(o.evidence), o.reason) for name, o in found.items()}


@pytest.mark.long
def test_a_run_and_an_attack_come_to_the_same_with_one_two_and_four_workers(module, tmp_path):
    here, local = ran(module), attacked(module, Workers(1, (str(module),)))
    with a_cluster(tmp_path, 1) as cluster:
        for more in (0, 1, 2):
            cluster.add(more)
            there = ran(module, cluster.executor)
            assert there.digest == here.digest
            workers = Workers(1, (str(module),), cluster.executor)
            assert attacked(module, workers) == local
        assert len(cluster.alive) == 4


@pytest.mark.long
def test_nothing_is_lost_or_kept_twice_though_ten_workers_are_killed(module, tmp_path, monkeypatch):
    written: Counter[str] = Counter()
    write = Store.write

    def counted(self, key, value):
        written[key] += 1
        return write(self, key, value)

    random = Random(20261128)
    statement = discover([module], alone=True).find("Z-1")
    asked = {"samples": 4000, "seed": 1, "only": "coin", "fresh": True}
    here = attacking.falsify(statement, **asked)["coin"]
    with a_cluster(tmp_path, 2) as cluster, monkeypatch.context() as patched:
        patched.setattr(Store, "write", counted)
        at = set(random.sample(range(1, 16), 10))

        def progress(done, _):
            if done in at:
                cluster.kill(random.choice(cluster.alive))
                cluster.add(1)

        workers = Workers(1, (str(module),), cluster.executor)
        found = attacking.falsify(statement, workers=workers, progress=progress, **asked)
        there = found["coin"]
        killed = len(cluster.workers) - len(cluster.alive)
    assert killed == 10
    assert (there.outcome, there.evidence) == (here.outcome, here.evidence)
    assert len(written) == 16 and set(written.values()) == {1}
