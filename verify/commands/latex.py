"""The command `latex`: an article, or the errata."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from verify.commands.runs import decide
from verify.commands.shared import chosen, exit_code, read_catalogue, show_lines
from verify.telling import errata_text, latex_document
from verify.telling.errors import CHANGED, INTERRUPTED, Usage
from verify.telling.files import claimed_folder
from verify.telling.latex_compiling import LatexError, pdflatex


def perform(asked: Namespace) -> int:
    """Write the article on statements, or the errata, and compile it."""
    if asked.errata and asked.no_run:
        raise Usage("--errata: it tells what a run has found; leave out --no-run")
    catalogue = read_catalogue(asked)
    document = errata_text if asked.errata else latex_document
    folder = asked.output or Path("errata" if asked.errata else "latex")
    claimed_folder(folder, document.KIND, asked.force)
    statements = chosen(catalogue, asked)
    if asked.pdf:
        pdflatex()  # missing TeX is told before anything is decided
    run = None if asked.no_run else decide(statements, asked)
    if run is not None and not run.complete:
        print("verify: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    results = {} if run is None else {result.id: result for result in run.statements}
    try:
        written = document.write(statements, results, folder, asked.pdf, asked.force)
    except LatexError as error:
        print(f"verify: {error}", file=sys.stderr)
        return CHANGED
    show_lines(_written(folder, written))
    return exit_code(catalogue)


def _written(folder: Path, paths: Sequence[Path]) -> list[str]:
    """Return the paths of a folder's files, and of its subfolders how many files they hold."""
    below = Counter(path.parent for path in paths if path.parent != folder)
    lines = [str(path) for path in paths if path.parent == folder]
    return lines + [f"{parent}{os.sep} ({number} files)" for parent, number in below.items()]
