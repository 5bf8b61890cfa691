"""A steered checkpoint told: the change, what was predicted of it, and what was measured."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verify.checkpoints.factors import Array
from verify.checkpoints.steered_spectrum import GrowingEigenvalue
from verify.checkpoints.steering import Effect
from verify.checkpoints.steering_run import Foretold, Measurement
from verify.telling.screen import Screen, table, wrapped

LEVEL = 0.99  # of alignment, in the column that says which strength reaches it
HEADER = ("token", "beta", "before", "predicted", "measured", "apart", "at most", f"c for {LEVEL}")
LAST_ROW = (
    "Alignment is |cos| with u, before and after; tokens with c beta < 0 turn to -u. Apart: "
    "difference of measured and predicted alignment. At most: bound from rounding errors. "
    "The table shows the tokens of the first prompt. The rows of all tokens show means (of "
    "|beta|), the largest differences and bounds, and the median of the strength that aligns "
    f"to {LEVEL}. For larger c, 1 minus the alignment decreases like 1/c^2."
)
LAST_ROW_SHARED = (
    "The table shows the tokens of the first prompt. The rows of all tokens show means (of "
    "|beta|) and the largest differences and bounds. Other layers or directions are steered "
    "as well: before omits only this change, and no aligning strength is computed."
)
BESIDE = {
    "attention only": "Attention alone, {prompts} prompts of {tokens} unit tokens, random at first",
    "whole": "The whole model, {prompts} prompts of {tokens} random words, right after attention",
}


def steering_text(
    direction: str, predicted: Foretold, measured: Measurement | None, screen: Screen
) -> list[str]:
    """Return the change, a table for each setting (its first prompt), and what they sum up to."""
    lines = change_lines(direction, predicted, screen)
    for name, effect in predicted.effects.items():
        found = None if measured is None else measured.alignments[name]
        prompts, tokens = effect.beta.shape
        lines += ["", screen.paint(BESIDE[name].format(prompts=prompts, tokens=tokens), "bold")]
        header, rows = setting_table(predicted, effect, found)
        lines += table(header, rows, screen, elastic=0, right=range(1, len(header)))
    return [*lines, "", *closing_lines(predicted, measured, screen)]


def setting_table(
    predicted: Foretold, effect: Effect, found: Array | None
) -> tuple[Sequence[str], list[list[str]]]:
    """Return the header and the rows of a setting: the first prompt's tokens, and all together."""
    rows = [_row(str(k + 1), effect, found, (0, k)) for k in range(effect.beta.shape[1])]
    rows.append(_sums("all", effect, found))
    # Where others are steered, too, tokens come with another c in another way.
    shown = len(HEADER) - (not predicted.steering.alone)
    return HEADER[:shown], [row[:shown] for row in rows]


def closing_lines(predicted: Foretold, measured: Measurement | None, screen: Screen) -> list[str]:
    """Return what the tables mean, and where the whole model ends if that was measured."""
    shared = not predicted.steering.alone
    lines = wrapped(LAST_ROW_SHARED if shared else LAST_ROW, screen.width)
    return lines if measured is None else [*lines, *wrapped(_ends(measured), screen.width)]


def written_lines(measured: Measurement | None, screen: Screen) -> list[str]:
    """Return where it was written, and how it is undone."""
    if measured is None:
        return ["Nothing was written."]
    folder, largest = measured.written.folder, max(measured.written.roundings.values())
    where = f"Written to {folder}; rounding changed a weight by at most {largest:.2g}."
    back = f"verify steer {folder} --undo -o DIR restores the original, bit for bit."
    return [line for told in (where, back) for line in wrapped(told, screen.width, more="  ")]


def change_lines(direction: str, predicted: Foretold, screen: Screen) -> list[str]:
    """Return what is changed, and what becomes of the eigenvalue that grows with it."""
    steering = predicted.steering
    is_last = steering.number == steering.checkpoint.config.layers - 1
    which = f"Layer {steering.number}" + (" (the last)" if is_last else "")
    title = f"{which} towards {direction}, strength {steering.strength:g}"
    size = float(np.linalg.norm(steering.w))
    said = (
        f"{steering.tensor} ({steering.dtype}) is changed so that the layer matrix F becomes "
        f"F + c u w^T, with |u| = 1, |w| = {size:.4g} and w^T u = {steering.w @ steering.u:.4g}."
    )
    law = wrapped(eigenvalue_text(predicted.eigenvalue), screen.width)
    return [screen.paint(title, "bold"), *wrapped(said, screen.width), *law]


