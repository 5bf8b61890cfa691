"""Reasons as source: as an author would write them, and fit to be pasted."""

import json

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify import cli
from verify.language.source import source
from verify.vocabulary import *


def formulas():
    out = []

    def body(given):
        y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
        a, W = given(positive_scalar("a")), given(positive_definite("W"))
        i, j = tokens.any("i", "j")
        s = let("s", lambda k: a * (y[k] @ y[k]))

        def mass(of):
            return total(alpha[of, j] for j in tokens)

        out.extend([
            (1 - y[i] @ y[j], "1 - y[i] @ y[j]"),
            (a * (y[i] @ (W @ y[j])), "a*(y[i] @ (W @ y[j]))"),
            ((-a) * (1 - a), "(-a)*(1 - a)"),
            (a - (a - 1), "a - (a - 1)"),
            (a / 2 + 2 * a / (3 * (1 + a)), "a/2 + 2*a/(3*(1 + a))"),
            (Fraction(1, 2) - a**-2, "Fraction(1, 2) - 1/a**2"),
            ((a + 1) ** 2 * s[i], "(a + 1)**2*s[i]"),
            (norm(y[i] - y[j]) + square_root(a), "norm(y[i] - y[j]) + square_root(a)"),
            (total(alpha[i, k] * same(i, k) for k in tokens.but(j)),
             "total(alpha[i, k]*same(i, k) for k in tokens.but(j))"),
            (exp(-a) * tokens.count, "exp(-a)*tokens.count"),
            (total(mass(k) * alpha[j, k] for k in tokens),
             "total(total(alpha[k, j] for j in tokens)*alpha[j, k] for k in tokens)"),
            (mass(j), "total(alpha[j, k] for k in tokens)"),
        ])  # fmt: skip
        yield "None.", Inequality(a > 0, because=a, name="none")

    made = lemma_of(body)
    assert made.declared.said
    return out


@pytest.mark.parametrize(("formula", "text"), formulas(), ids=lambda x: x if type(x) is str else "")
def test_a_formula_is_written_as_its_author_would(formula, text):
    assert source(formula) == text


MODULE = """
from verify.vocabulary import *

PAPER = Paper("M", "Mine", "me", 2026, "mine")


@statement("M-1", PAPER.label("Lemma 1"), title="A lemma")
def lemma(given):
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    i, x = tokens.any("i"), given(any_vector("x"))
    s = let("s", lambda k: x @ y[k])
    least = [every(lambda j: s[i] <= s[j]), s[i] >= 0]
    gap = total(alpha[i, j] * (s[j] - s[i] * (y[i] @ y[j])) for j in tokens)
    yield "One.", Inequality(gap >= 0, where=least, name="one"{because})
"""


@pytest.mark.long
def test_what_is_suggested_can_be_pasted(tmp_path, capsys):
    path, written = tmp_path / "mine.py", tmp_path / "out.json"
    path.write_text(MODULE.format(because=""))
    assert cli.main(["suggest", "M-1", "--module", str(path), "--json", str(written)]) == 0
    told = json.loads(written.read_text())
    assert told["schema"] == "verify.suggest/1" and told["id"] == "M-1"
    (step,) = told["steps"]
    told = " ".join(capsys.readouterr().out.split())  # a long one is broken
    assert told.startswith(f"one: because={step['because']} (")
    path.write_text(MODULE.format(because=f", because={step['because']}"))
    methods = ["--methods", "symbolic,certificate"]
    assert cli.main(["run", "M-1", "--module", str(path), *methods]) == 0
    assert "proved" in capsys.readouterr().out


@pytest.mark.long
def test_a_step_without_any_reason_ends_with_1_and_a_statement_without_inequalities_says_so(
    tmp_path, capsys
):
    path = tmp_path / "mine.py"
    path.write_text(
        MODULE.replace("alpha = given(unit_tokens", "beta = given(unit_tokens")
        .format(because="")
        .replace("beta =", "alpha =")
        .replace("nonnegative_weights", "any_weights")
    )
    assert cli.main(["suggest", "M-1", "--module", str(path)]) == 1
    assert capsys.readouterr().out.startswith("one: none found")
    path.write_text(
        MODULE.format(because="").replace(
            "Inequality(gap >= 0, where=least, ", "Identity(gap, gap, "
        )
    )
    assert cli.main(["suggest", "M-1", "--module", str(path)]) == 0
    assert capsys.readouterr().out == "M-1 has no inequality, and all its equations hold\n"
