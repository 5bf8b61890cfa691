"""Appendix D: when bipartite states of self-attention attract, and what Theorem 3 says of it."""

from dataclasses import dataclass
from typing import Any

from verify.vocabulary import *

from .oja_states import assumption_1, under_assumption_1
from .paper import PAPER
from .pictures import STABLE_STATES


@dataclass(frozen=True, eq=False)
class Setting:
    """A bipartite state's means and lengths, the two eigenvalues compared, and the block's numbers."""

    tau: Scalar
    here: Scalar                                                     # lambda_r
    other: Scalar                                                    # lambda_k
    mu_plus: Scalar
    mu_minus: Scalar
    rho_plus: Scalar
    rho_minus: Scalar
    upright: Any
    sigma: Scalar
    m: Scalar


@dataclass(frozen=True, eq=False)
class Groups:
    """The sizes of the groups, E = e^{2g}, and the two means mu_+ and mu_- as formulas in them."""

    p: Scalar
    q: Scalar
    E: Scalar
    mean_plus: Scalar
    mean_minus: Scalar

    @property
    def below(self) -> Scalar:
        """The product of the two denominators."""
        return (self.p * self.E + self.q) * (self.q * self.E + self.p)


def groups(given: Given) -> Groups:
    """Give two groups of p, q >= 1 tokens and their scores."""
    E = given(positive_scalar("E"))
    p, q = given(integer_scalar("p", at_least=1)), given(integer_scalar("q", at_least=1))
    return Groups(p, q, E, (p * E - q) / (p * E + q), (q * E - p) / (q * E + p))


def setting(given: Given) -> Setting:
    """Give two means, a step at which the state is fixed, and eigenvalues lambda_r and lambda_k."""
    tau = given(positive_scalar("tau"))
    mu_plus = given(scalar_between("mu_plus", -1, 1))
    mu_minus = given(scalar_between("mu_minus", -1, 1))
    lam_r = given(nonzero_scalar("lam_r"))
    lam_k = given(nonzero_scalar("lam_k"))
    rho_plus = let("rho_plus", lambda: 1 + tau * lam_r * mu_plus)
    rho_minus = let("rho_minus", lambda: 1 + tau * lam_r * mu_minus)
    upright = given(that(rho_plus > 0))
    given(that(rho_minus > 0))
    sigma = let("sigma", lambda: (mu_plus + mu_minus) / 2)
    m = let("m", lambda: mu_plus * mu_minus)
    return Setting(tau, lam_r, lam_k, mu_plus, mu_minus, rho_plus, rho_minus, upright, sigma, m)


def block_of(s: Setting) -> tuple[Scalar, Scalar]:
    """Return the trace and the determinant of the block M_k of Lemma 14."""
    c, stay, keep = s.tau * s.other, (1 + s.mu_plus) / 2, (1 + s.mu_minus) / 2
    T = let("T", lambda: (1 + c * stay) / s.rho_plus + (1 + c * keep) / s.rho_minus)
    D = let("D", lambda: (1 + c) * (1 + c * s.sigma) / (s.rho_plus * s.rho_minus))
    return T, D


def pulled_nowhere(g: Vectors, P: Operator) -> Proposition:
    """Return that the tokens g have the sum 0 and are pulled nowhere."""
    i, weights = tokens.any("i"), softmax(lambda i: g[i], P)
    return both(equals(total(g[j] for j in tokens), zero_vector()),
                for_every(i, equals(total(weights(i, j) * g[j] for j in tokens), zero_vector())))


def every_polygon_of_attention_leaves(V: Operator, tau: Scalar) -> Proposition:
    """Return that, whatever the scores, tokens with the sum 0 that are pulled nowhere are unstable."""
    return for_every((any_operator("P"), unit_tokens("g")), lambda P, g: implies(
        pulled_nowhere(g, P), is_unstable(
            unit_tokens("x"), attention_layer(value=V, scores=P, step=tau), at=lambda i: g[i])))


