"""Statements about attention dynamics, and the methods that decide them.

Public names are looked up when first used, so that `import verify` costs milliseconds and the
libraries behind a name are loaded only with it. In a notebook they are loaded at once: they bring
the ways to show a statement.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verify.checker import check
    from verify.checkpoints.layers import load_checkpoint
    from verify.render.plots import Picture, axes, line, slider
    from verify.session import (
        catalogue,
        derivation,
        falsify,
        find,
        kernel_is_here,
        realise,
        run,
        show,
        step,
        to_json,
    )

__all__ = [
    "Picture", "axes", "catalogue", "check", "derivation", "falsify", "find", "kernel_is_here",
    "line", "load_checkpoint", "realise", "run", "show", "slider", "step", "to_json",
]  # fmt: skip
__version__ = "0.1.0"

_PUBLIC: dict[str, str] = {
    **dict.fromkeys(("Picture", "axes", "line", "slider"), "verify.render.plots"),
    "check": "verify.checker",
    "load_checkpoint": "verify.checkpoints.layers",
    **dict.fromkeys(
        ("catalogue", "derivation", "falsify", "find", "kernel_is_here", "realise", "run", "show",
         "step", "to_json"), "verify.session",
    ),
}  # fmt: skip
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


if "IPython" in sys.modules:
    importlib.import_module("verify.session")
