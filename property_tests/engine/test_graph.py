"""The graph of statements: nothing overlaps, nothing is missing, and a reader can move it."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.browser import complaints, headless, write_page
from verify.language.mistakes import Mistake
from verify.render.site.graph import SCRIPTS, SIZE, STYLES, WORDS, Graph, graph_body, graph_of
from verify.render.site.layered import Edge, Size, draw, layers_of
from verify.render.site.layout import statement_path
from verify.statements.discovery import discover
from verify.statements.outcomes import StatementResult
from verify.statements.statement import Statement, statement
from verify.vocabulary import Given, Identity, Paper, Proof, any_scalar

NODES = [f"n{k}" for k in range(14)]
forward = st.tuples(st.integers(0, 13), st.integers(0, 13)).filter(lambda e: e[0] < e[1])
graphs = st.sets(forward, max_size=30).map(lambda es: [(NODES[a], NODES[b]) for a, b in sorted(es)])


# ------------------------------------------------------------------ layers


def test_a_circle_is_told() -> None:
    with pytest.raises(Mistake, match="in a cycle: b, c"):
        layers_of(["a", "b", "c"], [("a", "b"), ("b", "c"), ("c", "b")])


@given(graphs)
def test_boxes_do_not_overlap_and_edges_pass_between_them(edges: list[Edge]) -> None:
    size = Size()
    drawing = draw(NODES, edges, size)
    assert set(drawing.places) == set(NODES)
    check_apart(drawing.places)
    for (start, end), way in drawing.routes.items():
        assert way[0] == (drawing.places[start][0] + size.width / 2, drawing.places[start][1])
        assert way[-1] == (drawing.places[end][0] - size.width / 2, drawing.places[end][1])
        assert all(before[0] < after[0] for before, after in pairwise(way))
        for x, y in way[1:-1]:
            beside = [p for p in drawing.places.values() if abs(p[0] - x) <= size.width / 2 + 1e-6]
            # Half a box, half of what a bend takes, and the gap between them, up to rounding.
            free = (size.height + size.bend) / 2 + size.between
            assert all(abs(p[1] - y) >= free - 1e-6 for p in beside)


def check_apart(places: Any) -> None:
    for (x, y), (u, v) in combinations(places.values(), 2):
        assert abs(x - u) >= SIZE.width or abs(y - v) >= SIZE.height


# ------------------------------------------------------------------ the papers' graph


@cache
def catalogue() -> tuple[tuple[Statement, ...], tuple[StatementResult, ...]]:
    """Return every statement with some verdict; all verdicts occur."""
    statements = discover().statements
    verdicts = ("holds", "holds_with", "false", "open")
    results = tuple(result(s, verdicts[k % 4]) for k, s in enumerate(statements))
    return statements, results


def result(of: Statement, verdict: Any) -> StatementResult:
    grade: Any = {"false": "refuted", "open": "inconclusive"}.get(verdict, "kernel")
    return StatementResult(
        of.id, of.title, of.paper.key, of.label.text, of.origin, of.basis, verdict, "none", grade,
        (), of.repaired_by, of.rests_on, (), (), (),
    )  # fmt: skip


@cache
def whole() -> tuple[Graph, str]:
    statements, results = catalogue()
    return graph_of(results, statements), graph_body(results, statements)


def test_every_statement_is_there_once_and_every_edge() -> None:
    statements, _ = catalogue()
    graph, body = whole()
    root = ElementTree.fromstring(f"<main>{body}</main>")
    boxes = [a for a in root.iter("a") if "node" in (a.get("class") or "").split()]
    links = [a.get("href") for a in boxes]
    assert len(links) == len(graph.nodes) and len({a.get("data-key") for a in boxes}) == len(boxes)
    for one in statements:
        assert links.count(f"./{statement_path(one.id)}") == 1
    drawn = {
        (kind, p.get("data-from"), p.get("data-to"))
        for p in root.iter("path")
        for kind in ("rest", "repair")
        if (p.get("class") or "").split() == ["edge", kind]
    }
    for one in statements:
        assert {("rest", below, one.id) for below in one.rests_on} <= drawn
        assert {("repair", one.id, other) for other in one.repaired_by} <= drawn
    cited = {(p, key) for kind, p, key in drawn if kind == "rest" and p and ":" in p}
    for one in statements:
        assumed = set(one.declared.claim.cites)
        assert {key.split(":", 1)[1] for key, end in cited if end == one.id} == assumed


def test_a_verdict_is_told_by_outline_sign_and_word_not_by_colour_alone() -> None:
    _, body = whole()
    shapes: dict[str, set[tuple[str, ...]]] = {}
    for verdict, rest in re.findall(r'<a class="node verdict-(\w+)"(.*?)</a>', body, re.S):
        outline = re.search(r'class="outline" href="#(outline-[^"]*)"', rest)
        sign = re.search(r'class="sign" d="([^"]*)"', rest)
        assert outline and sign
        drawn = re.search(f'<path id="{outline[1]}" d="([^"]*)"', body)
        assert drawn is not None
        shapes.setdefault(verdict, set()).add((drawn[1], sign[1]))
        if verdict in WORDS:
            assert WORDS[verdict] in rest
    assert len(shapes) == 5 and all(len(shape) == 1 for shape in shapes.values())
    assert len(set.union(*shapes.values())) == 5
    assert len({sign for shape in shapes.values() for _, sign in shape}) == 5


def test_words_of_an_author_are_escaped_and_what_was_not_decided_is_told() -> None:
    paper = Paper("<P>", "A & B", "Nobody", 2000, "Nowhere")

    @statement("X'1", paper.label("1"), title="<script>alert(1)</script>")
    def one(given: Given) -> Proof:
        x = given(any_scalar("x"))
        yield "It is itself.", Identity(x, x, name="itself")

    body = graph_body((), (one,))
    root = ElementTree.fromstring(f"<main>{body}</main>")
    assert not list(root.iter("script"))
    assert "not decided" in "".join(root.itertext())


# ------------------------------------------------------------------ in a browser


@pytest.mark.long
def test_a_reader_moves_searches_and_filters(tmp_path: Path) -> None:
    keys = pytest.importorskip("selenium.webdriver.common.keys").Keys
    chains = pytest.importorskip("selenium.webdriver.common.action_chains").ActionChains
    graph, body = whole()
    (tmp_path / "A-0").mkdir()
    first = graph.nodes[0]
    (tmp_path / first.path).write_text("<title>Opened</title>", "utf-8")
    address = write_page(tmp_path, "graph.html", body, SCRIPTS, STYLES)
    with headless() as driver:
        driver.get(address)
        svg = driver.find_element("css selector", "[data-part='graph'] > svg")

        def view() -> list[float]:
            return [float(x) for x in svg.get_dom_attribute("viewBox").split()]

        def count(selector: str) -> int:
            return len(driver.find_elements("css selector", selector))

        before = view()
        svg.send_keys("+")
        assert view()[2] < before[2]
        svg.send_keys(keys.ARROW_DOWN)
        assert view()[1] > before[1]
        svg.send_keys("0")
        assert view() == [float(x) for x in svg.get_dom_attribute("data-box").split()]
        wheel = "arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -300, clientX: 300, "
        driver.execute_script(wheel + "clientY: 500, cancelable: true}))", svg)
        zoomed = view()
        assert zoomed[2] < float(svg.get_dom_attribute("data-box").split()[2])
        chains(driver).move_to_element(svg).click_and_hold().move_by_offset(60, 0).release(
        ).perform()  # fmt: skip
        assert view()[0] < zoomed[0] and "graph.html" in driver.current_url

        find = driver.find_element("css selector", "[data-part='find']")
        find.send_keys(first.name)
        hits = [node for node in graph.nodes if first.name.lower() in node.told.lower()]
        assert count(".node.found") == len(hits) > 0
        find.send_keys(keys.ESCAPE)
        assert count(".node.found") == 0
        box = driver.find_element("css selector", "[data-filter='verdict'][value='false']")
        box.click()
        hidden = sum(node.verdict == "false" for node in graph.nodes)
        assert count(".node.out") == count(".node[tabindex='-1']") == hidden > 0
        box.click()
        assert count(".node.out") == 0

        node = driver.find_element("css selector", f".node[data-key='{first.key}']")
        driver.execute_script("arguments[0].focus()", node)
        around = {key for edge in graph.edges if first.key in edge for key in edge} - {first.key}
        assert count(".node.beside") == len(around)
        assert complaints(driver) == []
        node.send_keys(keys.ENTER)
        assert driver.title == "Opened"
