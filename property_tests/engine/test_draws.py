"""What is drawn depends on the claim and the seed, never on what else this process has read."""

from __future__ import annotations

import io
import random
import sys
from importlib.util import cache_from_source
from pathlib import Path
from types import ModuleType

import pytest
import sympy
from hypothesis import core
from hypothesis.internal.conjecture import providers

from verify.methods import sampling
from verify.methods.drawing import chance_seeded_once, without_numbers_of_modules
from verify.running.deciding import perform
from verify.running.tasks import tasks_for
from verify.running.watching import watched
from verify.statements.discovery import discover
from verify.statements.sources import is_installed


@pytest.fixture(autouse=True)
def quiet():
    """What was heard before a test is forgotten in it, and what is heard in it after it."""
    with watched() as heard:
        heard.clear()
    yield
    heard.clear()


@pytest.fixture(scope="module")
def made():
    return discover().find("A-2.1")


def instances(made):
    """Return the instances that hypothesis draws for a step, as text."""
    told = []
    sampling.search(
        made.declared.said[0], lambda one: told.append(str(one.describe())), count=200, seed=1
    )
    return told


def test_numbers_of_loaded_modules_are_not_drawn(made, tmp_path, monkeypatch):
    before = instances(made)
    path = tmp_path / "numbers.py"
    path.write_text("\n".join(f"n{k} = {k * 7919}" for k in range(500)))
    module = ModuleType("numbers_of_another_module")
    module.__file__ = str(path)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert instances(made) == before


def test_hypothesis_is_left_as_it_was():
    before = vars(providers.HypothesisProvider)["_local_constants"]
    with pytest.raises(ValueError, match="inside"), without_numbers_of_modules():
        assert vars(providers.HypothesisProvider)["_local_constants"] is not before
        raise ValueError("inside")
    assert vars(providers.HypothesisProvider)["_local_constants"] is before


def test_chance_is_seeded_once_for_all_instances_and_left_as_it_was():
    seeded, state = core.deterministic_PRNG, random.getstate()
    with pytest.raises(ValueError, match="inside"), chance_seeded_once():
        drawn = [random.random(), random.random()]
        with core.deterministic_PRNG():
            assert random.random() not in drawn
        raise ValueError("inside")
    assert core.deterministic_PRNG is seeded
    assert random.getstate() == state
    with chance_seeded_once():
        assert [random.random(), random.random()] == drawn


def test_a_decision_of_ours_reads_nothing(made):
    methods = ("symbolic", "certificate", "enclosure", "sampling")
    for task in tasks_for(made, methods, "quick", 0):
        assert "not kept" not in perform(made, task)


# ------------------------------------------------------------------ what is heard


@pytest.mark.parametrize(("source", "kept"), [(sympy.__file__, True), (__file__, False)])
def test_a_module_compiled_elsewhere_is_as_installed_as_its_source(
    source, kept, tmp_path, monkeypatch
):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    compiled = Path(cache_from_source(source))
    compiled.parent.mkdir(parents=True)
    written = Path(f"{compiled}.1403457")
    compiled.touch()
    with watched() as heard:
        compiled.read_bytes()
        written.touch()
        assert (heard == []) is kept


def test_a_file_that_is_read_is_heard_from_then_on(tmp_path):
    path = tmp_path / "data.txt"
    path.write_text("1")  # outside, nobody listens
    with watched() as heard:
        assert not heard
        path.read_text()
        assert heard == [f"read the file {path}"]
    with watched() as later:
        assert later == [f"read the file {path}"]  # what was read may be remembered


def test_a_file_that_is_read_by_its_path_without_a_buffer_is_heard(tmp_path):
    path = tmp_path / "data.txt"
    path.write_text("1")
    with watched() as heard:
        with io.FileIO(path) as file:
            file.read()
        assert heard == [f"read the file {path}"]


def test_a_process_that_is_started_is_heard():
    import subprocess

    with watched() as heard:
        subprocess.run([sys.executable, "-c", ""], check=True)
    assert heard[0].startswith(("asked ", "read the file /dev/null"))


def test_what_is_installed_is_told_from_what_is_not():
    import json

    import proofs
    import verify.language.expressions as ours
    import verify.render.words as telling

    assert all(is_installed(module.__file__) for module in (json, sympy, ours))
    assert not any(is_installed(module.__file__) for module in (proofs, telling))
    assert not is_installed(__file__) and not is_installed("data.txt")
