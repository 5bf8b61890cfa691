"""Derivations to look at: each displayed line is decided, twice, and a wrong one is none."""

import re
from dataclasses import replace

import pytest

import verify
from verify.checker import check
from verify.language.differentiating import chain_rule
from verify.language.mistakes import Mistake
from verify.methods import derivations
from verify.methods.derivations import derivable
from verify.statements.obligations import Equality, document

TOLD = [
    ("A-0", "velocity", 1),
    ("A-L3.1", "orthogonal", 1),  # the tangent projection
    ("A-T3.1", "exponentials", 1),  # the gradient of the potential
    ("A-T4.1", "margin rate", 1),
    ("A-T4.1", "least margin", 1),
    ("A-T4.1", "greatest", 1),
    ("B-L2", "jacobian", 1),
    ("B-L3", "spectrum", 2),  # the Jacobian at consensus
    ("B-L14", "spectrum", 2),  # and at two opposite points
]
EVERY = pytest.mark.parametrize(("statement", "name", "part"), TOLD)


def rules_of(derivation):
    return [line.rule for line in derivation.lines[1:]]


@EVERY
@pytest.mark.long
def test_the_checker_decides_every_displayed_line_anew(statement, name, part):
    step = verify.step(statement, name)
    derivation = step.derivation(part)
    assert len(derivation.lines) > 1
    claim = derivable(step.said)[part - 1]
    given = [*step.assumptions, *(claim.given if isinstance(claim, Equality) else ())]
    for line in derivation.equalities:
        assert check(document(line, given)).accepted, line.label


@pytest.mark.parametrize(("statement", "name"), [("A-T4.1", "margin rate"), ("B-L2", "jacobian")])
@pytest.mark.long
def test_a_false_twin_has_no_derivation(statement, name):
    step = verify.step(statement, name)
    for twin in step.step.twins:
        said = replace(step.said, step=twin.step)
        with pytest.raises(Mistake, match="cannot decide"):
            derivations.derivation(said, derivable(said)[0])


def test_a_wrong_rewriting_is_never_a_line(monkeypatch):
    right = verify.step("A-T4.1", "margin rate").derivation()
    monkeypatch.setattr(derivations, "chain_rule", lambda e, letter="": 2 * chain_rule(e, letter))
    wrong = verify.step("A-T4.1", "margin rate").derivation()
    assert rules_of(right) == ["chain", "velocity", "linear", "collected"]
    assert rules_of(wrong) == ["collected"]


def test_a_derivation_is_shown_with_its_rules():
    derivation = verify.step("A-T4.1", "least margin").derivation()
    shown = derivation._repr_markdown_()
    assert r"$$\dot{s}_{i} = c^{\top} \dot{y}_{i}$$" in shown
    assert "By the chain rule," in shown and r"so $\dot{s}_{i} \ge 0$." in shown
    assert "[Multiplied out]" in repr(derivation) and "so ṡᵢ ≥ 0." in repr(derivation)
    assert (
        r"by $V v_{a} = \lambda_{a} v_{a}$"
        in verify.step("B-L3", "spectrum").derivation()._repr_markdown_()
    )


@pytest.mark.parametrize(
    ("statement", "name", "part"), [("A-T4.1", "margin rate", 2), ("A-T5.1", "witness", 1)]
)
def test_a_step_without_such_a_part_says_which_there_are(statement, name, part):
    found = verify.find(statement)
    if name not in [said.name for said in found.declared.said]:
        name = next(s.name for s in found.declared.said if not derivable(s))
    with pytest.raises(Mistake, match=r"has parts 1 to 1|no two sides"):
        verify.step(found, name).derivation(part)


@EVERY
@pytest.mark.long
def test_every_line_has_a_sympy_expression_that_is_typeset(statement, name, part):
    for line in verify.step(statement, name).derivation(part).lines:
        shown = line.sympy()._repr_latex_()
        assert shown.count("{") == shown.count("}") and line.latex()
        assert not [
            raw for raw in ("Gram", "Total", "Vec", "Rate", "tokens", "f0'") if raw in shown
        ]


