"""Figures: computed in parts that are kept, captioned as measured, and drawn the same twice."""

import re
import string
from dataclasses import replace
from functools import cache
from math import comb, pi
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.text import Text

from proofs.consensus.identity_value import EXCEPTIONAL
from verify.cli import main
from verify.language.mistakes import Mistake
from verify.numerics.figures import Figure
from verify.numerics.frequencies import confidence_interval
from verify.processes.store import Store
from verify.render.errors import BAD_INPUT, INTERRUPTED, Usage
from verify.render.figures.command import caption, command_figures
from verify.render.figures.computing import Data, Kept, computed, from_bytes, to_bytes
from verify.render.figures.drawing import drawn, png, svg
from verify.render.figures.small import figures, find
from verify.statements.discovery import discover
from verify.statements.illustrations import Chart, Illustration, Series
from verify.statements.paper import Paper

FIGURES = {figure.name: figure for figure in figures()}
# As small as they can be and still say something: a test of the telling, not of the mathematics.
TINY = {
    "A-1": {"samples": 12, "until": 1, "tolerance": 1e-7},
    "A-2": {"samples": 12, "until": 1, "tolerance": 1e-7},
    "A-3": {"tokens": 4, "dimension": 9, "until": 20, "samples": 10},
    "A-4": {"tokens": 4, "dimension": 9, "until": 20, "samples": 10, "runs": 3},
    "A-5": {"samples": 12, "until": 1, "tolerance": 1e-7},
    "A-6": {"samples": 12, "until": 1, "tolerance": 1e-7},
    "B-13": {"starts": 4, "layers": 20, "shown": 3},
    "exceptional-arc": {"angles": 2, "since": 5, "digits": 2},
    "mask-rates": {"tokens": 4, "until": 4, "samples": 10, "tolerance": 1e-9},
    "open-hemisphere": {"samples": 4},
    "mask-roots": {"until": 20},
    "phase-portrait": {"starts": 4},
    "polygon-chart": {"columns": 12},
    "pre-norm": {"until": 50, "samples": 24, "tolerance": 1e-6, "tokens": 3},
    "real-model": {},
    "stable-regions": {"tokens": 8, "columns": 16},
    "basins": {"grid": 8, "draws": 20, "inverse_steps": (2, 4)},
}


@cache
def tiny(name: str) -> tuple[Illustration, Data]:
    figure = FIGURES[name]
    figure = replace(figure, small={**figure.small, **TINY[name]})
    return figure, computed(figure, "small")


def test_both_papers_have_figures_and_every_statement_they_illustrate_is_stated():
    assert {"A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "B-13"} <= set(FIGURES)
    assert set(TINY) == set(FIGURES)
    stated = {statement.id for statement in discover().statements}
    for figure in FIGURES.values():
        assert figure.illustrates and set(figure.illustrates) <= stated, figure.name


@pytest.mark.parametrize("name", sorted(TINY))
@pytest.mark.long
def test_a_caption_says_what_was_measured_and_the_data_are_all_described(name):
    figure, data = tiny(name)
    text = caption(figure, data)
    said = [field for _, field, _, _ in string.Formatter().parse(figure.says) if field]
    assert said, "nothing is measured"
    plain = figure.caption(data.measured)
    for field in said:
        assert str(data.measured[field]) in plain
    assert set(figure.arrays) == set(data.arrays)
    for array in data.arrays:
        assert f"`{array}`" in text
    assert f"verify figures {name} --small" in text


@pytest.mark.parametrize("name", ["A-1", "A-6", "stable-regions", "mask-rates"])
@pytest.mark.long
def test_a_picture_is_the_same_twice_and_bears_no_date(name):
    figure, data = tiny(name)
    first, again = (svg(drawn(figure, data.arrays)) for _ in range(2))
    assert first == again
    assert not re.search(rb"<dc:date>|20\d\d-\d\d-\d\d", first)
    if name == "A-1":
        assert png(drawn(figure, data.arrays)) == png(drawn(figure, data.arrays))


@pytest.mark.parametrize("name", ["A-2", "A-4", "B-13", "basins", "polygon-chart", "pre-norm"])
@pytest.mark.long
def test_labels_of_a_picture_stay_inside_it(name):
    figure, data = tiny(name)
    picture = drawn(figure, data.arrays)
    picture.draw_without_rendering()
    width, height = picture.get_size_inches() * picture.dpi
    for axes in picture.axes:
        for text in filter(Text.get_text, (*axes.texts, axes.xaxis.label, axes.yaxis.label)):
            box = text.get_window_extent()
            assert box.x0 >= 0 and box.x1 <= width and box.y0 >= 0 and box.y1 <= height, text


def test_the_line_of_lost_starts_passes_the_trapped_token_that_was_enclosed():
    _, data = tiny("phase-portrait")
    lost = data.measured["angle that is lost at 1"]
    assert lost == f"{float(EXCEPTIONAL):.4f}"
    # and the bold orbit ends at the antipode
    assert abs(data.arrays["trapped_third"][-1] - pi) < 0.01


def test_a_figure_is_found_by_its_name():
    assert find("a-4") is FIGURES["A-4"]
    with pytest.raises(Usage, match=r"unknown figure 'A-7'; did you mean .*A-6"):
        find("A-7")


# ------------------------------------------------------------------ parts


PAPER = Paper("X", "A paper", "-", 2026, "-")
CALLS: list[range] = []
STOPS: set[int] = set()


def squares(*, seed: int, part: range, count: int) -> dict[str, object]:
    """Squares from the seed on; as if interrupted in a part that holds one of STOPS."""
    if STOPS.intersection(part):
        raise KeyboardInterrupt
    CALLS.append(part)
    return {"x": [seed + k for k in part], "y": [(seed + k) ** 2 for k in part]}


def summed(arrays: object) -> dict[str, object]:
    return {"sum": int(arrays["y"].sum())}  # type: ignore[index]


def example() -> Illustration:
    return Illustration(
        "squares", PAPER.label("-"), "Squares", ("X-1",), squares, summed, "They add up to {sum}.",
        (Chart((Series("line", "x", "y", "squares"),), "x", "y"),), {"x": "x", "y": "x^2"},
        full={"count": 10}, counts="count", at_once=3, stacked=("x", "y"),
    )  # fmt: skip


def test_what_was_computed_before_an_interruption_is_not_computed_again(tmp_path):
    kept = Kept(Store(tmp_path), "sources")
    CALLS.clear()
    STOPS.add(7)
    with pytest.raises(KeyboardInterrupt):
        computed(example(), "full", kept=kept)
    STOPS.clear()
    before = list(CALLS)
    assert before == [range(0, 2), range(2, 5), range(5, 7)]
    data = computed(example(), "full", kept=kept)
    assert [*before, range(7, 10)] == CALLS
    assert data.arrays["y"].tolist() == [k**2 for k in range(10)]
    assert data.measured == {"sum": 285}
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]


