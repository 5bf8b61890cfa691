"""What a proof for all sizes costs, against SymPy in coordinates at one size, in one run.

    python property_tests/benchmarks/dimension_free.py

Every proof derives its left side from the dynamics and decides the identity, in a process of its
own that has proved another, small identity before; imports are not counted, and times are the
processor's. In coordinates the decision is `expand` of the numerator over a common denominator,
with exponentials replaced by symbols first (the fastest way known to us), and separately
`simplify`. There an identity for every token is proved for the first token only, which is in
favour of the coordinates.
"""

from __future__ import annotations

import itertools
import math
import multiprocessing
import resource
import signal
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sympy as sp

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from verify.methods import certificate, symbolic
from verify.vocabulary import (
    Given,
    Identity,
    Paper,
    Proof,
    any_operator,
    any_vectors,
    attention_flow,
    covector,
    exp,
    let,
    nonnegative_weights,
    positive_definite,
    rate,
    softmax_flow,
    statement,
    symmetric_operator,
    tokens,
    total,
)

SIZES = ((3, 3), (3, 5), (4, 8))  # dimension, tokens
LIMIT = 60.0
REPEATS = 3
PAPER = Paper("bench", "Benchmarks", "-", 2026, "-")


# ------------------------------------------------------------------ for all sizes


@statement("margin", PAPER.label("-"), title="Margin rate")
def margin(given: Given) -> Proof:
    """The tokens need not be unit vectors for these three: nothing but algebra is compared."""
    W, c = given(positive_definite("W")), given(covector("c"))
    y, alpha = given(any_vectors("y")), given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha, metric=W)
    i = tokens.any("i")
    s = let("s", lambda i: c @ y[i])
    moved = total(alpha[i, j] * (s[j] - s[i] * (y[i] @ W @ y[j])) for j in tokens)
    yield "Each margin moves by the excess of the others.", Identity(rate(s[i], flow), moved)


@statement("tangency", PAPER.label("-"), title="Tangency")
def tangency(given: Given) -> Proof:
    W, P = given(positive_definite("W")), given(any_operator("P"))
    y = given(any_vectors("y"))
    flow = softmax_flow(y, scores=P, metric=W)
    i = tokens.any("i")
    e = let("e", lambda i, j: exp(y[i] @ P @ y[j]))
    pull = total(e[i, j] * (y[i] @ W @ y[j]) for j in tokens) / total(e[i, j] for j in tokens)
    left = y[i] @ W @ rate(y[i], flow)
    yield "The velocity is tangent on the ellipsoid.", Identity(left, (1 - y[i] @ W @ y[i]) * pull)


@statement("dissipation", PAPER.label("-"), title="Dissipation")
def dissipation(given: Given) -> Proof:
    P, y = given(symmetric_operator("P")), given(any_vectors("y"))
    flow = softmax_flow(y, scores=P, value=P)
    e = let("e", lambda i, j: exp(y[i] @ P @ y[j]))
    g = let("g", lambda i: total(e[i, j] * (P @ y[j]) for j in tokens))
    potential = total(total(e[i, j] for j in tokens) for i in tokens) / 2
    squares = total(
        (g[i] @ g[i] - (y[i] @ g[i]) ** 2) / total(e[i, j] for j in tokens) for i in tokens
    )
    yield "The potential grows by squared speeds.", Identity(rate(potential, flow), squares)


STATEMENTS = {s.id: s for s in (margin, tangency, dissipation)}


@statement("unit", PAPER.label("-"), title="What every process proves before it is timed")
def unit(given: Given) -> Proof:
    W, c, y = given(positive_definite("W")), given(covector("c")), given(any_vectors("y"))
    i = tokens.any("i")
    both = total((c + y[j]) @ W @ (c + y[j]) for j in tokens)
    apart = total(c @ W @ c + 2 * (c @ W @ y[j]) + y[j] @ W @ y[j] for j in tokens)
    yield "A square of a sum.", Identity(both * exp(c @ y[i]), apart * exp(c @ y[i]))


