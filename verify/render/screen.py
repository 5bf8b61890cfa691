"""A terminal's width and colours, text laid out in columns, and how far something is."""

from __future__ import annotations

import math
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

from verify.render.streams import shown

EVERY = 10.0  # seconds between lines of progress where there is no terminal
SURE = 4.0  # seconds after which the time that is left can be told
FIXED_SPACE = "\u00a0"
LEAST = 12  # columns of what is broken to make room
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
def progress_bar() -> Iterator[Callable[..., None]]:
    """Give what says how far something is (done, all, what), with the time that it takes.

    A fourth argument is the share of the time, where that is not the share of what is done.

    On a terminal that is one live line, wiped away at the end, however that is; elsewhere a line
    every ten seconds, so that what is quick says nothing.
    """
    stream, begun, over = sys.stderr, time.monotonic(), threading.Event()
    state: list[Any] = [0, 0, "beginning", 0.0, begun]
    live = stream.isatty() and not _is_dumb()

    def show(done: int, total: int, what: str, share: float | None = None) -> None:
        since = state[4] if what == state[2] else time.monotonic()
        state[:] = [done, total, what, done / max(total, 1) if share is None else share, since]
        if live:
            _say(stream, f"\r\033[K{_live(state, time.monotonic() - begun)}")

    def keep_saying() -> None:
        while not over.wait(1.0 if live else EVERY):
            passed = time.monotonic() - begun
            far = f"verify: {shown(state[2])}{_count(state)}, {_clock(passed)}\n"
            _say(stream, f"\r\033[K{_live(state, passed)}" if live else far)

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


def _live(state: Sequence[Any], passed: float) -> str:
    """Return a line for a terminal: a bar, where there is room, and always the time."""
    done, total, *_ = state
    width = max(20, shutil.get_terminal_size().columns - 1)
    what, ending = shown(state[2]), f"{_count(state)}, {_clock(passed)}"
    filled = 20 * done // max(total, 1)
    if 21 + cells(what + ending) <= width:
        what = f"{'█' * filled}{'·' * (20 - filled)} {what}"
    return cut(what, width - cells(ending)) + ending


def _count(state: Sequence[Any]) -> str:
    """Return ": 30 of 121, about 2 min left"; the time is known only after some."""
    done, total, _, share, since = state
    counted = f": {done} of {total}" if total else ""
    taken = time.monotonic() - since
    left = taken * (1 - share) / share if share else 0.0
    known = taken > SURE and left > 1
    lasts = f"{math.ceil(left / 60)} min" if left > 90 else f"{math.ceil(left)} s"
    return f"{counted}{f', about {lasts} left' if known else ''}"


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


def code_lines(text: str, screen: Screen, indent: str = "") -> list[str]:
    """Return lines of code; one that is too wide for a terminal goes on four columns further in."""
    lines: list[str] = []
    for line in text.splitlines() or [""]:
        own = indent + " " * (len(line) - len(line.lstrip()))
        lines += wrapped(line.strip(), screen.row_width, own, f"{own}    ")
    return lines


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
    """Return rows under a header; where they are too long, two columns are broken at words.

    These are the `elastic` one, and the last unless it has numbers (`right`). Where that is not
    enough, the columns that are left stand below, beside the first one again.
    """
    rows = [[shown(cell) for cell in row] for row in rows]
    widths = [max(cells(row[k]) for row in (header, *rows)) for k in range(len(header))]
    breaking = {elastic, *({len(widths) - 1} - {*right})}
    words = [max((cells(w) for row in rows for w in row[k].split()), default=0)
             for k in range(len(header))]  # fmt: skip
    least = [min(w, max(LEAST, words[k])) if k in breaking else w for k, w in enumerate(widths)]
    lines: list[str] = []
    for block in _blocks(least, screen.row_width):
        taken = {k: widths[k] for k in block}
        over = sum(taken.values()) + 2 * len(block) - 2 - (screen.row_width or math.inf)
        while over > 0 and (wide := [k for k in breaking & {*block} if taken[k] > least[k]]):
            taken[max(wide, key=taken.__getitem__)] -= 1
            over -= 1
        lines += [""] if lines else []
        for row, style in ((header, "bold"), *((row, None) for row in rows)):
            lines += _row_lines([row[k] for k in block], list(taken.values()), screen, style,
                                [place for place, k in enumerate(block) if k in right])  # fmt: skip
    return lines


def _blocks(least: Sequence[int], room: int | None) -> list[list[int]]:
    """Return which columns stand beside each other, in each block the first one, too."""
    blocks = [[0]]
    for column in range(1, len(least)):
        beside = [*blocks[-1], column]
        full = room is not None and sum(least[k] + 2 for k in beside) - 2 > room
        if full and len(beside) > 2:
            blocks.append([0, column])
        else:
            blocks[-1] = beside
    return blocks


def _row_lines(
    row: Sequence[str],
    widths: Sequence[int],
    screen: Screen,
    style: str | None,
    right: Sequence[int],
) -> list[str]:
    """Return a row of a table; what is wider than its column goes on in the next line."""
    broken = [wrapped(text, width) for text, width in zip(row, widths, strict=True)]
    lines = []
    for number in range(max(map(len, broken))):
        parts = []
        for k, (told, width) in enumerate(zip(broken, widths, strict=True)):
            text = told[number] if number < len(told) else ""
            space = " " * (width - cells(text))
            painted = screen.paint(text, style or COLOURS.get(row[k])) if text else ""
            parts.append(space + painted if k in right else painted + space)
        lines.append("  ".join(parts).rstrip())
    return lines
