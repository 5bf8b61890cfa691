"""The graph of statements: each is there once, with an arc for every use and every repair."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from property_tests.engine.browser import complaints, headless, visit
from verify.render.site.build import assets
from verify.render.site.contents import Contents
from verify.render.site.graph import ARCS, graph_page
from verify.render.site.layout import statement_path
from verify.statements.discovery import discover
from verify.statements.statement import Statement
from verify.vocabulary import *


@cache
def whole() -> tuple[tuple[Statement, ...], str]:
    statements = discover().statements
    return tuple(statements), graph_page(Contents(statements))


def drawn(page: str) -> ElementTree.Element:
    """Return the drawing of a page, which is well-formed XML."""
    return next(ElementTree.fromstring(page.partition("\n")[2]).iter("svg"))


def arcs(drawing: ElementTree.Element) -> set[tuple[str | None, str | None, str | None]]:
    return {
        (p.get("class"), p.get("data-from"), p.get("data-to"))
        for p in drawing.iter("path")
        if p.get("class")
    }


def test_every_statement_is_there_once_and_every_arc() -> None:
    statements, page = whole()
    drawing = drawn(page)
    links = [a.get("href") for a in drawing.iter("a")]
    assert sorted(links) == sorted(f"./{statement_path(one.id)}" for one in statements)
    uses = {("rest", below, one.id) for one in statements for below in one.uses}
    repairs = {("repair", one.id, other) for one in statements for other in one.repaired_by}
    assert arcs(drawing) == uses | repairs and uses and repairs


def test_an_arc_begins_and_ends_at_its_statements() -> None:
    drawing = drawn(whole()[1])
    heights = {a.get("data-key"): float(a.find("text").get("y")) for a in drawing.iter("a")}  # type: ignore[union-attr,arg-type]
    assert len(set(heights.values())) == len(heights)
    for path in drawing.iter("path"):
        if path.get("class"):
            start, end = heights[path.get("data-from")], heights[path.get("data-to")]
            shape = (path.get("d") or "").replace("M", "").replace("A", " ").split()
            assert abs(float(shape[1]) - start) < 10 and abs(float(shape[-1]) - end) < 10
            assert float(shape[2]) < ARCS  # it stays in the drawing


def test_words_of_an_author_are_escaped_and_what_was_not_decided_is_told() -> None:
    paper = Paper("<P>", "A & B", "Nobody", 2000, "Nowhere")

    @statement("X'1", paper.label("1"), title="<script>alert(1)</script>")
    def one(given: Given) -> Proof:
        x = given(any_scalar("x"))
        yield "It is itself.", Identity(x, x, name="itself")

    drawing = drawn(graph_page(Contents((one,))))
    assert not list(drawing.iter("script"))
    assert "undecided" in "".join(drawing.itertext())


def test_statements_of_two_papers_may_rest_on_each_other() -> None:
    def stated(key: str, below: tuple[str, ...]) -> Statement:
        paper = Paper(key, f"Paper {key}", "Nobody", 2000, "Nowhere")

        @statement(f"{key}-1", paper.label("1"), title="One", rests_on=below)
        def one(given: Given) -> Proof:
            x = given(any_scalar("x"))
            yield "It is itself.", Identity(x, x, name="itself")

        return one

    page = graph_page(Contents((stated("P", ("Q-1", "elsewhere")), stated("Q", ()))))
    assert arcs(drawn(page)) == {("rest", "Q-1", "P-1")}


@pytest.mark.long
def test_a_statement_shows_its_own_arcs(tmp_path: Path) -> None:
    statements, page = whole()
    for name, content in {**assets(), "graph.html": page}.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    one = max(statements, key=lambda s: len(s.uses))
    with headless() as driver:
        visit(driver, (tmp_path / "graph.html").as_uri())
        node = driver.find_element("css selector", f'a[data-key="{one.id}"]')
        driver.execute_script("arguments[0].focus()", node)
        own = [arc for arc in arcs(drawn(page)) if one.id in arc[1:]]
        assert len(driver.find_elements("css selector", "path.own")) == len(own) > 0
        assert complaints(driver) == []
