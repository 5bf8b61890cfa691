"""What `verify depth --protocol NAME --html` writes: the figures, the claims, and the curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from verify.checkpoints.protocols import Part, Protocol, Setting
from verify.checkpoints.verdicts import DecidedClaim, Sentence
from verify.telling.checkpoints.page import framed, listed
from verify.telling.checkpoints.protocol_text import (
    NOTE,
    claim_words,
    counted_words,
    decided_words,
    head_words,
    sentence_words,
    title_of,
    verdict_title,
)
from verify.telling.plots import Picture, axes, line
from verify.telling.site.layout import escaped

STYLE = """
main { max-width: 60rem; padding: 1.5rem 1.5rem 3rem; }
figure { margin: 1rem 0; background: #fff; color: #000; padding: .5rem; }
figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font: .85rem/1.4 var(--sans); }
th, td { padding: .2rem 1rem .2rem 0; border-bottom: 1px solid var(--line); text-align: left; }
th { font-weight: normal; } td { white-space: nowrap; }
"""


def protocol_page(
    protocol: Protocol,
    setting: Setting,
    parts: Sequence[Part],
    sentences: Sequence[Sentence] = (),
    decided: Sequence[DecidedClaim] = (),
) -> str:
    """Return the page of a protocol's run, the verdict first."""
    title = f"{protocol.name}: {setting.checkpoint.name}"
    body = [f"<h1>{escaped(title)}</h1>", f"<p>{escaped(head_words(protocol, setting))}</p>"]
    if decided:
        body += _verdict(setting, parts, sentences, decided)
    for part in parts:
        body += [f"<h2>{escaped(title_of(part))}</h2>", _figures(part)]
        if part.claims:
            body.append(listed(claim_words(part, claim) for claim in part.claims))
        body += [_curves(part.name, group) for group in _together(part.series)]
    if any(part.claims for part in parts):
        body.append(f"<p>{escaped(NOTE)}</p>")
    return framed(title, "\n".join(body), STYLE, "verify depth --protocol")


def _verdict(
    setting: Setting,
    parts: Sequence[Part],
    sentences: Sequence[Sentence],
    decided: Sequence[DecidedClaim],
) -> list[str]:
    found = [f"<h2>{escaped(verdict_title(setting, decided))}</h2>"]
    for sentence in sentences:
        first, *others = sentence_words(setting, parts, sentence)
        found += [f"<p>{escaped(first)}</p>", *([listed(others)] if others else [])]
    found.append(listed(decided_words(each) for each in decided))
    return [*found, f"<p>{escaped(counted_words(decided))}</p>"]


def _figures(part: Part) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escaped(name)}</th><td>{escaped(str(figure))}</td></tr>'
        for name, figure in part.figures.items()
    )
    return f"<table><tbody>{rows}</tbody></table>"


def _together(series: Mapping[str, Sequence[float]]) -> list[dict[str, Sequence[float]]]:
    """Return the series in groups that one scale shows: within [-1, 1], and others each alone."""
    small = {n: row for n, row in series.items() if all(abs(x) <= 1 for x in row)}
    large = [{n: row} for n, row in series.items() if n not in small]
    return [*([small] if small else []), *large]


def _curves(part: str, series: Mapping[str, Sequence[float]]) -> str:
    figure, plane = axes(width=8.0, height=3.2)
    end = max(len(row) for row in series.values()) - 1
    for number, (name, row) in enumerate(series.items()):
        # What is told after each pass has fewer values, as far apart as a pass is long.
        at = np.linspace(0, end, len(row))
        plane.plot(at, row, label=name, lw=1.4, **line(number))
    plane.set(xlabel="layer")
    plane.legend(fontsize=7, loc="best")
    picture = Picture(figure, f"{part}, after each layer: {', '.join(series)}")
    return f"<figure>{picture._repr_svg_()}</figure>"
