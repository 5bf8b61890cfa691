"""Steering a layer by a rank-one change of its output matrix: W' = W + c u r^T.

V has the value matrices of all heads below each other, F = W V. With r^T = w^T V^+ the layer matrix
becomes F' = F + c u w^T, for w in the span of V's rows. Unless another w is asked for it is the
multiple of V^+ V u for which w^T u = 1, so u itself where V is invertible. A token x_i that the
unchanged layer takes to z_i, before any norm, goes to

    y_i = z_i + c beta_i u,    beta_i = sum_h w_h^T s_i^h = r^T o_i,

with o_i = (V_h s_i^h)_h what its heads hand to the output matrix, biases included. So its alignment
with u is known before anything is written. Of several pushes in one layer each has the others in
its W and z_i. What is written is rounded to the type the checkpoint has; `Effect.bound` says how
far that, and the arithmetic, may move the alignment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.checkpoint import Checkpoint
from verify.checkpoints.covectors import for_all_heads, gamma, least_covector, towards
from verify.checkpoints.factors import Array
from verify.checkpoints.forward import (
    ATTENTION_ONLY,
    LoadedLayer,
    Pieces,
    attended,
    load_layer,
    states,
    with_output,
)
from verify.checkpoints.layers import StoredLayer
from verify.checkpoints.safetensors import decoded
from verify.checkpoints.writing import encode
from verify.language.mistakes import Mistake
from verify.numerics.layer_matrices import alignment, steered_alignment

LARGEST = 2.0**500  # of what is squared: far from where squares overflow
# By stored type: the largest relative rounding error, and that of the smallest numbers, absolute.
ROUNDING: Mapping[str, tuple[float, float]] = {
    "F64": (0.0, 0.0),
    "F32": (2.0**-24, 2.0**-150),
    "F16": (2.0**-11, 2.0**-25),
    "BF16": (2.0**-8, 2.0**-134),
}


# ------------------------------------------------------------------ the change


@dataclass(frozen=True, eq=False)
class Push:
    """What is asked for: add c u w^T to a layer's matrix; without w the one that is like u."""

    u: Array
    strength: float
    layer: int = -1
    w: Array | None = None


@dataclass(frozen=True, eq=False)
class Steering:
    """A change that is decided and not written, alone or with others.

    `u`, `w` (d,) and `row` = r (H head widths,) as above; `output` is W, with whatever else is
    pushed in this layer, `stored` is W' as it will be read back, both (d, H head widths); `changed`
    is the one tensor that differs, by its name. `sizes` is what the roundings of both are relative
    to, of `pushes` in this layer; `outputs` has W' of every layer that is steered, by the first one
    with its weights.
    """

    checkpoint: Checkpoint
    number: int
    u: Array
    w: Array
    row: Array
    strength: float
    output: Array
    stored: Array
    changed: Mapping[str, Array]
    sizes: Array
    pushes: int
    outputs: Mapping[int, Array]

    @property
    def layer(self) -> StoredLayer:
        """The layer that is steered."""
        return self.checkpoint.layers[self.number]

    @property
    def tensor(self) -> str:
        """The name of the tensor that is changed."""
        return next(iter(self.changed))

    @property
    def dtype(self) -> str:
        """How the changed tensor is stored: F64, F32, F16 or BF16."""
        return self.checkpoint.weights.dtype(self.tensor)

    @property
    def layers_changed(self) -> tuple[int, ...]:
        """The layers that have these weights, and are all changed."""
        return self.layer.same_weights

    @property
    def alone(self) -> bool:
        """Whether nothing else is steered: no other layer, and no other direction here."""
        return len(self.layers_changed) == len(self.outputs) == self.pushes == 1

    def uncertainty(self) -> Array:
        """Return for each entry of W' how far the stored one may be from W + c u r^T, (d, m).

        A push takes two roundings, and each sum one a push: in W' and, but for one alone, in W.
        """
        relative, absolute = ROUNDING[self.dtype]
        computed = gamma(2 * self.pushes + 3) * self.sizes
        exact = np.abs(self.output + self.strength * np.outer(self.u, self.row)) + computed
        return np.asarray(computed + relative * exact + absolute)

    def missed(self) -> float:
        """Return the norm of r^T V - w^T over that of w: 0 but for the rounding in solving."""
        values = self.layer.value_output_factors().right
        return float(np.linalg.norm(values.T @ self.row - self.w) / np.linalg.norm(self.w))


def steer(
    checkpoint: Checkpoint, u: Array, strength: float, layer: int = -1, w: Array | None = None
) -> Steering:
    """Return the change that adds c u w^T to a layer's matrix; u is a unit vector (d,).

    Of a given w (d,) the part in the span of V's rows is taken, V^+ V w. Raises Mistake where that
    is 0, or where the new weights are too large for the type they are stored in.
    """
    return steer_all(checkpoint, [Push(u, strength, layer, w)])[0]


