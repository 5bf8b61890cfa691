"""What a claim about solutions, orbits and the long run says in Coq, and what is no claim."""

import pytest

from verify.language.mistakes import Mistake
from verify.methods.kernel.claims import theorem_of
from verify.methods.kernel.parts import Unprintable

MOVING = """
    y = given(any_vectors('y'))
    i = tokens.any('i')
    small = given(that(y[i] @ y[i] <= 1))
    flow = motion({{y: lambda i: -1 * y[i]}})
    yield claim('They shrink.', {says}, along=solution(flow, {marks}))
    yield 'It is.', Inequality(y[i] @ y[i] >= 0, because=y[i] @ y[i], name='square')
"""


@pytest.mark.parametrize(("marks", "premise"), [
    ("start=[small]", "(inner (y 0 i') (y 0 i')) <= 1"),
    ("always=[small]", "0 <= t'' -> (forall (i' : Token), (inner (y t'' i') (y t'' i')) <= 1)"),
])  # fmt: skip
def test_what_is_assumed_of_the_state_holds_when_it_is_said_to(stated, marks, premise):
    body = MOVING.format(says="always(y[i] @ y[i] <= 1)", marks=marks)
    premises = " ".join(theorem_of(stated(body)).premises)
    assert premise in premises


def test_when_an_assumption_of_the_state_holds_must_be_said(stated):
    with pytest.raises(Mistake, match="does not state when this holds"):
        _ = stated(MOVING.format(says="always(y[i] @ y[i] <= 1)", marks="")).declared


@pytest.mark.parametrize("says", ["y[i] @ y[i] <= 1", "always(always(y[i] @ y[i] <= 1))"])
def test_what_moves_needs_a_word_of_time_and_one_alone(stated, says):
    statement = stated(MOVING.format(says=says, marks="start=[small]"))
    with pytest.raises(Unprintable):
        theorem_of(statement)


SHRINKS = "lambda z: motion({{z: -1 * z}}), lambda z: {body}"


@pytest.mark.parametrize(("word", "quantifier", "link", "space"), [
    ("for_every_solution", "(forall (z' : R -> Space), ", "->", "complete Space"),
    ("there_is_solution", "(exists (z' : R -> Space), ", "/\\", "limits Space"),
])  # fmt: skip
def test_solutions_are_curves_with_a_start_and_a_velocity(stated, word, quantifier, link, space):
    says = f"{word}(unit_vector('z'), {SHRINKS.format(body='tends_to(z, 0 * z)')})"
    with pytest.raises(Unprintable, match="does not say when"):  # the limit is to be at rest
        theorem_of(stated(MOVING.format(says=says, marks="start=[small]")))
    says = f"{word}(unit_vector('z'), {SHRINKS.format(body='at_start(z @ z >= 0)')})"
    theorem = theorem_of(stated(MOVING.format(says=says, marks="start=[small]")))
    start = f"((inner (z' 0) (z' 0)) = 1) {link} ((forall (t'' : R), 0 <= t'' -> is_vderive"
    assert f"{quantifier}{start}" in theorem.conclusion
    assert "0 <= (inner (z' 0) (z' 0))" in theorem.conclusion
    assert space in theorem.premises


LAYERED = """
    V, v = given(symmetric_operator('V')), given(unit_vector('v'))
    tau = given(positive_scalar('tau'))
    layer = oja_layer(value=V, step=tau)
    velocity = lambda x: motion({{x: lambda i: tangent(V @ total(x[j] for j in tokens), x[i])}})
    i = tokens.any('i')
    yield claim('A test.', {says})
    yield 'It is.', Identity(V @ v, V @ v, name='same')
"""


@pytest.mark.parametrize(("says", "begins"), [
    ("is_stable(unit_tokens('x'), layer, at=v)", "((layers_stable (fun x' : Token -> Space => "),
    ("is_unstable(unit_tokens('x'), layer, at=v)", "((layers_unstable (fun x' : Token -> Space"),
    ("is_exponentially_stable(unit_tokens('x'), layer, at=lambda i: v)",
     "((layers_exponentially_stable (fun x'"),
])  # fmt: skip
def test_a_state_is_stable_among_states_of_a_kind_at_which_the_law_has_a_value(
    stated, says, begins
):
    theorem = theorem_of(stated(LAYERED.format(says=says)))
    assert theorem.conclusion.startswith(begins)
    assert theorem.conclusion.endswith(" (fun i' : Token => v)))")
    assert "(inner (x' i') (x' i')) = 1" in theorem.conclusion
    assert " <> 0" in theorem.conclusion  # what normalises divides


