"""Section 2.1: two cases of a principal eigenvalue, a real one and a complex pair."""

from collections.abc import Callable

from verify.language.motion import Layer
from verify.statements.claims import Claim
from verify.vocabulary import *

from .eigenvalues import has_eigenvalue
from .paper import PAPER
from .principal import comes_no_further

HALF = Fraction(1, 2)
NO_SCORES = [[0, 0], [0, 0]]


def full(F: Operator, P: Operator, tau: Scalar) -> Layer:
    """A layer of full attention."""
    return attention_layer(value=F, scores=P, step=tau)


def causal(F: Operator, P: Operator, tau: Scalar) -> Layer:
    """A layer of causal attention."""
    return attention_layer(value=F, scores=P, step=tau, reach="up_to")


def slower_beside(F: Operator, tau: Scalar, v: Vector, W: Operator, kappa: Scalar) -> Proposition:
    """Beside v, I + tau F makes no vector longer than kappa times its length, in the metric W."""
    return for_every(orthogonal_to("z", v), lambda z:
                     norm(tangent(z + tau * (F @ z), v), metric=W) <= kappa * norm(z, metric=W))


@statement("B-C1", PAPER.label("Section 2.1, case 1"), title="Real principal eigenvalue",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-E3", "B-0", "B-T1"),
           position=(2, 1, 1),
           of_layers=OfLayers("consensus at v_1 repels, though lambda_1 is first in real part",
                              answers=("which eigenvector repels",)),
           printed=r"Case 1: $\lambda_1$ is real and $\lambda_1 > \operatorname{Re} \lambda_k$ for $k \ge 2$. For full "
                   r"attention, symmetric $F$ and small $\tau$, convergence to $v_1$ is proved locally; it seems to "
                   r"occur under causal attention as well, for any strictly dominant eigenvalue, any $\tau$ and nearly "
                   "any start.",
           relation="corrected", differs=r"Here $\rho + i \omega$ is any other eigenvalue. What we prove is local, and "
                                         "exact: where the condition fails strictly, consensus is unstable.")
