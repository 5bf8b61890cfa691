"""What the checker knows of signs, zeros and logarithms, as (sign, not zero) of each term."""

from typing import Any

import pytest

from property_tests.engine.checker_words import *
from verify.checker import check
from verify.checker.facts import prepared
from verify.checker.normalising import Scope
from verify.checker.parsing import fact, indices_of, term
from verify.checker.polynomials import frozen
from verify.checker.signs import log_of
from verify.checker.trees import Tree

Term = Any
MORE, LEAST, APART = known(">", a), known(">=", a), known("!=", a)
MORE_B, LEAST_B, LESS_B, APART_B = (known(s, b) for s in (">", ">=", "<", "!="))
FROM_ONE, OVER_ONE, NOT_TWO = known(">=", a, ONE), known(">", a, ONE), known("!=", a, num(2))
c, d = item("c", "i"), item("d", "i")
EACH, ANY = known(">", item("c", "q"), q="tokens"), known(">=", item("c", "q"), q="tokens")
APARTS = known("!=", item("c", "q"), q="tokens")
sum_c, sum_all = add(a, b), total(item("c", "j"), ("j", ALL))
seen = ["member", "M", "i", "i"]
LARGE = num(10**13)


def minus(of: Term) -> Term:
    return mul(num(-1), of)


KNOWN = {
    "a number": (num(3), (1, True)),
    "a negative number": (num(-2), (-1, True)),
    "zero": (ZERO, (1, False)),
    "nothing": (a, (0, False)),
    "positive": (a, (1, True), MORE),
    "minus positive": (mul(num(-2), a), (-1, True), MORE),
    "not negative": (a, (1, False), LEAST),
    "minus not negative": (minus(a), (-1, False), LEAST),
    "not zero": (a, (0, True), APART),
    "between zero and zero": (a, (1, False), LEAST, known("<=", a)),
    "between zero and zero, turned": (a, (1, False), known("<=", a), LEAST),
    "minus what is zero": (minus(a), (1, False), LEAST, known("<=", a)),
    "from one": (a, (1, True), FROM_ONE),
    "one less": (sub(a, ONE), (1, False), FROM_ONE),
    "one more": (add(a, ONE), (1, True), FROM_ONE),
    "two less": (sub(a, num(2)), (0, False), FROM_ONE),
    "one without it": (sub(ONE, a), (-1, False), FROM_ONE),
    "doubled": (sub(mul(num(2), a), num(2)), (1, False), FROM_ONE),
    "over one": (sub(a, ONE), (1, True), OVER_ONE),
    "one without what is over one": (sub(ONE, a), (-1, True), OVER_ONE),
    "not two": (sub(a, num(2)), (0, True), NOT_TWO),
    "not two, otherwise": (a, (0, False), NOT_TWO),
    "not two, one less": (sub(a, ONE), (0, False), NOT_TWO),
    "at most one": (a, (0, False), known("<=", a, ONE)),
    "at most minus one": (a, (-1, True), known("<=", a, num(-1))),
    "square": (raised(a, 2), (1, False)),
    "square of what is not zero": (raised(a, 2), (1, True), APART),
    "cube": (raised(a, 3), (0, False)),
    "cube of what is positive": (raised(a, 3), (1, True), MORE),
    "cube of what is negative": (raised(b, 3), (-1, True), LESS_B),
    "fourth power, below": (raised(a, -4), (1, True), APART),
    "inverse": (raised(a, -1), (0, True), APART),
    "inverse of what is positive": (raised(a, -1), (1, True), MORE),
    "inverse of what is negative": (raised(b, -1), (-1, True), LESS_B),
    "product": (mul(a, b), (1, True), MORE, MORE_B),
    "product of two signs": (mul(a, b), (-1, True), MORE, LESS_B),
    "minus a product of two signs": (mul(num(-3), a, b), (1, True), MORE, LESS_B),
    "product, one zero": (mul(a, b), (1, False), MORE, LEAST_B),
    "product, one unknown": (mul(a, b), (0, False), MORE),
    "product of what is not zero": (mul(a, b), (0, True), MORE, APART_B),
    "a fact on a product": (mul(a, b), (1, True), known(">=", mul(a, b)), APART, APART_B),
    "a fact that it is not zero": (mul(a, b), (1, True), known("!=", mul(a, b)), LEAST, LEAST_B),
    "sum": (sum_c, (1, False), LEAST, LEAST_B),
    "sum with what is positive": (sum_c, (1, True), LEAST, MORE_B),
    "minus a sum": (minus(sum_c), (-1, True), LEAST, MORE_B),
    "sum of two signs": (sum_c, (0, False), MORE, LESS_B),
    "sum of what is not zero": (sum_c, (0, False), APART, APART_B),
    "sum with a number": (add(mul(a, b), ONE), (1, True), LEAST, LEAST_B),
    "sum with an unknown": (sum_c, (0, False), MORE),
    "fact on a sum": (sum_c, (1, True), known(">=", sum_c), known("!=", sum_c)),
    "fact on a sum, and its terms": (sum_c, (1, True), known("!=", sum_c), LEAST, LEAST_B),
    "common factor": (sub(mul(a, b), mul(a, t)), (1, True), MORE, known(">", b, t)),
    "negative common factor": (sub(mul(b, a), mul(b, t)), (-1, True), LESS_B, known(">", a, t)),
    "common factor, the other negative": (
        sub(mul(a, b), mul(a, t)), (-1, True), MORE, known("<", b, t),
    ),
    "common factor, one zero": (sub(mul(a, b), mul(a, t)), (1, False), LEAST, known(">", b, t)),
    "common factor, not zero": (sub(mul(a, b), mul(a, t)), (0, True), APART, known("!=", b, t)),
    "common factor, a fact": (
        sub(mul(a, b), mul(a, t)), (1, True),
        known(">=", sub(mul(a, b), mul(a, t))), APART, known("!=", b, t),
    ),
    "pi": (PI, (1, True)),
    "more than three": (sub(PI, num(3)), (1, True)),
    "less than four": (sub(PI, num("7/2")), (0, False)),
    "size": (["size", "tokens"], (1, True)),
    "one less than a size": (sub(["size", "heads"], ONE), (1, False)),
    "exponential": (exp(minus(a)), (1, True)),
    "mask": (seen, (1, False)),
    "delta": (["delta", "i", "j"], (1, False)),
    "before": (sub(ZERO, ["delta", "i", "j"]), (-1, False)),
    "entry": (c, (1, True), EACH),
    "entry of another": (d, (0, False), EACH),
    "total": (sum_all, (1, True), EACH),
    "total of what may be zero": (sum_all, (1, False), ANY),
    "total of what is not zero": (sum_all, (0, False), APARTS),
    "inverse of a total": (raised(sum_all, -1), (1, True), EACH),
    "square norm": (inner(X, X), (1, False)),
    "minus a square norm": (minus(inner(X, X)), (-1, False)),
    "inner product": (inner(X, ["vector_symbol", "Y"]), (0, False)),
    "root": (raised(sum_c, "1/2"), (1, True), LEAST, MORE_B),
    "inverse of a sum": (raised(sum_c, -1), (1, True), LEAST, MORE_B),
    "inverse of a negative sum": (raised(sub(b, a), -1), (-1, True), MORE, LESS_B),
    "inverse square of a sum": (raised(sub(b, a), -2), (1, True), known("!=", a, b)),
    "product with a root": (mul(a, raised(sum_c, "1/2")), (1, True), MORE, MORE_B),
    "choice": (["binomial", b, a], (1, False)),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN)
