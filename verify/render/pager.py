"""Long output on a terminal goes through the pager of `pydoc`: $PAGER, or `less -FRX`."""

from __future__ import annotations

import contextlib
import io
import os
import pydoc
import shutil
import sys
from collections.abc import Iterator

from verify.render.streams import ShowingStream


class _Collected(io.StringIO):
    """Takes the output meant for a terminal."""

    def isatty(self) -> bool:
        return True


@contextlib.contextmanager
def paged() -> Iterator[None]:
    """Collect what is printed, and show it in a pager if the terminal has not enough lines.

    If standard output is not a terminal, or a dumb one, it is printed at once. The pager begins at
    the top, where the verdict is.
    """
    terminal, program = sys.stdout, os.environ.get("PAGER", "less").partition(" ")[0]
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    if dumb or not terminal.isatty() or shutil.which(program) is None:
        yield
        return
    collected = _Collected()
    sys.stdout = ShowingStream(collected)
    try:
        yield
    finally:
        sys.stdout = terminal
        text = collected.getvalue()
        os.environ.setdefault("LESS", "FRX")
        fits = text.count("\n") < shutil.get_terminal_size().lines
        terminal.write(text) if fits else pydoc.pager(text)
