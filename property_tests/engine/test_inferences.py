"""Inferences: Coq proves claims from the steps that they name, and says which does not follow."""

import pytest

from property_tests.engine.claim_examples import METHODS, answered, needs_coq
from verify.language.mistakes import Mistake
from verify.methods.kernel.theorems import decide_claims
from verify.processes.places import cache_folder
from verify.running.engine import run
from verify.statements.proof_files import coq_name
from verify.vocabulary import *


def but(body, *changes):
    """Return a statement with parts of it changed: (old, new)."""
    for old, new in changes:
        assert old in body, old
        body = body.replace(old, new)
    return body


FALLS = """
    k, x = given(positive_scalar('k')), given(any_scalar('x'))
    flow = motion({x: -k * x - x**3})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(x <= E), always(x <= E * exp(-k * elapsed)))), along=solution(flow))
    yield '-', Inequality(rate(x, flow) <= -k * x, where=[x >= 0], name='falls')
    yield '-', Comparison(x, exponent=-k * elapsed, by='falls', name='decay')
"""
ALGEBRAIC = """
    x = given(nonnegative_scalar('x'))
    flow = motion({x: -x**3})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(x**2 <= E), always(x**2 * (1 + 2 * E * elapsed) <= E))), tends_to(x, 0),
        along=solution(flow, start=[x]))
    yield '-', Identity(rate(x**2, flow), -2 * x**2 * x**2, name='falls')
    yield '-', AlgebraicDecay(x**2, 2, by='falls', name='decay')
"""
EQUIANGULAR = """
    beta, n = given(nonnegative_scalar('beta')), tokens.count
    rho = given(scalar_between('rho', 0, 1, closed=True))
    weight = exp(beta) + (n - 1) * exp(beta * rho)
    flow = motion({rho: 2 * exp(beta * rho) * (1 - rho) * ((n - 1) * rho + 1) / weight})
    c = 2 / (n - 1 + exp(beta))
    yield claim('-', for_every(scalar_between('a', 0, 1, closed=True), lambda a: implies(
        at_start(rho >= a), always(1 - rho <= (1 - a) * exp(-c * elapsed)))),
        along=solution(flow, start=[rho]))
    yield '-', Inequality(rate(rho, flow) >= c * (1 - rho), name='rises')
    yield '-', Stays(rho >= 0, by='rises', name='inside')
    yield '-', Comparison(1 - rho, exponent=-c * elapsed, by='rises', name='decay')
"""
LOGISTIC = """
    beta, x = given(nonnegative_scalar('beta')), given(any_scalar('x'))
    flow = motion({x: exp(-beta * x) * x * (1 - x)})
    yield claim('-', implies(at_start(both(x >= 0, x <= 1)),
        both(always(both(x >= 0, x <= 1)), nondecreasing(x))), along=solution(flow))
    yield '-', Identity(rate(x, flow), exp(-beta * x) * (1 - x) * x, name='zero')
    yield '-', NotCrossed(x >= 0, exp(-beta * x) * (1 - x), by='zero', name='above 0')
    yield '-', Identity(rate(1 - x, flow), -exp(-beta * x) * x * (1 - x), name='one')
    yield '-', NotCrossed(x <= 1, -exp(-beta * x) * x, by='one', name='below 1')
    yield '-', Inequality(rate(x, flow) >= 0, where=[x >= 0, x <= 1], name='rises')
    yield '-', Rises(x, by='rises', name='never falls')
"""
TWO = """
    x, r = given(nonnegative_scalar('x')), given(positive_scalar('r'))
    flow = motion({x: (1 - x) / r, r: 1 + x})
    yield claim('-', implies(at_start(both(x <= 1, r <= 1)), always(both(x <= 1, r <= 1 + 2 *
        elapsed))), along=solution(flow, start=[x, r]))
    yield '-', Inequality(rate(x, flow) > 0, where=[x <= 0], because=(1 - x) / r, name='inward')
    yield '-', Inequality(rate(r, flow) > 0, because=1 + x, name='grows')
    yield '-', Stays([x >= 0, r > 0], by=['inward', 'grows'], name='both')
    yield '-', Identity(rate(1 - x, flow), -1 / r * (1 - x), name='one')
    yield '-', NotCrossed(x <= 1, -1 / r, by='one', name='below 1')
    given(that(x <= 1))
    yield '-', Inequality(rate(r, flow) <= 2, because=1 - x, name='radius')
    yield '-', GrowsAtMost(r, 2, by='radius', name='grows slowly')
"""
OWN_TIME = """
    k, x = given(positive_scalar('k')), given(any_scalar('x'))
    r = given(positive_scalar('r'))
    flow = motion({x: -k * x / r, r: 1 + 0 * x})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(both(x <= E, r <= 1)), always(x <= E * exp(-k * log(1 + elapsed))))),
        along=solution(flow, start=[r]))
    yield '-', Inequality(rate(r, flow) > 0, because=1, name='grows')
    yield '-', Stays(r > 0, by='grows', name='positive')
    yield '-', Inequality(rate(r, flow) <= 1, because=0, name='slowly')
    yield '-', GrowsAtMost(r, 1, by='slowly', name='radius')
    T = given(nonnegative_scalar('T'))
    yield '-', Inequality(rate(x, flow) <= -k * x / (1 + T), where=[x >= 0, r <= 1 + T],
        because=k * x * (1 + T - r) / (r * (1 + T)), name='falls')
    yield '-', Comparison(x, exponent=-k * log(1 + elapsed), by='falls', at={T: elapsed}, name='so')
"""
AVERAGES = """
    x, m = given(coefficients('x')), given(positive_scalar('m'))
    i, j, n = *tokens.any('i', 'j'), tokens.count
    w = given(nonnegative_weights('w'))
    given(that(w[i, j] >= m))
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - x[i]) for k in tokens)})
"""
GREATEST = (
    AVERAGES
    + """
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(
        at_start(x[i] <= E), always(x[i] <= E))), along=solution(flow))
    yield '-', Inequality(rate(x[i], flow) <= 0, where=[every(lambda k: x[k] <= x[i])],
        because=total(w[i, k] * (x[i] - x[k]) for k in tokens), name='falls')
    yield '-', GreatestOf(x[i], by='falls', name='all')
"""
)
LEAST = (
    AVERAGES
    + """
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(
        at_start(x[i] >= E), always(x[i] >= E))), along=solution(flow))
    yield '-', Inequality(rate(x[i], flow) >= 0, where=[every(lambda k: x[k] >= x[i])],
        because=total(w[i, k] * (x[k] - x[i]) for k in tokens), name='rises')
    yield '-', LeastOf(x[i], by='rises', name='all')
"""
)
SPREAD = (
    AVERAGES
    + """
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(x[i] - x[j] <= E), always(x[i] - x[j] <= E * exp(-n * m * elapsed)))),
        along=solution(flow))
    yield '-', Inequality(rate(x[i], flow) - rate(x[j], flow) <= -n * m * (x[i] - x[j]),
        where=[every(lambda k: x[k] <= x[i]), every(lambda k: x[k] >= x[j])], because=total(
            (w[i, k] - m) * (x[i] - x[k]) + (w[j, k] - m) * (x[k] - x[j]) for k in tokens),
        name='nearer')
    yield '-', SpreadOf(x[i], x[j], exponent=-n * m * elapsed, by='nearer', name='all')
"""
)
DISTANCES = (
    AVERAGES.replace("coefficients", "any_vectors")
    + """
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(norm(x[i] - x[j]) <= E), always(norm(x[i] - x[j]) <= E * exp(-n * m * elapsed)))),
        along=solution(flow))
    c = given(any_vector('c'))
    u = [c @ x[i], c @ x[j]]
    yield '-', Inequality(rate(u[0], flow) - rate(u[1], flow) <= -n * m * (u[0] - u[1]),
        where=[every(lambda k: c @ x[k] <= u[0]), every(lambda k: c @ x[k] >= u[1])], because=total(
            (w[i, k] - m) * (u[0] - c @ x[k]) + (w[j, k] - m) * (c @ x[k] - u[1]) for k in tokens),
        name='nearer')
    yield '-', SpreadOf(*u, exponent=-n * m * elapsed, by='nearer', name='spread')
    yield '-', ByCoordinates(x[i], x[j], exponent=-n * m * elapsed, by='spread', name='distances')
"""
)
GATHERING = (
    but(
        DISTANCES,
        (
            "always(norm(x[i] - x[j]) <= E * exp(-n * m * elapsed))))",
            "there_is(any_vector('z'), "
            "lambda z: always(norm(x[i] - z) <= E * exp(-n * m * elapsed)))))",
        ),
    )
    + """
    yield '-', Inequality(rate(u[0], flow) <= 0, where=[every(lambda k: c @ x[k] <= u[0])],
        because=total(w[i, k] * (u[0] - c @ x[k]) for k in tokens), name='greatest')
    yield '-', OnePoint(x[i], x[j], exponent=-n * m * elapsed, by=['greatest', 'distances'],
        name='limit')
"""
)
# The weights vary: what is given of a letter after the claim is assumed at all times.
VARYING = but(
    GATHERING,
    ("x, m = given(any_vectors('x')), given(positive_scalar('m'))",
     "x, w = given(any_vectors('x')), given(nonnegative_weights('w'))"),
    ("    w = given(nonnegative_weights('w'))\n    given(that(w[i, j] >= m))\n", ""),
    ("for_every(nonnegative_scalar('E'), lambda E: implies(",
     "for_every((positive_scalar('m'), nonnegative_scalar('E')), lambda m, E: implies(both("),
    ("<= E), there", "<= E), always(w[i, j] >= m)), there"),
    ("along=solution(flow))", "along=solution(flow, varying=[w]))"),
    ("    c = given", "    m = given(positive_scalar('b'))\n    given(that(w[i, j] >= m))\n"
     "    c = given"),
)  # fmt: skip
HEMISPHERE = """
    y, c = given(any_vectors('y')), given(any_vector('c'))
    w = given(nonnegative_weights('w'))
    i, j = tokens.any('i', 'j')
    flow = motion({y: lambda i: total(w[i, k] * (y[k] - (y[i] @ y[k]) * y[i]) for k in tokens)})
    yield claim('-', for_every(positive_scalar('s'), lambda s: implies(
        at_start(both(equals(y[i] @ y[i], 1), c @ y[i] >= s)), always(c @ y[i] >= s))),
        along=solution(flow))
    pull = -2 * total(w[i, k] * (y[i] @ y[k]) for k in tokens)
    yield '-', Identity(rate(1 - y[i] @ y[i], flow), pull * (1 - y[i] @ y[i]), name='inwards')
    yield '-', NotCrossed(y[i] @ y[i] <= 1, pull, by='inwards', name='inside')
    yield '-', Identity(rate(y[i] @ y[i] - 1, flow), pull * (y[i] @ y[i] - 1), name='outwards')
    yield '-', NotCrossed(y[i] @ y[i] >= 1, pull, by='outwards', name='outside')
    given(that(equals(y[i] @ y[i], 1)))
    yield '-', Inequality(
        y[i] @ y[j] <= 1, because=(y[i] - y[j]) @ (y[i] - y[j]) / 2, name='product')
    yield '-', Inequality(rate(c @ y[i], flow) >= 0, where=[c @ y[i] >= 0,
        every(lambda k: c @ y[k] >= c @ y[i]), every(lambda k: y[i] @ y[k] <= 1)], because=total(
            w[i, k] * (c @ y[k] - c @ y[i] + (1 - y[i] @ y[k]) * (c @ y[i])) for k in tokens),
        name='rises')
    yield '-', LeastOf(c @ y[i], by=['product', 'rises'], positive=True, name='least')
"""
LASALLE = """
    x, R = given(any_vectors('x')), given(any_operator('R'))
    i = tokens.any('i')
    flow = motion({x: lambda i: -(R.T @ (R @ x[i]))})
    yield claim('-', limit_points(x, any_vectors('z'), lambda z: equals(R @ z[i], zero_vector())),
        along=solution(flow))
    w = (R @ x[i]) @ (R @ x[i])
    yield '-', Identity(rate(x[i] @ x[i] / 2, flow), -w, name='falls')
    yield '-', Inequality(rate(w, flow) <= 0,
        because=2 * ((R.T @ (R @ x[i])) @ (R.T @ (R @ x[i]))), name='slower')
    yield '-', Inequality(w >= 0, because=w, name='lost')
    yield '-', Inequality(x[i] @ x[i] / 2 >= 0, because=x[i] @ x[i] / 2, name='above')
    yield '-', Vanishes(w, energy=x[i] @ x[i] / 2, above=0, slope=0,
        by=['falls', 'slower', 'lost', 'above'], name='vanishes')
    yield '-', LimitPoint(R @ x[i], zero_vector(), states=x, by='vanishes', name='at rest')
"""
CASCADE = """
    x, w, k = given(any_vectors('x')), given(nonnegative_weights('w')), given(positive_scalar('k'))
    m = given(positive_scalar('m'))
    i, j = tokens.any('i', 'j')
    given(that(w[i, j] <= m))
    flow = motion({x: lambda i: total(w[i, j] * (x[j] - x[i]) for j in tokens.before(i))
        - k * x[i]})
    yield claim('-', tends_to(x[i], zero_vector()), along=solution(flow))
    yield '-', Inequality(rate(x[i] @ x[i], flow) <= -2 * k * (x[i] @ x[i])
        + m * total(x[j] @ x[j] for j in tokens.before(i)), because=total(
            w[i, j] * ((x[j] - x[i]) @ (x[j] - x[i]) + x[i] @ x[i]) + (m - w[i, j]) * (x[j] @ x[j])
            for j in tokens.before(i)), name='falls')
    yield '-', AlongEdges(x[i] @ x[i], rate=2 * k, gain=m, by='falls', name='in turn')
"""
NEAR_ZERO = """
    x = given(any_scalar('x'))
    flow = motion({x: -x + x**2})
    yield claim('-', for_every(nonnegative_scalar('M'), lambda M: implies(
        both(at_start(x**2 <= M), M <= Fraction(1, 4)), always(x**2 <= M * exp(-elapsed)))),
        along=solution(flow))
    yield '-', Inequality(rate(x**2, flow) <= -Fraction(3, 2) * x**2 + 2 * (x**2)**2,
        because=(x - 2 * x**2)**2 / 2, name='near')
    yield '-', Linearised(x**2, exponent=-elapsed, rate=Fraction(3, 2), remainder=2, by='near',
        name='attracts')
"""
NEAR_ZERO_IN_LAYERS = """
    x = given(any_scalar('x'))
    layer = iteration({x: x / 2 + x**2})
    yield claim('-', for_every(nonnegative_scalar('M'), lambda M: implies(
        both(at_start(x**2 <= M), M <= Fraction(1, 8)), always(x**2 <= M * exp(-elapsed / 4)))),
        along=orbit(layer))
    yield '-', Inequality((x / 2 + x**2)**2 <= x**2 - x**2 / 2 + 2 * (x**2)**2,
        because=(x / 2 - x**2)**2, name='near')
    yield '-', Linearised(x**2, exponent=-elapsed / 4, rate=Fraction(1, 2), remainder=2, by='near',
        name='attracts')
"""
EXISTS = """
    a = given(scalar_between('a', 0, 1, closed=True))
    made = there_is_solution(any_scalar('z'), lambda z: motion({z: z * (1 - z)}), lambda z:
        both(at_start(equals(z, a)), always(both(z >= 0, z <= 1))))
    yield claim('-', made)
    yield '-', Exists(made, start=a, between=(0, 1), name='exists')
"""
EXISTS_BY_STEPS = """
    a, b = given(any_scalar('a')), given(positive_scalar('b'))
    given(that(a >= 1))
    given(that(3 - a >= 0))
    def speed(z): return b * (2 - z) / (1 + z**2) + (1 - z) * log(z)
    made = there_is_solution(any_scalar('z'), lambda z: motion({z: speed(z)}), lambda z:
        both(at_start(equals(z, a)), always(z <= 3)))
    yield claim('-', made)
    z = given(any_scalar('z'))
    given(that(z >= 1))
    yield '-', Inequality(speed(z) >= 0, where=[equals(z, 1)], name='low')
    yield '-', Inequality(speed(z) <= 0, where=[equals(z, 3)], name='high')
    yield '-', Exists(made, start=a, between=(1, 3), by=('low', 'high'), name='exists')
"""
LIMIT = """
    x = given(any_scalar('x'))
    flow = motion({x: 1 - x})
    yield claim('-', implies(at_start(x <= 1), converges(x)), along=solution(flow))
    yield '-', Identity(rate(1 - x, flow), -(1 - x), name='rest')
    yield '-', NotCrossed(x <= 1, -1, by='rest', name='below')
    yield '-', Inequality(rate(x, flow) >= 0, where=[x <= 1], because=1 - x, name='rises')
    yield '-', MonotoneLimit(x, below=1, by='rises', name='limit')
"""
EACH = """
    k, x = given(positive_scalar('k')), given(coefficients('x'))
    i = tokens.any('i')
    flow = motion({x: lambda i: -k * x[i] - x[i]**3})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(x[i] <= E), always(x[i] <= E * exp(-k * elapsed)))), along=solution(flow))
    yield '-', Inequality(rate(x[i], flow) <= -k * x[i], where=[x[i] >= 0], name='falls')
    yield '-', Comparison(x[i], exponent=-k * elapsed, by='falls', name='decay')
"""
PREJUDICES = """
    x, s, w = given(coefficients('x')), given(coefficients('s')), given(nonnegative_weights('w'))
    g, i = given(positive_scalar('g')), tokens.any('i')
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - x[i]) for k in tokens) + g * (s[i] - x[i])})
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(
        both(for_every(i, s[i] <= E), at_start(x[i] <= E)), always(x[i] <= E))),
        along=solution(flow))
    B = given(any_scalar('B'))
    given(that(s[i] <= B))
    yield '-', Inequality(rate(x[i], flow) <= 0, where=[every(lambda k: x[k] <= x[i]), x[i] >= B],
        because=total(w[i, k] * (x[i] - x[k]) for k in tokens) + g * (x[i] - s[i]), name='falls')
    yield '-', GreatestOf(x[i], bound=B, by='falls', name='all')
"""
MEANS = """
    x, w = given(coefficients('x')), given(row_stochastic('w'))
    i, j, c = *tokens.any('i', 'j'), given(scalar_between('c', 0, 1))
    layer = iteration({x: lambda i: (1 - c) * x[i] + c * total(w[i, k] * x[k] for k in tokens)})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: both(
        implies(at_start(x[i] >= E), always(x[i] >= E)),
        implies(at_start(x[i] - x[j] <= E), always(x[i] - x[j] <= E)))), along=orbit(layer))
    after = let('after', lambda i: (1 - c) * x[i] + c * total(w[i, k] * x[k] for k in tokens))
    B = given(nonnegative_scalar('B'))
    yield '-', Inequality(after[i] >= B, where=[every(lambda k: x[k] >= B)], name='above',
        because=(1 - c) * (x[i] - B) + c * total(w[i, k] * (x[k] - B) for k in tokens))
    yield '-', LeastOf(x[i], bound=B, by='above', name='all')
    yield '-', Inequality(
        after[i] - after[j] <= B, where=[every(lambda k, l: x[k] - x[l] <= B)], name='nearer',
        because=(1 - c) * (B - x[i] + x[j]) + c * total(total(
            w[i, k] * w[j, l] * (B - x[k] + x[l]) for l in tokens) for k in tokens))
    yield '-', SpreadOf(x[i], x[j], bound=B, by='nearer', name='spread')
"""
PHASES = """
    k, y = given(positive_scalar('k')), given(any_scalar('y'))
    flow = motion({y: -k * sin(y)})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(both(cos(y) >= 0, 1 - cos(y) <= E)), always(1 - cos(y) <= E * exp(-k * elapsed)))),
        along=solution(flow))
    yield '-', Inequality(rate(cos(y), flow) >= 0, because=k * sin(y)**2, name='rises')
    yield '-', Rises(cos(y), by='rises', name='never falls')
    yield '-', Inequality(rate(1 - cos(y), flow) <= -k * (1 - cos(y)), where=[cos(y) >= 0],
        because=k * cos(y) * (1 - cos(y)), name='falls')
    yield '-', Comparison(1 - cos(y), exponent=-k * elapsed, by='falls', name='decay')
"""
RAYLEIGH = """
    A, x = given(symmetric_operator('A')), given(any_vector('x'))
    flow = motion({x: A @ x - (x @ A @ x) * x})
    yield claim('-', implies(at_start(x @ x < 1), always(x @ x < 1)), along=solution(flow))
    pull = -2 * (x @ A @ x)
    yield '-', Identity(rate(1 - x @ x, flow), pull * (1 - x @ x), name='in')
    yield '-', NotCrossed(x @ x < 1, pull, by='in', name='inside')
"""
ONE_ZERO = """
    x, k = given(any_scalar('x')), given(positive_scalar('k'))
    yield claim('-', iff(equals(-k * x - x**3, 0), equals(x, 0)))
    yield '-', Identity(-k * x - x**3, -(k + x**2) * x, name='factor')
    yield '-', Inequality(k + x**2 > 0, name='positive')
    yield '-', Thus(iff(equals(-k * x - x**3, 0), equals(x, 0)), by=['factor', 'positive'],
        name='so')
"""
DESCENT = """
    A, x, m = given(symmetric_operator('A')), given(any_vector('x')), given(positive_scalar('m'))
    flow = motion({x: -(A @ x)})
    good = for_every(any_vector('z'), lambda z: both(z @ A @ z >= m * (z @ z), z @ A @ z >= 0))
    yield claim('-', implies(good, for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(x @ x <= E), always(x @ x <= E * exp(-2 * m * elapsed))))), along=solution(flow))
    given(that(x @ A @ x >= m * (x @ x)))
    yield '-', Inequality(rate(x @ x, flow) <= -2 * m * (x @ x), name='falls')
    yield '-', Comparison(x @ x, exponent=-2 * m * elapsed, by='falls', name='decay')
"""


