"""What authors get wrong at first is told in one line: where, what it was, and what to write."""

import pytest

from verify.cli import main

HEAD = """
import math
from verify.vocabulary import *

PAPER = Paper("M", "means", "nobody", 2026, "none")


@statement("M-1", PAPER.label("Lemma 1"), title="A lemma")
def lemma_1(given):
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    c, (i, j) = given(coefficients("c")), tokens.any("i", "j")
    {line}
    yield "It is.", Identity(a + a, 2 * a, name="sum")


@statement("M-2", PAPER.label("Lemma 2"), title="Another lemma")
def lemma_2(given):
    a = given(any_scalar("a"))
    yield "It is.", Identity(a + a, 2 * a, name="sum")
"""


@pytest.fixture
def ran(tmp_path, monkeypatch, capfd):
    """Return what runs a statement of a file in which one line is different."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(line, identifier):
        path = tmp_path / "means.py"
        path.write_text(HEAD.format(line=line))
        code = main(["run", identifier, "--module", str(path), "--methods", "symbolic,certificate"])
        return code, *capfd.readouterr()

    return run


@pytest.mark.parametrize(("line", "told"), [
    ("yield 'So.', Inequality(a * a >= 0, because=a**2, where=[a == 0])", "differs(left, right)"),
    ("given(that(a == b))", "in where=[...] or in that(...)"),
    ("given(that(c[i] >= 0)); every(lambda i: every(lambda j: c[i] <= c[j]))",
     "not another every(...); write it for every pair, every(lambda i, j: ...)"),
    ("let('t', a + b)", "write let('t', lambda: a + b)"),
    ("yield 'So.', Inequality(max(a, b) >= a, because=0)", "larger(a, b), smaller(a, b)"),
    ("yield 'So.', Inequality(abs(a) >= 0, because=a)", "use absolute(...) for a number"),
    ("yield 'So.', Inequality(max(c[j] for j in tokens) >= a, because=0)",
     "largest or least, not max"),
    ("yield 'So.', Inequality(a >= 0, because=a, where=a >= 0)", "write where=[a >= 0]"),
    ("yield 'So.', Inequality(a >= 0, because=a, where=[i < i])", "precedes(i, i)"),
    ("yield 'So.', Inequality(tokens >= 1, because=0)", "tokens.count"),
    ("yield 'So.', Inequality(sqrt(a) >= 0, because=0)", "did you mean 'square_root'"),
    ("yield 'So.', a >= 0", "write a comparison as Inequality(...)"),
    ("v = given(any_vector('v')); yield 'So.', Identity(v, zero_vector)", "zero_vector(...)"),
    ("v = given(any_vector('v')); yield 'So.', Inequality(v**2 >= 0)", "write the square as v @ v"),
    ("yield 'So.', Inequality(total(c[j], c[j]) >= 0)", "verify words total shows its arguments"),
    ("yield 'So.', Inequality(math.exp(a) > 0, because=exp(a))", "use exp, sin, absolute, ..."),
    ("p = Printed(c[i] <= 0); yield 'p', p; yield 'So.', Witness(p, {c[i]: 1})",
     "c[i] is a member of a family; name c, with a value for each index"),
    ("yield 'So.', Identity(a, 1.5 * a)", "write Fraction(3, 2)"),
])  # fmt: skip
def test_a_slip_is_told_in_one_line_with_the_fix(ran, line, told):
    code, out, err = ran(line, "M-1")
    (said,) = err.splitlines()
    assert (code, out) == (2, "")
    assert "means.py:12: M-1: " in said and told in said


def test_a_slip_in_one_statement_leaves_the_others_of_its_file(ran):
    code, out, err = ran("let('t', a + b)", "M-2")
    assert code == 2
    assert "✓ M-2      Lemma 2        Another lemma  [proved]" in out
    (said,) = err.splitlines()
    assert "M-1: let('t', ...) takes a function" in said


def test_a_statement_that_cannot_be_read_is_read_in_no_process_but_the_first(ran, tmp_path):
    read = tmp_path / "read"
    line = f"open({str(read)!r}, 'a').write('once '); let('t', a + b)"
    code, _, err = ran(line, "M-2")
    assert (code, err.count("\n"), read.read_text()) == (2, 1, "once ")
