"""What the commands about checkpoints write, found out before any work."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from verify.checkpoints.rows import Rows
from verify.checkpoints.starts import STANDARD_INPUT
from verify.checkpoints.steering_run import check_outside
from verify.commands.shared import STANDARD_OUTPUT, check_file, check_not_read, write
from verify.installers import extra_line
from verify.telling.checkpoints.figures import check_kind
from verify.telling.errors import ToolMissing, Usage
from verify.telling.streams import shown

ARGUMENTS = ("json", "html", "csv", "parquet", "figure", "output")


def check_outputs(asked: Namespace, *read: Path | None) -> None:
    """Find out whether all files can be written: outside of what is read, each its own.

    Raises Usage, and ToolMissing for Parquet without pyarrow.
    """
    if getattr(asked, "parquet", None) is not None and find_spec("pyarrow") is None:
        raise ToolMissing("pyarrow", f"{extra_line('pyarrow')}, or give --csv")
    sources = getattr(asked, "checkpoints", None) or [asked.checkpoint]
    drawn = "figure" if hasattr(asked, "figure") else "output"  # a folder, beside --figure
    check_kind(f"--{drawn}", getattr(asked, drawn))
    seen: dict[str, str] = {}
    for name in (name for name in ARGUMENTS if name != "output" or drawn == name):
        path = getattr(asked, name, None)
        if path is None:
            continue
        argument = f"--{name}"
        for source in sources:
            check_outside(argument, path, source)
        check_file(argument, path)
        check_not_read(argument, path, *(each for each in read if each != STANDARD_INPUT))
        other = seen.setdefault(os.path.realpath(path), argument)
        if other != argument:
            raise Usage(f"{argument}: {other} writes the same file; give another")


def write_rows(asked: Namespace, rows: Callable[[], Rows]) -> None:
    """Write rows as CSV, as Parquet, or both, if they were asked for."""
    if asked.csv is not None:
        write("--csv", asked.csv, rows().to_csv())
    if asked.parquet is not None:
        write("--parquet", asked.parquet, rows().to_parquet())


def tell_broken(broken: Mapping[int, str], done: str = "left out") -> bool:
    """Name the layers that are not finite, and what was done; return whether there are any."""
    for number, why in broken.items():
        print(shown(f"verify: layer {number} is not finite ({why}); {done}"), file=sys.stderr)
    return bool(broken)


def text_stream(asked: Namespace) -> TextIO:
    """Return where the text goes: not where a file goes."""
    files = [getattr(asked, name, None) for name in ARGUMENTS]
    return sys.stderr if STANDARD_OUTPUT in files else sys.stdout
