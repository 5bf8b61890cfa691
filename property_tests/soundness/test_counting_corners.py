"""Rules of counting that fail at 0: binomial coefficients, powers, large integers."""

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods import certificate, sampling, symbolic
from verify.methods.footing import footing
from verify.vocabulary import (
    Identity,
    Inequality,
    binomial,
    integer_scalar,
    integers,
    power,
    total,
)


def step(make, **least):
    """Return the lemma of one equation or comparison of integers with these least values."""

    def body(given):
        numbers = [given(integer_scalar(name, at_least=at)) for name, at in least.items()]
        yield "s", make(*numbers)

    return lemma_of(body)


def same(left, right):
    return Identity(left, right, name="s")


def pascal(N, s):
    return same(binomial(N, s), binomial(N - 1, s) + binomial(N - 1, s - 1))


def shifted(N, s):
    return pascal(N - 40, s - 7)


FALSE = {
    "Pascal's rule at 0": step(pascal, N=0, s=0),
    "at 40 and 7 alone": step(shifted, N=40, s=0),
    "none of fewer than none": step(lambda N: same(binomial(N - 1, 0), 1), N=0),
    "one of fewer than none": step(lambda N: same(binomial(N - 2, 1), N - 2), N=0),
    "all of fewer than none": step(lambda N: same(binomial(N - 3, N - 3), 1), N=0),
    "0 to the power 0": step(lambda N: same(power(0, N), 0), N=0),
    "a sum of no terms": step(
        lambda N: same(total(k * 0 + 1 for k in integers(1, N - 6)), N - 6), N=5),
    "a large power": step(lambda N: Inequality(power(2, N) <= 2**11, name="s"), N=0),
}  # fmt: skip

TRUE = {
    "Pascal's rule from 1 on": step(pascal, N=1, s=1),
    "and from where it begins": step(shifted, N=41, s=8),
    "absorption": step(lambda N, s: same((s + 1) * binomial(N, s + 1), (N - s) * binomial(N, s)),
                       N=0, s=0),
    "one of a number": step(lambda N: same(binomial(N, 1), N), N=0),
    "none of a number": step(lambda N: same(binomial(N, 0), 1), N=0),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_it_is_proved_by_no_method_and_refuted_by_sampling(name: str) -> None:
    lemma = FALSE[name]
    (said,) = lemma.declared.said
    assert symbolic.decide(said).outcome == "inconclusive"
    assert certificate.decide(said).outcome == "inconclusive"
    assert sampling.decide(lemma, said, count=8, seed=0).outcome == "refuted"
    assert footing(said).instance is None


@pytest.mark.parametrize("name", TRUE)
def test_a_true_one_is_proved_by_both_methods(name: str) -> None:
    lemma = TRUE[name]
    (said,) = lemma.declared.said
    assert symbolic.decide(said).outcome == "proved"
    assert certificate.decide(said).outcome == "proved"
    assert sampling.decide(lemma, said, count=2, seed=0).outcome == "sampled"


def test_the_difference_names_the_coefficients() -> None:
    (said,) = FALSE["Pascal's rule at 0"].declared.said
    assert "Binomial(N, s)" in symbolic.decide(said).reason
