"""Theorems from outside that claims may assume: the propositions of Schemas.v."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from verify.statements.paper import Theorem

FILE = Path(__file__).parents[1].joinpath("methods", "kernel", "library", "Schemas.v")
TOLD = re.compile(r"\(\*((?:(?!\*\)).)*)\*\)\n(Definition (\w+) : Prop :=.*?\.)(?=\n|$)", re.DOTALL)


@lru_cache(maxsize=1)
def schemas() -> dict[str, Theorem]:
    """Return every theorem that a claim may cite, by its name in Coq, with the words before it."""
    found = TOLD.findall(FILE.read_text(encoding="utf-8"))
    return {key: Theorem(key, " ".join(says.split()), text) for says, text, key in found}
