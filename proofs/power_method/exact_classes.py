"""Equilibria of the Oja map of every class, drawn at random, and what becomes of their neighbours.

Linear instability is decided by the layer's exact derivative on tangents, whose eigenvalues are
real at these states. Where it has none outside the unit circle and tokens are on one line, a state
nearby is looked for whose energy s^T V s is positive: the energy never falls and is 0 at all
equilibria there, so that tokens leave. Keywords other than their defaults make a criterion false.
"""

from dataclasses import dataclass
from math import isqrt
from random import Random

from verify.numerics.exact import Draw, lucky
from verify.numerics.matrices import Matrix, Vector, apply, diagonal, dot, plus, times, vector_sum
from verify.numerics.shapes import beside, stereographic, unit_vector, zero_sum_tokens
from verify.vocabulary import Case, Fraction

from .decisions import compared, decision, written
from .exact_oja import on_the_circle, outside
from .families.equilibria import Scores, ValueMatrix, value_matrix
from .families.exact_layers import Head, tangent_jacobian

PLACES = ("consensus", "unequal groups", "no line", "line", "line", "line")
SHARES = tuple(Fraction(k, 7) for k in (1, 2, 3, 4, 5, 6))
SMALL = Fraction(1, 10**8)                                              # of an angle


@dataclass(frozen=True)
class Drawn:
    """Tokens at rest, what they are called, the layer's V and a step with tau |V| < 1."""

    tokens: Matrix
    place: str
    value: ValueMatrix
    step: Fraction
    first: bool                                                         # at v_1, or at its opposite


def drawn(draw: Draw) -> Drawn:
    """Draw an equilibrium of one of the classes; on a line half of the tokens are at each end."""
    d = draw.choose((2, 3))
    value = value_matrix(draw, d, draw.choose(("any", "negative", "wide")), repeated=True)
    step = draw.choose((Fraction(1, 4), Fraction(1, 2), Fraction(9, 10))) / max(abs(x) for x in value.eigenvalues)
    place = draw.choose(PLACES)
    r = draw.choose(range(d))
    u = value.eigenvectors[r]
    if place == "consensus":
        return Drawn([u] * draw.choose((1, 2, 3)), place, value, step, r == 0)
    if place == "unequal groups":
        many, few = draw.choose(((2, 1), (3, 1)))
        return Drawn([u] * many + [times(-1, u)] * few, place, value, step, r == 0)
    if place == "no line":
        tokens = zero_sum_tokens(draw, 4, d)
        if any(abs(dot(tokens[0], x)) != 1 for x in tokens):
            return Drawn(tokens, place, value, step, False)
    end = draw.choose((value.eigenvectors[0], unit_vector(draw, d)))
    if place == "line" and draw.choose((False, False, False, True)):
        value, end = at_the_edge(draw)
        step = Fraction(1, 2) / max(abs(x) for x in value.eigenvalues)
    half = draw.choose((1, 2))
    return Drawn([end] * half + [times(-1, end)] * half, "line", value, step, False)


def at_the_edge(draw: Draw) -> tuple[ValueMatrix, Vector]:
    """Return a V of the plane and a unit vector u with u^T V^-1 u = 0."""
    value, (a, b) = value_matrix(draw, 2), stereographic([draw.choose(SHARES)])
    first, (v, w) = value.eigenvalues[0], value.eigenvectors
    edge = ValueMatrix([v, w], [first, -first * (b / a) ** 2])
    return edge, plus(times(a, v), times(b, w))


