"""What `verify compare --html` writes: one page that needs nothing beside it, with every layer."""

from __future__ import annotations

from collections.abc import Sequence

from verify.checkpoints.comparing import Compared
from verify.telling.checkpoints.comparison_figure import comparison_figure
from verify.telling.checkpoints.comparison_text import (
    MODELS,
    NOTE,
    changes,
    common_layers,
    layer_rows,
    model_row,
)
from verify.telling.checkpoints.page import TABLES, cells_of, framed, pictured
from verify.telling.screen import Screen
from verify.telling.site.layout import escaped, table


def comparison_page(compared: Sequence[Compared]) -> str:
    """Return the page of a comparison."""
    names = [each.run.checkpoint.name for each in compared]
    title = f"Comparison: {', '.join(names)}"
    header, rows = layer_rows(compared, common_layers(compared))
    parts = [
        f"<h1>{escaped(title)}</h1>",
        table(MODELS, [cells_of(model_row(each)) for each in compared], label="Models"),
        f"<p>{escaped(NOTE)}</p>",
        pictured(comparison_figure(compared), f"Gap and structure of {', '.join(names)}"),
        "<h2>Layers</h2>",
        table(header, [cells_of(row) for row in rows], label="Layers"),
        *(f"<p>{escaped(words)}</p>" for words in changes(compared, Screen())),
    ]
    return framed(title, "\n".join(parts), TABLES, "verify compare")
