"""The page of one statement: what it says, what became of it, and why."""

from __future__ import annotations

from collections.abc import Mapping

from verify.statements.outcomes import MutantResult, StatementResult, StepResult
from verify.statements.statement import Statement
from verify.telling.claims import claim_known
from verify.telling.narration import ToldStep, ToldTwin
from verify.telling.site.contents import Contents, known, place_of
from verify.telling.site.evidence import evidence
from verify.telling.site.formula_blocks import claim, definitions, in_line, step_anchor, witness
from verify.telling.site.layout import (
    anchor,
    escaped,
    link,
    page,
    scene_path,
    statement_path,
    theorem_path,
)
from verify.telling.site.machine_data import data_path
from verify.telling.site.mathml import MathmlNotation
from verify.telling.unicode_formulas import UnicodeNotation
from verify.telling.words import (
    ARGUMENTS,
    BASES,
    ORIGINS,
    VERDICTS,
    counted,
    has_label,
    rested_words,
)

WORDS = MathmlNotation()
PARTS = {
    "statement": "printed in the paper", "argument": "printed, in the paper's argument",
    "variant": "a variant of ours",
}  # fmt: skip


def statement_page(
    contents: Contents, statement: Statement, goals: Mapping[str, tuple[str, str]]
) -> str:
    """Return a statement's page; `goals` are its Coq goals, {step: (text, why none)}."""
    told, result = contents.told[statement.id], contents.results.get(statement.id)
    found = {step.name: step for step in result.steps} if result is not None else {}
    names = {step.number: step.name for step in told.steps}
    steps = "".join(
        _step(step, found.get(step.name), names, goals.get(step.name, ("", None))[1])
        for step in told.steps
    )
    body = f"""<article data-id="{escaped(statement.id)}" \
data-file="../{escaped(data_path(statement.id))}">
{_head(contents, statement, result)}
{_claim(contents, statement, result)}
{_assumptions(contents, statement)}
<section aria-labelledby="steps"><h2 id="steps">Steps</h2>
<noscript><p class="remark">A script unpacks certificates, Coq goals and source from \
<code>{escaped(data_path(statement.id))}</code>.</p></noscript>
{steps}</section>
{_mutants(contents, statement, result)}
{_scenes(contents, statement)}
{_source(statement)}
</article>
{_neighbours(contents, statement)}"""
    return page(f"{statement.id}: {UnicodeNotation().prose(statement.title)}", body)


# ------------------------------------------------------------------ what it is


def _head(contents: Contents, statement: Statement, result: StatementResult | None) -> str:
    label = f" · {escaped(statement.label.text)}" if has_label(statement) else ""
    section = statement.paper.section(statement.position)
    place = f", {escaped(section)}" if section else ""
    rows = [
        ("Paper", f"{escaped(statement.paper.title)} ({statement.paper.year}){place}"),
        ("Origin", ORIGINS[statement.origin]),
        ("Basis", BASES[statement.basis] if statement.basis != "printed" else ""),
        ("Rests on", _rested(contents, statement)),
        ("Used by", contents.links(contents.used_by.get(statement.id, ()))),
        ("Repaired by", contents.links(statement.repaired_by)),
        ("Repairs", contents.links(contents.repairs.get(statement.id, ()))),
        ("Cites", _theorems(contents, statement, result)),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows if value)
    return f"""<p class="kicker"><span class="id">{escaped(statement.id)}</span>{label}</p>
<h1>{contents.told[statement.id].title}</h1>
{_verdict(contents, result)}
<dl class="facts">{listed}</dl>"""


def _rested(contents: Contents, statement: Statement) -> str:
    """Return links to what a statement rests on, with the steps where these are named."""
    some = rested_words(statement)
    return ", ".join(
        f"{contents.link(name)}{escaped(some.get(name, ''))}" for name in statement.rests_on
    )


def _verdict(contents: Contents, result: StatementResult | None) -> str:
    if result is None:
        return '<p class="verdict">Not decided here: the text alone.</p>'
    extra = contents.extra(result)
    verdict = f"<strong>{VERDICTS[result.verdict]}</strong>{f' {extra}' if extra else ''}"
    argument = f" {ARGUMENTS[result.paper_argument]}." if result.paper_argument != "none" else ""
    axioms = f", {counted(len(result.axioms), 'external theorem')}" if result.axioms else ""
    seconds = sum(o.seconds for step in result.steps for o in step.outcomes)
    error = f'<p class="trouble">Error: {escaped(result.error)}</p>' if result.error else ""
    return (
        f'<p class="verdict {result.verdict}">Verdict: {verdict} {known(result)}{axioms}.'
        f'{argument} <span class="quiet">{counted(len(result.steps), "step")}, decided in '
        f"{seconds:.1f} s.</span></p>{error}"
    )


def _theorems(contents: Contents, statement: Statement, result: StatementResult | None) -> str:
    own = [
        key for key, uses in contents.uses.items() if any(u.statement is statement for u in uses)
    ]
    keys = dict.fromkeys([*own, *(result.axioms if result is not None else ())])
    shown = []
    for key in keys:
        if key in contents.theorems:
            name = link(theorem_path(key), escaped(contents.theorems[key].name))
            shown.append(name if key in own else f"{name} (through what it rests on)")
        else:
            shown.append(escaped(key))
    return ", ".join(shown)


