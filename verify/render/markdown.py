"""One statement in Markdown with formulas between dollar signs, as notebooks set it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from types import MappingProxyType

from verify.render.cards import Others, verdict_card
from verify.render.endings import BOX, ending
from verify.render.latex_formulas import LatexNotation
from verify.render.latex_layout import display_body, size
from verify.render.narration import Narrator, StepText, narrate
from verify.render.words import has_label
from verify.statements.displayed import as_markdown
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement
from verify.writing.claims import ClaimText
from verify.writing.definitions import Definition, Display

WIDE = 100  # characters of a formula on a line of a notebook


@as_markdown.register
def statement_markdown(
    statement: Statement,
    result: StatementResult | None = None,
    others: Others = MappingProxyType({}),
) -> str:
    """Return a statement in Markdown, its card first; with a result, every step bears its grade."""
    told = narrate(statement, LatexNotation())
    label = f"{statement.label.text}: " if has_label(statement) else ""
    lines = [f"**{label}{told.title}** (`{statement.id}`)"]
    card = verdict_card(statement, result, LatexNotation(), others)
    for row in card.rows if result is not None else (card.printed, card.says):
        lead = f"**{row.heading}** "
        for part in row.parts:
            lines += [f"{lead}{part}"] if isinstance(part, str) else claim_lines(ClaimText((part,)))
            lead = ""
        if row is card.says and card.formal:
            formal = " ".join(card.formal)
            lines += ["<details><summary>In formulas</summary>", formal, "</details>"]
    if told.assumptions:
        lines.append(f"Assumptions: {'; '.join(phrase for phrase, _ in told.assumptions)}.")
    lines += definition_lines(told.definitions)
    grades = {step.name: step.known for step in result.steps} if result is not None else {}
    ends = ending(statement, result, Narrator(statement, LatexNotation()))
    for group in told.environments:
        lines.append(f"**{group.heading}**")
        for step in group.steps:
            lines += step_lines(step, grades.get(step.name, ""))
        if group.kind == "proof" and ends is not None:
            lines += [*ends.sentences, *([BOX] if ends.closed else [])]
    return "\n\n".join(lines) + "\n"


def step_lines(step: StepText, grade: str) -> list[str]:
    """Return a step of a proof: its sentence with its grade, its formulas, what they use."""
    mark = f" *[{grade}]*" if grade else ""
    opening, introduced = step.before
    return [
        *([opening] if opening else []),
        *definition_lines(introduced),
        f"({step.number}) {step.sentence}{mark}",
        *claim_lines(step.claim),
        *definition_lines(step.after),
    ]


def step_markdown(statement: Statement, number: int) -> str:
    """Return one step in Markdown: its sentence, its formulas, and its false twins."""
    step = narrate(statement, LatexNotation()).steps[number - 1]
    lines = [f"**{statement.id}, step {number}** (*{step.name}*)", step.sentence]
    lines += [*claim_lines(step.claim), *definition_lines(step.definitions)]
    for twin in step.twins:
        formulas = " or ".join(
            " ".join(part for part in (f"${display.formula}$", display.condition) if part)
            for display in twin.claim.displays
        )
        lines.append(f"- mutant “{twin.why}”{f': {formulas}' if formulas else ''}")
    return "\n\n".join(lines) + "\n"


def claim_lines(claim: ClaimText) -> list[str]:
    """Return a claim's formulas, words and table, each a paragraph."""
    lines = [f"$${body}$$" for body in _side_by_side(claim.displays)]
    lines += claim.remarks
    if claim.table is not None:
        rows = [[f"${cell}$" for cell in row] for row in claim.table.rows]
        lines.append(markdown_table(claim.table.header, rows))
    return lines


def _side_by_side(displays: Iterable[Display]) -> Iterable[str]:
    """Yield formulas; those that belong together share a line as long as it holds them."""
    line: list[str] = []
    for display in displays:
        lead = rf"\text{{{display.lead}}}\quad " if display.lead else ""
        body = f"{lead}{display_body(display, WIDE)}"
        if line and (lead or size(r" \qquad ".join([*line, body])) > WIDE):
            yield r" \qquad ".join(line)
            line = []
        line.append(body)
    if line:
        yield r" \qquad ".join(line)


def definition_lines(definitions: Iterable[Definition]) -> list[str]:
    shown = [d if isinstance(d, str) else f"{d.lead} ${d.formula}$".strip() for d in definitions]
    return [f"where {', '.join(shown)}."] if shown else []


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a | in a cell, be it in a formula, ends no cell."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    """Return a cell's text; viewers find formulas before or after they find cells."""
    parts = re.split(r"(\$[^$]*\$)", text.replace("\n", " "))
    for k, part in enumerate(parts):
        formula = part.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
        parts[k] = formula if k % 2 else part.replace("|", r"\|")
    return "".join(parts)
