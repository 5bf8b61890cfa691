"""By what the sides of an equation differ, in an author's names."""

import json

from verify.cli import main

MODULE = """
from verify.vocabulary import *

PAPER = Paper("M", "a paper", "its authors", 2026, "nowhere")

@statement("M-2", PAPER.label("2"), title="Stuck")
def stuck(given):
    y, i, j = given(any_vectors("y")), *tokens.any("i", "j")
    yield "One.", Identity((y[i] - y[j]) @ (y[i] - y[j]), 2 - 2 * (y[i] @ y[j]), name="chord")
    yield "Two.", Identity((y[i] + y[j]) @ y[i], y[i] @ y[i] + y[i] @ y[j], name="holds")
"""


def test_the_command_tells_them_in_the_author_s_names(tmp_path, capsys):
    path, written = tmp_path / "m.py", tmp_path / "told.json"
    path.write_text(MODULE)
    assert main(["suggest", "M-2", "--module", str(path), "--json", str(written)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert told == "chord: the sides differ by ⟨yᵢ, yᵢ⟩ + ⟨yⱼ, yⱼ⟩ − 2"
    (one,) = json.loads(written.read_text())["equations"]
    assert one["step"] == "chord"
