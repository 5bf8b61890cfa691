"""examples/contraction: decided as recorded, and its three sentences in plain numbers."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify.cli import main
from verify.methods import certificate, refuting, symbolic
from verify.running.records import read, recorded
from verify.statements.step import obligations

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "contraction"
SIX = range(6)
LAZY = [
    [
        Fraction(1, 2) if i == j else Fraction(1, 4) if (i - j) % 6 in (1, 5) else Fraction(0)
        for j in SIX
    ]
    for i in SIX
]
fractions = st.fractions(min_value=-9, max_value=9, max_denominator=9)
weights = st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any)


def moved(rows: list[list[Fraction]], eps: Fraction, x: list[Fraction]) -> list[Fraction]:
    means = [sum(a * z for a, z in zip(row, x, strict=True)) for row in rows]
    return [(1 - eps) * z + eps * mean for z, mean in zip(x, means, strict=True)]


def diameter(x: list[Fraction]) -> Fraction:
    return max(x) - min(x)


def spread(x: list[Fraction]) -> Fraction:
    mean = sum(x) / len(x)
    return sum((z - mean) ** 2 for z in x)


@pytest.fixture
def statements(monkeypatch):
    """The statements of the example; Coq and sampling are asked of them in .ci/run alone."""
    monkeypatch.setenv("VERIFY_PAPERS", str(FOLDER))
    found = verify.catalogue()
    assert found.broken == () and recorded(found).keys() == read(FOLDER / "recorded.toml").keys()
    return found.statements


def test_every_step_is_derived_and_rederived_and_every_false_twin_refuted(statements):
    assert [statement.id for statement in statements] == ["RC-1", "RC-2", "RC-3"]
    for said in (said for statement in statements for said in statement.declared.said):
        if obligations(said):
            assert symbolic.decide(said).outcome == "proved", said.place
            assert certificate.decide(said).outcome == "proved", said.place
        for twin in said.step.twins:
            assert refuting.refute_twin(said, twin).refuted, (said.place, twin.why)


def test_the_printed_bound_is_false_as_recorded(statements, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    command = ["run", "RC-1", "--papers", str(FOLDER), "--methods", "certificate", "--jobs", "1"]
    assert main(command) == 0
    assert "✗ RC-1" in capsys.readouterr().out


def test_the_lazy_walk_keeps_a_diameter_that_the_printed_bound_shrinks():
    tokens = [Fraction(z) for z in (1, 1, 1, -1, -1, -1)]
    assert all(
        sum(row) == sum(column) == 1
        for row, column in zip(LAZY, map(list, zip(*LAZY, strict=True)), strict=True)
    )
    assert diameter(moved(LAZY, Fraction(1), tokens)) == 2 > Fraction(3, 4) * diameter(tokens)


@given(st.lists(fractions, min_size=6, max_size=6), st.fractions(0, 1))
def test_its_gap_of_a_quarter_shrinks_the_deviation_and_the_diameter_but_for_root_n(x, eps):
    after, factor = moved(LAZY, eps, x), 1 - eps / 4
    assert sum(after) == sum(x)
    assert spread(after) <= factor**2 * spread(x)
    assert diameter(after) ** 2 <= 6 * factor**2 * diameter(x) ** 2


@given(st.lists(weights, min_size=4, max_size=4), st.lists(fractions, min_size=4, max_size=4),
       st.fractions(0, 1))  # fmt: skip
def test_what_any_two_rows_have_in_common_shrinks_the_diameter(drawn, x, eps):
    rows = [[Fraction(w, sum(row)) for w in row] for row in drawn]
    common = min(sum(map(min, a, b)) for a in rows for b in rows)
    assert diameter(moved(rows, eps, x)) <= (1 - eps * common) * diameter(x)
