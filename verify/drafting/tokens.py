"""TeX's tokens: commands, signs and letters, and where they stand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from verify.language.mistakes import Mistake
from verify.processes.plain_files import text_of

_LEXED = (r"%[^\n]*(?:\n[ \t]*)?|(?P<token>\\(?:[{}]+|.|\Z)|\s+|#+\d?|[][{{}}&~^_#]|\$\$?|"
          r"[^][{{}}$&~^_#%\\\s]+)")  # fmt: skip
LEXED = {at: re.compile(_LEXED.replace("[{}]+", letters, 1).replace("{{}}", "{}"), re.DOTALL)
         for at, letters in ((False, "[A-Za-z]+"), (True, "[A-Za-z@]+"))}  # fmt: skip


class Source:
    """The text of a file."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text

    @cached_property
    def _ends(self) -> list[int]:
        return [found.start() for found in re.finditer("\n", self.text)]

    def line(self, at: int) -> int:
        """Return the line of a character, from 1."""
        return bisect_right(self._ends, at - 1) + 1


class Token(NamedTuple):
    """A command, a sign or some letters; what a macro puts in lies where the macro was called."""

    text: str
    source: Source
    start: int
    end: int

    @property
    def place(self) -> str:
        """Return the file and the line."""
        return f"{self.source.path}:{self.source.line(self.start)}"


@dataclass
class Input:
    """What is being read: tokens that were put back, then a file from a character on."""

    pending: list[Token]
    source: Source | None = None
    at: int = 0
    letters: bool = False  # whether @ is one
    options: Sequence[str] = ()
    document: bool = False  # whether it began one
    ends: bool = False  # whether reading stops here


Arguments = Sequence[tuple[str | Sequence[str], "Sequence[Token] | None"]]


@dataclass(eq=False)
class Macro:
    """A macro: how each argument is read, its body, and the characters that come first.

    An argument is "m", "s", "o" with a default, or the characters that end it.
    """

    arguments: Arguments
    body: Sequence[Token]
    prefix: Sequence[str] = ()
    inert: bool | None = None  # whether only signs come out, so that braces may stand around them


def written(tokens: Iterable[Token]) -> str:
    """Return tokens as LaTeX."""
    out: list[str] = []
    for token in tokens:
        if out and token.text[:1].isalpha() and out[-1][:1] == "\\" and out[-1][-1].isalpha():
            out.append(" ")
        out.append(token.text)
    return "".join(out)


def closed(tokens: Sequence[Token]) -> bool:
    """Tell whether braces are in pairs."""
    depth = 0
    for token in tokens:
        depth += (token.text == "{") - (token.text == "}")
        if depth < 0:
            return False
    return depth == 0


def read(path: Path) -> str:
    """Return the text of a file; raises Mistake for what cannot be read."""
    try:
        return text_of(path)
    except UnicodeDecodeError:
        raise Mistake(f"{path}: not UTF-8; convert it (iconv -t utf-8)") from None
    except OSError as error:
        raise Mistake(f"{path}: {(error.strerror or 'cannot be read').lower()}; give the .tex "
                      "file of a paper") from None  # fmt: skip
