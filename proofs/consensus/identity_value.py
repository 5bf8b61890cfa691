"""Section 5: causal attention with the identity as value matrix, and where it does not gather."""

from collections.abc import Callable
from typing import Any

from verify.vocabulary import *

from . import closed_form
from .paper import PAPER
from .pictures import trapped_tokens
from .trapped_solution import solves, trapped

# The third angle that is lost without scores, for the second angle 1,
EXCEPTIONAL = "3.4295824978467479797992636772356321807795"
# and for others (None stands for pi).
OTHERS = {
    "1/2": (Fraction(1, 2), "3.2847311447295968738413653432480760348332"),
    "2": (Fraction(2), "3.7320668437883866442157803818671848427485"),
    "3": (Fraction(3), "4.0684148410697952974756284288492300235196"),
    "pi": (None, "4.1204006586688715034963278802522345686331"),
}


@statement("A-T5.1", PAPER.label("Theorem 5.1, eqs. (14), (15)", ICML="Theorem 4.2"),
           title="Identity value matrix: the printed domain",
           gist="With causal attention every token should end where the first one is, unless it starts opposite to "
                "it. A third token can be trapped at the opposite point all the same.", repaired_by=("A-T5.1+",),
           rests_on=("A-L5.1",), position=(5, 1), scenes=trapped_tokens(EXCEPTIONAL),
           printed=r"Let (6) be auto-regressive with $W = I$, $U_\eta = I$ and bounded $P_\eta(t)$ (Hypothesis 5.1). "
                   r"Then the consensus set $\mathcal{C}_\ell = \{(y, \dots, y)\}$ is asymptotically stable, with a "
                   r"domain of attraction that contains the set $\mathcal{D}_\ell^1$ of all $y$ with $y_j \ne -y_1$ for "
                   r"$2 \le j \le \ell$.",
           relation="refuted", differs="Only the domain is refuted. From almost every start all tokens do converge to "
                                       "the first (A-T5.1+).")
