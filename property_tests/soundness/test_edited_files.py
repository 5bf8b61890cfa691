"""A module that is edited within a second, to another text of the same size, is decided anew."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import verify
from verify.processes import places
from verify.running import workers
from verify.statements import discovery, from_source
from verify.statements.fingerprint import fingerprint, of_folder
from verify.statements.folder import current

SECOND = 1_767_225_600_000_000_000  # any: that of all files here
LEMMA = """
from verify.vocabulary import *
from .paper import PAPER, FACTOR

@statement("E-1", PAPER.label("Lemma 1"), title="A sum", origin="ours")
def a_sum(given):
    x = given(any_scalar("x"))
    yield claim("It is twice.", "twice")
    yield "Twice a number.", Identity(x + x, {factor} * x, name="twice")
"""
PAPER = """
from verify.vocabulary import *

PAPER, FACTOR = Paper("E", "mine", "me", 2026, "nowhere"), {factor}
"""
METHODS = ("symbolic", "certificate")
HELPED = "FACTOR"  # as long as what it stands for where both are written


def written(path: Path, text: str) -> None:
    """Write a file as if it had been written in the one second, whatever it holds."""
    path.write_text(text)
    os.utime(path, ns=(SECOND, SECOND))


@pytest.fixture
def papers(tmp_path, monkeypatch):
    """A folder with a lemma that holds, its cache, and Python's compiled files beside it."""
    folder = tmp_path / "edited"
    folder.mkdir()
    written(folder / "paper.py", PAPER.format(factor=2))
    written(folder / "lemma.py", LEMMA.format(factor=2))
    (tmp_path / "pyproject.toml").write_text('[tool.verify]\npapers = "edited"\n')
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv(places.PAPERS, str(folder))
    compiled(tmp_path, "edited.lemma")
    yield folder
    for name in [
        name for name in sys.modules if name.partition(".")[0] in ("edited", "verify_module_own")
    ]:
        del sys.modules[name]
    for name in [n for n in from_source.COMPILED if n not in sys.modules]:
        del from_source.COMPILED[name]


def compiled(folder: Path, module: str) -> None:
    """Leave what Python itself compiles when it imports a module."""
    line = f"import importlib; print(importlib.import_module({module!r}).__cached__)"
    told = subprocess.run([sys.executable, "-c", line], cwd=folder, check=True, text=True,
                          capture_output=True)  # fmt: skip
    assert Path(told.stdout.strip()).is_file()


def commanded(*arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "verify", *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False)


RUN = ("run", "E-1", "--jobs", "1", "--methods", ",".join(METHODS))


@pytest.mark.long
def test_a_command_decides_what_the_file_says_now(papers):
    assert "✓ E-1" in commanded(*RUN).stdout
    written(papers / "lemma.py", LEMMA.format(factor=7))
    for more in ((), ("--fresh",)):
        told = commanded(*RUN, *more)
        assert told.returncode == 1 and "✗ E-1" in told.stdout
    assert "7 x" in commanded("show", "E-1", "--no-run").stdout
    written(papers / "lemma.py", LEMMA.format(factor=2))
    assert "✓ E-1" in commanded(*RUN).stdout


def grade(*, fresh: bool = False) -> str:
    return str(verify.run("E-1", methods=METHODS, fresh=fresh)["E-1"].steps[0].grade)


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.long
def test_one_process_sees_the_edit_of_a_module_and_of_its_helper(
    papers, tmp_path, monkeypatch, linked
):
    if linked:
        (tmp_path / "link").symlink_to(papers)
        monkeypatch.setenv(places.PAPERS, str(tmp_path / "link"))
    assert grade() == "proved"
    first = verify.find("E-1")
    assert verify.find("E-1") is first  # nothing was edited
    written(papers / "lemma.py", LEMMA.format(factor=7))
    assert grade() == "refuted"
    written(papers / "lemma.py", LEMMA.format(factor=HELPED))
    assert grade() == "proved"
    written(papers / "paper.py", PAPER.format(factor=7))
    assert grade() == "refuted" and grade(fresh=True) == "refuted"
    assert first.declared.said[0].name == "twice"  # who has it can go on


