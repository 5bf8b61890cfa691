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
    yield "The idea: count how many patterns each vector adds. One vector has two, for $d \\ge 1$. Take one more vector, $z$. A pattern goes on with both signs exactly if a covector across $z$ has it: if $p$ " \
        "and $q$ have it, on either side of $z$, so has a sum of both that is across $z$,", \
        Identity(r @ z, 0, name="across") \
        .but_not("their own sum is", left=(p + q) @ z)
    yield "with positive coefficients;", \
        Inequality(r @ y[i] >= 0, name="positive", where=[p @ z >= 0, q @ z <= 0, p @ y[i] >= 0, q @ y[i] >= 0],
                   because=(p @ z) * (q @ y[i]) + (0 - q @ z) * (p @ y[i])) \
        .but_not("from one side of $z$", where=[p @ z >= 0, p @ y[i] >= 0, q @ y[i] >= 0])
    s = given(any_scalar("s"))
    yield "and from a covector across $z$ a small step along any with a part along $z$, to either side, leaves the other signs.", \
        Identity((r + s * z) @ z, s * (z @ z), name="either side") \
        .but_not("of any vector", left=(p + s * z) @ z)
    yield r"Patterns across $z$ are those of the parts of all $y_i$ orthogonal to $z$, in the dimension below, where any $d - 1$ are " \
        "independent again: some covector has any given products with any $d$ of the vectors.", \
        ByLemma("values", says=implies(general, values), name="any products")
    yield r"So the number of patterns of $n$ vectors in $d$ dimensions is that of $n - 1$ in $d$ and that of $n - 1$ in " \
        r"$d - 1$ together, which is the recursion of $2 \sum_{k = 0}^{d - 1} \binom{n - 1}{k}$ (Pascal's rule).", \
        ByLemma("count", says=implies(choices, count), name="count")
    yield "If $q$ has the pattern of $p$, it has the signs $s$ that $p$ has,", \
        Inequality((p @ y[i]) ** 2 * (s * (q @ y[i])) > 0, where=[s * (p @ y[i]) > 0, (p @ y[i]) * (q @ y[i]) > 0],
                   because=s * (p @ y[i]) * ((p @ y[i]) * (q @ y[i])), name="alike") \
        .but_not("of any pattern", where=[s * (p @ y[i]) > 0])
    yield r"so $\varepsilon_i y_i$ lie in one open hemisphere exactly if $\varepsilon$ is one of the patterns.", \
        ByLemma("signs", says=implies(in_all_cells, signs), by="alike", name="signs")
