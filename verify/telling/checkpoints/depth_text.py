"""The output of `verify depth`: text for a terminal, and JSON (schema verify.depth/1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from verify.checkpoints.depth import REDUCED, WHOLE_MODEL, DepthRun, Trace
from verify.checkpoints.factors import Array
from verify.checkpoints.measured import interval, order_and_coverage
from verify.checkpoints.predictions import Judged, judged
from verify.checkpoints.staying import Ranking
from verify.telling.checkpoints.numbers import bounds, finite, interval_json, short
from verify.telling.checkpoints.ways_text import ranking_lines, rankings_json, ways_json, ways_lines
from verify.telling.screen import Screen, cells, table, wrapped

SCHEMA = "verify.depth/1"
COLLAPSED = 0.01  # the answer is yes if less than this share of the initial distance is left
HEADER = (
    "variant", "layers", "distance", "median interval", "rank", "alignment", "average",
    "predicted", "measured", "",
)  # fmt: skip
NUMBERS = ("layers", "distance", "rank", "alignment", "average")
# Left out, in this order, where the screen is too narrow.
SPARED = ("average", "layers", "rank", "alignment", "measured", "median interval")
TITLES = {
    "pieces": "Attention alone, and parts added to it",
    "without": "The whole model with one part removed (without norms, lengths are set to 1)",
    "intervention": "Interventions",
    "control": "Controls",
}


def answer(run: DepthRun) -> str:
    """Return whether the tokens of the whole model collapse, in a sentence with the number."""
    shares = {}
    for trace in run.traces:
        start, end = (trace.measures["distance"][place] for place in (0, -1))
        if trace.variant.name in (WHOLE_MODEL, REDUCED) and np.all(start > 0):
            shares[trace.variant.name] = interval(end / start)
    if WHOLE_MODEL not in shares:
        return "Do the tokens collapse? Not measured: a prompt needs two different tokens."
    whole = shares[WHOLE_MODEL]
    if whole.high < COLLAPSED:
        reply = "Yes"
    elif whole.high < 1:
        reply = "No, but they come closer"
    else:
        reply = "No, they move apart" if whole.low > 1 else "No"
    alone = shares.get(REDUCED)
    low, high = _percent(whole.low), _percent(whole.high)
    also = "" if alone is None else f" With attention alone: {_percent(alone.median)}."
    return (
        f"Do the tokens collapse? {reply}: {_percent(whole.median)} of their distance is left "
        f"after {run.depth} layers (interval {low} to {high}).{also}"
    )


def _percent(share: float) -> str:
    return f"{short(100 * share)} %"


def head_lines(run: DepthRun, screen: Screen) -> list[str]:
    """Return what was run."""
    config, shape = run.checkpoint.config, run.start.ids.shape
    shared = "shared weights" if len(set(config.weights_of)) == 1 else "separate weights"
    masks = "causal" if config.causal else "full"
    order = "pre-norm" if config.norm_first else "post-norm"
    what = "given" if run.start.given else f"random (seed {run.seed})"
    bits = 8 * run.traces[0].end.dtype.itemsize
    text = (
        f"{run.checkpoint.name}: {config.model_type}, {config.layers} layers ({shared}), width "
        f"{config.width}, {config.heads} heads, {masks} attention, {order}. {shape[0]} prompts of "
        f"{shape[1]} {what} tokens through {run.depth} layers, in {bits} bits."
    )
    return [*wrapped(text, screen.width), ""]


def definition_lines(run: DepthRun, screen: Screen) -> list[str]:
    """Return the meaning of the columns."""
    count, tokens = run.start.ids.shape
    _, sure = order_and_coverage(count)
    drawn = " if the prompts are independent draws" if run.start.given else ""
    meanings = (
        "Distance: the mean of |u_i - u_j| over pairs of a prompt's token directions.",
        f"Interval: contains the median over prompts with {100 * sure:.1f} percent confidence "
        f"(order statistics, exact{drawn}).",
        f"Rank: the effective rank, from 1 (one line) to {tokens}.",
        "Alignment: with the principal eigenvector or plane of the layer, from 0 to 1. Average: "
        "over all eigenvectors.",
        "Measured: the rate, with the interval of its median plus its remaining change. A "
        "prediction disagrees if tokens are slower at 99.99 percent confidence.",
    )
    return [line for text in meanings for line in wrapped(text, screen.width, more="  ")]


def run_lines(run: DepthRun, screen: Screen, ranked: Sequence[Ranking] = ()) -> list[str]:
    """Return the answer, the tables of a run, and the reasons for the predictions."""
    lines = [*wrapped(answer(run), screen.width), "", *head_lines(run, screen)]
    told = [(trace, judged(run, trace)) for trace in run.traces]
    shown = columns([row(trace, said) for trace, said in told], screen)
    header = [HEADER[k] for k in shown]
    right = [place for place, k in enumerate(shown) if HEADER[k] in NUMBERS]
    for kind, title in TITLES.items():
        rows = [
            [cell for k, cell in enumerate(row(trace, said)) if k in shown]
            for trace, said in told
            if trace.variant.kind == kind
        ]
        if rows:
            lines += [title, *table(header, rows, screen, elastic=0, right=right), ""]
    lines += [*definition_lines(run, screen), ""]
    if spared := [name for k, name in enumerate(HEADER) if k not in shown]:
        left_out = f"Columns left out on this narrow screen: {', '.join(spared)}. --csv has them."
        lines += [*wrapped(left_out, screen.width, more="  "), ""]
    lines += [*ways_lines(run, screen), *ranking_lines(run, ranked, screen)]
    for words, names in _reasons(told).items():
        lines += wrapped(f"{', '.join(names)}: {words}", screen.width, more="  ")
    return lines


def columns(rows: Sequence[Sequence[str]], screen: Screen) -> list[int]:
    """Return which columns fit on a screen without cutting a name."""
    widths = [max(cells(row[k]) for row in (HEADER, *rows)) for k in range(len(HEADER))]
    shown = list(range(len(HEADER)))
    for name in SPARED:
        width = screen.row_width
        if width is None or sum(widths[k] + 2 for k in shown) - 2 <= width:
            break
        shown.remove(HEADER.index(name))
    return shown


def row(trace: Trace, said: Judged) -> tuple[str, ...]:
    """Return a variant's line of the table."""
    end = interval(trace.measures["distance"][-1])
    return (
        trace.variant.name,
        str(len(trace.layers)),
        short(end.median),
        bounds(end),
        f"{np.median(trace.measures['rank'][-1]):.2f}",
        _last(trace.aligned, "alignment"),
        _last(trace.aligned, "average alignment"),
        predicted_words(said),
        "" if said.measured is None else f"{short(said.measured.median)} {bounds(said.measured)}",
        said.agreement,
    )


