"""Running goals through Coq: the prelude compiled once, then one session a core.

A session takes its goals one after the other, each in a module of its own, and goes on after a
failure. Every few seconds one definition names the lemmas that were accepted since the last, and
Coq prints what it rests on: a goal counts as accepted only if such a definition has it.
"""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import Literal

from verify.methods.kernel import analysis, installed
from verify.methods.kernel.goals import Goal
from verify.processes.clock import POLL, Clock, usage
from verify.processes.ordered import in_order
from verify.processes.places import cache_folder

KNOWN = ("Prelude", "Derivatives", "Deciding", "Tactics")  # the names that goals may use
HEADER = (
    "From Coq Require Import Reals List.\nFrom Coquelicot Require Import Coquelicot.\n"
    f"From Kernel Require Import {' '.join(KNOWN)}.\nOpen Scope R_scope.\nSet Silent.\n"
)
CLASSICAL_REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
OUR_MISTAKES = ("Syntax error", "was not found in the current environment", "is already used")
INTERRUPTED = "User interrupt"
GRACE = 60.0  # more seconds of processor time, in which a session must heed an interruption
SEALED_AFTER = 30.0  # seconds of proving, for what it rests on takes Coq a second to find out

Failure = Literal["", "tactic", "timeout", "internal"]


@dataclass(frozen=True)
class KernelResult:
    """What Coq said of one goal; `assumptions` are those of the classical reals, and any others.

    `seconds` are of processor time.

    `failure` is "tactic" if the script did not prove the goal, and "internal" if our own text was
    wrong (an error of syntax or of types), which is a bug.
    """

    name: str
    accepted: bool
    seconds: float
    assumptions: tuple[str, ...]
    message: str
    failure: Failure = ""

    @property
    def beyond_classical_reals(self) -> tuple[str, ...]:
        """Return the axioms that the standard library's real numbers do not need."""
        return tuple(a for a in self.assumptions if a not in CLASSICAL_REALS)


def run_goals(
    goals: Sequence[Goal],
    jobs: int = 1,
    timeout: int = 20,
    cache_directory: Path | None = None,
    decided: Callable[[Goal, KernelResult], None] | None = None,
) -> list[KernelResult]:
    """Return what Coq says of every goal, in their order.

    `timeout` is in seconds of processor time a goal, for its script and its Qed together.

    `decided` is told of each as soon as it is decided, from a thread of its session.

    Raises ValueError if Coq is missing or the arguments make no sense (a goal is one lemma), and
    Broken if the prelude does not compile or load.
    """
    if jobs < 1 or timeout < 1:
        raise ValueError(f"jobs={jobs}, timeout={timeout}: both must be at least 1")
    if not installed.available():
        raise ValueError("Coq is not installed: install coq and its library coquelicot")
    for goal in goals:
        lemma_name(goal)
    if not goals:
        return []
    needed = tuple(dict.fromkeys(name for goal in goals for name in goal.requires))
    library = compiled_library(cache_directory or cache_folder(), jobs, needed)
    shares = _balanced(goals, min(jobs, len(goals)))
    ended = threading.Event()
    done = in_order(
        lambda share: _share(goals, share, library, timeout, ended, decided),
        shares,
        len(shares),
        ended=ended,
    )
    try:
        found = {place: result for results in done for place, result in results.items()}
    finally:
        ended.set()  # or an interrupted command would wait for every goal there is
    return [found[place] for place in range(len(goals))]


def compiled_library(
    cache_directory: Path, jobs: int = 1, needed: Sequence[str] = ()
) -> analysis.Compiled:
    """Return the prelude, with more files that goals require; it is compiled on first use."""
    return analysis.compiled((*KNOWN, *needed), analysis.library(), cache_directory, jobs)


def _balanced(goals: Sequence[Goal], jobs: int) -> list[list[int]]:
    """Return the places of the goals, split so that the shares take about as long."""
    shares: list[list[int]] = [[] for _ in range(jobs)]
    loads = [0.0] * jobs
    for place in sorted(range(len(goals)), key=lambda p: -_load(goals[p])):
        least = loads.index(min(loads))
        shares[least].append(place)
        loads[least] += _load(goals[place])
    return [sorted(share) for share in shares]


