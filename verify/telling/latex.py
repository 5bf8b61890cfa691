"""One statement in LaTeX: a theorem environment, and its proof sentence by sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from verify.statements.outcomes import MutantResult, StatementResult, StepResult
from verify.statements.statement import Statement
from verify.statements.steps import KINDS, Printed
from verify.telling.definitions import Definition, Display
from verify.telling.experiments import measured_words
from verify.telling.latex_formulas import LatexNotation
from verify.telling.latex_layout import LINE, display_body, is_short, unary, width
from verify.telling.narration import Claim, Table, ToldStatement, ToldStep, ToldTwin, narrate
from verify.telling.witnesses import witness_parts
from verify.telling.words import ARGUMENTS, ORIGINS, VERDICTS, counted, has_label

NOTATION = LatexNotation()
OR, GAP = "or", 22.0  # points between formulas side by side


def statement_latex(statement: Statement, result: StatementResult | None = None) -> str:
    """Return a statement as a fragment for \\input; with a result, every step bears its grade.

    It needs amsmath, amsthm, amssymb, graphicx and the macros of `latex_document.MACROS`.
    Raises Mistake where an assumption's phrase cannot be filled in.
    """
    told = narrate(statement, NOTATION)
    parts = [_theorem(statement, told, result), _proof(statement, told, result)]
    if any(step.twins for step in told.steps) or told.mutants:
        parts.append(_mutants(statement, told, result))
    return "\n".join(parts)


def write_latex(
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
    directory: Path,
    pdf: bool,
) -> list[Path]:
    """Write one document, a fragment for each statement and, if wanted, the PDF.

    Returns what was written. Raises ToolMissing before anything is, where there is no pdflatex.
    """
    from verify.telling.latex_document import write

    return write(statements, results, directory, pdf)


# ------------------------------------------------------------------ theorem


def _theorem(statement: Statement, told: ToldStatement, result: StatementResult | None) -> str:
    label = NOTATION.prose(statement.label.text)
    head = f"{label[:1].upper()}{label[1:]} ({told.title})" if has_label(statement) else told.title
    lines = [
        rf"\begin{{statement}}[{{{head}\quad\textnormal{{\texttt{{{plain_id(statement.id)}}}}}}}]"
        rf"\statementlabel{{{statement.id}}}"
    ]
    if told.assumptions:
        phrases = [
            phrase + (r" (\emph{added: the paper does not say so})" if added else "")
            for phrase, added in told.assumptions
        ]
        lines.append(f"Assumptions: {'; '.join(phrases)}.")
        lines += definition_lines(told.definitions)
    facts = " ".join(_facts(statement, result))
    lines += [rf"\par\noindent {facts}"] if facts else []
    return "\n".join([*lines, r"\end{statement}"])


def _facts(statement: Statement, result: StatementResult | None) -> list[str]:
    """Return short sentences on where a statement comes from and what became of it."""
    out = []
    if result is not None:
        extra = "; ".join(result.with_assumptions)
        verdict = VERDICTS[result.verdict] + (f" {extra}" if extra else "")
        axioms = f", {counted(len(result.axioms), 'axiom')}" if result.axioms else ""
        out.append(rf"\textbf{{Verdict:}} {verdict} (\grade{{{result.grade}}}{axioms}).")
        out += [f"{ARGUMENTS[result.paper_argument]}."] if result.paper_argument != "none" else []
    if statement.origin != "printed":
        out.append(f"{ORIGINS[statement.origin]}.")
    for words, others in (("Rests on", statement.rests_on), ("Repaired by", statement.repaired_by)):
        if others:
            links = ", ".join(rf"\statementref{{{name}}}{{{plain_id(name)}}}" for name in others)
            out.append(f"{words} {links}.")
    return out


# ------------------------------------------------------------------ proof


def _proof(statement: Statement, told: ToldStatement, result: StatementResult | None) -> str:
    by_name = {step.name: step for step in result.steps} if result is not None else {}
    steps = [said.step for said in statement.declared.said]
    refutes = [KINDS[type(step)] == "witness" or isinstance(step, Printed) for step in steps]
    mixed = "[What is true, and what is not]" if any(refutes) else ""
    head = "[Refutation]" if all(refutes) else mixed
    items = "\n".join(_step(step, by_name.get(step.name)) for step in told.steps)
    begin, end = rf"\begin{{proof}}{head}", r"\end{proof}"
    return "\n".join([begin, r"\begin{proofsteps}", items, r"\end{proofsteps}", end])


def _step(step: ToldStep, result: StepResult | None) -> str:
    grade = rf"\grade{{{result.grade}}}" if result is not None else ""
    lines = [rf"\item {step.sentence}"]
    if result is not None and result.grade == "inconclusive":
        lines += [f"({NOTATION.prose(reason)})" for reason in _reasons(result)]
    lines += [*claim_lines(step.claim, grade), *definition_lines(step.definitions)]
    if grade and not step.claim.displays and step.claim.table is None:
        lines.append(rf"\hspace*{{\fill}}\mbox{{{grade}}}")
    lines += _measured(result) if result is not None else []
    return "\n".join(lines)


def _measured(result: StepResult) -> list[str]:
    """Return what an experiment's run measured, a line for each of its claims."""
    told = [NOTATION.prose(words) for o in result.outcomes for words in measured_words(o)]
    return [rf"\par Measured: {'; '.join(told)}."] if told else []


