"""The library of analysis that proofs of claims use, each file compiled once by content.

What no paper owns is here; a paper's own lemmas are in a folder `coq` beside its statements, under
the rules for proof files. Goals of steps need the prelude alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import resource
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from verify.language.mistakes import Mistake, ToolFailed
from verify.methods.kernel import installed, objects
from verify.methods.kernel.vernacular import refused
from verify.processes.asides import aside_folder
from verify.processes.ordered import Work, perform
from verify.processes.parent import ending_with_us
from verify.processes.places import for_this_process
from verify.processes.plain_files import text_of
from verify.statements.folder import rested_on

QUIET = ("-q", "-w", "none")  # without a user's coqrc, which may turn checks off
LACKING = "lacking: "  # how a proof by inferences tells each part that is not shown
# Coq's memory in steps of 256 MB and large pages: it reads its libraries in half the time.
MEMORY = {"OCAMLRUNPARAM": "s=4M,o=200,i=32M", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
LOADING = 10_000  # characters of proof that take Coq as long as to read its libraries
LARGEST = 6 * 2**30  # bytes of memory: a search for a proof took fifteen, and the machine with it
SECONDS = 300  # of processor time, for one unit; the slowest takes a tenth of it
FIX = "run verify doctor, then verify cache --clear"
OURS = ("Kernel", "Claimed", "Theorems")
OF_A_PAPER = "coq"  # the folder of a paper's lemmas
ALONE = "library"  # the folder whose files are each a unit: other folders are one
REQUIRED = re.compile(r"From (\w+) Require\s+(?:(Import|Export)\s+)?([\w\s]+)\.")
PLACE = re.compile(r"line (\d+)")


class Broken(ToolFailed):
    """A file of the library does not compile or load; the message is Coq's, in one line."""


@dataclass(frozen=True)
class Source:
    """A file of the library, and the unit of which it is compiled as a module."""

    text: str
    unit: str


def sources() -> dict[str, Source]:
    """Return the files of the library by name: the engine's, the papers', and those of ours.

    The files of a folder are one unit: to read Coq's own library takes as long as to check a file.
    Raises Mistake at a paper's file whose name is taken, or that a proof file could not be.
    """
    here = Path(__file__).parent
    found = {
        path.stem: Source(
            path.read_text(encoding="utf-8"),
            path.stem if path.parent.name == ALONE else path.parent.name,
        )
        for path in sorted(here.rglob("*.v"))
    }
    taken = {source.unit for source in found.values()}
    for path in (path for folder in rested_on() for path in _files_of_papers(folder.path)):
        *_, paper, above, folder = path.parent.parts
        alone = folder == OF_A_PAPER and above != OF_A_PAPER
        unit = path.stem if alone else re.sub(r"\W", "_", f"coq_{paper}_{folder}")
        why = refused(text := text_of(path))
        if path.stem in found and not path.is_relative_to(rested_on()[0].path):
            continue  # one of ours, and a file of the papers that are read has its name
        if path.stem in found or unit in taken:
            raise Mistake(f"{path}: the name is taken by another file of the library; rename it")
        if why:
            raise Mistake(f"{path}, {why}")
        found[path.stem] = Source(text, unit)
    return found


def _files_of_papers(papers: Path) -> list[Path]:
    """Return the Coq files in the folders `coq` of papers, and in the folders in these."""
    return sorted({*papers.glob(f"**/{OF_A_PAPER}/*.v"), *papers.glob(f"**/{OF_A_PAPER}/*/*.v")})


def required(text: str, space: str) -> list[str]:
    """Return the files of a logical folder that a text requires."""
    return [name for found in REQUIRED.findall(text) if found[0] == space
            for name in found[2].split()]  # fmt: skip


def hash_with_version(*texts: str) -> str:
    """Return the hash of Coq's version and of texts."""
    version = installed.printed_by_coqc("--version").decode()
    return hashlib.sha256("\0".join([version, *texts]).encode()).hexdigest()