BY_LEMMA = """
    k, x = given(positive_scalar('k')), given(any_scalar('x'))
    flow = motion({x: -k * x - x**3})
    below = lambda most: for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(x <= E), always(x <= most * E)))
    yield claim('-', below(1), along=solution(flow))
    yield '-', ByLemma('stays_below', says=below(1), name='below')
"""
LEMMAS = """From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Derivatives Curves Inferences.
From Claimed Require Import T_1.
Open Scope R_scope.
Lemma spare (k : R) : 0 < k -> 0 <= k. Proof. lra. Qed.
Lemma stays_below (k : R) (x : R -> R) E : 0 < k -> 0 <= E ->
  (forall t, 0 <= t -> is_derive (fun s => x s) t (-1 * k * x t - x t ^ 3)) -> x 0 <= E ->
  forall t, 0 <= t -> x t <= 1 * E.
Proof.
  intros K HE D S t T. replace (1 * E) with (E * exp 0) by (rewrite exp_0; ring).
  apply (comparison x (fun s => 0) E); auto; try lra.
  - intros s Hs. eexists. apply D, Hs.
  - intros s Hs. exists 0. apply derive_const.
  - intros s Hs P. do 2 eexists. split; [apply D, Hs | split; [apply derive_const|]].
    assert (0 < x s ^ 3) by (apply pow_lt; lra).
    assert (0 < k * x s) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
"""
BY_HAND = (
    LEMMAS
    + """
Theorem proof : T_1.
Proof. intros Space x k C K L E HE S t T. apply (stays_below k x E); auto. Qed.
"""
)
SLOPE = """    yield '-', Inequality(rate(x, flow) <= -k * x, where=[x >= 0], because=x**3,
        name='falls')
"""
OF_A_STEP = but(
    BY_LEMMA, ("    yield '-', By", f"{SLOPE}    yield '-', By"), ("name='b", "by='falls', name='b")
)
USES = """From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Derivatives Curves Inferences.
From Claimed Require Import T_1.
Open Scope R_scope.
Section Falling.
Context (k : R) (x : R -> R) (E : R).
Hypothesis Positive : 0 < k.
Hypothesis Moves : forall t, 0 <= t -> is_derive (fun s => x s) t (-1 * k * x t - x t ^ 3).
Hypothesis Falls : forall t, 0 <= t -> 0 <= x t ->
  exists v, is_derive (fun s => x s) t v /\\ v <= -1 * k * x t.
Lemma stays_below : 0 <= E -> x 0 <= E -> forall t, 0 <= t -> x t <= 1 * E.
Proof.
  intros HE S t T. replace (1 * E) with (E * exp 0) by (rewrite exp_0; ring).
  apply (comparison x (fun s => 0) E); auto; try lra.
  - intros s Hs. eexists. apply Moves, Hs.
  - intros s Hs. exists 0. apply derive_const.
  - intros s Hs P. destruct (Falls s Hs ltac:(lra)) as [v [D V]]. exists v, 0.
    assert (0 < k * x s) by (apply Rmult_lt_0_compat; lra).
    split; [exact D | split; [apply derive_const | lra]].
Qed.
End Falling.
"""
HALF = BY_LEMMA.replace("says=below(1)", "says=below(k)")
SPARE = BY_LEMMA.replace("'stays_below', says=below(1)", "'spare', says=k >= 0")
# a statement, its file of Coq, and what is said of it; "" where it is proved
BY_LEMMAS = {
    "the lemma says it": (BY_LEMMA, LEMMAS, ""),
    "a proof by hand, too": (BY_LEMMA, BY_HAND, "leave Theorem proof out of T_1.v"),
    "the lemma uses a step": (OF_A_STEP, USES, ""),
    "the lemma does not use the step": (OF_A_STEP, LEMMAS, "use each step that it takes"),
    "more than the lemma says": (HALF, LEMMAS, "'below' does not follow"),
    "the claim does not follow from it": (SPARE, LEMMAS, "the claim does not follow"),
    "no lemma": (
        BY_LEMMA.replace("'stays", "'stay"), LEMMAS, "unknown lemma 'stay_below'; did you mean",
    ),
    "no file": (BY_LEMMA.replace("'stays", "'Quantites.stays"), LEMMAS, "unknown Coq file"),
}  # fmt: skip
BY_LOGIC = """
    G, _, S = given(positive_definite_square('G', root='R', inverse='S'))
    a, v = given(any_vector('a')), given(any_vector('v'))
    w = (S @ S) @ a
    represents = lambda g: for_every(any_vector('Y'), lambda Y: equals(g @ G @ Y, a @ Y))
    yield claim('-', for_every(any_vector('g'), lambda g: iff(represents(g), equals(g, w))))
    yield '-', Identity(w @ G @ v, a @ v, name='represents')
    yield '-', Identity((v - w) @ G @ (v - w), v @ G @ (v - w) - a @ (v - w), name='unique')
    yield '-', Thus(for_every(any_vector('g'), lambda g: iff(represents(g), equals(g, w))),
        by=['represents', 'unique'], name='so')
"""
CASE = """
    u, A = given(unit_vector('u')), given(row_stochastic('A'))
    V, tau, i = given(symmetric_operator('V')), given(positive_scalar('tau')), tokens.any('i')
    moved = u + tau * (V @ total(A[i, k] * u for k in tokens))
    rests = there_is(any_scalar('m'), lambda m: both(equals(V @ u, m * u), 1 + tau * m > 0))
    yield claim('-', iff(for_every(i, equals(moved / norm(moved), u)), rests))
    yield '-', Identity(total(A[i, k] * u for k in tokens), u, name='mean')
    yield '-', By('B-L8', at={'x': lambda i: u}, by='mean', name='lemma')
"""
AT_IDENTITY = """
    u, A = given(unit_vector('u')), given(row_stochastic('A'))
    tau, i = given(positive_scalar('tau')), tokens.any('i')
    moved = u + tau * total(A[i, k] * u for k in tokens)
    rests = there_is(any_scalar('m'), lambda m: both(equals(u, m * u), 1 + tau * m > 0))
    yield claim('-', iff(for_every(i, equals(moved / norm(moved), u)), rests))
    yield '-', Identity(total(A[i, k] * u for k in tokens), u, name='mean')
    yield '-', By('B-L8', at={'x': lambda i: u, 'V': identity_operator()}, by='mean', name='lemma')
"""
DISTINCTION = """
    x, y, s, t = (given(any_scalar(name)) for name in ('x', 'y', 's', 't'))
    told = both(implies(x < y, equals(s, 1)), implies(never(x < y), equals(s, -1)), y - x <= 1)
    says = implies(told, either(t < 0, 2 * (y - x) <= 1 + s + t**2))
    yield claim('-', says)
    yield '-', Inequality(t**2 >= 0, because=t**2, name='square')
    yield '-', Thus(says, by='square', name='so')
"""
FIRST_INTEGRAL = """
    x, v, w = given(any_scalar('x')), given(any_scalar('v')), given(positive_scalar('w'))
    flow = motion({x: v, v: -w**2 * x})
    energy = v**2 + w**2 * x**2
    yield claim('-', for_every(any_scalar('c'), lambda c: implies(
        at_start(equals(energy, c)), always(equals(energy, c)))), along=solution(flow))
    yield '-', Identity(rate(energy, flow), 0, name='rests')
    yield '-', Conserved(energy, by='rests', name='energy')
"""
EXCHANGE = """
    x, y, c = given(any_scalar('x')), given(any_scalar('y')), given(any_scalar('c'))
    layer = iteration({x: x + c * (y - x), y: y + c * (x - y)})
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(
        at_start(equals(x + y, E)), always(equals(x + y, E)))), along=orbit(layer))
    yield '-', Identity(x + c * (y - x) + (y + c * (x - y)), x + y, name='kept')
    yield '-', Conserved(x + y, by='kept', name='sum')
"""
FORCED = """
    V, k, m = given(any_scalar('V')), given(positive_scalar('k')), given(any_scalar('m'))
    w = given(nonnegative_scalar('w'))
    flow = motion({V: -k * V + m - w})
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(at_start(V <= E), always(
        V <= exp(-k * elapsed) * E + m / k * (1 - exp(-k * elapsed))))),
        along=solution(flow, varying=[w]))
    yield '-', Inequality(rate(V - m / k, flow) <= -k * (V - m / k), name='falls', because=w)
    yield '-', Comparison(V - m / k, exponent=-k * elapsed, everywhere=True, by='falls', name='so')
"""
FILLS = """
    r, K, a = (given(positive_scalar(name)) for name in ('r', 'K', 'a'))
    x = given(any_scalar('x'))
    given(that(a < K))
    flow = motion({x: r * x * (1 - x / K)})
    yield claim('-', implies(at_start(both(x >= a, x <= K)), tends_to(x, K)),
        along=solution(flow))
    yield '-', Identity(rate(K - x, flow), -r * x / K * (K - x), name='rest')
    yield '-', NotCrossed(x <= K, -r * x / K, by='rest', name='below')
    yield '-', Inequality(rate(x, flow) > 0, where=[x >= a, x <= a],
        because=r * x / K * ((K - a) + (a - x)), name='inward')
    yield '-', Stays(x >= a, by='inward', name='above')
    yield '-', Inequality(rate(K - x, flow) <= -r * a / K * (K - x), where=[x >= a, x <= K],
        because=r / K * (x - a) * (K - x), name='falls')
    yield '-', Comparison(K - x, exponent=-r * a / K * elapsed, by='falls', name='decay')
"""
EACH_TENDS = """
    x, v, i = given(any_vectors('x')), given(any_vector('v')), tokens.any('i')
    flow = motion({x: lambda i: v - x[i]})
    yield claim('-', tends_to(x[i], v), along=solution(flow))
    square = (x[i] - v) @ (x[i] - v)
    yield '-', Identity(rate(square, flow), -2 * square, name='falls')
    yield '-', Comparison(square, exponent=-2 * elapsed, by='falls', name='decay')
"""
LAYERS_TEND = """
    x, q = given(any_scalar('x')), given(scalar_between('q', 0, 1))
    yield claim('-', tends_to(x, 0), along=orbit(iteration({x: (1 - q) * x})))
    yield '-', Inequality(((1 - q) * x)**2 <= exp(-q) * x**2, name='layer',
        because=x**2 * (exp(-q) - (1 - q)) + x**2 * q * (1 - q))
    yield '-', OverLayers(x**2, exponent=-q * elapsed, by='layer', name='decay')
"""
SLOW_LAYERS = """
    x, c = given(any_scalar('x')), given(scalar_between('c', 0, 1))
    low, high = given(that(x >= 0)), given(that(x <= 1))
    after = x - c * x**2
    yield claim('-', both(always(both(x >= 0, x <= 1)), converges(x), tends_to(x, 0),
        for_every(nonnegative_scalar('E'), lambda E: implies(
            at_start(x <= E), always(x * (1 + c * E * elapsed) <= E)))),
        along=orbit(iteration({x: after}), start=[low, high]))
    yield '-', Inequality(after >= 0, because=x * ((1 - x) + (1 - c) * x), name='low')
    yield '-', Inequality(after <= 1, because=(1 - x) + c * x**2, name='high')
    yield '-', Stays([x >= 0, x <= 1], by=['low', 'high'], name='inside')
    yield '-', Inequality(after <= x - c * x**2, because=0, name='layer')
    yield '-', AlgebraicDecay(x, c, by='layer', name='decay')
    yield '-', Inequality(after <= x, because=c * x**2, name='falls')
    yield '-', MonotoneLimit(x, above=0, by='falls', name='limit')
"""
NEARER_LAYERS = """
    x, m, n = given(any_vectors('x')), given(positive_scalar('m')), tokens.count
    A, i, j = given(row_stochastic('A')), *tokens.any('i', 'j')
    least = given(that(A[i, j] >= m))
    given(that(n * m < 1))
    layer = iteration({x: lambda i: total(A[i, k] * x[k] for k in tokens)})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(norm(x[i] - x[j]) <= E), always(norm(x[i] - x[j]) <= E * exp(-n * m * elapsed)))),
        along=orbit(layer, varying=[A], always=[least]))
    c, B = given(any_vector('c')), given(nonnegative_scalar('B'))
    u, spare = lambda i: c @ x[i], lambda i, k: A[i, k] - m
    later = lambda i: c @ total(A[i, k] * x[k] for k in tokens)
    yield '-', Inequality(
        later(i) - later(j) <= B * exp(-n * m), where=[every(lambda k, h: u(k) - u(h) <= B)],
        because=total(total(spare(i, k) * spare(j, h) * (B - u(k) + u(h)) for h in tokens)
            for k in tokens) / (1 - n * m) + B * (exp(-n * m) - (1 - n * m)), name='nearer')
    yield '-', SpreadOf(u(i), u(j), bound=B, exponent=-n * m * elapsed, by='nearer', name='spread')
    yield '-', ByCoordinates(x[i], x[j], exponent=-n * m * elapsed, by='spread', name='distances')
"""
TWO_BOUNDS = """
    x, s, w = given(coefficients('x')), given(coefficients('s')), given(row_stochastic('w'))
    c, i = given(scalar_between('c', 0, 1)), tokens.any('i')
    heard = lambda i: (1 - c) * s[i] + c * total(w[i, k] * x[k] for k in tokens)
    yield claim('-', for_every(any_scalar('E'), lambda E: both(
        implies(both(s[i] <= E, at_start(x[i] <= E)), always(x[i] <= E)),
        implies(both(s[i] >= E, at_start(x[i] >= E)), always(x[i] >= E)))),
        along=orbit(iteration({x: heard})))
    B, C = given(any_scalar('B')), given(any_scalar('C'))
    given(that(s[i] <= B))
    given(that(s[i] >= C))
    yield '-', Inequality(heard(i) <= B, where=[every(lambda k: x[k] <= B)], name='below',
        because=(1 - c) * (B - s[i]) + c * total(w[i, k] * (B - x[k]) for k in tokens))
    yield '-', GreatestOf(x[i], bound=B, by='below', name='greatest')
    yield '-', Inequality(heard(i) >= C, where=[every(lambda k: x[k] >= C)], name='above',
        because=(1 - c) * (s[i] - C) + c * total(w[i, k] * (x[k] - C) for k in tokens))
    yield '-', LeastOf(x[i], bound=C, by='above', name='least')
"""
OTHERS = """
    x, i, a = given(coefficients('x')), tokens.any('i'), given(positive_scalar('a'))
    flow = motion({x: lambda i: total(a * (x[j] - x[i]) for j in tokens.but(i))})
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(
        at_start(x[i] <= E), always(x[i] <= E))), along=solution(flow))
    yield '-', Inequality(rate(x[i], flow) <= 0, where=[every(lambda k: x[k] <= x[i])],
        because=total(a * (x[i] - x[j]) for j in tokens.but(i)), name='falls')
    yield '-', GreatestOf(x[i], by='falls', name='all')
"""
SYMPLECTIC = """
    q, p, h = given(any_vector('q')), given(any_vector('p')), given(positive_scalar('h'))
    given(that(h < 2))
    later, H = p - h * q, let('H', lambda: p @ p + q @ q - h * (p @ q))
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(
        at_start(H <= E), always((1 - h / 2) * (p @ p + q @ q) <= E))),
        along=orbit(iteration({p: later, q: q + h * later})))
    yield '-', Identity(later @ later + (q + h * later) @ (q + h * later)
        - h * (later @ (q + h * later)), H, name='kept')
    yield '-', Conserved(H, by='kept', name='conserved')
    yield '-', Inequality((1 - h / 2) * (p @ p + q @ q) <= H, because=h / 2 * ((p - q) @ (p - q)))
"""
LENGTHS = """
    p, w, y = given(any_vector('p')), given(any_vector('w')), given(any_scalar('y'))
    flow = motion({p: -(w @ p) * w, y: -y**3 - y})
    yield claim('-', both(for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(norm(p) <= E), always(norm(p) <= E))), tends_to(y, 0)),
        along=solution(flow, varying=[w]))
    yield '-', Inequality(rate(p @ p, flow) <= 0, name='falls', because=2 * (w @ p)**2)
    yield '-', Rises(-(p @ p), by='falls', name='never rises')
    yield '-', Inequality(rate(y**2, flow) <= -2 * y**2, name='second', because=2 * y**4)
    yield '-', Comparison(y**2, exponent=-2 * elapsed, by='second', name='decay')
"""
RESIDUAL = """
    x, u, U = given(any_vector('x')), given(any_vector('u')), given(nonnegative_scalar('U'))
    short = given(that(norm(u) <= U))
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(at_start(norm(x) <= E),
        always(norm(x) <= E + U * elapsed))),
        along=orbit(iteration({x: x + u}), varying=[u], always=[short]))
    yield '-', Inequality(norm(x + u) <= norm(x) + U, name='triangle')
    yield '-', GrowsAtMost(norm(x), U, by='triangle', name='grows')
"""
DECAYED = """
    x, u = given(any_vector('x')), given(any_vector('u'))
    k, h = given(positive_scalar('k')), given(positive_scalar('h'))
    given(that(h * k <= 1))
    short, after = given(that(norm(u) <= 1)), (1 - h * k) * x - h * u
    yield claim('-', implies(at_start(norm(x) <= 1 / k), always(norm(x) <= 1 / k)),
        along=orbit(iteration({x: after}), varying=[u], always=[short]))
    yield '-', Inequality(norm(after) <= 1 / k, where=[norm(x) <= 1 / k], name='step')
    yield '-', Stays(norm(x) <= 1 / k, by='step', name='stays')
"""
SLOW_LIMIT = """
    x, h, R = given(any_scalar('x')), given(positive_scalar('h')), given(positive_scalar('R'))
    given(that(h * R <= 1))
    start, q = given(that(x**2 <= R)), x**2
    yield claim('-', tends_to(x, 0), along=orbit(iteration({x: x - h * x**3}), start=[start]))
    yield '-', Inequality((x - h * x**3)**2 <= x**2 - h * (x**2)**2, where=[x**2 <= R],
        because=h * q * q * ((1 - h * R) + h * (R - q)), name='falls')
    yield '-', Inequality((x - h * x**3)**2 <= R, where=[x**2 <= R], name='within',
        because=(R - q) + h * q * q + h * q * q * ((1 - h * R) + h * (R - q)))
    yield '-', Stays(x**2 <= R, by='within', name='inside')
    yield '-', AlgebraicDecay(x**2, h, by='falls', name='decay')
"""
ADAPTIVE = """
    e, p, w = given(any_scalar('e')), given(any_scalar('p')), given(any_scalar('w'))
    m, M = given(positive_scalar('m')), given(positive_scalar('M'))
    low, high = given(that(w >= -M)), given(that(w <= M))
    flow = motion({e: -m * e + p * w, p: -e * w})
    V = let('V', lambda: e**2 + p**2)
    yield claim('-', tends_to(e, 0), along=solution(flow, varying=[w], always=[low, high]))
    yield '-', Inequality(rate(V, flow) <= -(2 * m * e**2), because=0, name='falls')
    yield '-', Rises(-V, by='falls', name='never rises')
    yield '-', Inequality(e**2 >= 0, because=e**2, name='square')
    yield '-', Inequality(V >= 0, because=e**2 + p**2, name='positive')
    yield '-', Inequality(rate(2 * m * e**2, flow) <= 2 * m * M * V, name='slope',
        because=4 * m**2 * e**2 + m * (M - w) * (e + p)**2 + m * (M + w) * (e - p)**2)
    yield '-', Vanishes(2 * m * e**2, energy=V, above=0, slope=2 * m * M * V, name='vanishes',
        by=['falls', 'square', 'positive', 'slope'])
    yield '-', Inequality(e**2 <= 1 / (2 * m) * (2 * m * e**2), because=0, name='bound')
"""
LOST_IN_LAYERS = """
    x, h = given(any_vector('x')), given(scalar_between('h', 0, 1))
    after = x - h * x
    yield claim('-', tends_to(x, zero_vector()), along=orbit(iteration({x: after})))
    yield '-', Inequality(after @ after <= x @ x - h * (x @ x), because=h * (1 - h) * (x @ x),
        name='falls')
    yield '-', Inequality(h * (x @ x) >= 0, because=h * (x @ x), name='lost')
    yield '-', Inequality(x @ x >= 0, because=x @ x, name='square')
    yield '-', Vanishes(h * (x @ x), energy=x @ x, above=0, by=['falls', 'lost', 'square'],
        name='vanishes')
"""
FIXED_TIME = """
    x, k = given(any_vector('x')), given(positive_scalar('k'))
    flow = motion({x: -k * (x @ x) * x})
    yield claim('-', always(2 * k * elapsed * (x @ x) <= 1), along=solution(flow))
    yield '-', Identity(rate(x @ x, flow), -2 * k * (x @ x)**2, name='falls')
    yield '-', AlgebraicDecay(x @ x, 2 * k, by='falls', name='decay')
"""
EXACT = """
    x, c = given(any_scalar('x')), given(positive_scalar('c'))
    flow = motion({x: -c * x})
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(at_start(equals(x, E)), always(
        equals(x, E * exp(-c * elapsed))))), along=solution(flow))
    yield '-', Identity(rate(x, flow), -c * x, name='s')
    yield '-', Comparison(x, exponent=-c * elapsed, by='s', everywhere=True, name='above')
    yield '-', Comparison(-x, exponent=-c * elapsed, by='s', everywhere=True, name='below')
"""
SHARES = """
    p, f, i = given(positive_weights('p')), given(coefficients('f')), tokens.any('i')
    after = lambda i: p[i] * exp(f[i]) / total(p[k] * exp(f[k]) for k in tokens)
    yield claim('-', always(p[i] > 0), along=orbit(iteration({p: after}), start=[p]))
    yield '-', Inequality(after(i) > 0, name='after')
    yield '-', Stays(p[i] > 0, by='after', name='positive')
"""
THRESHOLD = """
    s, i, R = (given(nonnegative_scalar(letter)) for letter in ('s', 'i', 'R'))
    b, g, S = (given(positive_scalar(letter)) for letter in ('b', 'g', 'S'))
    flow = motion({s: -b * s * i, i: b * s * i - g * i, R: g * i})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(both(s <= S, i <= E)), always(i <= E * exp(-(g - b * S) * elapsed)))),
        along=solution(flow, start=[s, i, R]))
    yield '-', Identity(rate(s, flow), -b * i * s, name='multiple s')
    yield '-', NotCrossed(s >= 0, -b * i, by='multiple s', name='s positive')
    yield '-', Identity(rate(i, flow), (b * s - g) * i, name='multiple i')
    yield '-', NotCrossed(i >= 0, b * s - g, by='multiple i', name='i positive')
    yield '-', Inequality(rate(-s, flow) >= 0, name='falls', because=b * s * i)
    yield '-', Rises(-s, by='falls', name='susceptible')
    yield '-', Inequality(rate(i, flow) <= -(g - b * S) * i, where=[s <= S], name='few',
                          because=b * i * (S - s))
    yield '-', Comparison(i, exponent=-(g - b * S) * elapsed, by='few', name='infected')
"""
TWO_SIDED = """
    x, A, m = given(any_vectors('x')), given(doubly_stochastic('A')), given(any_vector('m'))
    u, v = given(any_vector('u')), given(any_vector('v'))
    after = lambda i: total(A[i, k] * x[k] for k in tokens)
    D = total((x[i] - m) @ (x[i] - m) for i in tokens)
    yield claim('-', nondecreasing(-D), for_every(any_vector('z'), lambda z: implies(
        at_start(equals(u, z)), always(equals(u, z)))),
                along=orbit(iteration({x: after, u: u, v: u}), varying=[A]))
    yield '-', Inequality(-total((after(i) - m) @ (after(i) - m) for i in tokens) >= -D, name='all',
                          because=total(total(A[i, k] * ((x[k] - after(i)) @ (x[k] - after(i)))
                                              for k in tokens) for i in tokens))
    yield '-', Rises(-D, by='all', name='nearer')
"""
CLOCK = """
    s, x, k = given(any_scalar('s')), given(any_scalar('x')), given(positive_scalar('k'))
    flow = motion({s: 1, x: -2 * k * s * x})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(both(equals(s, 0), x**2 <= E)), always(x**2 <= E * exp(-2 * k * elapsed**2)))),
                along=solution(flow))
    yield '-', Identity(rate(-s, flow), -1, name='clock')
    yield '-', GrowsAtMost(-s, -1, by='clock', name='early')
    T = given(nonnegative_scalar('T'))
    yield '-', Inequality(rate(x**2, flow) <= -4 * k * T * x**2, where=[s >= T], name='falls',
                          because=4 * k * (s - T) * x**2)
    yield '-', Comparison(x**2, exponent=-2 * k * elapsed**2, by='falls', at={T: elapsed},
                          name='decay')
"""
RATES = """
    x, k, i = given(coefficients('x')), given(positive_scalar('k')), tokens.any('i')
    flow = motion({x: lambda i: -k * x[i]})
    energy = k * total(x[i]**2 for i in tokens) / 2
    power = k * total(x[i] * rate(x[i], flow) for i in tokens)
    yield claim('-', nondecreasing(-energy), along=solution(flow))
    yield '-', Identity(rate(energy, flow), power, name='power')
    yield '-', Inequality(power <= 0, name='falls', because=k**2 * total(x[i]**2 for i in tokens))
    yield '-', Rises(-energy, by=['power', 'falls'], name='energy')
"""
EITHER = """
    x = given(any_scalar('x'))
    flow = motion({x: x * (1 - x)})
    outside = either(x <= 0, x >= 1)
    yield claim('-', implies(at_start(outside), always(outside)), along=solution(flow))
    yield '-', Identity(rate(-x, flow), -(1 - x) * x, name='low')
    yield '-', NotCrossed(x <= 0, 1 - x, by='low', name='below')
    yield '-', Identity(rate(x - 1, flow), -x * (x - 1), name='high')
    yield '-', NotCrossed(x >= 1, -x, by='high', name='above')
"""
COMPETITION = """
    x, y, a = given(any_scalar('x')), given(any_scalar('y')), given(positive_scalar('a'))
    flow = motion({x: x * (1 - x - a * y), y: y * (1 - y)})
    inside = both(x > 0, x <= 1, y > 0)
    yield claim('-', implies(at_start(inside), always(inside)), along=solution(flow))
    yield '-', Identity(rate(x, flow), (1 - x - a * y) * x, name='x rests')
    yield '-', NotCrossed(x >= 0, 1 - x - a * y, by='x rests', name='x above')
    yield '-', Identity(rate(y, flow), (1 - y) * y, name='y rests')
    yield '-', NotCrossed(y >= 0, 1 - y, by='y rests', name='y above')
    yield '-', Inequality(rate(x, flow) < 0, where=[x >= 1, x <= 1, y > 0], name='falls',
                          because=x * (x - 1) + a * x * y)
    yield '-', Stays(x <= 1, by='falls', name='below')
"""
EXPONENTIALS = """
    x, y, b = given(unit_vector('x')), given(unit_vector('y')), given(nonnegative_scalar('b'))
    says = exp(b * (x @ y)) >= exp(-b)
    yield claim('-', says)
    yield '-', Inequality(says, because=exp(b * (x @ y)) - exp(-b), name='least')
    yield '-', Thus(says, by='least', name='so')
"""
ANY_BOUND = """
    x = given(any_scalar('x'))
    flow = motion({x: -x - 2 * x**3})
    yield claim('-', for_every(positive_scalar('M'), lambda M: implies(
        at_start(x <= M), always(x <= M))), along=solution(flow))
    M = given(positive_scalar('M'))
    yield '-', Inequality(rate(x, flow) < 0, where=[x >= M], because=2 * x**3 + x, name='upper')
    yield '-', Stays(x <= M, by='upper', name='stays')
"""
TO_A_LEADER = """
    y, c = given(unit_vector('y')), given(unit_vector('c'))
    flow = motion({y: tangent(c, y)})
    yield claim('-', always(c @ y <= 1), nondecreasing(c @ y), along=solution(flow, start=[y]))
    yield '-', Identity(rate(1 - c @ y, flow), -(1 + c @ y) * (1 - c @ y), name='rest')
    yield '-', NotCrossed(c @ y <= 1, -(1 + c @ y), by='rest', name='below 1')
    yield '-', Inequality(rate(c @ y, flow) >= 0, name='nearer',
        because=(c - (c @ y) * y) @ (c - (c @ y) * y))
    yield '-', Rises(c @ y, by='nearer', name='rises')
"""
HALVED = """
    x, y = given(any_scalar('x')), given(any_scalar('y'))
    layer = iteration({x: x / 2, y: y / 2})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(at_start(
        absolute(x - y) <= E), always(absolute(x - y) <= E * exp(-log(2) * elapsed)))),
        along=orbit(layer))
    yield '-', Inequality(x / 2 - y / 2 <= (x - y) * exp(-log(2)), name='above')
    yield '-', OverLayers(x - y, exponent=-log(2) * elapsed, by='above', name='a')
    yield '-', Inequality(y / 2 - x / 2 <= (y - x) * exp(-log(2)), name='below')
    yield '-', OverLayers(y - x, exponent=-log(2) * elapsed, by='below', name='b')
"""
ANY_INTERVAL = """
    x = given(any_scalar('x'))
    flow = motion({x: -x - 2 * x**3})
    yield claim('-', for_every(positive_scalar('M'), lambda M: implies(
        at_start(absolute(x) <= M), always(absolute(x) <= M))), along=solution(flow))
    M = given(positive_scalar('M'))
    yield '-', Inequality(rate(x, flow) < 0, where=[x >= M], because=2 * x**3 + x, name='upper')
    yield '-', Inequality(rate(x, flow) > 0, where=[x <= -M], name='lower',
                          because=2 * (-x)**3 + (-x))
    yield '-', Stays([x <= M, x >= -M], by=['upper', 'lower'], name='stays')
"""
EXCESS = """
    w, q, T = given(any_scalar('w')), given(positive_scalar('q')), given(positive_scalar('T'))
    less = given(that(q < 1))
    layer = iteration({w: q * w + (1 - q) * T})
    yield claim('-', limsup_at_most(w, T), along=orbit(layer))
    yield '-', Inequality(q * w + (1 - q) * T - T <= q * (w - T), name='excess')
    yield '-', OverLayers(w - T, exponent=log(q) * elapsed, by='excess', name='decays',
                          everywhere=True)
"""
GAIN = """
    x, k = given(any_scalar('x')), given(any_scalar('k'))
    flow = motion({x: -k * x, k: x**2})
    V = x**2 + k**2
    yield claim('-', converges(k), along=solution(flow))
    yield '-', Identity(rate(V, flow), 0, name='circle')
    yield '-', Conserved(V, by='circle', name='kept')
    yield '-', Inequality(rate(k, flow) >= 0, name='rises', because=x**2)
    yield '-', Inequality(k <= 1 + V, name='above',
                          because=x**2 + (k - Fraction(1, 2))**2 + Fraction(3, 4))
    yield '-', MonotoneLimit(k, below=1 + V, by=['rises', 'above'], name='limit')
"""
SUMS_AT_START = """
    x, S, i = given(coefficients('x')), given(any_scalar('S')), tokens.any('i')
    layer = iteration({x: lambda i: x[i] / 2, S: S + total(x[j] for j in tokens) / 2})
    yield claim('-', implies(at_start(both(equals(x[i], 1), equals(S, 0))),
        always(S + total(x[j] for j in tokens) <= tokens.count)), along=orbit(layer))
    yield '-', Identity(S + total(x[j] for j in tokens) / 2 + total(x[j] / 2 for j in tokens),
                        S + total(x[j] for j in tokens), name='same')
    yield '-', Conserved(S + total(x[j] for j in tokens), by='same', name='kept')
"""
SCORES = """
    b, x, y = given(positive_scalar('b')), given(any_scalar('x')), given(any_scalar('y'))
    R = given(positive_scalar('R'))
    given(that(x <= R)), given(that(x >= -R)), given(that(y <= R)), given(that(y >= -R))
    says = exp(-b * R**2) <= exp(b * x * y)
    gap = b * (R**2 + x * y)
    yield claim('-', says)
    yield '-', Inequality(says, name='least', because=exp(-b * R**2) * (
        (exp(gap) - 1 - gap) + b * ((R + x) * (R + y) + (R - x) * (R - y)) / 2))
    yield '-', Thus(says, by='least', name='so')
"""
OTHER_MODES = """
    A = given(symmetric_operator('A'))
    v, lam = given(diagonalised('v', 'lam', of=A, latex=('v', r'\\lambda')))
    mu = given(spectral_bound('mu', values=lam, but_first=True))
    x = given(any_vector('x'))
    says = total((lam[k] * (v[k] @ x))**2 for k in modes.but(1)) <= (
        mu**2 * total((v[k] @ x)**2 for k in modes.but(1)))
    yield claim('-', says)
    yield '-', Inequality(says, name='least', because=total(
        (mu**2 - lam[k]**2) * (v[k] @ x)**2 for k in modes.but(1)))
    yield '-', Thus(says, by='least', name='so')
"""
OWN_LETTERS = """
    x, a = given(any_scalar('x')), given(nonnegative_scalar('a'))
    flow = motion({x: -a * x})
    letters = positive_scalar('m'), positive_scalar('p'), nonnegative_scalar('E')
    yield claim('-', for_every(letters, lambda m, p, E: implies(
        both(at_start(x <= E), always(a >= m * p)), always(x <= E * exp(-m * p * elapsed)))),
        along=solution(flow, varying=[a]))
    m, p = given(positive_scalar('m')), given(positive_scalar('p'))
    given(that(a >= m * p))
    yield '-', Inequality(rate(x, flow) <= -m * p * x, where=[x >= 0], because=(a - m * p) * x,
        name='falls')
    yield '-', Comparison(x, exponent=-m * p * elapsed, by='falls', name='decay')
"""
OWN_LETTER = """
    x, y = given(any_scalar('x')), given(any_scalar('y'))
    flow = motion({x: -x, y: -y / (1 + x**2)})
    yield claim('-', for_every(nonnegative_scalar('D'), lambda D: for_every(
        nonnegative_scalar('E'), lambda E: implies(at_start(both(x**2 <= D, y**2 <= E)), always(
            y**2 <= E * exp(-2 / (1 + D) * elapsed))))), along=solution(flow))
    yield '-', Inequality(rate(-x**2, flow) >= 0, because=2 * x**2, name='falls')
    yield '-', Rises(-x**2, by='falls', name='inside')
    D = given(nonnegative_scalar('D'))
    yield '-', Inequality(rate(y**2, flow) <= -2 / (1 + D) * y**2, where=[x**2 <= D], name='near',
                          because=2 * y**2 * (D - x**2) / ((1 + D) * (1 + x**2)))
    yield '-', Comparison(y**2, exponent=-2 / (1 + D) * elapsed, by='near', name='decay')
"""
FIXED_POINT = """
    x, p, i = given(coefficients('x')), given(coefficients('p')), tokens.any('i')
    W = given(row_stochastic('W'))
    given(that(equals(p[i], total(W[i, k] * p[k] for k in tokens) / 2)))
    after = let('y', lambda i: total(W[i, k] * x[k] for k in tokens) / 2)
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(x[i] - p[i] <= E), always(x[i] - p[i] <= E))),
        along=orbit(iteration({x: lambda i: after[i]})))
    B = given(nonnegative_scalar('B'))
    yield '-', Inequality(after[i] - p[i] <= B, where=[every(lambda k: x[k] - p[k] <= B)],
        name='above', because=total(W[i, k] * (B - x[k] + p[k]) for k in tokens) / 2 + B / 2)
    yield '-', GreatestOf(x[i] - p[i], bound=B, by='above', name='kept')
"""
NORMALISED = """
    w = given(nonzero_vector('w'))
    flow = motion({w: -1 * w - w / (w @ w) * 0})
    yield claim('-', always(w @ w > 0), along=solution(flow, start=[w]))
    yield '-', Identity(rate(w @ w, flow), -2 * (w @ w), name='length')
    yield '-', NotCrossed(w @ w > 0, -2, by='length', name='not zero')
"""
MET = """
    c, s = given(any_scalar('c')), given(nonnegative_scalar('s'))
    b, e = given(positive_scalar('b')), given(positive_scalar('e'))
    flow = motion({c: s * (e - c) - b * c})
    yield claim('-', implies(at_start(c <= e), always(c <= e)), along=solution(flow))
    yield '-', Inequality(rate(c, flow) < 0, where=[c >= e, c <= e], because=b * e, name='free')
    yield '-', Stays(c <= e, by='free', name='most')
"""
FRICTION = """
    v, U, W = given(any_vectors('v')), given(nonnegative_weights('U')), given(any_scalar('W'))
    i, j, c = *tokens.any('i', 'j'), given(positive_scalar('c'))
    given(that(U[i, j] <= W))
    speed = total(v[k] @ v[k] for k in tokens)
    flow = motion({v: lambda i: -c * v[i]})
    yield claim('-', tends_to(v[i], zero_vector()), always(total(total(
        (U[k, m] + U[m, k]) / 2 * (v[k] @ v[k]) for m in tokens) for k in tokens)
        <= W * tokens.count * speed), along=solution(flow))
    yield '-', Inequality(rate(speed, flow) <= -2 * c * speed, because=0, name='falls')
    yield '-', Comparison(speed, exponent=-2 * c * elapsed, by='falls', name='decay')
    yield '-', Inequality(c * (v[i] @ v[i]) <= c * speed, name='each', because=c * total(
        (1 - same(k, i)) * (v[k] @ v[k]) for k in tokens))
    yield '-', Inequality(total(total((U[k, m] + U[m, k]) / 2 * (v[k] @ v[k]) for m in tokens)
                                for k in tokens) <= W * tokens.count * speed, name='weights',
        because=total(total((W - (U[k, m] + U[m, k]) / 2) * (v[k] @ v[k]) for m in tokens)
                      for k in tokens))
"""
MULTIPLE = """
    x, h = given(nonnegative_scalar('x')), given(scalar_between('h', 0, 1))
    yield claim('-', tends_to(x, 0), along=orbit(iteration({x: (1 - h) * x}), start=[x]))
    yield '-', Inequality((1 - h) * x >= 0, because=(1 - h) * x, name='after')
    yield '-', Stays(x >= 0, by='after', name='stays')
    yield '-', Inequality((1 - h) * x <= x - h * x, because=0, name='falls')
    yield '-', Inequality(h * x >= 0, because=h * x, name='lost')
    yield '-', Vanishes(h * x, energy=x, above=0, by=['falls', 'lost'], name='vanishes')
"""
VECTOR_SUM = """
    x, c = given(any_vectors('x')), given(any_vector('c'))
    s = total(x[k] for k in tokens)
    flow = motion({x: lambda i: total(x[j] - x[i] for j in tokens)})
    yield claim('-', for_every(any_vector('m'), lambda m: implies(
        at_start(equals(s, m)), always(equals(s, m)))), along=solution(flow))
    yield '-', Identity(rate(c @ s, flow), 0, name='rests')
    yield '-', Conserved(c @ s, by='rests', name='in every direction')
"""
DISC = """
    x, y = given(any_scalar('x')), given(any_scalar('y'))
    flow, V = motion({x: -y, y: x - (1 - x**2) * y}), x**2 + y**2
    yield claim('-', for_every(scalar_between('a', 0, 1), lambda a: implies(
        at_start(V <= a), always(V <= a))), along=solution(flow))
    yield '-', Inequality(rate(V, flow) <= 0, where=[V < 1], name='falls',
        because=2 * y**2 * ((1 - V) + y**2))
    yield '-', Stays(V < 1, by='falls', name='open disc')
    yield '-', Rises(-V, by='falls', name='never rises')
"""
BY_A_FACTOR = """
    x, e = given(any_vector('x')), given(scalar_between('e', 0, 1))
    q = 1 - e**2 + e**4
    yield claim('-', tends_to(x, zero_vector()), along=orbit(iteration({x: q * x})))
    yield '-', Inequality(q > 0, because=(1 - e**2 / 2)**2 + 3 * e**4 / 4, name='positive')
    yield '-', Identity((q * x) @ (q * x), q**2 * (x @ x), name='layer')
    yield '-', OverLayers(x @ x, exponent=2 * log(q) * elapsed, by=['positive', 'layer'],
        name='decay')
    yield '-', Inequality(q < 1, because=e**2 * (1 - e) * (1 + e))
"""
PUSH_SUM = """
    A, s, w = given(nonnegative_weights('A')), given(coefficients('s')), given(coefficients('w'))
    i, after = tokens.any('i'), lambda x, i: total(A[i, k] * x[k] for k in tokens)
    layer = iteration({s: lambda i: after(s, i), w: lambda i: after(w, i)})
    yield claim('-', for_every(any_scalar('E'), lambda E: implies(
        at_start(s[i] <= E * w[i]), always(s[i] <= E * w[i]))), along=orbit(layer, varying=[A]))
    E = given(any_scalar('E'))
    yield '-', Inequality(after(s, i) <= E * after(w, i), where=[every(lambda k: s[k] <= E * w[k])],
        because=total(A[i, k] * (E * w[k] - s[k]) for k in tokens), name='layer')
    yield '-', Stays(s[i] <= E * w[i], by='layer', name='all')
"""
STUBBORN = """
    x, i = given(coefficients('x')), tokens.any('i')
    w, k, s = given(nonnegative_weights('w')), given(positive_scalar('k')), given(any_scalar('s'))
    flow = motion({x: lambda i: total(w[i, l] * (x[l] - x[i]) for l in tokens) + k * (s - x[i])})
    yield claim('-', tends_to(x[i], s), along=solution(flow))
    yield '-', Inequality(rate(x[i] - s, flow) <= -k * (x[i] - s),
        where=[every(lambda l: x[l] <= x[i])], name='greatest')
    yield '-', GreatestOf(x[i] - s, exponent=-k * elapsed, by='greatest', name='above')
    yield '-', Inequality(rate(s - x[i], flow) <= -k * (s - x[i]),
        where=[every(lambda l: x[l] >= x[i])], name='least')
    yield '-', GreatestOf(s - x[i], exponent=-k * elapsed, by='least', name='below')
"""
AGREEMENT = but(
    SPREAD,
    ("for_every(nonnegative_scalar('E'), lambda E: implies(\n", "tends_to(x[i] - x[j], 0),\n"),
    (
        "        at_start(x[i] - x[j] <= E), always(x[i] - x[j] <= E * exp(-n * m * elapsed)))),\n",
        "",
    ),
)
GATHERED = but(
    DISTANCES,
    (
        "for_every(nonnegative_scalar('E'), lambda E: implies(\n",
        "tends_to(norm(x[i] - x[j]), 0),\n",
    ),
    (
        "        at_start(norm(x[i] - x[j]) <= E), "
        "always(norm(x[i] - x[j]) <= E * exp(-n * m * elapsed)))),\n",
        "",
    ),
)
TOGGLE = """
    x, y = given(nonnegative_scalar('x')), given(nonnegative_scalar('y'))
    flow = motion({x: 1 / (1 + y) - x, y: 1 / (1 + x) - y})
    yield claim('-', implies(at_start(x <= 1), always(x <= 1)), along=solution(flow, start=[x, y]))
    yield '-', Inequality(rate(x, flow) > 0, where=[x <= 0], name='x inwards')
    yield '-', Inequality(rate(y, flow) > 0, where=[y <= 0], name='y inwards')
    yield '-', Stays([x >= 0, y >= 0], by=['x inwards', 'y inwards'], name='positive')
    yield '-', Inequality(rate(1 - x, flow) >= -(1 - x), name='turned')
    yield '-', Comparison(x - 1, exponent=-elapsed, by='turned', everywhere=True, name='one')
"""
DESCENT_STEPS = """
    m, eta = given(positive_scalar('m')), given(positive_scalar('eta'))
    A, x = given(symmetric_operator('A')), given(any_vector('x'))
    layer = iteration({x: x - eta * (A @ x)})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        both(at_start(x @ x <= E), for_every(any_vector('u'), lambda u: both(
            u @ (A @ u) >= m * (u @ u), eta * ((A @ u) @ (A @ u)) <= u @ (A @ u)))),
        always(x @ x <= E * exp(-m * eta * elapsed)))), along=orbit(layer))
    given(that(x @ (A @ x) >= m * (x @ x)))
    given(that(eta * ((A @ x) @ (A @ x)) <= x @ (A @ x)))
    after = x - eta * (A @ x)
    yield '-', Inequality(after @ after <= (1 - m * eta) * (x @ x), name='shrinks')
    yield '-', OverLayers(x @ x, exponent=-m * eta * elapsed, by='shrinks', name='decay')
"""
NEWTON = """
    a, x = given(positive_scalar('a')), given(any_scalar('x'))
    layer, error = iteration({x: x * (2 - a * x)}), 1 - a * x
    yield claim('-', for_every(any_scalar('M'), lambda M: implies(
        at_start(both(error >= 0, error <= exp(M))),
        always(error <= exp(M * exp(log(2) * elapsed))))), along=orbit(layer))
    yield '-', Identity(1 - a * (x * (2 - a * x)), error**2, name='square')
    yield '-', Inequality(1 - a * (x * (2 - a * x)) >= 0, name='sign')
    yield '-', Stays(error >= 0, by='sign', name='inside')
    yield '-', PowerDecay(error, order=2, by='square', name='decay')
"""
TRUE = {
    "what all tend to": STUBBORN, "agreement": AGREEMENT, "gathered": GATHERED,
    "a rate of the opposite": TOGGLE,
    "one less the rate": DESCENT_STEPS, "of order two": NEWTON,
    "a solution exists": EXISTS, "a solution exists by steps": EXISTS_BY_STEPS,
    "any interval": ANY_INTERVAL, "a limit superior": EXCESS, "a bound that a step gives": GAIN,
    "sums at the start": SUMS_AT_START, "exponentials of products": SCORES,
    "all other modes": OTHER_MODES, "a letter of the claim": OWN_LETTER,
    "two letters of the claim": OWN_LETTERS,
    "a bound that is met": MET, "a multiple of what decays": FRICTION,
    "a fixed point": FIXED_POINT, "defined as long as it is not 0": NORMALISED,
    "a multiple": MULTIPLE, "a vector": VECTOR_SUM, "an open disc": DISC, "a factor": BY_A_FACTOR,
    "members together": PUSH_SUM,
    "any bound": ANY_BOUND, "to a leader": TO_A_LEADER, "both sides of 0": HALVED,
    "a clock": CLOCK, "rates in a sum": RATES, "either at the start": EITHER,
    "one after another": COMPETITION, "exponentials": EXPONENTIALS,
    "a threshold that a part gives": THRESHOLD, "columns add up": TWO_SIDED,
    "a residual stream": RESIDUAL, "weights that decay": DECAYED,
    "what is lost": ADAPTIVE, "lost in layers": LOST_IN_LAYERS, "from any start": FIXED_TIME,
    "an equation from two bounds": EXACT, "shares of all": SHARES,
    "what no inference takes": SYMPLECTIC, "lengths": LENGTHS, "a slow limit": SLOW_LIMIT,
    "a first integral": FIRST_INTEGRAL, "a sum over layers": EXCHANGE, "of any sign": FORCED,
    "what it tends to": FILLS, "what each tends to": EACH_TENDS, "over layers": LAYERS_TEND,
    "an interval over layers": SLOW_LAYERS,
    "distances over layers": NEARER_LAYERS, "a bound for each half": TWO_BOUNDS,
    "all others": OTHERS,
    "a case distinction": DISTINCTION,
    "a case of a theorem": CASE, "with the identity for an operator": AT_IDENTITY,
    "comparison": FALLS, "algebraic decay": ALGEBRAIC, "an invariant interval": EQUIANGULAR,
    "equilibria": LOGISTIC, "two bounds at once": TWO, "a rate that varies": OWN_TIME,
    "the greatest": GREATEST, "the least": LEAST, "a spread": SPREAD, "distances": DISTANCES,
    "limit points": LASALLE, "in turn": CASCADE,
    "near 0": NEAR_ZERO, "near 0 in layers": NEAR_ZERO_IN_LAYERS,
    "one point": GATHERING, "weights that vary": VARYING, "a limit": LIMIT,
    "an equivalence": BY_LOGIC,
    "a bound that others have": PREJUDICES, "members over layers": MEANS, "phases": PHASES,
    "an operator, and a strict bound": RAYLEIGH, "one zero": ONE_ZERO, "two hypotheses": DESCENT,
    "letters of proofs": FALLS.replace("'k'", "'L'").replace("'x'", "'s'"),
    "each token": EACH, "a hemisphere": HEMISPHERE,
}  # fmt: skip
# what is wrong with a proof, and which part of it Coq refuses
FALSE = {
    "another limit of all": (
        but(STUBBORN, ("x[i], s), along", "x[i], 2 * s), along")), "its inferences",
    ),
    "no agreement": (but(AGREEMENT, ("to(x[i] - x[j]", "to(x[i] + x[j]")), "its inferences"),
    "half of the bound": (but(TOGGLE, ("always(x <= 1)", "always(2 * x <= 1)")), "its inferences"),
    "more than one less the rate": (
        but(DESCENT_STEPS, ("-m * eta * elapsed", "-2 * m * eta * elapsed")), "'decay' does not",
    ),
    "of order three": (
        but(NEWTON, ("log(2)", "log(3)"), ("order=2", "order=3")), "'decay' does not",
    ),
    "nothing keeps it positive": (
        but(NEWTON, ("    yield '-', Stays(error >= 0, by='sign', name='inside')\n", ""),
            ("both(error >= 0, error <= exp(M))", "error <= exp(M)")), "'decay' does not",
    ),
    "a start outside": (but(EXISTS, ("'a', 0, 1", "'a', 0, 2")), "the start has to be in"),
    "a solution that blows up": (
        but(EXISTS, ("z * (1 - z)", "z**2"), ("z <= 1)", "z >= 0)")), "'exists' does not follow",
    ),
    "an end that points outwards": (but(EXISTS, ("z * (1 - z)", "1 - z / 2")), "upper one"),
    "no Lipschitz speed": (but(EXISTS, ("z * (1 - z)", "-square_root(z)")), "made of sums"),
    "too far from 0": (but(NEAR_ZERO, ("(1, 4)", "(1, 2)")), "its inferences"),
    "as fast as the linear part": (
        but(NEAR_ZERO, ("t=-elapsed", "t=-2 * elapsed")), "its inferences",
    ),
    "a smaller remainder": (but(NEAR_ZERO, ("remainder=2", "remainder=1")), "'attracts' does not"),
    "a smaller remainder in layers": (
        but(NEAR_ZERO_IN_LAYERS, ("remainder=2", "remainder=1")), "'attracts' does not",
    ),
    "a cascade that is faster": (but(CASCADE, ("=2 * k", "=3 * k")), "'in turn' does not follow"),
    "a cascade with less input": (but(CASCADE, ("gain=m", "gain=m / 2")), "'in turn' does not"),
    "what has no limit": (but(LASALLE, ("Point(R @ x[i]", "Point(x[i]")), "'at rest' does not"),
    "another bound": (ANY_BOUND.replace("always(x <= M)", "always(x <= M / 2)"), "its inferences"),
    "half an interval": (ANY_INTERVAL.replace("always(abs", "always(2 * abs"), "its inferences"),
    "a smaller limit superior": (EXCESS.replace("most(w, T)", "most(w, T / 2)"), "its inferences"),
    "an excess that stays": (EXCESS.replace("q < 1", "q <= 1"), "its inferences"),
    "a bound that no step gives": (GAIN.replace("(k, below=1", "(k, below=-1"), "'limit' does not"),
    "half of a sum at the start": (SUMS_AT_START.replace("S, 0))", "S, 1))"), "its inferences"),
    "twice the scores": (SCORES.replace("exp(-b * R**2) <=", "exp(-b * R) <="), "step 'least'"),
    "letters of the claim, twice as fast": (
        OWN_LETTERS.replace("exp(-m * p * elapsed)))),", "exp(-2 * m * p * elapsed)))),"),
        "its inferences",
    ),
    "a letter for another": (OWN_LETTER.replace("at_start(both(x**2 <= D", "at_start(both(x**2 <= "
                                                "D + 1"), "'decay' does not follow"),
    "a bound that is not met": (MET.replace("c >= e, c <= e", "c >= e"), "step 'free'"),
    "half of the weights": (FRICTION.replace("<= W *", "<= W / 2 *"), "do not give"),
    "no fixed point": (FIXED_POINT.replace("p[k] for k in tokens) / 2)", "p[k] for k in tokens))"),
                       "step 'above'"),
    "it reaches 0": (NORMALISED.replace("-1 * w -", "-w / (w @ w) -").replace("-2 * (w @ w)", "-2"),
                     "'not zero' does not"),
    "all modes": (OTHER_MODES.replace("modes.but(1)", "modes"), "step 'least'"),
    "along no tangent": (TO_A_LEADER.replace("tangent(c, y)", "c"), "step 'rest'"),
    "one side of 0": (HALVED.replace(", always(absolute(x - y)", ", always(2 * absolute(x - y)"),
                      "its inferences"),
    "half the growth": (RESIDUAL.replace("(norm(x), U,", "(norm(x), U / 2,"), "'grows' does not"),
    "no such length": (RESIDUAL.replace("norm(x) + U, n", "norm(x), n"), "step 'triangle'"),
    "decay of any size": (DECAYED.replace("    given(that(h * k <= 1))\n", ""), "step 'step'"),
    "more than is conserved": (SYMPLECTIC.replace("always((1 -", "always((1 +"), "its inferences"),
    "half the length": (LENGTHS.replace("always(norm(p)", "always(2 * norm(p)"), "its inferences"),
    "a slow limit elsewhere": (
        SLOW_LIMIT.replace("tends_to(x, 0)", "tends_to(x, h)"), "its inferences",
    ),
    "a bound that others exceed": (
        PREJUDICES.replace("both(for_every(i, s[i] <= E), at_start(x[i] <= E))",
                           "at_start(x[i] <= E)"), "the claim does not follow",
    ),
    "a strict bound from one that is met": (
        RAYLEIGH.replace("at_start(x @ x < 1)", "at_start(x @ x <= 1)"), "'inside' does not follow",
    ),
    "a zero too few": (ONE_ZERO.replace("-k * x", "k * x").replace("-(k + ", "-(-k + ").replace(
        "Inequality(k + x**2 > 0", "Inequality(k + x**2 > 0"), "'so' does not follow"),
    "no bound over layers": (
        MEANS.replace("LeastOf(x[i], bound=B", "LeastOf(x[i]"), "LeastOf needs bound=B",
    ),
    "a solution's word over layers": (
        MEANS.replace("LeastOf(x[i], bound=B", "NotCrossed(x[i] >= B, 1"),
        "the claim is about layers, and NotCrossed about solutions",
    ),
    "a step that is not so": (
        PHASES.replace("where=[cos(y) >= 0], ", "").replace("where=[cos(y) >= 0],", ""),
        "Coq does not prove step 'falls'",
    ),
    "twice the rate": (
        FALLS.replace("exp(-k", "exp(-2 * k").replace("exponent=-k", "exponent=-2 * k"), "decay",
    ),
    "a step of another law": (
        FALLS.replace("Inequality(rate(x, flow)", "Inequality(rate(x, motion({x: -k * x}))"), "law",
    ),
    "an exponent that is not 0 at the start": (FALLS.replace("elapsed", "elapsed - 1"), "decay"),
    "twice the constant": (
        ALGEBRAIC.replace("1 + 2 *", "1 + 3 *").replace("x**2, 2,", "x**2, 3,"), "decay",
    ),
    "nothing keeps the bound": (
        EQUIANGULAR.replace("yield '-', Stays(rho >= 0, by='rises', name='inside')", ""), "decay",
    ),
    "the bound on the other side": (
        LOGISTIC.replace("at_start(both(x >= 0, x <= 1))", "at_start(x >= 0)"), "below 1",
    ),
    "a factor that is not the step's": (
        LOGISTIC.replace("NotCrossed(x >= 0, exp(-beta * x) *", "NotCrossed(x >= 0, 2 *"), "above",
    ),
    "outwards": (TWO.replace("Stays([x >= 0, r > 0]", "Stays([x >= 0, r < 0]"), "both"),
    "slower than it grows": (TWO.replace("(r, 2, by", "(r, 1, by"), "grows slowly"),
    "more is claimed": (TWO.replace("r <= 1 + 2 *", "r <= 1 + 1 *"), "its inferences"),
    "a letter that the claim has": (OWN_TIME.replace("{T: elapsed}", "{k: 1, T: elapsed}"), "k"),
    "the step's own letter is not said": (OWN_TIME.replace(", at={T: elapsed}", ""), "at={T"),
}  # fmt: skip


