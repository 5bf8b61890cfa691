"""Section 5: causal attention with the identity as value matrix."""

from proofs.citations import (
    COMPARISON,
    CONNECTED_INTERVAL,
    NO_RETRACTION,
    SOFTMAX_LIPSCHITZ,
)
from proofs.consensus import closed_form
from proofs.consensus.paper import PAPER
from verify.vocabulary import (
    Cited,
    Fraction,
    Given,
    Identity,
    Inequality,
    Printed,
    Proof,
    Refuted,
    Region,
    Value,
    Witness,
    angle,
    angle_between,
    any_operator,
    any_scalar,
    any_vector,
    any_vectors,
    any_weights,
    at,
    attention_flow,
    cos,
    differs,
    every,
    let,
    motion,
    mutant,
    nonnegative_scalar,
    nonnegative_weights,
    pi,
    positive_scalar,
    rate,
    scalar_between,
    sin,
    softmax,
    statement,
    straight_lines,
    tangent,
    that,
    tokens,
    total,
    unit_tokens,
    unit_vector,
)

EXCEPTIONAL = "3.4295824978467479797992636772356321807794"


@statement("A-T5.1", PAPER.label("Theorem 5.1, eqs. (14), (15)"),
           title="Identity value matrix: the printed domain", repaired_by=("A-T5.1+",),
           position=(5, 1))
