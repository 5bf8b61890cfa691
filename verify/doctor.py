"""What the methods and the ways of telling find on this system, and how to get what is missing."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass

from verify import coq_setup
from verify.installers import EXTRAS, extra_line
from verify.processes import coq


@dataclass(frozen=True)
class Finding:
    """One tool, whether it is here, and what to do if it is not.

    `version` is empty where the tool is missing or does not tell; `adds` says what it is for;
    `install` is the one line that installs it on this system.
    """

    tool: str
    found: bool
    version: str
    adds: str
    install: str


PACKAGES = {
    "sympy": "the algebra and every printed formula",
    "python-flint": "the certificate checker and ball arithmetic",
    "mpmath": "sampling at any number of digits",
    "numpy": "fast numeric functions and trajectories",
    "scipy": "trajectories: the integrator",
    "hypothesis": "exact random instances for sampling and for the tests",
}
OPTIONAL = {
    "matplotlib": "figures, report, latex, the pictures in notebooks",
    "safetensors": "verify spectrum",
    "torch": "verify depth and verify steer",
    "transformers": "verify depth and verify steer",
    "distributed": "verify run --executor dask://HOST:PORT",
}
COQ = {
    "coqc": "the kernel method: claims accepted by the Coq kernel",
    "Coquelicot": "kernel goals about derivatives and series",
    "Interval": "kernel goals that bound an expression over an interval",
}
TOOLS = {**COQ, "pdflatex": "verify latex --pdf"}
DEBIAN, MACOS = {"pdflatex": "texlive-latex-base"}, {"pdflatex": "--cask mactex-no-gui"}
MACOS_TEX = "/Library/TeX/texbin"  # on the PATH of new terminals only


def diagnose() -> list[Finding]:
    """Return a finding for each Python package, then for each program and library outside Python.

    Starts programs to ask their versions, each for ten seconds at most; changes nothing.
    """
    packages = [package(name, adds) for name, adds in {**PACKAGES, **OPTIONAL}.items()]
    return packages + [outside(name, adds) for name, adds in TOOLS.items()]


def locate(program: str) -> str | None:
    """Return the path of a program, looked for on the PATH and where installers put it."""
    if program in coq.PROGRAMS:
        return coq.locate(program)
    return shutil.which(program) or shutil.which(program, path=MACOS_TEX)


def package(name: str, adds: str) -> Finding:
    """Return the finding for a Python package, by its distribution name."""
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        version = ""
    install = extra_line(name) if name in EXTRAS else f"pip install {requirement(name)!r}"
    return Finding(name, bool(version), version, adds, install)


def requirement(name: str) -> str:
    """Return the range of a dependency as our own metadata declare it, or its bare name."""
    try:
        declared = importlib.metadata.requires("attention-proofs") or []
    except importlib.metadata.PackageNotFoundError:
        declared = []
    return next((line for line in declared if re.match(rf"{re.escape(name)}\b", line)), name)


def outside(name: str, adds: str) -> Finding:
    """Return the finding for a program, a Coq library or a TeX package."""
    if name in coq.LIBRARIES:
        found, version = name not in coq.missing(), ""
    else:
        found = locate(name) is not None
        version = number(first_line(name, "--version"))
    return Finding(name, found, version, adds, install_line(name))


def install_line(name: str) -> str:
    """Return the line that installs a tool on this system, or its name in words."""
    if name in COQ:
        return coq_setup.install_line()
    if sys.platform == "darwin":
        return f"brew install {MACOS[name]}"
    if shutil.which("apt-get"):
        rights = "" if os.geteuid() == 0 else "sudo "
        return f"{rights}apt-get install --yes {DEBIAN[name]}"
    return f"with your package manager (Debian: {DEBIAN[name]})"


def first_line(program: str, *arguments: str) -> str:
    """Return the first line a program prints, on either stream; nothing if it does not run."""
    path = locate(program)
    if path is None:
        return ""
    try:
        done = subprocess.run(
            [path, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.partition("\n")[0].strip() if done.returncode == 0 else ""


def number(line: str) -> str:
    """Return the version in a line such as `The Coq Proof Assistant, version 8.16.1`."""
    found = re.search(r"\d+(?:\.\d+)+\S*", line)
    return found[0] if found else ""
