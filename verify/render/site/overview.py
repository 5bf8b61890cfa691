"""The first page: how much is decided and how, what is false, and every statement by section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from verify.render.errata import CONSEQUENCES, Erratum, by_consequence, errata
from verify.render.narration import Narrator
from verify.render.site import pictures
from verify.render.site.contents import UNDECIDED, Contents, badge
from verify.render.site.explained import with_notes
from verify.render.site.layout import anchor, escaped, link, page, statement_path
from verify.render.site.mathml import MathmlNotation
from verify.render.words import (
    GRADES,
    STANDINGS,
    Mark,
    counted,
    fates,
    has_label,
    methods_left_out,
    standing,
)
from verify.statements.statement import Statement
from verify.writing.words import listed

UNKNOWN = Mark("·", UNDECIDED, UNDECIDED, "", "")


def overview_page(contents: Contents) -> str:
    """Return the first page."""
    papers = dict.fromkeys(statement.paper for statement in contents.statements)
    shown = _versus(contents)
    parts = _errata(contents), _sections(contents), _coverage(contents)
    body = f"""<h1>{counted(len(papers), "paper")}, checked statement by statement</h1>
<p class="lead">{_counts(contents)}</p>
<p class="quiet">{link("reading.html", "How to read this", root=".")}.</p>
{shown}
{"".join(parts)}
{_made(contents)}"""
    scripts, styles = (pictures.SCRIPTS, pictures.STYLES) if shown else ((), ())
    return page(
        "Statements and verdicts", body, root=".", here="index.html",
        scripts=scripts, styles=styles,
    )  # fmt: skip


# ------------------------------------------------------------------ one theorem


def _versus(contents: Contents) -> str:
    """Return one theorem as a comparison: as printed, why it is false, and what is true instead.

    It is the false one that has most to look at, and a repair.
    """
    false = [
        s for s in contents.statements
        if s.scenes and s.id in contents.results and contents.results[s.id].verdict == "false"
        and s.printed and any(name in contents.known for name in s.repaired_by)
    ]  # fmt: skip
    if not false:
        return ""
    one = max(false, key=lambda s: len(s.scenes))
    true = contents.known[next(name for name in one.repaired_by if name in contents.known)]
    card, claimed = contents.card(one.id), true.declared.claim
    wrong = next((part for part in card.wrong.parts if isinstance(part, str)), "")
    says = "" if claimed is None else Narrator(true, MathmlNotation()).prose(claimed.says)
    proved = contents.results.get(true.id)
    known = "" if proved is None else contents.card(true.id).holds.parts[0]
    name = f"{escaped(one.paper.key)}: {escaped(one.label.text)}"
    printed = with_notes(str(card.printed.parts[0]), one)
    blocks = (
        f"<div><h3>Printed ({link(statement_path(one.id), name, root='.')})</h3>"
        f"<p>{printed}</p></div>"
        f'<div class="red"><h3>False: move a token and play</h3><p>{wrong}</p></div>'
        f"{pictures.figure(one.scenes[0])}"
        f'<div class="green"><h3>True instead ({contents.link(true.id, ".")})</h3><p>{says}</p>'
        f'<p class="quiet">{known}</p></div>'
    )
    gist = f'<p class="lead">{escaped(one.gist)}</p>' if one.gist else ""
    return (
        f'<section class="versus" aria-labelledby="versus"><h2 id="versus">One theorem</h2>{gist}'
        f"<div>{blocks}</div></section>"
    ).replace('href="../', 'href="./')


def mark_of(contents: Contents, statement: Statement) -> Mark:
    """Return how a statement stands, as a sign and in words."""
    result = contents.results.get(statement.id)
    return standing(result).mark if result is not None else UNKNOWN


def _counts(contents: Contents) -> str:
    """Return how the papers' statements stand in a sentence, each count in its colour."""
    known = contents.results
    theirs = [s for s in contents.statements if s.origin != "ours"]
    found = Counter(standing(known[s.id]) for s in theirs if s.id in known)
    told = [
        f'<b class="told {one.mark.colour}">{found[one]} {one.counted(found[one])}</b>'
        for one in STANDINGS if found[one]
    ]  # fmt: skip
    told = told or ["none is decided here"]
    ours = len(contents.statements) - len(theirs)
    more = f" {ours} more are our corrections and extensions." if ours else ""
    broken = sum(known[s.id].paper_argument == "broken" for s in theirs if s.id in known)
    proofs = f" In {counted(broken, 'case')} the printed proof has an error." if broken else ""
    return f"Of {counted(len(theirs), 'statement')} of the papers, {listed(told)}.{proofs}{more}"


