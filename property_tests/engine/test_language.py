"""What an author is told: every mistake is one line that names the place, what is wrong, a fix.

Each mistake is a whole module, read as `verify run my_module.py` reads it. The line that is told
is the one marked by `# here`.
"""

from __future__ import annotations

import re

import pytest

from verify.methods import certificate, sampling, symbolic
from verify.statements.discovery import discover

HEAD = """
from verify.vocabulary import *

PAPER = Paper(key="X", title="A paper", authors="its authors", year=2026, reference="none")


def setting(given):
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    return y, alpha, attention_flow(y, weights=alpha), tokens.any("i")


@statement("M-01", PAPER.label("Lemma 1"), title="A lemma")
def lemma(given):
"""

# (what is wrong) -> the body of a proof, what the line must say, and how to mend it
MISTAKES = {
    "a vector for a scalar": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(1 - y[i], 0)  # here
""",
        "expected a vector, but 1 is a number",
        "take an inner product u @ v",
    ),
    "a scalar for a vector": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(y[i] @ y[i] + alpha[i, i] * y[i], 0)  # here
""",
        "expected a scalar, but alpha[i, i]*y[i] is a vector",
        "take an inner product, as in u @ v",
    ),
    "a float": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(0.5 * (y[i] @ y[i]), 1)  # here
""",
        "0.5 is a float",
        "write Fraction(1, 2)",
    ),
    "a float that no short fraction is": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(1.4142135 * (y[i] @ y[i]), 1)  # here
""",
        "write Fraction('1.4142135')",
        "square_root(2)",
    ),
    "a number that is none": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(float("nan") * (y[i] @ y[i]), 1)  # here
""",
        "nan is not a number",
        "replace it by a value",
    ),
    "an index of tokens as a number": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(total(j for j in tokens), 1)  # here
""",
        "j is an index",
        "take a member, as in x[j]",
    ),
    "a forgotten index": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(rate(y[i], flow), total(alpha[i, j] * y for j in tokens))  # here
""",
        "y is a family",
        "index it, as in y[i]",
    ),
    "a forgotten index of an abbreviation": (
        """
    y, alpha, flow, i = setting(given)
    s = let("s", lambda i: y[i] @ y[1])
    yield "One.", Identity(s, 1)  # here
""",
        "s is a family",
        "index it, as in s[i]",
    ),
    "one index too few": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(total(alpha[j] for j in tokens), 1)  # here
""",
        "alpha takes 2 indices, not 1",
        "write alpha[i, j]",
    ),
    "sum in the place of total": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(sum(alpha[i, j] for j in tokens), 1)  # here
""",
        "escapes its sum",
        "write total(...), not sum(...)",
    ),
    "an index used after its sum": (
        """
    y, alpha, flow, i = setting(given)
    for k in tokens:
        inner = alpha[i, k]
    yield "One.", Identity(total(alpha[i, j] for j in tokens), inner)  # here
