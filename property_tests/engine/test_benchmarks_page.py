"""The page of benchmarks tells what its file says, and a file that is none is refused in a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from property_tests.benchmarks import coordinates
from property_tests.benchmarks.rows import SCHEMA, Row, machine, ratios
from verify.telling.errors import Usage
from verify.telling.site.benchmarks_page import benchmarks_page, read_benchmarks

ROWS = [
    Row("margin <b>", "for all sizes", "coordinates n d", 4, "seconds", 0.25, ours=True),
    Row("margin <b>", "for all sizes", "coordinates n d", 32, "seconds", 0.25, ours=True),
    Row("margin <b>", "another", "coordinates n d", 4, "seconds", 1.5),
    Row("margin <b>", "another", "coordinates n d", 32, "seconds", None, limit=20.0),
]


def document(**changes: Any) -> dict[str, Any]:
    rows = [vars(row) for row in ROWS]
    return {"schema": SCHEMA, "machine": machine(), "rows": rows, **changes}


def written(folder: Path, found: object) -> Path:
    path = folder / "benchmarks.json"
    path.write_text(found if isinstance(found, str) else json.dumps(found))
    return path


def test_a_page_has_each_figure_and_the_limit_at_which_somebody_was_stopped(tmp_path: Path) -> None:
    told = benchmarks_page(read_benchmarks(written(tmp_path, document())))
    assert ">0.25<" in told and ">1.5<" in told and ">&gt; 20<" in told
    assert told.index("for all sizes") < told.index("another")
    assert "<b>" not in told
    assert "python-flint" in told


@pytest.mark.parametrize(
    "found",
    [
        "{", "[]", "[" * 100_000, {"schema": "verify.run/2"}, document(rows=[]),
        document(rows=[{**vars(ROWS[0]), "value": "fast"}]),
        document(rows=[{**vars(ROWS[0]), "value": -1}]),
        document(rows=[{**vars(ROWS[0]), "value": None}]),
        document(rows=[{**vars(ROWS[0]), "size": 0}]),
        document(rows=[{"compared": "margin"}]), document(machine=None),
    ],
)  # fmt: skip
def test_what_is_no_file_of_benchmarks_is_refused_in_one_line(tmp_path: Path, found: Any) -> None:
    with pytest.raises(Usage, match=r"^--benchmarks: .*; use the output of python -m"):
        read_benchmarks(written(tmp_path, found))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Usage, match="No such file"):
        read_benchmarks(tmp_path / "none.json")


def test_a_ratio_is_how_many_times_as_good_ours_is() -> None:
    (at_4,), (at_32,) = (ratios(ROWS, "margin <b>", "another", n, 3) for n in (4, 32))
    assert at_4.found == 6 and at_32.found is None
    speeds = [
        Row("v", "ours", "n", 4, "instances a second", 100.0, ours=True),
        Row("v", "theirs", "n", 4, "instances a second", 20.0),
    ]
    (ratio,) = ratios(speeds, "v", "theirs", 4, 3)
    assert ratio.found == 5


MAKES = [coordinates.flint_ring, coordinates.sympy_ring]


@pytest.mark.parametrize("name", coordinates.IDENTITIES)
@pytest.mark.parametrize("make", MAKES)
def test_the_identities_hold_in_coordinates(name: str, make: coordinates.Make) -> None:
    assert coordinates.decided(make, name, 2, 3, 2)


@pytest.mark.parametrize("name", ["margin", "heads", "tangency", "dissipation"])
@pytest.mark.parametrize("make", MAKES)
def test_they_fail_in_coordinates_where_velocities_are_not_tangent(
    name: str, make: coordinates.Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordinates, "velocity", lambda at, i, pull, metric: pull)
    assert not coordinates.decided(make, name, 2, 3, 2)
