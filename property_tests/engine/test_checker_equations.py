"""What follows from an equation of powers, of inner products and of roots, by brute force.

A world has two tokens on a line and small numbers in the place of everything that is given, squares
where roots are taken of them. A claim that is accepted holds in every world of its equation.
"""

import itertools
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any

import pytest

from property_tests.engine.checker_words import *

s, q = ["symbol", "s"], ["symbol", "q"]
NONNEGATIVE = known(">=", q)
VALUES = {"s": (-2, -1, 0, 1, 2, 4, 8), "q": (0, 1, 4, 9), "X": (-2, -1, 0, 1), "Y": (-1, 1, 2),
          "c": ((1, 1), (-1, -1), (1, -1), (2, 2), (-2, -2), (2, -2), (0, 1))}  # fmt: skip
# What an equation is of, what it is said to be, and the names in these.
OF = {
    "numbers": (s, [q, q, s, num(1), num(4)], "sq"),
    "roots": (raised(q, "1/2"), [s, q, num(1), num(8)], "sq"),
    "inner products": (inner(X, Y), [s, inner(X, X), num(1), num(4)], "sXY"),
    "sums": (total(item("c", "k"), ("k", ALL)), [s, num(1), num(4)], "sc"),
    "entries": (item("c", "i"), [s, item("c", "j"), num(1), num(4)], "sc"),
}  # fmt: skip
World = dict[str, Any]


def value(t: Any, world: World, at: dict[str, int]) -> Fraction:
    match t:
        case ["number", text]:
            return Fraction(text)
        case ["symbol" | "vector_symbol", name]:
            return Fraction(world[name])
        case ["item", name, k]:
            return Fraction(world[name][at[k]])
        case ["multiply" | "inner", a, b]:
            return value(a, world, at) * value(b, world, at)
        case ["power", a, "1/2"]:
            return Fraction(isqrt(int(value(a, world, at))))
        case ["power", a, k]:
            return value(a, world, at) ** int(k)
        case ["total", a, [[k, _]]]:
            return sum((value(a, world, {**at, k: n}) for n in range(2)), Fraction(0))
    raise AssertionError(t)


def holds(left: Any, right: Any, world: World, free: Any) -> bool:
    places = itertools.product(range(2), repeat=len(free))
    return all(
        value(left, world, at) == value(right, world, at)
        for at in (dict(zip(free, place, strict=True)) for place in places)
    )


@pytest.mark.parametrize("of", OF)
@pytest.mark.long
def test_what_an_equation_of_powers_says_holds_in_each_of_its_worlds(of: str) -> None:
    random, (thing, others, names) = Random(of), OF[of]
    free = "ij" if of == "entries" else ""
    values = itertools.product(*(VALUES[name] for name in names))
    worlds = [dict(zip(names, each, strict=True)) for each in values]
    decided = {"true": 0, "false": 0}
    for _ in range(150):
        k, m = random.sample((1, 2, 3, 4), 2)
        image = mul(random.choice((ONE, ONE, s, num(-1))), random.choice(others))
        fact = ["equation", raised(thing, k), image, dict.fromkeys(free, "tokens")]
        claim = random.choice(
            (
                (raised(thing, m), image),
                (raised(image, m), raised(thing, m)),
                (raised(thing, k + m), mul(image, raised(thing, m))),
                (raised(image, m), raised(thing, k * m)),
            )
        )
        said = accepted(identity(*claim, fact, NONNEGATIVE, tokens=free))
        fitting = [world for world in worlds if holds(fact[1], fact[2], world, free)]
        true = all(holds(*claim, world, free) for world in fitting)
        assert true or not said, (fact, claim)
        decided["true"] += said
        decided["false"] += not true
    assert min(decided.values()) >= 10, decided


