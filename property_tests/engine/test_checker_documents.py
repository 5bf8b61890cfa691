"""Raw documents: every trap once, covers, witnesses, malformed ones; and an exact model."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from property_tests.engine.checker_words import *
from verify.checker import Verdict, check

TRUE = {
    "quotient": identity(mul(a, raised(a, -1)), ONE, known("!=", a)),
    "root of a square": identity(root, x, known(">=", x)),
    "root of an expanded square": identity(raised(raised(rho, 2), "1/2"), rho, known(">", rho)),
    "square of a root": identity(raised(raised(raised(rho, 2), "1/2"), 2), raised(rho, 2)),
    "root of a product": identity(norm, mul(a, raised(b, "1/2")), known(">=", a), known(">=", b)),
    "rational root": identity(raised(num("4/9"), "1/2"), num("2/3")),
    "slope of |x|": identity(["rate", root, STEP], ONE, known(">", x)),
    "slope of a Gaussian": identity(
        ["rate", function("exp", raised(x, 2)), STEP],
        mul(num(2), x, function("exp", raised(x, 2))),
    ),
    "second slope, moving": identity(
        ["rate", ["rate", raised(x, 2), GROWTH], GROWTH], mul(num(4), raised(x, 2))
    ),
    "slope, then a value": identity(
        ["at", ["rate", raised(x, 2), GROWTH], [["x", num(3)]]], num(18)
    ),
    "unit tokens leave the sphere": identity(
        ["rate", inner(yi, yi), LINES], mul(num(2), inner(yi, ["vector_item", "Z", "i"])), UNIT,
        tokens="i",
    ),
    "row sums": identity(
        total(mul(item("A", "i", "j"), item("c", "i")), ("j", ALL), ("i", ALL)),
        total(item("c", "k"), ("k", ALL)), ROWS,
    ),
    "distinct": identity(["delta", "i", "j"], ZERO, DISTINCT, tokens="ij"),
    "itself is not before": identity(
        total(["delta", "j", "i"], ("j", ["before", "tokens", "i"])), ZERO, tokens="i"
    ),
    "token 1 is not after any": identity(
        total(["delta", "j", 1], ("j", ["up_to", "tokens", "i"])), ONE, tokens="i"
    ),
    "token 1 is before the others": identity(
        total(["delta", "j", 1], ("j", ["before", "tokens", "i"])), sub(ONE, ["delta", "i", 1]),
        tokens="i",
    ),
    "exponents": identity(mul(function("exp", a), function("exp", mul(num(-1), a))), ONE),
    "half angles": identity(
        function("sin", a),
        mul(num(2), *(function(wave, mul(a, num("1/2"))) for wave in ("sin", "cos"))),
    ),
    "half a turn": identity(function("cos", add(PI, a)), mul(num(-1), function("cos", a))),
    "Pascal": identity(*pascal, known(">=", a), known(">=", b)),
    "size": inequality(">=", ["size", "tokens"], ONE, sub(["size", "tokens"], ONE)),
    "square": positive(">", raised(x, 2), known("!=", x)),
    "at least one": positive(">", a, known(">=", a, ONE)),
    "sum of positives": positive(">", weights, POSITIVE),
    "sum over the earlier": positive(">=", before, POSITIVE, tokens="i"),
    "where": positive(">=", item("c", "i"), tokens="ij", where=[known(">=", item("c", "i"))]),
    "Cauchy-Schwarz": inequality(
        "<=", raised(inner(X, Y), 2), mul(inner(X, X), inner(Y, Y)), cauchy
    ),
    "cosine": positive(">", function("cos", mul(num(2), u)), known(">", u), quarter),
}  # fmt: skip

FALSE = {
    "quotient": identity(mul(a, raised(a, -1)), ONE, known(">=", a)),
    "quotient at 0": identity(
        ["at", ["rate", mul(x, raised(x, -1)), STEP], [["x", ZERO]]], ZERO, known("!=", x)
    ),
    "root of a square": identity(root, x),
    "root of what is not 0": identity(raised(raised(rho, 2), "1/2"), rho, known("!=", rho)),
    "root of a negative number": identity(mul(*[raised(num(-2), "1/2")] * 2), num(-2)),
    "root of what may be negative": identity(mul(raised(x, "1/2"), raised(x, "1/2")), x),
    "slope of |x| at 0": identity(["at", ["rate", root, STEP], [["x", ZERO]]], ZERO),
    "slope of |x|": identity(["rate", root, STEP], ONE, known(">=", x)),
    "unit tokens leave the sphere": identity(
        ["rate", inner(yi, yi), LINES], ZERO, UNIT, tokens="i"
    ),
    "diagonal": identity(total(item("A", "j", "j"), ("j", ALL)), ONE, ROWS),
    "columns": identity(total(item("A", "j", "i"), ("j", ALL)), ONE, ROWS, tokens="i"),
    "part of a row": identity(
        total(item("A", "i", "j"), ("j", ["before", "tokens", "i"])), ONE, ROWS, tokens="i"
    ),
    "token 1 is before all": identity(
        total(["delta", "j", 1], ("j", ["before", "tokens", "i"])), ONE, tokens="i"
    ),
    "token 2 is not after any": identity(
        total(["delta", "j", 2], ("j", ["up_to", "tokens", "i"])), ONE, tokens="i"
    ),
    "delta": identity(["delta", "i", "j"], ZERO, tokens="ij"),
    "distinct only outside": identity(
        total(["delta", "j", "i"], ("j", ALL)), ZERO,
        DISTINCT, tokens="i",
    ),
    "indicator below": identity(
        mul(["member", "N", "i", "j"], raised(["member", "N", "i", "j"], -1)), ONE, tokens="ij"
    ),
    "transpose": identity(
        inner(X, ["apply", ["operator", "Q", False], Y]),
        inner(Y, ["apply", ["operator", "Q", False], X]),
    ),
    "tangent": identity(function("tan", a), function("tan", a)),
    "Pascal, twisted": identity(
        pascal[0], mul(num(2), pascal[1][1]), known(">=", a), known(">=", b)
    ),
    "Pascal below 0": identity(*pascal),
    "negative base": identity(
        ["power_of", num(-2), next_k], mul(num(-2), ["power_of", num(-2), b])
    ),
    "size": inequality(">=", ["size", "tokens"], num(2), sub(["size", "tokens"], num(2))),
    "square": positive(">", raised(x, 2)),
    "cube": positive(">=", raised(x, 3)),
    "product of unknown signs": positive(">=", mul(a, b), known(">=", a)),
    "wrong sign": positive(">=", a, known("<=", a)),
    "root, strictly": positive(">", raised(a, "1/2"), known(">=", a)),
    "sum over the earlier": positive(">", before, POSITIVE, tokens="i"),
    "where, elsewhere": positive(
        ">=", item("c", "j"), tokens="ij", where=[known(">=", item("c", "i"))]
    ),
    "where, everywhere": positive(
        ">=", total(item("c", "j"), ("j", ALL)), tokens="i", where=[known(">=", item("c", "i"))]
    ),
    "Cauchy-Schwarz, strictly": inequality(
        "<", raised(inner(X, Y), 2), mul(inner(X, X), inner(Y, Y)), cauchy
    ),
    "metric": positive(">=", inner(X, ["apply", P, X])),
    "Gram entries": inequality(
        "<=", inner(yi, yj), ONE, sub(ONE, inner(yi, yj)), UNIT, tokens="ij"
    ),
    "cosine": positive(">", function("cos", mul(num(3), u)), known(">", u), quarter),
    "square of a wave": positive(">=", function("cos", mul(num(2), a))),
    "1 and more minus a wave": positive(">=", sub(add(ONE, a), function("sin", u))),
    "1 minus two waves": positive(">=", sub(ONE, mul(num(2), function("sin", u)))),
    "not zero": positive("!=", a),
    "sum of what is not zero": positive(
        "!=", total(item("c", "j"), ("j", ALL)), known("!=", item("c", "i"), i="tokens")
    ),
    "another reason": inequality(">=", a, ZERO, mul(num(2), a), known(">=", a)),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_a_true_document_is_accepted(name):
    assert check(TRUE[name]) == Verdict(True, "accepted")


@pytest.mark.parametrize("name", FALSE)
def test_a_false_document_is_refused(name):
    verdict = check(FALSE[name])
    assert not verdict.accepted
    assert "malformed" not in verdict.reason


def test_the_reason_tells_which_denominator_may_be_zero():
    reason = check(identity(mul(a, raised(a, -1)), ONE)).reason
    assert reason == "nothing says that a is not zero"


UNKNOWN = {
    "zero": raised(b, -1),
    "negative": raised(b, "1/2"),
    "positive": function("log", b),
    "largest": ["largest", item("c", "k"), [["k", ["before", "tokens", "i"]]]],
    "place": add(["binomial", a, b], ["binomial", a, add(b, ONE)]),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_fact_whose_formulas_may_have_no_value_is_not_used(name):
    assert check(identity(a, a, known(">=", UNKNOWN[name]), tokens="i")).accepted
    verdict = check(identity(UNKNOWN[name], UNKNOWN[name], tokens="i"))
    assert not verdict.accepted
    assert verdict.reason.startswith("nothing says that ")


# ------------------------------------------------------------------ boxes and points


WIDE, THIN = [["0", "3/2"], ["0", "1"]], [["3/2", "2"], ["0", "1"]]
above = add(add(raised(x, 2), t), num("1/10"))
wave = ["at", ["rate", function("sin", a), [["a", [], function("exp", x)]]], [["a", x]]]


@pytest.mark.parametrize("boxes", [[LEFT, RIGHT], [LOW, LEFT, HIGH], [WIDE, THIN], [WIDE, RIGHT]])
def test_boxes_that_fill_the_region_are_accepted(boxes):
    assert check(cover(above, boxes)).accepted


@pytest.mark.parametrize(
    "boxes", [[], [LEFT], [LEFT, LOW], [LEFT, LEFT], [LEFT, [*RIGHT, ["0", "1"]]],
              [LEFT, [["2", "1"], ["0", "1"]]], [LEFT, [["2", "3"], ["0", "1"]]]]
)  # fmt: skip
def test_boxes_that_leave_something_out_are_refused(boxes):
    assert not check(cover(above, boxes)).accepted


def test_a_term_must_be_positive_on_every_box():
    assert not check(cover(add(raised(x, 2), t), [LEFT, RIGHT])).accepted
    assert not check(cover(mul(ZERO, x), [LEFT, RIGHT])).accepted
    assert check(cover(mul(ZERO, x), [LEFT, RIGHT], sign=">=")).accepted
    assert not check(cover(sub(above, num(1)), [LEFT, RIGHT])).accepted
    assert not check(cover(raised(x, -1), [LEFT, RIGHT])).accepted
    assert not check(cover(["symbol", "z"], [LEFT, RIGHT])).accepted
    assert not check(cover(function("log", x), [LEFT, RIGHT])).accepted


def test_a_rate_is_evaluated_on_boxes():
    line = {"variables": {"x": ["0", "1"]}}
    halves = [[["0", "1/2"]], [["1/2", "1"]]]
    assert check(cover(wave, halves, **line)).accepted
    assert not check(cover(mul(num(-1), wave), halves, **line)).accepted
    assert not check(cover(["rate", ["rate", x, STEP], STEP], halves, **line)).accepted


def test_a_witness_satisfies_the_facts_and_nothing_else():
    false, true = [">=", x, t], ["<", x, t]
    square = ["equation", raised(t, 2), num(4), {}]
    assert check(witness([false], [true, square])).accepted
    assert check(witness([["<=", function("exp", x), ONE]], facts=[known(">", x)])).accepted
    for forged in (
        witness([]), witness([true]), witness([false, true]), witness([false], [false]),
        witness([false], facts=[false]), witness([false], [["equation", x, t, {}]]),
        witness([["<", x, x]], [["!=", x, x]]), witness([[">=", ["symbol", "z"], t]]),
        witness([["!=", mul(*[raised(num(2), "1/2")] * 2), num(2)]]),
        witness([false], values={"x": "1/0", "t": "2"}),
    ):  # fmt: skip
        assert not check(forged).accepted


def test_index_names_cannot_capture_bound_ones():
    for name in ("#0", "#1", "!0", "!1", "!2", "$0", "@1", "j1'"):
        outer = {name: "tokens"}
        sides = (total(item("A", k, "j"), ("j", ALL)) for k in (name, "j"))
        assert not check(identity(*sides, indices=outer)).accepted


JUNK = (
    None, True, -1, 0.5, "", ":", "#0:tokens", [], {}, ["number", "1e9"], ["zero"], ["symbol"], [[]]
)  # fmt: skip


def test_malformed_documents_are_refused():
    for document in (*JUNK, {"schema": "verify.claim/2"}, {"schema": "verify.claim/2"}):
        assert not check(document).accepted
    good = identity(inner(X, Y), inner(Y, X))
    assert check(good).accepted
    for forged in (
        {**good, "schema": "other"}, {**good, "kind": "exhaustion"}, {**good, "facts": None},
        {**good, "left": ["inner", X, Y, Y]}, {**good, "left": X}, {**good, "left": inner(X, x)},
        identity(item("c", "k"), item("c", "k")), identity(item("c", "?"), item("c", "?")),
        identity(item("c", True), item("c", True)), identity(item("c", 0), item("c", 0)),
        identity(a, b, ["equation", ["symbol", "$x"], ZERO, {}]),
        identity(["symbol", 1], ["symbol", 1]), identity(["size", "rooms"], ["size", "rooms"]),
        identity(["delta", "i", "j"], ["delta", "i", "j"], indices={"i": "tokens", "j": "modes"}),
    ):  # fmt: skip
        assert not check(forged).accepted


def test_the_command_prints_verdicts(tmp_path):
    file = tmp_path / "claims.json"
    for claims, code, line in (
        ([TRUE["size"], FALSE["cube"]], 1, "refused: nothing says that the reason is not negative"),
        (TRUE["size"], 0, "accepted: accepted"),
    ):
        file.write_text(json.dumps(claims))
        command = [sys.executable, "-W", "error", "-m", "verify.checker", str(file)]
        root = Path(__file__).parents[2]
        done = subprocess.run(command, capture_output=True, text=True, cwd=root)
        assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (code, line, "")


def test_exponents_of_any_size_stay_cheap():
    tower, digits = x, num("9" * 900)
    for _ in range(5):
        tower, digits = raised(add(tower, ONE), 64), raised(digits, 64)
    assert not check(identity(tower, tower)).accepted
    assert not check(identity(digits, digits)).accepted
    assert not check(witness([["<", digits, ZERO]])).accepted
    assert not check(identity(raised(x, 10**9), x)).accepted
    assert not check(identity(num(Fraction(1, 3)), raised(num(3), "-1000000"))).accepted
