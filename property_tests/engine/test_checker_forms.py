"""Normal forms of the checker: what is inside binders, waves, roots, signs and choices."""

from typing import Any

import pytest

from property_tests.engine.checker_words import *
from verify.checker import check

Term = Any
n, m = ["symbol", "n"], ["symbol", "m"]
POSITIVE = known(">", item("c", "q"), q="tokens")
SYMMETRIC = ["equation", item("w", "q", "r"), item("w", "r", "q"), {"q": "tokens", "r": "tokens"}]
SQUARE = ["equation", raised(item("c", "q"), 2), ONE, {"q": "tokens"}]
NONZERO = known("!=", item("c", "q"), q="tokens")
sine, cosine = function("sin", a), function("cos", a)


def over(body: Any, name: str) -> Term:
    """Return the sum over an index of body(that index)."""
    return total(body(name), (name, ALL))


def log(k: str, family: str = "c") -> Term:
    return function("log", item(family, k))


def choose(upper: str, lower: str) -> Any:
    return lambda k: ["binomial", item(upper, k), item(lower, k)]


def largest(outer: str, inner: str, op: str = "largest") -> Term:
    return [op, item("w", outer, inner), [[inner, ALL]]]


def series(k: str, last: Term) -> Term:
    body = function("exp", mul(item("c", k), ["place", "p"]))
    return ["total", body, [["p", ["integers", ZERO, last]]]]


def root(k: str, family: str = "c") -> Term:
    return raised(add(ONE, raised(item(family, k), 2)), "1/2")


def pairs(weight: Any) -> Term:
    """Return the sum over k < j of a weight of the two."""
    earlier = ["before", "tokens", "j"]
    return total(total(weight("j", "k"), ("k", earlier)), ("j", ALL))