def _coverage(contents: Contents) -> str:
    results = [contents.results[s.id] for s in contents.statements if s.id in contents.results]
    if not results:
        return "<p>This site was built without deciding the statements (--no-run).</p>"
    mutants = [mutant for result in results for mutant in result.every_mutant]
    steps = [step.grade for result in results for step in result.steps]
    rows = [(one.mark.word, [r.grade for r in results if standing(r) == one]) for one in STANDINGS]
    lines = "".join(_by_grade(words, grades) for words, grades in [*rows, ("all steps", steps)])
    return f"""<section aria-labelledby="coverage"><h2 id="coverage">Grades</h2>
<dl class="promises">{lines}</dl>
<p class="quiet">Of the false variants of the statements, {fates(mutants)}; each must be
refuted. {escaped(methods_left_out(results))}</p>
</section>"""


def _by_grade(words: str, grades: Sequence[str]) -> str:
    found = Counter(grades)
    told = ", ".join(f"{found[grade]} {badge(grade)}" for grade in GRADES if found[grade])
    return f"<dt>{escaped(words)}: {len(grades)}</dt><dd>{told}</dd>" if told else ""


# ------------------------------------------------------------------ what is false


def _errata(contents: Contents) -> str:
    out = ""
    for consequence, entries in by_consequence(errata(contents.statements, contents.results)):
        at, lines = anchor(consequence), "".join(_erratum(contents, entry) for entry in entries)
        out += (
            f'<section aria-labelledby="{at}"><h2 id="{at}">{CONSEQUENCES[consequence]}</h2>'
            f'<ol class="errata {at}">{lines}</ol></section>'
        )
    return out


def _erratum(contents: Contents, entry: Erratum) -> str:
    """Return what is wrong with a statement, as its card has it, and where the truth is told."""
    statement = entry.statement
    card = contents.card(statement.id)
    told = next((p for p in card.wrong.parts if isinstance(p, str)), "")
    told = told.replace('href="../', 'href="./')  # a card is told one folder further down
    if entry.consequence == "needs more":
        told = f"{card.answer}."
    label = escaped(statement.label.text if has_label(statement) else statement.id)
    named = link(statement_path(statement.id), f"{escaped(statement.paper.key)}: {label}", root=".")
    gist = escaped(statement.gist) or f"{contents.title(statement.id)}."
    repairs = [
        f"{contents.link(k, '.')}{f', {contents.title(k)}' if k in contents.known else ''}"
        for k in statement.repaired_by
    ]
    repaired = "; ".join(repairs)
    return f'<li><h3>{named}</h3><p class="gist">{gist}</p><p>{told}</p>' + (
        f'<p class="repair">True instead: {repaired}</p></li>' if repaired else "</li>"
    )


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
        entries = "".join(_entry(contents, statement) for statement in statements)
        out.append(f'<h3>{escaped(section or key)}</h3><ul class="marks">{entries}</ul>')
    return f'<div class="sections">{"".join(out)}</div>'


def _entry(contents: Contents, statement: Statement) -> str:
    """Return a statement in a line: the sign of its verdict, its title, its label and its grade."""
    result, mark = contents.results.get(statement.id), mark_of(contents, statement)
    hollow = " hollow" if mark.note else ""
    ours = " ours" if statement.origin == "ours" else ""
    name = statement.label.text if has_label(statement) else statement.id
    shown = (
        f'<span class="mark {mark.colour}{hollow}{ours}" role="img" aria-label="{mark.word}" '
        f'title="{mark.word}">{mark.sign.strip("()")}</span> {contents.title(statement.id)}'
    )
    grade = f" {badge(result.grade)}" if result is not None else ""
    path = statement_path(statement.id)
    return f"<li>{link(path, shown, root='.')} <small>{escaped(name)}</small>{grade}</li>"


def _made(contents: Contents) -> str:
    """Say what made the results, so that a reader can make them again."""
    if contents.run is None:
        return ""
    told, digest = contents.run.environment, contents.run.digest
    versions = told.get("libraries", {}).items()
    listed = ", ".join(f"{escaped(k)} {escaped(v)}" for k, v in versions)
    named = [name for name in ("profile", "seed", "python") if name in told]
    parts = [f"{name.capitalize()} {escaped(told[name])}." for name in named]
    parts += [f"{listed}."] if listed else []
    parts += [f'Digest <span class="digits">{escaped(digest)}</span>.'] if digest else []
    return f'<p class="quiet made">{" ".join(parts)}</p>' if parts else ""