""",
        "escapes its sum",
        "use the index only inside",
    ),
    "an index that only the sum knows": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(total(alpha[i, j] for j in tokens), alpha[i, j])  # here
""",
        "unknown name 'j'",
        "j = tokens.any('j') declares an index",
    ),
    "a sentence without a formula": (
        """
    y, alpha, flow, i = setting(given)
    yield "The tokens obviously gather."  # here
""",
        "a sentence without a formula proves nothing",
        "yield a sentence and its step",
    ),
    "a misspelt word": (
        """
    W = given(positive_definit("W"))  # here
    yield "One.", Identity(1, 1)
""",
        "unknown name 'positive_definit'",
        "did you mean 'positive_definite'",
    ),
    "missing parentheses": (
        """
    W = given(positive_definite)  # here
    yield "One.", Identity(1, 1)
""",
        "given(...) takes an assumption",
        "call it, as in positive_definite('name')",
    ),
    "a step that is never yielded": (
        """
    y, alpha, flow, i = setting(given)
    Identity(y[i] @ y[i], 2)  # here
    yield "One.", Identity(y[i] @ y[i], 1)
""",
        "this Identity is never yielded, so it proves nothing",
        'write yield "sentence", Identity(...)',
    ),
    "a filter in a sum": (
        """
    x, i = given(any_vectors("x")), tokens.any("i")
    yield "One.", Identity(total(x[j] @ x[j] for j in tokens if j != i), 0)  # here
""",
        "Python would evaluate an `if` or a comparison in it",
        "exclude one with tokens.but(i)",
    ),
    "an integer left out": (
        """
    x, i = given(any_vectors("x")), tokens.any("i")
    yield "One.", Identity(total(x[i] @ x[i] for k in integers(1, 3).but(2)), 0)  # here
""",
        "integers(...) cannot exclude a term",
        "subtract it",
    ),
    "two indices that Python compares": (
        """
    x, i, j = given(any_vectors("x")), tokens.any("i"), tokens.any("j")
    yield "One.", Identity((1 if i == j else 0) * x[i] @ x[j], 0)  # here
""",
        "Python would compare the indices i and j",
        "write same(i, j)",
    ),
    "two indices that Python tells apart": (
        """
    x, i, j = given(any_vectors("x")), tokens.any("i"), tokens.any("j")
    yield "One.", Identity((1 if i is j else 0) * x[i] @ x[j], 0)  # here
""",
        "Python would evaluate i is j",
        "write same(i, j)",
    ),
    "an if on a comparison": (
        """
    y, alpha, flow, i = setting(given)
    if y[i] @ y[1] > 0:  # here
        pass
    yield "One.", Identity(y[i] @ y[i], 1)
""",
        "Python cannot evaluate an inequality of formulas",
        "use Inequality(...) or where=[...]",
    ),
    "an if on a formula": (
        """
    y, alpha, flow, i = setting(given)
    if y[i] @ y[1]:  # here
        pass
    yield "One.", Identity(y[i] @ y[i], 1)
""",
        "a formula has no truth value",
        "put it in where=",
    ),
    "a mutant of what was never given": (
        """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(y[i] @ y[i], 1)
    yield mutant("no hemisphere", drop=flow)  # here
""",
        "drops something that was never given",
        "use the result of given(...)",
    ),
    "an operator where a scalar or a vector belongs": (
        """
    W = given(positive_definite("W"))
    yield "One.", Identity(W * 2, W)  # here
""",
        "2*W is an operator",
        "apply it to a vector, as in A @ x",
    ),
    "two given things of one name": (
        """
    x, other = given(any_vector("x")), given(any_vector("x"))  # here
    yield "One.", Identity(other @ x, x @ other)
""",
        "the given x and the given x would look the same in print",
        "give one of them another name",
    ),
    "a thing that is not given": (
        """
    x = any_vector("x").introduces
    yield "One.", Identity(x @ x, x @ x)  # here
""",
        "x is not given",
        "introduce it with x = given(...)",
    ),
    "a name that is taken": (
        """
    x = given(any_vector("n"))  # here
    yield "One.", Identity(x @ x, x @ x)
""",
        "'n' is reserved for a size of the model",
        "choose another name",
    ),
    "an equivalence by a step that is not there": (
        """
    x = given(any_vector("x"))
    yield "One.", Identity(x @ x, x @ x, name="square")
    yield "Two.", Equivalence("a", "b", ("sqare",), ("square",), name="both")  # here
""",
        "unknown step 'sqare'",
        "did you mean 'square'?",
    ),
    "a direction without a step": (
        """
    x = given(any_vector("x"))
    yield "One.", Identity(x @ x, x @ x, name="square")
    yield "Two.", Equivalence("a", "b", ("square",), (), name="both")  # here
""",
        "Equivalence needs steps for both directions",
        "forward= and backward=",
    ),
    "steps that rest on each other in a circle": (
        """
    x = given(any_vector("x"))
    yield "One.", Identity(x @ x, x @ x, name="first")
    yield "So", Equivalence("a", "b", ("first",), ("there",), name="here")  # here
    yield "so.", Equivalence("b", "c", ("here",), ("first",), name="there")
""",
        "the step 'here' depends on itself, through 'there'",
        "use steps that are decided without it",
    ),
    "arithmetic gone wrong": (
        """
    x = given(any_vector("x"))
    yield "One.", Identity(x @ x, Fraction(1, 0))  # here
""",
        "Fraction(1, 0)",
        "use the words of the vocabulary",
    ),
    "an operator that is called": (
        """
    x, A = given(any_vector("x")), given(any_operator("A"))
    yield "One.", Identity(x @ A(x), x @ x)  # here
""",
        "'Operator' object is not callable",
        "write A @ x",
    ),
    "a product of three vectors": (
        """
    x = given(any_vector("x"))
    yield "One.", Identity(x @ x @ x, x @ x)  # here
""",
        "for @: 'Scalar' and 'Vector'",
        "multiply numbers with *",
    ),
    "no step at all": (
        """
    x = given(any_vector("x"))
""",
        "no step is yielded",
        "yield a sentence and its step",
    ),
}


