"""Installs Coq: with apt-get as root, else into the user's cache folder, which needs no root.

Imports only the standard library, as Coq is installed before any Python package is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from verify.installers import SetupError, call, is_debian, locked, say
from verify.processes.coq import PROGRAMS, home, missing
from verify.processes.places import cache_root

DEBIAN = ("coq", "libcoq-coquelicot", "libcoq-interval")
# Of all that these depend on, the packages that Coq needs when it runs: no OCaml compiler, and
# none of the system's own libraries, which every Debian has.
AT_RUN_TIME = re.compile(r"coq|libcoq-.+|lib.+-ocaml")
# In Debian 13 SSReflect loads Elpi, and these packages say where its libraries are.
ELPI, FOR_ELPI = "libcoq-elpi", re.compile(r"lib.+-ocaml-dev|ocaml-findlib")
UNUSED = ("./usr/share", "*.byte", "*.cma", "*.glob", "*.v", "*.vos", "*.vok", "*worker.opt",
          "coqidetop*")  # fmt: skip
ELSEWHERE = {
    "brew": "brew install --cask coq-platform",
    "nix-shell": "nix-shell -p coq coqPackages.coquelicot coqPackages.interval",
    "opam": "opam install coq coq-coquelicot coq-interval",
}
# Starts the program of its own name: Coq has to be told where its libraries were unpacked.
LAUNCHER = """#!/bin/sh
root=${0%/*/*}
lib="$root/{libraries}"
export COQLIB="$lib/coq" COQCORELIB="$lib/coq-core" OCAMLPATH="$lib"
export CAML_LD_LIBRARY_PATH="$lib/stublibs" OCAMLFIND_CONF="$root/etc/ocamlfind.conf"
exec "$root/usr/bin/${0##*/}" "$@"
"""
LIBRARIES = ("usr/lib/ocaml", "usr/lib/*/ocaml/*")  # in Debian 12, and in 13: by machine and OCaml
# Loads the plugins as well, so a Coq that works here is known to work.
TRIAL = "From Coquelicot Require Import Coquelicot.\nFrom Interval Require Import Tactic.\n"


def install_line() -> str:
    """Return the line that installs Coq with both libraries on this system."""
    if is_debian():
        return "verify doctor --install"
    here = next((line for tool, line in ELSEWHERE.items() if shutil.which(tool)), None)
    return here or f"with your system's package manager, what Debian calls {', '.join(DEBIAN)}"


def install() -> None:
    """Install Coq with both libraries, unless they are here.

    Raises SetupError, with one line, where that is not possible. Two processes may call it at
    once. One that is killed leaves nothing that is taken for Coq.
    """
    if not missing():
        return
    if not is_debian():
        raise SetupError(f"install it: {install_line()}")
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        with locked(home().with_suffix(".lock")):
            if missing():  # the other process may have just installed it
                log = home().with_suffix(".log")
                _with_apt(log) if os.geteuid() == 0 else _into_cache(log)
    except OSError as error:
        raise SetupError(
            f"cannot write {home()} ({error.strerror or error}); set XDG_CACHE_HOME to a folder "
            "with 1 GB of room"
        ) from error


def _with_apt(log: Path) -> None:
    line = ["apt-get", "install", "--yes", "--no-install-recommends", *DEBIAN]
    say(f"Coq is missing; {' '.join(line)} (once, about half a minute)")
    waiting = ["-o", "DPkg::Lock::Timeout=300"]
    try:
        call([*line, *waiting], log)
    except SetupError:  # the lists of packages are missing or out of date
        call(["apt-get", "update", *waiting], log)
        call([*line, *waiting], log)


def _into_cache(log: Path) -> None:
    """Download the packages and unpack them, which needs no root; moved into place at the end."""
    if os.path.expanduser("~") == "~" and "XDG_CACHE_HOME" not in os.environ:
        raise SetupError("you have no home folder; set XDG_CACHE_HOME to a folder of yours")
    if ":" in str(home()):
        raise SetupError(f"{home()} has a colon, which Coq takes for the end of a path; "
                         "set XDG_CACHE_HOME to another folder")  # fmt: skip
    packages = _packages(log)
    size = 330 if ELPI in packages else 155
    say(f"Coq is missing; downloading {size} MB into {home()} (once, about a minute, without root)")
    partial = home().with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)  # of a process that was killed
    downloads = partial / "downloads"
    downloads.mkdir(parents=True)
    try:
        patience = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"]
        call(["apt-get", "download", "--quiet=2", *patience, *packages], log, downloads)
        _unpack(downloads, partial, log)
        _write_launchers(partial)
        (downloads / "trial.v").write_text(TRIAL)
        call([str(partial / "bin" / "coqc"), "-q", "trial.v"], log, downloads)
        shutil.rmtree(downloads)
        shutil.rmtree(home(), ignore_errors=True)  # one that was incomplete
        partial.rename(home())
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _packages(log: Path) -> list[str]:
    """Return the names of the packages that Coq needs when it runs, as apt lists them."""
    try:
        told = call(["apt-cache", "depends", "--recurse", "--important", *DEBIAN], log)
    except SetupError:
        raise SetupError(
            "apt's lists of packages have no Coq; run `sudo apt-get update`, then the same command"
        ) from None
    names = told.splitlines()
    return [
        name
        for name in names
        if AT_RUN_TIME.fullmatch(name) or (ELPI in names and FOR_ELPI.fullmatch(name))
    ]


def _unpack(downloads: Path, root: Path, log: Path) -> None:
    without = [f"--exclude={pattern}" for pattern in UNUSED]
    for package in sorted(downloads.glob("*.deb")):
        archive = package.with_suffix(".tar")
        with archive.open("wb") as file:
            subprocess.run(["dpkg-deb", "--fsys-tarfile", str(package)], stdout=file, check=False)
        call(["tar", "-xf", str(archive), "-C", str(root), *without], log)
        archive.unlink()


def _write_launchers(root: Path) -> None:
    found = (place for pattern in LIBRARIES for place in root.glob(f"{pattern}/coq-core"))
    place = next(found, root / LIBRARIES[0] / "coq-core").parent.relative_to(root)
    (root / "bin").mkdir()
    for program in PROGRAMS:
        launcher = root / "bin" / program
        launcher.write_text(LAUNCHER.replace("{libraries}", place.as_posix()))
        launcher.chmod(0o755)
