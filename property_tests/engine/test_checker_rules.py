"""What the checker takes facts as: rules, words, signs and integers, each beside its neighbour."""

from itertools import pairwise
from typing import Any

import pytest

from property_tests.engine.checker_words import *
from verify import checker
from verify.checker import check

EACH, PAIR = {"q": "tokens"}, {"q": "tokens", "r": "tokens"}
A, B, C = (["operator", name, False] for name in "ABC")
c, d, w = (lambda *ks, name=name: item(name, *ks) for name in "cdw")
all_c, all_d = (total(item(name, "j"), ("j", ALL)) for name in "cd")


def equation(left: Term, right: Term, sorts: Any = EACH) -> Term:
    return ["equation", left, right, sorts]


def words(left: Term, right: Term) -> Term:
    return ["operator_equation", left, right, {}]


def product(*parts: Term) -> Term:
    out, *rest = parts
    for part in rest:
        out = ["product", out, part]
    return out


def scaled(by: Term, operator: Term) -> Term:
    return ["operator_scale", by, operator]


def form(left: Term, operator: Term, right: Term) -> Term:
    return inner(left, ["apply", operator, right])


def turned(operator: Term) -> Term:
    return ["transpose", operator]


def integer(of: Term) -> Term:
    return ["integer", of, ZERO, {}]


AROUND = equation(c("q"), add(c("q"), x))
HALVES = equation(mul(num(2), c("q")), ONE)
SPLIT = equation(add(all_c, a), b, {})
BOTH = equation(add(all_c, all_d), b, {})
ROOTED = equation(raised(c("q"), "1/2"), num(3))
BELOW = equation(raised(c("q"), -1), num(2))
NONZERO, LEAST = known("!=", c("q"), q="tokens"), known(">=", c("q"), q="tokens")
SWAP = words(turned(A), A)
COMMUTE = words(product(A, B), product(B, A))
TWICE = words(scaled(num(2), product(A, B)), C)
ratio, self_ratio = mul(x, raised(a, -1)), mul(a, raised(a, -1))
square_of_sum = add(add(raised(a, 2), mul(num(2), a, b)), raised(b, 2))
seen = ["member", "M", "i", "j"]
seen_back = ["member", "M", "j", "i"]
SYMMETRIC = equation(["member", "M", "q", "r"], ["member", "M", "r", "q"], PAIR)
THREE = equation(add(add(all_c, a), t), b, {})
SAME = equation(all_c, all_d, {})
MOVED = ["vector_equation", ["apply", A, X], Y, {}]
TURNED = words(turned(product(A, B)), product(A, B))
LETTER = words(A, product(B, C))
OTHERS = equation(
    total(raised(add(ONE, raised(mul(c("j"), w("q", "r"), w("r", "r")), 2)), -1), ("j", ALL)),
    ONE,
    PAIR,
)
WITHIN = equation(all_c, total(total(w("j", "k"), ("k", ALL)), ("j", ALL)), {})

