"""What the commands share: choosing statements, deciding them, writing files whole."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO

from verify.language.mistakes import unknown
from verify.processes.system_limits import limit_fix
from verify.render.errors import AGREES, BAD_INPUT, LIMIT, LimitReached, Told, Usage
from verify.render.files import trouble_with_file, write_whole
from verify.render.run_json import plain_data, to_text
from verify.render.screen import Screen, screen_of
from verify.render.streams import shown
from verify.statements.discovery import Catalogue, UnknownStatement, discover, discover_only
from verify.statements.statement import Statement

STANDARD_OUTPUT = Path("-")


def read_catalogue(asked: Namespace) -> Catalogue:
    """Return the statements, and say which modules could not be read.

    Of a run of some nothing else is read than what they need. With modules of a reader's own these
    are all, unless what is asked for is not in them.
    """
    own = tuple(asked.modules)
    if not own and asked.command == "run" and asked.ids and asked.paper is None:
        few = discover_only(asked.ids)
        if few is not None:
            return few
    catalogue = discover(own, alone=bool(own))
    elsewhere = not catalogue.broken and not _has_all(catalogue, asked)
    if own and elsewhere:
        catalogue = discover(own)
    for module, mistake in catalogue.broken:
        print(shown(f"verify: {module}: {' '.join(mistake.split())}"), file=sys.stderr)
    return catalogue


def _has_all(catalogue: Catalogue, asked: Namespace) -> bool:
    """Return whether the statements and the paper that are asked for are there."""
    key, one = getattr(asked, "paper", None), getattr(asked, "id", None)
    if key is not None and key not in [paper.key for paper in catalogue.papers]:
        return False
    try:
        for name in [*getattr(asked, "ids", ()), *((one,) if isinstance(one, str) else ())]:
            catalogue.find(name)
    except UnknownStatement:
        return False
    return True


def exit_code(catalogue: Catalogue) -> int:
    """Return what the modules that could not be read come to."""
    if all(why.startswith("cut off") for _, why in catalogue.broken):
        return LIMIT if catalogue.broken else AGREES
    return BAD_INPUT


def chosen(catalogue: Catalogue, asked: Namespace) -> list[Statement]:
    """Return the statements named, in the papers' order, or all of them."""
    available = of_paper(catalogue, asked.paper)
    if not asked.ids:
        return available
    named = {found(catalogue, name).id for name in asked.ids}
    chosen = [statement for statement in available if statement.id in named]
    for name in asked.ids:
        if found(catalogue, name) not in chosen:
            raise Usage(f"ID: {name!r} is not in paper {asked.paper}; leave out --paper")
    return chosen


def found(catalogue: Catalogue, name: str) -> Statement:
    """Return a statement by name; one that a broken module may hold is no second mistake."""
    try:
        return catalogue.find(name)
    except UnknownStatement as error:
        if catalogue.broken:
            raise Told(exit_code(catalogue)) from None
        raise Usage(f"ID: {error}") from None


def of_paper(catalogue: Catalogue, key: str | None) -> list[Statement]:
    if key is None:
        return list(catalogue.statements)
    keys = [paper.key for paper in catalogue.papers]
    if key not in keys:
        raise Usage(f"--paper: {unknown('paper', key, keys)}")
    return [statement for statement in catalogue.statements if statement.paper.key == key]


def check_file(argument: str, path: Path | None, catalogue: Catalogue | None = None) -> None:
    """Find out before any work that a file cannot be written."""
    if path is None or path == STANDARD_OUTPUT:
        return
    if catalogue is not None and str(path) in {s.id for s in catalogue.statements}:
        raise Usage(f"{argument}: {path} is a statement; put the ids before {argument}")
    trouble = trouble_with_file(path)
    if trouble is not None:
        raise Usage(f"{argument}: {trouble}")


def same_file(one: Path | None, other: Path | None) -> bool:
    """Tell whether two arguments name the same file."""
    named = one is not None and other is not None
    return named and os.path.realpath(str(one)) == os.path.realpath(str(other))


def write(argument: str, path: Path | None, text: str | bytes) -> None:
    if path == STANDARD_OUTPUT and isinstance(text, str):
        write_data = getattr(sys.stdout, "write_data", sys.stdout.write)
        write_data(text)
    elif path is not None:
        try:
            write_whole(path, text)
        except OSError as error:
            fix = limit_fix(error)
            kind = Usage if fix is None else LimitReached
            reason = f"{error.strerror or error}; {fix or 'choose another place'}"
            raise kind(f"{argument}: {path} was not written: {reason}") from None


def write_json(path: Path, data: Any) -> None:
    write("--json", path, to_text(plain_data(data)))


def answer(
    asked: Namespace, lines: Callable[[Screen], Sequence[str]], data: Callable[[], Any]
) -> None:
    """Print lines, and write data where JSON is asked for; on standard output that stands alone."""
    stream = sys.stderr if asked.json == STANDARD_OUTPUT else sys.stdout
    show_lines(lines(screen_of(stream)), stream)
    if asked.json is not None:
        write_json(asked.json, data())


def show_lines(lines: Sequence[str], stream: TextIO | None = None) -> None:
    for line in lines:
        print(line, file=stream)
