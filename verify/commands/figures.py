"""The command `figures`: the papers' figures, and ours."""

from __future__ import annotations

from argparse import Namespace

from verify.processes.store import store
from verify.render.figures import command
from verify.statements import fingerprint


def perform(asked: Namespace) -> int:
    """Draw figures, with their captions and data; parts computed before are kept."""
    return command.command_figures(asked, store(), fingerprint.engine())
