"""A claim is printed as it stands, and a proof can prove it or fail, never change it."""

import pytest

from property_tests.engine.claim_examples import METHODS, SQUARE, answered, needs_coq, proof, said
from verify.cli import main
from verify.commands import theorem
from verify.methods.kernel import authored, together
from verify.methods.kernel.rechecking import Rechecked, recheck
from verify.methods.kernel.theorems import decide_claims
from verify.processes.places import cache_folder
from verify.running.engine import run

# ------------------------------------------------------------------ proofs

GOOD = "unfold T_1. intros. nra."


@needs_coq
@pytest.mark.parametrize(("text", "reason"), [
    (proof("unfold T_1. intros. lra."), "T_1.v: "),
    (proof("exact I.", says="True"), "the proof proves another statement"),
    (proof("exact I.", "Definition T_1 := True."), "the proof proves another statement"),
    (proof("exact I.", "Local Notation T_1 := True."), "the proof proves another statement"),
    (proof(GOOD, name="another"), "the proof proves another statement"),
    ("", "the proof proves another statement"),
])  # fmt: skip
@pytest.mark.long
def test_what_proves_no_claim_is_told(stated, text, reason):
    outcome = said(stated(SQUARE, text))
    assert outcome.outcome == "inconclusive"
    assert reason in outcome.reason


@needs_coq
@pytest.mark.parametrize(("before", "script", "refused"), [
    pytest.param("", GOOD, "", marks=pytest.mark.long),
    ("Unset Guard Checking.\nFixpoint bad (n : nat) : False := bad n.", "destruct (bad O).",
     "Constants/Inductives relying on unsafe (co)fixpoints: Theorems."),
])  # fmt: skip
@pytest.mark.long
def test_a_compiled_proof_is_put_to_the_checker_of_coq(
    stated, monkeypatch, before, script, refused
):
    monkeypatch.setattr(authored, "refused", lambda _: "")
    monkeypatch.setattr(together, "ALLOWED", Everything())  # so that only the checker refuses it
    text = proof(script, before).replace("Lra", "Lra Psatz")
    told = recheck([stated(SQUARE, text)], 1)
    assert told.refused.startswith(refused)
    assert bool(told.refused) == bool(refused)
    assert "Coq.Reals.ClassicalDedekindReals.sig_forall_dec" in told.axioms


class Everything(frozenset):
    def issuperset(self, _):
        return True


@needs_coq
@pytest.mark.long
def test_claims_asked_together_are_answered_as_each_by_itself(stated):
    wrong = SQUARE.replace("x * x >= 0)", "x * x >= 1)")
    hijack = (
        "Module Claimed. Module Claims_1. Module T_4. Definition T_4 := True.\n"
        "End T_4. End Claims_1. End Claimed."
    )
    psatz = proof(GOOD).replace("Lra", "Lra Psatz")
    made = [
        stated(SQUARE, psatz),
        stated(SQUARE, "From Theorems Require T_1.\n" + psatz.replace("T_1", "T_2"), "T-2"),
        stated(wrong, proof("exact wrong.", "Axiom wrong : T_1.").replace("T_1", "T_3"), "T-3"),
        stated(
            wrong,
            proof("exact I.", hijack, says="Claimed.Claims_1.T_4.T_4").replace("T_1", "T_4"),
            "T-4",
        ),
        stated(wrong, proof(GOOD).replace("T_1", "T_5"), "T-5"),
    ]
    outcomes = decide_claims(made, 2, cache_folder(), fresh=True)
    assert [name for name, o in outcomes.items() if o.outcome == "kernel"] == ["T-1", "T-2"]
    assert outcomes["T-3"].reason.startswith("T_3.v, line 5: Axiom wrong : T_3 is not allowed")
    assert outcomes["T-4"].reason.startswith("T_4.v, line 5: Module Claimed is not allowed")
    assert outcomes["T-5"].reason.startswith("T_5.v: ")


@needs_coq
@pytest.mark.long
def test_theorems_of_one_name_prove_nothing(stated):
    one = stated(SQUARE.replace("x * x >= 0)", "x * x >= 1)"), proof(GOOD))
    other = stated(SQUARE, proof(GOOD), "T.1")
    outcomes = decide_claims([one, other], 1, cache_folder(), fresh=True)
    assert {outcome.outcome for outcome in outcomes.values()} == {"inconclusive"}


@needs_coq
@pytest.mark.long
def test_a_claim_that_is_proved_is_the_grade_whatever_words_say(stated):
    statement = stated(SQUARE, proof(GOOD).replace("Lra", "Lra Psatz"))
    result = run([statement], methods=METHODS)["T-1"]
    assert (result.verdict, result.grade) == ("holds", "kernel")
    assert (result.claim.theorem, result.claim.kind) == ("T_1", "theorem")


