"""Figures of the article: their captions, and what stands beside what."""

import re

import pytest

from property_tests.engine.render_examples import STATEMENTS
from verify.render.figures.small import marked
from verify.render.latex_document import Options, article_files
from verify.render.latex_figures import DrawnFigure, figure_latex, in_latex


@pytest.mark.parametrize(
    ("caption", "told"),
    [
        ("below $10^{-5}$, 5% of v_1 and u^T_i", r"below $10^{-5}$, 5\% of $v_1$ and $u^T_i$"),
        ("Clopper-Pearson, S^2 & e^{2g}", r"Clopper-Pearson, $S^2$ \& $e^{2g}$"),
        ("V = max (1 - v^T y_i) of A-1", r"$V = \max (1 - v^T y_i)$ of A-1"),
        (
            "F = diag(1, -1/2), P = 7/20 I and a step 1/2",
            r"$F = \mathrm{diag}(1, -1/2)$, $P = 7/20 I$ and a step 1/2",
        ),
        ("a cell with g <= 0 at theta_2", r"a cell with $g \le 0$ at $\theta_2$"),
        ("A of I is 3 of 4, p at u", "A of I is 3 of 4, p at u"),
    ],
)
def test_names_with_indices_and_equations_in_a_caption_are_formulas(caption, told):
    assert in_latex(marked(caption)) == told


def test_a_figure_stands_after_the_first_statement_that_it_illustrates():
    first, second = STATEMENTS
    drawn = DrawnFigure("a", (first.id, second.id), "c", b"")
    files = article_files(STATEMENTS, {}, Options(figures=(drawn,)))
    tex = files[next(iter(files))]
    inputs = [found.start() for found in re.finditer(r"\\input\{brief/", tex)]
    assert inputs[0] < tex.index("figures/a.pdf") < inputs[1]
    assert "pdftitle={The statements of On made-up tokens" in tex


@pytest.mark.parametrize(("columns", "width"), [(1, ".55"), (2, "1"), (3, "1")])
def test_a_figure_of_one_panel_takes_half_a_page(columns, width):
    drawn = figure_latex(DrawnFigure("a", ("A",), "c", b"", columns))
    assert rf"width={width}\textwidth" in drawn
