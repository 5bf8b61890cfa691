"""The flow x_i' = (I - x_i x_i^T) V s_i beside the layer: equilibria, spectra, what is stable."""

from collections.abc import Callable
from typing import Any

from verify.language.expressions import as_scalar
from verify.statements.assumption import Assumption, Condition
from verify.vocabulary import *

from .flow_claims import claim_of_the_flow
from .paper import PAPER
from .two_groups import TwoGroups, of_all_groups, where_unstable, within_by_sizes
from .where_stable_flow import block_determinant, block_trace, exponents

n, d = tokens.count, modes.count


@statement("B-CT0", PAPER.label("continuous companion"), origin="ours", position=(4, 20, 0),
           title="Equilibria of the flow")
def equilibria(given: Given) -> Proof:
    x, A = given(unit_tokens("x")), given(any_weights("A"))
    V, i = given(symmetric_operator("V")), tokens.any("i")
    s = let("s", lambda i: total(A[i, j] * x[j] for j in tokens))
    velocities = for_every(i, equals(tangent(V @ s[i], x[i]), zero_vector()))
    rests = iff(velocities, for_every(i, there_is(any_scalar("a"), lambda a: equals(V @ s[i], a * x[i]))))
    patterns_rest = for_every((unit_vector("v"), any_scalar("mu")), lambda v, mu: implies(
        both(equals(V @ v, mu * v), for_every(i, either(equals(x[i], v), equals(x[i], -1 * v)))), velocities))
    yield claim(
        r"Whatever the weights, a state rests under the flow if and only if $V s_i = \alpha_i x_i$ for every token, "
        r"with numbers $\alpha_i$ of any sign. So all sign patterns $\pm v_r$ rest.", rests, patterns_rest) \
        .but_not("if and only if nothing pulls", iff(velocities, for_every(i, equals(V @ s[i], zero_vector()))),
                 at={x: [[1]], A: [[1]], V: [[1]]}) \
        .but_not("so does every state of tokens that are equal or opposite", for_every(
                     unit_vector("v"), lambda v: implies(
                         for_every(i, either(equals(x[i], v), equals(x[i], -1 * v))), velocities)),
                 at={x: [[Fraction(3, 5), Fraction(4, 5)]], A: [[1]], V: [[1, 0], [0, 0]]})
    w, alpha = given(any_vector("w")), given(any_scalar("alpha"))
    yield "In continuous time a token moves by the tangent part of its pull. It rests if $V s_i$ " \
        r"is a multiple $\alpha_i x_i$,", \
        Identity(tangent(alpha * x[i], x[i]), zero_vector(), name="multiple") \
        .but_not("or any pull", left=tangent(alpha * x[i] + w, x[i]))
    yield "and only then, for a pull is the sum of its tangent part and a multiple of $x_i$.", \
        Identity(w, tangent(w, x[i]) + (x[i] @ w) * x[i], name="parts") \
        .but_not("the multiple is 1", right=tangent(w, x[i]) + x[i])
    yield "So a state is at rest exactly if each pull is a multiple of its token.", \
        ByLemma("rests", says=rests, by=["multiple", "parts"], name="every token")
    tau = given(positive_scalar("tau"))
    upright = Printed(1 + tau * alpha > 0, part="variant", name="as for the layer")
    yield r"The $\alpha_i$ may have any sign. For the layer $1 + \tau \alpha_i$ would have to be " \
        "positive, and is not always:", upright
    yield r"with $\alpha = -3$ and the step 1 a layer turns the token round, and the flow leaves it.", \
        Witness(upright, {tau: 1, alpha: -3}, name="turned round")
    e, mu = given(eigenvector("e", of=V, value="mu"))
    c = given(coefficients("c"))
    yield "A sum of multiples $c_j e$ of one eigenvector is pulled along it.", \
        Identity(V @ total(A[i, j] * (c[j] * e) for j in tokens), (mu * total(A[i, j] * c[j] for j in tokens)) * e, name="sums") \
        .but_not(r"by $\mu$ alone", right=mu * e)
    yield "So all sign patterns $e$ and $-e$ are at rest.", \
        ByLemma("patterns_rest", says=patterns_rest, by=["multiple", "sums"], name="sign patterns")