def _reasons(result: StepResult) -> list[str]:
    return list(dict.fromkeys(o.reason for o in result.outcomes if o.reason))


def claim_lines(claim: Claim, grade: str) -> list[str]:
    out: list[str] = []
    for number, (lead, bodies) in enumerate(_grouped(claim.displays)):
        out += [lead] if lead else []
        out.append(_shown(_stacked(bodies), grade if number == 0 else ""))
        if number == 0 and not _fits(claim.displays[0]):
            out.append(claim.displays[0].condition + ("," if len(claim.displays) > 1 else "."))
    remarks = " ".join(claim.remarks)
    if claim.table is not None:
        return [*out, remarks, _table(claim.table, "" if claim.displays else grade)]
    return [*out, remarks] if remarks else out


def _grouped(displays: Sequence[Display]) -> list[tuple[str, list[str]]]:
    """Return displays that belong together as (lead, bodies): alternatives, values of a witness."""
    groups: list[tuple[str, list[str]]] = []
    for display in displays:
        body = display_body(display if _fits(display) else replace(display, condition=""))
        if groups and display.lead == OR:
            groups[-1][1].append(rf"\text{{or}}\quad {unary(body)}")
        elif groups and not display.lead:
            groups[-1][1].append(body)
        else:
            groups.append((display.lead, [body]))
    return groups


def _fits(display: Display) -> bool:
    """Tell whether a condition is short enough to stand beside or under its formula."""
    return not display.condition or width(rf"\text{{{display.condition}}}") < 0.8 * LINE


def _stacked(bodies: Sequence[str]) -> str:
    """Return several formulas in as few centred lines as hold them."""
    rows: list[list[str]] = []
    room = 0.0
    for body in bodies:
        size = width(body) + GAP
        if rows and size <= room:
            rows[-1].append(body)
            room -= size
        else:
            rows.append([body])
            room = LINE - size
    lines = [r" \qquad ".join(row) for row in rows]
    if len(lines) == 1:
        return lines[0]
    return r"\begin{gathered} " + r" \\[.5ex] ".join(lines) + r" \end{gathered}"


def _shown(formula: str, tag: str) -> str:
    mark = rf" \tag*{{{tag}}}" if tag else ""
    return rf"\[ \fitted{{{formula}}}{mark} \]"


