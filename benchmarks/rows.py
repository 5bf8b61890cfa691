"""What a benchmark measured: one number each, with who did what, and at which size.

`python -m benchmarks` gathers them from the modules of this folder that have a
function `rows`, with the machine and the versions that they were measured with.
"""

import os
import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

SCHEMA = "verify.benchmarks/1"
LIBRARIES = (
    "attention-proofs", "sympy", "python-flint", "mpmath", "gmpy2", "numpy", "scipy", "hypothesis",
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A figure; None where whoever it is of was stopped at `limit` seconds."""

    compared: str  # what everybody does, a sentence
    who: str
    grows: str  # what `size` counts
    size: int
    unit: str
    value: float | None
    ours: bool = False
    limit: float | None = None


@dataclass(frozen=True)
class Ratio:
    """How many times as good ours is as another, at one size, and what is asked of it."""

    row: Row
    other: Row
    asked: float

    @property
    def found(self) -> float | None:
        """The ratio: of seconds the other's to ours, of speeds ours to the other's."""
        if self.row.value is None or self.other.value is None:
            return None
        seconds = self.row.unit.endswith("seconds")
        up, down = (self.other, self.row) if seconds else (self.row, self.other)
        return (up.value or 0.0) / (down.value or float("inf"))


def ratios(rows: Iterable[Row], compared: str, other: str, size: int, asked: float) -> list[Ratio]:
    """Return ours beside another at a size, where both were measured there."""
    here = [row for row in rows if (row.compared, row.size) == (compared, size)]
    mine = [row for row in here if row.ours]
    theirs = [row for row in here if row.who == other]
    return [Ratio(mine[0], theirs[0], asked)] if mine and theirs else []


def rows_of(name: str) -> list[Row]:
    """Return the rows of one benchmark, in this process.

    It stands here for a process that begins anew finds nothing in `__main__`.
    """
    found: list[Row] = import_module(f"benchmarks.{name}").rows()
    return found


def machine() -> dict[str, Any]:
    """Return what the figures were measured on and with."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "processor": _processor(),
        "processors": os.cpu_count(),
        "libraries": dict(_versions()),
    }


def _versions() -> Iterator[tuple[str, str]]:
    for name in LIBRARIES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            continue


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
