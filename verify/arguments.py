"""What the values of arguments may be: each a function of the text, with the error as one line.

Below them are the arguments that several commands have.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from verify.methods.table import METHODS, PROFILES
from verify.telling.errors import nearest

INTEGRATORS = ("scipy", "dormand-prince", "diffrax")


def positive(text: str) -> int:
    """Return a positive integer."""
    if not re.fullmatch(r"[+]?[0-9]{1,9}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no positive integer; give 1 or more")
    return int(text)


def seed(text: str) -> int:
    """Return an integer."""
    if not re.fullmatch(r"[-+]?[0-9]{1,1000}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no integer; give one, such as 0")
    return int(text)


def integrator(text: str) -> str:
    """Return the name of an integrator."""
    return one_of(text, INTEGRATORS, "integrator")


def profile(text: str) -> str:
    """Return the name of a profile."""
    return one_of(text, PROFILES, "profile")


def methods(text: str) -> tuple[str, ...]:
    """Return the names of methods."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError(f"no method is named; use {', '.join(METHODS)}")
    return tuple(dict.fromkeys(one_of(name, METHODS, "method") for name in names))


def module_file(text: str) -> Path:
    """Return the path of a statement module that exists."""
    path = Path(text)
    if path.suffix != ".py":
        raise argparse.ArgumentTypeError(f"{text!r} is no Python file; its name must end in .py")
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}; give the path of a module")
    return path


def papers_folder(text: str) -> str:
    """Return the path of a folder that exists, from wherever the program goes."""
    if not Path(text).is_dir():
        fix = f"name one that is there, or make a project: verify init {text or 'NEW'}"
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}; {fix}")
    return str(Path(text).absolute())


def among(what: str, *known: str) -> Callable[[str], str]:
    """Return the type of an argument that is one of some words."""
    return lambda text: one_of(text, known, what)


def one_of(name: str, known: Sequence[str], what: str) -> str:
    """Return a name that is known; the error names the nearest ones."""
    if name in known:
        return name
    raise argparse.ArgumentTypeError(f"{name!r} is no {what}; {nearest(name, known)}")


# ------------------------------------------------------------------ what several commands share


def add_jobs(parser: argparse.ArgumentParser, says: str = "worker processes (one a core)") -> None:
    """Add --jobs N."""
    parser.add_argument(
        "--jobs", metavar="N", type=positive, default=os.cpu_count() or 1, help=says
    )


def add_executor(parser: argparse.ArgumentParser, says: str) -> None:
    """Add --executor ADDRESS."""
    parser.add_argument("--executor", metavar="ADDRESS", help=f"{says}: dask://HOST:PORT")


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add --seed S."""
    parser.add_argument("--seed", metavar="S", type=seed, default=0, help="of sampling (0)")


def add_json(parser: argparse.ArgumentParser, says: str, *, bare: bool = True) -> None:
    """Add --json FILE; a bare --json, or -, means standard output."""
    extra = {"nargs": "?", "const": Path("-")} if bare else {}
    parser.add_argument("--json", metavar="FILE", type=Path, help=f"{says} (- is stdout)", **extra)  # type: ignore[arg-type]
