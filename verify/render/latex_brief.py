"""A statement as the article has it: claim, verdict in the margin, and its proof in prose."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from verify.render.cards import Card, Others, Row, verdict_card
from verify.render.endings import ending
from verify.render.hypotheses import is_run, ranges
from verify.render.latex_layout import LINE
from verify.render.latex_names import ArticleNotation, RunningNotation, heading, plain_id
from verify.render.latex_proof import ProofWriter, apart, inline, where
from verify.render.words import GRADES, counted, standing
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement
from verify.writing.words import listed

SIGNS = {
    "holds": r"$\checkmark$", "recorded": r"($\checkmark$)", "argued": r"$\diamond$",
    "steps": r"$\circ$", "sampled": r"$\therefore$", "false": r"$\times$", "denied": r"($\times$)",
    "open": "?",
}  # fmt: skip


@dataclass(frozen=True)
class Surroundings:
    """What a text needs of the other statements: what they are called, and their results."""

    called: dict[str, str] = field(default_factory=dict)
    others: Others = field(default_factory=dict)

    def about(self, statement: Statement) -> Surroundings:
        """Return the same with no others but those that may repair a statement."""
        repairs = {k: self.others[k] for k in statement.repaired_by if k in self.others}
        return replace(self, others=repairs)


def brief_latex(statement: Statement, result: StatementResult | None, around: Surroundings) -> str:
    r"""Return a statement for the article, as a fragment for \input.

    Raises Mistake where an assumption's phrase cannot be filled in.
    """
    prose = ProofWriter(statement, around.called)
    card = verdict_card(statement, result, RunningNotation(around.called), around.others)
    lines = [*_head(statement, result), *_claim(statement, prose, card)]
    lines += [] if result is None else _found(statement, result, card)
    lines += [_beside(statement, around), r"\end{brief}"]
    if not is_run(statement.declared):
        lines += _proof(statement, result, prose)
    return "\n".join(line for line in lines if line)


def _head(statement: Statement, result: StatementResult | None) -> list[str]:
    head = heading(statement)
    own = plain_id(statement.id)
    identifier = own if head.number != own else ""
    title = RunningNotation().prose(statement.title)
    note = "; ".join(part for part in (title, head.note) if part)
    begin = rf"\begin{{brief}}{{{head.kind}~{head.number}}}{{{identifier}}}{{{note}}}"
    return [f"{begin}{{{_margin(result)}}}%", rf"\statementlabel{{{statement.id}}}%"]


def _margin(result: StatementResult | None) -> str:
    """Return the verdict and how it is known, for the margin."""
    if result is None:
        return ""
    known: str = result.grade
    if result.grade == "argued" and result.steps_grade is not None:
        known = rf"argued\\ steps: {result.steps_grade}"
    found = standing(result)
    sign = SIGNS[found.key] + ("$^{+}$" if found.more else "")
    parts = [rf"\verdict{{{found.mark.colour}}}{{{sign}}}{{{found.mark.word}}}", known]
    parts += ["argument broken"] if result.paper_argument == "broken" else []
    others = counted(len(result.axioms), "theorem")
    parts += [rf"assumes {others}\\ from the literature"] if result.axioms else []
    return r"\\ ".join(parts)


def _claim(statement: Statement, prose: ProofWriter, card: Card) -> list[str]:
    """Return what is printed and what is claimed: in words, then with every quantifier."""
    claimed, narrator = statement.declared.claim, prose.running
    if claimed is None:
        return [*prose.lets(in_motion=True), "Then the following holds."]
    says, lead = card.says.parts[0], rf"\par\noindent \emph{{{card.says.heading}.}}"
    lines = [rf"\emph{{Printed.}} \says{{{text}}} {lead} {says}" for text in card.printed.parts]
    lines = lines or [rf"\says{{{says}}}"]
    formal = narrator.claim() if claimed.propositions else None
    sentences = formal.sentences if formal is not None else ()
    given = prose.lets(in_motion=not sentences)
    if sentences or (given and not is_run(statement.declared)):  # of a run parameters are told
        told = " ".join([*given, *sentences]) + where(prose.introduced())
        lines.append(rf"\infull{{{apart(told, LINE)}}}")
    return lines


def _found(statement: Statement, result: StatementResult, card: Card) -> list[str]:
    """Return what is wrong with what is printed, what is true instead, and what was measured."""
    lines = []
    if result.verdict == "false":
        lines.append(_row("What is wrong.", card.wrong))
    elif card.wrong.parts and isinstance(card.wrong.parts[0], str):
        lines.append(rf"\emph{{What is wrong.}} {card.wrong.parts[0]}")
    own = [part for part in card.instead.parts[:1] if not statement.repaired_by]
    lines += [_row("True instead.", Row("", tuple(own)))] if own else []
    if is_run(statement.declared):
        lines += [part for part in card.holds.parts[1:] if isinstance(part, str)]
    return lines


def _row(lead: str, row: Row) -> str:
    parts = [part if isinstance(part, str) else f"{inline([part])}." for part in row.parts[:3]]
    return rf"\emph{{{lead}}} {' '.join(parts)}" if parts else ""


def _beside(statement: Statement, around: Surroundings) -> str:
    """Return whose words these are, what repairs them and what they rest on, in one line."""
    notation = ArticleNotation(around.called)
    words: list[str] = []
    pairs = (("True instead:", statement.repaired_by), ("Uses", statement.uses))
    for lead, names in pairs:
        words += [f"{lead} {listed([notation.reference(n) for n in names])}."] if names else []
    return rf"\beside{{{' '.join(words)}}}" if words else ""


def _proof(statement: Statement, result: StatementResult | None, prose: ProofWriter) -> list[str]:
    """Return the proof with what it concludes, and what is printed behind it."""
    lines, parts = [], prose.parts(result)
    ends = ending(statement, result, prose.running)
    for number, part in enumerate(parts, start=1):
        decided = _decided(result) if number == len(parts) else ""
        last = []
        if part.kind == "proof" and ends is not None:
            told = apart("\n".join(ends.sentences), LINE)
            last = [told, *([r"\qed"] if ends.closed else [])]
        lines += [rf"\begin{{briefproof}}{{{part.heading}}}", part.text, *last]
        lines.append(rf"{decided}\end{{briefproof}}")
    return lines


def _decided(result: StatementResult | None) -> str:
    """Return by which grades the steps are known; what most have is told without numbers."""
    if result is None:
        return ""
    numbers: dict[str, list[int]] = {}
    for number, step in enumerate(result.steps, start=1):
        numbers.setdefault(step.grade, []).append(number)
    if len(numbers) == 1:
        return rf"\decidedby{{all {counted(len(result.steps), 'step')} {next(iter(numbers))}}}"
    most = max(numbers, key=lambda grade: len(numbers[grade]))
    parts = [
        f"{ranges(numbers[grade])} {grade}" for grade in GRADES if grade in {*numbers} - {most}
    ]
    return rf"\decidedby{{{'; '.join(parts)}; all others {most}}}"
