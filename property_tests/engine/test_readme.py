"""What the README and CONTRIBUTING show is so: lines of a statement, commands, files, words."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import verify.vocabulary
from verify.cli import main
from verify.parser import parser
from verify.statements.discovery import discover

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = "\n".join(blocks(README, "sh") + blocks(CONTRIBUTING, "sh")).splitlines()
    shown = [line.partition("#")[0].strip() for line in lines]
    inline = re.findall(r"`(verify [^`\n]+)`", README + CONTRIBUTING)
    return sorted({line for line in [*shown, *inline] if re.match(r"verify [a-z]", line)})


def test_the_statement_shown_is_that_of_its_module():
    shown = next(block for block in blocks(README, "python") if "def hemisphere" in block)
    source = (ROOT / "proofs" / "consensus" / "hemisphere.py").read_text("utf-8").splitlines()
    lines = [line for line in shown.splitlines() if line.strip() not in ("", "...")]
    assert len(lines) > 15
    assert [line for line in lines if line not in source] == []


@pytest.mark.parametrize("command", commands())
def test_a_command_shown_is_one(command, monkeypatch):
    monkeypatch.chdir(ROOT)
    words = shlex.split(command.replace("ID", "A-T4.1"))[1:]
    assert parser().parse_args(words).command == words[0]


def test_the_tree_names_every_room():
    tree = README.partition("## Where things are")[2].partition("The way of one")[0]
    named = set(re.findall(r"^  ([a-z_]+)(?:/|\.py) +\S", tree, re.MULTILINE))
    rooms = {path.stem for path in (ROOT / "verify").iterdir() if path.suffix in ("", ".py")}
    assert {room for room in rooms - named if not room.startswith("__")} == set()
    assert named - rooms == set()


def test_what_contributing_sends_one_to_is_there():
    table = CONTRIBUTING.partition("## Where do I put")[2].partition("\n## ")[0]
    files = re.findall(r"`((?:verify|proofs)/[a-z_/]+(?:\.[a-z]+)?)`", table)
    assert len(files) > 10
    assert [name for name in files if not (ROOT / name).exists()] == []


def test_the_index_is_up_to_date(capsys, monkeypatch):
    monkeypatch.chdir(ROOT / "proofs")
    assert main(["list", "--markdown", "-"]) == 0
    written = Path("INDEX.md").read_text("utf-8")
    assert capsys.readouterr().out == written, "verify list --markdown proofs/INDEX.md"
    links = re.findall(r"\]\((.*?)\)", written)
    assert len(links) > 100
    assert [name for name in links if not Path(name).is_file()] == []


def test_whoever_cites_finds_the_papers():
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    for paper in discover().papers:
        assert f"title: {paper.title}\n" in citation
        assert re.match(r"arXiv:[\d.]+\d", paper.reference)[0].split("v")[0] in citation


def test_what_is_linked_exists():
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README + CONTRIBUTING)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_table_of_words_is_the_vocabulary():
    table = CONTRIBUTING.partition("## The words")[2].partition("\n## ")[0]
    first = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    listed = {word for cell in first for word in re.findall(r"`([A-Za-z_]+)`", cell)}
    assert {word for word in listed if not hasattr(verify.vocabulary, word)} == set()
    assert set(verify.vocabulary.__all__) - listed <= {"in_place_of"}  # what mutants are made with