def real_principal(given: Given) -> Proof:
    F, P, tau = given(any_operator("F")), given(any_operator("P")), given(positive_scalar("tau"))
    v_1, lam_1 = given(unit_vector("v_1")), given(positive_scalar("lam_1"))
    claimed, attracts, repels = claim_of_a_real_one(F, P, tau, v_1, lam_1)
    yield claimed
    given.layer(asked("real", "lambda_1"), (lam_1, "lambda_1"), asked("simple", "lambda_1"),
                asked("not positive", "growth of I + F"), asked("full or causal"))
    rho, omega = given(any_scalar("rho")), given(any_scalar("omega"))
    p, q = given(invariant_plane("p", "q", of=F, matrix=((rho, omega), (-omega, rho))))
    with given.scope():  # A step turns the plane of another eigenvalue, and multiplies it by a modulus.
        a, b = given(any_scalar("a")), given(any_scalar("b"))
        z = a * p + b * q
        yield r"The idea: at consensus the layer is a step of the power method for $I + \tau F$, so the largest " \
            r"modulus of $1 + \tau \lambda_k$ decides." "\n\n" \
            r"Let another eigenvalue $\lambda_k = \rho + i \omega$ have the eigenvector $p + i q$. A step takes " \
            "$a p + b q$ to", \
            Identity(z + tau * (F @ z), ((1 + tau * rho) * a + tau * omega * b) * p
                     + ((1 + tau * rho) * b - tau * omega * a) * q, name="plane") \
            .but_not("without a turn", right=((1 + tau * rho) * a) * p + ((1 + tau * rho) * b) * q)
        yield r"So it multiplies the square of the size by $|1 + \tau \lambda_k|^2$.", \
            Identity(((1 + tau * rho) * a + tau * omega * b) ** 2 + ((1 + tau * rho) * b - tau * omega * a) ** 2,
                     ((1 + tau * rho) ** 2 + (tau * omega) ** 2) * (a**2 + b**2), name="modulus") \
            .but_not("by that of the real part", right=(1 + tau * rho) ** 2 * (a**2 + b**2))
    margin = let("margin", lambda: (1 + tau * lam_1) ** 2 - (1 + tau * rho) ** 2 - (tau * omega) ** 2)
    # If no modulus is larger, lambda_1 wins at every step.
    grown, gap = 2 * tau * (lam_1 - rho), lam_1**2 - rho**2 - omega**2
    yield r"It multiplies the square of the part along $v_1$ by $(1 + \tau \lambda_1)^2$. The difference of the two factors is", \
        Identity(margin, grown + tau**2 * gap, name="comparison") \
        .but_not("real parts alone count", right=grown) \
        .but_not("the moduli do not count", right=grown + tau**2 * (lam_1**2 - rho**2))
    yield r"Let $|\lambda_k| \le \lambda_1$ and $\lambda_k \ne \lambda_1$. Then its real part is smaller, and the difference is positive for every step. So if " \
        r"the lost formula was $\lambda_1 > |\lambda_k|$, the claim holds as it stands.", \
        Inequality(margin > 0, name="dominant modulus", where=[gap >= 0, rho < lam_1],
                   because=grown + tau**2 * gap) \
        .but_not("a gap in the real part alone", where=[rho < lam_1])
    # If one is, it wins at small steps, and at no others.
    gap, over = lam_1**2 - rho**2 - omega**2, rho**2 + omega**2 - lam_1**2
    yield r"The paper orders eigenvalues by their real parts: for one of its models $\lambda_1$ is called principal although another " \
        "modulus is larger. In this case the difference is positive for small steps.", \
        Inequality(margin > 0, name="small step", where=[tau * over < 2 * (lam_1 - rho)],
                   because=tau * (2 * (lam_1 - rho) - tau * over)) \
        .but_not("up to twice that step", where=[tau * over < 4 * (lam_1 - rho)])
    yield "For larger steps it is negative: the part in the plane of $p$ and $q$ outgrows the part along $v_1$.", \
        Inequality(margin < 0, name="large step", where=[tau * over > 2 * (lam_1 - rho)],
                   because=tau * (tau * over - 2 * (lam_1 - rho))) \
        .but_not("as soon as the modulus is larger", where=[gap < 0])
    # A gap of the real parts is not enough.
    by_real_parts = Printed(margin > 0, rho >= lam_1, part="variant", name="real parts decide")
    yield "Is a strictly dominant real part enough at every step?", by_real_parts
    yield r"It is not: for the eigenvalues 1 and $3i$ and the step 1 the moduli are 2 and $\sqrt{10}$. Tokens that agree near $v_1$, but " \
        "not at it, leave it.", \
        Witness(by_real_parts, {F: [[1, 0, 0], [0, 0, 3], [0, -3, 0]], tau: 1, lam_1: 1, rho: 0, omega: 3,
                                p: [0, 1, 0], q: [0, 0, 1]}, name="complex pair")
    over = rho**2 + omega**2 - lam_1**2
    small = given(that(tau * over < 2 * (lam_1 - rho)), added=True)
    yield "Assume the condition on the step for every $k$. Then the part in each such plane shrinks relative to the part along $v_1$.", \
        Inequality((1 + tau * rho) ** 2 + (tau * omega) ** 2 < (1 + tau * lam_1) ** 2, name="repaired",
                   because=tau * (2 * (lam_1 - rho) - tau * over))
    yield mutant("no condition on the step", drop=small)
    yield "Near consensus every token sees a mean of tokens, whatever the scores are. These means agree up to the differences of tokens. A " \
        r"layer divides differences by $1 + \tau \lambda_1$. It multiplies the part orthogonal to $v_1$ by at most $\kappa$ before " \
        "normalising. Both hold up to terms of second order.", ByLemma("attracts", says=attracts, name="attracts")
    yield r"Let one inequality be reversed, and let tokens agree near $v_1$, with a component in the plane of $p$ and $q$. They go on to " \
        r"agree, and this component grows relative to the component along $v_1$. So they leave $v_1$.", ByLemma("repels", says=repels, by="large step", name="repels")


