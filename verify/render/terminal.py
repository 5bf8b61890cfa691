"""What the commands print: a run as a table, its summary, one statement, its axioms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from verify.render.cards import Card, Others, verdict_card
from verify.render.claims import ClaimInWords
from verify.render.endings import BOX, ending
from verify.render.narration import Narrator, StepText, VariantText, narrate
from verify.render.plain_latex import plain_text
from verify.render.screen import COLOURS, Screen, table, unbroken, wrapped
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.render.words import ORIGINS, fate, has_label, rested_words, standing
from verify.statements.outcomes import MutantResult, Outcome, Run, StatementResult, StepResult
from verify.statements.statement import Statement
from verify.steps.shows import measured_words
from verify.writing.claims import ClaimText, Table
from verify.writing.definitions import Definition, Display
from verify.writing.notation import Notation

NOTATION = UnicodeNotation()
BESIDE = 20  # columns of the questions of a card
SHORT, ROW = (
    32,
    56,
)  # what is not broken: a part of a witness, a row of a matrix or a term, up to this
HEADER = ("id", "title", "verdict", "argument", "grade", "axioms", "steps", "mutants")


# ------------------------------------------------------------------ a run


def run_table(run: Run, screen: Screen) -> list[str]:
    """Return one line for each statement of a run."""
    rows = [run_row(result, NOTATION) for result in run.statements]
    return table(HEADER, rows, screen, elastic=1, right=(5, 6, 7))


def run_row(result: StatementResult, notation: Notation, of: str = "/") -> tuple[str, ...]:
    """Return a statement as a row of the table of a run."""
    mutants = result.every_mutant
    refuted = sum(not mutant.survives for mutant in mutants)
    return (
        result.id,
        notation.prose(result.title),
        standing(result).brief,
        "" if result.paper_argument == "none" else result.paper_argument,
        result.grade,
        str(len(result.axioms) or ""),
        str(len(result.steps)),
        f"{refuted}{of}{len(mutants)}" if mutants else "",
    )


def summary(
    run: Run,
    changes: Sequence[str],
    screen: Screen,
    told: Callable[[StatementResult, Screen], list[str]] | None = None,
) -> list[str]:
    """Return what is in trouble or open, or what else is to be `told`, and what has changed."""
    lines = [line for result in run.statements for line in (told or troubles)(result, screen)]
    for change in changes:
        lines += wrapped(f"Changed: {change}.", screen.width, more="  ")
    return lines


def troubles(result: StatementResult, screen: Screen) -> list[str]:
    lines: list[str] = []
    if result.verdict == "holds_with":
        extra = "; ".join(plain_text(phrase) for phrase in result.with_assumptions)
        lines += wrapped(f"{result.id} holds with: {extra}.", screen.width, more="  ")
    lines += alarms(result, screen)
    if result.verdict == "open":
        lines += _open(result, screen)
    return lines


def alarms(result: StatementResult, screen: Screen) -> list[str]:
    """Return what must not be: a mutant that survives, methods that contradict."""
    texts = []
    for mutant in result.surviving:
        where = f", step {mutant.step!r}" if mutant.step else ""
        name = NOTATION.prose(mutant.name)
        texts.append(f"Survives: {result.id}{where}: no method refutes “{name}”.")
    refuted = [
        f"Refuted: {result.id}, step {step.name!r}: {_refutation(step)}." for step in result.failing
    ]
    above, below = (_painted(some, "red", screen) for some in (texts, refuted))
    return [*above, *contradiction_lines(result, screen), *below]


def contradiction_lines(result: StatementResult, screen: Screen) -> list[str]:
    """Return where methods contradict each other, which no command may pass over."""
    texts = (
        f"CONTRADICTION: {result.id}, {contradiction}: one of them is wrong, so no result "
        "can be trusted until this is resolved; please report it."
        for contradiction in result.contradictions
    )
    return _painted(texts, "red", screen)


def _painted(texts: Iterable[str], colour: str, screen: Screen) -> list[str]:
    return [screen.paint(line, colour) for line in _lines(texts, screen, "", "  ")]


def _refutation(step: StepResult) -> str:
    """Return where a step is refuted: by a method, or at the instance that was to show it sound."""
    found = next((o for o in step.outcomes if o.outcome == "refuted"), None)
    if found is not None:
        return ", ".join(evidence_parts(found))
    return f"witness: {_witness(step.footing.witness)}" if step.footing is not None else "no method"


def _open(result: StatementResult, screen: Screen) -> list[str]:
    """Return why the steps of a statement are not decided, steps with one reason together."""
    steps: dict[str, list[str]] = {}
    for step in result.steps:
        if step.grade == "inconclusive":
            needs = [f"needs {NOTATION.prose(step.needs)}"] if step.needs else []
            steps.setdefault("; ".join([*step.reasons, *needs]), []).append(repr(step.name))
    untold = steps.pop("", [])
    if not steps and untold:
        steps["none of the methods used decides it"] = untold
    texts = (
        f"Open: {result.id}, {'step' if len(names) == 1 else 'steps'} {', '.join(names)}: "
        f"{reason.rstrip('.')}."
        for reason, names in steps.items()
    )
    return _painted(texts, "yellow", screen)


# ------------------------------------------------------------------ one statement


def statement_text(
    statement: Statement,
    result: StatementResult | None,
    screen: Screen,
    others: Others = MappingProxyType({}),
    *,
    all_told: bool = True,
) -> list[str]:
    """Return a statement: its card, then its assumptions, sentences and formulas.

    `others` are the statements that may be its repairs. Unless all is told, outcomes and mutants
    are left out.
    """
    told = narrate(statement, NOTATION)
    label = f"{statement.label.text}: " if has_label(statement) else ""
    head = f"{statement.id}  {label}{told.title}"
    lines = [screen.paint(line, "bold") for line in wrapped(head, screen.width, more="  ")]
    lines += ["", *_card(verdict_card(statement, result, NOTATION, others), screen)]
    lines += _formal(told.claim, result, screen, all_told)
    lines += ["", *wrapped(_about(statement), screen.width, "  ")]
    lines += ["", *wrapped(" ".join(told.lets), screen.width, "  ")] if told.lets else []
    lines += _where(told.definitions, screen, " " * 6)
    by_name = {step.name: step for step in result.steps} if result is not None else {}
    ends = ending(statement, result, Narrator(statement, NOTATION))
    for part in told.environments:
        lines += ["", f"  {screen.paint(part.heading, 'bold')}"]
        for step in part.steps:
            opening, introduced = step.before
            lines += ["", *(wrapped(opening, screen.width, "  ") if opening else ())]
            lines += [*_where(introduced, screen, " " * 6), *([""] if step.lead else ())]
            lines += step_text(step, by_name.get(step.name), screen, all_told)
        if part.kind == "proof" and ends is not None:
            *first, last = ends.sentences
            last = f"{last} {BOX}" if ends.closed else last
            lines += ["", *_lines([*first, last], screen, "  ", "    ")]
    found = {m.name: m for m in result.mutants} if result is not None else {}
    mutants = zip(told.mutants, statement.declared.mutants, strict=True)
    loose = [_mutant(why, None, found.get(mutant.why)) for why, mutant in mutants]
    if loose and all_told:
        lines += ["", "  Mutants of the assumptions"]
        lines += _lines(loose, screen, "    ", "      ")
    return lines


def _card(card: Card, screen: Screen) -> list[str]:
    """Return a card's rows, what answers a question beside it."""
    lines: list[str] = []
    for row in card.rows:
        told: list[str] = []
        for part in row.parts:
            text = part if isinstance(part, str) else f"  {_formula(part)}"
            told += wrapped(text, screen.width, " " * BESIDE)
        if row is card.holds:
            told[0] = told[0].replace(card.answer, screen.paint(card.answer, card.colour), 1)
        heads = wrapped(row.heading, BESIDE - 1, "  ")
        told += [" " * BESIDE] * (len(heads) - len(told))
        for place, head in enumerate(heads):
            told[place] = screen.paint(f"{head:<{BESIDE}}", "bold") + told[place][BESIDE:]
        lines += [line.rstrip() for line in told]
    return lines


