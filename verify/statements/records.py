"""What is kept in files between runs: records bound by hashes to what they answer.

A record names the key it was kept under and the hash of what it says. One that was damaged, was
moved to another name, or is anything else is as good as none, and so is one that cannot be read.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

SCHEMA = "verify.kept/1"


def read_record(path: Path, key: str, is_right: Callable[[Any], bool]) -> Any:
    """Return what is kept in a file under a key, if it is what `is_right` expects, or None."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(record, dict) or record.keys() != {"schema", "key", "hash", "says"}:
            return None
        says = record["says"]
        bound = record == {"schema": SCHEMA, "key": key, "hash": _hash(key, says), "says": says}
        return says if bound and is_right(says) else None
    except (OSError, ValueError, RecursionError):
        return None


def write_record(path: Path, key: str, says: Any) -> None:
    """Keep something, whole or not at all; failing to keep it costs only time.

    What JSON has no word for is kept as text.
    """
    try:
        told = json.loads(json.dumps(says, default=str))
        text = json.dumps({"schema": SCHEMA, "key": key, "hash": _hash(key, told), "says": told})
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
    except (OSError, ValueError, TypeError, RecursionError):
        return
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)


def _hash(key: str, says: Any) -> str:
    text = json.dumps(says, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{SCHEMA}\n{key}\n{text}".encode()).hexdigest()


def is_shaped(data: Any, shape: Any) -> bool:
    """Return whether plain data has a shape: a type, types in a tuple, [of each], or {key: shape}.

    A dictionary has exactly these keys; True and False are no numbers.
    """
    if isinstance(shape, dict):
        return (
            isinstance(data, dict) and data.keys() == shape.keys()
            and all(is_shaped(data[key], inner) for key, inner in shape.items())
        )  # fmt: skip
    if isinstance(shape, list):
        return isinstance(data, list) and all(is_shaped(one, shape[0]) for one in data)
    kinds = shape if isinstance(shape, tuple) else (shape,)
    return type(data) in kinds