NORM = """
    x, k = given(any_vector('x')), given(positive_scalar('k'))
    flow = motion({x: -k * x})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(norm(x) <= E), always(norm(x) <= E * exp(-k * elapsed)))), along=solution(flow))
    yield '-', Identity(rate(x @ x, flow), -2 * k * (x @ x), name='falls')
    yield '-', Comparison(norm(x), exponent=-k * elapsed, by='falls', name='decay')
"""
FALSE |= {
    "a norm is compared": (NORM, "'decay' does not follow: a norm has no rate at 0; take its"),
    "the rate of a norm": (
        but(NORM, ("rate(x @ x, flow), -2 * k * (x @ x)", "rate(norm(x), flow), -k * norm(x)")),
        "step 'falls': a norm has no rate at 0; take its square, such as x @ x",
    ),
    "half of an equivalence": (but(BY_LOGIC, (", 'unique'", "")), "'so' does not follow"),
    "the root of the inverse": (but(BY_LOGIC, ("lambda g: iff(represents(g), equals(g, w))),\n",
        "lambda g: iff(represents(g), equals(g, S @ a))),\n")), "'so' does not follow"),
    "a case without the step to it": (but(CASE, (", by='mean'", "")), "'lemma' does not follow"),
    "a case of what assumes more": (
        but(CASE, ("symmetric_operator", "any_operator")), "B-L8 assumes what is not known here",
    ),
    "at negative steps": (
        but(CASE, ("positive_scalar('tau')", "negative_scalar('tau')")), "here: $tau > 0$",
    ),
    "at other tokens": (but(CASE, ("i: u}", "i: 2 * u}")), "not known here: the tokens"),
    "of any sign": (but(CASE, ("1 + tau * m > 0", "1 + tau * m < 0")), "'lemma' does not follow"),
    "no letter of the theorem": (but(CASE, ("{'x'", "{'y'")), "unknown letter 'y'"),
    "a value for each": (but(CASE, ("lambda i: u", "u")), "the value of x has 0 indices"),
    "with the identity, of any sign": (
        but(AT_IDENTITY, ("1 + tau * m > 0", "1 + tau * m < 0")), "'lemma' does not follow",
    ),
    "with another multiple of the identity": (
        but(AT_IDENTITY, ("'V': identity", "'V': 2 * identity")), "B-L8 assumes what is not known",
    ),
    "no theorem": (but(CASE, ("'B-L8'", "'B-L88'")), "B-L88"),
    "the refutation of others": (
        but(CASE, ("rests))", "rests), refuted=True, wrong='-')")), "a refuted claim has no values",
    ),
    "the refutation of another": (
        but(CASE, ("rests))", "rests), refuted=True, wrong='-')"), ("at={'x': lambda i: u}, ", "")),
        "B-L8 does not refute this claim",
    ),
    "a loss that is twice as large": (
        but(ADAPTIVE, ("Vanishes(2 * m", "Vanishes(4 * m")), "'vanishes' does not follow",
    ),
    "an energy with another bound": (
        but(ADAPTIVE, ("above=0", "above=m")), "'vanishes' does not follow",
    ),
    "a loss that may jump": (
        but(ADAPTIVE, ("slope=2 * m * M * V", "slope=m * M * V")), "'vanishes' does not follow",
    ),
    "a limit that is not reached": (
        but(ADAPTIVE, ("tends_to(e, 0)", "tends_to(p, 0)")), "its inferences",
    ),
    "no slope": (but(ADAPTIVE, (" slope=2 * m * M * V,", "")), "Vanishes needs slope=L"),
    "a slope over layers": (
        but(LOST_IN_LAYERS, ("above=0", "above=0, slope=1")), "takes no slope=; leave it out",
    ),
    "more than is lost in layers": (
        but(LOST_IN_LAYERS, ("Vanishes(h * (x @ x)", "Vanishes(2 * h * (x @ x)")), "'vanishes' do",
    ),
    "half of it from any start": (
        but(FIXED_TIME, ("(x @ x) <= 1)", "2 * (x @ x) <= 1)")), "its inferences",
    ),
    "one bound of two": (but(EXACT, ("Comparison(-x", "Comparison(x")), "its inferences"),
    "one of two cases": (but(DISTINCTION, ("(s, -1)", "(s, -2)")), "'so' does not follow"),
    "no bound": (but(LIMIT, ("below=1", "below=0")), "'limit' does not follow"),
    "it falls": (but(LIMIT, ("MonotoneLimit(x, below", "MonotoneLimit(-x, below")), "'limit' does"),
    "the least by the greatest": (but(GREATEST, ("GreatestOf", "LeastOf")), "step 'falls' assumes"),
    "a step about some, for each": (
        but(GREATEST, ("GreatestOf(x[i], by", "Comparison(x[i], exponent=0 * elapsed, by")),
        "step 'falls' assumes",
    ),
    "the greatest falls at a rate": (
        but(GREATEST, ("x[i], by", "x[i], exponent=-m * elapsed, by")), "all",
    ),
    "the spread from the other end": (
        but(SPREAD, ("SpreadOf(x[i], x[j]", "SpreadOf(x[j], x[i]")), "step 'nearer' assumes",
    ),
    "the spread of two families": (
        but(SPREAD, ("SpreadOf(x[i], x[j]", "SpreadOf(x[i], 2 * x[j]")), "all",
    ),
    "distances decay twice as fast": (
        but(DISTANCES, ("x[j], exponent=-n", "x[j], exponent=-2 * n")), "distances",
    ),
    "one direction for all": (
        but(DISTANCES, ("    c = given(any_vector('c'))\n", ""),
            ("<= E), always", "<= c @ c), always"),
            ("    x, m =", "    c = given(any_vector('c'))\n    x, m =")),
        "distances",
    ),
    "one point, of one direction": (
        but(
            GATHERING,
            ("rate(u[0], flow) <= 0, where=[every(lambda k: c @ x[k] <= u[0])],\n"
             "        because=total(w[i, k] * (u[0] - c @ x[k])",
             "rate(e @ x[i], flow) <= 0, where=[every(lambda k: e @ x[k] <= e @ x[i])],\n"
             "        because=total(w[i, k] * (e @ x[i] - e @ x[k])"),
            ("    x, m =", "    e = given(any_vector('e'))\n    x, m ="),
            ("implies(\n        at_start(norm(x[i] - x[j]) <= E)",
             "implies(\n        both(e @ e <= E, at_start(norm(x[i] - x[j]) <= E))"),
        ),
        "'limit' does not follow",
    ),
    "one point that is not neared": (
        but(GATHERING, *((f", exponent=-n * m * elapsed, by={one}", f", by={one}")
                         for one in ("['g", "'s", "'n"))), "'limit' does not follow",
    ),
    "one point that all pass": (
        but(GATHERING, ("for k in tokens)})", "for k in tokens) + v})"),
            ("    x, m =", "    v = given(any_vector('v'))\n    x, m ="),
            ("rate(u[0], flow) <= 0", "rate(u[0], flow) <= c @ v")), "'limit' does not follow",
    ),
    "weights that vanish": (
        but(VARYING, (", always(w[i, j] >= m)), there", ", always(w[i, j] >= 0)), there")),
        "the claim does not follow",
    ),
    "on the sphere at the start alone": (
        but(HEMISPHERE, ("NotCrossed(y[i] @ y[i] >= 1, pull, by='outwards', name='outside')",
                         "NotCrossed(c @ c >= 0, 0, by='outwards', name='outside')")),
        "'least' does not follow: step 'product' assumes",
    ),
    "unit tokens that nothing keeps so": (
        but(HEMISPHERE, ("NotCrossed(y[i] @ y[i] >= 1, pull, by='outwards', name='outside')",
                         "NotCrossed(y[i] @ y[i] <= 1, pull, by='inwards', name='outside')")),
        "step 'product' assumes",
    ),
    "no first integral": (but(FIRST_INTEGRAL, ("v**2 + w", "2 * v**2 + w")), "step 'rests'"),
    "another number is conserved": (
        but(FIRST_INTEGRAL, ("Conserved(energy", "Conserved(v")), "'energy' does not follow",
    ),
    "another sum": (but(EXCHANGE, ("Conserved(x + y", "Conserved(x - y")), "'sum' does not follow"),
    "of any sign, where it is positive": (
        but(FORCED, ("name='falls', because=w", "where=[V >= m / k], name='falls', because=w")),
        "step 'falls' assumes V >= m",
    ),
    "forced, with the wrong limit": (
        but(FORCED, ("m / k * (1 - exp(-k * elapsed))", "m / k * (1 - 2 * exp(-k * elapsed))")),
        "its inferences: they do not give",
    ),
    "half of the limit": (but(FILLS, ("tends_to(x, K)", "tends_to(x, K / 2)")), "do not give"),
    "another limit": (but(EACH_TENDS, ("tends_to(x[i], v)", "tends_to(x[i], -1 * v)")), "do not"),
    "another limit over layers": (but(LAYERS_TEND, ("(x, 0)", "(x, q)")), "do not give"),
    "a limit of what does not fall": (
        but(LAYERS_TEND, ("exp(-q) * x**2, name", "x**2, name"), ("-q * elapsed", "0 * elapsed"),
            ("x**2 * (exp(-q) - (1 - q)) + x**2 * q * (1 - q)", "x**2 * q * (2 - q)")),
        "no step says that 0 < 0",
    ),
    "a limit that nothing bounds": (
        but(FILLS, ("    yield '-', NotCrossed(x <= K, -r * x / K, by='rest', name='below')\n",
                    "")), "do not give",
    ),
    "layers leave the interval": (
        but(SLOW_LAYERS, ("Stays([x >= 0, x <= 1]", "Stays([x >= 0, x <= Fraction(1, 2)]")),
        "'inside' does not follow",
    ),
    "layers fall twice as much": (
        but(SLOW_LAYERS, ("AlgebraicDecay(x, c", "AlgebraicDecay(x, 2 * c")), "'decay' does not",
    ),
    "a multiple by what may be 0": (
        but(MULTIPLE, ("'h', 0, 1", "'h', 0, 1, closed=True")), "do not give tends_to(x, 0)",
    ),
    "a vector in one direction": (
        but(VECTOR_SUM, ("any_vector('c'))", "unit_vector('c'))\n    b = given(any_vector('b'))"),
            ("for j in tokens)})", "for j in tokens) + b - (c @ b) * c})")),
        "do not give equals(total",
    ),
    "a closed disc": (but(DISC, ("V < 1, by", "V <= 1, by")), "'open disc' does not follow"),
    "a larger disc": (but(DISC, ("V < 1, by", "V < 2, by")), "'open disc' does not follow"),
    "a disc that grows": (
        but(DISC, ("(V, flow) <= 0", "(-V, flow) <= 0")), "prove step 'falls'",
    ),
    "a factor that may be more than 1": (
        but(BY_A_FACTOR, ("'e', 0, 1", "'e', 0, 2"),
            ("    yield '-', Inequality(q < 1, because=e**2 * (1 - e) * (1 + e))\n", "")),
        "no step says that (2 * ln (1 - e ^ 2 + e ^ 4)) < 0",
    ),
    "members one by one": (
        but(PUSH_SUM, ("lambda E: implies(", "lambda E: for_every(i, implies("),
            ("always(s[i] <= E * w[i]))", "always(s[i] <= E * w[i])))")), "do not give",
    ),
    "layers that do not rise": (
        but(SLOW_LAYERS, ("x, above=0", "x, below=1")), "'limit' does not follow",
    ),
    "no bound of what falls": (
        but(SLOW_LAYERS, ("above=0", "above=Fraction(1, 2)")), "'limit' does not follow",
    ),
    "distances over layers, at twice the rate": (
        but(NEARER_LAYERS, ("x[j], exponent=-n", "x[j], exponent=-2 * n")), "distances",
    ),
    "the bound of others": (
        but(TWO_BOUNDS, ("both(s[i] <= E, at_start(x[i] <= E))", "at_start(x[i] <= E)")),
        "do not give",
    ),
    "no threshold": (but(THRESHOLD, ("both(s <= S, i <= E)", "i <= E")), "step 'few' assumes"),
    "another threshold": (but(THRESHOLD, ("both(s <= S", "both(s <= 2 * S")), "step 'few' assumes"),
    "the other token rests": (but(TWO_SIDED, ("equals(u, z)", "equals(v, z)")), "do not give"),
    "a clock that is late": (but(CLOCK, ("equals(s, 0)", "equals(s, -1)")), "step 'falls' assumes"),
    "half of the power": (but(RATES, ("w), power, n", "w), power / 2, n")), "prove step 'power'"),
    "power of another sign": (but(RATES, ("power <= 0", "power >= 0")), "step 'falls'"),
    "both at the start": (but(EITHER, ("always(outside)", "always(x <= 0)")), "'below' does not"),
    "after nothing": (
        but(COMPETITION, ("    yield '-', NotCrossed(y >= 0, 1 - y, by='y rests', name='y above')"
                          "\n", "")), "step 'falls' is for x >= 1, x <= 1 and y > 0",
    ),
    "exponentials the other way": (but(EXPONENTIALS, ("exp(-b)", "exp(b)")), "prove step 'least'"),
    "margins of any sign": (
        but(HEMISPHERE, ("positive=True, ", ""), ("positive_scalar('s')", "any_scalar('s')")),
        "step 'rises' assumes",
    ),
}  # fmt: skip


