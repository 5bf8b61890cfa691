"""Runs the notebooks of this folder and writes each .ipynb anew: python notebooks/refresh.py

The .py beside it is the source, in jupytext's percent format. What depends on the machine or on
the moment (times, random ids, versions) is left out, so that an unchanged notebook stays the same.
"""

from __future__ import annotations

import sys
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
    """Return a source as a notebook without outputs, its cells numbered."""
    notebook = jupytext.read(source)
    notebook.metadata = {
        "kernelspec": dict(notebook.metadata["kernelspec"]),
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells, 1):
        cell.id, cell.metadata = f"cell-{number}", {}
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


def main() -> None:
    """Execute every notebook and write it."""
    for source in sources():
        target = source.with_suffix(".ipynb")
        nbformat.write(execute(source), target)
        print(f"{target.relative_to(FOLDER.parent)}: {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    sys.exit(main())
