"""Commands that write folders: latex, report, figures."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from verify.commands.shared import (
    chosen,
    decide,
    exit_code,
    read_catalogue,
    show_lines,
)
from verify.telling.errors import CHANGED, INTERRUPTED, Usage
from verify.telling.screen import progress_bar


def command_latex(asked: Namespace) -> int:
    """Write the article on statements, or the errata, and compile it."""
    from verify.telling import errata_text, latex_document
    from verify.telling.files import claimed_folder
    from verify.telling.latex_compiling import LatexError, pdflatex

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


def command_report(asked: Namespace) -> int:
    """Write the site of statements, whole or not at all."""
    from verify.telling.files import claimed_folder
    from verify.telling.site import build

    catalogue = read_catalogue(asked)
    claimed_folder(asked.output, build.KIND, asked.force)
    statements = chosen(catalogue, asked)
    run = None if asked.no_run else decide(statements, asked)
    if run is not None and not run.complete:
        print("verify: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    with progress_bar() as progress:
        build.write_site(statements, run, asked.output, force=asked.force, progress=progress)
    print(asked.output / "index.html")
    return exit_code(catalogue)


def command_figures(asked: Namespace) -> int:
    """Draw figures, with their captions and data; parts computed before are kept."""
    from verify.processes.store import store
    from verify.running.cache import engine_hash
    from verify.telling.figures import command

    return command.command_figures(asked, store(), engine_hash())