@needs_coq
@pytest.mark.long
def test_without_its_proof_a_claim_is_argued(stated):
    body = SQUARE.replace("x * x >= 0)", "there_is(any_scalar('y'), lambda y: y * y * y > x))")
    result = run([stated(body)], methods=METHODS)["T-1"]
    assert (result.verdict, result.grade) == ("holds", "argued")
    assert result.claim.theorem == "" and "T_1.v" in result.claim.missing


FAMILIES = {
    "one number decays": """
    k, c, u = given(positive_scalar('k')), given(nonnegative_scalar('c')), given(any_scalar('u'))
    yield claim('It decays.', for_every(any_scalar('M'), lambda M: implies(
        at_start(u <= M), always(u <= M * exp(-k * elapsed)))),
        along=solution(motion({u: -k * u - c})))
    yield 'It is.', Identity(k * u, u * k, name='same')
""",
    "what has a nonnegative rate rises": """
    u = given(any_scalar('u'))
    yield claim('It rises.', nondecreasing(u), along=solution(motion({u: u**2})))
    yield 'It is.', Identity(u * u, u**2, name='same')
""",
    "a vector never gets longer": """
    W, x, c = given(positive_definite('W')), given(any_vector('x')), given(any_scalar('c'))
    yield claim('It shrinks.', implies(at_start(norm(x) <= c), always(norm(x) <= c)),
                along=solution(motion({x: -(W @ x)})))
""",
    "a vector grows no faster than its map": """
    B, x, c = given(any_operator('B')), given(any_vector('x')), given(any_scalar('c'))
    yield claim('As Gronwall says.', for_every(any_scalar('s'), lambda s: implies(
        both(for_every(any_vector('z'), lambda z: norm(B @ z) <= s * norm(z)),
             at_start(norm(x) <= c)),
        always(norm(x) <= c * exp(s * elapsed)))), along=solution(motion({x: B @ x})))
""",
    "a square falls at twice the rate": """
    W, x, c = given(symmetric_operator('W')), given(any_vector('x')), given(any_scalar('c'))
    yield claim('It falls.', for_every(any_scalar('m'), lambda m: implies(
        both(for_every(any_vector('z'), lambda z: z @ W @ z >= m * (z @ z)), at_start(x @ x <= c)),
        always(x @ x <= c * exp(-2 * m * elapsed)))), along=solution(motion({x: -(W @ x)})))
""",
    "an energy of two vectors": """
    k, b = given(positive_scalar('k')), given(nonnegative_scalar('b'))
    x, v, c = given(any_vector('x')), given(any_vector('v')), given(any_scalar('c'))
    energy = v @ v + k * (x @ x)
    yield claim('It never grows.', implies(at_start(energy <= c), always(energy <= c)),
                along=solution(motion({x: v, v: -k * x - b * v})))
""",
    "squared lengths of many": """
    b, x, c = given(nonnegative_scalar('b')), given(any_vectors('x')), given(any_scalar('c'))
    squares = total(x[i] @ x[i] for i in tokens)
    yield claim('They never grow.', implies(at_start(squares <= c), always(squares <= c)),
                along=solution(motion({x: lambda i: -b * x[i]})))
""",
    "a form falls along its gradient": """
    W, x = given(symmetric_operator('W')), given(any_vector('x'))
    yield claim('It falls.', nondecreasing(-(x @ W @ x)), along=solution(motion({x: -(W @ x)})))
""",
    "a vector tends to 0": """
    W, x = given(positive_definite('W')), given(any_vector('x'))
    yield claim('It fades.', tends_to(x, zero_vector()), along=solution(motion({x: -(W @ x)})))
""",
    "what is conserved": """
    k, e = given(any_scalar('k')), given(any_scalar('e'))
    x, v = given(any_vector('x')), given(any_vector('v'))
    energy = v @ v + k * (x @ x)
    yield claim('It is kept.', implies(at_start(equals(energy, e)), always(equals(energy, e))),
                along=solution(motion({x: v, v: -k * x})))
""",
}  # fmt: skip
FALSE_TWINS = {
    "a vector never gets longer": ("positive_definite", "symmetric_operator"),
    "a vector grows no faster than its map": ("exp(s * elapsed)", "exp(s * elapsed / 2)"),
    "a square falls at twice the rate": ("-2 * m * elapsed", "-3 * m * elapsed"),
    "an energy of two vectors": ("nonnegative_scalar('b')", "any_scalar('b')"),
    "squared lengths of many": ("nonnegative_scalar('b')", "any_scalar('b')"),
    "a form falls along its gradient": ("-(x @ W @ x)", "x @ W @ x"),
    "a vector tends to 0": ("positive_definite", "symmetric_operator"),
    "what is conserved": ("v: -k * x}", "v: -k * x - v}"),
    "one number decays": ("-k * elapsed", "-(2 * k) * elapsed"),
    "what has a nonnegative rate rises": ("u: u**2})", "u: u**3})"),
}


