"""The page of one statement: what it says, what became of it, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verify.render.cards import Part
from verify.render.endings import BOX, Ending, ending
from verify.render.narration import Narrator, StepText
from verify.render.site.contents import Contents, figures_html, place_of
from verify.render.site.evidence import (
    WORDS,
    bibtex,
    coq_text,
    data_path,
    evidence,
    fold,
    in_formulas,
    is_long,
)
from verify.render.site.explained import letters, with_notes
from verify.render.site.formula_blocks import (
    claim_html,
    definitions,
    display,
    held,
    linked,
    step_anchor,
)
from verify.render.site.layout import (
    anchor,
    escaped,
    link,
    page,
    scene_path,
    statement_path,
    theorem_path,
)
from verify.render.site.mathml import MathmlNotation
from verify.render.site.pictures import still
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.words import ORIGINS, counted, fates, has_label, rested_words
from verify.statements.outcomes import StatementResult, StepResult
from verify.statements.statement import Statement

PARTS = {
    "statement": "printed in the paper", "argument": "printed, in the proof of the paper",
    "variant": "a variant of ours",
}  # fmt: skip


def statement_page(
    contents: Contents, statement: Statement, goals: Mapping[str, tuple[str, str]]
) -> str:
    """Return a statement's page; `goals` are its Coq goals, {step: (text, why none)}."""
    told, result = contents.told(statement.id), contents.results.get(statement.id)
    found = {step.name: step for step in result.steps} if result is not None else {}
    names = {step.number: step.name for step in told.steps}
    decisive = contents.card(statement.id).deciding
    ends = ending(statement, result, Narrator(statement, MathmlNotation(contents.known)))
    sections = []
    for part in told.environments:
        steps = "".join(
            _step(step, found.get(step.name), names, goals.get(step.name, ("", None))[1],
                  step.number in decisive)
            for step in part.steps
        )  # fmt: skip
        last = _ending(ends, names) if part.kind == "proof" and ends is not None else ""
        sections.append((part.heading, f"{steps}{last}"))
    lets = f"<p>{' '.join(told.lets)}</p>" if told.lets else ""
    (heading, proof), *others = sections or [("Proof", "")]
    behind = "".join(
        f'<section aria-labelledby="{anchor(title)}"><h2 id="{anchor(title)}">{title}</h2>{text}'
        "</section>\n"
        for title, text in others
    )
    drawn = contents.drawn(statement.id)
    body = f"""<article data-id="{escaped(statement.id)}" \
data-file="../{escaped(data_path(statement.id))}">
{_head(contents, statement)}
{_card(contents, statement, names)}
{figures_html(drawn)}{_around(contents, statement)}{_tools(statement)}
<section aria-labelledby="steps"><h2 id="steps">{heading}</h2>
<noscript><p class="remark">A script unpacks evidence, certificates and Coq goals from \
<code>{escaped(data_path(statement.id))}</code>.</p></noscript>
{lets}{proof}</section>
{behind}<section aria-labelledby="behind"><h2 id="behind">Evidence</h2>
{_claim(result)}{_mutants(statement, result)}{_facts(contents, statement, result)}</section>
</article>
{_neighbours(contents, statement)}"""
    return page(f"{statement.id}: {UnicodeNotation().prose(statement.title)}", held(body))


# ------------------------------------------------------------------ what it is


def _head(contents: Contents, statement: Statement) -> str:
    label = f" · {escaped(statement.label.text)}" if has_label(statement) else ""
    section = statement.paper.section(statement.position)
    gist = f'<p class="lead gist">{WORDS.prose(statement.gist)}</p>' if statement.gist else ""
    place = " › ".join(filter(None, (f"Paper {statement.paper.key}", section)))
    return f"""<p class="kicker">{escaped(place)}{label} · <span class="id">\
{escaped(statement.id)}</span></p>
<h1>{contents.told(statement.id).title}</h1>{gist}"""


def _tools(statement: Statement) -> str:
    """Return how to cite a statement; a script adds what copies it in LaTeX and for Coq."""
    entry = escaped(bibtex(statement))
    return (
        '<details class="cite"><summary>Cite or copy</summary>'
        f'<pre tabindex="0"><code>{entry}</code></pre></details>'
    )


