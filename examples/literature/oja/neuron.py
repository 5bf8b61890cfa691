"""A linear neuron that learns its principal component."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "OJA-1", PAPER.label("the mean equation, the length"), title="Oja's rule keeps the sphere", position=(1,), argued=False,
    printed="Weights of length 1 keep this length.", relation="the same")
def keeps_the_sphere(given: Given) -> Proof:
    w, C = given(any_vector("w")), given(symmetric_operator("C"))
    flow = motion({w: C @ w - (w @ (C @ w)) * w})
    on_it = at_start(equals(w @ w, 1))
    yield claim("Weights on the sphere stay on it.", implies(on_it, always(equals(w @ w, 1))), along=solution(flow)) \
        .but_not("weights of length 2 do, too", implies(at_start(equals(w @ w, 4)), always(equals(w @ w, 4))),
                 at={C: [[1, 0], [0, 1]], w: [2, 0]}) \
        .but_not("they come to length 2", implies(on_it, always(w @ w >= 2)))
    pull = -2 * (w @ (C @ w))
    yield "The distance of the squared length to 1 is a multiple of its own rate.", \
        Identity(rate(1 - w @ w, flow), pull * (1 - w @ w), name="below") \
        .but_not("half of it", right=pull * (1 - w @ w) / 2)
    yield "So it stays at most 1,", NotCrossed(w @ w <= 1, pull, by="below", name="inside")
    yield "and likewise", Identity(rate(w @ w - 1, flow), pull * (w @ w - 1), name="above")
    yield "at least 1.", NotCrossed(w @ w >= 1, pull, by="above", name="outside")


@statement(
    "OJA-2", PAPER.label("the mean equation, the variance"), title="Oja's rule raises the variance", position=(2,), argued=False,
    printed="The variance of the output never falls.", relation="stronger",
    differs="The claim has the rate, on the sphere.")
def raises_the_variance(given: Given) -> Proof:
    w, C = given(unit_vector("w")), given(symmetric_operator("C"))
    speed = let("v", lambda: C @ w - (w @ (C @ w)) * w)
    flow = motion({w: speed})
    yield claim("The variance rises by twice the squared speed.", "rate")
    yield "The variance rises by twice the squared speed.", Identity(rate(w @ (C @ w), flow), 2 * (speed @ speed), name="rate") \
        .but_not("by the squared speed", right=speed @ speed)


@statement(
    "OJA-3", PAPER.label("the mean equation, its limit"), title="Oja's rule finds the principal component", position=(3,),
    rests_on=("A-L5.2+",), argued=False,
    printed="Weights of length 1 tend to the unit eigenvector of the largest eigenvalue of C, or to its negative, unless they start "
    "orthogonal to it.", relation="stronger",
    differs="The learning rate may vary in time, the domains are exact, and the claim has a rate.")
def principal_component(given: Given) -> Proof:
    C = given(symmetric_operator("C"))
    v, lam = given(diagonalised("v", "lam", of=C))
    gap = given(positive_scalar("gamma"))
    given(largest_first(lam, vectors=v, of=C, gap=gap))
    w, eta = given(unit_vector("w")), given(positive_scalar("eta"))
    b = let("b", lambda: v[1] @ w)
    flow = motion({w: eta * tangent(C @ w, w)})

    def at_rates(says: Callable[[Scalar], Proposition]) -> Proposition:
        """Return that something holds if the learning rate is between positive m and M and the eigenvectors span."""
        spans = for_every(any_vector("x"), lambda x: equals(x, total((v[k] @ x) * v[k] for k in modes)))
        return for_every(positive_scalar("m"), lambda m: for_every(positive_scalar("M"), lambda M: implies(
            both(always(both(eta >= m, eta <= M)), spans), says(m))))

    yield claim(
        "Weights rest only at unit eigenvectors. Weights with a positive component along the first eigenvector $v_1$ tend "
        "to $v_1$ exponentially fast, those with a negative one to $-v_1$, and no others do.",
        for_every(unit_vector("x"), lambda x: iff(
            equals(tangent(C @ x, x), zero_vector()), there_is(any_scalar("mu"), lambda mu: equals(C @ x, mu * x)))),
        at_rates(lambda m: both(
            iff(tends_to(w, v[1]), at_start(b > 0)),
            iff(tends_to(w, -v[1]), at_start(b < 0)),
            implies(at_start(equals(b, 0)), always(equals(b, 0))),
            implies(at_start(b > 0), nondecreasing(b)),
            implies(at_start(b < 0), nondecreasing(-b)),
            for_every(positive_scalar("c"), lambda c: implies(at_start(equals(b, c)), always(
                norm(w - v[1]) ** 2 <= (1 - c**2) / c**2 * exp(-2 * m * gap * elapsed)))),
            for_every(any_scalar("mu"), lambda mu: for_every(unit_vector("x"), lambda x: implies(
                both(differs(mu, lam[1]), equals(C @ x, mu * x), tends_to(w, x)), at_start(equals(b, 0))))))),
        along=solution(flow, varying=[eta], start=[w])) \
        .but_not("all that do not start at $-v_1$ tend to $v_1$", implies(
                     at_start(differs(b, -1)), tends_to(w, v[1])),
                 at={C: [[1, 0], [0, 0]], v: [[1, 0], [0, 1]], lam: [1, 0], gap: 1, eta: 1, w: [0, 1]})
    yield "The equation is that of Lemma 5.2 of paper A, with the learning rate for the weight.", \
        By("A-L5.2+", at={"U": C, "y": w, "alpha": eta}, name="domains")
