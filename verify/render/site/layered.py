"""A layered drawing of a graph without circles: where its boxes are, and how its edges run.

Source: K. Sugiyama, S. Tagawa, M. Toda, Methods for visual understanding of hierarchical system
structures, IEEE Trans. Syst. Man Cybern. 11 (1981). Layers, from left to right, are lengths of
longest paths; edges that are longer than a layer pass between boxes; within layers the order comes
from barycentres, and heights are means of the neighbours' heights, kept apart by isotonic
regression.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from verify.language.mistakes import Mistake

Edge = tuple[str, str]
Point = tuple[float, float]
Bend = tuple[str, str, int]  # where an edge passes a layer between those of its ends
SWEEPS = 24  # there and back; the order with the fewest crossings is kept


@dataclass(frozen=True)
class Size:
    """Of boxes and of the gaps between them, in the units of the drawing."""

    width: float = 180.0
    height: float = 54.0
    across: float = 62.0  # between layers
    between: float = 14.0  # between boxes of a layer
    bend: float = 6.0  # what an edge needs that passes a layer


@dataclass(frozen=True)
class Drawing:
    """Centres of boxes, and points of every edge from the end of one box to the next one's edge."""

    places: Mapping[str, Point]
    routes: Mapping[Edge, tuple[Point, ...]]
    width: float
    height: float

    def moved(self, right: float, down: float) -> Drawing:
        """Return the same drawing elsewhere."""
        return Drawing(
            {name: (x + right, y + down) for name, (x, y) in self.places.items()},
            {e: tuple((x + right, y + down) for x, y in way) for e, way in self.routes.items()},
            self.width,
            self.height,
        )


def layers_of(nodes: Sequence[str], edges: Iterable[Edge]) -> dict[str, int]:
    """Return a layer for each node, such that every edge leads to a higher one.

    A node is as far left as its longest path asks, and then as near to the first that it leads to
    as that allows. Raises Mistake if edges make a circle.
    """
    before: dict[str, list[str]] = {node: [] for node in nodes}
    after: dict[str, list[str]] = {node: [] for node in nodes}
    for start, end in edges:
        before[end].append(start)
        after[start].append(end)
    missing = {node: len(before[node]) for node in nodes}
    ready = [node for node in nodes if not missing[node]]
    order: list[str] = []
    for node in ready:  # grows while it is read
        order.append(node)
        for end in after[node]:
            missing[end] -= 1
            if not missing[end]:
                ready.append(end)
    if len(order) < len(nodes):
        circle = ", ".join(node for node in nodes if node not in order)
        raise Mistake(f"these statements depend on each other in a cycle: {circle}")
    layer: dict[str, int] = {}
    for node in order:
        layer[node] = max((layer[start] + 1 for start in before[node]), default=0)
    for node in reversed(order):
        layer[node] = min((layer[end] - 1 for end in after[node]), default=layer[node])
    return layer


def draw(nodes: Sequence[str], edges: Sequence[Edge], size: Size) -> Drawing:
    """Return a drawing of a graph, its upper left corner at the origin."""
    return _Layered(nodes, edges, size).drawing()


def connected_parts(nodes: Sequence[str], edges: Iterable[Edge]) -> list[list[str]]:
    """Return the parts of a graph that no edge connects, each in the order of its nodes."""
    joined = {node: [node] for node in nodes}
    for start, end in edges:
        first, second = joined[start], joined[end]
        if first is not second:
            first += second
            for node in second:
                joined[node] = first
    place = {node: k for k, node in enumerate(nodes)}
    parts = {id(part): sorted(part, key=place.__getitem__) for part in joined.values()}
    return sorted(parts.values(), key=lambda part: place[part[0]])


