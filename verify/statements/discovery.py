"""Finding statements: the modules of a folder of papers, and modules of a reader's own."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from verify.language.mistakes import Mistake, place, unknown
from verify.processes import patches
from verify.processes.plain_files import text_of
from verify.processes.store import store
from verify.statements import fingerprint
from verify.statements.finding import are_several, is_none, meant_by, told_none
from verify.statements.folder import Folder, current, ours, rested_on
from verify.statements.from_source import PAPERS, FromSource, forget_edited, read_from_source
from verify.statements.limits import CutOff, Wrong, in_one_line, limits, trouble_with
from verify.statements.paper import Paper
from verify.statements.statement import Statement

DEFINED = re.compile(r'@statement\(\s*"([^"\n]+)"')
Broken = list[tuple[str, str]]
QUOTED = re.compile(r'"([^"\n]+)"')


class UnknownStatement(Exception):
    """No statement has this name; the message lists the nearest ones."""


@dataclass(frozen=True, eq=False)
class Catalogue:
    """Every statement found, in the papers' order, and the modules that could not be read."""

    statements: tuple[Statement, ...]
    broken: tuple[tuple[str, str], ...]
    modules: tuple[str, ...] = ()
    lent: tuple[Statement, ...] = ()  # from elsewhere: they are rested on

    @property
    def papers(self) -> tuple[Paper, ...]:
        return tuple(dict.fromkeys(s.paper for s in self.statements))

    def find(self, name: str) -> Statement:
        """Return a statement by id, label ("Theorem 4.1", "ICML Theorem 3.2") or module path.

        Capitals do not matter where nothing else is meant. Raises UnknownStatement, also where
        several have that label.
        """
        known = (*self.statements, *self.lent)
        meant = meant_by(name, known)
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise UnknownStatement(are_several(name, meant))
        hint = "it may be in a module that could not be read"
        raise UnknownStatement(told_none(name, hint) if self.broken else is_none(name, known))


def discover(
    extra_modules: Sequence[Path] = (),
    *,
    expendable: bool = False,
    alone: bool = False,
    only: Sequence[str] | None = None,
) -> Catalogue:
    """Return every statement of the current folder of papers and of the given module files.

    With `alone`, those of the files and of no folder; with `only`, those of some of its modules.
    The files are tried in a process of their own first, unless this one is `expendable`: begun by
    one that has read them all, so that it reads a proof only when it is used.
    """
    found: list[Statement] = []
    broken: list[tuple[str, str]] = []
    modules: list[str] = []
    folder = _as_it_is_now()
    named = [] if alone else list(_module_names() if only is None else only)
    key = "" if expendable else _key(folder)
    before = frozenset(named if expendable else store().read(key) or ())
    for name in [*named, *map(str, extra_modules)]:
        own = name.endswith(".py")
        trouble = trouble_with(name, _wrong_in) if own and not expendable else {}
        if not isinstance(trouble, str):
            try:
                with limits(), _uncollected():
                    made = statements_in(_load(name))
                    if not (expendable or name in before):
                        trouble = _wrong_with(made, trouble, of_papers=not own)
                modules.append(name)
                found += [statement for statement in made if statement.id not in trouble]
            except Exception as error:
                trouble = in_one_line(error)
        told = [trouble] if isinstance(trouble, str) else trouble.values()
        broken += [(name, why) for why in told]
    faulty = {name for name, _ in broken}
    whole = [name for name in modules if name in named and name not in faulty]
    if not before.issuperset(whole) and _key(folder) == key:
        store().write(key, sorted(before.union(whole)))
    refuse_patched()
    _check_unique(found, broken)
    _check_papers(found, broken)
    lent = _lent(found, alone)
    _check_rested(found, broken, lent)
    return Catalogue(tuple(in_order(found)), tuple(broken), tuple(modules), lent)


def _lent(found: Sequence[Statement], alone: bool) -> tuple[Statement, ...]:
    """Return what is rested on in our papers, or in the folder of papers where it is not read."""
    folders = rested_on() if alone else rested_on()[1:]
    named = {name for s in found if folders for name in (*_used(s), *s.repaired_by)}
    named -= {s.id for s in found}
    read = [discover_only([name], folder) for folder in folders[::-1] for name in sorted(named)]
    return tuple({s.id: s for one in read if one for s in (*one.lent, *one.statements)}.values())


def _used(statement: Statement) -> tuple[str, ...]:
    """Return what a statement uses, or what it is said to rest on where its proof is wrong."""
    try:
        with limits():
            return statement.uses
    except Exception:  # `discover` says what is wrong with it
        return statement.rests_on


def known_to(statement: Statement) -> dict[str, Statement]:
    """Return the statements that one may use: of its own module, of its folder, or lent to it."""
    catalogue, beside = discover(), statement.body.__globals__.values()
    own = [thing for thing in beside if isinstance(thing, Statement)]
    return {s.id: s for s in (*catalogue.lent, *catalogue.statements, *own)}


def discover_only(ids: Sequence[str], folder: Folder | None = None) -> Catalogue | None:
    """Return the statements with some ids, and those that their modules name; no others are read.

    None where the texts of the modules do not tell where one is.
    """
    folder = folder or current()
    texts = {name: _text(folder, name) for name in folder.modules()}
    places = {one: name for name, text in texts.items() for one in DEFINED.findall(text)}
    needed: dict[str, None] = {}
    waiting = list(ids)
    if not places.keys() >= {*ids}:
        return None
    while waiting:
        module = places[waiting.pop()]
        if module not in needed:
            needed[module] = None
            waiting += [one for one in QUOTED.findall(texts[module]) if one in places]
    found = discover(only=[name for name in texts if name in needed])
    whole = not found.broken and {*ids} <= {one.id for one in found.statements}
    return found if whole else None


