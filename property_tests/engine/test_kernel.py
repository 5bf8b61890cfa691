"""Claims reach the Coq kernel as stated: true ones are accepted, false twins are not."""

import os
from functools import cache

import pytest

from property_tests.engine.kernel_claims import every_claim
from verify.language.expressions import as_scalar
from verify.language.facts import Equation
from verify.language.symbols import Family1, Family2, operator_symbol, scalar_symbol, vector_symbol
from verify.methods.kernel.compile import KernelResult, axioms, run_goals
from verify.methods.kernel.goals import Goal, goal
from verify.methods.kernel.installed import available
from verify.methods.kernel.names import Identifiers, bound
from verify.methods.kernel.parts import Unprintable
from verify.statements.obligations import Comparison as ComparisonObligation
from verify.statements.obligations import Equality
from verify.vocabulary import *

needs_coq = pytest.mark.skipif(
    not available(), reason="Coq with its library Coquelicot is not installed"
)
MADE = every_claim()
ZERO = as_scalar(0)


def is_twin(name: str) -> bool:
    return name.startswith("twin")


@cache
def results(twins: bool) -> dict[str, KernelResult]:
    """Return what Coq says of all true claims, or of all false twins, by their names."""
    goals = [made for name, made in MADE if is_twin(name) is twins]
    found = run_goals(goals, jobs=os.cpu_count() or 1, timeout=60)
    return {result.name: result for result in found}


@needs_coq
@pytest.mark.parametrize("name", [name for name, _ in MADE if not is_twin(name)])
@pytest.mark.long
def test_a_true_claim_is_accepted_from_the_classical_reals_alone(name):
    found = results(twins=False)[name]
    assert found.accepted, found.message
    assert found.beyond_classical_reals == ()


@needs_coq
@pytest.mark.parametrize("name", [name for name, _ in MADE if is_twin(name)])
def test_a_false_twin_stops_with_the_failure_of_its_script(name):
    found = results(twins=True)[name]
    assert not found.accepted
    assert found.failure == "tactic", found.message


@needs_coq
@pytest.mark.long
def test_one_bad_goal_spoils_no_other():
    good = Goal("good", "Lemma good (x : R) : x + 0 = x.", "ring")
    bad = [
        Goal("false", "Lemma wrong (x : R) : x + 1 = x.", "ring"),
        Goal("syntax", "Lemma broken (x : R) : x + = x.", "ring"),
        Goal("types", "Lemma mixed (x : Space) : x = 1.", "ring"),
        Goal("script", "Lemma named (x : R) : x = x.", "no_such_tactic"),
        Goal("endless", "Lemma slow : 1 = 2.", "repeat (pose proof I; idtac)"),
    ]
    found = run_goals([good, *bad, good], timeout=2)
    assert [r.accepted for r in found] == [True, *[False] * 5, True]
    assert [r.failure for r in found[1:-1]] == [
        "tactic", "internal", "internal", "internal", "timeout",
    ]  # fmt: skip


@needs_coq
def test_a_goal_is_one_lemma_and_nothing_else():
    for wrong in ("Axiom no : False. Lemma sly : 1 = 2.", "Lemma sly : True. Axiom no : False."):
        with pytest.raises(ValueError, match="is not one lemma"):
            run_goals([Goal("sly", wrong, "destruct bottom")])


def test_the_axioms_are_read_back():
    said = "Axioms:\nGoal0.bottom : False\nClassical_Prop.classic\n  : forall P : Prop, P"
    assert axioms(said) == ("Classical_Prop.classic", "Goal0.bottom")
    assert axioms("Closed under the global context\n") == ()
    result = KernelResult("claim", True, 0.1, axioms(said), "")
    assert result.beyond_classical_reals == ("Classical_Prop.classic", "Goal0.bottom")


y = Family1("y", Vector, ("tokens",))
i, a = tokens.any("i", "a")


def text(facts, left, right, **options) -> str:
    return goal("claim", facts, Equality("", left, right), **options).text


