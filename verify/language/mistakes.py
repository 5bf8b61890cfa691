"""The errors of users and authors: one line that says what is wrong and how to fix it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from types import CodeType


class Mistake(Exception):
    """An error in the input, in the words of its author."""


class LimitHit(Mistake):
    """Not the input is wrong: there is no room for the work, in memory or on disk (exit code 4)."""


class ToolFailed(Mistake):
    """Not the input is wrong: a program that is needed does not work here (exit code 3)."""


def place(code: CodeType, line: int) -> str:
    """Return `folder/file.py:line`, short enough for one line and clickable in an editor."""
    return "/".join(code.co_filename.rsplit("/", 2)[-2:]) + f":{line}"


def nearest(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the fix for an unknown name: the nearest known names, or else the given advice."""
    folded = {each.lower(): each for each in known}
    near = difflib.get_close_matches(name.strip().lower(), folded, 3)
    if near:
        *first, last = (repr(folded[each]) for each in near)
        return f"did you mean {' or '.join([', '.join(first), last] if first else [last])}?"
    return otherwise or f"use {', '.join(folded.values())}"


def unknown(what: str, name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the message about an unknown name: "unknown command 'shwo'; did you mean 'show'?"."""
    return f"unknown {what} {name!r}; {nearest(name, known, otherwise)}"
