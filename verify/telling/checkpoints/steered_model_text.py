"""What steering does to a whole model, told first: where it ends, and what that costs."""

from __future__ import annotations

from typing import Any

import numpy as np

from verify.checkpoints.measured import Interval, interval
from verify.checkpoints.steered_model import Turned, WholeModel
from verify.telling.screen import Screen, wrapped


def whole_lines(whole: WholeModel, screen: Screen) -> list[str]:
    """Return a line for each direction, and one for the loss."""
    count = len(whole.prompts)
    plural = "" if count == 1 else "s"
    of = f"{count} prompt{plural} of {whole.text}" if whole.text else f"{count} random prompts"
    medians = f"medians of {of}, with their intervals" if count > 1 else of
    head = wrapped(f"The whole model, before and after ({medians})", screen.width)
    lines = [screen.paint(line, "bold") for line in head]
    for turned in whole.directions:
        lines += wrapped(_of_direction(turned), screen.width)
    return [*lines, *wrapped(_of_loss(whole), screen.width)]


def _of_direction(turned: Turned) -> str:
    before, after = np.median(turned.alignment_before), interval(turned.alignment_after)
    signs = [float(np.median(each)) for each in (turned.cosine_before, turned.cosine_after)]
    return (
        f"Final alignment (|cos|) with {turned.name}: {before:.4f} -> {_told(after, '.4f')}; "
        f"cosine {signs[0]:+.4f} -> {signs[1]:+.4f}."
    )


def _of_loss(whole: WholeModel) -> str:
    if whole.loss_before is None or whole.loss_after is None:
        return f"No next-token loss: {whole.no_loss}."
    known = np.isfinite(whole.loss_before)
    before, after = whole.loss_before[known], whole.loss_after[known]
    cost = interval(after - before)
    return (
        f"Next-token loss {np.median(before):.4f} -> {np.median(after):.4f} nats per token "
        f"(change {_told(cost, '+.4f')})."
    )


def _told(found: Interval, form: str) -> str:
    if found.low == found.high:
        return f"{found.median:{form}}"
    return f"{found.median:{form}} [{found.low:{form}}, {found.high:{form}}]"


def whole_json(whole: WholeModel) -> dict[str, Any]:
    """Return the same as plain data, prompt by prompt; a loss of one token is null."""
    return {
        "text": whole.text or None,
        "tokens": [len(ids) for ids in whole.prompts],
        "directions": [
            {
                "direction": each.name,
                "alignment": _both(each.alignment_before, each.alignment_after),
                "cosine": _both(each.cosine_before, each.cosine_after),
            }
            for each in whole.directions
        ],
        "next_token_loss": None
        if whole.loss_before is None or whole.loss_after is None
        else _both(whole.loss_before, whole.loss_after),
        "no_loss": whole.no_loss or None,
    }


def _both(before: np.ndarray[Any, Any], after: np.ndarray[Any, Any]) -> dict[str, list[Any]]:
    def plain(values: np.ndarray[Any, Any]) -> list[float | None]:
        return [float(value) if np.isfinite(value) else None for value in values]

    return {"before": plain(before), "after": plain(after)}
