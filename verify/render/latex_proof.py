r"""A proof in LaTeX: its environments, each in prose, with its formulas in sentences or set apart.

The article numbers formulas as the site does; a paper's own text lets TeX number those that are
referred to, by \label and \eqref.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from verify.render.hypotheses import STEPS, steps_mentioned
from verify.render.latex_layout import (
    INLINE_LEADS,
    LABELLED,
    LINE,
    SINCE,
    display_rows,
    displayed,
    size,
    table_lines,
    taken_apart,
)
from verify.render.latex_names import PaperNotation
from verify.render.narration import MOREOVER, Narrator, StepText, narrate, opened
from verify.render.printed import TITLES, heading_of
from verify.render.witnesses import witness_parts
from verify.render.words import fate
from verify.statements.claims import Claim, when
from verify.statements.discovery import known_to
from verify.statements.environments import Environment
from verify.statements.outcomes import MutantResult, StatementResult
from verify.statements.statement import Statement
from verify.statements.step import Assumed
from verify.writing.definitions import Definition, Display
from verify.writing.words import listed

INLINE, INLINE_TALL, TOGETHER = 0.62, 0.4, 1.3  # of a line: formulas in a sentence
MOST_LINES = 3  # of the reason for an inequality
GOES_ON = re.compile(r"(?:and|so|hence|but|or|which|where|with|while|for|since|as|then)\b")
BLANK = re.compile(r"\s*\n\s*")
INLINE_MATH = re.compile(r"\$([^$]+)\$([\]).,;:]*)([ \n]?)")

MATRIX = re.compile(r"\\begin\{pmatrix\}(.*?)\\end\{pmatrix\}", re.S)
WIDE_ROW = 72  # characters of a row that a line of small print holds


@dataclass(frozen=True)
class Part:
    """An environment of a proof: its kind, its heading, and its text."""

    kind: Environment
    heading: str
    text: str


@dataclass(frozen=True)
class Numbers:
    """How formulas are numbered: as the site does, or by TeX those that are `mentioned`."""

    label: str = ""
    mentioned: Collection[int] = ()

    def mark(self, number: int) -> str:
        """Return what numbers a display."""
        if not self.label:
            return rf"\tag{{{number}}}"
        return rf"\label{{{self.label}:{number}}}" if number in self.mentioned else ""

    def before(self, number: int) -> str:
        """Return what numbers a sentence whose formulas are not set apart."""
        if not self.label:
            return rf"\textup{{({number})}}~"
        if number not in self.mentioned:
            return ""
        return rf"\refstepcounter{{equation}}\label{{{self.label}:{number}}}(\theequation)~"

    def referred(self, text: str) -> str:
        """Return a text that refers to steps by their numbers."""
        if not self.label:
            return text

        def one(found: re.Match[str]) -> str:
            return re.sub(r"\((\d+)\)", rf"\\eqref{{{self.label}:\1}}", found[0])

        return STEPS.sub(one, text)


class ProofWriter:
    """Writes the proof of one statement; what a reader needs to know of a symbol is told once."""

    def __init__(
        self, statement: Statement, called: dict[str, str], line: int = LINE, label: str = ""
    ) -> None:
        self.statement, self.line = statement, line
        named = str(narrate(statement, PaperNotation())) if label else ""
        ends = {s.number for s in statement.declared.said if s.step.word == "inference"}
        self.numbers = Numbers(label, steps_mentioned(named) | ends)
        elsewhere = known_to(statement).keys() - called.keys() - {statement.id} if label else ()
        self.narrator = Narrator(statement, PaperNotation(called, elsewhere))

    @property
    def _entries(self) -> Sequence[Assumed]:
        """Return the assumptions of the claim, with those that are ours; without one, all."""
        declared = self.statement.declared
        if declared.claim is None:
            return declared.assumed
        own = declared.claim.assumed
        return [entry for entry in declared.assumed if entry.added or entry in own]

    def lets(self, *, in_motion: bool) -> list[str]:
        """Return the assumptions as sentences; those on what moves stand in a claim's formulas."""
        claimed = self.statement.declared.claim
        told = [
            entry
            for entry in self._entries
            if in_motion or claimed is None or _at_no_time(claimed, entry)
        ]
        ours = [self.narrator.phrase(entry.assumption) for entry in told if entry.added]
        lets = self.narrator.lets([entry.assumption for entry in told if not entry.added])
        return [*lets, *(f"{MOREOVER} {listed(ours)}." for _ in ours[:1])]

    def introduced(self) -> list[Definition]:
        """Return the definitions that what was told needs, and were not told."""
        return list(self.narrator.definitions.due())

    def parts(self, result: StatementResult | None) -> list[Part]:
        """Return the environments, in the order of the page.

        With a result, those that drop an assumption are told with where they fail.
        """
        found: dict[Environment, str] = {
            one.kind: told(one.steps, self.numbers, self.line)
            for one in self.narrator.environments(self._entries)
        }
        if result is not None and (dropped := self._dropped(result)):
            found["needed"] = "\n".join(filter(None, [found.get("needed"), *dropped]))
        declared = self.statement.declared
        return [
            Part(kind, heading_of(kind, declared), found[kind]) for kind in TITLES if kind in found
        ]

    def _dropped(self, result: StatementResult) -> list[str]:
        """Return the variants that drop an assumption, each with where it fails."""
        every = {mutant.name: mutant for mutant in result.mutants}
        told = []
        for mutant in self.statement.declared.mutants:
            why = self.narrator.prose(mutant.why)
            where = fails(every.get(mutant.why), PaperNotation())
            told.append(rf"\emph{{{why[:1].upper()}{why[1:]}}}{where}")
        return ["Each of these variants is false.", *told] if told else []


