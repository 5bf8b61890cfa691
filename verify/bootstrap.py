"""Sets up this checkout's own virtual environment, then runs the main job or the tests in it.

    python3 -m verify.bootstrap run [arguments of `verify run`]
    python3 -m verify.bootstrap test [arguments of pytest]

A system's own Python may refuse to take packages (PEP 668), so everything goes into `.venv` in
the checkout: exactly the versions pinned in `.ci/requirements.txt`, each checked against its hash.
The first call installs, later calls go straight through. Only the standard library is imported,
and nothing a Python from before 3.11 cannot read, so that an old Python is told so in one line.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
NEWEST_PINNED = (3, 14)  # the newest Python for which every pinned package has a wheel
BAD_INPUT, TOOL_MISSING, INTERRUPTED = 2, 3, 130
USAGE = "usage: python3 -m verify.bootstrap run|test [arguments]"
REQUIREMENTS = Path(".ci", "requirements.txt")
STAMP = "verify-bootstrap"  # in .venv: empty while installing, the digest once all is in place
LOG = "verify-bootstrap.log"


class SetupError(Exception):
    """The environment cannot be made; the message is one line and says what mends it."""


def main(arguments: list[str]) -> int:
    """Prepare the environment and replace this process by the command asked for.

    Args: what follows `python3 -m verify.bootstrap`. Returns an exit code only when that fails:
    2 for bad input, 3 when something the set-up needs is missing.
    """
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if not arguments or arguments[0] not in ("run", "test"):
        got = arguments[0] if arguments else "nothing"
        print(f"error: the command is run or test, not {got}; {USAGE}", file=sys.stderr)
        return BAD_INPUT
    root = Path(__file__).resolve().parent.parent
    try:
        check_system(tuple(sys.version_info[:2]))
        python = prepare(root)
    except SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return TOOL_MISSING
    except KeyboardInterrupt:
        print("error: interrupted; the same command starts the set-up again", file=sys.stderr)
        return INTERRUPTED
    replace_process(root, python, arguments[0], arguments[1:])
    return TOOL_MISSING  # not reached: the process has been replaced


def replace_process(root: Path, python: Path, command: str, rest: list[str]) -> None:
    """Become `verify run` (in the caller's folder) or pytest (in the checkout's)."""
    if command == "run":
        line = [str(python), "-m", "verify", "run", *rest]
    else:
        os.chdir(root)
        # Tests that stand together stay in one process, which makes what they have in common once.
        line = [str(python), "-m", "pytest", "-n", "auto", "--dist", "worksteal", *rest]
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(line[0], line)


def check_system(version: tuple[int, ...]) -> None:
    """Raise SetupError for Windows and for a Python older than 3.11, saying what serves."""
    if os.name != "posix":
        raise SetupError("the set-up is made for Linux and macOS; on Windows run it inside WSL")
    if version < OLDEST:
        raise SetupError(
            "Python {}.{} is too old, 3.11 or newer is needed; {}".format(*version, other_python())
        )


def prepare(root: Path, interpreter: str = sys.executable) -> Path:
    """Return the Python of a finished `.venv` in `root`, making it first where it is not.

    Raises SetupError, with one line, when that is not possible.
    """
    if not (root / REQUIREMENTS).is_file():
        raise SetupError(f"{root} is not a checkout (no {REQUIREMENTS}); call `verify run` instead")
    environment = root / ".venv"
    python = environment / "bin" / "python"
    wanted = digest(root)
    if is_finished(environment, wanted):
        return python
    import fcntl

    try:
        with (root / ".venv.lock").open("w") as lock:  # two calls at once must not both install
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not is_finished(environment, wanted):  # the other one may have just done it
                install(root, environment, interpreter)
                finish(environment, wanted)
    except OSError as error:
        raise SetupError(
            f"cannot write {environment} ({error.strerror or error}); "
            "make room there, in a checkout that is yours to write"
        ) from error
    return python


def digest(root: Path) -> str:
    """Return a hash of all that a finished environment depends on: pins, Python and place."""
    made_of = [(root / REQUIREMENTS).read_bytes(), sys.version.encode(), os.fsencode(root)]
    return hashlib.sha256(b"\0".join(made_of)).hexdigest()


def is_finished(environment: Path, wanted: str) -> bool:
    """Tell whether the environment was completed for exactly this digest, and still has a Python.

    The stamp alone would not do: the Python it was made with may have been removed since.
    """
    try:
        stamp = (environment / STAMP).read_text()
    except OSError:
        return False
    return stamp == wanted and os.access(environment / "bin" / "python", os.X_OK)


def finish(environment: Path, wanted: str) -> None:
    """Write the stamp in one move, last of all."""
    unfinished = environment / (STAMP + ".new")
    unfinished.write_text(wanted)
    os.replace(unfinished, environment / STAMP)


def install(root: Path, environment: Path, interpreter: str) -> None:
    """Make the environment from nothing: a virtual environment, the pins, then this checkout."""
    clear(environment)
    pip = installer(environment / "bin" / "python", interpreter)
    bare = [] if pip[0] != interpreter else ["--without-pip"]
    say("Setting up .venv with the pinned packages; this happens once and takes about a minute.")
    log = environment / LOG
    call([interpreter, "-m", "venv", *bare, str(environment)], log)
    quiet = ["install", "--quiet", "--progress-bar", "off"]
    # Wheels only: nothing is compiled here, and no package's own code runs while installing.
    pinned = ["--require-hashes", "--only-binary", ":all:", "-r", str(root / REQUIREMENTS)]
    call([*pip, *quiet, *pinned], log)
    # The build backend is among the pins, so this last step asks the network for nothing.
    call([*pip, *quiet, "--no-deps", "--no-build-isolation", "--editable", str(root)], log)


def clear(environment: Path) -> None:
    """Empty a folder that an earlier call made, leaving the stamp of an unfinished one in it.

    Raises SetupError for a `.venv` that is not ours: it may hold somebody's work.
    """
    stamp = environment / STAMP
    if environment.exists() and not stamp.exists():
        raise SetupError(f"{environment} was not made by this command; rename it and run again")
    environment.mkdir(exist_ok=True)
    stamp.write_text("")
    for entry in environment.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry != stamp:
            entry.unlink()


def installer(python: Path, interpreter: str) -> list[str]:
    """Return the start of a pip command that installs into the environment of `python`.

    Debian splits ensurepip off into python3-venv. Without it the system's own pip serves, if
    there is one; root can be given the package; anybody else is told its name.
    """
    if has_module("ensurepip"):
        return [str(python), "-m", "pip"]
    if has_module("pip"):
        return [interpreter, "-m", "pip", "--python", str(python)]
    package = "python{}.{}-venv".format(*sys.version_info)
    fix = ["apt-get", "install", "--yes", package]
    if not is_debian():
        raise SetupError(f"this Python has neither ensurepip nor pip; {other_python()}")
    if os.geteuid() != 0:
        raise SetupError(f"{package} is missing; install it with: sudo {' '.join(fix)}")
    say(f"{package} is missing; installing it with: {' '.join(fix)}")
    log = python.parent.parent / LOG
    call(["apt-get", "update"], log)
    call(fix, log)
    return [str(python), "-m", "pip"]


def has_module(name: str) -> bool:
    """Tell whether this Python could import the module."""
    return importlib.util.find_spec(name) is not None


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


def call(line: list[str], log: Path) -> None:
    """Run one command of the set-up with its output in the log; raise SetupError if it fails."""
    # A user's pip settings may name an index or a proxy, which is theirs to choose; installing
    # for the user or asking questions would defeat this environment.
    settings = dict(
        os.environ,
        PIP_USER="0",
        PIP_NO_INPUT="1",
        PIP_ROOT_USER_ACTION="ignore",
        PIP_DISABLE_PIP_VERSION_CHECK="1",
        DEBIAN_FRONTEND="noninteractive",
    )
    done = subprocess.run(
        line,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with log.open("a") as file:
        file.write("$ " + " ".join(line) + "\n" + done.stdout)
    if done.returncode != 0:
        raise SetupError(f"{diagnosis(done.stdout)} (all of it: {log})")


UNREACHABLE = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeout",
    "ProxyError",
    "Temporary failure resolving",
)


def diagnosis(output: str) -> str:
    """Return one line for the output of a failed command: what is wrong, and what mends it.

    Order matters: without a network pip says in the end that there is no matching distribution.
    """
    if any(word in output for word in UNREACHABLE):
        return "no package index can be reached; connect to the network and run the same command"
    if "DO NOT MATCH THE HASHES" in output:
        return (
            f"a download differs from its hash in {REQUIREMENTS}; clear pip's cache with "
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


def say(message: str) -> None:
    """Tell the user about the set-up, apart from the command's own output."""
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
