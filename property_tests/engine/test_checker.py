"""The checker accepts what is true for the reason given, and refuses everything forged."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from verify import vocabulary as given
from verify.attention.flows import attention_flow, tangent
from verify.attention.layers import attention_layer, oja_layer
from verify.checker import Verdict, check
from verify.language.conditions import every
from verify.language.expressions import Relation, Scalar, Vector
from verify.language.index_sets import modes, tokens
from verify.language.motion import jacobian, motion, rate, straight_line, straight_lines
from verify.language.symbols import let
from verify.language.words import absolute, at, binomial, cos, exp, norm, power, sin, total
from verify.statements.obligations import Comparison, Counts, Decomposition, Equality, document

sys.path.insert(0, str(Path(__file__).parent))

QUALITIES = ("integer", "symmetric", "positive_definite", "positive_semidefinite")
i, j, k = tokens.any("i", "j", "k")
n, d = tokens.count, modes.count


@dataclass(frozen=True)
class Made:
    """A true claim as a document, false twins, and how many of its facts it needs."""

    document: dict[str, Any]
    twins: tuple[dict[str, Any], ...] = ()
    needs: tuple[int, ...] = ()


def assumed(*made: Any) -> tuple[Any, ...]:
    return tuple(made)


def equation(facts: Any, left: Any, right: Any, *wrong: Any, needs: tuple[int, ...] = ()) -> Made:
    """Return the identity left = right, with other right sides as twins."""
    made = [document(Equality("", left, side), facts) for side in (right, *wrong)]
    return Made(made[0], tuple(made[1:]), needs)


def comparison(
    facts: Any, claim: Relation, because: Scalar, *wrong: Relation, where: Any = (), needs: Any = ()
) -> Made:
    made = [document(Comparison("", c, because, tuple(where)), facts) for c in (claim, *wrong)]
    return Made(made[0], tuple(made[1:]), needs)


# ------------------------------------------------------------------ claims of the papers


def geometry() -> Iterator[Made]:
    w = given.positive_definite("W")
    W = w.introduces
    x, X = given.nonzero_vector("x", metric=W), given.any_vector("X")
    facts, onto = assumed(w, x, X), x.introduces / norm(x.introduces, W)
    x, X = x.introduces, X.introduces
    along = (X - (x @ W @ X) / (x @ W @ x) * x) / norm(x, W)
    yield equation(facts, onto @ W @ onto, Scalar("number", Fraction(1)), norm(x, W), needs=(0,))
    yield equation(facts, rate(onto, straight_line(x, X)), along, along * 2, X, needs=(0,))


def hemisphere() -> Iterator[Made]:
    w, c = given.positive_definite("W"), given.covector("c")
    y = given.unit_tokens("y", metric=w.introduces)
    inside = given.open_hemisphere(y.introduces, along=c.introduces)
    weights, mask = given.nonnegative_weights("alpha"), given.attention_mask("N")
    facts = assumed(w, c, y, inside, weights, mask)
    W, c, y = w.introduces, c.introduces, y.introduces
    alpha, N = weights.introduces, mask.introduces
    s = let("s", lambda i: c @ y[i])
    g = let("g", lambda i, j: y[i] @ W @ y[j])
    flow = attention_flow(y, weights=alpha, metric=W)
    excess = total(alpha[i, j] * (s[j] - s[i] * g[i, j]) for j in tokens)
    swapped = total(alpha[j, i] * (s[j] - s[i] * g[i, j]) for j in tokens)
    yield equation(facts, rate(s[i], flow), excess, swapped, 2 * excess)
    because = (s[j] - s[i]) + s[i] * (1 - g[i, j])
    least = (s[i] <= s[j],)
    yield comparison(facts, s[i] * g[i, j] <= s[j], because, s[i] * g[i, j] >= s[j],
                     where=least, needs=(1, 2))  # fmt: skip
    x = let("x", lambda i: y[i] / s[i])
    beta = let("beta", lambda i, j: alpha[i, j] * s[j] / s[i])
    masked = attention_flow(y, weights=alpha, metric=W, mask=N)
    seen = total(beta[i, j] * (x[j] - x[i]) for j in tokens.seen_by(i, N))
    full = total(beta[i, j] * (x[j] - x[i]) for j in tokens)
    yield equation(facts, rate(x[i], masked), seen, full, needs=(2,))
    xi = given.covector("xi").introduces
    u = let("u", lambda i: xi @ x[i])
    outwards = total(beta[i, j] * (u[i] - u[j]) for j in tokens.seen_by(i, N))
    extreme = (every(lambda j: u[j] <= u[i]),)
    yield comparison(facts, rate(u[i], masked) <= 0, outwards, rate(u[i], masked) < 0,
                     where=extreme, needs=(2, 3))  # fmt: skip
    top = given.any_scalar("top").introduces
    gap = let("w", lambda i: top - u[i])
    pull = total(beta[i, k] for k in tokens.seen_by(i, N))
    rest = total(beta[i, k] * gap[k] for k in tokens.seen_by(i, N).but(j))
    claim = rate(gap[i], masked) >= N[i, j] * beta[i, j] * gap[j] - pull * gap[i]
    yield comparison(facts, claim, rest, where=(every(lambda k: u[k] <= top),), needs=(2, 3))


def gradient() -> Iterator[Made]:
    w, p = given.positive_definite("W"), given.any_operator("P", symmetric=True)
    v = given.any_operator("U")
    W, P, U = w.introduces, p.introduces, v.introduces
    x, X = given.any_vectors("x"), given.any_vectors("X")
    facts = assumed(w, p, v, given.product_is(W, U, is_=P), x, X)
    x, X = x.introduces, X.introduces
    e = let("e", lambda i, j: exp(x[i] @ P @ x[j]))
    Z = let("Z", lambda i: total(e[i, j] for j in tokens))
    potential = total(total(e[i, j] for j in tokens) for i in tokens) / 2
    field = let("f", lambda i: total(e[i, j] * (U @ x[j]) for j in tokens) / Z[i])
    metric = total(Z[i] * (field[i] @ W @ X[i]) for i in tokens)
    flat = total(field[i] @ W @ X[i] for i in tokens)
    yield equation(facts, rate(potential, straight_lines(x, X)), metric, flat, needs=(0,))


def spectrum() -> Iterator[Made]:
    V = given.symmetric_operator("V").introduces
    pair = given.diagonalised("v", "lam", of=V)
    v, lam = pair.introduces
    r, q = modes.any("r", "k")
    tau, c = given.positive_scalar("tau"), given.zero_sum("c")
    rho = 1 + tau.introduces * lam[r]
    delta, z = given.any_vectors("delta"), given.orthogonal_to("z", v[r])
    nonzero = given.nonzero(rho)
    facts = assumed(pair, tau, c, delta, z, nonzero, given.distinct(q, r))
    t, delta, z = tau.introduces, delta.introduces, z.introduces
    J = jacobian(oja_layer(value=V, step=t), at=lambda i: v[r])
    size = absolute(rho)

    def off(u: Vector) -> Vector:
        return (u - (v[r] @ u) * v[r]) / size

    mean = V @ total(delta[j] for j in tokens)
    yield equation(facts, J(delta)(i), off(delta[i] + (t / n) * mean), off(delta[i] + t * mean),
                   needs=(0, 1, 5))  # fmt: skip
    common = ((1 + t * lam[q]) / size) * v[q]
    yield equation(facts, J(lambda i: v[q])(i), common, (1 / size) * v[q], (1 / rho) * v[q],
                   needs=(0, 1, 5, 6))  # fmt: skip
    apart = J(lambda i: c.introduces[i] * z)(i)
    right = c.introduces[i] * z
    yield equation(facts, apart, right / size, right / rho, right / size**2, needs=(3, 4))
    softmax = attention_layer(value=V, scores=given.any_operator("P").introduces, step=t)
    J = jacobian(softmax, at=lambda i: v[r])
    yield equation(facts, J(lambda i: v[q])(i), common, common * 2)
    parts = ((n, (n,)), (d - 1, (d - 1,)), ((n - 1) * (d - 1), (n - 1, d - 1)))
    wrong = ((n, (n,)), (d - 1, (d - 1,)), ((n - 1) * (d - 1), (n - 1, d - 2)))
    made = Decomposition((), tokens.any("i"), None, ())
    counts = [
        Counts("", p, s, made) for p, s in ((parts, n * d), (wrong, n * d), (parts, n * d - 1))
    ]
    made = [document(count, ()) for count in counts]
    yield Made(made[0], tuple(made[1:]))


def causal() -> Iterator[Made]:
    unit, weights = given.unit_tokens("y"), given.nonnegative_weights("alpha")
    facts, y, alpha = assumed(unit, weights), unit.introduces, weights.introduces
    flow = attention_flow(y, weights=alpha, reach="up_to")
    b = let("b", lambda i: y[i] @ y[1])
    A = total(alpha[i, j] for j in tokens.before(i))
    pushed = tangent(A * y[1] + total(alpha[i, j] * (y[j] - y[1]) for j in tokens.before(i)), y[i])
    bare = A * y[1] + total(alpha[i, j] * (y[j] - y[1]) for j in tokens.before(i))
    yield equation(facts, rate(y[i], flow), pushed, bare, needs=(0,))
    yield equation(facts, (y[1] - b[i] * y[i]) @ (y[1] - b[i] * y[i]), 1 - b[i] ** 2, 1 - b[i])
    theta, phi = (given.angle(name).introduces for name in ("theta", "phi"))
    angle = given.angle_between("u", 0, Scalar("pi") / 4)
    u = angle.introduces
    free = motion({theta: -sin(theta) / 2, phi: (sin(phi) + sin(phi - theta)) / 3})
    ray = at(rate(phi - theta / 4, free), {phi: u, theta: 4 * u})
    because = cos(2 * u) * sin(u) * (Fraction(1, 6) + (1 - cos(u)) / 2)
    yield comparison(assumed(angle), ray <= 0, because, ray >= 0, needs=(0, 1))
    third = at(rate(phi - theta / 3, free), {phi: u, theta: 3 * u})
    yield equation((), third, sin(u) * (1 - 2 * cos(u)) ** 2 / 6, sin(u) / 6)
    rest = at(sin(phi) + sin(phi - theta), {phi: theta / 2})
    yield equation((), rest, Scalar("number", Fraction(0)), sin(theta))


def scalars() -> Iterator[Made]:
    p, q, E, tau = (given.positive_scalar(name) for name in ("p", "q", "E", "tau"))
    low, high = given.any_scalar("lam_r").introduces, given.any_scalar("lam_k").introduces
    P, Q, e, t = (x.introduces for x in (p, q, E, tau))
    mu, nu = (P * e - Q) / (P * e + Q), (Q * e - P) / (Q * e + P)
    plus, minus, c = 1 + t * low * mu, 1 + t * low * nu, t * high
    facts = assumed(p, q, E, tau, given.that(plus > 0), given.that(minus > 0))
    M = [[(1 + c * (1 + mu) / 2) / plus, c * (1 - mu) / 2 / plus],
         [c * (1 - nu) / 2 / minus, (1 + c * (1 + nu) / 2) / minus]]  # fmt: skip
    det, trace = M[0][0] * M[1][1] - M[0][1] * M[1][0], M[0][0] + M[1][1]
    sigma = (mu + nu) / 2
    yield equation(facts, det * plus * minus, (1 + c) * (1 + c * sigma), (1 + c) * (1 - c * sigma),
                   needs=(0, 1, 2, 4, 5))  # fmt: skip
    jury = t**2 * (high - low) * (sigma * high - mu * nu * low)
    yield equation(facts, (1 - trace + det) * plus * minus, jury, -jury)
    m, x = given.positive_scalar("m"), given.any_scalar("x").introduces
    half = m.introduces
    because = ((half + x) ** 2 + (half**2 - x**2)) / (2 * half)
    where = (x**2 <= half**2,)
    yield comparison(assumed(m), x >= -half, because, x > -half, where=where, needs=(0,))
    whole = given.integer_scalar("l", at_least=1), given.integer_scalar("m_", at_least=0)
    a, b = (x.introduces for x in whole)
    pascal = binomial(a - 1, b) + binomial(a - 1, b + 1)
    yield equation(whole, binomial(a, b + 1), pascal, binomial(a, b), needs=(0, 1))
    yield equation((), power(2, a + 1), 2 * power(2, a), power(2, a))


def each() -> list[Any]:
    makers: list[Callable[[], Iterator[Made]]] = [
        geometry, hemisphere, gradient, spectrum, causal, scalars,
    ]  # fmt: skip
    return [
        pytest.param(made, id=f"{maker.__name__}-{count}")
        for maker in makers
        for count, made in enumerate(maker(), 1)
    ]


@pytest.mark.parametrize("made", each())
@pytest.mark.long
def test_true_claims_are_accepted_and_their_twins_refused(made):
    assert check(json.loads(json.dumps(made.document))) == Verdict(True, "accepted")
    assert [check(twin).accepted for twin in made.twins] == [False] * len(made.twins)


@pytest.mark.parametrize("made", each())
def test_a_claim_is_refused_without_a_fact_it_needs(made):
    facts = [fact for fact in made.document["facts"] if fact[0] not in QUALITIES]
    for needed in made.needs:
        kept = [fact for place, fact in enumerate(facts) if place != needed]
        assert not check({**made.document, "facts": kept}).accepted, facts[needed]
    if made.document.get("where"):
        assert not check({**made.document, "where": []}).accepted


def numbers(t: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(t, list):
        if t[:1] == ["number"] and t[1] != "0":
            yield path
        for place, part in enumerate(t):
            yield from numbers(part, (*path, place))


@pytest.mark.parametrize("made", each())
def test_no_number_of_a_right_side_can_be_changed(made):
    side = "because" if "because" in made.document else "right"
    for path in list(numbers(made.document.get(side))):
        forged = deepcopy(made.document)
        part = forged[side]
        for place in path:
            part = part[place]
        part[1] = str(Fraction(part[1]) + 1)
        assert not check(forged).accepted, part
