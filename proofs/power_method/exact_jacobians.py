"""Layers drawn at random, and their derivatives as wholes: what formulas for them are compared with.

Each function returns a decision that draws one layer and one state. Derivatives are those of the
layer itself, by dual numbers: in balls at any state, and as rational matrices where the weights are
rational. Keywords other than their defaults make a formula false.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import flint

from verify.attention.graphs import causal, full
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.exact import Draw, Unlucky, lucky
from verify.numerics.matrices import (
    Matrix,
    Vector,
    apply,
    dot,
    matrix_sum,
    outer,
    plus,
    times,
    transpose,
    vector_sum,
)
from verify.numerics.rational_matrices import rational_product
from verify.numerics.shapes import beside, mask, operator, orthogonal, tokens_on_sphere, unit_vector
from verify.vocabulary import Case, Fraction

from .decisions import compared, decision, written
from .families.equilibria import (
    RATIOS,
    STEPS,
    Scores,
    SignPattern,
    is_positive_multiple,
    scores_with,
    sign_pattern,
    value_matrix,
)
from .families.exact_layers import Head, all_inside, tangent_jacobian

BITS = 192


# ------------------------------------------------------------------ Lemma 10


@decision
def whole_layer(random: Random, *, weights_move: bool = True, truncated: bool = False) -> Case:
    """Decide whether the derivative of a layer at two tokens is the formula's, in balls.

    Without `weights_move` the formula leaves the weights as they are; `truncated` cuts an expansion
    of the normalisation in powers of the step off after the first.
    """
    kind = random.choice(("full", "causal", "masked"))
    x, delta, V, P, N = lucky(random, lambda draw: (
        tokens_on_sphere(draw, 2, 2), [draw.rationals(2) for _ in range(2)],
        operator(draw, 2, False), operator(draw, 2, False), _mask(draw, kind, 2)))
    tau = random.choice(STEPS)
    with working_precision(BITS):
        state, moves, value, scores = ([[ball(entry) for entry in row] for row in part] for part in (x, delta, V, P))
        wanted = _formula(state, moves, value, scores, ball(tau), N, weights_move, truncated)
        if wanted is None:
            return Case("boundary")

        def layer(tokens: Matrix) -> Matrix:
            return raw.softmax_layer(tokens=tokens, scores=scores, value=value, step=ball(tau), mask=N)

        found = raw.raw_differential(layer, state, moves)
        gaps = [a - b for row, other in zip(found, wanted, strict=True) for a, b in zip(row, other, strict=True)]
        if not all(gap.rad() < 2.0**-64 for gap in gaps):
            return Case("boundary")
        agree = all(gap.contains(0) for gap in gaps)
    instance = written(x=x, delta=delta, V=V, P=P, seen=N, step=tau)
    return compared(agree, True, instance, kind)


def _formula(x: Matrix, delta: Matrix, V: Matrix, P: Matrix, tau: flint.arb, N: Matrix,
             weights_move: bool, truncated: bool) -> Matrix | None:
    """Return |y_i|^-1 (I - x_i^+ x_i^+^T) (delta_i + tau V ds_i), or None where y_i may be 0."""
    out = []
    for i, here in enumerate(x):
        seen = [j for j, bit in enumerate(N[i]) if bit]
        e = {j: dot(here, apply(P, x[j])).exp() for j in seen}
        A = {j: e[j] / sum(e.values(), start=flint.arb(0)) for j in seen}
        zero = times(flint.arb(0), here)
        s = vector_sum((times(A[j], x[j]) for j in seen), zero)
        ds = vector_sum((times(A[j], delta[j]) for j in seen), zero)
        if weights_move:
            turned = apply(transpose(P), delta[i])
            for j in seen:
                change = dot(apply(transpose(P), here), delta[j]) + dot(turned, x[j])
                ds = plus(ds, times(A[j] * change, plus(x[j], times(-1, s))))
        w = times(tau, apply(V, s))
        y, u = plus(here, w), plus(delta[i], times(tau, apply(V, ds)))
        r = dot(y, y).sqrt()
        if r.contains(0) or not r.is_finite():
            return None
        if truncated:
            projected = plus(u, times(-dot(here, u), here))
            out.append(times(1 - dot(here, w), projected))
        else:
            out.append(times(1 / r, plus(u, times(-dot(y, u) / (r * r), y))))
    return out


# ------------------------------------------------------------------ Theorem 1


@decision
def spectrum_at_consensus(random: Random, *, causal_too: bool = True, absolute: bool = True) -> Case:
    """Decide whether two heads at consensus have the spectrum that their sum F gives, exactly.

    F need not be symmetric, and has complex eigenvalues in some draws. Without `causal_too` causal
    attention is said to have the spectrum of full attention, and without `absolute` the length
    1 + tau lambda counts with its sign.
    """
    n, d, seen = random.choice((2, 3)), random.choice((2, 3)), random.choice(("full", "causal"))
    heads, v, F, eigenvalue = lucky(random, lambda draw: _heads_with_sum(draw, d))
    tau = random.choice(STEPS)
    rho = 1 + tau * eigenvalue
    if rho == 0:
        return Case("boundary")
    N = causal(n) if seen == "causal" else full(n)
    found = tangent_jacobian([v] * n, heads, tau, [beside(v)] * n, mask=N).charpoly()
    apart = seen == "causal" and causal_too
    shares = [tau / (i + 1) if apart else tau * (i == 0) for i in range(n)]
    wanted = flint.fmpq_poly([1])
    for share in shares:
        wanted *= _multipliers(F, eigenvalue, share, abs(rho) if absolute else rho)
    instance = written(F=F, v=v, step=tau, heads=[head.value for head in heads], tokens=n)
    roots: Any = _polynomial(F).complex_roots()             # pairs of a root and how often it is one
    turns = "complex" if any(root.imag != 0 for root, _ in roots) else "real"
    return compared(found, wanted, instance, f"{seen}, {turns}")


def _heads_with_sum(draw: Draw, d: int) -> tuple[list[Head], Vector, Matrix, Fraction]:
    """Return two heads, a unit eigenvector of their sum F, F, and the eigenvalue."""
    v, eigenvalue = unit_vector(draw, d), draw.rational()
    F, G = operator(draw, d, False), operator(draw, d, False)
    excess = plus(times(eigenvalue, v), times(-1, apply(F, v)))
    F = matrix_sum([outer(excess, v)], F)
    rest = matrix_sum([[times(-1, row) for row in G]], F)
    heads = [Head(value, Scores(operator(draw, d, False))) for value in (rest, G)]
    return heads, v, F, eigenvalue


def _multipliers(F: Matrix, eigenvalue: Fraction, tau: Fraction, length: Fraction) -> flint.fmpq_poly:
    """Return the product of z - (1 + tau lambda_k)/length over all eigenvalues of F but one."""
    rows = [[(int(a == b) + tau * x) / length for b, x in enumerate(row)] for a, row in enumerate(F)]
    return _polynomial(rows) // flint.fmpq_poly([_fmpq(-(1 + tau * eigenvalue) / length), 1])


# ------------------------------------------------------------------ the step bound


@decision
def stable_attention(random: Random, *, factor: int | None = 2) -> Case:
    """Decide whether consensus at v_1 attracts exactly if tau (|lambda_d| - lambda_1) < factor.

    Without a factor every step is held to be small enough.
    """
    d, tau, n = random.choice((2, 3)), random.choice(STEPS), random.choice((1, 2))
    kind = random.choice(("any", "positive", "negative", "wide", "wide"))
    value, scores = lucky(random, lambda draw: (value_matrix(draw, d, kind, repeated=True),
                                                Scores(operator(draw, d, False))))
    first, last = value.eigenvalues[0], value.eigenvalues[-1]
    if tau * (-last - first) == 2:
        return Case("boundary")
    v = value.eigenvectors[0]
    heads, beside = [Head(value.matrix, scores)], [value.eigenvectors[1:]] * n
    happens = all_inside(tangent_jacobian([v] * n, heads, tau, beside).charpoly())
    criterion = factor is None or tau * (-last - first) < factor
    wide = ", |lambda_d| > lambda_1" if -last > first and happens else ""
    instance = written(eigenvalues=value.eigenvalues, step=tau, tokens=n)
    return compared(criterion, happens, instance, f"{'stable' if happens else 'unstable'}{wide}")


# ------------------------------------------------------------------ opposite groups, several heads


@decision
def opposite_groups_at_rest(random: Random, *, tilted: bool = True, upright: bool = True) -> Case:
    """Decide whether equal groups at a and -a are at rest under two heads exactly by t F a + u G a.

    It has to be mu a with 1 + tau mu > 0. Without `tilted` F a + G a is looked at, and without
    `upright` not at the sign of 1 + tau mu.
    """
    n, d, tau = random.choice((2, 4)), random.choice((2, 3)), random.choice(STEPS)
    a, heads, tanhs = lucky(random, lambda draw: _heads_along(draw, d))
    signs = [1] * (n // 2) + [-1] * (n // 2)
    tokens = [times(sign, a) for sign in signs]
    moved = tokens
    for head in heads:
        means = [vector_sum((times(w, x) for w, x in zip(row, tokens, strict=True)), times(0, a))
                 for row in head.scores.weights(tokens)]
        moved = [plus(y, times(tau, apply(head.value, s))) for y, s in zip(moved, means, strict=True)]
    happens = all(is_positive_multiple(y, x) for y, x in zip(moved, tokens, strict=True))
    shares = tanhs if tilted else [Fraction(1), Fraction(1)]
    pull = vector_sum((times(share, apply(head.value, a))
                       for share, head in zip(shares, heads, strict=True)), times(0, a))
    along = dot(a, pull)
    criterion = pull == times(along, a) and (1 + tau * along > 0 or not upright)
    instance = written(a=a, F=heads[0].value, G=heads[1].value, t=tanhs[0], u=tanhs[1], step=tau, tokens=n)
    return compared(criterion, happens, instance, "at rest" if happens else "moved")


def _heads_along(draw: Draw, d: int) -> tuple[Vector, list[Head], list[Fraction]]:
    """Return a unit vector a, two heads, and the tanh of a^T P a for each; often at rest at a."""
    a = unit_vector(draw, d)
    ratios = [draw.choose(RATIOS), draw.choose([ratio for ratio in RATIOS if ratio != 1])]
    tanhs = [(E - 1) / (E + 1) for E in ratios]
    values = [operator(draw, d, False) for _ in ratios]
    if draw.choose((True, False)):
        wanted = plus(times(draw.rational() - 1, a), times(-tanhs[0], apply(values[0], a)))
        excess = plus(times(1 / tanhs[1], wanted), times(-1, apply(values[1], a)))
        values[1] = matrix_sum([outer(excess, a)], values[1])
    scores = [scores_with(draw, a, E) for E in ratios]
    return a, [Head(*pair) for pair in zip(values, scores, strict=True)], tanhs


# ------------------------------------------------------------------ sign patterns


@decision
def spectrum_at_sign_pattern(random: Random, *, masked: bool = True, lengths: bool = True) -> Case:
    """Decide whether the spectrum at a sign pattern is that of D^-1 (I + tau lambda_k A), k != r.

    Without `masked` A is said to be the matrix of full attention, without `lengths` every rho_i to
    be 1 + tau lambda_r.
    """
    kind = random.choice(("full", "causal", "masked"))
    p, q, d = random.choice((1, 2)), random.choice((0, 1)), random.choice((2, 3))
    pattern, N = lucky(random, lambda draw: (sign_pattern(draw, p, q, d, repeated=True), _mask(draw, kind, p + q)))
    signs, tau, here = pattern.signs, pattern.step, pattern.eigenvalue
    A = _weights(signs, pattern.ratio, N)
    rho = [1 + tau * here * e * dot(row, signs) for e, row in zip(signs, A, strict=True)]
    if min(rho) <= 0 or 1 + tau * here == 0:
        return Case("boundary")
    values = pattern.value.eigenvalues
    others = [k for k in range(d) if k != pattern.mode]
    found = _spectrum(pattern, N)
    B = A if masked else _weights(signs, pattern.ratio, full(len(signs)))
    D = rho if lengths else [1 + tau * here for _ in signs]
    wanted = flint.fmpq_poly([1])
    for k in others:
        wanted *= _polynomial([[(int(i == j) + tau * values[k] * w) / D[i]
                                for j, w in enumerate(row)] for i, row in enumerate(B)])
    instance = written(eigenvalues=values, r=pattern.mode + 1, signs=list(signs), E=pattern.ratio, step=tau, seen=N)
    return compared(found, wanted, instance, kind)


@decision
def bipartite_spectrum(random: Random, *, exchanged: bool = False, turned: bool = False,
                       equal_scores: bool = False) -> Case:
    """Decide whether the spectrum at p tokens against q has the blocks of eq. (14), exactly.

    `exchanged` gives 1/rho_+ the multiplicity of 1/rho_-, `turned` exchanges p and q in the blocks,
    and `equal_scores` leaves E out of them.
    """
    p, q, d = random.choice((1, 2, 3)), random.choice((1, 2)), random.choice((2, 3))
    pattern = lucky(random, lambda draw: sign_pattern(draw, p, q, d, repeated=True))
    tau, (plus_, minus) = pattern.step, pattern.lengths
    if min(plus_, minus) <= 0:
        return Case("boundary")
    values = pattern.value.eigenvalues
    others = [k for k in range(d) if k != pattern.mode]
    found = _spectrum(pattern)
    within = [(1 / plus_, p - 1), (1 / minus, q - 1)]
    if exchanged:
        within = [(1 / plus_, q - 1), (1 / minus, p - 1)]
    wanted = flint.fmpq_poly([1])
    for root, times_ in within:
        wanted *= flint.fmpq_poly([_fmpq(-root), 1]) ** (times_ * (d - 1))
    E = Fraction(1) if equal_scores else pattern.ratio
    a, b = (q, p) if turned else (p, q)
    stay, keep = a * E / (a * E + b), b * E / (b * E + a)
    for k in others:
        c = tau * values[k]
        wanted *= _polynomial([[(1 + c * stay) / plus_, c * (1 - stay) / plus_],
                               [c * (1 - keep) / minus, (1 + c * keep) / minus]])
    instance = written(eigenvalues=values, r=pattern.mode + 1, p=p, q=q, E=pattern.ratio, step=tau)
    groups = "equal groups" if p == q else "unequal groups"
    return compared(found, wanted, instance, groups)


def _spectrum(pattern: SignPattern, seen: Matrix | None = None) -> flint.fmpq_poly:
    """Return the characteristic polynomial of the whole layer's derivative on tangent directions."""
    state, vectors = pattern.state, pattern.value.eigenvectors
    beside = [[v for k, v in enumerate(vectors) if k != pattern.mode]] * len(pattern.signs)
    heads = [Head(state.value, state.scores)]
    return tangent_jacobian(state.tokens, heads, state.step, beside, mask=seen).charpoly()


