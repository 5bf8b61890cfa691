"""Drawing a figure from its arrays: charts, spheres and maps of regions, in one style.

Colours are those of Okabe and Ito, which the colour-blind tell apart; kinds of lines and labels at
their ends say the same again, so that nothing is lost in grey. The same arrays are drawn the same,
byte for byte, by one version of Matplotlib.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from scipy.ndimage import distance_transform_edt

from verify.render.svg_lines import bends
from verify.statements.illustrations import Arrays, Chart, Illustration, Regions, Series, Sphere

# Each stands out at 3 : 1 from white.
COLOURS = {
    "black": "#000000", "blue": "#0072B2", "orange": "#D55E00", "green": "#009E73",
    "purple": "#AA4499", "yellow": "#A87400", "sky": "#2D8EC4", "grey": "#767676",
}  # fmt: skip
# From light to dark, so that regions differ in grey, too.
FILLS = ("#F4F4F4", "#9FD3F0", "#E69F00", "#0072B2")
STYLE: dict[Any, Any] = {
    "font.size": 9.0, "axes.titlesize": 9.5, "axes.labelsize": 9.0, "axes.linewidth": 0.6,
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlelocation": "left",
    "xtick.labelsize": 8.0, "ytick.labelsize": 8.0, "xtick.major.width": 0.6,
    "ytick.major.width": 0.6, "xtick.direction": "out", "ytick.direction": "out",
    "lines.solid_capstyle": "round", "figure.constrained_layout.use": True, "hatch.linewidth": 0.4,
    "svg.hashsalt": "attention-proofs", "svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"],
    "mathtext.fontset": "dejavusans",
}  # fmt: skip
LOOKS: dict[str, dict[str, Any]] = {
    "line": {"lw": 1.6}, "median": {"lw": 1.8}, "thin": {"lw": 0.5, "alpha": 0.55},
    "dashed": {"lw": 1.3, "ls": (0, (5, 2))}, "dotted": {"lw": 1.3, "ls": (0, (1, 1.6))},
}  # fmt: skip
WIDTH, HEIGHT, DOTS = 4.6, 3.5, 200  # inches a panel, and dots an inch


@contextmanager
def style() -> Iterator[None]:
    """Draw in our style, whatever a reader's settings are; the backend stays the reader's."""
    own: dict[Any, Any] = {**dict(matplotlib.rcParamsDefault.items()), **STYLE}
    del own["backend"]
    with matplotlib.rc_context(own):
        yield


def drawn(figure: Illustration, arrays: Arrays) -> Figure:
    """Return the figure as Matplotlib's."""
    with style():
        columns = figure.columns or len(figure.panels)
        rows = -(-len(figure.panels) // columns)
        wide = Figure(figsize=(WIDTH * columns + 0.6, HEIGHT * rows), dpi=DOTS)
        FigureCanvasAgg(wide)
        for k, panel in enumerate(figure.panels, start=1):
            axes = wide.add_subplot(rows, columns, k)
            if isinstance(panel, Sphere):
                _sphere(axes, panel, arrays)
            elif isinstance(panel, Regions):
                _regions(axes, panel, arrays)
            else:
                _chart(axes, panel, arrays)
        return wide


PATH = re.compile(r' d="([MLz\s\d.-]+)"')  # of lines alone
ZERO = re.compile(r"^(-?)0(?=\.)")  # which SVG leaves out
SUBPATH, POINT = re.compile(r"M[^M]*"), re.compile(r"[ML] (\S+) (\S+)")


def svg(figure: Figure) -> bytes:
    """Return a figure as SVG, without dates, its paths rounded to what anybody sees."""
    made = _saved(figure, "svg", {"Date": None, "Creator": None}).decode()
    return PATH.sub(lambda found: f' d="{relative(found[1])}"', made).encode()


def relative(path: str) -> str:
    """Return a path of straight lines without points that nobody sees, each a step from the last.

    It gives them in tenths of a point, with no sign between numbers that a minus keeps apart.
    """
    out, here = "", (0, 0)
    for line in SUBPATH.findall(path):
        points = [(float(x), float(y)) for x, y in POINT.findall(line)]
        for number, k in enumerate(bends(points)):
            x, y = (round(10 * end) for end in points[k])
            step = (x - here[0], y - here[1]) if number else (x, y)
            pair = " ".join(ZERO.sub(r"\1", f"{tenths / 10:g}") for tenths in step)
            out += ("M", "l", " ")[min(number, 2)] + pair
            here = x, y
        out += "z" if line.rstrip().endswith("z") else ""
    return out.replace(" -", "-")


def png(figure: Figure) -> bytes:
    """Return a figure as PNG."""
    return _saved(figure, "png", {"Software": None})


def pdf(figure: Figure) -> bytes:
    """Return a figure as PDF, without dates."""
    return _saved(figure, "pdf", {"CreationDate": None, "Creator": None, "Producer": None})


def _saved(figure: Figure, kind: str, metadata: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    with style():
        figure.savefig(out, format=kind, metadata=metadata)
    return out.getvalue()


# ------------------------------------------------------------------ charts


def _chart(axes: Any, chart: Chart, arrays: Arrays) -> None:
    if "x" in chart.logarithmic:
        axes.set_xscale("log")
    if "y" in chart.logarithmic:
        axes.set_yscale("log")
    for one in chart.series:
        _series(axes, one, arrays)
    _name_axes(axes, chart.x, chart.y, chart.logarithmic)
    axes.set_title(chart.title)
    axes.margins(x=0.02)
    if not chart.x and not chart.y:
        axes.set_aspect("equal")
        axes.margins(0.15)
        axes.set_axis_off()
    if chart.least is not None:
        axes.set_ylim(bottom=chart.least)
    if chart.ticks:
        axes.set_yticks(range(len(chart.ticks)), chart.ticks)
        axes.set_ylim(len(chart.ticks) - 0.5, -0.5)
        axes.grid(axis="y", linewidth=0.4, color="#DDDDDD")
        axes.set_axisbelow(True)
    _legend(axes)


def _name_axes(axes: Any, x: str, y: str, logarithmic: str) -> None:
    names = {"x": x, "y": y}
    names |= {axis: f"{names[axis]} (logarithmic)" for axis in logarithmic}
    axes.set(xlabel=names["x"], ylabel=names["y"])


def _legend(axes: Any) -> None:
    """Name the lines at the right of the axes, in the order of how high they end."""
    lines, names = axes.get_legend_handles_labels()
    ends = [next(filter(np.isfinite, line.get_ydata()[::-1]), 0.0) for line in lines]
    order = np.argsort(ends, kind="stable")[::-1]
    if lines:
        shown = [lines[k] for k in order], [names[k] for k in order]
        axes.legend(*shown, loc="upper left", bbox_to_anchor=(1, 1), borderaxespad=0.2,
                    frameon=False, fontsize=8.5, handlelength=1.5,
                    labelcolor="linecolor")  # fmt: skip


def _series(axes: Any, one: Series, arrays: Arrays) -> None:
    """Draw a series, with its label on it or for the legend."""
    x, y = np.asarray(arrays[one.x], dtype=float), np.asarray(arrays[one.y], dtype=float)
    colour = COLOURS[one.colour]
    y = np.median(np.atleast_2d(y), axis=0) if one.kind == "median" else y
    if one.kind == "band":
        axes.fill_between(x, arrays[one.low], arrays[one.high], color=colour, alpha=0.22, lw=0)
        axes.plot(x, y, color=colour, lw=0)
    elif one.kind == "arrows":
        ends = np.stack([x, y], axis=-1)
        for tail, head in zip(ends[::2], ends[1::2], strict=True):
            bent = {"arrowstyle": "->", "color": colour, "shrinkA": 9, "shrinkB": 9,
                    "connectionstyle": "arc3,rad=0.12"}  # fmt: skip
            axes.annotate("", head, tail, arrowprops=bent)
    elif one.kind == "nodes":
        for number, place in enumerate(zip(x, y, strict=True), start=1):
            if np.isfinite(place).all():
                axes.plot(*place, "o", ms=14, color=colour)
                axes.annotate(str(number), place, color="white", ha="center", va="center")
    elif one.kind in ("points", "hollow"):
        _points(axes, one, arrays, x, y)
    else:
        for row in np.atleast_2d(y):
            axes.plot(x, row, color=colour, **LOOKS[one.kind])
    if one.label and one.at is None:
        axes.lines[-1].set_label(one.label)
    elif one.label and one.at is not None:
        last = np.atleast_2d(y)[-1]
        seen = np.isfinite(last) & np.isfinite(x)
        k = min(int(one.at * sum(seen)), sum(seen) - 1)
        place = x[seen][k], last[seen][k]
        axes.annotate(one.label, place, xytext=(5, 5), textcoords="offset points", ha="left",
                      va="bottom", color=colour, fontsize=8.5)  # fmt: skip


def _points(axes: Any, one: Series, arrays: Arrays, x: Any, y: Any) -> None:
    colour = COLOURS[one.colour]
    if one.low:
        ends = np.stack([y - arrays[one.low], arrays[one.high] - y])
        axes.errorbar(x, y, yerr=ends, fmt="none", ecolor=colour, elinewidth=1.0, capsize=2.5)
    face = "white" if one.kind == "hollow" else colour
    axes.plot(x, y, "o", ms=4.5, color=colour, mfc=face, mew=1.2, lw=0)


# ------------------------------------------------------------------ spheres

AZIMUTH, ELEVATION = -35.0, 22.0  # degrees, from where spheres are seen


def _sphere(axes: Any, panel: Sphere, arrays: Arrays) -> None:
    paths = np.asarray(arrays[panel.paths], dtype=float)
    point = np.asarray(arrays[panel.point], dtype=float) if panel.point else None
    right, up, towards = _view(point)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title(panel.title)
    turn = np.linspace(0, 2 * np.pi, 361)
    axes.fill(np.cos(turn), np.sin(turn), color="#F6F6F6", lw=0)
    axes.plot(np.cos(turn), np.sin(turn), color="#999999", lw=0.8)
    grid = [(np.eye(3)[k], np.eye(3)[(k + 1) % 3]) for k in range(3)]
    for first, second in grid:
        circle = np.outer(np.cos(turn), first) + np.outer(np.sin(turn), second)
        _curve(axes, circle, (right, up, towards), "#D0D0D0", 0.6)
    if point is not None:
        edge = np.linalg.svd(point[None])[2][1:]  # the great circle that bounds its half
        circle = np.outer(np.cos(turn), edge[0]) + np.outer(np.sin(turn), edge[1])
        _curve(axes, circle, (right, up, towards), COLOURS["orange"], 1.0)
    for k in range(paths.shape[1]):
        path = paths[:, k, :]
        _curve(axes, path, (right, up, towards), COLOURS["blue"], 1.1)
        front = path[0] @ towards >= 0
        axes.plot(path[0] @ right, path[0] @ up, "o", ms=4.5, mec=COLOURS["blue"], mew=1.0,
                  mfc="white", alpha=1.0 if front else 0.5, zorder=4)  # fmt: skip
    ends = paths[-1]
    axes.plot(ends @ right, ends @ up, "o", ms=5, color=COLOURS["black"], lw=0, zorder=5)
    if point is not None:
        axes.plot(point @ right, point @ up, "*", ms=11, mec=COLOURS["orange"],
                  mfc="none", mew=1.2, zorder=6)  # fmt: skip
        axes.annotate(panel.point_label, (point @ right, point @ up), xytext=(8, 6),
                      textcoords="offset points", color=COLOURS["black"], zorder=7)  # fmt: skip
    notes = (
        ("o", "white", COLOURS["blue"], "start"),
        ("o", COLOURS["black"], COLOURS["black"], "end"),
    )
    for row, (mark, face, edge_colour, text) in enumerate(notes):
        axes.plot(-1.08, -0.92 - 0.13 * row, mark, ms=4.5, mfc=face, mec=edge_colour, lw=0)
        axes.annotate(text, (-1.0, -0.92 - 0.13 * row), va="center", fontsize=8)


def _view(point: Any) -> tuple[Any, Any, Any]:
    """Return the directions to the right, upwards and to the viewer, who sees the point aslant."""
    azimuth, elevation = np.radians(AZIMUTH), np.radians(ELEVATION)
    if point is not None:
        azimuth += np.arctan2(point[1], point[0])
        elevation += 0.4 * np.arcsin(np.clip(point[2], -1, 1))
    towards = np.array([np.cos(elevation) * np.cos(azimuth),
                        np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])  # fmt: skip
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    return right, np.cross(towards, right), towards


def _curve(axes: Any, path: Any, view: tuple[Any, Any, Any], colour: str, width: float) -> None:
    """Draw a curve on the sphere: what is behind is dotted and pale."""
    right, up, towards = view
    front = path @ towards >= 0
    for seen, look in ((front, {"lw": width}), (~front, {"lw": 0.7 * width, "alpha": 0.45,
                                                         "ls": (0, (2, 2))})):  # fmt: skip
        if seen.any():
            shown = np.where(seen[:, None], path, np.nan)
            axes.plot(shown @ right, shown @ up, color=colour, zorder=2 if seen is front else 1,
                      **look)  # fmt: skip


# ------------------------------------------------------------------ regions


def _regions(axes: Any, panel: Regions, arrays: Arrays) -> None:
    x, y = np.asarray(arrays[panel.x], dtype=float), np.asarray(arrays[panel.y], dtype=float)
    cells = np.asarray(arrays[panel.cells], dtype=int)
    edges = _edges(x, "x" in panel.logarithmic), _edges(y, "y" in panel.logarithmic)
    for axis in panel.logarithmic:
        (axes.set_xscale if axis == "x" else axes.set_yscale)("log")
    names = panel.names
    axes.pcolormesh(*edges, cells, cmap=ListedColormap(FILLS[: len(names)]), rasterized=True,
                    vmin=-0.5, vmax=len(names) - 0.5)  # fmt: skip
    _name_axes(axes, panel.x_label, panel.y_label, panel.logarithmic)
    axes.set_title(panel.title)
    for one in panel.series:
        _series(axes, one, arrays)
    axes.set_xlim(edges[0][0], edges[0][-1])
    axes.set_ylim(edges[1][0], edges[1][-1])
    for k, name in enumerate(names):
        found = _middle(cells == k)
        if found is not None:
            row, column = found
            dark = k == len(FILLS) - 1
            axes.text(x[column], y[row], name, ha="center", va="center", fontsize=8.5,
                      color="white" if dark else "black")  # fmt: skip
    _legend(axes)


def _edges(middles: Any, logarithmic: bool) -> Any:
    """Return the edges of cells whose middles are given."""
    places = np.log(middles) if logarithmic else middles
    inner = (places[1:] + places[:-1]) / 2
    edges = np.concatenate([[2 * places[0] - inner[0]], inner, [2 * places[-1] - inner[-1]]])
    return np.exp(edges) if logarithmic else edges


def _middle(region: Any) -> tuple[int, int] | None:
    """Return the cell of a region that is farthest from its edge, or None if there is none.

    Sideways counts for more: a label is wider than it is high.
    """
    if not region.any():
        return None
    padded = np.pad(region, 1)
    rows, columns = region.shape
    deep = distance_transform_edt(padded, sampling=(1 / rows, 0.45 / columns))[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(deep)), region.shape)
    return int(row), int(column)
