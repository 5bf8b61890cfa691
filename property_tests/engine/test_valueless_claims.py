"""Claims that have no value somewhere say nothing; those that ask for it first keep their grade."""

from fractions import Fraction
from itertools import product

import pytest

from property_tests.engine.claim_examples import HEAD
from property_tests.engine.verdict_examples import PROVED, decided
from property_tests.engine.verdict_examples import stated as of_body
from verify import run
from verify.cli import main
from verify.methods.following import follow, refute_twins
from verify.methods.levels import (
    Level,
    joined,
)
from verify.methods.sampling import decide
from verify.numerics.number import Undefined, balls, function, power, reciprocal
from verify.statements.outcomes import UNDEFINED, Outcome, without_value
from verify.vocabulary import Identity, any_scalar
from verify.vocabulary import claim as claimed

BODY = """
    {given}
    a = given(any_scalar('a'))
    yield claim('It has a value.', {says})
    yield 'A square is not negative.', Inequality(a * a >= 0, because=a**2, name='square')
"""
SCALAR = "x = given({}_scalar('x'))"
PAIRS = [  # what is given, what is said, and what has to be given for it to have a value
    (SCALAR.format("any"), "equals(x / x, 1)", SCALAR.format("nonzero")),
    (SCALAR.format("any"), "equals(square_root(x)**2, x)", SCALAR.format("nonnegative")),
    (SCALAR.format("any"), "equals(exp(log(x)), x)", SCALAR.format("positive")),
    (SCALAR.format("nonnegative"), "equals(exp(log(x)), x)", SCALAR.format("positive")),
    (SCALAR.format("any"), "square_root(1 - x**2) <= 1", "x = given(scalar_between('x', -1, 1))"),
    (SCALAR.format("any"), "equals((7 * x - 3) / (7 * x - 3), 1)",
     "x = given(scalar_between('x', 1, 2))"),
    (SCALAR.format("any"), "square_root(exp(x) - 1) >= 0", SCALAR.format("nonnegative")),
    ("x = given(any_vector('x'))", "equals(norm(x / norm(x)), 1)",
     "x = given(nonzero_vector('x'))"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "says", "enough"), PAIRS)
@pytest.mark.parametrize("methods", [["symbolic", "certificate"], None])
@pytest.mark.long
def test_a_claim_without_a_value_somewhere_says_nothing(stated, given, says, enough, methods):
    methods = methods or ["symbolic", "certificate", "sampling"]
    found = run([stated(BODY.format(given=given, says=says))], methods=methods)["T-1"]
    assert (found.verdict, found.grade) == ("open", "inconclusive")
    assert found.claim.missing.startswith(f"{UNDEFINED}: n = ")
    assert found.claim.missing.endswith(("division by zero", "negative number", "not positive"))
    there = run([stated(BODY.format(given=enough, says=says))], methods=methods)["T-1"]
    assert (there.verdict, there.grade, there.claim.grade) == ("holds", "argued", "argued")


@pytest.mark.parametrize("says", [
    "for_every(any_scalar('z'), lambda z: equals((x - 7*z) / (x - 7*z), 1))",
    "never(equals(x / x, 2))",
    "both(equals(x, x), equals(x / x, 1))",
    "implies(x <= 0, equals(x / x, 1))",
    "iff(equals(x, x), equals(x / x, 1))",
])  # fmt: skip
def test_words_of_logic_hand_on_what_has_no_value(stated, says):
    body = BODY.format(given=SCALAR.format("any"), says=says)
    outcome = follow(stated(body).declared.claim, seed=1)
    assert outcome.outcome == "inconclusive" and outcome.reason.startswith(UNDEFINED)
    assert outcome.evidence["undefined"]["undefined"] == "a division by zero"


@pytest.mark.parametrize("says", [
    "for_every(any_scalar('z'), lambda z: implies(differs(x, 7*z), equals((x-7*z)/(x-7*z), 1)))",
    "either(equals(x, 0), equals(x / x, 1))",
    "implies(x >= 1, equals(x / x, 1))",
    "implies(1 / x >= 1, x >= 0)",
    "there_is(any_scalar('z'), lambda z: equals(x / z, x))",
])  # fmt: skip
def test_what_another_part_decides_needs_no_value(stated, says):
    body = BODY.format(given=SCALAR.format("any"), says=says)
    outcome = follow(stated(body).declared.claim, seed=1)
    assert "undefined" not in outcome.evidence and not outcome.reason.startswith(UNDEFINED)