def _formal(
    told: ClaimInWords | None, result: StatementResult | None, screen: Screen, all_told: bool
) -> list[str]:
    """Return the claim in formulas, why it is open, what followed it, and its mutants."""
    texts = [*told.sentences] if told is not None else []
    known = result.claim if result is not None else None
    why_open = result is not None and result.verdict == "open"
    if known is not None and known.missing and (all_told or why_open):
        texts.append(f"The claim as a whole is not checked by machine: {known.missing}.")
    if known is not None and all_told:
        texts += [outcome_text(known.followed)] if known.followed is not None else []
        texts += [_mutant(NOTATION.prose(mutant.name), None, mutant) for mutant in known.mutants]
    lines = _lines(texts, screen, "    ", "      ")
    return ["", "  The claim in formulas", *lines] if lines else []


def _about(statement: Statement) -> str:
    parts = [f"{statement.paper.title} ({statement.paper.year}).", f"{ORIGINS[statement.origin]}."]
    some = rested_words(statement)
    rested = [f"{name}{some.get(name, '')}" for name in statement.uses]
    for words, names in (("Rests on", rested), ("Repaired by", statement.repaired_by)):
        parts += [f"{words} {', '.join(names)}."] if names else []
    return " ".join(parts)


def step_text(
    step: StepText, result: StepResult | None, screen: Screen, all_told: bool
) -> list[str]:
    """Return a step: its sentence, its formulas, and with `all_told` its outcomes and variants."""
    number = f"  ({step.number}) "
    grade = result.known if result is not None else ""
    name = step.name if step.name != f"step {step.number}" else ""
    mark = unbroken(f"[{': '.join(part for part in (name, grade) if part)}]")
    text = f"{step.sentence} {mark}" if len(mark) > 2 else step.sentence
    lines = wrapped(text, screen.width, number, " " * len(number))
    if result is not None and lines[-1].endswith(f"{grade}]"):
        colour = COLOURS[result.grade]
        lines[-1] = lines[-1].removesuffix(f"{grade}]") + screen.paint(grade, colour) + "]"
    lines += _claim(step.claim, screen)
    lines += _where(step.after, screen, " " * 10)
    if not all_told:
        return lines
    if result is not None:
        for outcome in result.outcomes:
            lines += _lines([outcome_text(outcome)], screen, " " * 6, " " * 8)
            measured = map(NOTATION.prose, measured_words(outcome))
            lines += _lines(measured, screen, " " * 8, " " * 10)
    found = {NOTATION.prose(m.name): m for m in result.mutants} if result is not None else {}
    twins = [_mutant(twin.why, twin, found.get(twin.why)) for twin in step.twins]
    return lines + _lines(twins, screen, " " * 6, " " * 8)


