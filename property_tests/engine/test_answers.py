"""An answer is printed again only while all that it depends on is as it was.

A folder of papers with a lemma that holds is decided, and then one thing is changed. What is
printed again reads no module: where one is read, the answer is a new one.
"""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from verify.cli import main
from verify.commands import answers
from verify.methods.kernel import installed
from verify.processes import places
from verify.running import engine
from verify.statements import discovery, fingerprint
from verify.statements.from_source import COMPILED

SUMS = """
from verify.vocabulary import *
{imports}

PAPER = Paper("M", "mine", "me", 2026, "nowhere")

@statement("M-1", PAPER.label("Lemma 1"), title="A sum", origin="ours")
def a_sum(given):
    x = given(any_scalar("x"))
    yield claim("It is twice.", "twice")
    yield "Twice a number.", Identity(x + x, {twice}, name="twice")
"""
RUN = ("run", "--methods", "symbolic,certificate")


@pytest.fixture
def papers(tmp_path, monkeypatch):
    """A folder with one lemma, and nothing kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "sums.py").write_text(SUMS.format(imports="", twice="2 * x"))
    monkeypatch.setenv(places.PAPERS, str(folder))
    monkeypatch.chdir(tmp_path)
    yield folder
    forget()


def forget():
    for name in [n for n in sys.modules if n.split(".")[0] in ("mine", "outside")]:
        del sys.modules[name]
    for name in [n for n, (file, _) in COMPILED.items() if not Path(file).exists()]:
        del COMPILED[name]  # of a test before, whose folder is gone


@pytest.fixture
def told(papers, capsys, monkeypatch):
    """Perform a command; return its exit code, what it printed, and whether a module was read."""
    read = []
    load = discovery._load
    monkeypatch.setattr(discovery, "_load", lambda name: (read.append(name), load(name))[1])

    def perform(*arguments):
        read.clear()
        forget()
        code = main(list(arguments))
        said = capsys.readouterr()
        return code, said.out + said.err, bool(read)

    return perform


@pytest.mark.parametrize("command", [
    RUN, ("show", *RUN[1:], "M-1"), ("show", "M-1", "--no-run"), ("list",), (),
])  # fmt: skip
@pytest.mark.long
def test_an_answer_is_told_again_in_the_same_words(told, command):
    code, said, read = told(*command)
    assert (code, read) == (0, True) and "M-1" in said
    assert told(*command) == (0, said, False)


def test_what_failed_is_told_anew(told, papers):
    (papers / "sums.py").write_text(SUMS.format(imports="", twice="3 * x"))
    (papers / "recorded.toml").write_text('[M-1]\nverdict = "holds"\ngrade = "proved"\n')
    assert told(*RUN)[0] == 1
    assert told(*RUN)[::2] == (1, True)


def a_helper(folder):
    (folder / "sides.py").write_text("NUMBER = 3\n")


def a_new_module(folder):
    (folder / "more.py").write_text(SUMS.format(imports="", twice="3 * x").replace("M-1", "M-2"))


def a_proof_in_coq(folder):
    (folder / "M_1.v").write_text("Qed.\n")


def a_record(folder):
    (folder / "recorded.toml").write_text('[M-1]\nverdict = "false"\n')


def an_inner_folder(folder):
    (folder / "sides").mkdir()
    (folder / "sides" / "__init__.py").write_text("NUMBER = 3\n")


@pytest.mark.parametrize("change", [
    a_helper, a_new_module, a_proof_in_coq, a_record, an_inner_folder,
])  # fmt: skip
@pytest.mark.long
def test_a_file_of_the_papers_that_changes_is_heard(told, papers, change):
    (papers / "sides.py").write_text("NUMBER = 2\n")
    text = SUMS.format(imports="from .sides import NUMBER", twice="NUMBER * x")
    (papers / "sums.py").write_text(text)
    assert told(*RUN)[::2] == (0, True) and told(*RUN)[2] is False
    change(papers)
    code, said, read = told(*RUN)
    assert read
    if change in (a_helper, an_inner_folder):
        assert "✗ M-1" in said
    if change is a_record:
        assert code == 1 and "(recorded: false)" in said


def test_a_file_of_the_engine_that_changes_is_heard(told, monkeypatch):
    told(*RUN)
    assert told(*RUN)[2] is False
    monkeypatch.setattr(fingerprint, "engine", lambda **_: "another")
    assert told(*RUN)[2] is True and told(*RUN)[2] is False


@pytest.mark.parametrize("arguments", [
    ("--seed", "1"), ("--profile", "ci"), ("--methods", "symbolic"), ("--goals", "all"),
    ("-v",), ("M-1",), ("--paper", "M"), ("--fresh",), ("--module", "other.py"),
    ("--json", "run.json"),
])  # fmt: skip
@pytest.mark.long
def test_another_question_is_answered_anew(told, tmp_path, arguments):
    text = SUMS.format(imports="", twice="2 * x").replace("M-1", "M-3")
    (tmp_path / "other.py").write_text(text)
    told(*RUN)
    assert told(*RUN)[2] is False
    assert told(*RUN, *arguments)[2] is True


OTHERS = {
    "Coq": lambda patch: patch.setattr(installed, "printed_by_coqc", lambda option: b"/another"),
    "the screen": lambda patch: patch.setenv("COLUMNS", "50"),
    "the place of Coq": lambda patch: patch.setattr(answers.coq, "locate", lambda name: None),
}


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
@pytest.mark.long
def test_what_the_engine_rests_on_is_heard(told, monkeypatch, change):
    monkeypatch.setattr(answers.coq, "locate", lambda name: f"/bin/{name}")
    monkeypatch.setattr(installed, "printed_by_coqc", lambda option: b"/one")
    monkeypatch.setattr(installed, "coquelicot_digests", lambda: (b"one",))
    told(*RUN)
    assert told(*RUN)[2] is False
    change(monkeypatch)
    assert told(*RUN)[2] is True


def test_nothing_is_kept_of_what_changed_while_it_was_decided(told, papers, monkeypatch):
    run = engine.run

    def edited(*arguments, **options):
        found = run(*arguments, **options)
        (papers / "sums.py").write_text(SUMS.format(imports="", twice="3 * x"))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(engine, "run", edited)
        assert told(*RUN)[0] == 0
    _, said, read = told(*RUN)
    assert read and "✗ M-1" in said


def test_nothing_is_kept_of_what_was_cut_off(told, monkeypatch):
    run = engine.run
    with monkeypatch.context() as patch:
        patch.setattr(engine, "run", lambda *a, **o: replace(run(*a, **o), kept=False))
        told(*RUN)
    assert told(*RUN)[2] is True and told(*RUN)[2] is False


@pytest.mark.parametrize(("imports", "name", "true", "false"), [
    ("from outside import NUMBER", "outside.py", "NUMBER = 2", "NUMBER = 3"),
    ("with open({place!r}) as file:\n    NUMBER = int(file.read())", "number.txt", "2", "3"),
    ("import os\nNUMBER = 2 + os.path.exists({place!r})", "more.txt", None, ""),
])  # fmt: skip
@pytest.mark.long
def test_what_is_read_elsewhere_is_never_told_again(
    told, papers, tmp_path, monkeypatch, imports, name, true, false
):
    (tmp_path / "beside").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path / "beside"))
    place = tmp_path / "beside" / name
    if true is not None:
        (place).write_text(true)
    text = SUMS.format(imports=imports.format(place=str(place)), twice="NUMBER * x")
    (papers / "sums.py").write_text(text)
    for _ in range(2):
        code, said, read = told(*RUN)
        assert (code, read) == (0, True) and "✗" not in said
    place.write_text(false)
    assert "✗ M-1" in told(*RUN)[1]
