"""What a command printed before, printed again where nothing that it depends on has changed.

That is every source of the engine and of the papers, libraries, Coq, what was asked, and the screen
it is printed on. Only what went well is cached, and only of papers whose modules are closed.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verify.language.mistakes import Mistake
from verify.methods.kernel import installed
from verify.processes import coq
from verify.processes.store import store
from verify.render.screen import screen_of
from verify.statements import fingerprint
from verify.statements.folder import current

if TYPE_CHECKING:
    from verify.statements.outcomes import Run

# Options that change no answer: whether the cache is used, and the folder, which has its own hash.
NOT_ASKED = ("fresh", "papers")
WRITTEN = ("json", "markdown")  # what is written to a file is not cached
# What programs and libraries are told by variables of the environment, by how these begin.
TOLD_TO = ("COQ", "ROCQ", "OCAML", "PYTHON", "LC_", "LANG")


@dataclass(frozen=True)
class Answer:
    """What is known of a command's answer before it is asked for; without a `key`, nothing."""

    asked: Namespace
    key: str = ""

    def is_told(self) -> bool:
        """Print the answer that is cached, if there is one."""
        if not self.key or getattr(self.asked, "fresh", False):
            return False
        lines = store().read(self._address())
        for line in lines or ():
            print(line)
        return lines is not None

    def keep(self, run: Run | None, lines: Sequence[str]) -> None:
        """Cache the lines that an answer was, if nothing has changed meanwhile."""
        whole = run is None or run.kept
        if whole and self.key and _key(self.asked) == self.key and fingerprint.are_closed():
            store().write(self._address(), list(lines))

    def _address(self) -> str:
        return f"answer {self.key}"


def begun(asked: Namespace) -> Answer:
    """Return what is known before a command is performed."""
    if any(getattr(asked, name, None) not in (None, []) for name in ("modules", *WRITTEN)):
        return Answer(asked)
    try:
        return Answer(asked, _key(asked))
    except (Mistake, OSError):  # the command itself says what is wrong
        return Answer(asked)


def _key(asked: Namespace) -> str:
    """Return the hash of all that an answer depends on; "" where a source was edited meanwhile."""
    sources = fingerprint.of_folder(current())
    told = [f"{name} {value!r}" for name, value in vars(asked).items() if name not in NOT_ASKED]
    told.append(repr(screen_of(sys.stdout)))
    return fingerprint.hashed([sources, *told, *_surroundings()]) if sources else ""


def _surroundings() -> Iterator[str]:
    """Yield what an answer depends on beside sources: variables and programs."""
    yield from sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith(TOLD_TO))
    yield str([coq.locate(program) for program in coq.PROGRAMS])
    if coq.locate("coqc") is not None:
        yield from (installed.printed_by_coqc(option).hex() for option in ("--version", "-where"))
        yield from (digest.hex() for digest in installed.coquelicot_digests())
