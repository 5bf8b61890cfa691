"""The command `init`: a project of a reader's own, from the files in verify/project."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from verify.telling.errors import AGREES, Usage
from verify.telling.files import trouble_with_folder, write_whole

PROJECT = Path(__file__).parents[1] / "project"


def perform(asked: Namespace) -> int:
    """Make a project that passes at once; it may be named nowhere but in a new or empty folder."""
    folder: Path = asked.folder
    trouble = trouble_with_folder(folder)
    if trouble is None and folder.is_dir() and any(folder.iterdir()):
        trouble = f"{folder} is not empty; name a new folder"
    if trouble is not None:
        raise Usage(f"DIR: {trouble}")
    for path in files():
        target = folder / path.relative_to(PROJECT)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, path.read_bytes())
        print(target)
    print(f"next: cd {folder} && verify run && pytest")
    return AGREES


def files() -> list[Path]:
    """Return the files of a new project, without what Python has left beside them."""
    found = (path for path in PROJECT.rglob("*") if path.is_file())
    return sorted(path for path in found if "__pycache__" not in path.parts)
