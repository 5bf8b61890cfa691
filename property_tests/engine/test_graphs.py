"""Masks as graphs, against reachability by hand: paths, roots, closed components, distances."""

from itertools import product

import pytest
from exact_strategies import masks
from hypothesis import example, given
from hypothesis import strategies as st

from verify.attention import graphs

SMALL = [
    [list(bits[row * size : row * size + size]) for row in range(size)]
    for size in (1, 2, 3)
    for bits in product((0, 1), repeat=size * size)
]
any_mask = st.integers(1, 7).flatmap(masks)


def distances(mask):
    """Return the matrix of distances by relaxing every edge again and again; None is infinity."""
    size = len(mask)
    far = [[0 if i == j else None for j in range(size)] for i in range(size)]
    for _ in range(size):
        for i, j in graphs.edges(mask):
            for k in range(size):
                if far[j][k] is not None and (far[i][k] is None or far[i][k] > far[j][k] + 1):
                    far[i][k] = far[j][k] + 1
    return far


def check(mask):
    size, far = len(mask), distances(mask)
    reaches = [[step is not None for step in row] for row in far]
    everyone = range(size)
    mutual = [[j for j in everyone if reaches[i][j] and reaches[j][i]] for i in everyone]
    closed = {tuple(c) for c in mutual if all(not reaches[c[0]][j] or j in c for j in everyone)}
    assert graphs.closed_components(mask) == sorted(map(list, closed)) != []
    roots = [r for r in everyone if all(reaches[i][r] for i in everyone)]
    assert graphs.roots(mask) == roots
    assert bool(roots) == (len(closed) == 1)
    if roots:
        assert graphs.distance(mask) == min(max(far[i][r] for i in everyone) for r in roots)
    else:
        with pytest.raises(ValueError, match="no root"):
            graphs.distance(mask)
    assert graphs.seen_by_all(mask) == [
        j for j in everyone if all(far[i][j] in (0, 1) for i in everyone)
    ]


def test_every_mask_of_up_to_three_tokens():
    assert len(SMALL) == 2 + 2**4 + 2**9
    for mask in SMALL:
        check(mask)


@given(any_mask)
@example([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
def test_masks_of_up_to_seven_tokens(mask):
    check(mask)


def test_a_long_chain_needs_no_recursion():
    chain = graphs.causal_window(1500, 2)
    assert graphs.roots(chain) == [0]
    assert graphs.distance(chain) == 1499


@pytest.mark.parametrize("size", range(1, 8))
def test_causal_windows(size):
    for width in range(1, size + 2):
        mask = graphs.causal_window(size, width)
        is_rooted = width >= 2 or size == 1
        assert graphs.roots(mask) == [0] * is_rooted
        if is_rooted:
            assert size == 1 or graphs.distance(mask) == -(-(size - 1) // (width - 1))
    assert graphs.causal(size) == graphs.causal_window(size, size)


@pytest.mark.parametrize("size", range(2, 8))
def test_the_other_families(size):
    everyone = list(range(size))
    assert graphs.roots(graphs.full(size)) == graphs.seen_by_all(graphs.full(size)) == everyone
    for width in range(2, size + 1):
        assert graphs.roots(graphs.window(size, width)) == everyone
        sink = graphs.window_with_sink(size, width)
        assert graphs.roots(sink) == [0] and 0 in graphs.seen_by_all(sink)
        assert graphs.distance(sink) == 1
    for length in range(1, size + 1):
        assert graphs.roots(graphs.prefix(size, length)) == list(range(length))
    for cut in range(1, size):
        first = graphs.packed([cut, size - cut])
        assert graphs.closed_components(first) == [[0], [cut]]
        assert graphs.roots(first) == []


SWITCHING = [[[0, 0, 0], [1, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0], [0, 1, 0]]]


def test_two_masks_without_a_root_can_have_one_together():
    assert not any(map(graphs.roots, SWITCHING))
    assert graphs.roots(graphs.union(SWITCHING)) == [0]
    assert graphs.edges(graphs.common(SWITCHING)) == []


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: graphs.roots([]), "no rows"),
        (lambda: graphs.roots([[1, 0]]), "square"),
        (lambda: graphs.roots([[2]]), "neither 0 nor 1"),
        (lambda: graphs.causal_window(3, 0), "width=0"),
        (lambda: graphs.full(0), "tokens=0"),
        (lambda: graphs.packed([2, 0]), "length=0"),
        (lambda: graphs.union([]), "empty"),
        (lambda: graphs.union([graphs.full(2), graphs.full(3)]), "one size"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(call, told):
    with pytest.raises(ValueError, match=told) as error:
        call()
    assert "\n" not in str(error.value)
