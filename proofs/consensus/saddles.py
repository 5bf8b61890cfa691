"""Section 3, end: at every equilibrium but consensus the potential still grows in some direction.

The paper leaves it without proof. In three dimensions or more it is due to Markdahl, Thunberg and
Goncalves, on the circle to Criscitiello, Rebjock, McRae and Boumal (arXiv:2405.18273).
"""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER
from .pictures import OPPOSITE, SQUARE
from .twin_starts import *


@statement("A-S3.3", PAPER.label("Section 3, end"), origin="reconstructed", argued=False,
           title="Only consensus is asymptotically stable", basis="this_reconstruction",
           rests_on=("A-0", "A-T4.1+"), position=(3, 6), scenes=(OPPOSITE, SQUARE),
           printed="If a matrix whose symbol is lost ($P$ or $W$) is the identity, the linearisation about each "
                   r"equilibrium shows that the asymptotically stable equilibria are the consensus points $y_1 = \dots "
                   r"= y_\ell$, and only these. If it is not, the conditions cannot easily be checked.",
           relation="stronger", differs="Equilibria are never isolated, so that it is the set of consensus points that "
                                        "is stable. $P = c I$ is allowed, and no linearisation is used.")
def only_consensus(given: Given) -> Proof:
    i, j = tokens.any("i", "j")
    c = given(positive_scalar("c"))
    y = given(unit_tokens("y"))
    e = given(orthonormal_basis("e", expands=[y]))
    z = given(unit_tokens("z"))
    d = modes.count

    def flow_of(y: Vectors) -> Flow:
        return softmax_flow(y, scores=c * identity_operator(), row_sum=1 / square_root(d))

    def potential(y: Vectors) -> Scalar:
        return total(total(exp(c * (y[i] @ y[j])) for j in tokens) for i in tokens) / (2 * c)

    flow, rate_of_meeting = flow_of(z), exp(-2 * c) / (2 * square_root(d))
    rests = for_every(i, equals(flow_of(y).moves[y](i), zero_vector()))

    def is_left(dimension: Proposition) -> Proposition:
        """Return that the potential is larger near an equilibrium that is no consensus."""
        return implies(both(rests, there_is((i, j), never(equals(y[i], y[j]))), dimension),
                       for_every(positive_scalar("eps"), lambda eps: there_is(
                           unit_tokens("x"), lambda x: both(
                               for_every(i, norm(x[i] - y[i]) < eps), potential(y) < potential(x)))))

    def from_near(said: Callable[[Scalar], Proposition]) -> Proposition:
        """Return what holds of all tokens that start at most D apart."""
        return for_every(scalar_between("D", 0, 1), lambda D: implies(at_start(norm(z[i] - z[j]) <= D), said(D)))

    def meet(D: Scalar) -> Proposition:
        return always(norm(z[i] - z[j]) <= 6 * D * exp(-rate_of_meeting * elapsed))

    def stay(D: Scalar) -> Proposition:
        return for_every(j, for_every(any_vector("u"), lambda u: implies(
            at_start(equals(z[j], u)), always(norm(z[i] - u) <= 6 * D))))

    no_return = implies(at_start(potential(z) > potential(y)), never(for_every(i, tends_to(z[i], y[i]))))
    yield claim(
        "Consensus is asymptotically stable: tokens that start at most $D < 1$ apart stay within $6 D$ of each "
        "other and of where they started, and meet exponentially fast. No other equilibrium attracts its "
        r"neighbours, for $P = c I$ in three dimensions or more, and for $c \le 1$ on the circle: arbitrarily "
        "close to it the potential is larger somewhere, and from there no solution tends to it.",
        is_left(either(d >= 3, both(d >= 2, c <= 1))), no_return, from_near(lambda D: both(meet(D), stay(D))),
        along=solution(flow, start=[z])) \
        .but_not("from nowhere at all, not even from $y$ itself", never(for_every(i, tends_to(z[i], y[i]))),
                 at={y: ANTIPODES, z: ANTIPODES, c: 1}) \
        .but_not("but to consensus", implies(
                     at_start(potential(z) > potential(y)), tends_to(norm(z[i] - z[j]), 0)),
                 at={y: [*ANTIPODES, *ANTIPODES], z: [[1, 0], *ANTIPODES, [1, 0]], c: 1}) \
        .but_not("consensus attracts from however far", tends_to(norm(z[i] - z[j]), 0),
                 at={y: ANTIPODES, z: ANTIPODES, c: 1})
    with given.scope():  # With P = W the round sphere is all there is, and what the paper asks for other W is void.
        W, R, _ = given(positive_definite_square("W", root="R", inverse="S"))
        v = given(unit_tokens("v", metric=W))
        yield "The idea: at an equilibrium without consensus some second derivative of the potential is positive, " \
            "so tokens leave it for good. Near consensus all tokens are in one hemisphere, and meet." "\n\n" \
            "Section 3 is about $P = W$, whichever of the two is said to be the identity. On the round sphere " \
            "the scores are then the inner products of the tokens, and no $W$ is left. So let $W = I$, and $P = " \
            "c I$ with $c > 0$, to see what matters.", \
            Identity((R @ v[i]) @ (R @ v[j]), v[i] @ W @ v[j], name="round") \
            .but_not("without the root of $W$", left=v[i] @ v[j])
    yield from on_the_sphere(given, c, y, e, i, j)
    yield "So along some basis vector the second derivative is positive. At an equilibrium the slope along it is 0, so the potential is " \
        "larger at states along it, however near.", ByLemma("in_space", says=is_left(d >= 3), name="in space")
    with given.scope():  # Two dimensions: the potential grows if token i turns at the rate q_i.
        q, t = given(circle_points("q", "t"))
        x = given(coefficients("x"))
        gamma = let("gamma", lambda i, j: q[i] * q[j] + t[i] * t[j])
        sigma = let("sigma", lambda i, j: q[i] * t[j] - t[i] * q[j])
        turning = motion({q: lambda i: -x[i] * t[i], t: lambda i: x[i] * q[i]})

        def weight(i: Index, j: Index) -> Scalar:
            return exp(c * gamma[i, j])

        yield "On the circle let $q_i$ and $t_i$ be the coordinates of token $i$, and let it turn at " \
            r"the rate $x_i$. The cosine and the sine of the angle between two tokens are $\gamma$ " \
            r"and $\sigma$, and a pair's part of the potential changes by", \
            Identity(rate(weight(i, j) / c, turning), weight(i, j) * (x[i] - x[j]) * sigma[i, j], name="turning") \
            .but_not("the rates add up", right=weight(i, j) * (x[i] + x[j]) * sigma[i, j])
        yield "and that change by", \
            Identity(rate(weight(i, j) * (x[i] - x[j]) * sigma[i, j], turning),
                     weight(i, j) * (x[i] - x[j]) ** 2 * (c * sigma[i, j] ** 2 - gamma[i, j]),
                     name="turning twice") \
            .but_not("the weight stays", right=-weight(i, j) * (x[i] - x[j]) ** 2 * gamma[i, j])
        yield "Take a line through the sum of the tokens for the second axis, so that the $q_i$ add " \
            "up to 0, and turn token $i$ at the rate $q_i$. The last two factors then have the product", \
            Identity((q[i] - q[j]) ** 2 * (c * sigma[i, j] ** 2 - gamma[i, j]),
                     c * (q[i] - q[j]) ** 2 * sigma[i, j] ** 2 - 2 * (1 - gamma[i, j]) * q[i] * q[j]
                     - (q[i] * t[i] * sigma[i, j] + q[j] * t[j] * sigma[j, i]), name="certificate") \
            .but_not("at any state", right=c * (q[i] - q[j]) ** 2 * sigma[i, j] ** 2
                     - 2 * (1 - gamma[i, j]) * q[i] * q[j])
        r = let("r", lambda i: total(weight(i, j) * sigma[i, j] for j in tokens))
        yield "The last bracket, weighted and summed, is made of the forces $r_i$ on the tokens, which vanish at an equilibrium.", \
            Identity(total(total(weight(i, j) * (q[i] * t[i] * sigma[i, j] + q[j] * t[j] * sigma[j, i])
                                 for j in tokens) for i in tokens) / 2,
                     total(q[i] * t[i] * r[i] for i in tokens), name="forces") \
            .but_not("at any state", right=0)
        near = (q[1] - q[2]) ** 2 * (c * sigma[1, 2] ** 2 - gamma[1, 2])
        anywhere = Printed(near >= 0, part="variant", name="growth at any state")
        yield "If this choice made the potential grow at every state, two tokens would have", anywhere
        yield "which they do not at an angle of about 45 degrees.", \
            Witness(anywhere, {c: 1, q: [Fraction(5, 13), Fraction(-5, 13)],
                               t: [Fraction(12, 13), Fraction(12, 13)]}, name="near tokens")

        with given.scope():  # The remaining terms add up to what is not negative.
            k, a = given(integer_scalar("k", at_least=1)), given(positive_scalar("a"))
            yield r"The first term is not negative. It remains to weight and add up the second, which is twice $(\gamma - 1) q_i q_j$. " \
                r"The weight $e^{c\gamma}$ is the sum of $a_k \gamma^k$ with $a_k = c^k/k!$, so its product with " \
                r"$\gamma - 1$ is the sum of $(a_{k-1} - a_k) \gamma^k$ over $k \ge 1$, less 1. Write $a$ for " \
                r"$a_{k-1}$: if $c \le 1$, no coefficient is negative,", \
                Inequality(a - a * c / k >= 0, where=[c <= 1], name="no coefficient is negative") \
                .but_not("for every $c$", where=[])
            yield "and that of the third power is positive.", \
                Inequality(c**2 / 2 - c**3 / 6 > 0, where=[c <= 1], name="third coefficient",
                           because=c**2 / 2 * (Fraction(2, 3) + (1 - c) / 3)) \
                .but_not("for every $c$", where=[])
            yield "For the 1, the $q_i q_j$ add up to the square of the sum of the $q_i$, which is 0.", \
                Identity(total(total(q[i] * q[j] for j in tokens) for i in tokens),
                         total(q[i] for i in tokens) ** 2, name="power 0") \
                .but_not("to the sum of their squares", right=total(q[i] ** 2 for i in tokens))
            b, K = given(coefficients("b")), given(any_weights("K"))
            yield r"Times a power of $\gamma$ they have a sum that is not negative (Schur): if the sum of all " \
                r"$K_{ij} b_i b_j$ is never negative, nor is that of all $\gamma_{ij} K_{ij} b_i b_j$. So one power follows from the one before.", \
                Identity(total(total(b[i] * b[j] * gamma[i, j] * K[i, j] for j in tokens) for i in tokens),
                         total(total((b[i] * q[i]) * (b[j] * q[j]) * K[i, j] for j in tokens) for i in tokens)
                         + total(total((b[i] * t[i]) * (b[j] * t[j]) * K[i, j] for j in tokens)
                                 for i in tokens), name="entrywise product") \
                .but_not("one axis is forgotten", right=total(total(
                    (b[i] * q[i]) * (b[j] * q[j]) * K[i, j] for j in tokens) for i in tokens))
            fourth = total(q[i] ** 4 for i in tokens)
            yield "For the third power there is more,", \
                Inequality(total(total(q[i] * q[j] * gamma[i, j] ** 3 for j in tokens) for i in tokens)
                           >= fourth**2, name="third power",
                           because=3 * total(q[i] ** 3 * t[i] for i in tokens) ** 2
                           + 3 * total(q[i] ** 2 * t[i] ** 2 for i in tokens) ** 2
                           + total(q[i] * t[i] ** 3 for i in tokens) ** 2) \
                .but_not("to four times as much", claim=total(total(
                    q[i] * q[j] * gamma[i, j] ** 3 for j in tokens) for i in tokens) >= 4 * fourth**2)
            yield "which is positive, and with it the second derivative, unless all $q_i$ are 0.", \
                Inequality(fourth > 0, where=[q[i] ** 2 > 0], name="growth",
                           because=q[i] ** 2 * q[i] ** 2 + total((q[j] ** 2) ** 2 for j in tokens.but(i))) \
                .but_not("even then", where=[])
    with given.scope():  # Two opposite clusters: one of them turns.
        eps, m, l = given(signs("eps", positive="m", negative="l", both=True))
        s = given(any_scalar("s"))
        yield r"If all $q_i$ are 0, the tokens are on one line, $m \ge 1$ of them at one end and $l \ge 1$ at the " \
            "other, for they do not all agree. Turn those at the one end at the rate 1. The difference of two rates has the square", \
            Identity(((1 + eps[i]) / 2 - (1 + eps[j]) / 2) ** 2, (1 - eps[i] * eps[j]) / 2, name="rates") \
            .but_not("both groups turn", left=(eps[i] - eps[j]) ** 2)
        yield r"Write $s$ for the product of two signs, which is $\gamma$; $\sigma$ is 0. Two tokens, " \
            "in this order, add to twice the second derivative", \
            Cases(Identity(exp(s * c) * (1 - s) / 2 * -s, exp(-c) * (1 - s) / 2)
                  .but_not("tokens of one group count", right=exp(-c) / 2), {s: (1, -1)}, name="ends")
        yield "and all pairs together make it", \
            Identity(total(total(exp(-c) * (1 - eps[i] * eps[j]) / 2 for j in tokens) for i in tokens) / 2,
                     m * l * exp(-c), name="two clusters") \
            .but_not("every pair counts", right=(m + l) ** 2 * exp(-c))
        yield "which is positive: the ends part.", \
            Inequality(m * l * exp(-c) > 0, because=((m - 1) + 1) * ((l - 1) + 1) * exp(-c),
                       name="the clusters part")
        yield mutant("one cluster will do", drop=eps, assume=signs("eps", positive="m", negative="l"))
    yield "In both cases the second derivative is positive in some direction and the slope is 0: on the circle, too, the potential is " \
        "larger however near.", ByLemma("on_the_circle", says=is_left(both(d >= 2, c <= 1)), name="on the circle")
    yield "So the same holds in both cases, three dimensions or more and the circle.", \
        ByLemma("either_way", by=["in space", "on the circle"], says=is_left(either(d >= 3, both(d >= 2, c <= 1))),
                name="left")
    yield "Along a solution the potential changes by", \
        Identity(rate(potential(z), flow), total(square_root(d) * total(exp(c * (z[i] @ z[j])) for j in tokens) * (
            rate(z[i], flow) @ rate(z[i], flow)) for i in tokens), name="climbs") \
        .but_not("the squared speeds alone", right=total(rate(z[i], flow) @ rate(z[i], flow) for i in tokens))
    yield "which is never negative, as the tokens stay on the sphere. So the potential never falls.", \
        ByLemma("never_falls", says=nondecreasing(potential(z)), name="never falls")
    yield "From where it is larger than at the equilibrium, no solution tends back there: the potential is continuous, so along such a " \
        "solution it would fall to its value there.", ByLemma("no_return", by=["never falls"], says=no_return, name="no return")
    with given.scope():  # Tokens at most D < 1 apart are in one hemisphere, with images at most 2 D from one of them.
        D, g = given(scalar_between("D", 0, 1)), given(any_scalar("g"))
        yield "Now let tokens start at most $D$ apart, and let $u$ be where one of them starts. All have a product above $1/2$ with it:", \
            Inequality(z[i] @ z[j] > Fraction(1, 2), where=[(z[i] - z[j]) @ (z[i] - z[j]) <= D**2], name="one hemisphere",
                       because=(D**2 - (z[i] - z[j]) @ (z[i] - z[j])) / 2 + (1 - D) * (1 + D) / 2) \
            .but_not("above $3/4$", claim=z[i] @ z[j] > Fraction(3, 4))
        yield r"If that product is $g$ the image $z_i/g$ (A-T4.1+) is $\sqrt{1 - g^2}/g$ from $u$, which is at most $2 D$:", \
            Inequality((1 - g**2) / g**2 <= 4 * D**2, where=[2 * (1 - g) <= D**2, g >= Fraction(1, 2), g <= 1], name="images",
                       because=(4 * g**2 * (D**2 - 2 * (1 - g)) + (1 - g) * (8 * (g - Fraction(1, 2)) ** 2
                                + 7 * (g - Fraction(1, 2)) + Fraction(1, 2))) / g**2) \
            .but_not("at most $D$", claim=(1 - g**2) / g**2 <= D**2)
    yield "So all images are at most $4 D$ apart. They stay in the convex hull of the images at the start, and come together at the rate " \
        r"$e^{-2c}/(2 \sqrt{d})$: by A-T4.1+ it is $n$ times the least weight, $e^{-2c}/(n \sqrt{d})$, times the least margin, $1/2$. " \
        "Tokens are no further apart than images.", ByLemma("meet", says=from_near(meet), by=["one hemisphere"], name="meet")
    yield "The image of $u$ is $u$, which is in this hull, and no image ever leaves it.", \
        ByLemma("stay", says=from_near(stay), by=["one hemisphere"], name="stay")


