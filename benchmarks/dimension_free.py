"""What a proof for all sizes costs, against coordinates at sizes that grow, in one run.

Every proof derives its left side from the dynamics and decides the identity, in a process of its
own that has proved another, small identity before; imports are not counted, and times are the
processor's. A proof for all sizes does not know n, d or h. In coordinates an expert takes
polynomials (`coordinates.py`), of FLINT's `fmpz_mpoly` or of SymPy's `ring`. There an identity for
every token is proved for the first token only, which is in favour of the coordinates. Whoever is
stopped at a size is not asked about a larger one.
"""

import math
import multiprocessing
import resource
import signal
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks import coordinates
from benchmarks.rows import Row
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
    heads,
    let,
    nonnegative_head_weights,
    nonnegative_weights,
    positive_definite,
    rate,
    softmax_flow,
    statement,
    symmetric_operator,
    tokens,
    total,
)

# Dimension and tokens, and the heads of what has more than one; n d is what all is drawn over.
SIZES = ((2, 2, 2), (2, 4, 2), (4, 8, 4), (8, 16, 4), (8, 64, 8), (64, 64, 8), (64, 512, 8))
LIMIT, ENOUGH = 20.0, 0.2  # seconds
REPEATS, MEMORY = 3, 6 * 2**30
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


@statement("heads", PAPER.label("-"), title="Margin rate, several heads")
def several_heads(given: Given) -> Proof:
    W, c = given(positive_definite("W")), given(covector("c"))
    y, alpha = given(any_vectors("y")), given(nonnegative_head_weights("alpha"))
    flow = attention_flow(y, weights=alpha, metric=W)
    i = tokens.any("i")
    s = let("s", lambda i: c @ y[i])
    moved = total(alpha[a, i, j] * (s[j] - s[i] * (y[i] @ W @ y[j])) for a in heads for j in tokens)
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


STATEMENTS = {s.id: s for s in (margin, several_heads, tangency, dissipation)}


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


def by_flint(name: str, *size: int) -> bool:
    return coordinates.decided(coordinates.flint_ring, name, *size)


def by_ring(name: str, *size: int) -> bool:
    return coordinates.decided(coordinates.sympy_ring, name, *size)


# ------------------------------------------------------------------ measuring


def timed(pipe: Any, work: Callable[..., bool], arguments: tuple[Any, ...]) -> None:
    work("unit", *((2, 2, 2) if len(arguments) > 1 else ()))
    begin, spent = time.process_time(), 0.0
    last = math.ceil(begin + LIMIT)
    resource.setrlimit(resource.RLIMIT_CPU, (last, last))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # What is decided once may be remembered; polynomials are not, and clocks may be coarse.
    enough, times = ENOUGH if work in (by_flint, by_ring) else 0.0, 0
    try:
        while times == 0 or spent < enough:
            proved, times = work(*arguments), times + 1
            spent = time.process_time() - begin
    except MemoryError:
        pipe.send((None, True))
        return
    pipe.send((spent / times, proved))


def seconds(work: Callable[..., bool], *arguments: Any) -> float | None:
    """Return how long a proof takes in a fresh process, or None if it is stopped at a limit."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=timed, args=(there, work, arguments))
    process.start()
    there.close()
    try:
        took, proved = here.recv()
    except EOFError:
        process.join()
        if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGABRT):
            return None
        raise SystemExit(f"{work.__name__}{arguments} ended with {process.exitcode}") from None
    finally:
        process.join()
    if not proved:
        raise SystemExit(f"{work.__name__}{arguments} did not prove it")
    return took


ONCE = {"for all sizes": prove_for_all_sizes, "for all sizes, by the checker": check_for_all_sizes}
GROWING = {
    "FLINT, in coordinates": by_flint,
    "SymPy ring, in coordinates": by_ring,
}


def rows() -> list[Row]:
    """Return what each proof costs; one for all sizes at each size, though it is the same."""
    found = []
    for name in STATEMENTS:
        for who, prove in ONCE.items():
            times = [seconds(prove, name) for _ in range(REPEATS)]
            median = statistics.median(t for t in times if t is not None)
            found += [row(name, who, n * d, median) for d, n, _ in SIZES]
        for who, decide in GROWING.items():
            for d, n, h in SIZES:
                took = seconds(decide, name, d, n, h)
                found.append(row(name, who, n * d, took))
                if took is None:
                    break
    return found


def row(name: str, who: str, size: int, took: float | None) -> Row:
    ours = who == "for all sizes"
    return Row(name, who, "coordinates n d", size, "seconds", took, ours, LIMIT)
