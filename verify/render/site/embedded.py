"""A scene in a notebook: its still picture, and folded below it the figure that a reader moves.

The figure is a page of its own in a frame, with its scripts and its style sheet in it, so that it
needs no server and touches nothing of the notebook. Where frames are taken out, as on hosting
sites and before a notebook is trusted, the picture is left.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from importlib import resources

from verify.render.latex_formulas import LatexNotation
from verify.render.site.layout import escaped
from verify.render.site.pictures import SCRIPTS, STYLES, figure, still
from verify.statements.displayed import as_html
from verify.statements.scenes import Scene

HEIGHT = 640  # pixels of the frame: the circle, the buttons and what happens fit in it
# The caption stands outside, where a notebook sets it; the rest is as on the site.
FRAME = """body { margin: 0.6rem; font: 15px/1.45 system-ui, sans-serif; background: #ffffff;
  color: #1d1b18; }
.scene { margin: 0; --wide: 100%; }
.scene figcaption p:first-child { display: none; }"""


@as_html.register
def scene_html(scene: Scene) -> str:
    """Return a scene for a notebook, as HTML that is a picture where nothing may run."""
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
