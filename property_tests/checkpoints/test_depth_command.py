"""`verify depth`: what it prints and writes, and how it refuses."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import with_spectrum
from tiny_models import made

from verify.checkpoints.linearised import Differences
from verify.cli import main
from verify.telling.errors import AGREES, BAD_INPUT, CHANGED, INTERRUPTED, LIMIT

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path):
    """A checkpoint that must be the same after each test."""
    made(tmp_path / "model", "gpt2")
    before = digest(tmp_path / "model")
    yield str(tmp_path / "model")
    assert digest(tmp_path / "model") == before


def digest(folder):
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir()}


def test_the_table_tells_every_way(folder, capsys):
    assert main(["depth", folder, "--prompts", "6", "--tokens", "4", "--controls"]) == AGREES
    out = capsys.readouterr().out
    named = ("reduced", "whole model", "noise=0.1", "loop=0+mask=packed:2", "norm alone")
    told = ("96.9 percent", "No statement covers feed-forward parts, biases", "A-T4.1++")
    for words in (*named, *told):
        assert words in out
    assert "\033" not in out


@pytest.mark.long
def test_interventions_without_a_list_rank_the_model_itself_too(folder, tmp_path, capsys):
    page, file = tmp_path / "page.html", tmp_path / "out.json"
    asked = ["depth", folder, "--prompts", "6", "--tokens", "4", "--interventions"]
    assert main([*asked, "--html", str(page), "--json", str(file)]) == AGREES
    out = capsys.readouterr().out
    for of in ("reduced", "loop=0", "whole model"):
        assert f"Slowest collapse first: {of}" in out
        assert f"<h3>Slowest collapse first: {of}</h3>" in page.read_text()
    (whole,) = (r for r in json.loads(file.read_text())["rankings"] if r["of"] == "whole model")
    stays = {stay["name"]: stay for stay in whole["stays"]}
    assert stays["whole+norm=after"]["claimed"]["statements"] == ["A-T4.1++"]
    assert stays["as it is"]["claimed"]["pace"] == "converge like a power"
    assert stays["whole+noise=0.1"]["claimed"] is None
    pairs = sum(len(each) for each in whole["claimed_order"].values())
    assert pairs > 0 and f"The theorems order {pairs} pairs" in out


def test_json_has_every_measure_after_every_layer(folder, tmp_path, capsys):
    file = tmp_path / "out.json"
    asked = [
        "depth",
        folder,
        "--depth",
        "3",
        "--interventions",
        "passes=2,noise=0.1",
        "--seed",
        "5",
    ]
    assert main([*asked, "--json", str(file)]) == AGREES
    first = file.read_text()
    told = capsys.readouterr().out
    assert main([*asked, "--json", "-"]) == AGREES
    captured = capsys.readouterr()
    assert captured.out == first and captured.err == told  # the text, where no data go
    found = json.loads(first)
    assert found["schema"] == "verify.depth/1" and found["depth"] == 3 and found["seed"] == 5
    by_name = {each["name"]: each for each in found["variants"]}
    assert by_name["passes=2"]["layers"] == [0, 1, 0, 1, 0, 1]
    for each in found["variants"]:
        steps = len(each["layers"])
        for name, row in each["measures"].items():
            aligned = name.endswith(("(4)", "(5)", "alignment", "entropy"))
            assert len(row) == steps + (not aligned), name
            known = [x for x in row if x["median"] is not None]  # of a plane no sign is
            assert all(x["low"] <= x["median"] <= x["high"] for x in known)
            assert known == row or name == "signed alignment"
        assert each["agreement"] in ("agrees", "disagrees", "undecided", "not covered")


@pytest.mark.long
def test_the_page_is_one_file_that_reads_as_xml(tmp_path, capsys):
    name = '<model> & "co"'
    made(tmp_path / name, "albert")
    page = tmp_path / "page.html"
    assert main(["depth", str(tmp_path / name), "--tokens", "4", "--html", str(page)]) == AGREES
    text = page.read_text()
    root = ElementTree.fromstring(text)
    assert "<model>" not in text and "&lt;model&gt; &amp; &quot;co&quot;" in text
    for element in root.iter():
        for attribute in ("src", "href", "{http://www.w3.org/1999/xlink}href"):
            value = element.get(attribute, "#")
            assert value.startswith(("#", "data:")), value
    assert "url(http" not in text and "@import" not in text
    pictures = [e for e in root.iter() if e.tag.endswith("}svg") or e.tag == "svg"]
    assert len(pictures) >= 3 and all(p.get("aria-label") for p in pictures)
    assert capsys.readouterr().out.startswith("Do the tokens collapse? ")


def test_alignment_is_left_out_on_request_and_said_so(folder, capsys):
    assert main(["depth", folder, "--interventions", "none", "--alignment", "never"]) == AGREES
    out = capsys.readouterr().out
    assert "--alignment always" in out and "passes=4" not in out


@pytest.mark.parametrize("width", [80, 110, 200])
def test_lines_fit_and_no_name_is_cut_that_need_not_be(folder, width):
    from verify.checkpoints.checkpoint import load
    from verify.checkpoints.depth import changed, ladder, run_depth
    from verify.checkpoints.interventions import read
    from verify.checkpoints.starts import random_start
    from verify.telling.checkpoints.depth_text import run_lines
    from verify.telling.screen import Screen, cells

    checkpoint = load(folder)
    variants = [*ladder(checkpoint), *changed({"noise=0.1": read("noise=0.1", checkpoint.config)})]
    start = random_start(checkpoint, 6, 4, seed=0)
    lines = run_lines(run_depth(checkpoint, variants, start, depth=2, seed=0), Screen(width))
    assert all(cells(line) <= width for line in lines)
    assert not any("…" in line for line in lines)
    header = next(line for line in lines if line.startswith("variant"))
    assert ("average" in header) == (width == 200)


def test_a_contradicted_prediction_is_exit_code_1(tmp_path, monkeypatch, capsys):
    checkpoint = with_spectrum(tmp_path, (2.0, 0.5, 0.3, -0.4), layers=20)
    asked = ["depth", str(checkpoint.folder), "--interventions", "none"]
    assert main(asked) == AGREES
    for name in ("factor", "factor_between"):
        own = getattr(Differences, name)
        monkeypatch.setattr(Differences, name, lambda *given, own=own: own(*given) / 2)
    assert main(asked) == CHANGED
    assert "disagrees" in capsys.readouterr().out


def test_given_tokens_are_taken(folder, tmp_path, capsys):
    (tmp_path / "ids").write_text("1 2 3\n4 5 6\n")
    assert main(["depth", folder, "--text", str(tmp_path / "ids"), "--interventions", "none"]) == 0
    assert "2 prompts of 3 given tokens" in " ".join(capsys.readouterr().out.split())


def test_what_is_read_is_not_written_over(folder, tmp_path, capsys):
    ids = tmp_path / "ids"
    ids.write_text("1 2 3\n4 5 6\n")
    for argument in ("--json", "--html"):
        assert main(["depth", folder, "--text", str(ids), argument, str(ids)]) == BAD_INPUT
        assert "is an input file; give another file" in capsys.readouterr().err
    assert ids.read_text() == "1 2 3\n4 5 6\n"


@pytest.mark.parametrize(
    "further, code, told",
    [
        (["--interventions", "mask=none"], BAD_INPUT, "--interventions: unknown mask 'none'"),
        (
            ["--protocol", "B-X99"],
            BAD_INPUT,
            "--protocol: unknown protocol 'B-X99'; use Table-1, B-X0",
        ),
        (["--text", "nowhere"], BAD_INPUT, "--text: nowhere cannot be read"),
        (["--tokens", "13"], BAD_INPUT, "--tokens: 13 exceeds the 12 pos"),
        (["--prompts", "999999999", "--tokens", "12"], LIMIT, "--prompts: 999999999 of 12 tokens"),
        (["--json", "{folder}/out.json"], BAD_INPUT, "--json: "),
        (["--html", "{folder}/out.html"], BAD_INPUT, "--html: "),
        (["--json", "x", "--html", "x"], BAD_INPUT, "--html: --json writes the same file"),
        (["--depth", "9999999"], LIMIT, "--depth: 9999999 layers need "),
        (["--interventions", "noise=1e308"], BAD_INPUT, "noise=1e308 is out of range"),
        (["--interventions", "temperature=1e-320"], BAD_INPUT, "is out of range"),
        (["--protocol", "list", "--controls"], BAD_INPUT, "--controls: --protocol list only"),
        (
            ["--protocol", "B-X0", "--controls"],
            BAD_INPUT,
            "--controls: not available with --protocol",
        ),
        (
            ["--protocol", "B-X0", "--alignment", "always"],
            BAD_INPUT,
            "--alignment: not available with",
        ),
        (["--protocol", "list", "--json", "x"], BAD_INPUT, "--json: --protocol list only prints"),
        (["--alignment", "some"], BAD_INPUT, "--alignment: unknown choice 'some'"),
        (["--depth", "0"], BAD_INPUT, "--depth: '0' is not a positive integer"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(folder, further, code, told, capsys):
    further = [each.format(folder=folder) for each in further]
    assert main(["depth", folder, *further]) == code
    captured = capsys.readouterr()
    assert captured.out == "" and told in captured.err
    assert captured.err.startswith("verify: ") and captured.err.count("\n") == 1


def test_no_checkpoint_is_told(tmp_path, capsys):
    assert main(["depth"]) == BAD_INPUT
    assert main(["depth", str(tmp_path / "none")]) == BAD_INPUT
    assert main(["depth", "--interventions", "gpt2"]) == BAD_INPUT
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("verify: CHECKPOINT: missing") and "does not exist" in told[1]
    assert "'gpt2' was read as the list of --interventions" in told[2] and len(told) == 3


def test_an_interruption_ends_with_one_line_and_no_file(folder, tmp_path):
    command = [sys.executable, "-m", "verify", "depth", folder, "--depth", "900000",
               "--json", str(tmp_path / "out.json")]  # fmt: skip
    process = subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may ignore it
    )  # fmt: skip
    time.sleep(2.0)  # it needs far longer
    maps = Path(f"/proc/{process.pid}/maps")
    for _ in range(600):  # on a busy machine it may not have begun
        if not maps.exists() or "model.safetensors" in maps.read_text():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED and out == ""
    assert told == "verify: interrupted\n" and not (tmp_path / "out.json").exists()


def test_the_library_ends_where_ours_does_if_it_is_here(folder, monkeypatch, capsys):
    from verify.checkpoints.checkpoint import load
    from verify.checkpoints.forward import last

    def stands_in(path, ids):
        return last(load(path), np.asarray(ids)) + 1e-3

    monkeypatch.setattr("verify.commands.depth.by_library", stands_in)
    assert main(["depth", folder, "--interventions", "none"]) == AGREES
    assert "differs from ours by at most 1.0e-03" in capsys.readouterr().out

    def fails(path, ids):
        raise RuntimeError("no\nsuch layer")

    monkeypatch.setattr("verify.commands.depth.by_library", fails)
    assert main(["depth", folder, "--interventions", "none"]) == AGREES
    assert "cannot run it (no such layer)" in capsys.readouterr().out
