"""The sections that the folder of papers adds: those of its modules called `essays`."""

from __future__ import annotations

import importlib

from verify.statements.essays import Essay, essays_in
from verify.statements.folder import current

MODULE = "essays"


def essays() -> tuple[Essay, ...]:
    """Return every section, in the order of modules."""
    own = sorted(name for name in current().modules() if name.rpartition(".")[2] == MODULE)
    return tuple(essays_in([importlib.import_module(name) for name in own]))
