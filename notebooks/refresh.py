"""Runs the notebooks of this folder and writes each .ipynb anew: python notebooks/refresh.py

With names, only these: python notebooks/refresh.py first_steps. The .py beside it is the source,
in jupytext's percent format. What depends on the machine or on the moment (times, random ids,
versions) is left out, so that an unchanged notebook stays the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent
SECONDS_A_CELL = 300


def sources() -> list[Path]:
    """Return the scripts that are notebooks: those with cells."""
    return [path for path in sorted(FOLDER.glob("*.py")) if "\n# %%" in path.read_text("utf-8")]


def read(source: Path) -> nbformat.NotebookNode:
    """Return a source as a notebook without outputs, its cells numbered; tags are kept."""
    notebook = jupytext.read(source)
    notebook.metadata = {
        "kernelspec": dict(notebook.metadata["kernelspec"]),
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells, 1):
        tags = list(cell.metadata.get("tags", ()))
        cell.id, cell.metadata = f"cell-{number}", {"tags": tags} if tags else {}
    return notebook


def execute(source: Path) -> nbformat.NotebookNode:
    """Return a notebook with its outputs; raises CellExecutionError where a cell fails."""
    notebook = read(source)
    client = NotebookClient(
        notebook,
        timeout=SECONDS_A_CELL,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(FOLDER.parent)}},
    )
    executed = client.execute()
    executed.metadata["language_info"] = {"name": "python"}
    return executed


def write(notebook: nbformat.NotebookNode, target: Path) -> None:
    """Write a notebook whole, or not at all."""
    beside = target.with_suffix(".part")
    nbformat.write(notebook, beside)
    os.replace(beside, target)


def main(names: Sequence[str] = ()) -> int:
    """Execute the notebooks with these names, or every one, and write them."""
    known = {path.stem: path for path in sources()}
    unknown = [name for name in names if Path(name).stem not in known]
    if unknown:
        print(f"refresh: {unknown[0]!r} is no notebook; use {', '.join(known)}", file=sys.stderr)
        return 2
    for source in [known[Path(name).stem] for name in names] or known.values():
        target = source.with_suffix(".ipynb")
        write(execute(source), target)
        print(f"{target.relative_to(FOLDER.parent)}: {target.stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