@statement("B-CT1", PAPER.label("continuous companion"), origin="ours", rests_on=("B-CT0",),
           title="Spectrum of the flow at a sign pattern", position=(4, 20, 1))
def spectrum(given: Given) -> Proof:
    V, P = given(symmetric_operator("V")), given(any_operator("P"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    eps, p, q = given(signs("eps", positive="p", negative="q"))
    N = given(attention_mask("N"))
    given(rows_not_empty(N))
    claimed, (masked, causal, groups, agree) = claim_of_the_flow(V, v, lam, r, eps, P, N, p, q)
    yield claimed
    others = distinct(k, r)
    with given.scope():  # Along another eigenvector tokens are driven by their weights, whatever these do.
        a, b, t = given(coefficients("a")), given(covector("b")), given(any_scalar("t"))
        i = tokens.any("i")

        def moved(i: Index | int) -> Vector:
            return eps[i] * v[r] + (t * a[i]) * v[k]

        A, B = given(any_weights("A")), given(any_weights("B"))
        pull = total((A[i, j] + t * B[i, j]) * moved(j) for j in tokens)
        change = at(rate(b @ tangent(V @ pull, moved(i)), motion({t: 1})), {t: 0})
        pushed, drawn = total(A[i, j] * a[j] for j in tokens), total(A[i, j] * eps[j] for j in tokens)
        with given.scope():
            given(others)
            yield "The idea: a change of the weights only shifts the pulls along $v_r$, which is projected away." "\n\n" \
                "Let the tokens of a sign pattern move along $v_k$, and their weights $A$ change at any rates " \
                r"$B$, full or masked. Then the tokens are driven by $\lambda_k A$, and held back by $\lambda_r$ " \
                "times how far each is drawn to its own side.", \
                Identity(change, (lam[k] * pushed - lam[r] * eps[i] * drawn * a[i]) * (b @ v[k]), name="any weights") \
                .but_not("nothing holds them back", right=lam[k] * pushed * (b @ v[k])) \
                .but_not(r"$\lambda_k$ holds them back",
                         right=(lam[k] * pushed - lam[k] * eps[i] * drawn * a[i]) * (b @ v[k]))
        yield "Softmax is differentiable, so that this is the linearised flow.", ByLemma("any_mask", says=masked, name="any mask")
        seen = total(A[i, j] * eps[j] for j in tokens.up_to(i))
        yield "With a causal mask a token is driven by itself and by earlier ones,", \
            Identity(lam[k] * total(A[i, j] * a[j] for j in tokens.up_to(i)) - lam[r] * eps[i] * seen * a[i],
                     (lam[k] * A[i, i] - lam[r] * eps[i] * seen) * a[i]
                     + lam[k] * total(A[i, j] * a[j] for j in tokens.before(i)), name="causal") \
            .but_not("for full attention, too", left=lam[k] * pushed - lam[r] * eps[i] * seen * a[i]) \
            .but_not("a token does not drive itself",
                     right=-lam[r] * eps[i] * seen * a[i]
                     + lam[k] * total(A[i, j] * a[j] for j in tokens.before(i)))
        yield "so that matrix is lower triangular, and its eigenvalues, the exponents, are the entries $\\lambda_k " \
            r"A_{ii} - \lambda_r \varepsilon_i (A \varepsilon)_i$ on its diagonal.", ByLemma("causal_mask", says=causal, by="causal", name="diagonal")
    yield from full_attention(given, v, lam, r, k, V, eps, p, q, others)
    with given.scope():  # Trace, determinant and special cases of the block N_k, in the two means.
        m_plus = given(scalar_between("m_plus", -1, 1))
        m_minus = given(scalar_between("m_minus", -1, 1))
        lam_k, lam_r = given(any_scalar("lam_k")), \
            given(any_scalar("lam_r"))
        stay, keep, sigma, m = (1 + m_plus) / 2, (1 + m_minus) / 2, (m_plus + m_minus) / 2, m_plus * m_minus
        first, second = lam_k * stay - lam_r * m_plus, lam_k * keep - lam_r * m_minus
        crossed = lam_k**2 * (1 - stay) * (1 - keep)
        yield "The block's trace", \
            Identity(first + second, lam_k * (1 + sigma) - 2 * sigma * lam_r, name="trace") \
            .but_not(r"once $\sigma \lambda_r$", right=lam_k * (1 + sigma) - sigma * lam_r)
        yield "and determinant are polynomials in the eigenvalues,", \
            Identity(first * second - crossed, (lam_k - lam_r) * (sigma * lam_k - m * lam_r), name="determinant") \
            .but_not("the sign of $m$", right=(lam_k - lam_r) * (sigma * lam_k + m * lam_r))
        yield "and its exponents are real.", \
            Inequality((first - second) ** 2 + 4 * crossed >= 0, name="real",
                       because=(first - second) ** 2 + lam_k**2 * (1 - m_plus) * (1 - m_minus))
        yield "So these are all exponents for two groups.", \
            ByLemma("full_attention", says=groups, by=["trace", "determinant", "real"], name="two groups")
        lam_1 = given(positive_scalar("lam_1"))
        yield r"At consensus they are $\lambda_k - \lambda_r$, negative at $v_1$,", \
            Inequality(lam_k - lam_1 < 0, where=[lam_k < lam_1], name="consensus") \
            .but_not("at any eigenvector", claim=lam_k - lam_r < 0)
        yield r"and, for tokens that disagree, $-\lambda_r$, negative there, too:", \
            Inequality(-lam_1 < 0, name="disagreement")
        yield "consensus at $v_1$ is stable, and elsewhere the exponent of $v_1$ is positive. No step bound remains.", \
            Inequality(lam_1 - lam_r > 0, where=[lam_r < lam_1], name="other consensus") \
            .but_not("that of tokens that disagree", claim=-lam_r > 0)
        yield mutant(r"$\lambda_1$ may be negative", drop=lam_1, assume=any_scalar("lam_1"))
        yield "There all weights are $1/n$, and each token is drawn to its own side by 1.", ByLemma("consensus", says=agree, name="all")


@lemma
def full_attention(given: Given, v: Vectors, lam: Scalars, r: Index, k: Index, V: Operator, eps: Scalars,
                   p: Scalar, q: Scalar, distinct_modes: Assumption[Condition]) -> Proof:
    """For full attention there are 2 x 2 blocks, and what disagrees within a group."""
    given(that(p >= 1)), given(that(q >= 1))
    others = given(distinct_modes)
    i, j = tokens.any("i", "j")
    E = given(positive_scalar("E"))                                  # e^{2g}
    w = let("w", lambda i, j: (E + 1) + (E - 1) * eps[i] * eps[j])
    given(that(w[i, j] > 0))                                 # 2 e^g times an exponential
    F = let("F", lambda i, j: w[i, j] / total(w[i, k] for k in tokens))
    mu_plus, mu_minus = let("mu_plus", lambda: (p * E - q) / (p * E + q)), \
        let("mu_minus", lambda: (q * E - p) / (q * E + p))
    c_plus = given(zero_sum_within("c_plus", group=eps, sign=1, count=p))
    c_minus = given(zero_sum_within("c_minus", group=eps, sign=-1, count=q))
    z = given(orthogonal_to("z", v[r]))

    def J(direction: Any) -> Any:
        return lambda i: V @ total(F[i, j] * direction(j) for j in tokens) \
            - (lam[r] * eps[i] * total(F[i, j] * eps[j] for j in tokens)) * direction(i)

    stay, keep = (1 + mu_plus) / 2, (1 + mu_minus) / 2
    rows = [[lam[k] * stay - lam[r] * mu_plus, lam[k] * (1 - stay)],
            [lam[k] * (1 - keep), lam[k] * keep - lam[r] * mu_minus]]
    fields = [lambda i: ((1 + eps[i]) / 2) * v[k], lambda i: ((1 - eps[i]) / 2) * v[k]]
    block = Block(rows, fields, spanned_by=[others], multiplicity=2 * (d - 1), scales=(p, q))

    def within(sizes: tuple[Scalar, Scalar]) -> list[Eigenspace | Block]:
        return [block, Eigenspace(-lam[r] * mu_plus, lambda i: ((1 + eps[i]) / 2 * c_plus[i]) * z,
                                  [c_plus, z], (sizes[0] - 1) * (d - 1)),
                Eigenspace(-lam[r] * mu_minus, lambda i: ((1 - eps[i]) / 2 * c_minus[i]) * z,
                           [c_minus, z], (sizes[1] - 1) * (d - 1))]

    yield r"For full attention there is a $2 \times 2$ block for each other mode, and what " \
        r"disagrees within a group has the exponent $-\lambda_r \mu$.", \
        Spectrum(J, within((p, q)), total=n * (d - 1), name="spectrum", tangent=lambda u: lambda i: v[r] @ u(i)) \
        .but_not("the multiplicities are exchanged", parts=within((q, p)))


@statement("B-CT2", PAPER.label("continuous companion"), origin="ours", position=(4, 20, 2),
           rests_on=("B-CT1", "B-T3*", "B-CT3"), title="Stability criterion for the flow")
def criterion(given: Given) -> Proof:
    def all_negative(s: TwoGroups, lam_k: Scalar, lam_r: Scalar) -> Proposition:
        return for_every(any_scalar("z"), lambda z: implies(s.of_the_flow(lam_k, lam_r, z), z < 0))

    def first_blocks(s: TwoGroups, lam_1: Scalar) -> Proposition:
        return for_every(any_scalar("lam_k"), lambda lam_k: implies(lam_k < lam_1, iff(
            all_negative(s, lam_k, lam_1), both(s.E > 1, lam_k < lam_1 * s.ratio))))

    def elsewhere(s: TwoGroups, lam_1: Scalar) -> Proposition:
        return for_every((nonzero_scalar("lam_r"), any_scalar("lam_k")),
            lambda lam_r, lam_k: implies(both(lam_r < lam_1, lam_k <= lam_1), iff(
                both(all_negative(s, lam_1, lam_r), all_negative(s, lam_k, lam_r)),
                both(s.E < 1, lam_r < 0, lam_r < lam_k, lam_1 < lam_r * s.ratio))))

    def sigma(s: TwoGroups) -> Scalar:
        return let("sigma", lambda: (s.first + s.second) / 2)

    def last(s: TwoGroups, lam_1: Scalar, *means: Scalar) -> Proposition:
        return for_every(nonzero_scalar("lam_r"), lambda lam_r: implies(
            both(s.E < 1, lam_r < 0, lam_1 < lam_r * s.ratio), both(*(-lam_r * mean < 0 for mean in means))))

    def within(s: TwoGroups, lam_1: Scalar) -> tuple[Proposition, Proposition]:
        return iff(-lam_1 * s.first < 0, s.p * s.E > s.q), iff(-lam_1 * s.second < 0, s.q * s.E > s.p)

    def of_all(say: Callable[[TwoGroups, Scalar], Proposition]) -> Proposition:
        return of_all_groups(lambda s: for_every(positive_scalar("lam_1"), lambda lam_1: say(s, lam_1)))

    yield claim(
        r"Let $\lambda_1 > 0$ and $R(E) = (p E - q)(q E - p)/(p q (E^2 - 1))$, which is $-R(1/E)$. At a "
        r"bipartite state of the flow at $v_1$ the exponents of the block of $v_k$ are negative if and "
        r"only if $E > 1$, that is $g > 0$, and $\lambda_k < \lambda_1 R(E)$; and those within the groups, of "
        "two tokens or more, if and only if $p E > q$ and $q E > p$. At another $v_r$ the exponents of all "
        r"blocks are negative if and only if $E < 1$, $\lambda_r < 0$ is below all other eigenvalues, and "
        r"$\lambda_1 < |\lambda_r| R(1/E)$; then so are those within the groups.",
        of_all(lambda s, lam_1: both(first_blocks(s, lam_1), elsewhere(s, lam_1), both(
            *within(s, lam_1), last(s, lam_1, s.first, s.second))))) \
        .but_not(r"at $\lambda_k = \lambda_1 R(E)$, too, no exponent of the block of $v_k$ is 0",
                 of_all(lambda s, lam_1: implies(s.E > 1, never(s.of_the_flow(lam_1 * s.ratio, lam_1, as_scalar(0)))))) \
        .but_not("within a group $g > 0$ is enough, whatever the sizes", within_by_sizes(lambda s: s.E > 1)) \
        .but_not("within a group the sizes are exchanged", within_by_sizes(lambda s: s.q * s.E > s.p))
    with given.scope():
        means = given(scalar_between("mu_1", -1, 1)), given(scalar_between("mu_2", -1, 1))
        yield from exponents(given, *means, let("sigma", lambda: (means[0] + means[1]) / 2), given(any_scalar("lam")), given(any_scalar("lam_r")))
    yield "The idea: they are negative if and only if their sum, the trace, is negative, and their product, the determinant, positive.", \
        ByLemma("negative_is", name="of a block", by=["polynomial", "real"], says=of_all_groups(lambda s: for_every(
            (any_scalar("lam_k"), any_scalar("lam_r")), lambda lam_k, lam_r: iff(all_negative(s, lam_k, lam_r), both(
                block_trace(sigma(s), lam_k, lam_r) < 0, block_determinant(sigma(s), s.first * s.second, lam_k, lam_r) > 0)))))
    anywhere = of_all(lambda s, lam_1: where_unstable(s, s.grows, lam_1)[0])
    at_first = of_all(lambda s, lam_1: where_unstable(s, s.grows, lam_1)[1])
    yield "At $v_1$ only $g > 0$ can be stable, for else every block has a positive exponent.", By("B-CT3", says=at_first, name="repelled")
    with given.scope():  # A 2 x 2 block is stable where its determinant is positive: at v_1, and at the last eigenvector.
        s, R, ell = given(scalar_between("s", 0, 1)), given(any_scalar("R")), given(positive_scalar("ell"))
        lam_k = given(any_scalar("lam_k"))
        yield r"With $\sigma = s$ and $m = s R$ the determinant is positive, as for the layer (B-T3*), if and only if $\lambda_k < \lambda_1 R$. " \
            r"Then the trace is negative, since $m \le s^2$, with $\ell = \lambda_1$.", \
            Inequality(lam_k * (1 + s) - 2 * s * ell < 0, where=[lam_k < ell * R, R <= s], name="trace",
                       because=(ell * R - lam_k) * (1 + s) + ell * (s * (1 - s) + (s - R) * (1 + s))) \
            .but_not("for any product", where=[lam_k < ell * R])
        yield "So a block at $v_1$ is stable as claimed.", \
            ByLemma("at_first", says=of_all(first_blocks), by=["of a block", "repelled", "trace"], name="at the first")
        yield r"At $v_d$, with $g < 0$, $\lambda_d = -\ell$, $\sigma = -s$ and $R = R(1/E)$, it is so for every mode above the last if and only if " \
            r"$\lambda_1 < \ell R$, and then the trace is negative.", \
            Inequality(lam_k * (1 - s) - 2 * s * ell < 0, where=[lam_k < ell * R, R <= s], name="trace, last",
                       because=(ell * R - lam_k) * (1 - s) + ell * ((s - R) * (1 - s) + s + s**2)) \
            .but_not("for any product", where=[lam_k < ell * R])
    yield "At any other $v_r$ the block of $v_1$, or one below, has a positive exponent.", By("B-CT3", says=anywhere, name="no other")
    yield "So there the last is the only one.", \
        ByLemma("elsewhere", says=of_all(elsewhere), by=["of a block", "no other", "trace, last"], name="elsewhere")
    yield r"What disagrees within a group has its own mean times $-\lambda_r$ for its exponent. At the last eigenvector both " \
        r"means are negative, as their product is positive.", \
        ByLemma("within", name="within", says=both(
            of_all(lambda *of: within(*of)[0]), of_all(lambda *of: within(*of)[1]),
            of_all(lambda s, lam_1: last(s, lam_1, s.first)), of_all(lambda s, lam_1: last(s, lam_1, s.second))))
