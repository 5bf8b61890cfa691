"""Where the Coq proof of a claim is that its author wrote: a file beside the statement's module."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

SIGNS = {"-": "_", ".": "_", "+": "_plus", "'": "_prime", "*": "_star"}


def coq_name(identifier: str) -> str:
    """Return the name of a statement's theorem, and of the file with its proof: A_T4_1_plus."""
    name = "".join(SIGNS.get(c, c if c.isalnum() else f"_u{ord(c):x}") for c in identifier)
    return name if name[0].isalpha() else f"x{name}"


def proof_file(identifier: str, body: Callable[..., Any]) -> Path:
    """Return where the proof of the claim is to be that a statement's function makes."""
    return Path(inspect.getfile(body)).with_name(f"{coq_name(identifier)}.v")
