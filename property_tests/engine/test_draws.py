"""What is drawn depends on the claim and the seed alone."""

import pytest

from verify.methods import sampling
from verify.methods.drawing import random_instances
from verify.statements.discovery import discover


@pytest.fixture(scope="module")
def made():
    return discover().find("A-2.1")


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
