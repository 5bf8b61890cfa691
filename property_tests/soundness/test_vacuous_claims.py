"""Claims whose premises nothing meets, or whose solutions do not last, have no grade."""

import re

import pytest

from property_tests.engine.claim_examples import stated_in
from property_tests.engine.verdict_examples import decided
from verify import run
from verify.language.mistakes import Mistake
from verify.methods.following import follow
from verify.statements.outcomes import AS_TRIED, Outcome, vacuous

PROVED = Outcome("kernel", "kernel", evidence={"theorem": "T_1"})
NUMBER = "x = given(any_scalar('x'))"
DECAY = "along=solution(motion({x: -x}))"
VACUOUS = {  # what is given, what is claimed, along what, and what is told
    "slow blow-up": (
        "x = given(positive_scalar('x'))", "tends_to(x, -7)",
        "along=solution(motion({x: x**2 / 1000}), start=[x])", "no solution",
    ),
    "blow-up beside a rotation": (
        "x, y, z = given(positive_scalar('x')), given(any_scalar('y')), given(any_scalar('z'))",
        "tends_to(x, -7)",
        "along=solution(motion({x: x**2 / 1000, y: 10 * z, z: -10 * y}), start=[x])",
        "no solution",
    ),
    "blow-up inside": (
        NUMBER, "for_every_solution(positive_scalar('z'), lambda z: motion({z: z**2}), "
        "lambda z: tends_to(z, -7))", DECAY, "solutions z",
    ),
    "excluded at the start": (
        NUMBER, "implies(at_start(both(x > 2, x < 1)), tends_to(x, 5))", DECAY, "x > 2",
    ),
    "a premise in a conclusion": (
        NUMBER, "implies(at_start(x >= 2), implies(at_start(x <= 1), always(x >= 5)))", DECAY,
        "x <= 1",
    ),
    "three that exclude each other": (
        NUMBER, "for_every(any_scalar('p'), lambda p: for_every(any_scalar('q'), lambda q: "
        "implies(both(p + q <= 1, p >= Fraction(2, 3), q >= Fraction(1, 2)), always(x >= 5))))",
        DECAY, "p + q",
    ),
    "excluded in the long run": (
        NUMBER, "implies(always(x >= 1), tends_to(x, 5))", DECAY, "always(x >= 1)",
    ),
    "excluded after many layers": (
        NUMBER, "implies(always(x >= 1), tends_to(x, 5))",
        "along=orbit(iteration({x: 999 * x / 1000}))", "always(x >= 1)",
    ),
    "kept by no solution": (
        NUMBER + "; kept = given(that(x >= 1))", "tends_to(x, 5)",
        "along=solution(motion({x: -x / 1000}), always=[kept])", "no solution",
    ),
    "no such limit": (NUMBER, "implies(tends_to(x, 5), tends_to(x, 7))", DECAY, "tends_to(x, 5)"),
    "a limit denied": (
        NUMBER, "implies(never(tends_to(x, 0)), always(x >= 5))", DECAY, "never",
    ),
    "nothing of the kind": (
        NUMBER, "implies(there_is(positive_scalar('C'), lambda C: C < 0), always(x >= 5))", DECAY,
        "C < 0",
    ),
    "an index that is the counted one, too": (
        NUMBER + "; u, j = given(coefficients('u')), tokens.any('j')",
        "implies(u[j] + 1 <= u[1], always(x >= 5))", DECAY, "there j ranges over all tokens",
    ),
}  # fmt: skip
LONG = ("blow-up inside", "blow-up beside a rotation", "excluded after many layers")
SPEAKING = {
    "global solutions alone": (NUMBER, "always(x <= 0)", "along=solution(motion({x: x**2}))"),
    "kept at rest": (NUMBER, "implies(always(x >= 1), at_start(x >= 1))",
                     "along=solution(motion({x: 0 * x}))"),
    "kept for all time": (NUMBER, "implies(always(x <= 1), at_start(x <= 1))", DECAY),
    "an equation of what is quantified": (
        NUMBER + "; y = given(any_scalar('y'))",
        "for_every(any_scalar('r'), lambda r: implies(at_start(equals(x**2 + y**2, r)), "
        "always(equals(x**2 + y**2, r))))", "along=solution(motion({x: y, y: -x}))"),
    "one index and another": (
        NUMBER + "; u, j = given(coefficients('u')), tokens.any('j')",
        "for_every(j, implies(u[j] + 1 <= u[1], equals(u[j] + 1 - u[1], u[j] - u[1] + 1)))", ""),
}  # fmt: skip


@pytest.fixture
def stated(tmp_path):
    made = stated_in(tmp_path)
    return lambda given, says, along="", then="": made(
        f"\n    {given}\n    yield claim('A claim.', {says}{', ' * bool(along)}{along}){then}\n"
        "    a = given(any_scalar('a'))\n"
        "    yield 'A square.', Inequality(a * a >= 0, because=a**2, name='square')\n"
    )


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.long] * (n in LONG)) for n in VACUOUS]
)
@pytest.mark.long
def test_what_nothing_meets_has_no_grade_whatever_coq_proves(stated, name):
    *body, told = VACUOUS[name]
    made = stated(*body)
    followed = follow(made.declared.claim)
    assert followed.evidence["premises met"] is False
    found = decided(made, {}, theorem=PROVED, followed=followed)
    assert (found.grade, found.claim.grade, found.claim.theorem) == ("inconclusive",) * 2 + ("",)
    assert found.claim.missing.startswith(AS_TRIED) and told in found.claim.missing