def one_pair_attracts() -> Proposition:
    """Return that all of Theorem 3 can hold of two tokens at u and -u that are stable."""
    def said(V: Operator, tau: Scalar, kappa: Scalar, u: Vector, e: Vector) -> Proposition:
        return both(
            equals(tokens.count, 2), equals(tau, Fraction(1, 20)), equals(u @ e, 0),
            equals(V @ u, 3 * u + e), equals(V @ e, u + 3 * e), assumption_1(V, tau, kappa),
            there_is((any_operator("P"), unit_tokens("g")), lambda P, g: both(
                equals(P @ u, -5 * e), equals(P @ e, -5 * u), equals((u @ g[tokens.any("i")]) ** 2, 1),
                pulled_nowhere(g, P),
                is_stable(unit_tokens("x"), attention_layer(value=V, scores=P, step=tau), at=lambda i: g[i]))))

    return there_is((symmetric_operator("V"), positive_scalar("tau"), nonnegative_scalar("kappa"),
                     unit_vector("u"), unit_vector("e")), said)


@statement("B-T3", PAPER.label("Theorem 3"), title="Stability of self-attention",
           gist="When do groups of tokens attract under self-attention? The last part excludes "
                "tokens whose pulls cancel, and that part is false.",
           origin="reconstructed", basis="every_reconstruction", rests_on=("B-L4", "B-L14"),
           repaired_by=("B-CT4", "B-T3d", "B-T3*"), position=(4, 14, 3), scenes=STABLE_STATES,
           of_layers=OfLayers(answers=("ends on a line",)),
           printed="Under Assumption 1, and with the step bound of Lemma 4, consensus of (8) at $v_1$ is locally "
                   "asymptotically stable, and all other consensus is unstable. A bipartite consensus is "
                   r"asymptotically stable if $\tau < 1/\|V\|$ and: an extrinsic condition, which is lost, holds; "
                   r"$|\operatorname{tr} M_k| < 1 + \det M_k$ and $\det M_k < 1$ for all $k \ne r$, with (14); and "
                   r"$\rho_\pm > 1$. “All polygonal equilibria are unstable.”",
           relation="refuted", differs="Only the last part is refuted.")
def stability(given: Given) -> Proof:
    yield claim(
        "Under the step bound of Lemma 4 consensus at $v_1$ is locally asymptotically stable, and all other consensus "
        r"is unstable. A bipartite point is stable for $\tau < 1/\|V\|$ if Jury's conditions hold for its blocks and "
        r"$\rho_+$ and $\rho_-$ exceed 1. All polygonal equilibria are unstable.",
        under_assumption_1(every_polygon_of_attention_leaves), refuted=True,
        wrong="The last part is false: tokens that sum to 0 and have no scores between them can "
              r"attract. So do two at $e_1$ and two at $-e_1$ with $V = \begin{pmatrix} 3 & 1 \\ "
              r"1 & 3 \end{pmatrix}$, $P = \begin{pmatrix} 0 & -5 \\ -5 & 0 \end{pmatrix}$ and "
              "the step $1/20$: their multipliers are $9/10$, $1/2$ and $3/4$.")
    yield from polygons(given)
    yield "Two of these tokens meet all that Part (c) assumes.", \
        ByLemma("pair_attracts", name="pair attracts", says=one_pair_attracts())
    yield from blocks_and_groups(given)


