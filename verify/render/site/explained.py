"""Words, letters and equation numbers explained where they stand, by hover, tap or keyboard.

A paper explains its terms, and `given(...)` what a statement's letters are. The first occurrence of
a word on a card has a note; a script shows the same for letters inside formulas.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from verify.render.hypotheses import placed
from verify.render.narration import Narrator
from verify.render.site.layout import escaped
from verify.render.site.mathml import MathmlNotation, math
from verify.statements.assumption import introduced
from verify.statements.statement import Statement

WORDS = MathmlNotation()
NO_PLACE = r"(?<!eq\. )(?<!eqs\. )(?<!\), )"  # where a statement stands, perhaps in another version
MARKUP = re.compile(r"(<(math|a|dfn|code)\b.*?</\2>|<[^>]*>)", re.DOTALL)
NAME = re.compile(r"<msub>(?:(?!<msub>).)*?</msub>|<mi\b[^>]*>.*?</mi>", re.DOTALL)
TAG = re.compile("<[^>]*>")
LETTER = re.compile(r"<mi\b[^>]*>(.*?)</mi>")


def with_notes(html: str, statement: Statement) -> str:
    """Return HTML in which the first occurrence of each term of the paper has a note."""
    notes = {key: note for key, note in statement.paper.terms if not key.startswith("$")}
    if not notes:
        return html
    longest = sorted(notes, key=len, reverse=True)
    some = "|".join(
        rf"{NO_PLACE}{re.escape(key)}" if key.startswith("(") else rf"\b{re.escape(key)}(?:s|es)?\b"
        for key in longest
    )
    pattern, seen = re.compile(some, re.IGNORECASE), set[str]()

    def noted(found: re.Match[str]) -> str:
        key = next(key for key in longest if found[0].lower().startswith(key.lower()))
        if key in seen:
            return found[0]
        seen.add(key)
        return (
            f'<dfn class="term" tabindex="0">{found[0]}<span class="note" role="note"> '
            f"{WORDS.prose(notes[key])}</span></dfn>"
        )

    parts, out, last = MARKUP.finditer(html), "", 0
    for part in parts:
        out += pattern.sub(noted, html[last : part.start()]) + part[0]
        last = part.end()
    return out + pattern.sub(noted, html[last:])


def letters(statement: Statement, shown: str, printed: str = "", numbers: str = "") -> str:
    """Return a list of letters, each with what it stands for.

    Those that the statement declares are looked for in what is `shown`, those that a step declares
    in the `numbers` that refute it, and those of the paper in what is `printed`.
    """
    narrator, told = Narrator(statement, WORDS), dict[str, str]()
    assumed = [entry.assumption for entry in statement.declared.assumed]
    names = [[_letter(narrator.printer.name(t).text) for t in introduced([a])] for a in assumed]
    every = frozenset(name for some in names for name in some)
    used = _used(shown, every), _used(numbers, every)
    for a, own, place in zip(assumed, names, placed(statement.declared), strict=True):
        phrase = narrator.phrase(a)
        told = {name: phrase for name in own if phrase and name in used[place > 0]} | told
    for key, note in statement.paper.terms:
        name = _letter(key.strip("$")) if key.startswith("$") else ""
        if name and name in _used(printed, every):
            told.setdefault(name, f"{WORDS.prose(key)}: {WORDS.prose(note)}")
    notes: dict[str, list[str]] = {}  # what several letters share is said once
    for name, note in told.items():
        notes.setdefault(note, []).append(name)
    lines = (f'<li data-letter="{escaped(" ".join(k))}">{note}</li>' for note, k in notes.items())
    return f'<ul class="letters">{"".join(lines)}</ul>' if notes else ""


def _used(shown: str, known: Collection[str]) -> set[str]:
    """Return the letters in formulas; a subscript belongs to a letter that is known with it."""
    used = set()
    for found in NAME.finditer(shown):
        whole, base = TAG.sub("", found[0]), LETTER.search(found[0])
        used.add(base[1] if base is not None and whole not in known else whole)
    return used


def _letter(name: str) -> str:
    """Return what stands on a page for a name: a letter, with its own subscript if it has one."""
    return TAG.sub("", math(name))
