"""What an author is told: every mistake is one line that names the place, what is wrong, a fix.

Each mistake is a whole module, read as `verify run my_module.py` reads it. The line that is told
is the one marked by `# here`, or else the last one.
"""

import re

import pytest

from verify.methods import symbolic
from verify.statements.discovery import discover

HEAD = """
from verify.vocabulary import *

PAPER = Paper(key="X", title="A paper", authors="its authors", year=2026, reference="none")

@statement("M-01", PAPER.label("Lemma 1"), title="A lemma")
def lemma(given):
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    flow, i = attention_flow(y, weights=alpha), tokens.any("i")
"""
# the end of a proof, what the line must say, and how to mend it
MISTAKES = [
    ('yield "One.", Identity(1 - y[i], 0)',
     "expected a vector, but 1 is a number", "take an inner product u @ v"),
    ('yield "One.", Identity(y[i] @ y[i] + alpha[i, i] * y[i], 0)',
     "expected a scalar, but alpha[i, i]*y[i] is a vector", "take an inner product, as in u @ v"),
    ('yield "One.", Identity(0.5 * (y[i] @ y[i]), 1)', "0.5 is a float", "write Fraction(1, 2)"),
    ('yield "One.", Identity(1.4142135 * (y[i] @ y[i]), 1)',
     "write Fraction('1.4142135')", "square_root(2)"),
    ('yield "One.", Identity(float("nan") * (y[i] @ y[i]), 1)',
     "nan is not a number", "replace it by a value"),
    ('yield "One.", Identity(total(j for j in tokens), 1)',
     "j is an index", "take a member, as in x[j]"),
    ('yield "One.", Identity(rate(y[i], flow), total(alpha[i, j] * y for j in tokens))',
     "y is a family", "index it, as in y[i]"),
    ('s = let("s", lambda i: y[i] @ y[1])\nyield "One.", Identity(s, 1)',
     "s is a family", "index it, as in s[i]"),
    ('yield "One.", Identity(total(alpha[j] for j in tokens), 1)',
     "alpha takes 2 indices, not 1", "write alpha[i, j]"),
    ('yield "One.", Identity(sum(alpha[i, j] for j in tokens), 1)',
     "escapes its sum", "write total(...), not sum(...)"),
    ("for k in tokens:\n"
     "    inner = alpha[i, k]\n"
     'yield "One.", Identity(total(alpha[i, j] for j in tokens), inner)',
     "escapes its sum", "use the index only inside"),
    ('yield "One.", Identity(total(alpha[i, j] for j in tokens), alpha[i, j])',
     "unknown name 'j'", "j = tokens.any('j') declares an index"),
    ('yield "The tokens obviously gather."',
     "a sentence without a formula proves nothing", "yield a sentence and its step"),
    ('W = given(positive_definit("W"))  # here\nyield "One.", Identity(1, 1)',
     "unknown name 'positive_definit'", "did you mean 'positive_definite'"),
    ('W = given(positive_definite)  # here\nyield "One.", Identity(1, 1)',
     "given(...) takes an assumption", "call it, as in positive_definite('name')"),
    ("Identity(y[i] @ y[i], 2)",
     "this Identity is never yielded, so it proves nothing",
     'write yield "sentence", Identity(...)'),
    ('x, i = given(any_vectors("x")), tokens.any("i")\n'
     'yield "One.", Identity(total(x[j] @ x[j] for j in tokens if j != i), 0)',
     "Python would evaluate an `if` or a comparison in it", "exclude one with tokens.but(i)"),
    ('x, i = given(any_vectors("x")), tokens.any("i")\n'
     'yield "One.", Identity(total(x[i] @ x[i] for k in integers(1, 3).but(2)), 0)',
     "integers(...) cannot exclude a term", "subtract it"),
    ('x, i, j = given(any_vectors("x")), tokens.any("i"), tokens.any("j")\n'
     'yield "One.", Identity((1 if i == j else 0) * x[i] @ x[j], 0)',
     "Python would compare the indices i and j", "write same(i, j)"),
    ('x, i, j = given(any_vectors("x")), tokens.any("i"), tokens.any("j")\n'
     'yield "One.", Identity((1 if i is j else 0) * x[i] @ x[j], 0)',
     "Python would evaluate i is j", "write same(i, j)"),
    ('if y[i] @ y[1] > 0:  # here\n    pass\nyield "One.", Identity(y[i] @ y[i], 1)',
     "Python cannot evaluate an inequality of formulas", "use Inequality(...) or where=[...]"),
    ('if y[i] @ y[1]:  # here\n    pass\nyield "One.", Identity(y[i] @ y[i], 1)',
     "a formula has no truth value", "put it in where="),
    ('yield "One.", Identity(y[i] @ y[i], 1)\nyield mutant("no hemisphere", drop=flow)',
     "drops something that was never given", "use the result of given(...)"),
    ('W = given(positive_definite("W"))\nyield "One.", Identity(W * 2, W)',
     "2*W is an operator", "apply it to a vector, as in A @ x"),
    ('x, other = given(any_vector("x")), given(any_vector("x"))  # here\n'
     'yield "One.", Identity(other @ x, x @ other)',
     "the given x and the given x would look the same in print", "give one of them another name"),
    ('x = any_vector("x").introduces\nyield "One.", Identity(x @ x, x @ x)',
     "x is not given", "introduce it with x = given(...)"),
    ('x = given(any_vector("d"))\nyield "One.", Identity(x @ x, x @ x)  # here',
     "the dimension d and the given d would look the same", "give one of them another name"),
    ('x = given(any_vector("x"))\n'
     'yield "One.", Identity(x @ x, x @ x, name="square")\n'
     'yield "Two.", Equivalence("a", "b", ("sqare",), ("square",), name="both")',
     "unknown step 'sqare'", "did you mean 'square'?"),
    ('x = given(any_vector("x"))\n'
     'yield "One.", Identity(x @ x, x @ x, name="square")\n'
     'yield "Two.", Equivalence("a", "b", ("square",), (), name="both")',
     "Equivalence needs steps for both directions", "forward= and backward="),
    ('x = given(any_vector("x"))\n'
     'yield "One.", Identity(x @ x, x @ x, name="first")\n'
     'yield "So", Equivalence("a", "b", ("first",), ("there",), name="here")  # here\n'
     'yield "so.", Equivalence("b", "c", ("here",), ("first",), name="there")',
     "the step 'here' depends on itself, through 'there'",
     "use steps that are decided without it"),
    ('x = given(any_vector("x"))\nyield "One.", Identity(x @ x, Fraction(1, 0))',
     "Fraction(1, 0)", "use the words of the vocabulary"),
    ('x, A = given(any_vector("x")), given(any_operator("A"))\n'
     'yield "One.", Identity(x @ A(x), x @ x)',
     "'Operator' object is not callable", "write A @ x"),
    ('x = given(any_vector("x"))\nyield "One.", Identity(x @ x @ x, x @ x)',
     "for @: 'Scalar' and 'Vector'", "multiply numbers with *"),
]  # fmt: skip


