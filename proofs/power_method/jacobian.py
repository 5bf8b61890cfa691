"""Appendix D: the derivative of a layer, exactly, at any state and at consensus."""

from verify.vocabulary import *

from . import agreement
from .paper import PAPER
from .pattern_claims import Direction, Moved, is_derivative, is_tangent, layer_of

n, d = tokens.count, modes.count


@statement("B-L2", PAPER.label("Lemma 2, eq. (11)"), origin="reconstructed",
           basis="this_reconstruction", title="Jacobian of the Oja map", argued=False,
           position=(4, 2),
           printed=r"The Jacobian of (9) has the blocks $J_{ij} = \|y_i\|^{-1} (I - x_i^+ x_i^{+\top}) (\delta_{ij} I + "
                   r"(\tau/n) V)$. It is derived from a series in $\tau$ that is cut off after the second order.",
           relation="stronger", differs="The formula is exact.")
def exact_jacobian(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    tau = given(positive_scalar("tau"))
    x, delta = given(any_vectors("x")), given(any_vectors("delta"))
    moved = Moved(given(positive_weights("length", latex=r"\ell")), given(unit_tokens("after", latex="x^+")))
    i = tokens.any("i")

    def moves(delta: Direction) -> Direction:
        """How y_i moves."""
        return lambda i: delta(i) + (tau / n) * (V @ total(delta(j) for j in tokens))

    def derivative(delta: Direction) -> Direction:
        return moved.derivative(moves(delta))

    goes = moved.is_from(moves(lambda i: x[i]))
    is_exact = is_derivative(layer_of(V, tau, lambda _: lambda i, j: 1 / n), lambda i: x[i], derivative, moved.image)
    turned_once = {x: [[1, 0]], V: [[0, 1], [1, 0]], tau: Fraction(3, 4), moved.length: [Fraction(5, 4)],
                   moved.after: [[Fraction(4, 5), Fraction(3, 5)]]}
    yield claim(
        r"At any state where it is defined, the derivative of the Oja map is exactly $J_{ij} = \|y_i\|^{-1} (I - "
        r"x_i^+ x_i^{+\top}) (\delta_{ij} I + (\tau/n) V)$, with values that are tangent at the new tokens.",
        implies(goes, both(is_exact, is_tangent(derivative, moved.image)))) \
        .but_not("with values that are tangent at the old tokens",
                 implies(goes, is_tangent(derivative, lambda i: x[i])), at=turned_once) \
        .but_not("the values are tangent at the new tokens without the projection, too",
                 implies(goes, is_tangent(moves, moved.image)), at=turned_once)
    with given.scope():
        y = let("y", lambda i: x[i] + (tau / n) * (V @ total(x[j] for j in tokens)))
        given(that(norm(y[i]) > 0))
        length = norm(y[i])
        J = jacobian(oja_layer(value=V, step=tau), at=x)

        def pushed(share: Scalar) -> Vector:
            """How fast y_i moves if the tokens move along delta."""
            return delta[i] + share * (V @ total(delta[j] for j in tokens))

        def turned(u: Vector) -> Vector:
            """How fast y_i / |y_i| moves if y_i moves by u."""
            return u / length - ((y[i] @ u) / length**3) * y[i]

        push = pushed(tau / n)
        yield r"The layer moves $x_i$ to $y_i = x_i + (\tau/n) V \sum_j x_j$ and normalises. Its derivative is", \
            Identity(J(delta)(i), turned(push), name="jacobian") \
            .but_not("$1/n$ is missing", right=turned(pushed(tau))) \
            .but_not("the projector stands at the old token", right=(push - (x[i] @ push) * x[i]) / length) \
            .but_not("the norm is missing", right=length * turned(push)) \
            .but_not(r"truncated after the first power of $\tau$", right=(
                push - (x[i] @ push) * x[i]) * (1 - (x[i] @ (y[i] - x[i]))))
        z, u = given(nonzero_vector("z")), given(any_vector("u"))
        after = z / norm(z)
        yield r"which is the printed one, $\|y_i\|^{-1} (I - x_i^+ x_i^{+\top})$ applied to what moves " \
            r"$y_i$, with the new token $x_i^+ = y_i/\|y_i\|$. No power of $\tau$ is dropped.", \
            Identity(u / norm(z) - ((z @ u) / norm(z) ** 3) * z, (u - (after @ u) * after) / norm(z),
                     name="projector") \
            .but_not("the projector is not normalised", right=(u - (z @ u) * z) / norm(z))
    yield r"The layer is smooth where no $y_i$ is 0, so its derivatives along all $\delta$ make up the total one: near the state the layer " \
        "differs from this linear map by any small share of the distance.", \
        ByLemma("moves", says=implies(goes, is_exact), name="exact")
    yield "Its values are tangent at the new token,", \
        Identity(moved.image(i) @ derivative(lambda i: delta[i])(i), 0, name="tangent") \
        .but_not("without the projector", left=moved.image(i) @ moves(lambda i: delta[i])(i))
    yield "for all perturbations.", Thus(is_tangent(derivative, moved.image), by="tangent", name="tangent values")


@statement("B-L3", PAPER.label("Lemma 3, eq. (12)"), origin="reconstructed",
           basis="this_reconstruction", title="Spectrum at consensus",
                      gist="What one layer does to small disagreements near consensus: all its multipliers.",
           rests_on=("B-L2",), position=(4, 3),
           printed="At a consensus $x_i = v_r$ the Jacobian (11) has $n$ radial eigenvectors, whose eigenvalue is "
                   r"lost, the eigenvalues $(1 + \tau \lambda_k)/|1 + \tau \lambda_r|$ for $k \ne r$, and $1/|1 + \tau "
                   r"\lambda_r|$ with multiplicity $(n - 1)(d - 1)$.",
           relation="stronger", differs="We also prove that these are all. The radial eigenvalue depends on how the map "
                                        "is continued off the spheres.")
def consensus_spectrum(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, tau = given(mode("r")), given(positive_scalar("tau"))
    rho = let("rho", lambda: 1 + tau * lam[r])
    defined = given(nonzero(rho))
    at_v = agreement.Agreement(V, v[r], tau, rho)
    claimed, moves, stretched, exhausted = agreement.claim_of_the_oja_map(at_v, v, lam, r)
    yield claimed
    k, u = modes.any("k"), given(any_vectors("u"))
    delta, a = given(any_vectors("delta")), given(coefficients("a"))
    c, z = given(zero_sum("c")), given(orthogonal_to("z", v[r]))
    J = jacobian(oja_layer(value=V, step=tau), at=lambda i: v[r])
    i, size = tokens.any("i"), absolute(rho)
    mean = total(delta[j] for j in tokens) / n

    yield "The idea: the push depends only on the mean of the tokens, so a perturbation splits into radial parts, " \
        "a common part and differences." "\n\n" \
        "At consensus the derivative is the tangent part of a sum of the perturbation and $V$ times its mean.", \
        Identity(J(delta)(i), tangent(delta[i] + tau * (V @ mean), v[r]) / size, name="jacobian") \
        .but_not("$1/n$ is missing", right=tangent(
            delta[i] + tau * (V @ total(delta[j] for j in tokens)), v[r]) / size)
    yield r"As $\rho \ne 0$, no token is pushed to 0, and the layer is smooth near this state. So this is its total derivative.", \
        ByLemma("moves", says=moves, name="derivative")

    yield "It takes radial perturbations to 0.", \
        Identity(at_v.jacobian(lambda j: a[j] * v[r])(i), (0 * rho) * (a[i] * v[r]), name="radial") \
        .but_not("it stays", right=a[i] * v[r])
    yield r"A tangent perturbation whose sum is 0 has the mean 0. So it is only divided by $|\rho|$.", \
        Identity(at_v.jacobian(lambda j: u[j])(i), (1 / size) * u[i], name="disagreeing",
                 where=[equals(total(u[j] for j in tokens), zero_vector()), every(lambda j: equals(v[r] @ u[j], 0))]) \
        .but_not("whatever it sums to", where=[every(lambda j: equals(v[r] @ u[j], 0))])
    others = given(distinct(k, r))
    yield "A perturbation that is the same for all tokens is its own mean, so $V$ acts on it.", \
        Identity(at_v.jacobian(lambda j: v[k])(i), ((1 + tau * lam[k]) / size) * v[k], name="common") \
        .but_not("$V$ is left out", right=(1 / size) * v[k])
    radial = Eigenspace(0, lambda i: a[i] * v[r], spanned_by=[a], multiplicity=n)
    together = Eigenspace((1 + tau * lam[k]) / size, lambda i: v[k], spanned_by=[others], multiplicity=d - 1)
    apart = Eigenspace(1 / size, lambda i: c[i] * z, spanned_by=[c, z], multiplicity=(n - 1) * (d - 1))

    def twisted(value: Scalar, of: Eigenspace, spanned: list[object], times: Scalar) -> Eigenspace:
        return Eigenspace(value, of.vectors, spanned, times)

    yield "Radial perturbations, common ones and tangent ones with the sum 0 span the space.", \
        Spectrum(J, [radial, together, apart], total=n * d, name="spectrum") \
        .but_not("no absolute value", parts=[
            radial, twisted((1 + tau * lam[k]) / rho, together, [others], d - 1), apart]) \
        .but_not("squared in the disagreeing class", parts=[
            radial, together, twisted(1 / size**2, apart, [c, z], (n - 1) * (d - 1))]) \
        .but_not("the multiplicities are exchanged", parts=[
            radial, twisted((1 + tau * lam[k]) / size, together, [others], (n - 1) * (d - 1)),
            twisted(1 / size, apart, [c, z], d - 1)]) \
        .but_not("the eigenvalue is divided by $n$", parts=[
            radial, twisted((1 + tau * lam[k] / n) / size, together, [others], d - 1), apart])
    yield "So it multiplies the three classes by these numbers.", \
        ByLemma("stretched", says=stretched, by=["radial", "common", "disagreeing"], name="classes")
    yield "Every perturbation is a sum of the three: take its mean, without the part along $v_r$, the radial parts, and what is left. It is tangent " \
        "exactly if there are no radial parts. A sum is 0 only if its parts are: along $v_r$ there is only the radial one, and in the mean " \
        "only the common one.", ByLemma("exhausted", says=exhausted, name="all")
    yield mutant("the layer is defined for every step size", drop=defined)
