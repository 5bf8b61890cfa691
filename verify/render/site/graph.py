"""The graph of what rests on what: statements, external theorems, and repairs, as a page's body.

It is drawn once, in SVG, from left to right: what is rested on stands to the left. The script only
moves and highlights it. For screen readers every page lists its neighbours in words.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from verify.render.site.contents import badge
from verify.render.site.layered import Drawing, Edge, Point, Size, connected_parts, draw
from verify.render.site.layout import escaped, statement_path, theorem_path
from verify.render.unicode_formulas import UnicodeNotation
from verify.render.words import GRADES, STANDINGS, standing
from verify.statements.outcomes import StatementResult
from verify.statements.paper import Paper, Theorem
from verify.statements.statement import Statement

STYLES, SCRIPTS = ("graph.css",), ("graph.js",)
SIZE = Size()
HEADING, GAP = 44.0, 34.0
COLUMNS = 6  # the least width, in boxes, of what stands alone
LETTERS = 25  # in a line of a title, in the widest of the usual fonts
UNDECIDED = "undecided"  # of a statement that the run did not decide
WORDS = {one.name: one.mark.word for one in STANDINGS} | {UNDECIDED: "not decided"}
# Each verdict has a sign as well as a colour and an outline.
CROSS, PLUS = "M-3.8 -3.8L3.8 3.8M-3.8 3.8L3.8 -3.8", "M1.6 3.4H6M3.8 1.2V5.6"
WORDING = UnicodeNotation()
PLAIN = {
    "holds": "M-4.5 0.5L-1.5 4L4.5 -3.5",
    "recorded": "M-5.5 0.3L-4 -1.2L-1.6 1.3L4 -5L5.6 -3.5L-1.5 4.4Z",  # an outlined check mark
    "argued": "M0 -4.5L4.5 0L0 4.5L-4.5 0Z",
    "steps": "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0",
    "sampled": "M-3 -3H-2.8M3 -3H3.2M-3 3H-2.8M3 3H3.2M0 0H0.2",
    "false": CROSS, "denied": f"{CROSS}M-6 -6H6V6H-6Z",
    "open": "M-3 -2.5A3 3 0 1 1 0 1V2M0 4.6V5", UNDECIDED: "M-4 0H-3.6M-0.2 0H0.2M3.6 0H4",
    "theorem": "M-4 -4V4M0 -4V4M4 -4V4",
}  # fmt: skip
SIGNS = PLAIN | {one.name: PLAIN[one.key] + PLUS * one.more for one in STANDINGS}


@dataclass(frozen=True)
class GraphBox:
    """A box: a statement, or an external theorem that the statements of one paper cite."""

    key: str
    name: str
    title: str
    verdict: str
    grade: str
    paper: str
    section: str
    path: str
    claim: str = ""

    @property
    def told(self) -> str:
        """Return the node in words."""
        if self.verdict == "theorem":
            return f"External theorem: {self.title}"
        grade = f" ({self.grade})" if self.grade else ""
        return f"{self.name}: {self.title}. {WORDS[self.verdict]}{grade}"


@dataclass(frozen=True)
class Graph:
    """Boxes in the papers' order, and edges from what is rested on, or repaired, to what does."""

    nodes: tuple[GraphBox, ...]
    rests: tuple[Edge, ...]
    repairs: tuple[Edge, ...]
    papers: tuple[Paper, ...] = field(default=())

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Return all edges; a pair may occur as both kinds."""
        return tuple(dict.fromkeys((*self.rests, *self.repairs)))


def graph_of(results: Sequence[StatementResult], statements: Sequence[Statement]) -> Graph:
    """Return the graph of statements, each with the verdict that a run gave it, if it did.

    A theorem that two papers cite is a box in each of them.
    """
    found = {result.id: result for result in results}
    known = {statement.id for statement in statements}
    nodes, rests, repairs = [], [], []
    cited: dict[str, tuple[Theorem, str]] = {}
    for statement in statements:
        nodes.append(_statement_node(statement, found.get(statement.id)))
        rests += [(below, statement.id) for below in statement.uses if below in known]
        repairs += [(statement.id, other) for other in statement.repaired_by if other in known]
        for theorem in statement.theorems.values():
            key = f"{statement.paper.key}:{theorem.key}"
            cited[key] = theorem, statement.paper.key
            rests.append((key, statement.id))
    theorems = [
        GraphBox(key, "Theorem", theorem.name, "theorem", "", paper, "", theorem_path(theorem.key))
        for key, (theorem, paper) in cited.items()
    ]
    papers = tuple(dict.fromkeys(statement.paper for statement in statements))
    return Graph((*nodes, *theorems), tuple(dict.fromkeys(rests)), tuple(repairs), papers)


def _statement_node(statement: Statement, result: StatementResult | None) -> GraphBox:
    return GraphBox(
        key=statement.id,
        name=statement.id,
        title=statement.title,
        verdict=UNDECIDED if result is None else standing(result).name,
        grade="" if result is None else result.grade,
        paper=statement.paper.key,
        section=statement.paper.section(statement.position),
        path=statement_path(statement.id),
        claim=WORDING.prose(statement.declared.claim.says) if statement.declared.claim else "",
    )


# ------------------------------------------------------------------ the drawing


@dataclass(frozen=True)
class GraphLayout:
    """Where everything is: boxes, edges, and headings."""

    drawing: Drawing
    headings: tuple[tuple[Point, str, bool], ...]  # where, words, and whether it names a paper


def plan(graph: Graph) -> GraphLayout:
    """Return the drawing, paper by paper: what is connected in layers, the rest by sections."""
    places: dict[str, Point] = {}
    routes: dict[Edge, tuple[Point, ...]] = {}
    headings: list[tuple[Point, str, bool]] = []
    down, wide = 0.0, COLUMNS * (SIZE.width + SIZE.between)
    for paper in graph.papers:
        headings.append(((0.0, down + HEADING / 2), f"{paper.key}: {paper.title}", True))
        down += HEADING
        nodes = [node for node in graph.nodes if node.paper == paper.key]
        for drawing in _connected(nodes, graph, down):
            places |= drawing.places
            routes |= drawing.routes
            wide = max(wide, max(x for x, _ in drawing.places.values()) + SIZE.width / 2)
        bottom = max((places[n.key][1] for n in nodes if n.key in places), default=down)
        rest = [node for node in nodes if node.key not in places]
        alone, said, down = _alone(rest, bottom + SIZE.height / 2 + GAP, wide)
        places |= alone
        headings += said
        down += GAP
    for edge in graph.edges:  # between papers, or against the layers
        if edge not in routes:
            routes[edge] = _straight(places[edge[0]], places[edge[1]])
    return GraphLayout(Drawing(places, routes, wide, down), tuple(headings))


def _connected(nodes: Sequence[GraphBox], graph: Graph, top: float) -> list[Drawing]:
    """Return the drawings of what is connected, the largest first, in lines as wide as that."""
    own = {node.key for node in nodes}
    rests = [edge for edge in graph.rests if set(edge) <= own]
    edges = list(dict.fromkeys(rests))
    for repair in graph.repairs:
        if set(repair) <= own and repair not in edges and _leaves_no_circle(edges, repair):
            edges.append(repair)
    parts = [part for part in connected_parts([n.key for n in nodes], edges) if len(part) > 1]
    parts.sort(key=len, reverse=True)
    drawn, right, tall, limit = [], 0.0, 0.0, 0.0
    for part in parts:
        drawing = draw(part, [edge for edge in edges if edge[0] in part], SIZE)
        limit = max(limit, drawing.width)
        if right and right + drawing.width > limit:
            top, right, tall = top + tall + GAP, 0.0, 0.0
        drawn.append(drawing.moved(right, top))
        right, tall = right + drawing.width + SIZE.across, max(tall, drawing.height)
    return drawn


def _leaves_no_circle(edges: Sequence[Edge], new: Edge) -> bool:
    """Return whether an edge can be added: its end does not lead to its start."""
    reached, more = {new[1]}, [new[1]]
    while more:
        here = more.pop()
        for start, end in edges:
            if start == here and end not in reached:
                reached.add(end)
                more.append(end)
    return new[0] not in reached


def _alone(
    lonely: Sequence[GraphBox], down: float, wide: float
) -> tuple[dict[str, Point], list[tuple[Point, str, bool]], float]:
    """Return places of what stands alone, in columns under its sections, and where they end."""
    if not lonely:
        return {}, [], down - GAP
    places: dict[str, Point] = {}
    headings = [((0.0, down), "Statements without dependencies in this paper", False)]
    step, top = SIZE.width + SIZE.between, down + 26
    columns = max(1, int((wide + SIZE.between) // step))
    for k, node in enumerate(lonely):
        column, line = k % columns, k // columns
        places[node.key] = (
            SIZE.width / 2 + column * step,
            top + 16 + SIZE.height / 2 + line * (SIZE.height + SIZE.between + 22),
        )
        before = lonely[k - 1].section if k and column else ""
        if node.section != before:
            x, y = places[node.key]
            short = textwrap.shorten(node.section, 30, placeholder="…")
            headings.append(((x - SIZE.width / 2, y - SIZE.height / 2 - 10), short, False))
    return places, headings, max(y for _, y in places.values()) + SIZE.height / 2 + GAP


def _straight(start: Point, end: Point) -> tuple[Point, ...]:
    half = SIZE.width / 2 if end[0] >= start[0] else -SIZE.width / 2
    return (start[0] + half, start[1]), (end[0] - half, end[1])


# ------------------------------------------------------------------ HTML


def graph_body(
    results: Sequence[StatementResult], statements: Sequence[Statement], *, root: str = "."
) -> str:
    """Return the body of the graph's page; `root` leads from it to the site's root."""
    graph = graph_of(results, statements)
    drawn = plan(graph)
    margin = 24.0
    width, height = drawn.drawing.width + 2 * margin, drawn.drawing.height + 2 * margin
    box = f"{-margin:g} {-margin:g} {width:.0f} {height:.0f}"
    return f"""<h1>Dependencies</h1>
