"""How fast tokens gather under a mask: the rates that `rooted_masks` proves, as numbers.

A consensus system has the least pull `edge` on every edge of its mask and the largest pull `row` on a
token. `edge_pull` and `row_pull` bound them for softmax attention.
Numbers are exact (int, Fraction) or balls; what comes back are balls, so every bound is rigorous.
A spread is the largest value of a linear functional on the tokens' images minus its smallest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from verify.attention import graphs
from verify.attention.graphs import Adjacency
from verify.numerics.balls import ball

Number = int | Fraction | arb


@dataclass(frozen=True)
class Contraction:
    """In every period of time each spread shrinks to `factor` of itself."""

    factor: arb
    period: arb


# ------------------------------------------------------------------ bounds of softmax attention


def edge_pull(heads: Sequence[Adjacency], *, margin: Number, dimension: int, logits: Number = 0) -> arb:
    """Return b = margin times the least weight of an edge: its heads' least weights, added.

    `heads` has one mask a head, `margin` is the least c^T y_i at the start (c^T W^-1 c = 1), `logits`
    a bound of all scores in the masks, `dimension` the n + 1 of the tokens.
    """
    return _number(margin) * _edge_weight(heads, dimension, logits)


def row_pull(heads: Sequence[Adjacency], *, margin: Number, dimension: int) -> arb:
    """Return B = h/(margin sqrt(n + 1)): the row sums of all heads, over the margin."""
    return len(heads) / arb(dimension).sqrt() / _number(margin)


def _edge_weight(heads: Sequence[Adjacency], dimension: int, logits: Number) -> arb:
    """Return the least, over the edges, of what the heads that have the edge give it at least."""
    together = graphs.edges(graphs.union(heads))
    if not together:
        raise ValueError("the masks have no edge, so there is no least weight; see closed_components")
    largest = max(sum(map(bool, row)) for mask in heads for row in mask)
    least = 1 / (arb(dimension).sqrt() * (1 + (largest - 1) * (2 * _number(logits)).exp()))
    return least * min(sum(bool(mask[i][j]) for mask in heads) for i, j in together)


# ------------------------------------------------------------------ rates of a mask


def contraction(mask: Adjacency, *, edge: Number, row: Number) -> Contraction:
    """Return the contraction of any rooted mask: 1 - (b/B)^D/(2 e D!) in every time 1/B."""
    b, B = _number(edge), _number(row)
    distance = graphs.distance(mask)
    return Contraction(1 - (b / B) ** distance / (2 * arb(1).exp() * arb.fac_ui(distance)), 1 / B)


def common_rate(mask: Adjacency, *, edge: Number) -> arb:
    """Return |C| b, the exponential rate if C are the tokens that everybody sees (0 if nobody is)."""
    return len(graphs.seen_by_all(mask)) * _number(edge)


# ------------------------------------------------------------------ numbers


def _number(value: Number) -> arb:
    return value if isinstance(value, arb) else ball(value)