def claim_of_a_real_one(F: Operator, P: Operator, tau: Scalar, v_1: Vector, lam_1: Scalar) -> tuple[Claim, Proposition, Proposition]:
    """Return the claim, when consensus at an eigenvector of a real eigenvalue is stable, and when it is not."""
    attracts = for_every((positive_definite("W"), any_scalar("kappa")), lambda W, kappa: implies(
        both(equals(F @ v_1, lam_1 * v_1), kappa < 1 + tau * lam_1, slower_beside(F, tau, v_1, W, kappa)),
        both(is_exponentially_stable(unit_tokens("x"), full(F, P, tau), at=v_1),
             is_exponentially_stable(unit_tokens("x"), causal(F, P, tau), at=v_1))))
    repels = for_every((any_scalar("mu"), any_scalar("nu")), lambda mu, nu: implies(
        both(has_eigenvalue(lambda z: F @ z, mu, nu), equals(F @ v_1, lam_1 * v_1),
             tau * (mu**2 + nu**2 - lam_1**2) > 2 * (lam_1 - mu)),
        both(is_unstable(unit_tokens("x"), full(F, P, tau), at=v_1),
             is_unstable(unit_tokens("x"), causal(F, P, tau), at=v_1))))
    return claim(
        r"Let $F$ have the eigenvector $v_1$ for a real $\lambda_1 > 0$. If $\tau (|\lambda_k|^2 - \lambda_1^2) < 2 "
        r"(\lambda_1 - \operatorname{Re} \lambda_k)$ for all other eigenvalues, that is "
        r"$|1 + \tau \lambda_k| < 1 + \tau \lambda_1$, consensus at $v_1$ is locally exponentially stable, under full "
        "and under causal attention and whatever the scores. In real terms: it is so if, in some inner product $W$, "
        r"$I + \tau F$ takes a vector orthogonal to $v_1$ to one whose component orthogonal to $v_1$ is at most "
        r"$\kappa < 1 + \tau \lambda_1$ times as long. If one of the inequalities is reversed, for an eigenvalue "
        r"$\mu + i \nu$, real or not, consensus is unstable.",
        attracts, repels,
        wrong=r"With the eigenvalues 1 and $\pm 3 i$ and the step 1 consensus at $v_1$ is "
              r"unstable, since $|1 + 3 i| > 2$.") \
        .for_example({F: [[1, 0], [0, 0]], P: NO_SCORES, v_1: [1, 0], lam_1: 1, tau: 1, "W": [[1, 0], [0, 1]],
                      "kappa": 1}) \
        .for_example({F: [[1, 0, 0], [0, 0, 3], [0, -3, 0]], P: [[0] * 3] * 3, v_1: [1, 0, 0], lam_1: 1, tau: 1,
                      "mu": 0, "nu": 3, "p": [0, 1, 0], "q": [0, 0, 1]}) \
        .but_not("$v_1$ need not be an eigenvector",
                 is_exponentially_stable(unit_tokens("x"), full(F, P, tau), at=v_1),
                 at={F: [[1, 0], [1, 1]], P: NO_SCORES, v_1: [1, 0], lam_1: 1, tau: 1}) \
        .but_not(r"if $\lambda_1$ is the largest real part, tokens that agree come no further from $v_1$",
                 comes_no_further(lambda z: F @ z, v_1, tau),
                 at={F: [[1, 0], [0, -4]], P: NO_SCORES, v_1: [1, 0], lam_1: 1, tau: 1}), attracts, repels


def beside_plane(z: Vector, p: Vector, q: Vector) -> Vector:
    """z minus its orthogonal projection U (U^T U)^-1 U^T z onto the plane of U = [p, q]."""
    gram = (p @ p) * (q @ q) - (p @ q) ** 2
    along_p = ((q @ q) * (p @ z) - (p @ q) * (q @ z)) / gram
    along_q = ((p @ p) * (q @ z) - (p @ q) * (p @ z)) / gram
    return z - along_p * p - along_q * q