@dataclass(frozen=True)
class Unit:
    """Files that are compiled as one, each a module of it: what they are, and what they require.

    The key is the hash of Coq, of these files and of the units that they require, so that a change
    is one to those above it and to no other.
    """

    files: tuple[str, ...]
    needs: tuple[str, ...]
    key: str


@dataclass(frozen=True)
class Library:
    """The files of the library, and the units that they are compiled in."""

    texts: Mapping[str, str]
    unit_of: Mapping[str, str]
    units: Mapping[str, Unit]

    def key(self, name: str) -> str:
        """Return the key of a file: that of its unit, for who requires it sees the whole unit."""
        return self.units[self.unit_of[name]].key

    def units_of(self, names: Iterable[str]) -> list[str]:
        """Return the units of files, and all that these require, each after what it requires."""
        own = dict.fromkeys(self.unit_of[name] for name in names if name in self.unit_of)
        return _closure(own, {name: unit.needs for name, unit in self.units.items()})

    def located(self, text: str, within: str = "") -> str:
        """Return a text that requires files of the library where they are: in their units.

        It can name what these files require, too. `within` is the unit that the text is itself of.
        """
        return located(text, "Kernel", self.unit_of, within, self.units_of)


def located(
    text: str,
    space: str,
    unit_of: Mapping[str, str],
    within: str = "",
    loaded: Callable[[list[str]], Iterable[str]] | None = None,
) -> str:
    """Return a text that requires files of a logical folder in the units they are compiled in.

    Lines keep their numbers. `within` is the unit that the text is itself of; `loaded` tells which
    units are there when files are, with those that they require.
    """

    def there(found: re.Match[str]) -> str:
        how, names = found[2], found[3].split()
        if found[1] != space or any(name not in unit_of for name in names):
            return found[0]
        units = dict.fromkeys(unit_of[name] for name in names)
        alone = [unit for unit in units if unit in names]
        there_too = units if loaded is None else loaded(names)
        others = [unit for unit in there_too if unit not in unit_of and unit != within]
        said = [f"From {space} Require {' '.join(alone)}."] if alone else []
        said += [f"From {space} Require Import {' '.join(others)}."] if others else []
        said += [f"{how} {' '.join(names)}."] if how else []
        return " ".join(said) + "\n" * found[0].count("\n")

    return REQUIRED.sub(there, text)


def imported_once(texts: Sequence[str]) -> tuple[str, list[str]]:
    """Return what all texts import of what is not ours, and the texts without that.

    To import the real numbers anew takes Coq a twentieth of a second. Lines keep their numbers.
    """
    imports = [
        dict.fromkeys(
            (space, name)
            for space, how, names in REQUIRED.findall(text)
            for name in names.split()
            if how == "Import" and space not in OURS
        )
        for text in texts
    ]
    common = [one for one in imports[0] if all(one in others for others in imports)]

    def rest(found: re.Match[str]) -> str:
        names = found[3].split()
        left = [name for name in names if (found[1], name) not in common]
        if found[2] != "Import" or left == names:
            return found[0]
        said = f"From {found[1]} Require Import {' '.join(left)}." if left else ""
        return said + "\n" * found[0].count("\n")

    head = "".join(f"From {space} Require Import {name}.\n" for space, name in common)
    return head, [REQUIRED.sub(rest, text) for text in texts]


def library() -> Library:
    """Return the library as its files are now. Raises Broken at a circle of files or folders."""
    files = sources()
    texts = {name: source.text for name, source in files.items()}
    needs = required_in(texts)
    members: dict[str, list[str]] = {}
    for name in _closure(texts, needs):
        members.setdefault(files[name].unit, []).append(name)
    above = {
        unit: tuple(dict.fromkeys(
            files[n].unit for name in own for n in needs[name] if files[n].unit != unit
        ))
        for unit, own in members.items()
    }  # fmt: skip
    units: dict[str, Unit] = {}
    for unit in _closure(above, above, "folders"):
        told = [part for name in members[unit] for part in (name, texts[name])]
        key = hash_with_version("unit", unit, *told, *(units[n].key for n in above[unit]))
        units[unit] = Unit(tuple(members[unit]), above[unit], key)
    return Library(texts, {name: source.unit for name, source in files.items()}, units)


