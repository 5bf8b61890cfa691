"""Long output on a terminal goes through a pager, as git does it: $PAGER, or `less -FRX`."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import subprocess
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

    If standard output is not a terminal, it is printed at once. The pager begins at the top, where
    the verdict is.
    """
    terminal, command = sys.stdout, _pager()
    if not terminal.isatty() or command is None:
        yield
        return
    collected = _Collected()
    sys.stdout = ShowingStream(collected)
    try:
        yield
    finally:
        sys.stdout = terminal
        text = collected.getvalue()
        if text.count("\n") < shutil.get_terminal_size().lines or not _show(command, text):
            terminal.write(text)


def _pager() -> list[str] | None:
    """Return the command line of the pager, None if there is none or the terminal is dumb."""
    command = shlex.split(os.environ.get("PAGER", "less"))
    if not command or command == ["cat"] or os.environ.get("TERM", "dumb") == "dumb":
        return None
    return command if shutil.which(command[0]) else None


def _show(command: list[str], text: str) -> bool:
    """Run the pager on a text until the user leaves it; return whether it could be started."""
    surroundings = {"LESS": "FRX", **os.environ}
    try:
        pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=surroundings)
    except OSError:
        return False
    data = text.encode(sys.stdout.encoding or "utf-8", "backslashreplace")
    while True:
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is for the pager, which goes on
            pager.communicate(data)
            return True
