"""What the checker takes to be positive, nonnegative or not zero is so in exact instances."""

from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any

import pytest

from property_tests.engine.checker_words import ALL, ONE, ZERO, inner, item
from verify.checker import check

EACH, PAIR = {"i": "tokens"}, {"i": "tokens", "j": "tokens"}
TOKENS = 3
yi, yj, u = ["vector_item", "y", "i"], ["vector_item", "y", "j"], ["vector_symbol", "u"]
less = {"b": ">=", "a": ">", "c": "!=", "e": "<", "f": "<="}


def minus(a: Any, b: Any) -> Any:
    return ["add", a, ["multiply", ["number", "-1"], b]]


def bounded(k: Any) -> Any:
    return ["add", ONE, ["multiply", ["symbol", "g"], item("z", k)]]


FACTS = [
    *([sign, ["symbol", name], ZERO, {}] for name, sign in less.items()),
    *([sign, item(name, "i"), ZERO, EACH] for name, sign in (("p", ">"), ("r", "!="), ("n", "<"))),
    [">=", ["symbol", "h"], ONE, {}],
    [">=", item("w", "i", "j"), ZERO, PAIR],
    ["<=", item("z", "i"), ["symbol", "h"], EACH],
    [">", bounded("i"), ZERO, EACH],
    ["!=", ["add", ["symbol", "g"], ["symbol", "c"]], ZERO, {}],
    [">", ["inner", u, yi], ZERO, EACH],
    ["<=", ["inner", yi, yj], ONE, PAIR],
    ["equation", inner(yi, yi), ONE, EACH],
]


class Signed:
    """An instance that satisfies the facts on signs; sums of numbers that are not 0 may vanish.

    It shares nothing with the checker: vectors are lists of two fractions, and sums are loops.
    """

    def __init__(self, random: Random) -> None:
        def q() -> Fraction:
            return Fraction(random.randint(-3, 3), random.randint(1, 2))

        def positive() -> Fraction:
            return abs(q()) + Fraction(1, 3)

        def circle() -> list[Fraction]:
            t = q()
            return [2 * t / (1 + t * t), (1 - t * t) / (1 + t * t)]

        tokens = range(TOKENS)
        g, h = q(), abs(q()) + 1
        start = q() or Fraction(1)
        c = start if start + g != 0 else -start
        self.symbols = {"a": positive(), "b": abs(q()), "c": c, "e": -positive()}
        self.symbols |= {"f": -abs(q()), "g": g, "h": h}
        z = [min(q(), h) for _ in tokens]
        self.items = {
            "p": [positive() for _ in tokens],
            "r": [q() or Fraction(1) for _ in tokens],
            "n": [-positive() for _ in tokens],
            "w": [[abs(q()) for _ in tokens] for _ in tokens],
            "z": [x if 1 + g * x > 0 else Fraction(0) for x in z],
            "M": [[random.randint(0, 1) for _ in tokens] for _ in tokens],
        }
        if random.random() < 0.5:
            self.items["r"] = [Fraction(1), Fraction(1), Fraction(-2)]
        self.u, y = [q(), q()], [circle() for _ in tokens]
        margins = [dot(self.u, x) for x in y]
        self.fits = 0 not in margins
        pairs = zip(margins, y, strict=True)
        self.families = {
            "x": [[q(), q()] for _ in tokens],
            "y": [[-a, -b] if m < 0 else [a, b] for m, (a, b) in pairs],
        }

    def members(self, span: Any, at: dict[str, int]) -> list[int]:
        kind, everyone = span[0], range(TOKENS)
        if kind == "all":
            return [*everyone]
        if kind == "but":
            return [t for t in self.members(span[1], at) if t != place(span[2], at)]
        limit = place(span[2], at)
        seen = self.items["M"][limit]
        fits = {
            "before": lambda t: t < limit,
            "up_to": lambda t: t <= limit,
            "seen": seen.__getitem__,
        }
        return [t for t in everyone if fits[kind](t)]

    def vector(self, t: Any, at: dict[str, int]) -> list[Fraction]:
        return self.u if t[0] == "vector_symbol" else self.families[t[1]][place(t[2], at)]

    def scalar(self, t: Any, at: dict[str, int]) -> Fraction:
        match t:
            case ["number", q]:
                return Fraction(q)
            case ["symbol", name]:
                return self.symbols[name]
            case ["size", _]:
                return Fraction(TOKENS)
            case ["item" | "member", name, *ks]:
                value = self.items[name]
                for k in ks:
                    value = value[place(k, at)]
                return Fraction(value)
            case ["delta", j, k]:
                return Fraction(place(j, at) == place(k, at))
            case ["add", a, b]:
                return self.scalar(a, at) + self.scalar(b, at)
            case ["multiply", a, b]:
                return self.scalar(a, at) * self.scalar(b, at)
            case ["inner", v, w]:
                return dot(self.vector(v, at), self.vector(w, at))
            case ["total", a, [[k, span]]]:
                values = (self.scalar(a, {**at, k: t}) for t in self.members(span, at))
                return sum(values, Fraction(0))
            case ["power", a, k]:
                x, exponent = self.scalar(a, at), Fraction(k)
                if exponent.denominator == 1:
                    return x ** int(exponent)
                root = isqrt(x.numerator * x.denominator)
                assert root**2 == x.numerator * x.denominator  # roots of squares only are drawn
                return Fraction(root, x.denominator) ** int(2 * exponent)
        raise AssertionError(t)


