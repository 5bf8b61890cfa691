"""By what the sides of an equation differ, in an author's names, and what would close it."""

import json

import pytest

from verify.cli import main
from verify.methods.searching.missing import apart
from verify.methods.symbolic import decide
from verify.statements.step import obligations
from verify.vocabulary import *

PAPER = Paper("M", "a paper", "its authors", 2026, "nowhere")


def stuck(given):
    x, z, y = given(any_vector("x")), given(any_vector("z")), given(any_vectors("y"))
    W, a, c = given(any_operator("W")), given(nonnegative_weights("a")), given(coefficients("c"))
    i, j = tokens.any("i", "j")
    pull = total(a[i, j] * (y[j] - y[i]) for j in tokens)
    yield "Holds.", Identity((x + z) @ x, x @ x + x @ z, name="holds")
    yield "One.", Identity((y[i] - y[j]) @ (y[i] - y[j]), 2 - 2 * (y[i] @ y[j]), name="chord")
    yield "Two.", Identity((W @ x) @ z, x @ (W @ z), name="turned")
    yield "Three.", Identity((x + z) @ (x + z), x @ x + z @ z, name="square")
    yield "Four.", Identity((x + z) @ (x + z), 1 + z @ z, name="both")
    yield "Five.", Identity(pull, total(a[i, j] * y[j] for j in tokens) - y[i], name="rows")
    yield "Six.", Identity(total(c[j] * (x @ x) + 1 for j in tokens), tokens.count, name="sum")
    yield (
        "Edges.",
        Identity(
            total(c[i] * a[i, j] * (c[i] - c[j]) for i in tokens for j in tokens),
            total(a[i, j] * (c[i] - c[j]) ** 2 for i in tokens for j in tokens) / 2,
            name="edges",
        ),
    )
    yield (
        "Half an edge.",
        Identity(
            total(c[i] * a[i, j] * (c[i] - c[j]) for i in tokens for j in tokens),
            total(a[i, j] * (c[i] - c[j]) ** 2 for i in tokens for j in tokens),
            name="all edges",
        ),
    )
    yield "Seven.", Identity((x + z) @ x, 7 * (x @ x), name="hopeless")


STATEMENT = statement("M-1", PAPER.label("1"), title="Stuck")(stuck)
CLOSED = {
    "holds": None, "chord": ['unit_tokens("y")'], "turned": ['symmetric_operator("W")'],
    "square": ['orthogonal_to("z", x)'], "both": ['unit_vector("x")', 'orthogonal_to("z", x)'],
    "rows": ['row_stochastic("a")'], "sum": ['zero_sum("c")'], "hopeless": [],
    "edges": ['symmetric_part("a", a)'], "all edges": [],
}  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.long
def test_the_facts_that_would_close_an_equation_are_found(name):
    said = STATEMENT.said(name)
    (claim,) = obligations(said)
    found = apart(said, claim)
    assert (found.difference is None) == (CLOSED[name] is None)
    assert [one.says for one in found.closing] == (CLOSED[name] or [])
    assert (decide(said).outcome == "proved") == (CLOSED[name] is None)  # nothing was learnt


MODULE = """
from verify.vocabulary import *

PAPER = Paper("M", "a paper", "its authors", 2026, "nowhere")

@statement("M-2", PAPER.label("2"), title="Stuck")
def stuck(given):
    y, i, j = given(any_vectors("y")), *tokens.any("i", "j")
    yield "One.", Identity((y[i] - y[j]) @ (y[i] - y[j]), 2 - 2 * (y[i] @ y[j]), name="chord")
"""


def test_the_command_tells_them_in_the_author_s_names(tmp_path, capsys):
    path, written = tmp_path / "m.py", tmp_path / "told.json"
    path.write_text(MODULE)
    assert main(["suggest", "M-2", "--module", str(path), "--json", str(written)]) == 1
    assert " ".join(capsys.readouterr().out.split()) == (
        'chord: the sides differ by ⟨yᵢ, yᵢ⟩ + ⟨yⱼ, yⱼ⟩ − 2; they agree under unit_tokens("y")'
    )
    (told,) = json.loads(written.read_text())["equations"]
    assert (told["step"], told["assume"]) == ("chord", ['unit_tokens("y")'])


def test_that_a_basis_expands_what_is_summed_over_it_is_told():
    def body(given):
        x, z = given(any_vector("x")), given(any_vector("z"))
        e = given(orthonormal_basis("e"))
        yield "Parseval.", Identity(total((e[k] @ x) * (e[k] @ z) for k in modes), x @ z, name="p")

    made = statement("M-9", PAPER.label("Lemma 9"), title="A lemma")(body)
    (said,) = made.declared.said
    (claim,) = obligations(said)
    assert [one.says for one in apart(said, claim).closing] == [
        'orthonormal_basis("e", expands=[x, z])'
    ]