@pytest.mark.parametrize("of", ["numbers", "inner products", "sums", "entries"])
@pytest.mark.parametrize("turned", [False, True])
def test_an_equation_of_several_things_is_solved_for_one_of_them(of: str, turned: bool) -> None:
    """k x + m b = r says that x = (r - m b)/k, and so of its powers; nothing else will do."""
    random, thing = Random(of), OF[of][0]
    free = "ij" if of == "entries" else ""
    for _ in range(10):
        k, m, r = (
            Fraction(random.choice((-3, -2, -1, 1, 2, 3)), random.choice((1, 2))) for _ in "kmr"
        )
        parts = [mul(num(k), thing), mul(num(m), b)]
        fact = [
            "equation",
            add(*parts[:: -1 if turned else 1]),
            num(r),
            dict.fromkeys(free, "tokens"),
        ]

        def solved(m: Fraction, r: Fraction, k: Fraction = k) -> Any:
            return add(num(r / k), mul(num(-m / k), b))

        claim = {power: (raised(thing, power), raised(solved(m, r), power)) for power in (1, 2, 3)}
        assert all(accepted(identity(*each, fact, tokens=free)) for each in claim.values())
        for wrong in (solved(-m, r), solved(m, -r), solved(m, r + 1), solved(2 * m, r)):
            assert not accepted(identity(thing, wrong, fact, tokens=free))


def test_members_that_are_all_equal_to_the_first_are_equal() -> None:
    """c_q = c_1 says nothing at q = 1, and is no rule there that would go on for ever."""
    first = ["equation", item("c", "q"), item("c", 1), {"q": "tokens"}]
    assert accepted(identity(item("c", "i"), item("c", "j"), first, tokens="ij"))
    assert accepted(
        identity(total(item("c", "k"), ("k", ALL)), mul(["size", "tokens"], item("c", 1)), first)
    )
    assert not accepted(identity(item("c", "i"), ONE, first, tokens="i"))
    vectors = [
        "vector_equation",
        ["vector_item", "y", "q"],
        ["vector_item", "y", 1],
        {"q": "tokens"},
    ]
    assert accepted(identity(inner(yi, yi), inner(yi, yj), vectors, tokens="ij"))
    assert not accepted(identity(inner(yi, yj), ONE, vectors, tokens="ij"))
    rows = [["member", "M", "q", k] for k in "rq"]  # M_qr = M_qq: nothing at r = q
    of_row = ["equation", *rows, {"q": "tokens", "r": "tokens"}]
    sees, itself = ["member", "M", "i", "j"], ["member", "M", "i", "i"]
    assert accepted(identity(sees, itself, of_row, tokens="ij"))
    assert not accepted(identity(sees, ["member", "M", "j", "i"], of_row, tokens="ij"))


def test_a_square_of_an_inner_product_does_not_tell_its_sign() -> None:
    """<X, Y>^2 = 1 where <X, Y> = -1; so it was once proved that <X, Y> >= 1."""
    square = ["equation", raised(inner(X, Y), 2), ONE, {}]
    gap = sub(inner(X, Y), ONE)
    assert not accepted(inequality(">=", inner(X, Y), ONE, gap, square))
    assert accepted(identity(raised(inner(X, Y), 3), inner(X, Y), square))


def test_a_power_of_a_root_is_not_the_number_itself() -> None:
    """x sqrt(x) = s where x = 4 and s = 8; so it was once proved that x = s."""
    power = ["equation", mul(x, raised(x, "1/2")), s, {}]
    assert not accepted(identity(x, s, power, known(">=", x)))
    assert not accepted(identity(raised(x, "3/2"), x, power, known(">=", x)))


def test_the_power_0_of_what_moves_through_0_does_not_move() -> None:
    """x^0 is 1, and nothing is divided by x."""
    moving = ["rate", raised(x, 0), [["x", [], ONE]]]
    assert accepted(identity(moving, num(0), ["equation", x, num(0), {}]))
    assert not accepted(identity(moving, ONE, ["equation", x, num(0), {}]))
