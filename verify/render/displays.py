"""What a notebook or a prompt shows of outcomes: Markdown with formulas, and one line of text.

Times are left out, so that a notebook run twice is the same twice. What matters is always a word,
never a colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from verify.render.latex_formulas import LatexNotation
from verify.render.markdown import markdown_table
from verify.render.plain_latex import plain_text
from verify.render.screen import Screen
from verify.render.terminal import HEADER, evidence_parts, run_row, run_table
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.render.words import ARGUMENTS, counted, fate, fates, methods_used, verdict_words
from verify.statements.displayed import as_markdown, as_text
from verify.statements.outcomes import MutantResult, Outcome, Run, StatementResult, StepResult
from verify.writing.notation import Notation

LATEX, PLAIN = LatexNotation(), UnicodeNotation()
NONE = "–"  # a method that says nothing of this kind of step


def _outcome(outcome: Outcome, told: str, notation: Notation) -> str:
    """Return `sampling: sampled, instances 12, seed 0`."""
    return ", ".join(filter(None, (told, _evidence(outcome, notation))))


def _evidence(outcome: Outcome, notation: Notation) -> str:
    parts = evidence_parts(outcome, lambda found: ", ".join(witness_parts(found, notation)))
    if notation is LATEX:
        against = f"against the step *{outcome.evidence.get('refutes')}*"
        parts = [against if part.startswith("refutes ") else part for part in parts]
    return ", ".join(filter(None, (*parts, outcome.reason)))


def _mutant(mutant: MutantResult, notation: Notation) -> str:
    """Return `mutant “...” fails at n = 2, ...`, or that it survives."""
    place = ", ".join(witness_parts(mutant.witness, notation))
    return f"mutant “{notation.prose(mutant.name)}” {fate(mutant, place)}"


as_text.register(Outcome, lambda o: _outcome(o, f"{o.method}: {o.outcome}", PLAIN))
as_markdown.register(Outcome, lambda o: _outcome(o, f"**{o.method}**: {o.outcome}", LATEX))
as_text.register(MutantResult, partial(_mutant, notation=PLAIN))
as_markdown.register(MutantResult, partial(_mutant, notation=LATEX))


@as_text.register
def step_line(step: StepResult) -> str:
    """Return a step's name, its grade and what each method said."""
    told = ", ".join(f"{outcome.method}: {outcome.outcome}" for outcome in step.outcomes)
    needs = f" needs {PLAIN.prose(step.needs)}" if step.needs else ""
    return f"{step.name} [{step.known}]{f' {told}' if told else ''}{needs}"


@as_markdown.register
def step_result_markdown(step: StepResult) -> str:
    """Return a step's sentence, a table of the methods, and its mutants."""
    lines = [f"{LATEX.prose(step.says)} *[{step.name}: {step.known}]*"]
    if step.outcomes:
        rows = [(o.method, o.outcome, _evidence(o, LATEX)) for o in step.outcomes]
        lines.append(markdown_table(("method", "outcome", "evidence"), rows))
    lines += [f"- {_mutant(mutant, LATEX)}" for mutant in step.mutants]
    if step.needs:
        lines.append(f"Not decided here. To decide it one needs {LATEX.prose(step.needs)}.")
    return "\n\n".join(lines) + "\n"


@as_text.register
def result_line(result: StatementResult) -> str:
    """Return the verdict, the grade, the argument and the mutants of a statement."""
    return f"{result.id}: {_verdict(result, plain_text)} {_mutants(result)}".rstrip()


@as_markdown.register
def result_markdown(result: StatementResult) -> str:
    """Return the verdict and a table of the steps, with what each method said and the grade."""
    lines = [
        f"**{LATEX.prose(result.label)}: {LATEX.prose(result.title)}** (`{result.id}`)",
        f"Verdict: {_verdict(result, LATEX.prose)} {_mutants(result)}".rstrip(),
    ]
    used = methods_used([result])
    header = ("", "step", *used, "grade", "mutants refuted")
    rows = [_step_row(number, step, used) for number, step in enumerate(result.steps, 1)]
    return "\n\n".join([*lines, markdown_table(header, rows)]) + "\n"


def _verdict(result: StatementResult, prose: Callable[[str], str]) -> str:
    extra = "; ".join(prose(phrase) for phrase in result.with_assumptions)
    verdict = verdict_words(result, extra)
    axioms = f", {counted(len(result.axioms), 'axiom')}" if result.axioms else ""
    parts = [f"{verdict} ({result.known}{axioms})."]
    if result.paper_argument != "none":
        parts.append(f"{ARGUMENTS[result.paper_argument]}.")
    if result.repaired_by:
        parts.append(f"True instead: {', '.join(result.repaired_by)}.")
    return " ".join(parts)


def _mutants(result: StatementResult) -> str:
    mutants = result.every_mutant
    return f"{fates(mutants)}." if mutants else ""


def _step_row(number: int, step: StepResult, methods: Sequence[str]) -> tuple[str, ...]:
    said: dict[str, str] = {o.method: o.outcome for o in step.outcomes}
    refuted = f"{sum(not m.survives for m in step.mutants)} of {len(step.mutants)}"
    return (
        str(number),
        LATEX.prose(step.says),
        *(said.get(method, NONE) for method in methods),
        f"**{step.grade}**",
        refuted if step.mutants else "",
    )


@as_text.register
def run_text(run: Run) -> str:
    """Return a table, a line for each statement."""
    return "\n".join(run_table(run, Screen()))


@as_markdown.register
def run_markdown(run: Run) -> str:
    """Return that table in Markdown."""
    rows = []
    for result in run.statements:
        name, title, verdict, argument, grade, *counts = run_row(result, LATEX, " of ")
        rows.append((f"`{name}`", title, verdict, argument, f"**{grade}**", *counts))
    lines = [markdown_table((*HEADER[:-1], "mutants refuted"), rows)]
    if not run.complete:
        lines.append("Interrupted: only these are decided.")
    return "\n\n".join(lines) + "\n"