@pytest.mark.parametrize(("says", "of_rest"), [
    ("is_stable(unit_tokens('x'), layer, at=v)", "((layers_rest "),
    ("is_unstable(unit_tokens('x'), layer, at=v)", "((layers_rest "),
    ("is_exponentially_stable(unit_tokens('x'), layer, at=v)", "((layers_rest "),
    ("implies(v @ v > 0, is_stable(unit_tokens('x'), layer, at=v))", " -> (((layers_rest "),
    ("implies(is_stable(unit_tokens('x'), layer, at=v), v @ v > 0)", ""),
    ("never(is_stable(unit_tokens('x'), layer, at=v))", ""),
    ("never(never(is_stable(unit_tokens('x'), layer, at=v)))", "((layers_rest "),
])  # fmt: skip
def test_what_a_refuted_claim_says_of_stability_it_says_of_a_state_at_rest(stated, says, of_rest):
    """A state that moves is neither stable nor unstable, which refutes nothing."""
    claim = stated(LAYERED.format(says=f"{says}, refuted=True"))
    conclusion = theorem_of(claim).conclusion
    assert of_rest in conclusion and ("layers_rest" in conclusion) == bool(of_rest)
    if of_rest:
        rests, _, word = conclusion.partition("layers_rest ")[2].partition(" -> layers_")
        assert word.partition(" ")[2].startswith(rests)  # of the same kind, steps and state
    assert "layers_rest" not in theorem_of(stated(LAYERED.format(says=says))).conclusion


@pytest.mark.parametrize(("says", "begins"), [
    ("for_every_orbit(unit_tokens('x'), layer, lambda x: tends_to(x[i], v))",
     "((forall (x' : nat -> Token -> Space), ((forall (i' : Token), (inner (x' 0%nat i')"),
    ("there_is_orbit(unit_tokens('x'), layer, lambda x: always(v @ x[i] >= 0))",
     "((exists (x' : nat -> Token -> Space), ((forall (i' : Token), (inner (x' 0%nat i')"),
])  # fmt: skip
def test_an_orbit_has_a_value_at_every_layer(stated, says, begins):
    conclusion = theorem_of(stated(LAYERED.format(says=says))).conclusion
    assert conclusion.startswith(begins)
    assert "<> 0 /\\ (x' (S k'') i') = " in conclusion


def test_almost_every_start_is_one_with_an_orbit(stated):
    """The starts from which a layer has no value for ever are among those that have no volume."""
    says = "for_almost_every_start(unit_tokens('x'), layer, lambda x: tends_to(x[i], v))"
    conclusion = theorem_of(stated(LAYERED.format(says=says))).conclusion
    assert conclusion.startswith(
        "((for_almost_every tokens (fun x_0' : Token -> Space => (exists x' : nat -> Token -> "
        "Space, (forall (i' : Token), x' 0%nat i' = x_0' i') /\\ ((forall (k'' : nat) "
        "(i' : Token), ("
    )
    assert "<> 0 /\\ (x' (S k'') i') = " in conclusion
    assert "layers_vtend (fun k' : nat => (x' k' i'))" in conclusion


@pytest.mark.parametrize("tokens", [
    "any_vectors('x')", "unit_tokens('x', metric=given(positive_definite('W')))",
])  # fmt: skip
def test_almost_every_start_is_of_unit_tokens(stated, tokens):
    """Of what has no volume itself, or another, it would say nothing, or something else."""
    says = f"for_almost_every_start({tokens}, layer, lambda x: tends_to(x[i], v))"
    with pytest.raises(Mistake, match="refers to the volume of unit tokens"):
        _ = stated(LAYERED.format(says=says)).declared


@pytest.mark.parametrize("says", [
    "never({almost})", "implies({almost}, v @ v > 0)", "{almost}, refuted=True",
])  # fmt: skip
def test_almost_every_start_is_neither_denied_nor_assumed(stated, says):
    almost = "for_almost_every_start(unit_tokens('x'), layer, lambda x: tends_to(x[i], v))"
    with pytest.raises(Unprintable, match="in a negation or an assumption"):
        theorem_of(stated(LAYERED.format(says=says.format(almost=almost))))


@pytest.mark.parametrize("says", [
    "for_every_orbit(unit_tokens('x'), velocity, lambda x: tends_to(x[i], v))",
    "for_every_solution(unit_tokens('x'), layer, lambda x: tends_to(x[i], v))",
    "is_stable(unit_vector('x'), layer, at=v)",
])  # fmt: skip
def test_orbits_are_of_layers_and_solutions_of_flows(stated, says):
    with pytest.raises(Mistake):
        _ = stated(LAYERED.format(says=says)).declared


def test_what_refutes_a_claim_has_values_at_every_layer(stated):
    body = """
    from verify.language.motion import Layer, RawDynamics
    V, y = given(symmetric_operator('V')), given(unit_tokens('y'))
    i = tokens.any('i')
    layer = Layer(y, lambda i: (V @ y[i]) / norm(V @ y[i]), RawDynamics('given', {{}}))
    yield claim('False.', {says}, along=orbit(layer, start=[y]), refuted={false})
    yield 'It is.', Identity(V @ y[i], V @ y[i], name='same')
"""
    for false in (True, False):
        says = body.format(false=false, says="always(y[i] @ y[i] <= 0)")
        layers = theorem_of(stated(says)).premises[-1]
        assert ("<> 0 /\\ " in layers) == false