def _card(contents: Contents, statement: Statement, names: Mapping[int, str]) -> str:
    """Return the verdict card, with the first picture of a witness beside it."""
    card, rows, set_rows = contents.card(statement.id), [], dict[str, str]()
    every = card.every
    if card.against.parts:  # the refutation comes first: the answer, what is wrong, and the numbers
        first = [row for row in (card.holds, card.wrong, card.against) if row.parts]
        every = (*first, *(row for row in every if row not in (*first, card.why)))
    for row in every:
        parts = [
            f"<p>{held(linked(part, names))}</p>" if isinstance(part, str) else display(part)
            for part in row.parts
        ]
        if row is card.holds and isinstance(row.parts[0], str):
            # Before formulas are held to what closes them: an answer may have some in it.
            answer = f'<strong class="answer">{card.answer}</strong>'
            told = linked(row.parts[0], names).replace(card.answer, answer, 1)
            parts[0] = f"<p>{held(told)}</p>"
        if row is card.says:
            parts.append(_formal(contents, statement))
        if row is card.wrong:
            parts = _first_open(row.parts, parts, "Other errors")
        if row is card.instead:
            others = ": ".join(filter(None, ("Also true", ", ".join(statement.repaired_by[1:]))))
            parts = _first_open(row.parts, parts, others)
        set_rows[row.heading] = "".join(parts)
        rows.append(_row(row.heading, "".join(parts), "verdict" if row is card.holds else ""))
    paper = WORDS.prose(statement.paper.model)
    rows += [_row("Model", f"<p>{paper}</p>")] if paper else []
    shown = f"{''.join(rows)}{in_formulas(contents, statement)}"
    asked = [set_rows.get(heading, "") for heading in ("Printed", "Counterexample")]
    known = letters(statement, shown, *asked)
    rows += [_row("Letters", known)] if known else []
    return (
        f'<section class="card {card.colour}" aria-label="Verdict">{_picture(contents, statement)}'
        f"<dl>{with_notes(''.join(rows), statement)}</dl></section>"
    )


def _row(heading: str, told: str, cls: str = "") -> str:
    named = f' class="{cls}"' if cls else ""
    return f"<div{named}><dt>{heading}</dt><dd>{told}</dd></div>"


def _first_open(parts: Sequence[Part], told: Sequence[str], others: str) -> list[str]:
    """Return the first sentence of a row with its formulas, and what `others` says in a fold."""
    sentences = [number for number, part in enumerate(parts) if isinstance(part, str)]
    if len(sentences) < 2:
        return list(told)
    second = sentences[1]
    rest = f"<details><summary>{escaped(others)}</summary>{''.join(told[second:])}</details>"
    return [*told[:second], rest]


def _formal(contents: Contents, statement: Statement) -> str:
    """Return the claim in formulas, and as Coq has it; what is long is loaded when it is opened."""
    text = in_formulas(contents, statement)
    shown = "" if contents.card(statement.id).wrong.parts else ' open="open"'
    told = f"<details{shown}><summary>In formulas</summary>{text}</details>"
    if is_long(contents, statement):
        told = '<details id="formulas" data-has="e"><summary>In formulas</summary></details>'
    coq = '<details id="coq" data-has="q"><summary>In Coq</summary></details>'
    both = (told if text else "") + (coq if coq_text(statement) else "")
    return f'<div class="formal">{both}</div>' if both else ""


def _picture(contents: Contents, statement: Statement) -> str:
    scenes = contents.scenes.get(statement.id, ())
    if not scenes:
        return ""
    links = " ".join(
        link(scene_path(statement.id, s.title), f"{escaped(s.title)}: animation.") for s in scenes
    )
    return f"<figure>{still(scenes[0])}<figcaption>{links}</figcaption></figure>"


def _ending(ends: Ending, names: Mapping[int, str]) -> str:
    """Return the last sentences of a proof; the box stands behind the last."""
    texts = [linked(sentence, names) for sentence in ends.sentences]
    if ends.closed:
        texts[-1] += f' <span role="img" aria-label="end of the proof">{BOX}</span>'
    return "".join(f"<p>{held(text)}</p>" for text in texts)


# ------------------------------------------------------------------ what stands behind it


def _claim(result: StatementResult | None) -> str:
    """Return the fold of how the claim as a whole is known, with its false twins."""
    claim = result.claim if result is not None else None
    if claim is None:
        return ""
    tells = f"{claim.grade}; {fates(claim.mutants)}" if claim.mutants else claim.grade
    return fold("The claim as a whole", tells, "e", at="claim")