def told_of(body, tmp_path):
    """Return what discovery says of a module with this proof, and the number of the marked line."""
    path = tmp_path / "my_module.py"
    path.write_text(HEAD + body, encoding="utf-8")
    lines = list(enumerate((HEAD + body).splitlines(), 1))
    marked = [n for n, line in lines if "# here" in line]
    if not marked:  # then the whole function is meant
        marked = [n for n, line in lines if line.startswith("@statement")]
    catalogue = discover([path])
    told = [text for name, text in catalogue.broken if name == str(path)]
    return catalogue, told, marked


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_with_its_place_and_a_fix(mistake, tmp_path):
    body, wrong, fix = MISTAKES[mistake]
    _, told, marked = told_of(body, tmp_path)
    assert len(told) == 1 and "\n" not in told[0]
    assert wrong in told[0] and fix in told[0]
    where = re.match(r"\S*/my_module\.py:(\d+): M-01: ", told[0])
    assert where and int(where[1]) in marked


# ------------------------------------------------------------------ mistakes of mathematics

# The module is read; what is wrong shows when the step is decided, and is told under its place.
WRONG = {
    "a reason that is not the gap": """
    y, alpha, flow, i = setting(given)
    yield "One.", Inequality(y[i] @ y[1] <= 1, because=2 - y[i] @ y[1])  # here
""",
    "a reason that does not suffice": """
    y, alpha, flow, i = setting(given)
    yield "One.", Inequality(y[i] @ y[1] >= 0, because=y[i] @ y[1])  # here
""",
    "a false identity": """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(y[i] @ y[1], 1)  # here
""",
    "conditions that exclude each other": """
    t = given(positive_scalar("t"))
    yield "One.", Inequality(t <= 1, where=[t <= -1, t >= 1],  # here
                             because=(-1 - t) + 2 + 0 * t)
""",
    "assumptions that exclude each other": """
    t = given(positive_scalar("t"))
    given(that(t <= -1))
    yield "One.", Identity(t + 1, 1 + t)  # here
""",
}
TOLD = {
    "a reason that is not the gap": ("symbolic", "inconclusive", "the sides differ by -1"),
    "a reason that does not suffice": ("certificate", "inconclusive", "not negative"),
    "a false identity": ("sampling", "refuted", "'left': '0', 'right': '1'"),
    "conditions that exclude each other": ("sampling", "inconclusive", "vacuous: no instance"),
    "assumptions that exclude each other": ("sampling", "inconclusive", "vacuous: no instance"),
}


@pytest.mark.parametrize("mistake", WRONG)
@pytest.mark.long
def test_what_does_not_hold_is_told_in_one_line_under_its_place(mistake, tmp_path):
    method, outcome, words = TOLD[mistake]
    catalogue, told, marked = told_of(WRONG[mistake], tmp_path)
    assert told == []
    (lemma,) = [s for s in catalogue.statements if s.id == "M-01"]
    (said,) = lemma.declared.said
    assert said.place.endswith(f"/my_module.py:{marked[0]}")
    decide = {
        "symbolic": lambda: symbolic.decide(said),
        "certificate": lambda: certificate.decide(said),
        "sampling": lambda: sampling.decide(lemma, said, count=30, seed=1),
    }
    found = decide[method]()
    assert found.outcome == outcome
    line = found.reason or str(found.evidence["witness"])
    assert words in line and "\n" not in line


def test_a_module_without_mistakes_is_read(tmp_path):
    body = """
    y, alpha, flow, i = setting(given)
    yield "One.", Identity(y[i] @ y[i], 1, name="unit")
    yield "Two.", Identity(rate(y[i], flow) @ y[i], 0, name="tangent")
"""
    catalogue, told, _ = told_of(body, tmp_path)
    assert told == []
    (lemma,) = [s for s in catalogue.statements if s.id == "M-01"]
    assert [said.name for said in lemma.declared.said] == ["unit", "tangent"]
    assert all(symbolic.decide(said).outcome == "proved" for said in lemma.declared.said)


def test_a_broken_module_leaves_the_others_alone(tmp_path):
    catalogue, told, _ = told_of("    yield 'nothing'\n", tmp_path)
    assert len(told) == 1
    assert {"A-2.1", "B-L3"} <= {s.id for s in catalogue.statements}
