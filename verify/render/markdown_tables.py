"""Tables in Markdown, whose cells may hold formulas between dollar signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a | in a cell, be it in a formula, ends no cell."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    """Return a cell's text; viewers find formulas before or after they find cells."""
    parts = re.split(r"(\$[^$]*\$)", text.replace("\n", " "))
    for k, part in enumerate(parts):
        formula = part.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
        parts[k] = formula if k % 2 else part.replace("|", r"\|")
    return "".join(parts)
