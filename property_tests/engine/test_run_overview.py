"""A run on one screen, and how far it is meanwhile."""

import io
import shlex
import sys
import time
from dataclasses import replace

import pytest

from property_tests.engine.render_examples import STATEMENTS, result_of, run_of, surviving
from property_tests.engine.terminals import Terminal
from verify.cli import main
from verify.render import run_overview as module
from verify.render import screen as screens
from verify.render.run_json import digest, run_to_json
from verify.render.run_overview import run_overview
from verify.render.screen import Screen, progress_bar
from verify.render.words import standing
from verify.statements.outcomes import ClaimResult, Recorded

KNOWN = {statement.id: statement for statement in STATEMENTS}
FIRST = result_of(STATEMENTS[0])


def overview(run, changes=(), screen=None):
    return run_overview(run, KNOWN, changes, screen or Screen())


def test_of_a_few_statements_each_has_its_line_and_of_many_only_what_is_false(monkeypatch):
    few = overview(run_of())
    assert any(line.strip().startswith("✓+ Z-1") for line in few)
    monkeypatch.setattr(module, "FEW", 1)
    many = overview(run_of())
    assert not any("Z-1  " in line for line in many)
    assert sum(line.strip().startswith("Z-2+") for line in many) == 1
    assert any(line.split()[0] == "✓+" and "Z-1" in line for line in many if line.strip())


def test_verbose_each_of_many_has_its_line_too_and_what_is_wrong_is_said_once(monkeypatch):
    monkeypatch.setattr(module, "FEW", 1)
    run = run_of(surviving(FIRST), *run_of().statements[1:])
    lines = run_overview(run, KNOWN, ["Z-1: open"], Screen(), verbose=True)
    for result in run.statements:
        mark = standing(result).mark.sign
        assert sum(line.strip().startswith(f"{mark} {result.id} ") for line in lines) == 1
    assert sum(line.startswith("Survives: Z-1") for line in lines) == 1
    assert lines.count("Changed: Z-1: open.") == 1


def test_papers_and_sections_stand_in_the_papers_order_whatever_was_decided_first():
    run = run_of()
    backwards = replace(run, statements=tuple(reversed(run.statements)))
    assert overview(run) == overview(backwards)
    heads = [line[:3] for line in overview(run) if line[:3] in ("Z  ", "Y  ")]
    assert heads == [f"{s.paper.key}  " for s in STATEMENTS]


def test_a_false_statement_is_told_with_what_is_true_instead():
    (line,) = (line for line in overview(run_of()) if "✗ Z-2+" in line)
    assert line.endswith("→ Z-1")


@pytest.mark.parametrize(("grade", "sign"), [("argued", "◌"), ("sampled", "⁙"), ("proved", "✓")])
def test_only_what_a_method_proves_has_the_sign_of_it(grade, sign):
    run = run_of()
    weak = [replace(r, verdict="holds", grade=grade, with_assumptions=()) for r in run.statements]
    lines = overview(replace(run, statements=tuple(weak)))
    assert sum(line.strip().startswith(f"{sign} Z-") for line in lines) >= 1
    assert not any("✓" in line for line in lines if sign != "✓")


def test_only_a_statement_with_an_argument_in_words_is_called_argued():
    worded = replace(FIRST.steps[0], steps_grade="proved")
    weak = replace(FIRST, verdict="holds_with", grade="argued", steps_grade="proved")
    with_words = replace(weak, steps=(worded, *weak.steps[1:]))
    assert (standing(weak).mark.sign, standing(with_words).mark.sign) == ("◌+", "◇+")
    assert "in words" not in weak.known and "in words" in with_words.known


@pytest.mark.parametrize(("agrees", "grade", "sign"), [
    (True, "kernel", "(✓+)"), (True, "inconclusive", "◌+"), (False, "kernel", "◌+"),
])  # fmt: skip
def test_a_record_counts_where_it_is_of_the_same_text_and_all_else_agrees(agrees, grade, sign):
    record = Recorded(agrees, "8.16.1", "2026-11-29", (), "holds_with", grade)
    weak = replace(FIRST, verdict="holds_with", grade="argued", steps_grade="proved")
    result = replace(weak, recorded=record)
    assert standing(result).mark.sign == sign
    assert run_to_json(run_of(result))["statements"][0]["grade"] == "argued"
    assert run_to_json(run_of(result))["statements"][0]["recorded"]["agrees"] is agrees
    assert digest([result]) == digest([weak])  # what was decided here is the same


