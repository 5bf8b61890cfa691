"""Section 6: the mean cosine distance to the first token, which the experiments plot."""

from verify.vocabulary import *

from .paper import PAPER


@statement("A-6.0", PAPER.label("eq. (25)", ICML="eq. (9)"), title="Mean cosine distance to the first token",
           position=(6, 0), argued=False,
           printed=r"The distance between tokens is measured by $E(y) = 1 - (1/\ell) \sum_{i = 1}^\ell y_1^\top "
                   "y_i/(|y_1| |y_i|)$, called cosine similarity. It is 0 on the consensus set.",
           relation="stronger", differs="It is 0 nowhere else, up to the lengths of tokens, and it has sharp bounds. It "
                                        "is a distance, not a similarity.")
def mean_distance(given: Given) -> Proof:
    y = given(nonzero_vectors("y"))
    k = given(coefficients("k"))
    i, n = tokens.any("i"), tokens.count

    def cosine(i: Index | int) -> Scalar:
        return y[1] @ y[i] / (norm(y[1]) * norm(y[i]))

    u = let("u", lambda i: y[i] / norm(y[i]))
    c = let("c", cosine)
    E = let("E", lambda: 1 - total(c[i] for i in tokens) / n)

    bounds = both(E >= 0, E <= 2 - 2 / n)
    on_rays = iff(equals(E, 0), for_every(i, there_is(positive_scalar("s"), lambda s: equals(y[i], s * y[1]))))
    yield claim("The quantity (25) is half the mean squared distance of the directions from that of the first token. It lies "
                "between 0 and $2 - 2/n$ for $n$ tokens and does not depend on their lengths. It is 0 exactly where all "
                "tokens are positive multiples of the first.",
                "one token", "mean", bounds, on_rays, "lengths") \
        .but_not("it is at most 1", E <= 1) \
        .but_not("it is 0 only if all tokens are the first", iff(equals(E, 0), for_every(i, equals(y[i], y[1]))),
                 at={y: [[1, 0], [2, 0]], k: [1, 1]})

    # (25) lies between 0 and 2 - 2/n.
    yield "The idea: one minus a cosine is half a squared distance of two directions, so (25) is a mean of " \
        "squared distances." "\n\n" \
        "No token is 0, so its direction $u_i$ and its cosine $c_i$ with the first token are defined.", \
        Inequality(norm(y[1]) * norm(y[i]) > 0, name="denominators") \
        .but_not("lengths are at least 1", claim=norm(y[1]) * norm(y[i]) >= 1)
    yield "One minus a cosine is half the squared distance of the two directions.", \
        Identity(1 - c[i], (u[1] - u[i]) @ (u[1] - u[i]) / 2, name="one token") \
        .but_not("all of the squared distance", right=(u[1] - u[i]) @ (u[1] - u[i])) \
        .but_not("the cosine's absolute value", left=1 - absolute(c[i]))
    yield "So (25) is half the mean squared distance of all directions to the direction of the first token. It is a distance, " \
        "not a similarity.", \
        Identity(E, total(1 - c[i] for i in tokens) / n, name="mean") \
        .but_not("the mean over the others", right=total(1 - c[i] for i in tokens) / (n - 1)) \
        .but_not("a similarity", left=1 - E)
    yield "A squared distance is not negative, so a cosine is at most 1.", \
        Inequality(c[i] <= 1, because=(u[1] - u[i]) @ (u[1] - u[i]) / 2, name="above") \
        .but_not("less, even for the first token", claim=c[i] < 1)
    yield "If numbers $k_j$ are at most 1, so is their mean. With $k_j = c_j$ this shows that (25) is not negative:", \
        Inequality(1 - total(k[j] for j in tokens) / n >= 0, name="least", where=[every(lambda j: k[j] <= 1)]) \
        .but_not("the sum of all $n$ cosines divided by $n - 1$",
                 claim=1 - total(k[j] for j in tokens) / (n - 1) >= 0) \
        .but_not("positive even if all tokens agree", claim=1 - total(k[j] for j in tokens) / n > 0)
    yield "A cosine is at least $-1$.", \
        Inequality(c[i] >= -1, because=(u[1] + u[i]) @ (u[1] + u[i]) / 2, name="below") \
        .but_not("it is not negative", claim=c[i] >= 0)
    yield "The cosine of the first token with itself is 1.", \
        Identity(c[1], 1, name="itself").but_not("so is that of the second", left=c[2])
    yield "If numbers $k_j$ are at least $-1$ and the first is 1, then 1 minus their mean is at most $2 - 2/n$. With $k_j = c_j$ " \
        "this is the upper bound of (25):", \
        Inequality(1 - total(k[j] for j in tokens) / n <= 2 - 2 / n, name="largest",
                   because=(total(1 + k[j] for j in tokens.but(1)) + (k[1] - 1)) / n,
                   where=[every(lambda j: k[j] >= -1), k[1] >= 1]) \
        .but_not("the mean over the $n - 1$ others, which reaches 2",
                 claim=1 - total(k[j] for j in tokens.but(1)) / (n - 1) <= 2 - 2 / n)
    yield "So $E$ lies between 0 and $2 - 2/n$.", \
        Thus(bounds, by=["denominators", "above", "least", "below", "itself", "largest"], name="bounds")
    with given.scope():  # Lengths do not matter.
        r, q = given(positive_scalar("r")), given(positive_scalar("q"))
        yield "Multiplying a token by $r$ multiplies its length by $r$.", \
            Identity(norm(r * y[i]), r * norm(y[i]), name="length").but_not("by the square", right=r**2 * norm(y[i]))
        yield "In a cosine these factors cancel, so (25) does not depend on the lengths of the tokens.", \
            Identity((r * y[1]) @ (q * y[i]) / ((r * norm(y[1])) * (q * norm(y[i]))), c[i], name="lengths") \
            .but_not("nor does their sense", left=(r * y[1]) @ (-q * y[i]) / ((r * norm(y[1])) * (q * norm(y[i]))))
    with given.scope():  # (25) is 0 where directions agree, and nowhere else.
        r = given(positive_scalar("r"))
        D = let("D", lambda i: y[i] - norm(y[i]) / norm(y[1]) * y[1])
        yield "Let $D_i$ be the difference of token $i$ and the multiple of the first token that has its length. It is 0 if the " \
            "cosine is 1, since its square is", \
            Identity(D[i] @ D[i], 2 * (y[i] @ y[i]) * (1 - c[i]), name="multiple") \
            .but_not("by the cosine", right=2 * (y[i] @ y[i]) * c[i])
        yield "Conversely, a positive multiple of the first token has the cosine 1 with it.", \
            Identity(y[1] @ (r * y[1]) / (norm(y[1]) * norm(r * y[1])), 1, name="parallel") \
            .but_not("so has a negative one", left=y[1] @ (-r * y[1]) / (norm(y[1]) * norm(r * y[1])))
        yield "If $E = 0$, the sum of all $1 - c_i$ is 0. None of them is negative, so every cosine is 1. So $E = 0$ exactly if " \
            "every token is a positive multiple of the first.", \
            ByLemma("on_rays", says=on_rays, by=["denominators", "mean", "above", "multiple", "parallel"], name="rays")
        positive = Printed(E > 0, part="variant", name="positive values")
        yield r"The paper gives (25) values in $\mathbb{R}^+$. If this means positive numbers, it is false:", positive
        yield "(25) is 0 where all tokens agree.", \
            Witness(positive, {y: [[1, 0], [1, 0]]}, name="agreement")
        W = given(positive_definite("W"))
        z = given(unit_tokens("z", metric=W))
        with given.behind("examples"):
            yield "On the ellipsoid (25) is 0 exactly on the consensus set, for of the positive multiples $r z_1$ of a token only " \
                "$r = 1$ lies there.", \
                Identity((r * z[1]) @ W @ (r * z[1]) - 1, (r - 1) * (r + 1), name="ellipsoid") \
                .but_not("whatever the metric", left=(r * z[1]) @ (r * z[1]) - 1)
