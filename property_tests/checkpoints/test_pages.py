"""The pages and tables of `verify compare` and `verify steer`: whole, alone, and as the text."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import made

from verify.checkpoints.steering_rows import END
from verify.cli import main
from verify.telling.errors import AGREES, BAD_INPUT

FIRST = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}
ONTO = ("--direction", "token:1", "--strength", "2")


def checked(page):
    """The page, which reads as XML and needs nothing from anywhere else."""
    root = ElementTree.fromstring(page.read_text())
    for element in root.iter():
        for attribute in ("src", "href", "{http://www.w3.org/1999/xlink}href"):
            assert element.get(attribute, "#").startswith(("#", "data:"))
    assert any(each.tag.endswith("svg") and each.get("aria-label") for each in root.iter())
    return root


def rows_of(root):
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


@pytest.mark.parametrize("further", [[], ["--rates"]])
def test_the_page_of_a_comparison_has_every_layer(further, tmp_path, capsys):
    name = '<one> & "two"'
    folders = [made(tmp_path / name, "gpt2", layers=14), made(tmp_path / "bert", "bert", layers=14)]
    page = tmp_path / "page.html"
    assert main(["compare", *map(str, folders), *further, "--html", str(page)]) == AGREES
    rows = rows_of(checked(page))
    assert [row[0] for row in rows if row[0].isdigit()] == [str(k) for k in range(14)]
    assert {name, "bert"} <= {row[0] for row in rows} and "<one>" not in page.read_text()
    out = capsys.readouterr().out
    assert "12 of 14 layers" in out
    shown = [row for row in rows if row[0] in ("0", "13")]
    assert len(shown) == 2 and all(cell in out for row in shown for cell in row)


def tokens_and_ends(file):
    """Return the rows of tokens, and those of where the whole model ends."""
    rows = list(csv.DictReader(file.read_text().splitlines()))
    ends = [row for row in rows if row["setting"] == END]
    return [row for row in rows if row not in ends], ends


def test_the_page_of_steering_tells_what_the_screen_does(tmp_path, capsys):
    folder, new = made(tmp_path / "<m>", "gpt2"), tmp_path / "new"
    files = {name: tmp_path / f"out.{name}" for name in ("html", "csv")}
    outputs = [part for name, file in files.items() for part in (f"--{name}", str(file))]
    asked = ["steer", str(folder), *ONTO, "--direction", "random", "-o", str(new), *outputs]
    assert main(asked) == AGREES
    out = " ".join(capsys.readouterr().out.split())
    root = checked(files["html"])
    told = " ".join(" ".join(root.itertext()).split())
    assert "Final alignment" in told and "towards random, strength 2" in told
    cells = [cell for row in rows_of(root) for cell in row if "." in cell]
    assert len(cells) > 100 and all(cell in out for cell in cells)
    table, ends = tokens_and_ends(files["csv"])
    assert len(table) == 2 * 2 * 10 * 10  # changes, settings, prompts, tokens
    assert len(ends) == 2 * 10 and all(float(row["measured"]) <= 1 for row in ends)
    for row in table:
        off = abs(float(row["measured"]) - float(row["predicted"]))
        assert off <= float(row["bound"]), row


def test_what_was_predicted_only_has_no_measured_column_but_empty(tmp_path, capsys):
    folder, file = made(tmp_path / "model", "bert"), tmp_path / "out.csv"
    asked = ["steer", str(folder), *ONTO, "--predict-only", "--csv", str(file)]
    assert main([*asked, "--html", str(tmp_path / "page.html")]) == AGREES
    table, ends = tokens_and_ends(file)
    assert {row["measured"] for row in table} == {""} and {row["layer"] for row in table} == {"1"}
    assert ends and {row["predicted"] for row in ends} == {""}
    assert "predicted" in " ".join(checked(tmp_path / "page.html").itertext())


@pytest.mark.parametrize("ending", FIRST)
def test_the_figure_of_steering_is_of_the_kind_its_name_says(ending, tmp_path, capsys):
    folder, file = made(tmp_path / "model", "gpt2"), tmp_path / f"out{ending}"
    asked = ["steer", str(folder), *ONTO, "--predict-only", "--figure", str(file)]
    assert main(asked) == AGREES
    first = file.read_bytes()
    assert first.startswith(FIRST[ending])
    assert main(asked) == AGREES and file.read_bytes() == first


@pytest.mark.parametrize(
    "further, says",
    [
        (["--figure", "out.txt"], "--figure: out.txt is not an svg, png or pdf file"),
        (["--html", "same", "--csv", "same"], "--csv: --html writes the same file"),
        (["--html", "{folder}/page.html"], "--html: "),
        (["--undo", "--html", "page"], "--html: not available with --undo"),
    ],
)
def test_outputs_that_cannot_be_are_one_line(further, says, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = made(tmp_path / "model", "gpt2")
    onto = [] if "--undo" in further else [*ONTO, "--predict-only"]
    asked = ["steer", str(folder), *onto, *(each.format(folder=folder) for each in further)]
    assert main(asked) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and says in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model"]
