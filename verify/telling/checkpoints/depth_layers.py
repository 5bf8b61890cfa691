"""What `verify depth` measured layer by layer: of the whole model, and of the reduced dynamics."""

from __future__ import annotations

import numpy as np

from verify.checkpoints.depth import ENTROPY, REDUCED, SIGNED, WHOLE_MODEL, DepthRun, Trace
from verify.checkpoints.factors import Array
from verify.checkpoints.measured import interval
from verify.telling.screen import Screen, table, wrapped

ROWS = 12  # of layers, evenly spread where there are more
SHOWN = (WHOLE_MODEL, REDUCED)
COLUMNS = ("cosine", "distance", "rank", ENTROPY, "alignment", SIGNED)
HEADER = ("after layer", "mean cosine", "distance", "rank", "entropy", "alignment", "signed")


def layer_lines(run: DepthRun, screen: Screen) -> list[str]:
    """Return a table by layer for each variant that is shown, medians with their intervals."""
    lines = []
    for trace in run.traces:
        if trace.variant.name in SHOWN:
            rows = [layer_row(trace, step) for step in _steps(len(trace.layers))]
            title = (
                f"By layer, {trace.variant.name} (entropy: of attention, relative to its "
                "maximum; signed: |mean cosine with v_1|, smaller than alignment if tokens "
                "are on both sides)"
            )
            lines += ["", *wrapped(title, screen.width), *table(HEADER, rows, screen, elastic=0)]
    return lines


def layer_row(trace: Trace, step: int) -> tuple[str, ...]:
    """Return a row: after so many layers, 0 of which is the start."""
    after = "start" if step == 0 else str(trace.layers[step - 1])
    return (after, *(_cell(measured(trace, name, step)) for name in COLUMNS))


def measured(trace: Trace, name: str, step: int) -> Array | None:
    """Return a measure of every prompt after so many layers, or None where there is none."""
    if name in trace.measures:
        return np.asarray(trace.measures[name][step])
    rows = {**trace.inside, **trace.aligned}.get(name)
    if rows is None or step == 0 or not np.isfinite(rows[step - 1]).all():
        return None
    return np.asarray(rows[step - 1])


def _cell(values: Array | None) -> str:
    if values is None:
        return ""
    found = interval(values)
    return f"{found.median:.3g} [{found.low:.3g}, {found.high:.3g}]"


def _steps(layers: int) -> list[int]:
    if layers < ROWS:
        return list(range(layers + 1))
    return sorted({round(k * layers / (ROWS - 1)) for k in range(ROWS)})
