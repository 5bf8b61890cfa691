"""The parser of arguments, whose errors are one line, and the types of their values.

Below them is how arguments are written as data.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from verify.language.mistakes import unknown
from verify.methods.table import METHODS, PROFILES
from verify.render.errors import Usage


class Parser(argparse.ArgumentParser):
    """An argument parser that raises Usage with one line, and knows the parsers of its commands."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: dict[str, Parser] = {}

    def error(self, message: str) -> NoReturn:
        raise Usage(_in_one_line(message, self.prog))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:  # only commands have choices
            raise Usage(unknown("command", value, list(action.choices), "see verify help"))


def _in_one_line(message: str, program: str) -> str:
    """Return an argparse message as `argument: what was wrong; fix`."""
    message = re.sub(r"^argument (?:[-\w]+/)*", "", message)
    if message.endswith("expected one argument"):  # -1e3 looks like an option to some Pythons
        return f"{message}; see {program} --help, and write a negative value with ="
    missing = re.match(r"the following arguments are required: (.*)", message)
    if missing:
        return f"{missing[1]}: missing; see {program} --help"
    return message if ";" in message else f"{message}; see {program} --help"


def unknown_argument(parser: argparse.ArgumentParser, text: str) -> str:
    """Return the message about an argument that a command does not have."""
    if not text.startswith("-"):
        return f"unexpected argument {text!r}; see {parser.prog} --help"
    options = re.findall(r"--[\w-]+", parser.format_usage())
    name = text.partition("=")[0]
    return unknown("option", name, options, f"see {parser.prog} --help")


def positive(text: str) -> int:
    """Return a positive integer."""
    if not re.fullmatch(r"[+]?[0-9]{1,9}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer; use 1 or more")
    return int(text)


def seed(text: str) -> int:
    """Return an integer."""
    if not re.fullmatch(r"[-+]?[0-9]{1,1000}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not an integer; use one such as 0")
    return int(text)


def profile(text: str) -> str:
    """Return the name of a profile."""
    return one_of(text, PROFILES, "profile")


def methods(text: str) -> tuple[str, ...]:
    """Return the names of methods."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError(f"empty list; use {', '.join(METHODS)}")
    return tuple(dict.fromkeys(one_of(name, METHODS, "method") for name in names))


def module_file(text: str) -> Path:
    """Return the path of a statement module that exists."""
    path = Path(text)
    if path.suffix != ".py":
        raise argparse.ArgumentTypeError(f"{text!r} is not a Python file; the name must end in .py")
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"the file {text!r} does not exist; name a module")
    return path


def papers_folder(text: str) -> str:
    """Return the path of a folder that exists, from wherever the program goes."""
    if not Path(text).is_dir():
        fix = f"use an existing one, or create a project: verify init {text or 'NEW'}"
        raise argparse.ArgumentTypeError(f"the folder {text!r} does not exist; {fix}")
    return str(Path(text).absolute())


def among(what: str, *known: str) -> Callable[[str], str]:
    """Return the type of an argument that is one of some words."""
    return lambda text: one_of(text, known, what)


def one_of(name: str, known: Sequence[str], what: str) -> str:
    """Return a name that is known; the error names the nearest ones."""
    if name in known:
        return name
    raise argparse.ArgumentTypeError(unknown(what, name, known))


Argument = tuple[tuple[str, ...], dict[str, Any]]


def argument(*names: str, **options: Any) -> Argument:
    """Return an argument as data: its names, and what `add_argument` takes beside them."""
    return names, options


def flag(*names: str, says: str) -> Argument:
    """Return an argument that is given or not."""
    return argument(*names, action="store_true", help=says)


def jobs(says: str = "processes (one per core)") -> Argument:
    """Return --jobs N."""
    return argument("--jobs", metavar="N", type=positive, default=os.cpu_count() or 1, help=says)


def executor(says: str) -> Argument:
    """Return --executor ADDRESS."""
    return argument("--executor", metavar="ADDRESS", help=f"{says}: dask://HOST:PORT")


def output(metavar: str, says: str, default: str | None = None) -> Argument:
    """Return -o, --out and --output."""
    return argument(
        "-o", "--out", "--output", dest="output", metavar=metavar, type=Path, help=says,
        default=None if default is None else Path(default),
    )  # fmt: skip


def json(says: str, *, bare: bool = True) -> Argument:
    """Return --json FILE; a bare --json, or -, means standard output."""
    extra = {"nargs": "?", "const": Path("-")} if bare else {}
    return argument("--json", metavar="FILE", type=Path, help=f"{says} (- for stdout)", **extra)


SEED = argument("--seed", metavar="S", type=seed, default=0, help="random seed (0)")
