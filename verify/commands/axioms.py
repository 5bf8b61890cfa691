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
from verify.render.axioms import axioms_json, axioms_of, axioms_text
from verify.render.screen import screen_of


def perform(asked: Namespace) -> int:
    """List the theorems from outside that claims assume, in words and as Coq has them."""
    catalogue = read_catalogue(asked)
    check_file("--json", asked.json, catalogue)
    known = {statement.id: statement for statement in catalogue.statements}
    every = [axioms_of(statement, known) for statement in chosen(catalogue, asked)]
    if asked.json is not None:
        write_json(asked.json, axioms_json(every))
    else:
        told = every if asked.ids else [a for a in every if a.own or a.through]
        show_lines(axioms_text(told, screen_of(sys.stdout)))
    return exit_code(catalogue)
