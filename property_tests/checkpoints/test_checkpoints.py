"""Folders of checkpoints: what is found in them, and everything that can be wrong with one."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from headers import file_of, layout, written
from tiny_models import MODELS, made

from verify.checkpoints import safetensors
from verify.checkpoints.architectures import PREFIXES, expected_shapes
from verify.checkpoints.checkpoint import load
from verify.checkpoints.config import SUPPORTED, read_config
from verify.checkpoints.forward import last
from verify.checkpoints.generated import write_random
from verify.checkpoints.writing import write_tensors
from verify.language.mistakes import LimitHit, Mistake

FILE, INDEX, CONFIG = "model.safetensors", "model.safetensors.index.json", "config.json"
IDS = np.array([[1, 2, 3]])


def digest(folder):
    files = sorted(
        path for path in folder.rglob("*") if path.is_file() and os.access(path, os.R_OK)
    )
    return hashlib.sha256(b"".join(p.read_bytes() + str(p).encode() for p in files)).hexdigest()


def configured(folder, **changes):
    content = json.loads((folder / CONFIG).read_text()) | changes
    kept = {key: value for key, value in content.items() if value is not ...}
    (folder / CONFIG).write_text(json.dumps(kept))


def arrays_of(folder):
    weights = load(folder).weights
    return {name: weights.read(name) for name in weights.holders}


# ------------------------------------------------------------------ one model, stored otherwise


@pytest.mark.parametrize("model", MODELS)
def test_shards_and_the_names_of_models_with_a_head_change_nothing(tmp_path, model):
    single = load(made(tmp_path / "single", model))
    sharded = load(made(tmp_path / "sharded", model, shards=3, prefixed=True))
    assert len(sharded.weights.files) == 3
    assert all(n.startswith(PREFIXES[single.config.architecture]) for n in sharded.names.values())
    assert np.array_equal(last(single, IDS), last(sharded, IDS))


@pytest.mark.parametrize(("dtype", "digits"), [("F16", 11), ("BF16", 8)])
def test_half_the_bits_give_each_weight_to_its_own_digits(tmp_path, dtype, digits):
    exact = arrays_of(made(tmp_path / "F64", "llama", dtype="F64"))
    short = arrays_of(made(tmp_path / dtype, "llama", dtype=dtype))
    for name, array in exact.items():
        # To nearest, of numbers with that many digits; in F16 the least ones have 2^-24 between.
        bound = np.maximum(np.abs(array) * 2.0**-digits, 2.0**-25)
        assert (np.abs(short[name] - array) <= bound).all()
        assert (short[name] != array).any()


def test_older_names_of_a_norm_s_gain_and_shift(tmp_path):
    older = {".weight": ".gamma", ".bias": ".beta"}
    arrays = arrays_of(made(tmp_path, "bert"))
    before = last(load(tmp_path), IDS)

    def renamed(name):
        path, _, end = name.rpartition(".")
        return path + older["." + end] if path.endswith("LayerNorm") else name

    write_tensors(tmp_path / FILE, {renamed(name): array for name, array in arrays.items()})
    assert any(name.endswith("LayerNorm.gamma") for name in load(tmp_path).names.values())
    assert np.array_equal(last(load(tmp_path), IDS), before)


def test_tensors_that_are_not_the_model_s_are_left_alone(tmp_path):
    arrays = arrays_of(made(tmp_path, "gpt2"))
    before = last(load(tmp_path), IDS)
    # Published ones hold the mask as a tensor, and a head; neither is read.
    write_tensors(tmp_path / FILE, {**arrays, "h.0.attn.bias": np.ones((1, 1, 9, 9))})
    assert np.array_equal(last(load(tmp_path), IDS), before)


def test_loading_reads_no_weight(tmp_path):
    """Of a model of 400 MB, a file with holes, headers alone are read, and then one head."""
    sizes = {"n_embd": 1600, "n_head": 25, "n_layer": 3, "vocab_size": 9, "n_positions": 9}
    (tmp_path / CONFIG).write_text(json.dumps({"model_type": "gpt2", **sizes}))
    shapes = expected_shapes(read_config(tmp_path))
    header, size = layout([(name, "F32", shape) for name, shape in shapes.items()])
    start = file_of(header, b"")
    written(tmp_path, start)
    os.truncate(tmp_path / FILE, len(start) + size)
    assert size > 350_000_000
    tracemalloc.start()
    try:
        layer = load(tmp_path).layers[2]
        opened = tracemalloc.get_traced_memory()[1]
        assert (layer.head(24) @ np.ones(1600) == 0).all()
        one_head = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert opened < 1_000_000
    # Two matrices of 64 by 1600 in double precision, with a copy of each and what checks them.
    assert one_head < opened + 6 * 64 * 1600 * 8


# ------------------------------------------------------------------ config.json

WRONG_CONFIG = {
    "another architecture": ({"model_type": "t5"}, "unknown model_type 't5'"),
    "a misspelt one": ({"model_type": "gptneo"}, "did you mean 'gpt_neo'"),
    "none": ({"model_type": ...}, "model_type is missing"),
    "a list of one": ({"model_type": ["bert"]}, "unknown model_type"),
    "heads": ({"num_attention_heads": 3}, "is 3, but must be a divisor of hidden_size, 8"),
    "no heads": ({"num_attention_heads": 0}, "must be a whole number from 1"),
    "half a head": ({"num_attention_heads": 1.5}, "must be a whole number"),
    "true heads": ({"num_attention_heads": True}, "must be a whole number"),
    "no size": ({"hidden_size": ...}, "hidden_size is missing"),
    "huge": ({"hidden_size": 10**30}, "must be a whole number from 1"),
    "layers": ({"num_hidden_layers": 10**12}, "must be a whole number from 1 to 4096"),
    "activation": ({"hidden_act": "mish"}, "must be one of gelu, gelu_new"),
    "epsilon": ({"layer_norm_eps": -1}, "must be a positive number"),
    "decoder": ({"is_decoder": "yes"}, "must be true or false"),
    "positions": ({"position_embedding_type": "relative_key"}, "must be 'absolute'"),
    "few bits": ({"quantization_config": {"bits": 4}}, "the weights are quantised"),
    "a second attention": ({"add_cross_attention": True}, "must be False"),
}


@pytest.mark.parametrize("case", WRONG_CONFIG)
def test_a_wrong_configuration_is_one_line(tmp_path, case):
    changes, says = WRONG_CONFIG[case]
    configured(made(tmp_path, "bert"), **changes)
    told = refused(tmp_path, says)
    if "model_type" in changes:
        assert all(name in told for name in SUPPORTED), "the supported ones are not listed"


@pytest.mark.parametrize(
    ("model", "changes", "says"),
    [
        ("gpt_neo", {"attention_types": [[["global"], 1]]}, "for 3 layers"),
        ("gpt_neo", {"attention_types": [[["global"], 10**18]]}, "for 3 layers"),
        ("gpt_neo", {"attention_types": [[["wide"], 3]]}, "for 3 layers"),
        ("gpt_neo", {"attention_types": 7}, "for 3 layers"),
        ("llama", {"num_key_value_heads": 3}, "a divisor of the 4 heads"),
        ("llama", {"head_dim": 3}, "must be even"),
        ("llama", {"rope_scaling": {"rope_type": "yarn", "factor": 2.0}}, "one of default, linear"),
        ("llama", {"rope_scaling": 2}, "must be an object"),
        ("qwen2", {"use_sliding_window": True}, "must be False"),
        ("qwen2", {"layer_types": ["full_attention", "sliding_attention"]}, "layer_types is"),
        ("albert", {"num_hidden_groups": 9}, "from 1 to 3"),
    ],
)
def test_what_only_some_have_is_checked_too(tmp_path, model, changes, says):
    configured(made(tmp_path, model), **changes)
    refused(tmp_path, says)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not valid JSON"),
        (b'{"model_type": "bert"', "not valid JSON"),
        (b"[]", "is not a JSON object"),
        (b'{"model_type": "bert", "model_type": "bert"}', "'model_type' occurs twice"),
        (b'{"model_type": NaN}', "NaN is not a JSON number"),
        (b'{"a": ' * 90_000, "nested too deeply|not valid JSON"),
        (b'{"a": ' + b"9" * 9_000 + b"}", "not valid JSON"),
        (b"\xff\xfe", "not valid JSON"),
        (b" " * 5_000_000, "is larger than"),
    ],
)
def test_a_configuration_that_is_no_json(tmp_path, content, says):
    made(tmp_path, "bert")
    (tmp_path / CONFIG).write_bytes(content)
    refused(tmp_path, says)


# ------------------------------------------------------------------ weights


def no_weights(folder):
    (folder / FILE).unlink()


def only_a_pickle(folder):
    (folder / FILE).rename(folder / "pytorch_model.bin")


def a_tensor_less(folder):
    arrays = arrays_of(folder)
    write_tensors(
        folder / FILE, {n: a for n, a in arrays.items() if "layer.1.output.dense.w" not in n}
    )


def a_layer_more(folder):
    configured(folder, num_hidden_layers=3)


def another_width(folder):
    configured(folder, hidden_size=16)


def under_both_names(folder):
    arrays = arrays_of(folder)
    name = "encoder.layer.0.output.dense.weight"
    write_tensors(folder / FILE, {**arrays, f"bert.{name}": arrays[name]})


def a_link_out(folder):
    outside = folder.parent / "outside"
    (folder / FILE).rename(outside)
    (folder / FILE).symlink_to(outside)


def a_broken_link(folder):
    (folder / FILE).unlink()
    (folder / FILE).symlink_to("nowhere")


def a_pipe(folder):
    (folder / FILE).unlink()
    os.mkfifo(folder / FILE)


def a_folder(folder):
    (folder / FILE).unlink()
    (folder / FILE).mkdir()


WRONG_WEIGHTS = [
    (no_weights, "has neither model.safetensors nor"),
    (only_a_pickle, "pytorch_model.bin: is a pickle, refused because reading it would run"),
    (a_tensor_less, "the tensor bert.encoder.layer.1.output.dense.weight is missing"),
    (a_layer_more, "encoder.layer.2.* is missing"),
    (another_width, r"has the shape \[13, 8\], but config.json requires \[13, 16\]"),
    (under_both_names, "has both encoder.layer.0.output.dense.weight and bert.encoder"),
    (a_link_out, "is a link to .*outside the folder"),
    (a_broken_link, "does not exist"),
    (a_pipe, "is not a regular file"),
    (a_folder, "is not a regular file|is a directory"),
]


@pytest.mark.parametrize(("spoil", "says"), WRONG_WEIGHTS, ids=lambda v: getattr(v, "__name__", ""))
def test_wrong_weights_are_one_line(tmp_path, spoil, says):
    spoil(made(tmp_path / "folder", "bert"))
    refused(tmp_path / "folder", says)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", ["F64", "F32", "F16", "BF16"])
def test_a_weight_that_is_no_number_is_told_when_it_is_read(tmp_path, value, dtype):
    layer = load(made(tmp_path, "gpt2", dtype=dtype)).layers[1]
    name = layer.sources["wider.weight"].name
    tensor = load(tmp_path).weights.holders[name].tensors[name]
    content = bytearray((tmp_path / FILE).read_bytes())
    width = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2}[dtype]
    bits = np.array(value, f"<f{width}" if dtype != "BF16" else "<f4").tobytes()[-width:]
    content[tensor.begin : tensor.begin + width] = bits
    (tmp_path / FILE).write_bytes(content)
    checkpoint = load(tmp_path)
    assert np.isfinite(checkpoint.layers[0].matrix("wider")).all()
    for asked in (checkpoint.check_weights, lambda: checkpoint.layers[1].matrix("wider")):
        with pytest.raises(Mistake, match=f"{name} has an entry that is"):
            asked()


def test_weights_that_do_not_fit_into_memory_are_a_limit(tmp_path, monkeypatch):
    def exhausted(*_):
        raise MemoryError

    layer = load(made(tmp_path, "gpt2")).layers[0]
    monkeypatch.setattr(safetensors, "decoded", exhausted)
    with pytest.raises(LimitHit, match="64 numbers, does not fit into memory; use"):
        layer.matrix("output")


def test_integers_are_no_weights(tmp_path):
    shapes = expected_shapes(read_config(made(tmp_path, "bert")))
    header, size = layout([(name, "I64", shape) for name, shape in shapes.items()])
    written(tmp_path, file_of(header, bytes(size)))
    with pytest.raises(Mistake, match="holds I64, but weights must be F16, BF16, F32, F64"):
        load(tmp_path)


def indexed(folder, change):
    path = folder / INDEX
    index = json.loads(path.read_text())
    change(index)
    path.write_text(json.dumps(index))


FIRST, SECOND = (f"model-0000{k}-of-00002.safetensors" for k in (1, 2))
WORD = "embeddings.word_embeddings.weight"
WRONG_INDEX = {
    "a shard less": (lambda f: (f / SECOND).unlink(), f"{SECOND}: does not exist"),
    "a shard cut short": (lambda f: os.truncate(f / SECOND, 4000), "is truncated"),
    "outside the folder": (
        lambda f: indexed(f, lambda i: i["weight_map"].update({WORD: "../m.safetensors"})),
        "leads out of it",
    ),
    "anywhere": (
        lambda f: indexed(f, lambda i: i["weight_map"].update({WORD: "/etc/m.safetensors"})),
        "leads out of it",
    ),
    "a pickle": (
        lambda f: indexed(f, lambda i: i["weight_map"].update({WORD: "pytorch_model.bin"})),
        "is not a safetensors file",
    ),
    "the wrong shard": (
        lambda f: indexed(f, lambda i: i["weight_map"].update({WORD: SECOND})),
        f"refers to '{WORD}' in {SECOND}",
    ),
    "in both shards": (
        lambda f: (f / FIRST).write_bytes((f / SECOND).read_bytes()),
        f"also in {FIRST}; keep one of them",
    ),
    "no map": (lambda f: indexed(f, lambda i: i.pop("weight_map")), "has no weight_map"),
    "no files": (lambda f: indexed(f, lambda i: i.update(weight_map={"a": 1})), "no weight_map"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG_INDEX)
def test_a_wrong_index_is_one_line(tmp_path, case):
    spoil, says = WRONG_INDEX[case]
    spoil(made(tmp_path, "bert", shards=2))
    refused(tmp_path, says)


def refused(folder, says):
    """Loading tells the mistake in one line, with the place and the fix, and writes nothing."""
    before = digest(folder)
    with pytest.raises(Mistake, match=says) as told:
        load(folder)
    line = str(told.value)
    assert line.startswith(str(folder)) and "; " in line and "\n" not in line and len(line) < 600
    assert digest(folder) == before
    return line


# ------------------------------------------------------------------ the folder


def test_a_folder_that_is_none(tmp_path):
    for path, says in [(tmp_path / "none", "does not exist"), (tmp_path / "file", "is a file")]:
        (tmp_path / "file").touch()
        with pytest.raises(Mistake, match=says):
            load(path)
    with pytest.raises(Mistake, match=r"config.json: does not exist"):
        load(tmp_path)


def test_links_within_the_folder_and_to_it_are_followed(tmp_path):
    made(tmp_path / "folder", "bert")
    (tmp_path / "folder" / FILE).rename(tmp_path / "folder" / "blob")
    (tmp_path / "folder" / FILE).symlink_to("blob")
    (tmp_path / "link").symlink_to("folder")
    assert np.isfinite(last(load(tmp_path / "link"), IDS)).all()


def test_what_may_not_be_read_is_told(tmp_path, monkeypatch):
    made(tmp_path, "bert")
    plain = os.open

    def forbidden(path, *arguments, **options):
        if str(path).endswith(FILE):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return plain(path, *arguments, **options)

    monkeypatch.setattr(os, "open", forbidden)  # as root nothing is forbidden
    refused(tmp_path, r"cannot be read \(permission denied\); allow reading it")


def test_the_same_seed_gives_the_same_folder(tmp_path):
    one, two = (digest_of(write_random(tmp_path / name, "llama", seed=3)) for name in "ab")
    other = digest_of(write_random(tmp_path / "c", "llama", seed=4))
    assert one == two != other


def digest_of(folder):
    return hashlib.sha256((folder / FILE).read_bytes()).hexdigest()
