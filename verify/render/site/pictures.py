"""The pictures of a statement's witnesses: a still one in SVG, and a figure that a reader moves.

The figure is HTML that is well-formed XML. Without a script it shows the still picture; with
its scripts it is drawn anew from the scene's numbers, which it holds as JSON.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any

from verify.render.latex_formulas import LatexNotation
from verify.render.site.layout import escaped, link, statement_path
from verify.render.site.mathml import MathmlNotation
from verify.render.site.paths import SceneDynamics, path, plain
from verify.render.svg_lines import bends
from verify.statements.displayed import as_html, as_svg
from verify.statements.scenes import Scene
from verify.statements.statement import Statement

WORDS = MathmlNotation()
STYLES, SCRIPTS = ("pictures.css",), ("dynamics.js", "plots.js", "pictures.js")
# Okabe and Ito's colours, the light ones darker, so that each stands out at 3 : 1 from light and
# from dark paper, with what is read on them. Tokens have numbers as well: so the colour-blind tell
# them apart, and more of them than colours are no trouble.
COLOURS = (
    ("#0072b2", "#ffffff"), ("#d55e00", "#000000"), ("#009e73", "#000000"), ("#c2609a", "#000000"),
    ("#a87400", "#000000"), ("#2d8ec4", "#000000"), ("#707070", "#ffffff"),
)  # fmt: skip
POINTS = 100  # of a way that is drawn, about
RADIUS, TRAIL = 100.0, 0.46  # of the circle; of it, how far inwards the past of a flow lies
YAW, PITCH = -0.5, 0.35  # from where a sphere is seen, in radians
SPEEDS = (("0.25", "¼"), ("0.5", "½"), ("1", "1"), ("2", "2"), ("4", "4"))
Point = tuple[float, float, bool]  # right, down, and whether it is on the side that is seen


# ------------------------------------------------------------------ the figure


def scene_body(statement: Statement, scene: Scene) -> str:
    """Return the body of a scene's page."""
    back = link(statement_path(statement.id), escaped(f"{statement.id}: {statement.title}"))
    return (
        f"<h1>{escaped(scene.title)}</h1>\n<p>Animation for "
        f"{back}.</p>\n{figure(scene, statement.id)}"
    )


def figure(scene: Scene, identifier: str = "", *, drawn: bool = True) -> str:
    """Return the figure of a scene in HTML: stage, controls, readings, what happens in words.

    `identifier` is that of its statement, where it has one. Not `drawn`, it waits for its scripts.
    """
    label = f"{identifier}: {scene.title}" if identifier else scene.title
    colours = [{"fill": fill, "ink": ink} for fill, ink in COLOURS]
    readings = "".join(_reading(k, w.says) for k, w in enumerate(scene.watch))
    # What may happen, for readers without a script.
    said = [tell.says for watch in scene.watch for tell in watch.tells if not tell.at_start]
    foretold = "".join(f"<li>{WORDS.prose(says)}</li>" for says in said)
    return f"""<figure class="scene" aria-label="{escaped(label)}">
<script type="application/json">{script_json(plain(scene) | {"colours": colours})}</script>
<div class="scene-picture">
<div data-part="stage">{still(scene) if drawn else ""}</div>
{_hint(scene)}
</div>
<div class="scene-side">
{_controls()}
{f'<dl class="readings">{readings}</dl>' if readings else ""}
<section class="told" aria-label="What happens">
<h2>What happens</h2>
<div role="log" aria-live="polite"><ol data-part="log">{foretold}</ol></div>
</section>
<fieldset class="starts"><legend>Starts, in degrees</legend>{"".join(_fields(scene))}</fieldset>
</div>
<figcaption><p>{WORDS.prose(scene.says)}</p>
<p class="fine">{_method(scene)} <span data-part="error"></span></p></figcaption>
</figure>"""


def script_json(data: Any) -> str:
    """Return JSON that ends no script and is well-formed XML."""
    text = json.dumps(data, allow_nan=False)
    return text.replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026")


def _hint(scene: Scene) -> str:
    ways = "Drag a ring, or use the arrow keys, to move the start of its token."
    if scene.dimension == 3:
        ways += " Drag the background, or use the arrow keys there, to rotate the sphere."
    else:
        ways += " Earlier positions are drawn closer to the centre."
    return f'<p class="hint needs-script">{ways}</p>'


