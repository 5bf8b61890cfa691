"""Attention masks as graphs: who learns of whom, directly or through others.

A mask is a square matrix of 0 and 1, as everywhere here: row i has a 1 at j if token i may see
token j. As a graph it has an edge i -> j for every two different tokens with that 1; whether a
token sees itself makes no edge. Tokens are counted from 0, as rows are.

A *root* is a token that every token reaches along edges. The strong components that no edge
leaves are called *closed*; there always is one, and the mask has a root if it is the only one: the
roots are then its tokens. Everything is exact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

Adjacency = Sequence[Sequence[int]]
Rows = list[list[int]]

# ------------------------------------------------------------------ masks


def full(tokens: int) -> Rows:
    """Return the mask in which every token sees every token."""
    return _rows(tokens, lambda i, j: True)


def causal(tokens: int) -> Rows:
    """Return the mask in which a token sees itself and all before it."""
    return _rows(tokens, lambda i, j: j <= i)


def causal_window(tokens: int, width: int) -> Rows:
    """Return the mask in which a token sees the last `width` tokens, itself included."""
    _at_least("width", width, 1)
    return _rows(tokens, lambda i, j: 0 <= i - j < width)


def window(tokens: int, width: int) -> Rows:
    """Return the mask in which a token sees those less than `width` away, on either side."""
    _at_least("width", width, 1)
    return _rows(tokens, lambda i, j: abs(i - j) < width)


def window_with_sink(tokens: int, width: int) -> Rows:
    """Return a causal window whose tokens also see the first one, the attention sink."""
    _at_least("width", width, 1)
    return _rows(tokens, lambda i, j: j <= i and (i - j < width or j == 0))


def prefix(tokens: int, length: int) -> Rows:
    """Return the mask of a prefix language model: the first `length` tokens are seen by all."""
    _at_least("length", length, 1)
    return _rows(tokens, lambda i, j: j <= i or j < length)


def packed(lengths: Sequence[int]) -> Rows:
    """Return causal masks of several documents in one row of tokens, closed to each other."""
    for length in lengths:
        _at_least("a length", length, 1)
    document = [k for k, length in enumerate(lengths) for _ in range(length)]
    return _rows(len(document), lambda i, j: j <= i and document[i] == document[j])


def alternating(masks: Sequence[Adjacency], layers: int) -> list[Adjacency]:
    """Return one mask a layer, taken from `masks` in turn: global, local, global, ..."""
    _at_least("layers", layers, 1)
    _same_size(masks)
    return [masks[layer % len(masks)] for layer in range(layers)]


def union(masks: Sequence[Adjacency]) -> Rows:
    """Return the mask of what at least one of several masks allows."""
    return _rows(_same_size(masks), lambda i, j: any(mask[i][j] for mask in masks))


def common(masks: Sequence[Adjacency]) -> Rows:
    """Return the mask of what all of several masks allow."""
    return _rows(_same_size(masks), lambda i, j: all(mask[i][j] for mask in masks))


def edges(mask: Adjacency) -> list[tuple[int, int]]:
    """Return the edges i -> j: token i sees token j, another one."""
    return [(i, j) for i, row in enumerate(_neighbours(mask)) for j in row]


def closed_components(mask: Adjacency) -> list[list[int]]:
    """Return the strong components that no edge leaves: each keeps a cluster of its own."""
    found = _components(mask).items()
    return sorted(part for reached, part in found if reached.bit_count() == len(part))


# ------------------------------------------------------------------ roots


def roots(mask: Adjacency) -> list[int]:
    """Return the tokens that every token reaches; none if several components are closed."""
    closed = closed_components(mask)
    return closed[0] if len(closed) == 1 else []


def distance(mask: Adjacency) -> int:
    """Return the distance to the nearest root: the least, over the roots, of the longest way to it.

    A breadth-first search from every root, so quadratic where there are many; a root that every
    token sees ends it at once. Raises ValueError for a mask without a root.
    """
    found = _rooted(roots(mask))
    if len(mask) == 1:
        return 0
    if set(found) & set(seen_by_all(mask)):
        return 1
    seen_from: list[list[int]] = [[] for _ in mask]
    for i, j in edges(mask):
        seen_from[j].append(i)
    return min(_longest_way(seen_from, root) for root in found)


def seen_by_all(mask: Adjacency) -> list[int]:
    """Return the tokens that every other token sees."""
    everyone = range(len(_checked(mask)))
    return [j for j in everyone if all(i == j or mask[i][j] for i in everyone)]


# ------------------------------------------------------------------ parts


def _rows(tokens: int, seen: Callable[[int, int], object]) -> Rows:
    _at_least("tokens", tokens, 1)
    return [[int(bool(seen(i, j))) for j in range(tokens)] for i in range(tokens)]


def _neighbours(mask: Adjacency) -> list[list[int]]:
    return [
        [j for j, bit in enumerate(row) if bit and j != i] for i, row in enumerate(_checked(mask))
    ]


def _reached(mask: Adjacency) -> list[int]:
    """Return the tokens that each token reaches, itself included, as bits (Warshall)."""
    reached = [sum(1 << j for j in row) | 1 << i for i, row in enumerate(_neighbours(mask))]
    for k, _ in enumerate(reached):
        reached = [bits | reached[k] if bits >> k & 1 else bits for bits in reached]
    return reached


def _components(mask: Adjacency) -> dict[int, list[int]]:
    """Return the strong components, each by what it reaches."""
    found: dict[int, list[int]] = {}
    for i, reached in enumerate(_reached(mask)):
        found.setdefault(reached, []).append(i)
    return found


def _longest_way(seen_from: Sequence[Sequence[int]], root: int) -> int:
    """Return the largest distance of a token to a root that all of them reach."""
    distances, waiting = {root: 0}, deque([root])
    while waiting:
        token = waiting.popleft()
        for other in seen_from[token]:
            if other not in distances:
                distances[other] = distances[token] + 1
                waiting.append(other)
    return max(distances.values())


def _rooted(found: list[int]) -> list[int]:
    if not found:
        raise ValueError("the mask has no root; closed_components lists its closed components")
    return found


def _checked(mask: Adjacency) -> Adjacency:
    if not len(mask):
        raise ValueError("the mask has no rows; give one for every token")
    for i, row in enumerate(mask):
        if len(row) != len(mask):
            raise ValueError(
                f"row {i} of the mask has {len(row)} entries for {len(mask)} tokens; give a "
                "square matrix"
            )
        if not set(row) <= {0, 1}:
            raise ValueError(f"row {i} of the mask has an entry that is neither 0 nor 1")
    return mask


def _same_size(masks: Sequence[Adjacency]) -> int:
    if not masks:
        raise ValueError("masks is empty; give at least one mask")
    sizes = {len(_checked(mask)) for mask in masks}
    if len(sizes) > 1:
        raise ValueError(
            f"the masks have different numbers of tokens, {sorted(sizes)}; give masks of one size"
        )
    return sizes.pop()


def _at_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise ValueError(f"{name}={value} is too small; give at least {least}")
