"""The identities of `dimension_free` in coordinates, as polynomials of FLINT or of SymPy's `ring`.

This is how an expert would do it at one size. Exponentials and one over their sums are variables of
their own, which derivatives know by the chain rule; so every difference is a polynomial, and no
common denominator is expanded. A symmetric score matrix has one exponential for two orders.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

import flint
import sympy as sp

Polynomial = Any  # of either library: they add, multiply and compare alike
Vector = list[Polynomial]


@dataclass(frozen=True)
class Ring:
    """Polynomials in named variables, and their derivatives."""

    of: dict[str, Polynomial]
    derivative: Callable[[Polynomial, str], Polynomial]


def flint_ring(names: list[str]) -> Ring:
    """Return polynomials over the integers by `fmpz_mpoly`."""
    context = flint.fmpz_mpoly_ctx.get(names, "degrevlex")
    return Ring(dict(zip(names, context.gens(), strict=True)), lambda p, x: p.derivative(x))


def sympy_ring(names: list[str]) -> Ring:
    """Return polynomials over the integers by `sympy.polys.rings`."""
    _, *generators = sp.ring(names, sp.ZZ)
    of = dict(zip(names, generators, strict=True))
    return Ring(of, lambda p, x: p.diff(of[x]))


Make = Callable[[list[str]], Ring]


def total(terms: Iterable[Polynomial]) -> Polynomial:
    """Return the sum of some polynomials, at least one."""
    return reduce(add, terms)


def dot(x: Vector, y: Vector) -> Polynomial:
    return total(a * b for a, b in zip(x, y, strict=True))


def apply(matrix: list[Vector], x: Vector) -> Vector:
    return [dot(row, x) for row in matrix]


@dataclass(frozen=True)
class Coordinates:
    """Tables of variables: tokens y, a covector c, matrices W and P, weights alpha of the first
    token for each head, exponentials e of scores, and r, one over their row sums."""

    ring: Ring
    tables: dict[str, list[Vector]]

    def __getitem__(self, name: str) -> list[Vector]:
        return self.tables[name]


def coordinates(
    make: Make, d: int, n: int, uses: Iterable[str], h: int = 1, symmetric: bool = False
) -> Coordinates:
    """Return the tables that an identity uses; polynomials in fewer variables are faster."""
    axes, places = range(d), range(n)
    first = places if symmetric else range(1)
    every = {
        "y": (places, axes), "c": (range(1), axes), "W": (axes, axes), "P": (axes, axes),
        "alpha": (range(h), places), "e": (first, places), "r": (range(1), first),
    }  # fmt: skip
    alike = {"W", "P", "e"} if symmetric else {"W"}

    def entry(name: str, a: int, b: int) -> str:
        return f"{name}_{min(a, b)}_{max(a, b)}" if name in alike else f"{name}_{a}_{b}"

    tables = {
        name: [[entry(name, a, b) for b in every[name][1]] for a in every[name][0]] for name in uses
    }
    names = dict.fromkeys(name for table in tables.values() for row in table for name in row)
    ring = make(list(names))
    return Coordinates(
        ring, {key: [[ring.of[name] for name in row] for row in t] for key, t in tables.items()}
    )


def velocity(at: Coordinates, i: int, pull: Vector, metric: list[Vector] | None) -> Vector:
    """Return the tangent part of what pulls a token, by a metric or the plain product."""
    y = at["y"][i]
    height = dot(y, pull if metric is None else apply(metric, pull))
    return [p - height * x for p, x in zip(pull, y, strict=True)]


def along(at: Coordinates, p: Polynomial, i: int, v: Vector) -> Polynomial:
    """Return how fast a polynomial in one token's coordinates changes as the token moves by v."""
    d = len(v)
    return total(at.ring.derivative(p, f"y_{i}_{a}") * v[a] for a in range(d))


def combined(weights: Vector, vectors: list[Vector]) -> Vector:
    axes = range(len(vectors[0]))
    return [total(w * y[a] for w, y in zip(weights, vectors, strict=True)) for a in axes]


def margin(make: Make, d: int, n: int, h: int) -> Polynomial:
    """Return the difference of both sides for the first token; of one head."""
    return heads(make, d, n, 1)


def heads(make: Make, d: int, n: int, h: int) -> Polynomial:
    """Return the difference of both sides for the first token."""
    at = coordinates(make, d, n, ("y", "c", "W", "alpha"), h)
    s = [dot(at["c"][0], y) for y in at["y"]]
    weights = [total(column) for column in zip(*at["alpha"], strict=True)]
    moved = velocity(at, 0, combined(weights, at["y"]), at["W"])
    heights = [dot(at["y"][0], apply(at["W"], y)) for y in at["y"]]
    excess = [t - s[0] * height for t, height in zip(s, heights, strict=True)]
    right = total(w * x for row in at["alpha"] for w, x in zip(row, excess, strict=True))
    return along(at, s[0], 0, moved) - right


def tangency(make: Make, d: int, n: int, _: int) -> Polynomial:
    """Return the difference of both sides for the first token, a polynomial in 1 / its row sum."""
    at = coordinates(make, d, n, ("y", "W", "e", "r"))
    y, r, e = at["y"], at["r"][0][0], at["e"][0]
    pull = [r * x for x in combined(e, y)]
    lowered = apply(at["W"], y[0])
    left = dot(lowered, velocity(at, 0, pull, at["W"]))
    mean = r * total(w * dot(lowered, x) for w, x in zip(e, y, strict=True))
    return left - (1 - dot(lowered, y[0])) * mean


def dissipation(make: Make, d: int, n: int, _: int) -> Polynomial:
    """Return twice the difference of both sides: e_ij moves by itself times its score's rate."""
    at = coordinates(make, d, n, ("y", "P", "e", "r"), symmetric=True)
    y, places = at["y"], range(n)
    images = [apply(at["P"], x) for x in y]
    g = [combined(at["e"][i], images) for i in places]
    v = [velocity(at, i, [at["r"][0][i] * x for x in g[i]], None) for i in places]
    left = total(
        at["e"][i][j] * (dot(v[i], images[j]) + dot(v[j], images[i]))
        for i in places
        for j in places
    )
    squares = total(at["r"][0][i] * (dot(g[i], g[i]) - dot(y[i], g[i]) ** 2) for i in places)
    return left - 2 * squares


def unit(make: Make, d: int, n: int, _: int) -> Polynomial:
    """Return what every process does before it is timed."""
    at = coordinates(make, d, n, ("y", "c"))
    both = total(dot(at["c"][0], y) + dot(y, at["c"][0]) for y in at["y"])
    return both - 2 * dot(at["c"][0], [total(column) for column in zip(*at["y"], strict=True)])


IDENTITIES = {
    "margin": margin, "heads": heads, "tangency": tangency, "dissipation": dissipation,
    "unit": unit,
}  # fmt: skip


def decided(make: Make, name: str, d: int, n: int, h: int) -> bool:
    """Return whether the two sides are equal in coordinates."""
    return bool(IDENTITIES[name](make, d, n, h) == 0)