SOME = ("comparison", "equilibria", "a spread", "an equivalence", "members over layers")
OTHERS = tuple(name for name in TRUE if name not in SOME)


@needs_coq
@pytest.mark.parametrize("names", [SOME, pytest.param(OTHERS, marks=pytest.mark.long)], ids=len)
def test_claims_follow_from_their_steps(stated, names):
    found = answered(stated, {name: TRUE[name] for name in names})
    assert {name: outcome.outcome for name, outcome in found.items()} == dict.fromkeys(
        names, "kernel"
    ), [o.reason for o in found.values()]
    if "comparison" in names:
        assert found["comparison"].evidence["inferences"] == ["decay"]


@pytest.mark.long
@needs_coq
def test_what_does_not_follow_is_named(stated):
    found = answered(stated, {name: body for name, (body, _) in FALSE.items()})
    wrong = {
        name: (found[name].outcome, found[name].reason)
        for name, (_, says) in FALSE.items()
        if found[name].outcome != "inconclusive" or says not in found[name].reason
    }
    assert not wrong


AT_ZERO = """
    k = given(positive_scalar('k'))
    yield claim('-', for_every(any_scalar('x'), lambda x: implies(x <= k, x * x > 0)), refuted=True)
    yield '-', ByLemma('at_zero', name='zero', says=there_is(any_scalar('x'), lambda x: both(
        equals(x, 0), equals(k, 1), x <= k, x * x <= 0)))
"""
AT_ZERO_SHOWN = """From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete Worlds.
From Claimed Require Import T_1.
Open Scope R_scope.
{before}Lemma at_zero : {says}.
Proof. {shown} Qed.
"""
SHOWN = """exists (euclidean 1), 1. split; [exact (complete_euclidean 1)|].
  split; [exact no_degenerate_plane|]. split; [lra|]. exists 0. repeat split; lra."""