def printed_domain(given: Given) -> Proof:
    with given.scope():  # Claim that the theorem as printed is false, for scores that are bounded and vary in time.
        P, y, p = given(any_operator("P")), given(unit_tokens("y")), given(positive_scalar("p"))
        i, j = tokens.any("i", "j")
        flow = softmax_flow(y, scores=P, reach="up_to")
        as_printed = both(always(for_every(any_vector("x"), lambda x: norm(P @ x) <= p * norm(x))),
                          at_start(for_every(i, never(equals(y[i], -y[1])))))
        yield claim(
            "If the scores are bounded and no token starts at the antipode of the first, all tokens come together.",
            implies(as_printed, tends_to(norm(y[i] - y[j]), 0)),
            along=solution(flow, varying=[P], start=[y]), refuted=True,
            wrong="The second token can hold the third back until both pulls die out, and the third tends to the "
            "antipode of the first. Smallest case: three tokens on a circle, $P = 0$, at the angles 0, 1 and "
            r"$3.42958\dots$; then $y_3$ tends to $-y_1$.")
    with given.scope():  # Contradict the printed domain by a solution in closed form.
        lost = trapped(given)
        yield from solves(lost)
        apart = lost.third - lost.first
        domain = Printed(at(apart @ apart, {lost.chi: 0}) <= 0, name="printed domain")
        yield "Printed: from $y_2$, $y_3$ both different from $-y_1$ the tokens gather, so that the " \
            "third one tends to the first.", \
            domain
        yield r"At $\chi = 0$ it is at the antipode of the first one, whatever the tokens after it do.", \
            Witness(domain, {lost.first: [1, 0], lost.beside: [0, 1]}, name="false")
    yield "These three tokens of the plane meet all that is assumed, and the third one never comes near the first.", \
        ByLemma("third_stays_apart", name="stays apart", says=both(equals(tokens.count, 3), as_printed, there_is(
            i, both(at_start(never(equals(y[i], y[1]))), always(norm(y[i] - y[1]) >= 1),
                    never(tends_to(norm(y[i] - y[1]), 0))))))
    with given.behind("fails"), given.scope():  # Say where the printed argument breaks.
        b_3, A_3 = given(any_scalar("b_3")), given(positive_scalar("A_3"))
        V = let("V", lambda: 1 - b_3)
        yield "The printed argument takes $V = 1 - b_3$ as an ISS-Lyapunov function up to the " \
            "antipode, $V = 2$. But the rate at which it decreases by itself vanishes there,", \
            Identity(A_3 * (1 - b_3**2), A_3 * V * (2 - V), name="dissipation") \
            .but_not("it grows with $V$", right=A_3 * V)
        theta_2, phi_3 = given(angle_between("theta_2", 0, pi())), given(angle("phi_3"))
        frozen = motion({phi_3: A_3 * (sin(phi_3) + sin(phi_3 - theta_2))})
        yield r"and a second token held fast at $\theta_2$ keeps the third one at rest at $\varphi_3 = \theta_2/2$,", \
            Identity(at(rate(phi_3, frozen), {phi_3: theta_2 / 2}), 0, name="held fast") \
            .but_not(r"at $\theta/3$", left=at(rate(phi_3, frozen), {phi_3: theta_2 / 3}))
        yield r"with an input $|y_2 - y_1| = 2 \sin(\theta_2/2)$ as small as one likes: no gain " \
            "bounds $V$ by the input.", \
            Identity((1 - cos(theta_2)) ** 2 + sin(theta_2) ** 2, (2 * sin(theta_2 / 2)) ** 2, name="input") \
            .but_not("the input is 1", right=1)
        gain = Printed(at(rate(phi_3, frozen), {phi_3: theta_2 / 4}) >= 0, part="argument", name="printed gain")
        yield "With a gain, a second token close to the first could not push the third towards the antipode.", \
            gain
        yield "It does, however close it is.", Witness(gain, {theta_2: Fraction(1, 50), A_3: 1}, name="no gain")
    with given.behind("examples"):
        yield from trapped_starts(given)


