"""What `verify spectrum` tells on one screen: trained or not, layers, and theorems that apply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from verify.checkpoints.answers import number_words
from verify.checkpoints.baseline import FIRST, GAP, SCORES, TOTAL, VALUES
from verify.checkpoints.measured import Interval
from verify.checkpoints.spectrum_run import LayerResult, SpectrumRun
from verify.checkpoints.trained import verdict
from verify.telling.checkpoints.numbers import spread
from verify.telling.checkpoints.spectrum_text import (
    CASES,
    beyond_all,
    head_line,
    layer_words,
    theorems_by_id,
)
from verify.telling.screen import Screen, table, wrapped

STORED = ("stored lambda_1", "gap")  # beside those with the norm folded in
HEADER = ("layer", "case", "lambda_1", "z", "gap", "z", "margin", "OV z", "QK z", "nats", "z")
ROWS = 12  # of layers, evenly spread where there are more
WORDS = {
    "trained": "training determines the position of weights: neither random nor shuffled "
    "weights look like this",
    "shuffled": "no structure in the positions: random weights with another deviation look "
    "the same",
    "random": "as in random weights",
    "unclear": "undecided: too few layers, or too similar",
}
NOTE = (
    "z: standard deviations from layers with random weights of the same deviation ({draws} of "
    "them). OV: the largest Re lambda of any F_h = W_h V_h. QK: the largest |P_h|. margin: "
    "positive exactly if the component along v_1 grows fastest."
)
NOTE_FOLDED = (
    " All values are of F G C, Q_h G C, K_h G C and V_h G C: the gains G of the norm before "
    "attention and its centring C, if any, are folded in. stored: without them (--unfolded "
    "shows only that); the theorems refer to these."
)
NOTE_AFTER = " The norm comes after attention, so its gains cannot be folded in."


def brief_lines(run: SpectrumRun, screen: Screen) -> list[str]:
    """Return what fits on a screen; --theorems has the rest."""
    distinct = run.distinct
    shown = [distinct[k] for k in spread(len(distinct), ROWS)]
    lines = [*wrapped(head_line(run), screen.width), *structure_lines(run, screen), ""]
    rows = [_row(run, numbers, result) for numbers, result in shown]
    folded = any(result.folded is not None for _, result in distinct)
    header = HEADER + STORED if folded else HEADER
    lines += table(header, rows, screen, elastic=2, right=(3, 4, 5, 6, 7, 8, 9, 10, 12))
    if len(shown) < len(distinct):
        lines.append(
            f"{len(shown)} of {len(distinct)} layers, evenly spaced; --layers selects others"
        )
    draws = 0 if run.beside is None else len(run.beside.draws[TOTAL])
    note = NOTE.format(draws=draws) + (NOTE_FOLDED if folded else "")
    note += "" if run.checkpoint.config.norm_first else NOTE_AFTER
    lines += ["", *wrapped(note, screen.width), "", *theorem_lines(run, screen)]
    lines += _product_line(run, screen)
    beyond = "; ".join(told for told, _ in beyond_all(run))
    return [*lines, *wrapped(f"Not covered by the theorems: {beyond}.", screen.width, more="  ")]


def structure_lines(run: SpectrumRun, screen: Screen) -> list[str]:
    """Return the one number, with its interval, beside shuffled and random weights."""
    found = verdict(run)
    beside = "" if found.random is None else f" (random weights {_interval(found.random)})"
    told = (
        f"Structure: {_interval(found.own)} nats per weight{beside}, of which "
        f"{_interval(found.order)} come from the order of the entries (shuffled "
        f"{_interval(found.reordered)}; medians of layers, {100 * found.own.coverage:.0f} "
        f"percent): {WORDS[found.like]}."
    )
    return wrapped(told, screen.width, more="  ")


def _interval(found: Interval) -> str:
    return f"{found.median:.3g} [{found.low:.3g}, {found.high:.3g}]"


def _row(run: SpectrumRun, numbers: Sequence[int], result: LayerResult) -> tuple[str, ...]:
    (spectrum, figures), stored = result.shown, result.facts.spectrum

    def z(name: str) -> str:
        found = run.z(figures, name)
        return "" if found is None else f"{found:+.1f}" if abs(found) < 100 else f"{found:+.0f}"

    beside = number_words(stored.principal.value), f"{stored.gap:.3g}"
    return (
        layer_words(numbers, bare=True), CASES[spectrum.case],
        number_words(spectrum.principal.value), z(FIRST), f"{spectrum.gap:.3g}", z(GAP),
        f"{spectrum.margin:.3g}", z(VALUES), z(SCORES), f"{result.structure.total:.3g}", z(TOTAL),
        *(beside if result.folded is not None else ()),
    )  # fmt: skip


def theorem_lines(run: SpectrumRun, screen: Screen) -> list[str]:
    """Return which theorems apply and what they conclude, and what most layers lack for others."""
    lines: list[str] = []
    lacking: dict[str, list[str]] = {}
    for name, judged in theorems_by_id(run).items():
        applies = [number for numbers, theorem in judged for number in numbers if theorem.applies]
        if applies:
            says = next(theorem.concludes for _, theorem in judged if theorem.applies)
            told = f"{name} applies in {layer_words(applies)}: {says}."
            lines += wrapped(told, screen.width, more="  ")
        else:
            fails: Counter[str] = Counter()
            for numbers, theorem in judged:
                for each in theorem.missing:
                    fails[each.says] += len(numbers)
            worst, count = fails.most_common(1)[0]
            lacking.setdefault(f"“{worst}” fails in {count} layers", []).append(name)
    for theorem in run.network:
        if theorem.applies:
            lines += wrapped(f"{theorem.id} applies: {theorem.concludes}.", screen.width, more="  ")
        else:
            lacking.setdefault(f"“{theorem.missing[0].says}”", []).append(theorem.id)
    if lacking:
        whole = "; ".join(f"{why}: {', '.join(names)}" for why, names in lacking.items())
        begin = "Does not apply" if lines else "No theorem applies as a whole"
        lines += wrapped(f"{begin}: {whole}; --theorems lists all.", screen.width, more="  ")
    return lines


def _product_line(run: SpectrumRun, screen: Screen) -> list[str]:
    if not run.products:
        return ["The product of the layers vanishes."] if not run.broken else []
    last = run.products[-1]
    ratios = [
        f"{name} {value:.3g}"
        for name, value in (("|lambda_2/lambda_1|", last.ratio), ("s_2/s_1", last.singular_ratio))
        if value is not None
    ]
    told = f"All layers together, (I + F_l) ... (I + F_1): {', '.join(ratios)}."
    return wrapped(told, screen.width, more="  ")
