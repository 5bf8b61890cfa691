"""Computing a figure's data: in parts, on several cores, each part kept as soon as it is there.

A part is kept under the hash of everything it depends on, whole or not at all. So a figure that was
stopped, even killed, goes on where it was, and one that is drawn again is not computed again.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from verify.language.mistakes import Mistake
from verify.processes.pool import Lost, answer_from, each
from verify.processes.store import Store
from verify.statements.illustrations import Arrays, Illustration, Measured, Size

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Kept:
    """A store for parts, and the hash of the sources that compute them."""

    store: Store
    sources: str

    def key(self, figure: Illustration, job: Job) -> str:
        """Return what a part is kept under."""
        said = "\n".join([self.sources, figure.name, repr(job)])
        return hashlib.sha256(said.encode()).hexdigest()

    def read(self, figure: Illustration, job: Job) -> dict[str, Any] | None:
        """Return a kept part, or None."""
        with contextlib.suppress(OSError, ValueError, EOFError, zipfile.BadZipFile):
            return from_bytes(self.store.read_bytes(self.key(figure, job)) or b"")
        return None

    def write(self, figure: Illustration, job: Job, arrays: Arrays) -> None:
        """Keep a part."""
        self.store.write_bytes(self.key(figure, job), to_bytes(arrays))


@dataclass(frozen=True)
class Job:
    """One part: everything its arrays depend on but the sources."""

    part: range
    seed: int
    parameters: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, eq=False)
class Data:
    """A figure's arrays, what was measured of them, and how they came about."""

    arrays: Arrays
    measured: Measured
    size: Size
    seed: int


def computed(
    figure: Illustration,
    size: Size,
    *,
    seed: int | None = None,
    jobs: int = 1,
    kept: Kept | None = None,
    progress: Progress | None = None,
) -> Data:
    """Return the data of a figure; parts that are kept are not computed again."""
    used = figure.seed if seed is None else seed
    parameters = tuple(sorted(figure.parameters(size).items()))
    todo = [Job(part, used, parameters) for part in figure.parts(size)]
    known = {job: kept.read(figure, job) for job in todo} if kept is not None else {}
    found: dict[Job, Arrays] = {job: arrays for job, arrays in known.items() if arrays is not None}
    if progress is not None:
        progress(len(found), len(todo))
    for job, arrays in _performed(figure, [job for job in todo if job not in found], jobs):
        found[job] = arrays
        if kept is not None:
            kept.write(figure, job, arrays)
        if progress is not None:
            progress(len(found), len(todo))
    arrays = merged(figure, [found[job] for job in todo])
    return Data(arrays, figure.measure(arrays), size, used)


def merged(figure: Illustration, parts: list[Arrays]) -> dict[str, Any]:
    """Return the arrays of all parts: those that count runs one after the other."""
    return {
        name: np.concatenate([part[name] for part in parts]) if name in figure.stacked else array
        for name, array in parts[0].items()
    }


def perform(run: Callable[..., Arrays], job: Job) -> dict[str, Any]:
    """Compute one part."""
    found = run(seed=job.seed, part=job.part, **dict(job.parameters))
    return {name: np.asarray(array) for name, array in found.items()}


def _performed(
    figure: Illustration, todo: list[Job], jobs: int
) -> Iterator[tuple[Job, dict[str, Any]]]:
    """Yield parts as they are done; on several cores, in any order."""
    if jobs == 1 or len(todo) < 2:
        for job in todo:
            yield job, perform(figure.run, job)
        return
    # Fresh processes: their libraries have not started threads yet, and one a core is enough.
    for job, found in each(todo, _serve, (figure.run,), jobs=jobs, limit=lambda _: inf, fresh=True):
        if isinstance(found, Lost):
            raise Mistake(f"{figure.name}: a part was not computed: {found.reason}; try --jobs 1")
        yield job, found


def _serve(pipe: Any, run: Callable[..., Arrays]) -> None:
    """Compute parts until the pipe closes (runs in the worker process)."""
    answer_from(pipe, lambda job: perform(run, job))


def to_bytes(arrays: Mapping[str, Any]) -> bytes:
    """Return arrays in NumPy's NPZ format; the same arrays are the same bytes."""
    out = io.BytesIO()
    named: dict[str, Any] = {name: np.asarray(arrays[name]) for name in sorted(arrays)}
    np.savez_compressed(out, **named)
    return out.getvalue()


def from_bytes(data: bytes) -> dict[str, Any]:
    """Return the arrays of an NPZ file. Raises ValueError or OSError if it is none."""
    with np.load(io.BytesIO(data), allow_pickle=False) as read:
        return {name: read[name] for name in read.files}


def sources_of(figure: Illustration) -> str:
    """Return the hash of the folder in which a figure's run is written."""
    source = inspect.getsourcefile(figure.run)
    digest = hashlib.sha256()
    for path in sorted(Path(source).parent.glob("*.py")) if source else ():
        digest.update(path.read_bytes())
    return digest.hexdigest()
