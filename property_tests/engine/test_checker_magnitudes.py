"""What the checker takes to be nonnegative by the square of a root is so, such as |x| - x."""

import os
from random import Random
from typing import Any

import pytest

from property_tests.engine.checker_words import ALL, ONE, add, function, item, mul, num, raised, sub
from property_tests.engine.test_checker_waves import Turned, claim, lie
from verify.checker import check

DRAWN = {"quick": 100, "ci": 250, "nightly": 5000}[os.environ.get("VERIFY_PROFILE", "quick")]
a, s = ["symbol", "a"], ["symbol", "s"]


def magnitude(x: Any) -> Any:
    return raised(raised(x, 2), "1/2")


def number(random: Random) -> Any:
    """Return a number of any sign, a wave perhaps."""
    x = random.choice([a, s, ["symbol", "t"], item("x", "i"), item("p", "i"), sub(a, s)])
    x = function(random.choice(("sin", "cos")), x) if random.random() < 0.2 else x
    return mul(num(random.choice((-2, -1, -1, 2))), x) if random.random() < 0.3 else x


def root(random: Random, x: Any, y: Any) -> Any:
    """Return |x|, |x| |y|, |x + y|, the length of (x, y), 1 / |x|, or another root."""
    return random.choice([
        magnitude(x), magnitude(y), mul(magnitude(x), magnitude(y)), magnitude(add(x, y)),
        raised(add(raised(x, 2), raised(y, 2)), "1/2"), raised(magnitude(x), "-1"),
        raised(add(raised(x, 2), ONE), "1/2"), raised(x, "1/2"),
    ])  # fmt: skip


def compared(random: Random) -> Any:
    """Return roots, numbers and products of two numbers, some taken away from the others."""
    x, y = number(random), number(random)
    parts = [root(random, x, y) for _ in range(random.choice((1, 1, 2, 3)))]
    parts += [
        random.choice((x, y, mul(x, y), add(x, y), ONE)) for _ in range(random.choice((0, 1)))
    ]
    out = parts[0]
    for part in parts[1:]:
        out = random.choice((add, sub, sub))(out, part)
    if random.random() < 0.2:
        return ["total", mul(out, item("p", "j'")), [["j'", ALL]]]
    return mul(out, random.choice((a, s, num(-1)))) if random.random() < 0.2 else out


@pytest.mark.parametrize("sign", [">=", ">", "!="])
@pytest.mark.long
def test_what_is_accepted_has_the_sign(sign: str) -> None:
    random = Random(f"magnitudes {sign}")
    worlds = [Turned(random) for _ in range(40)]
    accepted = 0
    for _ in range(DRAWN):
        t = compared(random)
        if check(claim(sign, t)).accepted:
            accepted += 1
            assert not any(lie(sign, t, world) for world in worlds), t
    assert accepted > (0 if sign != ">=" else 0.12 * DRAWN)


x, y = s, item("x", "i")
TRUE = {
    "above": sub(magnitude(x), x), "below": add(magnitude(x), x),
    "product": sub(mul(magnitude(x), magnitude(y)), mul(x, y)),
    "triangle": sub(add(magnitude(x), magnitude(y)), magnitude(add(x, y))),
    "length": sub(raised(add(raised(x, 2), raised(y, 2)), "1/2"), x),
    "sum": ["total", sub(magnitude(item("x", "j'")), item("x", "j'")), [["j'", ALL]]],
}  # fmt: skip
FALSE = {
    "alone": mul(y, magnitude(x)),
    "twice": sub(magnitude(x), mul(num(2), x)), "other": sub(magnitude(x), y),
    "down": sub(x, magnitude(x)), "one": sub(magnitude(x), ONE),
    "product": sub(mul(magnitude(x), magnitude(y)), mul(num(2), mul(x, y))),
    "reversed": sub(magnitude(add(x, y)), add(magnitude(x), magnitude(y))),
    "difference": sub(sub(magnitude(x), magnitude(y)), magnitude(sub(x, y))),
    "waves": sub(magnitude(function("cos", x)), function("sin", x)),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_roots_exceed_what_their_squares_exceed(name: str) -> None:
    assert check(claim(">=", TRUE[name])).accepted
    assert not check(claim(">", TRUE[name])).accepted


@pytest.mark.parametrize("name", FALSE)
def test_false_neighbours_are_refused(name: str) -> None:
    t, random = FALSE[name], Random(name)
    verdict = check(claim(">=", t))
    assert not verdict.accepted and "nothing says" in verdict.reason  # it was looked at to the end
    assert any(lie(">=", t, Turned(random)) for _ in range(100))
