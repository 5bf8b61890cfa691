"""Finding statements: the modules of `proofs`, and modules of a reader's own."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from verify.language.mistakes import Mistake
from verify.statements.limits import in_one_line, limits, trouble_with
from verify.statements.paper import Paper, Theorem
from verify.statements.statement import Statement
from verify.statements.steps import Cited

ROOT = "proofs"


class Unknown(Exception):
    """No statement has this name; the message lists the nearest ones."""


@dataclass(frozen=True, eq=False)
class Catalogue:
    """Every statement found, in the papers' order, and the modules that could not be read."""

    statements: tuple[Statement, ...]
    broken: tuple[tuple[str, str], ...]
    modules: tuple[str, ...] = ()

    @property
    def papers(self) -> tuple[Paper, ...]:
        return tuple(dict.fromkeys(s.paper for s in self.statements))

    @property
    def theorems(self) -> dict[str, Theorem]:
        """Return every cited theorem by its key."""
        cited = (said.step for s in self.statements for said in s.declared.said)
        return {step.theorem.key: step.theorem for step in cited if isinstance(step, Cited)}

    def find(self, name: str) -> Statement:
        """Return a statement by id, paper label ("Theorem 4.1") or module path.

        Capitals do not matter where nothing else is meant.
        """
        wanted = name.strip()
        module = wanted.removesuffix(".py").replace("/", ".")
        for statement in self.statements:
            if wanted == statement.id or module == statement.module:
                return statement
        alike = [s for s in self.statements if s.id.lower() == wanted.lower()]
        if len(alike) == 1:
            return alike[0]
        labelled = [s for s in self.statements if _names(s.label.text, wanted)]
        if labelled:
            return labelled[0]
        known = [n for s in self.statements for n in (s.id, s.label.text, s.module)]
        folded = {n.lower(): n for n in known}
        near = difflib.get_close_matches(wanted.lower(), folded, 3, cutoff=0.4)
        hint = f"did you mean {', '.join(folded[n] for n in near)}?" if near else "see verify list"
        raise Unknown(f"no statement is called {name!r}; {hint}")


def _names(label: str, wanted: str) -> bool:
    return wanted.lower() in (label.lower(), label.split(",")[0].lower())


def discover(extra_modules: Sequence[Path] = (), *, expendable: bool = False) -> Catalogue:
    """Return every statement of `proofs` and of the given module files.

    The files are tried in a process of their own first, unless this one is `expendable`.
    """
    found: list[Statement] = []
    broken: list[tuple[str, str]] = []
    modules: list[str] = []
    for name in [*_module_names(), *map(str, extra_modules)]:
        own = name.endswith(".py")
        trouble = trouble_with(name, _read) if own and not expendable else None
        if trouble is None:
            try:
                with limits():
                    found += _read(name)
                modules.append(name)
            except Exception as error:
                trouble = in_one_line(error)
        if trouble is not None:
            broken.append((name, trouble))
    _check_unique(found, broken)
    return Catalogue(tuple(sorted(found, key=_order)), tuple(broken), tuple(modules))


def _read(name: str) -> list[Statement]:
    """Return a module's statements with their proofs read, so that a mistake is told with it."""
    own = statements_in(_load(name))
    if name.endswith(".py") and not own:
        raise Mistake("it holds no statement; write one under @statement(...)")
    for statement in own:
        statement.declared  # noqa: B018 - this reads it
    return own


def _module_names() -> Iterator[str]:
    root = importlib.import_module(ROOT)
    for info in pkgutil.walk_packages(root.__path__, ROOT + "."):
        if not info.ispkg:
            yield info.name


def _load(name: str) -> ModuleType:
    if not name.endswith(".py"):
        return importlib.import_module(name)
    path = Path(name)
    if not path.is_file():
        raise FileNotFoundError(f"{name} is no file; give the path of a statement module")
    key = f"verify_module_{path.stem}"
    spec = importlib.util.spec_from_file_location(key, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[key] = module
    spec.loader.exec_module(module)
    return module


def statements_in(module: ModuleType) -> list[Statement]:
    """Return the statements a module defines, in the order they are written."""
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, Statement) and value.body.__module__ == module.__name__
    ]
    return sorted(own, key=lambda s: s.body.__code__.co_firstlineno)


def _check_unique(found: list[Statement], broken: list[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for statement in list(found):
        if statement.id in seen:
            found.remove(statement)
            broken.append(
                (statement.module, f"{statement.id} is already stated in {seen[statement.id]}")
            )
        seen.setdefault(statement.id, statement.module)


def _order(statement: Statement) -> tuple[str, tuple[int, ...], str]:
    """Order by paper, then as the statements stand in it."""
    return (statement.paper.key, statement.position, statement.id)


def rested_order(statements: Sequence[Statement]) -> list[Statement]:
    """Return statements so that each comes after those it rests on; a circle is an error."""
    by_id = {s.id: s for s in statements}
    done: dict[str, Statement] = {}

    def visit(statement: Statement, path: tuple[str, ...]) -> None:
        if statement.id in path:
            circle = " -> ".join((*path[path.index(statement.id) :], statement.id))
            raise Mistake(f"statements rest on each other in a circle: {circle}")
        if statement.id in done:
            return
        for name in statement.rests_on:
            if name in by_id:
                visit(by_id[name], (*path, statement.id))
        done[statement.id] = statement

    for statement in statements:
        visit(statement, ())
    return list(done.values())
