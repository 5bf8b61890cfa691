"""Processes: none outlives the command that started it, and limits count what a process uses."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verify.methods.kernel.compile import run_goals
from verify.methods.kernel.goals import Goal
from verify.methods.kernel.installed import available
from verify.processes import clock
from verify.processes.clock import Clock
from verify.processes.pool import Lost, answer_from, each

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0  # seconds of the wall for what takes one: this only ends a test that fails

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

SLOW = """
import os, time
from fractions import Fraction
from pathlib import Path
from verify.vocabulary import *

PAPER = Paper("S", "a paper", "its authors", 2026, "nowhere")
HERE = Path(__file__).parent

def begun():
    (HERE / f"worker-{os.getpid()}").write_text("")

def asleep():
    begun()
    time.sleep(1000)
    return Fraction(1, 2), Fraction(1, 2)

def busy():
    begun()
    while True:
        pass

@statement("S-1", PAPER.label("1"), title="Slow", origin="ours")
def slow(given):
    yield "One.", Value("0.5", 10, {"route": asleep}, name="asleep")
    yield "Two.", Value("0.5", 10, {"route": busy}, name="busy")
"""


TWO = ("run", "S-1", "--jobs", "2")


@pytest.fixture
def slow(tmp_path, what_is_no_result):
    what_is_no_result(tmp_path / "cache" / "attention-proofs")
    path = tmp_path / "slow.py"
    path.write_text(SLOW)
    return path


def heed_interruptions():
    """Undo what a shell says to what it has in the background: to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def begin(path, *arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "verify", *arguments, "--module", str(path)],
        cwd=path.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(path.parent / "cache")},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interruptions,
        **options,
    )


def wait_for(condition):
    ends = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < ends:
        time.sleep(0.05)
    return condition()


def workers(folder):
    return [int(path.name.removeprefix("worker-")) for path in folder.glob("worker-*")]


