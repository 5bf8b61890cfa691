"""Formulas over several lines: broken where a reader would break them.

A line ends before a relation or a sum's sign, or after a comma, as few brackets deep as may be: not
within a product, and not after a sign. In words a line may end anywhere, and does so first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from verify.render.screen import FIXED_SPACE, Screen, cells
from verify.render.streams import shown

RELATIONS = frozenset(("=", "≠", "≤", "≥", "<", ">", ":=", "->", "<=", ">=", "<>", "/\\", "\\/"))
SIGNS = frozenset(("+", "−", "-"))
JOINING = frozenset(("if", "or", "and", "where", "then", "for"))
OPENING, CLOSING = frozenset("({⟨"), frozenset(")}⟩")
BARS = frozenset("‖|")
WORD = re.compile(r"[“(\[]*[A-Za-z-]{2,}[”)\].,:;]*")

# What it costs to end a line somewhere; a bracket around it costs more than a line less saves.
IN_WORDS, AT_COMMA, AT_RELATION, AT_SUM, AT_WORD, IN_PRODUCT, AFTER_SIGN = 0, 1, 2, 3, 3, 6, 9
A_BRACKET, A_LINE = 5, 2


def formula_lines(
    text: str, width: int | None, indent: str = "", more: str | None = None
) -> list[str]:
    """Return formulas, or words with formulas, in lines; those after the first begin with `more`.

    Lines end at spaces only, and not at those of `unbroken`. Without a width nothing is broken.
    """
    words = shown(text).split(" ")
    later = indent if more is None else more
    if width is None or cells(indent) + cells(text) <= width:
        return [f"{indent}{' '.join(words)}".replace(FIXED_SPACE, " ")]
    lines = _lines(words, width - cells(indent), width - cells(later))
    starts = [indent, *(later for _ in lines[1:])]
    return [f"{a}{b}".replace(FIXED_SPACE, " ") for a, b in zip(starts, lines, strict=True)]


def code_lines(text: str, screen: Screen, indent: str = "") -> list[str]:
    """Return lines of code; one that is too wide for a terminal goes on four columns further in."""
    lines: list[str] = []
    for line in text.splitlines() or [""]:
        own = indent + " " * (len(line) - len(line.lstrip()))
        lines += formula_lines(line.strip(), screen.row_width, own, f"{own}    ")
    return lines


def _lines(words: Sequence[str], first: int, later: int) -> list[str]:
    """Return the words in the lines that cost least; of two ways, the one with longer first lines.

    A word that is too long for a line has one of its own.
    """
    lengths, gaps = [cells(word) for word in words], _costs(words)
    best: list[tuple[float, int]] = [(0.0, 0)] * (len(words) + 1)  # of the words from k on
    for k in reversed(range(len(words))):
        room, taken, ways = (later if k else first), -1, []
        for end in range(k + 1, len(words) + 1):
            taken += lengths[end - 1] + 1
            if taken > room and end > k + 1:
                break
            left = A_LINE + gaps[end - 1] if end < len(words) else 0
            ways.append((best[end][0] + left, -end))
        cost, end = min(ways)
        best[k] = cost, -end
    lines, k = [], 0
    while k < len(words):
        end = best[k][1]
        lines.append(" ".join(words[k:end]))
        k = end
    return lines


def _costs(words: Sequence[str]) -> list[int]:
    """Return what it costs to end a line after each word but the last."""
    inside, around, costs = 0, 0, []
    for before, after in pairwise(words):
        inside = max(0, inside + _deeper(before))
        # A claim's words stand in brackets of this kind, which are no formula's.
        around = max(0, around + before.count("[") - before.count("]"))
        cost = _cost(before, after)
        costs.append(cost + A_BRACKET * (inside if cost == IN_WORDS else inside + around))
    return costs


def _deeper(word: str) -> int:
    """Return by how many brackets what follows a word is deeper than the word.

    A bar opens where nothing that it could close stands before it.
    """
    depth, previous = 0, ""
    for character in word:
        opens, closes = character in OPENING, character in CLOSING
        if character in BARS:
            opens = previous == "" or previous in OPENING or previous in "[/−-+"
            closes = not opens
        depth += opens - closes
        previous = character
    return depth


def _cost(before: str, after: str) -> int:
    if WORD.fullmatch(before) and WORD.fullmatch(after):
        return IN_WORDS
    if before[-1:] in (",", ":", ";") or after in JOINING:
        return AT_COMMA
    if after in RELATIONS:
        return AT_RELATION
    if before in RELATIONS or before in SIGNS:
        return AFTER_SIGN
    if after in SIGNS:
        return AT_SUM
    return AT_WORD if WORD.fullmatch(before) or WORD.fullmatch(after) else IN_PRODUCT
