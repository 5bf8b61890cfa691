"""What `verify spectrum` found, as text for a terminal and as data (schema verify.spectrum/1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from verify.checkpoints.answers import number_words
from verify.checkpoints.heads import HeadFacts
from verify.checkpoints.products import LayerProduct
from verify.checkpoints.spectra import FoundEigenvalue, LayerSpectrum
from verify.checkpoints.spectrum_run import Folded, LayerResult, SpectrumRun
from verify.checkpoints.theory import LayerTheorem
from verify.telling.run_json import plain_data
from verify.telling.screen import Screen, table, wrapped

SCHEMA = "verify.spectrum/1"
HEADER = (
    "layer",
    "case",
    "lambda_1",
    "gap",
    "margin",
    "sym(P_h) in",
    "folded lambda_1",
    "predicted",
)
CASES = {1: "1 (real)", 2: "2 (pair)", 3: "3 (no gap)"}
NOTES = (
    "gap: Re lambda_1 minus the real part of the next eigenvalue. margin: the minimum of |1 + "
    "lambda_1|^2 - |1 + lambda_k|^2 over all other k; the principal direction, or plane, "
    "attracts exactly if it is positive (a positive gap is not enough).",
    "predicted: for the repeated layer in reduced form (attention, skip connection, unit "
    "tokens; no positions, biases or feed-forward part). No theorem here covers the full "
    "layers.",
    "folded lambda_1: of F G C, with the gains G of the norm before attention and its "
    "centring C, if any. All other columns, and the theorems, use F as stored.",
)


def spectrum_text(run: SpectrumRun, screen: Screen) -> list[str]:
    """Return all lines: the table with predictions, every theorem, and the products."""
    rows = [row(numbers, result) for numbers, result in run.distinct]
    lines = [*wrapped(head_line(run), screen.width), ""]
    lines += table(HEADER, rows, screen, elastic=7, right=(3, 4))
    lines.append("")
    for note in (*NOTES, accuracy(run)):
        lines += wrapped(note, screen.width)
    lines += ["", *_theorem_lines(run, screen), "", *_product_lines(run.products, screen)]
    lines += ["", "Differences from the reduced model:"]
    for told, numbers in beyond_all(run):
        lines += wrapped(f"{told} ({layer_words(numbers)})", screen.width, "  ", "    ")
    return lines


def head_line(run: SpectrumRun) -> str:
    """Return what checkpoint was read, in a line."""
    config = run.checkpoint.config
    shared = ", some with shared weights" if config.shared else ""
    return (
        f"{run.checkpoint.name}: {config.model_type}, width {config.width}, "
        f"{config.layers} layers{shared}, {config.heads} heads of width {config.head_width}, "
        f"{'causal' if config.causal else 'full'} attention"
    )


def row(numbers: Sequence[int], result: LayerResult) -> tuple[str, ...]:
    """Return the entries of a layer's row, under `HEADER`."""
    spectrum = result.facts.spectrum
    scores = [head.scores for head in result.facts.heads]
    folded = result.folded
    span = f"[{min(s.least for s in scores):.3g}, {max(s.largest for s in scores):.3g}]"
    return (
        layer_words(numbers, bare=True), CASES[spectrum.case],
        number_words(spectrum.principal.value), f"{spectrum.gap:.4g}", f"{spectrum.margin:.4g}",
        span, "" if folded is None else number_words(folded.spectrum.principal.value),
        result.outcome,
    )  # fmt: skip


