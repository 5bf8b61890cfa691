"""Paper A, section 4: how fast tokens gather under a mask, against rigorous trajectories.

Layers are computed in balls, step by step on the raw path, and linear consensus systems by the
exponential of their matrix; so a bound that fails, fails for certain.
"""

from __future__ import annotations

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
from verify.numerics.matrices import diagonal, dot, times

BITS = 160
RING = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]]
BRANCHED = [[0, 0, 0, 0], [1, 1, 0, 0], [0, 1, 0, 0], [1, 0, 1, 1]]
ROOTED = {
    "full": graphs.full(4),
    "causal": graphs.causal(4),
    "causal window": graphs.causal_window(4, 2),
    "window": graphs.window(4, 2),
    "sink": graphs.window_with_sink(4, 2),
    "prefix": graphs.prefix(4, 2),
    "ring without loops": RING,
    "two roots": [[1, 1, 0, 0], [1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 1, 0]],
}
STEPS = (Fraction(1, 10), Fraction(1), Fraction(50))
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


# ------------------------------------------------------------------ linear consensus systems


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
    assume(graphs.is_rooted(mask))
    b, B = bounds(mask, c)
    with flint.ctx.workprec(BITS):
        told = mask_rates.contraction(mask, edge=b, row=B)
        after = moved(flow(mask, c, told.period), balls(start))
        assert told.factor < 1
        assert not spread(after) > told.factor * ball(spread(start))
        decay = (-mask_rates.common_rate(mask, edge=b) * told.period).exp()
        assert not spread(after) > decay * ball(spread(start))


@given(st.sampled_from([graphs.causal_window(4, 2), BRANCHED]), pulls(), any_start)
def test_without_cycles_the_rate_is_b_with_a_poisson_tail(mask, c, start):
    """(iv), paths of 3 edges: e^(-b t) (1 + b t + (b t)^2/2) of the largest |u_j(0) - u_r|."""
    assert graphs.longest_path(mask) == 3 and graphs.roots(mask) == [0]
    b, _ = bounds(mask, c)
    with flint.ctx.workprec(BITS):
        most = ball(max(abs(u - start[0]) for u in start))
        for time in (Fraction(1, 2), Fraction(2), Fraction(7)):
            x = ball(b * time)
            tail = (-x).exp() * (1 + x + x * x / 2)
            assert mask_rates.tail(mask, edge=b, time=time).overlaps(tail)
            after = moved(flow(mask, c, ball(time)), balls(start))
            assert not any(abs(u - ball(start[0])) > tail * most for u in after)


