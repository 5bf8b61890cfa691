"""Checkpoints with entries that are not finite: layers are left out, and it is told which."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from broken_folders import parts, put, refused, with_entry

from verify.checkpoints.generated import write_random
from verify.cli import main
from verify.telling.errors import AGREES, BAD_INPUT


def test_a_layer_that_is_not_finite_is_named_and_the_others_are_told(tmp_path, capsys):
    folder = write_random(tmp_path / "broken", "gpt2", seed=1, layers=3)
    with_entry(float("nan"))(folder)
    said = tmp_path / "said.json"
    assert main(["spectrum", str(folder), "--json", str(said)]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert (
        err.startswith("verify: layer 0 is not finite (")
        and "; left out" in err
        and err.count("\n") == 1
    )
    assert "h.0.ln_1.weight has an entry that is nan" in err
    read = json.loads(said.read_text())
    assert [each["layer"] for each in read["layers"]] == [1, 2] and read["broken"].keys() == {"0"}
    assert "\n1  " in out and "\n0  " not in out and read["products"] == []
    assert main(["spectrum", str(folder), "--layers", "0"]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and "h.0.ln_1.weight has an entry that is nan" in err


def test_comparing_a_model_that_is_not_finite_names_the_tensor(tmp_path, capsys):
    whole, broken = (write_random(tmp_path / name, "gpt2", seed=1) for name in ("whole", "broken"))
    with_entry(float("nan"))(broken)
    said, page, drawn = (tmp_path / name for name in ("said.json", "page.html", "out.svg"))
    files = ["--json", str(said), "--html", str(page), "-o", str(drawn), "--rates"]
    for pair in ((whole, broken), (broken, whole)):
        assert main(["compare", *map(str, pair), *files]) == BAD_INPUT
        out, err = capsys.readouterr()
        assert "\n1  " in out and "\n0  " not in out and err.count("\n") == 1
        assert err.startswith("verify: layer 0 is not finite (") and "; left out" in err
        assert f"{broken}" in err and "h.0.ln_1.weight has an entry that is nan" in err
        read = json.loads(said.read_text())
        at = pair.index(broken)
        assert read["models"][at]["broken"].keys() == {"0"} and not read["models"][1 - at]["broken"]
        rows = {(each["model"], each["layer"]) for each in read["layers"]}
        assert rows == {(at, 1), (1 - at, 0), (1 - at, 1)}


def test_tokens_are_followed_to_the_layer_that_is_not_finite(tmp_path, capsys):
    sizes = {"seed": 1, "layers": 3}
    whole, broken = (write_random(tmp_path / name, "gpt2", **sizes) for name in ("whole", "broken"))
    with_entry(float("nan"), "h.2.mlp.c_fc.weight")(broken)
    said = [tmp_path / name for name in ("whole.json", "broken.json")]
    few = ["--prompts", "2", "--interventions", "mask=full,loop=0,loop=2,passes=2"]
    asked = [["depth", str(whole), "--depth", "2"], ["depth", str(broken)]]
    codes = [main([*a, *few, "--json", str(s)]) for a, s in zip(asked, said, strict=True)]
    err = capsys.readouterr().err
    assert codes == [AGREES, BAD_INPUT] and err.count("\n") == 2
    assert "tokens pass only the layers" in err
    assert "h.2.mlp.c_fc.weight has an entry that is nan" in err
    assert "verify: left out, because they use this layer: loop=2, passes=2" in err
    one, two = ({v["name"]: v for v in json.loads(s.read_text())["variants"]} for s in said)
    assert one.keys() - two.keys() == {"loop=2", "passes=2"}
    for name in two:
        assert one[name]["measures"] == two[name]["measures"]


def test_layers_that_nobody_passes_may_be_what_they_are(tmp_path, capsys):
    folder = write_random(tmp_path / "broken", "gpt2", seed=1, layers=3)
    with_entry(float("nan"), "h.2.mlp.c_fc.weight")(folder)
    few = ["--prompts", "2", "--interventions", "none", "--depth", "2"]
    assert main(["depth", str(folder), *few]) == AGREES
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["depth", "steer"])
def test_weights_beyond_32_bits_are_one_line(command, tmp_path, capsys):
    """Their products would overflow: nothing could be computed with them."""
    folder = write_random(tmp_path / "broken", "gpt2", seed=1, dtype="F64")
    header, data = parts(folder)
    begin = header["h.0.ln_1.weight"]["data_offsets"][0]
    put(folder, header, data[:begin] + np.float64(-1e300).tobytes() + data[begin + 8 :])
    assert "an entry that is -1e+300" in refused(command, folder, tmp_path, capsys)
