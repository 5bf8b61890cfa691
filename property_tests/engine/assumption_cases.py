"""One case, or more, for each constructor of an assumption."""

from verify.statements.assumption import Assumption
from verify.vocabulary import *

W, R, S = positive_definite("W"), *(any_operator(name) for name in "RS")
V, U, P, A = symmetric_operator("V"), any_operator("U"), any_operator("P"), any_operator("A")
y, x, c = unit_tokens("y", W.introduces), unit_vector("x", W.introduces), covector("c")
z = unit_tokens("z")
alpha, beta, N = nonnegative_weights("alpha"), nonnegative_head_weights("beta"), attention_mask("N")
Z, eigen = symmetric_operator("Z"), diagonalised("v", "lam", of=V.introduces)
v, lam = eigen.introduces
r, s, k = mode("r"), mode("s"), modes.any("k")
tau, mu, free = positive_scalar("tau"), any_scalar("mu"), any_vectors("X")
size = nonnegative_scalar("size")
filled = rows_not_empty(N.introduces)
eps = signs("eps", positive="p", negative="q", both=True)
u, spectrum = any_vector("u"), {"vectors": v, "values": lam, "of": V.introduces}
i, q = tokens.any("i", "q")

CASES: dict[str, tuple[Assumption, ...]] = {
    # the assumption under test comes last, after what it is about
    "any_weights": (any_weights("alpha"),),
    "any_head_weights": (any_head_weights("alpha"),),
    "is_symmetric": (P, is_symmetric(P.introduces)),
    "zero_sum_within": (
        eps, zero_sum_within("c", group=eps.introduces[0], sign=1, count=eps.introduces[1]),
    ),
    "angle": (angle("theta"),),
    "angle_between": (angle_between("theta", 0, pi()),),
    "angle_between, closed": (angle_between("theta", -pi() / 2, pi() / 2, closed=True),),
    "any_operator": (any_operator("P"),),
    "any_scalar": (mu,),
    "any_vector": (any_vector("u"),),
    "any_head_vectors": (any_head_vectors("f"),),
    "any_vectors": (free,),
    "at_origin": (free, at_origin(free.introduces[1])),
    "attention_mask": (N,),
    "bounded_vector": (W, tau, bounded_vector("f", by=tau.introduces, metric=W.introduces)),
    "bounded_vectors": (tau, bounded_vectors("f", by=tau.introduces)),
    "before": (r, s, before(r.introduces, s.introduces)),
    "bounded_operator": (
        W, free, x, size,
        bounded_operator("A", by=size.introduces, on=[free.introduces, x.introduces]),
    ),
    "bounded_below": (beta, tau, bounded_below(beta.introduces, by=tau.introduces)),
    "circle_points": (circle_points("q", "t"),),
    "closed_hemisphere": (W, y, c, closed_hemisphere(y.introduces, along=c.introduces)),
    "coefficients": (coefficients("a"),),
    "coefficients, of heads": (coefficients("a", over="heads"),),
    "covector": (c,),
    "diagonalised": (V, eigen),
    "diagonalised_by": (V, eigen, Z, diagonalised_by("mu", of=Z.introduces, vectors=v)),
    "distinct": (r, s, distinct(r.introduces, s.introduces)),
    "ellipsoid_radius": (
        W, y, free, ellipsoid_radius("R", metric=W.introduces, of=[y.introduces, free.introduces]),
    ),
    "doubly_stochastic": (doubly_stochastic("A"),),
    "eigenvector": (A, eigenvector("v", of=A.introduces, value="lam")),
    "eigenvector, symmetric": (V, eigenvector("v", of=V.introduces, value="lam")),
    "in_eigenbasis": (V, eigen, z, in_eigenbasis(z.introduces, **spectrum)),
    "in_eigenbasis, one vector": (V, eigen, u, in_eigenbasis(u.introduces, **spectrum)),
    "integer_scalar": (integer_scalar("l", at_least=1),),
    "integer_scalar, bounded": (integer_scalar("l", at_least=-1, at_most=1),),
    "invariant_plane": (
        mu, tau, A,
        invariant_plane("p", "q", of=A.introduces, matrix=(
            (mu.introduces, tau.introduces), (-tau.introduces, mu.introduces)
        )),
    ),
    "inverse_pair": (inverse_pair("R", "S"),),
    "largest_first": (
        V, eigen, tau, largest_first(lam, vectors=v, of=V.introduces, gap=tau.introduces),
    ),
    "largest_first, not simple": (V, eigen, largest_first(lam, vectors=v, of=V.introduces, gap=0)),
    "mode": (r,),
    "negative_scalar": (negative_scalar("mu"),),
    "nonnegative_head_weights": (beta,),
    "nonnegative_scalar": (nonnegative_scalar("mu"),),
    "nonnegative_weights": (alpha,),
    "nonzero": (mu, tau, nonzero(mu.introduces - tau.introduces)),
    "nonzero_scalar": (nonzero_scalar("mu"),),
    "nonzero_vector": (W, nonzero_vector("x", W.introduces)),
    "nonzero_vectors": (nonzero_vectors("x"),),
    "open_hemisphere": (W, y, c, open_hemisphere(y.introduces, along=c.introduces)),
    "orthogonal_operator": (orthogonal_operator("Q"),),
    "orthogonal_to": (V, eigen, r, orthogonal_to("z", v[r.introduces])),
    "orthogonal_to_both": (c, u, orthogonal_to_both("z", c.introduces, u.introduces)),
    "orthonormal_basis": (z, orthonormal_basis("e", expands=[z.introduces])),
    "orthonormal_basis, of several": (
        free, u, orthonormal_basis("e", expands=[free.introduces, u.introduces]),
    ),
    "orthonormal_pair": (orthonormal_pair("e", "q"),),
    "balanced_signs": (balanced_signs("eps"),),
    "balanced_tokens": (balanced_tokens("b"),),
    "vanishing_on": (P, z, vanishing_on(P.introduces, z.introduces)),
    "vanishing_on, one vector": (P, u, vanishing_on(P.introduces, u.introduces)),
    "positive_definite": (W,),
    "positive_definite_square": (positive_definite_square("W", root="R", inverse="S"),),
    "positive_scalar": (tau,),
    "positive_weights": (positive_weights("Z"),),
    "product_is": (W, P, U, product_is(W.introduces, U.introduces, is_=P.introduces)),
    "projection_operator": (projection_operator("S"),),
    "row_stochastic": (row_stochastic("A"),),
    "row_stochastic, causal": (row_stochastic("A", reach="up_to"),),
    "row_stochastic, masked": (N, filled, row_stochastic("A", mask=N.introduces)),
    "row_stochastic_heads": (row_stochastic_heads("A", reach="up_to"),),
    "rows_not_empty": (N, filled),
    "scalar_between": (tau, scalar_between("mu", -tau.introduces, 3)),
    "sees_itself": (N, sees_itself(N.introduces)),
    "signs": (signs("eps", positive="p", negative="q"),),
    "signs, both": (eps,),
    "spectral_bound": (V, eigen, spectral_bound("s", values=lam)),
    "spectral_bound, of the others": (V, eigen, spectral_bound("s", values=lam, but_first=True)),
    "symmetric_operator": (V,),
    "tangent_vector": (W, x, tangent_vector("X", x.introduces, W.introduces)),
    "tangent_vectors": (W, y, tangent_vectors("X", y.introduces, W.introduces)),
    "that": (mu, tau, that(mu.introduces < tau.introduces)),
    "that, for all": (alpha, that(total(alpha.introduces[i, j] for j in tokens) > 0)),
    "that, sums of columns": (
        alpha, that(equals(total(alpha.introduces[p, q] for p in tokens), 1)),
    ),
    "that, two numbers": (mu, tau, that(equals(mu.introduces, 2 * tau.introduces))),
    "that, a product": (mu, tau, that(equals(mu.introduces * tau.introduces, 1))),
    "that, two vectors": (free, u, that(equals(free.introduces[1], 2 * u.introduces))),
    "that, an entry": (V, u, that(equals(u.introduces @ V.introduces @ u.introduces, 1))),
    "that, an order": (r, s, that(precedes(r.introduces, s.introduces))),
    "unit_tokens": (W, y),
    "unit_tokens, on the sphere": (z,),
    "unit_vector": (W, x),
    "vector_of_square": (vector_of_square("one", modes.count),),
    "vector_of_square, any": (tau, vector_of_square("x", tau.introduces)),
    "zero_sum": (zero_sum("c"),),
}  # fmt: skip
