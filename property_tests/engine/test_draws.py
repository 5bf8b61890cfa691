"""What is drawn depends on the claim and the seed, never on what else this process has read."""

import sys
from types import ModuleType

import pytest
from hypothesis.internal.conjecture import providers

from verify.methods import sampling
from verify.methods.drawing import random_instances, without_numbers_of_modules
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


def test_what_a_run_draws_depends_on_the_seed_alone(made):
    said = made.declared.said[0]
    drawn = [[one.describe() for one in random_instances(said, 20, seed)] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2] and len(drawn[0]) == 20


def test_a_contradiction_that_a_run_draws_is_shrunk(made):
    said, seen = made.declared.said[0], []

    def look(instance):
        seen.append(instance)
        if instance.dimension > 1:
            raise sampling.Contradiction(instance, {})

    found = sampling.attack_at_random(said, look, count=50, seed=1)
    numbers = [one for one in seen if one.dimension > 1]
    assert found is not None and found.instance.dimension == 2
    assert len(str(found.instance.describe())) <= min(len(str(n.describe())) for n in numbers)
