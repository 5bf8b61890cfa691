"""What the commands about checkpoints write, found out before any work."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import TextIO

from verify.checkpoints.steering_run import check_outside
from verify.commands.shared import STANDARD_OUTPUT, check_file, check_not_read
from verify.telling.checkpoints.figures import check_kind
from verify.telling.errors import Usage

ARGUMENTS = ("json", "html", "csv", "output")


def check_outputs(asked: Namespace, *read: Path | None) -> None:
    """Find out whether all files can be written: outside of what is read, each its own."""
    sources = getattr(asked, "checkpoints", None) or [asked.checkpoint]
    check_kind("--output", asked.output)
    seen: dict[str, str] = {}
    for name in ARGUMENTS:
        path = getattr(asked, name, None)
        if path is None:
            continue
        argument = f"--{name}"
        for source in sources:
            check_outside(argument, path, source)
        check_file(argument, path)
        check_not_read(argument, path, *read)
        other = seen.setdefault(os.path.realpath(path), argument)
        if other != argument:
            raise Usage(f"{argument}: it is the file of {other}; give another")


def text_stream(asked: Namespace) -> TextIO:
    """Return where the text goes: not where a file goes."""
    files = [getattr(asked, name, None) for name in ARGUMENTS]
    return sys.stderr if STANDARD_OUTPUT in files else sys.stdout
