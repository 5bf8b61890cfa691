"""Files of a checkpoint's folder: opened only if they are plain files inside it, and JSON ones.

Nothing here follows a link out of the folder, waits for a pipe, or reads more than a limit. A
snapshot in the hub's cache links to the blobs of its own model, and such links are followed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn

from verify.checkpoints.hub import fetching, is_snapshot, unfinished
from verify.language.mistakes import Mistake
from verify.processes.plain_files import NotPlain, opened_plain

LONGEST = 4300  # digits of an integer
POINTER = b"version https://git-lfs"


def existing_folder(path: Path) -> Path:
    """Return the folder's real path; raises Mistake where there is none, or it cannot be read."""
    try:
        if not path.is_dir():
            what = "is a file" if path.exists() else "does not exist"
            raise Mistake(f"{path}: {what}; give the folder of a checkpoint, with its config.json")
        os.listdir(path)
        return Path(os.path.realpath(path))
    except OSError as error:
        _told(path, error)


def refuse_pointer(path: Path, data: bytes) -> None:
    """Raise a Mistake for the few lines that git puts in a large file's place."""
    if data.startswith(POINTER):
        raise Mistake(f"{path}: is a git LFS pointer, not the file itself; run git lfs pull")


@contextmanager
def opened(folder: Path, name: str) -> Iterator[BufferedReader]:
    """Open a plain file of the folder for reading; raises Mistake for anything else."""
    path = folder / name
    plain = PurePosixPath(name)
    if plain.is_absolute() or ".." in plain.parts or "\0" in name or not name:
        raise Mistake(f"{folder}: the file name {name!r} leads out of it; name a file inside")
    real, root = os.path.realpath(path), os.path.realpath(folder)
    if not any(real.startswith(place.rstrip(os.sep) + os.sep) for place in _inside(Path(root))):
        raise Mistake(
            f"{path}: is a link to {real}, outside the folder; replace it by its target (cp "
            "-rL does so for a whole folder)"
        )
    if path.is_symlink() and not os.path.exists(real):
        raise Mistake(
            f"{path}: is a link to {real}, which does not exist{unfinished(Path(root))}; "
            f"{fetching(Path(root))}"
        )
    try:
        opened_file = opened_plain(real)
    except (NotPlain, IsADirectoryError):
        raise Mistake(f"{path}: is not a regular file; replace it by one") from None
    except OSError as error:
        _told(path, error)
    with opened_file as file:
        yield file


def _inside(root: Path) -> list[str]:
    """Return the places where a real folder's files may be: it, and of a snapshot the blobs."""
    return [str(root), str(root.parent.parent / "blobs")] if is_snapshot(root) else [str(root)]


def read_json(folder: Path, name: str, limit: int) -> dict[str, Any]:
    """Return the object a JSON file of at most `limit` bytes holds; raises Mistake."""
    path = folder / name
    with opened(folder, name) as file:
        if os.fstat(file.fileno()).st_size > limit:
            raise Mistake(f"{path}: is larger than {limit} bytes; is it a checkpoint's {name}?")
        data = file.read()
    refuse_pointer(path, data)
    return parsed_object(data, str(path))


def parsed_object(data: bytes, where: str) -> dict[str, Any]:
    """Return the JSON object in some bytes, without duplicate keys, NaN or infinity."""
    try:
        read = json.loads(
            data, object_pairs_hook=_distinct, parse_constant=_no_constant, parse_int=_integer
        )
    except RecursionError:
        raise Mistake(f"{where}: is nested too deeply; write it again") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise Mistake(f"{where}: is not valid JSON ({error}); write it again") from None
    if not isinstance(read, dict):
        raise Mistake(f"{where}: is not a JSON object; write it again")
    return read


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice[:80]!r} occurs twice")
    return read


def _integer(digits: str) -> int:
    if len(digits) > LONGEST:  # Python may have been told to read integers of any length
        raise ValueError(f"an integer has {len(digits)} digits")
    return int(digits)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _told(path: Path, error: OSError) -> NoReturn:
    if isinstance(error, FileNotFoundError):
        raise Mistake(f"{path}: does not exist; is this the folder of a checkpoint?") from None
    reason = (error.strerror or "no reason given").lower()
    fix = "allow reading it (chmod +r)" if isinstance(error, PermissionError) else "check the disk"
    raise Mistake(f"{path}: cannot be read ({reason}); {fix}") from None
