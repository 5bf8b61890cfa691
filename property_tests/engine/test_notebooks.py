"""The notebooks run, their .ipynb is that of their source, and a reader's own lemma is decided."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
LEMMA = NOTEBOOKS / "lemma_of_your_own.py"


def module_at(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"loaded_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


refresh = module_at(NOTEBOOKS / "refresh.py")


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path, monkeypatch):
    """Results of earlier runs, and what a run keeps, stay out of it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def cells(notebook: nbformat.NotebookNode) -> list[tuple[str, str]]:
    return [(cell.cell_type, cell.source) for cell in notebook.cells]


def test_there_is_a_notebook():
    assert NOTEBOOKS / "hemisphere.py" in refresh.sources()


@pytest.mark.parametrize("source", refresh.sources(), ids=lambda path: path.stem)
def test_the_notebook_is_made_from_its_source(source):
    written = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    nbformat.validate(written)
    assert cells(written) == cells(refresh.read(source))


@pytest.mark.parametrize("source", refresh.sources(), ids=lambda path: path.stem)
def test_what_is_committed_has_run_to_its_end_and_knows_no_machine(source):
    text = source.with_suffix(".ipynb").read_text("utf-8")
    written = nbformat.reads(text, as_version=4)
    code = [cell for cell in written.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert not [o for o in outputs if o.output_type == "error" or o.get("name") == "stderr"]
    assert str(ROOT) not in text and str(Path.home()) + "/" not in text
    assert len(text) < 100_000


@pytest.mark.parametrize("source", refresh.sources(), ids=lambda path: path.stem)
def test_every_cell_runs(source):
    executed = refresh.execute(source)  # raises CellExecutionError with the cell that fails
    code = [cell for cell in executed.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)


def test_a_lemma_of_ones_own_takes_thirty_lines_and_is_proved(tmp_path):
    assert len(LEMMA.read_text("utf-8").splitlines()) <= 30
    result = tmp_path / "run.json"
    command = [sys.executable, "-m", "verify", "run", "OWN-1", "--module", str(LEMMA)]
    command += ["--methods", "symbolic,certificate,sampling", "--json", str(result)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (statement,) = json.loads(result.read_text("utf-8"))["statements"]
    assert (statement["verdict"], statement["grade"]) == ("holds", "proved")
    assert len(statement["mutants"]) == 3
    assert all(mutant["refuted"] for mutant in statement["mutants"])
