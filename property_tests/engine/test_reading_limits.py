"""Modules that end the program, never end, or eat memory while they are read: told in one line."""

import sys

import pytest

from property_tests.engine.command_line import verify
from verify.cli import main
from verify.statements import discovery, limits

HEAD = """
import os, sys, time
from verify.vocabulary import *

PAPER = Paper("M", "Mine", "me", 2026, "mine")
{first}

@statement("M-1", PAPER.label("Lemma 1"), title="Half")
def half(given):
    t = given(any_scalar("t"))
    {inside}
    yield "A half and a half.", Identity(t / 2 + t / 2, t, name="halves")
"""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of Linux")


def written(tmp_path, first="", inside=""):
    path = tmp_path / "mine.py"
    path.write_text(HEAD.format(first=first, inside=inside))
    return path


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(limits, "SECONDS", 1.0)
    monkeypatch.setattr(limits, "AGAIN", 0.4)
    monkeypatch.setattr(limits, "MEMORY", 1 << 30)
    monkeypatch.setattr(discovery, "_module_names", lambda: iter(()))


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (
            "sys.exit(0)",
            "it would end the program (SystemExit: 0); a module may only define statements",
        ),
        ("raise GeneratorExit", "it would end the program (GeneratorExit)"),
        ("os._exit(0)", "it cannot be read: the worker process died (exit code 0)"),
        ("os.kill(os.getpid(), 9)", "cut off: the system has killed the worker process, most"),
        ("while True: pass", "cut off after 1 s of processor time; move long computations into"),
        ("10 ** 10 ** 10", "cut off after"),
        ("time.sleep(1000)", "cut off after 3 s asleep"),
        ("bytearray(1 << 33)", "cut off at 1 GiB of memory"),
        ("input()", "EOFError"),
        ("def f(): f()\n    f()", "cut off at 1000 nested calls"),
    ],
)
@pytest.mark.parametrize("where", ["first", "inside"])
@pytest.mark.long
def test_a_module_that_cannot_be_read_costs_itself_alone(tmp_path, quick, where, code, why):
    code = code if where == "inside" else code.replace("\n    ", "\n")
    found = discovery.discover([written(tmp_path, **{where: code})])
    ((name, told),) = found.broken
    assert name.endswith("mine.py") and why in told and "\n" not in told
    assert found.statements == ()


@pytest.mark.parametrize(
    "inside",
    [
        "while True: yield 'Again.', Identity(t, t)",
        "s = sum(t**k for k in range(10**5))\n    yield 'Long.', Identity(s, s)",
    ],
)
@pytest.mark.long
def test_endless_proofs_and_formulas_are_cut_off(tmp_path, quick, inside):
    ((_, told),) = discovery.discover([written(tmp_path, inside=inside)]).broken
    assert told.startswith("cut off")


@pytest.mark.long
def test_what_catches_everything_is_ended_too(tmp_path, quick):
    code = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    ((_, told),) = discovery.discover([written(tmp_path, first=code)]).broken
    assert told.startswith("cut off after 1 s of processor time")


def test_the_papers_own_modules_are_read_within_limits_too(quick):
    with pytest.raises(limits.CutOff, match="processor time"), limits.limits():
        while True:
            pass
    with pytest.raises(limits.CutOff, match="1 GiB of memory"), limits.limits():
        bytearray(1 << 33)


@pytest.mark.long
def test_trying_a_module_prints_nothing_twice(tmp_path):
    path = written(tmp_path, first="print('read', flush=True)")
    done = verify("list", "--paper", "M", "--module", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("read") == 1 and "M-1" in done.stdout


@pytest.mark.parametrize(
    ("code", "expected"), [("sys.exit(0)", 2), ("os._exit(0)", 2), ("bytearray(1 << 40)", 4)]
)
@pytest.mark.long
def test_exit_codes_of_modules_that_cannot_be_read(tmp_path, code, expected):
    path = written(tmp_path, first=code)
    done = verify("list", "--module", str(path))
    assert done.returncode == expected
    assert "A-T4.1" not in done.stdout and done.stderr.count("\n") == 1


def test_a_statement_of_a_module_that_cannot_be_read_is_no_second_mistake(tmp_path, quick, capsys):
    path = written(tmp_path, inside="t / 2.5")
    assert main(["run", "M-1", "--module", str(path)]) == 2
    (told,) = capsys.readouterr().err.strip().split("\n")
    assert "2.5 is a float" in told
