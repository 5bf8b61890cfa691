"""States of the Oja map drawn at random, and what the layer's exact derivative says of them.

Each function returns a decision that draws one state and compares what a criterion says with what
is computed. Where a layer leaves the lines of its tokens as they are, its derivative is rational,
and its eigenvalues are real: then the signs of shifted coefficients count those above and below a
bound (Descartes). Keywords other than their defaults make a criterion false.
"""

from dataclasses import replace
from itertools import pairwise
from random import Random

import flint

from verify.numerics.exact import Draw, lucky
from verify.numerics.matrices import Matrix, Vector, apply, diagonal, dot, plus, times, transpose
from verify.numerics.shapes import stereographic, tokens_on_sphere, zero_sum_tokens
from verify.vocabulary import Case, Fraction

from .decisions import compared, decision, written
from .families.equilibria import STEPS, Scores, ValueMatrix, sign_pattern, value_matrix
from .families.exact_layers import Head, tangent_jacobian

BITS = 200


# ------------------------------------------------------------------ eigenvalues, counted exactly


def multipliers(x: Matrix, V: Matrix, tau: Fraction) -> flint.fmpq_poly:
    """Return the characteristic polynomial of the Oja layer's derivative on tangents of the circle.

    Tokens of the plane, whose lines the layer leaves as they are; with scores 0 attention is Oja's.
    """
    beside = [[[-y[1], y[0]]] for y in x]
    heads = [Head(V, Scores(diagonal([Fraction(0)] * 2)))]
    return tangent_jacobian(x, heads, tau, beside).charpoly()


def above(polynomial: flint.fmpq_poly, bound: int) -> int:
    """Count the roots above a bound, of a polynomial that has only real ones."""
    shifted = polynomial(flint.fmpq_poly([bound, 1]))
    signs = [c > 0 for c in shifted.coeffs() if c != 0]
    return sum(a != b for a, b in pairwise(signs))


def below(polynomial: flint.fmpq_poly, bound: int) -> int:
    """Count the roots below a bound, of a polynomial that has only real ones."""
    return above(polynomial(flint.fmpq_poly([0, -1])), -bound)


def outside(polynomial: flint.fmpq_poly) -> int:
    """Count the roots of modulus above 1, of a polynomial that has only real ones."""
    return above(polynomial, 1) + below(polynomial, -1)


def on_the_circle(polynomial: flint.fmpq_poly) -> bool:
    """Return whether 1 or -1 is a root."""
    return bool(polynomial(1) == 0 or polynomial(-1) == 0)


# ------------------------------------------------------------------ Lemma 4


@decision
def stable_consensus(random: Random, *, factor: int | None = 2) -> Case:
    """Decide whether consensus at v_1 is stable exactly if tau (|lambda_d| - lambda_1) < factor.

    Without a factor every step is held to be small enough.
    """
    kind = random.choice(("any", "positive", "negative", "wide", "wide"))
    value = lucky(random, lambda draw: value_matrix(draw, 2, kind))
    first, last = value.eigenvalues[0], value.eigenvalues[-1]
    tau = random.choice(STEPS)
    polynomial = multipliers([value.eigenvectors[0]] * random.choice((1, 2)), value.matrix, tau)
    if on_the_circle(polynomial):
        return Case("boundary")
    small = factor is None or tau * (-last - first) < factor
    happens = outside(polynomial) == 0
    wide = ", |lambda_d| > lambda_1" if -last > first and happens else ""
    return compared(small, happens, written(eigenvalues=value.eigenvalues, step=tau),
                    f"{'stable' if happens else 'unstable'}{wide}")


# ------------------------------------------------------------------ Lemmas 5 and 6


@decision
def unstable_bipartite(random: Random, *, printed: bool = False) -> Case:
    """Decide whether a bipartite state has a multiplier outside the disk as the criterion says.

    It has one but for p = q at v_1 with lambda_2 < 0, if tau |V| < 1; `printed` says always.
    """
    sizes = random.choice(((1, 1), (1, 1), (2, 1), (1, 2), (2, 2)))
    pattern = lucky(random, lambda draw: sign_pattern(draw, *sizes, 2, ratio=Fraction(1)))
    first, second = pattern.value.eigenvalues
    tau = random.choice((Fraction(1, 4), Fraction(9, 10))) / max(first, abs(second))
    state, equal = pattern.state, sizes[0] == sizes[1]
    happens = outside(multipliers(state.tokens, state.value, tau)) > 0
    exception = equal and pattern.mode == 0 and second < 0
    kind = "p != q" if not equal else f"p = q, {'unstable' if happens else 'not unstable'}"
    return compared(printed or not exception, happens, written(x=state.tokens, V=state.value, step=tau), kind)


