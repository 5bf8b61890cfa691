"""A layer's matrices against sums written out, and what a norm that comes first leaves of them."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import value_output
from folded import direction, folded_constant, folded_head, folded_layer_matrix, folded_scores
from plain_models import tensors_of
from rounded import DOUBLE, Rounded
from tiny_models import MODELS, made

from verify.checkpoints.checkpoint import load
from verify.checkpoints.factors import MatrixFactors


def bound(*sizes):
    """Twice what fewer than 200 roundings of terms of such sizes come to."""
    return 2 * 200 * DOUBLE * float(np.prod(sizes))


def size(*matrices):
    return float(np.prod([1 + np.linalg.norm(matrix) for matrix in matrices]))


# ------------------------------------------------------------------ storage


def written_out(tensors, model, k):
    """W_Q, W_K, W_V, W_O of layer k as maps of rows, x W, straight from the tensors."""
    match model.split()[0]:
        case "gpt2":
            whole = tensors[f"h.{k}.attn.c_attn.weight"]
            d = len(whole)
            return [whole[:, p * d : (p + 1) * d] for p in range(3)] + [
                tensors[f"h.{k}.attn.c_proj.weight"]
            ]
        case "gpt_neo":
            names = [f"h.{k}.attn.attention.{p}_proj" for p in ("q", "k", "v", "out")]
        case "bert":
            names = [f"encoder.layer.{k}.attention.self.{p}" for p in ("query", "key", "value")]
            names.append(f"encoder.layer.{k}.attention.output.dense")
        case "albert":
            path = "encoder.albert_layer_groups.0.albert_layers.0.attention"
            names = [f"{path}.{p}" for p in ("query", "key", "value", "dense")]
        case _:
            names = [f"layers.{k}.self_attn.{p}_proj" for p in "qkvo"]
    return [tensors[f"{name}.weight"].T for name in names]


@pytest.mark.parametrize("model", [m for m in MODELS if m != "albert in groups"])
def test_matrices_of_heads_are_those_of_the_row_convention_transposed(tmp_path, model):
    """P_h = W_Q^h (W_K^h)^T scale and F_h = (W_V^h W_O^h)^T, entry by entry."""
    checkpoint = load(made(tmp_path, model))
    config, layer = checkpoint.config, checkpoint.layers[1]
    Q, K, V, W = written_out(tensors_of(tmp_path), model, 1)
    width, d = config.head_width, config.width
    scale = 1.0 if model == "gpt_neo" else width**-0.5
    total = np.zeros((d, d))
    for h in range(config.heads):
        g = h * config.key_value_heads // config.heads
        own = range(h * width, (h + 1) * width)
        group = range(g * width, (g + 1) * width)
        P = [
            [
                scale * sum(Q[a, m] * K[b, n] for m, n in zip(own, group, strict=True))
                for b in range(d)
            ]
            for a in range(d)
        ]
        F = [
            [sum(V[b, n] * W[m, a] for m, n in zip(own, group, strict=True)) for b in range(d)]
            for a in range(d)
        ]
        assert np.abs(layer.P(h) - P).max() <= bound(size(Q, K))
        assert np.abs(layer.F(h) - F).max() <= bound(size(V, W))
        total += F
    assert np.abs(layer.F() - total).max() <= bound(size(V, W))
    assert np.linalg.matrix_rank(layer.P(0)) == np.linalg.matrix_rank(layer.F(0)) == width


def test_heads_of_a_group_have_the_same_keys_and_values(tmp_path):
    layer = load(made(tmp_path, "llama")).layers[0]
    assert layer.config.heads == 4 and layer.config.key_value_heads == 2
    for part in (layer.keys, layer.values):
        assert np.array_equal(part(0), part(1)) and np.array_equal(part(2), part(3))
        assert not np.array_equal(part(1), part(2))
    assert not np.array_equal(layer.queries(0), layer.queries(1))
    with pytest.raises(IndexError, match="from 0 to 3"):
        layer.P(4)


@pytest.mark.parametrize("model", ["llama", "llama with biases"])
def test_rotary_scores_depend_on_the_distance_alone(tmp_path, model):
    """Turning the query by i places and the key by j scores as `apart` = i - j does."""
    layer = load(made(tmp_path, model)).layers[0]
    frequencies = layer.config.rotary.frequencies
    x, y = np.random.default_rng(0).normal(size=(2, layer.config.width))

    def turned(vector, place):
        half = len(vector) // 2
        plane = (vector[:half] + 1j * vector[half:]) * np.exp(1j * place * np.array(frequencies))
        return np.concatenate([plane.real, plane.imag])

    q, k = layer.queries(1) @ x, layer.keys(1) @ y
    if model != "llama":
        width = layer.config.head_width  # the second of two heads, and the only group
        q, k = q + layer.bias("query")[width:], k + layer.bias("key")
    for i, j in [(0, 0), (3, 1), (1, 3), (9, 2)]:
        score = layer.scale * turned(q, i) @ turned(k, j)
        assert abs(layer.scores(1, apart=i - j).between(x, y) - score) <= bound(
            10 * size(q, k, x, y)
        )
    assert abs(layer.scores(1, 3).between(x, y) - layer.scores(1, -3).between(x, y)) > 1e-3


def test_masks_are_full_causal_and_local(tmp_path):
    for model, sees in {
        "bert": lambda i, j: True,
        "bert as decoder": lambda i, j: j <= i,
        "gpt2": lambda i, j: j <= i,
        "mistral": lambda i, j: i - 3 < j <= i,
    }.items():
        mask = load(made(tmp_path / model, model)).layers[1].mask(6)
        assert mask.tolist() == [[sees(i, j) for j in range(6)] for i in range(6)]
    neo = load(made(tmp_path / "neo", "gpt_neo")).layers
    assert neo[0].mask(6).sum() == 21 and neo[1].mask(6).sum() == 1 + 2 + 4 * 3


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("role", ["query", "value", "output", "narrower"])
def test_what_is_put_back_is_read_again(tmp_path, model, role):
    """The tensor for a new matrix differs from the old one exactly where that matrix is."""
    layer = load(made(tmp_path, model)).layers[0]
    matrix = layer.matrix(role)
    ((name, stored),) = layer.stored_as(role, 2 * matrix).items()
    old = layer.weights.read(name)
    assert stored.shape == old.shape
    assert (stored != old).sum() == matrix.size
    assert np.array_equal(np.sort(stored[stored != old]), np.sort(2 * matrix.ravel()))
    with pytest.raises(ValueError, match="must have the shape"):
        layer.stored_as(role, matrix[1:])


def test_layers_that_share_their_weights_say_so(tmp_path):
    layers = load(made(tmp_path / "a", "albert in groups")).layers
    assert [layer.same_weights for layer in layers[:4]] == [(0, 2), (1, 3), (0, 2), (1, 3)]
    assert [layer.same_weights for layer in load(made(tmp_path / "b", "bert")).layers] == [
        (0,),
        (1,),
    ]


def test_factors_of_a_square_layer_have_its_heads(tmp_path):
    layer = load(made(tmp_path / "square", "gpt2")).layers[0]
    factors = value_output(layer)
    assert np.abs(factors.layer_matrix - layer.F()).max() == 0
    assert np.abs(factors.head_matrices(2)[1] - layer.F(1)).max() <= bound(size(layer.F(1)))


def test_factors_are_their_product():
    rng = np.random.default_rng(0)
    factors = MatrixFactors(rng.normal(size=(5, 2)), rng.normal(size=(2, 4)))
    columns = rng.normal(size=(4, 3))
    allowed = bound(size(factors.left, factors.right, columns))
    assert factors.shape == (5, 4) and factors.T.shape == (4, 5)
    assert np.abs(factors @ columns - factors.dense() @ columns).max() <= allowed
    assert np.array_equal(factors.T.dense(), factors.dense().T)


# ------------------------------------------------------------------ norms


@pytest.mark.parametrize("model", MODELS)
def test_folded_matrices_act_on_directions_as_the_layer_on_tokens(tmp_path, model):
    """For tokens of any length: scores, pulls, constants; gain, shift and biases included."""
    layer = load(made(tmp_path, model)).layers[1]
    y = np.random.default_rng(1).normal(size=(2, layer.config.width)) * [[0.1], [30.0]]
    exact = replace(layer.attention_norm, epsilon=0.0)
    first, second = exact(y) if layer.config.norm_first else y
    u, v = direction(layer, y)
    for apart in (0, 2):
        scores, folded = layer.scores(1, apart), folded_scores(layer, 1, apart)
        allowed = bound(40 * size(scores.factors.left, scores.factors.right, first, second))
        allowed *= size(scores.left, scores.right, exact.gain) ** 2
        assert abs(folded.between(u, v) - scores.between(first, second)) <= allowed
    allowed = bound(40 * size(layer.matrix("output"), layer.matrix("value"), first, exact.gain))
    whole = folded_layer_matrix(layer) @ u + folded_constant(layer)
    assert np.abs(whole - layer.F() @ first - layer.constant()).max() <= allowed
    heads = sum(folded_head(layer, h).dense() for h in range(layer.heads))
    assert np.abs(heads - folded_layer_matrix(layer).dense()).max() <= allowed


def test_a_folded_gain_is_d_gain_P_gain(tmp_path):
    """P_e = d G P G and F_e = sqrt(d) F G for a root mean square norm, entry by entry."""
    layer = load(made(tmp_path, "llama")).layers[0]
    gain, d = layer.attention_norm.gain, layer.config.width
    expected = d * gain[:, None] * layer.P(2) * gain[None, :]
    assert np.abs(folded_scores(layer, 2).factors.dense() - expected).max() <= bound(
        d, size(expected)
    )
    expected = np.sqrt(d) * layer.F(2) * gain[None, :]
    assert np.abs(folded_head(layer, 2).dense() - expected).max() <= bound(d, size(expected))


@pytest.mark.parametrize("kind", ["bert", "llama"])
def test_norms_are_the_formulas(tmp_path, kind):
    layer = load(made(tmp_path, kind)).layers[0]
    norm, x = layer.attention_norm, np.array([3.0, -1.0, 2.0, 0.5, 0.0, 1.0, -2.0, 4.0])
    mean = sum(x) / 8 if kind == "bert" else 0.0
    spread = (sum((each - mean) ** 2 for each in x) / 8 + norm.epsilon) ** 0.5
    shift = norm.shift if kind == "bert" else np.zeros(8)
    expected = [
        g * (each - mean) / spread + b for g, each, b in zip(norm.gain, x, shift, strict=True)
    ]
    assert np.abs(norm(x) - expected).max() <= bound(size(norm.gain, x))
    assert (norm.shift is None) == (kind == "llama")


def test_the_bounds_can_fail():
    """A matrix changed in its ninth digit is not within what rounding explains."""
    matrix = np.ones((8, 8))
    assert np.abs(1e-9 * matrix).max() > bound(size(matrix, matrix))
    exact = Rounded(matrix, 0 * matrix, DOUBLE)
    assert np.abs(1e-9 * matrix).max() > (exact @ exact).error.max()
