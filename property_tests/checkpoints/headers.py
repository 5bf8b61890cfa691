"""Safetensors files put together by hand, right and wrong."""

from __future__ import annotations

import json
import math

BYTES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "U8": 1, "BOOL": 1}


def layout(tensors):
    """The header's object for (name, dtype, shape), one after the other, and the data's length."""
    entries, at = {}, 0
    for name, dtype, shape in tensors:
        end = at + BYTES[dtype] * math.prod(shape)
        entries[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [at, end]}
        at = end
    return entries, at


def file_of(header, data, length=None):
    """A file's bytes, from a header (an object, or text) and data."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + data


def written(folder, content, name="model.safetensors"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return folder
