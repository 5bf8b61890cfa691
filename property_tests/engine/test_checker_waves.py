"""What the checker takes to be nonnegative or not 0 is so where sines and cosines are in it.

In normal forms a wave is a sum of two powers of e^i, so that atoms are complex numbers: the square
of one may be negative, and what has a sign is only what is real.
"""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from flint import arb, fmpq

from property_tests.engine.checker_words import *
from verify.checker import HERE, check, parsing
from verify.checker.facts import prepared
from verify.checker.polynomials import frozen
from verify.checker.trees import Refused

TOKENS = 3
EACH = {"i": "tokens"}
FACTS = [
    [">", ["symbol", "a"], ZERO, {}],
    [">", item("p", "i"), ZERO, EACH],
    [">=", ["symbol", "t"], ZERO, {}],  # an angle of at most half a turn
    ["<=", ["symbol", "t"], PI, {}],
]


class Turned:
    """A few angles and positive numbers, and enclosures of terms there."""

    def __init__(self, random: Random) -> None:
        def q(low: int) -> Fraction:
            return Fraction(random.randint(low, 12), random.randint(1, 4))

        self.symbols = {"a": q(1), "s": q(-12), "t": Fraction(random.randint(0, 31), 10)}
        self.items = {"x": [q(-12) for _ in range(TOKENS)], "p": [q(1) for _ in range(TOKENS)]}

    def value(self, t: Any, at: dict[str, int]) -> arb:
        match t:
            case ["number", q]:
                return arb(fmpq(*Fraction(q).as_integer_ratio()))
            case ["symbol", name]:
                return arb(fmpq(*self.symbols[name].as_integer_ratio()))
            case ["item", name, k]:
                return arb(fmpq(*self.items[name][at[k]].as_integer_ratio()))
            case ["pi"]:
                return arb.pi()
            case ["add", a, b]:
                return self.value(a, at) + self.value(b, at)
            case ["multiply", a, b]:
                return self.value(a, at) * self.value(b, at)
            case ["power", a, k]:
                x = self.value(a, at)
                return x ** int(k) if "/" not in k else x.sqrt()
            case ["function", name, a]:
                return getattr(self.value(a, at), name)()
            case ["total", a, [[name, _]]]:
                parts = (self.value(a, {**at, name: k}) for k in range(TOKENS))
                return sum(parts, arb(0))
        raise AssertionError(t)


def random_term(random: Random, scope: list[str], depth: int) -> Any:
    chance = random.random()
    if depth == 0 or chance < 0.1:
        leaves = [["symbol", "a"], ["symbol", "s"], ["symbol", "t"], num(random.randint(-1, 2))]
        leaves += [item(name, k) for name in ("x", "p") for k in scope]
        return random.choice(leaves)
    if chance < 0.35:
        angle = random_term(random, scope, random.choice((0, 0, depth - 1)))
        return function(random.choice(("sin", "cos")), angle)
    if chance < 0.55:
        sides = [random_term(random, scope, depth - 1) for _ in range(2)]
        return random.choice([add, sub, mul])(*sides)
    if chance < 0.72:
        return raised(random_term(random, scope, depth - 1), random.choice((2, 2, 2, 3)))
    if chance < 0.78:
        square = raised(random_term(random, scope, depth - 1), 2)
        return raised(add(square, ONE), random.choice(("-1", "-2", "1/2")))
    if chance < 0.82:
        inside = exp(random_term(random, scope, depth - 1))
        return random.choice([inside, log(add(ONE, inside))])
    name = f"j{depth}'"
    return ["total", random_term(random, [*scope, name], depth - 1), [[name, ALL]]]


def squares(random: Random) -> Any:
    """Return a difference or a sum of squares of sums, as those of cosines and of sines."""
    body = random_term(random, ["j1'"], 1)
    waves = [["total", mul(function(wave, body), random_term(random, ["j1'"], 0)), [["j1'", ALL]]]
             for wave in ("cos", "sin")]  # fmt: skip
    parts = [raised(wave, random.choice((2, 2, 4))) for wave in waves]
    random.shuffle(parts)
    return random.choice([add, sub, sub])(*parts)


