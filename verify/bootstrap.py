"""Sets up a virtual environment and Coq, then runs `verify` or the tests.

    python3 -m verify.bootstrap [--without-coq] run [arguments of `verify run`]
    python3 -m verify.bootstrap [--without-coq] test [arguments of pytest]

A system's own Python may refuse to take packages (PEP 668), so everything goes into `.venv` in
the checkout: the packages that the command needs, in exactly the versions pinned in `.ci`, each
checked against its hash. Meanwhile Coq comes from apt-get, as root into the system, otherwise into
the user's cache folder. The command runs without Coq where it cannot be installed.
The first call installs, later calls go straight through. Only the standard library is imported,
and nothing a Python from before 3.11 cannot read, so that an old Python is told so in one line.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from threading import Thread

from verify import coq_setup
from verify.installers import OLDEST, SetupError, call, is_debian, locked, other_python, say

BAD_INPUT, TOOL_MISSING, INTERRUPTED = 2, 3, 130
USAGE = "usage: python3 -m verify.bootstrap [--without-coq] run|test [arguments]"
WITHOUT_COQ = "--without-coq"
# The packages of `test` include those of `run`.
PINS = {"run": Path(".ci", "run.txt"), "test": Path(".ci", "requirements.txt")}
STAMP = "verify-bootstrap"  # in .venv: empty while installing, the digest once all is in place
LOG = "verify-bootstrap.log"


def main(arguments: list[str]) -> int:
    """Prepare the environment and replace this process by the command asked for.

    Args: what follows `python3 -m verify.bootstrap`. Returns an exit code only when that fails:
    2 for bad input, 3 when something the set-up needs is missing.
    """
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    wants_coq = arguments[:1] != [WITHOUT_COQ]
    arguments = arguments if wants_coq else arguments[1:]
    if not arguments or arguments[0] not in PINS:
        got = arguments[0] if arguments else "nothing"
        print(f"error: the command is run or test, not {got}; {USAGE}", file=sys.stderr)
        return BAD_INPUT
    root = Path(__file__).resolve().parent.parent
    try:
        check_system(tuple(sys.version_info[:2]))
        if not has_pip():  # as root apt-get brings it, and only one apt-get runs at a time
            prepare(root, arguments[0])
        coq = Thread(target=bring_coq, daemon=True)  # ends with this process
        if wants_coq:
            coq.start()
        python = prepare(root, arguments[0])
        if wants_coq:
            coq.join()
    except SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return TOOL_MISSING
    except KeyboardInterrupt:
        print("error: interrupted; the same command starts the set-up again", file=sys.stderr)
        return INTERRUPTED
    replace_process(root, python, arguments[0], arguments[1:])
    return TOOL_MISSING  # not reached: the process has been replaced


def bring_coq() -> None:
    """Install Coq if it is missing, or say in one line why not."""
    try:
        coq_setup.install()
    except SetupError as error:
        say(f"The command goes on without Coq: {error}")


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


def prepare(root: Path, command: str, interpreter: str = sys.executable) -> Path:
    """Return the Python of a `.venv` in `root` with all that a command needs, made if it is not.

    Raises SetupError, with one line, when that is not possible.
    """
    if not (root / PINS[command]).is_file():
        raise SetupError(
            f"{root} is not a checkout (no {PINS[command]}); call `verify run` instead"
        )
    environment = root / ".venv"
    python = environment / "bin" / "python"
    if is_finished(root, command):
        return python
    try:
        with locked(root / ".venv.lock"):
            if not is_finished(root, command):  # the other one may have just done it
                install(root, environment, interpreter, command)
                finish(environment, digest(root, command))
    except OSError as error:
        raise SetupError(
            f"cannot write {environment} ({error.strerror or error}); "
            "make room there, in a checkout that is yours to write"
        ) from error
    return python


def digest(root: Path, command: str) -> str:
    """Return a hash of all that a finished environment depends on: pins, Python and place."""
    made_of = [(root / PINS[command]).read_bytes(), sys.version.encode(), os.fsencode(root)]
    return hashlib.sha256(b"\0".join(made_of)).hexdigest()


def is_finished(root: Path, command: str) -> bool:
    """Tell whether `.venv` was completed for this command or the tests, and still has a Python.

    The stamp alone would not do: the Python it was made with may have been removed since.
    """
    try:
        stamp = (root / ".venv" / STAMP).read_text()
    except OSError:
        return False
    there = os.access(root / ".venv" / "bin" / "python", os.X_OK)
    return there and stamp in (digest(root, command), digest(root, "test"))


def finish(environment: Path, wanted: str) -> None:
    """Write the stamp in one move, last of all."""
    unfinished = environment / (STAMP + ".new")
    unfinished.write_text(wanted)
    os.replace(unfinished, environment / STAMP)


def install(root: Path, environment: Path, interpreter: str, command: str) -> None:
    """Make the environment from nothing: a virtual environment, the pins, then this checkout."""
    clear(environment)
    say("Setting up .venv with the pinned packages (once, about half a minute)")
    python = environment / "bin" / "python"
    # What a run imports is compiled by it: that is a third of the packages' modules.
    options = ["--progress-bar", "off", "--no-compile"]
    start = [*installer(python, interpreter), "install", *options]
    bare = [] if start[0] == str(python) else ["--without-pip"]
    log = environment / LOG
    call([interpreter, "-m", "venv", *bare, str(environment)], log)
    # Wheels only: nothing is compiled here, and no package's own code runs while installing.
    pinned = ["--require-hashes", "--only-binary", ":all:", "-r", str(root / PINS[command])]
    call([*start, "--quiet", *pinned], log)
    # The build backend is among the pins, so this last step asks the network for nothing.
    itself = ["--no-deps", "--no-build-isolation", "--editable", str(root)]
    call([*start, "--quiet", *itself], log)


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


def has_pip() -> bool:
    """Tell whether this Python can install packages into an environment."""
    return has_module("ensurepip") or has_module("pip")


def has_module(name: str) -> bool:
    """Tell whether this Python could import the module."""
    return importlib.util.find_spec(name) is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
