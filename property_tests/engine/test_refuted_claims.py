"""Claims that are false as wholes: what Coq is asked, and what wins nothing."""

import pytest

from property_tests.engine.claim_examples import METHODS, needs_coq, proof, said
from property_tests.engine.test_printed_claims import printed
from verify.methods.kernel.claims import theorem_of
from verify.running.engine import run

REFUTED = """
    x = given(any_scalar('x'))
    yield claim('Every square is positive.', x * x > 0, refuted=True)
    yield 'It is not negative.', Inequality(x * x >= 0, because=x**2, name='square')
"""


NO_SQUARE = (
    "unfold T_1. intro H. "
    "assert (A := H (euclidean 1) 0 (complete_euclidean 1) no_degenerate_plane). lra."
)


@needs_coq
@pytest.mark.long
def test_a_claim_that_is_proved_to_be_false_is_false(stated):
    text = proof(NO_SQUARE).replace("Prelude Words", "Prelude Words Complete Worlds")
    result = run([stated(REFUTED, text)], methods=METHODS)["T-1"]
    assert (result.verdict, result.grade, result.claim.theorem) == ("false", "refuted", "T_1")


@needs_coq
@pytest.mark.long
def test_a_claim_that_fails_in_a_degenerate_world_alone_is_not_false(stated):
    body = """
    x = given(any_scalar('x'))
    yield claim('Some directions are across each other.', there_is(unit_vector('v'), lambda v:
                there_is(unit_vector('w'), lambda w: equals(x * (v @ w), 0))), refuted=True)
    yield 'It is not negative.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    true = """
Lemma never : ~ T_1.
Proof.
  intro H. apply H. intros S x _ [n [D Two]].
  destruct (two_directions S n D Two) as [e [f [E [F O]]]].
  exists e. split; [exact E|]. exists f. split; [exact F|]. rewrite O. ring.
Qed.
Lemma on_a_line (v w : real_line) : inner v v = 1 -> inner w w = 1 -> 1 * inner v w <> 0.
Proof. simpl. intros V W Z. assert (v * v * (w * w) = v * w * (v * w)) by ring. nra. Qed."""
    script = (
        "intro H. destruct (H real_line 1 (complete_euclidean 0) no_degenerate_plane) as "
        "[v [V [w [W Z]]]]. exact (on_a_line v w V W Z)."
    )
    text = proof(script, before=true).replace("Reals Lra", "Reals Lra Psatz")
    text = text.replace("Prelude Words", "Prelude Words Complete Worlds")
    answer = said(stated(body, text))
    assert answer.outcome == "inconclusive"
    assert "line 15" in answer.reason  # what is before it is proved: the claim is true


@pytest.mark.long
@needs_coq
def test_a_claim_of_stability_is_not_false_for_a_state_that_moves(stated):
    body = """
    from verify.language.motion import Layer, RawDynamics
    from verify.language.symbols import thing_of
    v = given(unit_vector('v'))
    turned = lambda x: Layer(thing_of(x), lambda i: -1 * x[i], RawDynamics('given', {}))
    yield claim('It is stable.', is_stable(unit_tokens('x'), turned, at=v), refuted=True)
    yield 'It is of length 1.', Identity(v @ v, 1, name='unit')
"""
    true = """
Lemma moves (S : inner_product_space) (v : S) : inner v v = 1 -> v <> vscale (-1) v.
Proof.
  intros U E. assert (N : inner v v = inner (vscale (-1) v) v) by (rewrite <- E; reflexivity).
  rewrite inner_scale_l, U in N. lra.
Qed.
Lemma never : ~ T_1.
Proof.
  intro H. apply H. intros S Token tokens v _ [Some _] _ _ U [_ R]. exfalso.
  destruct tokens as [|i rest]; [exact (Some eq_refl) | exact (moves S v U (R i))].
