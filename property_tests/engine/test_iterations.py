"""Laws of one's own in discrete time, and claims that need no step beside them."""

import pytest

from property_tests.engine.claim_examples import answered, needs_coq, proof, said
from verify.language.mistakes import Mistake
from verify.language.motion import Iteration, Layer
from verify.methods.following import follow
from verify.running.engine import run
from verify.vocabulary import *

IN_TURN = """
    a, x, v = given(any_scalar('a')), given(any_scalar('x')), given(any_scalar('v'))
    e = given(any_scalar('e'))
    form = x**2 + v**2 - {coupling} * x * v
    yield claim('A form is kept.', implies(at_start(equals(form, e)), always(equals(form, e))),
                along=orbit(iteration({{x: x + a * (v - a * x), v: v - a * x}})))
"""
AVERAGED = """
    A, u, M = given({weights}('A')), given(coefficients('u')), given(any_scalar('M'))
    i = tokens.any('i')
    yield claim('None rises above.', implies(at_start(u[i] <= M), always(u[i] <= M)),
                along=orbit(iteration({{u: lambda i: total(A[i, j] * u[j] for j in tokens)}})))
"""
HALVED = """
    x, c = given(any_vector('x')), given(nonnegative_scalar('c'))
    yield claim('Lengths fall.', implies(at_start(norm(x) <= c),
                always(norm(x) <= c * exp(-log({by}) * elapsed))),
                along=orbit(iteration({{x: x / 2}})))
"""
TURNED = """
    c = given(nonnegative_scalar('c'))
    yield claim('Lengths stay.', for_every_orbit(
        any_vector('z'), lambda z: iteration({{z: -{factor} * z}}),
        lambda z: implies(at_start(norm(z) <= c), always(norm(z) <= c))))
"""
INSIDE = """
    c, x = given(covector('c')), given(unit_tokens('x', metric=None))
    inside, S = given(open_hemisphere(x, along=c)), given(any_operator('S'))
    V, t, i = given(symmetric_operator('V')), given(positive_scalar('t')), tokens.any('i')
    layer = attention_layer(value={value}, scores=S, step=t)
    yield claim('They stay.', always(c @ x[i] > 0), along=orbit(layer, start=[x, inside]))
"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (IN_TURN.format(coupling="a"), IN_TURN.format(coupling="0")),
        (AVERAGED.format(weights="row_stochastic"), AVERAGED.format(weights="nonnegative_weights")),
        (HALVED.format(by=2), HALVED.format(by=3)),
        (TURNED.format(factor=1), TURNED.format(factor=2)),
        (INSIDE.format(value="identity_operator()"), INSIDE.format(value="V")),
    ],
)
@pytest.mark.long
def test_iterations_are_followed_exactly(stated, true, false):
    """Numbers such as M are those that premises single out: drawn, they would seldom meet them."""
    found = follow(stated(true).declared.claim, count=12)
    assert found.outcome == "sampled" and found.evidence["compared"] > 0
    found = follow(stated(false).declared.claim, count=12)
    assert found.outcome == "refuted" and found.evidence["rigorous"]


@pytest.mark.long
@needs_coq
def test_coq_reads_an_iteration_as_one_equation_for_each_thing(stated):
    script = (
        "intros Space x v a e Complete X V Start k. induction k as [|k IH]; [exact Start|]. "
        "rewrite (X k), (V k), <- IH. ring."
    )
    assert said(stated(IN_TURN.format(coupling="a"), proof(script))).outcome == "kernel"
    assert said(stated(IN_TURN.format(coupling="2"), proof(script))).outcome == "inconclusive"


@pytest.mark.long
@needs_coq
def test_what_one_step_keeps_needs_no_proof_of_its_author(stated):
    outcomes = {
        IN_TURN.format(coupling="a"): "kernel",
        AVERAGED.format(weights="row_stochastic"): "kernel",
        HALVED.format(by=2): "kernel",
        TURNED.format(factor=1): "kernel",
        AVERAGED.format(weights="nonnegative_weights"): "inconclusive",
        HALVED.format(by=3): "inconclusive",
    }
    found = answered(stated, {body: body for body in outcomes})
    assert {body: outcome.outcome for body, outcome in found.items()} == outcomes


RESTS = """
    W, x = given({weights}('W')), given(any_vector('x'))
    yield claim('All comes to 0.', tends_to(x, zero_vector()),
                along=solution(motion({{x: -(W @ x)}})))