TRUE = {
    # equations are rules before signs are read, and signs are learned as soon as they can be
    "equations first": positive(
        ">", a, known(">", mul(a, inner(yi, yi)), i="tokens"), UNIT, tokens="i"
    ),
    "a denominator first": positive(">", ratio, known(">", ratio), known("!=", a)),
    "a sum beside another term": identity(all_c, sub(b, a), SPLIT),
    "a sum beside two terms": identity(all_c, sub(sub(b, a), t), THREE),
    "one sum for another, as long": identity(all_c, all_d, SAME),
    "an image of a vector": identity(form(["vector_symbol", "Z"], A, X),
                                     inner(["vector_symbol", "Z"], Y), MOVED),
    "an image of a vector, further": identity(form(Y, product(B, A), X), form(Y, B, Y), MOVED),
    "a letter that is a word": identity(form(X, A, Y), form(X, product(B, C), Y), LETTER),
    "two sums leave both alone": identity(mul(all_c, a), mul(a, all_c), BOTH),
    "half an atom": identity(c("i"), num("1/2"), HALVES, tokens="i"),
    "the root of an atom": identity(c("i"), num(9), LEAST, ROOTED, tokens="i"),
    "an atom below is no rule": identity(c("i"), c("i"), NONZERO, BELOW, tokens="i"),
    "a rule that meets itself does no harm": identity(c("i"), c("i"), AROUND, tokens="i"),
    "a square": identity(raised(c("i"), 3), c("i"), equation(raised(c("q"), 2), ONE), tokens="i"),
    "a fourth power": identity(
        raised(c("i"), 5), mul(num(7), c("i")), equation(raised(c("q"), 4), num(7)), tokens="i"
    ),
    "a symmetric mask": identity(seen, seen_back, SYMMETRIC, tokens="ij"),
    "one sum for another": identity(
        mul(a, all_c), mul(total(w("i", "j"), ("i", ALL), ("j", ALL)), a), WITHIN
    ),
    "a symmetric operator": identity(form(X, A, Y), form(Y, A, X), SWAP),
    "and its transpose": identity(form(X, turned(A), Y), form(X, A, Y), SWAP),
    "two symmetric operators": identity(
        add(form(X, A, Y), form(X, B, Y)), add(form(Y, A, X), form(Y, B, X)),
        SWAP, words(turned(B), B),
    ),
    "operators that commute": identity(
        form(X, product(A, B), Y), form(X, product(B, A), Y), COMMUTE
    ),
    "their transposes": identity(
        form(X, product(turned(A), turned(B)), Y), form(X, product(turned(B), turned(A)), Y),
        COMMUTE,
    ),
    "a product of operators, scaled": identity(
        form(X, product(A, B), Y), mul(num("1/2"), form(X, C, Y)), TWICE
    ),
    "inside a longer one": identity(
        form(X, product(C, A, B, C), Y), mul(num("1/2"), form(X, product(C, C, C), Y)), TWICE
    ),
    "a scaled image": identity(
        form(X, product(A, B), Y), mul(a, form(X, C, Y)), words(product(A, B), scaled(a, C))
    ),
    "two terms in the image": identity(
        form(X, product(A, B), Y), add(form(X, C, Y), form(X, B, Y)),
        words(product(A, B), ["operator_add", C, B]),
    ),
    "a sum of operators is no rule": identity(
        form(X, A, Y), form(X, A, Y), words(["operator_add", A, B], C)
    ),
    "a scale by a symbol is no rule": identity(
        form(X, product(A, B), Y), form(X, product(A, B), Y),
        words(scaled(a, product(A, B)), C),
    ),
    "the identity is no rule": identity(form(X, A, Y), form(X, A, Y), words(["identity"], A)),
    "two semidefinite operators": positive(
        ">=", add(form(X, P, X), form(X, ["operator", "R", True], X)),
        quality("positive_semidefinite", P),
        quality("positive_semidefinite", ["operator", "R", True]),
    ),
    "factors in any order": identity(
        add(*(total(raised(add(ONE, raised(mul(c("m"), w(*ks), w(ks[1], ks[1])), 2)), -1),
                    ("m", ALL)) for ks in ("ij", "ji"))), num(2), OTHERS, tokens="ij",
    ),
    "an integer for every index": defined(
        upto(PLACE, c("i")), facts=[["integer", c("q"), ZERO, EACH]], tokens="i"
    ),
    "two integers": defined(upto(PLACE, add(a, b)), facts=[integer(a), integer(b)]),
    "the square of what is not zero": positive(">", square_of_sum, known("!=", add(a, b))),
    "the square of what is positive": positive(">", square_of_sum, known(">", add(a, b))),
    "the square of what may be zero": positive(">=", square_of_sum, known(">=", add(a, b))),
    "the root of a known square": identity(
        raised(square_of_sum, "1/2"), add(a, b), known(">=", add(a, b))
    ),
    "one more than a root": positive(
        ">", sub(raised(x, "1/2"), ONE), known(">=", x), known(">", raised(x, "1/2"), ONE)
    ),
    "a start that needs a fact": induction(
        upto(mul(self_ratio, PLACE), n), GAUSS, *NATURAL, known("!=", a)
    ),
    "a step that needs a fact": induction(
        upto(PLACE, n), mul(GAUSS, add(n, ONE), raised(add(n, ONE), -1))
    ),
    "vectors": identity(["vector_add", X, Y], ["vector_add", Y, X]),
    "vectors at the start": induction(["scale", n, X], ["scale", n, X]),
}  # fmt: skip