class _Layered:
    """A graph in layers, with bends where its edges pass them."""

    def __init__(self, nodes: Sequence[str], edges: Sequence[Edge], size: Size) -> None:
        self.nodes, self.edges, self.size = nodes, edges, size
        self.layer = layers_of(nodes, edges)
        first = min(self.layer.values())
        self.rows: list[list[str | Bend]] = [
            [] for _ in range(max(self.layer.values()) - first + 1)
        ]
        for node in nodes:
            self.layer[node] -= first
            self.rows[self.layer[node]].append(node)
        self.ways: dict[Edge, list[str | Bend]] = {}
        for start, end in edges:
            passed = range(self.layer[start] + 1, self.layer[end])
            bends: list[Bend] = [(start, end, k) for k in passed]
            for bend in bends:
                self.rows[bend[2]].append(bend)
            self.ways[start, end] = [start, *bends, end]

    @cached_property
    def _left(self) -> dict[str | Bend, list[str | Bend]]:
        return self._neighbours(forwards=False)

    @cached_property
    def _right(self) -> dict[str | Bend, list[str | Bend]]:
        return self._neighbours(forwards=True)

    def _neighbours(self, *, forwards: bool) -> dict[str | Bend, list[str | Bend]]:
        found: dict[str | Bend, list[str | Bend]] = {one: [] for row in self.rows for one in row}
        for way in self.ways.values():
            for one, other in pairwise(way):
                found[one if forwards else other].append(other if forwards else one)
        return found

    # -------------------------------------------------------------- order within layers

    def _ordered(self) -> list[list[str | Bend]]:
        rows = [list(row) for row in self.rows]
        best, fewest = [list(row) for row in rows], self._crossings(rows)
        for sweep in range(SWEEPS):
            there = sweep % 2 == 0
            near = self._left if there else self._right
            turn = range(1, len(rows)) if there else range(len(rows) - 2, -1, -1)
            for k in turn:
                place = {one: p for p, one in enumerate(rows[k - 1 if there else k + 1])}
                own = {one: p for p, one in enumerate(rows[k])}

                def barycentre(
                    one: str | Bend,
                    place: dict[str | Bend, int] = place,
                    own: dict[str | Bend, int] = own,
                    near: dict[str | Bend, list[str | Bend]] = near,
                ) -> float:
                    found = [place[other] for other in near[one]]
                    return sum(found) / len(found) if found else float(own[one])

                rows[k].sort(key=barycentre)
            crossings = self._crossings(rows)
            if crossings < fewest:
                best, fewest = [list(row) for row in rows], crossings
        return best

    def _crossings(self, rows: list[list[str | Bend]]) -> int:
        """Return how many pairs of edges between neighbouring layers cross."""
        place = {one: p for row in rows for p, one in enumerate(row)}
        count = 0
        for row in rows[:-1]:
            pairs = sorted((place[one], place[other]) for one in row for other in self._right[one])
            ends = [end for _, end in pairs]
            count += sum(ends[k] > end for j, end in enumerate(ends) for k in range(j))
        return count

    # -------------------------------------------------------------- heights

    def _tall(self, one: str | Bend) -> float:
        return self.size.height if isinstance(one, str) else self.size.bend

    def _heights(self, rows: list[list[str | Bend]]) -> dict[str | Bend, float]:
        height: dict[str | Bend, float] = {}
        for row in rows:
            wanted = [0.0] * len(row)
            height |= zip(row, self._apart(row, wanted), strict=True)
        for sweep in range(SWEEPS):
            for row in rows if sweep % 2 == 0 else reversed(rows):
                wanted = []
                for one in row:
                    near = [height[other] for other in (*self._left[one], *self._right[one])]
                    wanted.append(sum(near) / len(near) if near else height[one])
                height |= zip(row, self._apart(row, wanted), strict=True)
        return height

    def _apart(self, row: list[str | Bend], wanted: list[float]) -> list[float]:
        """Return the heights nearest to those wanted at which nothing of a layer overlaps."""
        offsets = [0.0]
        for one, other in pairwise(row):
            gap = (self._tall(one) + self._tall(other)) / 2 + self.size.between
            offsets.append(offsets[-1] + gap)
        free = [want - offset for want, offset in zip(wanted, offsets, strict=True)]
        return [h + offset for h, offset in zip(not_decreasing(free), offsets, strict=True)]

    # -------------------------------------------------------------- the drawing

    def drawing(self) -> Drawing:
        size, rows = self.size, self._ordered()
        heights = self._heights(rows)
        top = min(heights[one] - self._tall(one) / 2 for row in rows for one in row)
        down = max(heights[one] + self._tall(one) / 2 for row in rows for one in row)

        def x(k: int) -> float:
            return size.width / 2 + k * (size.width + size.across)

        places = {node: (x(self.layer[node]), heights[node] - top) for node in self.nodes}
        routes = {}
        for (start, end), way in self.ways.items():
            points = [(places[start][0] + size.width / 2, places[start][1])]
            for bend in way[1:-1]:
                at, y = x(int(bend[2])), heights[bend] - top
                points += [(at - size.width / 2, y), (at + size.width / 2, y)]
            points.append((places[end][0] - size.width / 2, places[end][1]))
            routes[start, end] = tuple(points)
        return Drawing(places, routes, x(len(rows) - 1) + size.width / 2, down - top)


def not_decreasing(values: Sequence[float]) -> list[float]:
    """Return the sequence nearest to another, in the sum of squares, that does not decrease."""
    blocks: list[tuple[float, int]] = []
    for value in values:
        mean, count = value, 1
        while blocks and blocks[-1][0] > mean:
            last, size = blocks.pop()
            mean, count = (mean * count + last * size) / (count + size), count + size
        blocks.append((mean, count))
    return [mean for mean, count in blocks for _ in range(count)]
