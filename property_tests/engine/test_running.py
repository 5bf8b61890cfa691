"""Runs: what hangs, dies or eats memory costs its own step alone, and nothing depends on the jobs.

The statements are small ones of our own. Numbers whose routes misbehave stand for steps that do.
"""

import os
import sys
import time
from dataclasses import replace

import pytest

from verify.running import engine
from verify.running.records import changes
from verify.running.tasks import MEMORY, Task, failed, result_of, tasks_for
from verify.running.workers import perform_all
from verify.statements.outcomes import Recorded
from verify.vocabulary import *

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="a spawned worker cannot read these statements"
)

PAPER = Paper("X", "A paper", "its authors", 2026, "none")
SYMBOLIC = ("symbolic", "enclosure")
ALL = ("symbolic", "certificate", "enclosure", "sampling")


def half():
    return Fraction(1, 2), Fraction(1, 2)


def hangs():
    time.sleep(600)
    return half()


def loops():
    while True:
        pass


def dies():
    os._exit(7)


def eats_memory():
    return bytearray(2 * MEMORY)


def raises():
    raise RuntimeError("this route\nis broken")


def leaves():
    sys.exit(0)


@statement("X-good", PAPER.label("1"), title="Well behaved", position=(1,))
def good(given):
    x, y = given(any_vector("x")), given(any_vector("y"))
    s = given(positive_scalar("s"))
    yield (
        "One.",
        Identity((x + y) @ (x + y), x @ x + 2 * (x @ y) + y @ y, name="square").but_not(
            "without the middle", right=x @ x + y @ y
        ),
    )
    yield (
        "Two.",
        Inequality(s + 1 > 0, because=s + 1, name="positive").but_not("above 1", claim=s > 1),
    )
    yield (
        "Three.",
        Value("0.5", 10, {"exact": half}, name="half").but_not("a third", decimal="0.333"),
    )
    yield mutant("any number", drop=s, assume=any_scalar("s"))  # fmt: skip


@statement("X-bad", PAPER.label("2"), title="Badly behaved", position=(2,))
def bad(given):
    x = given(any_vector("x"))
    yield "Zero.", Identity(x + x, 2 * x, name="before")
    yield "One.", Value("0.5", 10, {"route": hangs}, name="hangs")
    yield "Two.", Value("0.5", 10, {"route": dies}, name="dies")
    yield "Three.", Value("0.5", 10, {"route": eats_memory}, name="eats memory")
    yield "Four.", Value("0.5", 10, {"route": raises}, name="raises")
    yield "Five.", Value("0.5", 10, {"route": leaves}, name="exits")
    yield "Six.", Value("0.5", 10, {"route": loops}, name="loops")
    yield "Seven.", Identity(x - x, 0 * x, name="after")


def by_task(statements, jobs, methods=ALL, limit=None, order=1, work=None):
    """Return {(statement, kind, number): result} of workers; `order` -1 asks from the last on."""
    known = {s.id: s for s in statements}
    tasks = [t for s in statements for t in tasks_for(s, methods, "quick", 3)][::order]
    options = {} if work is None else {"work": work}
    answers = list(perform_all(tasks, known, (), jobs, limit=limit, **options))
    assert sorted(map(repr, (task for task, _ in answers))) == sorted(map(repr, tasks))
    return {(t.statement, t.kind, t.number): result for t, result in answers}


def without_seconds(data):
    if isinstance(data, dict):
        return {k: without_seconds(v) for k, v in data.items() if k != "seconds"}
    return [without_seconds(v) for v in data] if isinstance(data, list | tuple) else data


# ------------------------------------------------------------------ what misbehaves


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.long
def test_a_step_that_misbehaves_is_cut_off_and_the_others_are_unharmed(jobs):
    answers = by_task([bad], jobs, SYMBOLIC, limit=3)
    reasons = {
        said.name: answers["X-bad", "step", number].get("cut off")
        for number, said in enumerate(bad.declared.said)
    }
    assert reasons == {
        "before": None,
        "hangs": "cut off after 3 s asleep",
        "dies": "the worker process died (exit code 7)",
        "eats memory": f"cut off at {MEMORY >> 30} GiB of memory",
        "raises": "RuntimeError: this route is broken",
        "exits": "SystemExit: 0",
        "loops": "cut off after 3 s of processor time",
        "after": None,
    }
    for number, said in enumerate(bad.declared.said):
        outcomes, _, _ = result_of(answers["X-bad", "step", number])
        grade = "proved" if reasons[said.name] is None else "inconclusive"
        assert [o.outcome for o in outcomes] == [grade]


def lazy(pipe, known, modules):
    """A worker that answers one task and then dies quietly, before the next one comes."""
    task = pipe.recv()
    pipe.send(failed(task, "answered"))
    pipe.close()
    os._exit(0)


def mute(pipe, known, modules):
    """A worker that never answers and does not want to be stopped."""
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(600)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_worker_that_dies_between_tasks_is_replaced(jobs):
    answers = by_task([good], jobs, work=lazy)
    told = {answer["cut off"] for answer in answers.values()}
    assert "answered" in told and len(answers) == 4
    assert all(text == "answered" or "died" in text for text in told)