def _text(folder: Folder, module: str) -> str:
    path = folder.path.joinpath(*module.split(".")[1:])
    try:
        return text_of(path.with_suffix(".py"), "replace")
    except OSError:
        return ""


def _key(folder: Folder) -> str:
    """Return under what it is cached which modules were read whole: their sources, as they are."""
    sources = fingerprint.of_folder(folder)
    return f"modules {sources}" if sources else ""


def _as_it_is_now() -> Folder:
    """Return the folder of papers; what this process read before an edit is forgotten."""
    folder = current()
    return current() if forget_edited(folder.package) else folder


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector from looking through all formulas again while more are made."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def undeclared() -> Iterator[Statement]:
    """Yield the statements of our papers whose modules can be read, no proof of them read yet."""
    for name in ours().modules():
        try:
            yield from statements_in(_load(name))
        except Exception:  # `discover` tells what is wrong with it
            continue


def _wrong_in(name: str) -> Wrong:
    """Return what is wrong with the statements of a file, of which it has one at least."""
    own = statements_in(_load(name))
    wrong = _wrong_with(own, {})
    refuse_patched()
    if not own:
        raise Mistake("it has no statement; write one under @statement(...)")
    return wrong


def _wrong_with(statements: Sequence[Statement], known: Wrong, *, of_papers: bool = False) -> Wrong:
    """Read the proofs of statements, and return what is wrong with them, and what is known to be.

    What is known to be wrong is not read again: who knows what it does. A statement `of_papers`
    says as a whole what it claims; in a file of one's own, which has no place in a paper, one that
    says nothing claims its steps.
    """
    wrong = dict(known)
    for statement in statements:
        try:
            if statement.id not in known and statement.declared.claim is None and of_papers:
                raise Mistake(_claims_nothing(statement))
        except (CutOff, MemoryError, RecursionError):
            raise
        except Exception as error:
            wrong[statement.id] = in_one_line(error)
    return wrong


def refuse_patched() -> None:
    """Raise a Mistake if the engine in memory is no longer the one that its files define."""
    name = patches.patched()
    if name:
        raise Mistake(
            f"the engine was patched: {name} differs from its file, so no verdict is valid; "
            "remove the code that replaces it from the modules of the statements"
        )


def _claims_nothing(statement: Statement) -> str:
    code = statement.body.__code__
    return (
        f"{place(code, code.co_firstlineno)}: {statement.id} claims nothing; yield "
        'claim("the statement", ...) before its proof, with the names of the steps that prove it, '
        "or with propositions, such as tends_to(y[i], z)"
    )


def _module_names() -> Iterable[str]:
    return current().modules()


def _load(name: str) -> ModuleType:
    if not name.endswith(".py"):
        return importlib.import_module(name)
    path = Path(name)
    if not path.is_file():
        raise FileNotFoundError(f"{name} is not a file; give the path of a module with statements")
    key = f"verify_module_{path.stem}"
    spec = importlib.util.spec_from_file_location(key, path, loader=FromSource(key, str(path)))
    assert spec is not None and spec.loader is not None
    read_from_source(path.parent)  # where modules are that it may import
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


def _where(statement: Statement) -> str:
    """Return the module that a statement is in, by its file if it is one of a reader's own."""
    own = statement.module.split(".")[0] != PAPERS
    return statement.body.__code__.co_filename if own else statement.module


def _check_unique(found: list[Statement], broken: list[tuple[str, str]]) -> None:
    seen: dict[str, Statement] = {}
    for statement in list(found):
        first = seen.setdefault(statement.id, statement)
        if first is not statement:
            found.remove(statement)
            broken.append(
                (_where(statement), f"{statement.id} already exists in {_where(first)}; give "
                                    "it another id")
            )  # fmt: skip


def _check_papers(found: list[Statement], broken: list[tuple[str, str]]) -> None:
    """Leave out what is of a second paper with the key of a first, and say so once a module."""
    seen: dict[str, Statement] = {}
    for statement in list(found):
        first = seen.setdefault(statement.paper.key, statement)
        if first.paper != statement.paper:
            found.remove(statement)
            told = (
                f"the papers {statement.paper.title!r} and {first.paper.title!r} (in "
                f"{_where(first)}) have the same key {statement.paper.key!r}; give one of "
                "them another key"
            )
            if (_where(statement), told) not in broken:
                broken.append((_where(statement), told))


def _check_rested(found: list[Statement], broken: Broken, lent: Sequence[Statement]) -> None:
    """Leave out what rests on, or is repaired by, a statement that is not there."""
    while True:
        known = [statement.id for statement in (*found, *lent)]
        lost = [(s, trouble) for s in found if (trouble := _unknown(s, known)) is not None]
        if not lost:
            return
        for statement, trouble in lost:
            found.remove(statement)
            broken.append((_where(statement), trouble))


def _unknown(statement: Statement, known: Sequence[str]) -> str | None:
    named = [("rests on", statement.rests_on), ("is repaired by", statement.repaired_by)]
    for words, ids in named:
        for name in ids:
            if name not in known:
                fix = "no module that was read contains it"
                return f"{statement.id} {words} an {unknown('statement', name, known, fix)}"
    return None


def in_order(statements: Iterable[Statement]) -> list[Statement]:
    """Return statements by paper, then as they stand in it."""
    return sorted(statements, key=_order)


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
            raise Mistake(f"statements depend on each other in a cycle: {circle}")
        if statement.id in done:
            return
        for name in statement.uses:
            if name in by_id:
                visit(by_id[name], (*path, statement.id))
        done[statement.id] = statement

    for statement in statements:
        visit(statement, ())
    return list(done.values())