def predicted_words(said: Judged) -> str:
    """Return the predicted number with what it is."""
    number = said.prediction.number
    if number is None:
        return ""
    return {
        "meet": f"{'≤ ' if said.prediction.is_bound else ''}×{short(number)} per layer",
        "power": f"t^{short(number)}",
        "apart": f"> {short(number)}",
        "sides": f"share {short(number)}",
    }.get(said.prediction.expects, "")


def _last(measured: Mapping[str, Array], name: str) -> str:
    return f"{np.median(measured[name][-1]):.2f}" if name in measured else ""


def _reasons(told: Sequence[tuple[Trace, Judged]]) -> dict[str, list[str]]:
    """Return what the predictions say and cite, {words: variants}."""
    found: dict[str, list[str]] = {}
    for trace, said in told:
        cited = ", ".join(said.prediction.statements)
        words = said.prediction.says + (f" ({cited})" if cited else "") + "."
        if said.says:
            words += f" Measured: {said.says}."
        found.setdefault(words[:1].upper() + words[1:], []).append(trace.variant.name)
    return found


# ------------------------------------------------------------------ JSON


def run_json(
    run: DepthRun, library: float | str | None = None, ranked: Sequence[Ranking] = ()
) -> dict[str, Any]:
    """Return a run as plain data in the schema verify.depth/1.

    `library`: by how much the library's whole model ends elsewhere, or why it has none.
    """
    config = run.checkpoint.config
    return {
        "schema": SCHEMA,
        "checkpoint": {
            "model_type": config.model_type, "layers": config.layers, "width": config.width,
            "heads": config.heads, "causal": config.causal, "norm_first": config.norm_first,
            "shared": config.shared,
        },
        "prompts": int(run.start.ids.shape[0]),
        "tokens": int(run.start.ids.shape[1]),
        "given": run.start.given,
        "depth": run.depth,
        "dtype": str(run.traces[0].end.dtype),
        "seed": run.seed,
        "eigenvectors": run.eigenvectors,
        "interval": "median, from order statistics of independent prompts",
        "library": library,
        "ways_out": ways_json(run),
        "rankings": rankings_json(ranked),
        "variants": [variant_json(run, trace) for trace in run.traces],
    }  # fmt: skip


def variant_json(run: DepthRun, trace: Trace) -> dict[str, Any]:
    """Return a variant with every measure after every layer, and its prediction."""
    said = judged(run, trace)
    return {
        "name": trace.variant.name,
        "kind": trace.variant.kind,
        "layers": list(trace.layers),
        "measures": {
            name: [interval_json(interval(row)) for row in rows]
            for name, rows in (
                *trace.measures.items(),
                *trace.inside.items(),
                *trace.aligned.items(),
            )
        },
        "predicted": {
            "expects": said.prediction.expects,
            "statements": list(said.prediction.statements),
            "says": said.prediction.says,
            "number": finite(said.prediction.number),
            "is_bound": said.prediction.is_bound,
        },
        "measured": None if said.measured is None else interval_json(said.measured),
        "agreement": said.agreement,
        "remark": said.says,
    }