def _where(definitions: Iterable[Definition], screen: Screen, indent: str) -> list[str]:
    texts = (d if isinstance(d, str) else _formula(d) for d in definitions)
    told = (wrapped(f"where {text}", screen.width, indent, indent + "  ") for text in texts)
    return [line for lines in told for line in lines]


def _claim(claim: ClaimText, screen: Screen) -> list[str]:
    lines: list[str] = []
    for display in claim.displays:
        lines += wrapped(_formula(display), screen.width, " " * 8, " " * 12)
    for remark in claim.remarks:
        lines += wrapped(remark, screen.width, " " * 6)
    if claim.table is not None:
        lines += _table(claim.table, screen)
    return lines


def _table(told: Table, screen: Screen) -> list[str]:
    inner = screen if screen.row_width is None else replace(screen, width=screen.row_width - 8)
    return [f"{' ' * 8}{row}".rstrip() for row in table(told.header, told.rows, inner, elastic=0)]


def _formula(display: Display) -> str:
    """Return a formula, whose lines end before its relation and between terms where they fit."""
    first, *others = display.terms or ("",)
    parts = (display.left, f"{display.sign} {first}".strip(), *others)
    formula = " ".join(filter(None, (display.lead, *(unbroken(part, ROW) for part in parts))))
    return formula + (f", {display.condition}" if display.condition else "")


def _lines(texts: Iterable[str], screen: Screen, indent: str, more: str) -> list[str]:
    return [line for text in texts for line in wrapped(text, screen.width, indent, more)]


def outcome_text(outcome: Outcome) -> str:
    """Return one method's answer: `sampling: sampled, 0.52 s, 12 instances, seed 0`."""
    seconds = f"{outcome.seconds:.2f} s"
    parts = [f"{outcome.method}: {outcome.outcome}", seconds, *evidence_parts(outcome)]
    return ", ".join([*parts, *([outcome.reason] if outcome.reason else [])])


def evidence_parts(
    outcome: Outcome, written: Callable[[Mapping[str, object]], str] | None = None
) -> list[str]:
    """Return an outcome's evidence in short: counts and words, a witness, but no certificate.

    `written` writes a witness, where that is not for a terminal.
    """
    out = []
    for key, value in outcome.evidence.items():
        if key == "witness" and isinstance(value, Mapping):
            out.append(f"witness: {(written or _witness)(value)}")
        elif isinstance(value, bool):
            out += [key.replace("_", " ")] if value else []
        elif isinstance(value, int | str) and (len(str(value)) <= 60 or key == "reason found"):
            out.append(f"{key.replace('_', ' ')} {value}")
        elif isinstance(value, list | tuple) and all(isinstance(x, int) for x in value):
            out.append(f"{key.replace('_', ' ')} {' and '.join(map(str, value))}")
    return out


def _mutant(why: str, twin: VariantText | None, result: MutantResult | None) -> str:
    formula = _twin_formula(twin) if twin is not None else ""
    if result is None:
        return f"mutant “{why}”{formula}"
    pause = "," if result.refuted and ", where" in formula else ""
    return f"mutant “{why}”{formula}{pause} {fate(result, _witness(result.witness))}"


def _twin_formula(twin: VariantText) -> str:
    if not twin.claim.displays:
        return ""
    where = [d if isinstance(d, str) else _formula(d) for d in twin.definitions]
    defined = f", where {', '.join(where)}" if where else ""
    return f": {' or '.join(_formula(d) for d in twin.claim.displays)}{defined}"


def _witness(witness: Mapping[str, object]) -> str:
    """Return an instance in words; a line may end between a long matrix's rows, and not within."""
    return ", ".join(map(_part, witness_parts(witness, NOTATION)))


def _part(part: str) -> str:
    rows = part.split("; ")
    long = len(part) > SHORT and len(rows) > 1
    return "; ".join(unbroken(row, ROW) for row in rows) if long else unbroken(part, SHORT)
