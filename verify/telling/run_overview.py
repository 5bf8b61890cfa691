"""What a run comes to on one screen: paper by paper, section by section, what is false or fails."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from verify.statements.outcomes import Run, StatementResult
from verify.statements.statement import Statement
from verify.telling.screen import Screen, cells, unbroken, wrapped
from verify.telling.terminal import NOTATION, alarms
from verify.telling.words import has_label, standing

FEW = 12  # statements, each of which has its line
SIGNS: dict[str, tuple[str, str]] = {
    "false": ("✗", "red"),
    "holds_with": ("✓+", "yellow"),
    "holds": ("✓", "green"),
    "argued": ("◇", "yellow"),
    "sampled": ("⁙", "yellow"),
    "open": ("?", "yellow"),
}
COUNTED: dict[str, str] = {
    "false": "false",
    "holds_with": "hold with more",
    "holds": "hold",
    "argued": "argued in words",
    "sampled": "sampled",
    "open": "open",
}
SENTENCE = re.compile(r".*?(?:[.](?= [A-Z])|$)", re.S)  # the first one
HEADING = 60  # columns of a section's title, its counts behind it


def run_overview(
    run: Run,
    statements: Mapping[str, Statement],
    changes: Sequence[str],
    screen: Screen,
    *,
    on_record: bool = True,
    options: str = "",
) -> list[str]:
    """Return the counts of each section, and a line for each statement that is false or fails.

    `statements` are those of the run by their ids. Of a few statements each has its line. Whether
    any of them is on record is told, and which `options` a command needs to read them.
    """
    found = {result.id: result for result in run.statements}
    several = len(found) > FEW
    lines: list[str] = []
    place: tuple[str, str] | None = None
    for statement in (s for s in statements.values() if s.id in found):
        paper, section = statement.paper, statement.paper.section(statement.position)
        if place is None or place[0] != paper.key:
            lines += ["", screen.paint(f"{paper.key}  {paper.title}", "bold")]
        if place != (paper.key, section) and paper.sections:
            of_section = [
                found[s.id] for s in statements.values()
                if s.id in found and s.paper == paper and paper.section(s.position) == section
            ]  # fmt: skip
            lines += _counted(section, of_section, screen)
        place = (paper.key, section)
        result = found[statement.id]
        if not several or result.verdict == "false" or _fails(result):
            lines += _lines(result, statement, screen)
    told = [line for result in run.statements for line in alarms(result, screen)]
    for change in changes:
        told += wrapped(f"Changed: {change}.", screen.width, more="  ")
    recorded = (
        "No verdict differs from the recorded one." if on_record else "No verdict is recorded."
    )
    same = "" if changes else recorded
    return [*lines[1:], "", *told, *_conclusion(run, same, options, screen)]


def _counted(section: str, results: Sequence[StatementResult], screen: Screen) -> list[str]:
    """Return a section's title, and how many of its statements stand how."""
    counts = Counter[str](map(standing, results))
    parts = [
        (f"{sign} {counts[verdict]}", colour)
        for verdict, (sign, colour) in SIGNS.items()
        if counts[verdict]
    ]
    room = HEADING
    if screen.row_width is not None:
        room = min(room, screen.row_width - 4 - sum(cells(part) + 2 for part, _ in parts) + 2)
    *lines, title = wrapped(section or "Elsewhere", room, more="   ")
    counted = "  ".join(screen.paint(part, colour) for part, colour in parts)
    lines.append(f"{title}{' ' * (room - cells(title))}  {counted}")
    return [f"  {line}" for line in lines]


def _fails(result: StatementResult) -> bool:
    return bool(result.error or result.surviving or result.failing or result.contradictions)


def _lines(result: StatementResult, statement: Statement, screen: Screen) -> list[str]:
    """Return a statement's sign, id and label, first what is wrong, and what is true instead."""
    sign, colour = SIGNS[standing(result)]
    label = statement.label.text.partition(",")[0] if has_label(statement) else ""
    claimed = statement.declared.claim
    says = NOTATION.prose(statement.title)
    if result.verdict == "false" and claimed is not None and claimed.wrong:
        says = SENTENCE.match(NOTATION.prose(claimed.wrong))[0]  # type: ignore[index]
    instead = f"  → {', '.join(result.repaired_by)}" if result.repaired_by else ""
    ending = unbroken(instead if result.verdict == "false" else f"  [{result.known}]")
    head = f"   {sign:>2} {result.id:<8} {label:<14} "
    first, *others = wrapped(f"{says}{ending}", screen.row_width, head, " " * cells(head))
    return [screen.paint(head, colour) + first[len(head) :], *others]


def _conclusion(run: Run, same: str, options: str, screen: Screen) -> list[str]:
    verdicts = Counter[str](map(standing, run.statements))
    parts = [
        screen.paint(f"{sign} {verdicts[verdict]} {COUNTED[verdict]}", colour)
        for verdict, (sign, colour) in SIGNS.items()
        if verdicts[verdict]
    ]
    mutants = [mutant for result in run.statements for mutant in result.every_mutant]
    told = [same] if same else []
    if mutants and not any(mutant.survives for mutant in mutants):
        told.append(f"None of {len(mutants)} false variants survives.")
    unfinished = "Interrupted: only these are decided."
    lines = [f"{len(run.statements)} decided  {'   '.join(parts)}", " ".join(told)]
    lines += [] if run.complete else [unfinished]
    first = next((r.id for r in run.statements if r.verdict == "false"), "")
    shown = first or (run.statements[0].id if run.statements else "")
    following = f"Next: verify show {shown}{options}, or run -v" if shown else ""
    return [line for line in (*lines, following) if line]
