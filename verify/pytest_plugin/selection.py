"""Which statements are tests: all, or those that pytest's arguments name by node id or path.

A statement passes as `verify run` of it would, and fails with all its steps. A formula of it
passes if it holds at random instances.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import pytest

from verify.arguments import profile, seed
from verify.commands.runs import judged
from verify.language.mistakes import Mistake, unknown
from verify.processes import places
from verify.pytest_plugin.formulas import failure, formulas
from verify.render.errors import AGREES
from verify.render.screen import Screen
from verify.render.terminal import statement_text, summary
from verify.running import engine, records
from verify.statements.discovery import Catalogue, discover
from verify.statements.folder import PROJECT, configured, current
from verify.statements.outcomes import Run, StatementResult
from verify.statements.statement import Statement
from verify.statements.step import Said

PREFIX = "verify::"  # of the node ids of statements


class Plugin:
    """The hooks that add statements to the tests."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the options and the project that is tested, wherever pytest is called."""
        self._arguments = tuple(config.args)
        config.option.verify_profile = _checked(config, "--verify-profile", profile)
        config.option.verify_seed = _checked(config, "--verify-seed", seed)
        project = config.rootpath / PROJECT
        if places.PAPERS not in os.environ and project.is_file() and _configured(project):
            os.environ[places.PAPERS] = str(config.rootpath)
            config.add_cleanup(_forget)

    def pytest_report_header(self, config: pytest.Config) -> str:
        """Say what statements are decided with."""
        option = config.option
        return f"verify: profile {option.verify_profile}, seed {option.verify_seed}"

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self, session: pytest.Session) -> Iterator[None]:
        """Hide the node ids of statements from pytest, which looks for files."""
        config, arguments = session.config, session.config.args
        config.args = [word for word in arguments if not word.startswith(PREFIX)]
        try:
            return (yield)
        finally:
            config.args = arguments

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Add the statements before -k chooses."""
        items += self._chosen(session)

    def _chosen(self, session: pytest.Session) -> list[pytest.Item]:
        """Return the statements that the arguments ask for, all of them without arguments."""
        config, folder = session.config, current().path
        ids = [word.removeprefix(PREFIX) for word in self._arguments if word.startswith(PREFIX)]
        files = [word.partition("::")[0] for word in self._arguments if not word.startswith(PREFIX)]
        paths = [(config.invocation_params.dir / file).resolve() for file in files]
        every = config.args_source is not config.ArgsSource.ARGS or any(
            config.rootpath.is_relative_to(path) for path in paths
        )
        near = any(p.is_relative_to(folder) or folder.is_relative_to(p) for p in paths)
        if not (every or ids or near):
            return []
        made = Statements.from_parent(session, name="verify", nodeid="verify")
        items = list(session.genitems(made))
        names = [item.name for item in items]
        for name in ids:
            if name not in names and not session.testsfailed:
                raise pytest.UsageError(f"{PREFIX}{name}: {unknown('statement', name, names)}")
        return [
            item for item in items
            if every or item.name in ids or any(item.path.is_relative_to(p) for p in paths)
        ]  # fmt: skip


def _checked(config: pytest.Config, option: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(config.getoption(option))
    except argparse.ArgumentTypeError as error:
        raise pytest.UsageError(f"{option}: {error}") from None


def _configured(project: Path) -> bool:
    """Return whether a project names its statements."""
    try:
        return configured(project) is not None
    except Mistake as mistake:
        raise pytest.UsageError(str(mistake)) from None


def _forget() -> None:
    os.environ.pop(places.PAPERS, None)


class Unexpected(Exception):
    """A run of a statement fails, or a formula of it; the message tells how."""


class Statements(pytest.Collector):
    """All statements of the folder, and the modules of it that cannot be read."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each and one for each of its formulas, in the papers' order."""
        try:
            catalogue = discover()
        except Mistake as mistake:
            raise self.CollectError(str(mistake)) from None
        for module, why in catalogue.broken:
            yield Unread.from_parent(self, name=module, path=_file(module), mistake=why)
        for statement in catalogue.statements:
            path = Path(statement.body.__code__.co_filename)
            yield Decided.from_parent(
                self, name=statement.id, path=path, of=catalogue, statement=statement
            )
            for said in formulas(statement):
                name = f"{statement.id}-{said.name}"
                yield Formula.from_parent(
                    self, name=name, path=path, statement=statement, said=said
                )


def _file(module: str) -> Path:
    """Return the file of a module that cannot be read."""
    if module.endswith(".py"):
        return Path(module)
    inner = module.split(".")[1:]
    return current().path.joinpath(*inner).with_suffix(".py")


class Unread(pytest.Item):
    """A module that cannot be read."""

    def __init__(self, *, mistake: str, **named: Any) -> None:
        super().__init__(**named)
        self._mistake = mistake

    def runtest(self) -> None:
        raise Unexpected(f"{self.name}: {self._mistake}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        return str(excinfo.value)


class _OfStatement(pytest.Item):
    """A test of a statement, chosen by -k with its function, or words of its label and title."""

    def __init__(self, *, statement: Statement, **named: Any) -> None:
        super().__init__(**named)
        self._statement = statement
        label = statement.label.text
        self.extra_keyword_matches |= {statement.body.__name__, label, statement.title}

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        known = isinstance(excinfo.value, Unexpected | Mistake)
        return str(excinfo.value) if known else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[PathLike[str] | str, int | None, str]:
        code = self._statement.body.__code__
        return code.co_filename, code.co_firstlineno - 1, f"{self.name} {self._statement.title}"


class Formula(_OfStatement):
    """A formula of a statement, at random instances."""

    def __init__(self, *, said: Said, **named: Any) -> None:
        super().__init__(**named)
        self._said = said

    def runtest(self) -> None:
        """Evaluate both sides at instances that hypothesis draws."""
        option = self.config.option
        profile, seed = option.verify_profile, option.verify_seed
        report = failure(self._statement, self._said, profile=profile, seed=seed)
        if report:
            raise Unexpected(report)


class Decided(_OfStatement):
    """A statement, by all methods."""

    def __init__(self, *, of: Catalogue, **named: Any) -> None:
        super().__init__(**named)
        self._catalogue = of

    def runtest(self) -> None:
        """Decide the statement, and compare with what is on record."""
        profile = self.config.getoption("verify_profile")
        seed = self.config.getoption("verify_seed")
        run = engine.run([self._statement], profile=profile, seed=seed)
        result = run[self._statement.id]
        alone = replace(run, statements=(result,))
        changes = records.changes(alone, records.recorded(self._catalogue))
        if judged(alone, changes) != AGREES:
            how = f"profile {profile}, seed {seed}; verify show {result.id} prints it again"
            raise Unexpected("\n".join([*self._told(alone, result, changes), "", how]))

    def _told(self, run: Run, result: StatementResult, changes: list[str]) -> list[str]:
        """Return what fails, then the statement with every outcome of its steps."""
        screen = Screen()
        return [
            *summary(run, changes, screen), "", *statement_text(self._statement, result, screen)
        ]  # fmt: skip
