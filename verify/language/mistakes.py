"""What an author is told when a statement is written wrongly: one line, with the fix."""

from __future__ import annotations

from types import CodeType


class Mistake(Exception):
    """An author's mistake, told in the author's words."""


class LimitHit(Mistake):
    """Not the input is wrong: there is no room for the work, in memory or on disk (exit code 4)."""


class ToolFailed(Mistake):
    """Not the input is wrong: a program that is needed does not work here (exit code 3)."""


def place(code: CodeType, line: int) -> str:
    """Return `folder/file.py:line`, short enough for one line and clickable in an editor."""
    return "/".join(code.co_filename.rsplit("/", 2)[-2:]) + f":{line}"
