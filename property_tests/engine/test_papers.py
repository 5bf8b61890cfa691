"""A folder of one's own: its statements alone, by relative imports, against its own records."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import verify
from property_tests.engine.command_line import assert_one_line
from verify.cli import main
from verify.commands import record
from verify.methods.kernel import installed
from verify.running.records import read, records_text
from verify.statements.finding import is_none
from verify.statements.folder import current, ours

PAPER = """from verify.vocabulary import *

PAPER = Paper("MEAN", "On the mean", "Its author", 2026, "unpublished")
"""
MEAN = """from verify.vocabulary import *

from ..paper import PAPER


@statement("M-1", PAPER.label("Lemma 1"), title="A mean is no larger", argued=False)
def mean(given: Given) -> Proof:
    x, y = given(any_scalar("x")), given(any_scalar("y"))
    yield claim("A geometric mean is no larger.", "square")
    yield "A square is not negative.", \\
        Inequality(4 * x * y <= (x + y) * (x + y), because=(x - y) * (x - y), name="square")%s
"""
UNPROVED = """


@statement("M-2", PAPER.label("Lemma 2"), title="Nobody knows why", rests_on=("M-1",))
def unproved(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield claim("No number is larger.", "seen")
    yield "So it seems.", Inequality(x**4 + 1 >= x, because=x**4 + 1 - x, name="seen")
"""
ROOT = Path(__file__).resolve().parents[2]
NO_COQ = "symbolic,certificate,enclosure,sampling"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A folder of two modules, one of them in an inner package, and nothing on record."""
    folder = tmp_path / "mine"
    (folder / "means").mkdir(parents=True)
    (folder / "paper.py").write_text(PAPER)
    (folder / "means" / "__init__.py").write_text("")
    (folder / "means" / "mean.py").write_text(MEAN % "")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(installed, "available", lambda: False)
    yield folder
    drop(folder)


def drop(mine: Path) -> None:
    """Forget what was imported of the folder, as a new process would."""
    for name in [name for name in sys.modules if name.partition(".")[0].startswith(mine.name)]:
        del sys.modules[name]


def run(*more: str) -> int:
    return main(["run", "--papers", "mine", "--jobs", "1", "--methods", NO_COQ, *more])


def test_the_folder_is_listed_by_itself_and_read_by_relative_imports(mine, capsys):
    assert main(["--papers", "mine", "list", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["id"] == "M-1" and re.fullmatch(r"mine\w*\.means\.mean", found["module"])
    assert main(["list", "--papers", "mine", "--markdown", "-"]) == 0
    assert "(mine/means/mean.py), `mean`" in capsys.readouterr().out
    assert current() == ours()  # the next command is asked anew


def test_a_project_names_its_folder_for_all_of_its_own_folders(mine, capsys, monkeypatch):
    Path("pyproject.toml").write_text('[tool.verify]\npapers = "mine"\n')
    monkeypatch.chdir(mine / "means")
    assert [s.id for s in verify.catalogue().statements] == ["M-1"]
    monkeypatch.chdir("/")
    assert main(["list", "--papers", str(mine.parent)]) == 0
    assert "M-1" in capsys.readouterr().out


def test_two_folders_of_one_name_are_two_and_none_hides_a_library(mine, capsys):
    other = mine.parent / "other" / "mine"
    (other).mkdir(parents=True)
    (other / "one.py").write_text((PAPER + MEAN % "").replace("from ..paper import PAPER", ""))
    library = mine.parent / "json"
    library.mkdir()
    (library / "one.py").write_text((other / "one.py").read_text().replace("M-1", "J-1"))
    modules = []
    for folder in (mine, other, library):
        assert main(["list", "--json", "--papers", str(folder)]) == 0
        modules.append(json.loads(capsys.readouterr().out)[0]["module"].partition(".")[0])
    assert len(set(modules)) == 3 and sys.modules["json"] is json


def test_an_unknown_name_tells_that_no_project_is_here(mine, tmp_path, monkeypatch):
    """As in a notebook that papermill runs in another folder than the project's."""
    why = "in the papers of attention-proofs (no pyproject.toml here or above names other papers)"
    assert is_none("M-9", []).startswith(f"unknown statement 'M-9' {why}; ")
    (tmp_path / "pyproject.toml").write_text('[tool.verify]\npapers = "mine"\n')
    assert is_none("M-9", []).startswith("unknown statement 'M-9'; ")
    (tmp_path / "pyproject.toml").unlink()
    monkeypatch.setenv("VERIFY_PAPERS", "mine")
    assert is_none("M-9", []).startswith("unknown statement 'M-9'; ")


READ = """
import importlib
from verify.statements.discovery import statements_in
from verify.statements.folder import ours
statements_in(importlib.import_module(f"{ours().package}.consensus.wendel"))
"""
OWN = "import proofs.mine\n"


@pytest.mark.parametrize("program", [READ + OWN, OWN + READ])
def test_a_package_proofs_of_ones_own_and_our_papers_do_not_hide_each_other(tmp_path, program):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "__init__.py").write_text("")
    (tmp_path / "proofs" / "mine.py").write_text("print('mine')")
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("mine\n", "")


def test_what_is_new_and_open_fails_until_it_is_on_record(mine, capsys):
    (mine / "means" / "mean.py").write_text(MEAN % UNPROVED)
    assert run() == 1
    assert "M-2: it is not recorded" in " ".join(capsys.readouterr().out.split())
    assert main(["record", "--papers", "mine", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "M-1: holds, proved (new)" in told and "M-2: holds, sampled (new)" in told
    assert read(mine / "recorded.toml")["M-2"]["grade"] == "sampled"
    assert run() == 0
    (mine / "means" / "mean.py").write_text(MEAN % UNPROVED.replace("x**4 + 1", "x**4"))
    drop(mine)
    assert run() == 1 and "M-2: verdict is false (recorded: holds)" in capsys.readouterr().out


def test_commands_that_record_at_once_lose_nothing(mine, capsys, monkeypatch):
    """Another process records M-2 and a statement that is new to it while this one decides M-1."""
    (mine / "means" / "mean.py").write_text(MEAN % UNPROVED)
    (mine / "recorded.toml").write_text('[M-9]\nverdict = "holds"\n')
    of_others = '[M-2]\nverdict = "open"\n\n[M-3]\nverdict = "holds"\n'

    def meanwhile(statements, asked):
        (mine / "recorded.toml").write_text(of_others)
        return decide(statements, asked)

    decide = record.decide
    monkeypatch.setattr(record, "decide", meanwhile)
    assert main(["record", "M-1", "--papers", "mine", "--jobs", "1"]) == 0
    found = read(mine / "recorded.toml")
    assert found["M-2"] == {"verdict": "open"} and found["M-3"] == {"verdict": "holds"}
    assert found.keys() == {"M-1", "M-2", "M-3"}  # M-9 was there before and nothing states it


def test_what_is_known_less_well_than_is_on_record_fails(mine, capsys):
    (mine / "recorded.toml").write_text('[M-1]\nverdict = "holds"\ngrade = "kernel"\n')
    assert run() == 0  # without Coq nobody knows
    (mine / "means" / "mean.py").write_text(MEAN % UNPROVED)
    drop(mine)
    records = '[M-1]\nverdict = "holds"\n\n[M-2]\nverdict = "holds"\ngrade = "proved"\n'
    (mine / "recorded.toml").write_text(records)
    assert run() == 1
    assert "M-2: grade is sampled (recorded: proved)" in capsys.readouterr().out


KILLED = """import os
import signal
from fractions import Fraction

from verify.vocabulary import *

from ..paper import PAPER


def route():
    os.kill(os.getpid(), signal.SIGKILL)


@statement("M-3", PAPER.label("Lemma 3"), title="Half")
def half(given: Given) -> Proof:
    yield claim("A half is a half.", "half")
    yield "So it is.", Value("0.5", 10, {"route": route}, name="half") \\
        .but_not("a third", decimal="0.333")


@statement("M-4", PAPER.label("Lemma 4"), title="Another half", rests_on=("M-3",))
def rests(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield claim("Two halves are one.", "double")
    yield "So it is.", Identity(x / 2 + x / 2, x, name="double")
"""


def test_a_killed_worker_is_a_limit_that_is_told_and_never_a_changed_verdict(mine, capsys):
    (mine / "means" / "killed.py").write_text(KILLED)
    records = mine / "recorded.toml"
    of_each = '[M-{}]\nverdict = "holds"\npaper_argument = "stands"\ngrade = "proved"\n'
    records.write_text("\n".join(map(of_each.format, (3, 4))))
    before = read(records)
    for command in ("run", "record"):
        assert main([command, "M-4", "--papers", "mine", "--jobs", "1"]) == 4
        told = capsys.readouterr()
        assert "Changed" not in told.out and not re.search("M-[34]: ", told.out)
        why = "cut off: the system has killed the worker process, most likely because memory ran"
        assert f"verify: M-3: half: {why} out; free some, or use fewer --jobs\n" in told.err
        assert "verify: M-4: it depends on M-3, which was cut off\n" in told.err
    assert read(records) == before


def test_what_is_on_record_and_nobody_states_any_more_fails_a_whole_run(mine, capsys):
    (mine / "recorded.toml").write_text('[M-1]\nverdict = "holds"\n\n[M-9]\nverdict = "holds"\n')
    assert run() == 1
    assert "M-9: recorded, but no statement has this id" in " ".join(
        capsys.readouterr().out.split()
    )
    assert run("M-1") == 0
    (mine / "broken.py").write_text("raise ValueError('no')\n")
    assert run() == 2 and "M-9" not in capsys.readouterr().out
    (mine / "broken.py").unlink()
    assert main(["record", "--papers", "mine", "--jobs", "1"]) == 0
    assert run() == 0


def test_recording_some_keeps_the_others_and_forgets_what_nobody_states(mine, capsys):
    (mine / "means" / "mean.py").write_text(MEAN % UNPROVED)
    records = '["M-0"]\nverdict = "holds"\n\n[M-2]\nverdict = "open"\n\n[M-1]\nverdict = "false"\n'
    (mine / "recorded.toml").write_text(records)
    assert main(["record", "M-1", "--papers", "mine", "--jobs", "1"]) == 0
    assert "M-1: holds, proved (changed)" in capsys.readouterr().out
    found = tomllib.loads((mine / "recorded.toml").read_text())
    assert list(found) == ["M-1", "M-2"] and found["M-2"] == {"verdict": "open"}
    assert found["M-1"] == {"verdict": "holds", "paper_argument": "none", "grade": "proved"}


def test_our_own_records_are_written_as_they_stand():
    path = ours().records
    found = read(path)
    assert records_text(found, list(found)) == path.read_text("utf-8")


def test_nothing_is_recorded_of_a_folder_that_cannot_be_read(mine, capsys):
    (mine / "means" / "slip.py").write_text("x = 1 / 0\n")
    assert main(["record", "--papers", "mine"]) == 2
    error = capsys.readouterr().err
    assert re.search(r"means\.slip: ZeroDivisionError: division by zero\n", error)
    assert "nothing was written" in error and not (mine / "recorded.toml").exists()


@pytest.mark.parametrize(("arguments", "words"), [
    (["list", "--papers", "nowhere"], ["the folder 'nowhere' does not exist", "verify init"]),
    (["list", "--papers", "mine/paper.py"], ["--papers: the folder", "does not exist"]),
    (["list", "--papers", "mine", "--papers", "empty"], ["--papers: takes one folder"]),
    (["list", "--papers", "empty"], ["--papers: the folder", "no Python module", "name one"]),
    (["--papers", "mine", "spectrum", "x"], ["--papers: verify spectrum reads no papers; leave"]),
    (["record", "M-9", "--papers", "mine"], ["ID: unknown statement 'M-9'", "M-1"]),
])  # fmt: skip
def test_a_folder_that_is_none_is_told_in_one_line(mine, capsys, arguments, words):
    (mine.parent / "empty").mkdir()
    assert main(arguments) == 2
    assert_one_line(capsys.readouterr().err, *words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tool.verify\n", ["cannot be read", "correct it"]),
        ("[tool]\nverify = 3\n", ["tool.verify is not a table", 'papers = "statements"']),
        ("[tool.verify]\npaper = 'mine'\n", ["unknown key 'paper'; did you mean 'papers'?"]),
        ("[tool.verify]\nfolder = 'mine'\n", ["unknown key 'folder'", 'papers = "statements"']),
        ("[tool.verify]\npapers = 3\n", ["papers = 3 is not the name of a folder"]),
        ("[tool.verify]\n", ["papers = None is not the name of a folder"]),
        ("[tool.verify]\npapers = 'nowhere'\n", ["papers: the folder", "does not exist"]),
    ],
)
def test_a_slip_in_the_project_is_told_in_one_line(mine, capsys, text, words):
    Path("pyproject.toml").write_text(text)
    assert main(["list"]) == 2
    assert_one_line(capsys.readouterr().err, "pyproject.toml", *words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[M-1\n", ["cannot be read", "verify record"]),
        ("M-1 = 3\n", ["[M-1]: not a table", "verdict"]),
        ("[M-1]\nverdct = 'holds'\n", ["unknown field 'verdct'", "did you mean 'verdict'"]),
        ("[M-1]\nverdict = 'hold'\n", ["[M-1]: unknown verdict 'hold'; did you mean 'holds'"]),
        ("[M-1]\nverdict = 3\n", ["[M-1]: unknown verdict '3'; use holds"]),
        ("[M-1]\ngrade = 'prove'\n", ["unknown grade 'prove'; did you mean 'proved'?"]),
    ],
)
def test_a_slip_in_the_records_is_told_in_one_line(mine, capsys, text, words):
    (mine / "recorded.toml").write_text(text)
    assert run() == 2
    assert_one_line(capsys.readouterr().err, "recorded.toml", *words)


def test_a_statement_of_a_folder_that_claims_nothing_is_told_in_one_line(mine, capsys):
    lines = (mine / "means" / "mean.py").read_text().splitlines(keepends=True)
    (mine / "means" / "mean.py").write_text("".join(s for s in lines if "yield claim" not in s))
    assert main(["list", "--papers", "mine"]) == 2
    assert_one_line(capsys.readouterr().err, "mean.py:6: M-1 claims nothing", 'yield claim("')


def test_a_package_that_fails_is_told_in_one_line_and_left_out(mine, capsys):
    (mine / "__init__.py").write_text("raise ValueError('no')\n")
    assert main(["list", "--papers", "mine"]) == 2
    assert_one_line(capsys.readouterr().err, "__init__.py: ValueError: no")
    assert not any(name.startswith("mine") for name in sys.modules)


RESTING = """


@statement("M-3", PAPER.label("Corollary 3"), title="It rests on another", rests_on=("A-2.1",))
def resting(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield claim("A square is not negative.", "square")
    yield "A square is not negative.", Inequality(x * x >= 0, name="square")
"""


@pytest.mark.parametrize(("name", "grade"), [("A-2.1", "argued"), ("A-R4.3", "inconclusive")])
@pytest.mark.long
def test_a_theorem_of_ours_counts_for_what_rests_on_it(mine, monkeypatch, name, grade):
    module = mine / "means" / "mean.py"
    module.write_text(module.read_text() + RESTING.replace("A-2.1", name))
    monkeypatch.setenv("VERIFY_PAPERS", str(mine))
    found = verify.catalogue()
    assert found.broken == () and {s.id for s in found.statements} == {"M-1", "M-3"}
    assert found.find(name).paper.key == "A"
    run = verify.run("M-3", methods=NO_COQ.split(","))
    results = {result.id: result for result in run.statements}
    assert results.keys() == {"M-3", name} and results["M-3"].grade == grade
    assert results[name].recorded.agrees  # with the proof in Coq that lies beside it