OF_NOTHING = dict(before="", says="True", shown="exact I.")
NO_INSTANCE = dict(OF_NOTHING, before="Definition T_1__instance := True.\n", says="T_1__instance")
AT = dict(before="", says="T_1__instance", shown=SHOWN)
SO_MUCH = but(AT_ZERO, ("x * x <= 0", "x * x <= 1"))
OVER_IT = but(AT_ZERO, ("equals(x, 0), ", ""), ("x <= k, x * x <= 0", "x > -1, x * x <= 0"))
NO_PREMISE = but(AT_ZERO, ("equals(k, 1)", "equals(k, -1)"), (" x <= k, x * x <=", " x * x <="))
TWICE = f"{AT_ZERO}    yield '-', ByLemma('at_zero', name='again', says=k > 0)\n"
OTHERWISE = but(AT_ZERO, ("ByLemma('at_zero', ", "Thus(by='square', "))
SQUARE_FIRST = "    yield '-', Inequality(k**2 > 0, name='square')\n    yield '-', Thus"
OTHERWISE = but(OTHERWISE, ("    yield '-', Thus", SQUARE_FIRST))
BESIDE = f"{AT_ZERO_SHOWN.format(**AT)}Theorem proof : T_1. Proof. exact at_zero. Qed.\n"
# a refuted claim, its file of Coq, and what is said of it; "" where it is refuted
AT_INSTANCES = {
    "an instance": (AT_ZERO, AT, ""),
    "a lemma about nothing": (AT_ZERO, OF_NOTHING, "T_1.at_zero is not T_1__instance"),
    "an instance of the file's own": (AT_ZERO, NO_INSTANCE, "T_1.at_zero is not T_1__instance"),
    "what does not contradict the claim": (SO_MUCH, AT, "'zero' does not contradict the claim"),
    "a premise of the claim that is not said": (OVER_IT, AT, "'zero' does not contradict the"),
    "where what is given is not so": (NO_PREMISE, AT, "Cannot find witness"),
    "two of them": (TWICE, AT, "a refuted claim has one inference"),
    "another inference": (OTHERWISE, AT, "a refuted claim has one inference"),
    "no lemma": (but(AT_ZERO, ("at_zero", "at_one")), AT, "unknown lemma 'at_one'"),
    "a theorem of one's own": (AT_ZERO, BESIDE, "leave Theorem proof out of T_1.v"),
}  # fmt: skip


