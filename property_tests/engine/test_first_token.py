"""Token 1 comes before all others: what it sees is itself, in every method that reads sums."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import certificate, symbolic
from verify.vocabulary import *


def steps(given):
    x, w = given(any_vectors("x")), given(any_weights("w"))
    i = tokens.any("i")
    yield "Token 1 sees itself.", Identity(total(w[i, j] for j in tokens.up_to(1)), w[i, 1])
    yield (
        "So it does as a vector.",
        Identity(total(w[i, j] * x[j] for j in tokens.up_to(1)), w[i, 1] * x[1]),
    )
    yield "None is before it.", Identity(total(x[j] for j in tokens.before(1)), zero_vector())
    yield (
        "It is up to every token.",
        Identity(total(same(j, 1) * x[j] for j in tokens.up_to(i)), x[1]),
    )
    yield (
        "It is before all others.",
        Identity(total(same(j, 1) * w[j, i] for j in tokens.before(i)), (1 - same(i, 1)) * w[1, i]),
    )


DECLARED = lemma_of(steps).declared


@pytest.mark.parametrize("said", DECLARED.said, ids=lambda said: said.sentence)
def test_token_1_is_first(said):
    assert symbolic.decide(said).outcome == "proved"
    assert certificate.decide(said).outcome == "proved"
