"""Pictures of spectra as SVG in the page: eigenvalues in the plane, histograms, lines by layer.

Colours are the page's own, so that they follow its theme; shapes say what colours say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from verify.checkpoints.spectra import LEADING, LayerSpectrum
from verify.telling.site.layout import escaped

SIDE, MARGIN = 240.0, 26.0
BARS = 40
DASHES = ("", "6 2", "2 2", "8 2 2 2", "1 2")
STYLE = """
svg text { font: 10px var(--sans); fill: var(--quiet); }
svg .axis { stroke: var(--line); fill: none; }
svg .other { fill: none; stroke: var(--quiet); }
svg .principal { fill: var(--link); stroke: none; }
svg .fastest { fill: var(--refuted); stroke: none; }
svg .circle { fill: none; stroke: var(--link); stroke-dasharray: 4 3; }
svg .bar { fill: var(--quiet); }
svg .curve { fill: none; stroke: var(--ink); }
.spectra { display: flex; flex-wrap: wrap; gap: 1rem; }
.spectra figure { margin: 0; } .spectra figcaption { font: .85rem var(--sans); }
"""


def plane(spectrum: LayerSpectrum) -> str:
    """Return eigenvalues in the complex plane, with the circle |1 + z| = |1 + lambda_1|."""
    values = spectrum.system.values if spectrum.every is None else spectrum.every
    shown = list(values)
    if spectrum.fastest is not None:
        shown.append(spectrum.fastest.value)
    first = spectrum.principal.value
    left, right = _widened(min(z.real for z in shown), max(z.real for z in shown))
    half = max((right - left) / 2, 1.1 * max(abs(z.imag) for z in shown))
    middle = (left + right) / 2
    scale = (SIDE - 2 * MARGIN) / (2 * half)

    def at(z: complex) -> tuple[float, float]:
        return SIDE / 2 + scale * (z.real - middle), SIDE / 2 - scale * z.imag

    (x, y), radius = at(-1 + 0j), scale * abs(1 + first)
    clip = f"c{abs(hash((first, len(shown), half))):x}"
    edge = SIDE - 2 * MARGIN
    parts = [
        f'<clipPath id="{clip}"><rect x="{MARGIN}" y="{MARGIN}" width="{edge}" height="{edge}"/>'
        f'</clipPath><rect class="axis" x="{MARGIN}" y="{MARGIN}" width="{edge}" height="{edge}"/>',
        f'<g clip-path="url(#{clip})"><line class="axis" x1="0" x2="{SIDE}" y1="{SIDE / 2}" '
        f'y2="{SIDE / 2}"/><circle class="circle" cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"/></g>',
    ]
    parts += [_dot(at(complex(z)), "other", 1.6) for z in values]
    others = [first, first.conjugate()]
    parts += [_dot(at(z), "principal", 3.2) for z in others]
    if spectrum.fastest is not None:
        fastest = spectrum.fastest.value
        parts += [_square(at(z)) for z in (fastest, fastest.conjugate())]
    parts += [
        _text(MARGIN, SIDE - 10, f"{middle - half:.3g}"),
        _text(SIDE - MARGIN, SIDE - 10, f"{middle + half:.3g}", "end"),
        _text(MARGIN + 3, MARGIN + 10, f"{half:.2g}i"),
    ]
    says = f"{len(values)} eigenvalues; the first is {first:.3g}"
    return _svg("".join(parts), SIDE, SIDE, says)


def histogram(values: NDArray[np.complexfloating]) -> str:
    """Return a histogram of the real parts."""
    real = values.real
    left, right = _widened(float(real.min()), float(real.max()))
    counts, edges = np.histogram(real, bins=BARS, range=(left, right))
    high = max(1, int(counts.max()))
    width, height = SIDE - 2 * MARGIN, SIDE / 2 - MARGIN
    step = width / BARS
    parts = [
        f'<rect class="bar" x="{MARGIN + k * step:.2f}" '
        f'y="{MARGIN / 2 + height * (1 - count / high):.2f}" width="{step - 0.5:.2f}" '
        f'height="{height * count / high:.2f}"/>'
        for k, count in enumerate(counts)
        if count
    ]
    base = MARGIN / 2 + height
    parts.append(f'<line class="axis" x1="{MARGIN}" x2="{SIDE - MARGIN}" y1="{base}" y2="{base}"/>')
    parts += [
        _text(MARGIN, base + 12, f"{edges[0]:.3g}"),
        _text(SIDE - MARGIN, base + 12, f"{edges[-1]:.3g}", "end"),
        _text(MARGIN - 3, MARGIN / 2 + 8, str(high), "end"),
    ]
    return _svg("".join(parts), SIDE, SIDE / 2 + 6, f"real parts of {len(values)} eigenvalues")


def by_layer(spectra: Sequence[tuple[int, LayerSpectrum]]) -> str:
    """Return the real parts of the first eigenvalues of every layer, each rank a line."""
    ranks = [
        [(number, s.leading[k].value.real) for number, s in spectra if k < len(s.leading)]
        for k in range(LEADING)
    ]
    return curves([(f"lambda_{k + 1}", points) for k, points in enumerate(ranks) if points])


def curves(named: Sequence[tuple[str, Sequence[tuple[int, float]]]], wide: float = 640) -> str:
    """Return lines through points (layer, number), each with its name at its end."""
    every = [point for _, points in named for point in points]
    low, high = _widened(min(y for _, y in every), max(y for _, y in every))
    first, last = min(x for x, _ in every), max(x for x, _ in every)
    inner, height = wide - 6 * MARGIN, SIDE - 2 * MARGIN

    def at(x: int, y: float) -> tuple[float, float]:
        across = 0.5 if last == first else (x - first) / (last - first)
        return 1.5 * MARGIN + inner * across, MARGIN + height * (high - y) / (high - low)

    parts = [
        f'<rect class="axis" x="{1.5 * MARGIN}" y="{MARGIN}" width="{inner}" height="{height}"/>'
    ]
    for k, (name, points) in enumerate(named):
        places = [at(*point) for point in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dash = DASHES[k % len(DASHES)]
        parts.append(f'<polyline class="curve" stroke-dasharray="{dash}" points="{path}"/>')
        parts += [_dot(place, "principal" if k == 0 else "other", 2) for place in places]
        if k == 0 or len(named) <= 2:
            parts.append(_text(places[-1][0] + 6, places[-1][1] + 3, name))
    base = MARGIN + height + 12
    parts += [
        _text(1.5 * MARGIN - 4, MARGIN + 8, f"{high:.3g}", "end"),
        _text(1.5 * MARGIN - 4, MARGIN + height, f"{low:.3g}", "end"),
        _text(1.5 * MARGIN, base, f"layer {first}"),
        _text(1.5 * MARGIN + inner, base, str(last), "end"),
    ]
    return _svg("".join(parts), wide, SIDE, "; ".join(name for name, _ in named) + " by layer")


def _widened(low: float, high: float) -> tuple[float, float]:
    """Return an interval a little wider, which is not a point."""
    room = 0.05 * (high - low) or max(abs(high), 1.0) * 0.05
    return low - room, high + room


def _dot(place: tuple[float, float], cls: str, radius: float) -> str:
    return f'<circle class="{cls}" cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="{radius}"/>'


def _square(place: tuple[float, float]) -> str:
    return (
        f'<rect class="fastest" x="{place[0] - 2.6:.1f}" y="{place[1] - 2.6:.1f}" width="5.2" '
        'height="5.2"/>'
    )


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escaped(words)}</text>'


def _svg(inside: str, width: float, height: float, says: str) -> str:
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'role="img" aria-label="{escaped(says)}">{inside}</svg>'
    )
