"""Work is done after what it needs, all of it, and what most waits for is begun first."""

import subprocess
import sys
import threading

import pytest

from verify.processes.ordered import Work, in_order, perform

NEEDS = {"top": ("left", "right"), "left": ("base",), "right": ("base",), "base": (), "alone": ()}


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_all_is_done_once_and_after_what_it_needs(jobs):
    done, lock = [], threading.Lock()

    def do(name):
        def told():
            with lock:
                assert {*NEEDS[name]} <= {*done}
                done.append(name)

        return told

    perform({name: Work(needs, 1, do(name)) for name, needs in NEEDS.items()}, jobs)
    assert sorted(done) == sorted(NEEDS)


def test_what_fails_is_raised_and_nothing_above_it_is_done():
    done = []

    def fail():
        raise RuntimeError("it failed")

    works = {"below": Work((), 1, fail), "above": Work(("below",), 1, lambda: done.append("above"))}
    with pytest.raises(RuntimeError, match="it failed"):
        perform(works, 2)
    assert done == []


def test_a_circle_is_told():
    works = {"a": Work(("b",), 1, lambda: None), "b": Work(("a",), 1, lambda: None)}
    with pytest.raises(ValueError, match="a, b depend on each other"):
        perform(works, 1)


def test_results_come_in_the_order_of_the_items():
    first = threading.Event()

    def work(item):
        if item == 0:
            assert first.wait(60)
        if item == 3:
            first.set()
        return item * item

    assert list(in_order(work, range(5), 2)) == [0, 1, 4, 9, 16]


def test_the_first_item_that_fails_ends_the_rest():
    ended, begun = threading.Event(), []

    def work(item):
        begun.append(item)
        if item == 0:
            raise RuntimeError("it failed")
        assert ended.wait(60)

    with pytest.raises(RuntimeError, match="it failed"):
        list(in_order(work, range(9), 2, ended=ended))
    assert ended.is_set() and {*begun} < {*range(9)}


INTERRUPTED = """
import signal, threading, time
from verify.processes.ordered import in_order

signal.signal(signal.SIGINT, signal.default_int_handler)
ended = threading.Event()

def work(item):
    time.sleep(0.5)  # the main thread waits by now
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)
    ended.wait(1000)

try:
    list(in_order(work, [0], 1, ended=ended))
except KeyboardInterrupt:
    print("heeded")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no thread there is sent a signal")
def test_an_interruption_that_another_thread_takes_is_heeded():
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60
    )
    assert (ran.stdout, ran.stderr) == ("heeded\n", "")
