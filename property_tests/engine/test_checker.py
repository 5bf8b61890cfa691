"""The checker accepts steps of the papers, and refuses them with a fact less or a number more."""

import json
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import verify
from verify.checker import Verdict, check

# a statement, its step, which of its documents, and the places of the facts that it needs
STEPS = [
    ("A-2.1", "on the ellipsoid", 0, (1,)), ("A-2.1", "tangent map", 0, (1,)),
    ("A-L3.1", "orthogonal", 0, (5,)), ("A-L3.1", "tangent", 0, (2,)),
    ("A-T3.1", "gradient", 0, (9, 10)), ("A-R4.3", "recursion", 0, (1, 3)),
    ("A-T4.1", "margin rate", 0, ()), ("A-T4.1", "least margin", 0, (2, 3, 4)),
    ("A-T4.1", "spread", 0, (3, 10)), ("A-T5.1", "eq 14", 0, (0,)),
    ("A-T5.1", "Riccati", 0, (25,)), ("A-T5.1", "third solves", 0, (0, 1, 2)),
    ("A-T5.1", "lower ray", 0, (5,)),
    ("A-L5.1", "Lyapunov", 0, (0, 1, 4)), ("A-L5.1", "solved", 0, (6, 7)),
    ("A-T5.2", "boundary", 0, (2, 6)), ("A-T5.2", "kept inside", 0, (5, 6, 15)),
    ("B-L3", "spectrum", 0, (1, 2, 4)), ("B-L3", "spectrum", 1, (1, 2, 4, 7)),
    ("B-L3", "spectrum", 2, (1, 2, 4, 5, 6)), ("B-L3", "spectrum", 13, ()),
]  # fmt: skip
each_step = pytest.mark.parametrize(("statement", "name", "place", "needs"), STEPS)


@cache
def documents(statement: str, name: str) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(one)) for one in verify.step(statement, name).documents()]


@each_step
def test_a_step_is_accepted_and_refused_without_a_fact_it_needs(statement, name, place, needs):
    document = documents(statement, name)[place]
    assert check(document) == Verdict(True, "accepted")
    for needed in needs:
        rest = [fact for number, fact in enumerate(document["facts"]) if number != needed]
        assert not check({**document, "facts": rest}).accepted, document["facts"][needed]
    if document.get("where"):
        assert not check({**document, "where": []}).accepted


def numbers(t: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(t, list):
        if t[:1] == ["number"] and t[1] != "0":
            yield path
        for place, part in enumerate(t):
            yield from numbers(part, (*path, place))


@each_step
def test_no_number_of_a_right_side_can_be_changed(statement, name, place, needs):
    document = documents(statement, name)[place]
    side = next(key for key in ("because", "right", "parts") if key in document)
    for path in numbers(document[side]):
        forged = deepcopy(document)
        part = forged[side]
        for inner in path:
            part = part[inner]
        part[1] = str(Fraction(part[1]) + 1)
        assert not check(forged).accepted, part