def _table(table: Table, tag: str) -> str:
    def row(cells: Sequence[str]) -> str:
        return " & ".join(rf"\displaystyle {cell}" for cell in cells) + r" \\"

    def strut(cells: Sequence[str]) -> str:
        tall = any(r"\frac" in cell or "matrix" in cell for cell in cells)
        return r"\rule[-2.6ex]{0pt}{6.4ex} " if tall else ""

    head = " & ".join(rf"\text{{{word}}}" for word in table.header) + r" \\"
    rows = " ".join(strut(cells) + row(cells) for cells in table.rows)
    columns = "l" * len(table.header)
    body = (
        rf"\begin{{array}}{{{columns}}} \toprule {head} \midrule {rows} \bottomrule \end{{array}}"
    )
    return _shown(body, tag)


def definition_lines(definitions: Sequence[Definition]) -> list[str]:
    """Return what is defined: short definitions in a sentence, long ones displayed after it."""
    inline: list[str] = []
    displayed: list[Display] = []
    for definition in definitions:
        if isinstance(definition, str):
            inline.append(definition)
        elif is_short(definition):
            lead = f"{definition.lead} " if definition.lead else ""
            inline.append(f"{lead}${definition.formula}$")
        else:
            displayed.append(definition)
    groups = _grouped(displayed)
    if not groups:
        return [f"Here {'; '.join(inline)}."] if inline else []
    lines = [f"Here {'; '.join(inline)}; and" if inline else "Here"]
    for number, (lead, bodies) in enumerate(groups):
        lines += ["and"] if number else []
        lines += [*([lead] if lead else []), _shown(_stacked(bodies), "")]
    return lines


# ------------------------------------------------------------------ mutants


def _mutants(statement: Statement, told: ToldStatement, result: StatementResult | None) -> str:
    """Return the false twins, each with the instance at which it fails."""
    found = {(m.step, m.name): m for m in _mutant_results(result)}
    loose = {m.name: m for m in _mutant_results(result)}
    items = []
    for step, said in zip(told.steps, statement.declared.said, strict=True):
        for told_twin, twin in zip(step.twins, said.step.twins, strict=True):
            formula = _twin_formula(told_twin)
            outcome = found.get((said.name, twin.why)) or loose.get(twin.why)
            head = f"In step ({step.number}), ``{told_twin.why}''{formula}"
            items.append(rf"\item {head}{_fails(outcome)}")
    for why, mutant in zip(told.mutants, statement.declared.mutants, strict=True):
        items.append(rf"\item ``{why}''{_fails(loose.get(mutant.why))}")
    return "\\begin{falsetwins}\n" + "\n".join(items) + "\n\\end{falsetwins}"


def _twin_formula(twin: ToldTwin) -> str:
    """Return what a twin claims, if it is short enough to stand in a sentence."""
    short = [
        _large(d.formula) + (f" {d.condition}" if d.condition else "")
        for d in twin.claim.displays
        if width(d.formula) < LINE
    ]
    where = [d for d in twin.definitions if isinstance(d, Display) and not d.lead]
    where = [d for d in where if width(d.formula) < LINE]
    if not short:
        return ""
    defined = f" with {', '.join(_large(d.formula) for d in where)}" if where else ""
    return f": {' or '.join(short)}{defined}"


def _large(formula: str) -> str:
    return rf"$\displaystyle {formula}$" if r"\frac" in formula else f"${formula}$"


def _mutant_results(result: StatementResult | None) -> list[MutantResult]:
    if result is None:
        return []
    return [*(m for step in result.steps for m in step.mutants), *result.mutants]


def _fails(mutant: MutantResult | None) -> str:
    if mutant is None:
        return "."
    if not mutant.refuted:
        return r" \textbf{survives}: no method has refuted it."
    parts = [small_matrices(part) for part in witness_parts(mutant.witness, NOTATION)]
    return f" fails at {', '.join(parts)}." if parts else " is refuted."


def small_matrices(part: str) -> str:
    """Return a part of a witness with its matrices small enough for a line of text."""
    part = part.replace(r"\begin{pmatrix}", r"\left(\begin{smallmatrix}")
    return part.replace(r"\end{pmatrix}", r"\end{smallmatrix}\right)")


def plain_id(identifier: str) -> str:
    return identifier.replace("_", r"\_").replace("'", r"\textquotesingle{}")
