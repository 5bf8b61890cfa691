"""The library of analysis that proofs of claims stand on, compiled once by content.

It is told apart from the prelude of the goals, which need none of it.
"""

from __future__ import annotations

import hashlib
import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from verify.methods.kernel.compile import LIBRARY, QUIET
from verify.processes.parent import ending_with_us

SECONDS = 300  # of processor time, for one file; the slowest takes a tenth of it
REQUIRED = re.compile(r"From (\w+) Require\s+(?:Import\s+|Export\s+)?([\w\s]+)\.")


class Broken(Exception):
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
    version = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True)
    return hashlib.sha256("\0".join([version.stdout, *texts]).encode()).hexdigest()


def compiled(folder: Path, jobs: int) -> Path:
    """Return a folder with the whole library compiled, made on first use.

    Raises Broken if a file of the library does not compile.
    """
    texts = sources()
    made = folder / f"library-{content_hash(*texts, *texts.values())[:16]}"
    if made.is_dir():
        return made
    folder.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=folder))
    try:
        for name, text in texts.items():
            (fresh / f"{name}.v").write_text(text, encoding="utf-8")
        compile_all(fresh, {n: required(t, "Kernel") for n, t in texts.items()}, jobs,
                    ["-Q", ".", "Kernel"])  # fmt: skip
        try:
            fresh.rename(made)
        except OSError:  # another process was first
            if not made.is_dir():
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return made


def compile_all(
    folder: Path, needs: Mapping[str, Sequence[str]], jobs: int, options: Sequence[str]
) -> None:
    """Compile files of a folder, each after those it requires. Raises Broken at the first error."""
    waiting = {name: {n for n in needed if n in needs} for name, needed in needs.items()}
    with ThreadPoolExecutor(jobs) as pool:
        while waiting:
            ready = [name for name, needed in waiting.items() if not needed & waiting.keys()]
            if not ready:
                raise Broken(f"files require each other in a circle: {', '.join(waiting)}")
            for name, said in pool.map(lambda n: (n, coqc(folder, f"{n}.v", options)), ready):
                if said[0]:
                    raise Broken(f"{name}.v: {said[1]}")
                del waiting[name]


def coqc(folder: Path, file: str, options: Sequence[str]) -> tuple[bool, str]:
    """Return whether a file fails to compile, and what Coq says: an error in one line, or all."""
    done = subprocess.run(
        ["coqc", *QUIET, *options, file], cwd=folder, capture_output=True, text=True, check=False,
        preexec_fn=_limits(),
    )  # fmt: skip
    if done.returncode == 0:
        return False, done.stdout
    message = " ".join((done.stderr or done.stdout or "it ran out of time").split())
    return True, message if len(message) <= 300 else message[:297] + "..."


def _limits() -> Callable[[], None]:
    ending = ending_with_us()

    def before() -> None:
        if ending is not None:
            ending()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    return before
