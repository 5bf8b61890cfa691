"""Paper B's theorems along orbits at 50 digits: the bodies are the theorems.

Starts are adversarial, next to what does not attract: an eigenvector that is left, two opposite
groups, tokens whose mean has almost no part along the first eigenvector. Doubles would lose what
moves them on.
"""

from fractions import Fraction

import mpmath
from exact_strategies import orthogonal_matrices, rationals, square_matrices, tokens_on_sphere
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mpf

from property_tests.theorems.marks import theorem

DIGITS = 50
few = settings(max_examples=12, deadline=None)
at_fifty_digits = mpmath.workdps(DIGITS)
digits = st.integers(6, 20)  # how near the starts are
sides = st.sampled_from((1, -1))


def real(q):
    return mpf(q.numerator) / q.denominator


def reals(rows):
    return [[real(x) for x in row] for row in rows]


def dot(a, b):
    return mpmath.fsum(x * y for x, y in zip(a, b, strict=True))


def apply(M, x):
    return [dot(row, x) for row in M]


def plus(a, b):
    return [x + y for x, y in zip(a, b, strict=True)]


def times(c, a):
    return [c * x for x in a]


def unit(x):
    return times(1 / mpmath.sqrt(dot(x, x)), x)


def distance(a, b):
    d = plus(a, times(-1, b))
    return mpmath.sqrt(dot(d, d))


def mean(x):
    return times(mpf(1) / len(x), [mpmath.fsum(column) for column in zip(*x, strict=True)])


def columns(Q):
    return [list(column) for column in zip(*reals(Q), strict=True)]


def with_eigenvalues(vectors, values):
    """Return sum_k values_k v_k v_k^T."""
    d = len(vectors)
    pairs = list(zip(values, vectors, strict=True))
    return [
        [mpmath.fsum(lam * v[a] * v[b] for lam, v in pairs) for b in range(d)] for a in range(d)
    ]


def oja(x, V, tau):
    """Return tokens after the Oja map."""
    push = times(tau, apply(V, mean(x)))
    return [unit(plus(token, push)) for token in x]


def attention(x, heads, tau):
    """Return tokens after a layer of heads (F_h, P_h) of softmax attention."""
    images = []
    for token in x:
        moved = token
        for F, P in heads:
            weights = [mpmath.exp(dot(token, apply(P, other))) for other in x]
            share = 1 / mpmath.fsum(weights)
            seen = [share * mpmath.fsum(w * other[k] for w, other in zip(weights, x, strict=True))
                    for k in range(len(token))]  # fmt: skip
            moved = plus(moved, times(tau, apply(F, seen)))
        images.append(unit(moved))
    return images


def energy(x, V):
    s = mean(x)
    return len(x) * dot(s, apply(V, s)) / 2


def spectra(d, least):
    """Eigenvalues of which the first is positive, and above the others by 1/2 or more."""
    others = st.lists(rationals(min_value=least, max_value=1), min_size=d - 1, max_size=d - 1)
    return others.map(lambda rest: [max([*rest, 0]) + Fraction(1, 2), *rest])


two_heads = st.tuples(square_matrices(3), square_matrices(3), square_matrices(3))
frames = orthogonal_matrices(3)


def heads_of(F, extra):
    """Return two heads with any scores whose matrices add up to F."""
    G, P, Q = map(reals, extra)
    return [(G, P), ([plus(f, times(-1, g)) for f, g in zip(F, G, strict=True)], Q)]


@theorem("B-T1")
@few
@given(
    frames,
    spectra(3, -3),
    two_heads,
    tokens_on_sphere(3, 3),
    digits,
    rationals(min_value=0, max_value=1),
    sides,
)
@at_fifty_digits
def test_near_the_first_eigenvector_heads_gather_at_the_rate_of_the_sum(
    Q, mu, extra, x, near, share, side
):
    """B-T1: |z|, of the parts beside v, falls by theta a layer, to first order in |z|."""
    v, mu = columns(Q), [*map(real, mu)]
    near = mpf(10) ** -near
    bound = 2 / max(-mu[1] - mu[0], -mu[2] - mu[0], mpf(1) / 2)  # of the step
    tau = bound * real(share) * mpf(9) / 10
    assume(tau > mpf(1) / 20)
    heads, first = heads_of(with_eigenvalues(v, mu), extra), times(side, v[0])
    theta = max(mpf(1), *(abs(1 + tau * m) for m in mu[1:])) / (1 + tau * mu[0])
    assert theta < 1
    x = [unit(plus(first, times(near, token))) for token in reals(x)]

    def beside(x):
        return mpmath.sqrt(mpmath.fsum(dot(token, u) ** 2 for token in x for u in v[1:]))

    far = beside(x)
    scale = 1 + tau * sum(abs(e) for F, P in heads for M in (F, P) for row in M for e in row)
    for _ in range(30):
        before, x = beside(x), attention(x, heads, tau)
        assert beside(x) <= before * (theta + 100 * scale**2 * far) + mpf(10) ** (4 - DIGITS)
        assert all(dot(token, first) > 0 for token in x)


@theorem("B-T1")
@few
@given(frames, spectra(3, 0), two_heads, digits, st.integers(1, 2), sides)
@at_fifty_digits
def test_heads_leave_any_other_eigenvector_by_the_quotient_a_layer(Q, mu, extra, near, r, side):
    """B-T1: tokens that agree next to v_r part from it by (1 + tau mu_1)/(1 + tau mu_r)."""
    v, mu = columns(Q), [*map(real, mu)]
    near = mpf(10) ** -near
    tau, heads = mpf(1) / 2, heads_of(with_eigenvalues(v, mu), extra)
    growth = (1 + tau * mu[0]) / (1 + tau * mu[r])
    x = [unit(plus(v[r], times(side * near, v[0])))] * 3
    tangent = side * near
    for _ in range(400):
        x, tangent = attention(x, heads, tau), growth * tangent
        slope = dot(x[0], v[0]) / dot(x[0], v[r])
        assert abs(slope - tangent) <= mpf(10) ** -12 * abs(tangent)
        if abs(tangent) > 1:
            break
    assert distance(x[2], v[r]) > mpf(1) / 2


