"""What is read of folders is what was put in: layer matrices, masks, names; and refusals."""

import json
import pickle

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from property_tests.checkpoints.folders import FAMILIES, GROUPED, NAMES, NORMS_FIRST, made
from verify.checkpoints.layers import load_checkpoint
from verify.cli import main
from verify.language.mistakes import Mistake

FILE, CONFIG = "model.safetensors", "config.json"


@pytest.mark.parametrize("model", FAMILIES)
def test_layer_matrices_are_those_that_were_put_in(tmp_path, model):
    for number, own in enumerate(made(tmp_path, model)):
        layer = load_checkpoint(tmp_path).layer(number)
        Q, K, V, W = (own["matrices"][role] for role in ("query", "key", "value", "output"))
        share, k = 2 if model in GROUPED else 1, 4
        F = np.zeros((16, 16))
        for h in range(4):
            rows, group = slice(h * k, (h + 1) * k), slice(h // share * k, (h // share + 1) * k)
            scale = 1.0 if model == "gpt_neo" else 0.5
            assert np.allclose(layer.scores(h).dense(), scale * Q[rows].T @ K[group])
            F_h = W[:, rows] @ V[group]
            assert np.allclose(layer.head(h).dense(), F_h)
            F += F_h
        assert np.allclose(layer.F(), F)
        assert layer.biases.keys() == own["biases"].keys()
        assert all(np.array_equal(layer.biases[role], own["biases"][role]) for role in layer.biases)
        assert np.array_equal(layer.gain, own["gain"])
        assert (layer.shift is None) == (model in GROUPED)


@pytest.mark.parametrize("model", FAMILIES)
def test_masks_and_norms_are_those_of_the_family(tmp_path, model):
    made(tmp_path, model)
    checkpoint = load_checkpoint(tmp_path)
    causal = model not in ("bert", "roberta", "distilbert", "albert")
    assert (checkpoint.config.causal, checkpoint.config.norm_first) == (
        causal,
        model in NORMS_FIRST,
    )
    seen = [[(not causal or j <= i) for j in range(5)] for i in range(5)]
    windows = {"gpt_neo": (None, 3), "mistral": (4, 4)}.get(model, (None, None))
    for number, window in enumerate(windows):
        near = [[window is None or i - j < window for j in range(5)] for i in range(5)]
        found = checkpoint.layer(number).mask(5)
        assert (found == np.logical_and(seen, near)).all()


def test_albert_repeats_its_weights(tmp_path):
    made(tmp_path, "albert", layers=3)
    checkpoint = load_checkpoint(tmp_path)
    assert checkpoint.config.layers == 3 and checkpoint.config.shared
    assert checkpoint.same_weights(1) == (0, 1, 2)


@pytest.mark.parametrize("before", ["", "module.", "_orig_mod.model."])
def test_whatever_comes_before_all_names_is_found(tmp_path, before):
    plain = made(tmp_path, "gpt2")
    tensors = load_file(tmp_path / FILE)
    save_file({n.replace("transformer.", before): t for n, t in tensors.items()}, tmp_path / FILE)
    layer = load_checkpoint(tmp_path).layer(1)
    assert np.array_equal(layer.value, plain[1]["matrices"]["value"])


def test_older_names_of_norms_are_read(tmp_path):
    plain = made(tmp_path, "bert")
    tensors = load_file(tmp_path / FILE)
    older = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}
    for new, old in older.items():
        tensors = {name.replace(new, old): tensor for name, tensor in tensors.items()}
    save_file(tensors, tmp_path / FILE)
    assert np.array_equal(load_checkpoint(tmp_path).layer(0).shift, plain[0]["shift"])


def test_shards_are_one_checkpoint(tmp_path):
    plain = made(tmp_path, "llama")
    tensors = load_file(tmp_path / FILE)
    (tmp_path / FILE).unlink()
    names = {}
    for k, (name, tensor) in enumerate(tensors.items()):
        file = f"model-{k:05}-of-{len(tensors):05}.safetensors"
        save_file({name: tensor}, tmp_path / file)
        names[name] = file
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": names}))
    assert np.array_equal(load_checkpoint(tmp_path).layer(0).output, plain[0]["matrices"]["output"])
    (tmp_path / names[next(iter(names))]).unlink()
    with pytest.raises(Mistake, match="does not exist"):
        load_checkpoint(tmp_path)
    index.write_text(json.dumps({"weight_map": {"a": "../out.safetensors"}}))
    with pytest.raises(Mistake, match="no safetensors file next to it"):
        load_checkpoint(tmp_path)