def projection(z: Vector, p: Vector, q: Vector, a: Scalar, b: Scalar, pair: str) -> Proof:
    """The orthogonal projection onto a plane, and what its length says about a vector."""
    off = let("off", lambda: beside_plane(z, p, q))
    plane = a * p + b * q
    yield rf"The orthogonal projection onto their plane is $U (U^\top U)^{{-1}} U^\top$ with $U = [{pair}]$: it " \
        "keeps the vectors of the plane,", \
        Identity(beside_plane(plane, p, q), 0 * p, name="kept") \
        .but_not(r"$U U^\top$ does, too", left=plane - (p @ plane) * p - (q @ plane) * q)
    yield "and what it takes away is orthogonal to them.", \
        Identity(off @ plane, 0, name="orthogonal") \
        .but_not("without the inverse", left=(z - (p @ z) * p - (q @ z) * q) @ plane)
    inside = z - off
    yield "For a unit vector $z$ the correlation of $z$ and its projection is the length of the latter:", \
        Identity(z @ inside, inside @ inside, name="correlation") \
        .but_not("it is 1", right=z @ z)
    yield "it is between 0 and 1,", \
        Inequality(inside @ inside <= z @ z, because=off @ off, name="at most 1") \
        .but_not("less than 1", claim=inside @ inside < z @ z)
    yield "and 1 exactly in the plane.", \
        Identity(z @ z - inside @ inside, off @ off, name="in the plane") \
        .but_not("it misses twice that", right=2 * (off @ off))


@statement("B-C2", PAPER.label("Section 2.1, case 2"), title="Complex principal pair",
           origin="reconstructed", basis="this_reconstruction", rests_on=("B-C1",),
           position=(2, 1, 2),
           of_layers=OfLayers("equal tokens approach the plane of the pair and turn in it, without a limit",
                              if_full="; nearly equal ones come to agree",
                              answers=("plane of a pair",)),
           printed=r"Case 2: $\lambda_1$ and its conjugate have the largest real part, strictly. Tokens keep rotating "
                   r"in the plane of $\operatorname{Re} v_1$ and $\operatorname{Im} v_1$. To be monitored is the "
                   r"correlation of $x_i$ with $\Pi x_i$, where $\Pi = U (U^\top U)^{-1} U^\top$ and $U = "
                   r"(\operatorname{Re} v_1, \operatorname{Im} v_1)$.",
           relation="corrected", differs="Here $a_k + i b_k$ is any other eigenvalue. What we prove is local, for full "
                                         "attention.")
