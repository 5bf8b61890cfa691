"""Work is done after what it needs, all of it, and what most waits for is begun first."""

from __future__ import annotations

import threading

import pytest

from verify.processes.ordered import Work, perform

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


def test_the_longest_chain_is_begun_first():
    done = []
    sizes = {"short": ((), 5), "below": ((), 1), "above": (("below",), 9)}
    works = {n: Work(needs, size, lambda n=n: done.append(n)) for n, (needs, size) in sizes.items()}
    perform(works, 1)
    assert done == ["below", "above", "short"]


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
    with pytest.raises(ValueError, match="a, b need each other"):
        perform(works, 1)
