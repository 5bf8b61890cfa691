"""Appendix D: the spectrum of self-attention at a bipartite state, as 2 x 2 blocks."""


from collections.abc import Callable
from typing import Any

from verify.statements.claims import Claim
from verify.vocabulary import *

from .paper import PAPER

n, d = tokens.count, modes.count


def of_group(eps: Scalars, i: Any, first: Scalar, second: Scalar) -> Scalar:
    """What is first for the tokens of the first group, and second for the others."""
    return ((1 + eps[i]) * first + (1 - eps[i]) * second) / 2


def derivative(V: Operator, eps: Scalars, tau: Scalar, E: Scalar, rows: tuple[Scalar, Scalar],
               lengths: tuple[Scalar, Scalar]) -> Callable[[Any], Any]:
    """What (18) says of a tangent perturbation: E within a group against 1 between groups."""
    def J(direction: Any) -> Any:
        def of(i: Any) -> Vector:
            seen = total(((E + 1) + (E - 1) * eps[i] * eps[j]) / 2 * direction(j) for j in tokens)
            moved: Vector = direction(i) + of_group(eps, i, tau / rows[0], tau / rows[1]) * (V @ seen)
            return of_group(eps, i, 1 / lengths[0], 1 / lengths[1]) * moved
        return of
    return J


def claim_of_blocks(V: Operator, v: Vectors, lam: Scalars, tau: Scalar, E: Scalar, eps: Scalars, p: Scalar, q: Scalar,
                    r: Index) -> tuple[Claim, tuple[Proposition, ...]]:
    """Return the claim, and its parts: what (18) with the weights (13) does along eigenvectors, and within the groups."""
    i, k = tokens.any("i"), modes.any("k")
    plus, minus = p * E + q, q * E + p
    rho_plus, rho_minus = 1 + tau * lam[r] * ((p * E - q) / plus), 1 + tau * lam[r] * ((q * E - p) / minus)
    a, b = (1 + tau * lam[k] * (p * E / plus)) / rho_plus, tau * lam[k] * (q / plus) / rho_plus
    c, d_ = tau * lam[k] * (p / minus) / rho_minus, (1 + tau * lam[k] * (q * E / minus)) / rho_minus

    J = derivative(V, eps, tau, E, (plus, minus), (rho_plus, rho_minus))

    def within(sign: int, value: Scalar) -> Proposition:
        """Say it of perturbations of one group that sum to 0."""
        return for_every((coefficients("c"), orthogonal_to("z", v[r])), lambda c, z: implies(
            equals(total((1 + sign * eps[j]) * c[j] for j in tokens), 0), for_every(i, equals(
                J(lambda j: ((1 + sign * eps[j]) * c[j]) * z)(i), value * (((1 + sign * eps[i]) * c[i]) * z)))))

    def acts(x: Scalar, y: Scalar) -> Proposition:
        return for_every(i, equals(J(lambda j: of_group(eps, j, x, y) * v[k])(i),
                                   of_group(eps, i, a * x + b * y, c * x + d_ * y) * v[k]))

    def real(x: Scalar, y: Scalar) -> Proposition:
        """Say that x and y are the eigenvalues of a block, and two if lambda_k is not 0."""
        return both(equals(x + y, a + d_), equals(x * y, a * d_ - b * c), implies(lam[k]**2 > 0, x < y))

    parts = (
        for_every(k, for_every((any_scalar("x"), any_scalar("y")), lambda x, y: acts(x, y))),
        for_every(k, there_is((any_scalar("x"), any_scalar("y")), lambda x, y: real(x, y))),
        within(1, 1 / rho_plus), within(-1, 1 / rho_minus))
    return claim(
        r"At a bipartite point with $\rho_\pm > 0$ the derivative of the layer on tangent directions "
        r"has, for each $k \ne r$, the two eigenvalues of the block (14), which are real, and "
        r"distinct if $\lambda_k \ne 0$, and $1/\rho_+$ and $1/\rho_-$ with the multiplicities $(p - "
        "1)(d - 1)$ and $(q - 1)(d - 1)$, on all that sums to 0 within a group.",
        *parts) \
        .but_not("the groups are exchanged", within(1, 1 / rho_minus), within(-1, 1 / rho_plus)) \
        .but_not("the groups do not attend to each other", for_every(k, for_every(any_scalar("x"), lambda x: for_every(
            i, equals(J(lambda j: of_group(eps, j, x, 0 * x) * v[k])(i), of_group(eps, i, a * x, 0 * x) * v[k]))))), parts


