"""Theorems on what moves, as a stranger writes them: each true one has a twin, false by one word.

A pair is a function that yields its claim, and takes whether it is the true one. Nothing here has
a proof: what a theorem is graded comes from sampling, or from Coq's own families of theorems.
"""

from collections.abc import Callable
from typing import Any

from verify.vocabulary import *

Pair = Callable[[Given, bool], Proof]


def decay(given: Given, true: bool) -> Proof:
    """x' = -a x decays at the rate a, and at no larger one."""
    a, x = given(positive_scalar("a")), given(any_vector("x"))
    u = given(unit_vector("u"))
    rate = a if true else 2 * a
    yield claim("It decays.", implies(
        at_start(norm(x) <= 1), always(norm(x) <= exp(-rate * elapsed))),
        implies(at_start(equals(x, u)), always(norm(x) <= exp(-rate * elapsed))),
        along=solution(motion({x: -a * x})))  # fmt: skip


def decay_of_what_may_rest(given: Given, true: bool) -> Proof:
    """x' = -a x tends to 0 if a is positive; if a may be 0 it may rest."""
    a = given(positive_scalar("a") if true else nonnegative_scalar("a"))
    x = given(any_scalar("x"))
    yield claim("It tends to 0.", tends_to(x, 0), along=solution(motion({x: -a * x})))


def step_at_the_threshold(given: Given, true: bool) -> Proof:
    """Gradient descent on x^2/2 with step h tends to 0 for h < 2, and not for h = 2."""
    h = given(positive_scalar("step"))
    x = given(any_scalar("x"))
    yield claim("It tends to 0.", implies(h < 2 if true else h <= 2, tends_to(x, 0)),
                along=orbit(iteration({x: x - h * x})))  # fmt: skip


def explicit_step(given: Given, true: bool) -> Proof:
    """|1 - h| <= 1 keeps a length for h <= 2 only."""
    h, x = given(positive_scalar("step")), given(any_vector("x"))
    bound = 2 if true else 3
    yield claim("It does not grow.", implies(
        h <= bound, implies(at_start(norm(x) <= 1), always(norm(x) <= 1))),
        along=orbit(iteration({x: x - h * x})))  # fmt: skip


def margins_of_a_hemisphere(given: Given, true: bool) -> Proof:
    """Margins of an open hemisphere stay above the least at the start, not above twice that."""
    c, y = given(covector("c")), given(unit_tokens("y"))
    s, alpha = given(positive_scalar("s")), given(nonnegative_weights("alpha"))
    i = tokens.any("i")
    kept = s if true else 2 * s
    yield claim("Margins stay.", implies(
        for_every(i, at_start(c @ y[i] >= s)), for_every(i, always(c @ y[i] >= kept))),
        along=solution(attention_flow(y, weights=alpha), start=[y]))  # fmt: skip


def consensus_of_a_hemisphere(given: Given, true: bool) -> Proof:
    """Tokens of an open hemisphere meet; those of a closed one may rest at opposite points."""
    c, y = given(covector("c")), given(unit_tokens("y"))
    inside = given((open_hemisphere if true else closed_hemisphere)(y, along=c))
    m = given(positive_scalar("m"))
    alpha = given(nonnegative_weights("alpha"))
    i, j = tokens.any("i", "j")
    yield claim("They meet.", implies(
        for_every((i, j), alpha[i, j] >= m), tends_to(norm(y[i] - y[j]), 0)),
        along=solution(attention_flow(y, weights=alpha), start=[y, inside]))  # fmt: skip


def no_consensus_without_a_bound(given: Given, true: bool) -> Proof:
    """Averages stay in a ball that holds the starts; they need not meet if weights may be 0."""
    x, w = given(any_vectors("x")), given(nonnegative_weights("w"))
    i, j = tokens.any("i", "j")
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - x[i]) for k in tokens)})
    said = (implies(for_every(i, at_start(norm(x[i]) <= 1)), for_every(i, always(norm(x[i]) <= 1)))
            if true else tends_to(norm(x[i] - x[j]), 0))  # fmt: skip
    yield claim("Averages.", said, along=solution(flow))


def means_are_kept(given: Given, true: bool) -> Proof:
    """The mean is kept if pulls are alike both ways, as in all-to-all; not for weights of rows."""
    x = given(any_vectors("x"))
    w = given(nonnegative_weights("w"))
    z = given(any_vector("z"))

    def pulled(i: Any) -> Any:
        both = lambda k: w[i, k] + w[k, i] if true else w[i, k]  # noqa: E731
        return total(both(k) * (x[k] - x[i]) for k in tokens)

    mean = total(x[k] for k in tokens)
    yield claim("The mean is kept.", implies(at_start(equals(mean, z)), always(equals(mean, z))),
                along=solution(motion({x: pulled})))  # fmt: skip