@lemma
def on_the_sphere(given: Given, c: Scalar, y: Vectors, e: Vectors, i: Index, j: Index) -> Proof:
    """Three dimensions or more: the second derivatives along an orthonormal basis add up."""
    X = given(tangent_vectors("X", at=y))
    g = let("g", lambda i, j: y[i] @ y[j])
    great_circles = motion({y: lambda i: X[i], X: lambda i: -(X[i] @ X[i]) * y[i]})

    def weight(i: Index, j: Index) -> Scalar:
        return exp(c * g[i, j])

    def second(i: Index, j: Index) -> Scalar:
        turn = X[i] @ y[j] + y[i] @ X[j]
        return weight(i, j) * (c * turn**2 / 2 + X[i] @ X[j] - (X[i] @ X[i]) * g[i, j])

    potential = total(total(weight(i, j) for j in tokens) for i in tokens) / (2 * c)
    slope = total(total(weight(i, j) * (X[i] @ y[j] + y[i] @ X[j]) for j in tokens) for i in tokens) / 2
    yield "Let every token move along a great circle, token $i$ with the velocity $X_i$. The potential then has the slope", \
        Identity(rate(potential, great_circles), slope, name="slope") \
        .but_not("$c$ stays", right=c * slope)
    yield "and the second derivative", \
        Identity(rate(slope, great_circles),
                 total(total(second(i, j) for j in tokens) for i in tokens), name="Hessian") \
        .but_not("the circles are straight", right=total(total(
            second(i, j) + weight(i, j) * g[i, j] * (X[i] @ X[i]) for j in tokens) for i in tokens))

    # Summed over a basis, the second derivative is positive unless tokens agree.
    d = modes.count
    def along(m: Index, i: Index) -> Vector:
        return tangent(e[m], y[i])

    def turn(m: Index, i: Index, j: Index) -> Scalar:
        return along(m, i) @ y[j] + y[i] @ along(m, j)

    yield "Take for $X_i$ the tangent part of one basis vector, the same for all tokens, and sum " \
        "over the basis. The squares of the rates at which the inner product of two tokens changes add up to", \
        Identity(total(turn(m, i, j) ** 2 for m in modes), 2 * (1 - g[i, j]) ** 2 * (1 + g[i, j]), name="changes") \
        .but_not("one of the two stands still", left=total((along(m, i) @ y[j]) ** 2 for m in modes))
    yield r"Likewise the inner products of their velocities add up to $d - 2 + g^2$, and the squares of each velocity to $d - 1$. So a pair of tokens, with the product $g$, adds to the " \
        "sum of the second derivatives", \
        Identity(total(weight(i, j) * (c * turn(m, i, j) ** 2 / 2 + along(m, i) @ along(m, j)
                                       - (along(m, i) @ along(m, i)) * g[i, j]) for m in modes),
                 weight(i, j) * (1 - g[i, j]) * (c * (1 - g[i, j] ** 2) + d - 2 - g[i, j]), name="basis sum") \
        .but_not("$d - 1$ instead of $d - 2$", right=weight(i, j) * (1 - g[i, j]) * (
            c * (1 - g[i, j] ** 2) + d - 1 - g[i, j]))
    both = y[i] + y[j]
    yield "which in three dimensions or more is positive unless the two tokens agree.", \
        Inequality((1 - g[i, j]) * (c * (1 - g[i, j] ** 2) + d - 2 - g[i, j]) > 0,
                   where=[d >= 3, g[i, j] < 1], name="three dimensions",
                   because=(1 - g[i, j]) * (c * (1 - g[i, j]) * (both @ both) / 2 + (d - 3)
                                            + (1 - g[i, j]))) \
        .but_not("on the circle, too", where=[g[i, j] < 1])
    # From every start tokens meet only if none are opposite.
    flow = softmax_flow(y, scores=identity_operator())
    every = Printed(y[1] @ y[2] >= 1, rate(y[1] @ y[2], flow) > 0, part="variant", name="every start")
    yield "Consensus from every start, which a remark of the introduction promises, is too much to " \
        "ask: two tokens that have not met would always approach each other.", every
    yield "Opposite tokens are at rest.", \
        Witness(every, {y: [[1, 0], [-1, 0]]}, name="opposite tokens")
