"""Integers in arrays: signs are exact, and an instance's chance is its own."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verify.language.mistakes import Mistake
from verify.numerics.integer_arrays import WORDS, Cases, Chances, signs
from verify.steps.campaign import Campaign, conclude, decide, decide_block, key_of

LARGE = 2**62
wholes = st.one_of(st.integers(-LARGE, LARGE), st.integers(-3, 3))
terms = st.lists(st.lists(wholes, min_size=1, max_size=4), min_size=1, max_size=6)


@given(terms, st.integers(-2, 2))
@example([[LARGE, LARGE, LARGE, LARGE]], 1)
@example([[2**53 + 1], [-(2**53)]], -1)
@example([[0, LARGE]], 0)
def test_signs_are_exact_beside_where_sums_cancel(parts: Any, beside: int) -> None:
    cancelled = [*parts, *([[-part[0], *part[1:]] for part in parts] if len(parts) < 4 else [])]
    for given_terms in (parts, [*cancelled, [beside]]):
        exact = sum(map(prod, given_terms))
        arrays = [tuple(np.array([x, 1]) for x in term) for term in given_terms]
        found = signs(*arrays)
        assert found[0] == (exact > 0) - (exact < 0)
        assert found[1] == 1


def test_more_than_its_error_allows_is_refused() -> None:
    with pytest.raises(ValueError, match="up to 8 products of up to 4 factors"):
        signs((1, 1, 1, 1, np.array([1])))


def test_what_an_instance_draws_does_not_depend_on_the_others() -> None:
    def drawn(numbers: range) -> Any:
        chances = Chances(2**128 - 1, numbers)
        parts = (chances.whole(-3, 3), chances.one_of(5, 7, 9), chances.happens(1, 3))
        return np.stack([*parts, chances.below(1 + (np.arange(len(numbers)) >= 0))])

    whole = drawn(range(100))
    assert (drawn(range(40, 60)) == whole[:, 40:60]).all()
    assert set(whole[0].tolist()) == {*range(-3, 4)} and set(whole[1].tolist()) == {5, 7, 9}
    assert 20 < whole[2].sum() < 50


def test_chance_that_is_used_up_is_told() -> None:
    chances = Chances(0, range(2))
    for _ in range(WORDS):
        chances.below(2)
    with pytest.raises(Mistake, match=f"has {WORDS} words"):
        chances.below(2)


def dice(wrong: int = 7) -> Any:
    def together(key: int, numbers: Any) -> Cases:
        first = Chances(key, numbers).whole(1, 6)
        even = first % 2
        return Cases(first != wrong, first == 1, even, ("even", "odd"), [first],
                     lambda k: {"die": int(first[k])})  # fmt: skip

    return together


def test_a_campaign_of_arrays_is_one_of_single_instances() -> None:
    step = Campaign(together=dice(), needs=("even", "odd"))
    found = decide(step, "dice", profile="ci")
    assert found.outcome == "sampled" and found.evidence["instances"] == 2000
    assert set(found.evidence["kinds"]) == {"agrees:even", "agrees:odd"}
    assert 250 < found.evidence["boundary"] < 420
    parts = [decide_block(step, "dice", 0, range(*ends)) for ends in ((0, 700), (700, 2000))]
    again = conclude(step, parts, 0, 0.0)
    assert again.evidence["kinds"] == found.evidence["kinds"]


def test_what_differs_is_told_by_the_number_that_brings_it_back() -> None:
    step = Campaign(together=dice()).but_not("no four", together=dice(4)).twins[0].step
    assert isinstance(step, Campaign) and step.together is not None
    block = decide_block(step, "dice", 5, range(300))
    assert len(block["failures"]) == 3 and block["kinds"]["differs:even"] > 20
    number = block["failures"][0]["number"]
    assert step.together(key_of("dice", 5), range(number, number + 1)).tell(0) == {"die": 4}


def test_a_campaign_says_how_it_is_decided() -> None:
    with pytest.raises(Mistake, match="give either decide="):
        Campaign(name="neither")
