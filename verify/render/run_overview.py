"""A run on one screen: what holds, what is false, what is open, what was checked here, what not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from verify.methods.table import METHODS
from verify.render.screen import Screen, cells, cut, unbroken, wrapped
from verify.render.terminal import NOTATION, alarms, summary, troubles
from verify.render.words import STANDINGS, Standing, counted, has_label, standing
from verify.statements.outcomes import ESTABLISHED, Run, StatementResult
from verify.statements.statement import Statement

FEW = 12  # statements, each of which has its line
SENTENCE = re.compile(r".*?(?:[.](?= [A-Z])|$)", re.S)  # the first one
INSTALL = "verify doctor --install"


def run_overview(
    run: Run,
    statements: Mapping[str, Statement],
    changes: Sequence[str],
    screen: Screen,
    *,
    on_record: bool = True,
    options: str = "",
    verbose: bool = False,
) -> list[str]:
    """Return a summary; each statement that is false, or that fails, has a line.

    Of a few, or if it is `verbose`, each statement has one, and the run tells why Coq refuses some.
    `statements` are those of the run by their ids. `on_record` is whether any of them is, and
    `options` are those that a command needs to read them.
    """
    found = {result.id: result for result in run.statements}
    ordered = [found[name] for name in statements if name in found]
    many = len(ordered) > FEW
    each = verbose or not many
    lines = _one_by_one(ordered, statements, screen) if each else []
    if many:
        lines += [f"{counted(len(ordered), 'statement')}:"]
        for one in STANDINGS:  # in the order of a summary
            alike = [result for result in ordered if standing(result) == one]
            lines += _counted(one, alike, statements, screen) if alike else []
    if not run.complete:
        lines.append("Interrupted: these are decided, the others are not.")
    wrong = troubles if each else alarms
    above = summary(replace(run, statements=tuple(ordered)), changes, screen, wrong)
    evidence: list[str] = []
    for text in (_checked(run), *_not_checked(run)):
        evidence += wrapped(text, screen.width, more="  ") if text else []
    recorded = (
        "No verdict differs from the recorded one." if on_record else "No verdict is recorded."
    )
    same = [] if changes else [recorded]
    false = [result.id for result in run.statements if result.verdict == "false"]
    tail = f"{options}{'' if verbose else ', or run -v'}"
    shown = [f"Next: verify show {name}{tail}" for name in (*false, *found)][:1]
    return [*above, *lines, "", *evidence, *same, *shown]


def _counted(
    one: Standing,
    results: Sequence[StatementResult],
    statements: Mapping[str, Statement],
    screen: Screen,
) -> list[str]:
    """Return how many statements there are of a kind; which ones, unless they simply hold."""
    sign, colour = one.mark.sign, one.mark.colour
    head = f"  {sign:<5}{len(results):>4} "
    text = one.counted(len(results))
    lines = [_line(result, statements[result.id], screen) for result in results]
    if one.key in ("holds", "recorded") and not one.more:
        lines = []
    elif one.key not in ("false", "denied"):
        text, lines = f"{text}: {', '.join(result.id for result in results)}", []
    told = wrapped(text, screen.width, head, " " * len(head))
    return [screen.paint(told[0][: len(head)], colour) + told[0][len(head) :], *told[1:], *lines]


def _line(result: StatementResult, statement: Statement, screen: Screen) -> str:
    """Return a statement in one row: its id and label, what is wrong, and what is true instead."""
    instead = f" → {', '.join(result.repaired_by)}" if result.repaired_by else ""
    text = f"       {_named(statement)}{_says(result, statement)}"
    width = screen.row_width
    return (text if width is None else cut(text, width - cells(instead))) + instead


def _one_by_one(
    results: Sequence[StatementResult], statements: Mapping[str, Statement], screen: Screen
) -> list[str]:
    """Return a row for each statement, below the title of its paper."""
    lines: list[str] = []
    paper = None
    for result in results:
        statement = statements[result.id]
        if statement.paper != paper:
            paper = statement.paper
            lines.append(screen.paint(f"{paper.key}  {paper.title}", "bold"))
        mark = standing(result).mark
        instead = f"  → {', '.join(result.repaired_by)}" if result.repaired_by else ""
        known = f"  [{result.known}]" if result.relied_on is None else f"  [{mark.word}]"
        ending = unbroken(instead if result.verdict == "false" else known)
        head = f"  {mark.sign:>4} {_named(statement)}"
        text = f"{_says(result, statement)}{ending}"
        first, *others = wrapped(text, screen.row_width, head, " " * cells(head))
        lines += [screen.paint(head, mark.colour) + first[len(head) :], *others]
        weak = result.grade not in ESTABLISHED and result.relied_on is None
        if weak and result.claim is not None and result.claim.missing:
            lines += wrapped(f"{result.claim.missing}.", screen.row_width, " " * cells(head))
    return lines


def _named(statement: Statement) -> str:
    label = statement.label.text.partition(",")[0] if has_label(statement) else ""
    return f"{statement.id:<8} {label:<14} "


def _says(result: StatementResult, statement: Statement) -> str:
    """Return what is wrong with a false statement, as far as that was written; else its title."""
    claimed = statement.declared.claim
    if result.verdict == "false" and claimed is not None and claimed.wrong:
        return SENTENCE.match(NOTATION.prose(claimed.wrong))[0]  # type: ignore[index]
    return NOTATION.prose(statement.title)


def _checked(run: Run) -> str:
    """Return what this run has checked, and by what."""
    steps = [s for result in run.statements for s in result.steps if s.grade in ESTABLISHED]
    said = [{(outcome.method, outcome.outcome) for outcome in step.outcomes} for step in steps]
    twice = sum({("symbolic", "proved"), ("certificate", "proved")} <= one for one in said)
    accepted = [r for r in run.statements if r.claim is not None and r.claim.theorem]
    denied = sum(result.verdict == "false" for result in accepted)
    by_coq = sum(("kernel", "kernel") in one for one in said)
    mutants = [mutant for result in run.statements for mutant in result.every_mutant]
    refuted, undefined = (sum(getattr(m, k) for m in mutants) for k in ("refuted", "undefined"))
    false = sum(result.grade == "refuted" for result in run.statements)
    outside = f" ({undefined} without a value)" if undefined else ""
    coq = f"Coq {run.environment.get('coq', '')}".strip()
    parts = [
        f"{counted(twice, 'step')} proved twice, by algebra and by a separate checker"
        if twice else "",
        f"{counted(len(accepted) - denied, 'theorem')} accepted by {coq}"
        if len(accepted) > denied else "",
        f"{counted(denied, 'refutation')} accepted by {coq}" if denied else "",
        f"{counted(by_coq, 'step')} accepted by {coq}" if by_coq and not accepted else "",
        f"{counted(false, 'false statement')} by a witness" if false else "",
        f"{refuted} of {counted(len(mutants), 'false variant')} refuted{outside}"
        if mutants else "",
    ]  # fmt: skip
    told = "; ".join(part for part in parts if part)
    return f"Checked here: {told}." if told else ""


def _not_checked(run: Run) -> Iterator[str]:
    """Yield what this run has not checked, why, and the one line that changes it."""
    theorems = [
        result for result in run.statements
        if result.claim is not None and result.claim.kind == "theorem" and not result.claim.theorem
    ]  # fmt: skip
    agreeing = [r.recorded for r in theorems if r.recorded is not None and r.recorded.agrees]
    stale = [r.id for r in theorems if r.recorded is not None and not r.recorded.agrees]
    if agreeing:
        denied = sum(record.verdict == "false" for record in agreeing)
        parts = [(len(agreeing) - denied, "theorem"), (denied, "refutation")]
        told = " and ".join(counted(number, word) for number, word in parts if number)
        versions = sorted({record.coq for record in agreeing})
        last = max(record.day for record in agreeing)
        yield (
            f"Not checked here: {told} that Coq {', '.join(versions)} accepted by {last}. "
            "Claims, proofs and library are unchanged since (same hash)."
        )
    if stale:
        yield f"Recorded for another text, so not counted as checked: {', '.join(stale)}."
    other = [r.id for r in theorems if r.recorded is None]
    made = run.environment
    asks = "kernel" in made.get("methods", METHODS) and made.get("goals") != "recorded"
    missing = not run.environment.get("coq")
    if other and (missing or not asks):
        yield f"Not checked anywhere: {counted(len(other), 'theorem')} ({', '.join(other)})."
    if theorems and asks and missing:
        yield f"Coq is not installed. To check them here too (2-3 min): {INSTALL}"
    elif theorems and not asks:
        yield "This run did not ask Coq. To check them here too (2-3 min): verify run"
