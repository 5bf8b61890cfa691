"""Every formula of every theorem at random instances: one test a step, `A-T4.1-margin rate`.

Hypothesis draws the instances, mpmath evaluates both sides at 50 and again at 100 digits (see
`verify.pytest_plugin.formulas`, which `pytest --verify` uses for the statements of any project).
"""

import os
import re
from dataclasses import replace

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.pytest_plugin.formulas import failure, formulas
from verify.statements.discovery import discover
from verify.vocabulary import Identity, Inequality, any_scalar, positive_scalar

# A run of profile ci decides more instances of each step; CI has both.
PROFILE = "nightly" if os.environ.get("VERIFY_PROFILE") == "nightly" else "quick"
STEPS = [
    pytest.param(statement, said, id=f"{statement.id}-{said.name}")
    for statement in discover().statements
    for said in formulas(statement)
]


@pytest.mark.parametrize(("statement", "said"), STEPS)
def test_the_formula_holds_at_random_instances(statement, said):
    report = failure(statement, said, profile=PROFILE)
    assert not report, report


def lemma(given):
    """Two formulas, of which either is false."""
    x, y = given(any_scalar("x")), given(positive_scalar("y"))
    yield (
        "A square of a sum is the sum of squares.",
        Identity((x + y) ** 2, x**2 + y**2, name="square"),
    )
    yield "A square is positive.", Inequality(x**2 * y > 0, name="positive")


@pytest.mark.parametrize(
    ("number", "formula", "instance", "sides"),
    [
        (0, "(x + y)² = x² + y²", "x = 1, y = 1", ("4.0", "2.0")),
        (1, "x² y > 0", "x = 0, y = 1", ("0.0", "0.0")),
    ],
)
def test_a_false_formula_is_told_with_its_theorem_an_instance_and_both_sides(
    number, formula, instance, sides
):
    false = lemma_of(lemma)
    report = failure(false, false.declared.said[number])
    assert report.startswith("X-1 (Lemma 1): A lemma\n")
    left, right = sides
    told = (formula, "is false", f"at n = 2, d = 2, {instance}", f"left side: {left}")
    for line in (*told, f"right side: {right}"):
        assert re.search(rf"^ *{re.escape(line)}$", report, re.MULTILINE), report


def test_a_false_variant_of_every_paper_fails_so():
    """The test that all steps pass can fail: a variant in the place of a step of either paper."""
    for statement, said in (found.values for found in STEPS):
        if (statement.id, said.name) in (("A-T4.1", "margin rate"), ("B-L4", "disagreement")):
            assert failure(statement, replace(said, step=said.step.twins[0].step))
