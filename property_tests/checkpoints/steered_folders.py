"""What is asked of `verify steer` in tests, and what is in the folders that it reads and writes."""

from __future__ import annotations

import hashlib

STEER = ("--direction", "token:3", "--strength", "40")


def digests(folder):
    """Return the hash of each file of a folder, by its place there."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
