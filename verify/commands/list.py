"""The command `list`: the statements, in the papers' order.

Where no file of the engine or of the papers has changed since they were listed, nothing is read for
it but what was listed then.
"""

from __future__ import annotations

import importlib
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from verify.processes.store import is_shaped
from verify.render.errors import AGREES
from verify.render.listed import Line, laid_out
from verify.render.screen import screen_of
from verify.statements.folder import current
from verify.statements.unchanged import Files, as_they_are


def perform(asked: Namespace) -> int:
    """List the statements, in the papers' order."""
    files = None
    if asked.json is asked.markdown is None and not asked.modules:
        files = as_they_are(current().path)
        lines = _kept(files, asked)
        if lines:
            _show(lines)
            return AGREES

    def listed(lines: Sequence[Line], *, whole: bool) -> None:
        if files is not None and whole:
            files.keep(_what(asked), list(lines))
        _show(lines)

    return int(_reading().perform(asked, listed))


def here() -> int:
    """Say what is here, how it stands on record, and what to type next."""
    return int(_reading().here())


def _reading() -> Any:
    """Return what reads the statements: that takes several times as long as all else here."""
    return importlib.import_module("verify.commands.listing")


def _what(asked: Namespace) -> str:
    return "claims listed" if asked.stops else "listed"


def _kept(files: Files, asked: Namespace) -> list[Line]:
    """Return what was listed of the paper that is asked for, nothing where that is not known."""
    fields = len(Line._fields)
    kept = files.kept(
        _what(asked),
        lambda told: is_shaped(told, [[str]]) and all(len(one) == fields for one in told),
    )
    lines = [Line(*one) for one in kept or ()]
    return [line for line in lines if asked.paper in (None, line.paper)]


def _show(lines: Sequence[Line]) -> None:
    for text in laid_out(lines, screen_of(sys.stdout)):
        print(text)
