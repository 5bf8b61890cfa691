"""What `verify spectrum --html` writes: one page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verify.checkpoints.answers import number_words
from verify.checkpoints.products import LayerProduct
from verify.checkpoints.spectrum_run import LayerResult, SpectrumRun
from verify.checkpoints.theory import LayerTheorem
from verify.telling.checkpoints.page import framed, listed
from verify.telling.checkpoints.spectrum_brief import structure_lines
from verify.telling.checkpoints.spectrum_pictures import STYLE, by_layer, curves, histogram, plane
from verify.telling.checkpoints.spectrum_text import (
    HEADER,
    NOTES,
    accuracy,
    beyond_all,
    head_line,
    layer_words,
    network_words,
    row,
    standing,
    theorems_by_id,
)
from verify.telling.screen import Screen
from verify.telling.site.layout import escaped, table

FRAME = """
main { max-width: 74rem; padding: 1.5rem 1.5rem 3rem; }
table { font: .85rem/1.4 var(--sans); }
th, td { padding: .2rem .8rem .2rem 0; }
td:nth-child(-n+6):not(:last-child) { white-space: nowrap; }
.holds { color: var(--proved); } .fails { color: var(--refuted); }
.unclear { color: var(--sampled); }
.wide td:last-child:not(:first-child) { min-width: 16rem; }
main svg { max-width: 100%; height: auto; }
"""
HOLDS = {True: ("holds", "holds"), False: ("fails", "fails"), None: ("unclear", "undecided")}


def spectrum_page(run: SpectrumRun) -> str:
    """Return the page of a run."""
    title = f"Spectrum: {run.checkpoint.name}"
    spectra = [
        (number, result.facts.spectrum)
        for number, result in zip(run.numbers, run.results, strict=True)
    ]
    parts = [
        f"<h1>{escaped(title)}</h1>", f"<p>{escaped(head_line(run))}</p>",
        *(f"<p>{escaped(told)}</p>" for told in structure_lines(run, Screen())), _layers(run),
        *(f"<p>{escaped(note)}</p>" for note in (*NOTES, accuracy(run))),
        "<h2>The first eigenvalues by layer</h2>",
        "<p>Real parts, by rank. The gap is the distance of the first from the others. A "
        "complex pair has two ranks.</p>", by_layer(spectra),
        "<h2>Eigenvalues in the plane</h2>",
        "<p>Dots: the principal eigenvalue, or pair. Squares: the fastest growing of the "
        "others. Rings: the remaining computed eigenvalues. The principal direction attracts "
        "exactly if all others are inside the dashed circle |1 + z| = |1 + λ₁|.</p>", _planes(run),
        "<h2>Theorems</h2>", _theorems(run),
        "<h2>Products of layers</h2>", *_products(run.products),
        "<h2>Differences from the reduced model</h2>",
        listed(f"{told} ({layer_words(numbers)})" for told, numbers in beyond_all(run)),
        "<h2>Layers</h2>", *(_detail(*each) for each in run.distinct),
    ]  # fmt: skip
    return framed(title, "\n".join(parts), FRAME + STYLE, "verify spectrum")


def _layers(run: SpectrumRun) -> str:
    return _table(HEADER, [row(*each) for each in run.distinct], "Layers", (3, 4))


def _planes(run: SpectrumRun) -> str:
    figures = []
    for numbers, result in run.distinct:
        spectrum = result.facts.spectrum
        drawn = plane(spectrum)
        if spectrum.every is not None:
            drawn += "<br />" + histogram(spectrum.every)
        caption = escaped(layer_words(numbers))
        figures.append(f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>")
    return f'<div class="spectra">{"".join(figures)}</div>'


def _theorems(run: SpectrumRun) -> str:
    rows = [(name, standing(judged)) for name, judged in theorems_by_id(run).items()]
    rows += [(f"{theorem.id}, all layers", network_words(theorem)) for theorem in run.network]
    return _table(("statement", "hypotheses that hold and fail"), rows, "Theorems")


def _products(products: Sequence[LayerProduct]) -> list[str]:
    if not products:
        return ["<p>The product of the layers vanishes.</p>"]
    named = [
        ("eigenvalues", [(p.layer, p.ratio) for p in products if p.ratio is not None]),
        ("singular values", [(p.layer, p.singular_ratio) for p in products
                             if p.singular_ratio is not None]),
    ]  # fmt: skip
    drawn = [each for each in named if each[1]]
    last = products[-1]
    told = (
        "For (I + F_l) … (I + F_1): the ratio of the second to the first eigenvalue in "
        "modulus (dots), and of the second to the first singular value (rings). At the end "
        f"log |Phi| is {last.log_size:.4g}."
    )
    return [f"<p>{escaped(told)}</p>", *([curves(drawn)] if drawn else [])]


def _detail(numbers: tuple[int, ...], result: LayerResult) -> str:
    facts = result.facts
    leading = [
        (number_words(each.value), f"{each.residual:.1g}", f"{each.error:.1g}")
        for each in facts.spectrum.leading
    ]
    heads = [
        (
            str(head.number), number_words(head.leading), f"{head.symmetry.asymmetry:.3g}",
            head.scores.definiteness, f"[{head.scores.least:.4g}, {head.scores.largest:.4g}]",
            f"{head.scores.norm:.4g}", f"{head.scores.symmetry.asymmetry:.3g}",
        )
        for head in facts.heads
    ]  # fmt: skip
    names = (
        "head",
        "first of F_h",
        "F_h asymmetry",
        "sym(P_h)",
        "its range",
        "|P_h|",
        "P_h asymmetry",
    )
    return (
        f"<details><summary>{escaped(layer_words(numbers))}</summary>"
        f"<p>{escaped(result.outcome)}.</p>"
        f"{_table(('eigenvalue of F', 'residual', 'error'), leading, 'Eigenvalues')}"
        f"{_table(names, heads, 'Heads')}"
        f"{''.join(map(_judged, result.theorems))}</details>"
    )


def _judged(theorem: LayerTheorem) -> str:
    rows = []
    for each in theorem.hypotheses:
        cls, words = HOLDS[each.holds]
        rows.append(
            f'<tr><td>{escaped(each.says)}</td><td class="{cls}">{words}</td>'
            f"<td>{escaped(each.measured)}</td></tr>"
        )
    told = f": {theorem.concludes}" if theorem.applies else " does not apply"
    return f"<h3>{escaped(theorem.id + told)}</h3><table>{''.join(rows)}</table>"


def _table(
    header: Sequence[str], rows: Iterable[Sequence[str]], label: str, numbers: tuple[int, ...] = ()
) -> str:
    classes = {k: ' class="number"' for k in numbers}
    lines = (
        "".join(f"<td{classes.get(k, '')}>{escaped(cell)}</td>" for k, cell in enumerate(line))
        for line in rows
    )
    return table(header, (f"<tr>{line}</tr>" for line in lines), label=label)
