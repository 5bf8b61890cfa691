"""Polygonal states in continuous time: unstable as a rule, and not always."""

from collections.abc import Callable
from typing import Any

from verify.vocabulary import *

from .linearised import carried, common
from .opposite_tokens import IN_THE_PLANE, multipliers_of
from .paper import PAPER

n = tokens.count


@statement("B-CT4", PAPER.label("continuous companion"), title="Polygonal points",
           gist="Tokens whose pulls cancel can attract: exact conditions, and an example in the plane.", origin="ours",
           rests_on=(("B-L15", "common directions"),), position=(4, 20, 4))
def polygonal_flow(given: Given) -> Proof:
    i, j = tokens.any("i", "j")

    def polygonal(P: Operator, g: Vectors) -> Proposition:
        A = softmax(lambda i: g[i], P)
        return for_every(i, equals(total(A(i, j) * g[j] for j in tokens), zero_vector()))

    def balanced(P: Operator, g: Vectors) -> Proposition:
        return both(equals(total(g[j] for j in tokens), zero_vector()),
                    for_every((i, j), equals(g[i] @ (P @ g[j]), 0)))

    def in_the_plane(V: Operator, P: Operator, u: Vector, e: Vector) -> Proposition:
        return both(for_every(any_vector("z"), lambda z: equals(z, (u @ z) * u + (e @ z) * e)),
                    equals(V @ u, 3 * u + e), equals(V @ e, u + 3 * e),
                    equals(P @ u, -5 * e), equals(P @ e, -5 * u))

    def attract(V: Operator, P: Operator, place: Callable[[Any], Vector]) -> Proposition:
        return for_every(positive_scalar("r"), lambda r: implies(3000 * r <= 1, for_every_solution(
            unit_tokens("x"), lambda x: softmax_flow(x, value=V, scores=P), lambda x: implies(
                for_every(i, at_start(norm(x[i] - place(i)) <= r)),
                for_every(i, always(norm(x[i] - place(i)) <= r * exp(-elapsed)))))))

    def drawn_back(a: Scalar, t: Scalar, b: Scalar, h: Scalar) -> Proposition:
        own, other = exp(-5 * (a * t + t * a)), exp(-5 * (a * h + t * b))
        first, second = (own / (own + other) * of_own + other / (own + other) * of_other for of_own, of_other in ((a, b), (t, h)))
        return implies(
            both(equals(a**2 + t**2, 1), equals(b**2 + h**2, 1), 1 - a >= 0, 1 - a <= Fraction(1, 9000000), 1 + b >= 0, 1 + b <= 1 - a),
            t * (a * (1 * first + 3 * second) - t * (3 * first + 1 * second)) <= -2 * (1 - a))

    iff_balanced = for_every((any_operator("P"), unit_tokens("g")), lambda P, g: iff(polygonal(P, g), balanced(P, g)))
    pair_attracts = for_every(
        (symmetric_operator("V"), any_operator("K"), orthonormal_pair("u", "e"), balanced_signs("eps")),
        lambda V, K, pair, eps: implies(
            both(equals(n, 2), in_the_plane(V, K, *pair)), attract(V, K, lambda i: eps[i] * pair[0])))
    yield claim(
        "Unit tokens are polygonal, that is, each attends to 0, if and only if they sum to 0 and "
        "the scores between them are 0. Such a state need not be unstable: along the flow in the "
        r"plane with $V = \left(\begin{smallmatrix} 3 & 1 \\ 1 & 3 \end{smallmatrix}\right)$ and "
        r"$P = \left(\begin{smallmatrix} 0 & -5 \\ -5 & 0 \end{smallmatrix}\right)$ in an "
        r"orthonormal basis $u$, $e$, two tokens that start within $r \le 1/3000$ of $u$ and $-u$ "
        "are within $r e^{-t}$ of them at the time $t$.",
        iff_balanced, pair_attracts) \
        .for_example({"V": [[3, 1], [1, 3]], "K": [[0, -5], [-5, 0]], "u": [1, 0], "e": [0, 1], "eps": [1, -1],
                      "x": [[1, 0], [-1, 0]], "r": Fraction(1, 3000)}) \
        .but_not("tokens that sum to 0 are polygonal whatever their scores", for_every(
            (any_operator("P"), balanced_tokens("g")), polygonal)) \
        .but_not("tokens without scores are polygonal whatever their sum", for_every(
            unit_tokens("g"), lambda g: polygonal(0 * identity_operator(), g)))
    V, P = given(symmetric_operator("V")), given(any_operator("P"))
    x = given(balanced_tokens("x"))
    vanishing = given(vanishing_on(P, x))
    delta, z = given(any_vectors("delta")), given(any_vector("z"))
    A = softmax(lambda i: x[i], P)
    s = let("s", lambda i: total(A(i, j) * x[j] for j in tokens))
    yield "The idea: two rows of weights that give all rows of scores the mean 0 agree." "\n\n" \
        r"Let every token $g_i$ attend to 0, with the scores $\eta_{ij} = g_i^\top P g_j$ and the sums $Z_i$ of " \
        r"their exponentials. By the weights of any row every row of scores has the mean 0. So $\sum_j (A_{ij} - " \
        r"A_{kj})(\log A_{ij} - \log A_{kj}) = 0$, for $\log A_{ij} = \eta_{ij} - \log Z_i$ and weights add up " \
        "to 1. No summand is negative, so that all rows of weights agree.", \
        ByLemma("rows", name="rows", says=for_every((any_operator("P"), unit_tokens("g")), lambda P, g: implies(polygonal(P, g), for_every(
            tokens.any("i", "j", "k"), lambda i, j, k: equals(softmax(lambda i: g[i], P)(i, k), softmax(lambda i: g[i], P)(j, k))))))
    yield "Then the scores of two rows differ by a number, the same in all columns. It is 0, for the rows have the mean 0. So a score is the " \
        "mean of its column, which is also 0. Weights are $1/n$, and the tokens sum to 0. The converse is evident.", ByLemma("polygonal", says=iff_balanced, name="polygonal")
    yield "Where pulls cancel every velocity is 0, and to first order only the change of the pulls counts.", \
        Identity(tangent(V @ s[i], x[i]), zero_vector(), name="at rest") \
        .but_not("a token attends to itself", left=tangent(V @ x[i], x[i]))
    yield mutant("any scores", drop=vanishing)
    L = let("L", lambda i: tangent(V @ carried(x, P, delta)(i), x[i]))
    flow = straight_lines(x, delta)
    yield "The mean $s_i$ that a token attends to has the derivative", \
        Identity(rate(s[i], flow), carried(x, P, delta)(i), name="attended") \
        .but_not("the weights do not change", right=total(delta[j] for j in tokens) / n)
    yield "Of this velocity only $s_i$ changes to first order, for $s_i$ is 0.", \
        Identity(rate(tangent(V @ s[i], x[i]), flow), L[i], name="linearisation") \
        .but_not("the weights do not change", right=tangent(V @ (total(delta[j] for j in tokens) / n), x[i]))
    yield r"Common directions, the tangent parts $t_i$ of one vector $z$, stay common, and $z$ moves by $z' = V (I - C + C P^\top) " \
        r"z$, with $C$ the mean of $x_j x_j^\top$: by the matrix of Lemma 15.", \
        Identity(tangent(V @ carried(x, P, let("t", lambda i: tangent(z, x[i])))(i), x[i]),
                 tangent(common(x, V, P, z), x[i]), name="common directions") \
        .but_not("without $C$", right=tangent(V @ z, x[i]))
    with given.scope():  # The rates of opposite tokens, and a sink.
        u, e = given(orthonormal_pair("u", "e"))
        K, eps = given(any_operator("K")), given(balanced_signs("eps"))
        given(vanishing_on(K, u))
        b = given(orthogonal_to("b", u))
        c_plus = given(zero_sum_within("c_plus", group=eps, sign=1, count=n / 2))
        p = let("p", lambda i: eps[i] * u)
        beside, pull, push = tangent(V @ u, u), K @ u, K.T @ u

        def moved(name: str, field: Any) -> Vector:
            return tangent(V @ carried(p, K, let(name, field))(i), p[i])

        yield r"For tokens at $\pm u$ there are three kinds of perturbations, as for the layer. The linearised flow moves common ones by", \
            Identity(moved("zeta", lambda i: b), tangent(V @ b, u) + (pull @ b) * beside, name="common") \
            .but_not("the weights do not change", right=tangent(V @ b, u))
        yield "opposite ones by", \
            Identity(moved("f", lambda i: eps[i] * b), eps[i] * (((pull + push) @ b) * beside), name="opposed") \
            .but_not("half of it", right=eps[i] * ((pull @ b) * beside))
        yield "and those within a group by", \
            Identity(moved("g", lambda i: ((1 + eps[i]) / 2 * c_plus[i]) * b),
                     ((1 + eps[i]) / 2 * c_plus[i]) * ((pull @ b) * beside), name="within")
        common_rate, opposed, within = multipliers_of(V, K, u, e)
        analogue = Printed(common_rate >= 0, opposed >= 0, within >= 0, part="variant", name="analogue")
        yield "So Lemma 15 is not saved by continuous time, where it would say that some rate is not negative:", \
            analogue
        value, scores = IN_THE_PLANE
        yield r"tokens at $\pm(1, 0)$ with $V = \left(\begin{smallmatrix} 3 & 1 \\ 1 & 3 " \
            r"\end{smallmatrix}\right)$ and $P = \left(\begin{smallmatrix} 0 & -5 \\ -5 & 0 " \
            r"\end{smallmatrix}\right)$ have the rates $-2$, $-10$ and $-5$, so they attract exponentially.", \
            Witness(analogue, {V: value, K: scores, u: [1, 0], e: [0, 1]}, name="sink")
    yield r"How near must they start? Let the token $(a, t)$ be at least as far from $(1, 0)$ as the other, $(b, h)$, from $(-1, 0)$, and let $1 - a \le " \
        r"1/9000000$. To first order $t$ changes at the rate $4 h - 6 t$, so $|t|$ falls at the rate $2 |t|$ at least, as $|h| \le |t|$. " \
        r"Terms of higher order take less than half of this, so $a$ rises at the rate $2 (1 - a)$ at least.", \
        ByLemma("drawn_back", says=for_every(tuple(any_scalar(name) for name in ("a", "t", "b", "h")), drawn_back), name="drawn back")
    with given.scope():
        w, y = given(unit_vector("w")), given(unit_vector("y"))
        yield "So the larger distance never grows. Its square is $2 (1 - a)$,", \
            Identity((y - w) @ (y - w), 2 * (1 - w @ y), name="square") \
            .but_not("without the 2", right=1 - w @ y)
    yield "and decays at the rate 2 at least.", \
        ByLemma("pair_attracts", says=pair_attracts, by="square", name="pair attracts")