def test_half_precision_is_read(tmp_path):
    made(tmp_path, "bert", dtype=np.float16)
    layer = load_checkpoint(tmp_path).layer(0)
    assert layer.value.dtype == float and np.array_equal(layer.value, layer.value.astype("f2"))


def edited(folder, name, entry):
    said = json.loads((folder / CONFIG).read_text())
    (folder / CONFIG).write_text(json.dumps(said | {name: entry}))


def retensored(folder, change):
    tensors = change(load_file(folder / FILE))
    save_file(tensors, folder / FILE)


@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        (lambda f: (f / CONFIG).unlink(), "does not exist"),
        (lambda f: (f / CONFIG).write_text("{"), "is not sound JSON"),
        (lambda f: (f / CONFIG).write_text("[]"), "holds no JSON object"),
        (lambda f: edited(f, "model_type", "mamba"), "layers of model_type 'mamba'"),
        (lambda f: edited(f, "num_hidden_layers", 0), "num_hidden_layers is 0"),
        (lambda f: edited(f, "num_hidden_layers", 10**6), "at most 4096"),
        (lambda f: edited(f, "num_attention_heads", 3), "3 heads do not divide the width 16"),
        (lambda f: edited(f, "hidden_size", 32), "which config.json does not ask for"),
        (lambda f: edited(f, "quantization_config", {}), "the weights are quantised"),
        (lambda f: (f / FILE).unlink(), "has neither model.safetensors nor"),
        (lambda f: (f / FILE).write_bytes(b"\x08"), "cannot be read"),
        (lambda f: (f / FILE).write_bytes(b"\xff" * 64), "fetch or save it again"),
        (lambda f: retensored(f, lambda t: {"a": t[next(iter(t))]}), "no tensor is called encoder"),
        (lambda f: retensored(f, lambda t: {n: a for n, a in t.items() if ".1." not in n}),
         "no tensor is called bert.encoder.layer.1"),
        (lambda f: retensored(f, lambda t: t | {n[5:]: a for n, a in t.items()}),
         "more than one tensor is called"),
        (lambda f: retensored(f, lambda t: {n: np.full_like(a, np.nan) for n, a in t.items()}),
         "has an entry that is nan"),
        (lambda f: retensored(f, lambda t: {n: a * 1e300 for n, a in t.items()}), "has an entry"),
        (lambda f: retensored(f, lambda t: {n: a.astype("i8") for n, a in t.items()}),
         "holds I64, no floats"),
    ],
)  # fmt: skip
def test_a_broken_folder_is_one_line(tmp_path, breaks, says, capsys):
    made(tmp_path / "model", "bert")
    breaks(tmp_path / "model")
    assert main(["spectrum", str(tmp_path / "model")]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and says in err and str(tmp_path) in err


def test_a_pickle_is_never_loaded(tmp_path, capsys):
    class Trap:
        def __reduce__(self):
            return (tmp_path.joinpath("ran").write_text, ("",))

    made(tmp_path / "model", "bert")
    (tmp_path / "model" / FILE).rename(tmp_path / "model" / "pytorch_model.bin")
    (tmp_path / "model" / "pytorch_model.bin").write_bytes(pickle.dumps(Trap()))
    assert main(["spectrum", str(tmp_path / "model")]) == 2
    assert "is a pickle, refused" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["nowhere", "some/model@main"])
def test_a_name_that_is_nothing_is_one_line(tmp_path, name, capsys, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert main(["spectrum", name]) == 2
    assert "is neither a folder nor a name in the hub's cache" in capsys.readouterr().err


def test_names_of_the_tests_and_of_the_reader_are_the_same_families():
    from verify.checkpoints.config import FAMILIES as read

    assert set(read) == set(NAMES) == set(FAMILIES)
