"""The first page: how much is decided and how, what is false, and every statement by section."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from verify.statements.outcomes import StatementResult, StepResult
from verify.statements.statement import Statement
from verify.telling.errata import CONSEQUENCES, Erratum, errata
from verify.telling.site.contents import UNDECIDED, Contents, badge
from verify.telling.site.formula_blocks import step_anchor, witness
from verify.telling.site.layout import anchor, escaped, link, page, statement_path, table
from verify.telling.words import (
    GRADES,
    VERDICTS,
    counted,
    fates,
    has_label,
    methods_left_out,
)

# What each grade covers, as the README promises it.
PROMISES = {
    "kernel": "the Coq kernel accepted the claim as written, for every dimension and number of "
    "tokens and heads, assuming what Coq's classical reals assume and, if not said, no more",
    "proved": "an exact derivation succeeded, and a checker of its own derived the raw claim anew, "
    "for every dimension and number of tokens and heads",
    "enclosed": "ball arithmetic, with every rounding accounted for, has covered a region",
    "argued": "the steps are decided, the conclusion from them is in words: no machine checks it, "
    "and it is never shown as proved",
    "sampled": "exact random instances, or one run of an experiment, and none contradicts; this "
    "is no proof",
    "refuted": "there is a witness, exact or rigorously enclosed",
    "inconclusive": "anything else, with its reason",
}  # fmt: skip
MOST_PARTS = 7  # of a witness, in one line


def overview_page(contents: Contents) -> str:
    """Return the first page."""
    papers = dict.fromkeys(statement.paper for statement in contents.statements)
    lead = " and ".join(f"<cite>{escaped(paper.title)}</cite>" for paper in papers)
    parts = "\n".join((_coverage(contents), _errata(contents), _sections(contents)))
    body = f"""<h1>What holds, and what does not</h1>
<p class="lead">{counted(len(contents.statements), "statement")} from {lead}, each decided step by
step by methods that can be wrong in different ways.</p>
{_jumps(parts)}
{parts}
{_made(contents)}"""
    return page("Statements and what became of them", body, root=".", here="index.html")


def _jumps(parts: str) -> str:
    """Return links to what stands under second headings."""
    found = re.findall(r'<h2 id="([^"]*)">(.*?)</h2>', parts)
    lines = "".join(f'<li><a href="#{at}">{title}</a></li>' for at, title in found)
    return f'<nav class="jumps" aria-label="On this page"><ul>{lines}</ul></nav>'


# ------------------------------------------------------------------ how much, and how


def _coverage(contents: Contents) -> str:
    results = [contents.results[s.id] for s in contents.statements if s.id in contents.results]
    if not results:
        return '<p class="verdict">Nothing is decided here: this is the text alone.</p>'
    verdicts: Counter[str] = Counter(result.verdict for result in results)
    rows = []
    for verdict, words in VERDICTS.items():
        if verdicts[verdict]:
            grades: Counter[str] = Counter(r.grade for r in results if r.verdict == verdict)
            rows.append(_bar_row(words, grades, len(results)))
    steps: Counter[str] = Counter(step.grade for result in results for step in result.steps)
    mutants = [mutant for result in results for mutant in result.every_mutant]
    rows.append(_bar_row("all steps", steps, sum(steps.values())))
    legend = "".join(f"<dt>{badge(g)}</dt><dd>{words}</dd>" for g, words in PROMISES.items())
    return f"""<section aria-labelledby="coverage"><h2 id="coverage">Coverage</h2>
