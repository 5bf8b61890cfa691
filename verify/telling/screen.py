"""A terminal's width and colours, text laid out in columns, and how far something is."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TextIO

from verify.telling.streams import shown

EVERY = 10.0  # seconds between lines of progress where there is no terminal
FIXED_SPACE = "\u00a0"
CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
COLOURS = {
    "kernel": "green", "proved": "green", "enclosed": "cyan", "argued": "yellow",
    "sampled": "yellow",
    "refuted": "red", "inconclusive": "yellow", "holds": "green", "holds with": "green",
    "false": "red", "open": "yellow", "broken": "red", "survives": "red",
}  # fmt: skip


@dataclass(frozen=True)
class Screen:
    """Where text goes: how wide its lines are (None: they are not broken), and whether in colours.

    With `whole_rows` lines of tables and of code are not: another program may read them.
    """

    width: int | None = None
    colours: bool = False
    whole_rows: bool = False

    @property
    def row_width(self) -> int | None:
        """How wide a line of a table or of code may be."""
        return None if self.whole_rows else self.width

    def paint(self, text: str, style: str | None) -> str:
        """Return text in a colour, where there are colours."""
        text = shown(text)
        if not self.colours or style not in CODES:
            return text
        return f"\033[{CODES[style]}m{text}\033[0m"


def screen_of(stream: TextIO) -> Screen:
    """Return what a stream can show: only a terminal has colours; sentences are broken anywhere.

    NO_COLOR, unless it is empty, and a terminal that is dumb have none.
    """
    width = max(40, shutil.get_terminal_size().columns)
    if not stream.isatty():
        return Screen(width, whole_rows=True)
    return Screen(width, not os.environ.get("NO_COLOR") and not _is_dumb())


def _is_dumb() -> bool:
    return os.environ.get("TERM") == "dumb"


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int, str], None]]:
    """Give what says how far something is (done, all, what), with the time that has passed.

    On a terminal that is one live line, wiped away at the end, however that is; elsewhere a line
    every ten seconds, so that what is quick says nothing.
    """
    stream, begun, over = sys.stderr, time.monotonic(), threading.Event()
    state = [0, 0, "beginning"]
    live = stream.isatty() and not _is_dumb()

    def show(done: int, total: int, what: str) -> None:
        state[:] = [done, total, what]
        if live:
            _say(stream, f"\r\033[K{_live(state, time.monotonic() - begun)}")

    def keep_saying() -> None:
        while not over.wait(1.0 if live else EVERY):
            passed = time.monotonic() - begun
            line = f"\r\033[K{_live(state, passed)}" if live else f"{_far(state, passed)}\n"
            _say(stream, line)

    saying = threading.Thread(target=keep_saying, daemon=True)
    saying.start()
    try:
        yield show
    finally:
        over.set()
        saying.join()
        if live:
            _say(stream, "\r\033[K")


def _say(stream: TextIO, text: str) -> None:
    with suppress(OSError, ValueError):  # progress nobody can read is no reason to stop
        stream.write(text)
        stream.flush()


def _far(state: Sequence[Any], passed: float) -> str:
    return f"verify: {_counted(state)}{shown(state[2])}, {_clock(passed)}"


def _live(state: Sequence[Any], passed: float) -> str:
    """Return a line for a terminal: a bar, where there is room, and always the time."""
    done, total, what = state
    width, ending = max(20, shutil.get_terminal_size().columns - 1), f", {_clock(passed)}"
    filled = 20 * done // max(total, 1)
    line = f"{_counted(state)}{shown(what)}"
    if 21 + cells(line + ending) <= width:
        line = f"{'█' * filled}{'·' * (20 - filled)} {line}"
    return cut(line, width - cells(ending)) + ending


def _counted(state: Sequence[Any]) -> str:
    done, total, _ = state
    return f"{done}/{total} " if total else ""


def _clock(passed: float) -> str:
    return f"{int(passed) // 60}:{int(passed) % 60:02d}"


def cells(text: str) -> int:
    """Return how many columns a terminal takes for a text."""
    return sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """Return a text that fits, with … where something was left out."""
    if cells(text) <= width:
        return text
    kept = ""
    for character in text:
        if cells(kept + character) > width - 1:
            break
        kept += character
    return kept.rstrip() + "…"


def wrapped(text: str, width: int | None, indent: str = "", more: str | None = None) -> list[str]:
    """Return a text in lines; the lines after the first begin with `more`.

    Lines are broken at spaces, but not at those of `unbroken`.
    """
    text = shown(text)
    if width is None:
        return [(indent + text).replace(FIXED_SPACE, " ")]
    lines, line = [], indent
    later = indent if more is None else more
    begins = True
    for word in text.split(" "):
        if not begins and cells(line) + 1 + cells(word) > width:
            lines.append(line)
            line, begins = later, True
        line += word if begins else f" {word}"
        begins = False
    return [done.replace(FIXED_SPACE, " ") for done in (*lines, line)]


def unbroken(text: str, most: int = 32) -> str:
    """Return a short text as one word to `wrapped`; a long one as it is."""
    return text.replace(" ", FIXED_SPACE) if len(text) <= most else text


def table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    screen: Screen,
    *,
    elastic: int,
    right: Sequence[int] = (),
) -> list[str]:
    """Return rows under a header; where they are too long, the `elastic` column is broken."""
    rows = [[shown(cell) for cell in row] for row in rows]
    widths = [max(cells(row[k]) for row in (header, *rows)) for k in range(len(header))]
    if screen.row_width is not None:
        spare = screen.row_width - sum(widths) - 2 * (len(widths) - 1)
        widths[elastic] = max(12, widths[elastic] + min(0, spare))

    def line(row: Sequence[str], style: str | None = None) -> str:
        parts = []
        for k, (text, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - cells(text))
            painted = screen.paint(text, style or COLOURS.get(text))
            parts.append(space + painted if k in right else painted + space)
        return "  ".join(parts).rstrip()

    def lines(row: Sequence[str], style: str | None = None) -> Iterator[str]:
        first, *others = wrapped(row[elastic], widths[elastic])
        yield line([*row[:elastic], first, *row[elastic + 1 :]], style)
        for other in others:
            yield line(["" if k != elastic else other for k in range(len(row))])

    return [told for row, style in ((header, "bold"), *((r, None) for r in rows))
            for told in lines(row, style)]  # fmt: skip