def with_required(names: Iterable[str], needs: Mapping[str, Sequence[str]]) -> list[str]:
    """Return files of the library with all that they require, in the order of their names."""
    return sorted(_closure((name for name in names if name in needs), needs))


def required_in(texts: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return which files of the library each of them requires."""
    return {
        name: tuple(n for n in required(text, "Kernel") if n in texts)
        for name, text in texts.items()
    }


def _closure(
    names: Iterable[str], needs: Mapping[str, Sequence[str]], kind: str = "files"
) -> list[str]:
    found: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise Broken(f"{kind} require each other in a cycle: {', '.join((*path, name))}")
        if name not in found:
            for below in needs[name]:
                visit(below, (*path, name))
            found.append(name)

    for name in names:
        visit(name, ())
    return found


@dataclass(frozen=True)
class Compiled:
    """A library that is compiled as far as texts need it, and what tells Coq where."""

    library: Library
    options: Sequence[str]

    def write(self, path: Path, text: str) -> None:
        """Write a text for Coq, which finds there what the text requires of the library."""
        path.write_text(self.library.located(text), encoding="utf-8")


def compiled(names: Iterable[str], of: Library, folder: Path, jobs: int) -> Compiled:
    """Return the library, compiled as far as files of it require. Raises Broken if that fails."""
    wanted = list(names)
    perform(works(wanted, of, folder), jobs)
    return Compiled(of, options(wanted, of, folder))


def options(names: Iterable[str], of: Library, folder: Path) -> list[str]:
    """Return what tells Coq where files of the library are compiled, with all they require."""
    units = of.units_of(names)
    return [part for unit in units for part in ("-Q", str(_place(unit, of, folder)), "Kernel")]


def _place(unit: str, of: Library, folder: Path) -> Path:
    place = folder / f"coq-{unit}-{of.units[unit].key[:16]}"
    return _ELSEWHERE.get(place, place)


_ELSEWHERE: dict[Path, Path] = {}  # where this process has units that it cannot put in their place


def works(names: Iterable[str], of: Library, folder: Path) -> dict[str, Work]:
    """Return what there is to compile for files of the library: units with all they require."""
    whole: dict[str, bool] = {}
    for unit in of.units_of(names):
        whole[unit] = all(whole[n] for n in of.units[unit].needs) and _is_whole(unit, of, folder)
    return {
        unit: Work(
            [below for below in of.units[unit].needs if not whole[below]],
            LOADING + sum(len(of.texts[name]) for name in of.units[unit].files),
            partial(_compile, unit, of, folder),
        )
        for unit in whole
        if not whole[unit]
    }


def _below(unit: str, of: Library, folder: Path) -> list[Path]:
    """Return the compiled files of the units that a unit requires."""
    return [_place(below, of, folder) / f"{below}.vo" for below in of.units[unit].needs]


def _is_whole(unit: str, of: Library, folder: Path) -> bool:
    """Return whether a unit is compiled, of these sources, on what is compiled below it now."""
    below = _below(unit, of, folder)
    return objects.is_whole(_place(unit, of, folder), unit, of.units[unit].key, below)


def _compile(unit: str, of: Library, folder: Path) -> None:
    """Compile a unit, unless what was compiled below it is what it was; elsewhere if need be."""
    if _is_whole(unit, of, folder):
        return
    place = _place(unit, of, folder)
    try:
        _put(unit, of, folder, place)
    except OSError:  # no room, or what is there is somebody else's
        elsewhere = for_this_process() / place.name
        if elsewhere == place:
            raise
        _put(unit, of, folder, elsewhere)
        _ELSEWHERE[place] = elsewhere


def _put(unit: str, of: Library, folder: Path, place: Path) -> None:
    """Compile one unit aside and move it to its place, whole; another process may be first."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with aside_folder(place) as fresh:
        text = _text(unit, of)
        (fresh / f"{unit}.v").write_text(text, encoding="utf-8")
        where = options(
            (n for name in of.units[unit].needs for n in of.units[name].files), of, folder
        )
        failed, said = coqc(fresh, f"{unit}.v", ["-Q", ".", "Kernel", *where])
        if failed:
            told = _where(said, text, unit, of.units[unit].files)
            raise Broken(f"Coq does not compile its library: {told}; {FIX}")
        objects.seal(fresh, unit, of.units[unit].key, _below(unit, of, folder))
        if not _is_whole(unit, of, folder):
            with aside_folder(place) as damaged:
                if os.path.lexists(place):
                    place.rename(damaged / "damaged")
                fresh.rename(place)


def _text(unit: str, of: Library) -> str:
    """Return the text of a unit: its file, or a module for each of its files, in their order."""
    files = of.units[unit].files
    if files == (unit,):
        return of.located(of.texts[unit])
    spaces: dict[str, dict[str, None]] = {"Kernel": dict.fromkeys(of.units[unit].needs)}
    for name in files:
        for space, _, names in REQUIRED.findall(of.texts[name]):
            if space != "Kernel":
                spaces.setdefault(space, {}).update(dict.fromkeys(names.split()))
    head = [f"From {space} Require {' '.join(names)}." for space, names in spaces.items() if names]
    imports, texts = imported_once([of.texts[name] for name in files])
    modules = [
        f"Module {name}.\n{of.located(text, unit)}\nEnd {name}."
        for name, text in zip(files, texts, strict=True)
    ]
    return "\n".join([*head, imports, *modules]) + "\n"


def _where(said: str, text: str, unit: str, files: Sequence[str]) -> str:
    """Return what Coq says of a unit as one says it of the file in which it is."""
    failing = module_at(said, text, files)
    if failing is None:
        return f"{unit}.v: {said}"
    return PLACE.sub(f"line {failing[1]}", said, count=1).replace(f"{unit}.v", f"{failing[0]}.v", 1)


def module_at(said: str, text: str, names: Sequence[str]) -> tuple[str, int] | None:
    """Return in which of the modules of a text an error is, and in which line of that."""
    found = PLACE.search(said)
    lines = text.splitlines()[: int(found[1])] if found else []
    begun = {f"Module {name}.": name for name in names}
    for back, line in enumerate(reversed(lines)):
        if line in begun:
            return begun[line], back
    return None


def coqc(folder: Path, file: str, options: Sequence[str]) -> tuple[bool, str]:
    """Return whether a file fails to compile, and what Coq says: what is lacking, or all."""
    done = subprocess.run(
        [installed.program("coqc"), *QUIET, *options, file], cwd=folder, capture_output=True,
        text=True, check=False, preexec_fn=limits(SECONDS), env=surroundings(),
    )  # fmt: skip
    if done.returncode == 0:
        return False, done.stdout
    _, *parts = done.stdout.split(LACKING)
    if lacking := [*dict.fromkeys(" ".join(part.split()) for part in parts)]:
        return True, LACKING + "; ".join(lacking)
    return True, in_short(done.stderr or done.stdout or "timeout")


def in_short(said: str) -> str:
    """Return what Coq says in one line, its beginning if it says much."""
    short = " ".join(said.split())
    return short if len(short) <= 300 else short[:297] + "..."


def surroundings() -> dict[str, str]:
    """Return the environment for Coq: ours, and how it takes its memory unless that is said."""
    return {**MEMORY, **os.environ}


def limits(seconds: int | None = None) -> Callable[[], None]:
    """Return what limits a process of Coq before it begins: its memory, and its processor time."""
    ending = ending_with_us()

    def before() -> None:
        if ending is not None:
            ending()
        _, most = resource.getrlimit(resource.RLIMIT_AS)  # not to be raised
        bytes_ = LARGEST if most == resource.RLIM_INFINITY else min(LARGEST, most)
        resource.setrlimit(resource.RLIMIT_AS, (bytes_, most))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    return before
