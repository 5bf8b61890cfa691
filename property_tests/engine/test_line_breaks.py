"""Formulas over several lines, and what a terminal of 80 columns, a pipe and a dumb one show."""

import io
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.terminals import Terminal, on_terminal
from verify.render.screen import Screen, cells, code_lines, progress_bar, screen_of, table, wrapped
from verify.render.terminal import _formula
from verify.writing.definitions import Display

WORDS = st.lists(
    st.sampled_from(["a", "+", "(b", "c)", "=", "‖y", "z‖,", "if", "word"]), min_size=1
)


@given(WORDS, st.integers(12, 60))
def test_no_line_is_too_wide_and_nothing_is_lost(words, width):
    lines = wrapped(" ".join(words), width, "  ", "    ")
    assert " ".join(line.strip() for line in lines) == " ".join(words)
    assert all(cells(line) <= width for line in lines)


def test_a_formula_is_broken_before_its_relation_and_between_terms():
    step = Display("a v₁ + b vₖ + τ V ((a v₁ + b vₖ)/2)", "=", ("a v₁", "+ (1 + τ λₖ) b vₖ"))
    assert wrapped(_formula(step), 40, "  ", "    ") == [
        "  a v₁ + b vₖ + τ V ((a v₁ + b vₖ)/2)", "    = a v₁ + (1 + τ λₖ) b vₖ",
    ]  # fmt: skip


def test_code_keeps_its_lines_where_another_program_reads_it():
    code = "Definition a : Prop :=\n  forall (x : R), " + " /\\ ".join(["x = x"] * 20) + "."
    assert "\n".join(code_lines(code, Screen(80, whole_rows=True))) == code
    on_screen = code_lines(code, Screen(80))
    assert all(len(line) <= 80 for line in on_screen)
    assert " ".join(code.split()) == " ".join(" ".join(on_screen).split())


def test_a_table_breaks_its_wide_column_and_keeps_every_word():
    rows = [("A-1", "word " * 30, "x")]
    lines = table(("id", "title", "y"), rows, Screen(40), elastic=1)
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(lines).count("word") == 30 and "…" not in " ".join(lines)
    assert len(table(("id", "title", "y"), rows, Screen(40, whole_rows=True), elastic=1)) == 2


def test_columns_for_which_there_is_no_room_stand_below_beside_the_first_again():
    header = ("layer", "case", "first", "second", "third")
    rows = [("0", "1 (real)", "1" * 20, "2" * 20, "3" * 20), ("1", "2", "a", "b", "c")]
    lines = table(header, rows, Screen(40), elastic=1)
    assert all(len(line) <= 40 for line in lines) and lines.count("") > 0
    assert [line.split()[0] for line in lines if line].count("layer") == lines.count("") + 1
    assert all(entry in " ".join(lines) for row in rows for entry in row)
    assert len(table(header, rows, Screen(40, whole_rows=True), elastic=1)) == 3


def test_a_pipe_has_sentences_of_eighty_columns_and_whole_rows(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert screen_of(io.StringIO()) == Screen(80, whole_rows=True)


@pytest.mark.parametrize(
    ("name", "value", "colours"),
    [("NO_COLOR", "1", False), ("NO_COLOR", "", True), ("TERM", "dumb", False)],
)
def test_who_wants_no_colours_gets_none(name, value, colours, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert screen_of(Terminal()).colours
    monkeypatch.setenv(name, value)
    assert screen_of(Terminal()).colours is colours


def test_a_dumb_terminal_is_told_by_lines_how_far_something_is(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "dumb")
    with progress_bar() as show:
        show(3, 7, "Z-1")
    assert "\r" not in stream.getvalue() and "\x1b" not in stream.getvalue()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("doctor",), None),
        (("words", "for_almost_every_start"), 0),
        (("words", "open_hemispher"), 2),
        (("run", "--job", "2"), 2),
        (("--help",), 0),
    ],
)
@pytest.mark.long
def test_nothing_on_a_terminal_of_eighty_columns_is_wider_or_cut(arguments, code):
    written, returned = on_terminal(*arguments)
    assert code is None or returned == code
    plain = re.sub(r"\x1b\[\d+m", "", written)
    assert plain.strip() and "…" not in plain and "\x1b" not in plain
    assert max(map(cells, plain.splitlines())) <= 80
    quiet, _ = on_terminal(*arguments, NO_COLOR="1")
    assert "\x1b" not in quiet and quiet == plain
