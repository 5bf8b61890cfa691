"""Draws the picture of the README: python docs/pictures/draw.py

Each half is the still picture of a scene that a statement declares.
"""

from __future__ import annotations

from pathlib import Path

import verify
from verify.render.site.pictures import still

TARGET = Path(__file__).with_name("tokens.svg")
HALVES = (
    ("A-T4.1", "Consensus from a hemisphere", "Theorem 4.1: from a hemisphere", "tokens converge to one point"),
    ("A-T5.1", "The trapped token", "Theorem 5.1 as printed is false:", "token 3 converges to the antipode of token 1"),
)  # fmt: skip
WIDTH, HEIGHT = 640, 340


def picture() -> str:
    """Return both scenes side by side as SVG, on a ground that is light in any viewer."""
    parts = [_half(k * WIDTH // 2, *half) for k, half in enumerate(HALVES)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" color="#222" font-family="sans-serif">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#fcfcfa"/>\n{"".join(parts)}</svg>\n'
    )


def _half(left: int, identifier: str, title: str, *caption: str) -> str:
    scenes = {scene.title: scene for scene in verify.find(identifier).scenes}
    middle = left + WIDTH // 4
    lines = "".join(
        f'<text x="{middle}" y="{305 + 17 * k}" text-anchor="middle" font-size="13" '
        f'fill="#222">{line}</text>\n'
        for k, line in enumerate(caption)
    )
    return f'<svg x="{left + 20}" y="8">{still(scenes[title])}</svg>\n{lines}'


if __name__ == "__main__":
    TARGET.write_text(picture(), "utf-8")
