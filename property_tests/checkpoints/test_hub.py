"""Checkpoints by name: in a cache as the hub's library lays it out, and nowhere else."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_models import made

from verify.checkpoints.checkpoint import load
from verify.checkpoints.hub import cache, located
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.telling.errors import AGREES, BAD_INPUT

COMMITS = {"main": "607a30d783dfa663caf39e06633721c8d4cfcd7e", "step1000": "0" * 39 + "1"}


@pytest.fixture
def hub(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "hub"


def put(hub, name, revision="main", *, model="gpt2", **settings):
    """Put a model into the cache as its library does: blobs by hash, and links to them."""
    folder = hub / f"models--{name.replace('/', '--')}"
    plain = made(folder / "plain", model, **settings)
    commit = COMMITS[revision]
    snapshot = folder / "snapshots" / commit
    for place in (folder / "blobs", snapshot, folder / "refs"):
        place.mkdir(parents=True, exist_ok=True)
    (folder / "refs" / revision).write_text(commit)
    for k, path in enumerate(sorted(plain.iterdir())):
        blob = folder / "blobs" / f"{commit[:8]}{k}"
        path.rename(blob)
        (snapshot / path.name).symlink_to(f"../../blobs/{blob.name}")
    plain.rmdir()
    return snapshot


def refused(asked, says):
    with pytest.raises(Mistake) as told:
        load(asked)
    line = str(told.value)
    assert says in line and "; " in line and "\n" not in line, line
    return line


def test_the_cache_is_where_its_library_has_it(monkeypatch, tmp_path):
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert cache() == tmp_path / "user" / "huggingface" / "hub"
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    assert cache() == tmp_path / "home" / "hub"
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "own"))
    assert cache() == tmp_path / "own"


def test_a_name_is_found_and_its_links_are_followed(hub, tmp_path, capsys):
    snapshot = put(hub, "openai-community/gpt2")
    for asked in ("gpt2", "openai-community/gpt2", "gpt2@main", "gpt2@607a30d", snapshot):
        checkpoint = load(asked)
        assert checkpoint.folder == snapshot and checkpoint.name == "openai-community/gpt2"
    assert main(["spectrum", "gpt2", "--json", "said.json"]) == AGREES
    assert capsys.readouterr().out.startswith("openai-community/gpt2: gpt2, width 8")
    steer = ["--direction", "random", "--strength", "1"]
    assert main(["steer", "gpt2", *steer, "-o", str(tmp_path / "new")]) == AGREES
    assert not (tmp_path / "new" / "model.safetensors").is_symlink()
    for inside in (snapshot / "x.json", snapshot.parent.parent / "blobs" / "x"):
        assert main(["spectrum", "gpt2", "--json", str(inside)]) == BAD_INPUT
        assert "is in the checkpoint" in capsys.readouterr().err


def test_a_folder_comes_before_a_name(hub, tmp_path):
    put(hub, "gpt2")
    folder = made(tmp_path / "gpt2", "bert")
    assert load("gpt2").folder == folder


def test_what_is_absent_is_told_with_the_line_that_downloads_it(hub, tmp_path, capsys):
    assert "hf download gpt2" in refused("gpt2", "not a folder, and not a name")
    assert refused("a/b@step9", "and not a name").endswith("hf download a/b --revision step9")
    put(hub, "gpt2")
    assert "only main" in refused("gpt2@step1000", "the cache does not have this revision")
    refused("./gpt2/", "does not exist") if os.path.lexists("gpt2") else None
    assert located(Path("/no/gpt2")) == Path("/no/gpt2")
    put(hub, "one/twin"), put(hub, "two/twin")
    refused("twin", "several owners have a model of this name; use one/twin, two/twin")


def test_two_revisions_are_named(hub):
    first = put(hub, "gpt2")
    second = put(hub, "gpt2", "step1000", layers=1)
    refused("gpt2", "2 revisions are in the cache (main, step1000); name one, such as gpt2@main")
    assert load("gpt2@main").folder == first
    assert load("gpt2@step1000").folder == second
    assert load("gpt2@step1000").name == "gpt2@step1000"


def test_a_download_that_did_not_end_is_told(hub):
    snapshot = put(hub, "gpt2", model="bert", shards=2)
    blobs = snapshot.parent.parent / "blobs"
    shard = snapshot / "model-00002-of-00002.safetensors"
    blob = Path(os.path.realpath(shard))
    blob.rename(blobs / f"{blob.name}.incomplete")
    told = refused("gpt2", "which does not exist, where a download was not finished")
    assert told.endswith("; download it again: hf download gpt2")
    shard.unlink()
    told = refused("gpt2", "1 of 2 shards are missing, where a download was not finished")
    assert shard.name in told and ".incomplete" in told
    assert told.endswith("; download it again: hf download gpt2")
    (snapshot / "config.json").unlink()
    assert told.count("\n") == 0 and "has no config.json in the cache" in refused("gpt2", "hf down")


def test_a_revision_whose_download_did_not_end_is_named_in_the_line_that_downloads_it(hub):
    (put(hub, "a/b", "step1000") / "model.safetensors").unlink()
    (hub / "models--a--b" / "blobs" / "feed.incomplete").touch()
    told = refused("a/b@step1000", "has no model.safetensors yet, where a download was not fin")
    assert told.endswith("; download it again: hf download a/b --revision step1000")


def test_a_folder_of_a_download_that_did_not_end(tmp_path):
    folder = made(tmp_path / "model", "gpt2")
    (folder / "model.safetensors").unlink()
    (folder / ".cache/huggingface/download").mkdir(parents=True)
    (folder / ".cache/huggingface/download/model.safetensors.ab.incomplete").touch()
    refused(folder, "has no model.safetensors yet, where a download was not finished")


def test_links_out_of_the_model_s_folder_are_refused(hub, tmp_path):
    snapshot = put(hub, "gpt2")
    other = put(hub, "other")
    config = snapshot / "config.json"
    for target in (tmp_path / "outside", other / "config.json"):
        shutil.copy(os.path.realpath(other / "config.json"), tmp_path / "outside")
        config.unlink()
        config.symlink_to(target)
        refused("gpt2", "outside the folder")
    # A folder blobs that is itself a link leads out, too.
    blobs = other.parent.parent / "blobs"
    blobs.rename(tmp_path / "elsewhere")
    blobs.symlink_to(tmp_path / "elsewhere")
    refused("other", "outside the folder")


QUANTISED = {
    "gptq": ({"quant_method": "gptq", "bits": 4}, "by 'gptq' to 4 bits"),
    "bitsandbytes": ({"quant_method": "bitsandbytes", "load_in_8bit": True}, "dequantize()"),
    "fp8": ({"quant_method": "fp8"}, "FineGrainedFP8Config"),
    "nothing that is known": (7, "are quantised, which is not supported"),
}


@pytest.mark.parametrize("case", QUANTISED)
def test_quantised_configurations_are_refused_by_name(tmp_path, case):
    said, says = QUANTISED[case]
    folder = made(tmp_path / "model", "llama")
    content = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**content, "quantization_config": said}))
    assert "use the original checkpoint" in refused(folder, says)


@pytest.mark.parametrize("ending, layout", [("qweight", "GPTQ"), ("SCB", "bitsandbytes (8")])
def test_quantised_tensors_are_refused_by_name(tmp_path, ending, layout):
    from verify.checkpoints.writing import write_tensors

    folder = made(tmp_path / "model", "llama")
    weights = load(folder).weights
    arrays = {name: weights.read(name) for name in weights.holders}
    lost = next(name for name in arrays if "q_proj" in name)
    arrays[lost.replace("weight", ending)] = arrays.pop(lost)
    del weights
    write_tensors(folder / "model.safetensors", arrays)
    refused(folder, layout)


CODED = {  # the type that stands in the place of a matrix, and the tensor beside it
    "bitsandbytes (8": ("I8", "SCB"),
    "bitsandbytes (4": ("U8", "weight.absmax"),
    "FP8 in blocks": ("F8_E4M3", "weight_scale_inv"),
    "use the checkpoint that it was made from": ("I8", "other"),
}


@pytest.mark.parametrize("layout", CODED)
def test_codes_under_the_name_of_a_matrix_are_refused_by_name(tmp_path, layout):
    """Such folders may have lost the entry of their configuration that says so."""
    kind, beside = CODED[layout]
    folder = made(tmp_path / "model", "llama")
    path = folder / "model.safetensors"
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    name = next(name for name in header if "q_proj" in name)
    entry = header[name]
    begin, end = entry["data_offsets"]
    rows, columns = entry["shape"]
    count = rows * columns
    # Codes take a quarter of the place of 32 bits, or less: the rest is what is beside them.
    taken = count // 2 if kind == "U8" else count
    shape = [taken, 1] if kind == "U8" else [rows, columns]
    header[name] = {"dtype": kind, "shape": shape, "data_offsets": [begin, begin + taken]}
    rest = name.replace("weight", beside)
    left = end - begin - taken
    header[rest] = {"dtype": "U8", "shape": [left], "data_offsets": [begin + taken, end]}
    told = json.dumps(header).encode()
    path.write_bytes(len(told).to_bytes(8, "little") + told + data[8 + size :])
    with pytest.raises(Mistake) as found:
        load(folder).check_weights()
    assert layout in str(found.value) and "\n" not in str(found.value)
    assert "use the " in str(found.value)
