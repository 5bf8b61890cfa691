"""What was read whole before is read when it is used, until a file is edited."""

from __future__ import annotations

import pytest

from verify.cli import main
from verify.processes import places
from verify.statements import discovery, statement
from verify.statements.unchanged import as_they_are

MODULE = """
from verify.vocabulary import *

PAPER = Paper("M", "mine", "me", 2026, "nowhere")

@statement("M-1", PAPER.label("1"), title="A sum", origin="ours")
def a_sum(given):
    x = given(any_scalar("x"))
    yield claim("It is a sum.", "twice")
    yield "Twice a number.", Identity(x + x, {twice}, name="twice")
"""


@pytest.fixture
def papers(tmp_path, monkeypatch):
    """A folder with one module, nothing kept, and what is read in it whole."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "sums.py").write_text(MODULE.format(twice="2 * x"))
    monkeypatch.setenv(places.PAPERS, str(folder))
    whole = []
    declare = statement.declare
    monkeypatch.setattr(
        statement, "declare", lambda name, body: (whole.append(name), declare(name, body))[1]
    )
    return folder, whole


def found():
    import sys

    for name in [n for n in sys.modules if n.split(".")[0] == "mine"]:
        del sys.modules[name]
    return discovery.discover()


def test_a_proof_is_read_once_and_then_when_it_is_used(papers):
    _, whole = papers
    found()
    assert whole == ["M-1"]
    again = found().find("M-1")
    assert whole == ["M-1"]
    assert again.declared.said[0].name == "twice" and whole == ["M-1", "M-1"]


def test_after_an_edit_all_are_read_again(papers):
    folder, whole = papers
    found()
    before = as_they_are(folder)
    (folder / "sums.py").write_text(MODULE.format(twice="x + x + 0 * x"))
    assert as_they_are(folder) != before
    found()
    assert whole == ["M-1", "M-1"]


def listed(capsys, *arguments):
    import sys

    for name in [n for n in sys.modules if n.split(".")[0] == "mine"]:
        del sys.modules[name]
    assert main(["list", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("arguments", [(), ("--stops",), ("--paper", "M")])
def test_a_list_is_the_same_from_what_is_kept_and_another_after_an_edit(
    papers, capsys, monkeypatch, arguments
):
    folder, _ = papers
    listed(capsys, *arguments[:1] if arguments == ("--stops",) else ())
    first = listed(capsys, *arguments)
    with monkeypatch.context() as nothing_read:
        nothing_read.setattr(discovery, "_load", lambda name: pytest.fail(f"{name} is read"))
        assert listed(capsys, *arguments) == first
    assert "M-1" in first and "steps" in first
    (folder / "recorded.toml").write_text('[M-1]\nverdict = "holds"\ngrade = "proved"\n')
    assert "holds" in (second := listed(capsys, *arguments)) and "proved" in second
    text = MODULE.format(twice="2 * x").replace("A sum", "The sum").replace("It is", "That is")
    (folder / "sums.py").write_text(text)
    assert listed(capsys, *arguments) not in (first, second)


def test_of_another_paper_nothing_that_is_kept_is_listed(papers, capsys):
    listed(capsys)
    assert main(["list", "--paper", "N"]) == 2
    assert "unknown paper 'N'; use M" in capsys.readouterr().err


def test_what_is_broken_is_told_every_time(papers):
    folder, whole = papers
    (folder / "sums.py").write_text(MODULE.format(twice="x / 2.5"))
    for _ in range(2):
        (told,) = found().broken
        assert "2.5 is a float" in told[1]
    assert whole == ["M-1", "M-1"]