def test_masks_that_have_a_root_only_jointly_contract_over_their_windows():
    """(v): 9 windows of length 2, each edge there for a time 1, so delta = b = 1."""
    first = [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    second = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    assert not graphs.is_rooted(first) and not graphs.is_rooted(second)
    assert graphs.roots(graphs.union([first, second])) == [0]
    with flint.ctx.workprec(BITS):
        told = mask_rates.switching_contraction(4, edge=1, row=1, window=2, duration=1)
        assert told.period == 18
        assert told.factor.overlaps(1 - (-arb(18)).exp() / 2)
        ones, u = [[1] * 4] * 4, balls([0, 1, 1, 1])
        for _ in range(9):
            for mask in (first, second):
                u = moved(flow(mask, ones, arb(1)), u)
        assert spread(u) < told.factor


# ------------------------------------------------------------------ layers, with steps of any size

KAPPA = Fraction(1, 2)
SCORES = diagonal([KAPPA, -KAPPA, KAPPA])  # so |y^T P z| <= kappa for unit vectors
MARGIN = Fraction(5, 13)
START = [
    [Fraction(12, 13), Fraction(5, 13), Fraction(0)],
    [Fraction(3, 5), Fraction(0), Fraction(4, 5)],
    [Fraction(3, 5), Fraction(-4, 5), Fraction(0)],
    [MARGIN, Fraction(0), Fraction(-12, 13)],
]


def layer(y, mask, step):
    """Return the tokens after y_i -> N(y_i + tau sum_j alpha_ij y_j), row sums 1/sqrt(n + 1)."""
    table = raw.softmax_weights(y, balls(SCORES), 1 / arb(3).sqrt(), "all", mask)
    return raw.weighted_layer(tokens=y, weights=table, step=ball(step), mask=mask)


def coordinates(y):
    """Return some coordinates of the images y_i / y_i1, a list of all tokens for each."""
    x = [times(1 / point[0], point) for point in y]
    directions = ([0, 1, 0], [0, 0, 1], [0, 1, 1], [0, 2, -1])
    return [[dot(xi, point) for point in x] for xi in directions]


@pytest.mark.parametrize("name", ROOTED)
@pytest.mark.parametrize("step", STEPS)
def test_layers_contract_whatever_the_step(name, step):
    """(vi): R(k + D) <= (1 - q^D/2) R(k), no margin falls, and the roots' hull keeps everybody."""
    mask = ROOTED[name]
    distance = graphs.distance(mask)
    with flint.ctx.workprec(BITS):
        share = mask_rates.layer_share([mask], margin=MARGIN, dimension=3, step=step, logits=KAPPA)
        told = mask_rates.layer_contraction(mask, share=share)
        assert told.period == distance and 0 < share < 1
        y = balls(START)
        begin = coordinates(y)
        for _ in range(4):
            before, least = coordinates(y), min(point[0].lower() for point in y)
            for _ in range(distance):
                y = layer(y, mask, step)
            assert not any(point[0] < least for point in y)
            for old, new in zip(before, coordinates(y), strict=True):
                assert not spread(new) > told.factor * spread(old)
        for old, new in zip(begin, coordinates(y), strict=True):
            roots = [old[r] for r in graphs.roots(mask)]
            lowest, highest = min(u.lower() for u in roots), max(u.upper() for u in roots)
            left = spread(new)
            assert not any(u < lowest - left or u > highest + left for u in new)


def test_layers_whose_masks_have_a_root_only_jointly_contract():
    """Neither mask has a root; the one that they have together is at rest, and the limit."""
    pair = [
        [[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]],
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]],
    ]
    assert not any(map(graphs.is_rooted, pair))
    assert graphs.least_joint_window(pair, repeated=True) == 2
    with flint.ctx.workprec(BITS):
        for step in STEPS:
            share = mask_rates.layer_share(
                [graphs.union(pair)], margin=MARGIN, dimension=3, step=step, logits=KAPPA
            )
            told = mask_rates.switching_layers(pair, share=share, layers=2)
            assert told.period == 6  # a window for each other token: the root is always the same
            y = balls(START)
            before = coordinates(y)
            for number in range(6):
                y = layer(y, pair[number % 2], step)
            for old, new in zip(before, coordinates(y), strict=True):
                assert not spread(new) > told.factor * spread(old)
            assert all(a.overlaps(b) for a, b in zip(y[0], balls(START[0]), strict=True))


def test_the_bounds_of_softmax_attention_hold_at_every_edge():
    """b <= beta_ij on edges and sum_j beta_ij <= B, for two heads with masks of their own."""
    heads = [ROOTED["causal window"], ROOTED["prefix"]]
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


# ------------------------------------------------------------------ known values, and bad input


def test_the_rates_of_known_masks():
    with flint.ctx.workprec(BITS):
        full = mask_rates.contraction(graphs.full(5), edge=1, row=5)
        assert full.factor.overlaps(1 - 1 / (10 * arb(1).exp()))
        assert full.period.overlaps(ball("0.2"))
        assert mask_rates.common_rate(graphs.full(5), edge=Fraction(1, 2)) == ball("2.5")
        assert mask_rates.common_rate(RING, edge=1) == 0
        two_heads = [graphs.full(2)] * 2  # m = 2/(2 * 2) and M = 1 + 2 * 2/2
        share = mask_rates.layer_share(two_heads, margin=Fraction(1, 2), dimension=4, step=2)
        assert share.overlaps(ball(Fraction(1, 6)))
        assert mask_rates.layer_contraction(RING, share=Fraction(1, 2)).factor == ball("0.9375")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: mask_rates.contraction([[1, 0], [0, 1]], edge=1, row=1), "no root"),
        (lambda: mask_rates.tail(RING, edge=1, time=1), "cycle"),
        (lambda: mask_rates.edge_pull([[[1]]], margin=1, dimension=2), "no edge"),
        (lambda: mask_rates.switching_layers([[[1, 0], [0, 1]]], share=1, layers=1), "no joint"),
        (lambda: mask_rates.common_rate(RING, edge=0.5), "not exact"),
    ],
)
def test_what_has_no_rate_is_told_in_one_line(call, told):
    with pytest.raises(ValueError, match=told) as error:
        call()
    assert "\n" not in str(error.value)