def test_stability_is_of_steps_that_have_a_value_each(stated):
    says = "is_stable(unit_tokens('x'), layer, at=v)"
    conclusion = theorem_of(stated(LAYERED.format(says=says))).conclusion
    kind, _, step = conclusion.partition("(fun (x' : Token -> Space) (after'' : Token -> Space) =>")
    assert "<> 0" not in kind
    values, _, image = step.partition("(forall (i' : Token), (after'' i') = ")
    assert values.strip().startswith("((forall (i' : Token), (sqrt")
    assert values.strip().endswith("<> 0)) /\\")
    assert image.startswith("(vscale (/ (sqrt")


def test_words_that_conclude_conclude_a_claim(stated):
    body = """
    x = given(any_scalar('x'))
    yield 'One.', Identity(x + x, 2 * x, name='first')
    yield 'So both.', Equivalence('a', 'b', ('first',), ('first',), name='iff')
"""
    with pytest.raises(Mistake, match="the conclusion has no claim; yield claim"):
        _ = stated(body).declared


def test_the_flow_of_a_solution_moves_what_is_introduced(stated):
    says = "for_every_solution(unit_vector('z'), lambda z: flow, lambda z: at_start(z @ z >= 0))"
    with pytest.raises(
        Mistake, match="must move exactly the quantities that the assumption introduces"
    ):
        _ = stated(MOVING.format(says=says, marks="start=[small]")).declared


@pytest.mark.parametrize("says", [
    "converges(P)", "nondecreasing(P)", "tends_to(P, 0)", "limsup_at_most(P, 0)"
])  # fmt: skip
def test_no_other_word_of_the_long_run_is_of_operators(stated, says):
    body = f"""
    P = given(any_operator('P'))
    y = given(any_vectors('y'))
    flow = motion({{y: lambda i: P @ y[i]}})
    yield claim('It has a limit.', {says}, along=solution(flow, varying=[P]))
    yield 'It is.', Inequality(y[1] @ y[1] >= 0, because=y[1] @ y[1], name='square')
"""
    with pytest.raises(Mistake, match="applies to numbers and vectors"):
        _ = stated(body).declared


def test_numbers_vectors_and_operators_may_be_uniformly_continuous_in_time(stated):
    body = """
    P = given(any_operator('P'))
    y = given(any_vectors('y'))
    i = tokens.any('i')
    flow = motion({y: lambda i: -1 * y[i]})
    yield claim('All of it is.', uniformly_continuous(y[i]), uniformly_continuous(y[i] @ y[i]),
                uniformly_continuous(P), along=solution(flow, varying=[P]))
    yield 'It is.', Inequality(y[i] @ y[i] >= 0, because=y[i] @ y[i], name='square')
"""
    conclusion = theorem_of(stated(body)).conclusion
    assert "uniformly_continuous (fun t' : R => (y t' i'))" in conclusion
    assert "uniformly_continuous (S := real_line) (fun t' : R => (inner (y t' i')" in conclusion
    assert "operators_uniformly_continuous (fun t' : R => fun x'' : Space =>" in conclusion


LONG_RUN = """
    y, c = given(any_vectors('y')), given(any_scalar('c'))
    i = tokens.any('i')
    flow = motion({{y: lambda i: -1 * y[i]}})
    yield claim('It is so.', {says}, along=solution(flow))
    yield 'It is.', Inequality(c * c >= 0, because=c**2, name='square')
"""


@pytest.mark.parametrize(("says", "printed", "premise"), [
    ("limit_points(y, any_vectors('z'), lambda z: equals(z[i], zero_vector()))",
     "limit_point y z' -> (forall (i' : Token), (z' i') = vzero)", "complete Space"),
    ("tends_to_set(y, any_vectors('z'), lambda z: equals(z[i], zero_vector()))",
     "tends_to_set y (fun z' : Token -> Space => (forall (i' : Token), (z' i') = vzero))",
     "finite_dimensional Space"),
])  # fmt: skip
def test_states_come_near_others_as_wholes(stated, says, printed, premise):
    theorem = theorem_of(stated(LONG_RUN.format(says=says)))
    assert printed in theorem.conclusion
    assert theorem.premises[0] == premise


def test_a_form_has_a_potential_along_all_curves_of_states(stated):
    says = (
        "has_potential(unit_tokens('v'), any_vectors('V'), "
        "lambda v, V: total(v[i] @ V[i] {} for i in tokens), "
        "lambda v: total(v[i] @ v[i] for i in tokens))"
    )
    conclusion = theorem_of(stated(LONG_RUN.format(says=says.format("")))).conclusion
    assert conclusion.startswith("(is_potential (fun (v' : Token -> Space) =>")
    with pytest.raises(Unprintable, match="undefined"):
        theorem_of(stated(LONG_RUN.format(says=says.format("/ c"))))
