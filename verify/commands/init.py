"""The command `init`: a project of a reader's own, from the files in verify/project."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from verify.drafting.skeletons import KEY, identifiers, key_of, skeletons
from verify.drafting.theorems import Draft, read_draft
from verify.language.mistakes import LimitHit, Mistake
from verify.render.errors import AGREES, Usage
from verify.render.files import put_folder, trouble_with_folder
from verify.running.records import records_text
from verify.statements.folder import configured

Files = Mapping[str, bytes]
PROJECT = Path(__file__).parents[1] / "project"
UNDECIDED = {"verdict": "open", "paper_argument": "none", "grade": "inconclusive"}
OF_THE_MEAN = ("statements/", "tests/", "notebook")  # the first statement, where there is no paper


def perform(asked: Namespace) -> int:
    """Make a project that passes at once: of the theorems of a paper, or of a first statement.

    It may be named nowhere but in a new or empty folder; a project that is there gets the
    theorems that it has not.
    """
    folder: Path = asked.folder
    made = {str(path.relative_to(PROJECT)): path.read_bytes() for path in files()}
    trouble = trouble_with_folder(folder)
    if trouble is not None:
        raise Usage(f"DIR: {trouble}")
    settings, draft = folder / "pyproject.toml", None
    inner = configured(settings) if settings.is_file() else None
    if asked.source is not None:
        draft, made = _of_paper(asked, made, inner or folder / "statements")
    if folder.is_dir() and any(folder.iterdir()) and not (draft and inner):
        raise Usage(f"DIR: {folder} is not empty; name a new folder")
    there = [name for name in made if (folder / name).exists()]
    put_folder(folder, {name: data for name, data in made.items() if name not in there})
    for name in made:
        print(f"{folder / name}{' (exists; not changed)' if name in there else ''}")
    if draft is None:
        print(f"next: cd {folder} && verify run && pytest")
        return AGREES
    for line in (*draft.unread, *draft.notes):
        print(f"verify: --from: {line}", file=sys.stderr)
    print(f"theorem environments: {len(draft.theorems)} read, {len(draft.unread)} not read")
    print(f"next: cd {folder} && verify list; then write the claims (verify words claim)")
    return AGREES


def _of_paper(asked: Namespace, made: Files, inner: Path) -> tuple[Draft, dict[str, bytes]]:
    """Return a paper and a project with a statement for each of its theorems, recorded as open."""
    if asked.key is not None and not KEY.fullmatch(asked.key):
        raise Usage(f"--key: {asked.key!r:.40} is not a key; use letters and digits, such as MEAN")
    if asked.folder.resolve() not in inner.resolve().parents:
        raise Usage(f"DIR: its papers are not inside it, but in {inner}; name another folder")
    try:
        draft = read_draft(asked.source)
        key = asked.key or key_of(inner, asked.source)
    except LimitHit as limit:
        raise LimitHit(f"--from: {limit}") from None
    except Mistake as mistake:
        raise Usage(f"--from: {mistake}") from None
    ids, texts = identifiers(draft, key), skeletons(draft, key)
    texts["recorded.toml"] = records_text(dict.fromkeys(ids, UNDECIDED), ids)
    frame = {name: data for name, data in made.items() if not name.startswith(OF_THE_MEAN)}
    page = frame["README.md"].replace(b"MEAN-1", ids[0].encode())
    frame["README.md"] = page.replace(b"My paper", (draft.title or "My paper").encode(), 1)
    own = os.path.relpath(inner, asked.folder)
    return draft, frame | {f"{own}/{name}": text.encode() for name, text in texts.items()}


def files() -> list[Path]:
    """Return the files of a new project, without what Python has left beside them."""
    found = (path for path in PROJECT.rglob("*") if path.is_file())
    return sorted(path for path in found if "__pycache__" not in path.parts)
