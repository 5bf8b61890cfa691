"""Figures, CSV and rows from Python: what the commands tell, in other forms."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import MODELS, made

import verify.checkpoints
from verify.checkpoints import rows as rows_module
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.telling.errors import AGREES, BAD_INPUT, TOOL_MISSING

DEPTH = ["--prompts", "2", "--tokens", "4", "--interventions", "none"]
FIRST = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@pytest.fixture
def folder(tmp_path):
    return made(tmp_path / "model", "gpt2")


@pytest.mark.parametrize("model", MODELS)
def test_the_rows_of_a_spectrum_are_those_of_its_json(tmp_path, model, capsys):
    folder, said, table = made(tmp_path / "m", model), tmp_path / "s.json", tmp_path / "s.csv"
    assert main(["spectrum", str(folder), "--json", str(said), "--csv", str(table)]) == AGREES
    read = json.loads(said.read_text())["layers"]
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    opened = verify.checkpoints.open(folder)
    ours = opened.spectrum()
    assert len(rows) == len(read) == len(ours)
    for layer, row, own in zip(read, rows, ours, strict=True):
        assert float(row["gap"]) == float(layer["spectrum"]["gap"]) == own["gap"]
        assert int(row["case"]) == layer["spectrum"]["case"]
        assert row["predicted"] == layer["predicted"]
        assert float(row["z of structure"]) == layer["figures"]["structure"]["z"]
    assert ours.to_csv() == table.read_text()
    heads = opened.heads([0])
    assert [row["head"] for row in heads] == list(range(opened.checkpoint.config.heads))
    assert [row["P_norm"] for row in heads] == [head["P_norm"] for head in read[0]["heads"]]


def test_the_rows_of_depth_are_those_of_its_json(folder, tmp_path, capsys):
    said, table = tmp_path / "s.json", tmp_path / "s.csv"
    asked = [*DEPTH, "--json", str(said), "--csv", str(table), "--alignment", "always"]
    assert main(["depth", str(folder), *asked]) == AGREES
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    whole = [row for row in rows if row["variant"] == "whole model"]
    for variant in json.loads(said.read_text())["variants"]:
        for name, steps in variant["measures"].items():
            mine = [r for r in rows if (r["variant"], r["measure"]) == (variant["name"], name)]
            known = [step for step in steps if step["median"] is not None]
            assert len(mine) == 2 * len(known)
            last = sorted(float(r["value"]) for r in mine if int(r["after"]) == 2)
            if steps[-1] in known:
                assert sum(last) / 2 == pytest.approx(steps[-1]["median"], rel=1e-12)
    ours = verify.checkpoints.open(folder).depth(prompts=2, tokens=4)
    cosines = [row["value"] for row in ours if row["measure"] == "cosine"
               and row["variant"] == "whole model"]  # fmt: skip
    assert cosines == [float(row["value"]) for row in whole if row["measure"] == "cosine"]


def test_cosines_of_tokens_are_rows_whose_mean_is_that_of_their_prompt(tmp_path):
    rows = verify.checkpoints.open(made(tmp_path / "model", "bert", layers=5)).depth(prompts=3)
    whole = [row for row in rows if row["variant"] == "whole model"]
    signed = [row for row in whole if row["measure"] == "signed alignment"]
    assert signed and {row["token"] for row in signed} == {None}
    for row in signed:
        at = (row["after"], row["prompt"])
        mine = [
            r["value"] for r in whole
            if (r["after"], r["prompt"]) == at and r["measure"] == "cosine with v_1"
        ]  # fmt: skip
        # Two sums of ten terms of size 1 at most, in any order.
        assert len(mine) == 10 and abs(abs(sum(mine) / 10) - row["value"]) <= 2 * 10 * 2.0**-53


def test_given_ids_are_taken_from_python(folder):
    rows = verify.checkpoints.open(folder).depth([[1, 2, 3]])
    assert {row["prompt"] for row in rows} == {0}
    for wrong in ([], [[]], [[1], [1, 2]]):
        with pytest.raises(Mistake, match="ids: all prompts must have the same number"):
            verify.checkpoints.open(folder).depth(wrong)
    with pytest.raises(Mistake, match=r"layers: \[2\] must be from 0 to 1"):
        verify.checkpoints.open(folder).spectrum([0, 2])
    assert verify.checkpoints.open(folder).trained().like in ("random", "unclear")


@pytest.mark.parametrize("suffix", FIRST)
@pytest.mark.parametrize("command, further", [("spectrum", []), ("depth", DEPTH)])
def test_a_figure_is_of_the_kind_its_name_says_and_the_same_each_time(
    folder, tmp_path, suffix, command, further, capsys
):
    files = [tmp_path / f"{k}{suffix}" for k in range(2)]
    for file in files:
        assert main([command, str(folder), *further, "-o", str(file)]) == AGREES
    one, two = (file.read_bytes() for file in files)
    assert one == two and one.startswith(FIRST[suffix])
    if suffix == ".svg":
        words = " ".join(ElementTree.fromstring(one).itertext())
        named = ("structure", "shuffled", "random") if command == "spectrum" else ("cosine", "rank")
        assert all(name in words for name in named)


@pytest.mark.parametrize("command", ["spectrum", "depth"])
@pytest.mark.parametrize(
    "further, says",
    [
        (["-o", "out.jpg"], "--output: out.jpg is not an svg, png or pdf file"),
        (["-o", "no/out.svg"], "--output: the folder"),
        (["-o", "{}/out.svg"], "--output: "),
        (["--csv", "x", "--json", "x"], "--csv: --json writes the same file; give another"),
        (["-o", "-"], "--output: - is not an svg"),
    ],
)
def test_where_nothing_can_be_written_one_line_says_so(
    folder, tmp_path, command, further, says, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main([command, str(folder), *(each.format(folder) for each in further)]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"verify: {says}") and err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_pandas_is_told_where_it_is_missing_and_used_where_it_is(folder, monkeypatch):
    rows = verify.checkpoints.open(folder).heads()

    class Frame:
        def DataFrame(self, data, columns):
            return data, columns

    monkeypatch.setattr(rows_module, "import_module", lambda name: Frame())
    assert rows.to_pandas() == (list(rows), list(rows.columns))

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(rows_module, "import_module", missing)
    with pytest.raises(Mistake, match="pip install pandas, or use to_csv"):
        rows.to_pandas()
    with pytest.raises(Mistake, match="pyarrow: is not installed; pip install"):
        rows.to_parquet()


@pytest.mark.parametrize("command", ["spectrum", "depth", "compare"])
def test_parquet_is_refused_in_one_line_where_its_package_is_missing(
    command, folder, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("verify.commands.outputs.find_spec", lambda name: None)
    models, file = [str(folder)] * (1 + (command == "compare")), tmp_path / "out.parquet"
    assert main([command, *models, "--parquet", str(file)]) == TOOL_MISSING
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and not file.exists()
    assert "pyarrow is not installed; pip install 'attention-proofs[checkpoints]'" in err


def test_parquet_has_the_columns_and_numbers_of_the_table(folder, tmp_path, monkeypatch, capsys):
    handed = {}

    class Stand:  # for pyarrow and pyarrow.parquet, which no test here needs
        def table(self, columns):
            return columns

        def write_table(self, columns, file):
            handed.update(columns)
            file.write(b"PAR1")

    monkeypatch.setattr("verify.commands.outputs.find_spec", lambda name: name)
    monkeypatch.setattr(rows_module, "import_module", lambda name: Stand())
    table, parquet = tmp_path / "out.csv", tmp_path / "out.parquet"
    asked = ["--csv", str(table), "--parquet", str(parquet)]
    assert main(["spectrum", str(folder), *asked]) == AGREES
    assert parquet.read_bytes() == b"PAR1"
    names, *lines = csv.reader(table.read_text().splitlines())
    assert list(handed) == names
    rows = zip(*handed.values(), strict=True)
    assert [["" if value is None else str(value) for value in row] for row in rows] == lines


def test_the_real_parquet_is_read_back(folder):
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = verify.checkpoints.open(folder).depth(prompts=2, tokens=3)
    assert parquet.read_table(io.BytesIO(rows.to_parquet())).to_pylist() == list(rows)


def test_only_public_names_are_there():
    assert callable(verify.checkpoints.open)
    with pytest.raises(AttributeError, match="has no attribute 'shut'"):
        _ = verify.checkpoints.shut


def test_models_are_compared_from_python(folder, tmp_path, capsys):
    other, table = made(tmp_path / "other", "gpt2", scale=2.0), tmp_path / "rows.csv"
    assert main(["compare", str(folder), str(other), "--csv", str(table)]) == AGREES
    opened = verify.checkpoints.open(folder)
    for asked in (other, verify.checkpoints.open(other)):
        assert opened.compare(asked).to_csv() == table.read_text()
    rates = [row["rate_agreement"] for row in opened.compare(other, rates=True)]
    assert len(rates) == 4 and None not in rates


def test_a_model_is_steered_from_python(folder, tmp_path, capsys):
    text, table = tmp_path / "text", tmp_path / "rows.csv"
    text.write_text("1 2 3\n4 5\n")
    onto = ["--direction", "token:3", "--strength", "-2.5", "--layers", "0,1"]
    asked = [str(folder), *onto, "-o", str(tmp_path / "new"), "--csv", str(table)]
    assert main(["steer", *asked, "--text", str(text)]) == AGREES
    opened, ids = verify.checkpoints.open(folder), [[1, 2, 3], [4, 5]]
    further = {"layers": [0, 1], "ids": ids, "output": tmp_path / "again"}
    rows = opened.steer("token:3", -2.5, **further)
    assert rows.to_csv() == table.read_text()
    ends = [row for row in rows if row["setting"] == "end of the whole model"]
    assert [(row["direction"], row["prompt"]) for row in ends] == [("token:3", 0), ("token:3", 1)]
    assert all(row["loss_before"] != row["loss_after"] for row in ends)
    new = (tmp_path / name / "model.safetensors" for name in ("new", "again"))
    assert next(new).read_bytes() == next(new).read_bytes()


def test_a_vector_is_a_direction_and_nothing_is_written_unless_asked(folder, tmp_path):
    opened = verify.checkpoints.open(folder)
    word = opened.checkpoint.words(np.array(7))
    named, given = opened.steer("token:7", 40), opened.steer(2 * word, 40)
    assert {row["measured"] for row in named if row["token"] is not None} == {None}
    for one, two in zip(named, given, strict=True):
        assert one["before"] == pytest.approx(two["before"], rel=1e-12)
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
    for wrong, says in (
        ({"strength": 0}, "--strength: '0.0' changes nothing"),
        ({"strength": 1, "layers": [2]}, r"layers: \[2\] must be from 0 to 1"),
        ({"strength": 1, "ids": [[]]}, "ids: a prompt has no tokens"),
        ({"strength": 1, "ids": [[13]]}, "ids: token ids of this checkpoint are from 0 to 12"),
    ):
        with pytest.raises(Mistake, match=says):
            opened.steer("token:7", **wrong)
    with pytest.raises(Mistake, match="direction: is the zero vector"):
        opened.steer(0 * word, 1)


def test_a_layer_that_is_not_finite_is_a_warning_in_python(folder):
    data = bytearray((folder / "model.safetensors").read_bytes())
    tensor = (
        verify.checkpoints.open(folder)
        .checkpoint.weights.files[0]
        .tensors["h.1.attn.c_proj.weight"]
    )
    data[tensor.begin : tensor.begin + 4] = np.float32(np.nan).tobytes()
    (folder / "model.safetensors").write_bytes(data)
    opened = verify.checkpoints.open(folder)
    for rows in (opened.spectrum, lambda: opened.compare(folder), opened.depth):
        with pytest.warns(UserWarning, match="layer 1 is not finite, and .*h.1.attn.c_proj"):
            assert {row["layer"] for row in rows()} <= {0, None}
    with pytest.raises(Mistake, match=r"h\.1\.attn\.c_proj\.weight has an entry that is nan"):
        opened.steer("token:7", 1)
