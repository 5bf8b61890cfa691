"""The folder that statements are read from: that of the papers here, or one of a reader's own.

Its own is named by `--papers`, which sets the variable VERIFY_PAPERS, or by `[tool.verify]` in the
pyproject.toml of the current folder or of the next one above. Its modules are read as one package,
so that they import from each other relatively, wherever the folder lies and whatever it is called.
"""

from __future__ import annotations

import importlib.util
import os
import pkgutil
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, TypeVar

from verify.language.mistakes import Mistake, unknown
from verify.processes import places
from verify.processes.plain_files import text_of
from verify.statements.from_source import PAPERS, FromSource, read_from_source
from verify.statements.limits import in_one_line, limits

PROJECT = "pyproject.toml"
T = TypeVar("T")


@dataclass(frozen=True)
class Folder:
    """Where statements are, and the package that their modules are in."""

    path: Path
    package: str

    @property
    def records(self) -> Path:
        """Return the file of the verdicts on record."""
        return self.path / "recorded.toml"

    @property
    def unused(self) -> Path:
        """Return the file of the hypotheses that proofs in Coq do without."""
        return self.path / "unused.toml"

    def modules(self) -> list[str]:
        """Return the names of all its modules, those of inner packages included."""
        return list(_modules_in(self.path, self.package))

    def declared(self, kind: type[T], named: str) -> list[T]:
        """Return what of a kind its modules of this name declare, in the order it is written."""
        own = sorted(name for name in self.modules() if name.rpartition(".")[2] == named)
        every = (value for name in own for value in vars(importlib.import_module(name)).values())
        return [value for value in every if isinstance(value, kind)]

    def holds(self, module: str) -> bool:
        """Return whether a module is one of its own, by its name."""
        return module.partition(".")[0] == self.package


def on_record(path: Path, fix: str) -> dict[str, Any]:
    """Return the tables of a file of records, none where there is no file. Raises Mistake."""
    try:
        return tomllib.loads(text_of(path))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Mistake(f"{path}: cannot be read ({_said(error)}); {fix}") from None


def _said(error: Exception) -> str:
    """Return in a line what was wrong with a file, which is named already."""
    strange = isinstance(error, OSError) and error.strerror
    return strange.lower() if strange else " ".join(str(error).split())


def current() -> Folder:
    """Return the folder that is asked for here, that of our papers if none is. Raises Mistake."""
    named = os.environ.get(places.PAPERS)
    if named:
        return of_ones_own(Path(named), "--papers")
    if named is None:
        project = next((p for p in _upwards(Path.cwd()) if p.is_file()), None)
        inner = None if project is None else configured(project)
        if inner is not None:
            return of_ones_own(inner, f"{PROJECT}: [tool.verify] papers")
    return ours()


def ours() -> Folder:
    """Return the folder of the papers that come with the engine, which lies beside it."""
    path = Path(__file__).resolve().parents[2] / PAPERS
    read_from_source(path)
    return Folder(path, _package_of(path))


def rested_on() -> tuple[Folder, ...]:
    """Return the folders whose statements those of the current one may rest on: it, and ours."""
    return tuple(dict.fromkeys((current(), ours())))


def whose() -> str:
    """Return in brackets that our papers are read because nothing names others, if that is why."""
    if places.PAPERS in os.environ or current() != ours():
        return ""
    return f" in the papers of attention-proofs (no {PROJECT} here or above names other papers)"


def of_ones_own(path: Path, named_by: str) -> Folder:
    """Return a folder of modules; of a project, the one that its pyproject.toml names."""
    if not path.is_dir():
        fix = f"name an existing one, or create a project: verify init {path}"
        raise Mistake(f"{named_by}: the folder {str(path)!r} does not exist; {fix}")
    inner = configured(path / PROJECT) if (path / PROJECT).is_file() else None
    if inner is not None and inner.resolve() != path.resolve():
        return of_ones_own(inner, f"{path / PROJECT}: [tool.verify] papers")
    found = path.resolve()
    read_from_source(found)
    if not any(pkgutil.iter_modules([str(found)])):
        fix = "name one with modules of statements, or create a project: verify init NEW"
        raise Mistake(f"{named_by}: the folder {str(path)!r} has no Python module; {fix}")
    return Folder(found, _package_of(found))


def configured(project: Path) -> Path | None:
    """Return the folder that a pyproject.toml names under [tool.verify], None if it names none."""
    try:
        table: Any = tomllib.loads(text_of(project))
        said = table.get("tool", {}).get("verify")
    except (OSError, ValueError, AttributeError) as error:
        raise Mistake(f"{project}: cannot be read ({_said(error)}); correct it") from None
    if said is None:
        return None
    fix = 'write papers = "statements", or the name of your own folder'
    if not isinstance(said, dict):
        raise Mistake(f"{project}: tool.verify is not a table; {fix} under [tool.verify]")
    for key in said.keys() - {"papers"}:
        raise Mistake(f"{project}: [tool.verify]: {unknown('key', key, ['papers'], fix)}")
    named = said.get("papers")
    if not isinstance(named, str) or not named:
        raise Mistake(f"{project}: papers = {named!r} is not the name of a folder; {fix}")
    return project.parent / named


def _upwards(place: Path) -> Iterator[Path]:
    return (folder / PROJECT for folder in (place, *place.parents))


def _modules_in(path: Path, package: str) -> Iterator[str]:
    """Yield the modules of a package; inner packages are not imported for that."""
    for info in pkgutil.iter_modules([str(path)], f"{package}."):
        if info.ispkg:
            yield from _modules_in(path / info.name.rpartition(".")[2], info.name)
        else:
            yield info.name


def _package_of(path: Path) -> str:
    """Return the name of the package that a folder is read as: its own, if that means no other."""
    name = re.sub(r"\W", "_", path.name).lstrip("0123456789") or "papers"
    while not _is_free(name, path):
        name += "_papers"
    if name not in sys.modules:
        _load(name, path)
    return name


def _is_free(name: str, path: Path) -> bool:
    """Return whether a name means nothing that can be imported but the folder itself."""
    if name in sys.modules:
        found = getattr(sys.modules[name], "__path__", None)
    else:
        spec = importlib.util.find_spec(name)
        if spec is None:
            return True
        found = spec.submodule_search_locations
    return any(Path(place).resolve() == path for place in found or ())


def _load(name: str, path: Path) -> None:
    """Make a package of a folder, with or without an __init__.py."""
    init = path / "__init__.py"
    spec: ModuleSpec | None = ModuleSpec(name, None, is_package=True)
    if init.is_file():
        spec = importlib.util.spec_from_file_location(
            name, init, loader=FromSource(name, str(init)), submodule_search_locations=[str(path)]
        )
    assert spec is not None
    spec.submodule_search_locations = [str(path)]
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    if spec.loader is not None:
        try:
            with limits():
                spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise Mistake(f"{init}: {in_one_line(error)}") from None
