"""What is drawn depends on the claim and the seed, never on what else this process has read."""

from __future__ import annotations

import random
import sys
from types import ModuleType

import pytest
from hypothesis import core
from hypothesis.internal.conjecture import providers

from verify.methods import sampling
from verify.methods.drawing import chance_seeded_once, without_numbers_of_modules
from verify.statements.discovery import discover


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
