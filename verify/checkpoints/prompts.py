"""Tokens through the depth of a checkpoint, prompt by prompt: each is kept when it is at the end.

A run that was stopped, however, goes on with the prompt that it was at. What is kept depends on the
code, the files of the checkpoint, the prompt, the variants and all settings; which other prompts
there are changes nothing.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.depth import DepthRun, Trace, Variant, passed, repeated_systems, run_depth
from verify.checkpoints.devices import HERE, Device
from verify.checkpoints.factors import Array
from verify.checkpoints.interventions import changed_layer
from verify.checkpoints.kept import code
from verify.checkpoints.readers import Eigenvectors, LayerReader
from verify.checkpoints.starts import TokenStart
from verify.processes.store import store

TABLES = ("measures", "aligned", "inside", "by_token")
# (prompts at the end, of how many, the part of one that has been done, what is being done)
Told = Callable[[int, int, float, str], None]


class Prompts:
    """A run of prompts, one at a time; `done` has the traces of those that are at the end."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        variants: Sequence[Variant],
        start: TokenStart,
        *,
        depth: int,
        seed: int,
        eigenvectors: Eigenvectors = "all",
        dtype: DTypeLike = np.float64,
        device: Device = HERE,
    ) -> None:
        self.checkpoint, self.variants, self.start = checkpoint, tuple(variants), start
        self.depth, self.seed, self.eigenvectors = depth, seed, eigenvectors
        self.reader = LayerReader(checkpoint, seed, np.dtype(dtype), device)
        self.done: list[tuple[Trace, ...]] = []

    @property
    def count(self) -> int:
        """How many prompts there are."""
        return len(self.start.ids)

    def run(self, told: Told, *, fresh: bool = False) -> None:
        """Take every prompt to the end; raises Mistake as `run_depth` does."""
        kept, settings = store(), self._settings()
        while len(self.done) < self.count:
            number = len(self.done)
            start = self.start.part(number, number + 1)
            key = f"{settings}/{hashed(start.vectors, start.ids)}/{number}"
            found = None if fresh else kept.read_bytes(key)
            traces = None if found is None else self._read(found)
            if traces is None:
                traces = self._through(start, told)
                kept.write_bytes(key, _written(traces))
            self.done.append(traces)

    def result(self) -> DepthRun:
        """Return the run of the prompts that are at the end, of which there must be one."""
        start = self.start.part(0, len(self.done))
        traces = tuple(_joined(each) for each in zip(*self.done, strict=True))
        systems = repeated_systems(self.reader, self.variants, self.depth)
        return DepthRun(
            self.checkpoint, start, self.depth, self.seed, self.eigenvectors, traces, systems
        )

    def _through(self, start: TokenStart, told: Told) -> tuple[Trace, ...]:
        def progress(step: int, steps: int, what: str) -> None:
            told(start.first, self.count, step / steps, what)

        run = run_depth(
            self.checkpoint, self.variants, start, depth=self.depth, seed=self.seed,
            eigenvectors=self.eigenvectors, dtype=self.reader.dtype, progress=progress,
            reader=self.reader,
        )  # fmt: skip
        return run.traces

    def _settings(self) -> str:
        about = (
            self.depth, self.seed, self.eigenvectors, self.reader.dtype, self.start.given,
            self.reader.device.name,
        )  # fmt: skip
        return f"depth/{code()}/{self.checkpoint.fingerprint}/{self.variants!r}/{about!r}"

    def _read(self, data: bytes) -> tuple[Trace, ...] | None:
        """Return the traces of a prompt from what is kept, or None if it is nothing of the kind."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as held:
                arrays = {name: np.asarray(held[name]) for name in held.files}
            return tuple(self._trace(k, arrays) for k in range(len(self.variants)))
        except (KeyError, ValueError, OSError, zipfile.BadZipFile):
            return None

    def _trace(self, k: int, arrays: dict[str, Array]) -> Trace:
        variant, end = self.variants[k], arrays[f"{k}/end"]
        layers = tuple(passed(self.checkpoint, variant, self.depth))
        mask = changed_layer(self.checkpoint.layers[layers[0]], variant.changes).mask(end.shape[1])
        measures, aligned, inside, by_token = (
            {name[len(begin) :]: each for name, each in arrays.items() if name.startswith(begin)}
            for begin in (f"{k}/{table}/" for table in TABLES)
        )
        growth = arrays.get(f"{k}/growth")
        return Trace(variant, layers, measures, aligned, inside, by_token, mask, end, growth)


def _written(traces: Sequence[Trace]) -> bytes:
    arrays: dict[str, Any] = {}
    for k, trace in enumerate(traces):
        for table in TABLES:
            arrays |= {f"{k}/{table}/{name}": a for name, a in getattr(trace, table).items()}
        arrays[f"{k}/end"] = trace.end
        if trace.growth is not None:
            arrays[f"{k}/growth"] = trace.growth
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def _joined(traces: Sequence[Trace]) -> Trace:
    """Return one trace of several prompts, in their order."""
    one = traces[0]
    measures, aligned, inside, by_token = (
        {n: np.concatenate([getattr(t, table)[n] for t in traces], axis=1) for n in first}
        for table, first in ((table, getattr(one, table)) for table in TABLES)
    )
    growth = [t.growth for t in traces if t.growth is not None]
    return Trace(
        one.variant, one.layers, measures, aligned, inside, by_token, one.mask_of_first,
        np.concatenate([t.end for t in traces]),
        np.concatenate(growth, axis=1) if growth else None,
    )  # fmt: skip


def hashed(*arrays: Array) -> str:
    """Return a hash of arrays: their types, shapes and bytes."""
    found = hashlib.sha256()
    for array in arrays:
        found.update(f"{array.dtype} {array.shape} ".encode() + np.ascontiguousarray(array).data)
    return found.hexdigest()