def rows_that_are_stochastic(given: Given, true: bool) -> Proof:
    """Row-stochastic means never leave the ball of the starts; with the step 3 they do."""
    x, a = given(any_vectors("x")), given(row_stochastic("a"))
    i = tokens.any("i")
    step = 1 if true else 3
    yield claim("They stay.", implies(
        for_every(i, at_start(norm(x[i]) <= 1)), for_every(i, always(norm(x[i]) <= 1))),
        along=orbit(iteration({x: lambda i: x[i] + step * (
            total(a[i, j] * x[j] for j in tokens) - x[i])})))  # fmt: skip


def oja_rises(given: Given, true: bool) -> Proof:
    """y' = P_y U y climbs y^T U y; against it the form falls."""
    U, y = given(symmetric_operator("U")), given(unit_vector("y"))
    sign = 1 if true else -1
    yield claim("The form rises.", nondecreasing(y @ U @ y),
                along=solution(motion({y: sign * tangent(U @ y, y)}), start=[y]))  # fmt: skip


def unit_length(given: Given, true: bool) -> Proof:
    """The projection keeps the length 1; without it nothing does."""
    U, y = given(symmetric_operator("U")), given(unit_vector("y"))
    law = tangent(U @ y, y) if true else U @ y
    yield claim("Its length is 1.", always(equals(y @ y, 1)),
                along=solution(motion({y: law}), start=[y]))  # fmt: skip


def a_drawn_token(given: Given, true: bool) -> Proof:
    """A token drawn to v never turns away from it; drawn away it does."""
    v, y = given(unit_vector("v")), given(unit_vector("y"))
    a = given(positive_scalar("a") if true else negative_scalar("a"))
    yield claim("It comes no further from v.", nondecreasing(v @ y),
                along=solution(motion({y: a * tangent(v, y)}), start=[y]))  # fmt: skip


def a_drawn_token_arrives(given: Given, true: bool) -> Proof:
    """It tends to v from v^T y > 0; from v^T y >= -1 it need not, for -v is at rest."""
    v, y = given(unit_vector("v")), given(unit_vector("y"))
    a = given(positive_scalar("a"))
    above = at_start(v @ y > 0) if true else at_start(v @ y >= -1)
    yield claim("It tends to v.", implies(above, tends_to(y, v)),
                along=solution(motion({y: a * tangent(v, y)}), start=[y]))  # fmt: skip


def harmonic(given: Given, true: bool) -> Proof:
    """x'' = -x keeps its energy and converges only at rest."""
    x, p = given(any_scalar("x")), given(any_scalar("p"))
    E = given(any_scalar("E"))
    said = (implies(at_start(equals(x**2 + p**2, E)), always(equals(x**2 + p**2, E)))
            if true else tends_to(x, 0))  # fmt: skip
    yield claim("An oscillator.", said, along=solution(motion({x: p, p: -x})))


def euler_gains(given: Given, true: bool) -> Proof:
    """Explicit steps of an oscillator never lose energy, and never keep it but at rest."""
    x, p, h = given(any_scalar("x")), given(any_scalar("p")), given(positive_scalar("step"))
    E = given(positive_scalar("E"))
    energy = x**2 + p**2
    said = (nondecreasing(energy) if true
            else implies(at_start(equals(energy, E)), always(energy <= E)))  # fmt: skip
    yield claim("Explicit steps.", said, along=orbit(iteration({x: x + h * p, p: p - h * x})))


def comparison(given: Given, true: bool) -> Proof:
    """x' = -x + c with c <= 1 stays below 1; below 1/2 it need not."""
    x, c = given(any_scalar("x")), given(any_scalar("c"))
    top = 1 if true else Fraction(1, 2)
    yield claim("It stays below.", implies(c <= 1, implies(
        at_start(x <= top), always(x <= top))), along=solution(motion({x: -x + c})))  # fmt: skip


def strictly_above(given: Given, true: bool) -> Proof:
    """What decays from above 0 stays above 0, but not above what it starts above."""
    x, a, b = given(any_scalar("x")), given(positive_scalar("a")), given(positive_scalar("b"))
    kept = 0 if true else b
    yield claim("It stays above.", implies(at_start(x > kept), always(x > kept)),
                along=solution(motion({x: -a * x})))  # fmt: skip


def some_limit(given: Given, true: bool) -> Proof:
    """x' = -x^3 has the limit 0, and no exponential rate."""
    x, c = given(any_scalar("x")), given(positive_scalar("c"))
    said = (tends_to(x, 0) if true else there_is(c_of(), lambda rate: implies(
        at_start(equals(x, 1)), always(x <= 3 * exp(-rate * elapsed)))))  # fmt: skip
    yield claim("It tends to 0.", implies(c > 0, said), along=solution(motion({x: -(x**3)})))


