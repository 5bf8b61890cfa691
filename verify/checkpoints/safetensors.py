"""Reading safetensors files: a header that says where each tensor lies, and views into the map.

Eight bytes give the header's length, little endian; the header is one flat JSON object; then come
the tensors, one after the other, without gaps. The header is scanned where it lies, entry by
entry, and refused at the first thing that is wrong: what a file claims is never allocated.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import math
import mmap
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np
from numpy.typing import DTypeLike, NDArray

from verify.checkpoints.folders import opened, parsed_object, refuse_pointer
from verify.language.mistakes import LimitHit, Mistake

MOST_HEADER = 100_000_000  # bytes; the format's own bound
MOST_TENSORS = 65_536  # a shard of the largest published models has some thousands
MOST_ENTRY = 2_000  # bytes of one tensor's entry, and of a name
MOST_METADATA = 4_096  # keys; what they say is never used
MOST_DIMENSIONS = 16
LARGEST = float(np.finfo(np.float32).max)  # of a weight
CHUNK = 4_096
LARGE = 1 << 20  # bytes

BYTES = MappingProxyType(
    {
        "BOOL": 1, "U8": 1, "I8": 1, "F8_E5M2": 1, "F8_E4M3": 1, "F8_E8M0": 1,
        "I16": 2, "U16": 2, "F16": 2, "BF16": 2, "I32": 4, "U32": 4, "F32": 4,
        "I64": 8, "U64": 8, "F64": 8, "C64": 8,
    }
)  # fmt: skip
# What is stored as it is read; BF16 is the upper half of a float32, and NumPy has no type for it.
FLOATS = MappingProxyType({"F16": "<f2", "BF16": "<u2", "F32": "<f4", "F64": "<f8"})
# The bits of the exponent, all of which are set in an infinity or NaN.
EXPONENTS = MappingProxyType({"F16": np.uint16(0x7C00), "BF16": np.uint16(0x7F80)})

_SPACE = re.compile(rb"[ \t\r\n]*+")
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)  # possessive: keeps no way back
_ENTRY = re.compile(rb"\{[^{}]{0,2000}+\}")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class NotFinite(Mistake):
    """A weight is NaN, infinite or too large to compute with: others may be sound."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """Where a tensor lies in its file: bytes `begin` to `end`, of a stored type and a shape."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclass(frozen=True, eq=False)
