"""Files in layouts that public reports are about are read as they are meant, or named."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from broken_folders import parts, put, with_config

from verify.checkpoints import hub
from verify.checkpoints.checkpoint import load
from verify.checkpoints.forward import last
from verify.checkpoints.generated import write_random
from verify.checkpoints.steered_model import both_ends
from verify.checkpoints.unembedding import head_of
from verify.checkpoints.weights import SINGLE
from verify.checkpoints.writing import write_tensors
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.telling.errors import AGREES, BAD_INPUT

IDS = np.array([1, 12, 3, 0])
HEAD = "lm_head.weight"


def tensors(folder):
    weights = load(folder).weights
    return {name: weights.read(name) for name in weights.holders}


def model(folder, model_type="llama", **settings):
    return write_random(folder, model_type, seed=5, prefixed=True, dtype="F64", **settings)


def loss(folder):
    checkpoint = load(folder)
    (ends,), _ = both_ends(checkpoint, {}, [IDS])
    return head_of(checkpoint).loss(ends, IDS)


# ------------------------------------------------------------------ the same file name and time


def test_other_weights_at_the_same_place_size_and_time_are_measured_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder, found = tmp_path / "model", []
    for seed in (1, 2):
        write_random(folder, "gpt2", seed=seed)
        os.utime(folder / SINGLE, ns=(10**18, 10**18))
        for more in ((), ("--fresh",)):
            told = tmp_path / "depth.json"
            line = ["depth", str(folder), "--prompts", "1", "--interventions", "none"]
            assert main([*line, "--json", str(told), *more]) == AGREES
            found.append(json.loads(told.read_text()))
            found[-1].pop("generated", None)
    assert found[0] == found[1] and found[2] == found[3] and found[0] != found[2]


# ------------------------------------------------------------------ the head


@pytest.mark.parametrize("model_type", ["gpt2", "llama"])
def test_a_head_in_the_file_is_the_head_though_the_configuration_ties_it(tmp_path, model_type):
    folder = model(tmp_path / "tied", model_type, tie_word_embeddings=True)
    tied = loss(folder)
    arrays = tensors(folder)
    own = np.arange(13 * 8).reshape(13, 8) % 7 - 3.0
    write_tensors(folder / SINGLE, arrays | {HEAD: own}, "F64")
    head = head_of(load(folder))
    assert head.tensor == HEAD and loss(folder) != tied
    with_config(tie_word_embeddings=False)(folder)
    assert loss(folder) == head.loss(both_ends(load(folder), {}, [IDS])[0][0], IDS)


def test_of_tied_ones_the_file_may_hold_the_head_alone(tmp_path):
    folder = model(tmp_path / "tied", tie_word_embeddings=True)
    before, ends = loss(folder), last(load(folder), IDS[None])
    arrays = tensors(folder)
    arrays[HEAD] = arrays.pop("model.embed_tokens.weight")
    write_tensors(folder / SINGLE, arrays, "F64")
    assert loss(folder) == before and (last(load(folder), IDS[None]) == ends).all()
    with_config(tie_word_embeddings=False)(folder)
    with pytest.raises(Mistake, match=r"model\.embed_tokens\.weight is missing"):
        load(folder)


# ------------------------------------------------------------------ prefixes


@pytest.mark.parametrize("prefix", ["_orig_mod.", "module.", "base_model.model.", "any.thing."])
@pytest.mark.parametrize("model_type", ["gpt2", "llama", "bert"])
@pytest.mark.parametrize("headed", [True, False])
def test_a_prefix_of_all_names_is_read(tmp_path, prefix, model_type, headed):
    folder = model(tmp_path / "model", model_type)
    arrays = tensors(folder) | ({HEAD: np.ones((13, 8))} if headed else {})
    write_tensors(folder / SINGLE, arrays, "F64")
    ends = last(load(folder), IDS[None])
    told = None if model_type == "bert" or not headed else loss(folder)
    write_tensors(folder / SINGLE, {prefix + n: a for n, a in arrays.items()}, "F64")
    assert (last(load(folder), IDS[None]) == ends).all()
    assert told is None or loss(folder) == told


def test_a_prefix_of_some_names_is_told(tmp_path):
    folder = model(tmp_path / "model")
    arrays = tensors(folder)
    arrays["student." + "model.norm.weight"] = arrays.pop("model.norm.weight")
    write_tensors(folder / SINGLE, arrays, "F64")
    with pytest.raises(Mistake, match="names, which begin in several ways") as told:
        load(folder)
    assert "missing, but there is student.model.norm.weight" in str(told.value)


# ------------------------------------------------------------------ what is none of it


def as_codes(folder, *endings):
    """Matrices as bytes, beside tensors with such endings."""
    header, data = parts(folder)
    ends = len(data)
    for name in [name for name in header if name.endswith("proj.weight")]:
        entry = header.pop(name)
        begin, _ = entry["data_offsets"]
        size = int(np.prod(entry["shape"]))
        kept = data[begin : begin + size]
        for ending in endings:
            header[name.removesuffix(".weight") + ending] = {
                "dtype": "I8", "shape": entry["shape"], "data_offsets": [ends, ends + size]
            }  # fmt: skip
            data, ends = data + kept, ends + size
        header["rest." + name] = entry
    put(folder, header, data)


CODES = {
    "MLX": (".weight", ".scales", ".biases"),
    "quanto": (".weight._data", ".weight._scale"),
    "GPTQ or AWQ (4 bits)": (".scales", ".qweight", ".qzeros"),
    "holds I8": (".weight",),
}


@pytest.mark.parametrize("layout", CODES)
def test_quantised_weights_are_named(tmp_path, layout):
    folder = model(tmp_path / "model")
    as_codes(folder, *CODES[layout])
    with pytest.raises(Mistake, match="quantised") as told:
        load(folder)
    assert layout in str(told.value)


def moved(name):
    return lambda folder: (folder / SINGLE).rename(folder / name)


def pointer(name):
    text = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 548105171\n"
    return lambda folder: (folder / name).write_text(text)


def adapter(folder):
    (folder / "adapter_config.json").write_text("{}")


def adapter_alone(folder):
    adapter(folder)
    moved("adapter_model.safetensors")(folder)
    (folder / "config.json").unlink()


NAMED = {
    "model.fp16.safetensors: is a variant": moved("model.fp16.safetensors"),
    "of-00001.bf16.safetensors: is a variant": moved("model-00001-of-00001.bf16.safetensors"),
    "has consolidated weights": moved("consolidated.safetensors"),
    "adapter_config.json: belongs to an adapter": adapter,
    "config.json: belongs to an adapter": adapter_alone,
    "model.safetensors: is a git LFS pointer": pointer(SINGLE),
    "config.json: is a git LFS pointer": pointer("config.json"),
    "quantised to 4 bits": with_config(quantization={"group_size": 32, "bits": 4}),
}


@pytest.mark.parametrize("says", NAMED)
def test_other_files_are_named_for_what_they_are(tmp_path, says):
    folder = model(tmp_path / "model")
    NAMED[says](folder)
    with pytest.raises(Mistake) as told:
        load(folder)
    assert says in str(told.value)


# ------------------------------------------------------------------ rotary positions

BASE = {"rope_type": "default", "rope_theta": 1e6}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
READ = [
    {"rope_parameters": BASE},
    {"rope_parameters": {"full_attention": BASE}},
    {"rope_parameters": {"full_attention": BASE, "sliding_attention": BASE}},
    {"rope_theta": 1e6, "rope_scaling": {"type": "default", "factor": None}},
    {"rope_scaling": BASE, "rope_parameters": BASE},
]
REFUSED = {
    "the same for all kinds": {"rope_parameters": {"a": BASE, "b": BASE | {"rope_theta": 1e4}}},
    "full_attention is": {"rope_parameters": {"full_attention": BASE, "rope_theta": 1e4}},
    "factor is 8.0": {"rope_scaling": {"factor": 8.0}},
    "factor is 2.0": {"rope_parameters": BASE | {"factor": 2.0}},
    "factor is None": {"rope_parameters": {"rope_type": "linear"}},
    "original_max_position_embeddings is None": {"rope_scaling": LLAMA3},
    "attention_factor is 2.0": {"rope_parameters": BASE | {"attention_factor": 2.0}},
    "rope_theta is 1000000.0": {"rope_scaling": {"rope_theta": 1e4}, "rope_parameters": BASE},
    "partial_rotary_factor is 0.5": {"partial_rotary_factor": 0.5},
}


@pytest.mark.parametrize("says", READ, ids=range(len(READ)))
def test_a_base_is_read_wherever_it_stands(tmp_path, says):
    assert load(model(tmp_path, **says)).config.rotary.frequencies == (1.0, 1e6**-0.5)


@pytest.mark.parametrize("told", REFUSED)
def test_what_would_silently_count_for_nothing_is_refused(tmp_path, told):
    with pytest.raises(Mistake) as error:
        model(tmp_path, **REFUSED[told])
    assert told in str(error.value)


# ------------------------------------------------------------------ words that are 0, and no home


def test_a_word_that_is_0_is_told_in_one_line(tmp_path, capsys):
    folder = model(tmp_path / "model")
    arrays = tensors(folder)
    arrays["model.embed_tokens.weight"] = np.zeros((13, 8))
    write_tensors(folder / SINGLE, arrays, "F64")
    text = tmp_path / "ids.txt"
    text.write_text("3 1 2\n")
    line = ["depth", str(folder), "--interventions", "none"]
    assert main([*line, "--text", str(text)]) == BAD_INPUT
    assert "the embedding of token 3 is 0" in capsys.readouterr().err
    assert main([*line, "--prompts", "2"]) in (AGREES, BAD_INPUT)  # warnings would be errors
    assert len(capsys.readouterr().err.splitlines()) <= 1


def test_a_user_without_a_home_has_no_cache_of_the_hub(monkeypatch):
    for name in ("HOME", "HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # what it does without an entry
    monkeypatch.setattr(Path, "home", lambda: pytest.fail("there is none"))
    with pytest.raises(Mistake, match="not a folder, and not a name in the cache"):
        hub.located(Path("no-such-model"))
