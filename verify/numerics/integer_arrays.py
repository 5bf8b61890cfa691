"""Many integers at once, exactly: what is drawn for many instances, and signs of what they give.

Arrays are NumPy's, of 64-bit integers, and made here, so that what draws and compares them imports
no NumPy. Chance is counted: an instance has words of its own of one stream, by its number, so it is
the same whatever else is drawn with it. NumPy promises the bits of `Philox` for good.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.random import Philox
from numpy.typing import NDArray

from verify.language.mistakes import Mistake

Integers: TypeAlias = NDArray[np.int64]
Truths: TypeAlias = NDArray[np.bool_]

WORDS = 64  # an instance has: 16 counts of Philox, which gives 4 words a count
SLACK = 2.0**-46  # 64 roundings: of up to 8 products of up to 4 factors there are fewer than 20


class Chances:
    """Chance for instances in a row, by their numbers; every call draws one value for each."""

    def __init__(self, key: int, numbers: Sequence[int]) -> None:
        """Begin the stream of a key (128 bits) at the first of numbers without a gap."""
        self.numbers = numbers
        bits = Philox(key=key, counter=numbers[0] * (WORDS // 4))
        self._words = bits.random_raw(len(numbers) * WORDS).reshape(len(numbers), WORDS)
        self._used = 0

    def below(self, count: int | Integers) -> Integers:
        """Return integers from 0 to below a count, or below one count for each instance."""
        if self._used == WORDS:
            raise Mistake(f"Chances: an instance has {WORDS} words of chance; draw fewer values")
        word = self._words[:, self._used]
        self._used += 1
        return np.asarray(word % np.asarray(count, dtype=np.uint64)).astype(np.int64)

    def whole(self, lower: int, upper: int) -> Integers:
        """Return integers between two bounds, both included."""
        return lower + self.below(upper - lower + 1)

    def one_of(self, *values: int) -> Integers:
        """Return one of some integers for each instance."""
        return np.asarray(values, dtype=np.int64)[self.below(len(values))]

    def happens(self, times: int, of: int) -> Truths:
        """Return whether something happens that does so many times of so many."""
        return self.below(of) < times


@dataclass(frozen=True, eq=False)
class Cases:
    """What instances say, an entry for each: whether a criterion and an exact decision agree there.

    Where it is `undecided` an instance says nothing. `kinds` sorts the others by their places in
    `names`. `drawn` is all that was drawn, and `tell` tells an instance, by its place, to a reader.
    """

    agrees: Truths
    undecided: Truths
    kinds: Integers
    names: Sequence[str]
    drawn: Sequence[Integers]
    tell: Callable[[int], Mapping[str, Any]]

    @property
    def findings(self) -> list[str]:
        """Return "agrees:kind", "differs:kind" or "boundary:" for each."""
        said = [f"{word}:{name}" for name in self.names for word in ("agrees", "differs")]
        codes = 2 * self.kinds + (1 - self.agrees)
        return [*map([*said, "boundary:"].__getitem__,
                     chosen(self.undecided, len(said), codes).tolist())]  # fmt: skip

    @property
    def digest(self) -> str:
        """Return the hash of all that was drawn and found."""
        found = hashlib.sha256(json.dumps(self.findings).encode())
        for part in self.drawn:
            found.update(np.ascontiguousarray(part, dtype="<i8").tobytes())
        return found.hexdigest()


# ------------------------------------------------------------------ arrays


def chosen(where: Any, one: Any, other: Any) -> Integers:
    """Return one number where something is so, and the other elsewhere."""
    return np.asarray(np.where(where, one, other))


def taken(values: Sequence[int], places: Integers) -> Integers:
    """Return the values at places, counted from 0."""
    return np.asarray(values, dtype=np.int64)[places]


def picked(rows: Integers, places: Integers) -> Integers:
    """Return of each row the entry at its place."""
    return np.take_along_axis(rows, places[:, None], axis=1)[:, 0]


def columns(*parts: Any) -> Integers:
    """Return arrays beside each other, one a column."""
    return np.stack(np.broadcast_arrays(*parts), axis=1)


def common_multiple(first: Integers, second: Integers) -> Integers:
    """Return least common multiples."""
    return np.asarray(np.lcm(first, second))


def any_in_rows(holds: Any) -> Truths:
    """Return for each row whether something holds of anything in it."""
    return np.asarray(np.any(holds, axis=1))


def any_of(holds: Truths, owners: Integers, count: int) -> Truths:
    """Return for each of `count` owners whether something holds of anything that it owns."""
    return np.bincount(owners[holds], minlength=count) > 0


# ------------------------------------------------------------------ signs


def signs(*terms: tuple[Integers | int, ...]) -> Integers:
    """Return the signs -1, 0, 1 of sums of products of integers, exactly: a tuple is a product.

    Sums are of up to 8 products of up to 4 factors. A sign is read off doubles where no rounding
    can have changed it, and found in Python's integers elsewhere. Raises ValueError for more.
    """
    if len(terms) > 8 or any(len(term) > 4 for term in terms):
        raise ValueError("signs: give up to 8 products of up to 4 factors, or enlarge SLACK")
    total: Any = np.float64(0)
    size: Any = np.float64(0)
    for term in terms:
        product: Any = np.float64(1)
        for factor in term:
            product = product * np.asarray(factor, dtype=np.float64)
        total, size = total + product, size + np.abs(product)
    # Of integers a product is 0 as a double exactly if it is 0.
    sure = np.atleast_1d((np.abs(total) > size * SLACK) | (size == 0))
    found: Integers = np.sign(np.atleast_1d(total)).astype(np.int64)
    (rest,) = (~sure).nonzero()
    if len(rest):
        exact = sum(prod(_whole(factor, rest) for factor in term) for term in terms)
        found[rest] = np.sign(exact)
    return found


def _whole(factor: Integers | int, places: Integers) -> Any:
    """Return entries as integers of Python, which have no largest."""
    return factor if isinstance(factor, int) else factor[places].astype(object)
