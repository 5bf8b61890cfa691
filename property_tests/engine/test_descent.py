"""False comparisons that random draws seldom meet are refuted by descent; true ones stand."""

from dataclasses import replace
from typing import Any

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import descent, refuting, sampling
from verify.statements.step import obligations
from verify.vocabulary import *

SEEDS = range(5)
CLOSE = Fraction(1, 10**6)


def motzkin(given: Given) -> Proof:
    x, y = given(any_scalar("x")), given(any_scalar("y"))
    gap = x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2 - Fraction(1, 1000)
    yield "almost nonnegative", Inequality(gap >= 0, because=gap)


def corner(given: Given) -> Proof:
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    given(that(a + b <= 1))
    given(that(a - b <= Fraction(1, 3)))
    gap = Fraction(66, 100) - a
    yield "false at a corner alone", Inequality(gap >= 0, because=gap)


def hole(given: Given) -> Proof:
    x, y = given(any_scalar("x")), given(any_scalar("y"))
    gap = (x - Fraction(37, 100)) ** 2 + (y + Fraction(13, 100)) ** 2 - Fraction(1, 10000)
    yield "false in a small disc", Inequality(gap >= 0, because=gap)


def angles(given: Given) -> Proof:
    u, v, z = (given(unit_vector(name)) for name in "uvz")
    gap = Fraction(99, 100) - ((u @ v) ** 2 + (v @ z) ** 2 + (u @ z) ** 2 - 2 * _product(u, v, z))
    yield "false where all are apart", Inequality(gap >= 0, because=gap)


def series(given: Given) -> Proof:
    x = given(positive_scalar("x"))
    gap = 1 + x + x**2 / 2 + x**3 - exp(x)
    yield "false far out", Inequality(gap >= 0, because=gap)


def line(given: Given) -> Proof:
    x, y, z = (given(any_scalar(name)) for name in "xyz")
    on = [equals(x, 3 * y), equals(y, 2 * z)]
    yield "false on a line that no draw meets", Inequality(x <= 2, because=2 - x, where=on)


def true_angles(given: Given) -> Proof:
    u, v, z = (given(unit_vector(name)) for name in "uvz")
    gap = 1 - (u @ v) ** 2 - (v @ z) ** 2 - (u @ z) ** 2 + 2 * _product(u, v, z)
    yield "a Gram determinant", Inequality(gap >= 0, because=gap)


def true_apart(given: Given) -> Proof:
    y = given(unit_tokens("y"))
    i, k = tokens.any("i"), tokens.any("k")
    given(distinct(i, k))
    gap = 1 - y[i] @ y[k]
    yield (
        "under a condition",
        Inequality(gap > 0, because=gap, where=[y[i] @ y[k] <= Fraction(1, 2)]),
    )
    top = y[i] @ y[k] + 1
    yield (
        "and one for all",
        Inequality(top >= 0, because=top, where=[every(lambda j: y[j] @ y[i] >= 0)]),
    )


def _product(u: Any, v: Any, z: Any) -> Scalar:
    return (u @ v) * (v @ z) * (u @ z)


def _lowest(proof: Any, seed: int, evaluations: int) -> list[Any]:
    made = lemma_of(proof)
    sizes = sampling.sizes_for(made.declared.said[0], 4)
    return [
        descent.descend(said, obligations(said), sizes, evaluations, seed)
        for said in made.declared.said
    ]


@pytest.mark.parametrize("proof", [motzkin, corner, angles, series, hole, line])
def test_a_false_comparison_is_refuted_from_most_seeds(proof: Any) -> None:
    found = [_lowest(proof, seed, 2000)[0] for seed in SEEDS]
    assert sum(instance is not None for instance in found) >= 3


@pytest.mark.parametrize("proof", [true_angles, true_apart])
@pytest.mark.long
def test_a_true_comparison_stands(proof: Any) -> None:
    assert all(instance is None for seed in SEEDS for instance in _lowest(proof, seed, 300))


def test_sampling_descends_where_it_is_asked_to() -> None:
    made = lemma_of(hole)
    said = made.declared.said[0]
    drawn = sampling.decide(made, said, count=4, seed=2)
    followed = sampling.decide(made, said, count=4, seed=2, descent=4000)
    assert (drawn.outcome, followed.outcome) == ("sampled", "refuted")


def six_numbers(given: Given) -> Proof:
    a = given(coefficients("a"))
    whole, squares = total(a[j] for j in tokens), total(a[j] ** 2 for j in tokens)
    gap = 7 * squares - whole**2
    true = Inequality(gap + whole**2 >= 0, because=7 * squares)
    yield "true", true.but_not("false at eight tokens", claim=gap >= 0)


def test_a_claim_that_first_fails_at_eight_tokens_is_refuted() -> None:
    made = lemma_of(six_numbers)
    said = made.declared.said[0]
    false = replace(said, step=said.step.twins[0].step)
    sizes = sampling.sizes_for(false, 4)
    found = descent.descend(false, obligations(false), sizes, 10_000, 0)
    assert found is not None and found.tokens == 8


def test_a_twin_that_no_instance_refutes_is_followed_downhill(monkeypatch: Any) -> None:
    def proof(given: Given) -> Proof:
        x = given(any_scalar("x"))
        off = (x - Fraction(37, 100)) ** 2
        yield "true", Inequality(off >= 0, because=off).but_not("off", claim=off >= CLOSE)

    made = lemma_of(proof)
    said = made.declared.said[0]
    found = refuting.refute_twin(said, said.step.twins[0])
    assert found.refuted and Fraction(found.witness["where the gap is"]) < 0
    monkeypatch.setattr(refuting, "DOWNHILL", 0)
    assert not refuting.refute_twin(said, said.step.twins[0]).refuted


def test_a_mutant_that_no_instance_refutes_is_followed_downhill(monkeypatch: Any) -> None:
    def proof(given: Given) -> Proof:
        x = given(any_scalar("x"))
        off = (x - Fraction(37, 100)) ** 2 - CLOSE
        far = given(that(off >= 0))
        yield "as assumed", Inequality(off >= 0, because=off)
        yield mutant("near, too", drop=far)

    made = lemma_of(proof)
    (dropped,) = made.declared.mutants
    found = refuting.refute_mutant(made.declared.said, dropped)
    assert found.refuted and found.step == made.declared.said[0].name
    assert abs(Fraction(found.witness["x"]) - Fraction(37, 100)) < Fraction(1, 10**3)
    monkeypatch.setattr(refuting, "DOWNHILL", 0)
    assert not refuting.refute_mutant(made.declared.said, dropped).refuted
