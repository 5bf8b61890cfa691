"""What a command prints, whatever the streams are: shown where it would control a terminal.

Text of authors and of checkpoints may hold anything. Control characters are written as `\\x1b`, and
so is what the stream's encoding lacks. Only the codes of our own colours and bars pass.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterator
from typing import Any, TextIO

OURS = re.compile("(\r\x1b\\[K|\x1b\\[(?:0|1|2|3[1-6])m)")
# C0 but for the tab and the end of a line, DEL, C1, and what turns the direction of text around.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class OutputLost(Exception):
    """Standard output takes no more; `error` says why."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        self.error = error


def shown(text: str) -> str:
    """Return text with its control characters written out."""
    return CONTROL.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


class ShowingStream:
    """A text stream that shows what it is given, and takes every character."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._encoding = stream.encoding or "utf-8"
        self._ours = stream.isatty()

    def write(self, text: str) -> int:
        """Write a text. Raises OutputLost, and BrokenPipeError where nobody reads any more."""
        parts = OURS.split(text) if self._ours else [text]
        safe = "".join(part if k % 2 else shown(part) for k, part in enumerate(parts))
        safe = safe.encode(self._encoding, "backslashreplace").decode(self._encoding)
        with _told():
            self._stream.write(safe)
        return len(text)

    def write_data(self, text: str) -> None:
        """Write what another program reads, in UTF-8 whatever the terminal's encoding is."""
        buffer = getattr(self._stream, "buffer", None)
        with _told():
            if buffer is None:
                self._stream.write(text)
                return
            self._stream.flush()
            buffer.write(text.encode("utf-8", "replace"))
            buffer.flush()

    def flush(self) -> None:
        """Write what is waiting. Raises as `write` does."""
        with _told():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputLost(error) from None


@contextlib.contextmanager
def shown_streams() -> Iterator[None]:
    """Show what is printed on both streams; one for errors that is closed takes nothing."""
    before = sys.stdout, sys.stderr
    with contextlib.ExitStack() as stack:
        errors = sys.stderr
        if errors is None:
            errors = stack.enter_context(open(os.devnull, "w", encoding="utf-8"))
        sys.stdout, sys.stderr = ShowingStream(sys.stdout), ShowingStream(errors)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


def drop_what_waits(stream: TextIO) -> None:
    """Let what a stream still holds go nowhere, or Python would fail on it at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
