"""The command `init`: a project of a reader's own, from the files in verify/project."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from verify.processes.asides import OURS
from verify.render.errors import AGREES, Usage
from verify.render.files import put_folder, trouble_with_folder

PROJECT = Path(__file__).parents[1] / "project"


def perform(asked: Namespace) -> int:
    """Make a project that passes at once; it may be named nowhere but in a new or empty folder."""
    folder: Path = asked.folder
    made = {str(path.relative_to(PROJECT)): path.read_bytes() for path in files()}
    trouble = trouble_with_folder(folder)
    if trouble is None and not _is_begun(folder, made):
        trouble = f"{folder} is not empty; name a new folder"
    if trouble is not None:
        raise Usage(f"DIR: {trouble}")
    put_folder(folder, made)
    for name in made:
        print(folder / name)
    print(f"next: cd {folder} && verify run && pytest")
    return AGREES


def _is_begun(folder: Path, made: Mapping[str, bytes]) -> bool:
    """Return whether a folder has only parts of a new project, as a killed init leaves it."""
    inner = ((p, p.relative_to(folder)) for p in folder.rglob("*") if not p.is_dir())
    return all(
        OURS.fullmatch(name.parts[0])
        or (str(name) in made and p.is_file() and p.read_bytes() == made[str(name)])
        for p, name in inner
    )


def files() -> list[Path]:
    """Return the files of a new project, without what Python has left beside them."""
    found = (path for path in PROJECT.rglob("*") if path.is_file())
    return sorted(path for path in found if "__pycache__" not in path.parts)
