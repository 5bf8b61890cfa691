"""Pure attention loses rank: what softmax does not see, and a recursion that squares errors and more."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "DCL-1", PAPER.label("proof of Theorem 2.2, terms constant in a row"), title="Softmax does not see a shift", position=(1,),
    argued=False, printed="A number that is added to all scores of a row does not change the weights of the row.",
    relation="the same")
def shift(given: Given) -> Proof:
    z, c, i = given(coefficients("z")), given(any_scalar("c")), tokens.any("i")
    yield claim("Weights of scores that are all raised by c are the weights of the scores.", "shift")
    yield "Weights of scores that are all raised by c are", \
        Identity(exp(z[i] + c) / total(exp(z[j] + c) for j in tokens), exp(z[i]) / total(exp(z[j]) for j in tokens),
                 name="shift") \
        .but_not("larger by the factor $e^c$", right=exp(c) * exp(z[i]) / total(exp(z[j]) for j in tokens))


@statement(
    "DCL-2", PAPER.label("Lemma on perturbed softmax"), title="Nearly equal scores give nearly equal weights", position=(2,),
    argued=False, printed=r"If scores differ by little from scores that are equal in a column, weights differ by small factors.",
    relation="stronger", differs=r"The claim has the factor: $e^{2 \varepsilon}$ for differences of at most $\varepsilon$.")
def nearly_equal(given: Given) -> Proof:
    eps = given(nonnegative_scalar("eps", r"\varepsilon"))
    z, e = given(coefficients("z")), given(coefficients("e"))
    i, k = tokens.any("i", "k")
    given(that(e[k] <= eps))
    given(that(e[k] >= -eps))
    S, T = total(exp(z[j]) for j in tokens), total(exp(z[j] + e[j]) for j in tokens)
    q = let("q", lambda i, j: 2 * eps + e[j] - e[i])
    yield claim(r"If scores change by at most $\varepsilon$, a weight is at most $e^{2 \varepsilon}$ times what it was.",
                "weight")
    yield r"A weight is at most $e^{2 \varepsilon}$ times what it was.", \
        Inequality(exp(z[i] + e[i]) / T <= exp(2 * eps) * exp(z[i]) / S, name="weight", because=exp(z[i]) * total(
            exp(z[j]) * exp(e[i]) * ((exp(q[i, j]) - 1 - q[i, j]) + (eps + e[j]) + (eps - e[i])) for j in tokens) / (S * T)) \
        .but_not("half of that", claim=exp(z[i] + e[i]) / T <= exp(2 * eps) * exp(z[i]) / (2 * S))


@statement(
    "DCL-3", PAPER.label("Theorem 2.2, the recursion over layers"), title="A cubic recursion is doubly exponential", position=(3,),
    argued=False, printed=r"A layer turns a residual r into at most $c r^3$; so residuals decay doubly exponentially with depth.",
    relation="weaker", differs="The claim is about the recursion, for the logarithm of the residual; that a layer of attention "
    "satisfies it is not claimed.")
def doubly_exponential(given: Given) -> Proof:
    v, s = given(any_scalar("v")), given(nonnegative_scalar("s"))
    layer = iteration({v: 3 * v + s})
    yield claim(r"Let $v = -\log(\sqrt{c}\, r)$, so that $r \mapsto e^{-s} c r^3$ is $v \mapsto 3 v + s$. From $v \ge E$ on, after "
                r"k layers $v \ge 3^k E$.",
                for_every(nonnegative_scalar("E"), lambda E: implies(
                    at_start(v >= E), always(v >= E * exp(log(3) * elapsed)))), along=orbit(layer)) \
        .but_not(r"$4^k E$", for_every(nonnegative_scalar("E"), lambda E: implies(
            at_start(v >= E), always(v >= E * exp(log(4) * elapsed)))))
