"""What a command answered before, told again where nothing that it depends on has changed.

That is every file of the engine and of the papers, what is installed, Coq and TeX, what was asked,
and the screen it is told on. Only what went well is kept, and only of papers whose modules say the
same whenever they are read. To find it out nothing of the papers is read but their bytes.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify import doctor
from verify.language.mistakes import Mistake
from verify.methods.kernel import installed
from verify.processes import coq
from verify.processes.store import is_shaped, store
from verify.render.errors import Usage
from verify.render.files import write_folder
from verify.render.screen import screen_of
from verify.statements.alike import are_alike
from verify.statements.finding import is_none, place_of
from verify.statements.folder import Folder, current
from verify.statements.unchanged import Files, as_they_are, last_decided

if TYPE_CHECKING:
    from verify.statements.outcomes import Run

KEPT = {"decided": str, "lines": [str], "kind": str, "names": [str], "contents": [str]}
# Where it is told, whether what is kept is used, and what the papers' own folder says, too.
NOT_ASKED = ("output", "force", "fresh", "papers")
ELSEWHERE = ("json", "junit")  # what is written there is not kept
# What programs and libraries are told by variables of the environment, by how these begin.
TOLD_TO = (
    "COQ", "ROCQ", "OCAML", "TEX", "BIB", "BST", "MPL", "PYTHON", "LC_", "LANG", "FONTCONFIG",
)  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """What is known of a command's answer before it is asked for; without `files`, nothing."""

    asked: Namespace
    folder: Folder | None = None
    files: Files | None = None
    decided: str = ""

    def is_told(self) -> bool:
        """Tell the answer that is kept, if there is one. Raises Usage for a name that is none."""
        if self.files is None or self.folder is None or self.asked.fresh:
            return False
        told = self.files.kept(_what(self.asked), _is_right)
        if told is None or told[0]["decided"] != self.decided:
            self._check_names(as_they_are(self.folder.path))
            return False
        (one,) = told
        lines = one["lines"]
        if one["kind"]:
            files = zip(one["names"], map(base64.b64decode, one["contents"]), strict=True)
            folder = output_of(self.asked)
            write_folder(folder, one["kind"], dict(files), self.asked.force)
            lines = [str(folder / line) for line in lines]
        for line in lines:
            print(line)
        return True

    def keep(self, run: Run | None, lines: Sequence[str]) -> None:
        """Keep the lines that an answer was."""
        self._keep(run, lines, "", {})

    def keep_folder(self, run: Run | None, kind: str, lines: Sequence[str], of: list[Path]) -> None:
        """Keep the files that a command of a `kind` wrote, and the lines that tell where."""
        folder = output_of(self.asked)
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in of}
        self._keep(run, [os.path.relpath(line, folder) for line in lines], kind, found)

    def _keep(
        self, run: Run | None, lines: Sequence[str], kind: str, files: dict[str, bytes]
    ) -> None:
        """Keep an answer if it would be the same again, and nothing has changed meanwhile."""
        if self.files is None or self.folder is None or not (run is None or run.kept):
            return
        now, decided = _depends_on(self.asked, self.folder), last_decided()
        others_decided = decided != self.decided and not self.asked.fresh
        if now != self.files or others_decided or not are_alike(self.folder):
            return
        contents = [base64.b64encode(data).decode() for data in files.values()]
        says = {
            "decided": decided,
            "lines": list(lines),
            "kind": kind,
            "names": [*files],
            "contents": contents,
        }
        now.keep(_what(self.asked), [says])

    def _check_names(self, files: Files) -> None:
        """Find out, as far as the names are known, whether a statement is called so."""
        if hasattr(self.asked, "output") or getattr(self.asked, "paper", None) is not None:
            return  # there, something else is told first
        known = files.called()
        one = getattr(self.asked, "id", None)
        for name in [*getattr(self.asked, "ids", ()), *([one] if one is not None else [])]:
            if known and place_of(name, known) is None:
                raise Usage(f"ID: {is_none(name, known)}")


def begun(asked: Namespace) -> Answer:
    """Return what is known before a command is performed: what its answer depends on."""
    if asked.modules or any(getattr(asked, name, None) is not None for name in ELSEWHERE):
        return Answer(asked)
    try:
        folder = current()
        return Answer(asked, folder, _depends_on(asked, folder), last_decided())
    except (Mistake, OSError):  # the command itself says what is wrong
        return Answer(asked)


def output_of(asked: Namespace) -> Path:
    """Return the folder that a command writes."""
    named: Path | None = asked.output
    return named or Path("errata" if asked.errata else "latex")


def _what(asked: Namespace) -> str:
    """Return the question, and the screen that it is answered on: each has its answer."""
    told = {name: repr(value) for name, value in vars(asked).items() if name not in NOT_ASKED}
    if not hasattr(asked, "output"):
        told["on"] = repr(screen_of(sys.stdout))
    return f"answer {json.dumps(told, sort_keys=True)}"


def _is_right(told: Any) -> bool:
    if not is_shaped(told, [KEPT]) or len(told) != 1:
        return False
    (one,) = told
    try:
        for content in one["contents"]:
            base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(one["names"]) == len(one["contents"])


def _depends_on(asked: Namespace, folder: Folder) -> Files:
    """Return the files that an answer depends on, with all else that it does."""
    files = as_they_are(folder.path)
    told = [files.digest, folder.package, *_surroundings(asked)]
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()
    return replace(files, digest=digest, records=store())


def _surroundings(asked: Namespace) -> Iterator[str]:
    """Yield what an answer depends on beside files: programs, variables, and the day it tells."""
    yield repr(os.uname()[::2])  # the system and its release, not the machine's name
    yield from sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith(TOLD_TO))
    yield str([coq.locate(program) for program in coq.PROGRAMS])
    if coq.locate("coqc") is not None:
        yield from (installed.printed_by_coqc(option).hex() for option in ("--version", "-where"))
        yield from (digest.hex() for digest in installed.coquelicot_digests())
    if hasattr(asked, "pdf"):
        yield date.today().isoformat()
        yield from _tex() if asked.pdf else ()


def _tex() -> Iterator[str]:
    """Yield what TeX and BibTeX say of themselves."""
    for name in ("pdflatex", "bibtex"):
        program = doctor.locate(name)
        yield str(program)
        if program is not None:
            told = subprocess.run([program, "--version"], capture_output=True, check=False)
            yield told.stdout.hex()
