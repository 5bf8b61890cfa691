"""Every assumption: its instances satisfy its facts, its facts can fail, its phrase can be told."""

import inspect
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from property_tests.engine.assumption_cases import CASES
from verify import vocabulary
from verify.language.expressions import Relation, Scalar
from verify.language.indices import Index
from verify.numerics.evaluate import value
from verify.numerics.exact import GrowingDraw, Instance, Unlucky
from verify.numerics.holding import fact_truth, kept_apart
from verify.numerics.number import Truth, Undefined
from verify.numerics.rational_matrices import rank
from verify.statements import assumptions
from verify.statements.assumption import Condition

TRIES = 60
NOISE = tuple(Fraction(k, 2) for k in (0, 2, -2, 10, -5))


@cache
def drawn(name):
    """Instances of a case, without the check that a statement's instances go through."""
    found = []
    for number in range(TRIES):
        draw = GrowingDraw(number, 2 + number // 4)
        instance = Instance(draw.whole(1, 3), draw.whole(2, 3), draw.whole(1, 2))
        instance.apart = kept_apart(facts(name)[0])
        instance.assumed = tuple(facts(name)[0])
        try:
            for assumption in CASES[name]:
                assumption.generate(draw, instance)
        except Unlucky:
            continue
        found.append(instance)
    return found


def facts(name):
    found = [fact for assumption in CASES[name] for fact in assumption.facts]
    return found, kept_apart(found)


def test_every_constructor_has_a_case():
    """Every word of the vocabulary that makes an assumption, whatever module it is in."""
    words = {name.partition(",")[0] for name in CASES}
    assert words == {name for name, made in vars(vocabulary).items() if is_constructor(made)}


def is_constructor(made):
    return inspect.isfunction(made) and made.__module__.startswith(assumptions.__name__)


@pytest.mark.parametrize("name", CASES)
def test_every_instance_satisfies_every_fact(name):
    instances = drawn(name)
    assert len(instances) >= TRIES // 6
    everything, _ = facts(name)
    for instance in instances:
        for fact in everything:
            truth = fact_truth(fact, instance)
            assert truth is Truth.TRUE or (truth is Truth.UNKNOWN and has_parts_of_pi(instance)), (
                fact,
                instance,
            )


def has_parts_of_pi(instance):
    """Whether angles are multiples of pi here: balls cannot decide that one is at its bound."""
    return any(isinstance(found, Scalar) for found in instance.values.values())


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name][-1].facts])
def test_every_fact_can_fail(name):
    _, apart = facts(name)
    others = [fact for fact in apart if fact not in CASES[name][-1].facts]
    failed = set()
    for number, instance in enumerate(drawn(name)):
        for seed in range(6):
            noisy = with_noise(instance, Random(100 * number + seed))
            noisy = replace(noisy, apart=kept_apart(others))
            for place, fact in enumerate(CASES[name][-1].facts):
                try:
                    if fact_truth(fact, noisy) is Truth.FALSE:
                        failed.add(place)
                except Undefined:
                    continue
    assert failed == set(range(len(CASES[name][-1].facts)))


@pytest.mark.parametrize("name", CASES)
def test_a_bound_that_is_never_reached_is_strict(name):
    for fact in CASES[name][-1].facts:
        if isinstance(fact, Relation) and not fact.strict and fact.sign != "!=":
            strict = Relation(fact.left, "<" if fact.sign == "<=" else ">", fact.right)
            found = (fact_truth(strict, instance) for instance in drawn(name))
            assert any(truth is not Truth.TRUE for truth in found), fact


def with_noise(instance, random):
    """The same things with any values: what an assumption excludes is among them."""

    def noise(found):
        return [noise(part) for part in found] if isinstance(found, list) else random.choice(NOISE)

    changed = {
        thing: random.randrange(instance.dimension) if isinstance(thing, Index) else noise(found)
        for thing, found in instance.values.items()
    }
    return instance.replaced(changed)


@pytest.mark.parametrize("name", CASES)
def test_every_phrase_can_be_told(name):
    assumption = CASES[name][-1]
    shown = assumption.phrase.format(it="<it>", **{part: f"<{part}>" for part in assumption.about})
    assert shown.count("$") % 2 == 0
    single = not isinstance(assumption.introduces, tuple | Condition)
    assert ("<it>" in shown) == single
    assert all(f"<{part}>" in shown for part in assumption.about)
    assert shown.count("{") == shown.count("}")


LINEAR = ("any_scalar", "any_vector", "any_vectors", "coefficients", "covector", "orthogonal_to",
          "tangent_vector", "tangent_vectors", "zero_sum")  # fmt: skip


@pytest.mark.parametrize("name", LINEAR)
def test_a_linear_space_is_spanned_by_as_many_as_its_dimension(name):
    *about, last = CASES[name]
    for seed in range(8):
        draw = GrowingDraw(seed, 40)
        instance = Instance(draw.whole(1, 3), draw.whole(2, 3))
        for assumption in about:
            assumption.generate(draw, instance)
        rows = []
        for _ in range(12):
            last.generate(draw, instance)
            rows.append(flat(instance[last.introduces]))
        assert rank(rows) == value(last.space.dimension, instance)


def flat(found):
    return [entry for part in found for entry in flat(part)] if isinstance(found, list) else [found]
