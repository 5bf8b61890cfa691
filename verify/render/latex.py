"""One statement in LaTeX: a theorem as its paper numbers it, and a proof that flows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from verify.render.cards import Card, verdict_card
from verify.render.claims import claim_known
from verify.render.hypotheses import conclusions, is_run, let_sentences, merged, ranges
from verify.render.latex_displays import definition_lines, displayed, table_lines
from verify.render.latex_names import ArticleNotation, RunningNotation, heading, plain_id
from verify.render.narration import Narrator, ToldStatement, ToldStep, narrate
from verify.render.words import ARGUMENTS, NO_CLAIM, ORIGINS, counted, rested_words, verdict_words
from verify.statements.outcomes import ClaimResult, StatementResult, StepResult
from verify.statements.statement import Statement
from verify.statements.step import Step
from verify.statements.verdicts import OF_A_CLAIM
from verify.steps.shows import measured_words
from verify.writing.claims import ClaimText
from verify.writing.words import listed

NOTATION = ArticleNotation()
Result = StatementResult | None


def statement_latex(
    statement: Statement,
    result: StatementResult | None = None,
    names: Mapping[str, str] | None = None,
    told: ToldStatement | None = None,
) -> str:
    r"""Return a statement as a fragment for \input; with a result, every step bears its grade.

    It needs the style file of `latex_macros`. `names` are what other statements are called, by
    their ids; `told` is the statement's text, if it is known already.
    Raises Mistake where an assumption's phrase cannot be filled in.
    """
    notation = ArticleNotation(names or {})
    told = told or narrate(statement, notation)
    card = verdict_card(statement, result, notation, {})
    return "\n".join([
        _theorem(statement, told, result, card),
        _decided(statement, told, card, result, notation),
        _proof(statement, told, result),
    ])  # fmt: skip


# ------------------------------------------------------------------ theorem


def _theorem(statement: Statement, told: ToldStatement, result: Result, card: Card) -> str:
    head = heading(statement)
    identifier = plain_id(statement.id) if head.number != plain_id(statement.id) else ""
    note = "; ".join(part for part in (told.title, head.note) if part)
    given = [phrase for phrase, added in told.assumptions if not added]
    ours = [phrase for phrase, added in told.assumptions if added]
    lines = [
        rf"\begin{{paper{head.kind}}}{{{head.number}}}{{{identifier}}}{{{note}}}"
        rf"\statementlabel{{{statement.id}}}",
        *(rf"\emph{{Printed.}} {text}\par\noindent" for text in card.printed.parts),
        *let_sentences(given),
    ]
    if ours:
        lines.append(rf"Assume in addition (not in the paper) that {listed(ours)}.")
    lines += definition_lines(told.definitions)
    lines += _claims(statement, told, result, card)
    return "\n".join([*lines, rf"\end{{paper{head.kind}}}"])


def _claims(statement: Statement, told: ToldStatement, result: Result, card: Card) -> list[str]:
    """Return what the statement asserts: its steps, and those that can be quoted in words."""
    said = statement.declared.said
    asserted = [s.number for s in said if not _is_charge(s.step)]
    steps = {step.number: step for step in told.steps}
    if is_run(statement.declared):
        several = len(asserted) > 1
        told_runs = f"{'Experiments' if several else 'Experiment'} {ranges(asserted)}"
        ran = [f"{told_runs} {'are' if several else 'is'} run."] if asserted else []
        return [*ran, *_left_open(statement)]
    lines = _left_open(statement)
    if told.claim is not None:
        lines.append(rf"\emph{{{card.says.heading}.}} {card.says.parts[0]}")
        # Formulas among words break at their signs alone: they need a ragged edge.
        lines.append(r"\par{\footnotesize\raggedright")
        in_formulas = Narrator(statement, RunningNotation()).claim()
        lines += [*(in_formulas.sentences if in_formulas else ()), r"\par}\noindent"]
        if result is not None and result.claim is not None:
            lines.append(_claim_known(result.claim))
    elif asserted:
        lines.append(NO_CLAIM)
    if (told.claim is not None or asserted) and result is not None and result.verdict == "open":
        lines.append("Some of this is not decided here.")
    ends = conclusions(statement.declared) if told.claim is None else ()
    for end in ends:
        quoted = _lowered(steps[end.number].claim.remarks[0].rstrip("."))
        lines.append(f"In particular, {quoted} ({end.number}).")
    printed = [] if statement.printed else [s for s in said if s.step.part == "statement"]
    ending = " This is false." if result is not None and result.verdict == "false" else ""
    return lines + [rf"\emph{{The paper claims}} ({s.number}).{ending}" for s in printed]


def _claim_known(claim: ClaimResult) -> str:
    """Return how the claim is known, with names as names."""
    known = claim_known(replace(claim, missing=""))
    for name in filter(None, (claim.theorem, *claim.premises)):
        known = known.replace(name, rf"\texttt{{{name}}}")
    return known.replace("_", r"\_")


def _left_open(statement: Statement) -> list[str]:
    """Return which sentences nothing here decides."""
    numbers = [s.number for s in statement.declared.said if s.step.role == "open"]
    if not numbers:
        return []
    what = "The claims of the paper in"
    return [rf"\emph{{{what}}} {ranges(numbers)} \emph{{is not decided here.}}"]


def _is_charge(step: Step) -> bool:
    """Tell whether a step is about what is false or undecided, or only illustrates."""
    return step.role in (*OF_A_CLAIM, "open") or step.word == "campaign"


def _lowered(text: str) -> str:
    """Return words as they stand inside a sentence; formulas and names keep their letter."""
    return text[:1].lower() + text[1:] if re.match(r"[A-Z][a-z]* ", text) else text


# ------------------------------------------------------------------ verdict


def _decided(
    statement: Statement,
    told: ToldStatement,
    card: Card,
    result: Result,
    notation: ArticleNotation,
) -> str:
    facts = [*_verdict(told, result, card), *_origin(statement, notation)]
    if any(step.twins for step in told.steps) or told.mutants:
        count = sum(len(step.twins) for step in told.steps) + len(told.mutants)
        pointer = rf"\variantsref{{{statement.id}}}{{{counted(count, 'false variant')}}}."
        pointer = f"Listed separately: {pointer}"
        facts.append(rf"\ifvariants{{{statement.id}}}{{{pointer}}}")
    return "\n".join([r"\begin{decided}", " ".join(facts), r"\end{decided}"]) if facts else ""


def _verdict(told: ToldStatement, result: Result, card: Card) -> list[str]:
    if result is None:
        return []
    added = [phrase for phrase, is_added in told.assumptions if is_added]
    verdict = verdict_words(result, listed(added) if added else "")
    axioms = f", {counted(len(result.axioms), 'axiom')}" if result.axioms else ""
    lead = rf"{card.holds.heading}}} {card.answer}:" if card.printed.parts else "Verdict:}"
    out = [rf"\textbf{{{lead} {verdict} (\grade{{{result.known}}}{axioms})."]
    return out + (
        [f"{ARGUMENTS[result.paper_argument]}."] if result.paper_argument != "none" else []
    )


def _origin(statement: Statement, notation: ArticleNotation) -> list[str]:
    out = [f"{ORIGINS[statement.origin]}."] if statement.origin != "printed" else []
    some = {name: notation.prose(words) for name, words in rested_words(statement).items()}
    rested = [f"{notation.reference(name)}{some.get(name, '')}" for name in statement.rests_on]
    repairs = [notation.reference(name) for name in statement.repaired_by]
    for words, others in (("Rests on", rested), ("Repaired by", repairs)):
        out += [f"{words} {listed(others)}."] if others else []
    return out


# ------------------------------------------------------------------ proof


def _proof(statement: Statement, told: ToldStatement, result: StatementResult | None) -> str:
    by_name = {step.name: step for step in result.steps} if result is not None else {}
    steps = [said.step for said in statement.declared.said]
    refutes = [step.role in OF_A_CLAIM for step in steps]
    head = "Proof"
    if is_run(statement.declared):
        head = "Protocol and record"
    elif all(refutes):
        head = "Refutation"
    elif any(refutes):
        head = "Proof and counterexamples"
    first, *others = (_step(step, by_name.get(step.name)) for step in told.steps)
    # The first step's grade stands in the margin of the line that the proof's head is in.
    grade = rf"\margingrade{{{_grade(by_name.get(told.steps[0].name))}}}"
    begin = rf"\begin{{proof}}[{grade}{head}]\begin{{proofsteps}}"
    items = [f"\\proofstep{{{_grade(by_name.get(step.name))}}}%\n{text}"
             for step, text in zip(told.steps[1:], others, strict=True)]  # fmt: skip
    return "\n".join([begin, first, *items, r"\end{proofsteps}\end{proof}"])


def _grade(result: StepResult | None) -> str:
    return "" if result is None else result.grade


def _step(step: ToldStep, result: StepResult | None) -> str:
    lines: list[str] = []
    after = step.definitions
    if step.continues:
        after = (*merged(step.assumes), *step.introduces, *after)
    else:
        lines += [*let_sentences(step.assumes), *definition_lines(step.introduces)]
    if step.claim.displays or step.claim.table is not None:
        lines.append(step.sentence)
    else:
        goes_on = any(remark[:1].islower() for remark in step.claim.remarks[:1])
        sentence = step.sentence if goes_on else re.sub("[,;:]$", ".", step.sentence)
        lines.append(f"({step.number}) {sentence}")
    if result is not None and result.grade == "inconclusive":
        lines += [f"({NOTATION.prose(reason)})" for reason in result.reasons]
    lines += claim_lines(step.claim, str(step.number))
    lines += definition_lines(after)
    lines += _measured(result) if result is not None else []
    return "\n".join(lines)


def claim_lines(claim: ClaimText, tag: str) -> list[str]:
    """Return a claim's formulas, numbered by `tag` if there is one, its words and its table."""
    out = displayed(claim.displays, tag)
    remarks = " ".join(claim.remarks)
    if claim.table is not None:
        return [*out, remarks, *table_lines(claim.table, "" if claim.displays else tag)]
    return [*out, remarks] if remarks else out


def _measured(result: StepResult) -> list[str]:
    """Return what an experiment's run measured, a line for each of its claims."""
    told = [NOTATION.prose(words) for o in result.outcomes for words in measured_words(o)]
    if not told:
        return []
    items = [rf"\item {words}" for words in told]
    return ["Measured:", r"\begin{variants}", *items, r"\end{variants}"]
