"""A hypothesis that a proof does without is told, and no other is."""

from __future__ import annotations

from pathlib import Path

import pytest

from verify.cli import main
from verify.methods.kernel.claims import theorem_of
from verify.methods.kernel.compile import kernel_available
from verify.methods.kernel.sparing import unused_by
from verify.methods.kernel.theorems import decide_claims
from verify.processes.places import cache_folder

needs_coq = pytest.mark.skipif(not kernel_available(), reason="Coq is not installed")
SUM = """
    x, y = given(positive_scalar('x')), given(nonnegative_scalar('y'))
    z = given(nonzero_scalar('z'))
    yield claim('A sum is positive.', x + y > {than}{false})
    yield 'It is.', Inequality(x + y > 0, because=x + y, name='sum')
"""
PROOF = """
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude Words.
From Claimed Require Import T_1.
Open Scope R_scope.
Theorem proof : T_1.
Proof. unfold T_1. intros. lra. Qed.
"""


@needs_coq
def test_a_hypothesis_that_the_proof_does_without_is_told(stated):
    statement = stated(SUM.format(than=0, false=""), PROOF)
    *_, spare = dict.fromkeys(theorem_of(statement).hypotheses)
    assert "z" in spare
    assert unused_by(statement, 1, cache_folder(), fresh=True) == (spare,)
    kept = decide_claims([statement], 1, cache_folder())["T-1"]
    assert (kept.outcome, kept.evidence["unused"]) == ("kernel", [spare])


@needs_coq
def test_it_is_told_under_the_theorem(tmp_path, capsys, stated):
    path = Path(stated(SUM.format(than=0, false=""), PROOF).body.__code__.co_filename)
    assert main(["theorem", "T-1", "--module", str(path), "--unused"]) == 0
    assert capsys.readouterr().out.endswith("\n(* unused: z ≠ 0 *)\n")


@needs_coq
@pytest.mark.parametrize(("than", "false"), [(0, ", refuted=True"), (1, "")])
def test_of_what_is_refuted_or_not_proved_no_hypothesis_is_unused(stated, than, false):
    statement = stated(SUM.format(than=than, false=false), PROOF)
    assert unused_by(statement, 1, cache_folder(), fresh=True) == ()


def test_all_that_one_hypothesis_says_is_dropped_at_once(stated):
    body = """
    r, x = given(scalar_between('r', 1, 2)), given(unit_tokens('x'))
    i, j = tokens.any('i', 'j')
    yield claim('They are near.', x[i] @ x[j] <= r)
    yield 'It is.', Inequality(r * r >= 0, because=r**2, name='square')
"""
    theorem = theorem_of(stated(body))
    between, unit = (h for h in dict.fromkeys(theorem.hypotheses) if h)
    assert [theorem.hypotheses.count(told) for told in (between, unit)] == [2, 2]
    for told in (between, unit):
        assert theorem.text(told).count("True ->") == 2
    assert "True" not in theorem.text()
