"""Long output goes through a pager on a terminal, and only there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from property_tests.engine.terminals import ROOT, on_terminal

PAGER = (
    """import sys; text = sys.stdin.read(); print("PAGED", text.count("\\n"), text.split()[0])"""
)


def printed_on_a_terminal(*arguments: str, lines: int = 24, **variables: str) -> str:
    printed, code = on_terminal(*arguments, lines=lines, columns=100, **variables)
    assert code == 0
    return printed


@pytest.fixture
def pager(tmp_path: Path) -> str:
    program = tmp_path / "pager.py"
    program.write_text(PAGER)
    return f"{sys.executable} {program}"


def test_long_output_goes_through_the_pager(pager):
    assert printed_on_a_terminal("words", PAGER=pager).startswith("PAGED")


def test_what_fits_on_the_screen_is_printed_at_once(pager):
    assert printed_on_a_terminal("help", lines=200, PAGER=pager).startswith("usage: verify")


@pytest.mark.parametrize("variables", [{"PAGER": ""}, {"PAGER": "no-such"}, {"TERM": "dumb"}])
def test_without_a_pager_everything_is_printed(variables):
    printed = printed_on_a_terminal("help", lines=5, **variables)
    assert printed.startswith("usage: verify") and "verify COMMAND --help" in printed


def test_no_pager_without_a_terminal(pager):
    done = subprocess.run(
        [sys.executable, "-m", "verify", "words"], cwd=ROOT, capture_output=True, text=True,
        check=True, env={**os.environ, "TERM": "xterm", "LINES": "5", "PAGER": pager},
    )  # fmt: skip
    assert "PAGED" not in done.stdout and done.stdout.count("\n") > 100
