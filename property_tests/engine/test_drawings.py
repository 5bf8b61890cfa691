"""A drawing that is kept is the one that would be drawn, and of no other figure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from verify.processes.store import Store
from verify.statements.illustrations import Chart, Illustration, Series
from verify.statements.paper import Paper
from verify.telling.figures import drawing, drawings

PAPER = Paper("D", "a paper", "its authors", 2026, "nowhere")
LINE = Chart((Series("line", "x", "y", "a line"),), "x", "y", title="A title")
FIGURE = Illustration(
    "D-1", PAPER.label("Figure 1"), "A line", ("D-1",), run=dict, measure=dict, says="",
    panels=(LINE,), arrays={"x": "places", "y": "values", "z": "nothing"}, full={},
)  # fmt: skip
ARRAYS = {"x": np.arange(4.0), "y": np.arange(4.0) ** 2, "z": np.arange(2.0)}
CHANGES = {
    "a value": lambda: (FIGURE, {**ARRAYS, "y": np.arange(4.0) ** 2 + 1e-9}),
    "a type": lambda: (FIGURE, {**ARRAYS, "y": np.arange(4) ** 2}),
    "a title": lambda: (replace(FIGURE, panels=(replace(LINE, title="Another"),)), ARRAYS),
    "a label": lambda: (
        replace(FIGURE, panels=(replace(LINE, series=(Series("line", "x", "y", "b"),)),)), ARRAYS,
    ),
    "columns": lambda: (replace(FIGURE, panels=(LINE, LINE), columns=1), ARRAYS),
}  # fmt: skip


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """A store, and how often something is drawn."""
    drawn = []
    own = drawing.drawn
    monkeypatch.setattr(drawing, "drawn", lambda *given: (drawn.append(given), own(*given))[1])
    return Store(tmp_path), drawn


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_what_is_kept_is_what_would_be_drawn(asked, tmp_path, kind):
    kept, drawn = asked
    first = drawings.drawing(FIGURE, ARRAYS, kind, kept)
    again = drawings.drawing(FIGURE, {**ARRAYS, "z": np.zeros(3)}, kind, kept)  # no panel has z
    assert again == first and len(drawn) == 1
    assert drawings.drawing(FIGURE, ARRAYS, kind, Store(tmp_path / "fresh")) == first
    other = {"svg": "pdf", "pdf": "svg"}[kind]
    assert drawings.drawing(FIGURE, ARRAYS, other, kept).picture != first.picture


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_is_drawn_otherwise_is_drawn_anew(asked, tmp_path, change):
    kept, drawn = asked
    drawings.drawing(FIGURE, ARRAYS, "svg", kept)
    found = drawings.drawing(*change(), "svg", kept)
    assert len(drawn) == 2
    assert found == drawings.drawing(*change(), "svg", Store(tmp_path / "fresh"))


def test_other_code_draws_anew(asked, monkeypatch):
    kept, drawn = asked
    drawings.drawing(FIGURE, ARRAYS, "svg", kept)
    with monkeypatch.context() as patch:
        patch.setattr(drawings.fingerprint, "engine", lambda whole: "another")
        drawings.drawing(FIGURE, ARRAYS, "svg", kept)
    assert len(drawn) == 2
    monkeypatch.setattr(drawings.fingerprint, "engine", lambda whole: "")  # it was edited meanwhile
    for _ in range(2):
        drawings.drawing(FIGURE, ARRAYS, "svg", kept)
    assert len(drawn) == 4


@pytest.mark.parametrize("says", [
    None, [], {}, {"picture": 5, "width": 1.0, "height": 1.0},
    {"picture": "%", "width": 1.0, "height": 1.0}, {"picture": "aaaa", "width": 1.0},
])  # fmt: skip
def test_what_is_no_drawing_is_drawn_anew(asked, says):
    kept, drawn = asked
    first = drawings.drawing(FIGURE, ARRAYS, "svg", kept)
    kept.write(drawings._key(FIGURE, ARRAYS, "svg"), says)
    assert drawings.drawing(FIGURE, ARRAYS, "svg", kept) == first and len(drawn) == 2
