"""What closes a goal beyond algebra: waves and lengths that divide, zero sums, sums with names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from verify.language.expressions import Scalar, Vector, as_scalar
from verify.language.facts import Equation, Fact
from verify.language.index_sets import tokens
from verify.language.motion import motion, rate, straight_line
from verify.language.symbols import Family1, Mask, operator_symbol, scalar_symbol, vector_symbol
from verify.language.words import cos, exp, norm, same, sin, total, zero_vector
from verify.methods.kernel.compile import KernelResult, run_goals
from verify.methods.kernel.exporting import EqualityClaim
from verify.methods.kernel.goals import Goal, goal
from verify.methods.kernel.installed import available

i = tokens.any("i")
n = tokens.count
x, D = (Family1(name, Vector, ("tokens",)) for name in ("x", "D"))
eps, weight, mass = (Family1(name, Scalar, ("tokens",)) for name in ("eps", "weight", "mass"))
c, u, v = (vector_symbol(name) for name in ("c", "u", "v"))
t, chi, tau = (scalar_symbol(name) for name in ("t", "chi", "tau"))
V, P = operator_symbol("V", symmetric=True), operator_symbol("P")
N = Mask("N")
ONE, ZERO = as_scalar(1), as_scalar(0)
UNIT = Equation(c @ c, ONE)
Said = tuple[str, list[Fact], Any, Any, Any]
"""A name, facts, what is claimed, its value, and a false one."""


def said() -> Iterator[Said]:
    turning, wave = rate(sin(2 * chi) / cos(2 * chi), motion({chi: t})), cos(2 * chi)
    yield "a wave divides", [wave > 0], turning, 2 * t / wave**2, t / wave**2
    length = norm(c)
    yield "a length and 1 divide", [c @ c > 0], (c @ c - 1) / (length + 1), length - 1, length + 1
    balanced = [Equation(total(x[j] for j in tokens), zero_vector()), UNIT]
    moved = c + tau * (V @ total(x[j] for j in tokens))
    yield "sums of zero have no length", balanced, norm(moved), ONE, as_scalar(2)
    images = total(u @ (V @ (V @ x[j])) for j in tokens)
    yield "images of images of a zero sum", balanced, images, ZERO, ONE
    scores = total(exp(eps[j] * (eps[i] * (u @ (P @ v)))) for j in tokens)
    yield "no score has weight 1", [Equation(u @ (P @ v), ZERO)], scores, n, 2 * n
    known = [Equation(total(eps[j] * weight[j] for j in tokens), as_scalar(5))]
    shown, plain = (total(weight[j] * f(j) for j in tokens) for f in (lambda j: 1 + eps[j], _one))
    yield "known sums read from behind", known, shown, plain + 5, plain + 6
    seen = total(mass[j] * x[j] for j in tokens.seen_by(i, N))
    flow = motion({x: lambda j: total(same(k, j) * D[k] for k in tokens.seen_by(i, N))})
    pulled = total(mass[j] * D[j] for j in tokens.seen_by(i, N))
    yield "masks are their own squares", [], rate(seen, flow), pulled, 2 * pulled
    named = _of_unit(1 + tau * total(weight[j] * exp(u @ (P @ x[j])) for j in tokens))
    yield named


def _one(_: object) -> Scalar:
    return ONE


def _of_unit(factor: Scalar) -> Said:
    """Return what is said of the direction of a vector that a positive sum multiplies."""
    unit = rate((factor * c) / norm(factor * c), straight_line(c, factor * v))
    facts = [UNIT, factor > 0]
    return "a positive sum has a name", facts, unit, factor * (v - (c @ v) * c), factor * v


CASES = {name: rest for name, *rest in said()}


def made(name: str, value: int) -> Goal:
    facts, claimed, *values = CASES[name]
    found = goal(name, facts, EqualityClaim(claimed, values[value]), fixed=[i])
    assert isinstance(found, Goal), found
    return found


@pytest.fixture(scope="module")
def results() -> list[KernelResult]:
    goals = [made(name, value) for name in CASES for value in (0, 1)]
    return run_goals(goals, jobs=os.cpu_count() or 1, timeout=60)


@pytest.mark.skipif(not available(), reason="Coq with Coquelicot is not installed")
@pytest.mark.parametrize("place, name", list(enumerate(CASES)))
@pytest.mark.long
def test_what_is_true_is_proved_and_its_false_twin_is_not(results, place, name):
    true, twin = results[2 * place : 2 * place + 2]
    assert true.accepted, true.message
    assert not twin.accepted
    assert twin.failure == "tactic", twin.message


def test_only_a_positive_sum_in_the_claim_gets_a_name():
    assert "clearbody" in made("a positive sum has a name", 0).script
    assert not any(
        "clearbody" in made(name, 0).script for name in CASES if "has a name" not in name
    )


def test_rules_are_matched_by_their_form_before_anything_is_rewritten():
    script = made("sums of zero have no length", 0).script
    by_form, _, rewritten = script.partition("| progress rewrite")
    assert "first [ solve [" in by_form and "by_equations (I, h'" in by_form
    assert "progress rewrite" not in by_form.partition("first [ solve [")[2].partition("\n")[0]
    assert rewritten


def test_without_rules_products_are_multiplied_out_alone():
    bare = goal("no rule", [], EqualityClaim((u + v) @ c, u @ c + v @ c))
    assert isinstance(bare, Goal)
    assert bare.script.endswith("scalars no_roots no_equation")
