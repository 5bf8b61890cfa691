"""What one method establishes and another refutes is told on screen, in JSON and by the exit code.

Outcomes are put in by hand, so that methods can contradict each other at all.
"""

from dataclasses import asdict
from pathlib import Path

import pytest

from verify.cli import main
from verify.methods.table import METHODS
from verify.render.errors import CHANGED
from verify.render.run_json import run_to_json
from verify.render.screen import Screen
from verify.render.terminal import summary
from verify.running import cache, engine
from verify.running.tasks import tasks_for
from verify.statements.discovery import discover
from verify.statements.folder import current
from verify.statements.outcomes import FAILS, VACUOUS, Footing, Outcome, Run
from verify.statements.verdicts import step_result

MODULE = """
from verify.vocabulary import *

PAPER = Paper("C", "a paper", "its authors", 2026, "nowhere")

@statement("C-1", PAPER.label("Lemma 1"), title="Doubled", origin="ours")
def doubled(given):
    a = given(any_scalar("a"))
    yield "Twice a is the sum.", Identity(a + a, {right}, name="sum")
"""
STANDS = Footing({"a": "1"}, defined=True)
REFUTED = Outcome("sampling", "refuted", evidence={"witness": {"a": "1"}})
ESTABLISHED = [
    Outcome("symbolic", "proved"), Outcome("certificate", "proved"),
    Outcome("enclosure", "enclosed"), Outcome("kernel", "kernel"),
]  # fmt: skip
OPEN = Outcome("certificate", "inconclusive", reason="no derivation was found")


@pytest.fixture
def module(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def made(right="2 * a") -> Path:
        path = tmp_path / "doubled.py"
        path.write_text(MODULE.format(right=right))
        return path

    return made


def decided(path, outcomes, footing=STANDS, methods=METHODS[:-1]) -> Run:
    """Return a run in which the step's methods said so."""
    made = discover([path]).find("C-1")
    task = tasks_for(made, methods, "quick", 0)[0]
    answer = {"outcomes": [asdict(o) for o in outcomes], "mutants": [], "footing": asdict(footing)}
    cache.keep(made, [(task, answer)])
    return engine.run([made], methods=methods, jobs=1)


@pytest.mark.parametrize("established", ESTABLISHED)
def test_a_step_that_is_established_and_refuted_is_a_contradiction(module, established):
    said = discover([module()]).find("C-1").declared.said[0]
    for outcomes in ([established, REFUTED], [REFUTED, established]):
        step = step_result(said, outcomes, (), {}, STANDS)
        assert step.grade == "refuted"
        assert step.contradiction == f"established by {established.method} and refuted by sampling"
    by_instance = step_result(said, [established], (), {}, Footing(None, FAILS, {"a": "1"}))
    assert by_instance.grade == "refuted" and "refuted by an instance" in by_instance.contradiction


@pytest.mark.parametrize("outcomes", [
    [REFUTED], [OPEN, REFUTED], ESTABLISHED, [*ESTABLISHED, OPEN],
    [Outcome("sampling", "sampled"), REFUTED],
])  # fmt: skip
def test_nothing_else_is_one(module, outcomes):
    said = discover([module()]).find("C-1").declared.said[0]
    assert step_result(said, outcomes, (), {}, STANDS).contradiction == ""
    assert step_result(said, ESTABLISHED, (), {}, Footing(None, VACUOUS)).contradiction == ""


def test_it_is_told_on_screen_and_in_json(module):
    run = decided(module(), [ESTABLISHED[0], REFUTED])
    told = "established by symbolic and refuted by sampling"
    text = " ".join(summary(run, [], Screen()))
    assert f"CONTRADICTION: C-1, step 'sum' is {told}" in " ".join(text.split())
    step = run_to_json(run)["statements"][0]["steps"][0]
    assert (step["grade"], step["contradiction"]) == ("refuted", told)
    plain = run_to_json(decided(module(), [ESTABLISHED[0]]))
    assert "contradiction" not in plain["statements"][0]["steps"][0]


DERIVED = ("symbolic", "certificate", "sampling")


@pytest.mark.parametrize("command", [
    ["run", "C-1"], ["run", "C-1", "--json", "-"], ["run", "C-1", "--fresh"], ["show", "C-1"],
    ["report", "--no-figures", "-o", "out"], ["latex", "-o", "out"],
    ["latex", "--errata", "-o", "out"],
], ids=" ".join)  # fmt: skip
@pytest.mark.long
def test_every_command_says_it_and_exits_with_1(module, command, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    path = module()
    command = [*command, "--module", str(path), "--methods", ",".join(DERIVED)]
    run = decided(path, [ESTABLISHED[0], REFUTED], methods=DERIVED)
    monkeypatch.setattr("verify.running.engine.run", lambda *_, **__: run)
    for _ in "ab":  # nothing of it is cached
        assert main([*command, *(["--force"] if "-o" in command else [])]) == CHANGED
        printed = capsys.readouterr()
        told = " ".join((printed.out + printed.err).split())
        assert "CONTRADICTION: C-1, step 'sum' is established by symbolic and refuted" in told


def test_the_site_and_the_article_say_it(module, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path = module()
    run = decided(path, [ESTABLISHED[0], REFUTED], methods=DERIVED)
    monkeypatch.setattr("verify.running.engine.run", lambda *_, **__: run)
    for command in ("report", "latex"):
        main([command, "-o", command, "--module", str(path), "--methods", ",".join(DERIVED)])
        files = [file for file in Path(command).rglob("*") if file.suffix in (".html", ".tex")]
        assert any("CONTRADICTION" in file.read_text() for file in files)


def test_it_is_not_recorded(module, monkeypatch, capsys):
    path, before = module(), current().records.read_bytes()
    run = decided(path, [ESTABLISHED[0], REFUTED], methods=DERIVED)
    monkeypatch.setattr("verify.running.engine.run", lambda *_, **__: run)
    assert main(["record", "A-0"]) == CHANGED
    printed = capsys.readouterr()
    assert "CONTRADICTION" in printed.err and "nothing was written" in printed.err
    assert printed.out == "" and current().records.read_bytes() == before


def test_a_claim_that_no_method_refutes_but_an_instance_does_is_told(module, capsys):
    """Only derivations are asked; that the step fails somewhere is found on its footing."""
    command = ["run", "C-1", "--module", str(module("3 * a")), "--methods", "symbolic"]
    assert main(command) == CHANGED
    assert "Refuted: C-1, step 'sum': witness: " in capsys.readouterr().out


GAP_ALONE = """
from verify.vocabulary import *

P = Paper("GAP", "A paper", "-", 2026, "-")

@statement("G-1", P.label("1"), title="Not below")
def below(given):
    x = given(any_scalar("x"))
    yield "Wrong.", Inequality(x >= 0, because=x, name="wrong")
"""


def test_a_reason_that_is_the_gap_establishes_no_sign(tmp_path):
    """The symbolic method decides the gap alone: that the claim is false contradicts nothing."""
    file = tmp_path / "gap.py"
    file.write_text(GAP_ALONE)
    found = engine.run([discover([file]).find("G-1")], methods=("symbolic", "sampling"))
    (step,) = found["G-1"].steps
    assert [o.outcome for o in step.outcomes] == ["proved", "refuted"]
    assert step.grade == "refuted" and not step.contradiction
