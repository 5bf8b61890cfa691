"""A steered checkpoint as tidy rows: one for each token of each prompt, setting and change."""

from __future__ import annotations

from collections.abc import Sequence

from verify.checkpoints.rows import Row, Rows
from verify.checkpoints.steering_run import Measurement, Prediction


def steering_rows(
    directions: Sequence[str],
    predicted: Sequence[Prediction],
    measured: Sequence[Measurement] | None,
) -> Rows:
    """Return what was predicted and measured of every token; `measured` is None where nothing was.

    Alignments are |cos| with the direction, right after the attention that is steered.
    """
    rows: list[Row] = []
    for k, each in enumerate(predicted):
        about: Row = {
            "checkpoint": each.steering.checkpoint.name,
            "layer": each.steering.number,
            "direction": directions[k],
            "strength": each.steering.strength,
        }
        for name, effect in each.effects.items():
            found = None if measured is None else measured[k].alignments[name]
            prompts, tokens = effect.beta.shape
            for at in ((prompt, token) for prompt in range(prompts) for token in range(tokens)):
                rows.append(
                    about
                    | {
                        "setting": name,
                        "prompt": at[0],
                        "token": at[1],
                        "beta": float(effect.beta[at]),
                        "before": float(effect.before[at]),
                        "predicted": float(effect.predicted[at]),
                        "bound": float(effect.bound[at]),
                        "measured": None if found is None else float(found[at]),
                    }
                )
    return Rows(tuple(rows))