def steer_all(checkpoint: Checkpoint, pushes: Sequence[Push]) -> tuple[Steering, ...]:
    """Return the changes of several pushes that are made together, in their order.

    Each is told beside all others: what its law calls unsteered has them. Raises Mistake as `steer`
    does, and where layers that are given as different ones have the same weights.
    """
    count, by_layer = checkpoint.config.layers, dict[int, list[Push]]()
    for push in pushes:
        by_layer.setdefault(push.layer % count, []).append(push)
    first = {number: checkpoint.layers[number].same_weights for number in by_layer}
    for number, alike in first.items():
        twice = [other for other in by_layer if other != number and other in alike]
        if twice:
            raise Mistake(
                f"--layers: {number} and {twice[0]} share weights and are steered together; "
                "give one of them"
            )
    together: dict[int, Array] = {}
    found = {
        number: _in_layer(checkpoint, number, each, together) for number, each in by_layer.items()
    }
    taken = {number: iter(each) for number, each in found.items()}
    return tuple(next(taken[push.layer % count]) for push in pushes)


def _in_layer(
    checkpoint: Checkpoint, number: int, pushes: Sequence[Push], together: dict[int, Array]
) -> list[Steering]:
    """Return the changes of one layer; what it will be is put into `together`."""
    held = checkpoint.layers[number]
    factors = held.value_output_factors()
    found = []
    for push in pushes:
        row, w = (
            towards(held, push.u)
            if push.w is None
            else least_covector(held.matrix("value"), push.w)
        )
        found.append((push, for_all_heads(row, checkpoint.config), w))
    with np.errstate(over="ignore", invalid="ignore"):
        added = [push.strength * np.outer(push.u, row) for push, row, _ in found]
        matrix = _summed(factors.left, added)
        sizes = np.asarray(np.abs(factors.left) + sum(np.abs(each) for each in added))
        size = sizes.sum() * max(1.0, np.abs(factors.right).sum())
    if not size < LARGEST:
        largest = max((push.strength for push in pushes), key=abs)
        raise Mistake(f"--strength: {largest:g} makes weights too large; use a smaller one")
    changed = held.stored_as("output", matrix)
    (name,) = changed
    dtype = checkpoint.weights.dtype(name)
    back = decoded(encode(changed[name], dtype, f"--strength: the tensor {name}"), dtype)
    laid_out = back.T if held.sources["output.weight"].transposed else back
    # A conversion keeps the layout, which is the one that the layer will read: so sums are taken in
    # the same order, to the last bit.
    stored = together[held.same_weights[0]] = np.asarray(laid_out.astype(float))
    return [
        Steering(
            checkpoint, number, push.u, w, row, push.strength,
            _summed(factors.left, [each for j, each in enumerate(added) if j != k]), stored,
            changed, sizes, len(pushes), together,
        )
        for k, (push, row, w) in enumerate(found)
    ]  # fmt: skip


def _summed(first: Array, others: Sequence[Array]) -> Array:
    for each in others:
        first = first + each
    return first


# ------------------------------------------------------------------ what it does to tokens


@dataclass(frozen=True, eq=False)
class Effect:
    """What the law says of each token, right after the steered attention, (prompts, tokens) each.

    `beta`; `along` and `beside`, the parts of z_i in the direction u and orthogonal to it; the
    alignment `before` and `predicted`, and by how much a measured one may differ at most, `bound`;
    `error`, a bound on the length of what is measured less what the law has.
    """

    strength: float
    beta: Array
    along: Array
    beside: Array
    before: Array
    predicted: Array
    bound: Array
    error: Array

    @property
    def length(self) -> Array:
        """The lengths of z_i."""
        return np.asarray(np.hypot(self.along, self.beside))

    @property
    def push(self) -> Array:
        """The lengths |c beta_i| of what is added."""
        return np.asarray(np.abs(self.strength * self.beta))

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Where beta_i is 0 up to rounding, in storage or arithmetic: no strength helps."""
        return np.asarray(self.push <= self.error)

    @property
    def weak(self) -> NDArray[np.bool_]:
        """Where the push is not lost, and no longer than z_i: it may end on any side of u."""
        return np.asarray(~self.lost & (self.push <= self.length))

    @property
    def strong(self) -> NDArray[np.bool_]:
        """Where the push is ten times as long as z_i: then the sine of the angle is below 1/10."""
        return np.asarray(~self.lost & (self.push >= 10 * self.length))

    @property
    def limit(self) -> Array:
        """The leading term of 1 - alignment as |c| grows, |beside|^2 / (2 c^2 beta^2)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray((self.beside / self.push) ** 2 / 2)

    def needed(self, level: float) -> Array:
        """Return the |c|, of c's sign, from which on the alignment is at least `level` < 1."""
        target = self.beside * level / np.sqrt(1 - level * level)
        towards = np.sign(self.strength * self.beta) * self.along
        with np.errstate(divide="ignore", invalid="ignore"):
            sizes = np.maximum(target - towards, 0) / np.abs(self.beta)
        return np.asarray(np.where(self.lost, np.inf, sizes))


