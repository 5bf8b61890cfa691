"""Eigenvalues without their vectors, determinants, the largest of values: true and false ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from verify.language.mistakes import Mistake
from verify.methods import certificate, refuting, sampling, symbolic
from verify.render.narration import narrate
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.statement import Statement
from verify.vocabulary import (
    Diagonal,
    Eigenvalues,
    Given,
    Identity,
    Inequality,
    Paper,
    Proof,
    Similar,
    SpectrumOf,
    Triangular,
    any_operator,
    any_scalar,
    any_weights,
    coefficients,
    determinant,
    diagonalised,
    inverse_pair,
    larger,
    largest,
    least,
    modes,
    smaller,
    statement,
    symmetric_operator,
    tokens,
    total,
    trace,
)

PAPER = Paper("X", "a test", "nobody", 2026, "none")


@statement("X-1", PAPER.label("matrices"), title="Matrices of scalars")
def matrices(given: Given) -> Proof:
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    rows = [[a, b], [b, a]]
    two = Eigenvalues(of=rows, parts=[(a + b, 1), (a - b, 1)], name="two")
    yield "its roots", two.but_not("one root twice", parts=[(a + b, 2)])
    beyond = [[a, b, 1], [b, a, 2], [0, 0, 3]]
    blocks = Eigenvalues(of=beyond, parts=[SpectrumOf(rows), (3, 1)], name="blocks")
    yield "by blocks", blocks.but_not("another root", parts=[SpectrumOf(rows), (2, 1)])
    yield "too few", Eigenvalues(of=beyond, parts=[SpectrumOf(rows)], name="too few")
    yield "a determinant", Identity(determinant(rows), a**2 - b**2, name="determinant")
    yield "a trace", Identity(trace(beyond), 2 * a + 3, name="trace")


@statement("X-2", PAPER.label("maps"), title="Operators and tables")
def maps(given: Given) -> Proof:
    w, k = given(any_weights("w")), tokens.any("k")
    causal = Eigenvalues(
        of=lambda i, j: w[i, j] * total(w[m, j] for m in tokens.before(i)),
        parts=[(0, tokens.count)],
        name="no reason",
    )
    yield "only compared", causal
    S, R = given(inverse_pair("S", "R"))
    M = given(any_operator("M"))
    similar = Eigenvalues(of=S @ M @ R, parts=[SpectrumOf(M)], by=Similar(S, R), name="similar")
    yield "similar", similar.but_not("its square", parts=[SpectrumOf(M @ M)])
    turned = Eigenvalues(of=S @ M @ R, parts=[SpectrumOf(M)], by=Similar(R, S), name="turned")
    yield "true, and the reason is wrong", turned
    yield "transposed", Eigenvalues(of=M.T, parts=[SpectrumOf(M)], name="transposed")
    r = modes.any("r")
    A = given(symmetric_operator("A"))
    v, mu = given(diagonalised("v", "mu", of=A))
    diagonal = Eigenvalues(of=A, parts=[(mu[r], modes.count)], by=Diagonal(v), name="diagonal")
    yield "diagonal", diagonal.but_not("squares", parts=[(mu[r] ** 2, modes.count)])
    lower = Eigenvalues(
        of=lambda f: lambda i: total(w[i, j] * f(j) for j in tokens.up_to(i)),
        parts=[(w[k, k] + 0 * mu[r], tokens.count * modes.count)],
        by=Triangular(along=v),
        name="lower blocks",
    )
    yield "token by token", lower
    upper = Eigenvalues(
        of=lambda i, j: w[i, j], parts=[(w[k, k], tokens.count)], by=Triangular(), name="full"
    )
    yield "nothing is triangular here", upper


@statement("X-3", PAPER.label("extremes"), title="The largest and the least")
def extremes(given: Given) -> Proof:
    u = given(coefficients("u"))
    i = tokens.any("i")
    top, low = largest(u[j] for j in tokens), least(u[j] for j in tokens)
    bound = Inequality(top >= u[i], because=top - u[i], name="bound")
    yield "at least each", bound.but_not("the least", claim=low >= u[i])
    yield "two of them", Identity(larger(u[1], u[2]) + smaller(u[1], u[2]), u[1] + u[2], name="two")
    either = Inequality(larger(u[1], 1 - u[1]) > 0, because=larger(u[1], 1 - u[1]), name="either")
    yield "one or the other", either.but_not("both", claim=smaller(u[1], 1 - u[1]) > 0)
    gap = largest(u[j] for j in tokens.before(i)) - u[1]
    yield "before the first there is none", Inequality(gap >= 0, because=gap, name="none")
    yield "a wrong reason", Inequality(top >= low, because=0, name="wrong reason")


def outcomes(proof: Statement, name: str) -> dict[str, Any]:
    said = proof.said(name)
    sampled = sampling.decide(proof, said, count=8, seed=1)
    return {o.method: o for o in (symbolic.decide(said), certificate.decide(said), sampled)}


PROVED = ["two", "blocks", "determinant", "trace"]


@pytest.mark.parametrize(("proof", "name"), [
    *((matrices, name) for name in PROVED), (maps, "similar"), (maps, "diagonal"),
])  # fmt: skip
def test_eigenvalues_with_a_reason_are_proved(proof: Statement, name: str) -> None:
    found = {method: o.outcome for method, o in outcomes(proof, name).items()}
    assert found == {"symbolic": "proved", "certificate": "proved", "sampling": "sampled"}


@pytest.mark.parametrize("name", ["turned", "transposed"])
def test_true_eigenvalues_without_a_good_reason_are_only_sampled(name: str) -> None:
    found = outcomes(maps, name)
    assert found["symbolic"].outcome == found["certificate"].outcome == "inconclusive"
    assert found["sampling"].outcome == "sampled"


@pytest.mark.parametrize(("proof", "name"), [
    (matrices, "too few"), (maps, "no reason"), (maps, "full"),
])  # fmt: skip
def test_false_eigenvalues_are_refuted_and_never_proved(proof: Statement, name: str) -> None:
    found = outcomes(proof, name)
    assert found["symbolic"].outcome == found["certificate"].outcome == "inconclusive"
    assert found["sampling"].outcome == "refuted"


def twins() -> Iterator[Any]:
    for proof in (matrices, maps, extremes):
        for said in proof.declared.said:
            yield from (pytest.param(said, twin, id=twin.why) for twin in said.step.twins)


@pytest.mark.parametrize(("said", "twin"), list(twins()))
def test_every_false_twin_is_refuted(said: Any, twin: Any) -> None:
    assert refuting.refute_twin(said, twin).refuted


def test_a_map_by_blocks_has_the_eigenvalues_of_its_blocks() -> None:
    found = outcomes(maps, "lower blocks")
    assert found["symbolic"].outcome == "proved"
    assert found["sampling"].outcome == "sampled"


@pytest.mark.parametrize("name", ["bound", "either", "two"])
def test_the_largest_of_values_is_sampled(name: str) -> None:
    assert outcomes(extremes, name)["sampling"].outcome == "sampled"


def test_the_largest_of_no_values_is_undefined() -> None:
    found = outcomes(extremes, "none")["sampling"]
    assert found.outcome == "inconclusive" and "undefined" in found.reason


def test_a_reason_that_is_not_the_gap_is_told() -> None:
    found = outcomes(extremes, "wrong reason")["sampling"]
    assert found.outcome == "inconclusive" and "does not equal the difference" in found.reason


def test_eigenvalues_are_told_as_a_table() -> None:
    told = narrate(matrices, UnicodeNotation())
    table = next(step.claim.table for step in told.steps if step.name == "blocks")
    assert table is not None
    assert table.rows == (("[a, b; b, a]", "2"), ("3", "1"))


@pytest.mark.parametrize(("wrong", "told"), [
    (lambda a: Eigenvalues(of=[[a, 1]], parts=[(a, 1)]), "square matrix"),
    (lambda a: Eigenvalues(of=a, parts=[(a, 1)]), "rows of scalars"),
    (lambda a: Eigenvalues(of=[[a]], parts=[]), "no parts"),
    (lambda a: Eigenvalues(of=[[a]], parts=[a]), "is not a part"),
])  # fmt: skip
def test_a_mistake_is_told(wrong: Any, told: str) -> None:
    @statement("X-9", PAPER.label("wrong"), title="Wrong")
    def mistaken(given: Given) -> Proof:
        a = given(any_scalar("a"))
        yield "wrong", wrong(a)

    with pytest.raises(Mistake, match=told):
        _ = mistaken.declared