"""
TURNS = """
    x, y, c = given(any_scalar('x')), given(any_scalar('y')), given(any_scalar('c'))
    yield claim('It stays below.', implies(at_start(x {sign} c), always(x {sign} c)),
                along=solution(motion({{x: y, y: -x}})))
"""


@pytest.mark.long
def test_a_solution_that_rests_and_one_that_is_enclosed_refute(stated):
    """Where W x = 0 the constant x is a solution, which does not come to 0."""
    still = run([stated(RESTS.format(weights="symmetric_operator"))], methods=["sampling"])
    assert (still.statements[0].verdict, still.statements[0].grade) == ("false", "refuted")
    below = stated(TURNS.format(sign="<"))  # it comes to c only after some time
    moving = follow(below.declared.claim, count=12)
    assert moving.outcome == "refuted" and moving.evidence["rigorous"]
    (found,) = run([below], methods=["sampling"]).statements
    assert (found.verdict, found.grade) == ("false", "refuted")


def test_what_begins_at_its_bound_and_rises_at_once_is_false(stated):
    (found,) = run([stated(TURNS.format(sign="<="))], methods=["sampling"]).statements
    assert (found.verdict, found.grade) == ("false", "refuted")


DRIFTS = """
    x, i = given(any_vectors('x')), tokens.any('i')
    drift = iteration({x: lambda i: x[i] - (square_root(2) / 2**500) * x[i]})
"""


@pytest.mark.parametrize(
    "said",
    [
        "tends_to(x[i], zero_vector()), along=orbit(drift))",
        "for_every_orbit(any_vectors('z'), drift, lambda z: tends_to(z[i], zero_vector())))",
    ],
)
@pytest.mark.long
def test_a_state_that_balls_alone_take_for_one_at_rest_refutes_nothing(stated, said):
    """It comes to 0, by less in a layer than they can tell."""
    made = stated(f"{DRIFTS}    yield claim('All comes to 0.', {said}\n")
    (found,) = run([made], methods=["sampling"]).statements
    assert (found.verdict, found.grade) == ("open", "inconclusive")


def test_a_claim_without_a_step_is_known_by_its_theorem_alone(stated):
    (found,) = run([stated(IN_TURN.format(coupling="a"))], methods=["sampling"]).statements
    assert (found.verdict, found.grade) == ("open", "inconclusive")
    with pytest.raises(Mistake, match="yield a sentence and its step, or a claim of propositions"):
        run([stated("    yield claim('In words.')\n")], methods=["sampling"])


def test_one_family_of_vectors_goes_through_a_layer():
    x, z, i = any_vectors("x").introduces, any_vector("z").introduces, tokens.any("i")
    halved = iteration({x: lambda i: x[i] / 2})
    assert isinstance(halved, Layer) and jacobian(halved, at=x)(x)(i) is not None
    both = iteration({x: lambda i: x[i] / 2, z: 2 * z})
    assert isinstance(both, Iteration)
    with pytest.raises(Mistake, match="needs a layer"):
        jacobian(both, at=x)
    with pytest.raises(Mistake, match="an iteration is not a function; write out"):
        both(z)
    with pytest.raises(Mistake, match="iteration: nothing moves"):
        iteration({})
    with pytest.raises(Mistake, match="the members of x need an image each"):
        iteration({x: z})
    with pytest.raises(Mistake):
        iteration({any_scalar("a").introduces: z})