@pytest.mark.parametrize(("says", "time"), [
    ("always(equals((elapsed - 2) / (elapsed - 2), 1))", "2"),
    ("tends_to(1 / (elapsed - 2), 0)", None),
    ("at_start(equals(elapsed / elapsed, 1))", "0"),
])  # fmt: skip
def test_what_has_no_value_after_some_layers_says_nothing(stated, says, time):
    body = """
    a, t = given(any_scalar('a')), given(positive_scalar('tau'))
    layer = oja_layer(value=identity_operator(), step=t)
    yield claim('It has one.', for_every_orbit(unit_tokens('x'), layer, lambda x: {says}))
    yield 'A square is not negative.', Inequality(a * a >= 0, because=a**2, name='square')
"""
    outcome = follow(stated(body.format(says=says)).declared.claim, seed=1)
    assert outcome.outcome == "inconclusive" and outcome.reason.startswith(UNDEFINED)
    assert outcome.evidence["undefined"].get("time") == time


def test_a_twin_without_a_value_is_not_refuted(stated):
    body = """
    x = given(any_scalar('x'))
    yield claim('A square.', x * x >= 0) \\
        .but_not('a quotient', equals(x / x, 1)).but_not('more', x * x >= 1)
    yield 'A square is not negative.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    assert [twin.refuted for twin in refute_twins(stated(body).declared.claim)] == [False, True]


def test_even_what_coq_proves_is_open_where_it_has_no_value():
    def square(given):
        x = given(any_scalar("x"))
        yield claimed("A square.", x**2 >= 0)
        yield "One.", Identity(x + x, 2 * x, name="first")

    nowhere = without_value({"x": "0", "where": {"i": 1}, "undefined": "a division by zero"})
    assert nowhere.reason == f"{UNDEFINED}: x = 0, i = 1, a division by zero"
    proved = Outcome("kernel", "kernel", evidence={"theorem": "X_1"})
    for theorem in (proved, Outcome("kernel", "inconclusive", reason="it fails")):
        found = decided(of_body(square), {"first": PROVED}, theorem=theorem, followed=nowhere)
        assert (found.verdict, found.grade, found.claim.theorem) == ("open", "inconclusive", "")
        assert found.claim.missing == nowhere.reason


@pytest.mark.parametrize("word", ["and", "or", "if", "iff"])
def test_a_level_that_is_not_known_holds_every_one_that_it_may_be(word):
    every = [Level(low, high) for low in range(3) for high in range(low, 3)]
    for first, second in product(every, repeat=2):
        found = joined(word, [first, second])
        possible = [
            joined(word, [Level(a, a), Level(b, b)]).least
            for a in range(first.least, first.most + 1)
            for b in range(second.least, second.most + 1)
        ]
        assert found.least <= min(possible) and max(possible) <= found.most, (first, second)


def test_a_ball_has_no_value_where_none_of_its_numbers_has_one():
    numbers = balls()
    with numbers.working():
        nothing, one = numbers.of(0), numbers.of(1)
        around = one - one / 3 * 3  # 0 among others
        assert around.contains(0)
        for call in (
            lambda: reciprocal(nothing), lambda: power(-one, Fraction(1, 2)),
            lambda: function("log", nothing), lambda: function("log", -one),
        ):  # fmt: skip
            with pytest.raises(Undefined):
                call()
        assert not reciprocal(around).is_finite() and not function("log", around).is_finite()
        assert power(nothing, Fraction(1, 4)) == 0


# ------------------------------------------------------------------ several sign patterns

ORTHANTS = """
    x, y, z = given(any_scalar('x')), given(any_scalar('y')), given(any_scalar('z'))
    u, (i, j) = given(coefficients('u')), tokens.any('i', 'j')