def predict(steering: Steering, tokens: Array, pieces: Pieces = ATTENTION_ONLY) -> Effect:
    """Return what the law says of tokens; arguments as those of `forward.states`.

    Where other layers are steered, too, as those with the same weights are, tokens come through
    them as they will be stored, and the law is applied to the layer itself.
    """
    layer, c, u = steering.layer, steering.strength, steering.u
    on_its_way = states(steering.checkpoint, tokens, pieces, outputs=steering.outputs)
    rows = next(islice(on_its_way, steering.number, None))
    loaded = load_layer(layer, pieces)
    handed = _handed(layer, rows, pieces, loaded)
    bias = loaded.arrays["output.bias"]
    unsteered = rows + handed @ steering.output.T + (0.0 if bias is None else bias)
    beta = handed @ steering.row
    flat = unsteered.reshape(-1, unsteered.shape[-1])
    predicted = steered_alignment(flat, c * beta.reshape(-1), u).reshape(beta.shape)
    along = unsteered @ u
    beside = np.linalg.norm(unsteered - along[..., None] * u, axis=-1)
    error = _error(steering, rows, handed, bias)
    return Effect(
        c,
        beta,
        along,
        beside,
        alignment(flat, u[:, None]).reshape(beta.shape),
        predicted,
        _turned(np.hypot(along + c * beta, beside), beside, error, len(u)),
        error,
    )


def measure_all(
    checkpoint: Checkpoint,
    wanted: Sequence[tuple[int, Array]],
    tokens: Array,
    pieces: Pieces = ATTENTION_ONLY,
) -> tuple[list[Array], Array]:
    """Return the alignment with each u right after its layer's attention, and the last states.

    Each alignment is one of (prompts, tokens); all are measured in one pass.
    """
    found: list[Array] = [np.empty(0)] * len(wanted)
    for passed, rows in enumerate(states(checkpoint, tokens, pieces)):
        for k, (number, u) in enumerate(wanted):
            if passed == number:
                found[k] = after_attention(checkpoint.layers[number], u, rows, pieces)
    return found, rows


def after_attention(layer: StoredLayer, u: Array, rows: Array, pieces: Pieces) -> Array:
    """Return the alignment with u of states (prompts, tokens, d) that took a layer's attention."""
    loaded = load_layer(layer, pieces)
    after = rows + attended(layer, _seen(layer, rows, loaded), pieces, loaded)
    return alignment(after.reshape(-1, len(u)), u[:, None]).reshape(after.shape[:-1])


def at_the_end(ends: Array, u: Array) -> float:
    """Return the mean alignment with u of what a model ends with, (prompts, tokens, d)."""
    return float(alignment(ends.reshape(-1, len(u)), u[:, None]).mean())


def _seen(layer: StoredLayer, rows: Array, loaded: LoadedLayer) -> Array:
    """Return what attention sees of the states: their norms, where these come first."""
    norm = loaded.attention_norm
    return norm(rows) if norm is not None and layer.config.norm_first else rows


def _handed(layer: StoredLayer, rows: Array, pieces: Pieces, loaded: LoadedLayer) -> Array:
    """Return o_i, (prompts, tokens, m): what attention gives if its output matrix is 1."""
    open_ended = with_output(loaded, np.eye(layer.heads * layer.config.head_width))
    open_ended = replace(open_ended, arrays=open_ended.arrays | {"output.bias": None})
    return attended(layer, _seen(layer, rows, loaded), pieces, open_ended)


# ------------------------------------------------------------------ how far off it may be


def _error(steering: Steering, rows: Array, handed: Array, bias: Array | None) -> Array:
    """Bound the length of what is measured less what the law has, for each token.

    Both start from the same o_i: states and attention are computed by the same operations on the
    same numbers. They differ by how W' is stored, and by the rounding of sums of m products: W' o,
    W o, r^T o, and the additions to x and b.
    """
    size, c = np.abs(handed), abs(steering.strength)
    stored = np.linalg.norm(size @ steering.uncertainty().T, axis=-1)
    own = np.abs(rows) + (0.0 if bias is None else np.abs(bias))
    sums = own + size @ (np.abs(steering.output) + np.abs(steering.stored)).T
    pushed = c * (size @ np.abs(steering.row))
    # Parts along u and beside it are sums of d products: of z, and of the push.
    terms = gamma(handed.shape[-1] + 4) + gamma(rows.shape[-1] + 6)
    return np.asarray(stored + 2 * terms * (np.linalg.norm(sums, axis=-1) + pushed))


def _turned(length: Array, beside: Array, error: Array, width: int) -> Array:
    """Bound the change of the cosine if a vector of that length changes by at most `error`.

    The angle changes by t with sin t <= error / length, and cos by t (sin + t / 2) at most.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        sine = np.where(error < length, error / length, 1.0)
        turn = np.where(error < length, np.arcsin(np.minimum(sine, 1.0)), np.inf)
        bound = turn * (np.minimum(beside / length, 1.0) + turn / 2)
    own = 4 * gamma(2 * width + 8)  # quotients of sums of d squares, once in each
    return np.asarray(np.minimum(np.where(np.isfinite(turn), bound, 1.0) + own, 1.0))