def _at_no_time(claimed: Claim, entry: Assumed) -> bool:
    """Tell whether an assumption is about nothing that moves."""
    return entry not in claimed.assumed or when(claimed, entry.assumption) == ""


def told(steps: Sequence[StepText], numbers: Numbers, line: int) -> str:
    """Return steps as prose."""
    return numbers.referred(_Paragraphs(numbers, line).told(steps))


@dataclass(frozen=True)
class _Paragraphs:
    """Writes steps as prose on a page."""

    numbers: Numbers
    line: int

    def told(self, steps: Sequence[StepText]) -> str:
        """Return steps, each with what leads to it and what it is about."""
        follows = [one.lead or one.sentence for one in steps[1:]]
        parts: list[str] = []
        for one, after in zip(steps, [*follows, ""], strict=True):
            anew = parts and parts[-1].endswith(".")
            parts.append(self._step(opened(one) if anew else one, after))
        return "\n".join(parts)

    def _step(self, step: StepText, follows: str) -> str:
        lets = "" if step.continues else " ".join([*step.lets, ""])
        lead = f"{step.lead}\n\n" if step.lead else ""
        # What is said of a table leads to it.
        remarks = "" if step.claim.table else " ".join(step.claim.remarks)
        named = [*(step.assumes if step.continues else ()), *step.introduces, *step.definitions]
        goes_on = follows[:1].islower() and not remarks
        meaning = _meaning(named) if goes_on else ""
        behind = [remarks, "" if goes_on else where(named).strip()]
        after = " ".join(part for part in behind if part)
        ending = "." if after else _end(follows)
        body = self._body(step, meaning, ending, told_on=bool(after))
        return lead + apart(f"{lets}{body}\n{after}".rstrip(), self.line)

    def _body(self, step: StepText, meaning: str, ending: str, *, told_on: bool) -> str:
        """Return a step's sentence with its formulas, in it or set apart, and what they mean."""
        shown, table = self._reasoned(step.claim.displays), step.claim.table
        before, mark = self.numbers.before(step.number), self.numbers.mark(step.number)
        if not shown and table is None:
            words = step.sentence
            remark = "".join(step.claim.remarks[:1])
            leads = told_on and remark and (words.endswith(":") or remark[:1].islower())
            if words[-1:] not in ".?!" and not leads:
                words = words.rstrip(",;:") + ending
            return f"{before}{words}{meaning}"
        if shown and self._fits(shown) and not mark.startswith(LABELLED):
            text = f"{before}{led(step.sentence, inline(shown), meaning + ending)}"
        else:
            stop = "" if step.sentence[-1:] in ".?!" or table or meaning else ending
            if step.sentence[-1:] in ".?!" and shown and shown[0].lead:
                shown = (replace(shown[0], lead=shown[0].lead.capitalize()), *shown[1:])
            lines = displayed(shown, mark, self.line, stop) if shown else []
            text = "\n".join([step.sentence, *lines, *filter(None, [meaning.strip()])])
        if table is not None:
            lead = " ".join(step.claim.remarks)
            rows = table_lines(table, "" if shown else mark, self.line)
            text = "\n".join([text, lead, *rows])
        return text

    def _reasoned(self, displays: Sequence[Display]) -> Sequence[Display]:
        """Return formulas without a reason that takes more than a few lines."""
        begins = next((k for k, d in enumerate(displays) if d.lead == SINCE), len(displays))
        rows = sum(len(display_rows(d, self.line)) for d in displays[begins:])
        return displays if rows <= MOST_LINES else displays[:begins]

    def _fits(self, displays: Sequence[Display]) -> bool:
        """Tell whether formulas read well inside a sentence."""
        line, sizes = self.line, [size(_plain(d)) for d in displays]
        tall = [r"\sum" in d.formula and r"\frac" in d.formula for d in displays]
        limits = [INLINE_TALL * line if high else INLINE * line for high in tall]
        one_line = all(size <= most for size, most in zip(sizes, limits, strict=True))
        return one_line and sum(sizes) <= TOGETHER * line