class TensorFile:
    """A safetensors file, mapped read-only; `begin` is where its data begin."""

    path: Path
    tensors: Mapping[str, Tensor]
    begin: int
    mapped: mmap.mmap

    def stored(self, name: str) -> NDArray[Any]:
        """Return a read-only view of a tensor of floats as it is stored, BF16 as uint16.

        Raises Mistake where the tensor does not hold floats, or the file has become shorter.
        """
        self._check_whole()
        tensor = self.tensors[name]
        if tensor.dtype not in FLOATS:
            raise Mistake(
                f"{self.path}: the tensor {name} holds {tensor.dtype}, but weights must be "
                f"{', '.join(FLOATS)}; use the checkpoint that it was made from"
            )
        count = math.prod(tensor.shape)
        array = np.frombuffer(self.mapped, FLOATS[tensor.dtype], count, tensor.begin)
        return array.reshape(tensor.shape)

    def digest(self) -> bytes:
        """Return the hash of all bytes of the file. Raises Mistake where it has become shorter."""
        self._check_whole()
        return hashlib.sha256(self.mapped).digest()

    def _check_whole(self) -> None:
        if self.mapped.size() < len(self.mapped):  # to touch what is no longer there kills us
            raise Mistake(
                f"{self.path}: was truncated from {len(self.mapped)} to {self.mapped.size()} "
                "bytes during reading; fetch or save it again"
            )

    def read(
        self, name: str, dtype: DTypeLike = np.float64, view: NDArray[Any] | None = None
    ) -> NDArray[np.floating]:
        """Return a tensor's numbers as a new array, or those of a part, a view of `stored`.

        Raises Mistake where one is not finite, or larger than 32 bits hold, or does not fit into
        the type; LimitHit where the memory does not hold it.
        """
        stored = self.stored(name) if view is None else view
        kind = self.tensors[name].dtype
        try:
            with np.errstate(over="ignore", invalid="ignore"):  # a signalling NaN is one
                array = decoded(stored, kind).astype(dtype)
                sound = _all_finite(stored, kind)
        except MemoryError:
            raise LimitHit(
                f"{self.path}: the tensor {name}, {stored.size} numbers, does not fit into memory; "
                "use a machine with more"
            ) from None
        if not sound:
            worst = array[~(np.abs(array) <= LARGEST)].flat[0]
            raise NotFinite(
                f"{self.path}: the tensor {name} has an entry that is {worst}; use a checkpoint "
                f"with finite weights of at most {LARGEST:.1e}"
            )
        self._let_go(self.tensors[name])
        return np.asarray(array)

    def _let_go(self, tensor: Tensor) -> None:
        """Give the pages of a large tensor back: they come from the file again when asked for."""
        begin = -(-tensor.begin // mmap.ALLOCATIONGRANULARITY) * mmap.ALLOCATIONGRANULARITY
        if tensor.end - begin >= LARGE and hasattr(mmap, "MADV_DONTNEED"):
            self.mapped.madvise(mmap.MADV_DONTNEED, begin, tensor.end - begin)


def decoded(stored: NDArray[Any], dtype: str) -> NDArray[Any]:
    """Return stored numbers as floats, exactly: BF16 as float32, others as they are."""
    if dtype != "BF16":
        return stored
    return np.asarray((stored.astype("<u4") << np.uint32(16)).view("<f4"))


def _all_finite(stored: NDArray[Any], dtype: str) -> bool:
    """Tell whether all stored numbers are finite and no larger than LARGEST.

    Larger ones, which only F64 holds, would overflow as soon as they are multiplied.
    """
    exponent = EXPONENTS.get(dtype)
    if exponent is None:
        return bool((np.abs(stored) <= LARGEST).all())
    return bool((stored.view("<u2") & exponent != exponent).all())  # a pass over half the bytes


def open_tensors(folder: Path, name: str) -> TensorFile:
    """Map a safetensors file of a folder and check its whole header; raises Mistake."""
    path = folder / name
    with opened(folder, name) as file:
        size = os.fstat(file.fileno()).st_size
        if size < 8:
            _refused(path, f"has {size} bytes, less than a header")
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    refuse_pointer(path, mapped[:200])
    length = int.from_bytes(mapped[:8], "little")
    if length > min(MOST_HEADER, size - 8):
        if mapped[:2] == b"PK" or mapped[:1] == b"\x80":
            raise Mistake(
                f"{path}: is a pickle under another name, refused because reading it would "
                "run its code; save the model as safetensors"
            )
        known = f"the file has {size} bytes" if length > size - 8 else f"{MOST_HEADER} is the most"
        _refused(path, f"claims a header of {length} bytes, but {known}")
    tensors = _scanned(mapped, 8 + length, path)
    _check_places(tensors, 8 + length, size, path)
    return TensorFile(path, MappingProxyType(tensors), 8 + length, mapped)


# ------------------------------------------------------------------ the header


def _scanned(mapped: mmap.mmap, end: int, path: Path) -> dict[str, Tensor]:
    """Return the entries of the header in bytes 8 to `end`."""
    _check_text(mapped, end, path)
    tensors: dict[str, Tensor] = {}
    at, metadata = _passed(mapped, 8, end, b"{", path), False
    if mapped[at : at + 1] == b"}" and at < end:
        at += 1
    else:
        while True:
            name, at = _name(mapped, at, end, path)
            at = _passed(mapped, at, end, b":", path)
            if name == "__metadata__":
                if metadata:
                    _refused(path, "has two entries __metadata__ in its header")
                at, metadata = _past_metadata(mapped, at, end, path), True
            else:
                if name in tensors:
                    _refused(path, f"has two tensors {name!r:.80} in its header")
                if len(tensors) == MOST_TENSORS:
                    _refused(path, f"has more than {MOST_TENSORS} tensors")
                tensors[name], at = _entry(mapped, at, end, name, path)
            at = _space(mapped, at, end)
            if at < end and mapped[at : at + 1] == b"}":
                at += 1
                break
            at = _passed(mapped, at, end, b",", path)
    if _space(mapped, at, end) != end:
        _refused(path, "has extra data after the object in its header")
    return tensors


def _check_text(mapped: mmap.mmap, end: int, path: Path) -> None:
    """Make sure that the header is UTF-8 without control characters, a piece at a time."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for at in range(8, end, CHUNK):
            decoder.decode(mapped[at : min(at + CHUNK, end)])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        _refused(path, "has a header that is not UTF-8")
    if _CONTROL.search(mapped, 8, end):
        _refused(path, "has control characters in its header")


def _space(mapped: mmap.mmap, at: int, end: int) -> int:
    match = _SPACE.match(mapped, at, end)
    return match.end() if match else at


def _passed(mapped: mmap.mmap, at: int, end: int, sign: bytes, path: Path) -> int:
    """Return the place after a sign and the spaces around it."""
    at = _space(mapped, at, end)
    if at >= end or mapped[at : at + 1] != sign:
        _refused(path, f"has a header without the {sign.decode()!r} expected at byte {at}")
    return _space(mapped, at + 1, end)


def _name(mapped: mmap.mmap, at: int, end: int, path: Path) -> tuple[str, int]:
    match = _STRING.match(mapped, at, end)
    if match is None or match.end() - at > MOST_ENTRY:
        _refused(path, f"has no name of at most {MOST_ENTRY} bytes at byte {at} of its header")
    try:
        return str(json.loads(match.group())), match.end()
    except ValueError:
        _refused(path, f"has an unsound name at byte {at} of its header")


def _past_metadata(mapped: mmap.mmap, at: int, end: int, path: Path) -> int:
    """Return the place after an object of strings; they are not kept, as nothing here uses them."""
    at = _passed(mapped, at, end, b"{", path)
    keys: set[str] = set()
    while mapped[at : at + 1] != b"}":
        if keys:
            at = _passed(mapped, at, end, b",", path)
        key, at = _name(mapped, at, end, path)
        if key in keys or len(keys) == MOST_METADATA:
            _refused(path, f"has metadata with too many keys, or twice the key {key[:80]!r}")
        keys.add(key)
        match = _STRING.match(mapped, _passed(mapped, at, end, b":", path), end)
        if match is None:
            _refused(path, "has metadata that is not a string")
        at = _space(mapped, match.end(), end)
        if at >= end:
            _refused(path, "has metadata without an end")
    return at + 1


def _entry(mapped: mmap.mmap, at: int, end: int, name: str, path: Path) -> tuple[Tensor, int]:
    match = _ENTRY.match(mapped, at, end)
    if match is None:
        _refused(path, f"has no entry of at most {MOST_ENTRY} bytes for {name!r:.80}")
    entry = parsed_object(match.group(), f"{path}: the entry of {name!r:.80}")
    if set(entry) != {"dtype", "shape", "data_offsets"}:
        _refused(
            path, f"has an entry of {name!r:.80} with other keys than dtype, shape, data_offsets"
        )
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in BYTES:
        _refused(path, f"has {name!r:.80} of the unknown dtype {str(dtype)[:80]!r}")
    if not _whole_numbers(shape) or len(shape) > MOST_DIMENSIONS:
        _refused(path, f"has {name!r:.80} with a shape that is not a short list of sizes")
    if not _whole_numbers(offsets) or len(offsets) != 2 or offsets[0] > offsets[1]:
        _refused(path, f"has {name!r:.80} with invalid data_offsets")
    return Tensor(sys.intern(dtype), tuple(shape), end + offsets[0], end + offsets[1]), match.end()


def _whole_numbers(value: object) -> bool:
    """Tell whether a value is a list of numbers that a place in a file can be."""
    return isinstance(value, list) and all(type(n) is int and 0 <= n < 2**63 for n in value)


# ------------------------------------------------------------------ the places


def _check_places(tensors: Mapping[str, Tensor], begin: int, size: int, path: Path) -> None:
    """Make sure that the tensors fill the data, each with its own bytes, in some order."""
    reached, before = begin, "the header"
    for name in sorted(tensors, key=lambda each: (tensors[each].begin, tensors[each].end)):
        tensor = tensors[name]
        length = tensor.end - tensor.begin
        if tensor.end > size:
            _refused(
                path,
                f"is truncated, or {name!r:.80} is misplaced: it ends at {tensor.end} of {size}",
            )
        # A huge size beside a 0 would take no bytes, and NumPy has no array of that shape.
        fits = all(each <= size for each in tensor.shape)
        if not fits or math.prod(tensor.shape) * BYTES[tensor.dtype] != length:
            shape = ", ".join(str(each)[:20] for each in tensor.shape)
            _refused(
                path,
                f"gives {name!r:.80} {length} bytes, which does not match its shape [{shape}] "
                f"of {tensor.dtype}",
            )
        if tensor.begin < reached:
            _refused(path, f"has tensors that overlap: {before!r:.80} and {name!r:.80}")
        if tensor.begin > reached:
            _refused(path, f"has a hole of {tensor.begin - reached} bytes before {name!r:.80}")
        reached, before = tensor.end, name
    if reached != size:
        _refused(path, f"has {size - reached} bytes after its last tensor")


def _refused(path: Path, what: str) -> NoReturn:
    raise Mistake(f"{path}: {what}; not a valid safetensors file, fetch or save it again")