def place(k: Any, at: dict[str, int]) -> int:
    return k - 1 if isinstance(k, int) else at[k]


def dot(u: list[Fraction], v: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(u, v, strict=True)), Fraction(0))


def random_term(random: Random, ks: list[Any], depth: int) -> Any:
    i, j, bound = random.choice(ks), random.choice(ks), f"j{depth}'"
    chance = random.random()
    if depth == 0 or chance < 0.15:
        y = [["vector_item", name, k] for name in "yx" for k in (i, j)]
        return random.choice(
            [*(["symbol", name] for name in "abcefgh"), *(item(name, i) for name in "prnz"),
             item("w", i, j), ["member", "M", i, j], ["delta", i, j], ["size", "tokens"],
             ["number", str(random.randint(-1, 3))], ["inner", y[0], y[1]], ["inner", u, y[0]],
             ["inner", y[2], y[2]], ["inner", u, u], bounded(i),
             minus(["symbol", "h"], item("z", i)), ["add", ["symbol", "g"], ["symbol", "c"]],
             minus(ONE, ["inner", y[0], y[1]])]
        )  # fmt: skip
    first, second = random_term(random, ks, depth - 1), random_term(random, ks, depth - 1)
    if chance < 0.6:
        return [random.choice(["add", "multiply"]), first, second]
    if chance < 0.7:
        return ["power", first, random.choice(["2", "3", "-1", "-2"])]
    if chance < 0.8:
        return ["power", ["power", first, "2"], random.choice(["1/2", "-1/2"])]
    span = random.choice(
        [ALL, ALL, ["before", "tokens", i], ["up_to", "tokens", i], ["seen", "tokens", i, "M"],
         ["but", ALL, i]]
    )  # fmt: skip
    return ["total", random_term(random, [*ks, bound], depth - 1), [[bound, span]]]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.long
def test_signs_that_are_accepted_hold_in_every_instance(seed):
    random = Random(seed)
    models = [model for model in (Signed(random) for _ in range(40)) if model.fits]
    accepted = 0
    for _ in range(150):
        term = random_term(random, ["i", "k", 1], random.randint(1, 3))
        sign = random.choice([">", ">=", "!="])
        claim = {"schema": "verify.claim/2", "kind": "inequality", "facts": FACTS, "because": term}
        indices = {"i": "tokens", "k": "tokens"}
        verdict = check({**claim, "indices": indices, "relation": [sign, term, ZERO]})
        assert "malformed" not in verdict.reason, term
        accepted += verdict.accepted
        for model in models if verdict.accepted else ():
            for place in range(TOKENS**2):
                at = {"i": place // TOKENS, "k": place % TOKENS}
                x = model.scalar(term, at)  # a division by 0 would fail the test, too
                assert {">": x > 0, ">=": x >= 0, "!=": x != 0}[sign], (sign, term, x)
    assert accepted > 20


def sign(name: str, facts: list[Any], term: Any, relation: str) -> bool:
    """Return whether the checker takes a term to have a sign, for the term's own reason."""
    document = {"schema": "verify.claim/2", "kind": "inequality", "facts": facts, "because": term}
    verdict = check({**document, "indices": {"i": "tokens"}, "relation": [relation, term, ZERO]})
    assert "malformed" not in verdict.reason, (name, verdict.reason)
    return verdict.accepted


def test_waves_are_positive_on_half_a_turn_and_no_further():
    a, pi, half = ["symbol", "a"], ["pi"], ["number", "1/2"]
    sine, cosine = ["function", "sin", a], ["function", "cos", a]
    above, below = [">=", a, ZERO, {}], [">=", minus(pi, a), ZERO, {}]
    assert sign("half a turn", [above, below], sine, ">=")
    assert not sign("its ends", [above, below], sine, ">")
    assert sign("inside", [[">", *above[1:]], [">", *below[1:]]], sine, ">")
    assert not sign("one end alone", [above], sine, ">=")
    assert not sign("the other alone", [below], sine, ">=")
    quarter = ["multiply", half, pi]
    within = [[">", minus(quarter, a), ZERO, {}], [">", ["add", quarter, a], ZERO, {}]]
    assert sign("cosine", within, cosine, ">")
    assert not sign("cosine, one side", within[:1], cosine, ">")
    assert not sign("cosine on the sine's half", [above, below], cosine, ">=")


def test_a_sum_of_what_is_positive_is_positive_where_its_range_is_known_not_to_be_empty():
    span = ["seen", "tokens", "i", "M"]
    summed = ["total", ["function", "exp", item("z", "k")], [["k", span]]]
    seen = [">", ["total", ONE, [["k", span]]], ZERO, EACH]
    assert sign("some token is seen", [seen], summed, ">")
    up_to = ["total", summed[1], [["k", ["up_to", "tokens", "i"]]]]
    before = ["total", summed[1], [["k", ["before", "tokens", "i"]]]]
    assert sign("it is its own", [], up_to, ">") and not sign("the first", [], before, ">")
    assert sign("perhaps none", [], summed, ">=") and not sign("perhaps none", [], summed, ">")
