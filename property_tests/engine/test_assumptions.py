"""Every assumption: its instances satisfy its facts, its facts can fail, its phrase can be told."""

from __future__ import annotations

import inspect
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from property_tests.engine.assumption_cases import CASES, k, r
from verify import vocabulary
from verify.algebra.reading import TreeReader
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.language.expressions import Operator, Relation, Scalar
from verify.language.facts import Equation, constants, serialised
from verify.language.indices import Index
from verify.language.serialise import free_names
from verify.language.symbols import thing_of
from verify.language.walk import ordered
from verify.numerics.evaluate import value
from verify.numerics.exact import GrowingDraw, Instance, Unlucky
from verify.numerics.holding import fact_truth, growing_instances, kept_apart
from verify.numerics.matrices import transpose
from verify.numerics.number import Truth, Undefined
from verify.numerics.rational_matrices import rank
from verify.statements import assumptions
from verify.statements.assumption import Condition
from verify.vocabulary import distinct

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


@pytest.mark.parametrize("name", CASES)
def test_every_fact_can_be_written_into_a_claim(name):
    everything, _ = facts(name)
    for fact in everything:
        kind, *_, sorts = serialised(fact, free_names(ordered(constants(everything))))
        assert isinstance(kind, str)
        assert set(sorts.values()) <= {"tokens", "heads", "modes"}


@pytest.mark.parametrize("name", CASES)
def test_every_fact_is_one_that_the_algebra_can_read(name):
    theory = Theory()
    before = rule_count(theory)
    learn(TreeReader(theory), facts(name)[0])
    learned = rule_count(theory) + len(theory.unused) > before  # or it is told why not
    assert learned == any(isinstance(f, Equation) for f in facts(name)[0])


def rule_count(theory):
    rules = (theory.gram_rules, theory.vector_rules, theory.word_rules, theory.scalar_rules)
    return sum(map(len, (*rules, theory.sums.rules, theory.sums.sizes)))


@pytest.mark.parametrize("name", CASES)
def test_an_instance_gives_a_value_of_the_right_shape_to_all_it_introduces(name):
    for instance in drawn(name):
        for assumption in CASES[name]:
            made = assumption.introduces
            for part in made if isinstance(made, tuple) else (made,):
                if not isinstance(part, Condition) and part is not None:
                    assert shape_of(instance[part]) == wanted_shape(part, instance)
                if isinstance(part, Operator) and part.args[0].symmetric:
                    assert instance[part] == transpose(instance[part])


def shape_of(found):
    return [len(found), *shape_of(found[0])] if isinstance(found, list) else []


def wanted_shape(part, instance):
    if isinstance(part, Operator):
        return [instance.dimension, instance.dimension]
    thing = thing_of(part)
    sorts = getattr(thing, "sorts", ("tokens", "tokens") if type(thing).__name__ == "Mask" else ())
    vector = getattr(thing, "kind", "scalar") == "vector"
    return [instance.size(sort) for sort in sorts] + [instance.dimension] * vector


# ------------------------------------------------------------------ dimensions

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


def test_distinct_indices_count_one_less():
    (instance,) = growing_instances([r], tries=1)
    others = distinct(k, r.introduces)
    assert value(others.space.dimension, instance) == instance.dimension - 1