def claim(sign: str, t: Any) -> dict[str, Any]:
    return {"schema": "verify.claim/2", "kind": "inequality", "indices": EACH, "facts": FACTS,
            "relation": [sign, t, ZERO], "because": t}  # fmt: skip


def lie(sign: str, t: Any, world: Turned) -> bool:
    """Return whether a term certainly has no such sign somewhere."""
    values = [world.value(t, {"i": k}) for k in range(TOKENS)]
    fails = {">=": lambda x: x < 0, ">": lambda x: x <= 0, "!=": lambda x: x == 0}[sign]
    return any(x.is_finite() and fails(x) for x in values)


@pytest.mark.parametrize("sign", [">=", ">", "!="])
@pytest.mark.parametrize("draw", [squares, lambda random: random_term(random, ["i"], 3)])
@pytest.mark.long
def test_what_is_accepted_has_the_sign_at_all_angles(sign: str, draw: Any) -> None:
    random = Random(f"waves {sign}")
    worlds = [Turned(random) for _ in range(40)]
    accepted = 0
    for _ in range(120):
        t = draw(random)
        if check(claim(sign, t)).accepted:
            accepted += 1
            assert not any(lie(sign, t, world) for world in worlds), t
    assert accepted > (0 if sign != ">=" else 8)


def test_terms_with_one_normal_form_have_one_value() -> None:
    """So no identity of two of them is false."""
    random = Random("forms")
    worlds = [Turned(random) for _ in range(8)]
    names = parsing.indices_of(EACH)
    reader = prepared([parsing.fact(each, names) for each in FACTS], {}, HERE)
    known: dict[Any, list[arb]] = {}
    read = met = 0
    for _ in range(1500):
        t = random_term(random, ["i"], random.choice((1, 2, 2, 3)))
        try:
            form = frozen(reader.read(parsing.term(t, "s", names), HERE))
        except Refused:  # it may have no value, or is too long
            continue
        values = [world.value(t, {"i": 0}) for world in worlds]
        read += 1
        if form in known:
            met += 1
            for x, y in zip(values, known[form], strict=True):
                assert not (x.is_finite() and y.is_finite()) or x.overlaps(y), t
        known.setdefault(form, values)
    assert read > 1000 and met > 200, (read, met)


def test_a_square_of_sums_of_cosines_is_not_above_one_of_sines() -> None:
    cosines, sines = (["total", function(wave, item("x", "j1'")), [["j1'", ALL]]]
                      for wave in ("cos", "sin"))  # fmt: skip
    gap = sub(raised(cosines, 2), raised(sines, 2))
    assert not check(claim(">=", gap)).accepted
    assert check(claim(">=", add(raised(cosines, 2), raised(sines, 2)))).accepted


def test_a_tangent_is_a_sine_over_a_cosine_that_is_not_0() -> None:
    s = ["symbol", "s"]
    tan, cos, sin = (function(name, s) for name in ("tan", "cos", "sin"))
    apart = ["!=", cos, ZERO, {}]
    assert accepted(identity(mul(tan, cos), sin, apart))
    assert accepted(identity(add(ONE, raised(tan, 2)), raised(cos, -2), apart))
    assert not accepted(identity(mul(tan, cos), sin))  # nothing says that the cosine is not 0
    assert not accepted(identity(mul(tan, sin), cos, apart))


def test_what_is_of_equal_indices_is_of_one_of_them() -> None:
    delta, one, other = ["delta", "i", "j"], item("x", "i"), item("x", "j")
    assert accepted(identity(mul(delta, one), mul(delta, other), tokens="ij"))
    assert accepted(identity(mul(delta, exp(one), other), mul(delta, one, exp(other)), tokens="ij"))
    assert not accepted(identity(one, other, tokens="ij"))
