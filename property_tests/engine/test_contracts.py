"""Who may import whom, and what an import may cost."""

import ast
import importlib
import json
import re
import runpy
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

import verify

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"flint", "hypothesis", "matplotlib", "mpmath", "numpy", "scipy", "sympy"}
# Lines of Python that each room of the engine may have, and of Coq in all of it. A room that needs
# more takes it from another: the sum of Python only falls.
BUDGETS = {
    "algebra": 1_880, "attention": 442, "checker": 1_989, "checkpoints": 3_396, "commands": 1_610,
    "drafting": 1_256, "language": 3_179, "methods": 5_327, "methods/kernel": 6_076,
    "methods/searching": 2_077, "numerics": 6_046, "processes": 1_073, "project": 55,
    "pytest_plugin": 409, "render": 10_516, "running": 1_319, "statements": 7_987, "steps": 3_489,
    "writing": 1_269, ".": 2_256,
}  # fmt: skip
COQ_BUDGET = 13_500


def lines_of(files):
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def room_of(path: Path) -> str:
    inner = path.relative_to(ROOT / "verify").parent.as_posix()
    return max(
        (room for room in BUDGETS if f"{inner}/".startswith(f"{room}/")), key=len, default="."
    )


def test_no_room_is_larger_than_its_budget():
    found = {}
    for path in (ROOT / "verify").rglob("*.py"):
        found.setdefault(room_of(path), []).append(path)
    sizes = {room: lines_of(paths) for room, paths in found.items()}
    assert sizes.keys() == BUDGETS.keys()
    too_large = {room: size for room, size in sizes.items() if size > BUDGETS[room]}
    assert not too_large, f"over budget: {too_large}; allowed: {BUDGETS}"
    assert lines_of((ROOT / "verify").rglob("*.v")) <= COQ_BUDGET


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


def test_the_vocabulary_loads_no_tool_for_tests_and_no_computer_algebra():
    loaded = top_level(modules_loaded_by("import verify.vocabulary"))
    assert not {"hypothesis", "pytest", "trio", "sympy", "scipy"} & loaded


def test_the_bootstrap_loads_the_standard_library_only():
    loaded = modules_loaded_by("import verify.bootstrap")
    assert top_level(loaded) <= sys.stdlib_module_names | {"verify"}
    ours = {name for name in loaded if name.startswith("verify")}
    assert {name.partition("verify.")[2] for name in ours} == {
        "", "bootstrap", "coq_setup", "installers", "processes", "processes.coq",
        "processes.places",
    }  # fmt: skip


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


# ------------------------------------------------------------------ where an import may stand

# What is loaded within a function, and why: a package that need not be installed, a part of the
# standard library that not every system has, and libraries that a reader of statements never needs.
OPTIONAL = {
    ("verify.installers", "fcntl"): "Windows has none, and is told so",
    ("verify.processes.asides", "fcntl"): "Windows has none",
    ("verify.processes.pool", "resource"): "Windows has none",
    ("verify.statements.limits", "resource"): "Windows has none",
    ("verify.render.plots", "ipywidgets"): "the extra notebooks; without it a slider is a picture",
    ("verify.render.site.paths", "scipy.integrate"): "only still pictures are made with it",
}
# Who loads modules by name, and which.
BY_NAME = {
    "verify": "the public names, as they are first used, and what shows them in a notebook",
    "verify.cli": "the command that is asked",
    "verify.methods.explained": "the search for reasons, once one is missing",
    "verify.running.workers": "the methods, once there is something to decide",
    "verify.running.cluster": "the extra dask",
    "verify.running.engine": "the cluster's client, where one is asked",
    "verify.checkpoints.folder": "the extra checkpoints",
    "verify.steps.cases": "what draws instances, once a twin is refuted",
    "verify.pytest_plugin.attention_proofs_pytest": "what decides statements, with --verify",
    "verify.statements.discovery": "the papers' statements",
    "verify.render.figures.small": "Matplotlib, once one is drawn",
    "verify.statements.folder": "what modules declare beside statements: figures, sections",
}


@cache
def modules() -> dict[str, ast.Module]:
    """The engine's modules by their names, read: those that import anything but in a line."""
    found = {}
    for path in sorted((ROOT / "verify").rglob("*.py")):
        text = path.read_text("utf-8")
        if re.search(r"^(?!from |import ).*(\bimport|import_module)\b|__import__", text, re.M):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(text)
    return found


def imported_within(tree: ast.Module) -> set[str]:
    """The modules that functions import."""
    found = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for node in ast.walk(function):
                if isinstance(node, ast.Import):
                    found |= {name.name for name in node.names}
                elif isinstance(node, ast.ImportFrom):
                    found.add("." * node.level + (node.module or ""))
    return found


def loads_by_name(tree: ast.Module) -> bool:
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return bool({"import_module", "__import__"} & names)


def test_a_function_imports_only_what_may_be_missing():
    found = {(name, used) for name, tree in modules().items() for used in imported_within(tree)}
    assert found == OPTIONAL.keys()


def test_modules_are_loaded_by_name_in_few_places():
    found = {name for name, tree in modules().items() if loads_by_name(tree)}
    assert found == BY_NAME.keys()


def test_no_contract_has_an_exemption():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    assert not any("ignore_imports" in contract for contract in contracts["contracts"])
    assert not contracts.get("exclude_type_checking_imports", False)


def test_what_the_mutations_of_a_night_name_is_there():
    mutation = runpy.run_path(str(ROOT / ".ci" / "mutation.py"))
    for room in mutation["ROOMS"].values():
        assert all(any(ROOT.glob(pattern)) for pattern in (*room.changed, *room.tests)), room
    for entry in tomllib.loads((ROOT / ".ci" / "equivalents.toml").read_text("utf-8"))[
        "equivalent"
    ]:
        module, _, name = entry["function"].rpartition(".")
        name = name.rpartition("ǁ")[2]
        assert f"def {name}(" in (ROOT / f"{module.replace('.', '/')}.py").read_text("utf-8"), entry


def test_what_a_night_switches_off_is_there():
    ablation = importlib.import_module("benchmarks.ablation")
    for table, room in ((ablation.METHODS, "methods"), (ablation.SEARCH, "methods.searching")):
        for path, _ in table.values():
            module, _, name = path.rpartition(".")
            assert callable(getattr(importlib.import_module(f"verify.{room}.{module}"), name))
