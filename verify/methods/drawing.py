"""Draws that depend on the claim and the seed alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from verify.methods.relevance import relevant
from verify.methods.repair import at_corners
from verify.numerics.exact import GenericDraw, Instance, RandomDraw, Sizes, Unlucky
from verify.numerics.holding import draw_instance, least_sizes
from verify.statements.assumption import Assumption
from verify.statements.step import Said

LARGEST_TRIED = 5  # tokens and dimensions of an instance that grows
GENERIC = (((2, 2), None), ((3, 3), None), ((4, 1), 601), ((1, 4), 601), ((3, 2), 601))
"""Tokens and dimensions of generic instances, and the places of an interval among which to draw."""
LUCK = 10  # draws of one instance, where the conditions exclude some


def sizes_for(said: Said, largest: int = 3) -> Sizes:
    """Return sizes at which every counted token of a step (y[1], y[3]) exists."""
    least = least_sizes(list(said.step.formulas()))
    tokens, modes = least.get("tokens", 1), least.get("modes", 1)
    return Sizes(
        tokens=(tokens, max(largest, tokens)),
        dimension=(modes, max(largest, modes)),
        heads=(least.get("heads", 1), max(2, least.get("heads", 1))),
    )


def random_instances(said: Said, count: int, seed: int) -> Iterator[Instance]:
    """Yield so many instances, where the conditions do not exclude all that is drawn."""
    assumptions, sizes = relevant(said, said.assumptions), sizes_for(said)
    for number in range(count):
        random = Random(f"{seed}:{number}")
        for _ in range(LUCK):
            try:
                yield draw_instance(RandomDraw(random), assumptions, sizes)
            except Unlucky:
                continue
            break


def generic_instances(said: Said, assumptions: Sequence[Assumption[Any]]) -> Iterator[Instance]:
    """Yield instances without zeros, where false polynomial equations fail, and their corners."""
    least = sizes_for(said)
    heads = (least.heads[0], max(2, least.heads[0]))
    for number, ((tokens, dimension), steps) in enumerate(GENERIC):
        n, d = max(tokens, least.tokens[0]), max(dimension, least.dimension[0])
        random = Random(number)
        for _ in range(LUCK):
            try:
                draw = GenericDraw(random, steps)
                drawn = draw_instance(draw, assumptions, Sizes((n, n), (d, d), heads))
            except Unlucky:
                continue
            yield drawn
            yield from at_corners(said.step.formulas(), drawn)
            break