@pytest.mark.long
@needs_coq
def test_a_claim_is_refuted_at_the_instance_that_is_said_and_by_nothing_else(stated):
    labels = {name: f"T-{number}" for number, name in enumerate(AT_INSTANCES, 1)}
    made = []
    for name, (body, text, _) in AT_INSTANCES.items():
        text = text if isinstance(text, str) else AT_ZERO_SHOWN.format(**text)
        made.append(stated(body, text.replace("T_1", coq_name(labels[name])), name=labels[name]))
    found = decide_claims(made, 2, cache_folder(), fresh=True)
    for name, (_, _, says) in AT_INSTANCES.items():
        outcome = found[labels[name]]
        assert outcome.outcome == ("inconclusive" if says else "kernel"), (name, outcome.reason)
        assert says.replace("T_1", coq_name(labels[name])) in outcome.reason, name


TOO_FAST = """
    k, x = given(positive_scalar('k')), given(any_scalar('x'))
    flow = motion({x: -k * x})
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(
        at_start(x <= E), always(x <= E * exp(-2 * k * elapsed)))), along=solution(flow),
        refuted=True)
    yield '-', Inequality(exp(-2) < exp(-1), name='smaller')
    yield '-', Instance({k: 1, x: exp(-elapsed), 'E': 1}, by='smaller', name='slow')
"""
LOGISTIC_BELOW = """
    x = given(positive_scalar('x'))
    flow = motion({x: x * (1 - x)})
    yield claim('-', always(x <= Fraction(1, 2)), along=solution(flow, start=[x]), refuted=True)
    yield '-', Inequality(1 / (1 + exp(-1)) > Fraction(1, 2), name='more')
    yield '-', Instance({x: 1 / (1 + exp(-elapsed))}, by='more', name='rises')
"""
AT_REST = """
    x = given(nonnegative_scalar('x'))
    flow = motion({x: x * (1 - x)})
    yield claim('-', tends_to(x, 1), along=solution(flow, start=[x]), refuted=True)
    yield '-', Instance({x: 0}, name='rests')
"""
HALVES = """
    x = given(positive_scalar('x'))
    yield claim('-', for_every(nonnegative_scalar('E'), lambda E: implies(at_start(x <= E), always(
        x <= E / 3))), along=orbit(iteration({x: x / 2}), start=[x]), refuted=True)
    yield '-', Instance({x: power(Fraction(1, 2), elapsed), 'E': 1}, name='halves')
"""
NEAR_ZERO = """
    k = given(positive_scalar('k'))
    yield claim('-', for_every(any_scalar('x'), lambda x: implies(x <= k, x * x > 0)), refuted=True)
    yield '-', Instance({k: 1, 'x': 0}, name='zero')
"""
ALTERNATES = """
    x = given(any_scalar('x'))
    yield claim('-', implies(at_start(x <= 1), always(x <= 0)), tends_to(x, 0),
        along=orbit(iteration({x: -x})), refuted=True)
    yield '-', Instance({x: power(-1, elapsed)}, after=2, name='alternates')
"""
FALLS_OVER_LAYERS = """
    x = given(positive_scalar('x'))
    yield claim('-', nondecreasing(x), along=orbit(iteration({x: x / 2}), start=[x]), refuted=True)
    yield '-', Instance({x: power(Fraction(1, 2), elapsed)}, name='halves')
"""
SUMS = """
    A, x = given(row_stochastic('A')), given(coefficients('x'))
    yield claim('-', equals(total(total(A[i, j] * x[j] for j in tokens) for i in tokens),
        total(x[i] for i in tokens)), refuted=True)
    yield '-', Instance({A: [[1, 0], [1, 0]], x: [1, 0]}, name='one')
"""
ON_THE_SPHERE = """
    y, i, j = given(unit_tokens('y')), *tokens.any('i', 'j')
    yield claim('-', norm(y[i] + y[j]) <= 1, refuted=True)
    yield '-', Instance({y: [[1, 0], [1, 0]]}, name='alike')
"""
AN_OPERATOR = """
    y, V = given(unit_tokens('y')), given(symmetric_operator('V'))
    yield claim('-', for_every(any_vector('z'), lambda z: implies(
        equals(V @ z, z), equals(total(y[j] for j in tokens), z))), refuted=True)
    yield '-', Instance(
        {y: [[1, 0], [0, 1], [-1, 0]], V: [[1, 0], [0, 0]], 'z': [1, 0]}, name='sum')
"""
TURNS = """
    y, F = given(any_vector('y')), given(any_operator('F'))
    flow = motion({y: F @ y})
    yield claim('-', implies(at_start(y @ y <= 1), always(y @ y <= exp(-elapsed))),
        along=solution(flow), refuted=True)
    yield '-', Inequality(exp(-1) < 1, name='less')
    yield '-', Instance(
        {y: [cos(elapsed), sin(elapsed)], F: [[0, -1], [1, 0]]}, by='less', name='turns')
"""
EXCHANGED = """
    A, x, i = given(row_stochastic('A')), given(coefficients('x')), tokens.any('i')
    layer = iteration({x: lambda i: total(A[i, j] * x[j] for j in tokens)})
    yield claim('-', tends_to(x[i], 0), along=orbit(layer), refuted=True)
    yield '-', Instance({A: [[0, 1], [1, 0]], x: [1, 1]}, name='rests')
"""
EIGENVALUES = """
    V, k = given(symmetric_operator('V')), modes.any('k')
    v, lam = given(diagonalised('v', 'lam', of=V))
    yield claim('-', lam[k] >= 0, refuted=True)
    yield '-', Instance({V: [[1, 0], [0, -1]], v: [[1, 0], [0, 1]], lam: [1, -1]}, name='negative')
"""
SOME_EIGENVALUE = """
    V = given(symmetric_operator('V'))
    yield claim('-', for_every(unit_vector('z'), lambda z: implies(
        there_is(positive_scalar('m'), lambda m: equals(V @ z, m * z)), z @ (V @ z) >= 2)),
        refuted=True)
    yield '-', Instance({V: [[1, 0], [0, 3]], 'z': [1, 0], 'm': 1}, name='one')
"""
COUNTED = """
    x = given(coefficients('x'))
    yield claim('-', x[1] <= x[2], refuted=True)
    yield '-', Instance({x: [1, 0]}, name='falls')
"""
IN_ORDER = """
    x, i = given(coefficients('x')), tokens.any('i')
    yield claim('-', total(x[k] for k in tokens.up_to(i)) <= x[i], refuted=True)
    yield '-', Instance({x: [1, 0, 0]}, name='first')
"""
# a refuted claim, and what is said of the values that are to refute it; "" where they do
AT_VALUES = {
    "too fast": (TOO_FAST, ""),
    "a bound": (LOGISTIC_BELOW, ""),
    "a limit": (AT_REST, ""),
    "layers": (HALVES, ""),
    "numbers alone": (NEAR_ZERO, ""),
    "two parts": (ALTERNATES, ""),
    "another law": (but(TOO_FAST, ("exp(-elapsed)", "exp(-3 * elapsed)")),
                    "'slow' does not move by the flow"),
    "another layer": (but(HALVES, ("(1, 2), e", "(1, 3), e")),
                      "'halves' does not move by the layer"),
    "a premise that is not met": (but(AT_REST, ("nonnegative_", "positive_")),
                                  "'rests' does not meet $x > 0$"),
    "a claim that holds": (but(TOO_FAST, ("(-2 * k", "(-k")), "the claim does not fail"),
    "a premise of a part": (but(TOO_FAST, ("'E': 1", "'E': Fraction(1, 2)")),
                            "the claim does not fail"),
    "no reason": (but(TOO_FAST, (", by='smaller'", "")), "the claim does not fail"),
    "another time": (but(ALTERNATES, ("after=2", "after=1"), (", tends_to(x, 0)", "")),
                     "'alternates': at these"),
    "no value": (but(TOO_FAST, ("k: 1, ", "")), "'slow' gives k no value"),
    "a vector": (but(AT_REST, ("nonnegative_scalar('x')", "any_vector('x')"), ("x * (1 - x)", "-x"),
                     ("tends_to(x, 1)", "tends_to(x @ x, 1)"), ("start=[x]", "start=[]")),
                 "the value of x is to be a list, a value for each coordinate"),
    "tokens": (SUMS, ""),
    "vectors": (ON_THE_SPHERE, ""),
    "an operator": (AN_OPERATOR, ""),
    "a turning vector": (TURNS, ""),
    "layers of tokens": (EXCHANGED, ""),
    "an eigenbasis": (EIGENVALUES, ""),
    "an order": (IN_ORDER, ""),
    "counted tokens": (COUNTED, ""),
    "something there is": (SOME_EIGENVALUE, ""),
    "another eigenvalue": (but(SOME_EIGENVALUE, ("'m': 1", "'m': 3")), "does not fail"),
    "a row of another sum": (but(SUMS, ("1, 0], [1, 0]]", "1, 0], [1, 1]]")), "not meet weights"),
    "a longer vector": (but(ON_THE_SPHERE, ("[1, 0]]", "[1, 1]]")), "does not meet the tokens"),
    "a third token": (but(COUNTED, ("x[2]", "x[3]")), "has 2 tokens, and the claim counts 3"),
    "no fixed vector": (but(AN_OPERATOR, ("'z': [1, 0]", "'z': [0, 1]")), "does not fail"),
    "the other way": (but(TURNS, ("[[0, -1], [1, 0]]", "[[0, 1], [-1, 0]]")), "does not move by"),
    "another vector": (but(EIGENVALUES, ("[[1, 0], [0, 1]]", "[[0, 1], [1, 0]]")), "not meet"),
    "one value more": (but(SUMS, ("x: [1, 0]", "x: [1, 0, 0]")), "give one for each token"),
    "a number is no list": (but(SUMS, ("x: [1, 0]", "x: [[1], [0]]")), "x is to be a number"),
    "what never falls": (FALLS_OVER_LAYERS, ""),
    "two of them": (f"{NEAR_ZERO}    yield '-', Instance({{k: 2, 'x': 0}}, name='two')\n",
                    "a refuted claim has one inference"),
}  # fmt: skip