def _plain(display: Display) -> str:
    condition = rf" \text{{{display.condition}}}" if display.condition else ""
    return small_matrices(display.formula) + condition


def inline(displays: Sequence[Display]) -> str:
    """Return formulas as parts of a sentence."""
    out = ""
    for display in displays:
        formula = f"${small_matrices(display.formula)}$"
        condition = f" {display.condition}" if display.condition else ""
        lead = f"{display.lead} " if display.lead else ""
        joint = "" if not out else " " if display.lead in INLINE_LEADS else ", "
        out += f"{joint}{lead}{formula}{condition}"
    return out


def led(sentence: str, formulas: str, ending: str) -> str:
    """Return a sentence that leads to its formulas, with what ends it."""
    mark = sentence[-1:] if sentence[-1:] in ".,:;" else ""
    words = sentence[: len(sentence) - len(mark)]
    side_by_side = mark or re.search(r"[$\d]$", words)  # two formulas would read as one
    joint = "" if not side_by_side else "," if mark == "," else ":"
    return f"{words}{joint} {formulas}{ending}"


def _end(follows: str) -> str:
    """Return the mark before what follows."""
    if re.match(r"\([a-z]", follows):  # in brackets what stands before them goes on
        return ""
    if not follows[:1].islower():
        return "."
    return "," if GOES_ON.match(follows) else ";"


def _meaning(definitions: Sequence[Definition]) -> str:
    """Return what symbols mean, in brackets: the sentence goes on behind them."""
    meant = where(definitions).strip().removeprefix("Here ").removesuffix(".")
    return f" (where {meant})" if meant else ""


def where(definitions: Sequence[Definition]) -> str:
    """Return what symbols mean, in a sentence."""
    meant = [one if isinstance(one, str) else inline([one]) for one in definitions]
    return f" Here {listed(meant)}." if meant else ""


def apart(text: str, line: int) -> str:
    """Return a text whose longest formulas are set apart, with the mark behind them."""

    def one(found: re.Match[str]) -> str:
        formula, mark, _ = found.groups()
        if size(formula) <= 0.8 * line:
            return found[0]
        (body,) = displayed([taken_apart(formula)], "", line, mark)
        return f"\n{body}\n"

    return BLANK.sub("\n", INLINE_MATH.sub(one, text)).strip()


def fails(mutant: MutantResult | None, notation: PaperNotation) -> str:
    """Return where a variant fails, behind what it says."""
    if mutant is None:
        return "."
    parts = [small_matrices(part) for part in witness_parts(mutant.witness, notation)]
    return f" --- {fate(mutant, ', '.join(parts))}."


def small_matrices(part: str) -> str:
    """Return a part of a witness with its matrices small enough for a line of text.

    A matrix wider than the line is told row by row, so that TeX may break between entries.
    """
    found = MATRIX.search(part)
    if found is not None and max(map(len, found[1].split(r"\\"))) > WIDE_ROW:
        rows = [row.split("&") for row in found[1].split(r"\\")]
        told = ["$(" + "$, $".join(entry.strip() for entry in row) + ")$" for row in rows]
        before = part[: found.start()].rstrip().removesuffix("=").rstrip()
        return f"{before}$ with the rows {listed(told)}"
    part = re.sub(r"\\\\\[[.\d]+ex\]", r"\\\\", part)
    part = part.replace(r"\begin{pmatrix}", r"\left(\begin{smallmatrix}")
    return part.replace(r"\end{pmatrix}", r"\end{smallmatrix}\right)")
