"""What `verify depth --html` writes: one page that needs nothing beside it, with curves as SVG."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verify.checkpoints.depth import DepthRun, Trace
from verify.checkpoints.measured import order_and_coverage
from verify.checkpoints.predictions import Judged, judged
from verify.checkpoints.rates import floor
from verify.checkpoints.staying import Ranking
from verify.telling.checkpoints.depth_text import (
    HEADER,
    TITLES,
    answer,
    definition_lines,
    head_lines,
    predicted_words,
    row,
)
from verify.telling.checkpoints.page import framed
from verify.telling.checkpoints.ways_text import HEADER as STAYS
from verify.telling.checkpoints.ways_text import MEANING, ranking_says, stay_row, ways_lines
from verify.telling.plots import Picture, axes, line
from verify.telling.screen import Screen
from verify.telling.site.layout import escaped, table

DECADE = 20  # how far apart distances are before a logarithmic axis says more
A_PICTURE = 5  # curves in one picture; more could not be told apart
STYLE = """
main { max-width: 70rem; padding: 1.5rem 1.5rem 3rem; }
figure { margin: 1rem 0; background: #fff; color: #000; padding: .5rem; }
figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font: .8rem/1.4 var(--sans); }
th, td {
  white-space: nowrap; padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
}
td.number { text-align: right; }
.agrees { color: var(--proved); } .disagrees { color: var(--refuted); }
.undecided { color: var(--sampled); } .not-covered { color: var(--quiet); }
"""


def depth_page(run: DepthRun, ranked: Sequence[Ranking] = ()) -> str:
    """Return the page of a run."""
    told = [(trace, judged(run, trace)) for trace in run.traces]
    title = f"Depth: {run.checkpoint.name}"
    parts = [
        f"<h1>{escaped(title)}</h1>",
        f"<p><b>{escaped(answer(run))}</b></p>",
        f"<p>{escaped(head_lines(run, Screen())[0])}</p>",
        f"<p>{escaped(' '.join(definition_lines(run, Screen())))}</p>",
    ]
    for kind, heading in TITLES.items():
        mine = [(trace, said) for trace, said in told if trace.variant.kind == kind]
        if mine:
            parts += [f"<h2>{escaped(heading)}</h2>", _table(mine)]
            if kind == "intervention":
                parts += [
                    f"<p>{escaped(words)}</p>" for words in ways_lines(run, Screen()) if words
                ]
                parts += [part for each in ranked for part in _ranking(each, run.depth)]
            parts.append(_says(mine))
            parts += _pictures(run, [trace for trace, _ in mine])
    return framed(title, "\n".join(parts), STYLE, "verify depth")


def _table(told: Sequence[tuple[Trace, Judged]]) -> str:
    rows = []
    for trace, said in told:
        cells = row(trace, said)
        name, *middle, agreement = cells
        kind = agreement.replace(" ", "-")
        rows.append(
            f'<tr><th scope="row">{escaped(name)}</th>'
            + "".join(f'<td class="number">{escaped(cell)}</td>' for cell in middle)
            + f'<td class="{kind}">{escaped(agreement)}</td></tr>'
        )
    return table(HEADER, rows, label=TITLES[told[0][0].variant.kind])


def _ranking(ranking: Ranking, depth: int) -> list[str]:
    """Return what keeps tokens apart for longest, and what is claimed of that."""
    title = f"Slowest collapse first: {ranking.of}"
    rows = []
    for place, name, *cells in (stay_row(stay, depth) for stay in ranking.stays):
        rows.append(
            f'<tr><td>{escaped(place)}</td><th scope="row">{escaped(name)}</th>'
            + "".join(f"<td>{escaped(cell)}</td>" for cell in cells)
            + "</tr>"
        )
    said = [f"<li>{escaped(words)}</li>" for words in ranking_says(ranking)]
    return [
        f"<h3>{escaped(title)}</h3>", table(STAYS, rows, label=title),
        f"<ul>{''.join(said)}</ul>", f"<p>{escaped(MEANING)}</p>",
    ]  # fmt: skip


def _says(told: Sequence[tuple[Trace, Judged]]) -> str:
    found: dict[str, list[str]] = {}
    for trace, said in told:
        cited = ", ".join(said.prediction.statements)
        number = f": {predicted_words(said)}" if predicted_words(said) else ""
        words = f"{said.prediction.says}{number}" + (f" ({cited})" if cited else "")
        words += f". Measured: {said.says}" if said.says else ""
        found.setdefault(words, []).append(trace.variant.name)
    items = [
        f"<li><b>{escaped(', '.join(names))}</b>: {escaped(words)}.</li>"
        for words, names in found.items()
    ]
    return f"<ul>{''.join(items)}</ul>"


def _pictures(run: DepthRun, traces: Sequence[Trace]) -> list[str]:
    """Return curves with their intervals: a few variants a picture, distance and alignment."""
    _, sure = order_and_coverage(run.start.ids.shape[0])
    found = []
    for some in _together(traces):
        names = ", ".join(trace.variant.name for trace in some)
        picture = _picture(some, f"Median distance and alignment after each layer: {names}")
        caption = f"Median over prompts, and its interval ({100 * sure:.1f} percent)."
        found.append(
            f"<figure>{picture._repr_svg_()}<figcaption>{escaped(caption)}</figcaption></figure>"
        )
    return found


def _together(traces: Sequence[Trace]) -> list[list[Trace]]:
    """Return the traces in groups: of one length, so that no curve squeezes the others."""
    found = []
    for length in sorted({len(trace.layers) for trace in traces}):
        mine = [trace for trace in traces if len(trace.layers) == length]
        found += [mine[k : k + A_PICTURE] for k in range(0, len(mine), A_PICTURE)]
    return found


def _picture(traces: Sequence[Trace], says: str) -> Picture:
    figure, (left, right) = axes(columns=2, width=10.0, height=3.4)
    for number, trace in enumerate(traces):
        # What roundings leave of a distance is none.
        clear = np.where(trace.measures["distance"] > floor(trace), trace.measures["distance"], 0)
        _curve(left, clear, number, trace.variant.name, first=0)
        if "alignment" in trace.aligned:
            _curve(right, trace.aligned["alignment"], number, trace.variant.name, first=1)
    medians = [np.median(trace.measures["distance"], axis=1) for trace in traces]
    shown = [m[m > floor(t)] for m, t in zip(medians, traces, strict=True)]
    wide = any(len(m) and m.max() > DECADE * m.min() for m in shown)
    left.set(xlabel="layer", title="Distance", yscale="log" if wide else "linear")
    right.set(xlabel="layer", title="Alignment with the principal eigenspace", ylim=(0, 1.02))
    left.legend(fontsize=7, loc="best")
    return Picture(figure, says)


def _curve(plane: object, rows: np.ndarray, number: int, name: str, *, first: int) -> None:
    k, _ = order_and_coverage(rows.shape[1])
    ordered = np.sort(rows, axis=1)
    layers = np.arange(first, first + len(rows))
    style = line(number)
    shown = np.where(ordered > 0, ordered, np.nan) if first == 0 else ordered
    plane.plot(layers, np.median(shown, axis=1), label=name, lw=1.4, **style)  # type: ignore[attr-defined]
    plane.fill_between(  # type: ignore[attr-defined]
        layers, shown[:, k - 1], shown[:, -k], color=style["color"], alpha=0.15, lw=0
    )
