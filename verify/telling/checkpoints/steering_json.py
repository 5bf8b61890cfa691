"""A steered checkpoint as plain data: what was predicted, and what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from verify.checkpoints.factors import Array
from verify.checkpoints.steered_model import WholeModel
from verify.checkpoints.steering import Effect, Steering
from verify.checkpoints.steering_run import Foretold, Measurement
from verify.telling.checkpoints.steered_model_text import whole_json
from verify.telling.checkpoints.steering_text import LEVEL, warnings

SCHEMA = "verify.steer/1"


def steering_json(
    directions: Sequence[str],
    covectors: Sequence[str] | None,
    seed: int,
    predicted: Sequence[Foretold],
    measured: Sequence[Measurement] | None,
    whole: WholeModel,
) -> dict[str, Any]:
    """Return all of it as plain data in the schema verify.steer/1; tables are by prompt, token.

    `directions` and `covectors` are as they were asked for; None is u itself. What is steered
    first stands by itself, and `further` has all others.
    """
    each = [
        _change(
            name,
            None if covectors is None else covectors[k % len(covectors)],
            seed,
            predicted[k],
            None if measured is None else measured[k],
        )
        for k, name in enumerate(directions)
    ]
    common = ("schema", "checkpoint", "model_type", "seed")
    further = [{key: said[key] for key in said if key not in common} for said in each[1:]]
    return each[0] | {"whole_model": whole_json(whole), "further": further}


def _change(
    direction: str,
    covector: str | None,
    seed: int,
    predicted: Foretold,
    measured: Measurement | None,
) -> dict[str, Any]:
    steering, value = predicted.steering, predicted.eigenvalue
    shared = not steering.alone
    settings = [
        _setting(name, effect, None if measured is None else measured.alignments[name], shared)
        for name, effect in predicted.effects.items()
    ]
    return {
        "schema": SCHEMA,
        "checkpoint": str(steering.checkpoint.folder),
        "model_type": steering.checkpoint.config.model_type,
        "direction": direction,
        "covector": covector,
        "strength": steering.strength,
        "seed": seed,
        "change": _change_json(steering),
        "eigenvalue": {
            "law": value.law,
            "predicted": _parts(value.predicted),
            "measured": _parts(value.measured),
            "bound": value.bound,
        },
        "settings": settings,
        "warnings": warnings(predicted, measured),
        "written": None if measured is None else _written(predicted, measured),
    }


def _change_json(steering: Steering) -> dict[str, Any]:
    return {
        "layer": steering.number,
        "layers_changed": list(steering.layers_changed),
        "tensor": steering.tensor,
        "dtype": steering.dtype,
        "w_norm": float(np.linalg.norm(steering.w)),
        "w_times_u": float(steering.w @ steering.u),
        "missed": steering.missed(),
    }


def _setting(name: str, effect: Effect, found: Array | None, shared: bool) -> dict[str, Any]:
    return {
        "name": name,
        "beta": effect.beta.tolist(),
        "along": effect.along.tolist(),
        "beside": effect.beside.tolist(),
        "before": effect.before.tolist(),
        "predicted": effect.predicted.tolist(),
        "bound": effect.bound.tolist(),
        "leading_term": effect.limit.tolist(),
        "measured": None if found is None else found.tolist(),
        "strength_needed": {str(LEVEL): None if shared else effect.needed(LEVEL).tolist()},
        "beta_is_zero": int(effect.lost.sum()),
        "push_below_length": int(effect.weak.sum()),
        "push_above_ten_lengths": int(effect.strong.sum()),
    }


def _written(predicted: Foretold, measured: Measurement) -> dict[str, Any]:
    ends = measured.ends
    end = {"before": ends.before, "after": ends.after, "library": ends.library}
    return {
        "folder": str(measured.written.folder),
        "roundings": dict(measured.written.roundings),
        "left_out": list(measured.written.left_out),
        "agrees": measured.agrees(predicted),
        "end_of_model": end | ({"trouble": ends.trouble} if ends.trouble else {}),
    }


def _parts(value: complex | None) -> Sequence[float] | None:
    return None if value is None else [value.real, value.imag]
