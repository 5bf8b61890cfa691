"""What the commands about checkpoints write, found out before any work."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from verify.checkpoints.folder import located
from verify.commands.shared import STANDARD_OUTPUT, check_file, same_file
from verify.render.errors import Usage
from verify.render.streams import shown


def check_outputs(asked: Namespace) -> None:
    """Find out whether the file for JSON can be written, outside of what is read; raises Usage.

    Raises Mistake where there is no checkpoint.
    """
    root, path = located(asked.checkpoint), asked.json
    if path is None:
        return
    if path != STANDARD_OUTPUT and root in Path(os.path.realpath(path)).parents:
        raise Usage(f"--json: {path} is in the checkpoint, which stays as it is; move it")
    check_file("--json", path)
    if same_file(path, getattr(asked, "text", None)):
        raise Usage(f"--json: {path} is an input file; give another file")


def tell_broken(broken: Mapping[int, str]) -> bool:
    """Name the layers that are not finite; return whether there are any."""
    for number, why in broken.items():
        told = f"verify: layer {number} is not finite, and it is left out: {why}"
        print(shown(told), file=sys.stderr)
    return bool(broken)
