"""Tokens on the sphere: energy, an open hemisphere that tokens do not leave, equiangular tokens."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "MPT-1", PAPER.label("the interaction energy"), title="The interaction energy never falls", position=(1,), argued=False,
    printed=r"Along attention without normalisation the energy $\frac{1}{2 \beta n^2} \sum_{i,j} e^{\beta \langle x_i, x_j \rangle}$ "
    "never falls: the flow is its gradient flow.", relation="the same")
def energy_rises(given: Given) -> Proof:
    beta, x, n = given(positive_scalar("beta")), given(unit_tokens("x")), tokens.count

    def pull(i: Index) -> Vector:
        return total(exp(beta * (x[i] @ x[j])) * x[j] for j in tokens) / n

    flow = motion({x: lambda i: tangent(pull(i), x[i])})
    energy = total(total(exp(beta * (x[i] @ x[j])) for j in tokens) for i in tokens) / (2 * beta * n**2)
    speed = total(tangent(pull(i), x[i]) @ tangent(pull(i), x[i]) for i in tokens) / n
    yield claim("The energy rises by the mean squared speed of the tokens.", "rate", "rises")
    yield "The energy changes by the mean squared speed,", Identity(rate(energy, flow), speed, name="rate") \
        .but_not("half of it", right=speed / 2)
    yield "and so never falls.", Inequality(speed >= 0, name="rises") \
        .but_not("never rises", claim=speed <= 0)


@statement(
    "MPT-2", PAPER.label("the cone lemma"), title="Tokens stay in an open hemisphere", position=(2,), argued=False,
    printed="If all tokens start in an open hemisphere, the least of their products with its axis never falls.",
    relation="the same")
def hemisphere(given: Given) -> Proof:
    x, c = given(any_vectors("x")), given(any_vector("c"))
    w = given(nonnegative_weights("w"))
    i, j = tokens.any("i", "j")
    flow = motion({x: lambda i: total(w[i, k] * (x[k] - (x[i] @ x[k]) * x[i]) for k in tokens)})
    yield claim("If all tokens are on the sphere and all their products with c are at least s > 0, these stay so.",
                for_every(positive_scalar("s"), lambda s: implies(
                    at_start(both(equals(x[i] @ x[i], 1), c @ x[i] >= s)), always(c @ x[i] >= s))),
                along=solution(flow)) \
        .but_not("at least 2 s", for_every(positive_scalar("s"), lambda s: implies(
            at_start(both(equals(x[i] @ x[i], 1), c @ x[i] >= s)), always(c @ x[i] >= 2 * s))))
    pull = -2 * total(w[i, k] * (x[i] @ x[k]) for k in tokens)
    yield "The squared length of a token keeps the value 1, for its distance to 1 is a multiple of its own rate.", \
        Identity(rate(1 - x[i] @ x[i], flow), pull * (1 - x[i] @ x[i]), name="from below")
    yield "It is at most 1,", NotCrossed(x[i] @ x[i] <= 1, pull, by="from below", name="inside")
    yield "and likewise", Identity(rate(x[i] @ x[i] - 1, flow), pull * (x[i] @ x[i] - 1), name="from above")
    yield "at least 1.", NotCrossed(x[i] @ x[i] >= 1, pull, by="from above", name="outside")
    given(that(equals(x[i] @ x[i], 1)))
    yield "So no product of two tokens exceeds 1.", Inequality(
        x[i] @ x[j] <= 1, because=(x[i] - x[j]) @ (x[i] - x[j]) / 2, name="product") \
        .but_not("1/2", claim=x[i] @ x[j] <= Fraction(1, 2))
    yield "The token with the least product with c does not turn away from c,", Inequality(
        rate(c @ x[i], flow) >= 0, where=[c @ x[i] >= 0, every(lambda k: c @ x[k] >= c @ x[i]),
                                          every(lambda k: x[i] @ x[k] <= 1)], name="rises", because=total(
            w[i, k] * (c @ x[k] - c @ x[i] + (1 - x[i] @ x[k]) * (c @ x[i])) for k in tokens)) \
        .but_not("nor does any other", where=[c @ x[i] >= 0, every(lambda k: x[i] @ x[k] <= 1)])
    yield "so the least product never falls.", \
        LeastOf(c @ x[i], by=["product", "rises"], positive=True, name="least")


@statement(
    "MPT-3", PAPER.label("Theorem on equiangular tokens"), title="Equiangular tokens meet, without normalisation", position=(3,),
    argued=False,
    printed=r"Without normalisation the common correlation $\rho$ of orthogonal tokens satisfies "
    r"$\rho' = \frac{2}{n} e^{\beta \rho} (1 - \rho) ((n - 1) \rho + 1)$ and tends to 1 exponentially fast.",
    relation="weaker", differs="The claim begins with the equation. It has a rate, and any start with a correlation in [0, 1].")
def equiangular(given: Given) -> Proof:
    beta, rho, n = given(nonnegative_scalar("beta")), given(scalar_between("rho", 0, 1, closed=True)), tokens.count
    flow = motion({rho: 2 * exp(beta * rho) * (1 - rho) * ((n - 1) * rho + 1) / n})
    c = let("c", lambda: 2 / n)
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
