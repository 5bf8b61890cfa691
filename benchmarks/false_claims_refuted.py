"""How many of twenty false inequalities, which draws seldom hit, each search refutes.

    python benchmarks/false_claims_refuted.py [--seeds 3] [--only NAME ...]

Each is asked of drawn instances alone (1000, and those that grow), of `falsify` (the same with its
descent), and of a false twin's search; every seed is a trial. Some fail first at six tokens or in
dimension four, some in a small hole, some beside where they hold with equality.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

from verify.methods import refuting, sampling
from verify.statements.step import Twin
from verify.vocabulary import (
    Fraction,
    Given,
    Inequality,
    Paper,
    Proof,
    absolute,
    angle,
    any_scalar,
    any_vector,
    coefficients,
    cos,
    diagonalised,
    every,
    exp,
    log,
    modes,
    positive_scalar,
    row_stochastic,
    scalar_between,
    sin,
    statement,
    symmetric_operator,
    tokens,
    total,
    unit_tokens,
    unit_vector,
)

PAPER = Paper("false", "Claims that are false", "-", 2026, "-")
Made = Callable[[Given], Any]


def _inequality(claim: Any, **more: Any) -> Inequality:
    return Inequality(claim, because=claim.gap, **more)


def _numbers(given: Given, names: str, word: Any = any_scalar) -> list[Any]:
    return [given(word(name)) for name in names]


def five_numbers(given: Given) -> Inequality:
    a = given(coefficients("a"))
    whole, squares = total(a[j] for j in tokens), total(a[j] ** 2 for j in tokens)
    return _inequality(5 * squares >= whole**2)


def three_eigenvalues(given: Given) -> Inequality:
    A = given(symmetric_operator("A"))
    _, mu = given(diagonalised("v", "mu", of=A))
    squares = total(mu[k] ** 2 for k in modes)
    return _inequality(3 * squares >= total(mu[k] for k in modes) ** 2)


def frames_of_space(given: Given) -> Inequality:
    y = given(unit_tokens("y"))
    pairs = total(total((y[i] @ y[j]) ** 2 for i in tokens) for j in tokens)
    return _inequality(3 * pairs >= tokens.count**2)


def flat_rows(given: Given) -> Inequality:
    A = given(row_stochastic("A"))
    i = tokens.any("i")
    return _inequality(total(A[i, j] ** 2 for j in tokens) >= Fraction(1, 5))


def vanishing_mean(given: Given) -> Inequality:
    y = given(unit_tokens("y"))
    pairs = total(total(y[i] @ y[j] for i in tokens) for j in tokens)
    return _inequality(pairs >= Fraction(1, 1000) * tokens.count**2, where=[tokens.count >= 3])


def cyclic_quartic(given: Given) -> Inequality:
    a, b, c = _numbers(given, "abc")
    cycle = a**3 * b + b**3 * c + c**3 * a
    return _inequality(
        (a**2 + b**2 + c**2) ** 2 - 3 * cycle >= Fraction(1, 50) * a**2 * (a - b) ** 2
    )


def small_interval(given: Given) -> Inequality:
    x = given(scalar_between("x", 0, 1))
    return _inequality((x - Fraction(1, 7)) ** 2 >= Fraction(1, 3000))


def small_ball(given: Given) -> Inequality:
    a, b, c = _numbers(given, "abc")
    where = (Fraction(7, 10), Fraction(-11, 10), Fraction(17, 10))
    off = sum(((x - at) ** 2 for x, at in zip((a, b, c), where, strict=True)), 0 * a)
    return _inequality(off >= Fraction(1, 2000))


def tangent_of_exp(given: Given) -> Inequality:
    x = given(any_scalar("x"))
    return _inequality(Fraction(999, 1000) * exp(x - Fraction(5, 7)) >= x + Fraction(2, 7))


def tangent_of_log(given: Given) -> Inequality:
    x = given(positive_scalar("x"))
    return _inequality(7 * x / 9 - 1 - Fraction(1, 1000) >= log(7 * x / 9))


def two_directions(given: Given) -> Inequality:
    u, v, x = given(unit_vector("u")), given(unit_vector("v")), given(any_vector("x"))
    most = (1 + Fraction(99, 100) * absolute(u @ v)) * (x @ x)
    return _inequality(most >= (u @ x) ** 2 + (v @ x) ** 2, where=[(u @ v) ** 2 <= Fraction(1, 2)])


def near_transitive(given: Given) -> Inequality:
    u, v, z = (given(unit_vector(name)) for name in "uvz")
    near = Fraction(9, 10)
    return _inequality(u @ z >= Fraction(65, 100), where=[u @ v >= near, v @ z >= near])


def spread_in_a_cap(given: Given) -> Inequality:
    y, c = given(unit_tokens("y")), given(unit_vector("c"))
    i, k = tokens.any("i"), tokens.any("k")
    inside = [every(lambda j: c @ y[j] >= Fraction(3, 5))]
    return _inequality(y[i] @ y[k] >= Fraction(-1, 4), where=inside)


def spread_of_a_row(given: Given) -> Inequality:
    A, u = given(row_stochastic("A")), given(coefficients("u"))
    i = tokens.any("i")
    mean = total(A[i, j] * u[j] for j in tokens)
    bounded = [every(lambda j: u[j] <= 1), every(lambda j: u[j] >= -1)]
    spread = total(A[i, j] * u[j] ** 2 for j in tokens) - mean**2
    return _inequality(spread <= Fraction(98, 100), where=bounded)


def corner_of_conditions(given: Given) -> Inequality:
    a, b, c = _numbers(given, "abc")
    conditions = [a + b + c <= 1, a - 2 * b <= Fraction(1, 3), b - c <= Fraction(1, 5), b >= 0]
    return _inequality(a <= Fraction(59, 100), where=conditions)


def triangle_of_sides(given: Given) -> Inequality:
    a, b, c = _numbers(given, "abc", positive_scalar)
    sides = [a <= b + c, b <= a + c, c <= a + b]
    squares = a**2 + b**2 + c**2
    return _inequality(squares <= Fraction(199, 100) * (a * b + b * c + c * a), where=sides)


def four_products(given: Given) -> Inequality:
    a, b, c, e = _numbers(given, "abce")
    left = a**4 + b**4 + c**4 + e**4 - 4 * a * b * c * e
    return _inequality(left >= Fraction(1, 200) * (a - 2 * b) ** 2 * (a**2 + b**2 + c**2 + e**2))


def narrow_valley(given: Given) -> Inequality:
    x, y = _numbers(given, "xy")
    curve = 20 * (y - x**2) ** 2 + (x - Fraction(13, 10)) ** 2
    return _inequality(curve >= Fraction(1, 400))


def norm_of_a_map(given: Given) -> Inequality:
    A, x = given(symmetric_operator("A")), given(unit_vector("x"))
    image, along = A @ x, x @ A @ x
    return _inequality(image @ image >= Fraction(1, 400), where=[along**2 >= Fraction(1, 441)])


def sum_of_angles(given: Given) -> Inequality:
    a, b = given(angle("a")), given(angle("b"))
    wave = sin(a) + sin(b) + cos(a + b)
    return _inequality(wave <= Fraction(149, 100))


CLAIMS: tuple[Made, ...] = (
    five_numbers, three_eigenvalues, frames_of_space, flat_rows, vanishing_mean, cyclic_quartic,
    small_interval, small_ball, tangent_of_exp, tangent_of_log, two_directions, near_transitive,
    spread_in_a_cap, spread_of_a_row, corner_of_conditions, triangle_of_sides, four_products,
    narrow_valley, norm_of_a_map, sum_of_angles,
)  # fmt: skip


def declared(made: Made) -> Any:
    """Return the statement whose one step is a false claim."""

    def proof(given: Given) -> Proof:
        yield "false", made(given)

    return statement("FALSE-1", PAPER.label("1"), title=made.__name__)(proof)


def drawn(made: Any, seed: int) -> bool:
    """Return whether drawn and growing instances refute it."""
    said = made.declared.said[0]
    return sampling.decide(made, said, count=1000, seed=seed).outcome == "refuted"


def followed(made: Any, seed: int) -> bool:
    """Return whether what `falsify --samples 1000` does refutes it."""
    said = made.declared.said[0]
    outcome = sampling.decide(made, said, count=1000, seed=seed, descent=10_000)
    return outcome.outcome == "refuted"


def as_twin(made: Any, _seed: int) -> bool:
    """Return whether it is refuted as the false twin of a step is."""
    said = made.declared.said[0]
    return refuting.refute_twin(said, Twin("false", said.step)).refuted


SEARCHES = (drawn, followed, as_twin)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=3)
    asked.add_argument("--only", nargs="*", default=[])
    asked.add_argument("--searches", nargs="*", default=[s.__name__ for s in SEARCHES])
    given = asked.parse_args()
    searches = [search for search in SEARCHES if search.__name__ in given.searches]
    times: dict[str, list[float]] = {search.__name__: [] for search in searches}
    refuted = dict.fromkeys(times, 0)
    for made in CLAIMS:
        if given.only and made.__name__ not in given.only:
            continue
        line = []
        for search in searches:
            seeds = range(1 if search.__name__ == "as_twin" else given.seeds)
            hits = 0
            for seed in seeds:
                begin = time.process_time()
                hits += search(declared(made), seed)
                times[search.__name__].append(time.process_time() - begin)
            refuted[search.__name__] += 2 * hits > len(seeds)
            line.append(f"{search.__name__} {hits}/{len(seeds)}")
        print(f"{made.__name__:22}", *line, flush=True)
    for name, seconds in times.items():
        middle, most = statistics.median(seconds), max(seconds)
        print(f"{name}: {refuted[name]} refuted; {middle:.2f} s (median), {most:.1f} s at most")


if __name__ == "__main__":
    main()