def lives(pid):
    """Return whether a process is there, and is more than an entry its parent has not read."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.long
def test_a_killed_command_leaves_no_process_and_no_reader_waiting(slow, ending):
    process = begin(slow, *TWO, stdout=subprocess.PIPE)
    try:
        assert wait_for(lambda: len(workers(slow.parent)) >= 2)
        begun = workers(slow.parent)
        assert all(map(lives, begun))
        process.send_signal(ending)
        out, _ = process.communicate(timeout=PATIENCE)  # whoever reads the pipe sees its end
        assert process.returncode == -ending and out == ""
        assert wait_for(lambda: not any(map(lives, begun)))
    finally:
        process.kill()
        process.wait()


@pytest.mark.long
def test_ctrl_c_ends_everything_and_the_run_says_so(slow):
    process = begin(slow, *TWO, stdout=subprocess.PIPE, start_new_session=True)
    try:
        assert wait_for(lambda: workers(slow.parent))
        os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it, to parent and workers
        out, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors) == (130, "")
        assert "interrupted" in out.lower()
        assert wait_for(lambda: not any(map(lives, workers(slow.parent))))
    finally:
        process.kill()
        process.wait()


# ------------------------------------------------------------------ what a process has used


def child(program, **options):
    return subprocess.Popen([sys.executable, "-c", program], **options)


def test_a_busy_process_uses_its_time_and_a_sleeping_one_sleeps():
    busy, asleep = child("while True: pass"), child("import time; time.sleep(1000)")
    try:
        told = {}
        clocks = {"busy": Clock(busy.pid, 1.0), "asleep": Clock(asleep.pid, 1.0)}
        ends = time.monotonic() + PATIENCE
        while len(told) < 2 and time.monotonic() < ends:
            time.sleep(clock.POLL)
            told |= {n: said for n, c in clocks.items() if n not in told and (said := c.look())}
        assert told == {
            "busy": "cut off after 1 s of processor time",
            "asleep": "cut off after 1 s asleep",
        }
        assert clocks["busy"].asleep < 0.5 and clocks["asleep"].used < 0.5
    finally:
        for process in (busy, asleep):
            process.kill()
            process.wait()


def test_time_in_which_nobody_looked_is_no_sleep(monkeypatch):
    asleep = child("import time; time.sleep(1000)")
    try:
        watch = Clock(asleep.pid, 60.0)
        later = time.monotonic() + 3600
        monkeypatch.setattr(clock.time, "monotonic", lambda: later)
        assert watch.look() is None and watch.asleep <= 2 * clock.POLL
    finally:
        asleep.kill()
        asleep.wait()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("00:00:07", 7), ("1:02:03", 3723), ("0:05.25", 5.25), ("2-03:04:05", 183845), ("12:00", 720)],
)
def test_times_of_ps_are_read(text, seconds):
    assert clock._seconds(text) == seconds


def test_what_cannot_be_handed_on_costs_its_task_alone():
    tasks = [lambda: lambda: 1, lambda: 2]

    def serve(pipe):
        answer_from(pipe, lambda number: tasks[number](), 1 << 40)

    first, second = (answer for _, answer in each(range(2), serve, (), jobs=1, limit=lambda _: 60))
    assert isinstance(first, Lost) and "cannot be passed on" in first.reason
    assert second == 2


def sockets():
    links = Path("/proc/self/fd").iterdir()
    return sum(os.readlink(f).startswith("socket:") for f in links if os.path.lexists(f))


def test_workers_hold_no_end_of_a_pipe_but_their_own():
    def count(_):
        time.sleep(0.2)  # lest one worker answers all
        return sockets()

    def serve(pipe):
        answer_from(pipe, count, 1 << 40)

    here = sockets()
    found = {answer for _, answer in each(range(6), serve, (), jobs=3, limit=lambda _: 60)}
    assert found == {here + 1}


# ------------------------------------------------------------------ Coq


needs_coq = pytest.mark.skipif(not available(), reason="Coq is not installed")


@needs_coq
@pytest.mark.long
def test_a_goal_has_its_limit_in_processor_time_beside_busy_processes(what_is_no_result):
    """A goal that takes more of the wall than its limit, as four others want its processor."""
    again = "do 60 (assert ((x + 1) * (x + 1) = x * x + 2 * x + 1) as _ by ring); ring"
    heavy = Goal("heavy", "Lemma heavy (x : R) : x + 0 = x.", again)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run_goals([heavy], timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = int(2 * (after.ru_utime - before.ru_utime)) + 1
    one = min(os.sched_getaffinity(0))
    program = f"import os; os.sched_setaffinity(0, [{one}])\nwhile True: pass"
    # Each in a session of its own: the system shares a processor among sessions first.
    others = [child(program, start_new_session=True) for _ in range(4)]
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, [one])  # and so Coq's
        begun = time.monotonic()
        (beside,) = run_goals([heavy], timeout=limit)
        wall = time.monotonic() - begun
    finally:
        os.sched_setaffinity(0, allowed)
        for process in others:
            process.kill()
            process.wait()
    assert beside.accepted, beside.message
    assert beside.seconds <= limit < wall


@needs_coq
@pytest.mark.long
def test_an_endless_goal_is_interrupted_and_its_session_goes_on():
    endless = Goal("endless", "Lemma slow : 1 = 2.", "repeat (pose proof I; idtac)")
    good = Goal("good", "Lemma good (x : R) : x + 0 = x.", "ring")
    found = run_goals([good, endless, good], timeout=2)
    assert [result.accepted for result in found] == [True, False, True]
    assert (found[1].failure, found[1].message) == ("timeout", "the script ran out of time")


COQ = """
import sys
from pathlib import Path
from verify.methods.kernel.compile import run_goals
from verify.methods.kernel.goals import Goal

endless = Goal("endless", "Lemma slow : 1 = 2.", "repeat (pose proof I; idtac)")
run_goals([endless, endless], jobs=2, timeout=1000, cache_directory=Path(sys.argv[1]))
"""


def coq_processes(folder):
    """Return the processes of Coq that were started with a folder's prelude."""
    out = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if "coqtop" in words[0] and any(word.startswith(str(folder)) for word in words):
            out.append(int(path.parent.name))
    return out


@needs_coq
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.long
def test_coq_ends_with_the_process_that_started_it(tmp_path, what_is_no_result, ending):
    what_is_no_result(tmp_path)
    process = subprocess.Popen(
        [sys.executable, "-c", COQ, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
        preexec_fn=heed_interruptions,
    )
    try:
        assert wait_for(lambda: len(coq_processes(tmp_path)) == 2)
        process.send_signal(ending)
        process.wait(PATIENCE)
        assert wait_for(lambda: not any(map(lives, coq_processes(tmp_path))))
    finally:
        process.kill()
        process.wait()
