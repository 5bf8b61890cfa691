"""Fixtures of several modules of tests of the engine."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from property_tests.engine.claim_examples import stated_in
from verify.methods.kernel.compile import compiled_library
from verify.methods.kernel.installed import available
from verify.processes import patches
from verify.processes.places import cache_folder
from verify.statements.discovery import discover

patches.watch()  # before a test replaces anything


@pytest.fixture
def stated(tmp_path):
    """Return what makes a statement of a body and, beside it, of the proof of its claim."""
    return stated_in(tmp_path)


@pytest.fixture(scope="session")
def what_is_no_result() -> Callable[[Path], None]:
    """Return what puts into a folder, where results are kept, what all tests may have in common.

    That is which modules were read whole, and the prelude of the goals for Coq where Coq is here.
    Each tells what it was made of; it takes a process three seconds, and Coq ten.
    """
    discover()
    kept = cache_folder()
    # -Q, its folder, its name: of every unit
    options = compiled_library(kept).options if available() else []

    def put(folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if (kept / "read").is_dir():
            shutil.copytree(kept / "read", folder / "read")
        for place in map(Path, options[1::3]):
            (folder / place.name).symlink_to(place)

    return put
