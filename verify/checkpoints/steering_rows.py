"""A steered checkpoint as tidy rows: one a token, setting and change, and one a prompt's end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verify.checkpoints.rows import Row, Rows
from verify.checkpoints.steered_model import WholeModel
from verify.checkpoints.steering_run import Foretold, Measurement

END = "end of the whole model"


def steering_rows(
    directions: Sequence[str],
    predicted: Sequence[Foretold],
    measured: Sequence[Measurement] | None,
    whole: WholeModel,
) -> Rows:
    """Return what was predicted and measured of every token; `measured` is None where nothing was.

    Alignments are |cos| with the direction, right after the attention that is steered. Rows of the
    setting `END` have the mean over a prompt's tokens of what the whole model ends with, and its
    next-token loss in nats, before and after.
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
                        "loss_before": None,
                        "loss_after": None,
                    }
                )
    return Rows(tuple(rows) + tuple(_ends(predicted[0].steering.checkpoint.name, whole)))


def _ends(checkpoint: str, whole: WholeModel) -> Iterator[Row]:
    for each in whole.directions:
        for prompt, ids in enumerate(whole.prompts):
            lost = [
                None if loss is None or len(ids) < 2 else float(loss[prompt])
                for loss in (whole.loss_before, whole.loss_after)
            ]
            yield {
                "checkpoint": checkpoint,
                "layer": None,
                "direction": each.name,
                "strength": None,
                "setting": END,
                "prompt": prompt,
                "token": None,
                "beta": None,
                "before": float(each.alignment_before[prompt]),
                "predicted": None,
                "bound": None,
                "measured": float(each.alignment_after[prompt]),
                "loss_before": lost[0],
                "loss_after": lost[1],
            }
