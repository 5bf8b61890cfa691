"""The false variants (mutants) of a statement in LaTeX, each with where it fails."""

from __future__ import annotations

import re
from collections.abc import Mapping

from verify.render.latex_formulas import LatexNotation
from verify.render.latex_layout import LINE, size
from verify.render.latex_names import ArticleNotation
from verify.render.narration import ToldTwin, narrate
from verify.render.witnesses import witness_parts
from verify.statements.outcomes import MutantResult, StatementResult
from verify.statements.statement import Statement
from verify.writing.definitions import Display
from verify.writing.words import listed

MATRIX = re.compile(r"\\begin\{pmatrix\}(.*?)\\end\{pmatrix\}", re.S)
WIDE_ROW = 72  # characters of a row that a line of small print holds


def variants_latex(
    statement: Statement,
    result: StatementResult | None = None,
    names: Mapping[str, str] | None = None,
) -> str:
    r"""Return a statement's false variants as a fragment for \input; nothing if it has none.

    `names` are what other statements are called.
    """
    notation = ArticleNotation(names or {})
    told = narrate(statement, notation)
    every = () if result is None else result.every_mutant
    found = {(m.step, m.name): m for m in every}
    loose = {m.name: m for m in reversed(every)}  # those of the assumptions, where names are alike
    items = []
    for step, said in zip(told.steps, statement.declared.said, strict=True):
        for told_twin, twin in zip(step.twins, said.step.twins, strict=True):
            outcome = found.get((said.name, twin.why)) or loose.get(twin.why)
            formula = _twin_formula(told_twin)
            items.append(
                rf"\item ({step.number}) {told_twin.why}{formula}{fails(outcome, notation)}"
            )
    for why, mutant in zip(told.mutants, statement.declared.mutants, strict=True):
        items.append(rf"\item {why}{fails(loose.get(mutant.why), notation)}")
    if not items:
        return ""
    return "\n".join([r"\begin{variants}", *items, r"\end{variants}"])


def _twin_formula(twin: ToldTwin) -> str:
    """Return what a twin claims, if it is short enough to stand in a sentence."""
    short = [
        _large(d.formula) + (f" {d.condition}" if d.condition else "")
        for d in twin.claim.displays
        if size(d.formula) < LINE
    ]
    where = [d for d in twin.definitions if isinstance(d, Display) and not d.lead]
    where = [d for d in where if size(d.formula) < LINE]
    if not short:
        return ""
    defined = f" with {', '.join(_large(d.formula) for d in where)}" if where else ""
    return f": {' or '.join(short)}{defined}"


def _large(formula: str) -> str:
    return rf"$\displaystyle {formula}$" if r"\frac" in formula else f"${formula}$"


def fails(mutant: MutantResult | None, notation: LatexNotation) -> str:
    """Return where a variant fails, behind what it says."""
    if mutant is None:
        return "."
    if mutant.survives:
        return r" --- \textbf{survives}: no method has refuted it."
    parts = [small_matrices(part) for part in witness_parts(mutant.witness, notation)]
    if mutant.undefined:
        return f" --- is undefined at {', '.join(parts)}."
    return f" --- fails at {', '.join(parts)}." if parts else " --- is refuted."


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