"""


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("assumed", "says"), [
    ("x * y > 0", "equals(log(x * y), log(x) + log(y))"),
    ("u[i] * u[j] > 0", "equals(log(u[i] * u[j]), log(u[i]) + log(u[j]))"),
    ("x**2 > 0", "implies(x * y > 0, equals(log(x * y), log(x) + log(y)))"),
    ("x * y * z > 0", "equals(log(x * y * z), log(x) + log(y * z))"),
])  # fmt: skip
@pytest.mark.long
def test_a_product_that_is_positive_may_have_two_negative_factors(stated, assumed, says, seed):
    body = BODY.format(given=f"{ORTHANTS}\n    given(that({assumed}))", says=says)
    outcome = follow(stated(body).declared.claim, seed=seed)
    assert outcome.outcome == "inconclusive" and outcome.reason.startswith(UNDEFINED)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("assumed", "says"), [
    (("x * y > 0", "y * z > 0"), "x > 0"),
    (("x * y * z > 0",), "implies(x < 0, y < 0)"),
    (("x + y + z < -3",), "x < 0"),
    (("x * y > 5", "x + y < 100"), "x > 0"),
])  # fmt: skip
def test_every_orthant_that_assumptions_leave_is_reached(stated, assumed, says, seed):
    given = "\n    ".join([ORTHANTS, *(f"given(that({fact}))" for fact in assumed)])
    assert follow(
        stated(BODY.format(given=given, says=says)).declared.claim, seed=seed
    ).outcome == ("refuted")


@pytest.mark.parametrize("seed", range(5))
def test_a_step_is_looked_at_in_every_orthant_that_its_conditions_leave(stated, seed):
    body = """
    x, y = given(any_scalar('x')), given(any_scalar('y'))
    yield 'A sum.', Identity(log(x * y), log(x) + log(y), where=[x * y > 0], name='sum')
"""
    statement = stated(body)
    found = decide(statement, statement.declared.said[0], count=8, seed=seed)
    assert (found.outcome, found.reason) == ("inconclusive", UNDEFINED)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("given", "says", "outcome"), [
    (ORTHANTS, "tokens.count >= 2", "refuted"), (ORTHANTS, "modes.count >= 2", "refuted"),
    (ORTHANTS, "tokens.count >= 1", "sampled"), (ORTHANTS, "either(x < y, x > y)", "refuted"),
    (f"{ORTHANTS}    given(distinct(i, j))", "tokens.count >= 2", "sampled"),
    (ORTHANTS, "equals(u[2], u[2])", "sampled"),
])  # fmt: skip
def test_a_single_token_and_numbers_that_are_equal_are_among_the_starts(
    stated, given, says, outcome, seed
):
    made = stated(BODY.format(given=given, says=says))
    assert follow(made.declared.claim, seed=seed).outcome == outcome


@pytest.mark.parametrize(("step", "value"), [
    ("Identity(x / x, 1, name='step')", "nonzero(x)"),
    ("Identity(square_root(x)**2, x, name='step')", "that(x >= 0)"),
    ("Identity(exp(log(x)), x, name='step')", "that(x > 0)"),
    ("Identity((x - 3*y*z - 7) / (x - 3*y*z - 7), 1, name='step')", "that(differs(x - 3*y*z, 7))"),
    ("Inequality(x**2 >= 1 / (x - 7) - 1 / (x - 7), because=x**2, name='step')", "that(x <= 6)"),
    ("Inequality(square_root(x - y) >= 0, because=square_root(x - y), name='step')",
     "that(x >= y)"),
])  # fmt: skip
@pytest.mark.long
def test_a_step_without_a_value_somewhere_says_nothing(stated, step, value):
    methods = ["symbolic", "certificate", "sampling"]
    body = f"{ORTHANTS}    {{}}\n    yield 'It has a value.', {step}"
    found = run([stated(body.format(""))], methods=methods)["T-1"].step("step")
    assert found.grade == "inconclusive" and found.footing.reason == UNDEFINED
    there = run([stated(body.format(f"given({value})"))], methods=methods)["T-1"].step("step")
    assert there.grade in ("proved", "sampled") and there.footing.instance is not None


@pytest.mark.long
def test_the_card_tells_in_one_line_where_a_claim_has_no_value(tmp_path, capsys):
    path = tmp_path / "quotient.py"
    path.write_text(HEAD + BODY.format(given=SCALAR.format("any"), says="equals(x / x, 1)"))
    options = ["--module", str(path), "--methods", "symbolic,certificate,sampling"]
    assert main(["run", "T-1", *options]) == 0 and main(["show", "T-1", *options[:2]]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Open. Grade: inconclusive. What is wrong The claim has no value at n = " in told
    assert "a division by zero." in told
