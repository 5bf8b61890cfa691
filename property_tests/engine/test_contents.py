"""What a thing is: things have one content only if nothing that decides can tell them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from verify.language.index_sets import tokens
from verify.statements.contents import Opaque, content_of

# ------------------------------------------------------------------ what things are


def test_one_thing_twice_is_not_two_things_that_look_alike():
    i, j, other = tokens.any("i"), tokens.any("j"), tokens.any("i")
    assert content_of(i, i) != content_of(i, other)
    assert content_of(i, j) == content_of(other, tokens.any("j"))


@pytest.mark.parametrize("pair", [
    (1, True), (1, "1"), (1, 1.0), (0.0, -0.0), ("", None), ((1, 2), [1, 2]), ({1: 2}, {2: 1}),
    ([[1], 2], [[1, 2]]), (lambda: 1, lambda: 2), (lambda x: x, lambda x, y=1: x),
    ({1, 2}, {1, 3}), (10**5000, 10**5000 + 1), (b"a", "a"),
])  # fmt: skip
def test_different_things_have_different_contents(pair):
    one, other = pair
    assert content_of(one) != content_of(other)
    assert content_of(one) == content_of(one)


def test_sets_have_no_order():
    words = [f"word {k}" for k in range(50)]
    assert content_of(set(words)) == content_of(set(reversed(words)))


def test_what_cannot_be_described_is_opaque():
    import flint

    with Path(__file__).open(encoding="utf-8") as file:
        for thing in ((k for k in range(3)), flint.arb(2), file):
            with pytest.raises(Opaque):
                content_of(lambda thing=thing: thing)


def test_functions_that_call_each_other_are_described():
    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n != 0 and even(n - 1)

    assert content_of(even) == content_of(even) != content_of(odd)
