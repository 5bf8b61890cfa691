"""What is told of statements and runs: sentences, the terminal, JSON, JUnit."""

import re
from dataclasses import replace

import pytest

from property_tests.engine.render_examples import (
    STATEMENTS,
    WITNESS,
    margins,
    result_of,
    run_of,
    spectrum,
    surviving,
)
from verify.language.mistakes import Mistake
from verify.render.latex_formulas import LatexNotation
from verify.render.markdown import statement_markdown
from verify.render.narration import Narrator, narrate
from verify.render.plain_latex import plain_text
from verify.render.screen import Screen, cells, wrapped
from verify.render.terminal import run_table, statement_text, summary
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.statements.assumption import Assumption, Condition
from verify.statements.outcomes import Outcome
from verify.writing.definitions import Display

RESULTS = {statement.id: result_of(statement) for statement in STATEMENTS}


def told(statement, name):
    """One step of a statement as it is told on the terminal."""
    return next(s for s in narrate(statement, UnicodeNotation()).steps if s.name == name)


def formulas(definitions):
    return [d.formula if isinstance(d, Display) else d for d in definitions]


# ------------------------------------------------------------------ narration


def test_definitions_are_told_once_where_they_are_first_needed():
    assert formulas(told(margins, "margin rate").definitions) == [
        "ẏᵢ = Σⱼ αᵢⱼ yⱼ − (yᵢᵀ W Σⱼ αᵢⱼ yⱼ) yᵢ",
        "sᵢ = cᵀ yᵢ",
        "gᵢⱼ = yᵢᵀ W yⱼ",
    ]
    assert told(margins, "summand").definitions == ()


def test_a_twin_has_its_own_definitions_and_leaves_the_proof_its():
    first, second = told(margins, "margin rate").twins
    assert first.definitions == ()
    assert [d.left for d in second.definitions] == ["ẏᵢ"]
    assert "j<i" in second.definitions[0].formula
    assert formulas(told(margins, "slope").definitions) == [
        "D_X f is the derivative of f(x + ε X) by ε at ε = 0",
        "‖x‖_W = √(xᵀ W x)",
    ]


def test_a_reason_keeps_the_groups_that_are_nonnegative():
    claim, reason = told(margins, "summand").claim.displays
    assert claim.formula == "sᵢ gᵢⱼ ≤ sⱼ"
    assert claim.condition == "if sᵢ ≤ sⱼ and sᵢ ≤ sₖ for every k"
    assert reason.lead == "since"
    assert reason.formula == "sⱼ − sᵢ gᵢⱼ = (sⱼ − sᵢ) + sᵢ (1 − gᵢⱼ)"


def test_a_spectrum_is_a_table_and_a_twin_tells_what_it_twists():
    step = told(spectrum, "spectrum")
    assert step.claim.remarks == (
        "The eigenvalues of J on the perturbations δᵢ with vᵣᵀ δᵢ = 0, n d in all:",
    )
    assert step.claim.table.rows[0] == ("0", "n", "aᵢ vᵣ")
    assert step.claim.table.rows[1] == ("[1/ρ, τ; 0, |ρ|]", "2 (d − 1)", "vₖ, aᵢ vₖ")
    (twisted,) = step.twins[0].claim.displays
    assert (twisted.left, twisted.condition) == ("1", "with multiplicity (n − 1)(d − 1)")


@pytest.mark.parametrize(
    ("name", "displays", "remark"),
    [
        ("printed", ["t ≥ 1", "t² < 0"], None),
        ("small", ["t = −2", "V = [1, 0; 0, 2]"], "This refutes step (3)."),
        ("no", [], "Step (10) is contradicted by step (1)."),
        ("region", ["sin(θ) ≤ θ"], None),
        ("number", ["3.14159…"], "To 5 digits, independently by balls and series."),
        ("sums", ["Σ_{k=0…m} C(m, k) = 2^m"], "By induction over m from 0 on."),
        ("cases", ["m m = m²"], "For m = 1, 2, …, 5."),
        ("counted", ["m + 1"], "Counted for m = 0, 1, 2."),
    ],
)
def test_every_kind_of_step_is_told(name, displays, remark):
    claim = told(spectrum, name).claim
    assert formulas(claim.displays) == displays
    assert remark is None or remark in claim.remarks


def test_an_assumption_of_ours_is_marked():
    assert [added for _, added in narrate(margins, UnicodeNotation()).assumptions].count(True) == 1
    assert "not in the paper" in "\n".join(statement_text(margins, None, Screen()))


