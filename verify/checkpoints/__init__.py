"""Real checkpoints: a folder with config.json and safetensors, read without running its code.

    checkpoint = load(folder)                    # maps the files, reads no weight
    layer = checkpoint.layers[3]

Conventions. The papers' formulas are for columns: a head h scores the pair (i, j) by x_i^T P_h x_j,
averages s_i^h = sum_j A^h_ij x_j with the softmax A^h of the scores, and the layer adds sum_h F_h
s_i^h to x_i. Every matrix here is such a one, (out, in), whatever way it is stored:

    P_h = scale Q_h^T K_h      F_h = W_h V_h      F = sum_h F_h = W V

States, as arrays, have tokens as rows: (prompts, tokens, width). Everything is float64 unless
another type is asked for. Trouble is a `Mistake` of one line (exit code 2), or a `LimitHit`, a
kind of Mistake, where there is no room in memory or on disk (exit code 4).

From Python, `verify.checkpoints.open(name)` opens a folder or a name and measures it in rows: see
`verify.checkpoints.api`, which is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verify.checkpoints.api import Opened, open, schema

__all__ = ["Opened", "open", "schema"]


def __getattr__(name: str) -> object:
    """Return a public name from its module; raise AttributeError for any other (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module("verify.checkpoints.api"), name)
    return value