def test_a_torn_part_is_computed_again_and_other_sources_find_none(tmp_path):
    kept = Kept(Store(tmp_path), "sources")
    first = computed(example(), "full", kept=kept)
    for path in filter(Path.is_file, tmp_path.rglob("*")):
        path.write_bytes(path.read_bytes()[:40])
    assert to_bytes(computed(example(), "full", kept=kept).arrays) == to_bytes(first.arrays)
    CALLS.clear()
    computed(example(), "full", kept=Kept(Store(tmp_path), "other sources"))
    assert len(CALLS) == 4
    CALLS.clear()
    computed(example(), "full", kept=kept, seed=5)
    assert len(CALLS) == 4


@given(
    st.dictionaries(st.sampled_from(["a", "b"]), st.lists(st.floats(allow_nan=False)), min_size=1)
)
def test_arrays_come_back_from_their_bytes(arrays):
    data = to_bytes(arrays)
    assert data == to_bytes(dict(reversed(arrays.items())))
    assert {name: found.tolist() for name, found in from_bytes(data).items()} == arrays


# ------------------------------------------------------------------ the command


@pytest.mark.long
def test_the_command_writes_four_files_and_keeps_those_of_other_figures(tmp_path, capsys):
    folder = tmp_path / "figures"
    assert main(["figures", "stable-regions", "--small", "--jobs", "1", "-o", str(folder)]) == 0
    assert main(["figures", "B-13", "--small", "--jobs", "1", "-o", str(folder)]) == 0
    names = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    endings = ("svg", "png", "md", "npz")
    assert names == {f"{name}.{end}" for name in ("B-13", "stable-regions") for end in endings}
    told = capsys.readouterr()
    assert told.err == "" and f"{folder / 'B-13.svg'}\n" in told.out


def test_what_is_wrong_is_told_in_one_line_before_any_work(tmp_path, capsys):
    others = tmp_path / "theirs"
    others.mkdir()
    (others / "A-1.svg").write_text("mine")
    cases = [
        (["A-44"], "NAME: unknown figure 'A-44'; did you mean"),
        (["A-1", "-o", str(others)], "--output: "),
        (["A-1", "-o", str(others / "A-1.svg" / "in")], "--output: "),
        (["A-1", "--jobs", "0"], "--jobs: '0' is not a positive integer"),
    ]
    for arguments, says in cases:
        assert main(["figures", *arguments]) == BAD_INPUT
        told = capsys.readouterr()
        assert told.out == "" and told.err.startswith(f"verify: {says}"), told.err
        assert told.err.count("\n") == 1
    assert (others / "A-1.svg").read_text() == "mine"


def test_an_interruption_has_its_exit_code(tmp_path, capsys, monkeypatch):
    from verify.render.figures import computing

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(computing, "perform", interrupted)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    assert main(["figures", "A-1", "--jobs", "1", "-o", str(tmp_path / "a")]) == INTERRUPTED
    assert "the same command continues" in capsys.readouterr().err
    assert not Path(tmp_path / "a").exists()


def test_the_list_names_every_figure(capsys):
    assert main(["figures", "--list"]) == 0
    told = capsys.readouterr().out
    assert all(re.search(rf"^{re.escape(name)} ", told, re.M) for name in FIGURES)
    assert command_figures.__doc__


def test_a_slip_in_a_declaration_is_told():
    with pytest.raises(Mistake, match="declare its content in arrays"):
        replace(example(), arrays={"x": "x"})
    with pytest.raises(Mistake, match="has no parameter 'counts'"):
        replace(example(), small={"counts": 3})
    with pytest.raises(
        Mistake, match=r"the caption of squares has \{product\}; the measured values are 'sum'"
    ):
        replace(example(), says="Their product is {product}.").caption({"sum": Figure.of(1)})


@given(st.integers(1, 30).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_confidence_interval_leaves_half_of_the_rest_at_each_side(counted):
    hits, trials = counted
    low, high = confidence_interval(hits, trials, 0.9)

    def at_least(k: int, p: float) -> float:
        return sum(comb(trials, j) * p**j * (1 - p) ** (trials - j) for j in range(k, trials + 1))

    assert low == 0 if hits == 0 else abs(at_least(hits, low) - 0.05) < 1e-9
    assert high == 1 if hits == trials else abs(1 - at_least(hits + 1, high) - 0.05) < 1e-9
    with pytest.raises(ValueError, match="give hits <= trials"):
        confidence_interval(trials + 1, trials, 0.9)
