"""Loading, layer matrices and forward passes against the library that the checkpoints come from.

Bounds are those of a running error analysis (`rounded.py`), for the precision the library computes
in: it takes GPT-Neo's scores, and a Llama's norms, softmax and angles, in single precision always.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from by_matrices import constant, pulled, weighted
from headers import written
from plain_models import Plain
from rounded import DOUBLE, SINGLE, Rounded
from test_fuzzed_headers import fuzzed
from tiny_models import MODELS, made, off_by

from verify.checkpoints.checkpoint import load
from verify.checkpoints.forward import started, through
from verify.checkpoints.safetensors import open_tensors
from verify.checkpoints.writing import write_checkpoint
from verify.language.mistakes import Mistake

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

IDS = np.array([[3, 1, 4, 1, 5, 9, 2]])
# In each layer: who takes the queries, who puts the heads together, and the norm of attention.
PARTS = {
    "gpt2": ("h.{inside}.attn.c_attn", "h.{inside}.attn.c_proj", "h.{inside}.ln_1"),
    "gpt_neo": (
        "h.{inside}.attn.attention.q_proj",
        "h.{inside}.attn.attention.out_proj",
        "h.{inside}.ln_1",
    ),
    "bert": (
        "encoder.layer.{inside}.attention.self.query",
        "encoder.layer.{inside}.attention.output.dense",
        "encoder.layer.{inside}.attention.output.LayerNorm",
    ),
    "albert": (
        "encoder.albert_layer_groups.{group}.albert_layers.{inside}.attention.query",
        "encoder.albert_layer_groups.{group}.albert_layers.{inside}.attention.dense",
        "encoder.albert_layer_groups.{group}.albert_layers.{inside}.attention.LayerNorm",
    ),
    "llama": (
        "layers.{inside}.self_attn.q_proj",
        "layers.{inside}.self_attn.o_proj",
        "layers.{inside}.input_layernorm",
    ),
}


@pytest.fixture(autouse=True)
def quiet():
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()


def library(folder):
    """The library's model of a folder, in double precision wherever it does not insist."""
    model, told = transformers.AutoModel.from_pretrained(
        folder, output_loading_info=True, attn_implementation="eager", dtype=torch.float32
    )
    # The pooler stands after what is compared, and is not written.
    assert all("pooler" in name for name in told["missing_keys"])
    assert not told["unexpected_keys"] and not told["mismatched_keys"]
    return model.double().eval()


def roundoff(model):
    return DOUBLE if model.split()[0] in ("gpt2", "bert", "albert") else SINGLE


def run(model, ids=IDS, **options):
    with torch.no_grad():
        return model(input_ids=torch.tensor(ids), output_hidden_states=True, **options)


def agrees(folder, model, u, most=2**20):
    """Compare ours and the library's, layer by layer, each from the library's state before it.

    `most` units of rounding are a bound that still compares something, with states of size 1.

    So a bound is that of one layer's roundings; over several they grow beyond what compares
    anything. The library gives the state after its last layer only after the last norm.
    """
    checkpoint, plain = load(folder), Plain(folder, u)
    out = run(model)
    theirs = [state[0].numpy() for state in out.hidden_states[:-1]]
    theirs.append(out.last_hidden_state[0].numpy())
    start = plain.start(IDS[0])
    assert off_by(theirs[0], start) <= 0 and off_by(started(checkpoint, IDS)[0], start) <= 0
    # Of layers inside a group the library shows only what the group ends with.
    inside = checkpoint.config.layers // (len(theirs) - 1)
    for k in range(len(theirs) - 1):
        mine, bound = theirs[k][None], theirs[k]
        for m in range(inside * k, inside * (k + 1)):
            mine, bound = through(checkpoint.layers[m], mine), plain.after(m, bound)
        if k == len(theirs) - 2 and (norm := checkpoint.final_norm()):
            mine, bound = norm(mine), plain.end(bound)
        assert off_by(theirs[k + 1], bound) <= 0 and off_by(mine[0], bound) <= 0
        assert bound.error.max() < most * u, "a bound that large would compare nothing"


@pytest.mark.parametrize("model", MODELS)
def test_every_layer_of_the_forward_pass(tmp_path, model):
    agrees(made(tmp_path, model), library(tmp_path), roundoff(model))