def _mask(draw: Draw, kind: str, count: int) -> Matrix:
    if kind != "masked":
        return full(count) if kind == "full" else causal(count)
    seen = mask(draw, count)
    if not all(any(row) for row in seen):
        raise Unlucky("somebody sees nobody")
    return seen


def _weights(signs: Sequence[int], E: Fraction, N: Matrix) -> Matrix:
    """Return softmax rows at a sign pattern: E within a group against 1 between groups."""
    rows = [[bit * (E if a == b else Fraction(1)) for b, bit in zip(signs, seen, strict=True)]
            for a, seen in zip(signs, N, strict=True)]
    return [times(1 / Fraction(sum(row)), row) for row in rows]


def _polynomial(rows: Matrix) -> flint.fmpq_poly:
    return flint.fmpq_mat([[_fmpq(Fraction(x)) for x in row] for row in rows]).charpoly()


def _fmpq(x: Fraction) -> flint.fmpq:
    return flint.fmpq(x.numerator, x.denominator)


# ------------------------------------------------------------------ a real principal eigenvalue


@decision
def principal_attracts(random: Random, *, real_parts: bool = False, factor: int = 2) -> Case:
    """Decide whether consensus at v_1 attracts exactly if the step is small enough for every k.

    That is, tau (|lambda_k|^2 - lambda_1^2) < factor (lambda_1 - Re lambda_k); F is not symmetric,
    nor its eigenvectors orthogonal. With `real_parts` lambda_1 > Re lambda_k is held to suffice.
    """
    F, frame, first, others = lucky(random, _layer_matrix)
    scores = lucky(random, lambda draw: Scores(operator(draw, len(F), False)))
    tau, count = random.choice(STEPS), random.choice((1, 2))
    gaps = [tau * (re**2 + im**2 - first**2) - factor * (first - re) for re, im in others]
    exact = [tau * (re**2 + im**2 - first**2) == 2 * (first - re) for re, im in others]
    if any(exact):
        return Case("boundary")
    J = tangent_jacobian([frame[0]] * count, [Head(F, scores)], tau, [frame[1:]] * count)
    attracts = all_inside(J.charpoly())
    criterion = all(re < first for re, _ in others) if real_parts else all(g < 0 for g in gaps)
    instance = written(F=F, v_1=frame[0], lambda_1=first, tokens=count, step=tau)
    instance["other eigenvalues"] = [f"{re} + {im} i" for re, im in others]
    kind = f"{'complex' if others[0][1] else 'real'}, {'stable' if attracts else 'unstable'}"
    return compared(criterion, attracts, instance, kind)


def _layer_matrix(draw: Draw) -> tuple[Matrix, Matrix, Fraction, list[tuple[Fraction, Fraction]]]:
    """Return F, a frame that begins with v_1, lambda_1, and the others, whose real parts are below.

    In the frame F has lambda_1 in its corner, anything beside it, and a plane block below.
    """
    first = draw.positive()
    low, other = (first - draw.positive() * draw.choose((1, 1, 4)) for _ in range(2))
    if draw.choose((True, False)):
        turn, c = draw.magnitude(), draw.positive()
        block, others = [[low, turn * c], [-turn / c, low]], [(low, turn), (low, -turn)]
    else:
        block = [[low, draw.rational()], [Fraction(0), other]]
        others = [(low, Fraction(0)), (other, Fraction(0))]
    inside = [[first, draw.rational(), draw.rational()], *([Fraction(0), *row] for row in block)]
    frame = orthogonal(draw, 3)
    return rational_product(transpose(frame), inside, frame), frame, first, others
