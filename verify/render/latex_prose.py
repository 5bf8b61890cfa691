"""A proof as running prose: several steps a paragraph, short formulas in the sentence.

In full every step keeps its formulas and its number. A sketch has the sentences alone, and of the
formulas those that a sentence cannot do without. Certificates are left to the site.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from verify.render.hypotheses import let_sentences, placed, ranges, steps_mentioned
from verify.render.latex_displays import INLINE_LEADS, SINCE, TAG, displayed, table_lines
from verify.render.latex_layout import LINE, display_rows, size
from verify.render.latex_names import ArticleNotation, RunningNotation
from verify.render.latex_variants import small_matrices
from verify.render.narration import Narrator, ToldStep
from verify.statements.statement import Statement
from verify.writing.definitions import Definition, Display
from verify.writing.teller import ALSO_ASIDE, ASIDE
from verify.writing.words import listed

INLINE, INLINE_TALL, TOGETHER = (
    0.62 * LINE,
    0.4 * LINE,
    1.3 * LINE,
)  # characters of formulas in a line
LONG = 2.5 * LINE  # characters of a step's formulas beyond which a sketch refers to the site
GOES_ON = re.compile(r"(?:and|so|hence|but|or|which|where|with|while|for|since|as|then)\b")
ASIDE_AT_END = re.compile(r"(.*[^.])\.? (\([A-Z][^()]*\.\))")
MOST_LINES = 3  # of an identity that is told
BOOKKEEPING = "(formula on the site)"
BASE = re.compile(r"\\(?:dot|bar|hat|tilde|mathrm|mathcal|mathbb)\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z]")


@dataclass(frozen=True)
class Telling:
    """A step in two notations: of formulas that stand apart, and of those that run with words."""

    apart: ToldStep
    running: ToldStep


class Prose:
    """Tells one statement's steps; what a reader needs to know of a symbol is told once."""

    def __init__(self, statement: Statement, called: dict[str, str]) -> None:
        self.statement = statement
        self._apart = Narrator(statement, ArticleNotation(called))
        self.running = Narrator(statement, RunningNotation(called))

    def introduced(self) -> list[Definition]:
        """Return the definitions that what was told needs, and were not told."""
        self._apart.definitions.due()
        return list(self.running.definitions.due())

    def steps(self) -> list[Telling]:
        """Return every step, in the proof's order."""
        declared, told = self.statement.declared, []
        places = placed(declared)
        stated = set(declared.claim.assumed) if declared.claim is not None else set()
        for said in declared.said:
            here = [
                assumed.assumption
                for assumed, place in zip(declared.assumed, places, strict=True)
                if max(place, 1) == said.number and assumed not in stated and not assumed.added
            ]
            told.append(Telling(self._apart.step(said, here), self.running.step(said, here)))
        witnesses = {said.number for said in declared.said if said.step.role == "witness"}
        return list(_said_once(told, witnesses))


def _said_once(tellings: Sequence[Telling], witnesses: Collection[int]) -> Iterator[Telling]:
    """Yield steps without what the step before says in the same words, but of another witness.

    Steps in a row that are examples are told to be such behind the last of them.
    """
    before: tuple[str, ...] = ()
    row: list[int] = []
    for one, after in zip_longest(tellings, tellings[1:]):
        step, goes_on = one.running, after is not None and _is_example(after.running)
        bare = tuple(filter(None, map(_without_aside, step.claim.remarks)))
        row = [*row, step.number] if _is_example(step) else []
        own = step.number in witnesses  # and what names a step is said of this one, too
        kept = [r for r in bare if own or r not in before or steps_mentioned(r)]
        if len(row) > 1 and not goes_on:
            kept.append(f"Steps {ranges(row)} are examples: the statement does not depend on them.")
        elif row and not goes_on:
            kept = list(step.claim.remarks)
        before = bare
        claim = replace(step.claim, remarks=tuple(kept))
        yield replace(one, running=replace(step, claim=claim))


def _is_example(step: ToldStep) -> bool:
    return any(remark.endswith((ASIDE, ALSO_ASIDE)) for remark in step.claim.remarks)


def _without_aside(remark: str) -> str:
    return remark.removesuffix(ASIDE).removesuffix(ALSO_ASIDE)


def told(
    tellings: Sequence[Telling], full: Collection[int], mentioned: Collection[int] = ()
) -> str:
    """Return a proof, the steps of the numbers `full` with all their formulas.

    Of the others the sentences are told, with the formulas that they cannot do without; those that
    are `mentioned` bear their numbers.
    """
    parts: list[str] = []
    for one, follows in _followed(tellings):
        step = one.running
        if parts and parts[-1].endswith("."):
            one = Telling(_opened(one.apart), _opened(step))
        whole = step.number in full
        number = _numbered(step) if not whole and step.number in mentioned else ""
        parts.append(_full(one, follows) if whole else number + _short(one.running, follows))
    text = "\n".join(parts)
    short = [one for one in tellings if one.running.number not in full]
    needed = _needed(short, _symbols(text))
    return f"{needed}\n{text}" if needed else text


def _opened(step: ToldStep) -> ToldStep:
    """Return a step whose sentence begins anew."""
    first = step.sentence[:1].upper() if re.match(r"[a-z]+\b", step.sentence) else ""
    return replace(step, sentence=first + step.sentence[1:]) if first else step


def _followed(tellings: Sequence[Telling]) -> Iterator[tuple[Telling, str]]:
    """Yield every step with the sentence after it."""
    for telling, after in zip_longest(tellings, tellings[1:]):
        yield telling, "" if after is None else after.running.sentence


