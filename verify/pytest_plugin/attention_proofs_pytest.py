"""A plugin of pytest: with `--verify` every statement of a project is a test.

It is installed outside `verify`, as a top-level module, and pytest loads it in every project. Some
have a module `verify` of their own, so it imports our package only with the option.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("verify", "statements, decided as by verify run")
    group.addoption("--verify", action="store_true", help="also run one test per statement")
    group.addoption(
        "--verify-profile", metavar="NAME", default="quick",
        help="effort: quick, ci, nightly (quick)",
    )  # fmt: skip
    group.addoption("--verify-seed", metavar="S", default="0", help="random seed of sampling (0)")


def pytest_configure(config: pytest.Config) -> None:
    """Load the rest of the plugin with `--verify`, or for a node id such as verify::MEAN-1."""
    named = any(argument.startswith("verify::") for argument in config.args)
    if config.getoption("verify") or named:
        try:
            selection: Any = importlib.import_module("verify.pytest_plugin.selection")
        except ModuleNotFoundError:
            other = importlib.import_module("verify").__file__
            raise pytest.UsageError(
                f"--verify: {other} has the name of the package 'verify', which decides "
                "statements; rename it, or leave out --verify"
            ) from None
        config.pluginmanager.register(selection.Plugin(config), "verify-statements")


@pytest.fixture
def lowered() -> Callable[..., Any]:
    """Return what makes a function of arrays of a step: lowered("MEAN-1", "split")."""
    verify: Any = importlib.import_module("verify")
    return lambda what, step, *, backend="numpy": verify.step(what, step).lower(backend=backend)