<table class="coverage"><caption class="unseen">Statements by verdict and grade</caption>
<thead class="unseen"><tr><th scope="col">Verdict</th><th scope="col">Number</th>
<th scope="col">By grade</th></tr></thead><tbody>{"".join(rows)}</tbody></table>
<p class="quiet">Of the false twins of what is stated, {fates(mutants)}; none may
survive. {escaped(methods_left_out(results))}</p>
<details><summary>What a grade promises</summary><dl class="promises">{legend}</dl></details>
</section>"""


def _bar_row(words: str, grades: Mapping[str, int], whole: int) -> str:
    number = sum(grades.values())
    shown = [(grade, grades[grade]) for grade in GRADES if grades.get(grade)]
    bars = "".join(
        f'<span class="bar {grade}" style="width:{100 * count / whole:.2f}%"></span>'
        for grade, count in shown
    )
    told = ", ".join(f"{count} {badge(grade)}" for grade, count in shown)
    return (
        f'<tr><th scope="row">{escaped(words)}</th><td class="number">{number}</td>'
        f'<td><span class="bars" aria-hidden="true">{bars}</span>'
        f'<span class="told">{told}</span></td></tr>'
    )


# ------------------------------------------------------------------ what is false


def _errata(contents: Contents) -> str:
    found = errata(contents.statements, contents.results)
    out = []
    for consequence, title in CONSEQUENCES.items():
        entries = [entry for entry in found if entry.consequence == consequence]
        if entries:
            at = anchor(consequence)
            lines = "".join(_erratum(contents, entry) for entry in entries)
            out.append(
                f'<section aria-labelledby="{at}"><h2 id="{at}">{title}</h2>'
                f'<ol class="errata {at}">{lines}</ol></section>'
            )
    return "".join(out)


def _erratum(contents: Contents, entry: Erratum) -> str:
    statement, steps = entry.statement, {step.name: step for step in entry.result.steps}
    told = {step.name: step for step in contents.told[statement.id].steps}
    lines = []
    for charge in entry.charges:
        name = charge.printed.name
        more = _step_link(statement, name, f"step “{escaped(name)}”")
        against = [step.name for step in charge.against]
        where = _where(steps.get(against[-1])) if against else ""
        if not where and against[:-1]:
            named = ", ".join(_step_link(statement, n, escaped(n)) for n in against[:-1])
            where = f'<div class="at">Contradicted by {named}</div>'
        lines.append(f"<li>{told[name].sentence} {more}{where}</li>")
    extra = contents.extra(entry.result)
    if extra:
        lines.insert(0, f"<li>It holds with {extra}.</li>")
    repaired = contents.links(statement.repaired_by, ".")
    repair = f'<p class="repair">True instead: {repaired}</p>' if repaired else ""
    label = f" {escaped(statement.label.text)}." if has_label(statement) else ""
    return (
        f"<li><p>{contents.link(statement.id, '.')}{label} "
        f"<strong>{contents.told[statement.id].title}</strong></p>"
        f"<ul>{''.join(lines)}</ul>{repair}</li>"
    )


def _step_link(statement: Statement, name: str, shown: str) -> str:
    return link(f"{statement_path(statement.id)}#{step_anchor(name)}", shown, root=".")


def _where(step: StepResult | None) -> str:
    """Return a witness in one line: the first things it sets, and what the sides come out as."""
    for outcome in step.outcomes if step is not None else ():
        found = outcome.evidence.get("witness")
        if outcome.outcome == "refuted" and isinstance(found, Mapping):
            return f'<div class="at">Fails at {witness(_short(found))}</div>'
    return ""


def _short(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the first parts of a witness, and its sides; the page of the step has all of it."""
    sides = {key: found[key] for key in ("left", "right") if key in found}
    rest = [(key, value) for key, value in found.items() if key not in sides]
    return dict(rest[:MOST_PARTS]) | sides


# ------------------------------------------------------------------ every statement


def _sections(contents: Contents) -> str:
    out: list[str] = []
    paper = ""
    for key, section, statements in contents.by_section():
        if key != paper:
            paper = key
            source = statements[0].paper
            out.append(
                f'<h2 id="paper-{anchor(key)}">{escaped(source.title)}</h2>'
                f'<p class="quiet">{escaped(source.reference)}</p>'
            )
        out.append(_section(contents, section or key, statements))
    return f'<div class="sections">{"".join(out)}</div>'


def _section(contents: Contents, heading: str, statements: Sequence[Statement]) -> str:
    rows = (_row(contents, statement) for statement in statements)
    header = ("Id", "Statement", "In the paper", "Verdict", "Grade", "Argument")
    shown = table(header, rows, label=heading, cls="statements")
    return f"<h3>{escaped(heading)}</h3>{shown}"


def _row(contents: Contents, statement: Statement) -> str:
    result = contents.results.get(statement.id)
    label = escaped(statement.label.text) if has_label(statement) else "–"
    return (
        f'<tr><th scope="row">{contents.link(statement.id, ".")}</th>'
        f"<td>{contents.titled(statement.id, '.')}</td><td>{label}</td>{_cells(result)}</tr>"
    )


def _cells(result: StatementResult | None) -> str:
    if result is None:
        return f"<td>{UNDECIDED}</td><td></td><td></td>"
    argument = "" if result.paper_argument == "none" else result.paper_argument
    return (
        f'<td class="verdict {result.verdict}">{VERDICTS[result.verdict]}</td>'
        f'<td>{badge(result.grade)}</td><td class="argument {argument}">{argument}</td>'
    )


def _made(contents: Contents) -> str:
    """Say what made the results, so that a reader can make them again."""
    told = contents.environment
    libraries = told.get("libraries", {})
    versions = dict(libraries) if isinstance(libraries, Mapping) else {}
    listed = ", ".join(f"{escaped(k)} {escaped(v)}" for k, v in versions.items())
    parts = [
        f"Profile {escaped(told['profile'])}." if "profile" in told else "",
        f"Seed {escaped(told['seed'])}." if "seed" in told else "",
        f"Python {escaped(told['python'])}." if "python" in told else "",
        f"{listed}." if listed else "",
        f'Digest <span class="digits">{escaped(contents.digest)}</span>.'
        if contents.digest else "",
    ]  # fmt: skip
    said = " ".join(filter(None, parts))
    return f'<p class="quiet made">{said}</p>' if said else ""
