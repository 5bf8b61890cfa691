"""Where a false variant (mutant) fails, in LaTeX."""

from __future__ import annotations

import re

from verify.render.latex_formulas import LatexNotation
from verify.render.witnesses import witness_parts
from verify.render.words import fate
from verify.statements.outcomes import MutantResult
from verify.writing.words import listed

MATRIX = re.compile(r"\\begin\{pmatrix\}(.*?)\\end\{pmatrix\}", re.S)
WIDE_ROW = 72  # characters of a row that a line of small print holds


def fails(mutant: MutantResult | None, notation: LatexNotation) -> str:
    """Return where a variant fails, behind what it says."""
    if mutant is None:
        return "."
    parts = [small_matrices(part) for part in witness_parts(mutant.witness, notation)]
    return f" --- {fate(mutant, ', '.join(parts))}."


def small_matrices(part: str) -> str:
    """Return a part of a witness with its matrices small enough for a line of text.

    A matrix wider than the line is told row by row, so that TeX may break between entries.
    """
    found = MATRIX.search(part)
    if found is not None and max(map(len, found[1].split(r"\\"))) > WIDE_ROW:
        rows = [row.split("&") for row in found[1].split(r"\\")]
        told = ["$(" + "$, $".join(entry.strip() for entry in row) + ")$" for row in rows]
        before = part[: found.start()].rstrip().removesuffix("=").rstrip()
        return f"{before}$ with the rows {listed(told)}"
    part = re.sub(r"\\\\\[[.\d]+ex\]", r"\\\\", part)
    part = part.replace(r"\begin{pmatrix}", r"\left(\begin{smallmatrix}")
    return part.replace(r"\end{pmatrix}", r"\end{smallmatrix}\right)")
