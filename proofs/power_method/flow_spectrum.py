"""The flow x_i' = (I - x_i x_i^T) V s_i beside the layer: equilibria, spectra, what is stable."""

from typing import Any

from proofs.power_method.exact_bipartite import (
    stable_without_step,
)
from proofs.power_method.exact_equilibria import flow_equilibria
from proofs.power_method.linearisation import (
    attracting_in_the_flow,
    resting_pattern,
    unstable_in_the_flow,
)
from proofs.power_method.paper import PAPER
from verify.vocabulary import *

n, d = tokens.count, modes.count


@statement("B-CT0", PAPER.label("continuous companion"), origin="ours", position=(4, 20, 0),
           title="Equilibria of the flow")
def equilibria(given: Given) -> Proof:
    x, w = given(unit_tokens("x")), given(any_vector("w"))
    alpha, i = given(any_scalar("alpha")), tokens.any("i")
    yield "In continuous time a token moves by the tangent part of its pull. It rests if V s_i is a " \
        "multiple alpha_i x_i,", \
        Identity(tangent(alpha * x[i], x[i]), zero_vector(), name="multiple") \
        .but_not("or any pull", left=tangent(alpha * x[i] + w, x[i]))
    yield "and only then, for a pull is the sum of its tangent part and a multiple of x_i.", \
        Identity(w, tangent(w, x[i]) + (x[i] @ w) * x[i], name="parts") \
        .but_not("the multiple is 1", right=tangent(w, x[i]) + x[i])
    yield "So these are the equilibria,", \
        Equivalence("the state is at rest", "V s_i = alpha_i x_i for some numbers alpha_i",
                    forward=("parts",), backward=("multiple",), name="at rest")
    yield "as in random states, whether a layer turns tokens round there or not;", \
        Campaign(flow_equilibria(), name="drawn", example=True,
                 needs=("line, at rest", "line, at rest, turned round by the layer",
                        "no line, at rest", "no line, at rest, turned round by the layer", "moves")) \
        .but_not("only where the layer leaves them", decide=flow_equilibria(upright=True)) \
        .but_not("only on one line", decide=flow_equilibria(patterns=True))
    tau = given(positive_scalar("tau"))
    upright = Printed(1 + tau * alpha > 0, part="variant", name="as for the layer")
    yield "the alpha_i may have any sign. For the layer 1 + tau alpha_i would have to be positive, " \
        "and is not always:", upright
    yield "with alpha = -3 and the step 1 a layer turns the token round, and the flow leaves it.", \
        Witness(upright, {tau: 1, alpha: -3}, name="turned round")
    V, P = given(symmetric_operator("V")), given(any_operator("P"))
    v, _ = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    eps, _, _ = given(signs("eps", positive="p", negative="q"))

    def velocity(state: Any) -> Vector:
        weights = softmax(state, P)
        return tangent(V @ total(weights(i, j) * state(j) for j in tokens), state(i))

    yield "All sign patterns of all eigenvectors are at rest, therefore.", \
        Identity(velocity(lambda i: eps[i] * v[r]), zero_vector(), name="sign patterns") \
        .but_not("those of other vectors, too", left=velocity(lambda i: eps[i] * (v[r] + v[k])))


@statement("B-CT1", PAPER.label("continuous companion"), origin="ours", rests_on=("B-CT0",),
           title="Spectrum of the flow at a sign pattern", position=(4, 20, 1))
