"""Terminals for tests: what a command writes to one, and a stream that says it is one."""

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_terminal(
    *arguments: str, lines: int = 40, columns: int = 80, **environment: str
) -> tuple[str, int]:
    """Return what a command writes to a terminal of that size, and its exit code."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    known = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
    known |= {"TERM": "xterm", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-m", "verify", *arguments],
        stdin=theirs, stdout=theirs, stderr=theirs, env=known | environment,
    ) as process:  # fmt: skip
        os.close(theirs)
        written = bytearray()
        try:
            while part := os.read(ours, 65536):
                written += part
        except OSError:  # the other side is closed
            pass
        os.close(ours)
    return written.decode().replace("\r\n", "\n"), process.returncode