def _load(goal: Goal) -> float:
    return len(goal.text) * (3.0 if "(sqrt " in goal.text else 1.0)


def _share(
    goals: Sequence[Goal],
    share: Sequence[int],
    library: analysis.Compiled,
    timeout: int,
    ended: threading.Event,
    decided: Callable[[Goal, KernelResult], None] | None,
) -> dict[int, KernelResult]:
    """Decide one share; a session that hangs is ended and the rest goes to a new one."""
    found: dict[int, KernelResult] = {}
    while len(found) < len(share) and not ended.is_set():
        waiting = [place for place in share if place not in found]
        asked = {p: goals[p] for p in waiting}
        session = _Session(library, timeout, ended, list(asked.values()))
        for place, result in session.decide(asked):
            found[place] = result
            if decided is not None:
                decided(goals[place], result)
    return found


class _Session:
    """One Coq process; it reads sentences and goes on after an error."""

    def __init__(
        self,
        library: analysis.Compiled,
        timeout: int,
        ended: threading.Event,
        goals: Sequence[Goal],
    ) -> None:
        self._header = library.library.located(_header(goals))
        self._timeout, self._ended = timeout, ended
        self._hangs = False  # whether it heeded no interruption
        self._process = subprocess.Popen(
            [installed.program("coqtop"), *analysis.QUIET, *library.options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=analysis.limits(), env=analysis.surroundings(),
            start_new_session=True,  # an interruption from the keyboard is none of a goal
        )  # fmt: skip
        self._lines: Queue[str | None] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def decide(self, goals: dict[int, Goal]) -> Iterator[tuple[int, KernelResult]]:
        """Yield the results of the goals as they are known, up to one that hangs.

        What was proved and is not sealed when Coq hangs is left out, as are the goals after it.
        """
        try:
            self._tell(self._header)
            loading = self._until("loaded", 0)
            if loading is None or "Error" in loading:
                told = analysis.in_short(loading or "it has ended")
                raise analysis.Broken(f"Coq cannot load its library ({told}); {analysis.FIX}")
            proved: dict[int, float] = {}
            sealed = self._used()
            for place, goal in goals.items():
                start = self._used()
                self._tell(_sentences(place, goal))
                said = self._until("done", place)
                seconds = self._used() - start
                if said is None:
                    if self._hangs:
                        yield place, _failure(goal, seconds, "timeout", "Coq hangs")
                    else:
                        yield place, _failure(goal, seconds, "internal", "Coq has ended")
                    return
                problem = _problem(place, said)
                if problem is None:
                    proved[place] = seconds
                else:
                    yield place, _failure(goal, seconds, *problem)
                if self._used() - sealed >= SEALED_AFTER:
                    yield from self._sealed(goals, proved)
                    proved, sealed = {}, self._used()
            yield from self._sealed(goals, proved)
        finally:
            self._end()

    def _used(self) -> float:
        """Return the processor time of the process: on a busy machine the wall's says little."""
        found = usage(self._process.pid)
        return found[0] if found is not None else 0.0

    def _end(self) -> None:
        """End the process; its output is closed when nobody reads it any more."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):  # what was still to be told is lost
                pipe.close()

    def _tell(self, sentences: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(sentences)
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the reader will see the end of the output

    def _until(self, mark: str, place: int) -> str | None:
        """Return what Coq says before a mark, or None if it has ended or heeds no interruption.

        Coq's own `Timeout` counts the time of the wall, so that a busy machine would fail what is
        true: the processor time is counted from here, and what takes too much is interrupted.
        """
        wanted = f"verify:{mark} {place}"
        self._tell(f'Goal True. idtac "{wanted}". Abort.\n')
        said: list[str] = []
        clock, interrupted = Clock(self._process.pid, self._timeout), False
        looked = time.monotonic()
        while not self._ended.is_set():
            if time.monotonic() - looked >= POLL:
                looked, late = time.monotonic(), clock.look()
                if late is not None and interrupted:
                    self._hangs = True
                    return None
                if late is not None:
                    self._process.send_signal(signal.SIGINT)
                    clock, interrupted = Clock(self._process.pid, GRACE), True
            try:
                line = self._lines.get(timeout=POLL)
            except Empty:
                continue
            if line is None:
                return None  # Coq has ended
            if line.strip().endswith(wanted):
                return "".join(said)
            said.append(line)
        return None

    def _sealed(
        self, goals: dict[int, Goal], proved: dict[int, float]
    ) -> Iterator[tuple[int, KernelResult]]:
        """Yield the results of goals without an error: they must be in one tuple, by their names.

        Where that rests on more than the classical reals, halves of them are looked at, down to
        single ones, so that what is said of a goal does not depend on those it was decided with.
        """
        if not proved:
            return
        last = max(proved)
        names = ", ".join(f"@Goal{p}.{lemma_name(goals[p])}" for p in proved)
        name = f"Sealed{last}_{len(proved)}"
        self._tell(f"Definition {name} := ({names}, I).\nPrint Assumptions {name}.\n")
        said = self._until("assumed", last) or "Error: Coq hangs"
        beyond = set(axioms(said)) - CLASSICAL_REALS
        if len(proved) > 1 and ("Error" in said or beyond):
            places = sorted(proved)
            for half in places[: len(places) // 2], places[len(places) // 2 :]:
                yield from self._sealed(goals, {place: proved[place] for place in half})
            return
        for place, seconds in proved.items():
            if "Error" in said:
                yield place, _failure(goals[place], seconds, "internal", analysis.in_short(said))
            else:
                known = tuple(sorted(CLASSICAL_REALS | beyond))
                yield place, KernelResult(goals[place].name, True, seconds, known, "")


def _failure(goal: Goal, seconds: float, kind: Failure, message: str) -> KernelResult:
    return KernelResult(goal.name, False, seconds, (), message, kind)


def _header(goals: Sequence[Goal]) -> str:
    """Return what all goals may use, and the files that some require: these import them."""
    needed = dict.fromkeys(name for goal in goals for name in goal.requires)
    return HEADER + "".join(f"From Kernel Require {name}.\n" for name in needed)


def _sentences(place: int, goal: Goal) -> str:
    needed = "".join(f"Import {name}.\n" for name in goal.requires)
    return (
        f"Module Goal{place}.\n{needed}{goal.text}\nProof.\n"
        f'idtac "verify:stated {place}".\n'
        f"({goal.script}).\nQed.\n"
        f"Abort.\nEnd Goal{place}.\n"
    )


def lemma_name(goal: Goal) -> str:
    """Return the name of a goal's lemma. Raises ValueError if the text is anything else."""
    found = re.fullmatch(r"Lemma (\w+)[^.]*\.", goal.text)  # no sentence may follow
    if found is None:
        raise ValueError(f"the goal {goal.name!r} is not one lemma: {goal.text[:40]!r}")
    return found[1]


def _problem(place: int, said: str) -> tuple[Failure, str] | None:
    """Return why a goal was not proved: the first error, unless it is the idle Abort's."""
    first = re.search(r"^Error:(.*?)(?=\n\n|\n\S*< |\Z)", said, re.MULTILINE | re.DOTALL)
    message = analysis.in_short(first[1]) if first else ""
    stated = f"verify:stated {place}" in said
    if stated and "No focused proof" in message:
        return None
    if not stated or any(text in message for text in OUR_MISTAKES):
        return "internal", f"internal error: {message or 'Coq said nothing'}"
    if INTERRUPTED in message:
        return "timeout", "the script ran out of time"
    return "tactic", message or "Coq said nothing"


def axioms(said: str) -> tuple[str, ...]:
    """Return the names of the axioms in what `Print Assumptions` says."""
    found = set(re.findall(r"^([A-Za-z_][\w.']*)\s*:", said, re.MULTILINE))
    return tuple(sorted(found - {"Axioms"}))
