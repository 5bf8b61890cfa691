"""Section 5, beyond the paper: a dominant eigenvalue gathers all tokens, whoever attends to whom."""

from collections.abc import Callable

from verify.language.symbols import HeadVectors
from verify.vocabulary import *

from .paper import PAPER
from .twin_starts import *


def beside(p: Vector, x: Vector) -> Vector:
    """Return the component of a vector across a unit vector."""
    return x - (p @ x) * p


def value_matrices(p: Vector) -> Proposition:
    """Return that a symmetric value matrix with the eigenvector p keeps the components apart."""
    return for_every((symmetric_operator("U"), any_scalar("c"), nonnegative_scalar("mu")), lambda U, c, mu: implies(
        both(equals(U @ p, c * p), for_every(any_vector("x"), lambda x: implies(
            equals(p @ x, 0), norm(U @ x) <= mu * norm(x)))),
        for_every(any_vector("x"), lambda x: both(
            equals(p @ U @ x, c * (p @ x)), norm(beside(p, U @ x)) <= mu * norm(beside(p, x))))))


def several_heads(p: Vector, y: Vectors, w: HeadWeights, u: HeadVectors, say: Callable[[Scalar], Proposition]) -> Proposition:
    """Return what heads do that favour p, at the rate kappa."""
    i, a = tokens.any("i"), heads.any("a")
    s = let("s", lambda a, i: total(w[a, i, j] * y[j] for j in tokens))

    def pulls(lam: Scalars, mu: Scalars, rho: Scalar) -> Proposition:
        return both(
            for_every(a, both(lam[a] >= 0, mu[a] >= 0)),
            always(for_every((a, i), both(
                equals(total(w[a, i, j] for j in tokens), rho),
                equals(p @ u[a, i], lam[a] * (p @ s[a, i])),
                norm(beside(p, u[a, i])) <= mu[a] * norm(beside(p, s[a, i]))))),
            at_start(p @ y[i] > 0))

    def pulled(lam: Scalars, mu: Scalars, rho: Scalar) -> Proposition:
        kappa = rho * total(lam[a] - mu[a] for a in heads)
        return implies(both(pulls(lam, mu, rho), kappa >= 0), say(kappa))

    return for_every((coefficients("lam", r"\lambda", over="heads"), coefficients("mu", r"\mu", over="heads"),
                      positive_scalar("rho")), pulled)


def even(y: Vectors, w: HeadWeights, u: HeadVectors) -> Proposition:
    """Return that all value matrices are the identity."""
    a, i = heads.any("a"), tokens.any("i")
    return always(equals(u[a, i], total(w[a, i, j] * y[j] for j in tokens)))


def along_alone(p: Vector, y: Vectors, w: HeadWeights, u: HeadVectors) -> Proposition:
    """Return that all value matrices keep what is along p, and nothing else."""
    a, i = heads.any("a"), tokens.any("i")
    return always(equals(u[a, i], total(w[a, i, j] * (p @ y[j]) for j in tokens) * p))


@statement("A-T5.2'", PAPER.label("extends Theorem 5.2"), origin="ours",
           title="Dominant eigenvalue, several heads, full or causal", position=(5, 4, 1),
           of_layers=OfLayers("tokens with positive parts along v_1 converge to v_1, under any mask"))
