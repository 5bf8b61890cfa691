"""What the engine costs beside what an expert would use instead: figures of a file, drawn and told.

The file is what `python -m property_tests.benchmarks` writes, on some machine; the page says which.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verify.telling.errors import Usage
from verify.telling.plots import Picture, axes, line
from verify.telling.site.layout import anchor, escaped, page, table

SCHEMA = "verify.benchmarks/1"
WANTED = "the output of python -m property_tests.benchmarks"
LEAD = (
    "All libraries do the same computation, in one run, on one machine. Straight lines mean "
    "that the cost grows as a power of the size. A library that exceeded the limit is not run "
    "at larger sizes."
)


@dataclass(frozen=True)
class Figure:
    """How much somebody took at a size; `value` is None where they were stopped at `limit`."""

    compared: str
    who: str
    grows: str
    size: int
    unit: str
    value: float | None
    ours: bool
    limit: float | None


@dataclass(frozen=True)
class Benchmarks:
    """The figures of a file, and the machine and the versions they were measured with."""

    figures: tuple[Figure, ...]
    machine: str


def read_benchmarks(path: Path) -> Benchmarks:
    """Return what a file of benchmarks says. Raises Usage."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["schema"] != SCHEMA:
            raise ValueError(f"its schema is not {SCHEMA}")
        figures = tuple(_figure(row) for row in found["rows"])
        machine = _machine(found["machine"])
    except OSError as error:
        raise Usage(f"--benchmarks: {path}: {error.strerror}; use {WANTED}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Usage(f"--benchmarks: {path} is not a file of benchmarks; use {WANTED}") from None
    if not figures:
        raise Usage(f"--benchmarks: {path} has no figures; use {WANTED}")
    return Benchmarks(figures, machine)


def _figure(row: Mapping[str, object]) -> Figure:
    compared, who, grows, unit = (row[key] for key in ("compared", "who", "grows", "unit"))
    size, ours = row["size"], row["ours"]
    words = isinstance(compared, str) and isinstance(who, str)
    if not (words and isinstance(grows, str) and isinstance(unit, str)):
        raise ValueError("what is compared, who, what grows and the unit are words")
    if not isinstance(size, int) or size < 1 or not isinstance(ours, bool):
        raise ValueError("a size is a positive integer")
    value, limit = (_amount(row[key]) for key in ("value", "limit"))
    if value is None and limit is None:
        raise ValueError("what has no value was stopped at a limit")
    return Figure(str(compared), str(who), grows, size, unit, value, ours, limit)


def _amount(x: object) -> float | None:
    """Return a positive number, or None. Raises ValueError for anything else."""
    if x is None:
        return None
    if isinstance(x, bool) or not isinstance(x, int | float) or not 0 < x < math.inf:
        raise ValueError("a figure is a positive number")
    return float(x)


def _machine(told: Mapping[str, object]) -> str:
    libraries = told["libraries"]
    if not isinstance(libraries, Mapping):
        raise TypeError("libraries are {name: version}")
    versions = ", ".join(f"{name} {version}" for name, version in libraries.items())
    return (
        f"{told['processor'] or told['machine']}, {told['processors']} processors, "
        f"{told['system']}; Python {told['python']}, {versions}."
    )


# ------------------------------------------------------------------ the page


def benchmarks_page(benchmarks: Benchmarks) -> str:
    """Return the page: for everything that is compared a drawing and a table."""
    groups: dict[str, list[Figure]] = {}
    for figure in benchmarks.figures:
        groups.setdefault(figure.compared, []).append(figure)
    sections = "".join(_section(name, figures) for name, figures in groups.items())
    body = f"""<h1>Benchmarks</h1>
<p class="lead">{escaped(LEAD)}</p>
{sections}<p class="quiet">{escaped(benchmarks.machine)}</p>"""
    return page("Benchmarks", body, root=".", here="benchmarks.html")


def _section(name: str, figures: Sequence[Figure]) -> str:
    of = anchor(name)
    sizes = sorted({figure.size for figure in figures})
    header = [f"{figures[0].unit}, by {figures[0].grows}", *map(str, sizes)]
    rows = (
        f"<tr><th scope='row'>{escaped(who)}</th>{_cells(theirs, sizes)}</tr>"
        for who, theirs in by_whom(figures).items()
    )
    drawn = _drawn(name, figures)._repr_svg_() if len(sizes) > 1 else ""
    told = table(header, rows, label=name, cls="measured")
    capital = f"{name[:1].upper()}{name[1:]}"
    return f"""<section aria-labelledby="{of}"><h2 id="{of}">{escaped(capital)}</h2>
<div class="wide">{drawn}</div>{told}</section>
"""


def by_whom(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    """Return everybody's figures, ours first."""
    out: dict[str, list[Figure]] = {}
    for figure in sorted(figures, key=lambda figure: not figure.ours):
        out.setdefault(figure.who, []).append(figure)
    return out


def _cells(theirs: Sequence[Figure], sizes: Sequence[int]) -> str:
    at = {figure.size: figure for figure in theirs}
    return "".join(f'<td class="number">{_told(at.get(size))}</td>' for size in sizes)


def _told(figure: Figure | None) -> str:
    if figure is None:
        return ""
    if figure.value is None:
        return f"&gt; {figure.limit:g}"
    digits = 0 if figure.value >= 100 else 3
    return f"{figure.value:,.{digits}f}" if figure.value >= 100 else f"{figure.value:.{digits}g}"


def _drawn(name: str, figures: Sequence[Figure]) -> Picture:
    """Return everybody's line; a cross where somebody was stopped."""
    figure, plane = axes(width=6.4, height=3.0)
    for number, (who, theirs) in enumerate(by_whom(figures).items()):
        points = [(f.size, f.value) for f in theirs if f.value is not None]
        style = {**line(number), "linewidth": 2.2 if theirs[0].ours else 1.2}
        plane.plot([x for x, _ in points], [y for _, y in points], marker="o", label=who, **style)
        for stopped in (f for f in theirs if f.value is None):
            color = line(number)["color"]
            plane.plot([stopped.size], [stopped.limit], marker="x", markersize=8, color=color)
    plane.set_xscale("log")
    plane.set_yscale("log")
    plane.set_xlabel(figures[0].grows)
    plane.set_ylabel(figures[0].unit)
    plane.legend()
    return Picture(figure, f"{name}: {figures[0].unit} against {figures[0].grows}")