@lemma
def blocks_and_groups(given: Given) -> Proof:
    """Say what is true of parts (a) and (b)."""
    around = groups(given)
    s = setting(given)
    T, D = block_of(s)
    with given.behind("examples"):
        yield "The means by which the groups are drawn to their own sides, " \
            r"$\mu_+ = (p E - q)/(p E + q)$ and $\mu_- = (q E - p)/(q E + p)$, are between $-1$", \
            Inequality(around.mean_plus > -1, name="above") \
            .but_not("positive", claim=around.mean_plus > 0)
        yield r"and 1; $\mu_-$ is $\mu_+$ with the groups exchanged.", \
            Inequality(around.mean_plus < 1, name="below")
        with given.scope():  # Part (a) is Lemma 4 again, for at consensus the attention is the Oja map's.
            tau, other, lam_1 = s.tau, s.other, given(positive_scalar("lam_1"))
            yield "Part (a). At consensus all scores are equal, so that Lemma 4 decides: the multipliers " \
                r"$(1 + \tau \lambda_k)/(1 + \tau \lambda_1)$ lie inside the unit circle under the step bound,", \
                Inequality((1 + tau * other) ** 2 < (1 + tau * lam_1) ** 2, name="consensus",
                           where=[other < lam_1, tau * (-other - lam_1) < 2],
                           because=tau * (lam_1 - other) * (2 - tau * (-other - lam_1))) \
                .but_not("without a step bound", where=[other < lam_1])
            yield "as do those of tokens that disagree. At another eigenvector the quotient is turned over, " \
                "and lies outside.", \
                Inequality(1 / (1 + tau * lam_1) < 1, because=tau * lam_1 / (1 + tau * lam_1), name="disagreement") \
                .but_not("at any eigenvector", claim=1 / (1 + tau * other) < 1)
        with given.scope():  # Jury's conditions for two real numbers, in both directions.
            nu, nu_2 = given(any_scalar("nu")), given(any_scalar("nu_2"))
            inside = [nu < 1, nu_2 < 1, nu > -1, nu_2 > -1]
            at_one, at_minus_one, product = (1 - nu) * (1 - nu_2), (1 + nu) * (1 + nu_2), 1 - nu * nu_2
            yield "Part (b). The two multipliers of a block are real (Lemma 14). If both are between $-1$ and 1, Jury's " \
                "three margins $1 - T + D$, $1 - D$ and $1 + T + D$ are positive: at 1,", \
                Inequality(at_one > 0, where=inside, name="margin at 1") \
                .but_not("if one of them is", where=inside[::2])
            yield "of the product,", \
                Inequality(product > 0, where=inside, name="margin of the product",
                           because=((1 - nu) * (1 + nu_2) + (1 + nu) * (1 - nu_2)) / 2) \
                .but_not("if both are below 1", where=inside[:2])
            yield "and at $-1$.", \
                Inequality(at_minus_one > 0, where=inside, name="margin at -1")
            yield "If the margins are positive, both multipliers are below 1", \
                Inequality(nu < 1, where=[at_one > 0, product > 0], name="below 1",
                           because=((1 - nu) ** 2 + at_one) / (at_one + product)) \
                .but_not("by the margin at 1 alone", where=[at_one > 0])
            yield "and above $-1$.", \
                Inequality(nu > -1, where=[at_minus_one > 0, product > 0], name="above -1",
                           because=((1 + nu) ** 2 + at_minus_one) / (at_minus_one + product)) \
                .but_not("by the margin at $-1$ alone", where=[at_minus_one > 0])
        with given.scope():  # The margins as signs of formulas in the eigenvalues, sigma and m.
            both, c, b = s.rho_plus * s.rho_minus, s.tau * s.other, s.tau * s.here
            at_one = (s.other - s.here) * (s.sigma * s.other - s.m * s.here)
            product = both - (1 + c) * (1 + c * s.sigma)
            at_minus_one = 4 + 4 * b * s.sigma + 2 * c * (1 + s.sigma) + (c + b) * (s.sigma * c + s.m * b)
            yield "For the block of Lemma 14 the margin at 1 has the sign of a product (J1),", \
                Inequality(1 - T + D > 0, where=[at_one > 0], because=s.tau**2 * at_one / both, name="J1") \
                .but_not("whose second factor has the other sign of $m$",
                         where=[(s.other - s.here) * (s.sigma * s.other + s.m * s.here) > 0])
            yield "the margin of the product that of a difference (J2),", \
                Inequality(1 - D > 0, where=[product > 0], because=product / both, name="J2") \
                .but_not(r"without $\sigma$", where=[both > 1 + c])
            yield "and the margin at $-1$ that of a sum (J3).", \
                Inequality(1 + T + D > 0, where=[at_minus_one > 0], because=at_minus_one / both, name="J3")
            kappa, j = given(positive_scalar("kappa")), given(any_scalar("j"))
            yield r"The three formulas are the margins times $\rho_+ \rho_-$, so that conversely they " \
                "are positive where the margins are,", \
                Inequality(kappa * j > 0, where=[j > 0], name="back")
            yield "and only there.", \
                Inequality(j > 0, where=[kappa * j > 0], name="only there") \
                .but_not("if the product is above $-1$", where=[kappa * j > -1])
        # The fourth margin, of what disagrees within a group.
        yield r"What disagrees within a group of two tokens or more has the multiplier $1/\rho$, " \
            r"below 1 where $\lambda_r \mu$ is positive (J4): for the first group,", \
            Inequality(1 / s.rho_plus < 1, where=[s.here * s.mu_plus > 0], name="J4") \
            .but_not(r"where $\mu$ is", where=[s.mu_plus > 0])
        yield "conversely,", \
            Inequality(s.here * s.mu_plus > 0, where=[1 / s.rho_plus < 1], name="J4 back")
        yield "and for the second", \
            Inequality(1 / s.rho_minus < 1, where=[s.here * s.mu_minus > 0], name="J4 second")
        yield "as well.", \
            Inequality(s.here * s.mu_minus > 0, where=[1 / s.rho_minus < 1], name="J4 second back")
        yield "So this is the exact form of part (b):", \
            Equivalence("all multipliers of the bipartite state have a modulus below 1",
                        r"J1, J2 and J3 hold for every $k \ne r$, and J4 for every group of two or more",
                        forward=("margin at 1", "margin of the product", "margin at -1", "back",
                                 "J4 back", "J4 second back"),
                        backward=("J1", "J2", "J3", "below 1", "above -1", "J4", "J4 second"), name="exact form")
        # Under the printed bound on the step J3 holds by itself.
        c, stay, keep = s.tau * s.other, (1 + s.mu_plus) / 2, (1 + s.mu_minus) / 2
        leave, part = (1 - s.mu_plus) / 2, (1 - s.mu_minus) / 2
        yield r"Under $\tau \|V\| < 1$ J3 need not be asked for: the trace is positive", \
            Inequality(T > 0, where=[c > -1], name="trace",
                       because=(leave + stay * (1 + c)) / s.rho_plus
                       + (part + keep * (1 + c)) / s.rho_minus) \
            .but_not("for every step", where=[])
        yield "and so is the determinant.", \
            Inequality(D > 0, where=[c > -1, c < 1], name="determinant",
                       because=(1 + c) * ((1 + c) * (stay + keep) + (1 - c) * (leave + part))
                       / (2 * s.rho_plus * s.rho_minus)) \
            .but_not(r"for $\tau \lambda_k > -1$ alone", where=[c > -1])
        yield r"The printed conditions (2), Jury's, and (3), $\rho_\pm > 1$, suffice: by (3)", \
            Inequality(1 / s.rho_plus < 1, where=[s.rho_plus > 1], name="condition 3",
                       because=(s.rho_plus - 1) / s.rho_plus) \
            .but_not(r"$\rho > 1/2$ would do", where=[s.rho_plus > Fraction(1, 2)])
    with given.behind("needed"), given.scope():
        V, P, x = given(any_operator("V")), given(any_operator("P")), given(unit_tokens("x"))
        layer = attention_layer(value=V, scores=P, step=s.tau)
        needed = Printed(T - D >= 1, D >= 1, -T - D >= 1, 1 / s.rho_plus >= 1, s.rho_minus > 1,
                         part="variant", name="condition 3 is necessary")
        yield r"The third condition of part (b), $\rho_\pm > 1$, is not necessary: were it, a stable state with a single " \
            r"token in the second group would still have $\rho_- > 1$.", needed
        yield from means_of(around, 2, 1, Fraction(3, 2), Fraction(1, 2), Fraction(-1, 7))
        yield r"and at $v_1$, with eigenvalues 1 and $-1$ and the step $1/2$, $\rho_- = 13/14$; the " \
            "state is stable.", \
            Witness(needed, {s.mu_plus: Fraction(1, 2), s.mu_minus: Fraction(-1, 7), s.here: 1,
                             s.other: -1, s.tau: Fraction(1, 2), V: [[1, 0], [0, -1]],
                             x: [[1, 0], [1, 0], [-1, 0]], P: [[log(Fraction(3, 2)) / 2, 0], [0, 0]]},
                    stable_layer=layer, tangent_at=x, name="single token")
        blocks = Printed(T - D >= 1, D >= 1, -T - D >= 1, 1 / s.rho_minus < 1, part="variant", name="blocks decide")
        yield r"But the blocks do not decide alone: did they, $1/\rho_-$ would be below 1 with them.", blocks
        yield from means_of(around, 3, 2, Fraction(5, 4), Fraction(7, 23), Fraction(-1, 11))
        yield r"and with eigenvalues 1 and $-9/10$ and the step $1/2$ they have $1/\rho_- = 22/21$.", \
            Witness(blocks, {s.mu_plus: Fraction(7, 23), s.mu_minus: Fraction(-1, 11), s.here: 1,
                             s.other: Fraction(-9, 10), s.tau: Fraction(1, 2)}, name="within a group")
    yield mutant("the lengths may have any sign", drop=s.upright)


