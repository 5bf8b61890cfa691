"""What `verify spectrum` found, as text for a terminal and as data (schema verify.spectrum/2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from verify.checkpoints.answers import number_words
from verify.checkpoints.baseline import FIRST, GAP, SCORES, TOTAL, VALUES
from verify.checkpoints.spectrum_run import LayerResult, SpectrumRun, verdict
from verify.checkpoints.theory import LayerTheorem
from verify.render.checkpoints.numbers import finite, interval_words, spread
from verify.render.run_json import fields
from verify.render.screen import Screen, table, wrapped
from verify.writing.words import consecutive

SCHEMA = "verify.spectrum/2"
HEADER = ("layer", "case", "lambda_1", "z", "gap", "z", "margin", "OV z", "QK z", "nats", "z")
CASES = {1: "1 (real)", 2: "2 (pair)", 3: "3 (no gap)"}
REDUCED = (
    "Theorems are about the layer reduced to attention: unit tokens, no feed-forward part, and no "
    "positions, biases, gains or shifts, but for those that a theorem names."
)
ROWS = 12  # of layers, evenly spread where there are more
LIKE = {
    "trained": "neither random nor shuffled: weights are where training put them",
    "shuffled": "no order is shown: as entries of another deviation in random order have it",
    "random": "as random weights have it",
    "unclear": "too few layers, or too alike, to decide",
}
NOTE = (
    "z: how many deviations from layers with random weights of the same deviation ({draws} of "
    "them). OV: the largest Re lambda of an F_h = W_h V_h; QK: the largest |P_h|. margin: positive "
    "exactly if what is along v_1 outgrows the rest."
)


def spectrum_lines(run: SpectrumRun, screen: Screen, *, every_theorem: bool = False) -> list[str]:
    """Return what fits on a screen; or also what each layer lacks for every theorem."""
    distinct = run.distinct
    shown = distinct if every_theorem else [distinct[k] for k in spread(len(distinct), ROWS)]
    lines = [*wrapped(head_line(run), screen.width), *structure_lines(run, screen), ""]
    rows = [_row(run, numbers, result) for numbers, result in shown]
    lines += table(HEADER, rows, screen, elastic=2, right=(3, 4, 5, 6, 7, 8, 9, 10))
    if len(shown) < len(distinct):
        told = f"{len(shown)} of {len(distinct)} layers, evenly spread; --layers shows others"
        lines.append(told)
    note = NOTE.format(draws=0 if run.beside is None else len(run.beside.draws[TOTAL]))
    lines += ["", *wrapped(note, screen.width), ""]
    if every_theorem:
        lines.append("Theorems, and what these weights lack for them:")
        for name, judged in theorems_by_id(run).items():
            lines += wrapped(f"{name:<9} {standing(judged)}", screen.width, "  ", " " * 12)
    else:
        lines += _theorem_lines(run, screen)
    return [*lines, *wrapped(REDUCED, screen.width, more="  ")]


def head_line(run: SpectrumRun) -> str:
    """Return what checkpoint was read, in a line."""
    config = run.checkpoint.config
    shared = ", the same weights in several" if config.shared else ""
    return (
        f"{run.checkpoint.name}: {config.model_type}, width {config.width}, "
        f"{config.layers} layers{shared}, {config.heads} heads of width {config.head_width}, "
        f"{'causal' if config.causal else 'full'} attention"
    )


def structure_lines(run: SpectrumRun, screen: Screen) -> list[str]:
    """Return the one number, with its interval, beside shuffled and random weights."""
    found = verdict(run)
    beside = "" if found.random is None else f" (random weights {interval_words(found.random)})"
    own, order, reordered = map(interval_words, (found.own, found.order, found.reordered))
    told = (
        f"Structure: {own} nats a weight{beside}, of which {order} are in the order of the "
        f"entries (shuffled {reordered}; medians of layers, "
        f"{100 * found.own.coverage:.0f} percent): {LIKE[found.like]}."
    )
    return wrapped(told, screen.width, more="  ")


def _row(run: SpectrumRun, numbers: Sequence[int], result: LayerResult) -> tuple[str, ...]:
    spectrum = result.facts.spectrum

    def z(name: str) -> str:
        found = run.z(result.figures, name)
        return "" if found is None else f"{found:+.1f}" if abs(found) < 100 else f"{found:+.0f}"

    return (
        layer_words(numbers, bare=True), CASES[spectrum.case],
        number_words(spectrum.principal.value), z(FIRST), f"{spectrum.gap:.3g}", z(GAP),
        f"{spectrum.margin:.3g}", z(VALUES), z(SCORES), f"{result.structure.total:.3g}", z(TOTAL),
    )  # fmt: skip


def layer_words(numbers: Sequence[int], *, bare: bool = False) -> str:
    """Return numbers of layers, runs as 3-5: "layers 0, 3-5"."""
    told = ", ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else f"{r[0]}" for r in consecutive(numbers))
    return told if bare else f"layer{'s' if len(numbers) > 1 else ''} {told}"


# ------------------------------------------------------------------ theorems

Judged = Sequence[tuple[tuple[int, ...], LayerTheorem]]


def theorems_by_id(run: SpectrumRun) -> dict[str, list[tuple[tuple[int, ...], LayerTheorem]]]:
    """Return for each theorem how it stands in the layers."""
    found: dict[str, list[tuple[tuple[int, ...], LayerTheorem]]] = {}
    for numbers, result in run.distinct:
        for theorem in result.theorems:
            found.setdefault(theorem.id, []).append((numbers, theorem))
    return found


def _applies(judged: Judged) -> list[int]:
    return [number for numbers, theorem in judged for number in numbers if theorem.applies]


def _lacks(judged: Judged) -> Counter[tuple[str, bool | None]]:
    found: Counter[tuple[str, bool | None]] = Counter()
    for numbers, theorem in judged:
        for each in theorem.missing:
            found[each.says, each.holds] += len(numbers)
    return found


def standing(judged: Judged) -> str:
    """Return in which layers a theorem applies, and what fails in the others, how often."""
    applies = _applies(judged)
    told = [f"applies in {layer_words(applies)}" if applies else "applies in no layer"]
    for (says, holds), count in sorted(_lacks(judged).items(), key=lambda each: each[0][1] is None):
        example = next(
            f"layer {numbers[0]}: {each.measured}"
            for numbers, theorem in judged for each in theorem.missing
            if (each.says, each.holds) == (says, holds)
        )  # fmt: skip
        layers = "1 layer" if count == 1 else f"{count} layers"
        words = "is undecided" if holds is None else "fails"
        told.append(f"“{says}” {words} in {layers} ({example})")
    return "; ".join(told)


def _theorem_lines(run: SpectrumRun, screen: Screen) -> list[str]:
    """Return which theorems apply and what they conclude, and what most layers lack for others."""
    lines: list[str] = []
    lacking: dict[str, list[str]] = {}
    for name, judged in theorems_by_id(run).items():
        applies = _applies(judged)
        if applies:
            says = next(theorem.concludes for _, theorem in judged if theorem.applies)
            told = f"{name} applies in {layer_words(applies)}: {says}."
            lines += wrapped(told, screen.width, more="  ")
        else:
            ((worst, _), count), *_ = _lacks(judged).most_common(1)
            lacking.setdefault(f"“{worst}” lacks in {count} layers", []).append(name)
    if lacking:
        whole = "; ".join(f"{why}: {', '.join(names)}" for why, names in lacking.items())
        begin = "Does not apply" if lines else "No theorem applies as a whole"
        lines += wrapped(f"{begin}, for {whole}; --theorems shows all.", screen.width, more="  ")
    return lines


# ------------------------------------------------------------------ data

SPECTRUM = ("complete", "norm", "case", "leading", "fastest", "gap", "gap_error", "margin",
            "margin_error")  # fmt: skip
FACTS = ("symmetry", "from_identity", "from_scores", "norm", "biases", "window")
HEAD = ("number", "leading", "error", "norm", "symmetry", "scores")
THEOREM = ("id", "applies", "concludes", "hypotheses")


def spectrum_json(run: SpectrumRun) -> dict[str, Any]:
    """Return a run as plain data."""
    config = run.checkpoint.config
    return {
        "schema": SCHEMA,
        "checkpoint": run.checkpoint.name,
        **fields(config, ("model_type", "width", "heads")),
        "layers_in_all": config.layers,
        "seed": run.seed,
        "step": 1,
        "layers": [
            _layer(run, number, result)
            for number, result in zip(run.numbers, run.results, strict=True)
        ],
        "broken": {str(number): why for number, why in run.broken.items()},
    }


def _layer(run: SpectrumRun, number: int, result: LayerResult) -> dict[str, Any]:
    spectrum, structure = result.facts.spectrum, result.structure
    return {
        "layer": number,
        "same_weights": list(run.checkpoint.same_weights(number)),
        "spectrum": fields(spectrum, SPECTRUM)
        | ({} if spectrum.every is None else {"eigenvalues": [complex(z) for z in spectrum.every]}),
        **fields(result.facts, FACTS),
        "structure": {
            name: finite(getattr(structure, name)) for name in ("form", "order", "reordered")
        },
        "figures": {
            name: {"in_units_of_entries": finite(value), "z": finite(run.z(result.figures, name))}
            for name, value in result.figures.items()
        },
        "heads": [fields(head, HEAD) for head in result.facts.heads],
        "theorems": [fields(theorem, THEOREM) for theorem in result.theorems],
        "predicted": result.outcome,
    }
