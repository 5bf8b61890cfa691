"""The graph of what rests on what: statements in the papers' order, an arc for each use and repair.

The script only shows the arcs of the statement under the pointer. For screen readers every page of
a statement lists its neighbours in words.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from math import sqrt

from verify.render.site.contents import Contents
from verify.render.site.layout import escaped, page, statement_path
from verify.render.site.overview import mark_of
from verify.render.unicode_formulas import UnicodeNotation

ROW, ARCS, WIDE = 22, 120, 850  # in pixels: a line, the width of all arcs, and of the drawing
LETTERS = 90  # of a title
WORDING = UnicodeNotation()


def graph_page(contents: Contents) -> str:
    """Return the page; an arc leads from what is rested on, or repaired, to what does that."""
    lines, places = _lines(contents)
    high = ROW * (len(lines) + 1)
    body = f"""<h1>Dependencies</h1>
<p>An arc connects a statement with those that use it; a dashed one connects a false statement with
its repair. The arrow points to the user or the repair. Point to a statement to see its arcs.</p>
<div class="wide" role="group" aria-label="Graph" tabindex="0"><svg class="graph" width="{WIDE}" \
height="{high}" viewBox="0 0 {WIDE} {high}" role="group" \
aria-label="Graph of {len(places)} statements">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" \
markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.8L8 4L0 7.2Z"/></marker></defs>
<g aria-hidden="true">{"".join(_arcs(contents, places))}</g>
{"".join(lines)}
</svg></div>"""
    return page(
        "Graph", body, root=".", here="graph.html", scripts=("graph.js",), styles=("graph.css",)
    )


def _lines(contents: Contents) -> tuple[list[str], dict[str, int]]:
    """Return a line for each section and statement, and how far down each statement is."""
    lines: list[str] = []
    places: dict[str, int] = {}
    for key, section, statements in contents.by_section():
        heading = escaped(": ".join(filter(None, (key, section))))
        down = ROW * (len(lines) + 1)
        lines.append(f'<text class="section" x="{ARCS}" y="{down}">{heading}</text>')
        for one in statements:
            places[one.id] = down = ROW * (len(lines) + 1)
            mark, title = mark_of(contents, one), WORDING.prose(one.title)
            shown = escaped(textwrap.shorten(title, LETTERS, placeholder=" …"))
            lines.append(
                f'<a href="./{escaped(statement_path(one.id))}" data-key="{escaped(one.id)}">'
                f"<title>{escaped(f'{one.id}, {title}: {mark.word}')}</title>"
                f'<text y="{down}"><tspan x="{ARCS}" class="sign {mark.colour}">{mark.sign}</tspan>'
                f'<tspan x="{ARCS + 34}" class="name">{escaped(one.id)}</tspan>'
                f'<tspan x="{ARCS + 110}">{shown}</tspan></text></a>'
            )
    return lines, places


def _arcs(contents: Contents, places: dict[str, int]) -> Iterator[str]:
    every = contents.statements
    uses = [("rest", below, one.id) for one in every for below in one.uses]
    repairs = [("repair", one.id, other) for one in every for other in one.repaired_by]
    for kind, start, end in dict.fromkeys((*uses, *repairs)):
        if start in places and end in places:
            first, last = (places[name] - ROW / 4 for name in (start, end))
            wide, side = 7 * sqrt(abs(last - first) / ROW) + 10, int(first > last)
            yield (
                f'<path class="{kind}" data-from="{escaped(start)}" data-to="{escaped(end)}" '
                f'd="M{ARCS - 4} {first:g}A{wide:.0f} {abs(last - first) / 2:.0f} 0 0 {side} '
                f'{ARCS - 4} {last:g}" marker-end="url(#arrow)"/>'
            )
