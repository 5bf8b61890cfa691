"""A plugin of pytest: with `--verify` every statement of a project is a test.

Every pytest where this package is installed loads it, so what decides is loaded with the option.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import verify
from verify.arguments import profile, seed
from verify.language.mistakes import Mistake
from verify.processes import places
from verify.statements.folder import PROJECT, configured


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("verify", "statements, decided as verify run decides them")
    group.addoption("--verify", action="store_true", help="a test for every statement, too")
    group.addoption(
        "--verify-profile", metavar="NAME", type=profile, default="quick",
        help="how hard to try: quick, ci, nightly (quick)",
    )  # fmt: skip
    group.addoption(
        "--verify-seed", metavar="S", type=seed, default=0, help="of sampling, for statements (0)"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Read the statements of the project that is tested, wherever pytest is called."""
    project = config.rootpath / PROJECT
    asked = config.getoption("verify") and places.PAPERS not in os.environ
    if asked and project.is_file() and _configured(project):
        os.environ[places.PAPERS] = str(config.rootpath)
        config.add_cleanup(_forget)


def _forget() -> None:
    os.environ.pop(places.PAPERS, None)


def _configured(project: Path) -> bool:
    """Return whether a project names its statements."""
    try:
        return configured(project) is not None
    except Mistake as mistake:
        raise pytest.UsageError(str(mistake)) from None


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what statements are decided with."""
    told = f"profile {config.getoption('verify_profile')}, seed {config.getoption('verify_seed')}"
    return [f"verify: {told}"] if config.getoption("verify") else []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the statements, before -k chooses among the tests."""
    if config.getoption("verify"):
        made: Any = importlib.import_module("verify.pytest_plugin.items")
        statements = made.Statements.from_parent(session, name="verify", nodeid="verify")
        items += session.genitems(statements)


@pytest.fixture
def lowered() -> Callable[..., Any]:
    """Return what makes a function of arrays of a step: lowered("MEAN-1", "split")."""
    return lambda what, step, *, backend="numpy": verify.step(what, step).lower(backend=backend)
