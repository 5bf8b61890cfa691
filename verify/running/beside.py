"""Pieces of work beside a Dask worker, in a process of their own.

A Dask worker may not begin processes by multiprocessing, and its threads cannot be ended. So a
program stands beside it that answers pieces: with the limits that a local one has, and what hangs,
crashes or eats memory costs its own piece alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from verify.language.mistakes import Mistake
from verify.processes import places
from verify.processes.clock import POLL, Clock
from verify.processes.parent import end_with_parent
from verify.processes.pool import THREADS, Lost, answer_from, death
from verify.running.tasks import MEMORY
from verify.statements.discovery import discover
from verify.statements.fingerprint import fingerprint
from verify.statements.statement import Statement

READING = 600.0  # seconds of processor time in which the papers have to be read
ANOTHER = "its code differs on this machine or was edited; start again"


@dataclass(frozen=True)
class Order:
    """A piece for a cluster: who performs it, of which papers, and what it may use."""

    perform: Any  # a function of a module
    piece: Any
    papers: str  # the folder, "" for ours
    modules: tuple[str, ...]
    content: str  # the hash of the statement that is meant, "" where it cannot be told
    seconds: float


@dataclass(frozen=True)
class Another:
    """The answer where a statement is not the one that is meant: why."""

    reason: str


@dataclass(eq=False)
class _Child:
    """A program beside this one, and the papers that it has read."""

    reads: tuple[str, tuple[str, ...]]
    process: subprocess.Popen[bytes]
    pipe: Connection

    def answer(self, asked: Any, seconds: float) -> Any:
        """Return the answer to what is asked, or `Lost`; after that it is of no more use."""
        clock = Clock(self.process.pid, seconds)
        try:
            self.pipe.send(asked)
            while not self.pipe.poll(POLL):
                late = clock.look()
                if late is not None:
                    self.stop()
                    return Lost(late)
            return self.pipe.recv()
        except (EOFError, OSError):
            self.pipe.close()
            return Lost(death(self.process.wait()))

    @property
    def is_alive(self) -> bool:
        return not self.pipe.closed and self.process.poll() is None

    def stop(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.wait()


@lru_cache(maxsize=1)
def _idle() -> deque[_Child]:
    """Return the programs beside this process that wait for a piece."""
    return deque()


def perform_beside(order: Order) -> Any:
    """Return the answer to a piece, or `Lost` (runs in a thread of the Dask worker).

    A program that read the papers before they were edited is put aside for one that reads them
    anew. Raises Mistake where the statement is another one here even so.
    """
    child, is_new = _taken((order.papers, order.modules))
    answer = child.answer(order, order.seconds)
    if isinstance(answer, Another) and not is_new:
        child.stop()
        child = _begun(child.reads)
        answer = child.answer(order, order.seconds)
    if child.is_alive:
        _idle().append(child)
    if isinstance(answer, Another):
        raise Mistake(answer.reason)
    return answer


def _taken(reads: tuple[str, tuple[str, ...]]) -> tuple[_Child, bool]:
    """Return a program that has read the papers, and whether it was begun for that."""
    idle = _idle()
    while idle:
        try:
            child = idle.pop()
        except IndexError:  # another thread was faster
            break
        if child.reads == reads and child.is_alive:
            return child, False
        child.stop()
    return _begun(reads), True


def _begun(reads: tuple[str, tuple[str, ...]]) -> _Child:
    """Begin a program, and wait until it has read the papers. Raises Mistake."""
    here, there = Pipe()
    papers, modules = reads
    path = os.pathsep.join(place or os.getcwd() for place in sys.path)
    ours = {places.PAPERS: papers, "PYTHONPATH": path}
    numbers = [str(there.fileno()), str(os.getpid())]
    process = subprocess.Popen(
        # -P: or a module `verify` in the current folder would be run instead.
        [sys.executable, "-P", "-m", "verify.running.beside", *numbers],
        env={**dict.fromkeys(THREADS, "1"), **os.environ, **ours},
        pass_fds=(there.fileno(),),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    there.close()
    child = _Child(reads, process, here)
    answer = child.answer(modules, READING)
    if isinstance(answer, Lost):
        if child.is_alive:
            child.stop()
        raise Mistake(f"the worker cannot read the statements: {answer.reason}")
    return child


# ------------------------------------------------------------------ the program


@dataclass(eq=False)
class _Read:
    """The statements that this program has read, by their ids."""

    known: dict[str, Statement] = field(default_factory=dict)

    def answer(self, asked: Any) -> Any:
        """Read the modules that are named, or perform a piece."""
        if not isinstance(asked, Order):
            self.known |= _statements(asked)
            return True
        statement = self.known.get(asked.piece.statement)
        if statement is None:
            return Another(f"{asked.piece.statement}: the worker does not know this statement")
        if asked.content and fingerprint(statement) != asked.content:
            return Another(f"{statement.id}: {ANOTHER}")
        return asked.perform(statement, asked.piece)


def _statements(modules: tuple[str, ...]) -> Mapping[str, Statement]:
    catalogue = discover([Path(module) for module in modules], expendable=True)
    return {statement.id: statement for statement in catalogue.statements}


def main() -> None:
    """Answer over the pipe with this number until it closes, or the process that began it ends."""
    number, parent = map(int, sys.argv[1:])
    end_with_parent(parent)
    answer_from(Connection(number), _Read().answer, MEMORY)


if __name__ == "__main__":
    # Under its own name: what comes over the pipe is of that module, and not of __main__.
    from verify.running.beside import main as begin

    begin()
