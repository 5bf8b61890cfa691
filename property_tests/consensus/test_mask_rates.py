"""Paper A, section 4: how fast tokens gather under a mask, against rigorous trajectories.

Linear consensus systems are solved in balls, by the exponential of their matrix; so a bound that
fails, fails for certain.
"""

from fractions import Fraction

import flint
import pytest
from exact_strategies import masks, rationals
from flint import arb, arb_mat
from hypothesis import assume, given
from hypothesis import strategies as st

from proofs.consensus import mask_rates
from verify.attention import graphs
from verify.numerics import raw
from verify.numerics.balls import ball
from verify.numerics.matrices import diagonal

BITS = 160
RING = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]]
any_mask = masks(4)
any_start = st.lists(rationals(), min_size=4, max_size=4)


def pulls():
    """All pulls of four tokens on each other: any numbers from 1/3 on."""
    row = st.lists(rationals(min_value=Fraction(1, 3)), min_size=4, max_size=4)
    return st.lists(row, min_size=4, max_size=4)


def balls(nested):
    return list(map(balls, nested)) if isinstance(nested, list) else ball(nested)


def spread(values):
    """Return max - min; of balls, the ball of the largest difference."""
    differences = [a - b for a in values for b in values]
    largest = differences[0]
    for difference in differences[1:]:
        largest = largest.max(difference) if isinstance(largest, arb) else max(largest, difference)
    return largest


def flow(mask, c, time):
    """Return the matrix u(0) -> u(time) of u_i' = sum_j c_ij (u_j - u_i) over the edges."""
    rows = balls([[0] * len(mask) for _ in mask])
    for i, j in graphs.edges(mask):
        rows[i][j] += ball(c[i][j])
        rows[i][i] -= ball(c[i][j])
    return (arb_mat(rows) * time).exp()


def moved(matrix, u):
    column = matrix * arb_mat([[entry] for entry in u])
    return [column[i, 0] for i in range(len(u))]


def bounds(mask, c):
    """Return the least pull of an edge and the largest sum of a row."""
    edges = graphs.edges(mask)
    rows = [sum(c[i][j] for k, j in edges if k == i) for i in range(len(mask))]
    return min(c[i][j] for i, j in edges), max(rows)


@given(any_mask, pulls(), any_start)
def test_every_spread_shrinks_by_the_factor_of_the_distance(mask, c, start):
    """(iii): R(1/B) <= (1 - (b/B)^D/(2 e D!)) R(0), and R(t) <= e^(-|C| b t) R(0)."""
    assume(graphs.roots(mask))
    b, B = bounds(mask, c)
    with flint.ctx.workprec(BITS):
        told = mask_rates.contraction(mask, edge=b, row=B)
        after = moved(flow(mask, c, told.period), balls(start))
        assert told.factor < 1
        assert not spread(after) > told.factor * ball(spread(start))
        decay = (-mask_rates.common_rate(mask, edge=b) * told.period).exp()
        assert not spread(after) > decay * ball(spread(start))


KAPPA = Fraction(1, 2)
SCORES = diagonal([KAPPA, -KAPPA, KAPPA])  # so |y^T P z| <= kappa for unit vectors
MARGIN = Fraction(5, 13)
START = [
    [Fraction(12, 13), Fraction(5, 13), Fraction(0)],
    [Fraction(3, 5), Fraction(0), Fraction(4, 5)],
    [Fraction(3, 5), Fraction(-4, 5), Fraction(0)],
    [MARGIN, Fraction(0), Fraction(-12, 13)],
]


def test_the_bounds_of_softmax_attention_hold_at_every_edge():
    """b <= beta_ij on edges and sum_j beta_ij <= B, for two heads with masks of their own."""
    heads = [graphs.causal_window(4, 2), graphs.prefix(4, 2)]
    with flint.ctx.workprec(BITS):
        y = balls(START)
        b = mask_rates.edge_pull(heads, margin=MARGIN, dimension=3, logits=KAPPA)
        B = mask_rates.row_pull(heads, margin=MARGIN, dimension=3)
        tables = [
            raw.softmax_weights(y, balls(SCORES), 1 / arb(3).sqrt(), "all", mask) for mask in heads
        ]
        for i in range(4):
            beta = [sum(t[i][j] for t in tables) * y[j][0] / y[i][0] for j in range(4)]
            assert not sum(beta) > B
            assert not any(beta[j] < b for k, j in graphs.edges(graphs.union(heads)) if k == i)


def test_the_rates_of_known_masks():
    with flint.ctx.workprec(BITS):
        full = mask_rates.contraction(graphs.full(5), edge=1, row=5)
        assert full.factor.overlaps(1 - 1 / (10 * arb(1).exp()))
        assert full.period.overlaps(ball("0.2"))
        assert mask_rates.common_rate(graphs.full(5), edge=Fraction(1, 2)) == ball("2.5")
        assert mask_rates.common_rate(RING, edge=1) == 0


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: mask_rates.contraction([[1, 0], [0, 1]], edge=1, row=1), "no root"),
        (lambda: mask_rates.edge_pull([[[1]]], margin=1, dimension=2), "no edge"),
        (lambda: mask_rates.common_rate(RING, edge=0.5), "not exact"),
    ],
)
def test_what_has_no_rate_is_told_in_one_line(call, told):
    with pytest.raises(ValueError, match=told) as error:
        call()
    assert "\n" not in str(error.value)
