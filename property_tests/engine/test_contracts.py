"""Who may import whom, and what an import may cost."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import verify

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"flint", "hypothesis", "matplotlib", "mpmath", "numpy", "scipy", "sympy"}


def modules_loaded_by(statement: str) -> set[str]:
    """The modules that a fresh Python has after the statement and did not have before it."""
    program = f"import json, sys; before = set(sys.modules); {statement}; " + (
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return set(json.loads(done.stdout))


def top_level(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def test_the_import_contracts_of_pyproject_hold():
    command = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", ["verify", "verify.language", "verify.doctor"])
def test_importing_it_loads_no_library(module):
    assert not HEAVY & top_level(modules_loaded_by(f"import {module}"))


def test_the_bootstrap_loads_the_standard_library_only():
    loaded = modules_loaded_by("import verify.bootstrap")
    assert top_level(loaded) <= sys.stdlib_module_names | {"verify"}
    assert {name for name in loaded if name.startswith("verify")} == {"verify", "verify.bootstrap"}


def test_the_checker_loads_the_standard_library_and_flint_only():
    names = sorted(
        f"verify.checker.{path.stem}"
        for path in (ROOT / "verify" / "checker").glob("*.py")
        if path.stem != "__init__"
    )
    loaded = modules_loaded_by(f"import {', '.join(['verify.checker', *names])}")
    cython = {name for name in top_level(loaded) if "cython" in name}  # what flint is made with
    assert top_level(loaded) <= sys.stdlib_module_names | {"verify", "flint"} | cython
    ours = {name for name in loaded if name.startswith("verify.")}
    assert {name for name in ours if not name.startswith("verify.checker")} == set()


def test_every_public_name_is_where_the_table_says():
    for name, module in verify._PUBLIC.items():
        assert getattr(verify, name) is getattr(importlib.import_module(module), name)
        assert name in dir(verify)


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'verify' has no attribute 'no_such_name'"):
        _ = verify.no_such_name
