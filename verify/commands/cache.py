"""The command `cache`: what is kept between runs."""

from __future__ import annotations

from argparse import Namespace

from verify.commands.shared import show_lines
from verify.processes.store import MOST, store
from verify.render.errors import AGREES
from verify.render.words import counted


def perform(asked: Namespace) -> int:
    """Say how much is kept between runs, and where; or forget it."""
    kept = store()
    number, size = kept.size()
    if asked.clear:
        kept.clear()
    told = f"{counted(number, 'file')} of {size / 1e6:.1f} MB"
    most = "" if asked.clear else f" (at most {MOST / 1e6:.0f} MB)"
    show_lines([f"{kept.folder}: {told} {'deleted' if asked.clear else 'cached'}{most}"])
    return AGREES