def c_of() -> Any:
    """Return a positive number to be found."""
    return positive_scalar("rate", latex=r"\rho")


def averages_converge(given: Given, true: bool) -> Proof:
    """x -> x/2 + u converges; x -> -x + u does not, unless it starts at its middle."""
    x, u = given(any_vector("x")), given(any_vector("u"))
    law = x / 2 + u if true else u - x
    yield claim("It converges.", converges(x), along=orbit(iteration({x: law})))


def one_token(given: Given, true: bool) -> Proof:
    """One token with the value matrix I rests; with another it need not."""
    U, y = given(symmetric_operator("U")), given(unit_tokens("y"))
    alpha, z = given(nonnegative_weights("alpha")), given(any_vector("z"))
    i = tokens.any("i")
    flow = (attention_flow(y, weights=alpha) if true
            else attention_flow(y, weights=alpha, value=U))  # fmt: skip
    yield claim("One token rests.", implies(
        equals(tokens.count, 1), implies(at_start(equals(y[i], z)), always(equals(y[i], z)))),
        along=solution(flow, start=[y]))  # fmt: skip


def opposite_tokens(given: Given, true: bool) -> Proof:
    """Unit tokens that sum to 0 rest under full averages; those that do not do not."""
    y, i = given(unit_tokens("y")), tokens.any("i")
    z = given(any_vectors("z"))
    summed = total(y[j] for j in tokens)
    zero = at_start(equals(summed, zero_vector())) if true else at_start(norm(summed) <= 1)
    flow = motion({y: lambda i: tangent(total(y[j] for j in tokens), y[i])})
    yield claim("They rest.", implies(zero, implies(
        for_every(i, at_start(equals(y[i], z[i]))), for_every(i, always(equals(y[i], z[i]))))),
        along=solution(flow, start=[y]))  # fmt: skip


def stable_by_oja(given: Given, true: bool) -> Proof:
    """Under the Oja map of diag(2, 1) consensus at the first axis is stable, not at the second."""
    V, e, f = given(symmetric_operator("V")), given(unit_vector("e")), given(unit_vector("f"))
    x = any_vector("q")
    layer = oja_layer(value=V, step=given(positive_scalar("tau")))
    plane = for_every(x, lambda q: equals(q, (e @ q) * e + (f @ q) * f))
    state = e if true else f
    yield claim("Consensus.", implies(equals(e @ f, 0), implies(plane, implies(
        equals(V @ e, 2 * e), implies(equals(V @ f, f),
            is_stable(unit_tokens("y"), layer, at=state))))))  # fmt: skip


def stability_and_attraction(given: Given, true: bool) -> Proof:
    """Under V = I every consensus is stable, and none is exponentially so: turned ones stay."""
    V, e = given(symmetric_operator("V")), given(unit_vector("e"))
    layer = oja_layer(value=V, step=given(positive_scalar("tau")))
    identity = for_every(any_vector("q"), lambda q: equals(V @ q, q))
    said = (is_stable if true else is_exponentially_stable)(unit_tokens("y"), layer, at=e)
    yield claim("Consensus.", implies(identity, said))


def almost_every(given: Given, true: bool) -> Proof:
    """Under V = I almost every start comes to a consensus, and not every one: opposites rest."""
    V = given(symmetric_operator("V"))
    layer = oja_layer(value=V, step=given(positive_scalar("tau")))
    i, j = tokens.any("i", "j")
    identity = for_every(any_vector("q"), lambda q: equals(V @ q, q))
    starts = for_almost_every_start if true else for_every_orbit
    yield claim("They meet.", implies(identity, starts(
        unit_tokens("y"), layer,
        lambda y: for_every((i, j), tends_to(norm(y[i] - y[j]), 0)))))  # fmt: skip


def body(pair: Pair, true: bool) -> Callable[[Given], Proof]:
    """Return what a statement of a pair yields: its claim, and a step, which no claim may lack."""

    def yields(given: Given) -> Proof:
        yield from pair(given, true)
        b = given(any_scalar("beside"))
        yield "A step.", Identity(b + b, 2 * b, name="a step")

    yields.__name__ = f"{pair.__name__}-{str(true).lower()}"
    return yields


PAIRS: tuple[Pair, ...] = (
    decay, decay_of_what_may_rest, step_at_the_threshold, explicit_step, margins_of_a_hemisphere,
    consensus_of_a_hemisphere, no_consensus_without_a_bound, means_are_kept,
    rows_that_are_stochastic, oja_rises, unit_length, a_drawn_token, a_drawn_token_arrives,
    harmonic, euler_gains, comparison, strictly_above, some_limit, averages_converge, one_token,
    opposite_tokens, stable_by_oja, stability_and_attraction, almost_every,
)  # fmt: skip