def _controls() -> str:
    chosen = {"1": ' selected="selected"'}
    speeds = "".join(
        f'<option value="{value}"{chosen.get(value, "")}>{shown}×</option>'
        for value, shown in SPEEDS
    )
    return f"""<div class="controls needs-script" role="group" aria-label="Time">
<button type="button" data-part="play">▶ Play</button>
<button type="button" data-part="step">Step</button>
<button type="button" data-part="end">To the end</button>
<button type="button" data-part="reset">Reset</button>
<label>Speed <select data-part="speed">{speeds}</select></label>
<span data-part="time" class="time"></span>
</div>
<div class="controls needs-script" role="group" aria-label="Parameters">
<span data-part="knobs"></span> <span data-part="altered" role="status"></span></div>"""


def _reading(number: int, says: str) -> str:
    return (
        f'<div data-part="watch-{number}" class="reading needs-script"><dt>{WORDS.prose(says)}</dt>'
        "<dd><output></output></dd></div>"
    )


def _fields(scene: Scene) -> Iterator[str]:
    names = ("angle",) if scene.dimension == 2 else ("longitude", "latitude")
    for number, token in enumerate(SceneDynamics(scene).start.tolist(), start=1):
        if number not in scene.movable:
            continue
        x, y, *rest = token
        values = [degrees(atan2(y, x)) % 360, *(degrees(atan2(z, hypot(x, y))) for z in rest)]
        for name, value in zip(names, values, strict=True):
            yield (
                f'<label>Token {number}, {name} <input type="number" step="any" inputmode="decimal"'
                f' data-token="{number - 1}" value="{value:.4f}" /></label>'
            )


def _method(scene: Scene) -> str:
    if scene.motion == "layer":
        return "An illustration, not evidence: layers in floating-point numbers."
    back = (
        ""
        if scene.motion == "free"
        else (", with tokens projected back to the sphere after each step")
    )
    return (
        "An illustration, not evidence: floating-point numbers, classical Runge–Kutta "
        f"method, fixed step{back}."
    )


# ------------------------------------------------------------------ the still picture


