"""Runs pip and apt-get with their output in a log, and says in one line why one failed.

Imports only the standard library, and nothing that a Python before 3.11 cannot read.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OLDEST = (3, 11)
NEWEST_PINNED = (3, 14)  # the newest Python for which every pinned package has a wheel
# A user's pip settings may name an index or a proxy, which is theirs to choose; installing
# for the user or asking questions would defeat the environment.
SETTINGS = {
    "PIP_USER": "0",
    "PIP_NO_INPUT": "1",
    "PIP_ROOT_USER_ACTION": "ignore",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "DEBIAN_FRONTEND": "noninteractive",
    "LC_ALL": "C.UTF-8",  # the messages are read by `diagnosis`
}
# Packages that only some commands need, and the extra of this package that installs each.
EXTRAS = {
    "matplotlib": "figures",
    "safetensors": "checkpoints",
    "torch": "checkpoints",
    "transformers": "checkpoints",
    "distributed": "dask",
}
UNREACHABLE = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeout",
    "ProxyError",
    "Temporary failure resolving",
    "Could not resolve",
    "Could not connect",
    "Unable to connect",
    "Connection timed out",
)


class SetupError(Exception):
    """Something cannot be installed; the message is one line and says what to do."""


def call(line: list[str], log: Path, folder: Path | None = None) -> str:
    """Run a command in a folder and return its output, which the log gets as well.

    Raises SetupError, with one line, if the command fails.
    """
    done = subprocess.run(
        line,
        cwd=folder,
        env=dict(os.environ, **SETTINGS),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    with log.open("a", encoding="utf-8") as file:
        file.write("$ " + " ".join(line) + "\n" + done.stdout)
    if done.returncode != 0:
        raise SetupError(f"{diagnosis(done.stdout)} (full output: {log})")
    return done.stdout


def diagnosis(output: str) -> str:
    """Return one line for the output of a failed command: what is wrong, and how to fix it.

    Order matters: without a network pip says in the end that there is no matching distribution.
    """
    if any(word in output for word in UNREACHABLE):
        return "no package index can be reached; connect to the network and run the same command"
    if "DO NOT MATCH THE HASHES" in output or "Hash mismatch" in output:
        return (
            "a download differs from its hash in .ci/requirements.txt; clear the cache with "
            "`python3 -m pip cache purge` and see that the package index is to be trusted"
        )
    missing = re.search(r"No matching distribution found for (\S+)", output)
    if missing:
        version = "{}.{}".format(*sys.version_info)
        return f"there is no {missing[1]} for Python {version} here; {other_python()}"
    if "No space left on device" in output:
        return "the disk is full; make 1 GB of room and run the same command"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith(("error", "e:"))]
    return "the set-up failed: " + (errors or lines or ["no output"])[-1]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock while the body runs, so that two calls at once do not both install."""
    import fcntl

    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def extra_line(package: str) -> str:
    """Return the line that installs the extra to which a package belongs."""
    return f"pip install 'attention-proofs[{EXTRAS[package]}]'"


def is_debian() -> bool:
    """Tell whether packages come by apt-get."""
    return shutil.which("apt-get") is not None


def other_python() -> str:
    """Return how to get another Python: one that is here, or the line that installs one."""
    for minor in range(NEWEST_PINNED[1], OLDEST[1] - 1, -1):
        name = f"python3.{minor}"
        found = None if sys.version_info[1] == minor else shutil.which(name)
        # A version manager's placeholder is found, too, but does not run.
        if found and subprocess.call([found, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            return f"{name} is here: give the same command to that"
    if sys.platform == "darwin":
        return "install one with: brew install python@3.13"
    if is_debian():
        return "install one with: sudo apt-get install python3 python3-venv (Debian 12 or newer)"
    return "install Python 3.11 to {}.{} with your system's package manager".format(*NEWEST_PINNED)


def say(message: str) -> None:
    """Print a line about the set-up on standard error, apart from the command's own output."""
    print(message, file=sys.stderr, flush=True)
