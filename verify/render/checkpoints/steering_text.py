"""A steered layer, on a terminal and as JSON (schema verify.steer/1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from verify.checkpoints.steering import Steering
from verify.render.checkpoints.numbers import short
from verify.render.screen import Screen, table, wrapped

SCHEMA = "verify.steer/1"
HEADER = ("mean cosine with u", "as it is", "rank one", "the law says", "one added bias")
NOTE = (
    "The cosine has its sign: at 1 tokens point to u, at -1 away from it. A token that attention "
    "takes to z goes to z + c beta u. beta differs from token to token, also in its sign, so that "
    "tokens may be turned to -u. The bias adds a multiple of u to every token, {bias}, as long as "
    "the pushes c beta u in the mean."
)


def steering_lines(name: str, direction: str, found: Steering, screen: Screen) -> list[str]:
    """Return the cosines first, then what was changed and how exact the law was."""
    rows = [
        (
            f"after the attention of layer {found.number}", _mean(found.before),
            _mean(found.measured), _mean(found.predicted), _mean(found.biased),
        ),
        ("at the end of the model", _mean(found.end_before), _mean(found.end_after), "",
         _mean(found.end_biased)),
    ]  # fmt: skip
    if found.losses:
        losses = (f"{np.mean(found.losses[key]):.4f}" for key in ("before", "after", "bias"))
        before, after, biased = losses
        rows.append(("next-token loss, nats", before, after, "", biased))
    lines = table(HEADER, rows, screen, elastic=0, right=(1, 2, 3, 4))
    away = int((found.strength * found.beta < 0).sum())
    prompts, tokens = found.beta.shape
    told = (
        f"{name}, layer {found.number} towards {direction}, c = {found.strength:g}: F becomes "
        f"F + c u w^T with |u| = 1, |w| = {found.w_size:.4g} and w^T u = 1. On {prompts} prompts "
        f"of {tokens} tokens |beta| is {short(float(np.abs(found.beta).mean()))} in the mean, and "
        f"c beta < 0 for {away} of {found.beta.size} tokens. No cosine differs from the law's by "
        f"more than {found.apart:.1g}."
    )
    lines += ["", *wrapped(NOTE.format(bias=short(found.bias)), screen.width), ""]
    lines += wrapped(told, screen.width)
    return [*lines, *([f"No loss: {found.no_loss}."] if found.no_loss else [])]


def _mean(cosines: Any) -> str:
    return f"{float(np.mean(cosines)):+.3f}"


def steering_json(name: str, direction: str, seed: int, found: Steering) -> dict[str, Any]:
    """Return the same as plain data, with every token's numbers."""
    cosines = ("beta", "before", "predicted", "measured", "biased")
    return {
        "schema": SCHEMA,
        "checkpoint": name,
        "layer": found.number,
        "direction": direction,
        "strength": found.strength,
        "bias": found.bias,
        "seed": seed,
        "mean_cosines": {
            each: float(getattr(found, each).mean())
            for each in (*cosines[1:], "end_before", "end_after", "end_biased")
        },
        "tokens": {each: getattr(found, each).tolist() for each in cosines},
        "largest_difference": found.apart,
        "losses": {key: losses.tolist() for key, losses in found.losses.items()},
    }
