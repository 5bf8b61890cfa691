"""Numbers on the command line are ASCII digits, and a text is a plain file: else one line."""

from __future__ import annotations

import os

import pytest

from verify.checkpoints.checkpoint import load
from verify.checkpoints.directions import strength
from verify.checkpoints.generated import write_random
from verify.checkpoints.interventions import read_list
from verify.checkpoints.numerals import decimal_number
from verify.checkpoints.starts import read_text
from verify.cli import main
from verify.language.mistakes import Mistake

NO_NUMBERS = (
    "1_0", " 1", "1 ", "nan", "inf", "-inf", "infinity", "1e", "0x10", "١", "", ".", "1.2.3", "+",
    "1e400", "9" * 5000, "1j",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_a_strength_that_is_no_number_is_refused(text):
    with pytest.raises(Mistake, match="is not a finite number; give one"):
        strength(text)


@pytest.mark.parametrize(
    ("text", "value"), [("40", 40), ("-4.5e1", -45), (".5", 0.5), ("1.", 1), ("+2", 2)]
)
def test_numbers_are_read(text, value):
    assert decimal_number(text) == strength(text) == value


@pytest.mark.parametrize("kind", ["temperature", "residual", "noise", "loop", "passes"])
@pytest.mark.parametrize("text", [t for t in NO_NUMBERS if t not in ("inf", "1 ")])
def test_interventions_take_no_other_numbers(kind, text, tmp_path):
    config = load(write_random(tmp_path / "model", "gpt2", seed=2)).config
    with pytest.raises(Mistake):
        read_list(f"{kind}={text}", config)


@pytest.mark.parametrize(
    ("argument", "text"),
    [(a, t) for a in ("--jobs", "--seed") for t in ("1_0", "١", " 1", "1.0", "nan", "9" * 4301)],
)
def test_integers_are_ascii_digits(argument, text, capsys):
    assert main(["run", argument, text]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith(f"verify: {argument}: ")


@pytest.mark.parametrize("argument", ["--layer", "--strength"])
@pytest.mark.parametrize("text", ["1_0", "-1_0", " 0", "nan", "9" * 4301])
def test_steer_refuses_other_numbers_in_one_line(tmp_path, argument, text, capsys):
    folder = write_random(tmp_path / "old", "gpt2", seed=2)
    asked = {"--direction": "random", "--strength": "1", argument: text}
    words = [f"{name}={value}" for name, value in asked.items()]
    assert main(["steer", str(folder), *words, "--predict-only"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith(f"verify: {argument}: ")


def test_a_pipe_as_text_is_refused_and_not_waited_for(tmp_path, capsys):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(Mistake, match="is not a regular file"):
        read_text(pipe)
    folder = write_random(tmp_path / "old", "gpt2", seed=2)
    assert main(["depth", str(folder), "--text", str(pipe)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "--text" in err
