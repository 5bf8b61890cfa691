"""Appendix D: the derivative of a layer, exactly, at any state and at consensus."""

from proofs.power_method.paper import PAPER
from verify.vocabulary import (
    Eigenspace,
    Given,
    Identity,
    Proof,
    Scalar,
    Spectrum,
    absolute,
    any_vectors,
    coefficients,
    diagonalised,
    distinct,
    jacobian,
    let,
    mode,
    modes,
    mutant,
    nonzero,
    norm,
    oja_layer,
    orthogonal_to,
    positive_scalar,
    statement,
    symmetric_operator,
    tangent,
    that,
    tokens,
    total,
    unit_tokens,
    zero_sum,
)

n, d = tokens.count, modes.count


@statement("B-L2", PAPER.label("Lemma 2, eq. (11)"), origin="reconstructed",
           basis="this_reconstruction", title="Exact Jacobian of the Oja layer at any state",
           argued=False, position=(4, 2))
def exact_jacobian(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    tau = given(positive_scalar("tau"))
    x, delta = given(unit_tokens("x")), given(any_vectors("delta"))
    i = tokens.any("i")
    layer = oja_layer(value=V, step=tau)
    moved = let("y", lambda i: x[i] + (tau / n) * (V @ total(x[j] for j in tokens)))
    given(that(moved[i] @ moved[i] > 0))
    J = jacobian(layer, at=x)
    after = let("x_plus", lambda i: moved[i] / norm(moved[i]))
    push = let("p", lambda i: delta[i] + (tau / n) * (V @ total(delta[j] for j in tokens)))

    yield "The tokens after the layer are unit vectors.", \
        Identity(after[i] @ after[i], 1, name="unit")
    yield "Its derivative projects the average's derivative at the new token; no term is dropped.", \
        Identity(J(delta)(i), (push[i] - (after[i] @ push[i]) * after[i]) / norm(moved[i]),
                 name="jacobian") \
        .but_not("1/n is missing", right=(lambda u: (u - (after[i] @ u) * after[i]) / norm(moved[i]))(
            delta[i] + tau * (V @ total(delta[j] for j in tokens)))) \
        .but_not("the projector stands at the old token",
                 right=(push[i] - (x[i] @ push[i]) * x[i]) / norm(moved[i])) \
        .but_not("the norm is missing", right=push[i] - (after[i] @ push[i]) * after[i]) \
        .but_not("truncated after the first power of tau", right=(
            push[i] - (x[i] @ push[i]) * x[i]) * (1 - (x[i] @ (moved[i] - x[i]))))
    yield "Its values are tangent at the new token.", \
        Identity(after[i] @ J(delta)(i), 0, name="tangent") \
        .but_not("tangent at the old token", left=x[i] @ J(delta)(i))


@statement("B-L3", PAPER.label("Lemma 3, eq. (12)"), origin="reconstructed",
           basis="this_reconstruction", title="Spectrum at consensus on an eigenvector (Oja form)",
           rests_on=("B-L2",), position=(4, 3))
def consensus_spectrum(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    others = given(distinct(k, r))
    tau = given(positive_scalar("tau"))
    rho = let("rho", lambda: 1 + tau * lam[r])
    defined = given(nonzero(rho))
    delta, a = given(any_vectors("delta")), given(coefficients("a"))
    c, z = given(zero_sum("c")), given(orthogonal_to("z", v[r]))
    J = jacobian(oja_layer(value=V, step=tau), at=lambda i: v[r])
    i, size = tokens.any("i"), absolute(rho)
    mean = total(delta[j] for j in tokens) / n

    yield "At consensus the derivative is a projected average.", \
        Identity(J(delta)(i), tangent(delta[i] + tau * (V @ mean), v[r]) / size, name="jacobian") \
        .but_not("1/n is missing", right=tangent(
            delta[i] + tau * (V @ total(delta[j] for j in tokens)), v[r]) / size)

    radial = Eigenspace(0, lambda i: a[i] * v[r], spanned_by=[a], multiplicity=n)
    together = Eigenspace((1 + tau * lam[k]) / size, lambda i: v[k], spanned_by=[others],
                          multiplicity=d - 1)
    apart = Eigenspace(1 / size, lambda i: c[i] * z, spanned_by=[c, z],
                       multiplicity=(n - 1) * (d - 1))

    def twisted(value: Scalar, of: Eigenspace, spanned: list[object], times: Scalar) -> Eigenspace:
        return Eigenspace(value, of.vectors, spanned, times)

    yield "Radial, common and disagreeing directions exhaust the space.", \
        Spectrum(J, [radial, together, apart], total=n * d, name="spectrum") \
        .but_not("no absolute value", parts=[
            radial, twisted((1 + tau * lam[k]) / rho, together, [others], d - 1), apart]) \
        .but_not("squared in the disagreeing class", parts=[
            radial, together, twisted(1 / size**2, apart, [c, z], (n - 1) * (d - 1))]) \
        .but_not("the multiplicities are exchanged", parts=[
            radial, twisted((1 + tau * lam[k]) / size, together, [others], (n - 1) * (d - 1)),
            twisted(1 / size, apart, [c, z], d - 1)]) \
        .but_not("the eigenvalue is divided by n", parts=[
            radial, twisted((1 + tau * lam[k] / n) / size, together, [others], d - 1), apart])
    yield "Radial directions are not tangent; the intrinsic spectrum has the other two classes.", \
        Spectrum(J, [together, apart], total=n * (d - 1), name="intrinsic",
                 tangent=lambda u: lambda i: v[r] @ u(i)) \
        .but_not("the intrinsic spectrum has n d eigenvalues too", parts=[
            together, twisted(1 / size, apart, [c, z], (n - 1) * d + 1)])
    yield mutant("the layer is defined for every step size", drop=defined)