def test_what_was_not_checked_is_told_with_the_line_that_changes_it():
    record = Recorded(True, "8.16.1", "2026-11-29", (), "holds", "kernel")
    claim = ClaimResult("It holds.", "theorem", "argued")
    weak = replace(FIRST, verdict="holds", grade="argued", claim=claim, recorded=record)
    told = " ".join(overview(run_of(weak)))
    assert "Not checked here: 1 theorem that Coq 8.16.1 accepted by 2026-11-29" in told
    assert "verify doctor --install" in told
    alone = replace(weak, recorded=None, claim=replace(claim, missing="no proof"))
    assert any(line.strip() == "no proof." for line in overview(run_of(alone)))
    assert "no proof" not in " ".join(overview(run_of(replace(alone, recorded=record))))
    stale = replace(weak, recorded=replace(record, agrees=False))
    assert "Recorded for another text" in " ".join(overview(run_of(stale)))
    here = replace(weak, grade="kernel", claim=replace(claim, theorem="T"), recorded=None)
    assert "Not checked" not in " ".join(overview(run_of(here)))


def test_what_comes_next_reads_a_readers_own_module_too(tmp_path, capsys):
    path = tmp_path / "my own.py"
    path.write_text(
        "from verify.vocabulary import *\n"
        "mine = Paper('M', 'Mine', 'me', 2026, 'mine')\n"
        "@statement('M-1', mine.label('Lemma'), title='Half of it')\n"
        "def half(given):\n"
        "    t = given(any_scalar('t'))\n"
        "    yield 'A half and a half.', Identity(t / 2 + t / 2, t, name='halves')\n",
        encoding="utf-8",
    )
    assert main(["run", "M-1", "--module", str(path), "--methods", "symbolic"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith("Next: verify ") and "No verdict is recorded." in told
    following = told[-1].removeprefix("Next: verify ").removesuffix(", or run -v")
    assert main([*shlex.split(following), "--no-run"]) == 0
    assert "Half of it" in capsys.readouterr().out


def test_what_survives_or_changed_is_told_and_then_nothing_is_called_as_recorded():
    lines = overview(run_of(surviving(FIRST)), ["Z-1: open, and holds is on record"])
    assert any(line.startswith("Survives: Z-1") for line in lines)
    assert "Changed: Z-1: open, and holds is on record." in lines
    assert not any("on record." in line and "No verdict" in line for line in lines)
    assert not any("survives." in line for line in lines)
    calm = " ".join(overview(run_of(FIRST)))
    assert "No verdict differs" in calm and "3 of 3 false variants refuted" in calm


def test_of_a_few_it_says_why_one_is_open_and_counts_no_step_that_has_no_grade():
    step = replace(FIRST.steps[0], grade="inconclusive")
    opened = replace(FIRST, verdict="open", grade="inconclusive", steps=(step,), mutants=())
    lines = overview(run_of(opened))
    assert any(line.startswith(f"Open: {FIRST.id}, step {step.name!r}") for line in lines)
    assert "proved twice" not in " ".join(lines)
    assert "1 step proved twice" in " ".join(
        overview(run_of(replace(FIRST, steps=FIRST.steps[:1])))
    )


def test_an_interrupted_run_says_so():
    assert any(line.startswith("Interrupted") for line in overview(run_of(complete=False)))


def test_what_is_quick_says_nothing_where_there_is_no_terminal(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with progress_bar() as show:
        show(1, 2, "Z-1")
    assert stream.getvalue() == ""


def test_what_takes_long_says_how_far_it_is_line_by_line(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(screens, "EVERY", 0.02)
    with progress_bar() as show:
        show(3, 7, "Z-\x1b1")
        end = time.monotonic() + 10
        while stream.getvalue().count(": 3 of 7") < 2 and time.monotonic() < end:
            time.sleep(0.01)
    lines = stream.getvalue().splitlines()
    assert lines[-1] == r"verify: Z-\x1b1: 3 of 7, 0:00" and "\r" not in stream.getvalue()
    assert sum(": 3 of 7" in line for line in lines) >= 2


def test_on_a_terminal_one_line_is_painted_over_and_wiped_away_even_after_a_failure(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with pytest.raises(KeyError), progress_bar() as show:
        show(3, 7, "Z-1")
        raise KeyError
    painted = stream.getvalue().split("\r\033[K")
    assert any("Z-1: 3 of 7, 0:00" in line for line in painted) and painted[-1] == ""
    assert "\n" not in stream.getvalue()
