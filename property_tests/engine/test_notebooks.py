"""Notebooks run, say what is written and use nothing private; a lemma of one's own is decided."""

import ast
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

import verify
from property_tests.engine.command_line import verify as command
from verify.language.mistakes import Mistake

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
LEMMA = NOTEBOOKS / "lemma_of_your_own.py"
LARGEST = 300_000  # bytes: what a hosting site still shows, several times over

# What a reader may rely on: what `verify` itself offers, and the words of statements.
PUBLIC = ("verify", "verify.vocabulary")
PICTURES = ("image/svg+xml", "text/html")  # drawn from floats; what they show is said beside them
OTHERS = {"matplotlib", "mpmath", "numpy", "safetensors", "sympy"}


def module_at(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"loaded_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


refresh = module_at(NOTEBOOKS / "refresh.py")
EVERY = pytest.mark.parametrize("source", refresh.sources(), ids=lambda path: path.stem)


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path, monkeypatch):
    """Results of earlier runs, and what a run keeps, stay out of it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def cells(notebook: nbformat.NotebookNode) -> list[tuple[str, str]]:
    return [(cell.cell_type, cell.source) for cell in notebook.cells]


def code_of(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def words_of(cell: nbformat.NotebookNode) -> list[str]:
    """What a cell printed and what its value says; a picture says what it shows, in words."""
    out = []
    for output in cell.outputs:
        if output.output_type == "stream":
            out.append(output.text)
        else:
            said = output.data
            out += [said[kind] for kind in sorted(said) if kind not in PICTURES]
    return out


def test_every_notebook_is_there():
    assert {path.stem for path in refresh.sources()} == {
        "first_steps", "hemisphere", "trapped_token", "consensus_spectra", "stable_bipartite",
        "masks_and_rates", "own_lemma", "real_checkpoint", "lyapunov_functions",
    }  # fmt: skip


@EVERY
def test_the_notebook_is_made_from_its_source(source):
    written = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    nbformat.validate(written)
    assert cells(written) == cells(refresh.read(source))


@EVERY
def test_what_is_committed_has_run_to_its_end_and_knows_no_machine(source):
    text = source.with_suffix(".ipynb").read_text("utf-8")
    code = code_of(nbformat.reads(text, as_version=4))
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert not [o for o in outputs if o.output_type == "error" or o.get("name") == "stderr"]
    assert str(ROOT) not in text and str(Path.home()) + "/" not in text
    assert " object at 0x" not in text and "<function" not in text
    assert len(text.encode()) < LARGEST


@EVERY
def test_it_asks_a_question_and_ends_with_an_exercise(source):
    prose = [cell.source for cell in refresh.read(source).cells if cell.cell_type == "markdown"]
    assert prose[0].startswith("# ")
    assert any("## Exercise" in text for text in prose[-5:])


@EVERY
def test_the_first_idea_takes_three_lines_and_tokens_can_be_moved(source):
    first, *others = code_of(nbformat.read(source.with_suffix(".ipynb"), as_version=4))
    assert len([text for text in first.source.splitlines() if text]) <= 3
    shown = [o.data for cell in (first, *others) for o in cell.outputs if "data" in o]
    assert first.outputs and shown[0].keys() - {"text/plain"}
    scenes = [data for data in shown if "<iframe" in data.get("text/html", "")]
    assert scenes and all("image/svg+xml" in data for data in scenes)  # without scripts, a picture


@pytest.mark.long
@EVERY
def test_every_cell_runs_and_says_what_is_committed(source, tmp_path, what_is_no_result):
    what_is_no_result(tmp_path / "attention-proofs")
    written = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    executed = refresh.execute(source)  # raises CellExecutionError with the cell that fails
    for before, after in zip(code_of(written), code_of(executed), strict=True):
        assert after.execution_count
        if "needs Coq" not in before.metadata.get("tags", ()):
            assert words_of(after) == words_of(before)


def imports_of(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module), tuple(alias.name for alias in node.names)


def is_public(module: str) -> bool:
    package = module.split(".")[0]
    return module in PUBLIC or package in sys.stdlib_module_names | OTHERS


@EVERY
def test_it_uses_nothing_private(source):
    tree = ast.parse(source.read_text("utf-8"))
    found = dict(imports_of(tree))
    assert {module for module in found if not is_public(module)} == set()
    assert set(found.get("verify", ())) <= set(verify.__all__)
    named = {name for names in found.values() for name in names}
    named |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert {name for name in named if name.startswith("_")} == set()


def test_exercises_of_most_lessons_answer_a_right_line_and_a_wrong_one():
    answering = set()
    for source in refresh.sources():
        written = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
        last = next(
            place for place, cell in enumerate(written.cells) if "## Exercise" in cell.source
        )
        answers = "".join(
            word
            for cell in written.cells[last:]
            if cell.cell_type == "code" and ".check(" in cell.source
            for word in words_of(cell)
        )
        answering |= {source.stem} if "✓" in answers and "✗" in answers else set()
    assert answering >= {path.stem for path in refresh.sources()} - {"hemisphere"}


def drawn_at(value: float) -> str:
    return f"drawn at {value}"


def test_a_slider_draws_anew_or_is_without_widgets_the_picture_at_its_value(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert verify.slider(drawn_at, 0.25, (0.0, 1.0), "step") == "drawn at 0.25"
    widgets = ModuleType("ipywidgets")
    widgets.FloatSlider = lambda value, **options: (value, options)
    widgets.interactive = lambda draw, **inputs: (draw, inputs)
    monkeypatch.setitem(sys.modules, "ipywidgets", widgets)
    draw, inputs = verify.slider(drawn_at, 0.25, (0.0, 2.0), "step")
    (value, options) = inputs["value"]
    assert draw is drawn_at and value == 0.25
    assert (options["min"], options["max"], options["description"]) == (0.0, 2.0, "step")
    with pytest.raises(Mistake, match=r"value=3 must lie between 0 and 1"):
        verify.slider(drawn_at, 3, (0, 1), "step")


@pytest.mark.long
def test_a_lemma_of_ones_own_takes_thirty_lines_and_is_proved(tmp_path):
    assert len(LEMMA.read_text("utf-8").splitlines()) <= 30
    result = tmp_path / "run.json"
    methods = ("--methods", "symbolic,certificate,sampling", "--json", str(result))
    done = command("run", "OWN-1", "--module", str(LEMMA), *methods)
    assert done.returncode == 0, done.stdout + done.stderr
    (statement,) = json.loads(result.read_text("utf-8"))["statements"]
    assert (statement["verdict"], statement["grade"]) == ("holds", "proved")
    assert len(statement["mutants"]) == 3
    assert all(mutant["refuted"] for mutant in statement["mutants"])


def test_refreshing_a_notebook_that_is_none_says_which_there_are(capsys):
    assert refresh.main(["first_step"]) == 2
    told = capsys.readouterr().err
    assert "'first_step'" in told and "first_steps" in told