def complex_principal(given: Given) -> Proof:
    F, P, tau = given(any_operator("F")), given(any_operator("P")), given(positive_scalar("tau"))
    rho = given(any_scalar("rho"))
    omega = given(nonzero_scalar("omega"))
    p, q = given(invariant_plane("p", "q", of=F, matrix=((rho, omega), (-omega, rho))))
    i, j = tokens.any("i", "j")
    grown = (1 + tau * rho) ** 2 + (tau * omega) ** 2

    def slower_beside_plane(W: Operator, kappa: Scalar) -> Proposition:
        """Beside the plane I + tau F makes no vector longer than kappa times its length, in a metric."""
        return for_every(orthogonal_to_both("z", p, q), lambda z:
                         norm(beside_plane(z + tau * (F @ z), p, q), metric=W) <= kappa * norm(z, metric=W))

    def turn_in_plane(x: Vectors, delta: Scalar) -> Proposition:
        """From within delta of each other and of the plane, tokens approach both, and have no limit."""
        near = for_every((i, j), both(norm(x[i] - x[j]) <= delta, norm(beside_plane(x[i], p, q)) <= delta))
        return implies(at_start(near), for_every((i, j), both(
            tends_to(x[i] - x[j], zero_vector()), tends_to(beside_plane(x[i], p, q), zero_vector()),
            never(converges(x[i])))))

    def image(x: Vectors) -> Vector:
        """Return where full attention takes a token."""
        A = softmax(lambda i: x[i], P)
        moved = x[i] + tau * (F @ total(A(i, j) * x[j] for j in tokens))
        return moved / norm(moved)

    def metric(say: Callable[[Operator, Scalar], Proposition]) -> Proposition:
        return for_every((positive_definite("W"), nonnegative_scalar("kappa")), say)

    turn = metric(lambda W, kappa: implies(
        both(grown > 1, kappa**2 < grown, slower_beside_plane(W, kappa)),
        there_is(positive_scalar("delta"), lambda delta: for_every_orbit(
            unit_tokens("x"), full(F, P, tau), lambda x: turn_in_plane(x, delta)))))
    turned = {F: [[0, -1], [1, 0]], P: NO_SCORES, tau: 1, rho: 0, omega: -1, p: [1, 0], q: [0, 1]}
    and_beside = {F: [[0, -1, 0], [1, 0, 0], [0, 0, 3]], P: [[0] * 3] * 3, tau: 1, rho: 0, omega: -1,
                  p: [1, 0, 0], q: [0, 1, 0]}
    yield claim(
        r"Let $\lambda_1 = \rho + i \omega$ and its conjugate be a complex pair. If "
        r"$|1 + \tau \lambda_k| < |1 + \tau \lambda_1|$ for all other eigenvalues and $|1 + \tau \lambda_1| > 1$, "
        "tokens of full attention that start near agreement in the plane of the pair approach it and each other, "
        "whatever the scores. They go on turning in it, without a limit. In real terms the condition is that, in some "
        r"inner product $W$, $I + \tau F$ takes a vector orthogonal to the plane to one whose component orthogonal to "
        r"it is at most $\kappa < |1 + \tau \lambda_1|$ times as long.",
        turn,
        wrong=r"With the pair $\pm i$, the other eigenvalue $-3$ and the step 1 tokens near the "
              "plane of the pair leave it, since $|1 - 3| > |1 + i|$.") \
        .but_not("tokens that agree in the plane stay where they are",
                 is_stable(unit_tokens("x"), full(F, P, tau), at=p), at=turned) \
        .but_not("whatever $F$ does beside the plane, no layer takes a token further from it", for_every(unit_tokens("x"), lambda x: (
                 norm(beside_plane(image(x), p, q)) <= norm(beside_plane(x[i], p, q)))), at=and_beside)
    given.layer((p, "lambda_1"), asked("simple", "lambda_1"), asked("positive", "growth along v_1"),
                asked("full or causal"))
    a, b, z = given(any_scalar("a")), given(any_scalar("b")), given(any_vector("z"))
    plane = a * p + b * q
    yield "The idea: in the plane of the pair a step turns and grows all lengths alike, and what is beside the " \
        "plane grows less." "\n\n" \
        r"A complex eigenvalue $\lambda_1 = \rho + i \omega$ with the eigenvector $p + i q$ has a plane: that of " \
        "$p$ and $q$, the real and imaginary parts, which $F$ keeps,", \
        Identity(F @ plane, (rho * a + omega * b) * p + (rho * b - omega * a) * q, name="kept by F") \
        .but_not("left eigenvectors have the same plane", left=F.T @ plane) \
        .but_not("$p$ and $q$ are eigenvectors", right=rho * plane)
    yield from projection(z, p, q, a, b, "p, q")
    yield from attraction(given, tau, rho, omega)
    yield "As $F$ keeps the plane, what a step takes beside it comes from what was beside it. So the condition on the vectors orthogonal to the " \
        "plane bounds what is beside it for all.", \
        ByLemma("beside_shrinks", name="beside", by="orthogonal", says=metric(lambda W, kappa: implies(
            slower_beside_plane(W, kappa), for_every(any_vector("z"), lambda z:
                norm(beside_plane(z + tau * (F @ z), p, q), metric=W) <= kappa * norm(beside_plane(z, p, q), metric=W)))))

    # In the plane tokens turn, and agree while they do.
    new_a, new_b = (1 + tau * rho) * a + tau * omega * b, (1 + tau * rho) * b - tau * omega * a
    yield "In the plane a step turns: no direction of it is fixed, so that no token in it has a limit,", \
        Identity(new_a * b - new_b * a, tau * omega * (a**2 + b**2), name="turns") \
        .but_not("eigenvectors are at rest", right=0)
    yield r"and multiplies the size in these coordinates by $|1 + \tau \lambda_1|$, which is above 1.", \
        Identity(new_a**2 + new_b**2, ((1 + tau * rho) ** 2 + (tau * omega) ** 2) * (a**2 + b**2), name="size") \
        .but_not("by the real part", right=(1 + tau * rho) ** 2 * (a**2 + b**2))
    yield "So over many layers all lengths grow by powers of it, up to a constant. Near agreement the tokens have one mean, up to " \
        "the second order in their differences. So each difference is only divided by the length, and tends to 0. What is " \
        "beside the plane shrinks beside the length, and also tends to 0. A limit of a token would be a fixed direction of the plane. " \
        "The plane has no fixed direction, so no token has a limit.", ByLemma("turn", says=turn, name="turn")


