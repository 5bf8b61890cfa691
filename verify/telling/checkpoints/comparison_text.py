"""What `verify compare` tells: each model in a line, then layers; as data verify.compare/1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from verify.checkpoints.comparing import Compared, comparison_rows
from verify.checkpoints.measured import Interval
from verify.telling.checkpoints.numbers import spread
from verify.telling.run_json import plain_data
from verify.telling.screen import Screen, table, wrapped

SCHEMA = "verify.compare/1"
ROWS = 12  # of layers, evenly spread where there are more
MODELS = (
    "model", "like", "nats a weight", "cases 1/2/3", "gap", "z", "parts at", "|F - F_0|/|F_0|",
)  # fmt: skip
LAYERS = ("layer", "case", "lambda_1", "gap", "nats", "|F - F_0|/|F_0|", "cos(v_1)", "rates")
NOTE = (
    "Compared with the first model. parts at: the first layer whose attention differs by more "
    "than the storage precision. |F - F_0|/|F_0|: median over layers, or of one layer. cases: "
    "number of layers with 1 a real principal eigenvalue, 2 a complex pair, 3 no gap. gap: "
    "median over layers. z: in standard deviations of random layers."
)


def comparison_lines(compared: Sequence[Compared], screen: Screen) -> list[str]:
    """Return a table of models, and a table of layers, every model beside the first."""
    lines = table(MODELS, [model_row(each) for each in compared], screen, elastic=0, right=(4, 5))
    lines += ["", *wrapped(NOTE, screen.width), ""]
    common = common_layers(compared)
    shown = [common[k] for k in spread(len(common), ROWS)]
    header, rows = layer_rows(compared, shown)
    lines += table(header, rows, screen, elastic=2)
    if len(shown) < len(common):
        lines.append(f"{len(shown)} of {len(common)} layers, evenly spaced; --csv writes all.")
    return [*lines, *changes(compared, screen)]


def common_layers(compared: Sequence[Compared]) -> list[int]:
    """Return the numbers of the layers that every model has, and that are finite in each."""
    return [k for k in compared[0].run.numbers if all(k in c.run.by_number for c in compared)]


def layer_rows(
    compared: Sequence[Compared], numbers: Iterable[int]
) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of the table of layers, for those numbered."""
    header = [LAYERS[k] for k in range(len(LAYERS)) if k < 7 or any(c.rates for c in compared)]
    return header, [_layer(compared, k, len(header)) for k in numbers]


def model_row(each: Compared) -> list[str]:
    """Return a model's row of the table of models."""
    own = each.like.own
    parts = each.parts_at
    far = sorted(apart.matrix for apart in each.apart.values())
    return [
        each.run.checkpoint.name,
        each.like.like,
        f"{own.median:.3g} [{own.low:.3g}, {own.high:.3g}]",
        "/".join(str(count) for count in each.cases.values()),
        f"{each.gap:.3g}",
        f"{each.gap_z:+.1f}",
        ("nowhere" if parts is None else f"layer {parts}") if each.apart else "",
        f"{far[len(far) // 2]:.3g}" if far else "",
    ]


def _layer(compared: Sequence[Compared], k: int, columns: int) -> list[str]:
    """Return a layer of all models, what differs with an arrow between."""
    spectra = [each.run.by_number[k].facts.spectrum for each in compared]
    apart = [each.apart[k] for each in compared if each.apart]
    rates = [_rate(each, k) for each in compared]
    cells = [
        str(k),
        _arrows([str(spectrum.case) for spectrum in spectra]),
        _arrows([f"{spectrum.principal.value.real:.3g}" for spectrum in spectra]),
        _arrows([f"{spectrum.gap:.3g}" for spectrum in spectra]),
        _arrows([f"{each.run.by_number[k].structure.total:.3g}" for each in compared]),
        _arrows([f"{each.matrix:.3g}" for each in apart]),
        _arrows(["pair" if e.direction is None else f"{e.direction:.3f}" for e in apart]),
        _arrows(rates),
    ]
    return cells[:columns]


def _rate(each: Compared, k: int) -> str:
    """Return the predicted rate of a layer, and the measured one in brackets."""
    if not each.rates:
        return ""
    said = each.rates[k]
    number, found = said.prediction.number, said.measured
    told = "none" if number is None else f"{'≤' if said.prediction.is_bound else ''}{number:.3g}"
    return told if found is None else f"{told} {_bracket(found)}"


def _bracket(found: Interval) -> str:
    return f"[{found.low:.3g}, {found.high:.3g}]"


def _arrows(cells: Sequence[str]) -> str:
    return cells[0] if len(set(cells)) == 1 else " → ".join(cells) if cells else ""


def changes(compared: Sequence[Compared], screen: Screen) -> list[str]:
    """Return whose matrices are not compared, and in which layers the case changes from one model
    to the next."""
    first, *others = (each.run.checkpoint.name for each in compared)
    strange = [name for name, each in zip(others, compared[1:], strict=True) if not each.apart]
    lines = []
    if strange:
        told = f"Different shape from {first}, so only spectra are compared: "
        lines += wrapped(f"{told}{', '.join(strange)}.", screen.width, more="  ")
    for before, after in pairwise(compared):
        cases = {
            k: [each.run.by_number[k].facts.spectrum.case for each in (before, after)]
            for k in common_layers([before, after])
        }
        moved = [f"{k} ({one} to {two})" for k, (one, two) in cases.items() if one != two]
        names = f"{before.run.checkpoint.name} to {after.run.checkpoint.name}"
        told = f"From {names} the case changes in layers {', '.join(moved)}." if moved else (
            f"From {names} the case changes in no layer."
        )  # fmt: skip
        lines += wrapped(told, screen.width, more="  ")
    return lines


def comparison_json(compared: Sequence[Compared]) -> dict[str, Any]:
    """Return the models and their layers as plain data."""
    models = [
        {
            "checkpoint": each.run.checkpoint.name,
            "like": each.like.like,
            "structure": _interval(each.like.own),
            "order": _interval(each.like.order),
            "reordered": _interval(each.like.reordered),
            "random": None if each.like.random is None else _interval(each.like.random),
            "cases": {str(case): count for case, count in each.cases.items()},
            "gap": plain_data(each.gap),
            "gap_z": plain_data(each.gap_z),
            "parts_at": each.parts_at,
            "same_shapes": bool(each.apart),
            "broken": {str(number): why for number, why in each.run.broken.items()},
        }
        for each in compared
    ]
    rows = [plain_data(row) for row in comparison_rows(compared)]
    return {"schema": SCHEMA, "models": models, "layers": rows}


def _interval(found: Interval) -> dict[str, Any]:
    said = (("median", found.median), ("low", found.low), ("high", found.high))
    return {name: plain_data(value) for name, value in (*said, ("coverage", found.coverage))}
