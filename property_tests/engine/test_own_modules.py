"""Modules of a reader's own, given by their paths."""

import json

import pytest

from property_tests.engine.command_line import verify

OWN = """
from verify.vocabulary import *

mine = Paper("M", "Mine", "me", 2026, "mine")

@statement("M-1", mine.label("Lemma 1"), title="Half of it")
def half(given: Given) -> Proof:
    t = given(any_scalar("t"))
    yield "A half and a half.", Identity(t / 2 + t / 2, t, name="halves")
"""


@pytest.mark.long
def test_a_module_of_ones_own_is_listed_and_shown(tmp_path):
    module = tmp_path / "mine.py"
    module.write_text(OWN)
    done = verify("list", "--module", str(module), "--paper", "M", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [entry["id"] for entry in json.loads(done.stdout)] == ["M-1"]
    done = verify("show", "M-1", "--no-run", "--module", str(module))
    assert (done.returncode, done.stderr) == (0, "")
    assert "t/2 + t/2 = t" in done.stdout


@pytest.mark.long
def test_our_statements_are_read_beside_ones_own_where_they_are_named(tmp_path):
    module = tmp_path / "mine.py"
    module.write_text(OWN)
    assert "A-T4.1" not in verify("list", "--module", str(module)).stdout
    assert "A-T4.1" in verify("list", "--module", str(module), "--paper", "A").stdout
