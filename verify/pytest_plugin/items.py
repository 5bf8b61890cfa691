"""Statements and formulas as tests.

A statement passes as `verify run` of it would, and fails with all its steps. A formula of it
passes if it holds at random instances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import pytest

from verify.commands.runs import judged
from verify.language.mistakes import Mistake
from verify.pytest_plugin.formulas import failure, formulas
from verify.render.errors import AGREES
from verify.render.screen import Screen
from verify.render.terminal import statement_text, summary
from verify.running import engine, records
from verify.statements.discovery import Catalogue, discover
from verify.statements.folder import current
from verify.statements.outcomes import Run, StatementResult
from verify.statements.statement import Statement
from verify.statements.step import Said


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