@statement("B-L14", PAPER.label("Lemma 14, eq. (14)"), origin="reconstructed",
           basis="this_reconstruction", title="Spectrum at a bipartite point",
                      gist="What one layer does near two opposite groups of tokens: all its multipliers.",
           rests_on=("B-GEN", "B-L12"), position=(4, 14),
           printed=r"If $\tau < 1/\|V\|$, the Jacobian at a bipartite consensus has: two extrinsic eigenvalues of "
                   r"multiplicities $p$ and $q$, which are lost; for each $k \ne r$ the two eigenvalues of the matrix "
                   r"$M_k$ with the entries (14); and $1/\rho_+$ and $1/\rho_-$, $(n - 2)(d - 1)$ times in all.",
           relation="stronger", differs=r"It holds whenever $\rho_\pm > 0$. The eigenvalues (14) are real, and the last "
                                        "two have the multiplicities $(p - 1)(d - 1)$ and $(q - 1)(d - 1)$. Extrinsic "
                                        "eigenvalues are in B-R8.")
def blocks(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    tau, E = given(positive_scalar("tau")), given(positive_scalar("E"))      # E = e^{2g}
    eps, p, q = given(signs("eps", positive="p", negative="q", both=True))
    mu_plus, mu_minus = let("mu_plus", lambda: (p * E - q) / (p * E + q)), \
        let("mu_minus", lambda: (q * E - p) / (q * E + p))
    rho_plus = let("rho_plus", lambda: 1 + tau * lam[r] * mu_plus)
    rho_minus = let("rho_minus", lambda: 1 + tau * lam[r] * mu_minus)
    upright = given(that(rho_plus > 0))
    given(that(rho_minus > 0))
    claimed, (acts, real, first, second) = claim_of_blocks(V, v, lam, tau, E, eps, p, q, r)
    yield claimed
    c, rows = let("c", lambda: tau * lam[k]), (p * E + q, q * E + p)
    M = [[(1 + c * (p * E / rows[0])) / rho_plus, c * (q / rows[0]) / rho_plus],
         [c * (p / rows[1]) / rho_minus, (1 + c * (q * E / rows[1])) / rho_minus]]
    J = derivative(V, eps, tau, E, rows, (rho_plus, rho_minus))
    c_plus = given(zero_sum_within("c_plus", group=eps, sign=1, count=p))
    c_minus = given(zero_sum_within("c_minus", group=eps, sign=-1, count=q))
    z = given(orthogonal_to("z", v[r]))
    with given.scope():  # The derivative has a block for each mode, and 1/rho on what disagrees within a group.
        others = given(distinct(k, r))
        plus, minus = (lambda i: ((1 + eps[i]) / 2) * v[k]), (lambda i: ((1 - eps[i]) / 2) * v[k])
        block = Block(M, [plus, minus], spanned_by=[others], multiplicity=2 * (d - 1), scales=(p, q))
        in_plus = Eigenspace(1 / rho_plus, lambda i: ((1 + eps[i]) / 2 * c_plus[i]) * z,
                             spanned_by=[c_plus, z], multiplicity=(p - 1) * (d - 1))
        in_minus = Eigenspace(1 / rho_minus, lambda i: ((1 - eps[i]) / 2 * c_minus[i]) * z,
                              spanned_by=[c_minus, z], multiplicity=(q - 1) * (d - 1))
        yield "The idea: perturbations split into parts that are the same within each group, and differences " \
            "within a group." "\n\n" \
            r"On tangent directions the derivative (18) is $D^{-1} (I + \tau A V)$ with the lengths $D$ and the " \
            r"weights $A$, which depend only on $E = \exp(2 g)$. It has a $2 \times 2$ block (14) for each other " \
            r"mode, and the eigenvalues $1/\rho_+$ and $1/\rho_-$ on differences within a group. These are all. " \
            r"Of the step we use only that $\rho_+$ and $\rho_-$ are positive.", \
            Spectrum(J, [block, in_plus, in_minus], total=n * (d - 1), name="spectrum",
                     tangent=lambda u: lambda i: v[r] @ u(i)) \
            .but_not("the multiplicities are exchanged", parts=[
                block,
                Eigenspace(1 / rho_plus, in_plus.vectors, [c_plus, z], (q - 1) * (d - 1)),
                Eigenspace(1 / rho_minus, in_minus.vectors, [c_minus, z], (p - 1) * (d - 1))]) \
            .but_not("the groups are exchanged in the block", parts=[
                Block([[M[1][1], M[1][0]], [M[0][1], M[0][0]]], [plus, minus], [others], 2 * (d - 1), (p, q)),
                in_plus, in_minus]) \
            .but_not("$E$ is set to 1", parts=[
                Block([[(1 + c * p / n) / rho_plus, c * q / n / rho_plus],
                       [c * p / n / rho_minus, (1 + c * q / n) / rho_minus]],
                      [plus, minus], [others], 2 * (d - 1), (p, q)), in_plus, in_minus])
    x, y, i = given(any_scalar("x")), given(any_scalar("y")), tokens.any("i")
    yield "So on a direction $v_k$, with the component $x$ in the first group and $y$ in the second, it acts as its block.", \
        Identity(J(lambda j: of_group(eps, j, x, y) * v[k])(i), of_group(
            eps, i, M[0][0] * x + M[0][1] * y, M[1][0] * x + M[1][1] * y) * v[k], name="along a direction") \
        .but_not("the block is transposed", right=of_group(
            eps, i, M[0][0] * x + M[1][0] * y, M[0][1] * x + M[1][1] * y) * v[k])
    yield "This holds for all components.", Thus(acts, by="along a direction", name="acts")
    yield "A perturbation of one group whose sum is 0 has the mean 0 there, so $A$ takes it to 0. So the layer only divides it by a length. " \
        r"In the first group this is $\rho_+$.", \
        Identity(J(lambda j: ((1 + 1 * eps[j]) * c_plus[j]) * z)(i), 1 / rho_plus * (((1 + 1 * eps[i]) * c_plus[i]) * z),
                 name="in the first") \
        .but_not("by that of the other", right=1 / rho_minus * (((1 + 1 * eps[i]) * c_plus[i]) * z))
    yield r"In the second group it is $\rho_-$.", \
        Identity(J(lambda j: ((1 - eps[j]) * c_minus[j]) * z)(i), 1 / rho_minus * (((1 - eps[i]) * c_minus[i]) * z),
                 name="in the second") \
        .but_not("by that of the other", right=1 / rho_plus * (((1 - eps[i]) * c_minus[i]) * z))
    yield "If numbers sum to 0 over one group, their sum with the signs is opposite to the sum of all, or equal to it.", \
        ByLemma("sums", name="sums", says=both(*(for_every(coefficients("f"), lambda f, s=s: implies(
            equals(total((1 + s * eps[j]) * f[j] for j in tokens), 0),
            equals(total(eps[j] * f[j] for j in tokens), -s * total(f[j] for j in tokens)))) for s in (1, -1))))
    yield "So the layer divides every perturbation with the sum 0 within one group by this length.", \
        Thus(both(first, second), by=["in the first", "in the second", "sums"], name="within")
    crossed = c**2 * p * q / ((p * E + q) * (q * E + p) * rho_plus * rho_minus)
    with given.scope():  # The two eigenvalues of a block are real, and apart if lambda_k is not 0.
        b = given(any_scalar("b"))
        yield "The product of the two entries off the diagonal of a block is", \
            Identity(M[0][1] * M[1][0], crossed, name="off the diagonal") \
            .but_not("has the other sign", right=-crossed)
        yield r"It is positive if $\lambda_k$ is not 0.", \
            Inequality(crossed > 0, where=[c**2 > 0], because=crossed, name="positive") \
            .but_not("even if it is", where=[])
        yield r"A $2 \times 2$ matrix with the diagonal $x$, $y$ and the product $b \ge 0$ off " \
            "it has real eigenvalues, since the discriminant is not negative.", \
            Inequality((x - y) ** 2 + 4 * b >= 0, where=[b >= 0], name="real") \
            .but_not("with any product", where=[])
        yield "It has two, if $b > 0$.", \
            Inequality((x - y) ** 2 + 4 * b > 0, where=[b > 0], name="distinct") \
            .but_not(r"if $b \ge 0$", where=[b >= 0])
    yield "So the roots of the characteristic polynomial of a block are real, and differ if $\\lambda_k$ is not 0.", \
        ByLemma("real", says=real, by=["off the diagonal", "positive", "real", "distinct"], name="eigenvalues")
    yield mutant(r"$\rho_+$ may have any sign", drop=upright)
