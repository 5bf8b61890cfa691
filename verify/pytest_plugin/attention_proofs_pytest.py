"""A plugin of pytest: with `--verify` every statement of a project is a test.

It is installed outside `verify`, as a top-level module, and pytest loads it in every project. Some
have a module `verify` of their own, so it imports our package only with the option.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
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
        _check_package()
        selection: Any = importlib.import_module("verify.pytest_plugin.selection")
        config.pluginmanager.register(selection.Plugin(config), "verify-statements")


def _check_package() -> None:
    """Raise UsageError where `verify` means another module than our package."""
    spec = importlib.util.find_spec("verify")
    places = [] if spec is None else spec.submodule_search_locations or []
    if not any((Path(place) / "pytest_plugin" / "selection.py").is_file() for place in places):
        other = "another module" if spec is None else spec.origin or "another folder"
        raise pytest.UsageError(
            f"--verify: {other} has the name of the package 'verify', which decides statements; "
            "rename it, or leave out --verify"
        )


@pytest.fixture
def lowered() -> Callable[..., Any]:
    """Return what makes a function of arrays of a step: lowered("MEAN-1", "split")."""
    verify: Any = importlib.import_module("verify")
    return lambda what, step, *, backend="numpy": verify.step(what, step).lower(backend=backend)
