"""The forward pass of a checkpoint in NumPy, with pieces that can be left out.

Whole, it is the library's own, up to rounding. With every piece left out only attention remains:
tokens x_i, of length 1, go to x_i + sum_h F_h s_i^h, and are divided by their length again.
Deliberately independent of other code for attention: it follows the library, and is what reduced
layers are compared with. A layer runs where its arrays are: see `devices`.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from array_api_compat import array_namespace
from numpy.typing import DTypeLike
from scipy.special import erf

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.devices import beside
from verify.checkpoints.factors import Array
from verify.checkpoints.layers import Norm, StoredLayer
from verify.checkpoints.rotary import turned
from verify.language.mistakes import Mistake


@dataclass(frozen=True)
class Pieces:
    """Which pieces of a model there are.

    embedding: tokens are ids, or vectors of the embedding's width, and go through its sum, norm
    and widening; without it they are states of the model's width. position: learned places are
    added at the start, or queries and keys are turned. biases: of all linear maps. norms: with
    gains, shifts and epsilon, where the model has them; without them every state is divided by its
    length at the start, after attention, and after the feed-forward part, and by nothing before.
    feed_forward: the second half of a layer. own_weights: without them every layer has the weights
    of layer `weights_of`, and its own mask and scale. attention: without it nothing takes its
    place, and each token is alone.
    """

    embedding: bool = True
    position: bool = True
    biases: bool = True
    norms: bool = True
    feed_forward: bool = True
    own_weights: bool = True
    weights_of: int = 0
    attention: bool = True


# Is given the weights of attention, (prompts, heads, tokens, tokens), on their way.
Watch = Callable[[Array], None]
WHOLE = Pieces()
ATTENTION_ONLY = Pieces(False, False, False, False, False, True)


def states(
    checkpoint: Checkpoint,
    tokens: Array,
    pieces: Pieces = WHOLE,
    dtype: DTypeLike = np.float64,
    outputs: Mapping[int, Array] | None = None,
) -> Iterator[Array]:
    """Yield the states (prompts, tokens, d) before the first layer and after each.

    `tokens` (prompts, tokens) are ids, or vectors (prompts, tokens, width): see `Pieces`. The
    last norm, which some models have, is not among the states: `last` applies it. `outputs` are
    output matrices in the place of the checkpoint's, by the first layer that has them.
    """
    outputs = {} if outputs is None else outputs
    current = started(checkpoint, tokens, pieces, dtype)
    yield current
    loaded: tuple[int, LoadedLayer] | None = None
    for layer in checkpoint.layers:
        holder = layer if pieces.own_weights else checkpoint.layers[pieces.weights_of]
        first = holder.same_weights[0]
        if loaded is None or loaded[0] != first:
            arrays = load_layer(holder, pieces, dtype)
            loaded = first, with_output(arrays, outputs[first]) if first in outputs else arrays
        current = through(layer, current, pieces, loaded[1])
        yield current


def last(
    checkpoint: Checkpoint,
    tokens: Array,
    pieces: Pieces = WHOLE,
    dtype: DTypeLike = np.float64,
    outputs: Mapping[int, Array] | None = None,
) -> Array:
    """Return what the model ends with, (prompts, tokens, d): the last state, after the last norm.

    Arguments as those of `states`.
    """
    (current,) = deque(states(checkpoint, tokens, pieces, dtype, outputs), maxlen=1)
    norm = checkpoint.final_norm(dtype) if pieces.norms else None
    return current if norm is None else norm(current)


def started(
    checkpoint: Checkpoint, tokens: Array, pieces: Pieces = WHOLE, dtype: DTypeLike = np.float64
) -> Array:
    """Return the states before the first layer, (prompts, tokens, d)."""
    config = checkpoint.config
    width = config.embedding_width if pieces.embedding else config.width
    ids = np.issubdtype(tokens.dtype, np.integer)
    if tokens.ndim != (2 if ids else 3) or (ids and not pieces.embedding):
        wanted = f"ids (prompts, tokens) or vectors (prompts, tokens, {width})"
        raise ValueError(f"tokens have the shape {tokens.shape}, not {wanted}")
    if not ids and tokens.shape[-1] != width:
        raise ValueError(f"tokens have {tokens.shape[-1]} coordinates, and must have {width}")
    if pieces.position and tokens.shape[1] > config.positions:
        raise Mistake(
            f"{checkpoint.folder}: has {config.positions} positions, but a prompt has "
            f"{tokens.shape[1]} tokens; use shorter ones"
        )
    current = checkpoint.words(tokens, dtype) if ids else np.asarray(tokens, dtype=dtype)
    if pieces.embedding:
        current = _embedded(checkpoint, current, pieces, dtype)
    elif pieces.position and config.position == "learned":
        current = current + _widened(checkpoint, _places(checkpoint, current, dtype), False, dtype)
    return current if pieces.norms else unit(current)


def _embedded(checkpoint: Checkpoint, current: Array, pieces: Pieces, dtype: DTypeLike) -> Array:
    types = checkpoint.whole("types.weight", dtype)
    if types is not None:
        current = current + types[0]
    if pieces.position and checkpoint.config.position == "learned":
        current = current + _places(checkpoint, current, dtype)
    norm = checkpoint.norm("embedding_norm", dtype) if pieces.norms else None
    current = current if norm is None else norm(current)
    return _widened(checkpoint, current, pieces.biases, dtype)


def _places(checkpoint: Checkpoint, current: Array, dtype: DTypeLike) -> Array:
    places = checkpoint.whole("places.weight", dtype)
    assert places is not None
    return places[: current.shape[1]]


def _widened(checkpoint: Checkpoint, current: Array, biases: bool, dtype: DTypeLike) -> Array:
    """Return embeddings in the model's width, where the architecture has narrower ones."""
    widening = checkpoint.whole("widening.weight", dtype)
    if widening is None:
        return current
    bias = checkpoint.whole("widening.bias", dtype) if biases else None
    return _linear(current, widening, bias)


