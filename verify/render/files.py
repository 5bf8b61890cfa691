"""Writing files and new folders whole or not at all, and never over what somebody else wrote."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from verify.processes.asides import aside_file, aside_folder, mask, put
from verify.processes.system_limits import limit_fix
from verify.render.errors import LimitReached, Usage

MARKER = ".verify-output"  # in every folder we write: by which command, and which files


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that a reader sees the old content or the new one, never a part.

    A link is followed; what is no regular file (a pipe, a terminal) is written to as it is.
    Raises OSError.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if _is_special(path):
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    put(target, data, stat.S_IMODE(target.stat().st_mode) if target.exists() else None)


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
        return f"the folder {target.parent} does not exist; create it first"
    try:
        with aside_file(target) as (handle, _):
            os.close(handle)
    except OSError as error:
        if limit_fix(error):
            raise
        reason = (error.strerror or "no reason given").lower()
        return f"{path} cannot be written ({reason}); choose another place"
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


def claimed_folder(path: Path, kind: str, force: bool = False) -> None:
    """Make sure, before any work, that a command may write a folder.

    It may where there is none, where it is empty, and where the same `kind` ("latex", "report")
    wrote it before; with `force`, anywhere that can be written. Raises Usage with the fix.
    """
    trouble = trouble_with_folder(path)
    if trouble is None and not force and path.is_dir():
        trouble = _not_ours(path, kind)
    if trouble is not None:
        raise Usage(f"--output: {trouble}")


def write_folder(
    path: Path, kind: str, files: Mapping[str, str | bytes], force: bool = False, keep: bool = False
) -> list[Path]:
    """Write files into a folder and return their paths in the order given.

    Names are relative, with / for subfolders. What `kind` wrote there before and does not write
    now is removed, unless it is to be kept; what others put there stays, and is overwritten only
    with `force`. A new folder appears as a whole. If we are killed while we replace the files of
    an old one, the next call knows all of them as ours and replaces them. Raises Usage.
    """
    claimed_folder(path, kind, force)
    known = _own_files(path, kind)
    strange = [name for name in files if name not in known and (path / name).exists()]
    if strange and not force:
        raise Usage(f"--output: verify did not create {path / strange[0]}; move it, or add --force")
    own = known.union(files) if keep else set(files)
    try:
        with _staged(path, {**files, MARKER: _marked(kind, own)}) as stage:
            if not _appeared(stage, path):
                put(path / MARKER, _marked(kind, known.union(files)).encode())
                for name in files:
                    _replace(stage, path, name)
                for name in known.difference(own):
                    _remove(path, name)
                os.replace(stage / MARKER, path / MARKER)
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        fix = limit_fix(error)
        trouble = Usage if fix is None else LimitReached
        fix = fix or "choose another"
        raise trouble(f"--output: {path} was not written ({reason}); {fix}") from None
    return [path / name for name in files]


def put_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a new folder, which appears as a whole, or one by one into an old one."""
    with _staged(path, files) as stage:
        if not _appeared(stage, path):
            for name in files:
                _replace(stage, path, name)


@contextmanager
def _staged(path: Path, files: Mapping[str, str | bytes]) -> Iterator[Path]:
    """Write files into a temporary folder on the same file system."""
    existing = path
    while not existing.exists():
        existing = existing.parent
    with aside_folder(existing / path.name) as stage:
        for name, data in files.items():
            file = stage / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data.encode("utf-8", "replace") if isinstance(data, str) else data)
        yield stage


def _appeared(stage: Path, path: Path) -> bool:
    """Rename a temporary folder if there is none of that name yet, and return whether it did."""
    if path.exists():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    os.chmod(stage, 0o777 & ~mask())
    os.rename(stage, path)
    return True


def _replace(stage: Path, path: Path, name: str) -> None:
    (path / name).parent.mkdir(parents=True, exist_ok=True)
    os.replace(stage / name, path / name)


def _not_ours(path: Path, kind: str) -> str | None:
    """Return why a folder is not ours to write into, with the fix, or None."""
    if not any(path.iterdir()):
        return None
    writer = _marker(path).get("written_by")
    if writer == f"verify {kind}":
        return None
    strange = f"is not empty, and verify {kind} did not create it"
    holds = f"contains the output of {writer}" if writer else strange
    return f"{path} {holds}; use a new folder, or add --force"


def _own_files(path: Path, kind: str) -> set[str]:
    """Return the files of a folder that the same command wrote, never one outside the folder."""
    marker = _marker(path)
    if marker.get("written_by") != f"verify {kind}":
        return set()
    listed = marker.get("files")
    names = [n for n in listed if isinstance(n, str)] if isinstance(listed, list) else []
    parts = {name: PurePosixPath(name) for name in names}
    return {name for name, p in parts.items() if not p.is_absolute() and ".." not in p.parts}


def _marked(kind: str, names: Set[str]) -> str:
    return json.dumps({"written_by": f"verify {kind}", "files": sorted(names)}, indent=1) + "\n"


def _marker(path: Path) -> dict[str, Any]:
    try:
        read = json.loads((path / MARKER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}


def _remove(path: Path, name: str) -> None:
    """Remove a file that is no longer written, and its subfolder if nothing else is in it."""
    (path / name).unlink(missing_ok=True)
    for parent in PurePosixPath(name).parents:
        folder = path / parent
        if folder == path or not folder.is_dir() or any(folder.iterdir()):
            return
        folder.rmdir()


def _is_special(path: Path) -> bool:
    """Tell whether a path is a pipe, a terminal or another device: it cannot be replaced."""
    return path.exists() and not stat.S_ISREG(path.stat().st_mode)