@EVERY
@pytest.mark.long
def test_a_line_that_is_typed_as_it_is_printed_is_accepted(statement, name, part):
    derivation = verify.step(statement, name).derivation(part)
    for line in derivation.lines:
        if "J(direction)" not in repr(line) and "at(" not in repr(line) and (name, line.rule) != (
            "spectrum", "layer",
        ):  # fmt: skip
            assert derivation.check(repr(line)), line


def test_a_true_line_of_the_readers_own_is_accepted_by_what_it_needs():
    derivation = verify.step("A-T4.1", "margin rate").derivation()
    own = derivation.check(
        "total(w[i, j]*s[j] for j in tokens) - s[i]*total(w[i, j]*g[i, j] for j in tokens)"
    )
    assert own and not own.uses and repr(own) == "✓ The line is equal to the others."
    used = verify.step("A-L3.1", "orthogonal").derivation().check("0")
    assert used and repr(used) == "✓ The line is equal to the others, by yᵢᵀ W Xᵢ = 0."
    assert derivation.check(2 * derivation.lines[-1].formula / 2)


def test_a_false_line_is_refused_with_a_witness():
    derivation = verify.step("A-T4.1", "margin rate").derivation()
    own = derivation.check("total(w[i, j]*s[j] for j in tokens)")
    assert not own and own.witness["left"] != own.witness["right"]
    assert repr(own).startswith("✗ False: n = ") and r"$" in own._repr_markdown_()
    nowhere = derivation.check("rate(s[i]) * (s[i] - s[i]) / (s[i] - s[i])")
    assert not nowhere and "a division by zero" in repr(nowhere)


def test_a_line_that_neither_side_decides_is_undecided(monkeypatch):
    derivation = verify.step("A-T4.1", "margin rate").derivation()
    monkeypatch.setattr(derivations, "first_failure", lambda *_: {})
    own = derivation.check("s[i]")
    assert not own and not own.witness and repr(own).startswith("? Undecided: ")


NONSENSE = {
    "import os": "invalid syntax", "__import__('os').system('ls')": "is not a formula",
    "c.__class__": "is not a formula", "s[i] if 1 else 2": "is not a formula",
    "'a'": "is not a formula",
    "foo": "unknown name 'foo'", "foo(1)": "unknown function 'foo'", "tokens": "unknown name",
    "c @ y": "write|index", "w[i]": "takes 2 indices", "s[c]": "is not an index",
    "y[i]": "a scalar here",
    "1.5*s[i]": "3/2", "s[i]**1000": "exponent", "s[i]**s[i]": "exponent", "s[i]/0": "divi",
    "total(s[i])": "comprehension", "total(s[j] for j in tokens if j)": "no condition",
    "total(s[j] for j in s)": "is not a range", "exp()": "missing", "(" * 300: "not a formula",
    "-" * 1900 + "1": "", "s[i]" * 600: "characters", "": "not a formula",
    "exp(*s)": "not a formula",
    "(x := 1)": "not a formula", "[s for s in y]": "not a formula", "9**12**12": "exponent",
}  # fmt: skip


@pytest.mark.parametrize("text", NONSENSE)
@pytest.mark.long
def test_nonsense_is_refused_in_one_line(text):
    derivation = verify.step("A-T4.1", "margin rate").derivation()
    try:
        assert not derivation.check(text)
    except Mistake as mistake:
        (line,) = str(mistake).splitlines()
        assert re.search(NONSENSE[text], line) and len(line) < 200


@pytest.mark.long
def test_a_proof_is_derived_step_by_step():
    proof = verify.derivation("A-T4.1")
    (rate,) = proof["margin rate"]
    assert rules_of(rate) == ["chain", "velocity", "linear", "collected"]
    assert "paper inequality" not in proof.steps  # printed, and refuted: no part of the proof
    assert "(10)" in repr(proof) and "[Substituting the velocities]" in repr(proof)
    shown = proof._repr_markdown_()
    assert shown.index("(2)") < shown.index("Substituting the velocities,") < shown.index("(3)")
    assert shown.rstrip().endswith("}$.") or "the following holds." in shown
