"""The command `report`: the site."""

from __future__ import annotations

import sys
from argparse import Namespace

from verify.commands.runs import contradicted, decide
from verify.commands.shared import chosen, exit_code, read_catalogue, show_lines
from verify.processes.store import store
from verify.render.errors import INTERRUPTED
from verify.render.figures.small import DrawnFigure, drawing, small_figures
from verify.render.files import claimed_folder, write_folder
from verify.render.screen import progress_bar
from verify.render.site import build
from verify.statements import fingerprint


def perform(asked: Namespace) -> int:
    """Write the site of statements, whole or not at all."""
    catalogue = read_catalogue(asked)
    claimed_folder(asked.output, build.KIND, asked.force)
    statements = chosen(catalogue, asked)
    if not (asked.no_run or asked.no_figures):
        drawing()  # missing Matplotlib is told before anything is decided
    run = None if asked.no_run else decide(statements, asked)
    if run is not None and not run.complete:
        print("verify: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    with progress_bar() as progress:
        figures: list[DrawnFigure] = []
        if run is not None and not asked.no_figures:
            known = {statement.id for statement in statements}
            sources = fingerprint.engine()
            figures += small_figures("svg", known, store(), sources, asked.jobs, progress)
        files = build.site_files(statements, run, progress, figures, catalogue.statements)
        write_folder(asked.output, build.KIND, files, asked.force)
    show_lines([str(asked.output / "index.html")])
    return exit_code(catalogue) or contradicted(run)
