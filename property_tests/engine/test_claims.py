"""A claim is printed as it stands, and a proof can prove it or fail, never change it."""

from __future__ import annotations

import importlib.util
import itertools
import re
from pathlib import Path

import pytest

import proofs
from verify.language.mistakes import Mistake
from verify.methods.kernel import analysis
from verify.methods.kernel.claims import coq_name, theorem_of
from verify.methods.kernel.compile import kernel_available
from verify.methods.kernel.parts import Unprintable
from verify.methods.kernel.theorems import decide_claims, proof_of
from verify.processes.places import cache_folder
from verify.running.engine import run
from verify.statements.discovery import discover

needs_coq = pytest.mark.skipif(not kernel_available(), reason="Coq is not installed")
LIBRARY = Path(analysis.__file__).parent / "library"
METHODS = ["symbolic", "certificate", "sampling", "kernel"]
NUMBERS = itertools.count()
HEAD = (
    "from verify.vocabulary import *\n"
    "PAPER = Paper(key='T', title='T', authors='-', year=2026, reference='-')\n"
    "@statement('T-1', PAPER.label('T-1'), title='A test')\n"
    "def test(given):\n"
)
SQUARE = """
    x = given(any_scalar('x'))
    yield claim('A square is not negative.', x * x >= 0)
    yield 'It is.', Inequality(x * x >= 0, because=x**2, name='square')
"""