# ------------------------------------------------------------------ B-L7, B-R3, B-T2**


def starts(kind, v, x, near):
    """Return unit tokens next to where the Oja map rests or almost loses its direction."""
    places = {
        "anywhere": lambda i: [mpf(0)] * 3,
        "opposite groups": lambda i: times((-1) ** i / near, v[0]),
        "another eigenvector": lambda i: times(1 / near, v[1]),
        "opposite groups elsewhere": lambda i: times((-1) ** i / near, v[2]),
    }
    found = [unit(plus(places[kind](i), token)) for i, token in enumerate(reals(x))]
    if kind == "anywhere":  # the mean has almost no part along v_1
        along = dot(mean(found), v[0])
        found = [unit(plus(token, times(near - along, v[0]))) for token in found]
    return found


kinds = st.sampled_from(
    ("anywhere", "opposite groups", "another eigenvector", "opposite groups elsewhere")
)


@theorem("B-L7")
@few
@given(
    frames,
    spectra(3, -2),
    tokens_on_sphere(4, 3),
    digits,
    kinds,
    rationals(min_value=0, max_value=1),
)
@at_fifty_digits
def test_the_energy_does_not_fall_up_to_the_very_bound(Q, lam, x, near, kind, share):
    """B-L7: for tau |lambda_d| <= 1 it never falls, whatever lambda_1 is, and at 1, too."""
    v, lam = columns(Q), [*map(real, lam)]
    near = mpf(10) ** -near
    least = min(lam)
    tau = (1 / -least if least < 0 else mpf(3)) * (1 - real(share) / 2)
    V, x = with_eigenvalues(v, lam), starts(kind, v, x, near)
    for _ in range(40):
        if any(
            dot(y, y) < mpf(10) ** -10 for y in (plus(t, times(tau, apply(V, mean(x)))) for t in x)
        ):
            return  # the orbit has no value
        after = oja(x, V, tau)
        # It pays for every step, even where lengths are 0: dE >= (1/tau - |lambda_d|)/2 |dx|^2.
        moved = mpmath.fsum(distance(a, b) ** 2 for a, b in zip(after, x, strict=True))
        paid = (1 / tau + min(least, 0)) / 2 * moved
        assert paid >= -(mpf(10) ** (10 - DIGITS))
        assert energy(after, V) - energy(x, V) >= paid - mpf(10) ** (10 - DIGITS)
        x = after


@theorem("B-T2**")
@few
@given(frames, spectra(3, 0), tokens_on_sphere(4, 3), digits, kinds)
@at_fifty_digits
def test_every_start_tends_to_consensus_at_the_first_eigenvector_but_a_null_set(
    Q, lam, x, near, kind
):
    """B-T2**, lambda_2 > 0: all tokens tend to v_1, or all to -v_1, as fast as Lemma 4 says."""
    v, lam = columns(Q), [*map(real, lam)]
    near = mpf(10) ** -near
    assume(min(lam[1:]) > mpf(1) / 10)
    tau = mpf(9) / 10 / lam[0]
    V, x = with_eigenvalues(v, lam), starts(kind, v, x, near)
    assume(abs(dot(mean(x), v[0])) > near**2 / 10**6)  # off the null set
    theta = max(1 + tau * m for m in [mpf(0), *lam[1:]]) / (1 + tau * lam[0])
    assert theta < 1
    patience = int(mpmath.log(10**10 / near**2) / mpmath.log(1 / theta)) * 4 + 200
    for _ in range(patience):
        x = oja(x, V, tau)
        s = mpmath.sign(dot(x[0], v[0]))
        if all(s * dot(token, v[0]) > mpf(9) / 10 for token in x):
            break
    else:
        raise AssertionError("the tokens are not near v_1 or -v_1, all of them")
    to = times(s, v[0])
    far = max(distance(token, to) for token in x)
    for k in range(1, 100):
        x = oja(x, V, tau)
        assert all(
            distance(token, to) <= 20 * far * theta**k + mpf(10) ** (5 - DIGITS) for token in x
        )


@theorem("B-R3")
@few
@given(frames, spectra(3, -1), tokens_on_sphere(2, 3), digits, kinds)
@at_fifty_digits
def test_every_start_converges_to_a_state_at_rest(Q, lam, x, near, kind):
    """B-R3: also two opposite tokens, where lambda_2 < 0 and the limit is no consensus."""
    v, lam = columns(Q), [*map(real, lam)]
    near = mpf(10) ** -near
    tau = mpf(9) / 10 / max(map(abs, lam))
    V, x = with_eigenvalues(v, lam), starts(kind, v, x, near)
    norm, way, steps = max(map(abs, lam)), mpf(0), []
    for _ in range(600):
        after = oja(x, V, tau)
        steps.append(mpmath.fsum(distance(a, b) ** 2 for a, b in zip(after, x, strict=True)))
        way, x = way + mpmath.sqrt(steps[-1]), after
    assert way < 100  # a finite length, so that there is one limit
    # and a step 0 there: the energy pays for all steps, so one of them is as short as this
    assert min(steps) <= 2 * len(x) * norm / (len(steps) * (1 / tau - norm))
    assert steps[-1] <= max(steps[:300])
