"""The checker's arithmetic of numbers and balls, and what each term of a document is read as."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import arb, fmpq

from property_tests.engine.checker_words import ONE, mul, num, raised, t, x
from verify.checker import check
from verify.checker import forms as checker_forms
from verify.checker.balls import between, covers, evaluate, holds, powered, rooted, sign_on, truth
from verify.checker.forms import Forms
from verify.checker.parsing import fact, relation, term
from verify.checker.polynomials import frozen, lifted, number, power, thawed
from verify.checker.trees import Refused, Tree, closed, indices, opened

HALF = Fraction(1, 2)


def choose(a: Any, b: Any) -> Any:
    return ["binomial", num(a), num(b)]


def ball(low: Any, high: Any) -> arb:
    return between(arb(fmpq(*Fraction(low).as_integer_ratio())),
                   arb(fmpq(*Fraction(high).as_integer_ratio())))  # fmt: skip


def valued(document: Any, at: Any = 3, slope: Any = 1) -> tuple[Any, Any]:
    """Return the value and the slope of a term where x is a number that moves and t = 5 rests."""
    point = {"x": (fmpq(*Fraction(at).as_integer_ratio()), fmpq(slope)), "t": (fmpq(5), fmpq(0))}
    return evaluate(term(document, "s", {}), point)


# ------------------------------------------------------------------ exact numbers

DOUBLED = [["x", [], num(2)]]
VALUES = {
    "a number": (num("-2/3"), Fraction(-2, 3), 0),
    "a symbol": (x, 3, 1),
    "a sum": (["add", raised(x, 2), x], 12, 7),
    "a product": (mul(x, ["add", x, t]), 24, 11),
    "a product of what rests": (mul(t, t), 25, 0),
    "a square": (raised(x, 2), 9, 6),
    "an inverse": (raised(x, -1), Fraction(1, 3), Fraction(-1, 9)),
    "an inverse square": (raised(x, -2), Fraction(1, 9), Fraction(-2, 27)),
    "no factor": (raised(x, 0), 1, 0),
    "one factor": (raised(x, 1), 3, 1),
    "a power of what rests": (["add", raised(t, 2), x], 28, 1),
    "a root": (raised(["add", x, ONE], HALF), 2, Fraction(1, 4)),
    "a root of what rests": (raised(mul(t, t), HALF), 5, 0),
    "a half-integer power": (raised(num("4/9"), "3/2"), Fraction(8, 27), 0),
    "an inverse root": (raised(num("4/9"), "-1/2"), Fraction(3, 2), 0),
    "the root of a small number": (raised(num("1/4"), HALF), HALF, 0),
    "the root of zero": (raised(num(0), HALF), 0, 0),
    "an absolute value": (["absolute", mul(num(-1), x)], 3, 1),
    "a negative one": (["absolute", ["add", x, num(-7)]], 4, -1),
    "a symbolic power": (["power_of", num(2), num(3)], 8, 0),
    "a symbolic inverse": (["power_of", num("1/2"), num(-2)], 4, 0),
    "a choice": (choose(5, 2), 10, 0),
    "a choice of none": (choose(5, 0), 1, 0),
    "a choice of one": (choose(5, 1), 5, 0),
    "a choice of all": (choose(5, 5), 1, 0),
    "a choice of more": (choose(5, 6), 0, 0),
    "a choice of fewer than none": (choose(5, -1), 0, 0),
    "a choice among none": (choose(0, 0), 1, 0),
    "a choice among many": (choose(998, 1), 998, 0),
    "a value put": (["at", mul(x, t), [["x", ["add", x, ONE]]]], 20, 5),
    "two values put": (["at", ["add", x, mul(num(2), t)], [["x", t], ["t", x]]], 11, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_a_term_has_its_value_and_its_slope(name):
    document, value, slope = VALUES[name]
    found = valued(document)
    assert [type(each) for each in found] == [fmpq, fmpq]
    assert found == (fmpq(*Fraction(value).as_integer_ratio()),
                     fmpq(*Fraction(slope).as_integer_ratio()))  # fmt: skip


def test_a_rate_is_the_slope_along_a_velocity_and_has_none_itself():
    for body, flow, wanted in (
        (raised(x, 2), DOUBLED, 12),
        (mul(x, t), DOUBLED, 10),
        (mul(x, t), [*DOUBLED, ["t", [], x]], 19),
        (["add", raised(t, 2), x], [["x", [], ONE]], 1),
    ):
        value, slope = valued(["rate", body, flow], slope=0)
        assert value == wanted
        assert not slope.is_finite()


@pytest.mark.parametrize(
    "document",
    [
        raised(num(0), -1), raised(num(0), "-1/2"), raised(x, 65), raised(x, -65),
        raised(x, "1/3"), raised(num(-1), HALF), choose("1/2", 1), choose(5, "1/2"),
        choose(999, 1), ["binomial", x, ONE], ["power_of", num(2), num("1/2")],
        ["power_of", num(2), x], ["power_of", x, num(2)], ["symbol", "z"],
        ["rate", x, DOUBLED], ["size", "tokens"], ["function", "log", num(0)],
    ],
)  # fmt: skip
def test_a_term_without_a_value_is_refused(document):
    with pytest.raises(Refused):
        valued(document)


def test_exponents_reach_from_minus_64_to_64():
    assert valued(raised(num(2), 64))[0] == 2**64
    assert valued(raised(num(2), -64))[0] == fmpq(1, 2**64)
    assert powered(fmpq(2), 0) == 1
    limit = 2**1562 - 1  # of 1562 bits: the 64th power has 99 968
    assert powered(fmpq(limit), 64) == limit**64
    with pytest.raises(Refused):
        powered(fmpq(2 * limit), 64)
    with pytest.raises(Refused):
        powered(fmpq(2**1999), 50)  # 2000 bits
    assert lifted(2, 49_999) == 2**49_999
    for e in (50_000, -50_000):
        with pytest.raises(Refused):
            lifted(2, e)
    with pytest.raises(Refused):
        lifted(Fraction(1, 2), 50_000)


# ------------------------------------------------------------------ balls


@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize(("low", "high"), [(-1, 2), (-2, 1), (0, 2), (-2, 0), (1, 2), (-2, -1)])
def test_a_power_covers_all_powers_and_little_else(low, high, k):
    found = powered(ball(low, high), k)
    points = [Fraction(low) + Fraction(high - low) * n / 8 for n in range(9)]
    assert all(found.contains(fmpq(*(p**k).as_integer_ratio())) for p in points)
    if k % 2 == 0 or low >= 0:
        assert found >= 0
    assert found.abs_upper() <= max(abs(low), abs(high)) ** k + fmpq(1, 10**6)


def test_roots_and_inverses_of_balls():
    root = rooted(ball(0, 4))
    assert root >= 0
    assert root.contains(0)
    assert root.contains(2)
    assert between(arb(0), arb(1, fmpq(1, 2))).contains(fmpq(3, 2))
    assert between(arb(-1, fmpq(1, 2)), arb(0)).contains(fmpq(-3, 2))
    assert not between(arb(0), arb.nan()).is_finite()
    assert not rooted(ball(-1, 4)).is_finite()
    assert not powered(ball(-1, 1), -1).is_finite()
    inverse = powered(ball(1, 2), -1)
    assert inverse.contains(fmpq(1, 2))
    assert inverse.contains(1)
    assert 0.9 < powered(ball("9/10", "11/10"), Fraction(-1, 2)) < 1.1
    two = rooted(fmpq(2))
    assert two**2 - 2 < fmpq(1, 10**9)
    assert not isinstance(two, fmpq)
    assert rooted(fmpq(4, 9)) == fmpq(2, 3)


SIGNS = {">": lambda q: q > 0, ">=": lambda q: q >= 0, "!=": lambda q: q != 0,
         "equation": lambda q: q == 0}  # fmt: skip
GAPS = [Fraction(-2), Fraction(-1, 2), Fraction(0), Fraction(1, 2), Fraction(2)]


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_is_told_only_where_it_is_certain(sign):
    for low, high in product(GAPS, GAPS):
        if low > high:
            continue
        at = {SIGNS[sign](q) for q in (low, (low + high) / 2, high, *GAPS) if low <= q <= high}
        wanted = at.pop() if len(at) == 1 else None
        found = holds(sign, ball(low, high))
        assert found is None or found is wanted
        if low != 0 != high or low == high:
            assert found is wanted
        if low == high:
            assert holds(sign, fmpq(*low.as_integer_ratio())) is SIGNS[sign](low)
    edges = {">": (None, None), ">=": (True, None), "!=": (None, None), "equation": (None, None)}
    assert (holds(sign, ball(0, 1)), holds(sign, ball(-1, 0))) == edges[sign] or sign == ">"
    assert holds(">", ball(-1, 0)) is False
    assert holds(">", ball(0, 1)) is None
    assert holds(">=", ball(-1, 0)) is None


def test_a_quality_of_a_point_is_decided_or_left_open():
    def said(document: Any) -> Tree:
        return fact(document, {})

    point = {"x": Fraction(2)}
    assert truth(said(["integer", x, num(0), {}]), point) is True
    assert truth(said(["integer", raised(x, -1), num(0), {}]), point) is False
    assert truth(said(["integer", ["pi"], num(0), {}]), point) is None
    assert truth(said(["equation", x, num(2), {}]), point) is True
    assert truth(relation([">=", x, num(3)], {}), point) is False
    assert truth(relation(["<", x, num(3)], {}), point) is True
    with pytest.raises(Refused):
        truth(said(["distinct", 1, 2, {}]), point)


def test_a_box_and_its_names_belong_together():
    body = term(["add", x, mul(num(-1), t)], "s", {})
    sides = [(Fraction(2), Fraction(3)), (Fraction(0), Fraction(1))]
    assert sign_on(sides, ["x", "t"], body, ">", 64) is True
    assert sign_on(sides, ["t", "x"], body, ">", 64) is False
    with pytest.raises(ValueError, match="zip"):
        sign_on(sides, ["x"], term(x, "s", {}), ">", 64)
    with pytest.raises(ValueError, match="zip"):
        covers(sides, [sides[:1]])


def test_a_cover_of_nothing_but_a_point_is_the_point():
    point = [(Fraction(1), Fraction(1))]
    assert covers(point, [point])
    assert not covers(point, [])
    assert covers([], [[]])
    assert not covers([], [])
    line = [(Fraction(0), Fraction(4))]
    pieces = [[(Fraction(k), Fraction(k + 1))] for k in range(4)]
    for missing in range(4):
        assert not covers(line, pieces[:missing] + pieces[missing + 1 :])
    assert covers(line, pieces)
    assert covers(line, [[(Fraction(-1), Fraction(2))], [(Fraction(2), Fraction(9))]])
    assert not covers(line, [[(Fraction(0), Fraction(2))], [(Fraction(2), Fraction(3))]])


@pytest.mark.parametrize(("bits", "fits"), [(15, False), (16, True), (4096, True), (4097, False)])
def test_a_precision_is_from_16_to_4096_bits(bits, fits):
    claim = {"schema": "verify.claim/2", "kind": "cover", "facts": [], "indices": {},
             "order": ["x"], "variables": {"x": ["1", "2"]}, "boxes": [[["1", "2"]]],
             "term": x, "sign": ">", "precision": bits}  # fmt: skip
    assert check(claim).accepted is fits


def test_a_polynomial_is_kept_as_the_parts_of_an_atom():
    a, b = Tree("symbol", "a"), Tree("symbol", "b")
    p = {(a, b): 2, (): Fraction(-1, 2)}
    assert thawed(frozen(p)) == p
    assert frozen(p) == (Tree("term", "", (), Fraction(-1, 2)), Tree("term", "", (a, b), 2))
    assert number(0) == {}
    assert number(3) == {(): 3}
    assert power(a) == {(a,): 1}


def test_a_product_has_only_so_many_terms(monkeypatch):
    monkeypatch.setattr(checker_forms, "TERMS", 6)
    two, three, four = ({(Tree("symbol", f"a{k}"),): 1 for k in range(n)} for n in (2, 3, 4))
    assert len(Forms().times(two, three)) == 5
    with pytest.raises(Refused):
        Forms().times(two, four)


def test_what_is_closed_has_no_names_and_is_opened_again():
    k, m = (Tree("fresh", "tokens", (), n) for n in range(2))
    inner = Tree("exp", "e", (Tree("item", "w", (k, m)),))
    sum_of = closed("sum", [inner], [m])
    bound = Tree("bound", "", (), 0)
    assert sum_of == Tree("sum", "tokens", (Tree("exp", "e", (Tree("item", "w", (k, bound)),)),))
    outer = closed("sum", [sum_of, Tree("item", "c", (k,))], [k])
    assert indices(outer) == frozenset()
    assert set(opened(outer, [k])) == {sum_of, Tree("item", "c", (k,))}
    assert opened(sum_of, [m]) == (inner,)
