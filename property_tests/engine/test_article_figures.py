"""Figures of the article, and what stands beside what."""

import re

import pytest

from property_tests.engine.render_examples import STATEMENTS
from verify.render.figures.small import DrawnFigure
from verify.render.latex_document import Options, article_files, figure_latex


def test_a_figure_stands_after_the_first_statement_that_it_illustrates():
    first, second = STATEMENTS
    drawn = DrawnFigure("a", (first.id, second.id), "t", "c", b"", (4, 3))
    files = article_files(STATEMENTS, {}, Options(figures=(drawn,)))
    tex = files[next(iter(files))]
    inputs = [found.start() for found in re.finditer(r"\\input\{statements/", tex)]
    assert inputs[0] < tex.index("figures/a.pdf") < inputs[1]
    assert "pdftitle={The statements of On made-up tokens" in tex


@pytest.mark.parametrize(("columns", "width"), [(1, ".55"), (2, "1"), (3, "1")])
def test_a_figure_of_one_panel_takes_half_a_page(columns, width):
    drawn = figure_latex(DrawnFigure("a", ("A",), "t", "c", b"", (4, 3), columns))
    assert rf"width={width}\textwidth" in drawn
