"""Section 4, beyond the paper: the count behind Wendel's probability, of the cells between hyperplanes."""

from verify.vocabulary import *

from .paper import PAPER

AXES = [[1, 0], [0, 1]]                                     # two tokens of the circle, and a basis
QUADRANTS = [[1, 1], [1, -1], [-1, 1], [-1, -1]]            # a covector of each cell between their lines


@statement("A-R4.3++", PAPER.label("repairs Remark 4.3"), origin="ours", position=(4, 3, 2),
           title="How many choices of signs take tokens into one open hemisphere")
def cells(given: Given) -> Proof:
    y, c = given(any_vectors("y")), given(any_vectors("c", over="heads"))
    e = given(orthonormal_basis("e"))
    i, a, b = tokens.any("i"), *heads.any("a", "b")

    def chosen(chi: Scalars) -> Proposition:
        """Only some tokens are counted, by 1, no more than d of them."""
        return both(for_every(i, equals(chi[i] * (chi[i] - 1), 0)), total(chi[k] for k in tokens) <= modes.count)

    basis = for_every(any_vector("z"), lambda z: equals(z, total((e[m] @ z) * e[m] for m in modes)))
    general = for_every(coefficients("chi", r"\chi"), lambda chi: implies(chosen(chi), for_every(coefficients("t"), lambda t: implies(
        equals(total((chi[k] * t[k]) * y[k] for k in tokens), zero_vector()), equals(chi[i] * t[i], 0)))))
    in_cells = for_every((a, i), differs(c[a] @ y[i], 0))
    in_different_cells = for_every((a, b), implies(
        for_every(i, (c[a] @ y[i]) * (c[b] @ y[i]) > 0), equals(same(a, b), 1)))
    in_all_cells = for_every(any_vector("z"), lambda z: implies(
        for_every(i, differs(z @ y[i], 0)), there_is(a, for_every(i, (z @ y[i]) * (c[a] @ y[i]) > 0))))

    def up_to(last: Scalar) -> Scalar:
        return 2 * total(binomial(tokens.count - 1, k) for k in integers(0, last))

    choices = both(basis, general, in_cells, in_different_cells, in_all_cells)
    count = equals(heads.count, up_to(modes.count - 1))
    signs = for_every(coefficients("eps", r"\varepsilon"), lambda eps: iff(
        there_is(any_vector("z"), lambda z: for_every(i, eps[i] * (z @ y[i]) > 0)), there_is(a, for_every(i, eps[i] * (c[a] @ y[i]) > 0))))
    values = for_every((coefficients("chi", r"\chi"), coefficients("t")), lambda chi, t: implies(
        chosen(chi), there_is(any_vector("z"), lambda z: for_every(i, equals(chi[i] * (z @ y[i] - t[i]), 0)))))
    yield claim(
        r"Let any $d$ of $n$ vectors $y_i$ of $\mathbb{R}^d$, or fewer, be linearly independent. The products "
        r"$c^\top y_i$ with covectors $c$ that are orthogonal to none of them have exactly "
        r"$2 \sum_{k = 0}^{d - 1} \binom{n - 1}{k}$ patterns of signs. These, out of $2^n$, are the choices of signs "
        r"$\varepsilon$ for which all $\varepsilon_i y_i$ lie in one open hemisphere.",
        implies(choices, both(count, signs))) \
        .but_not("of some patterns alone", implies(both(in_cells, in_different_cells),
                                                   equals(heads.count, up_to(modes.count - 1))),
                 at={y: AXES, e: AXES, c: QUADRANTS[:1]}) \
        .but_not("the sum stops one term early, as printed", implies(both(in_cells, in_different_cells),
                                                                     heads.count <= up_to(modes.count - 2)),
                 at={y: AXES, e: AXES, c: QUADRANTS}) \
        .but_not("several of a pattern", implies(in_cells, heads.count <= up_to(modes.count - 1)),
                 at={y: AXES, e: AXES, c: [*QUADRANTS, [2, 1]]})
    z, p, q = (given(any_vector(name)) for name in ("z", "p", "q"))
    r = let("r", lambda: (p @ z) * q - (q @ z) * p)
    yield "The idea: count how many patterns of signs each further vector adds." "\n\n" \
        "A pattern consists of the signs of the products of one covector with all vectors, none of which is 0. " \
        r"One vector has two patterns, if $d \ge 1$. Take one more vector, $z$. Every pattern of the other " \
        "vectors goes on with some sign at $z$. If it goes on with both, some covector of this pattern is " \
        "orthogonal to $z$: let $p$ and $q$ have the pattern, with products of different signs with $z$. A sum " \
        "of their multiples is orthogonal to $z$.", \
        Identity(r @ z, 0, name="orthogonal sum").but_not("their own sum is", left=(p + q) @ z)
    yield "Its coefficients are not negative, so it has the pattern of $p$ and $q$.", \
        Inequality(r @ y[i] >= 0, name="positive", where=[p @ z >= 0, q @ z <= 0, p @ y[i] >= 0, q @ y[i] >= 0],
                   because=(p @ z) * (q @ y[i]) + (0 - q @ z) * (p @ y[i])) \
        .but_not("from one side of $z$", where=[p @ z >= 0, p @ y[i] >= 0, q @ y[i] >= 0])
    s = given(any_scalar("s"))
    yield "Conversely, let $r$ be orthogonal to $z$. A small multiple of $z$ added to $r$ gives the product with $z$ either sign, and " \
        "changes no other sign.", \
        Identity((r + s * z) @ z, s * (z @ z), name="either side").but_not("of any vector", left=(p + s * z) @ z)
    yield "So a pattern goes on with both signs exactly if a covector orthogonal to $z$ has it. These patterns are the patterns of the " \
        "parts of all $y_i$ orthogonal to $z$, in $d - 1$ dimensions. Any $d - 1$ of these parts are independent, for some " \
        "covector has any given products with any $d$ of the vectors.", \
        ByLemma("values", says=implies(general, values), name="any products")
    yield "So $n$ vectors in $d$ dimensions have as many patterns as $n - 1$ vectors in $d$ and $n - 1$ vectors in $d - 1$ dimensions " \
        r"together. By Pascal's rule $2 \sum_{k = 0}^{d - 1} \binom{n - 1}{k}$ solves this recursion.", \
        ByLemma("count", says=implies(choices, count), name="count")
    sigma = given(any_scalar("sigma"))
    yield r"If $\sigma$ and the product of $p$ with $y_i$ have one sign, then so have $\sigma$ and the product of any $q$ that has the pattern of $p$.", \
        Inequality((p @ y[i]) ** 2 * (sigma * (q @ y[i])) > 0, where=[sigma * (p @ y[i]) > 0, (p @ y[i]) * (q @ y[i]) > 0],
                   because=sigma * (p @ y[i]) * ((p @ y[i]) * (q @ y[i])), name="same pattern") \
        .but_not("of any pattern", where=[sigma * (p @ y[i]) > 0])
    yield r"So all $\varepsilon_i y_i$ lie in one open hemisphere exactly if $\varepsilon$ is one of the patterns.", \
        ByLemma("signs", says=implies(in_all_cells, signs), by="same pattern", name="signs")
