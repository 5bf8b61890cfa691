"""Prompts in words: the checkpoint's tokenizer, and what is told where there is none that fits."""

from __future__ import annotations

import io
import shutil
import sys
import types
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import made

from verify.checkpoints.generated import write_random
from verify.cli import main
from verify.telling.errors import AGREES, BAD_INPUT, TOOL_MISSING

DEPTH = ("depth", "--interventions", "none")
STEER = ("steer", "--direction", "token:1", "--strength", "2", "--predict-only")


class Stand:
    """What stands in for the package's Tokenizer: a word's id is its length, less one."""

    @staticmethod
    def from_str(text):
        if text == "broken":
            raise ValueError("no\nmodel in it")
        return Stand()

    def no_padding(self):
        pass

    no_truncation = no_padding

    def get_vocab(self, with_added_tokens):
        assert not with_added_tokens  # those need no place in the model
        return {"a": 0, "z": 12}

    def encode(self, text):
        return types.SimpleNamespace(ids=[len(word) - 1 for word in text.split() if word != "."])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A checkpoint of 13 words and 12 positions, with a tokenizer that a stand-in reads."""
    monkeypatch.setitem(sys.modules, "tokenizers", types.SimpleNamespace(Tokenizer=Stand))
    monkeypatch.setattr("verify.commands.texts.find_spec", lambda name: name)
    found = made(tmp_path / "model", "gpt2")
    (found / "tokenizer.json").write_text("{}")
    return found


def asked(command, folder, text):
    return main([command[0], str(folder), *command[1:], "--text", str(text)])


@pytest.mark.parametrize("command", [DEPTH, STEER])
@pytest.mark.parametrize("installed", [True, False])
def test_words_without_a_tokenizer_are_told_what_to_give(
    command, installed, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("verify.commands.texts.find_spec", lambda name: name if installed else None)
    folder, text = made(tmp_path / "model", "gpt2"), tmp_path / "text"
    text.write_text("two words\nand two more\n")
    assert asked(command, folder, text) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert f"--text: {text} contains words, but model has no tokenizer.json" in err
    assert "give token ids (integers, one prompt per line)" in err


@pytest.mark.parametrize("command", [DEPTH, STEER])
def test_words_need_the_package_that_knows_them(command, folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("verify.commands.texts.find_spec", lambda name: None)
    (tmp_path / "text").write_text("two words\nand two more\n")
    assert asked(command, folder, tmp_path / "text") == TOOL_MISSING
    assert (
        "tokenizers is not installed; pip install 'attention-proofs[checkpoints]'"
        in capsys.readouterr().err
    )


def test_words_become_the_ids_that_the_tokenizer_has_for_them(folder, tmp_path, capsys):
    words, ids = tmp_path / "words", tmp_path / "ids"
    words.write_text("a bb ccc bb\nccc bb a\n")
    ids.write_text("0 1 2\n2 1 0\n")  # cut to the shortest
    told = []
    for file in (words, ids):
        assert asked(DEPTH, folder, file) == AGREES
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] and "2 prompts of 3 given tokens" in " ".join(told[0].split())


@pytest.mark.parametrize("command", [DEPTH, STEER])
@pytest.mark.parametrize(
    "words, tokenizer, says",
    [
        (
            "a sesquipedalian",
            "{}",
            "tokenizer.json: has the id 13, but the model has only 13 tokens",
        ),
        (
            "a " * 13,
            "{}",
            "--text: a prompt has 13 tokens, but model only 12 positions; use shorter",
        ),
        ("a b\n. .\n", "{}", "has a line without tokens; remove it"),
        ("a b", "broken", "tokenizer.json: cannot be used (no model in it); give --text token ids"),
        ("\xe9", "{}", "is not UTF-8; give plain text, one prompt per line"),
        ("\n \n", "{}", "is empty; give one prompt per line"),
    ],
)
def test_what_does_not_fit_is_one_line(command, words, tokenizer, says, folder, tmp_path, capsys):
    (folder / "tokenizer.json").write_text(tokenizer)
    (tmp_path / "text").write_text(words, encoding="latin-1")
    assert asked(command, folder, tmp_path / "text") == BAD_INPUT
    out, err = capsys.readouterr()
    told = [line for line in err.splitlines() if "all prompts are cut" not in line]
    assert out == "" and len(told) == 1 and says in told[0]


@pytest.mark.parametrize("command", [DEPTH, STEER])
def test_a_tokenizer_of_another_model_is_told_whatever_the_text_uses(
    command, folder, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(Stand, "get_vocab", lambda self, with_added_tokens: {"a": 0, "zz": 13})
    (tmp_path / "text").write_text("a bb")
    assert asked(command, folder, tmp_path / "text") == BAD_INPUT
    out, err = capsys.readouterr()
    assert (
        out == ""
        and "tokenizer.json: has the id 13, but the model has only 13 tokens; fetch" in err
    )


@pytest.mark.parametrize("command", [DEPTH, STEER])
def test_a_text_may_be_piped_in(command, folder, tmp_path, capsys, monkeypatch):
    (tmp_path / "text").write_text("1 2 3\n4 5 6\n")
    assert asked(command, folder, tmp_path / "text") == AGREES
    told = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 2 3\n4 5 6\n")))
    assert asked(command, folder, "-") == AGREES
    piped = capsys.readouterr().out.split()  # lines are broken elsewhere
    assert piped == told.replace("prompts of text", "prompts of standard input").split()


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("command", [DEPTH, STEER])
@pytest.mark.parametrize(
    "stream, says",
    [
        (Terminal(), "standard input is a terminal; pipe a text into it, or name a file"),
        (None, "standard input is closed; pipe a text into it, or name a file"),
        (io.TextIOWrapper(io.BytesIO(b" \n")), "standard input is empty; give one prompt per line"),
    ],
)
def test_nobody_is_waited_for_to_type_a_text(command, stream, says, folder, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", stream)
    assert asked(command, folder, "-") == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err == f"verify: --text: {says}\n"


def test_a_tokenizer_that_was_not_downloaded_to_its_end_is_told(folder, tmp_path, capsys):
    blob = tmp_path / "hub/models--a--b/blobs/feed"
    snapshot = tmp_path / "hub/models--a--b/snapshots/0123456789"
    blob.parent.mkdir(parents=True), snapshot.parent.mkdir(parents=True)
    shutil.copytree(folder, snapshot)
    (snapshot / "tokenizer.json").unlink()
    (tmp_path / "text").write_text("a b")
    blob.with_suffix(".incomplete").touch()
    assert asked(DEPTH, snapshot, tmp_path / "text") == BAD_INPUT
    assert "has no tokenizer.json, where a download" in capsys.readouterr().err
    (snapshot / "tokenizer.json").symlink_to(blob)
    assert asked(DEPTH, snapshot, tmp_path / "text") == BAD_INPUT
    told = capsys.readouterr().err
    assert "which does not exist, where a download was not finished (feed.incomplete)" in told


def test_the_real_package_is_used_as_it_asks(tmp_path, capsys):
    tokenizers = pytest.importorskip("tokenizers")
    folder, words, ids = made(tmp_path / "model", "gpt2"), tmp_path / "words", tmp_path / "ids"
    words.write_text("one two three two\nthree two one\n")
    ids.write_text("1 2 3\n3 2 1\n")
    known = tokenizers.models.WordLevel({"[none]": 0, "one": 1, "two": 2, "three": 3}, "[none]")
    tokenizer = tokenizers.Tokenizer(known)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    told = []
    for file in (words, ids):
        assert asked(DEPTH, folder, file) == AGREES
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    for added, code in ((0, AGREES), (12, BAD_INPUT)):  # of ids from 0 to 12
        larger = tokenizers.models.WordLevel(
            {"[none]": 0, "one": 1, "two": 2, "three": 3}
            | {f"word {k}": 3 + k for k in range(1, added)},
            "[none]",
        )
        tokenizer = tokenizers.Tokenizer(larger)
        tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
        tokenizer.add_special_tokens([f"<{k}>" for k in range(20)])  # a text need not use these
        tokenizer.save(str(folder / "tokenizer.json"))
        assert asked(DEPTH, folder, words) == code
    assert (
        "tokenizer.json: has the id 14, but the model has only 13 tokens" in capsys.readouterr().err
    )
    (folder / "tokenizer.json").write_text("{}")
    assert asked(DEPTH, folder, words) == BAD_INPUT
    assert "tokenizer.json: cannot be used" in capsys.readouterr().err


def test_words_of_a_model_without_a_head_have_no_loss(tmp_path, capsys):
    folder, text = write_random(tmp_path / "model", "bert", seed=1), tmp_path / "text"
    text.write_text("1 2 3\n4 5 6\n")
    assert asked(STEER, folder, text) == AGREES
    assert "model is a bert, which predicts no next token" in capsys.readouterr().out