@lru_cache(maxsize=256)  # one is on the page of its statement, on its own and among all
def still(scene: Scene) -> str:
    """Return a scene as SVG: starts as rings, the way of each token, and where it is at the end."""
    times, states = path(scene)
    end, last = float(times[-1]), len(times) - 1
    label = escaped(f"{scene.title}: start, trajectory and end of each token")
    parts = [_ground(scene, end)]
    for token in range(len(scene.tokens)):
        fill, ink = COLOURS[token % len(COLOURS)]
        way = []
        for k in (*range(0, last, max(1, last // POINTS)), last):
            inwards = TRAIL * (last - k) / last if scene.dimension == 2 else 0.0
            way.append(_at(states[k][token], 1 - inwards))
        parts += _lines(way, f'stroke="{fill}" stroke-width="2" fill="none"')
        x, y, _ = _at(states[0][token])
        parts.append(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="11" fill="none" stroke="{fill}" '
            f'stroke-width="1.5"/><text x="{x:.2f}" y="{y:.2f}" dy="0.36em" text-anchor="middle" '
            f'font-size="9" font-family="sans-serif" fill="currentColor">{token + 1}</text>'
        )
    for token in range(len(scene.tokens)):
        fill, ink = COLOURS[token % len(COLOURS)]
        x, y, front = _at(states[-1][token])
        faint = "" if front else ' opacity="0.55"'
        parts.append(
            f'<g transform="translate({x:.2f} {y:.2f})"{faint}>'
            f'<circle r="8" fill="{fill}"/><text text-anchor="middle" dy="0.36em" font-size="10" '
            f'font-family="sans-serif" fill="{ink}">{token + 1}</text></g>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-140 -140 280 280" class="stage" '
        f'width="280" height="280" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    )


as_svg.register(Scene, still)


def _ground(scene: Scene, end: float) -> str:
    """Return the circle, or the sphere with three great circles, and the marks at the end."""
    line = 'stroke="currentColor" fill="none"'
    parts = [f'<circle r="{RADIUS:g}" {line} stroke-opacity="0.6"/>']
    if scene.dimension == 3:
        turns = [k * pi / 24 for k in range(49)]
        for a, b in ((0, 1), (0, 2), (1, 2)):
            circle = [
                _at([cos(t) if k == a else sin(t) if k == b else 0.0 for k in range(3)])
                for t in turns
            ]
            parts += _lines(circle, f'{line} stroke-opacity="0.25"')
    for mark in plain(scene)["marks"]:
        c, s = cos(mark["speed"] * end), sin(mark["speed"] * end)
        x, y, *rest = mark["along"]
        along = [c * x - s * y, s * x + c * y, *rest]
        (right, down, _), (name_right, name_down, _) = _at(along), _at(along, 1.24)
        parts.append(
            f'<line x2="{right:.2f}" y2="{down:.2f}" {line} stroke-dasharray="5 4"/>'
            f'<text x="{name_right:.2f}" y="{name_down:.2f}" dy="0.36em" text-anchor="middle" '
            f'font-size="12" font-family="sans-serif" fill="currentColor">'
            f"{escaped(mark['name'])}</text>"
        )
    return "".join(parts)


def _at(token: Sequence[float], size: float = 1.0) -> Point:
    """Return where the direction of a token is drawn, as `pictures.js` does."""
    scale = RADIUS * size / hypot(*token)
    if len(token) == 2:
        return scale * token[0], -scale * token[1], True
    x, y, z = token
    a, b = x * cos(YAW) - y * sin(YAW), x * sin(YAW) + y * cos(YAW)
    up, depth = z * cos(PITCH) + b * sin(PITCH), z * sin(PITCH) - b * cos(PITCH)
    return scale * a, -scale * up, depth >= 0


def _lines(points: Sequence[Point], attributes: str) -> list[str]:
    """Return a line in pieces; what is on the far side of a sphere is dashed."""
    pieces: list[tuple[bool, list[Point]]] = []
    for before, point in pairwise(points):
        if not pieces or pieces[-1][0] != before[2]:
            pieces.append((before[2], [before]))
        pieces[-1][1].append(point)
    drawn = []
    for front, piece in pieces:
        dashed = "" if front else ' stroke-dasharray="3 3"'
        places = " ".join(f"{piece[k][0]:.1f},{piece[k][1]:.1f}" for k in bends(piece))
        drawn.append(f'<polyline {attributes}{dashed} points="{places}"/>')
    return drawn


# ------------------------------------------------------------------ in a notebook


HEIGHT = 640  # pixels of the frame: the circle, the buttons and what happens fit in it
# The caption stands outside, where a notebook sets it; the rest is as on the site.
FRAME = """body { margin: 0.6rem; font: 15px/1.45 system-ui, sans-serif; background: #ffffff;
  color: #1d1b18; }
.scene { margin: 0; --wide: 100%; }
.scene figcaption p:first-child { display: none; }"""


@as_html.register
def scene_html(scene: Scene) -> str:
    """Return a scene for a notebook: its still picture, and in a fold the figure that one moves.

    That is a page of its own in a frame, which needs no server and touches nothing of the notebook.
    Where frames are taken out, as before a notebook is trusted, the picture is left.
    """
    picture = b64encode(still(scene).encode()).decode()
    shown = escaped(scene.title)
    return (
        f"<p><b>{shown}.</b> {escaped(LatexNotation().prose(scene.says))}</p>\n"
        f'<img alt="{shown}: start, trajectory and end of each token" width="300" '
        f'style="background: #ffffff" src="data:image/svg+xml;base64,{picture}" />\n'
        "<details><summary>Move the tokens yourself</summary>\n"
        f'<iframe title="{shown}" width="100%" height="{HEIGHT}" style="border: 0" loading="lazy" '
        f'srcdoc="{escaped(_page(scene))}"></iframe>\n</details>'
    )


def _page(scene: Scene) -> str:
    """Return the page in the frame: the figure of the site, with all that it loads."""
    sheets = "\n".join(map(_asset, STYLES))
    scripts = "\n".join(map(_asset, SCRIPTS))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8" />'
        f"<title>{escaped(scene.title)}</title><style>{sheets}\n{FRAME}</style></head>"
        f"<body>{figure(scene, drawn=False)}<script>{scripts}</script></body></html>"
    )


@cache
def _asset(name: str) -> str:
    """Return a script or a style sheet without what only its readers need: a fifth of its size."""
    text = (resources.files("verify.render.site") / "assets" / name).read_text("utf-8")
    text = re.sub(r"^\s*/\*.*?\*/\n", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\n\s+", "\n", text).strip()
