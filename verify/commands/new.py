"""The command `new`: skeletons of statements from a paper's LaTeX."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from verify.drafting.skeletons import KEY, key_of, skeletons
from verify.drafting.theorems import read_draft
from verify.language.mistakes import LimitHit, Mistake
from verify.render.errors import AGREES, Usage
from verify.render.files import trouble_with_folder, write_whole


def perform(asked: Namespace) -> int:
    """Write a module for each theorem environment; one that is there already stays as it is."""
    folder: Path = asked.output
    if asked.key is not None and not KEY.fullmatch(asked.key):
        raise Usage(f"--key: {asked.key!r:.40} is not a key; use letters and digits, such as MEAN")
    trouble = trouble_with_folder(folder)
    if trouble is not None:
        raise Usage(f"--output: {trouble}")
    try:
        draft = read_draft(asked.source)
        key = asked.key or key_of(folder, asked.source)
    except LimitHit as limit:
        raise LimitHit(f"--from: {limit}") from None
    except Mistake as mistake:
        raise Usage(f"--from: {mistake}") from None
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in skeletons(draft, key).items():
        target = folder / name
        if target.exists():
            print(f"{target} (exists; not changed)")
        else:
            write_whole(target, text)
            print(target)
    for line in (*draft.unread, *draft.notes):
        print(f"verify: --from: {line}", file=sys.stderr)
    print(f"theorem environments: {len(draft.theorems)} read, {len(draft.unread)} not read")
    print(f"next: verify list --papers {folder}; then write the claims (verify words claim)")
    return AGREES