def unit(rows: Array) -> Array:
    """Return tokens divided by their lengths; NaN for 0, which has no direction."""
    xp = array_namespace(rows)
    with np.errstate(invalid="ignore"):
        found: Array = rows / xp.linalg.vector_norm(rows, axis=-1, keepdims=True)
    return found


# ------------------------------------------------------------------ a layer


@dataclass(frozen=True, eq=False)
class LoadedLayer:
    """A layer's arrays, by role, in the type that is computed in; missing ones are None."""

    arrays: dict[str, Array | None]
    attention_norm: Norm | None
    feed_forward_norm: Norm | None

    def moved(self, put: Callable[[Array], Array]) -> LoadedLayer:
        """Return the layer with `put` applied to every array."""
        arrays = {role: None if a is None else put(a) for role, a in self.arrays.items()}
        norms = (self.attention_norm, self.feed_forward_norm)
        return LoadedLayer(arrays, *(None if norm is None else norm.moved(put) for norm in norms))

    def linear(self, role: str, rows: Array) -> Array:
        """Return what the linear map of a role makes of tokens (..., in): (..., out)."""
        matrix = self.arrays[f"{role}.weight"]
        assert matrix is not None
        return _linear(rows, matrix, self.arrays[f"{role}.bias"])


def with_output(loaded: LoadedLayer, matrix: Array) -> LoadedLayer:
    """Return a layer with another output matrix."""
    return replace(loaded, arrays=loaded.arrays | {"output.weight": matrix})


def load_layer(
    layer: StoredLayer, pieces: Pieces = WHOLE, dtype: DTypeLike = np.float64
) -> LoadedLayer:
    """Read the arrays of a layer that the pieces need."""
    roles = ["query", "key", "value", "output"]
    if pieces.feed_forward:
        roles += ["wider", "narrower"] + (["gate"] if layer.config.gated else [])
    arrays: dict[str, Array | None] = {}
    for role in roles:
        arrays[f"{role}.weight"] = layer.matrix(role, dtype)
        arrays[f"{role}.bias"] = layer.bias(role, dtype) if pieces.biases else None
    if not pieces.norms:
        return LoadedLayer(arrays, None, None)
    return LoadedLayer(
        arrays, layer.norm("attention_norm", dtype), layer.norm("feed_forward_norm", dtype)
    )


def through(
    layer: StoredLayer,
    current: Array,
    pieces: Pieces = WHOLE,
    loaded: LoadedLayer | None = None,
    watch: Watch | None = None,
) -> Array:
    """Return the states (prompts, tokens, d) after a layer; `watch` gets attention's weights."""
    arrays = load_layer(layer, pieces, current.dtype) if loaded is None else loaded

    def part(rows: Array, norm: Norm | None, push: Callable[[Array], Array]) -> Array:
        if norm is None:
            return unit(rows + push(rows))
        return rows + push(norm(rows)) if layer.config.norm_first else norm(rows + push(rows))

    def seen(rows: Array) -> Array:
        return attended(layer, rows, pieces, arrays, watch) if pieces.attention else 0 * rows

    current = part(current, arrays.attention_norm, seen)
    if not pieces.feed_forward:
        return current
    return part(current, arrays.feed_forward_norm, lambda rows: fed_forward(layer, rows, arrays))


