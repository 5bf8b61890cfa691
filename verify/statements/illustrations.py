"""Figures: what is run for them, what is drawn of it, and what their captions say, as data.

A figure belongs to its paper and is declared beside the statements it illustrates. Its data are
named arrays, in independent parts, so that a long run can be resumed. Nothing in a caption is typed
that a run could measure: its braces name what `measure` finds in the arrays.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Literal, TypeAlias

from verify.language.mistakes import Mistake
from verify.statements.paper import Label

Size = Literal["small", "full"]
Arrays: TypeAlias = Mapping[str, Any]  # NumPy's
Measured: TypeAlias = Mapping[str, object]  # figures, and counts
Colour = Literal["black", "blue", "orange", "green", "purple", "yellow", "sky", "grey"]
Kind = Literal[
    "line", "thin", "median", "dashed", "dotted", "points", "hollow", "band", "arrows", "nodes"
]


@dataclass(frozen=True)
class Series:
    """Arrays drawn against each other: one line, or one for each row of `y`.

    A median is that of the rows. A band is between `low` and `high`, which for points are the ends
    of their bars. Arrows lead from each even place to the next; nodes are numbered from 1. `at` is
    where along the line, from 0 to 1, its label stands; without it at its end.
    """

    kind: Kind
    x: str
    y: str
    label: str = ""
    colour: Colour = "blue"
    low: str = ""
    high: str = ""
    at: float | None = None

    @property
    def arrays(self) -> tuple[str, ...]:
        """Return the names of the arrays it draws."""
        return tuple(name for name in (self.x, self.y, self.low, self.high) if name)


@dataclass(frozen=True)
class Chart:
    """Series over one pair of axes, drawn if named; `ticks` name 0, 1, ... of the vertical one."""

    series: tuple[Series, ...]
    x: str
    y: str
    title: str = ""
    logarithmic: str = ""  # "x", "y" or "xy"
    ticks: tuple[str, ...] = ()
    least: float | None = None  # of the vertical axis

    @property
    def arrays(self) -> tuple[str, ...]:
        """Return the names of the arrays it draws."""
        return tuple(name for one in self.series for name in one.arrays)


@dataclass(frozen=True)
class Sphere:
    """Paths of tokens on the sphere S^2, (times, tokens, 3), and a point whose half is outlined."""

    paths: str
    point: str = ""
    point_label: str = ""
    title: str = ""

    @property
    def arrays(self) -> tuple[str, ...]:
        """Return the names of the arrays it draws."""
        return (self.paths, self.point) if self.point else (self.paths,)


@dataclass(frozen=True)
class Regions:
    """A map of cells (y, x), each in one of the named regions 0, 1, ..., and curves over it."""

    x: str
    y: str
    cells: str
    names: tuple[str, ...]
    x_label: str
    y_label: str
    title: str = ""
    logarithmic: str = ""
    series: tuple[Series, ...] = ()

    @property
    def arrays(self) -> tuple[str, ...]:
        """Return the names of the arrays it draws."""
        return (self.x, self.y, self.cells, *(name for one in self.series for name in one.arrays))


Panel: TypeAlias = Chart | Sphere | Regions


@dataclass(frozen=True, eq=False)
class Illustration:
    """A figure: `run(seed=..., part=..., **parameters)` returns arrays.

    `counts` names the parameter that is the number of independent runs; `part` is then a range of
    them, of at most `at_once`, and arrays named in `stacked` have a first axis that counts them.
    `says` is the caption, in which {name} is what `measure` finds under that name, and `arrays`
    describes each array. Panels are in so many columns, or in one row.
    """

    name: str
    label: Label
    title: str
    illustrates: tuple[str, ...]
    run: Callable[..., Arrays]
    measure: Callable[[Arrays], Measured]
    says: str
    panels: tuple[Panel, ...]
    arrays: Mapping[str, str]
    full: Mapping[str, Any]
    small: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    counts: str = ""
    at_once: int = 1
    stacked: tuple[str, ...] = ()
    columns: int = 0

    def __post_init__(self) -> None:
        drawn = {name for panel in self.panels for name in panel.arrays}
        for name in (*sorted(drawn), *self.stacked):
            if name not in self.arrays:
                raise Mistake(
                    f"the figure {self.name} uses {name!r}; declare its content in arrays"
                )
        if self.counts and self.counts not in self.full:
            raise Mistake(f"the figure {self.name} counts {self.counts!r}; give it in full={{...}}")
        strange = sorted(set(self.small) - set(self.full))
        if strange:
            raise Mistake(
                f"the figure {self.name} has no parameter {strange[0]!r}; see full={{...}}"
            )

    def parameters(self, size: Size) -> dict[str, Any]:
        """Return the parameters of a run of one size."""
        return {**self.full, **(self.small if size == "small" else {})}

    def parts(self, size: Size) -> list[range]:
        """Return the parts that its data consist of, in order."""
        if not self.counts:
            return [range(1)]
        total = int(self.parameters(size)[self.counts])
        parts = ceil(total / self.at_once)
        return [range(k * total // parts, (k + 1) * total // parts) for k in range(parts)]

    def caption(self, measured: Measured) -> str:
        """Return what the caption says, with what was measured. Raises Mistake for other names."""
        wanted = [name for _, name, _, _ in string.Formatter().parse(self.says) if name is not None]
        for name in wanted:
            if name not in measured:
                known = ", ".join(map(repr, measured))
                raise Mistake(
                    f"the caption of {self.name} has {{{name}}}; the measured values are {known}"
                )
        return self.says.format_map({name: str(measured[name]) for name in wanted})