def printed_domain(given: Given) -> Proof:
    y = given(unit_tokens("y"))
    alpha = given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha, reach="up_to")
    i = tokens.any("i")
    b = let("b", lambda i: y[i] @ y[1])
    e = let("e", lambda i: y[i] - y[1])
    A = let("A", lambda i: total(alpha[i, j] for j in tokens.before(i)))

    yield "Each token is drawn to the first one and pushed by those in between (14),", \
        Identity(rate(y[i], flow), tangent(A[i] * y[1] + total(
            alpha[i, j] * e[j] for j in tokens.before(i)), y[i]), name="eq 14") \
        .but_not("the push is not projected", right=tangent(A[i] * y[1], y[i]) + total(
            alpha[i, j] * e[j] for j in tokens.before(i)))
    yield "so its cosine with the first token moves by (15).", \
        Identity(rate(b[i], flow), A[i] * (1 - b[i] ** 2) + total(
            alpha[i, j] * (e[j] @ (y[1] - b[i] * y[i])) for j in tokens.before(i)), name="eq 15") \
        .but_not("the push is not projected", right=A[i] * (1 - b[i] ** 2) + total(
            alpha[i, j] * (e[j] @ y[1]) for j in tokens.before(i)))
    yield "The push acts through a vector that vanishes at both poles.", \
        Identity((y[1] - b[i] * y[i]) @ (y[1] - b[i] * y[i]), 1 - b[i] ** 2, name="poles") \
        .but_not("it has length 1", right=1)

    theta = given(angle_between("theta", 0, pi()))
    phi = given(angle("phi", latex=r"\varphi"))             # tokens at 0, theta, pi + phi
    A21, A31, A32 = (given(positive_scalar("A21", latex="A_{21}")),
                     given(positive_scalar("A31", latex="A_{31}")),
                     given(positive_scalar("A32", latex="A_{32}")))
    circle = motion({theta: -A21 * sin(theta), phi: A31 * sin(phi) + A32 * sin(phi - theta)})
    yield "Three tokens on a circle: the second turns back to the first, and on the edge phi = 0 the " \
        "third moves down,", \
        Inequality(at(rate(phi, circle), {phi: 0}) < 0, because=A32 * sin(theta),
                   name="lower edge") \
        .but_not("it moves up", claim=at(rate(phi, circle), {phi: 0}) > 0)
    yield "while on the edge phi = theta it moves up, relative to the edge.", \
        Inequality(at(rate(phi - theta, circle), {phi: theta}) > 0,
                   because=(A31 + A21) * sin(theta), name="upper edge") \
        .but_not("it moves down", claim=at(rate(phi - theta, circle), {phi: theta}) < 0)
    yield "So some start between the edges never leaves: there phi <= theta tends to 0, and the third " \
        "token tends to the antipode of the first.", \
        Cited(CONNECTED_INTERVAL, {"the lower edge is left outwards": "lower edge",
                                   "the upper edge is left outwards": "upper edge"},
              name="trapped token")
    final = given(any_scalar("phi_end", latex=r"\varphi(\infty)"))
    domain = Printed(differs(final, 0), name="printed domain")
    yield "Printed: from y_2, y_3 both different from -y_1 the tokens gather, so phi does not tend to 0.", \
        domain
    yield "It does, from the trapped start.", \
        Refuted(domain, by=["lower edge", "upper edge", "trapped token"], name="false")

    slope = A32 / (A21 + A31 + A32)
    yield "Near the antipode the trapped starts lie on a line of slope A32/(A21 + A31 + A32): 2/7 " \
        "without scores.", \
        Identity(A31 * slope + A32 * (slope - 1), -A21 * slope, name="slope") \
        .but_not("the slope is 1/3", left=A31 / 3 + A32 * (Fraction(1, 3) - 1), right=-A21 / 3) \
        .but_not("the slope is 1/4", left=A31 / 4 + A32 * (Fraction(1, 4) - 1), right=-A21 / 4)
    free = motion({theta: -sin(theta) / 2, phi: (sin(phi) + sin(phi - theta)) / 3})
    u = given(angle_between("u", 0, pi() / 4))
    given(that(cos(2 * u) > 0))
    yield "Without scores (P = 0) the ray phi = theta/4 is left downwards", \
        Inequality(at(rate(phi - theta / 4, free), {phi: u, theta: 4 * u}) <= 0,
                   because=cos(2 * u) * sin(u) * (Fraction(1, 6) + sin(u / 2) ** 2),
                   name="lower ray") \
        .but_not("the ray of slope 1/3 is left downwards",
                 claim=at(rate(phi - theta / 3, free), {phi: u, theta: 3 * u}) <= 0)
    yield "and the ray phi = theta/3 upwards: the trapped start lies between.", \
        Identity(at(rate(phi - theta / 3, free), {phi: u, theta: 3 * u}),
                 sin(u) * (1 - 2 * cos(u)) ** 2 / 6, name="upper ray")
    yield "Swept by balls: both rays, their rates scaled by the angle, with room to spare,", \
        Region(at(rate(phi - theta / 4, free), {phi: u, theta: 4 * u}) / u < Fraction(-1, 100),
               {u: (Fraction(1, 1000), Fraction(3, 4))}, name="lower ray swept") \
        .but_not("the margin is 1/6 everywhere", claim=at(
            rate(phi - theta / 4, free), {phi: u, theta: 4 * u}) / u < Fraction(-1, 6))
    yield "and the rate at the upper edge, for whole ranges of weights and angles.", \
        Region((A31 + A21) * sin(theta) > Fraction(1, 100),
               {theta: (Fraction(1, 10), 3), A21: (Fraction(1, 10), 1), A31: (Fraction(1, 10), 1)},
               name="upper edge swept") \
        .but_not("the margin is 1/10", claim=(A31 + A21) * sin(theta) > Fraction(1, 10))
    yield "For theta = 1 the trapped start, in closed form and by rigorous shooting:", \
        Value(EXCEPTIONAL, 38, {
            "hypergeometric": lambda: closed_form.by_hypergeometric(Fraction(1), 40),
            "shooting": lambda: closed_form.by_shooting(Fraction(1), 40)}, name="closed form") \
        .but_not("the slope 2/7 is exact", decimal="3.42730693930407")
    gain = Printed(at(A31 * sin(phi) + A32 * sin(phi - theta), {phi: theta / 4}) >= 0,
                   part="argument", name="printed gain")
    yield "The printed argument takes 1 - b as an ISS-Lyapunov function up to the antipode: a second " \
        "token close to the first could not hold the third one back.", gain
    yield "It holds it back, however close it is.", \
        Witness(gain, {theta: Fraction(1, 50), A31: 1, A32: 1}, name="no gain")


@statement("A-T5.1+", PAPER.label("repairs Theorem 5.1"), origin="ours",
           title="The exact domain of attraction", rests_on=("A-T4.1+",), position=(5, 1, 1))
