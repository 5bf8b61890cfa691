"""Fixtures of several modules of tests of the engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from property_tests.engine.claim_examples import stated_in
from verify.methods.kernel.compile import compiled_library
from verify.methods.kernel.installed import available
from verify.processes.places import cache_folder


@pytest.fixture
def stated(tmp_path):
    """Return what makes a statement of a body and, beside it, of the proof of its claim."""
    return stated_in(tmp_path)


@pytest.fixture(scope="session")
def prelude_of_goals() -> Callable[[Path], None]:
    """Return what puts the prelude of the goals for Coq into a folder where results are kept.

    Its place there tells what it says, and it takes Coq ten seconds: it is compiled once for all
    tests, whatever else their folders must not have from each other. Without Coq there is none.
    """
    if not available():
        return lambda folder: None
    options = compiled_library(cache_folder()).options  # -Q, its folder, its name, of every unit

    def put(folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for place in map(Path, options[1::3]):
            (folder / place.name).symlink_to(place)

    return put