def prove_for_all_sizes(name: str) -> bool:
    (said,) = STATEMENTS.get(name, unit).declared.said
    return symbolic.decide(said).outcome == "proved"


def check_for_all_sizes(name: str) -> bool:
    (said,) = STATEMENTS.get(name, unit).declared.said
    return certificate.decide(said).outcome == "proved"


# ------------------------------------------------------------------ in coordinates


@dataclass(frozen=True)
class Coordinates:
    """Tokens, a covector, two matrices and weights as SymPy symbols."""

    y: list[sp.Matrix]
    c: sp.Matrix
    W: sp.Matrix
    P: sp.Matrix
    alpha: sp.Matrix

    @classmethod
    def of(cls, dimension: int, count: int, symmetric_scores: bool) -> Coordinates:
        def entry(name: str, a: int, b: int) -> sp.Symbol:
            return sp.Symbol(f"{name}_{a}_{b}", real=True)

        def square(name: str, symmetric: bool) -> sp.Matrix:
            return sp.Matrix(
                dimension,
                dimension,
                lambda a, b: entry(name, min(a, b), max(a, b)) if symmetric else entry(name, a, b),
            )

        return cls(
            [sp.Matrix([entry("y", i, a) for a in range(dimension)]) for i in range(count)],
            sp.Matrix([entry("c", 0, a) for a in range(dimension)]),
            square("W", True),
            square("P", symmetric_scores),
            sp.Matrix(count, count, lambda i, j: entry("alpha", i, j)),
        )

    def exponential(self, i: int, j: int) -> sp.Expr:
        return sp.exp(self.y[i].dot(self.P * self.y[j]))

    def weight(self, i: int, j: int) -> sp.Expr:
        row = [self.exponential(i, k) for k in range(len(self.y))]
        return row[j] / sp.Add(*row)

    def velocity(
        self, i: int, weight: Callable[[int, int], sp.Expr], value: sp.Matrix, metric: sp.Matrix
    ) -> sp.Matrix:
        pull = sp.zeros(len(self.c), 1)
        for j, y in enumerate(self.y):
            pull += weight(i, j) * (value * y)
        return pull - self.y[i].dot(metric * pull) * self.y[i]

    def rate(self, scalar: sp.Expr, velocities: dict[int, sp.Matrix]) -> sp.Expr:
        terms = []
        for i, velocity in velocities.items():
            terms += [scalar.diff(x) * v for x, v in zip(self.y[i], velocity, strict=True)]
        return sp.Add(*terms)


def margin_in(dimension: int, count: int) -> sp.Expr:
    at, identity = Coordinates.of(dimension, count, False), sp.eye(dimension)
    y, s = at.y, [at.c.dot(y) for y in at.y]
    moved = {0: at.velocity(0, lambda i, j: at.alpha[i, j], identity, at.W)}
    right = [at.alpha[0, j] * (s[j] - s[0] * y[0].dot(at.W * y[j])) for j in range(count)]
    return at.rate(s[0], moved) - sp.Add(*right)


def tangency_in(dimension: int, count: int) -> sp.Expr:
    at = Coordinates.of(dimension, count, False)
    y, lowered = at.y, at.W * at.y[0]
    left = lowered.dot(at.velocity(0, at.weight, sp.eye(dimension), at.W))
    pull = sp.Add(*[at.weight(0, j) * lowered.dot(y[j]) for j in range(count)])
    return left - (1 - lowered.dot(y[0])) * pull


