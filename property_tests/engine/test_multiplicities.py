"""Multiplicities as goals of Coq: parts that fill the space are accepted, and no others are."""

from dataclasses import replace

import pytest

from verify.methods import certificate, symbolic
from verify.methods.kernel import deciding
from verify.methods.kernel.compile import run_goals
from verify.methods.kernel.deciding import goals_of
from verify.methods.kernel.installed import available
from verify.session import find
from verify.vocabulary import *

PAPER = Paper("M", "Multiplicities", "-", 2026, "-")
OF_PAPERS = {"B-T1": 1, "B-L3": 1, "B-L5": 1, "B-L14": 1, "B-D41": 1, "B-CT1": 1}
n, d = tokens.count, modes.count
needs_coq = pytest.mark.skipif(not available(), reason="Coq is not installed")


def counts_of(of):
    """Return the goals of a statement's multiplicities; there is none without a reason."""
    steps = [step for step in goals_of(of) if step.step == "spectrum"]
    assert not any(step.reason for step in steps)
    return [goal for step in steps for goal in step.goals if goal.requires]


def averaging(
    chosen=lambda radial, together, apart: [radial, together, apart], total_of=n * d, along=False
):
    """Return a statement on the eigenvalues of averaging over tokens, 1 and 0, in parts."""

    @statement("M-1", PAPER.label("Lemma 1"), title="Averages")
    def averages(given):
        V = given(symmetric_operator("V"))
        v, _lam = given(diagonalised("v", "lam", of=V))
        r, k = given(mode("r")), modes.any("k")
        others = given(distinct(k, r))
        c = given(zero_sum("c"))
        z, t = given(orthogonal_to("z", v[r])), given(any_scalar("t"))

        def J(direction):
            return lambda i: total(direction(j) for j in tokens) / n

        first = Eigenspace(1, lambda i: t * v[r], [t], 1)
        rest = Eigenspace(0, lambda i: c[i] * v[r], [c], n - 1)
        together = Eigenspace(1, lambda i: v[k], [others], d - 1)
        apart = Eigenspace(0, lambda i: c[i] * z, [c, z], (n - 1) * (d - 1))
        tangent = (lambda u: lambda i: v[r] @ u(i)) if along else None
        parts = chosen([first, rest], together, apart)
        flat = [one for part in parts for one in (part if isinstance(part, list) else [part])]
        yield "All.", Spectrum(J, flat, total=total_of, tangent=tangent, name="spectrum")

    return averages


def counted(part, count):
    """Return a part with another multiplicity."""
    return Eigenspace(part.value, part.vectors, part.spanned_by, count, part.scales[0])


TRUE = {
    "whole": averaging(),
    "tangent": averaging(lambda _, t, a: [t, a], n * (d - 1), along=True),
}
WRONG = {
    "one too many": averaging(lambda r, t, a: [r, counted(t, d), a]),
    "one too many, and the total": averaging(lambda r, t, a: [r, counted(t, d), a], n * d + 1),
    "one too few": averaging(lambda r, t, a: [r, t, counted(a, (n - 1) * (d - 1) - 1)]),
    "one too few, and the total": averaging(lambda r, t, a: [r, counted(t, d - 2), a], n * d - 1),
    "one moved to another": averaging(
        lambda r, t, a: [r, counted(t, d), counted(a, (n - 1) * (d - 1) - 1)]
    ),
    "a part left out": averaging(lambda r, t, _: [r, t]),
    "a part left out of the total, too": averaging(lambda r, t, _: [r, t], n + d - 1),
    "a part twice": averaging(lambda r, t, a: [r, t, t, a]),
    "a part twice, and the total": averaging(lambda r, t, a: [r, t, t, a], n * d + d - 1),
    "a part twice, for another": averaging(lambda r, t, a: [r, t, counted(t, (n - 1) * (d - 1))]),
    "not tangent": averaging(along=True),
    "the whole for the tangent space": averaging(lambda _, t, a: [t, a], n * (d - 1)),
}  # fmt: skip


def test_a_goal_tells_the_parts_the_space_and_the_dimensions():
    (goal,) = counts_of(TRUE["tangent"])
    assert goal.requires == ("Words", "Multiplicities")
    assert goal.stated.startswith("From Kernel Require Import Words Multiplicities.\nLemma ")
    said = " ".join(goal.text.split())
    assert "has_dimension Space dimension" in said
    inside = "forall i' : Token, (inner (v r) (f' i')) = 0"
    assert f"decomposes tokens (fun f' : Token -> Space => {inside})" in said
    assert "(made_of (fun k : Mode => k <> r) (fun (k : Mode) (i' : Token) => (v k)))" in said
    # What a part runs through is bound there: the goal assumes of no k that it is not r.
    assert "k <> r ->" not in said and "(k : Mode) :" not in said


@needs_coq
@pytest.mark.long
def test_an_answer_is_kept_with_the_files_that_its_goal_requires():
    (goal,) = counts_of(TRUE["tangent"])
    assert deciding._key(goal) != deciding._key(replace(goal, requires=()))


@pytest.mark.long
@needs_coq
def test_the_multiplicities_of_the_papers_are_accepted():
    goals = [counts_of(find(name)) for name in OF_PAPERS]
    assert [len(found) for found in goals] == list(OF_PAPERS.values())
    for result in run_goals([goal for found in goals for goal in found], timeout=60):
        assert result.accepted and not result.beyond_classical_reals, result


@needs_coq
@pytest.mark.long
def test_parts_that_fill_the_space_are_accepted():
    goals = [goal for of in TRUE.values() for goal in counts_of(of)]
    assert len(goals) == len(TRUE)
    for result in run_goals(goals, timeout=60):
        assert result.accepted, result


@needs_coq
@pytest.mark.long
def test_no_other_multiplicities_are():
    goals = [goal for of in WRONG.values() for goal in counts_of(of)]
    assert len(goals) == len(WRONG)
    for why, result in zip(WRONG, run_goals(goals, timeout=60), strict=True):
        assert not result.accepted and result.failure == "tactic", (why, result)


def test_an_empty_group_has_no_zero_sums():
    """Of a group without tokens there would be p - 1 = -1 dimensions."""

    @statement("M-2", PAPER.label("Lemma 2"), title="A group")
    def group(given):
        eps, p, _ = given(signs("eps", positive="p", negative="q"))
        z = given(any_vector("z"))
        c = given(zero_sum_within("c", group=eps, sign=1, count=p))

        def J(direction):
            return lambda i: 0 * direction(i)

        part = Eigenspace(0, lambda i: ((1 + eps[i]) / 2 * c[i]) * z, [c, z], (p - 1) * d)
        yield "So.", Spectrum(J, [part], total=n * d, name="spectrum")

    (said,) = group.declared.said
    for method in (symbolic, certificate):
        assert method.decide(said).outcome != "proved"
    labels = [claim.label for claim in said.step.obligations(said)]
    assert "spectrum: part 1, c" in labels