def _numbered(step: ToldStep) -> str:
    return rf"\proofnumber{{{step.number}}}"


# ------------------------------------------------------------------ in full


def _full(telling: Telling, follows: str) -> str:
    step = telling.running
    lets = "" if step.continues else " ".join([*let_sentences(step.assumes), ""])
    table = step.claim.table
    # What is said of a table leads to it.
    remarks = "" if table else " ".join(step.claim.remarks)
    named = [*(step.assumes if step.continues else ()), *step.introduces, *step.definitions]
    goes_on = follows[:1].islower() and not remarks
    meaning = _meaning(named) if goes_on else ""
    after = " ".join(part for part in (remarks, "" if goes_on else where(named).strip()) if part)
    ending = "." if after else _end(follows)
    return f"{lets}{_body(telling, meaning, ending, bool(after))}\n{after}".rstrip()


def _body(telling: Telling, meaning: str, ending: str, told_on: bool) -> str:
    """Return a step's sentence with its formulas, in it or set apart, and what they mean."""
    step, number = telling.running, _numbered(telling.running)
    shown = [d for d in step.claim.displays if d.lead != SINCE]
    apart = [d for d in telling.apart.claim.displays if d.lead != SINCE]
    table = step.claim.table
    if not shown and table is None:
        words = step.sentence
        remark = "".join(step.claim.remarks[:1])
        leads = told_on and remark and (words.endswith(":") or remark[:1].islower())
        if words[-1:] not in ".?!" and not leads:
            words = words.rstrip(",;:") + ending
        return f"{number}{words}{meaning}"
    if shown and _is_bookkeeping(apart):
        return f"{number}{led(step.sentence, BOOKKEEPING, meaning + ending)}"
    if shown and _fits(apart):
        text = f"{number}{led(step.sentence, inline(shown), meaning + ending)}"
    else:
        set_apart = displayed(apart, str(step.number)) if apart else []
        parts = [step.sentence, *set_apart, *filter(None, [meaning.strip()])]
        text = "\n".join(parts)
    if table is not None:
        lead = " ".join(step.claim.remarks)
        text = "\n".join([text, lead, *table_lines(table, "" if apart else str(step.number))])
    return text


def _is_bookkeeping(displays: Sequence[Display]) -> bool:
    """Tell whether formulas are an identity of so many lines that nobody reads them."""
    lines = sum(len(display_rows(display, LINE - TAG)) for display in displays)
    return lines > MOST_LINES and all(display.sign == "=" for display in displays)


def _fits(displays: Sequence[Display]) -> bool:
    """Tell whether formulas read well inside a sentence."""
    sizes = [size(_plain(d)) for d in displays]
    tall = [r"\sum" in d.formula and r"\frac" in d.formula for d in displays]
    limits = [INLINE_TALL if high else INLINE for high in tall]
    one_line = all(size <= most for size, most in zip(sizes, limits, strict=True))
    return one_line and sum(sizes) <= TOGETHER


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
    apart = mark or re.search(r"[$\d]$", words)  # two formulas side by side would read as one
    joint = "" if not apart or formulas == BOOKKEEPING else "," if mark == "," else ":"
    aside = ASIDE_AT_END.fullmatch(words)
    if aside and formulas == BOOKKEEPING:  # it belongs to the sentence, not to what is beside it
        return f"{aside[1]} {formulas}. {aside[2]}"
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
    told = where(definitions).strip().removeprefix("Here ").removesuffix(".")
    return f" (where {told})" if told else ""


def where(definitions: Sequence[Definition]) -> str:
    """Return what symbols mean, in a sentence."""
    told = []
    for one in definitions:
        text = one if isinstance(one, str) else inline([one])
        told.append(text)
    return f" Here {listed(told)}." if told else ""


# ------------------------------------------------------------------ in short


def _short(step: ToldStep, follows: str) -> str:
    shown = [d for d in step.claim.displays if d.lead != SINCE]
    ending = _end(follows)
    if step.sentence[-1:] in ".?!":
        return step.sentence
    if not shown and step.sentence.endswith(":") and step.claim.remarks:
        return f"{step.sentence} {step.claim.remarks[0]}"  # it leads to what is concluded
    if not shown:
        return step.sentence.rstrip(",;:") + ending
    long = sum(size(_plain(d)) for d in shown) > LONG
    return led(step.sentence, BOOKKEEPING if long else inline(shown), ending)


def _needed(tellings: Sequence[Telling], symbols: set[str]) -> str:
    """Return what is said of the symbols that a sketch mentions."""
    lets, meanings = [], []
    for telling in tellings:
        step = telling.running
        lets += [phrase for phrase in step.assumes if _symbols(phrase, first=True) & symbols]
        for one in (*step.introduces, *step.definitions):
            text = one if isinstance(one, str) else inline([one])
            if _symbols(text, first=True) & symbols and size(text) < LINE:
                meanings.append(text)
    return " ".join([*let_sentences(list(dict.fromkeys(lets))), *_sentence(meanings)])


def _sentence(told: Sequence[str]) -> list[str]:
    return [f"Here {listed(list(dict.fromkeys(told)))}."] if told else []


def _symbols(text: str, first: bool = False) -> set[str]:
    """Return the letters of the formulas of a text, or the first letter alone."""
    found = [name for formula in re.findall(r"\$([^$]*)\$", text) for name in BASE.findall(formula)]
    return set(found[:1] if first else found)
