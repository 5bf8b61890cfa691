"""Whether a decision read anything but code: what it found then is not to be kept.

Python tells of every file that is opened, every folder whose names are listed and every process
that is started. What a function reads while it decides is no part of the claim, and may be another
tomorrow. It does not tell of the clock and the environment, nor whether there is a file.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import source_from_cache
from types import FrameType
from typing import Any

from verify.statements.sources import is_installed

COMPILED = re.compile(r"(.+\.pyc)(?:\.\d+)?")  # with a number while it is written
IMPORTING = "<frozen importlib."
LISTED = ("os.listdir", "os.scandir")  # whatever lists names, such as glob, calls one of these
ELSEWHERE = ("subprocess.Popen", "os.system", "os.posix_spawn", "os.exec", "socket.connect")


@dataclass
class _Watch:
    """What this process has heard of; a function may remember what it read once, so it stays."""

    active: bool = False
    heard: list[str] = field(default_factory=list)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.active or self.heard:
            return
        self.active = False  # where a library is from is itself read in files
        try:
            told = _told(event, arguments)
            if told and not _is_an_import_of_a_library():
                self.heard.append(told)
        finally:
            self.active = True


def _told(event: str, arguments: tuple[Any, ...]) -> str:
    """Return what is done that no claim tells of, in words, or ""."""
    if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
        name = os.fsdecode(arguments[0])
        in_no_file = name[:1] + name[-1:] == "<>" and not os.path.lexists(name)  # "<stdin>"
        return "" if in_no_file or is_installed(_source(name)) else f"read the file {name}"
    if event in LISTED and not sys._getframe(2).f_code.co_filename.startswith(IMPORTING):
        (place,) = arguments  # None is where we are, a number a folder that was opened
        name = os.fsdecode(place) if isinstance(place, str | bytes | os.PathLike) else os.curdir
        return "" if is_installed(os.path.join(name, "any.py")) else f"listed the folder {name}"
    return f"asked {event}" if event in ELSEWHERE else ""


def _source(name: str) -> str:
    """Return the source of a module that was compiled to a folder for all such files."""
    if sys.pycache_prefix is not None and (found := COMPILED.fullmatch(name)):
        try:
            return source_from_cache(found[1])
        except ValueError:  # it is named like no such file
            pass
    return name


def _is_an_import_of_a_library() -> bool:
    """Return whether it is done by code of a library that is being imported, for its own needs."""
    frame: FrameType | None = sys._getframe(2)
    innermost = True
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(IMPORTING):
            return not innermost  # else a module is read: whose it is, its place has said
        if not is_installed(name):
            return False
        frame, innermost = frame.f_back, False
    return False


@lru_cache(maxsize=1)
def _watch() -> _Watch:
    """Return the watch of this process, begun when something is first decided in it."""
    watch = _Watch()
    sys.addaudithook(watch.hear)  # it can be put to rest, but never be taken away
    return watch


@contextmanager
def watched() -> Iterator[list[str]]:
    """Listen to what is done inside; the list tells what makes its results none to keep."""
    watch = _watch()
    before, watch.active = watch.active, True
    try:
        yield watch.heard
    finally:
        watch.active = before
