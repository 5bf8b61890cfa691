"""Checkpoints by name: found in the hub's cache on this machine, and never on the network.

The cache has a folder for each model, models--OWNER--NAME. In it are blobs/, files by their hashes;
snapshots/COMMIT/, links to them by their own names; and refs/NAME, which commit a branch or tag is.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from verify.language.mistakes import Mistake
from verify.processes.places import absolute, cache_root

# OWNER/NAME or NAME, and after @ a branch, a tag or the beginning of a commit.
NAME = re.compile(
    r"(?P<name>[A-Za-z0-9][\w.-]*(?:/[A-Za-z0-9][\w.-]*)?)(?:@(?P<revision>\w[\w./-]*))?", re.ASCII
)
SHORTEST = 6  # signs of a commit's hash that name it
MOST_TOLD = 8  # revisions named in a line


def located(asked: Path) -> Path:
    """Return the folder that is meant: itself, or the snapshot of a name in the hub's cache.

    Raises Mistake, with the command that downloads what is not there.
    """
    named = NAME.fullmatch(str(asked))
    if named is None or ".." in str(asked) or "--" in named["name"] or os.path.lexists(asked):
        return asked
    name, revision = named["name"], named["revision"]
    model = _model(name)
    download = f"download it: {_download(name, revision)}"
    if model is None:
        raise Mistake(
            f"{asked}: not a folder, and not a name in the cache {cache()}; give a folder, or "
            f"{download}"
        )
    found = _revisions(model)
    folder = _snapshot(model, revision, found) if revision else _only(asked, model, found)
    if folder is None:
        known = ", ".join(sorted(found)[:MOST_TOLD]) or "no whole one"
        raise Mistake(f"{asked}: the cache does not have this revision, only {known}; {download}")
    if not os.path.exists(folder / "config.json"):
        raise Mistake(f"{asked}: has no config.json in the cache{unfinished(folder)}; {download}")
    return folder


def cache() -> Path:
    """Return the hub's cache, where its own library puts it."""
    for variable in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if os.environ.get(variable):
            return absolute(os.environ[variable])
    home = os.environ.get("HF_HOME")
    return (absolute(home) if home else cache_root() / "huggingface") / "hub"


def is_snapshot(folder: Path) -> bool:
    """Tell whether a folder is a snapshot of a model in a cache of the hub."""
    return folder.parent.name == "snapshots" and folder.parent.parent.name.startswith("models--")


def display_name(folder: Path) -> str:
    """Return what to call a checkpoint: its folder's name, or of a snapshot OWNER/NAME@revision."""
    if not is_snapshot(folder):
        return folder.name
    model = folder.parent.parent
    revisions = sorted(ref for ref, at in _revisions(model).items() if at == folder)
    revision = "main" if "main" in revisions else (revisions or [folder.name[:12]])[0]
    name = model.name.removeprefix("models--").replace("--", "/")
    return name if revision == "main" else f"{name}@{revision}"


def unfinished(folder: Path) -> str:
    """Return words on a download into a folder, or a snapshot, that has not ended; or no words."""
    places = [folder / ".cache" / "huggingface" / "download"]
    if is_snapshot(folder):
        places.append(folder.parent.parent / "blobs")
    for place in places:
        for path in sorted(place.glob("*.incomplete")):
            return f", where a download was not finished ({path.name:.80})"
    return ""


def fetching(folder: Path) -> str:
    """Return what to do for files that are not there: of a snapshot, the line that downloads it."""
    if not is_snapshot(folder):
        return "fetch it again"
    name, _, revision = display_name(folder).partition("@")
    return f"download it again: {_download(name, revision)}"


def _download(name: str, revision: str | None) -> str:
    return f"hf download {name}" + (f" --revision {revision}" if revision else "")


def _model(name: str) -> Path | None:
    """Return the folder of a model; a bare name may be that of one owner's."""
    exact = cache() / f"models--{name.replace('/', '--')}"
    if exact.is_dir() or "/" in name:
        return exact if exact.is_dir() else None
    owned = [path for path in cache().glob(f"models--*--{name}") if path.is_dir()]
    if len(owned) > 1:
        names = ", ".join(sorted(display_name(path / "snapshots" / "any") for path in owned))
        known = names.replace("@any", "")
        raise Mistake(f"{name}: several owners have a model of this name; use {known}")
    return owned[0] if owned else None


def _revisions(model: Path) -> dict[str, Path]:
    """Return the snapshots that are there by the names that refer to them."""
    found: dict[str, Path] = {}
    refs = model / "refs"
    for path in sorted(refs.rglob("*")):
        if path.is_file() and path.stat().st_size <= 200:
            commit = path.read_text(encoding="ascii", errors="replace").strip()
            folder = model / "snapshots" / commit
            if re.fullmatch(r"\w[\w.-]*", commit, re.ASCII) and folder.is_dir():
                found[path.relative_to(refs).as_posix()] = folder
    if not found:
        folders = (path for path in (model / "snapshots").glob("*") if path.is_dir())
        found = {path.name[:12]: path for path in folders}
    return found


def _snapshot(model: Path, revision: str, found: dict[str, Path]) -> Path | None:
    if revision in found:
        return found[revision]
    begin = [p for p in (model / "snapshots").glob("*") if p.name.startswith(revision)]
    return begin[0] if len(begin) == 1 and len(revision) >= SHORTEST else None


def _only(asked: Path, model: Path, found: dict[str, Path]) -> Path | None:
    """Return the one snapshot there is; raises Mistake where there are several."""
    if len(set(found.values())) > 1:
        names = sorted(found)
        told = ", ".join(names[:MOST_TOLD]) + (", ..." if len(names) > MOST_TOLD else "")
        raise Mistake(
            f"{asked}: {len(set(found.values()))} revisions are in the cache ({told}); name one, "
            f"such as {asked}@{'main' if 'main' in names else names[0]}"
        )
    return next(iter(found.values()), None)