def eigenvalue_text(value: GrowingEigenvalue) -> str:
    """Return a sentence on the eigenvalue that grows with the strength."""
    if value.predicted is None:
        return "Because w^T u = w^T F u = 0, no eigenvalue has to grow with c."
    kinds = {
        "linear": "is c w^T u + w^T F u / w^T u",
        "root": "is the root of c w^T F u, because w^T u = 0",
        "pair": "is one of a complex pair, a root of c w^T F u, because w^T u = 0",
    }
    orders = {"linear": "O(1/c)", "root": "O(1)", "pair": "O(1)"}
    shown = (
        ("no eigenvalue was found near it") if value.measured is None else _complex(value.measured)
    )
    within = f" (within {value.bound:.2g})" if np.isfinite(value.bound) else (
        " (c is too small for a bound)"
    )  # fmt: skip
    return (
        f"The eigenvalue that grows with c {kinds[value.law]}, up to {orders[value.law]}: "
        f"predicted {_complex(value.predicted)}, computed from the stored matrix "
        f"{shown}{within}."
    )


def _complex(value: complex) -> str:
    return f"{value.real:.6g}" if value.imag == 0 else f"{value.real:.6g} ± {abs(value.imag):.6g}i"


def _row(name: str, effect: Effect, found: Array | None, at: tuple[int, int]) -> list[str]:
    predicted, needed = effect.predicted[at], effect.needed(LEVEL)[at]
    return [
        name,
        "~ 0" if effect.lost[at] else f"{effect.beta[at]:.4f}",
        f"{effect.before[at]:.4f}",
        f"{predicted:.4f}",
        "" if found is None else f"{found[at]:.4f}",
        "" if found is None else f"{abs(found[at] - predicted):.1e}",
        f"{effect.bound[at]:.1e}",
        "none" if np.isinf(needed) else f"{needed:.4g}",
    ]


def _sums(name: str, effect: Effect, found: Array | None) -> list[str]:
    """Return means, but the largest of what is apart and the median of what is needed."""
    needed = float(np.median(effect.needed(LEVEL)))
    return [
        name,
        f"{np.abs(effect.beta).mean():.4f}",
        f"{effect.before.mean():.4f}",
        f"{effect.predicted.mean():.4f}",
        "" if found is None else f"{found.mean():.4f}",
        "" if found is None else f"{np.abs(found - effect.predicted).max():.1e}",
        f"{effect.bound.max():.1e}",
        "none" if np.isinf(needed) else f"{needed:.4g}",
    ]


def _ends(measured: Measurement) -> str:
    ends = measured.ends
    said = (
        "The final states of the whole model have the mean alignment (|cos|) "
        f"{ends.after:.4f} with u (before: {ends.before:.4f})."
    )
    if ends.library is not None:
        return f"{said} transformers computes {ends.library:.4f}."
    if ends.trouble:
        return f"{said} transformers did not run it: {ends.trouble}"
    return said


# ------------------------------------------------------------------ warnings


def warnings(predicted: Foretold, measured: Measurement | None) -> list[str]:
    """Return a line for whatever makes the steering weaker than its strength suggests."""
    steering, said = predicted.steering, []
    if len(steering.layers_changed) > 1:
        shared = ", ".join(map(str, steering.layers_changed))
        said.append(f"layers {shared} have the same weights; all of them are steered")
    for name, effect in predicted.effects.items():
        said += _of_tokens(name, effect)
    found = predicted.eigenvalue.predicted
    if predicted.eigenvalue.law == "pair":
        said.append("w^T u = 0 and c w^T F u < 0: no real eigenvalue becomes the principal one")
    elif found is None:
        said.append("w^T u = w^T F u = 0: the spectrum may stay the same")
    elif _is_negative(predicted.eigenvalue):
        said.append("the growing eigenvalue is negative, so it does not become principal: one "
                    "layer turns tokens to u or -u, but repeated layers do not")  # fmt: skip
    if measured is not None:
        said += _of_writing(predicted, measured)
    return said


def _is_negative(value: GrowingEigenvalue) -> bool:
    """Tell whether the eigenvalue is below 0 by more than it may be off."""
    found = value.measured
    return found is not None and np.isfinite(value.bound) and found.real < -value.bound


def _of_tokens(name: str, effect: Effect) -> list[str]:
    said, total = [], effect.beta.size
    lost, weak = int(effect.lost.sum()), int(effect.weak.sum())
    away = int((effect.strength * effect.beta < 0)[~effect.lost].sum())
    if away:
        said.append(f"{name}: c beta < 0 for {away} of {total} tokens, which turn to -u")
    if lost:
        said.append(
            f"{name}: beta is below rounding errors for {lost} of {total} tokens, which are "
            "not steered"
        )
    if weak:
        said.append(
            f"{name}: |c beta| is below |z| for {weak} of {total} tokens, which may not turn to u"
        )
    return said


def _of_writing(predicted: Foretold, measured: Measurement) -> list[str]:
    said = []
    if measured.written.left_out:
        names = ", ".join(measured.written.left_out)
        said.append(
            f"not copied, because they contain the unchanged weights in another format: {names}"
        )
    if not measured.agrees(predicted):
        said.append("some token is further from the prediction than rounding explains")
    return said
