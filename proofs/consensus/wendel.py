"""Section 4: how often random tokens lie in one hemisphere."""

from collections.abc import Callable
from itertools import product

from verify.vocabulary import *

from .paper import PAPER
from .pictures import TWO_TOKENS


def hemisphere_patterns(l: int, n: int) -> int:
    """Count the sign patterns that put l generic points of S^n into one open hemisphere.

    The points lie on the moment curve, hence in general position; a pattern is counted if some
    covector is positive on all signed points, decided exactly by Fourier-Motzkin elimination.
    """
    points = [[Fraction(t) ** k for k in range(n + 1)] for t in range(1, l + 1)]
    return sum(
        _some_covector([[e * z for z in row] for e, row in zip(pattern, points, strict=True)])
        for pattern in product((1, -1), repeat=l)
    )


def _some_covector(rows: list[list[Fraction]]) -> bool:
    """Return whether some c has c.r > 0 for every row r, eliminating one unknown at a time."""
    while rows and rows[0]:
        up = [r for r in rows if r[-1] > 0]
        down = [r for r in rows if r[-1] < 0]
        rest = [r[:-1] for r in rows if r[-1] == 0]
        if any(not any(r) for r in rows):
            return False
        rows = rest + [
            [a / p[-1] - b / q[-1] for a, b in zip(p[:-1], q[:-1], strict=True)]
            for p in up
            for q in down
        ]
    return not rows


def regions(l: Scalar | int, n: Scalar | int) -> Scalar:
    """Return half the number of sign patterns of covectors on l points of S^n in general position."""
    return total(binomial(l - 1, mu) for mu in integers(0, n))


def share_a_half_circle(p: Vector, q: Vector) -> Proposition:
    return there_is(any_vector("c"), lambda c: both(c @ p > 0, c @ q > 0))


@statement("A-R4.3", PAPER.label("Remark 4.3", ICML="Remark 3.4"), title="Wendel's probability of a hemisphere, at two tokens of a circle",
           gist="How likely is it that random tokens start in one hemisphere? The printed formula is one term short.",
           repaired_by=("A-R4.3+", "A-R4.3++"), position=(4, 3), argued=False, scenes=(TWO_TOKENS,),
           printed=r"Let $W = I$. The probability that $\ell$ uniformly distributed tokens lie in one hemisphere is "
                   r"$\mathcal{P}_{\ell, n} = 2^{1 - \ell} \sum_{\mu = 0}^{n - 1} \binom{\ell - 1}{\mu}$, by Wendel's "
                   r"theorem. It is 1 if $n \ge \ell$, so that Theorem 4.1 then covers almost every start.",
           relation="refuted", differs=r"The formula is refuted in its smallest case. That $n \ge \ell$ is sufficient "
                                       r"is true, and even $n \ge \ell - 1$ is (A-R4.3+).")
def wendel(given: Given) -> Proof:
    yield claim(
        "Some two tokens of a circle that are not opposite lie in no open half circle. It has to "
        "be so if a random pair lies in one with probability $1/2$.",
        there_is((unit_vector("p"), unit_vector("q")), lambda p, q: both(
            never(equals(p, -1 * q)), never(share_a_half_circle(p, q)))),
        refuted=True,
        wrong="The sum stops one term early. Two tokens of a circle lie in one open half circle unless they are "
              "opposite, and so almost surely (A-R4.3+); by the printed sum they would with probability $1/2$. The "
              "count of patterns with the sum up to $n$ is A-R4.3++.")
    l = given(integer_scalar("l", at_least=1, latex=r"\ell"))
    n = given(integer_scalar("n_", at_least=0))
    p = let("p", lambda: 2 * regions(l, n) / power(2, l))
    printed = Printed(2 * regions(l, n - 1) / power(2, l) >= p, name="printed sum")
    yield "The printed sum stops at $n - 1$, the true one, $p$, at $n$. So this would have to hold:", printed
    yield "Two points of a circle, though, lie in one half circle with probability 1, and not with $1/2$.", \
        Witness(printed, {l: 2, n: 1}, name="two points")
    yield "For any two that are not opposite there is such a half circle, around their sum.", \
        ByLemma("around_the_sum", name="around the sum", says=for_every((unit_vector("p"), unit_vector("q")),
            lambda p, q: implies(never(equals(p, -1 * q)), share_a_half_circle(p, q))))
    with given.behind("examples"):
        yield from true_count(given, l, n, p)


