"""Statements about attention dynamics, and the methods that decide them.

Public names are looked up when first used, so that `import verify` costs milliseconds and the
libraries behind a name are loaded only with it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verify.checker import check
    from verify.interactive import catalogue, falsify, find, kernel_is_here, run, show

__all__ = ["catalogue", "check", "falsify", "find", "kernel_is_here", "run", "show"]
__version__ = "0.1.0"

_PUBLIC: dict[str, str] = {
    "catalogue": "verify.interactive",
    "check": "verify.checker",
    "falsify": "verify.interactive",
    "find": "verify.interactive",
    "kernel_is_here": "verify.interactive",
    "run": "verify.interactive",
    "show": "verify.interactive",
}
"""Where each public name is defined: name -> module."""


def __getattr__(name: str) -> object:
    """Return a public name from its module; raise AttributeError for any other (PEP 562)."""
    module = _PUBLIC.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(module), name)
    return value


def __dir__() -> list[str]:
    """List the public names with what is already loaded."""
    return sorted({*globals(), *_PUBLIC})
