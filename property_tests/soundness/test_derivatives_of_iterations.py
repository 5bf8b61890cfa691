"""Derivatives of an iteration that an author writes are decided as those of the layers here are."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import certificate, sampling, symbolic
from verify.running.deciding import decide_step
from verify.running.tasks import Task
from verify.vocabulary import (
    Identity,
    any_vector,
    any_vectors,
    iteration,
    jacobian,
    norm,
    positive_scalar,
    tangent,
    tokens,
    total,
    unit_vector,
)

i = tokens.any("i")


def mean(times):
    def body(given):
        X, z, c = given(any_vectors("X")), given(any_vectors("z")), given(any_vector("c"))
        J = jacobian(iteration({X: lambda k: X[k] + total(X[j] for j in tokens)}), at=lambda _: c)
        right = z[i] + times * total(z[j] for j in tokens)
        yield "s", Identity(J(z)(i), right, name="s")

    return lemma_of(body)


def normalised(power):
    """Return the lemma of a layer that normalises, where all tokens are equal."""

    def body(given):
        X, z = given(any_vectors("X")), given(any_vectors("z"))
        v, c = given(unit_vector("v")), given(positive_scalar("c"))

        def moved(k):
            pulled = X[k] + c * total(X[j] for j in tokens)
            return pulled / norm(pulled)

        n = tokens.count
        length = (1 + c * n) ** power
        J = jacobian(iteration({X: moved}), at=lambda _: v)
        along = tangent(z[i] + c * total(z[j] for j in tokens), v)
        yield "s", Identity(J(z)(i), along / length, name="s")

    return lemma_of(body)


TASK = Task("X-1", "step", 0, ("sampling",), "quick", 0, ("outcomes",))


@pytest.mark.parametrize("power", [1, 2])
def test_a_normalised_iteration_has_the_derivative_of_a_layer(power: int) -> None:
    lemma = normalised(power)
    for said in lemma.declared.said:
        (outcome,) = decide_step(lemma, said, TASK)
        assert outcome.outcome == ("sampled" if power == 1 else "refuted")


@pytest.mark.parametrize("times", [1, 2])
def test_the_derivative_of_a_linear_iteration_is_itself(times: int) -> None:
    lemma = mean(times)
    (said,) = lemma.declared.said
    proved = "proved" if times == 1 else "inconclusive"
    assert symbolic.decide(said).outcome == certificate.decide(said).outcome == proved
    found = sampling.decide(lemma, said, count=4, seed=0).outcome
    assert found == ("sampled" if times == 1 else "refuted")