@pytest.mark.long
@needs_coq
def test_a_claim_is_refuted_at_values_that_meet_all_that_it_assumes(stated):
    found = answered(stated, {name: body for name, (body, _) in AT_VALUES.items()})
    for name, (_, says) in AT_VALUES.items():
        outcome = found[name]
        assert outcome.outcome == ("inconclusive" if says else "kernel"), (name, outcome.reason)
        assert says in outcome.reason, (name, outcome.reason)


@needs_coq
def test_values_are_where_trajectories_refute_a_claim(stated):
    result = run([stated(TOO_FAST)], methods=METHODS)["T-1"]
    assert (result.verdict, result.grade, result.claim.theorem) == ("false", "refuted", "T_1")
    assert result.claim.followed.evidence["witness"]["E"] == "1"
    not_met = but(AT_REST, ("nonnegative_", "positive_"))
    assert "violates the assumption that x > 0" in run([stated(not_met)])["T-1"].claim.missing


@pytest.mark.parametrize(("change", "says"), [
    (("'E': 1", "'F': 1"), "gives F, and nothing of that name"),
    (("exp(-elapsed)", "exp(-k * elapsed)"), "which has no value yet; give a number"),
    (("name='slow'", "after=-1"), "Instance\\(after=...\\) takes a time"),
    (("name='slow')", "name='slow').but_not('-', after=2)"), "has no false variants"),
])  # fmt: skip
def test_what_is_no_value_is_told(stated, change, says):
    with pytest.raises(Mistake, match=says):
        assert stated(but(TOO_FAST, change)).declared