@lemma
def attraction(given: Given, tau: Scalar, re: Scalar, im: Scalar) -> Proof:
    """When the plane of the principal pair attracts: a condition for all other eigenvalues."""
    a, b = (given(any_scalar(name)) for name in ("a_k", "b_k"))
    c, f = (given(any_scalar(name)) for name in ("a_m", "b_m"))
    margin = (1 + tau * re) ** 2 + (tau * im) ** 2 - (1 + tau * a) ** 2 - (tau * b) ** 2
    gap = re**2 + im**2 - a**2 - b**2
    yield r"Vectors approach the plane if $|1 + \tau \lambda_k| < |1 + \tau \lambda_1|$ for " \
        r"every other eigenvalue $\lambda_k = a_k + i b_k$, and these compare as", \
        Identity(margin, 2 * tau * (re - a) + tau**2 * gap, name="comparison") \
        .but_not("real parts alone count", right=2 * tau * (re - a))
    yield "A smaller real part and no larger modulus suffice, at every step.", \
        Inequality(margin > 0, name="attracts", where=[a < re, gap >= 0],
                   because=2 * tau * (re - a) + tau**2 * gap) \
        .but_not("a smaller real part suffices", where=[a < re])
    other = (1 + tau * re) ** 2 + (tau * im) ** 2 - (1 + tau * c) ** 2 - (tau * f) ** 2
    third = Printed(other > 0, margin <= 0, a < c, a >= re, part="variant", name="the third eigenvalue decides")
    yield "It is not enough to look at the third eigenvalue in the order of real parts, " \
        r"$\lambda_k$, and no later one, $\lambda_m = a_m + i b_m$. Were it so,", third
    yield "the pair $1 + i$ with 0 as the third would win against $-1/2 + 5i$, at the step 1, " \
        r"where $\sqrt{5}$ is above 1 but below $\sqrt{25.25}$.", \
        Witness(third, {tau: 1, re: 1, im: 1, a: 0, b: 0, c: -HALF, f: 5}, name="a later one")
    small = given(that(tau * -gap < 2 * (re - a)), added=True)
    given.layer((small, "growth of I + F"))
    yield "The text asks only for a strictly dominant real part, and at a given step that is not " \
        "enough, as in case 1. With the same condition on the step, for every other $k$, what is " \
        "beside the plane shrinks beside what is in it:", \
        Inequality((1 + tau * a) ** 2 + (tau * b) ** 2 < (1 + tau * re) ** 2 + (tau * im) ** 2,
                   because=tau * (2 * (re - a) - tau * -gap), name="repaired")
    yield mutant("no condition on the step", drop=small)
