"""Instances moved to the corners of counting: C(0, 0), 0^0, a sum of no terms.

There a formula changes its case, and a rule that holds for all larger numbers may fail. Numbers
drawn at random are seldom there, all at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from verify.language.expressions import Expression, Relation, Scalar, as_scalar
from verify.language.facts import sides
from verify.language.replacing import bounds
from verify.language.walk import free_indices, nodes
from verify.numerics.exact import Instance
from verify.numerics.solving import Wanted, moved_onto

Equal = tuple[Scalar, Scalar]


def at_corners(formulas: Iterable[Any], instance: Instance) -> Iterator[Instance]:
    """Yield the instance moved to the corners of each count, power and range of integers."""
    every = (side for f in formulas for side in (sides(f) if isinstance(f, Relation) else (f,)))
    for node in dict.fromkeys(node for side in every for node in nodes(side)):
        for corner in _corners(node):
            if any(free_indices(part) for pair in corner for part in pair):
                continue
            here = instance
            for pair in corner:
                found = moved_onto([Wanted(pair, {})], here, Random(0))
                here = here if found is None else found[0]
            if here is not instance:
                yield here


def _corners(node: Expression) -> Iterator[tuple[Equal, ...]]:
    zero = as_scalar(0)
    if node.op in ("binomial", "power_of"):
        first, second = node.args
        yield from (((first, zero),), ((second, zero),), ((first, zero), (second, zero)))
        yield ((first, second),)
    if node.op == "total" and node.args[1].sort == "integers":
        lower, upper = bounds(node.args[1])
        yield from (((lower, upper),), ((lower, upper + 1),))