def exact_domain(given: Given) -> Proof:
    y = given(unit_tokens("y"))
    alpha = given(nonnegative_weights("alpha"))
    before = attention_flow(y, weights=alpha, reach="before")
    i = tokens.any("i")
    b = let("b", lambda i: y[i] @ y[1])
    q = let("q", lambda i: y[1] - b[i] * y[i])
    A = let("A", lambda i: total(alpha[i, j] for j in tokens.before(i)))
    m = given(positive_scalar("m"))
    t = given(any_scalar("t"))

    yield "A number whose square is at most m^2 is at least -m.", \
        Inequality(t >= -m, where=[t**2 <= m**2], name="root",
                   because=((m + t) ** 2 + (m**2 - t**2)) / (2 * m)) \
        .but_not("any number is", where=[])
    X, Y = given(any_vector("X")), given(any_vector("Y"))
    yield "Cauchy and Schwarz bound each push by the distance of its token and sqrt(1 - b^2).", \
        Inequality((X @ Y) ** 2 <= (X @ X) * (Y @ Y), name="push",
                   because=(X @ X) * (Y @ Y) - (X @ Y) ** 2) \
        .but_not("without the second length", claim=(X @ Y) ** 2 <= X @ X)
    yield "So the cosine grows by A (1 - b^2 - m) at least, where m bounds the pushes:", \
        Inequality(rate(b[i], before) >= A[i] * (1 - b[i] ** 2) - A[i] * m, name="dichotomy",
                   where=[every(lambda j: (y[j] - y[1]) @ q[i] >= -m)],
                   because=total(alpha[i, j] * ((y[j] - y[1]) @ q[i] + m)
                                 for j in tokens.before(i))) \
        .but_not("the pushes need no bound", where=[])
    r, E, a = (given(positive_scalar("r")), given(positive_scalar("E")),
               given(positive_scalar("a")))
    yield "on the boundary of a cap of radius r, once all pushes are below r E with E <= r/2, it grows.", \
        Inequality(a * r**2 - a * r * E >= a * r**2 / 2, where=[r / 2 >= E],
                   because=a * r * (r / 2 - E), name="egress") \
        .but_not("for any pushes", where=[])
    yield "So in every late cap around -y_1 some start stays for ever, by Brouwer,", \
        Cited(NO_RETRACTION, {"the boundary is left outwards":
                              ["root", "push", "dichotomy", "egress"]}, name="some start")

    z, x = given(unit_vector("z")), given(unit_vector("x"))
    w = given(any_vector("w"))
    yield "and it is the only one: two tokens under the same pull w move apart by", \
        Identity((tangent(w, z) - tangent(w, x)) @ (z - x), -(1 - z @ x) * ((z + x) @ w),
                 name="apart") \
        .but_not("they gather", right=(1 - z @ x) * ((z + x) @ w))
    yield "their distance being", \
        Identity((z - x) @ (z - x), 2 * (1 - z @ x), name="distance")
    v = given(unit_vector("v"))
    yield "near -y_1 every pull points away:", \
        Identity(z @ v, -1 + (z + v) @ (z + v) / 2, name="pull") \
        .but_not("the half is dropped", right=-1 + (z + v) @ (z + v))
    yield "a token of the cap is pulled by at most -1 + 2 r^2,", \
        Inequality(z @ v <= -1 + 2 * r**2, where=[(z + v) @ (z + v) <= 4 * r**2],
                   because=(4 * r**2 - (z + v) @ (z + v)) / 2, name="repelled") \
        .but_not("anywhere", where=[])
    P = given(any_operator("P"))
    k = tokens.any("k")
    D = given(any_vectors("D"))
    weight = softmax(lambda i: y[i], P)
    score = let("f", lambda i, k: D[i] @ P @ y[k] + y[i] @ P @ D[k])
    yield "the weights change by centred differences of scores,", \
        Identity(rate(weight(i, k), straight_lines(y, D)),
                 weight(i, k) * (score[i, k] - total(weight(i, j) * score[i, j] for j in tokens)),
                 name="softmax") \
        .but_not("they are not centred", right=weight(i, k) * score[i, k])
    yield "so they are Lipschitz in the token, uniformly in time,", \
        Cited(SOFTMAX_LIPSCHITZ, {"the derivative of a weight is centred": "softmax"},
              name="Lipschitz")
    L, spare = given(positive_scalar("L")), given(nonnegative_scalar("spare"))
    cap = given(scalar_between("cap", 0, Fraction(1, 4)))
    c = let("c", lambda: 16 * cap * L + spare)              # what the pulls add up to, at least
    yield "and in a cap so small that the pulls add up to 16 r L or more, the repulsion outweighs " \
        "what the weights differ by.", \
        Inequality(c * (1 - 2 * cap**2) - 4 * cap * L >= c / 2, name="expansion",
                   because=2 * c * (Fraction(1, 4) - cap) * (Fraction(1, 4) + cap)
                   + 3 * spare / 8 + 2 * cap * L) \
        .but_not("by as much as the pulls", claim=c * (1 - 2 * cap**2) - 4 * cap * L >= c)
    yield "Hence two tokens that stay in the cap coincide, and for every prefix exactly one start of " \
        "the next token is lost: the domain is known, and its complement has measure zero.", \
        Cited(COMPARISON, {"the differential inequality":
                           ["apart", "distance", "pull", "repelled", "Lipschitz", "expansion"]},
              name="exactly one")
    yield "On the circle the exceptional start lies inside the open short arc, not at -y_1.", \
        Value(EXCEPTIONAL, 38, {
            "hypergeometric": lambda: closed_form.by_hypergeometric(Fraction(1), 40)},
            name="not the antipode") \
        .but_not("it is the antipode", decimal="3.14159265358979")
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