def attention(
    layer: StoredLayer, rows: Array, pieces: Pieces = WHOLE, loaded: LoadedLayer | None = None
) -> Array:
    """Return the weights A of every head, (prompts, heads, tokens, tokens); rows sum to 1.

    `rows` are what attention sees: states, after the norm where that comes first.
    """
    arrays = load_layer(layer, pieces, rows.dtype) if loaded is None else loaded
    queries = _heads(arrays.linear("query", rows), layer.heads)
    keys = _heads(arrays.linear("key", rows), layer.config.key_value_heads)
    if pieces.position and layer.config.rotary is not None:
        queries, keys = turned(layer.config.rotary, queries), turned(layer.config.rotary, keys)
    xp = array_namespace(rows)
    keys = xp.repeat(keys, layer.heads // layer.config.key_value_heads, axis=1)
    scores = queries @ keys.mT * layer.scale
    scores = xp.where(beside(rows, layer.mask(rows.shape[1])), scores, -math.inf)
    weights = xp.exp(scores - xp.max(scores, axis=-1, keepdims=True))
    found: Array = weights / xp.sum(weights, axis=-1, keepdims=True)
    return found


def attended(
    layer: StoredLayer,
    rows: Array,
    pieces: Pieces = WHOLE,
    loaded: LoadedLayer | None = None,
    watch: Watch | None = None,
) -> Array:
    """Return what attention adds to the tokens, sum_h F_h s_i^h and biases, of their shape."""
    arrays = load_layer(layer, pieces, rows.dtype) if loaded is None else loaded
    values = _heads(arrays.linear("value", rows), layer.config.key_value_heads)
    xp = array_namespace(rows)
    values = xp.repeat(values, layer.heads // layer.config.key_value_heads, axis=1)
    weights = attention(layer, rows, pieces, arrays)
    if watch is not None:
        watch(weights)
    mixed = xp.permute_dims(weights @ values, (0, 2, 1, 3))
    side_by_side = xp.reshape(mixed, (*rows.shape[:2], -1))
    return arrays.linear("output", side_by_side)


def fed_forward(layer: StoredLayer, rows: Array, loaded: LoadedLayer) -> Array:
    """Return what the feed-forward part adds to the tokens, of their shape."""
    activation = ACTIVATIONS[layer.config.activation]
    wide = loaded.linear("wider", rows)
    inner = activation(loaded.linear("gate", rows)) * wide if layer.config.gated else None
    return loaded.linear("narrower", activation(wide) if inner is None else inner)


def _linear(rows: Array, matrix: Array, bias: Array | None) -> Array:
    # All prompts in one product: one for each would read the matrix again, and take twice as long.
    xp = array_namespace(rows)
    flat = xp.reshape(rows, (-1, rows.shape[-1])) @ matrix.T
    product: Array = xp.reshape(flat, (*rows.shape[:-1], matrix.shape[0]))
    return product if bias is None else product + bias


def _heads(rows: Array, heads: int) -> Array:
    """Return heads' coordinates (prompts, heads, tokens, head width) from rows side by side."""
    (prompts, tokens, width), xp = rows.shape, array_namespace(rows)
    apart = xp.reshape(rows, (prompts, tokens, heads, width // heads))
    found: Array = xp.permute_dims(apart, (0, 2, 1, 3))
    return found


# ------------------------------------------------------------------ activations


def _gelu(x: Array) -> Array:
    # The standard has no error function; torch has one of that name, NumPy has SciPy's.
    function = getattr(array_namespace(x), "erf", erf)
    found: Array = x * (1 + function(x / math.sqrt(2))) / 2
    return found


def _gelu_by_tanh(x: Array) -> Array:
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return x / 2 * (1 + _tanh(inner))


def _silu(x: Array) -> Array:
    # By the hyperbolic tangent, as exp(-x) overflows where x is very negative.
    return x / 2 * (1 + _tanh(x / 2))


def _relu(x: Array) -> Array:
    positive: Array = array_namespace(x).clip(x, min=0)
    return positive


def _tanh(x: Array) -> Array:
    found: Array = array_namespace(x).tanh(x)
    return found


ACTIVATIONS: Mapping[str, Callable[[Array], Array]] = MappingProxyType(
    {
        "gelu": _gelu,
        "gelu_new": _gelu_by_tanh,
        "gelu_pytorch_tanh": _gelu_by_tanh,
        "relu": _relu,
        "silu": _silu,
        "swish": _silu,
        "tanh": _tanh,
    }
)
