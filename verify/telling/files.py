"""Writing files whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that a reader sees the old content or the new one, never a part.

    A link is followed; what is no regular file (a pipe, a terminal) is written to as it is.
    Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    if _is_special(path):
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def trouble_with_file(path: Path) -> str | None:
    """Return why a file could not be written, with the fix, or None; leaves nothing behind."""
    if path.is_dir():
        return f"{path} is a folder; give the name of a file in it"
    if path.exists() and not os.access(path, os.W_OK):
        return f"{path} is write-protected; choose another file"
    if _is_special(path):
        return None
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        return f"the folder {target.parent} does not exist; make it first"
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        return f"{path} cannot be written ({reason}); choose another place"
    os.close(handle)
    os.unlink(name)
    return None


def trouble_with_folder(path: Path) -> str | None:
    """Return why files could not be written into a folder, made if need be, or None."""
    existing = path
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        return f"{existing} is a file; give the name of a folder"
    trouble = trouble_with_file(existing / "probe")
    return (
        None if trouble is None else f"nothing can be written in {existing}; choose another place"
    )


def _is_special(path: Path) -> bool:
    """Tell whether a path is a pipe, a terminal or another device: it cannot be replaced."""
    return path.exists() and not stat.S_ISREG(path.stat().st_mode)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