def layer_words(numbers: Sequence[int], *, bare: bool = False) -> str:
    """Return numbers of layers, runs as 3-5: "layers 0, 3-5"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = ", ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else f"{r[0]}" for r in runs)
    return told if bare else f"layer{'s' if len(numbers) > 1 else ''} {told}"


def accuracy(run: SpectrumRun) -> str:
    """Return how exact the eigenvalues are, and whether one could have been missed."""
    spectra = [result.facts.spectrum for result in run.results]
    worst = max(float(spectrum.residuals.max()) for spectrum in spectra)
    errors = [spectrum.principal.error for spectrum in spectra]
    if all(spectrum.every is not None for spectrum in spectra):
        found = "All eigenvalues were computed, so this is a bound."
    else:
        found = (
            "This is a first-order estimate: an iteration computes the leading eigenvalues "
            "and may miss one; --histograms computes all of them."
        )
    return (
        "Each eigenvalue lambda is exact for a matrix within |F x - lambda x| of F (at most "
        f"{worst:.1g} here, roundings included). By its condition number, the error of "
        f"lambda_1 is at most {max(errors):.1g} (median "
        f"{sorted(errors)[len(errors) // 2]:.1g}). {found}"
    )


# ------------------------------------------------------------------ theorems


def theorems_by_id(run: SpectrumRun) -> dict[str, list[tuple[tuple[int, ...], LayerTheorem]]]:
    """Return for each theorem how it stands in the layers."""
    found: dict[str, list[tuple[tuple[int, ...], LayerTheorem]]] = {}
    for numbers, result in run.distinct:
        for theorem in result.theorems:
            found.setdefault(theorem.id, []).append((numbers, theorem))
    return found


def standing(judged: Sequence[tuple[tuple[int, ...], LayerTheorem]]) -> str:
    """Return in which layers a theorem applies, and what fails in the others, how often."""
    applies = [number for numbers, theorem in judged for number in numbers if theorem.applies]
    fails: Counter[str] = Counter()
    unclear: Counter[str] = Counter()
    example: dict[tuple[str, bool | None], str] = {}
    for numbers, theorem in judged:
        for hypothesis in theorem.missing:
            counter = unclear if hypothesis.holds is None else fails
            counter[hypothesis.says] += len(numbers)
            told_of = hypothesis.says, hypothesis.holds
            example.setdefault(told_of, f"layer {numbers[0]}: {hypothesis.measured}")
    told = [f"applies in {layer_words(applies)}"] if applies else ["applies in no layer"]
    for words, holds, counter in (("fails", False, fails), ("is undecided", None, unclear)):
        for says, count in counter.items():
            layers = "1 layer" if count == 1 else f"{count} layers"
            told.append(f"“{says}” {words} in {layers} ({example[says, holds]})")
    return "; ".join(told)


def _theorem_lines(run: SpectrumRun, screen: Screen) -> list[str]:
    lines = ["Theorems, and the hypotheses that fail:"]
    for name, judged in theorems_by_id(run).items():
        lines += wrapped(f"{name:<9} {standing(judged)}", screen.width, "  ", " " * 12)
    for theorem in run.network:
        told = f"all layers: {network_words(theorem)}"
        lines += wrapped(f"{theorem.id:<9} {told}", screen.width, "  ", " " * 12)
    return lines


def network_words(theorem: LayerTheorem) -> str:
    """Return what a theorem on all layers together says, or what they lack for it."""
    if theorem.applies:
        return f"applies: {theorem.concludes}"
    lacks = ", ".join(
        f"“{h.says}” {'is undecided' if h.holds is None else 'fails'} ({h.measured})"
        for h in theorem.missing
    )
    return f"does not apply: {lacks}"


def beyond_all(run: SpectrumRun) -> list[tuple[str, tuple[int, ...]]]:
    """Return what the layers do beyond their reduced form, with the layers that do."""
    found: dict[str, list[int]] = {}
    for numbers, result in run.distinct:
        for told in result.beyond:
            found.setdefault(told.split(":")[0], []).extend(numbers)
    return [(told, tuple(numbers)) for told, numbers in found.items()]


# ------------------------------------------------------------------ products


def _product_lines(products: Sequence[LayerProduct], screen: Screen) -> list[str]:
    if not products:
        return ["The product of the layers vanishes."]
    header = ("after layer", "log |Phi|", "lambda_1/|Phi|", "|lambda_2/lambda_1|", "s_2/s_1")
    rows = [
        (
            str(each.layer), f"{each.log_size:.4g}",
            "?" if each.values is None else number_words(each.values[0]),
            _or_unknown(each.ratio), _or_unknown(each.singular_ratio),
        )
        for each in products
    ]  # fmt: skip
    lines = wrapped("The products Phi = (I + F_l) ... (I + F_1), Frobenius norm:", screen.width)
    return lines + table(header, rows, screen, elastic=2, right=(1, 3, 4))


def _or_unknown(value: float | None) -> str:
    return "?" if value is None else f"{value:.4g}"


# ------------------------------------------------------------------ data


def spectrum_json(run: SpectrumRun) -> dict[str, Any]:
    """Return a run as plain data."""
    config = run.checkpoint.config
    return {
        "schema": SCHEMA,
        "checkpoint": run.checkpoint.name,
        "model_type": config.model_type,
        "width": config.width,
        "heads": config.heads,
        "layers_in_all": config.layers,
        "seed": run.seed,
        "step": 1,
        "layers": [
            _layer(run, number, result)
            for number, result in zip(run.numbers, run.results, strict=True)
        ],
        "products": [_product(each) for each in run.products],
        "network": [_theorem(theorem) for theorem in run.network],
        "broken": {str(number): why for number, why in run.broken.items()},
    }


def _layer(run: SpectrumRun, number: int, result: LayerResult) -> dict[str, Any]:
    facts = result.facts
    return {
        "layer": number,
        "same_weights": list(facts.layer.same_weights),
        "spectrum": _spectrum(facts.spectrum),
        "folded": None if result.folded is None else _folded(run, result.folded),
        "F_asymmetry": facts.symmetry.asymmetry,
        "F_from_identity": facts.from_identity,
        "F_from_P": facts.from_scores,
        "structure": plain_data(
            {
                "form": result.structure.form,
                "order": result.structure.order,
                "reordered": result.structure.reordered,
            }
        ),
        "figures": _figures(run, result.figures),
        "norm": {
            "kind": facts.norm.kind,
            "before_attention": facts.norm.first,
            "gains": list(facts.norm.gains),
            "shifts": list(facts.norm.shifts),
        },
        "biases": plain_data(facts.biases),
        "window": facts.window,
        "heads": [_head(head) for head in facts.heads],
        "theorems": [_theorem(theorem) for theorem in result.theorems],
        "predicted": result.outcome,
        "beyond_the_reduced_form": list(result.beyond),
    }


def _folded(run: SpectrumRun, folded: Folded) -> dict[str, Any]:
    return {
        "spectrum": _spectrum(folded.spectrum),
        "figures": _figures(run, folded.figures),
        "heads": [_head(head) for head in folded.heads],
    }


def _figures(run: SpectrumRun, figures: Mapping[str, float]) -> dict[str, Any]:
    return {
        name: {"in_units_of_entries": plain_data(value), "z": plain_data(run.z(figures, name))}
        for name, value in figures.items()
    }


def _spectrum(spectrum: LayerSpectrum) -> dict[str, Any]:
    fastest = spectrum.fastest
    data: dict[str, Any] = {
        "complete": spectrum.every is not None,
        "frobenius_norm": spectrum.norm,
        "leading": [_eigenvalue(each) for each in spectrum.leading],
        "fastest_other": None if fastest is None else _eigenvalue(fastest),
        "case": spectrum.case,
        "gap": plain_data(spectrum.gap),
        "gap_error": plain_data(spectrum.gap_error),
        "margin": plain_data(spectrum.margin),
        "margin_error": plain_data(spectrum.margin_error),
        "step_bound": plain_data(spectrum.step_bound),
    }
    if spectrum.every is not None:
        data["eigenvalues"] = [[float(z.real), float(z.imag)] for z in spectrum.every]
    return data


def _eigenvalue(each: FoundEigenvalue) -> dict[str, Any]:
    return {
        "real": each.value.real, "imaginary": each.value.imag, "residual": each.residual,
        "error": plain_data(each.error),
    }  # fmt: skip


def _head(head: HeadFacts) -> dict[str, Any]:
    scores = head.scores
    return {
        "head": head.number,
        "F_leading": [head.leading.real, head.leading.imag],
        "F_eigenvalues_error": head.error,
        "F_norm": head.norm,
        "F_asymmetry": head.symmetry.asymmetry,
        "F_difference_from_head_0": plain_data(head.difference),
        "P_symmetric_part": {
            "least": scores.least,
            "largest": scores.largest,
            "error": scores.error,
            "definiteness": scores.definiteness,
        },
        "P_norm": scores.norm,
        "P_asymmetry": scores.symmetry.asymmetry,
    }


def _theorem(theorem: LayerTheorem) -> dict[str, Any]:
    return {
        "id": theorem.id,
        "applies": theorem.applies,
        "concludes": theorem.concludes if theorem.applies else None,
        "hypotheses": [
            {"says": h.says, "holds": h.holds, "measured": h.measured} for h in theorem.hypotheses
        ],
    }


def _product(each: LayerProduct) -> dict[str, Any]:
    values = None if each.values is None else [[z.real, z.imag] for z in each.values]
    return {
        "after_layer": each.layer,
        "layers": each.factors,
        "log_frobenius_norm": each.log_size,
        "eigenvalues": values,
        "singular_values": None if each.singular is None else list(each.singular),
        "residual": each.residual,
        "eigenvalue_ratio": each.ratio,
        "singular_ratio": each.singular_ratio,
    }
