"""The command `figures`: the papers' figures, and ours."""

from __future__ import annotations

from argparse import Namespace

from verify.processes.store import store
from verify.statements import fingerprint
from verify.telling.figures import command


def perform(asked: Namespace) -> int:
    """Draw figures, with their captions and data; parts computed before are kept."""
    return command.command_figures(asked, store(), fingerprint.engine())
