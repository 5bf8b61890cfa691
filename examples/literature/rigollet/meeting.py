"""Equiangular tokens meet: exponentially fast, and with pre-norm like a power of time."""

from verify.vocabulary import *

from .paper import PAPER


def common_speed(beta: Scalar, rho: Scalar) -> Scalar:
    """Return the speed of the correlation of unit tokens under softmax attention with value I."""
    n = tokens.count
    weight = exp(beta) + (n - 1) * exp(beta * rho)
    return 2 * exp(beta * rho) * (1 - rho) * ((n - 1) * rho + 1) / weight


@statement(
    "RIG-3", PAPER.label("Section 6.1"), title="Equiangular tokens meet exponentially fast, with softmax", position=(3,),
    argued=False, printed="The common correlation of equiangular tokens tends to 1 exponentially fast.",
    relation="stronger", differs="The claim begins with the equation of RIG-1. It has a rate, and any start with a correlation in [0, 1].")
def exponential(given: Given) -> Proof:
    beta = given(nonnegative_scalar("beta"))
    rho = given(scalar_between("rho", 0, 1, closed=True))
    flow = motion({rho: common_speed(beta, rho)})
    c = let("c", lambda: 2 / (tokens.count - 1 + exp(beta)))
    yield claim(
        "The common correlation tends to 1 exponentially fast, with the rate c.",
        for_every(scalar_between("a", 0, 1, closed=True), lambda a: implies(
            at_start(rho >= a), always(1 - rho <= (1 - a) * exp(-c * elapsed)))),
        along=solution(flow, start=[rho]))
    yield "The correlation rises at least so fast.", \
        Inequality(rate(rho, flow) >= c * (1 - rho), name="rises") \
        .but_not("twice as fast", claim=rate(rho, flow) >= 2 * c * (1 - rho))
    yield "So it stays nonnegative.", Stays(rho >= 0, by="rises", name="inside")
    yield "The distance to 1 decays.", Comparison(1 - rho, exponent=-c * elapsed, by="rises", name="decay") \
        .but_not("twice as fast", exponent=-2 * c * elapsed)


@statement(
    "RIG-4", PAPER.label("Section 6.2"), title="Pre-norm delays the collapse", position=(4,), argued=False,
    printed="With pre-norm the common correlation tends to 1 only like a power of time.", relation="weaker",
    differs="The claim begins with the equations of the correlation and the radius. It bounds from one side: it tends to 1 at least as fast as that.")
def pre_norm(given: Given) -> Proof:
    beta = given(nonnegative_scalar("beta"))
    rho, r = given(nonnegative_scalar("rho")), given(positive_scalar("r"))
    n = tokens.count
    weight = exp(beta) + (n - 1) * exp(beta * rho)
    flow = motion({rho: common_speed(beta, rho) / r,
                   r: (exp(beta) + (n - 1) * rho * exp(beta * rho)) / weight})
    c = let("c", lambda: 2 / (n - 1 + exp(beta)))
    yield claim(
        "The common correlation tends to 1 at least like a power of time.",
        for_every(scalar_between("a", 0, 1, closed=True), lambda a: implies(
            at_start(both(rho >= a, rho <= 1, r <= 1)),
            always(1 - rho <= (1 - a) * exp(-c * log(1 + elapsed))))),
        along=solution(flow, start=[rho, r]))
    pull = 2 * exp(beta * rho) * ((n - 1) * rho + 1) / (weight * r)
    yield "Where the correlation is 0, it rises,", \
        Inequality(rate(rho, flow) > 0, where=[rho <= 0], because=pull * (1 - rho), name="inward")
    yield "and the radius grows.", Inequality(rate(r, flow) > 0, name="grows")
    yield "So both bounds stay.", Stays([rho >= 0, r > 0], by=["inward", "grows"], name="both")
    yield "At 1 the correlation is at rest,", Identity(rate(1 - rho, flow), -pull * (1 - rho), name="one")
    yield "so it does not cross 1.", NotCrossed(rho <= 1, -pull, by="one", name="below 1")
    given(that(rho <= 1))
    yield "The radius grows by at most 1,", Inequality(rate(r, flow) <= 1, name="slowly") \
        .but_not("half", claim=rate(r, flow) <= Fraction(1, 2))
    yield "so at most linearly.", GrowsAtMost(r, 1, by="slowly", name="linear")
    yield "The correlation rises at least so fast.", \
        Inequality(rate(rho, flow) >= c * (1 - rho) / r, name="rises") \
        .but_not("twice as fast", claim=rate(rho, flow) >= 2 * c * (1 - rho) / r)
    T = given(nonnegative_scalar("T"))
    yield "While the radius is at most $1 + T$, that is at least", \
        Inequality(c * (1 - rho) / r >= c * (1 - rho) / (1 + T), where=[r <= 1 + T], name="gap",
                   because=c * (1 - rho) * (1 + T - r) / (r * (1 + T)))
    yield "The distance to 1 decays.", \
        Comparison(1 - rho, exponent=-c * log(1 + elapsed), by=["rises", "gap"], at={T: elapsed}, name="decay") \
        .but_not("twice the power", exponent=-2 * c * log(1 + elapsed))
