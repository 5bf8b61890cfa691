"""Claims that are declared false: Coq denies what is meant, and an instance is seen to fail."""

import pytest

from property_tests.engine.claim_examples import METHODS, needs_coq, proof, stated_in
from verify.methods.kernel.claims import theorem_of
from verify.methods.kernel.theorems import decide_claims
from verify.processes.places import cache_folder
from verify.running.engine import run
from verify.statements.discovery import discover

TRUE = "yield 'It is not negative.', Inequality(0 * tokens.count >= 0, because=0 * tokens.count)"
FIRST_TWO = f"""
    a = given(coefficients('a'))
    yield claim('Two tokens add up to the first and the second.',
                implies(equals(tokens.count, 2),
                        equals(total(a[k] for k in tokens), a[1] + a[2])){{denied}})
    {TRUE}
"""
SEEN = f"""
    yield claim('Token 2 sees two tokens.',
                equals(total(1 + 0 * tokens.count for k in tokens.up_to(2)), 2){{denied}})
    {TRUE}
"""
LAST_SEEN = f"""
    yield claim('Token 3 sees three tokens.',
                equals(total(1 + 0 * tokens.count for k in tokens.up_to(3)), 3){{denied}})
    {TRUE}
"""
FIRST_TWO_HOLD = """
intros S Token tokens a t1 t2 _ _ N1 N2 Two.
destruct tokens as [|p [|q [|r l]]]; try discriminate.
injection N1 as <-. injection N2 as <-. simpl. ring.
exfalso. assert (N := total_nonneg l (fun _ => 1) (fun _ => Rle_0_1)).
unfold size in Two. simpl in Two. lra."""
LATER_UNSEEN = """
Lemma unseen (Token : Type) (up_to : Token -> Token -> R) (q : Token) (X : R) (l : list Token) :
  ordered up_to -> ~ In q l -> Forall (fun i => up_to i q = 1) l ->
  total l (fun k => up_to q k * (1 + 0 * X)) = 0.
Proof.
  intros [I [_ [A _]]] N F. induction l as [|r l IH]; [reflexivity|].
  inversion F as [|? ? E G]. subst. simpl. rewrite IH; auto; [|intro; apply N; right; auto].
  destruct (I q r) as [Z|O]; [rewrite Z; ring|]. exfalso. apply N. left. auto.
Qed."""
SEEN_HOLD = """
intros S Token tokens t2 up_to _ [_ [D _]] I R N O Ord.
destruct tokens as [|p [|q l]]; try discriminate. injection N as <-.
inversion O as [|? ? F G]. inversion F as [|? ? E _]. inversion G as [|? ? L _]. subst.
inversion D as [|? ? _ D2]. inversion D2 as [|? ? Q _]. subst.
cbn [total]. rewrite (unseen Token up_to q _ l Ord Q L), E, R. ring."""


@pytest.fixture
def stated(tmp_path):
    return stated_in(tmp_path)


def with_worlds(script, before=""):
    text = proof(script, before=before).replace("Reals Lra", "Reals Lra List")
    return text.replace("Prelude Words", "Prelude Words Complete Worlds")


@needs_coq
@pytest.mark.parametrize(("body", "script", "before"), [
    (FIRST_TWO, FIRST_TWO_HOLD, ""), (SEEN, SEEN_HOLD, LATER_UNSEEN),
])  # fmt: skip
@pytest.mark.long
def test_counted_tokens_have_their_places_so_that_what_is_true_of_them_is_proved(
    stated, body, script, before
):
    """And no denial of it can be, for that says the same of the same tokens."""
    claim = stated(body.format(denied=""), with_worlds("unfold T_1. " + script, before))
    outcome = decide_claims([claim], 1, cache_folder(), fresh=True)["T-1"]
    assert outcome.outcome == "kernel", outcome.reason
    denied = theorem_of(stated(body.format(denied=", refuted=True")))
    of = {*theorem_of(claim).premises}
    assert of <= {*denied.premises}
    assert theorem_of(claim).conclusion == denied.conclusion


def test_a_counted_token_is_where_it_stands_in_the_list_and_in_the_order(stated):
    premises = theorem_of(stated(LAST_SEEN.format(denied=", refuted=True"))).premises
    assert "nth_error tokens 2 = Some token3" in premises
    assert "ForallOrdPairs (fun j' i' : Token => up_to i' j' = 1) tokens" in premises


def test_counted_modes_have_their_places_as_well(stated):
    body = """
    v = given(orthonormal_basis('v'))
    yield claim('The first two are the same.', equals(v[1], v[2]), refuted=True)
    yield 'It is of length 1.', Identity(v[1] @ v[1], 1)
"""
    premises = theorem_of(stated(body)).premises
    assert {f"nth_error modes {k - 1} = Some mode{k}" for k in (1, 2)} <= {*premises}


def test_given_indices_of_a_claim_that_is_declared_false_differ(stated):
    body = """
    y = given(unit_tokens('y'))
    i, j, k = tokens.any('i', 'j', 'k')
    given(distinct(i, j))
    given(distinct(j, k))
    yield claim('Two tokens are apart.', y[i] @ y[k] < 1{denied})
    yield 'It is of length 1.', Identity(y[i] @ y[i], 1)
"""
    assert "i <> k" in theorem_of(stated(body.format(denied=", refuted=True"))).premises
    assert "i <> k" not in theorem_of(stated(body.format(denied=""))).premises


def test_the_denials_of_the_papers_speak_of_no_counted_index_but_the_first():
    """So none was proved by letting counted indices coincide: any member may be the first."""
    denied = [s for s in discover().statements if s.declared.claim and s.declared.claim.refuted]
    theorems = [theorem_of(s) for s in denied if s.declared.claim.propositions]
    assert len(theorems) == 14
    assert not any(p.startswith("nth_error ") for t in theorems for p in t.premises)


# The one start at which this fails is none that is drawn.
HIDDEN = """
    x = given(any_scalar('x'))
    yield claim('A square is positive.', (x - 123456789)**2 > 0, refuted=True)
    yield 'It is not negative.', Inequality(x * x >= 0, because=x**2)
"""
WITNESS = """    wrong = Printed((x - 123456789)**2 > 0, name='printed')
    yield 'Printed.', wrong
    yield 'There it is 0.', Witness(refutes=wrong, at={x: 123456789}, name='zero')
"""
ZERO = (
    "unfold T_1. intro H. assert (A := H (euclidean 1) 123456789 (complete_euclidean 1) "
    "no_degenerate_plane). lra."
)


@needs_coq
def test_a_denial_is_refuted_only_where_an_instance_is_seen_to_fail(stated):
    hidden = run([stated(HIDDEN, with_worlds(ZERO))], methods=METHODS)["T-1"]
    assert (hidden.verdict, hidden.grade, hidden.claim.grade) == ("open", "argued", "argued")
    assert "no trajectory contradicts it" in hidden.claim.missing
    shown = run([stated(HIDDEN + WITNESS, with_worlds(ZERO))], methods=METHODS)["T-1"]
    assert (shown.verdict, shown.grade, shown.claim.theorem) == ("false", "refuted", "T_1")