def read(tmp_path, code):
    """Return the catalogue with a module of this proof, what is told of it, and the marked line."""
    path = tmp_path / "my_module.py"
    lines = [*HEAD.splitlines(), *(f"    {line}" for line in code.splitlines())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    marked = [n for n, line in enumerate(lines, 1) if "# here" in line] or [len(lines)]
    catalogue = discover([path])
    return catalogue, [text for name, text in catalogue.broken if name == str(path)], marked[0]


@pytest.mark.parametrize(("code", "wrong", "fix"), MISTAKES)
def test_a_mistake_is_one_line_with_its_place_and_a_fix(code, wrong, fix, tmp_path):
    _, (told,), marked = read(tmp_path, code)
    assert wrong in told and fix in told and "\n" not in told
    where = re.match(r"\S*/my_module\.py:(\d+): M-01: ", told)
    assert where and int(where[1]) == marked


def test_a_proof_without_a_step_is_told_at_its_statement(tmp_path):
    catalogue, (told,), _ = read(tmp_path, "pass")
    assert "no step is yielded; yield a sentence and its step" in told and "\n" not in told
    assert {"A-2.1", "B-L3"} <= {s.id for s in catalogue.statements}  # the others are read


def test_a_module_without_mistakes_is_read(tmp_path):
    code = 'yield "One.", Identity(y[i] @ y[i], 1, name="unit")\n' \
        'yield "Two.", Identity(rate(y[i], flow) @ y[i], 0, name="tangent")'  # fmt: skip
    catalogue, told, _ = read(tmp_path, code)
    assert told == []
    said = catalogue.find("M-01").declared.said
    assert [one.name for one in said] == ["unit", "tangent"]
    assert all(symbolic.decide(one).outcome == "proved" for one in said)