def test_a_phrase_that_cannot_be_filled_in_is_a_mistake_of_one_line():
    broken = Assumption(Condition(""), "$x^{top}$ and ${missing}$")
    with pytest.raises(Mistake, match="double the braces") as caught:
        Narrator(margins, UnicodeNotation()).phrase(broken)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("sentence", "latex", "plain"),
    [
        (r"It misses by $x x^\top W$.", r"It misses by $x x^\top W$.", "It misses by x xᵀ W."),
        ("A token of a group.", "A token of a group.", "A token of a group."),
        (r"the ray $\varphi = \theta/4$", r"the ray $\varphi = \theta/4$", "the ray φ = θ/4"),
        (r"below $2\sin\theta\le 1$", r"below $2\sin\theta\le 1$", "below 2 sin θ ≤ 1"),
        (
            r"or $x_i^{+\top}$ in 3% of (7)",
            r"or $x_i^{+\top}$ in 3\% of (7)",
            "or xᵢ⁺ᵀ in 3% of (7)",
        ),
        ("set $x^2$, price 5$", r"set $x^2$, price 5\$", "set x², price 5$"),
        ('a "word" – or two…', r"a ``word'' -- or two\ldots{}", 'a "word" – or two…'),
        ("a_b, x^2 and alpha", r"a\_b, x\textasciicircum{}2 and alpha", "a_b, x^2 and alpha"),
        (
            r"$V = \begin{pmatrix} 3 & -1 \\ 1 & \frac{x}{2} \end{pmatrix}$",
            r"$V = \begin{pmatrix} 3 & -1 \\ 1 & \frac{x}{2} \end{pmatrix}$",
            "V = (3, −1; 1, x/2)",
        ),
    ],
)
def test_what_stands_between_dollar_signs_is_a_formula_and_nothing_else(sentence, latex, plain):
    assert LatexNotation().prose(sentence) == latex
    assert UnicodeNotation().prose(sentence) == plain


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"${W}^{1/2}$ is \emph{large}", "W^(1/2) is large"),
        (r"$c^\top y_i \ge 0$ for every $i$", "cᵀ yᵢ ≥ 0 for every i"),
        (r"$\alpha_{ij}\,\le \tfrac{1}{2}$", "αᵢⱼ ≤ 1/2"),
        (r"$\mathbb{R}^n \ni \tilde{P}$, $\mathcal E_W$", "ℝⁿ ni P̃, E_W"),
        (r"$\lambda_{r} \ne 0$", "λᵣ ≠ 0"),
        (r"$\sum_{j} \theta_j$", "Σⱼ θⱼ"),
    ],
)
def test_latex_phrases_become_plain_text(latex, expected):
    assert plain_text(latex) == expected


def test_a_witness_is_told_in_both_notations():
    plain = witness_parts(WITNESS, UnicodeNotation())
    assert plain[:4] == ["n = 2", "d = 2", "W = [1, 0; 0, 2]", "x = (1, −1/2)"]
    assert plain[-1] == "where the sides are 3/2 and (1, −1/3)"
    tex = witness_parts(WITNESS, LatexNotation())
    assert tex[2] == r"$W = \begin{pmatrix} 1 & 0 \\ 0 & 2 \end{pmatrix}$"
    assert any(r"\& 5\%" in part for part in tex)


def test_markdown_has_every_sentence_and_formula():
    text = statement_markdown(margins, RESULTS["Z-1"])
    assert text.count("*[proved]*") == 6
    assert r"$$\dot{s}_{i} = \sum_{j} \alpha_{ij}(s_{j} - s_{i} g_{ij})$$" in text


# ------------------------------------------------------------------ terminal


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_of_a_table_or_a_text_is_wider_than_the_screen(width):
    screen = Screen(width, colours=False)
    run = run_of()
    lines = [*wrapped("word " * 60, width, "  "), *summary(run, [], screen)]
    if width >= 80:
        lines += run_table(run, screen)
    for line in lines:
        assert cells(line) <= width, line


def test_the_table_has_a_line_a_statement():
    header, first, second = run_table(run_of(), Screen())
    assert header.split() == [
        "id", "title", "verdict", "argument", "grade", "axioms", "steps", "mutants",
    ]  # fmt: skip
    assert re.search(r"Z-1 .* ✓\+ holds +stands +proved +1 +6 +3/3$", first)
    assert re.search(r"Z-2\+ .* false +broken +refuted +1 +11 +2/2$", second)


def test_colours_only_where_there_are_colours():
    run = run_of()
    plain = [*run_table(run, Screen()), *summary(run, [], Screen())]
    coloured = [*run_table(run, Screen(None, True)), *summary(run, [], Screen(None, True))]
    assert not any("\033" in line for line in plain)
    assert any("\033[31m" in line for line in coloured)
    assert [re.sub(r"\033\[\d*m", "", line) for line in coloured] == plain
    for line in coloured:
        assert len(re.findall(r"\033\[[1-9]\d*m", line)) == line.count("\033[0m")


def test_the_summary_tells_what_is_in_trouble_and_what_changed():
    run = run_of(surviving(RESULTS["Z-1"]), RESULTS["Z-2+"])
    lines = summary(run, ["Z-1: verdict is open (recorded: holds)"], Screen())
    assert "Survives: Z-1: no method refutes “any half space”." in lines
    assert "Z-1 holds with: cᵀ yᵢ > 0 for every i." in lines
    assert "Changed: Z-1: verdict is open (recorded: holds)." in lines


def test_an_open_statement_says_why():
    slow = (Outcome("symbolic", "inconclusive", reason="slow"),)
    first = RESULTS["Z-1"].steps[:2]
    steps = tuple(replace(s, grade="inconclusive", outcomes=slow) for s in first)
    open_one = replace(RESULTS["Z-1"], verdict="open", grade="inconclusive", steps=steps)
    lines = summary(run_of(open_one), [], Screen())
    assert "Open: Z-1, steps 'margin rate', 'summand': slow." in lines