@pytest.mark.parametrize("model", MODELS)
def test_layer_matrices_masks_and_norms(tmp_path, model):
    """Attention weights from P_h, what attention adds from F_h, and the norm: module by module."""
    layer = load(made(tmp_path, model)).layers[1]
    theirs, seen = library(tmp_path), {}
    group, inside = layer.config.weights_of[1]
    names = [n.format(group=group, inside=inside) for n in PARTS[layer.config.architecture]]
    for role, name in zip(("query", "output", "norm"), names, strict=True):
        theirs.get_submodule(name).register_forward_hook(
            lambda _, given, out, role=role: seen.setdefault(role, []).append(
                (given[0][0].numpy(), out[0].numpy())
            )
        )
    weights = run(theirs, output_attentions=True).attentions[1][0].numpy()
    turns = layer.same_weights.index(1)  # a shared module runs once for each of its layers
    (x, _), (_, added), (before, after) = (seen[r][turns] for r in ("query", "output", "norm"))
    u = roundoff(model)
    X, n = Rounded(x, np.zeros_like(x), u), len(x)
    mask = layer.mask(n)
    assert np.array_equal(weights > 0, np.broadcast_to(mask, weights.shape))
    for h in range(layer.heads):
        assert off_by(weights[h], weighted(layer, h, X)) <= 0
    total = pulled(layer, X) + constant(layer, X)
    assert off_by(added, total) <= 0
    assert total.error.max() < 2**20 * u, "a bound that large would compare nothing"
    norm = getattr(Plain(tmp_path, u), f"{layer.config.norm}_norm")
    bounds = norm(Rounded(before, np.zeros_like(before), u), names[2], layer.config.epsilon)
    assert off_by(after, bounds) <= 0 and off_by(layer.attention_norm(before), bounds) <= 0


HEADS = {
    "gpt2": "GPT2LMHeadModel",
    "gpt_neo": "GPTNeoForCausalLM",
    "bert": "BertForMaskedLM",
    "albert": "AlbertForMaskedLM",
    "llama": "LlamaForCausalLM",
    "mistral": "MistralForCausalLM",
    "qwen2": "Qwen2ForCausalLM",
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("name", HEADS)
def test_what_the_library_saves_is_what_is_read(tmp_path, name, dtype):
    """Configuration, names, shards and types as the library writes them; weights bit for bit."""
    model = getattr(transformers, HEADS[name])(
        transformers.AutoConfig.from_pretrained(made(tmp_path / "made", name))
    ).to(dtype)
    model.save_pretrained(tmp_path / "saved", max_shard_size="1KB")
    checkpoint = load(tmp_path / "saved")
    assert len(checkpoint.weights.files) > 1
    held = model.state_dict()
    for tensor in checkpoint.names.values():
        mine, theirs = checkpoint.weights.read(tensor), held[tensor].double().numpy()
        assert np.array_equal(mine, theirs)
    agrees(tmp_path / "saved", model.base_model.double().eval(), roundoff(name))


@pytest.mark.parametrize(
    "scaling",
    [
        {"rope_type": "linear", "factor": 4.0},
        {
            "rope_type": "llama3",
            "factor": 8.0,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": 16,
        },
    ],
)
def test_stretched_positions(tmp_path, scaling):
    base, folder = 50.0, made(tmp_path, "llama", head_dim=8, rope_theta=50.0, rope_scaling=scaling)
    theirs = library(folder).rotary_emb.inv_freq.numpy()
    mine = np.array(load(folder).config.rotary.frequencies)
    # The exponent is rounded, then its power, and some ten operations stretch the wave.
    assert np.max(np.abs(theirs / mine - 1)) <= (np.log(base) + 16) * SINGLE
    plain = base ** (-np.arange(4) / 4)
    assert np.max(np.abs(mine / plain - 1)) > 0.5


@pytest.mark.parametrize("model", ["gpt2", "gpt_neo", "bert", "albert", "llama"])
def test_a_changed_output_matrix_is_what_the_library_then_runs(tmp_path, model):
    layer = load(made(tmp_path / "source", model)).layers[-1]
    steered = layer.matrix("output") + np.outer(np.arange(8), np.ones(8))
    write_checkpoint(tmp_path / "source", tmp_path / "target", layer.stored_as("output", steered))
    agrees(tmp_path / "target", library(tmp_path / "target"), roundoff(model))
    with pytest.raises(AssertionError):
        agrees(tmp_path / "source", library(tmp_path / "target"), roundoff(model))


def test_files_written_here_are_read_by_the_format_s_own_library(tmp_path):
    reader = pytest.importorskip("safetensors.numpy")
    made(tmp_path, "bert")
    mine = load(tmp_path).weights
    theirs = reader.load_file(tmp_path / "model.safetensors")
    assert set(theirs) == set(mine.holders)
    assert all(np.array_equal(mine.read(name), theirs[name]) for name in theirs)


def test_the_format_s_own_library_reads_whatever_is_read_here(tmp_path):
    """Of files changed at random, ours refuses more: it never reads what the library refuses."""
    reader = pytest.importorskip("safetensors")
    accepted = 0
    for seed in range(500):
        folder = written(tmp_path, fuzzed(seed))
        try:
            mine = open_tensors(folder, "model.safetensors")
        except Mistake:
            continue
        with reader.safe_open(folder / "model.safetensors", "np") as theirs:
            assert set(theirs.keys()) == set(mine.tensors)
        accepted += 1
    assert accepted > 20, "the fuzz no longer meets files that are read"