@pytest.fixture
def stated(tmp_path):
    """Return the statement of a module with this body and, beside it, this proof."""

    def made(body, proof=None):
        name = f"stated_{next(NUMBERS)}"
        path = tmp_path / f"{name}.py"
        path.write_text(HEAD + body, encoding="utf-8")
        if proof is not None:
            (tmp_path / "T_1.v").write_text(proof, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.test

    return made


def proof(script, before="", name="proof", says="T_1"):
    return (
        "From Coq Require Import Reals Lra.\nFrom Kernel Require Import Prelude Words.\n"
        f"From Claimed Require Import T_1.\nOpen Scope R_scope.\n{before}\n"
        f"Theorem {name} : {says}.\nProof. {script} Qed.\n"
    )


def said(statement):
    return decide_claims([statement], 1, cache_folder(), fresh=True)["T-1"]


# ------------------------------------------------------------------ proofs

GOOD = "unfold T_1. intros. nra."


@needs_coq
def test_a_proof_beside_the_module_proves_the_claim(stated):
    statement = stated(SQUARE, proof(GOOD).replace("Lra", "Lra Psatz"))
    outcome = said(statement)
    assert (outcome.outcome, outcome.reason) == ("kernel", "")
    assert outcome.evidence["theorem"] == "T_1"


@needs_coq
@pytest.mark.parametrize(("text", "reason"), [
    (proof("Admitted. Lemma other : True. Proof. exact I."), "the proof assumes"),
    (proof("exact wrong.", "Axiom wrong : T_1."), "the proof assumes"),
    (proof("unfold T_1. intros. lra."), "T_1.v: "),
    (proof("exact I.", says="True"), "what proves it does not say it"),
    (proof("exact I.", "Definition T_1 := True."), "what proves it does not say it"),
    (proof("exact I.", 'Notation "\'T_1\'" := True.'), "what proves it does not say it"),
    (proof(GOOD, name="another"), "what proves it does not say it"),
    ("", "what proves it does not say it"),
])  # fmt: skip
def test_what_proves_no_claim_is_told(stated, text, reason):
    outcome = said(stated(SQUARE, text))
    assert outcome.outcome == "inconclusive"
    assert reason in outcome.reason


@needs_coq
def test_notations_of_a_proof_do_not_reach_the_claim(stated):
    body = SQUARE.replace("x * x >= 0)\n    yield 'It", "x * x >= 1)\n    yield 'It")
    twisted = 'Notation "x <= y" := True (at level 70, no associativity) : R_scope.'
    outcome = said(stated(body, proof("unfold T_1. intros. exact I.", twisted)))
    assert outcome.outcome == "inconclusive"


@needs_coq
def test_a_claim_that_is_proved_is_the_grade_whatever_words_say(stated):
    statement = stated(SQUARE, proof(GOOD).replace("Lra", "Lra Psatz"))
    result = run([statement], methods=METHODS)["T-1"]
    assert (result.verdict, result.grade) == ("holds", "kernel")
    assert (result.claim.theorem, result.claim.kind) == ("T_1", "theorem")


@needs_coq
def test_without_its_proof_a_claim_is_argued(stated):
    result = run([stated(SQUARE)], methods=METHODS)["T-1"]
    assert (result.verdict, result.grade) == ("holds", "argued")
    assert result.claim.theorem == "" and "T_1.v" in result.claim.missing


@needs_coq
@pytest.mark.parametrize("premise", ["False", "complete", "exponential_polynomial"])
def test_only_a_cited_theorem_may_be_a_premise(stated, premise):
    body = SQUARE.replace("x * x >= 0)", f"x * x >= 1, cites=['{premise}'])", 1)
    text = proof("unfold T_1. intros. contradiction.")
    result = run([stated(body, text)], methods=METHODS)["T-1"]
    assert (result.claim.theorem, result.grade) == ("", "argued")
    assert "is no theorem of Schemas.v; it has analytic_descent" in result.claim.missing


@needs_coq
def test_a_claim_whose_hypotheses_nothing_meets_has_no_grade(stated):
    body = SQUARE.replace("    yield claim", "    given(that(x * x < 0))\n    yield claim", 1)
    statement = stated(body, proof("unfold T_1. intros. nra.").replace("Lra", "Lra Psatz"))
    assert said(statement).outcome == "kernel"
    for methods in (METHODS, ["kernel"]):
        result = run([statement], methods=methods)["T-1"]
        assert (result.grade == "kernel", result.claim.theorem) == (False, "")
    assert run([statement], methods=METHODS)["T-1"].claim.missing.startswith("vacuous: ")


REFUTED = """
    x = given(any_scalar('x'))
    yield claim('Every square is positive.', x * x > 0, refuted=True)
    yield 'It is not negative.', Inequality(x * x >= 0, because=x**2, name='square')
"""


@needs_coq
def test_a_claim_that_is_proved_to_be_false_is_false(stated):
    script = "unfold T_1. intro H. assert (A := H (euclidean 1) 0 (complete_euclidean 1)). lra."
    text = proof(script).replace("Prelude Words", "Prelude Words Complete")
    result = run([stated(REFUTED, text)], methods=METHODS)["T-1"]
    assert (result.verdict, result.grade, result.claim.theorem) == ("false", "refuted", "T_1")


def test_numbers_may_be_bound_in_front_of_a_negation(stated):
    body = """
    r, x = given(positive_scalar('r')), given(any_scalar('x'))
    yield claim('No square is large.', x * x <= r, refuted=True, whatever=[r])
    yield 'It is not negative.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    text = theorem_of(stated(body)).text()
    assert "forall (r : R),\n  0 < r ->\n  ~ (forall (Space : inner_product_space) (x : R)" in text
    assert text.count("0 < r") == 1


def test_a_claim_that_is_only_said_to_be_false_is_open(stated):
    statement = stated(REFUTED)
    printed = theorem_of(statement).text()
    assert printed.startswith("Definition T_1 : Prop := ~ (forall (Space : inner_product_space)")
    result = run([statement], methods=METHODS[:3])["T-1"]
    assert (result.verdict, result.grade) == ("open", "argued")


# ------------------------------------------------------------------ what is printed


def test_names_of_theorems_differ_where_ids_do():
    ids = ("A-T4.1", "A-T4.1+", "A-T4.1++", "A-T5.3'", "B-T2*", "B-T2**")
    assert len({coq_name(one) for one in ids}) == len(ids)
    assert coq_name("A-T4.1+") == "A_T4_1_plus"


def test_a_formula_that_may_have_no_value_is_said_to_have_one(stated):
    body = """
    x, y = given(any_scalar('x')), given(any_vector('y'))
    yield claim('Nonsense.', 1 / x <= 1 / x)
    yield 'It is.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    assert "x <> 0 /\\" in theorem_of(stated(body)).text()


def test_what_is_evidently_positive_needs_no_saying(stated):
    body = """
    x, y, r = given(any_scalar('x')), given(any_vectors('y')), given(positive_scalar('r'))
    i, j = tokens.any('i', 'j')
    yield claim('Norms.', norm(y[i]) / (r + exp(x)) <= norm(y[i]) / total(exp(x) for j in tokens))
    yield 'It is.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    conclusion = theorem_of(stated(body)).conclusion
    assert "<> 0" not in conclusion and "/\\" not in conclusion


def test_an_index_that_is_compared_is_one_index(stated):
    body = """
    a = given(coefficients('a'))
    i, k = tokens.any('i', 'k')
    given(distinct(i, k))
    given(that(a[k] < a[i]))
    yield claim('One token.', a[i] > a[k])
    yield 'It is.', Inequality(a[i] * a[i] >= 0, because=a[i]**2, name='square')
"""
    theorem = theorem_of(stated(body))
    assert any(premise.endswith("(a k) < (a i)") for premise in theorem.premises)
    assert "forall" not in theorem.conclusion


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
    ("always=[small]", "0 <= t' -> (forall (i' : Token), (inner (y t' i') (y t' i')) <= 1)"),
    ("shown=[small]", ""),
])  # fmt: skip
def test_what_is_assumed_of_the_state_holds_when_it_is_said_to(stated, marks, premise):
    body = MOVING.format(says="always(y[i] @ y[i] <= 1)", marks=marks)
    premises = " ".join(theorem_of(stated(body)).premises)
    assert premise in premises and ("<= 1" in premises) == bool(premise)


def test_when_an_assumption_of_the_state_holds_must_be_said(stated):
    with pytest.raises(Mistake, match="does not say when this holds"):
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
    start = f"((inner (z' 0) (z' 0)) = 1) {link} ((forall (t' : R), 0 <= t' -> is_vderive"
    assert f"{quantifier}{start}" in theorem.conclusion
    assert "0 <= (inner (z' 0) (z' 0))" in theorem.conclusion
    assert space in theorem.premises


def test_the_flow_of_a_solution_moves_what_is_introduced(stated):
    says = "for_every_solution(unit_vector('z'), lambda z: flow, lambda z: at_start(z @ z >= 0))"
    with pytest.raises(Mistake, match="to move what the assumption introduces"):
        _ = stated(MOVING.format(says=says, marks="start=[small]")).declared


def test_an_operator_is_continuous_in_time_in_norm(stated):
    body = """
    P = given(any_operator('P'))
    y = given(any_vectors('y'))
    flow = motion({y: lambda i: P @ y[i]})
    yield claim('So it is.', uniformly_continuous(P), along=solution(flow, varying=[P]))
    yield 'It is.', Inequality(y[1] @ y[1] >= 0, because=y[1] @ y[1], name='square')
"""
    said = "operators_uniformly_continuous (fun t' : R => fun x' : Space => (P t' x'))"
    assert said in theorem_of(stated(body)).conclusion


# ------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(("claims", "words"), [
    ("yield claim('a', x >= 0)\n    yield claim('b', x >= 0)", "this is its second"),
    ("yield claim('a', 'no such step')", "no such step"),
    ("yield claim('a', 3)", "takes names of steps and propositions"),
    ("yield claim('', x >= 0)", "is empty"),
    ("yield claim('a', 'square', refuted=True)", "whose negation is proved"),
    ("yield claim('a', x >= 0, whatever=[x])", "is for a refuted claim"),
    ("yield claim('a', x >= 0, refuted=True, whatever=[3])", "names what given"),
    ("yield claim('a', y >= 0)", "y is no word of the vocabulary|y is not given"),
])  # fmt: skip
def test_what_is_no_claim_is_told_in_one_line(stated, claims, words):
    body = f"""
    x = given(any_scalar('x'))
    {claims}
    yield 'It is.', Inequality(x * x >= 0, because=x**2, name='square')
"""
    with pytest.raises(Mistake, match=words):
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
    assert "operators_uniformly_continuous (fun t' : R => fun x' : Space =>" in conclusion


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
    with pytest.raises(Unprintable, match="no value"):
        theorem_of(stated(LONG_RUN.format(says=says.format("/ c"))))


# ------------------------------------------------------------------ the papers


def test_every_statement_of_the_papers_has_its_claim():
    statements = discover().statements
    assert len(statements) > 100
    assert [one.id for one in statements if one.declared.claim is None] == []


def test_what_a_claim_proposes_can_be_printed_and_has_its_proof_beside_the_module():
    for statement in discover().statements:
        claimed = statement.declared.claim
        if claimed is not None and claimed.propositions:
            assert proof_of(statement).missing == "", statement.id


def test_no_file_of_a_proof_is_of_no_claim():
    files = {path.stem for path in Path(proofs.__file__).parent.rglob("*.v")}
    statements = discover().statements
    claimed = {
        coq_name(s.id) for s in statements if s.declared.claim and s.declared.claim.propositions
    }
    assert files == claimed


def test_no_proof_leaves_a_gap():
    for path in (*Path(proofs.__file__).parent.rglob("*.v"), *LIBRARY.glob("*.v")):
        text = re.sub(r"\(\*.*?\*\)", "", path.read_text("utf-8"), flags=re.DOTALL)
        gaps = re.findall(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|bypass_check)\b", text)
        assert gaps == [], path.name