def test_a_helper_beside_a_file_of_ones_own_is_read_from_its_source(papers, tmp_path, monkeypatch):
    folder = tmp_path / "other"
    folder.mkdir()
    written(folder / "other_paper.py", PAPER.format(factor=2).replace('"E"', '"F"'))
    compiled(folder, "other_paper")
    text = LEMMA.replace("from .paper", "from other_paper").replace("E-1", "F-1")
    (folder / "own.py").write_text(text.format(factor=HELPED))
    monkeypatch.syspath_prepend(str(folder))
    found = [fingerprint(verify.find("F-1", folder / "own.py"))]
    written(folder / "other_paper.py", PAPER.format(factor=7).replace('"E"', '"F"'))
    found.append(fingerprint(verify.find("F-1", folder / "own.py")))
    assert "" not in found and found[0] != found[1]
    monkeypatch.delitem(sys.modules, "other_paper")


@pytest.mark.long
def test_a_helper_from_elsewhere_leaves_no_compiled_file(papers, tmp_path, monkeypatch):
    """Python would take it for the source where size and second of writing agree."""
    (tmp_path / "elsewhere").mkdir()
    helper = tmp_path / "elsewhere" / "twice.py"
    monkeypatch.setenv("PYTHONPATH", str(helper.parent))
    written(helper, "FACTOR = 2")
    text = LEMMA.replace("PAPER, FACTOR", "PAPER\nfrom twice import FACTOR")
    written(papers / "lemma.py", text.format(factor=HELPED))
    assert "✓ E-1" in commanded(*RUN).stdout
    written(helper, "FACTOR = 7")
    assert "✗ E-1" in commanded(*RUN).stdout


def test_a_process_begun_later_does_not_decide_another_text(papers, monkeypatch):
    statement = verify.find("E-1")
    monkeypatch.setattr(workers, "FORKS", False)
    written(papers / "lemma.py", LEMMA.format(factor=7))
    result = verify.run(statement, methods=METHODS, fresh=True)["E-1"]
    assert result.steps[0].grade == "inconclusive"
    assert "edited during the run" in result.steps[0].outcomes[0].reason
    written(papers / "lemma.py", LEMMA.format(factor=2))


def test_nothing_is_cached_of_a_text_that_was_not_compiled(papers):
    first = verify.find("E-1")
    before, whole = fingerprint(first), of_folder(current())
    written(papers / "lemma.py", LEMMA.format(factor=7))
    assert before and whole and fingerprint(first) == of_folder(current()) == ""
    second = verify.find("E-1")  # compiles the new text
    assert fingerprint(first) == "" and fingerprint(second) not in ("", before)
    written(papers / "lemma.py", LEMMA.format(factor=2))  # on disk all is as before
    assert fingerprint(second) == of_folder(current()) == ""
    assert fingerprint(verify.find("E-1")) == before and of_folder(current()) == whole


def test_a_module_without_a_source_is_none(papers):
    compiled = next((papers / "__pycache__").glob("lemma.*.pyc"))
    compiled.rename(papers / "compiled.pyc")
    (why,) = [why for name, why in discovery.discover().broken if name.endswith("compiled")]
    assert "has no source" in why


def test_compiled_files_of_the_papers_here_are_not_read():
    program = (
        "import importlib, proofs; from verify.statements import discovery, from_source\n"
        "folder = discovery.current(); name = folder.modules()[0]\n"
        "module = importlib.import_module(name)\n"
        "assert folder.package == from_source.PAPERS and name in from_source.COMPILED\n"
        "assert isinstance(module.__spec__.loader, from_source.FromSource)\n"
        "assert from_source.are_as_compiled() and not from_source.forget_edited(folder.package)\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], cwd=Path(verify.__file__).parents[1], check=True
    )