@lemma
def true_count(given: Given, l: Scalar, n: Scalar, p: Scalar) -> Proof:
    """Say which sum counts the hemispheres, where it is known by other means, and where it is 1."""
    yield "The law of a token is symmetric: uniform on the sphere, or, for a metric $W$ other than $I$, that of a " \
        "token $y$ whose $W^{1/2} y$ is. One more point: the sums of binomial coefficients obey Pascal's rule.", \
        Induction(n, 0, Identity(regions(l + 1, n), regions(l, n) + regions(l, n - 1))
                  .but_not("both terms reach as far", right=2 * regions(l, n)), name="recursion")
    yield "So does the probability: it is the mean of those with one point less, in this dimension " \
        "and in the one below.", \
        Induction(n, 0, Identity(2 * regions(l + 1, n) / power(2, l + 1),
                                 (2 * regions(l, n) / power(2, l)
                                  + 2 * regions(l, n - 1) / power(2, l)) / 2)
                  .but_not("the mean with the dimension above",
                           right=(2 * regions(l, n) / power(2, l)
                                  + 2 * regions(l, n + 1) / power(2, l)) / 2), name="probability")
    cases = {l: range(1, 7), n: range(0, 4)}
    yield "Exhaustively, for up to six points in up to four dimensions, all sign patterns counted:", \
        Counted(p, lambda l, n_: Fraction(hemisphere_patterns(l, n_), 2**l), cases, name="enumeration") \
        .but_not("the sum stops at $n - 1$", formula=2 * regions(l, n - 1) / power(2, l)) \
        .but_not("the sum goes on to $n + 1$", formula=2 * regions(l, n + 1) / power(2, l)) \
        .but_not("$l$ in the place of $l - 1$", formula=2 * regions(l + 1, n) / power(2, l)) \
        .but_not("$2^{-l}$ in the place of $2^{1-l}$", formula=regions(l, n) / power(2, l))

    # What the formula is for few points, for few dimensions and where it is 1.
    yield "On the circle this is $l / 2^{l-1}$,", \
        Counted(2 * l / power(2, l), lambda l: Fraction(hemisphere_patterns(l, 1), 2**l),
                {l: range(1, 9)}, name="circle") \
        .but_not("$l / 2^l$", formula=l / power(2, l))
    yield "it starts from 1 for a single point,", \
        Counted(regions(1, n), lambda n_: 1, {n: range(0, 12)}, name="one point")
    yield "and from $2^{1-l}$ for $l$ points of $S^0$, which has two.", \
        Counted(2 * regions(l, 0) / power(2, l), lambda l: Fraction(2, 2**l), {l: range(1, 12)}, name="two ends")
    yield "It is 1 for up to $n + 1$ points, and for no more,", \
        Counted(2 * regions(l, l - 1) / power(2, l), lambda l: 1, {l: range(1, 12)}, name="certain") \
        .but_not("already at $n = l - 2$", formula=2 * regions(l, l - 2) / power(2, l))
    with given.scope():  # Independent points share a hemisphere.
        b = given(orthonormal_basis("b"))
        T, S = given(inverse_pair("T", "S"))
        m = modes.any("m")
        yield "for these share a hemisphere as soon as they are independent. Then they are among $n + 1$ vectors " \
            r"$T b_m$, with $T$ invertible and $b_m$ an orthonormal basis, and one covector, $S^\top$ applied to " \
            "the sum of the basis, has the product 1 with all of these.", \
            Identity(total(b[k] for k in modes) @ (S @ (T @ b[m])), 1, name="one covector") \
            .but_not("the sum of the basis itself", left=total(b[k] for k in modes) @ (T @ b[m]))


@statement("A-R4.3+", PAPER.label("repairs Remark 4.3"), origin="ours", position=(4, 3, 1),
           title="As many random tokens as dimensions lie in one open hemisphere")
