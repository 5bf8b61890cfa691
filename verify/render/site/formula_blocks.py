"""Displayed formulas, tables of them and witnesses in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from verify.render.site.layout import anchor, escaped, table
from verify.render.site.mathml import math
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.witnesses import witness_parts
from verify.writing.claims import ClaimText, Table
from verify.writing.definitions import Definition, Display

TAG = re.compile(r"<[^<>]*>|\s")
LONGEST = 40  # characters of a formula that is set as one
FITTING = 66  # characters of a part that fit on a line
SMALLEST = 72  # per cent: what is longer yet is scrolled
REASON = 60  # characters of a reason that stands in a proof
UNBROKEN = 36  # a part of a witness up to this length stays on one line
BEFORE_CLOSING = re.compile(r"(?<!<no-br>)(<math>(?:(?!</math>).)*</math>)([,.;:)\]]+)")
STEPS = re.compile(r"\b([Ss]teps? )((?:\(\d+\)|, | and | to )+)")


def display(shown: Display) -> str:
    """Return a formula on lines of its own; it may break before a sign between terms."""
    return f'<div class="display"{_smaller(shown)}>{_with_words(shown)}</div>'


def _with_words(shown: Display) -> str:
    lead = f"{shown.lead} " if shown.lead else ""
    return f"{lead}{in_line(shown)}{f', {shown.condition}' if shown.condition else ''}"


def _smaller(shown: Display) -> str:
    """Return the style of a formula with a part that would not fit on a line at full size."""
    longest = max(map(_length, (shown.left, *shown.terms)))
    percent = max(SMALLEST, 100 * FITTING // max(longest, 1))
    return f' style="font-size:{percent}%"' if percent < 100 else ""


def in_line(shown: Display) -> str:
    """Return a formula in a line of text, without what is said about it.

    A long one is cut before its relation and before the signs between its terms: browsers break
    lines between formulas, and never inside one.
    """
    first, *others = shown.terms or ("",)
    right = f"{shown.sign} {first}".strip()
    whole = " ".join(part for part in (shown.left, right, *others) if part)
    if _length(whole) <= LONGEST:
        return math(whole)
    parts = [math(part) for part in (shown.left, right) if part]
    return "<wbr/>".join([*parts, *(math(term, continued=True) for term in others)])


def folded_reasons(told: ClaimText) -> tuple[Display, ...]:
    """Return the reasons of an inequality, where they are too long to stand in a proof."""
    begins = [k for k, shown in enumerate(told.displays) if shown.lead == "since"]
    reasons = told.displays[begins[0] :] if begins else ()
    length = sum(_length(part) for shown in reasons for part in (shown.left, *shown.terms))
    return reasons if length > REASON else ()


def _length(latex: str) -> int:
    """Return how many characters a formula has in print."""
    return len(TAG.sub("", math(latex)))


def definitions(every: Iterable[Definition]) -> str:
    """Return what formulas use and a reader must be told."""
    told = (d if isinstance(d, str) else _with_words(d) for d in every)
    lines = "".join(f"<li>where {text}</li>" for text in told)
    return f'<ul class="where">{lines}</ul>' if lines else ""


def claim_html(told: ClaimText, names: Mapping[int, str]) -> str:
    """Return what a step claims; `names` are the steps' names by number, for links to them.

    A long reason is with the evidence.
    """
    shown = told.displays[: len(told.displays) - len(folded_reasons(told))]
    out = "".join(map(display, shown))
    out += "".join(f'<p class="remark">{linked(words, names)}</p>' for words in told.remarks)
    return out + (_table(told.table) if told.table is not None else "")


def held(text: str) -> str:
    """Return HTML in which a line never ends between a formula and what closes it: a comma, say.

    What is held already stays as it is.
    """
    return BEFORE_CLOSING.sub(r"<no-br>\1\2</no-br>", text)


def linked(words: str, names: Mapping[int, str]) -> str:
    """Return words with a link at every "step (3)" to that step of the same page."""

    def one(found: re.Match[str]) -> str:
        name = names.get(int(found[1]))
        return found[0] if name is None else f'<a href="#{step_anchor(name)}">{found[0]}</a>'

    def several(found: re.Match[str]) -> str:
        return found[1] + re.sub(r"\((\d+)\)", one, found[2])

    return STEPS.sub(several, words)


def step_anchor(name: str) -> str:
    """Return the anchor of a step on its statement's page."""
    return f"step-{anchor(name)}"


def _table(shown: Table) -> str:
    lines = ("".join(f"<td>{math(cell)}</td>" for cell in line) for line in shown.rows)
    return table(shown.header, (f"<tr>{line}</tr>" for line in lines), label="Spectrum")


def witness(found: Mapping[str, Any]) -> str:
    """Return a witness in a line of text, matrices as [1, 0; 0, 1]; it breaks between parts."""
    parts = (
        part.replace(" ", "\N{NO-BREAK SPACE}") if len(part) <= UNBROKEN else part
        for part in witness_parts(found, UnicodeNotation())
    )
    return escaped(", ".join(parts))