@lemma
def trapped_starts(given: Given) -> Proof:
    """Say how tokens move, and which third token is trapped: between two edges, and without scores."""
    yield from equations(given)
    theta = given(angle_between("theta", 0, pi()))
    phi = given(angle("phi"))             # tokens at 0, theta, pi + phi
    yield from trapped_token(given, theta, phi)
    with given.scope():  # Enclose the trapped start without scores between two rays.
        free = motion({theta: -sin(theta) / 2, phi: (sin(phi) + sin(phi - theta)) / 3})
        u = given(angle_between("u", 0, pi() / 4, multiples=(2,)))
        yield r"Without scores $(P = 0)$ the ray $\varphi = \theta/4$ is left downwards over all of " \
            r"$(0, \pi)$, with room to spare: here $\theta = 4 u$,", \
            Inequality(at(rate(phi - theta / 4, free), {phi: u, theta: 4 * u}) <= -cos(2 * u) * sin(u) / 6,
                       because=cos(2 * u) * sin(u) * sin(u / 2) ** 2, name="lower ray") \
            .but_not("with twice the room", claim=at(
                rate(phi - theta / 4, free), {phi: u, theta: 4 * u}) <= -cos(2 * u) * sin(u) / 3) \
            .but_not("the ray of slope $1/3$ is left downwards",
                     claim=at(rate(phi - theta / 3, free), {phi: u, theta: 3 * u}) <= 0)
        v = given(angle_between("v", 0, pi() / 3))
        yield r"and the ray $\varphi = \theta/3$ upwards: here $\theta = 3 v$,", \
            Identity(at(rate(phi - theta / 3, free), {phi: v, theta: 3 * v}),
                     sin(v) * (2 * cos(v) - 1) ** 2 / 6, name="upper ray") \
            .but_not("without the square", right=sin(v) * (2 * cos(v) - 1) / 6)
        half = given(angle_between("half", 0, pi() / 6, multiples=(3,), latex="h"))
        yield r"and $2 \cos(v) - 1$ does not vanish, for $v = 2 h$: the trapped start lies between the rays.", \
            Inequality(2 * cos(2 * half) - 1 > 0, because=cos(3 * half) / cos(half), name="beyond a half") \
            .but_not("it is more than 1", claim=2 * cos(2 * half) - 1 > 1)
        w = given(positive_scalar("w"))
        dw = given(any_scalar("dw", latex="w'"))
        psi = given(angle_between("psi", -pi(), pi(), multiples=(Fraction(1, 2),)))
        t = given(angle_between("t", 0, pi() / 2))
        yield r"The orbits satisfy $d\varphi/d\theta = -(2/3) \sin(\varphi - \theta/2)/\sin(\theta/2)$.", \
            Identity(rate(phi, free) * sin(theta / 2),
                     -2 * sin(phi - theta / 2) / 3 * rate(theta, free), name="orbit") \
            .but_not("without the factor $2/3$", right=-sin(phi - theta / 2) * rate(theta, free))
        r = tan(psi / 2)
        yield r"With $t = \theta/2$ and $\psi = \varphi - t$, $r = \tan(\psi/2)$ satisfies a Riccati equation,", \
            Identity(rate(r, motion({t: 1, psi: -4 * sin(psi) / (3 * sin(t)) - 1})),
                     -4 * r / (3 * sin(t)) - (1 + r**2) / 2, name="Riccati") \
            .but_not("a linear one", right=-4 * r / (3 * sin(t)) - Fraction(1, 2))
        riccati = 2 * dw / w
        yield r"which $r = 2 w'/w$ solves if $w'' + (4/3) w'/\sin t + w/4 = 0$. With $s = \tan(t/2)$ the solution that is regular at 0 is " \
            r"$w = (1 + s^2)^{-1/2} F(-s^2)$, for the hypergeometric function $F$ of $-1/2$, $2/3$ and $7/6$.", \
            Identity(rate(riccati, motion({t: 1, w: dw, dw: -4 * dw / (3 * sin(t)) - w / 4})),
                     -4 * riccati / (3 * sin(t)) - (1 + riccati**2) / 2, name="linear") \
            .but_not("$r = w'/w$ does", left=rate(riccati / 2, motion(
                {t: 1, w: dw, dw: -4 * dw / (3 * sin(t)) - w / 4})),
                right=-2 * riccati / (3 * sin(t)) - (1 + riccati**2 / 4) / 2)
    yield from exceptional_tokens()


@lemma
def equations(given: Given) -> Proof:
    """Say how tokens move on the sphere, relative to the first."""
    y = given(unit_tokens("y"))
    alpha = given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha, reach="up_to")
    i = tokens.any("i")
    b = let("b", lambda i: y[i] @ y[1])
    e = let("e", lambda i: y[i] - y[1])
    A = let("A", lambda i: total(alpha[i, j] for j in tokens.before(i)))
    x = let("x", lambda i: y[1] - b[i] * y[i])

    yield "By (14) of the paper each token is drawn to the first one and pushed by those in between,", \
        Identity(rate(y[i], flow), tangent(A[i] * y[1] + total(
            alpha[i, j] * e[j] for j in tokens.before(i)), y[i]), name="eq 14") \
        .but_not("the push is not projected", right=tangent(A[i] * y[1], y[i]) + total(
            alpha[i, j] * e[j] for j in tokens.before(i)))
    yield "and by (15) its cosine with the first token moves so.", \
        Identity(rate(b[i], flow), A[i] * (1 - b[i] ** 2) + total(
            alpha[i, j] * (e[j] @ x[i]) for j in tokens.before(i)), name="eq 15") \
        .but_not("the push is not projected", right=A[i] * (1 - b[i] ** 2) + total(
            alpha[i, j] * (e[j] @ y[1]) for j in tokens.before(i)))