whole, squares = over(lambda k: item("c", k), "j"), over(lambda k: raised(item("c", k), 2), "j")
of_two = pairs(lambda j, k: mul(item("c", j), item("c", k)))
of_ends = pairs(lambda j, k: mul(item("c", j), item("d", k)))
turned = pairs(lambda j, k: mul(item("d", j), item("c", k)))
both = mul(whole, over(lambda k: item("d", k), "j"))
diagonal = over(lambda k: mul(item("c", k), item("d", k)), "j")
three = ["power_of", num(3), x]
TRUE = {
    "pairs by squares": identity(mul(num(2), of_two), sub(raised(whole, 2), squares)),
    "pairs, and these turned": identity(add(of_ends, turned), sub(both, diagonal)),
    "logarithms under a sum": identity(over(log, "j"), over(log, "k"), POSITIVE),
    "choices under a sum": identity(over(choose("c", "d"), "j"), over(choose("c", "d"), "k")),
    "extremes under a sum": identity(
        over(lambda k: largest(k, "i"), "j"), over(lambda k: largest(k, "j"), "i")
    ),
    "sums over integers under a sum": identity(
        over(lambda k: series(k, n), "j"), over(lambda k: series(k, n), "k")
    ),
    "roots under a sum": identity(over(root, "j"), over(root, "k")),
    "a third of a logarithm": identity(
        function("exp", mul(num("1/3"), function("log", a))),
        function("exp", mul(function("log", a), num("1/3"))), known(">", a),
    ),
    "one token": identity(["delta", 1, 1], ONE),
    "two tokens": identity(["delta", 2, 1], ZERO),
    "an earlier token": identity(total(["delta", "j", 1], ("j", ["before", "tokens", 2])), ONE),
    "picked by a token": identity(over(lambda k: mul(["delta", k, 1], item("c", k)), "j"),
                                  item("c", 1)),
    "picked by an index": identity(over(lambda k: mul(["delta", "i", k], item("c", k)), "j"),
                                   item("c", "i"), tokens="i"),
    "squares of waves": identity(add(raised(sine, 2), raised(cosine, 2)), ONE),
    "fourth powers of waves": identity(
        raised(sine, 4), add(sub(ONE, mul(num(2), raised(cosine, 2))), raised(cosine, 4))
    ),
    "the slope of a power": identity(["rate", three, STEP], mul(function("log", num(3)), three)),
    "the slope of a product of powers": identity(
        ["rate", mul(x, three), STEP], mul(three, add(ONE, mul(x, function("log", num(3)))))
    ),
    "a diagonal entry of what is symmetric": identity(
        item("w", "i", "i"), item("w", "i", "i"), SYMMETRIC, tokens="i"
    ),
    "the inverse of a sign": identity(
        raised(item("c", "i"), -1), item("c", "i"), SQUARE, NONZERO, tokens="i"
    ),
    "the inverse cube of a sign": identity(
        raised(item("c", "i"), -3), item("c", "i"), SQUARE, NONZERO, tokens="i"
    ),
    "no factor": identity(raised(ZERO, 0), ONE),
    "no factor of a sum": identity(raised(sub(a, b), 0), ONE),
    "a quarter turn": identity(function("sin", mul(num("1/2"), ["pi"])), ONE),
    "two turns": identity(function("cos", mul(num(4), ["pi"])), ONE),
    "a quarter turn back": identity(function("sin", mul(num("-1/2"), ["pi"])), num(-1)),
}  # fmt: skip
FALSE = {
    "pairs with the diagonal": identity(mul(num(2), of_two), raised(whole, 2)),
    "pairs, and these turned": identity(add(of_ends, turned), both),
    "pairs and these turned": identity(of_ends, turned),
    "logarithms of others": identity(
        over(log, "j"), over(lambda k: log(k, "d"), "k"), POSITIVE,
        known(">", item("d", "q"), q="tokens"),
    ),
    "choices turned": identity(over(choose("c", "d"), "j"), over(choose("d", "c"), "k")),
    "extremes over the other index": identity(
        over(lambda k: largest(k, "i"), "j"),
        over(lambda k: ["largest", item("w", "j", k), [["j", ALL]]], "i"),
    ),
    "least and largest": identity(
        over(lambda k: largest(k, "i"), "j"), over(lambda k: largest(k, "i", "least"), "j")
    ),
    "sums to another integer": identity(
        over(lambda k: series(k, n), "j"), over(lambda k: series(k, m), "k")
    ),
    "roots of others": identity(over(root, "j"), over(lambda k: root(k, "d"), "k")),
    "a third of a logarithm": identity(
        function("exp", mul(num("1/3"), function("log", a))), a, known(">", a)
    ),
    "one token": identity(["delta", 1, 1], ZERO),
    "two tokens": identity(["delta", 2, 1], ONE),
    "picked by a token": identity(over(lambda k: mul(["delta", k, 1], item("c", k)), "j"),
                                  item("c", 2)),
    "squares of waves": identity(add(raised(sine, 2), raised(cosine, 2)), num(-1)),
    "a difference of squares of waves": identity(sub(raised(sine, 2), raised(cosine, 2)), ONE),
    "fourth powers of waves": identity(raised(sine, 4), sub(ONE, raised(cosine, 4))),
    "the slope of a power": identity(["rate", three, STEP], three),
    "a symmetric family": identity(item("w", "i", "i"), item("w", "j", "j"), SYMMETRIC,
                                   tokens="ij"),
    "the inverse of a sign": identity(raised(item("c", "i"), -1), ONE, SQUARE, NONZERO, tokens="i"),
    "no factor": identity(raised(ZERO, 0), ZERO),
    "a quarter turn": identity(function("sin", mul(num("1/2"), ["pi"])), ZERO),
    "half a turn": identity(function("cos", ["pi"]), ONE),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_a_true_document_is_accepted(name):
    verdict = check(TRUE[name])
    assert verdict.accepted, verdict.reason


@pytest.mark.parametrize("name", FALSE)
def test_a_false_document_is_refused(name):
    verdict = check(FALSE[name])
    assert not verdict.accepted
    assert "malformed" not in verdict.reason


def test_what_may_be_0_is_told_with_its_numbers():
    below = raised(mul(num("-3/2"), raised(x, 3)), -1)
    reason = check(identity(below, below)).reason
    assert reason == "nothing says that -3/2 x^3 is not zero"