def dominant(given: Given) -> Proof:
    p, y = given(unit_vector("p")), given(unit_tokens("y"))
    w, u = given(nonnegative_head_weights("w")), given(any_head_vectors("u"))
    i = tokens.any("i")
    b = let("b", lambda i: p @ y[i])
    slope = (1 - b[i] ** 2) / b[i] ** 2

    def pulled(say: Callable[[Scalar], Proposition]) -> Proposition:
        return several_heads(p, y, w, u, say)

    def from_slope(kappa: Scalar, say: Callable[[Scalar, Scalar], Proposition]) -> Proposition:
        return for_every(nonnegative_scalar("D"), lambda D: implies(at_start(slope <= D), always(say(kappa, D))))

    def steep(kappa: Scalar, D: Scalar) -> Proposition:
        return slope <= D * exp(-2 * kappa * elapsed)

    def near(kappa: Scalar, D: Scalar) -> Proposition:
        return norm(y[i] - p) <= square_root(D) * exp(-kappa * elapsed)

    matrices, inside = value_matrices(p), pulled(lambda kappa: always(b[i] > 0))
    gather = pulled(lambda kappa: both(
        from_slope(kappa, lambda *of: both(b[i] > 0, steep(*of), near(*of))), implies(kappa > 0, tends_to(y[i], p))))
    yield claim(
        r"For each token let the weights of every head add up to $\rho$, whoever it attends to. Let head $\eta$ pull "
        r"a token with $\lambda_\eta \ge 0$ times the component along $p$ of what it attends to, and at most "
        r"$\mu_\eta$ times the component orthogonal to $p$, as symmetric value matrices with the common eigenvector "
        r"$p$ do. If $\kappa = \rho \sum_\eta (\lambda_\eta - \mu_\eta) > 0$, all tokens of the open hemisphere of "
        r"$p$ tend to $p$, and the tangent of the largest angle decays at the rate $\kappa$.",
        matrices, gather,
        along=solution(motion({y: lambda i: tangent(total(u[a, i] for a in heads), y[i])}),
                       varying=[w, u], start=[y])) \
        .for_example({p: [1, 0], y: [[1, 0], ASIDE], w: [TO_THE_FIRST], u: [TO_THE_FIRST], "lam": [1], "mu": [0],
                      "rho": 1, "D": 2}) \
        .for_example({p: [1, 0], y: [[1, 0], ASIDE], w: [TO_THE_FIRST], u: [TO_THE_FIRST], "U": FIRST_AXIS, "c": 1,
                      "mu": 0}) \
        .but_not("if no value matrix shrinks what is beside $p$ more than $p$",
                 implies(both(even(y, w, u), at_start(p @ y[i] > 0)), tends_to(y[i], p)),
                 at={p: [1, 0], y: [ASIDE, ASIDE], w: [EVERYBODY], u: [[[2 * x for x in ASIDE]] * 2]}) \
        .but_not("in a closed hemisphere",
                 implies(both(along_alone(p, y, w, u), at_start(p @ y[i] >= 0)), tends_to(y[i], p)),
                 at={p: [1, 0], y: [[0, 1], [0, -1]], w: [EVERYBODY], u: [NOBODY]}) \
        .but_not("from everywhere else, too",
                 implies(both(along_alone(p, y, w, u), at_start(differs(p @ y[i], 0))), tends_to(y[i], p)),
                 at={p: [1, 0], y: [[-1, 0], [-1, 0]], w: [EVERYBODY], u: [[[-2, 0], [-2, 0]]]})
    yield "The idea: the token with the least part along $p$ is pulled to $p$ more than it is pulled off it." "\n\n" \
        "A symmetric value matrix with the eigenvector $p$ keeps the components along $p$ and orthogonal to it " \
        r"apart: it multiplies the one by its eigenvalue, the other by $\mu$ at most.", ByLemma("kept", says=matrices, name="matrices")
    U = given(symmetric_operator("U"))
    v, lam = given(diagonalised("v", "lam", of=U))
    Lam = given(spectral_bound("Lam", values=lam, but_first=True))
    N = given(attention_mask("N"))
    alpha = given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha, value=U, mask=N)
    b = let("b", lambda i: v[1] @ y[i])
    given(in_eigenbasis(y, vectors=v, values=lam, of=U))
    j, k = tokens.any("j"), modes.any("k")
    yield "Take one head with such a matrix $U$ first, and write $v = v_1$ for $p$. Whoever sees whom, the part of a token along $v$ moves by", \
        Identity(rate(b[i], flow), total(alpha[i, j] * (lam[1] * b[j] - b[i] * (y[i] @ U @ y[j]))
                                         for j in tokens.seen_by(i, N)), name="rate") \
        .but_not("all tokens count, seen or not", right=total(
            alpha[i, j] * (lam[1] * b[j] - b[i] * (y[i] @ U @ y[j])) for j in tokens))
    yield r"Off $v$, two tokens are coupled by at most $\Lambda$, which bounds the moduli of the other eigenvalues.", \
        Inequality(y[i] @ U @ y[j] - lam[1] * b[i] * b[j] <= Lam * (1 - (b[i] ** 2 + b[j] ** 2) / 2),
                   name="off v", because=total((1 - same(k, 1)) ** 2 * (
                       (Lam - (1 - same(k, 1)) * lam[k]) * (v[k] @ y[i] + v[k] @ y[j]) ** 2
                       + (Lam + (1 - same(k, 1)) * lam[k]) * (v[k] @ y[i] - v[k] @ y[j]) ** 2)
                       for k in modes) / 4) \
        .but_not("half of it is enough", claim=y[i] @ U @ y[j] - lam[1] * b[i] * b[j]
                 <= Lam * (1 - (b[i] ** 2 + b[j] ** 2) / 2) / 2)
    yield "A part is no longer than the whole.", \
        Inequality(b[i] ** 2 <= 1, name="part",
                   because=total((1 - same(k, 1)) ** 2 * (v[k] @ y[i]) ** 2 for k in modes)) \
        .but_not("it is shorter", claim=b[i] ** 2 < 1)
    largest = given(that(lam[1] >= 0))
    given.layer((U, "every F_h"), (v, "every F_h"), asked("positive", "lambda_1"), asked("simple", "lambda_1"),
                (largest, "first eigenvalues of F_h"), (Lam, "every F_h"))
    # One head moves the least part at a rate that its two first eigenvalues bound.
    yield r"So for the token with the least part, $c = b_i \ge 0$, every summand is bounded below,", \
        Inequality(lam[1] * b[j] - b[i] * (y[i] @ U @ y[j]) >= (lam[1] - Lam) * b[i] * (1 - b[i] ** 2),
                   name="summand", where=[b[i] >= 0, b[j] >= b[i], b[i] ** 2 <= 1,
                                          y[i] @ U @ y[j] - lam[1] * b[i] * b[j]
                                          <= Lam * (1 - (b[i] ** 2 + b[j] ** 2) / 2)],
                   because=lam[1] * (b[j] - b[i]) * (1 - b[i] ** 2)
                   + Lam * b[i] * (b[j] - b[i]) * ((b[j] - b[i]) + 2 * b[i]) / 2
                   + b[i] * (Lam * (1 - (b[i] ** 2 + b[j] ** 2) / 2)
                             - (y[i] @ U @ y[j] - lam[1] * b[i] * b[j]))) \
        .but_not("for any token", where=[b[i] >= 0]) \
        .but_not("for negative parts", where=[b[j] >= b[i]]) \
        .but_not(r"with the gap to the other eigenvalues in the place of $\lambda - \Lambda$",
                 claim=lam[1] * b[j] - b[i] * (y[i] @ U @ y[j])
                 >= (lam[1] - lam[k]) * b[i] * (1 - b[i] ** 2), where=[b[i] >= 0, b[j] >= b[i]])
    yield r"and one head moves it by $(\lambda - \Lambda) c (1 - c^2)$, times its row sum, at least.", \
        Inequality(rate(b[i], flow) >= (lam[1] - Lam) * b[i] * (1 - b[i] ** 2)
                   * total(alpha[i, j] for j in tokens.seen_by(i, N)), name="one head",
                   where=[every(lambda j: lam[1] * b[j] - b[i] * (y[i] @ U @ y[j])
                                >= (lam[1] - Lam) * b[i] * (1 - b[i] ** 2))],
                   because=total(alpha[i, j] * (lam[1] * b[j] - b[i] * (y[i] @ U @ y[j])
                                                - (lam[1] - Lam) * b[i] * (1 - b[i] ** 2))
                                 for j in tokens.seen_by(i, N))) \
        .but_not("for any token", where=[b[i] >= 0])
    falls = Printed(b[1] > b[2], rate(b[1], flow) >= 0, part="variant", name="a gap suffices")
    yield "A gap between the eigenvalues would not do, if the other one is large and negative: then the least part would not fall.", falls
    yield r"It falls for $U = \operatorname{diag}(1, -5)$, two tokens on either side of $v$, and twice as much weight on the other one.", \
        Witness(falls, {U: [[1, 0], [0, -5]], v: [[1, 0], [0, 1]], lam: [1, -5], Lam: 5,
                        N: [[1, 1], [1, 1]], alpha: [[1, 2], [2, 1]],
                        y: [[Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]]}, name="it falls")
    given(rows_not_empty(N))
    with given.scope():  # Rows of all heads have one sum, and heads add up.
        A = given(row_stochastic("A", mask=N))
        yield r"All rows of all heads have the same sum, whatever the scores and the mask: $1/\sqrt{d}$.", \
            Identity(total(A[i, j] / square_root(modes.count) for j in tokens.seen_by(i, N)),
                     1 / square_root(modes.count), name="row sums") \
            .but_not("the sum is 1", right=1)
        X, Y = given(any_vector("X")), given(any_vector("Y"))
        yield "Heads with other value matrices and the same $v$ add up,", \
            Identity(v[1] @ tangent(X + Y, y[i]), v[1] @ tangent(X, y[i]) + v[1] @ tangent(Y, y[i]),
                     name="heads add up") \
            .but_not("the second is not projected", right=v[1] @ tangent(X, y[i]) + v[1] @ Y)
    c = given(positive_scalar("c"))
    with given.scope():  # So do their bounds, and the least part tends to 1.
        D, kappa = (given(coefficients("D", over="heads")), given(coefficients("kappa", over="heads")))
        yield r"and their bounds do: $\kappa$ is the sum of $(\lambda - \Lambda)/\sqrt{d}$ over the heads, which may be negative for some of them.", \
            Inequality(total(D[eta] for eta in heads) >= total(kappa[eta] for eta in heads)
                       * (c * (1 - c**2)), name="all heads",
                       where=[every(lambda eta: D[eta] >= kappa[eta] * (c * (1 - c**2)), over="heads")]) \
            .but_not("one bad head is harmless", where=[])
        yield r"The bounds hold for any pulls $u_{\eta i}$ of the claim, with $\mu_\eta$ for $\Lambda$: the component of $s_{\eta i}$ " \
            r"orthogonal to $p$ is no longer than $\rho \sqrt{1 - c^2}$, and that of the pull no longer than $\mu_\eta$ times this. " \
            r"So if $\kappa \ge 0$, the least part never falls, and no token leaves the hemisphere.", \
            ByLemma("inside", says=inside, name="inside")
        f, g = given(any_scalar("f")), given(positive_scalar("g"))
        R = let("R", lambda: (1 - c**2) / c**2)
        yield "The least part is Lipschitz, and almost everywhere its speed $f$ is that of a token " \
            "which has it. Its squared slope $R = (1 - c^2)/c^2$ changes by", \
            Identity(rate(R, motion({c: f})), -2 * f / c**3, name="squared slope") \
            .but_not("with the power 2", right=-2 * f / c**2)
        yield r"and for $g = \kappa > 0$ it decreases at least at the rate $2 \kappa$.", \
            Inequality(2 * f / c**3 >= 2 * g * R, name="approach", where=[f >= g * (c * (1 - c**2))],
                       because=2 * (f - g * (c * (1 - c**2))) / c**3) \
            .but_not("twice as fast", claim=2 * f / c**3 >= 4 * g * R) \
            .but_not("at any speed", where=[])
        yield r"So by Gronwall's lemma no squared slope that is at most $D$ at the start exceeds $D e^{-2 \kappa t}$; for $\kappa = 0$ the least part does not fall.", \
            ByLemma("slopes", says=pulled(lambda kappa: from_slope(kappa, steep)), name="slopes")
        yield "The square of the distance from $v$ of a token with the part $c$ is $2 (1 - c)$, which is no more than its squared slope,", \
            Inequality(2 * (1 - c) <= R, name="near", where=[c <= 1], because=(1 - c) ** 2 * (1 + 2 * c) / c**2) \
            .but_not("twice that distance", claim=4 * (1 - c) <= R, where=[c <= 1])
        yield r"so the distance decays at the rate $\kappa$.", \
            ByLemma("near", says=pulled(lambda kappa: from_slope(kappa, near)), by=["inside", "slopes", "near"], name="distance")
        yield r"Tokens tend to $v$ if $\kappa > 0$, for some $D$ bounds the squared slopes of finitely many tokens at the start.", \
            ByLemma("gather", says=gather, by=["inside", "slopes", "distance"], name="gather")
    yield mutant("the eigenvalue may be negative", drop=largest)
    yield mutant(r"$\Lambda$ need not bound the others", drop=Lam, assume=nonnegative_scalar("Lam"))
    yield mutant("the hemisphere may be closed", drop=c, assume=nonnegative_scalar("c"))
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
