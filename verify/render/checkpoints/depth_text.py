"""What `verify depth` tells on a terminal, and as JSON (schema verify.depth/1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from verify.checkpoints.depth import COLLAPSED, ONE_LAYER, REDUCED, WHOLE, DepthRun, Trace
from verify.checkpoints.measured import interval, order_and_coverage
from verify.render.checkpoints.numbers import bounds, finite, interval_json, short, spread
from verify.render.screen import Screen, table, wrapped

SCHEMA = "verify.depth/1"
ROWS = 12  # of layers, evenly spread where there are more
BY_LAYER = ("distance", "cosine", "rank")
HEADER = ("tokens through", "layers", "distance", "cosine", "rank", "distance left, interval")
NOTE = (
    "Distance: the mean |u_i - u_j| over pairs of a prompt's directions, 0 where all are one and "
    "1.41 where they are unrelated. Rank: effective, from 1 (a line). Left: the distance at the "
    "end over that at the start. All are medians over prompts; an interval holds its median with "
    "{sure:.1f} percent, whatever prompts are like."
)


def depth_lines(run: DepthRun, why_not: str, screen: Screen) -> list[str]:
    """Return the answer, then every variant, and what happens layer by layer.

    `why_not` says why there are no reduced dynamics, where there are none.
    """
    _, sure = order_and_coverage(run.start.ids.shape[0])
    lines = [*wrapped(answer(run), screen.width, more="  "), *wrapped(head(run), screen.width)]
    rows = [_row(trace) for trace in run.traces]
    lines += ["", *table(HEADER, rows, screen, elastic=0, right=(1, 2, 3, 4)), ""]
    lines += wrapped(NOTE.format(sure=100 * sure), screen.width)
    if why_not:
        lines += ["", *wrapped(f"Not reduced to attention alone: {why_not}.", screen.width)]
    if run.rate is not None:
        cited = ", ".join(run.rate.statements)
        told = (
            f"{ONE_LAYER}: near consensus its eigenvalues give the factor "
            f"{short(run.rate.predicted)} a layer in the end ({cited}); over the last quarter of "
            f"the layers it is {short(run.rate.measured)}."
        )
        lines += wrapped(told[:1].upper() + told[1:], screen.width)
    for trace in run.traces:
        if trace.name in (WHOLE, REDUCED):
            after, by_layer = ["start", *map(str, trace.layers)], []
            for k in spread(len(after), ROWS):
                found = [interval(np.asarray(trace.measures[m][k])) for m in BY_LAYER]
                by_layer.append((after[k], *(f"{short(f.median)} {bounds(f)}" for f in found)))
            lines += ["", f"By layer, {trace.name}"]
            lines += table(("after layer", *BY_LAYER), by_layer, screen, elastic=0)
    return lines


def answer(run: DepthRun) -> str:
    """Return in plain words whether tokens collapse in the whole model, with the numbers."""
    trace = run.trace(WHOLE)
    left, distances = trace.left, trace.measures["distance"]
    begin, end = float(np.median(distances[0])), float(np.median(distances[-1]))
    if not np.isfinite(left.median):
        return "Unknown: the tokens of each prompt begin at one place, or there is only one."
    if left.high <= COLLAPSED:
        said = "Yes, tokens collapse"
    elif left.low > COLLAPSED and left.high < 1:
        said = "No, tokens come closer and do not collapse"
    elif left.low > 1:
        said = "No, tokens do not collapse: they move apart"
    elif left.low > COLLAPSED:
        said = "No, tokens do not collapse: they stay about as far apart as they begin"
    else:
        said = "These prompts do not show whether tokens collapse"
    return (
        f"{said}. {100 * left.median:.0f}% of the distance of two tokens' directions is left after "
        f"the last layer [{100 * left.low:.0f}%, {100 * left.high:.0f}%]: {short(begin)} at the "
        f"start, {short(end)} at the end. (Collapsed: {100 * COLLAPSED:.0f}% or less.)"
    )


def head(run: DepthRun) -> str:
    """Return what was run."""
    config, (prompts, tokens) = run.model.base.config, run.start.ids.shape
    what = "given" if run.start.given else f"random (seed {run.seed})"
    return (
        f"{run.name}: {config.model_type}, {len(run.trace(WHOLE).layers)} layers of width "
        f"{config.hidden_size}; {prompts} prompts of {tokens} {what} tokens."
    )


def _row(trace: Trace) -> tuple[str, ...]:
    ends = [float(np.median(trace.measures[name][-1])) for name in BY_LAYER]
    left = trace.left
    shown = f"{short(left.median)} {bounds(left)}" if np.isfinite(left.median) else ""
    return (trace.name, str(len(trace.layers)), *(short(each) for each in ends), shown)


def depth_json(run: DepthRun) -> dict[str, Any]:
    """Return a run as plain data in the schema verify.depth/1."""
    config, trace = run.model.base.config, run.trace(WHOLE)
    return {
        "schema": SCHEMA,
        "checkpoint": {
            "model_type": config.model_type, "layers": len(trace.layers),
            "width": config.hidden_size, "heads": config.num_attention_heads,
        },
        "prompts": int(run.start.ids.shape[0]),
        "tokens": int(run.start.ids.shape[1]),
        "given": run.start.given,
        "seed": run.seed,
        "interval": "median, from order statistics of independent prompts",
        "answer": answer(run),
        "rate": None if run.rate is None else {
            "predicted": finite(run.rate.predicted),
            "measured": finite(run.rate.measured),
            "statements": list(run.rate.statements),
        },
        "variants": [
            {
                "name": each.name,
                "kind": each.kind,
                "layers": list(each.layers),
                "distance_left": interval_json(each.left),
                "measures": {
                    name: [interval_json(interval(row)) for row in rows]
                    for name, rows in each.measures.items()
                },
            }
            for each in run.traces
        ],
    }  # fmt: skip