<p>An arrow leads from a statement, or an external theorem, to those that use it; a dashed one \
from a false statement to its repair. Colours are grades, signs are verdicts. Turn the wheel to \
zoom, drag to move; so do + − 0 and the arrow keys.</p>
{_tools(graph)}
<div class="graph" data-part="graph">
<svg viewBox="{box}" data-box="{box}" preserveAspectRatio="xMidYMin" role="group" tabindex="0" \
aria-label="Graph of {len(graph.nodes)} statements and theorems">
<defs>{_arrow("rest")}{_arrow("repair")}{"".join(map(_whole, WORDS | {"theorem": ""}))}</defs>
{"".join(_headings(drawn))}
<g class="edges" aria-hidden="true">{"".join(_edges(graph, drawn.drawing))}</g>
<g class="nodes">{"".join(_box(node, drawn.drawing.places[node.key], root) for node in graph.nodes)}
</g>
</svg>
</div>
<p class="preview needs-script" data-part="preview" aria-live="polite"></p>"""


def _tools(graph: Graph) -> str:
    verdicts = [v for v in WORDS if any(node.verdict == v for node in graph.nodes)]
    grades = [g for g in GRADES if any(node.grade == g for node in graph.nodes)]
    kinds = [(v, WORDS[v]) for v in verdicts] + [("theorem", "external theorem")]
    return f"""<div class="graph-tools">