Qed."""
    script = (
        "intro H. assert (Stable := H plane bool two (0, 1) (complete_euclidean 1) bool_enumerated "
        "(Req_le _ _ (eq_sym two_size)) no_degenerate_plane ltac:(simpl; ring)). "
        "destruct Stable as [[_ R] _]. apply (moves plane (0, 1)); [simpl; ring | exact (R true)]."
    )
    text = proof(script, before=true)
    text = text.replace("Prelude Words", "Prelude Words Complete OjaPlane Worlds")
    answer = said(stated(body, text))
    assert answer.outcome == "inconclusive"
    assert "line 17" in answer.reason  # what is before it is proved: the claim is true


def test_a_refuted_claim_fails_in_a_world_of_its_dimension_with_two_tokens(stated):
    given = "x, v = given(unit_tokens('x')), given(orthonormal_basis('v'))"
    given += "; i, r = tokens.any('i'), modes.any('r')"
    premises = printed(stated, given, "x[i] @ v[r] <= 0, refuted=True").premises
    assert {"2 <= size tokens", "2 <= (size modes)"} <= {*premises}
    assert "has_dimension Space (size modes)" in premises


@pytest.mark.parametrize(("says", "shown"), [
    ("x[i] @ x[j] <= 0", "(forall (i' : Token) (j' : Token), (i' <> j' -> (inner (x i') (x j'))"),
    ("for_every(i, for_every(j, x[i] @ x[j] <= 0))", "forall (j' : Token), (j' <> i' -> "),
    ("x[i] @ x[1] <= 0", "(forall (i' : Token), (i' <> token1 -> "),
    ("never(there_is(i, x[i] @ x[j] <= 0))", "(exists (i' : Token), (forall (j' : Token), (inner"),
    ("implies(x[i] @ x[j] <= 0, x[i] @ x[i] <= 0)", "((forall (i' : Token) (j' : Token), (inner"),
    ("iff(x[i] @ x[j] <= 0, n <= 1)", "-> ((forall (i' : Token) (j' : Token), (i' <> j' -> "),
])  # fmt: skip
def test_a_refuted_claim_fails_for_indices_that_differ(stated, says, shown):
    given = "x, (i, j) = given(unit_tokens('x')), tokens.any('i', 'j'); n = tokens.count"
    assert shown in printed(stated, given, f"{says}, refuted=True").text()
    assert "' <> " not in printed(stated, given, says).text()


@pytest.mark.parametrize(("says", "false", "shown"), [
    ("x / x >= 1", "", "(x <> 0 /\\ 1 <= (x"),
    ("x / x >= 1", ", refuted=True", "(x <> 0 -> 1 <= (x"),
    ("never(x / x >= 1)", "", "~ (x <> 0 -> 1 <= (x"),
    ("never(x / x >= 1)", ", refuted=True", "~ (x <> 0 /\\ 1 <= (x"),
    ("implies(x / x >= 1, x >= 1)", "", "(x <> 0 /\\ 1 <= (x"),
    ("implies(x / x >= 1, x >= 1)", ", refuted=True", "(x <> 0 /\\ 1 <= (x"),
    ("implies(x >= 1, x / x >= 1)", ", refuted=True", "(x <> 0 -> 1 <= (x"),
])  # fmt: skip
def test_nothing_is_won_by_what_has_no_value(stated, says, false, shown):
    assert shown in printed(stated, "x = given(any_scalar('x'))", f"{says}{false}").text()


def test_numbers_may_be_bound_in_front_of_a_negation(stated):
    given = "r, x = given(positive_scalar('r')), given(any_scalar('x'))"
    text = printed(stated, given, "x * x <= r, refuted=True, whatever=[r]").text()
    assert "forall (r : R),\n  0 < r ->\n  ~ (forall (Space : inner_product_space) (x : R)" in text
    assert text.count("0 < r") == 1


def test_a_claim_that_is_said_to_be_false_is_so_where_it_fails_at_an_exact_start(stated):
    statement = stated(REFUTED)
    text = theorem_of(statement).text()
    assert text.startswith("Definition T_1 : Prop := ~ (forall (Space : inner_product_space)")
    result = run([statement], methods=METHODS[:3])["T-1"]
    assert (result.verdict, result.grade) == ("false", "refuted")
    result = run([statement], methods=METHODS[:2])["T-1"]
    assert (result.verdict, result.grade) == ("open", "argued")