def spectrum(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    others = given(distinct(k, r))
    eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
    a, b, t = given(coefficients("a")), given(covector("b")), given(any_scalar("t"))
    i, j = tokens.any("i", "j")

    def moved(i: Index | int) -> Vector:
        return eps[i] * v[r] + (t * a[i]) * v[k]

    A, B = given(any_weights("A")), given(any_weights("B"))
    pull = total((A[i, j] + t * B[i, j]) * moved(j) for j in tokens)
    change = at(rate(b @ tangent(V @ pull, moved(i)), motion({t: 1})), {t: 0})
    pushed, drawn = total(A[i, j] * a[j] for j in tokens), total(A[i, j] * eps[j] for j in tokens)
    yield "Let the tokens of a sign pattern move along v_k, and their weights A change at any " \
        "rates B, full or masked: B only shifts the pulls along v_r, which is projected away. So " \
        "they are driven by lambda_k A, and held back by lambda_r times how far each is drawn to " \
        "its own side.", \
        Identity(change, (lam[k] * pushed - lam[r] * eps[i] * drawn * a[i]) * (b @ v[k]),
                 name="any weights") \
        .but_not("nothing holds them back", right=lam[k] * pushed * (b @ v[k])) \
        .but_not("lambda_k holds them back",
                 right=(lam[k] * pushed - lam[k] * eps[i] * drawn * a[i]) * (b @ v[k]))

    E = given(positive_scalar("E"))                                  # e^{2g}
    w = let("w", lambda i, j: (E + 1) + (E - 1) * eps[i] * eps[j])
    given(that(w[i, j] > 0))                                 # 2 e^g times an exponential
    full = let("F", lambda i, j: w[i, j] / total(w[i, k] for k in tokens))
    plus, minus = let("mu_plus", lambda: (p * E - q) / (p * E + q)), \
        let("mu_minus", lambda: (q * E - p) / (q * E + p))
    c_plus = given(zero_sum_within("c_plus", group=eps, sign=1, count=p))
    c_minus = given(zero_sum_within("c_minus", group=eps, sign=-1, count=q))
    z = given(orthogonal_to("z", v[r]))

    def J(direction: Any) -> Any:
        return lambda i: V @ total(full[i, j] * direction(j) for j in tokens) \
            - (lam[r] * eps[i] * total(full[i, j] * eps[j] for j in tokens)) * direction(i)

    stay, keep = (1 + plus) / 2, (1 + minus) / 2
    N = [[lam[k] * stay - lam[r] * plus, lam[k] * (1 - stay)],
         [lam[k] * (1 - keep), lam[k] * keep - lam[r] * minus]]
    fields = [lambda i: ((1 + eps[i]) / 2) * v[k], lambda i: ((1 - eps[i]) / 2) * v[k]]
    block = Block(N, fields, spanned_by=[others], multiplicity=2 * (d - 1), scales=(p, q))

    def within(sizes: tuple[Scalar, Scalar]) -> list[Eigenspace | Block]:
        return [block, Eigenspace(-lam[r] * plus, lambda i: ((1 + eps[i]) / 2 * c_plus[i]) * z,
                                  [c_plus, z], (sizes[0] - 1) * (d - 1)),
                Eigenspace(-lam[r] * minus, lambda i: ((1 - eps[i]) / 2 * c_minus[i]) * z,
                           [c_minus, z], (sizes[1] - 1) * (d - 1))]

    seen = total(A[i, j] * eps[j] for j in tokens.up_to(i))
    yield "With a causal mask a token is driven by itself and by earlier ones. So that matrix is lower " \
        "triangular, and its eigenvalues, the exponents, are the entries lambda_k A_ii - lambda_r " \
        "eps_i (A eps)_i.", \
        Identity(lam[k] * total(A[i, j] * a[j] for j in tokens.up_to(i)) - lam[r] * eps[i] * seen * a[i],
                 (lam[k] * A[i, i] - lam[r] * eps[i] * seen) * a[i]
                 + lam[k] * total(A[i, j] * a[j] for j in tokens.before(i)), name="causal") \
        .but_not("for full attention, too",
                 left=lam[k] * pushed - lam[r] * eps[i] * seen * a[i]) \
        .but_not("a token does not drive itself",
                 right=-lam[r] * eps[i] * seen * a[i]
                 + lam[k] * total(A[i, j] * a[j] for j in tokens.before(i)))
    yield "For full attention there is a 2 x 2 block for each other mode, and what disagrees within " \
        "a group has the exponent -lambda_r mu.", \
        Spectrum(J, within((p, q)), total=n * (d - 1), name="spectrum",
                 tangent=lambda u: lambda i: v[r] @ u(i)) \
        .but_not("the multiplicities are exchanged", parts=within((q, p)))
    yield from block_numbers(given)


def block_numbers(given: Given) -> Proof:
    """Trace, determinant and special cases of the block N_k, in the two means."""
    plus = given(scalar_between("m_plus", -1, 1))
    minus = given(scalar_between("m_minus", -1, 1))
    other, here = given(any_scalar("lam_k", latex=r"\lambda_k")), \
        given(any_scalar("lam_r", latex=r"\lambda_r"))
    stay, keep, sigma, m = (1 + plus) / 2, (1 + minus) / 2, (plus + minus) / 2, plus * minus
    first, second = other * stay - here * plus, other * keep - here * minus
    crossed = other**2 * (1 - stay) * (1 - keep)
    yield "The block's trace", \
        Identity(first + second, other * (1 + sigma) - 2 * sigma * here, name="trace") \
        .but_not("once sigma lambda_r", right=other * (1 + sigma) - sigma * here)
    yield "and determinant are polynomials in the eigenvalues,", \
        Identity(first * second - crossed, (other - here) * (sigma * other - m * here),
                 name="determinant") \
        .but_not("the sign of m", right=(other - here) * (sigma * other + m * here))
    yield "and its exponents are real.", \
        Inequality((first - second) ** 2 + 4 * crossed >= 0, name="real",
                   because=(first - second) ** 2
                   + other**2 * (1 - plus) * (1 - minus))
    mu = given(scalar_between("mu", -1, 1))
    held, driven = other * (1 + mu) / 2 - here * mu, other * (1 - mu) / 2
    yield "For p = q both means are mu = tanh g, and the exponents are lambda_k - lambda_r mu for " \
        "what moves together", \
        Identity(held + driven, other - here * mu, name="together") \
        .but_not("times mu", right=(other - here) * mu)
    yield "and (lambda_k - lambda_r) mu for what moves in opposition.", \
        Identity(held - driven, (other - here) * mu, name="in opposition")
    top = given(positive_scalar("lam_1", latex=r"\lambda_1"))
    yield "At consensus they are lambda_k - lambda_r, negative at v_1,", \
        Inequality(other - top < 0, where=[other < top], because=top - other, name="consensus") \
        .but_not("at any eigenvector", claim=other - here < 0)
    yield "and, for tokens that disagree, -lambda_r, negative there, too:", \
        Inequality(-top < 0, because=top, name="disagreement")
    yield "consensus at v_1 is stable, and elsewhere the exponent of v_1 is positive. No step " \
        "bound remains.", \
        Inequality(top - here > 0, where=[here < top], because=top - here, name="other consensus") \
        .but_not("that of tokens that disagree", claim=-here > 0)
    yield from resting_pattern(given)
    yield "So consensus at v_1 attracts,", \
        attracting_in_the_flow("resting", ["spectrum", "consensus", "disagreement"])
    yield "and elsewhere it is unstable.", unstable_in_the_flow("resting", ["spectrum", "other consensus"])
    yield mutant("lambda_1 may be negative", drop=top, assume=any_scalar("lam_1"))


def exponents(given: Given) -> Proof:
    """Two real numbers are negative exactly if their sum is and their product is positive."""
    x, y = given(any_scalar("nu")), given(any_scalar("nu_2"))
    yield "Two real exponents are negative if their sum is and their product is positive,", \
        Inequality(x < 0, where=[x + y < 0, x * y > 0], because=(x**2 + x * y) / -(x + y),
                   name="both negative") \
        .but_not("by the sum alone", where=[x + y < 0])
    yield "and only then: the sum", \
        Inequality(x + y < 0, where=[x < 0, y < 0], because=-x + -y, name="negative sum")
    yield "and the product have these signs. A nonnegative product is not enough.", \
        Inequality(x * y > 0, where=[x < 0, y < 0], because=-x * -y, name="positive product") \
        .but_not("if one is negative", where=[x < 0])
    yield "A negative product means a positive exponent,", \
        Inequality(x > 0, where=[x * y < 0, y < x], because=(x**2 - x * y) / (x - y),
                   name="positive exponent") \
        .but_not("a positive product, too", where=[x * y > 0, y < x])
    yield "and so does a positive sum.", \
        Inequality(x > 0, where=[x + y > 0, y <= x], because=((x + y) + (x - y)) / 2,
                   name="positive sum")


@statement("B-CT2", PAPER.label("continuous companion"), origin="ours", position=(4, 20, 2),
           rests_on=("B-CT1", "B-T3*", "B-CT3"), title="Stability criterion for the flow")
def criterion(given: Given) -> Proof:
    yield from exponents(given)
    s, R = given(scalar_between("s", 0, 1)), given(any_scalar("R"))
    m = s * R
    first, other = given(positive_scalar("lam_1", latex=r"\lambda_1")), \
        given(any_scalar("lam_k", latex=r"\lambda_k"))
    last = given(positive_scalar("ell", latex=r"\ell"))
    at_first, at_last = (other - first) * (s * other - m * first), \
        (other + last) * (m * last - s * other)
    yield "At v_1 only g > 0 can be stable (B-CT3). With s = sigma and m = sR, as for the layer, a " \
        "positive determinant says that lambda_k < lambda_1 R;", \
        Inequality(other < first * R, where=[other < first, at_first > 0], name="needs R",
                   because=at_first / (s * (first - other))) \
        .but_not("without it", where=[other < first])
    yield "conversely,", \
        Inequality(at_first > 0, where=[other < first, other < first * R], name="from R",
                   because=(first - other) * s * (first * R - other)) \
        .but_not("up to lambda_1", where=[other < first])
    yield "and then the trace is negative, since 2 sigma - R - m > 0.", \
        Inequality(other * (1 + s) - 2 * s * first < 0, name="trace",
                   where=[other < first * R, 2 * s - R - m > 0],
                   because=(first * R - other) * (1 + s) + first * (2 * s - R - m)) \
        .but_not("without the margin", where=[other < first * R])
    yield "At v_d, with g < 0, lambda_d = -l, s = -sigma and R = R(1/E), it says that lambda_1 < lR;", \
        Inequality(first < last * R, name="needs R, last",
                   where=[(first + last) * (m * last - s * first) > 0],
                   because=(first + last) * (m * last - s * first) / (s * (first + last))) \
        .but_not("without it", where=[])
    yield "conversely the determinant is positive for every mode above the last,", \
        Inequality(at_last > 0, name="from R, last",
                   where=[-last < other, other <= first, first < last * R],
                   because=(other + last) * s * ((last * R - first) + (first - other))) \
        .but_not("for copies of the last", where=[-last <= other, other <= first, first < last * R])
    yield "and the trace negative.", \
        Inequality(other * (1 - s) - 2 * s * last < 0, name="trace, last",
                   where=[other < last * R, R > 0, 2 * s - R - m > 0],
                   because=(last * R - other) * (1 - s) + last * (2 * s - R - m) + 2 * m * last) \
        .but_not("without the margin", where=[other < last * R, R > 0])
    yield "What disagrees within a group has the exponent -lambda_r mu, of the sign that J4 wants. So", \
        Equivalence("all exponents of a bipartite state of the flow are negative",
                    "its multipliers in a layer with tau ||V|| < 1 are inside the unit circle, that is, "
                    "B-T3* holds",
                    forward=("negative sum", "positive product", "needs R", "needs R, last"),
                    backward=("both negative", "from R", "trace", "from R, last", "trace, last"),
                    name="criterion")
    yield from resting_pattern(given)
    yield "Such a state attracts.", attracting_in_the_flow("resting", "criterion")
    yield "Random states agree.", \
        Campaign(stable_without_step(flow=True), name="at random", example=True,
                 needs=("stable, r = 1", "stable, r = d", "unstable, r = 1", "unstable, r = d",
                        "unstable, r = other")) \
        .but_not("the ratio does not matter", decide=stable_without_step(flow=True, ratio=False)) \
        .but_not("the sign of g does not matter", decide=stable_without_step(flow=True, scores=False)) \
        .but_not("nor do the sizes", decide=stable_without_step(flow=True, groups=False))
