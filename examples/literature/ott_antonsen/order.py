"""The order parameter of oscillators with Lorentzian frequencies of width Delta and coupling K."""

from verify.vocabulary import *

from .paper import PAPER


def speed(r: Scalar, K: Scalar, Delta: Scalar) -> Scalar:
    """Return the speed of the order parameter."""
    return -Delta * r + K / 2 * r * (1 - r**2)


@statement(
    "OA-1", PAPER.label("below the threshold"), title="Weak coupling: the order decays", position=(1,), argued=False,
    printed=r"$r' = -\Delta r + \frac{K}{2} r (1 - r^2)$. For $K < 2 \Delta$ the order parameter tends to 0.",
    relation="stronger", differs="The claim has a rate.")
def below(given: Given) -> Proof:
    K, Delta, r = given(positive_scalar("K")), given(positive_scalar("Delta")), given(any_scalar("r"))
    given(that(K < 2 * Delta))
    flow = motion({r: speed(r, K, Delta)})
    c = let("c", lambda: 2 * Delta - K)
    yield claim("The square of the order parameter decays at least as fast as $e^{-c t}$.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(r**2 <= E), always(r**2 <= E * exp(-c * elapsed)))), along=solution(flow))
    yield "It falls at least so fast,", Inequality(rate(r**2, flow) <= -c * r**2, name="falls", because=K * (r**2) ** 2) \
        .but_not("twice as fast", claim=rate(r**2, flow) <= -2 * c * r**2)
    yield "so it decays.", Comparison(r**2, exponent=-c * elapsed, by="falls", name="decay") \
        .but_not("three times as fast", exponent=-3 * c * elapsed)


@statement(
    "OA-2", PAPER.label("at the threshold"), title="At the threshold the order decays like a power of time", position=(2,),
    argued=False, printed=r"For $K = 2 \Delta$ the order parameter tends to 0.",
    relation="stronger", differs="The claim has a rate.")
def at_threshold(given: Given) -> Proof:
    K, r = given(positive_scalar("K")), given(any_scalar("r"))
    flow = motion({r: speed(r, K, K / 2)})
    yield claim(r"If $r^2 \le E$ at the start, then $r^2 \le E/(1 + K E t)$.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(r**2 <= E), always(r**2 * (1 + K * E * elapsed) <= E))), along=solution(flow))
    yield "The square falls by", Identity(rate(r**2, flow), -K * (r**2) ** 2, name="falls") \
        .but_not("twice that", right=-2 * K * (r**2) ** 2)
    yield "so algebraically.", AlgebraicDecay(r**2, K, by="falls", name="decay")


@statement(
    "OA-3", PAPER.label("above the threshold"), title="Strong coupling: the order tends to its value", position=(3,),
    argued=False, printed=r"For $K > 2 \Delta$ the order parameter tends to $\sqrt{1 - 2 \Delta/K}$, unless it is 0.",
    relation="weaker", differs="The claim is about starts below that value; it has a rate.")
def above(given: Given) -> Proof:
    K, R = given(positive_scalar("K")), given(scalar_between("R", 0, 1, closed=False))
    r, a = given(any_scalar("r")), given(positive_scalar("a"))
    given(that(a < R))
    flow = motion({r: speed(r, K, K / 2 * (1 - R**2))})
    yield claim(r"With $\Delta = K (1 - R^2)/2$: from $a \le r \le R$ the order parameter tends to R at least as fast as "
                r"$e^{-K a^2 t}$.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(both(r >= a, r <= R, R**2 - r**2 <= E)), always(R**2 - r**2 <= E * exp(-K * a**2 * elapsed)))),
                along=solution(flow))
    yield "It moves by", Identity(rate(r, flow), K / 2 * (R - r) * (R + r) * r, name="speed") \
        .but_not("twice that", right=K * (R - r) * (R + r) * r)
    yield "So at R it is at rest,", Identity(rate(R - r, flow), -K / 2 * (R + r) * r * (R - r), name="rest")
    yield "and R is not crossed.", NotCrossed(r <= R, -K / 2 * (R + r) * r, by="rest", name="below R")
    yield "Where the order is a, it rises,", \
        Inequality(rate(r, flow) > 0, where=[r >= a, r <= a], name="rises",
                   because=K / 2 * ((R - a) + (a - r)) * (R + r) * r)
    yield "so it stays above a.", Stays(r >= a, by="rises", name="above a")
    yield "The square of the distance falls.", \
        Inequality(rate(R**2 - r**2, flow) <= -K * a**2 * (R**2 - r**2), where=[r >= a, r <= R], name="falls",
                   because=K * (R - r) * (R + r) * (r - a) * (r + a)) \
        .but_not("twice as fast", claim=rate(R**2 - r**2, flow) <= -2 * K * a**2 * (R**2 - r**2))
    yield "So it decays.", Comparison(R**2 - r**2, exponent=-K * a**2 * elapsed, by="falls", name="decay")
