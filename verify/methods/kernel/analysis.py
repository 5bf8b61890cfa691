"""The library of analysis that proofs of claims stand on, each file compiled once by content.

It is told apart from the prelude of the goals, which need none of it.
"""

from __future__ import annotations

import hashlib
import os
import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from verify.methods.kernel import installed
from verify.processes.ordered import Work, perform
from verify.processes.parent import ending_with_us

LIBRARY = ("Prelude", "Derivatives", "Polynomials", "Expanding", "Deciding", "Tactics")
QUIET = ("-w", "none")
# Coq's memory in steps of 256 MB and large pages: it reads its libraries in half the time.
MEMORY = {"OCAMLRUNPARAM": "s=4M,o=200,i=32M", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
LOADING = 10_000  # characters of proof that take Coq as long as to read its libraries
SECONDS = 300  # of processor time, for one file; the slowest takes a tenth of it
REQUIRED = re.compile(r"From (\w+) Require\s+(?:Import\s+|Export\s+)?([\w\s]+)\.")


class Broken(RuntimeError):
    """A file does not compile; the message is Coq's, in one line."""


def sources() -> dict[str, str]:
    """Return the files of the library by name, the prelude of the goals included."""
    here = Path(__file__).parent
    own = sorted((here / "library").glob("*.v"))
    paths = [*(here / f"{name}.v" for name in LIBRARY), *own]
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


def required(text: str, space: str) -> list[str]:
    """Return the files of a logical folder that a text requires."""
    return [name for found in REQUIRED.findall(text) if found[0] == space
            for name in found[1].split()]  # fmt: skip


def content_hash(*texts: str) -> str:
    """Return the hash of Coq's version and of texts."""
    version = installed.told("--version").decode()
    return hashlib.sha256("\0".join([version, *texts]).encode()).hexdigest()


@dataclass(frozen=True)
class Library:
    """The files of the library, which each requires, and under which key it is kept compiled.

    The key is the hash of Coq, of the file and of all that it requires, so that a change to one
    file is a change to those above it and to no other.
    """

    texts: Mapping[str, str]
    needs: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, str]

    def closure(self, names: Iterable[str]) -> list[str]:
        """Return files with all that they require, each after what it requires.

        Raises Broken if files require each other in a circle.
        """
        return _closure(names, self.needs)


def library() -> Library:
    """Return the library as its files are now."""
    texts = sources()
    needs = {name: tuple(n for n in required(text, "Kernel") if n in texts)
             for name, text in texts.items()}  # fmt: skip
    keys: dict[str, str] = {}
    for name in _closure(texts, needs):
        keys[name] = content_hash(name, texts[name], *(keys[n] for n in needs[name]))
    return Library(texts, needs, keys)


def _closure(names: Iterable[str], needs: Mapping[str, Sequence[str]]) -> list[str]:
    found: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise Broken(f"files require each other in a circle: {', '.join((*path, name))}")
        if name not in found:
            for below in needs[name]:
                visit(below, (*path, name))
            found.append(name)

    for name in names:
        visit(name, ())
    return found


def options(names: Iterable[str], of: Library, folder: Path) -> list[str]:
    """Return what tells Coq where files of the library are compiled, with all they require."""
    wanted = of.closure(n for n in names if n in of.texts)
    return [part for name in wanted for part in ("-Q", str(_place(name, of, folder)), "Kernel")]


def _place(name: str, of: Library, folder: Path) -> Path:
    return folder / f"coq-{name}-{of.keys[name][:16]}"


def compile_all(names: Iterable[str], of: Library, folder: Path, jobs: int) -> None:
    """Compile files of the library with all that they require, where that is not done yet.

    Raises Broken at the first file that does not compile.
    """
    perform(works(names, of, folder), jobs)


def works(names: Iterable[str], of: Library, folder: Path) -> dict[str, Work]:
    """Return what there is to compile of files of the library with all that they require."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = of.closure(n for n in names if n in of.texts)
    missing = [name for name in wanted if not _place(name, of, folder).is_dir()]
    return {
        name: Work(
            [below for below in of.needs[name] if below in missing],
            LOADING + len(of.texts[name]),
            partial(_compile, name, of, folder),
        )
        for name in missing
    }


def _compile(name: str, of: Library, folder: Path) -> None:
    """Compile one file aside and move it to its place, whole; another process may be first."""
    fresh = Path(tempfile.mkdtemp(dir=folder))
    try:
        (fresh / f"{name}.v").write_text(of.texts[name], encoding="utf-8")
        failed, said = coqc(
            fresh, f"{name}.v", ["-Q", ".", "Kernel", *options(of.needs[name], of, folder)]
        )
        if failed:
            raise Broken(f"{name}.v: {said}")
        try:
            fresh.rename(_place(name, of, folder))
        except OSError:
            if not _place(name, of, folder).is_dir():
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def coqc(folder: Path, file: str, options: Sequence[str]) -> tuple[bool, str]:
    """Return whether a file fails to compile, and what Coq says: an error in one line, or all."""
    done = subprocess.run(
        ["coqc", *QUIET, *options, file], cwd=folder, capture_output=True, text=True, check=False,
        preexec_fn=_limits(), env=surroundings(),
    )  # fmt: skip
    if done.returncode == 0:
        return False, done.stdout
    message = " ".join((done.stderr or done.stdout or "it ran out of time").split())
    return True, message if len(message) <= 300 else message[:297] + "..."


def surroundings() -> dict[str, str]:
    """Return the environment for Coq: ours, and how it takes its memory unless that is said."""
    return {**MEMORY, **os.environ}


def _limits() -> Callable[[], None]:
    ending = ending_with_us()

    def before() -> None:
        if ending is not None:
            ending()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    return before
