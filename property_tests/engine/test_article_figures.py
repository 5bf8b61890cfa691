"""Figures of the article: their captions, and what stands beside what."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from render_examples import paper

from verify.render.figures.small import marked
from verify.render.latex_figures import DrawnFigure, figures_latex, in_latex


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


def test_figures_of_one_panel_stand_side_by_side():
    drawn = [DrawnFigure(name, paper, "c", b"", columns) for name, columns in
             (("a", 1), ("b", 2), ("c", 1), ("d", 1))]  # fmt: skip
    shown = [re.findall(r"figures/(\w)\.pdf", one) for one in figures_latex(drawn)]
    assert shown == [["b"], ["a", "c"], ["d"]]