@pytest.mark.long
@needs_coq
def test_lemmas_of_coq_say_what_is_printed_of_them(stated):
    labels = {name: f"T-{number}" for number, name in enumerate(BY_LEMMAS, 1)}
    made = [
        stated(body, text.replace("T_1", coq_name(labels[name])), name=labels[name])
        for name, (body, text, _) in BY_LEMMAS.items()
    ]
    found = decide_claims(made, 2, cache_folder(), fresh=True)
    for name, (_, _, says) in BY_LEMMAS.items():
        outcome = found[labels[name]]
        assert outcome.outcome == ("inconclusive" if says else "kernel"), (name, outcome.reason)
        assert says.replace("T_1", coq_name(labels[name])) in outcome.reason, name


@pytest.mark.long
@needs_coq
def test_a_step_that_is_false_lacks_no_proof(stated):
    body = but(
        FALLS, ("Inequality(rate(x, flow) <= -k * x,", "Inequality(rate(x, flow) <= -k - x,")
    )
    result = run([stated(body)], methods=METHODS)["T-1"]
    assert result.claim.missing.startswith("an inference takes step 'falls', which is false")


def solved(thing):
    return there_is_solution(thing, lambda z: motion({z: -z}), lambda z: at_start(equals(z, z)))


def test_bad_arguments_are_one_line():
    x = any_scalar("x").introduces
    for make, says in (
        (lambda: ByLemma("a b", says=x >= 0), "ByLemma needs the name of a lemma"),
        (lambda: ByLemma("a", says=x), "ByLemma\\(says=...\\) takes a proposition"),
        (lambda: By("a", says=x), "By\\(says=...\\) takes a proposition"),
        (lambda: By("a", at={x: 1}), "By\\(at=...\\) takes letters"),
        (lambda: Thus(x, by="a"), "Thus takes a proposition"),
        (lambda: Stays([], by="a"), "Stays takes one bound"),
        (lambda: Stays([x >= 0, x <= 1, x <= 2], by="a"), "Stays takes one bound"),
        (lambda: NotCrossed(x, 1, by="a"), "NotCrossed takes a bound"),
        (lambda: Exists(x >= 0, start=1, between=(0, 1)), "Exists takes a proposition there_is"),
        (
            lambda: Exists(solved(any_scalar("z")), start=1, between=(0,)),
            "the two ends of an interval",
        ),
        (lambda: Exists(solved(any_vector("z")), start=1, between=(0, 1)), "a flow of one number"),
        (lambda: MonotoneLimit(x, by="a"), "MonotoneLimit takes one bound: below="),
        (lambda: Comparison(x, exponent=x, by=()), "Comparison needs the steps it follows from"),
    ):
        with pytest.raises(Mistake, match=says):
            make()


def test_a_variant_of_what_is_concluded_is_one_of_the_claim(stated):
    twisted = FALLS.replace(
        "name='decay')", "name='decay').but_not('twice', exponent=-2 * k * elapsed)"
    )
    (twin,) = stated(twisted).declared.claim.twins
    assert twin.why == "decay: twice"