FALSE = {
    "a denominator that is never known": positive(">", ratio, known(">", ratio)),
    "a sum beside another term": identity(all_c, add(b, a), SPLIT),
    "a sum, without the term beside it": identity(all_c, b, SPLIT),
    "half an atom": identity(c("i"), num(2), HALVES, tokens="i"),
    "an atom that is halved": identity(c("i"), ONE, HALVES, tokens="i"),
    "the root of an atom": identity(c("i"), num(3), LEAST, ROOTED, tokens="i"),
    "an atom below": identity(c("i"), num(2), NONZERO, BELOW, tokens="i"),
    "a rule that meets itself": identity(c("i"), add(c("i"), x), equation(c("q"), d("q")),
                                         tokens="i"),
    "a square": identity(c("i"), ONE, equation(raised(c("q"), 2), ONE), tokens="i"),
    "a mask": identity(seen, seen_back, tokens="ij"),
    "one operator": identity(form(X, A, Y), form(Y, A, X)),
    "an image of another vector": identity(form(X, A, Y), inner(X, Y), MOVED),
    "the transpose of an image": identity(form(X, A, Y), inner(Y, Y), MOVED),
    "a symmetric product is not its letter": identity(
        form(X, product(A, B), Y), form(X, A, Y), TURNED
    ),
    "a letter that is a word is not symmetric": identity(form(X, A, Y), form(Y, A, X), LETTER),
    "a part of a sum of operators": identity(
        form(X, A, Y), form(X, C, Y), words(["operator_add", A, B], C)
    ),
    "symmetric, the other one": identity(form(X, B, Y), form(Y, B, X), SWAP),
    "a product, scaled": identity(form(X, product(A, B), Y), form(X, C, Y), TWICE),
    "a product, doubled": identity(form(X, product(A, B), Y), mul(num(2), form(X, C, Y)), TWICE),
    "one transposed": identity(
        form(X, product(turned(A), B), Y), form(X, product(B, turned(A)), Y), COMMUTE
    ),
    "in the other order": identity(form(X, product(B, A), Y), form(X, C, Y), TWICE),
    "an item without its indices": identity(c("i"), ONE, equation(c(), ONE), tokens="i"),
    "an item with its indices": identity(c(), ONE, equation(c("q"), ONE), tokens="i"),
    "an integer of another family": defined(
        upto(PLACE, d("i")), facts=[["integer", c("q"), ZERO, EACH]], tokens="i"
    ),
    "twice an integer": defined(upto(PLACE, a), facts=[integer(mul(num(2), a))]),
    "a sum of two integers": defined(upto(PLACE, a), facts=[integer(add(a, b))]),
    "twice a semidefinite operator": positive(
        ">=", form(X, P, X), quality("positive_semidefinite", scaled(a, P))
    ),
    "a sum of semidefinite operators": positive(
        ">=", form(X, P, X),
        quality("positive_definite", ["operator_add", P, ["operator", "R", True]]),
    ),
    "the square of what may be zero": positive(">", square_of_sum, known(">=", add(a, b))),
    "the root of a known square": identity(
        raised(square_of_sum, "1/2"), add(a, b), known("!=", add(a, b))
    ),
    "more than a root": positive(">", sub(x, ONE), known(">=", x), known(">", raised(x, "1/2"))),
    "a start that needs a fact": induction(upto(mul(self_ratio, PLACE), n), GAUSS),
    "vectors": identity(["vector_add", X, Y], ["vector_add", Y, Y]),
    "a vector and a scalar": identity(["zero"], ZERO),
    "a term in an unknown scope": cover(item("c", "i"), [[["0", "2"], ["0", "1"]]]),
    "a witness with an index": witness([[">=", x, t]], [["<", item("c", "i"), t]]),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_follows_from_a_fact_is_accepted(name):
    verdict = check(TRUE[name])
    assert verdict.accepted is True, verdict.reason


@pytest.mark.parametrize("name", FALSE)
def test_what_does_not_follow_is_refused(name):
    verdict = check(FALSE[name])
    assert verdict.accepted is False
    assert "malformed" not in verdict.reason


@pytest.mark.parametrize("kind", ["exhaustion", ["identity"], None, 1])
def test_a_kind_is_one_of_those_that_are_known(kind):
    verdict = check({**identity(ONE, ONE), "kind": kind})
    assert verdict.accepted is False
    assert "malformed" not in verdict.reason


def test_what_goes_wrong_in_the_checker_is_no_acceptance(monkeypatch):
    def broken(*_: Any) -> None:
        raise ValueError("x" * 1000)

    monkeypatch.setitem(checker.KINDS, "identity", broken)
    verdict = check(identity(ONE, ONE))
    assert verdict.accepted is False
    assert verdict.reason.startswith("malformed: ValueError: xxx")
    assert len(verdict.reason) <= 300


def test_what_is_nested_too_deeply_is_no_acceptance():
    rules = [equation(["symbol", left], ["symbol", right], {}) for left, right in ("ab", "ba")]
    assert check(identity(a, ONE, *rules)).accepted is False


@pytest.mark.parametrize(
    "boxes",
    [
        [[["0", "2"]]],
        [[["0", "2"], ["0", "1"], ["0", "1"]]],
        [[["0", "2", "3"], ["0", "1"]]],
        [[["0"], ["0", "1"]]],
    ],
)
def test_a_box_has_two_ends_for_each_variable(boxes):
    verdict = check(cover(ONE, boxes))
    assert verdict.accepted is False
    assert "malformed" not in verdict.reason


@pytest.mark.parametrize("turned", [False, True])
def test_an_equation_that_is_no_rule_still_has_a_sign_either_way(turned: bool) -> None:
    gap = sub(mul(a, b), ONE)
    gap = mul(num(-1), gap) if turned else gap
    assert accepted(positive(">=", gap, equation(mul(a, b), ONE, {})))
    assert not accepted(positive(">", gap, equation(mul(a, b), ONE, {})))
    assert not accepted(positive(">=", gap))


def test_no_one_is_chosen_in_one_way_and_fewer_than_none_in_none() -> None:
    everyone = ["size", "tokens"]
    assert accepted(identity(["binomial", everyone, ZERO], ONE))
    assert accepted(identity(["binomial", everyone, num(-1)], ZERO))
    assert not accepted(identity(["binomial", everyone, ZERO], ZERO))


def test_a_logarithm_is_brought_into_normal_form_where_an_index_is_renamed() -> None:
    chosen = total(mul(["delta", "i", "j"], log(add(item("p", "i"), item("p", "j")))), ("j", ALL))
    facts = [known(">", item("p", "q"), **EACH)]
    twice = add(log(num(2)), log(item("p", "i")))
    assert accepted(identity(chosen, twice, *facts, tokens="i"))
    assert not accepted(identity(chosen, log(item("p", "i")), *facts, tokens="i"))


def test_a_sum_over_five_indices_that_hang_together_is_brought_into_normal_form() -> None:
    def chain(*ks: str) -> Term:
        steps = mul(*(w(one, other) for one, other in pairwise(ks)))
        return total(steps, *((k, ALL) for k in ks))

    assert accepted(identity(chain("e", "f", "g", "h", "m"), chain("m", "h", "g", "f", "e")))
    assert not accepted(identity(chain("e", "f", "g", "h", "m"), chain("e", "f", "g", "h")))


def test_the_sign_of_what_is_put_is_that_at_the_value() -> None:
    """The author's grouping is followed into a formula where x has another value, not out of it."""
    there = [["x", b]]
    assert accepted(positive(">=", ["at", raised(add(x, a), 2), there]))
    assert accepted(positive(">=", ["at", mul(raised(x, 2), x), there], known(">=", b)))
    assert not accepted(positive(">=", ["at", mul(raised(x, 2), x), there], known(">=", x)))
