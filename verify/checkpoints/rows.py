"""What was measured, as tidy rows: one a layer, a head, or a number; for CSV and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from verify.checkpoints.baseline import TOTAL
from verify.checkpoints.depth import DepthRun, Trace
from verify.checkpoints.factors import Array
from verify.checkpoints.spectrum_run import LayerResult, SpectrumRun
from verify.installers import extra_line
from verify.language.mistakes import Mistake

Row = dict[str, Any]


@dataclass(frozen=True)
class Rows:
    """Rows with the same columns, in order."""

    rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.rows[0]) if self.rows else ()

    def to_csv(self) -> str:
        """Return the rows as text, with a line of names; numbers are written to be read exactly."""
        file = io.StringIO()
        writer = csv.DictWriter(file, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return file.getvalue()

    def to_pandas(self) -> Any:
        """Return the rows as a pandas.DataFrame; raises Mistake where pandas is not installed."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise Mistake("pandas: is not installed; pip install pandas, or use to_csv()") from None
        return pandas.DataFrame(list(self.rows), columns=list(self.columns))

    def to_parquet(self) -> bytes:
        """Return the rows as a Parquet file; raises Mistake where pyarrow is not installed."""
        try:
            pyarrow = import_module("pyarrow")
            parquet = import_module("pyarrow.parquet")
        except ImportError:
            raise Mistake(
                f"pyarrow: is not installed; {extra_line('pyarrow')}, or use to_csv()"
            ) from None
        file = io.BytesIO()
        columns = {name: [row[name] for row in self.rows] for name in self.columns}
        parquet.write_table(pyarrow.table(columns), file)
        return file.getvalue()


def spectrum_rows(run: SpectrumRun) -> Rows:
    """Return a row for each layer: its spectrum, its structure, z-scores, and what is predicted."""
    together = zip(run.numbers, run.results, strict=True)
    return Rows(tuple(_layer_row(run, number, result) for number, result in together))


def _layer_row(run: SpectrumRun, number: int, result: LayerResult) -> Row:
    facts, spectrum = result.facts, result.facts.spectrum
    first = spectrum.principal
    scores = [head.scores for head in facts.heads]
    row: Row = {
        "checkpoint": run.checkpoint.name,
        "layer": number,
        "case": spectrum.case,
        "lambda_1_real": first.value.real,
        "lambda_1_imaginary": first.value.imag,
        "lambda_1_error": first.error,
        "gap": spectrum.gap,
        "gap_error": spectrum.gap_error,
        "margin": spectrum.margin,
        "margin_error": spectrum.margin_error,
        "F_frobenius_norm": spectrum.norm,
        "F_asymmetry": facts.symmetry.asymmetry,
        "sym_P_least": min(each.least for each in scores),
        "sym_P_largest": max(each.largest for each in scores),
        "structure": result.structure.total,
        "structure_form": result.structure.form,
        "structure_order": result.structure.order,
        "structure_shuffled": result.structure.without_order,
    }
    folded = result.folded
    value = None if folded is None else folded.spectrum.principal.value
    row |= {
        "folded_case": None if folded is None else folded.spectrum.case,
        "folded_lambda_1_real": None if value is None else value.real,
        "folded_lambda_1_imaginary": None if value is None else value.imag,
        "folded_gap": None if folded is None else folded.spectrum.gap,
    }
    for name in result.figures:
        row[f"z of {name}"] = run.z(result.figures, name)
        if name != TOTAL:
            row[f"folded z of {name}"] = None if folded is None else run.z(folded.figures, name)
    applies = [theorem.id for theorem in result.theorems if theorem.applies]
    return row | {"applies": " ".join(applies), "predicted": result.outcome}


def head_rows(run: SpectrumRun) -> Rows:
    """Return a row for each head: F_h = W_h V_h (OV), and P_h = scale Q_h^T K_h (QK).

    What is `folded` has the norm's gain and centring in it, where that comes before attention.
    """
    return Rows(
        tuple(
            {
                "checkpoint": run.checkpoint.name,
                "layer": number,
                "head": head.number,
                "F_lambda_1_real": head.leading.real,
                "F_lambda_1_imaginary": head.leading.imag,
                "F_frobenius_norm": head.norm,
                "F_asymmetry": head.symmetry.asymmetry,
                "P_norm": head.scores.norm,
                "P_asymmetry": head.scores.symmetry.asymmetry,
                "sym_P_least": head.scores.least,
                "sym_P_largest": head.scores.largest,
                "definiteness": head.scores.definiteness,
                "folded_F_lambda_1_real": None if other is None else other.leading.real,
                "folded_F_lambda_1_imaginary": None if other is None else other.leading.imag,
                "folded_F_frobenius_norm": None if other is None else other.norm,
                "folded_P_norm": None if other is None else other.scores.norm,
            }
            for number, result in zip(run.numbers, run.results, strict=True)
            for head in result.facts.heads
            for other in [None if result.folded is None else result.folded.heads[head.number]]
        )
    )


def depth_rows(run: DepthRun) -> Rows:
    """Return a row for each number: a measure of a prompt after so many layers of a variant.

    `token` is empty for what is measured of a prompt; a cosine that is none has no row.
    """
    found: list[Row] = []
    for trace in run.traces:
        tables = ((0, trace.measures), (1, trace.inside), (1, trace.aligned), (1, trace.by_token))
        for first, table in tables:
            for measure, steps in table.items():
                for after, values in enumerate(steps, start=first):
                    found += _of_layer(run, trace, measure, after, values)
    return Rows(tuple(found))


def _of_layer(
    run: DepthRun, trace: Trace, measure: str, after: int, values: Array
) -> Iterator[Row]:
    """Yield rows of a measure after so many layers: of prompts, or of tokens, (prompts, tokens)."""
    for place, value in np.ndenumerate(values):
        if np.isfinite(value):
            yield {
                "checkpoint": run.checkpoint.name,
                "variant": trace.variant.name,
                "kind": trace.variant.kind,
                "after": after,
                "layer": trace.layers[after - 1] if after else None,
                "prompt": run.start.first + place[0],
                "token": place[1] if len(place) > 1 else None,
                "measure": measure,
                "value": float(value),
            }