@pytest.mark.parametrize("name", SPEAKING)
@pytest.mark.long
def test_what_speaks_of_a_solution_that_lasts_has_its_grade(stated, name):
    followed = follow(stated(*SPEAKING[name]).declared.claim)
    assert followed.outcome != "refuted" and vacuous(followed) == ""


FAR = (
    "implies(at_start(equals(x**5 + x, Fraction(21182, 3125))), for_every(any_scalar('r'), "
    "lambda r: implies(equals(r**3 - 7 * r, x - Fraction(149, 135)), at_start(r >= -3))))"
)


@pytest.mark.parametrize(("example", "is_met"), [
    ("", False),
    (".for_example({x: Fraction(7, 5), 'r': Fraction(8, 3)})", True),
    (".for_example({x: Fraction(7, 5), 'r': 3})", False),
    (".for_example({x: 1, 'r': Fraction(8, 3)})", False),
])  # fmt: skip
def test_premises_are_met_at_an_example_only_where_they_hold(stated, example, is_met):
    followed = follow(stated(NUMBER, FAR, DECAY, example).declared.claim)
    assert followed.evidence["premises met"] is is_met
    assert ("give one by .for_example" in followed.reason) is not is_met
    assert ("the given example does not meet it" in followed.reason) is (
        bool(example) and not is_met
    )


@pytest.mark.parametrize(("along", "told"), [
    (DECAY, ""),
    ("along=solution(motion({x: x**2}))", "no trajectory, the example's included, exists"),
])  # fmt: skip
def test_an_example_is_a_start_where_no_other_is_found(stated, along, told):
    hidden = (
        "x, y = given(any_scalar('x')), given(any_scalar('y')); h = given(that(equals("
        "x**5 + y**3 + y * x, Fraction(37, 5)**5 + Fraction(11, 7)**3 + Fraction(407, 35))))"
    )
    example = ".for_example({x: Fraction(37, 5), y: Fraction(11, 7)})"
    along = along[:-1] + ", start=[h])"
    without, with_it = (
        follow(stated(hidden, "always(x * x >= 0)", along, then).declared.claim)
        for then in ("", example)
    )
    assert vacuous(without).endswith("no start was found that satisfies the assumptions")
    assert told in vacuous(with_it) and bool(told) is bool(vacuous(with_it))


def test_an_example_has_no_say_in_what_is_for_every_value(stated):
    always = "implies(for_every(any_scalar('r'), lambda r: r >= 2), always(x >= 5))"
    followed = follow(stated(NUMBER, always, DECAY, ".for_example({'r': 3})").declared.claim)
    assert followed.evidence["premises met"] is False


@pytest.mark.parametrize(("example", "says"), [
    ("{x: 0.5}", "x is the float 0.5; write it exactly"),
    ("{'s': 1}", "gives s, and nothing of that name and shape is quantified"),
    ("{'r': [1, 2]}", "gives r, and nothing of that name and shape is quantified"),
    ("{1: 2}", "1 is not"),
])  # fmt: skip
def test_what_is_no_example_is_told(stated, example, says):
    with pytest.raises(Mistake, match=re.escape(says)):
        assert stated(NUMBER, FAR, DECAY, f".for_example({example})").declared


def test_an_example_that_violates_an_assumption_is_told(stated):
    made = stated(
        "x = given(positive_scalar('x'))", FAR, DECAY[:-1] + ", start=[x])", ".for_example({x: -1})"
    )
    with pytest.raises(Mistake, match="the example of the claim is none: it violates"):
        follow(made.declared.claim)


def test_what_is_not_known_to_be_met_is_told():
    assert vacuous(Outcome("sampling", "sampled", evidence={"premises met": True})) == ""
    assert vacuous(Outcome("sampling", "inconclusive", reason="cut off")) == "cut off"
    assert vacuous(Outcome("sampling", "sampled")).startswith(AS_TRIED)


@pytest.mark.long
def test_a_start_from_which_no_solution_lasts_refutes_nothing(stated):
    blow_up = (NUMBER, "at_start(x <= 0)", "along=solution(motion({x: x**2}))")
    assert follow(stated(*blow_up).declared.claim).outcome != "refuted"
    lasting = (NUMBER, "at_start(x <= 0)", "along=solution(motion({x: -x**3}))")
    assert follow(stated(*lasting).declared.claim).outcome == "refuted"


@pytest.mark.parametrize("says", [
    "iff(1 / x > 0, x > 0)", "never(iff(1 / (x - x) > 5, x > x + 1))",
    "never(never(1 / (x - x) > 5))", "iff(x > 0, both(1 / x > 0, x > -1))",
])  # fmt: skip
def test_of_two_that_are_alike_each_has_a_value(stated, says):
    followed = follow(stated(NUMBER, says).declared.claim)
    assert "undefined" in followed.evidence and followed.outcome == "inconclusive"


def test_a_statement_that_claims_nothing_else_is_false_where_a_step_is(tmp_path):
    body = f"\n    {NUMBER}\n    yield 'Here.', Identity(square_root(x**2), x, name='root')\n"
    found = run([stated_in(tmp_path)(body)], methods=["sampling"])["T-1"]
    assert (found.verdict, found.grade) == ("false", "refuted")


def test_what_is_denied_is_false_where_it_fails_at_an_exact_start(stated):
    made = stated(NUMBER, "equals(x, x**2)", "refuted=True")
    found = run([made], methods=["sampling"])["T-1"]
    assert (found.verdict, found.grade) == ("false", "refuted")
