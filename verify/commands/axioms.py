"""The command `axioms`: theorems from outside that claims assume."""

from __future__ import annotations

import sys
from argparse import Namespace

from verify.commands.shared import (
    check_file,
    chosen,
    exit_code,
    read_catalogue,
    show_lines,
    write_json,
)
from verify.render.axioms import axioms_json, axioms_text, cited_by
from verify.render.screen import screen_of


def perform(asked: Namespace) -> int:
    """List the theorems from outside that claims assume, in words and as Coq has them."""
    catalogue = read_catalogue(asked)
    check_file("--json", asked.json, catalogue)
    known = {statement.id: statement for statement in catalogue.statements}
    every = [(statement, cited_by(statement, known)) for statement in chosen(catalogue, asked)]
    if asked.json is not None:
        write_json(asked.json, [axioms_json(*each) for each in every])
    else:
        screen = screen_of(sys.stdout)
        told = [axioms_text(*each, screen) for each in every if asked.ids or each[1]]
        show_lines([line for lines in told for line in lines])
    return exit_code(catalogue)