def _mutants(statement: Statement, result: StatementResult | None) -> str:
    """Return the fold of the false twins that drop an assumption of the whole."""
    if not statement.declared.mutants:
        return ""
    tells = fates(result.mutants) if result is not None else "undecided"
    return fold("Every hypothesis is needed", tells, "e", at="mutants")


def _facts(contents: Contents, statement: Statement, result: StatementResult | None) -> str:
    seconds = sum(o.seconds for step in result.steps for o in step.outcomes) if result else 0.0
    rows = [
        ("Paper", f"{escaped(statement.paper.title)} ({statement.paper.year})"),
        ("Origin", ORIGINS[statement.origin]),
        ("Cites", _theorems(contents, statement, result)),
        ("Decided", f"{counted(len(result.steps), 'step')} in {seconds:.1f} s" if result else ""),
    ]
    path, line = place_of(statement)
    rows.append(("Source", f"<code>{escaped(path)}</code>, line {line}"))
    listed = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows if value)
    return (
        '<details class="fold" id="facts"><summary>Source and time</summary>'
        f'<dl class="facts">{listed}</dl></details>'
    )


def _around(contents: Contents, statement: Statement) -> str:
    """Return the statement's part of the graph: what leads to it, and what it leads to."""
    name = statement.id
    sides = [
        (("rests on", _rested(contents, statement)),
         ("repairs", contents.links(contents.repairs.get(name, ())))),
        (("used by", contents.links(contents.used_by.get(name, ()))),
         ("repaired by", contents.links(statement.repaired_by))),
    ]  # fmt: skip
    if not any(links for side in sides for _, links in side):
        return ""
    before, after = (
        "".join(
            f'<span class="{anchor(word)}">{word} {links}</span>' for word, links in side if links
        )
        for side in sides
    )
    return (
        f'<nav class="around" aria-label="Dependencies"><p>{before}</p>'
        f"<b>{escaped(name)}</b><p>{after}</p></nav>\n"
    )


def _rested(contents: Contents, statement: Statement) -> str:
    """Return links to what a statement rests on, with the steps where these are named."""
    some = rested_words(statement)
    return ", ".join(
        f"{contents.link(name)}{escaped(some.get(name, ''))}" for name in statement.uses
    )


def _theorems(contents: Contents, statement: Statement, result: StatementResult | None) -> str:
    own = list(statement.theorems)
    keys = dict.fromkeys([*own, *(result.axioms if result is not None else ())])
    shown = []
    for key in keys:
        if key in contents.theorems:
            name = link(theorem_path(key), escaped(contents.theorems[key].name))
            shown.append(name if key in own else f"{name} (through another statement)")
        else:
            shown.append(escaped(key))
    return ", ".join(shown)


def _step(
    step: StepText,
    result: StepResult | None,
    names: Mapping[int, str],
    goal: str | None,
    decides: bool,
) -> str:
    at = step_anchor(step.name)
    own = step.name if step.name != f"step {step.number}" else ""
    part = PARTS.get(result.part, "") if result is not None else ""
    part = f' · <span class="quiet">{part}</span>' if part else ""
    marks = f"<i>{escaped(own)}</i>{part}" if own or part else ""
    # What other steps lean on is in their remarks; a printed claim does not know who refutes it.
    refuters = result.rests_on if result is not None and result.part else ()
    against = "Refuted" if result is not None and result.grade == "refuted" else "Contradicted"
    links = ", ".join(f'<a href="#{step_anchor(n)}">“{escaped(n)}”</a>' for n in refuters)
    opening, introduced = step.before
    return f"""<section class="step{" decides" if decides else ""}" id="{at}">
<h3><span>({step.number})</span> {marks}</h3>
{f"<p>{opening}</p>{definitions(introduced)}" if opening else ""}\
<p>{step.sentence}</p>
{claim_html(step.claim, names)}{definitions(step.after)}\
{f'<p class="remark">{against} by step {links}</p>' if links else ""}
{evidence(step, result, goal)}</section>
"""


def _neighbours(contents: Contents, statement: Statement) -> str:
    every = [s.id for s in contents.statements]
    at = every.index(statement.id)
    links = []
    for place, way in ((at - 1, "Before"), (at + 1, "Next")):
        if 0 <= place < len(every):
            other = contents.known[every[place]]
            shown = f"{way}: {escaped(other.id)}, {contents.title(other.id)}"
            links.append(link(statement_path(other.id), shown, cls=anchor(way).lower()))
    return f'<nav class="neighbours" aria-label="Neighbours">{"".join(links)}</nav>'
