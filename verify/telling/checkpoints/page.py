"""A page that needs nothing beside it: what all commands on checkpoints write as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from matplotlib.figure import Figure

from verify.telling.plots import Picture
from verify.telling.site.layout import escaped

TABLES = """
main { max-width: 74rem; padding: 1.5rem 1.5rem 3rem; }
figure { margin: 1rem 0; background: #fff; color: #000; padding: .5rem; }
figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font: .8rem/1.4 var(--sans); }
th, td {
  white-space: nowrap; padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
}
"""


def framed(title: str, body: str, style: str, command: str) -> str:
    """Return a whole page with the style of the site inside it; `command` wrote it."""
    sheet = resources.files("verify.telling.site") / "assets" / "site.css"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>{escaped(title)}</title>
<link rel="icon" href="data:," />
<style>{escape(sheet.read_text(encoding="utf-8"), quote=False)}{style}</style>
</head>
<body>
<main id="main">
{body}
<p class="quiet">Written by <code>{escaped(command)}</code>. This page works offline.</p>
</main>
</body>
</html>
"""


def cells_of(cells: Sequence[str]) -> str:
    """Return a row of a table, the first cell of which names it."""
    name, *others = cells
    return (
        f'<tr><th scope="row">{escaped(name)}</th>'
        + "".join(f"<td>{escaped(cell)}</td>" for cell in others)
        + "</tr>"
    )


def pictured(figure: Figure, says: str) -> str:
    """Return a figure as SVG inside the page; `says` describes it to those who do not see it."""
    return f"<figure>{Picture(figure, says)._repr_svg_()}</figure>"


def listed(items: Iterable[str]) -> str:
    """Return plain texts as a list."""
    return f"<ul>{''.join(f'<li>{escaped(item)}</li>' for item in items)}</ul>"
