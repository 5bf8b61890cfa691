"""The command `latex`: an article, statements for a paper of the reader's own, or the errata."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from verify.commands.runs import contradicted, decide
from verify.commands.shared import chosen, exit_code, read_catalogue, show_lines
from verify.processes.store import store
from verify.render import errata, latex_document, latex_paper
from verify.render.errors import CHANGED, INTERRUPTED, Usage
from verify.render.figures.small import DrawnFigure, drawing, small_figures
from verify.render.files import claimed_folder, write_folder
from verify.render.latex_compiling import LatexError, compiled, pdflatex
from verify.render.screen import progress_bar
from verify.statements import fingerprint
from verify.statements.outcomes import Run
from verify.statements.statement import Statement

Progress = Callable[[int, int, str], None]
NAMED = {
    "attention-proofs": "verify", "python": "Python", "sympy": "SymPy", "python-flint": "FLINT",
    "profile": "profile", "seed": "seed",
}  # fmt: skip


def perform(asked: Namespace) -> int:
    """Write the article on statements, a plain text of them, or the errata; compile it."""
    if asked.errata and asked.no_run:
        raise Usage("--errata: it needs the results of a run; leave out --no-run")
    if asked.plain and asked.errata:
        raise Usage("--plain: not available with --errata; leave out one of them")
    catalogue = read_catalogue(asked)
    document = latex_paper if asked.plain else errata if asked.errata else latex_document
    folder: Path = asked.output or Path("errata" if asked.errata else "latex")
    on_screen = asked.plain and asked.output is None and not asked.pdf
    if not on_screen:
        claimed_folder(folder, document.KIND, asked.force)
    statements = chosen(catalogue, asked)
    if asked.pdf:
        pdflatex()  # missing TeX is told before anything is decided
    if asked.pdf and document is latex_document and not (asked.no_run or asked.no_figures):
        drawing()  # and so is missing Matplotlib
    run = None if asked.no_run else decide(statements, asked)
    if run is not None and not run.complete:
        print("verify: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    results = {} if run is None else {result.id: result for result in run.statements}
    if on_screen:
        show_lines(latex_paper.printed(statements, results))
        return exit_code(catalogue) or contradicted(run)
    try:
        with progress_bar() as progress:
            if asked.errata:  # statements without a result may say what is true instead
                files = errata.errata_files(catalogue.statements, results)
            elif asked.plain:
                files = latex_paper.paper_files(statements, results)
            else:
                options = _options(statements, run, asked, progress)
                files = latex_document.article_files(statements, results, options)
            if asked.pdf:
                files |= compiled(pdflatex(), files, document.MAIN)
            written = write_folder(folder, document.KIND, files, asked.force)
    except LatexError as error:
        print(f"verify: {error}", file=sys.stderr)
        return CHANGED
    show_lines(_written(folder, written))
    return exit_code(catalogue) or contradicted(run)


def _options(
    statements: Sequence[Statement], run: Run | None, asked: Namespace, progress: Progress
) -> latex_document.Options:
    """Return what the article holds beside its statements; figures only of what was decided."""
    drawn: list[DrawnFigure] = []
    if run is not None and asked.pdf and not asked.no_figures:
        known = {statement.id for statement in statements}
        sources = fingerprint.engine()
        drawn += small_figures("pdf", known, store(), sources, asked.jobs, progress)
    day = f"{date.today():%d %B %Y}".lstrip("0")
    return latex_document.Options(
        made=(day, *_versions(run)),
        essays=latex_document.essays(),
        figures=tuple(drawn),
        progress=progress,
    )


def _versions(run: Run | None) -> list[str]:
    """Return with what a run was made, as far as a reader may want it."""
    if run is None:
        return []
    made = run.environment
    versions = {**made.get("libraries", {}), **made}
    return [f"{shown} {versions[name]}" for name, shown in NAMED.items() if name in versions]


def _written(folder: Path, paths: Sequence[Path]) -> list[str]:
    """Return the paths of a folder's files, and of its subfolders how many files they hold."""
    below = Counter(path.parent for path in paths if path.parent != folder)
    lines = [str(path) for path in paths if path.parent == folder]
    return lines + [f"{parent}{os.sep} ({number} files)" for parent, number in below.items()]
