"""Appendix D: opposite tokens under self-attention, a polygonal state that can attract."""

from typing import Any

from verify.vocabulary import *

n, d = tokens.count, modes.count
IN_THE_PLANE = [[3, 1], [1, 3]], [[0, -5], [-5, 0]]                       # V and P of a sink


def multipliers_of(V: Operator, K: Operator, u: Vector, e: Vector) -> tuple[Scalar, Scalar, Scalar]:
    """Return the rates of opposite tokens at +-u in the plane of u and e: common, opposed, within."""
    turned, pulled = e @ V @ u, e @ K @ u
    return e @ V @ e + turned * pulled, turned * (pulled + u @ K @ e), turned * pulled


@lemma
def opposite_tokens(given: Given) -> Proof:
    """Half the tokens at u and half at -u: all multipliers, and a case where all are below 1."""
    V, tau = given(symmetric_operator("V")), given(positive_scalar("tau"))
    x, i = given(unit_tokens("x")), tokens.any("i")
    u, e = given(orthonormal_pair("u", "e"))
    K, eps = given(any_operator("K")), given(balanced_signs("eps"))
    isotropic = given(vanishing_on(K, u))
    b = given(orthogonal_to("b", u))
    c_plus = given(zero_sum_within("c_plus", group=eps, sign=1, count=n / 2))
    c_minus = given(zero_sum_within("c_minus", group=eps, sign=-1, count=n / 2))
    layer = attention_layer(value=V, scores=K, step=tau)
    J = jacobian(layer, at=lambda i: eps[i] * u)
    beside, pull, push = tangent(V @ u, u), K @ u, K.T @ u
    yield r"The idea: there are tokens $\pm u$ that attract." "\n\n" \
        r"Let half of the tokens be at $u$ and half at $-u$, with $u^\top K u = 0$. On a common direction $b$ " \
        "the derivative acts by $V$ on the complement of $u$, and by a term of rank one,", \
        Identity(J(lambda i: b)(i), b + tau * (tangent(V @ b, u) + (pull @ b) * beside), name="common") \
        .but_not("the weights do not change", right=b + tau * tangent(V @ b, u)) \
        .but_not("$K$ is transposed", right=b + tau * (tangent(V @ b, u) + (push @ b) * beside))
    yield "on opposite directions by a term of rank one alone,", \
        Identity(J(lambda i: eps[i] * b)(i), eps[i] * (b + tau * (((pull + push) @ b) * beside)), name="opposed") \
        .but_not("half of it", right=eps[i] * (b + tau * ((pull @ b) * beside)))
    yield mutant("scores that do not vanish at $u$", drop=isotropic)
    yield "and on directions that sum to 0 within the tokens at $u$", \
        Identity(J(lambda i: ((1 + eps[i]) / 2 * c_plus[i]) * b)(i),
                 ((1 + eps[i]) / 2 * c_plus[i]) * (b + tau * ((pull @ b) * beside)), name="within, +")
    yield "or within those at $-u$ by another.", \
        Identity(J(lambda i: ((1 - eps[i]) / 2 * c_minus[i]) * b)(i),
                 ((1 - eps[i]) / 2 * c_minus[i]) * (b + tau * ((pull @ b) * beside)), name="within, -")
    yield "These are all directions:", \
        Identity(2 * (d - 1) + 2 * ((n / 2 - 1) * (d - 1)), n * (d - 1), name="all") \
        .but_not("one more a group", left=2 * (d - 1) + 2 * (n / 2 * (d - 1)))
    common_rate, opposed, within = multipliers_of(V, K, u, e)
    claim = Printed((1 + tau * common_rate) ** 2 >= 1, (1 + tau * opposed) ** 2 >= 1,
                    (1 + tau * within) ** 2 >= 1, name="printed")
    yield "If all polygonal equilibria were unstable, some multiplier would have modulus at least 1.", claim
    value, scores = IN_THE_PLANE
    place: dict[Any, Any] = {V: value, K: scores, tau: Fraction(1, 20), u: [1, 0], e: [0, 1]}
    yield r"Put two tokens at $(1, 0)$ and two at $(-1, 0)$, with $V = \begin{pmatrix} 3 & 1 \\ 1 & 3 \end{pmatrix}$, " \
        r"$K = \begin{pmatrix} 0 & -5 \\ -5 & 0 \end{pmatrix}$ and the step $1/20$. The multipliers are " \
        r"$9/10$, $1/2$ and $3/4$, and in balls the layer itself contracts all directions.", \
        Witness(claim, place | {x: [[1, 0], [1, 0], [-1, 0], [-1, 0]]}, stable_layer=layer, tangent_at=x, name="sink of 4")
    # The two slips of the printed argument, at the same sink.
    along = Printed(absolute(u @ (u + e)) <= 0, part="argument", name="along v_1")
    yield "The paper's argument perturbs tokens along the first eigenvector, as if it were tangent,", along
    yield "but here it is $u + e = (1, 1)$, not orthogonal to the token $u$.", \
        Witness(along, place, name="not tangent")
    frozen = Printed(absolute((e @ V @ u) * (e @ K @ u)) <= 0, part="argument", name="frozen weights")
    yield "The argument also neglects the change of the weights, as if it were of second order,", frozen
    yield r"but it takes the common multiplier from $1 + 3 \tau$ to $1 - 2 \tau$.", \
        Witness(frozen, place, name="first order")
    with given.scope():  # Two opposite tokens with positive semidefinite scores.
        common_rate, opposed, _ = multipliers_of(V, K, u, e)
        needs = Printed((1 + tau * common_rate) ** 2 > 1, (1 + tau * opposed) ** 2 > 1, part="variant",
                        name="semidefinite scores")
        yield "Positive semidefinite scores do not save the claim. If they did, some multiplier " \
            "would be above 1,", needs
        yield r"but for two tokens $\pm(1, 0)$, $V = \operatorname{diag}(1, -1)$ and " \
            r"$K = \operatorname{diag}(0, 1)$ they are $1 - \tau$ and 1.", \
            Witness(needs, {V: [[1, 0], [0, -1]], K: [[0, 0], [0, 1]], tau: Fraction(1, 2), u: [1, 0],
                            e: [0, 1]}, name="at the edge")