def _claim(contents: Contents, statement: Statement, result: StatementResult | None) -> str:
    told = contents.told[statement.id].claim
    if told is None:
        return ""
    lines = "".join(f"<p>{sentence}</p>" for sentence in told.sentences)
    known = ""
    if result is not None and result.claim is not None:
        known = f'<p class="quiet">{escaped(claim_known(result.claim))}</p>'
    return f"""<section aria-labelledby="claim"><h2 id="claim">Claim</h2>
<p class="claim">{told.says}</p>{lines}{known}</section>"""


def _assumptions(contents: Contents, statement: Statement) -> str:
    told = contents.told[statement.id]
    if not told.assumptions:
        return ""
    added = ' <em class="quiet">(added: the paper does not say so)</em>'
    lines = "".join(f"<li>{words}{added if ours else ''}</li>" for words, ours in told.assumptions)
    return f"""<section aria-labelledby="assumptions"><h2 id="assumptions">Assumptions</h2>
<ul class="assumptions">{lines}</ul>{definitions(told.definitions)}</section>"""


# ------------------------------------------------------------------ steps


def _step(
    step: ToldStep,
    result: StepResult | None,
    names: Mapping[int, str],
    goal: str | None,
) -> str:
    at = step_anchor(step.name)
    grade = known(result) if result is not None else ""
    own = step.name if step.name != f"step {step.number}" else ""
    part = PARTS.get(result.part, "") if result is not None else ""
    marks = " ".join(
        [f"<i>{escaped(own)}</i>" if own else "", grade]
        + ([f'<span class="quiet">{part}</span>'] if part else [])
    ).strip()
    # What other steps lean on is in their remarks; a printed claim does not know who refutes it.
    refuters = result.rests_on if result is not None and result.part else ()
    against = "Refuted" if result is not None and result.grade == "refuted" else "Contradicted"
    links = ", ".join(f'<a href="#{step_anchor(n)}">“{escaped(n)}”</a>' for n in refuters)
    opening, introduced = step.before
    return f"""<section class="step" id="{at}">
<h3><span>({step.number})</span> {marks}</h3>
{f"<p>{opening}</p>{definitions(introduced)}" if opening else ""}\
<p>{step.sentence}</p>
{claim(step.claim, names)}{definitions(step.after)}\
{f'<p class="remark">{against} by step {links}</p>' if links else ""}
{_twins(step, result)}
{evidence(result, goal) if result is not None else ""}</section>
"""


def _twins(step: ToldStep, result: StepResult | None) -> str:
    found = {WORDS.prose(m.name): m for m in result.mutants} if result is not None else {}
    lines = "".join(_mutant(twin.why, found.get(twin.why), twin) for twin in step.twins)
    return f'<ul class="mutants">{lines}</ul>' if lines else ""


def _mutant(why: str, result: MutantResult | None, twin: ToldTwin | None = None) -> str:
    formula = " or ".join(map(in_line, twin.claim.displays)) if twin is not None else ""
    where = definitions(twin.definitions) if twin is not None and formula else ""
    said = f": {formula}" if formula else ""
    if result is None:
        fate = ""
    elif result.undefined:
        fate = f" is undefined at {witness(result.witness)}"
    elif not result.refuted:
        fate = ' <strong class="trouble">survives: no method refutes it</strong>'
    else:
        fate = f" fails at {witness(result.witness)}" if result.witness else " fails"
    return f"<li>Mutant “{why}”{said}{fate}{where}</li>"


def _mutants(contents: Contents, statement: Statement, result: StatementResult | None) -> str:
    found = {} if result is None else {m.name: m for m in result.every_mutant}
    told = zip(contents.told[statement.id].mutants, statement.declared.mutants, strict=True)
    lines = "".join(_mutant(why, found.get(mutant.why)) for why, mutant in told)
    if not lines:
        return ""
    return f"""<section aria-labelledby="mutants"><h2 id="mutants">Mutants of the assumptions</h2>
<ul class="mutants">{lines}</ul></section>"""


# ------------------------------------------------------------------ around it


def _scenes(contents: Contents, statement: Statement) -> str:
    scenes = contents.scenes.get(statement.id, ())
    if not scenes:
        return ""
    lines = "".join(
        f"<li>{link(scene_path(statement.id, s.title), escaped(s.title))}: "
        f"{WORDS.prose(s.says)}</li>"
        for s in scenes
    )
    return f"""<section aria-labelledby="pictures"><h2 id="pictures">Pictures</h2>
<ul>{lines}</ul></section>"""


def _source(statement: Statement) -> str:
    path, line = place_of(statement)
    return (
        '<section class="source" aria-labelledby="source"><h2 id="source">Source</h2>'
        f"<p><code>{escaped(path)}</code>, line {line}</p></section>"
    )


def _neighbours(contents: Contents, statement: Statement) -> str:
    every = [s.id for s in contents.statements]
    at = every.index(statement.id)
    links = []
    for place, way in ((at - 1, "Before"), (at + 1, "Next")):
        if 0 <= place < len(every):
            other = contents.known[every[place]]
            shown = f"{way}: {escaped(other.id)}, {contents.told[other.id].title}"
            links.append(link(statement_path(other.id), shown, cls=anchor(way).lower()))
    return f'<nav class="neighbours" aria-label="Neighbours">{"".join(links)}</nav>'