def dissipation_in(dimension: int, count: int) -> sp.Expr:
    at, identity = Coordinates.of(dimension, count, True), sp.eye(dimension)
    places = range(count)
    e = {(i, j): at.exponential(i, j) for i, j in itertools.product(places, places)}
    moved = {i: at.velocity(i, at.weight, at.P, identity) for i in places}
    squares = []
    for i in places:
        g = sp.zeros(dimension, 1)
        for j in places:
            g += e[i, j] * (at.P * at.y[j])
        squares.append((g.dot(g) - at.y[i].dot(g) ** 2) / sp.Add(*[e[i, j] for j in places]))
    return at.rate(sp.Add(*e.values()) / 2, moved) - sp.Add(*squares)


def unit_in(dimension: int, count: int) -> sp.Expr:
    at = Coordinates.of(dimension, count, False)
    c, W, e = at.c, at.W, sp.exp(at.c.dot(at.y[0]))
    both = [(c + y).dot(W * (c + y)) for y in at.y]
    apart = [c.dot(W * c) + 2 * c.dot(W * y) + y.dot(W * y) for y in at.y]
    return sp.Add(*both) * e - sp.Add(*apart) * e


IN_COORDINATES = {
    "margin": margin_in,
    "tangency": tangency_in,
    "dissipation": dissipation_in,
    "unit": unit_in,
}


def expand_in_coordinates(name: str, dimension: int, count: int) -> bool:
    difference = IN_COORDINATES[name](dimension, count)
    exponentials = {e: sp.Dummy() for e in difference.atoms(sp.exp)}
    # Exponents that are equal but written in two ways become one symbol.
    by_exponent: dict[sp.Expr, sp.Dummy] = {}
    for e, symbol in exponentials.items():
        exponentials[e] = by_exponent.setdefault(sp.expand(e.args[0]), symbol)
    return bool(sp.expand(sp.numer(sp.together(difference.xreplace(exponentials)))) == 0)


def simplify_in_coordinates(name: str, dimension: int, count: int) -> bool:
    return bool(sp.simplify(IN_COORDINATES[name](dimension, count)) == 0)


# ------------------------------------------------------------------ measuring


def timed(pipe: Any, work: Callable[..., bool], arguments: tuple[Any, ...]) -> None:
    work("unit", *((2, 2) if len(arguments) > 1 else ()))
    begin = time.process_time()
    last = math.ceil(begin + LIMIT)
    resource.setrlimit(resource.RLIMIT_CPU, (last, last))
    proved = work(*arguments)
    pipe.send((time.process_time() - begin, proved))


def seconds(work: Callable[..., bool], *arguments: Any) -> float | None:
    """Return how long a proof takes in a fresh process, or None if it is killed at the limit."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=timed, args=(there, work, arguments))
    process.start()
    there.close()
    try:
        took, proved = here.recv()
    except EOFError:
        process.join()
        if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL):
            return None
        raise SystemExit(f"{work.__name__}{arguments} ended with {process.exitcode}") from None
    finally:
        process.join()
    if not proved:
        raise SystemExit(f"{work.__name__}{arguments} did not prove it")
    return float(took)


def told(took: float | None, reference: float) -> str:
    if took is None:
        return f"> {LIMIT:.0f} s (> {LIMIT / reference:,.0f} x)"
    return f"{took:.3f} s ({took / reference:,.0f} x)"


def main() -> None:
    """Print one line for each identity and size."""
    row = "{:<12} {:>16} {:>16}  {:>10} {:>24} {:>24}".format
    print(row("identity", "for all sizes", "checked again", "(n, l)", "expand", "simplify"))
    for name in STATEMENTS:
        ours = [seconds(prove_for_all_sizes, name) for _ in range(REPEATS)]
        again = [seconds(check_for_all_sizes, name) for _ in range(REPEATS)]
        reference = statistics.median(t for t in ours if t is not None)
        checked = statistics.median(t for t in again if t is not None)
        for size in SIZES:
            expanded = told(seconds(expand_in_coordinates, name, *size), reference)
            simplified = told(seconds(simplify_in_coordinates, name, *size), reference)
            print(
                row(
                    name, f"{reference:.3f} s", f"{checked:.3f} s", str(size), expanded, simplified
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