def test_a_goal_is_the_formula_as_written():
    A, c = operator_symbol("A"), vector_symbol("c")
    alpha = Family2("alpha", Scalar, ("tokens", "tokens"))
    left = total(alpha[i, j] * (c @ (A.T @ y[j])) for j in tokens.seen_by(i, Mask("N")))
    assert text([Equation(y[a] @ y[a], as_scalar(1))], left, ZERO - 2 / tokens.count) == (
        "Lemma claim_claim (Space : inner_product_space) (Token : Type) (tokens : list Token)"
        " (N : Token -> Token -> R) (alpha : Token -> Token -> R) (c : Space)"
        " (y : Token -> Space) (A : Space -> Space) (A'T : Space -> Space) (i : Token) :\n"
        "  enumerates tokens ->\n"
        "  indicator N ->\n"
        "  adjoint A A'T ->\n"
        "  (forall (a' : Token), (inner (y a') (y a')) = 1) ->\n"
        "  (total tokens (fun j' : Token => ((N i j') *"
        " ((alpha i j') * (inner c (A'T (y j'))))))) = (0 - (2 / (size tokens)))."
    )


def test_a_rate_is_a_derivative_along_every_curve_with_that_velocity():
    u, w = vector_symbol("u"), vector_symbol("w")
    said = text([], rate(u @ u, straight_line(u, w)), 2 * (u @ w))
    assert "u't 0 = u ->" in said
    assert "is_vderive (fun t' : R => u't t') 0 w ->" in said
    assert said.endswith("is_derive (fun t' : R => (inner (u't t') (u't t'))) 0 (2 * (inner u w)).")


def test_a_derivative_inside_a_claim_must_exist():
    u, w = vector_symbol("u"), vector_symbol("w")
    claim = ComparisonObligation("", rate(u @ u, straight_line(u, w)) >= 0, ZERO, ())
    made = goal("claim", [], claim)
    assert "(exists rate'v : R, is_derive (fun t' : R => (inner (u't t') (u't t'))) 0 rate'v" in (
        made.text
    )


def test_bound_indices_of_one_name_are_kept_apart():
    alpha = Family2("alpha", Scalar, ("tokens", "tokens"))
    inner = lambda k: total(alpha[k, j] for j in tokens)  # noqa: E731
    said = text([], total(inner(j) for j in tokens), ZERO)
    assert "(fun j' : Token => (total tokens (fun j'2 : Token => (alpha j' j'2))))" in said


def test_no_two_things_share_a_name():
    one, other = vector_symbol("x"), vector_symbol("x")
    assert "inner x x_2" in text([], one @ other, ZERO)
    names = Identifiers()
    taken = [names.take(name) for name in ("x", "x_2", "x", "forall", "inner", "λ", "x")]
    assert len(set(taken)) == len(taken)
    assert not {"forall", "inner"} & set(taken)
    assert bound("x", ["x'"]) not in {*taken, "x'"}


def test_a_symbolic_power_is_an_exponential_of_a_number_known_by_its_own():
    p = scalar_symbol("p")
    says = text([], power(2, p) * power(2, -p), power(3, 0 * p))
    assert "(exp logarithm) = 2" in says and "(exp logarithm_2) = 3" in says
    assert says.endswith(
        "((exp (p * logarithm)) * (exp (((-1) * p) * logarithm))) = (exp ((0 * p) * logarithm_2))."
    )


def test_what_cannot_be_printed_is_said_or_left_out():
    p = scalar_symbol("p")
    with pytest.raises(Unprintable, match="'binomial' cannot be expressed in Coq"):
        text([], binomial(p, 2), p)
    with pytest.raises(Unprintable, match="a symbolic power of a number that may not be positive"):
        text([], power(-2, p), p)
    assert "p = p" in text([Equation(binomial(p, 2), p)], p, p)
    assert "(p ^ 3)" in text([], p, (p**3) ** 1)
