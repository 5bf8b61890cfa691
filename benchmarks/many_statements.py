"""What a folder of many statements costs: to decide it, to tell it again, and to list it.

Each statement is a module of its own with one small identity, and all are different, so what grows
is what the engine does beside deciding: reading, keeping, finding again. Times are the processor's,
of whole processes and their workers, without Coq.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.rows import Row

COUNTS = (10, 100, 1000)
METHODS = "symbolic,certificate,enclosure,sampling"
PAPER = """from verify.vocabulary import Paper

PAPER = Paper("M", "Many statements", "Nobody", 2026, "-")
"""
MODULE = '''from .paper import PAPER

from verify.vocabulary import Given, Identity, Proof, any_scalar, claim, statement


@statement("M-{k}", PAPER.label("Lemma {k}"), title="Square {k}")
def lemma(given: Given) -> Proof:
    """The square of a sum."""
    x = given(any_scalar("x"))
    yield claim("The square of a sum.", "square")
    expanded = x**2 + {twice} * x + {k} ** 2
    yield "Both sides expand.", Identity((x + {k}) ** 2, expanded, name="square")
'''
COMMANDS = {
    "run, nothing kept": ("run", "--methods", METHODS),
    "run, unchanged": ("run", "--methods", METHODS),
    "run, one statement changed": ("run", "--methods", METHODS),
    "list, one statement changed": ("list",),
}


def written(folder: Path, count: int) -> None:
    """Write a paper with that many statements."""
    (folder / "paper.py").write_text(PAPER)
    for k in range(1, count + 1):
        (folder / f"lemma_{k}.py").write_text(MODULE.format(k=k, twice=2 * k))


def seconds(command: tuple[str, ...], papers: Path, cache: Path) -> float:
    """Return the processor time of a command and of its workers. Raises SystemExit if it fails."""
    line = [sys.executable, "-m", "verify", *command, "--papers", str(papers)]
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    surroundings = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(line, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(line)} ended with {done.returncode}: {done.stderr[-500:]}")
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime


def rows() -> list[Row]:
    """Return what each command costs for each number of statements."""
    found = []
    for count in COUNTS:
        with tempfile.TemporaryDirectory() as temporary:
            papers, cache = Path(temporary) / "papers", Path(temporary) / "cache"
            papers.mkdir()
            written(papers, count)
            for number, (who, command) in enumerate(COMMANDS.items()):
                if "changed" in who:
                    changed = MODULE.replace("Square {k}", f"Square {{k}}, {number}")
                    (papers / "lemma_1.py").write_text(changed.format(k=1, twice=2))
                took = seconds(command, papers, cache)
                found.append(
                    Row("many statements", who, "statements", count, "seconds", took, True)
                )
    return found