<div class="line needs-script">
<label class="find">Find <input type="search" data-part="find" placeholder="id or words" \
autocomplete="off" /></label>
<span role="group" aria-label="View"><button type="button" data-zoom="in" aria-label="Zoom in">+\
</button><button type="button" data-zoom="out" aria-label="Zoom out">−</button><button \
type="button" data-zoom="all">All</button></span>
<span role="status" data-part="count" class="count"></span>
</div>
<div class="line">{_choices("Verdict", "verdict", kinds, signs=True)}
{_choices("Paper", "paper", [(paper.key, paper.key) for paper in graph.papers])}
{_choices("Grade", "grade", [(grade, grade) for grade in grades])}</div>
</div>"""


def _choices(
    legend: str, about: str, values: Sequence[tuple[str, str]], *, signs: bool = False
) -> str:
    """Return check boxes; those of verdicts are the legend of the signs, too."""
    shown = "".join(
        f'<label><input type="checkbox" checked="checked" data-filter="{escaped(about)}" '
        f'value="{escaped(value)}" />{_key(value) if signs else ""} '
        f"{badge(words) if about == 'grade' else escaped(words)}</label>"
        for value, words in values
    )
    return f"<fieldset><legend>{escaped(legend)}</legend>{shown}</fieldset>"


def _key(verdict: str) -> str:
    return (
        f'<svg class="key verdict-{verdict}" viewBox="-16 -11 32 22" aria-hidden="true">'
        f'<path class="outline" d="{_outline(verdict, 30, 20)}"/>'
        f'<path class="sign" d="{SIGNS[verdict]}"/></svg>'
    )


def _arrow(kind: str) -> str:
    return (
        f'<marker id="arrow-{kind}" class="arrow {kind}" viewBox="0 0 8 8" refX="7.5" refY="4" '
        'markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto">'
        '<path d="M0 0.8L8 4L0 7.2Z"/></marker>'
    )


def _whole(verdict: str) -> str:
    return f'<path id="outline-{verdict}" d="{_outline(verdict, SIZE.width, SIZE.height)}"/>'


def _headings(drawn: GraphLayout) -> Iterator[str]:
    for (x, y), words, names_paper in drawn.headings:
        kind = "paper" if names_paper else "section"
        yield f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escaped(words)}</text>'


def _edges(graph: Graph, drawing: Drawing) -> Iterator[str]:
    for kind, edges in (("rest", graph.rests), ("repair", graph.repairs)):
        for edge in edges:
            aside = 7.0 if kind == "repair" and edge in graph.rests else 0.0
            way = [(x, y - aside) for x, y in drawing.routes[edge]]
            yield (
                f'<path class="edge {kind}" data-from="{escaped(edge[0])}" '
                f'data-to="{escaped(edge[1])}" d="{_curve(way)}" marker-end="url(#arrow-{kind})"/>'
            )


def _curve(points: Sequence[Point]) -> str:
    """Return a path that is level at every point."""
    (x, y), parts = points[0], [f"M{points[0][0]:.0f} {points[0][1]:.0f}"]
    for right, down in points[1:]:
        middle = (x + right) / 2
        bent = f"C{middle:.0f} {y:.0f} {middle:.0f} {down:.0f} {right:.0f} {down:.0f}"
        parts.append(bent if round(y) != round(down) else f"H{right:.0f}")
        x, y = right, down
    return "".join(parts)


def _outline(verdict: str, width: float, height: float) -> str:
    """Return the outline of a box: round, more round, cut, pointed or square, by the verdict."""
    w, h = width / 2, height / 2
    cut = h * 0.45
    if verdict in ("false", "denied"):
        return (
            f"M{-w + cut:g} {-h:g}H{w - cut:g}L{w:g} {-h + cut:g}V{h - cut:g}L{w - cut:g} {h:g}"
            f"H{-w + cut:g}L{-w:g} {h - cut:g}V{-h + cut:g}Z"
        )
    if verdict == "theorem":
        return f"M{-w + cut:g} {-h:g}H{w - cut:g}L{w:g} 0L{w - cut:g} {h:g}H{-w + cut:g}L{-w:g} 0Z"
    if verdict in ("open", UNDECIDED):
        return f"M{-w:g} {-h:g}H{w:g}V{h:g}H{-w:g}Z"
    r = h * (0.75 if verdict.endswith("_with") else 0.35)
    return (
        f"M{-w + r:g} {-h:g}H{w - r:g}A{r:g} {r:g} 0 0 1 {w:g} {-h + r:g}V{h - r:g}"
        f"A{r:g} {r:g} 0 0 1 {w - r:g} {h:g}H{-w + r:g}A{r:g} {r:g} 0 0 1 {-w:g} {h - r:g}"
        f"V{-h + r:g}A{r:g} {r:g} 0 0 1 {-w + r:g} {-h:g}Z"
    )


def _box(node: GraphBox, place: Point, root: str) -> str:
    x, y = place
    left = -SIZE.width / 2 + 10
    lines = textwrap.wrap(node.title, LETTERS)
    if len(lines) > 2:
        lines = [lines[0], textwrap.shorten(" ".join(lines[1:]), LETTERS, placeholder="…")]
    inner = "".join(
        f'<tspan x="{left:g}" dy="{0 if k == 0 else 13}">{escaped(line)}</tspan>'
        for k, line in enumerate(lines)
    )
    title = escaped("\n".join(filter(None, (node.told, node.claim))))
    inside = f'<text class="box-grade" x="{-left:g}" y="-10">{escaped(node.grade)}</text>'
    return f"""
<a class="node verdict-{node.verdict}" href="{escaped(f"{root}/{node.path}")}" \
data-key="{escaped(node.key)}" data-verdict="{node.verdict}" data-grade="{node.grade}" \
data-paper="{escaped(node.paper)}" \
transform="translate({x:.0f} {y:.0f})"><title>{title}</title><use class="outline" \
href="#outline-{node.verdict}"/><g transform="translate({left + 8:g} -14)">\
<circle class="seal" r="8.5"/><path class="sign" d="{SIGNS[node.verdict]}"/></g><text class="name" \
x="{left + 22:g}" y="-9">{escaped(node.name)}</text>{inside}<text class="title" y="8">{inner}\
</text></a>"""