def independent_tokens(given: Given) -> Proof:
    P, tau = given(any_operator("P")), given(positive_scalar("tau"))
    i, j = tokens.any("i", "j")
    layer = attention_layer(value=identity_operator(), scores=P, step=tau)

    def two(other: Callable[[Vector, Vector], Proposition]) -> Proposition:
        return for_every((unit_vector("p"), unit_vector("q")), lambda p, q: iff(share_a_half_circle(p, q), other(p, q)))

    def gather(x: Vectors) -> Proposition:
        return tends_to(norm(x[i] - x[j]), 0)

    def in_one(x: Vectors, after: Callable[[Proposition], Proposition] = lambda says: says) -> Proposition:
        return there_is(any_vector("c"), lambda c: after(c @ x[i] > 0))

    one = for_every(any_vectors("y"), lambda y: implies(
        for_every(coefficients("a"), lambda a: implies(
            equals(total(a[k] * y[k] for k in tokens), zero_vector()), equals(a[i], 0))), in_one(y)))
    not_opposite = two(lambda p, q: never(equals(p, -1 * q)))
    almost_all = for_every(orthonormal_basis("e"), lambda e: implies(
        both(for_every(any_vector("a"), lambda a: equals(a, total((e[m] @ a) * e[m] for m in modes))),
             modes.count >= 2, tokens.count <= modes.count),
        for_almost_every_start(unit_tokens("x"), layer, lambda x: both(in_one(x, at_start), gather(x)))))
    yield claim(
        "Linearly independent tokens lie in one open hemisphere; two tokens do if and only if they are not opposite. "
        r"In two dimensions or more almost all starts of $\ell$ tokens on $\mathbb{S}^n$, $\ell \le n + 1$, lie in "
        "one, so that random ones almost surely do. Layers with the value matrix $I$ then take them to consensus, "
        "whatever the scores and the step.", one, not_opposite, almost_all) \
        .but_not("two different tokens, and no others", two(lambda p, q: never(equals(p, q)))) \
        .but_not("two tokens at no obtuse angle, and no others", two(lambda p, q: p @ q >= 0)) \
        .but_not("every start, and not almost every one, comes to consensus", for_every_orbit(unit_tokens("x"), layer, gather))
    p, q, c = given(unit_vector("p")), given(unit_vector("q")), given(any_vector("c"))
    yield "Two tokens first. If they are opposite every covector has products of opposite signs with them. Otherwise their sum serves: " \
        "it has the same product with both,", \
        Identity((p + q) @ p, (p + q) @ q, name="sum") \
        .but_not("so has their difference", left=(p - q) @ p, right=(p - q) @ q)
    yield "half its square, which is positive.", \
        Identity((p + q) @ p, (p + q) @ (p + q) / 2, name="half the square") \
        .but_not("the square itself", right=(p + q) @ (p + q))
    yield "If they are not opposite, it is not 0.", ByLemma("two", says=not_opposite, by=["sum", "half the square"], name="two tokens")
    r, z = given(nonzero_vector("r")), given(any_vector("z"))
    yield "For more tokens, linearly independent ones, we find a covector that is 1 on all, one after the other (Gram and Schmidt). Let $c$ " \
        "be 1 on the tokens before, let $q$ be the next one, $z$ its projection onto their span and $r = q - z$, which is not 0 as the " \
        "tokens are independent. As $r$ is orthogonal to $z$ its product with $q$ is its square,", \
        Identity(r @ (z + r), r @ r, where=[equals(r @ z, 0)], name="left over") \
        .but_not("whatever the rest", where=[])
    yield "so adding a multiple of $r$ to $c$ also makes it 1 on $q$ and changes nothing on the tokens before, which are orthogonal to $r$.", \
        Identity((c + (1 - c @ q) / (r @ r) * r) @ q - 1, (1 - c @ q) * (r @ q - r @ r) / (r @ r),
                 name="one more") \
        .but_not("adding all of it", left=(c + r) @ q - 1)
    yield "So linearly independent tokens have such a covector.", ByLemma("covector", says=one, name="independent tokens")
    x, A = given(unit_tokens("x")), given(row_stochastic("A"))
    given(open_hemisphere(x, along=c))
    yield "Layers with the value matrix $I$ never leave an open hemisphere,", \
        Inequality(c @ (x[i] + tau * total(A[i, j] * x[j] for j in tokens)) > 0, name="stays",
                   because=c @ x[i] + tau * total(A[i, j] * (c @ x[j]) for j in tokens)) \
        .but_not("if a token is taken away", claim=c @ (x[i] - tau * total(A[i, j] * x[j] for j in tokens)) > 0)
    E, s, m = given(positive_weights("E")), given(positive_scalar("s")), given(positive_scalar("m"))
    yield "and all weights have a common bound, as scores of unit vectors have one: if the exponentials $E_j$ of scores lie between $s$ " \
        "and $m$ each weight is at least $s/(n m)$. So every token attends to every other one.", \
        Inequality(E[i] / total(E[k] for k in tokens) >= s / (tokens.count * m), name="weights",
                   where=[every(lambda k: E[k] <= m), E[i] >= s],
                   because=(E[i] - s) / total(E[k] for k in tokens)
                   + s * total(m - E[k] for k in tokens) / (tokens.count * m * total(E[k] for k in tokens))) \
        .but_not("whatever the others'", where=[E[i] >= s])
    yield "Therefore the distances of tokens of an open hemisphere tend to 0 (A-T4.1*).", \
        ByLemma("layers", name="layers", by=["stays", "weights"], says=for_every_orbit(unit_tokens("x"), layer, lambda x: for_every(
            any_vector("c"), lambda c: implies(at_start(c @ x[i] > 0), gather(x)))))
    yield r"Almost all starts of $n \le d$ tokens are independent: a token of a dependent start lies in the span of the others, and a subspace " \
        "that is not the whole space meets the sphere in a null set. So almost all starts lie in a hemisphere, in which layers are defined and gather.", \
        ByLemma("almost_all", says=almost_all, by=["stays", "weights"], name="almost all starts")
