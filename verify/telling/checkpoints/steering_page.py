"""What `verify steer --html` writes, and its figure: the whole model first, then each change."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from verify.checkpoints.steered_model import WholeModel
from verify.checkpoints.steering_run import Foretold, Measurement
from verify.telling.checkpoints.figures import named
from verify.telling.checkpoints.page import TABLES, cells_of, framed, listed, pictured
from verify.telling.checkpoints.steered_model_text import whole_lines
from verify.telling.checkpoints.steering_text import (
    BESIDE,
    change_lines,
    closing_lines,
    setting_table,
    warnings,
)
from verify.telling.plots import axes, line
from verify.telling.screen import Screen
from verify.telling.site.layout import escaped, table

SAYS = "Predicted and measured alignment of every token, and of the final states of the whole model"


def steering_page(
    directions: Sequence[str],
    predicted: Sequence[Foretold],
    measured: Sequence[Measurement] | None,
    whole: WholeModel,
) -> str:
    """Return the page of a steered checkpoint, or of one that was predicted only."""
    title = f"Steering: {predicted[0].steering.checkpoint.name}"
    head, *lines = whole_lines(whole, Screen())
    parts = [f"<h1>{escaped(title)}</h1>", f"<h2>{escaped(head)}</h2>", listed(lines)]
    parts.append(pictured(steering_figure(predicted, measured, whole), SAYS))
    for k, each in enumerate(predicted):
        parts += _change(directions[k], each, None if measured is None else measured[k])
    return framed(title, "\n".join(parts), TABLES, "verify steer")


def _change(direction: str, predicted: Foretold, measured: Measurement | None) -> list[str]:
    first, *lines = change_lines(direction, predicted, Screen())
    parts = [f"<h2>{escaped(first)}</h2>", *(f"<p>{escaped(words)}</p>" for words in lines)]
    for name, effect in predicted.effects.items():
        found = None if measured is None else measured.alignments[name]
        prompts, tokens = effect.beta.shape
        header, rows = setting_table(predicted, effect, found)
        label = BESIDE[name].format(prompts=prompts, tokens=tokens)
        parts += [f"<h3>{escaped(label)}</h3>"]
        parts.append(table(header, [cells_of(row) for row in rows], label=label))
    parts += [f"<p>{escaped(words)}</p>" for words in closing_lines(predicted, measured, Screen())]
    told = warnings(predicted, measured)
    return [*parts, listed(told)] if told else parts


def steering_figure(
    predicted: Sequence[Foretold], measured: Sequence[Measurement] | None, whole: WholeModel
) -> Figure:
    """Return alignments before and after: of tokens right after attention, and of prompts' ends.

    Tokens are drawn where they were measured, or where they are predicted to be.
    """
    figure, (left, right) = axes(columns=2, width=9.0, height=3.6)
    k = 0
    for number, each in enumerate(predicted):
        for name, effect in each.effects.items():
            after = effect.predicted if measured is None else measured[number].alignments[name]
            of = f"{name}, layer {each.steering.number}"
            left.plot(
                effect.before.ravel(), np.asarray(after).ravel(), ".", ms=3,
                color=line(k)["color"], label=of,
            )  # fmt: skip
            k += 1
    for number, turned in enumerate(whole.directions):
        right.plot(
            turned.alignment_before, turned.alignment_after, "o", ms=4,
            color=line(number)["color"], label=turned.name,
        )  # fmt: skip
    for plane in (left, right):
        plane.axline((0, 0), slope=1, lw=0.8, color="#767676")  # where nothing changes
    what = "predicted" if measured is None else "measured"
    named(left, "|cos| before", f"|cos| after ({what})", "tokens, after attention")
    named(right, "|cos| before", "|cos| after", "final states of the whole model, by prompt")
    return figure