@decision
def unstable_polygon(random: Random, *, printed: bool = False, any_step: bool = False) -> Case:
    """Decide whether a state of sum 0 has a multiplier outside the disk as the criterion says.

    On the line of u it has one exactly if V has, on what is orthogonal to u, a positive eigenvalue
    or one below -2/tau; elsewhere always. `any_step` forgets the step, and `printed` says always.
    """
    value = lucky(random, lambda draw: value_matrix(draw, 2, draw.choose(("any", "wide"))))
    if random.choice((True, False)):
        line = lucky(random, lambda draw: zero_sum_tokens(draw, 2, 2))
        end = random.choice((line[0], value.eigenvectors[0]))
        x = [end, times(-1, end)] * random.choice((1, 2))
    else:
        x = lucky(random, lambda draw: zero_sum_tokens(draw, 4, 2))
    tau, V = random.choice(STEPS), value.matrix
    on_a_line = all(abs(dot(x[0], y)) == 1 for y in x)
    beside = [-x[0][1], x[0][0]]
    nu = _form(V, beside)
    criterion = not on_a_line or nu > 0 or (tau * nu < -2 and not any_step)
    happens = outside(multipliers(x, V, tau)) > 0
    kind = "no line" if not on_a_line else f"line, {'unstable' if happens else 'not unstable'}"
    return compared(printed or criterion, happens, written(x=x, V=V, step=tau), kind)


# ------------------------------------------------------------------ Lemma 7


@decision
def energy_increments(random: Random, *, two: bool = False, always: bool = False) -> Case:
    """Decide whether the energy changes by the exact formula, and rises for tau |lambda_d| <= 1.

    The pushed lengths are roots, enclosed by balls. With `two` the factors 1 + |y_i| are taken as
    2; with `always` the energy is held to rise for every step.
    """
    count = random.choice((2, 3, 5))
    x, value = lucky(random, lambda draw: _tokens_and_value(draw, count))
    tau, V = random.choice(STEPS), value.matrix
    s = _mean(x)
    moved = [plus(token, times(tau, apply(V, s))) for token in x]
    if not all(dot(y, y) for y in moved):
        return Case("boundary")
    with flint.ctx.workprec(BITS):
        lengths = [ball(dot(y, y)).sqrt() for y in moved]
        after = [[ball(a) / r for a in y] for y, r in zip(moved, lengths, strict=True)]
        steps = [
            [new - ball(old) for new, old in zip(*pair, strict=True)]
            for pair in zip(after, x, strict=True)
        ]
        rise = ball(Fraction(count, 2)) * (_ball_form(V, _mean(after)) - ball(_form(V, s)))
        gain = sum(
            ((2 if two else 1 + r) * sum(a * a for a in d)
             for r, d in zip(lengths, steps, strict=True)), start=flint.arb(0))
        formula = ball(Fraction(count, 2)) * _ball_form(V, _mean(steps)) + gain / ball(2 * tau)
        if rise.contains(0):
            return Case("boundary")
        falls = bool(rise < 0)
        may_fall = not always and tau * -min(value.eigenvalues) > 1
        holds = bool((formula - rise).contains(0)) and (may_fall or not falls)
    return compared(True, holds, written(x=x, V=V, step=tau), "falls" if falls else "rises")


@decision
def one_token_rises(random: Random, *, factor: int = 2, with_last: bool = False) -> Case:
    """Decide whether the energy of one token never falls exactly if -tau (lambda_d + lambda') <= 2.

    lambda' is the smallest eigenvalue above lambda_d; with `with_last` it is lambda_d itself. Starts
    are drawn: anywhere, and between any two eigenvectors.
    """
    d = random.choice((2, 3))
    value = lucky(random, lambda draw: value_matrix(draw, d, draw.choose(("any", "wide", "negative"))))
    if d == 3 and random.choice((True, False)):
        first, _, last = value.eigenvalues
        value = replace(value, eigenvalues=[first, last, last])
    tau, v, lam = random.choice(STEPS), value.eigenvectors, value.eigenvalues
    starts = [lucky(random, lambda draw: tokens_on_sphere(draw, 1, d)[0])]
    share = random.choice((Fraction(1, 2), Fraction(1, 3)))
    cosine, sine = stereographic([share])
    starts += [plus(times(cosine, v[a]), times(sine, v[b])) for a in range(d) for b in range(a)]
    V = value.matrix
    moved = [plus(x, times(tau, apply(V, x))) for x in starts]
    if not all(any(y) for y in moved):
        return Case("boundary")
    falls = any(_form(V, y) < _form(V, x) * dot(y, y) for x, y in zip(starts, moved, strict=True))
    above = lam[-1] if with_last else min(a for a in lam if a > lam[-1])
    criterion = -tau * (lam[-1] + above) <= factor
    twice = "lambda_d repeated, " if lam.count(lam[-1]) > 1 else ""
    kind = f"{twice}{'falls' if falls else 'rises'}"
    return compared(criterion, not falls, written(V=V, step=tau), kind)