@lemma
def trapped_token(given: Given, theta: Scalar, phi: Scalar) -> Proof:
    """Find a third token that never leaves the strip between two edges."""
    p, q = given(orthonormal_pair("p", "q"))
    A21, A31, A32 = (given(positive_scalar("A21")), given(positive_scalar("A31")), given(positive_scalar("A32")))
    second, third = cos(theta) * p + sin(theta) * q, -cos(phi) * p - sin(phi) * q
    circle = motion({theta: -A21 * sin(theta), phi: A31 * sin(phi) + A32 * sin(phi - theta)})
    yield r"Place three tokens on a circle, at the angles 0, $\theta$ and $\pi + \varphi$. The " \
        "second turns back to the first,", \
        Identity(tangent(A21 * p, second), rate(theta, circle) * (cos(theta) * q - sin(theta) * p),
                 name="second angle") \
        .but_not("it turns away", left=-tangent(A21 * p, second))
    yield r"and the rate of $\varphi$ is $A_{31} \sin(\varphi) + A_{32} \sin(\varphi - \theta)$.", \
        Identity(tangent(A31 * p + A32 * second, third),
                 rate(phi, circle) * (sin(phi) * p - cos(phi) * q), name="third angle") \
        .but_not("the second token pulls towards its antipode", left=tangent(A31 * p - A32 * second, third))
    yield r"On the edge $\varphi = 0$ the third token moves down, whatever the weights,", \
        Inequality(at(rate(phi, circle), {phi: 0}) < 0, because=A32 * sin(theta), name="lower edge") \
        .but_not("it moves up", claim=at(rate(phi, circle), {phi: 0}) > 0)
    yield r"and on the edge $\varphi = \theta$ it moves up, relative to the edge.", \
        Inequality(at(rate(phi - theta, circle), {phi: theta}) > 0,
                   because=(A31 + A21) * sin(theta), name="upper edge") \
        .but_not("it moves down", claim=at(rate(phi - theta, circle), {phi: theta}) < 0)
    slope = A32 / (A21 + A31 + A32)
    yield "Near the antipode the trapped starts lie on a line of slope " \
        "$A_{32}/(A_{21} + A_{31} + A_{32})$: $2/7$ without scores.", \
        Identity(A31 * slope + A32 * (slope - 1), -A21 * slope, name="slope") \
        .but_not("the slope is $1/3$", left=A31 / 3 + A32 * (Fraction(1, 3) - 1), right=-A21 / 3) \
        .but_not("the slope is $1/4$", left=A31 / 4 + A32 * (Fraction(1, 4) - 1), right=-A21 / 4)


Route = Callable[[], Any]


def exceptional_tokens() -> Proof:
    """Enclose the starts that are lost, for some scores and numbers of tokens."""

    def closed(theta: closed_form.Angle) -> Route:
        return lambda: closed_form.by_hypergeometric(theta, 40)

    def shot(theta: closed_form.Angle, decimal: str, digits: int) -> Route:
        return lambda: closed_form.by_shooting(theta, Fraction(decimal), digits)

    yield r"For $\theta = 1$ the third token that is lost begins at $\pi + u + 2 \arctan(2 w'/w)$: in closed form, " \
        "and by rigorous trajectories from $10^{-36}$ below and above, which leave through one ray each.", \
        Value(EXCEPTIONAL[:38], 36, {"hypergeometric": closed(Fraction(1)),
                                     "shooting": shot(Fraction(1), EXCEPTIONAL, 36)}, name="closed form") \
        .but_not("it is the antipode", decimal="3.14159265358979") \
        .but_not("the slope $2/7$ is exact", decimal="3.42730693930407")
    for where, (theta, decimal) in OTHERS.items():
        yield rf"Likewise for $\theta = {where}$." if theta is not None else \
            r"Likewise for $\theta = \pi$, the limit.", \
            Value(decimal[:18], 16, {"hypergeometric": closed(theta),
                                     "shooting": shot(theta, decimal, 16)}, name=f"closed form at {where}")
