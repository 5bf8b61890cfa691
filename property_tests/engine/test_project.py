"""A project that `verify init` makes passes at once, and every part of it can fail."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verify.cli import main
from verify.commands.init import PROJECT, files
from verify.pytest_plugin import attention_proofs_pytest as plugin

NO_COQ = "symbolic,certificate,enclosure,sampling"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path, monkeypatch, capsys):
    """A new project, which is the current folder."""
    folder = tmp_path / "new"
    assert main(["init", str(folder)]) == 0
    assert capsys.readouterr().out.endswith(f"next: cd {folder} && verify run && pytest\n")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0].startswith("statements")]:
        del sys.modules[name]


def test_it_has_all_files_of_the_package_and_runs_as_recorded(project, capsys):
    found = {path.relative_to(project) for path in project.rglob("*") if path.is_file()}
    assert found == {path.relative_to(PROJECT) for path in files()}
    assert Path(".github/workflows/verify.yml") in found
    assert main(["run", "--jobs", "1", "--methods", NO_COQ]) == 0
    printed = capsys.readouterr().out
    assert "✓ MEAN-1" in printed and "✗ MEAN-2" in printed


def test_its_run_fails_once_a_verdict_is_another_one(project, capsys):
    records = project / "statements" / "recorded.toml"
    records.write_text(records.read_text().replace('"false"', '"holds"'))
    assert main(["run", "MEAN-2", "--jobs", "1", "--methods", NO_COQ]) == 1
    assert "MEAN-2: verdict is false (recorded: holds)" in capsys.readouterr().out


def test_its_notebook_runs(project):
    cells = json.loads((project / "notebook.ipynb").read_text("utf-8"))["cells"]
    known: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            text = "".join(cell["source"])
            exec(text.replace('("MEAN-1")', '("MEAN-2", methods=["certificate"])'), known)


@pytest.mark.long
def test_its_tests_and_statements_pass_and_fail_with_what_they_say(project):
    test = project / "tests" / "test_mean.py"
    (project / "tests" / "test_less.py").write_text(test.read_text().replace("<=", "<"))
    records = project / "statements" / "recorded.toml"
    records.write_text(records.read_text().replace('"false"', '"open"'))
    (project / "statements" / "slip.py").write_text("x = 1 / 0\n")
    module = project / "statements" / "mean.py"
    module.write_text(module.read_text().replace("about_m <= about_z,", "about_m < about_z,"))
    # From elsewhere; the whole of MEAN-1 asks Coq where it is here, which takes longer.
    told = said_of(project, "--verify-seed", "7", "-k", "MEAN-2 or MEAN-1- or test_points or slip")
    assert "4 failed, 2 passed, 1 deselected" in told
    report = told.partition("MEAN-1 (Lemma 1): The mean minimises squared distances\n")[2]
    assert re.search(r"  \(2\) So .* \[least\]\n(.*\n)+?is false\n  at n = \d, .*\n", report)
    assert re.search(r"\n  left side: (.*)\n  right side: \1\n", report)
    assert "verify: profile quick, seed 7" in told and "ZeroDivisionError: division by" in told
    assert "MEAN-2: verdict is false (recorded: open)" in told
    assert "(2) the mean of two opposite vectors is 0. [opposite: refuted]" in told
    assert "seed 7; verify show MEAN-2 prints it again" in told


def pytest_in(folder: Path, *arguments: str, path: Path = ROOT, name: str = plugin.__name__):
    """Run pytest in a folder with the plugin alone, which is found by its name in a path."""
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", name, *arguments],
        cwd=folder, env=environment, capture_output=True, text=True,
    )  # fmt: skip


def said_of(project: Path, *arguments: str) -> str:
    """Return what pytest says of a project, called from elsewhere."""
    where = ["--rootdir", str(project), "-c", str(project / "pyproject.toml"), str(project)]
    done = pytest_in(ROOT, *where, *arguments)
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "tests"),
    [
        ("", ["test_own", "MEAN-1", "MEAN-1-split", "MEAN-1-least", "MEAN-2"]),
        (". -k MEAN", ["MEAN-1", "MEAN-1-split", "MEAN-1-least", "MEAN-2"]),
        ("verify::MEAN-1-split", ["MEAN-1-split"]),
        ("verify::MEAN-2 tests/test_own.py", ["test_own", "MEAN-2"]),
        ("tests/test_own.py", ["test_own"]),
        ("statements/mean.py -k MEAN-2", ["MEAN-2"]),
        ("statements/paper.py", []),
    ],
)
@pytest.mark.long
def test_arguments_choose_statements_by_node_id_and_by_path(project, arguments, tests):
    shutil.rmtree(project / "tests")
    (project / "tests").mkdir()
    (project / "tests" / "test_own.py").write_text("def test_own(): pass\n")
    done = pytest_in(project, "--collect-only", "-q", *arguments.split())
    assert re.findall(r"^\S+::(\S+)$", done.stdout, re.MULTILINE) == tests


@pytest.mark.parametrize("own", ["verify.py", "verify/__init__.py"])
@pytest.mark.long
def test_a_module_verify_of_a_project_does_not_stop_its_tests(tmp_path, own):
    project, installed = tmp_path / "project", tmp_path / "installed"
    (project / own).parent.mkdir(parents=True)
    (project / own).write_text("answer = 42\n")
    (project / "test_own.py").write_text(
        "import verify\ndef test_own(): assert verify.answer == 42\n"
    )
    installed.mkdir()
    shutil.copy(plugin.__file__, installed)  # as in the wheel, and first of what pytest loads
    name = Path(plugin.__file__).stem
    done = pytest_in(project, path=installed, name=name)
    assert "1 passed" in done.stdout and done.returncode == 0
    done = pytest_in(project, "--verify", path=installed, name=name)
    assert re.fullmatch(r"ERROR: --verify: [^\n]+\n+", done.stderr) and done.returncode == 4
    assert str(project / own) in done.stderr and "rename it" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--verify-profile", "quik"],
            "--verify-profile: unknown profile 'quik'; did you mean 'quick'",
        ),
        (["--verify-seed", "1.5"], "--verify-seed: '1.5' is not an integer; use one such as 0"),
    ],
)
@pytest.mark.long
def test_what_pytest_is_asked_wrongly_is_told_in_one_line(project, arguments, words):
    assert words in said_of(project, *arguments)


def test_a_step_is_lowered_by_the_fixture(project):
    made = plugin.lowered.__wrapped__()
    assert made("MEAN-1", "split", backend="mpmath")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["init"], ["DIR: missing", "verify init --help"]),
        (["init", "."], ["DIR: . is not empty; name a new folder"]),
        (["init", "full/file"], ["DIR:", "file is a file; give the name of a folder"]),
        (
            ["--papers", "full", "init", "new"],
            ["--papers: verify init reads no papers; leave it out"],
        ),
    ],
)
def test_a_place_where_none_can_be_made_is_told_in_one_line(
    tmp_path, monkeypatch, capsys, arguments, words
):
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/file").write_text("")
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert re.fullmatch(r"verify: [^\n]+\n", error) and all(word in error for word in words), error
    assert not Path("new").exists()