@decision
def class_by_class(random: Random, *, printed: bool = False, unequal_stay: bool = False, second: bool = False,
                   four_stay: bool = False) -> Case:
    """Decide whether an equilibrium is linearly unstable, or left nearby, exactly as its class says.

    On the line of u it is linearly unstable but for lambda_2 < 0 and u^T V^-1 u >= 0, and then left
    by four tokens and not by two. With `printed` everything but consensus at v_1 is said to be
    linearly unstable, with `unequal_stay` unequal groups at v_1 are said not to be, with `second`
    a line to be unstable exactly if lambda_2 > 0, and with `four_stay` four tokens to stay.
    """
    found = lucky(random, drawn)
    values, x = found.value.eigenvalues, found.tokens
    verdict, kind = linearly(found), found.place
    expected = "stable" if kind == "consensus" and found.first else "unstable"
    if kind == "unequal groups" and found.first and unequal_stay:
        expected = "neutral"
    if kind == "consensus":
        kind = f"consensus, {verdict}"
    agree, instance = verdict == expected, written(x=x, V=found.value.matrix, step=found.step)
    if found.place == "line":
        form = sum(dot(v, x[0]) ** 2 / value for v, value in zip(found.value.eigenvectors, values, strict=True))
        unstable = values[1] > 0 if second else values[1] > 0 or form < 0
        agree = verdict == ("unstable" if unstable or printed else "neutral")
        kind = f"line, {verdict}" if form else "line, at the edge"
        if verdict == "neutral" and form > 0:
            kind = f"line of {len(x)}, {verdict}"
            left = energy(found.value, nearby(found)) > 0
            agree = agree and left == (len(x) > 2 and not four_stay)
    return compared(agree, True, instance, kind)


def linearly(found: Drawn) -> str:
    """Return whether some multiplier is outside the unit circle, or all inside, or neither."""
    d = len(found.tokens[0])
    heads = [Head(found.value.matrix, Scores(diagonal([Fraction(0)] * d)))]
    bases = [beside(x) for x in found.tokens]
    polynomial = tangent_jacobian(found.tokens, heads, found.step, bases).charpoly()
    if outside(polynomial):
        return "unstable"
    return "neutral" if on_the_circle(polynomial) else "stable"


# ------------------------------------------------------------------ neighbours of states on a line


def nearby(found: Drawn) -> Matrix:
    """Return a state near opposite tokens at u whose mean is as nearly along v_1 as it can be.

    In the plane of u and v_1 four tokens have every mean; that of two is orthogonal to x_1 - x_2, so
    almost to u.
    """
    u, v = found.tokens[0], found.value.eigenvectors[0]
    z = towards(v, beside(u))
    along, across = dot(u, v), dot(z, v)
    slope = along / across if across else Fraction(0)
    b = min(SMALL, abs(slope) * SMALL) * (-1 if slope > 0 else 1)
    if len(found.tokens) == 2:
        return [turned(u, z, b), times(-1, turned(u, z, -b))]
    C, S = stereographic([b])                                   # cosine and sine of b's double angle
    c = 1 / (C - slope * S) if slope else 1 - SMALL
    a = root((1 - c) / (1 + c))
    # The tangent of the sum of two angles.
    pair = [turned(u, z, (side + b) / (1 - side * b)) for side in (a, -a)]
    return [*pair, times(-1, u), times(-1, u)]


def towards(v: Vector, basis: Matrix) -> Vector:
    """Return a rational unit vector in the span of one or two, near the direction of v there."""
    if len(basis) == 1:
        return basis[0]
    a, b = (dot(v, e) for e in basis)
    length = root(a * a + b * b)
    t = b / (length + a) if length + a else Fraction(10**6)
    cosine, sine = stereographic([t.limit_denominator(10**4)])
    return plus(times(cosine, basis[0]), times(sine, basis[1]))


def turned(u: Vector, z: Vector, half: Fraction) -> Vector:
    """Return u turned towards z, by the angle whose half has this tangent."""
    cosine, sine = stereographic([half])
    return plus(times(cosine, u), times(sine, z))


def root(square: Fraction) -> Fraction:
    """Return a rational near the square root: where a state is looked for, not what is found."""
    return Fraction(isqrt(int(square / SMALL**4)), int(1 / SMALL**2))


def energy(value: ValueMatrix, x: Matrix) -> Fraction:
    """Return s^T V s for the sum s of all tokens."""
    s = vector_sum(x, [Fraction(0)] * len(x[0]))
    return Fraction(dot(s, apply(value.matrix, s)))