def means_of(around: Groups, p: int, q: int, E: Fraction, plus: Fraction, minus: Fraction) -> Proof:
    """Say what the means of given groups are."""
    yield f"Groups of {p} and {q} tokens with $E = {E}$ have the means ${plus}$ and ${minus}$,", \
        Cases(Identity((around.mean_plus - plus) ** 2 + (around.mean_minus - minus) ** 2, 0)
              .but_not("with the groups exchanged", left=(around.mean_plus - minus) ** 2),
              {around.p: (p,), around.q: (q,), around.E: (E,)}, name=f"{p} against {q}")


@lemma
def polygons(given: Given) -> Proof:
    """Part (c) is false, whatever the lost formulas were."""
    U, S, t = given(any_operator("U")), given(any_operator("S")), given(positive_scalar("t"))
    z = given(unit_tokens("z"))
    i = tokens.any("i")
    weights = softmax(lambda i: z[i], S)
    s = let("s", lambda i: total(weights(i, j) * z[j] for j in tokens))
    b = let("b", lambda: total(z[j] for j in tokens))
    layer = attention_layer(value=U, scores=S, step=t)
    claim = Printed(s[i] @ s[i] > 0, b @ b > 0, name="no polygon attracts")
    yield "The idea: Part (c) alone is false." "\n\n" \
        "It says that no polygonal equilibrium is stable: at a stable state the pulls $s_i$ are not all 0 or, " \
        "in the other sense of the word, the tokens do not add up to 0.", \
        claim
    yield r"Value matrix $\begin{pmatrix} 3 & 1 \\ 1 & 3 \end{pmatrix}$, which is positive definite, scores " \
        r"$\begin{pmatrix} 0 & -5 \\ -5 & 0 \end{pmatrix}$ and the step $1/20$: at two tokens $e_1$ and two $-e_1$ " \
        "both are 0, and all multipliers, $9/10$, $1/2$ and $3/4$, are below 1. No hypothesis on the step or on $V$ " \
        "excludes it; only one on the scores could.", \
        Witness(claim, {U: [[3, 1], [1, 3]], S: [[0, -5], [-5, 0]], t: Fraction(1, 20), i: 1,
                        z: [[1, 0], [1, 0], [-1, 0], [-1, 0]]},
                stable_layer=layer, tangent_at=z, name="stable polygon")