def ball(number: Fraction) -> flint.arb:
    """Return a rational number as a ball at the precision of the moment."""
    exact = Fraction(number)
    return flint.arb(flint.fmpq(exact.numerator, exact.denominator))


def _mean(x: Matrix) -> Vector:
    return [sum(column, start=0 * column[0]) / len(x) for column in transpose(x)]


def _form(V: Matrix, s: Vector) -> Fraction:
    """Return s^T V s for rational numbers."""
    return Fraction(dot(s, apply(V, s)))


def _ball_form(V: Matrix, s: Vector) -> flint.arb:
    """Return s^T V s for a rational V and balls s."""
    return sum((a * ball(entry) * b for a, row in zip(s, V, strict=True)
                for entry, b in zip(row, s, strict=True)), start=flint.arb(0))


def _tokens_and_value(draw: Draw, count: int) -> tuple[Matrix, ValueMatrix]:
    """Return tokens anywhere, or all but one at one end of the last eigenvector."""
    value = value_matrix(draw, 2)
    if draw.choose((True, False)):
        return tokens_on_sphere(draw, count, 2), value
    last = value.eigenvectors[-1]
    beside = plus(times(Fraction(4, 5), last), times(Fraction(3, 5), value.eigenvectors[0]))
    return [last] * (count - 2) + [beside, times(-1, last)], value


# ------------------------------------------------------------------ cross ratios


@decision
def cross_ratios(random: Random, *, constant: bool = False) -> Case:
    """Decide whether one step multiplies a squared cross ratio by the factors 1 - h, in balls.

    `constant` holds it to stay as it is, which is true of the flow only.
    """
    near = random.choice((True, False))
    value = lucky(random, lambda draw: value_matrix(draw, 3))
    tau = random.choice(STEPS)
    x = lucky(random, lambda draw: _four_tokens(draw, near))
    push = times(tau, apply(value.matrix, _mean(x)))
    moved = [plus(token, push) for token in x]
    if len({tuple(token) for token in x}) < 4 or not all(dot(y, y) for y in moved):
        return Case("boundary")
    with flint.ctx.workprec(BITS):
        lengths = [ball(dot(y, y)).sqrt() for y in moved]
        after = [[ball(a) / r for a in y] for y, r in zip(moved, lengths, strict=True)]
        factor, expected = flint.arb(1), flint.arb(1)
        for i, j, sign in ((0, 1, 1), (2, 3, 1), (0, 2, -1), (1, 3, -1)):
            old = ball(sum((a - b) ** 2 for a, b in zip(x[i], x[j], strict=True)))
            pairs = zip(after[i], after[j], strict=True)
            new = sum(((a - b) * (a - b) for a, b in pairs), start=flint.arb(0))
            kept = 1 - (lengths[i] - lengths[j]) * (lengths[i] - lengths[j]) / old
            if not old > 0 or not kept > 0 or not new > 0:
                return Case("boundary")
            factor = factor * (new / old if sign > 0 else old / new)
            expected = expected * (kept if sign > 0 else 1 / kept)
        if constant:
            expected = flint.arb(1)
        holds = bool((factor - expected).contains(0))
    kind = "near" if near else "far"
    return compared(True, holds, written(x=x, V=value.matrix, step=tau), kind)


def _four_tokens(draw: Draw, near: bool) -> Matrix:
    """Return four tokens, anywhere or two near each of two opposite points."""
    if not near:
        return tokens_on_sphere(draw, 4, 3)
    found = []
    for sign in (1, 1, -1, -1):
        t = Fraction(draw.whole(1, 40), 100)
        cosine, sine = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
        found.append([sign * cosine, sine, Fraction(0)])
    return found
