"""Statements whose proof is that they are a case of another: By("B-L8")."""

import json

import pytest

from property_tests.engine.claim_examples import needs_coq
from property_tests.engine.command_line import assert_one_line, verify
from property_tests.engine.verdict_examples import KERNEL, PAPER, PROVED, decided, two_steps
from property_tests.engine.verdict_examples import stated as made
from verify import catalogue
from verify.render.latex_names import PaperNotation
from verify.render.narration import narrate
from verify.render.site.mathml import MathmlNotation
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.discovery import known_to
from verify.statements.outcomes import Outcome
from verify.vocabulary import By, any_scalar, claim, statement

MODULE = '''"""Cases of a theorem that is lent, and of one another."""

from verify.vocabulary import *

PAPER = Paper(key="C", title="Cases", authors="-", year=2026, reference="-")


def at_rest(given):
    u, A = given(unit_vector("u")), given(row_stochastic("A"))
    V, tau, i = given(symmetric_operator("V")), given(positive_scalar("tau")), tokens.any("i")
    mean = total(A[i, k] * u for k in tokens)
    moved = u + tau * (V @ mean)
    rests = there_is(any_scalar("m"), lambda m: both(equals(V @ u, m * u), 1 + tau * m > 0))
    yield claim("-", iff(for_every(i, equals(moved / norm(moved), u)), rests))
    return u, mean


@statement("C-1", PAPER.label("Lemma 1"), title="At rest", origin="ours")
def first(given):
    u, mean = yield from at_rest(given)
    yield "All see one point.", Identity(mean, u, name="mean")
    yield "-", By("B-L8", at={"x": lambda i: u}, by="mean", name="case")


@statement("C-2", PAPER.label("Lemma 2"), title="Again", origin="ours")
def second(given):
    yield from at_rest(given)
    yield "-", By("C-1", name="case")
'''


@pytest.fixture
def cases(tmp_path):
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "cases.py").write_text(MODULE, encoding="utf-8")
    return folder


@needs_coq
@pytest.mark.long
def test_a_case_of_a_theorem_that_is_lent_is_proved_and_rests_on_it(cases):
    done = verify("run", "C-2", "--papers", str(cases), "--json", "-", "--jobs", "1")
    found = {one["id"]: one for one in json.loads(done.stdout)["statements"]}
    assert {name: found[name]["grade"] for name in ("C-1", "C-2", "B-L8")} == dict.fromkeys(
        ("C-1", "C-2", "B-L8"), "kernel"
    )
    assert found["C-2"]["rests_on"] == ["C-1"] and found["C-1"]["rests_on"] == ["B-L8"]
    told = verify("theorem", "C-2", "--papers", str(cases)).stdout
    assert "(* proved in its steps (case); assumes:" in told
    told = verify("theorem", "C-1", "--papers", str(cases), "--no-run").stdout
    assert "(* Steps that inferences take: *)\n(* mean *)\nHypothesis along_1 : " in told


def told(one, notation):
    """Return what the last step of a statement prints."""
    return " ".join(narrate(one, notation).steps[-1].claim.remarks)


def test_the_other_statement_is_called_by_its_label(cases, monkeypatch):
    monkeypatch.setenv("VERIFY_PAPERS", str(cases))
    one, two = (catalogue().find(name) for name in ("C-1", "C-2"))
    lent = "Lemma 8 of “Analogies between Transformer Layers and Power Method”"
    assert told(one, UnicodeNotation()) == f"This is {lent} at xᵢ = u, with step (1)."
    assert told(two, UnicodeNotation()) == "This is Lemma 1."
    linked = told(two, MathmlNotation(known_to(two)))
    assert linked == 'This is <a href="../C-1/index.html">Lemma 1</a>.'
    named = {"C-1": "Lemma~1"}
    assert told(two, PaperNotation(named)) == r"This is Lemma~\ref{verify:C-1}."


def test_a_circle_of_cases_and_a_case_of_nothing_are_one_line(cases):
    module = cases / "cases.py"
    module.write_text(MODULE.replace('By("B-L8"', 'By("C-2"'), encoding="utf-8")
    done = verify("run", "--papers", str(cases), "--methods", "symbolic")
    assert_one_line(done.stderr, "depend on each other in a cycle: C-1 -> C-2 -> C-1")
    module.write_text(MODULE.replace('By("B-L8"', 'By("B-L88"'), encoding="utf-8")
    done = verify("run", "--papers", str(cases), "--methods", "symbolic")
    assert_one_line(done.stderr, "C-1 depends on 'B-L88'")


def squares(given):
    x = given(any_scalar("x"))
    yield claim("A square is not negative.", x * x >= 0)
    yield "-", By("X-1", name="case")


def test_a_case_is_no_better_known_than_its_theorem():
    below = decided(made(two_steps), {"first": KERNEL, "second": PROVED})
    above = statement("X-2", PAPER.label("2"), title="2")(squares)
    assert above.rests_on == () and above.uses == ("X-1",)
    accepted = Outcome("kernel", "kernel", evidence={"theorem": "X_2", "inferences": ["case"]})
    result = decided(above, {}, below=[below], theorem=accepted)
    assert (result.rests_on, result.rested, result.grade) == (("X-1",), "proved", "proved")
    assert decided(above, {}, theorem=accepted).grade == "inconclusive"
