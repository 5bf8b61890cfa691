"""Which statements are tests: all, or those that pytest's arguments name by node id or path."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from verify.arguments import profile, seed
from verify.language.mistakes import Mistake, unknown
from verify.processes import places
from verify.pytest_plugin.items import Statements
from verify.statements.folder import PROJECT, configured, current

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