def test_no_more_and_no_less_is_known_of_a_term(name):
    of, wanted, *facts = KNOWN[name]
    indices = indices_of({"i": "tokens", "j": "tokens"})
    reader = prepared([fact(each, indices) for each in facts], {}, Scope())
    assert reader.known(reader.read(term(of, "s", indices), Scope())) == wanted


def test_what_is_not_known_to_be_positive_stays_inside_a_logarithm():
    product = {(Tree("symbol", "a"), Tree("symbol", "b")): 1}
    reader = prepared([fact(known(">", mul(a, b)), {})], {}, Scope())
    assert reader.log(product) == log_of(product)
    assert log_of(product) == {(Tree("log", "", frozen(product)),): 1}


BOTH = (MORE, MORE_B)
NINE = log(num("9/8"))
larger = known(">", b, a)
TRUE = {
    "a large number": identity(exp(log(LARGE)), LARGE),
    "two logarithms": identity(mul(log(LARGE), log(a)), mul(log(a), log(LARGE)), MORE),
    "the largest that is factored": identity(
        log(num(10**12)), add(mul(num(12), log(num(2))), mul(num(12), log(num(5))))
    ),
    "a fraction": identity(NINE, sub(mul(num(2), log(num(3))), mul(num(3), log(num(2))))),
    "a square": identity(["rate", raised(log(x), 2), STEP], mul(num(2), log(x), raised(x, -1)),
                         known(">", x)),
    "a negative coefficient first": identity(exp(log(sub(b, a))), sub(b, a), larger),
    "and a factor": identity(
        log(sub(mul(num(2), b), mul(num(2), a))), add(log(num(2)), log(sub(b, a))), larger
    ),
    "a root": identity(log(raised(sum_c, "1/2")), mul(num("1/2"), log(sum_c)), *BOTH),
    "an exponential of another base": identity(
        log(mul(a, ["power_of", num(3), t])), add(log(a), mul(t, log(num(3)))), MORE
    ),
    "a factor of a sum": identity(
        log(add(mul(raised(a, 3), b), raised(a, 2))),
        add(mul(num(2), log(a)), log(add(mul(a, b), ONE))), *BOTH,
    ),
    "a logarithm of a logarithm": identity(exp(log(log(a))), log(a), known(">", log(a)), MORE),
    "the root of a square with an index": identity(
        raised(raised(add(c, ONE), 2), "1/2"), add(c, ONE),
        known(">=", add(item("c", "q"), ONE), q="tokens"), tokens="i",
    ),
    "the root of twice a square": identity(
        raised(mul(num(4), raised(add(c, ONE), 2)), "1/2"), mul(num(2), add(c, ONE)),
        known(">=", add(item("c", "q"), ONE), q="tokens"), tokens="i",
    ),
    "the root of the square of a square norm": identity(
        raised(raised(inner(X, X), 2), "1/2"), inner(X, X)
    ),
    "the root of a fourth power": identity(
        raised(raised(a, 4), "1/2"), mul(num(1), raised(a, 2)), LEAST
    ),
    "the root of a number and a square": identity(
        raised(mul(num("9/4"), raised(a, 2)), "1/2"), mul(num("3/2"), a), LEAST
    ),
    "the root of a negative power": identity(raised(raised(a, -2), "1/2"), raised(a, -1), MORE),
    "the root of twice a number": identity(
        mul(raised(num(8), "1/2"), raised(num(8), "1/2")), num(8)
    ),
}  # fmt: skip
FALSE = {
    "two primes": identity(log(num(2)), log(num(3))),
    "the root of what is positive": identity(raised(sum_c, "1/2"), ZERO, known(">", sum_c)),
    "the root of more than a square": identity(
        raised(add(raised(sum_c, 2), ONE), "1/2"), sum_c, known(">=", sum_c)
    ),
    "the root of minus what is not positive": identity(
        raised(raised(sum_c, 2), "1/2"), sum_c, known("<=", sum_c)
    ),
    "two large numbers": identity(log(LARGE), log(num(10**13 + 1))),
    "a large number": identity(exp(log(LARGE)), ZERO),
    "a fraction": identity(NINE, add(mul(num(2), log(num(3))), mul(num(3), log(num(2))))),
    "a square": identity(["rate", raised(log(x), 2), STEP],
                         mul(num(2), sub(log(x), ONE), raised(x, -1)), known(">", x)),
    "turned": identity(exp(log(sub(b, a))), sub(a, b), larger),
    "a factor": identity(log(sub(mul(num(2), b), mul(num(2), a))), log(sub(b, a)), larger),
    "a root": identity(log(raised(sum_c, "1/2")), log(sum_c), *BOTH),
    "an inverse": identity(log(raised(sum_c, -1)), log(sum_c), *BOTH),
    "a factor of a sum": identity(
        log(add(mul(raised(a, 3), b), raised(a, 2))),
        add(mul(num(2), log(a)), log(add(mul(raised(a, 2), b), ONE))), *BOTH,
    ),
    "the root of a square with an index": identity(
        raised(raised(add(c, ONE), 2), "1/2"), sub(ZERO, add(c, ONE)),
        known(">=", add(item("c", "q"), ONE), q="tokens"), tokens="i",
    ),
    "the root of a square elsewhere": identity(
        raised(raised(add(d, ONE), 2), "1/2"), add(d, ONE),
        known(">=", add(item("c", "q"), ONE), q="tokens"), tokens="i",
    ),
    "the root of minus a square": identity(raised(sub(ZERO, raised(a, 2)), "1/2"), a, LEAST),
    "the root of a number and a square": identity(
        raised(mul(num("9/4"), raised(a, 2)), "1/2"), mul(num("3/4"), a), LEAST
    ),
    "a strict sign of a sum that may vanish": positive(">", sum_c, LEAST, LEAST_B),
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
