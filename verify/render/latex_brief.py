"""A statement as the article has it: claim, verdict in the margin, and its proof in prose."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from verify.render.cards import Card, Others, Row, verdict_card
from verify.render.charged import charged
from verify.render.hypotheses import (
    is_run,
    let_sentences,
    numbers_in,
    ranges,
    steps_mentioned,
)
from verify.render.latex_names import ArticleNotation, RunningNotation, heading, plain_id
from verify.render.latex_prose import Prose, inline, told, where
from verify.render.words import GRADES, counted, standing
from verify.statements.claims import when
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement
from verify.statements.verdicts import OF_A_CLAIM
from verify.writing.words import listed

LONG_CLAIM, LONGER = 3000, 5000  # characters of LaTeX: a third of a page of small print, a half
SIGNS = {
    "holds": r"$\checkmark$", "recorded": r"($\checkmark$)", "argued": r"$\diamond$",
    "steps": r"$\circ$", "sampled": r"$\therefore$", "false": r"$\times$", "denied": r"($\times$)",
    "open": "?",
}  # fmt: skip
SITE = "see the site"


@dataclass(frozen=True)
class Surroundings:
    """What a text needs of the other statements: what they are called, and their results.

    In a `whole` article every proof is told with its formulas.
    """

    called: dict[str, str] = field(default_factory=dict)
    others: Others = field(default_factory=dict)
    whole: bool = False

    def about(self, statement: Statement) -> Surroundings:
        """Return the same with no others but those that may repair a statement."""
        repairs = {k: self.others[k] for k in statement.repaired_by if k in self.others}
        return replace(self, others=repairs)


def brief_latex(statement: Statement, result: StatementResult | None, around: Surroundings) -> str:
    r"""Return a statement for the article, as a fragment for \input.

    Raises Mistake where an assumption's phrase cannot be filled in.
    """
    prose = Prose(statement, around.called)
    card = verdict_card(statement, result, RunningNotation(around.called), around.others)
    lines = [*_head(statement, result), *_claim(statement, prose, card)]
    lines += [] if result is None else _found(statement, result, card)
    mentioned = steps_mentioned("\n".join(lines))
    lines += [_beside(statement, around), r"\end{brief}"]
    if not is_run(statement.declared):
        lines.append(_proof(statement, result, prose, around.whole, mentioned))
    return "\n".join(line for line in lines if line)


# ------------------------------------------------------------------ the claim


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


def _claim(statement: Statement, prose: Prose, card: Card) -> list[str]:
    """Return what is printed and what is claimed: in words, then with every quantifier."""
    claimed, narrator = statement.declared.claim, prose.running
    if claimed is None:
        return [*_lets(statement, prose), "Then the following holds."]
    says, lead = card.says.parts[0], rf"\par\noindent \emph{{{card.says.heading}.}}"
    lines = [rf"\emph{{Printed.}} \says{{{text}}} {lead} {says}" for text in card.printed.parts]
    lines = lines or [rf"\says{{{says}}}"]
    formal = narrator.claim() if claimed.propositions else None
    sentences = formal.sentences if formal is not None else ()
    if sum(map(len, sentences)) > (LONGER if _is_theorem(statement) else LONG_CLAIM):
        sentences = ()
        lines.append(rf"\infull{{The claim in formulas is long: {SITE}.}}")
    given = _lets(statement, prose, in_motion=not sentences)
    if sentences:
        lines.append(rf"\infull{{{' '.join([*given, *sentences])}{where(prose.introduced())}}}")
    elif given and not is_run(statement.declared):  # of a run its parameters are told
        lines.append(rf"\infull{{{' '.join(given)}{where(prose.introduced())}}}")
    return lines


def _lets(statement: Statement, prose: Prose, *, in_motion: bool = True) -> list[str]:
    """Return the assumptions of the claim; those on what moves stand in its formulas, if told."""
    declared, claimed = statement.declared, statement.declared.claim
    entries = declared.assumed if claimed is None else claimed.assumed
    phrase = prose.running.phrase
    phrases = [
        (phrase(entry.assumption), entry.added)
        for entry in entries
        if in_motion or claimed is None or when(claimed, entry.assumption) in ("", "shown")
    ]
    given = [text for text, added in phrases if text and not added]
    ours = [text for text, added in phrases if text and added]
    lines = let_sentences(given)
    if ours:
        lines.append(rf"Assume in addition (not in the paper) that {listed(ours)}.")
    return lines


# ------------------------------------------------------------------ what was found


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
    pairs = (("True instead:", statement.repaired_by), ("Uses", statement.rests_on))
    for lead, names in pairs:
        words += [f"{lead} {listed([notation.reference(n) for n in names])}."] if names else []
    return rf"\beside{{{' '.join(words)}}}" if words else ""


# ------------------------------------------------------------------ the proof


def _proof(
    statement: Statement,
    result: StatementResult | None,
    prose: Prose,
    whole: bool,
    mentioned: set[int],
) -> str:
    tellings = prose.steps()
    steps = [said.step for said in statement.declared.said]
    refuting = [step.role in OF_A_CLAIM for step in steps]
    head = "Refutation" if all(refuting) else "Proof"
    full = {one.running.number for one in tellings} if whole else _in_full(statement, result)
    head = head if full else "Sketch"
    decided = _decided(result)
    words = " ".join(one.running.sentence for one in tellings)
    text = told(tellings, full, mentioned | steps_mentioned(words) | numbers_in(decided))
    return "\n".join([rf"\begin{{briefproof}}{{{head}}}", text, rf"{decided}\end{{briefproof}}"])


def _in_full(statement: Statement, result: StatementResult | None) -> set[int]:
    """Return the numbers of the steps whose formulas are told.

    Of a theorem of a paper, and of what replaces or extends one, these are all; of what is false
    beside that the printed sentences, and what refutes them.
    """
    every = {said.number for said in statement.declared.said}
    if _is_theorem(statement) or statement.declared.claim is None:
        return every
    if result is None or result.verdict != "false":
        return set()
    steps = {step.name: step for step in result.steps}
    found = charged(statement, steps)
    return {said.number for printed, against in found for said in (printed, *against)}


def _is_theorem(statement: Statement) -> bool:
    """Tell whether a statement is a theorem of its paper, or stands beside one."""
    return heading(statement).kind == "Theorem"


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