def test_a_worker_that_does_not_stop_is_killed():
    begin = time.monotonic()
    answers = by_task([false], 2, work=mute, limit=0.2)
    assert {answer["cut off"] for answer in answers.values()} == {"cut off after 0.2 s asleep"}
    assert time.monotonic() - begin < 60  # and not after the ten minutes it wants to sleep


def test_a_mutant_that_is_cut_off_has_survived():
    task = Task("X-good", "mutant", 0, ALL, "quick", 3)
    answers = {("X-good", "mutant", 0): failed(task, "cut off after 3 s")}
    (result,) = engine._mutants(good, 0, answers)
    assert (result.name, result.refuted) == ("any number", False)
    assert result.witness == {"reason": "cut off after 3 s"}


@pytest.mark.long
def test_jobs_and_order_do_not_change_any_result():
    one = without_seconds(by_task([good], 1))
    assert one == without_seconds(by_task([good], 2))
    assert one == without_seconds(by_task([good], 2, order=-1))
    assert one == without_seconds(by_task([good], 1, order=-1))
    seeds = [o["evidence"]["seed"] for result in one.values() for o in result["outcomes"]
             if o["method"] == "sampling"]  # fmt: skip
    assert len(set(seeds)) == len(seeds) == 2


# ------------------------------------------------------------------ whole runs


@statement("X-false", PAPER.label("3"), title="False", rests_on=("X-good",), position=(3,))
def false(given):
    x = given(any_scalar("x"))
    given(nonzero(x))
    claim = Printed(x > 0, name="claim")
    yield "Printed:", claim
    yield "no.", Witness(claim, {x: -1}, name="witness")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """An empty folder for kept results."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "attention-proofs" / "kept"


def test_a_run_is_the_same_for_one_and_two_jobs(kept):
    runs = [engine.run([false, good], methods=ALL, jobs=jobs, fresh=True) for jobs in (1, 2)]
    first, second = runs
    assert first.complete and first.digest == second.digest
    assert [s.id for s in first.statements] == ["X-good", "X-false"]  # what is rested on first
    good_result, false_result = first.statements
    assert (good_result.verdict, good_result.grade) == ("holds", "enclosed")
    assert [s.grade for s in good_result.steps] == ["proved", "proved", "enclosed"]
    assert not good_result.surviving
    assert (false_result.verdict, false_result.paper_argument) == ("false", "broken")


def test_a_run_tells_its_progress_once_a_statement(kept):
    told = []

    def progress(phase, done, count, share):
        told.append((phase, done, count, share))

    engine.run([good, false], methods=SYMBOLIC, jobs=2, fresh=True, progress=progress)
    phase = "deciding statements"
    assert told == [(phase, 1, 2, 0.5), (phase, 2, 2, 1.0)]


def test_an_interrupted_run_keeps_what_was_decided(kept):
    def progress(phase, done, count, share):
        raise KeyboardInterrupt

    found = engine.run([good, false], methods=SYMBOLIC, jobs=1, fresh=True, progress=progress)
    assert not found.complete
    assert [s.id for s in found.statements] == ["X-good"]
    assert found.digest == engine.run([good], methods=SYMBOLIC, jobs=1).digest


def test_what_is_open_for_want_of_methods_changes_no_record(kept):
    records = {good.id: {"verdict": "holds", "paper_argument": "stands"}}
    partial = engine.run([good], methods=("symbolic",), jobs=1)
    assert partial[good.id].verdict == "open" and changes(partial, records) == []
    whole = engine.run([good], methods=ALL, jobs=1)
    assert whole[good.id].verdict == "holds"
    wrong = {good.id: {"verdict": "false", "paper_argument": "stands"}}
    assert any("(recorded: false)" in line for line in changes(whole, wrong))


def test_a_theorem_on_record_is_no_change_where_coq_is_not_asked(kept):
    records = {good.id: {"verdict": "holds"}}
    whole = engine.run([good], methods=ALL, jobs=1)
    theorem = Recorded(True, "8.16.1", "2026-11-29", (), "holds", "kernel")
    unasked = replace(whole[good.id], verdict="open", recorded=theorem)
    stale = replace(unasked, recorded=replace(theorem, agrees=False))
    assert changes(replace(whole, statements=(unasked,)), records) == []
    assert changes(replace(whole, statements=(stale,)), records) != []


def verdict(made):
    return engine.run([made], methods=ALL, jobs=1)[made.id].verdict


def test_what_a_function_makes_is_decided_by_what_it_says(kept):
    def made(factor):
        @statement("V-1", PAPER.label("Lemma"), title="Made", origin="ours")
        def body(given):
            a = given(any_scalar("a"))
            yield "So many times a.", Identity(a + a, factor * a, name="sum")

        return body

    assert verdict(made(2)) == "holds" and verdict(made(5)) != "holds"
    assert verdict(made(2)) == "holds" and verdict(made(5)) != "holds"