@pytest.mark.long
@needs_coq
def test_comparison_theorems_need_no_proof_of_their_authors(stated):
    outcomes = answered(stated, FAMILIES)
    proved = {k: (o.outcome, o.evidence.get("generated")) for k, o in outcomes.items()}
    assert proved == dict.fromkeys(FAMILIES, ("kernel", True))


@pytest.mark.long
@needs_coq
def test_no_false_twin_of_a_comparison_theorem_is_proved(stated):
    twins = {name: body.replace(*FALSE_TWINS[name]) for name, body in FAMILIES.items()}
    assert all(twins[name] != body for name, body in FAMILIES.items())
    outcomes = answered(stated, twins)
    assert {k: o.outcome for k, o in outcomes.items()} == dict.fromkeys(twins, "inconclusive")


@needs_coq
@pytest.mark.parametrize("premise", ["False", "complete", "exponential_polynomial"])
@pytest.mark.long
def test_only_a_cited_theorem_may_be_a_premise(stated, premise):
    body = SQUARE.replace("x * x >= 0)", f"x * x >= 1, cites=['{premise}'])", 1)
    text = proof("unfold T_1. intros. contradiction.")
    result = run([stated(body, text)], methods=METHODS)["T-1"]
    assert (result.claim.theorem, result.grade) == ("", "refuted")
    assert "unknown theorem " in result.claim.missing


@needs_coq
@pytest.mark.long
def test_a_claim_whose_hypotheses_nothing_meets_has_no_grade(stated):
    body = SQUARE.replace("    yield claim", "    given(that(x * x < 0))\n    yield claim", 1)
    statement = stated(body, proof("unfold T_1. intros. nra.").replace("Lra", "Lra Psatz"))
    assert said(statement).outcome == "kernel"
    for methods in (METHODS, ["kernel"]):
        result = run([statement], methods=methods)["T-1"]
        assert (result.grade == "kernel", result.claim.theorem) == (False, "")
    assert run([statement], methods=METHODS)["T-1"].claim.missing.startswith("possibly vacuous: ")


NEVER_MET = """
    u, c = given(any_scalar('u')), given(any_scalar('c'))
    low = given(that(u <= 0))
    yield claim('It tends to 5.', tends_to(u, 5),
                along=solution(motion({u: 1 + 0 * u}), start=[u], always=[low]))
    yield 'It is.', Inequality(c * c >= 0, because=c**2, name='square')
"""


@needs_coq
@pytest.mark.long
def test_what_no_trajectory_meets_for_all_time_is_no_hypothesis(stated):
    script = (
        "intros S u _ Low Moves. exfalso. set (t := Rabs (u 0) + 1). assert (A := Rabs_pos (u 0)). "
        "assert (B := Rle_abs (- u 0)). rewrite Rabs_Ropp in B. assert (T : 0 <= t) by "
        "(unfold t; lra). assert (G := growth u (fun s => 1 + 0 * u s) 1 0 t T (fun s I => "
        "Moves s (proj1 I)) ltac:(intros; lra)). specialize (Low t T). unfold t in *. lra."
    )
    text = proof(script).replace("Prelude Words", "Prelude Words Curves")
    statement = stated(NEVER_MET, text)
    assert said(statement).outcome == "kernel"
    result = run([statement], methods=METHODS)["T-1"]
    assert (result.grade, result.claim.theorem) == ("inconclusive", "")
    assert result.claim.missing.startswith("possibly vacuous: no trajectory")


@needs_coq
@pytest.mark.long
def test_what_the_checker_of_coq_refuses_is_not_printed_as_proved(stated, monkeypatch, capsys):
    made = stated(SQUARE, proof(GOOD).replace("Lra", "Lra Psatz"))
    asked = ["theorem", "T-1", "--module", made.body.__code__.co_filename, "--checked"]
    for told, code in ((Rechecked("", ("an axiom",)), 0), (Rechecked("it is bad"), 1)):
        monkeypatch.setattr(theorem, "recheck", lambda *_, told=told: told)
        assert main(asked) == code
        lines = capsys.readouterr().out.splitlines()
        assert any(line.startswith("(* proved in T_1.v") for line in lines) == (code == 0)
        assert ("an axiom" if code == 0 else "not proved: coqchk: it is bad") in lines[-1]
