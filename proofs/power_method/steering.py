"""Section 2.3: what a rank-one change of the layer matrix does to a token, in one layer."""

from collections.abc import Callable

from verify.vocabulary import *

from .paper import PAPER
from .principal import is_basis


def moved_at_most(u: Vector, z: Vector, push: Scalar) -> Proposition:
    """What a push along u does to a token z: beside u nothing, and how near u it comes."""
    y = z + push * u
    return both(
        equals(tangent(y, u), tangent(z, u)),
        norm(tangent(y, u)) * absolute(push) <= norm(z) * norm(y),
        implies(push > norm(z), u @ y > 0))


def is_turned(u: Vector, z: Vector, beta: Scalar) -> Proposition:
    """The sine of the angle between z + c beta u and u tends to 0, as |c| grows."""
    def small(c: Scalar, eps: Scalar) -> Proposition:
        y = z + (c * beta) * u
        return both(y @ y > 0, norm(tangent(y, u)) <= eps * norm(y))

    return for_every(positive_scalar("eps"), lambda eps: there_is(positive_scalar("C"), lambda C: for_every(
        any_scalar("c"), lambda c: implies(absolute(c) >= C, small(c, eps)))))


@statement("B-S4", PAPER.label("Section 2.3"), title="Exact one-layer effect", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-S1",), argued=False, position=(2, 3, 4),
           printed=r"Since $u$ is free, the change $F' = F + c u w^\top$ of the last layer can steer tokens towards any "
                   "direction.",
           relation="stronger", differs=r"The effect on a token is exact; one with $\beta = 0$ is not steered, whatever "
                                        "$c$ is.")
def one_layer(given: Given) -> Proof:
    u = given(unit_vector("u"))

    def of_all(says: Callable[[Vector, Scalar], Proposition]) -> Proposition:
        return for_every((nonzero_vector("z"), any_scalar("beta")), says)

    def effect(z: Vector, beta: Scalar) -> Proposition:
        return for_every(any_scalar("c"), lambda c: moved_at_most(u, z, c * beta))

    def exactly(z: Vector, beta: Scalar) -> Proposition:
        return iff(is_turned(u, z, beta), either(differs(beta, 0), there_is(any_scalar("a"), lambda a: equals(z, a * u))))

    yield claim(
        r"Steering adds $c \beta u$ to what the layer gives a token before it is normalised, $z$, with "
        r"$\beta = \sum_\eta w_\eta^\top s_\eta$, summed over heads $\eta$. What is orthogonal to $u$ does not "
        r"change. The sine of the angle with $u$ is at most $\|z\|/|c \beta|$, and $c \beta > \|z\|$ takes the token "
        r"to the side of $u$. As $|c|$ grows the sine tends to 0 if and only if $\beta \ne 0$ or $z$ is parallel to "
        "$u$.",
        "push",
        of_all(lambda z, beta: both(effect(z, beta), exactly(z, beta)))) \
        .but_not("half the length would do to take the token to the side of $u$",
                 for_every((nonzero_vector("z"), any_scalar("c")), lambda z, c: implies(
                     2 * c > norm(z), u @ (z + c * u) > 0))) \
        .but_not("it takes the sine to 0 at once", for_every((nonzero_vector("z"), any_scalar("c")),
            lambda z, c: implies(c > norm(z), equals(tangent(z + c * u, u), zero_vector()))))
    z = given(any_vector("z"))
    w_1, w_2 = given(any_vector("w_1")), given(any_vector("w_2"))
    s_1, s_2 = given(any_vector("s_1")), given(any_vector("s_2"))
    c = given(any_scalar("c"))
    beta = let("beta", lambda: w_1 @ s_1 + w_2 @ s_2)
    y = z + (c * beta) * u
    yield r"Let $z$ be what the unchanged layer gives a token before it is normalised, and $s_\eta$ " \
        r"the mean that head $\eta$ sees, of two heads for simplicity. The changed layer gives " \
        r"$y = z + c \beta u$, with $\beta = \sum_\eta w_\eta^\top s_\eta$:", \
        Identity(z + (c * (w_1 @ s_1)) * u + (c * (w_2 @ s_2)) * u, y, name="push") \
        .but_not(r"with the sum of all $w_\eta$ on the mean of the first", right=z + (c * ((w_1 + w_2) @ s_1)) * u)
    with given.scope():  # A push of any sign.
        q = given(any_scalar("q"))
        pushed = z + q * u
        yield r"What is beside $u$ is not changed by a push $q = c \beta$,", \
            Identity(tangent(pushed, u), tangent(z, u), name="beside") \
            .but_not("it grows with the push", right=tangent(z, u) + q * u)
        yield "and what is along it is shifted.", \
            Identity(pushed @ pushed, tangent(z, u) @ tangent(z, u) + (u @ z + q) ** 2, name="along") \
            .but_not("without what $z$ has", right=tangent(z, u) @ tangent(z, u) + q**2)
        yield r"So the sine of the angle between $y$ and $u$, $\|z - u u^\top z\| / \|y\|$, is at most $\|z\|/|q|$. This is " \
            "sharp, as it is reached where $z$ is orthogonal to what it is pushed to.", \
            Identity((z @ z) * (pushed @ pushed) - (tangent(z, u) @ tangent(z, u)) * q**2, (z @ pushed) ** 2, name="sine") \
            .but_not("where it is orthogonal to $u$", right=(z @ u) ** 2)
    with given.scope():  # How small the angle is if the push is longer than the vector it is added to.
        size, push = given(positive_scalar("size", latex="r")), given(positive_scalar("push", latex="q"))
        x = given(bounded_vector("x", by=size))
        slack = ((size**2 - x @ x) + (x + size * u) @ (x + size * u)) / (2 * size)
        yield "A push longer than a vector takes it to the side of $u$.", \
            Inequality(u @ (x + push * u) > 0, where=[push > size], because=slack + (push - size), name="side") \
            .but_not("a shorter one does, too", where=[2 * push > size])
        yield "So this is what a push does.", \
            ByLemma("effect", says=of_all(effect), by=["beside", "sine", "side"], name="effect")
        off, long = given(nonnegative_scalar("off", latex="h")), given(nonnegative_scalar("long", latex=r"\ell"))
        eps = given(positive_scalar("eps", latex=r"\varepsilon"))
        yield r"A sine $h/\ell$ of at most $r/q$ is at most any $\varepsilon > 0$ as soon as $q \ge r/\varepsilon$.", \
            Inequality(off <= eps * long, where=[off * push <= size * long, size <= eps * push], name="turns",
                       because=((size * long - off * push) + long * (eps * push - size)) / push) \
            .but_not("whatever the push", where=[off * push <= size * long])
    yield r"Hence tokens turn to $u$ or $-u$ as $|c|$ grows, if $\beta \ne 0$.", \
        ByLemma("turned", says=of_all(lambda z, beta: implies(differs(beta, 0), is_turned(u, z, beta))),
                by=["effect", "along", "turns"], name="turned")
    yield r"If $\beta = 0$ nothing changes with $c$, and the sine is 0 only if $z$ is a multiple of $u$.", \
        ByLemma("exactly", says=of_all(exactly), by="turned", name="exactly")
    nothing = Printed((u @ y) ** 2 > (u @ z) ** 2, part="variant", name="always something")
    with given.behind("needed"):
        yield "Were something gained in every case,", nothing
        yield "a token $e_2$ that only sees itself would be turned by $u = w = e_1$.", \
            Witness(nothing, {u: [1, 0], z: [0, 1], w_1: [1, 0], w_2: [0, 0], s_1: [0, 1], s_2: [0, 0],
                              c: 1000}, name="beta is 0")


def long_enough(u: Vector, z: Vector, push: Scalar, times: int) -> Proposition:
    """A push ten times as long as z takes it to a sine of at most 1/times, if it is positive on the side of u."""
    y = z + push * u
    return implies(absolute(push) >= 10 * norm(z), both(
        y @ y > 0, times * norm(tangent(y, u)) <= norm(y), implies(push > 0, u @ y >= 9 * norm(z))))


def typical_gain(e: Vectors, t: Vectors, c: Scalar) -> Proposition:
    """For the mean of orthogonal tokens the squares of beta are 1/(n d) on average over a basis of directions."""
    mean = total(t[j] for j in tokens) / tokens.count
    squares = total((e[k] @ mean) ** 2 for k in modes) / modes.count
    return implies(is_orthonormal(t), both(
        equals(mean @ mean, 1 / tokens.count),
        implies(is_basis(e), both(
            equals(squares, 1 / (tokens.count * modes.count)),
            iff(c * square_root(squares) >= 10, c >= 10 * square_root(tokens.count * modes.count))))))


def mean_of_orthogonal(t: Vectors) -> Proposition:
    """The mean of n orthogonal tokens has the squared length 1/n."""
    mean = total(t[j] for j in tokens) / tokens.count
    return implies(is_orthonormal(t), equals(mean @ mean, 1 / tokens.count))


def is_orthonormal(t: Vectors) -> Proposition:
    """Tokens are unit vectors, any two of which are orthogonal."""
    i, j = tokens.any("i", "j")
    return for_every((i, j), equals(t[i] @ t[j], same(i, j)))


@statement("B-S5", PAPER.label("Section 2.3"), title="How large a gap suffices", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-S4",), argued=False, position=(2, 3, 5),
           printed=r"If the gap between $c$ and $\lambda_1$ is at least an order of magnitude, the new principal "
                   "direction dominates, and the correlation of tokens with $u$ is very high.",
           relation="corrected", differs=r"Here $q = c |\beta|$ is the push on the token, and $r \ge \|z\|$. It is the "
                                         "push that has to be large, not only the gap between eigenvalues.")
def large_gap(given: Given) -> Proof:
    u = given(unit_vector("u"))
    with given.scope():  # How long a push has to be, and how long it is as a rule.
        e, t, C = given(orthonormal_basis("e")), given(unit_tokens("t")), given(positive_scalar("C"))
        long_push = for_every((nonzero_vector("z"), any_scalar("beta"), any_scalar("a")),
            lambda z, beta, a: long_enough(u, z, a * beta, 10))
        add_up = for_every(any_vector("s"), lambda s: implies(
            is_basis(e), equals(total((e[k] @ s) ** 2 for k in modes), s @ s)))
        short_mean, typical = mean_of_orthogonal(t), typical_gain(e, t, C)
        yield claim(
            r"A push $c |\beta|$ that is an order of magnitude above $\|z\|$ turns a token towards "
            r"$u$, up to an angle with a sine of at most $1/10$, and to the side of $u$ for $c \beta "
            r"> 0$. For $w = u$ the squares of $\beta$ over a basis of directions add up to "
            r"$\|s\|^2$, which is $1/n$ for the mean of $n$ orthogonal tokens. So, by the mean square "
            r"of $\beta$, $c$ ($C$ below) has to be at least $10 \sqrt{n d}$ for a token of length 1.",
            long_push, add_up, typical,
            wrong=r"With $u = e_1$, $z = e_2$ and a push as long as $z$ the angle is 45 degrees.") \
            .but_not("a sine of at most $1/20$", for_every((nonzero_vector("z"), any_scalar("a")),
                lambda z, a: long_enough(u, z, a, 20))) \
            .but_not("it is enough that it is as long as $z$", for_every((nonzero_vector("z"), any_scalar("a")),
                lambda z, a: implies(absolute(a) >= norm(z), 10 * norm(tangent(z + a * u, u)) <= norm(z + a * u))))
    x, w = given(unit_vector("x")), given(any_vector("w"))
    c = given(positive_scalar("c"))
    y = x + (c * (w @ x)) * u
    enough = Printed(2 * (u @ y) ** 2 >= y @ y, c < 10, differs(w @ u, 1), part="variant",
                     name="an order of magnitude")
    yield r"For a single token, $F = 0$ and $w^\top u = 1$ the push is $c (w^\top x) u$. If $c \ge 10$ " \
        "sufficed for an angle of 45 degrees,", enough
    yield "it would turn $e_2$ to $u = w = e_1$, where the push is 0.", \
        Witness(enough, {u: [1, 0], x: [0, 1], w: [1, 0], c: 10}, name="no push")
    size, push = given(positive_scalar("size", latex="r")), given(any_scalar("push", latex="q"))
    z = given(bounded_vector("z", by=size))
    long = given(that(push**2 >= 100 * size**2), added=True)
    pushed, half = z + push * u, z + push / 2 * u
    off = tangent(z, u)
    longer = (size**2 - z @ z) + (push**2 - 100 * size**2) / 100
    yield r"The idea: compare the push $q = c \beta$, and not $c$, with the length of the vector $z$ that it is " \
        "added to." "\n\n" \
        "It suffices if $|q|$ is an order of magnitude larger: the sum is not 0,", \
        Inequality(pushed @ pushed > 0, name="not 0",
                   because=2 * (half @ half) + (push**2 / 2 - 50 * size**2) + 49 * size**2 + (size**2 - z @ z)) \
        .but_not("its square is 1 at least", claim=pushed @ pushed >= 1)
    yield "what is beside $u$ is not changed,", \
        Identity(tangent(pushed, u), off, name="beside").but_not("it grows with the push", right=off + push * u)
    yield "so the sine of the angle between the sum and $u$ is at most $1/10$,", \
        Inequality(100 * (off @ off) <= pushed @ pushed, name="sine",
                   because=(10 * (u @ z) + push / 10) ** 2 + 99 * longer) \
        .but_not("at most $1/20$", claim=400 * (off @ off) <= pushed @ pushed)
    slack = ((size**2 - z @ z) + (z + size * u) @ (z + size * u)) / (2 * size)
    yield "and for $q > 0$ it is on the side of $u$.", \
        Inequality(u @ pushed >= 9 * size, name="side", where=[push >= 10 * size], because=slack + (push - 10 * size)) \
        .but_not("and far", claim=u @ pushed >= 10 * size)
    yield "This is the claim about a push.", \
        ByLemma("long_push", says=long_push, by=["not 0", "beside", "sine", "side"], name="long")
    yield mutant("the push need not be long", drop=long)
    yield from typical_push(given, add_up, short_mean, typical)


@lemma
def typical_push(given: Given, add_up: Proposition, short_mean: Proposition, typical: Proposition) -> Proof:
    """How long the push is as a rule: with w = u, a mean of n tokens in d dimensions."""
    s, t = given(any_vector("s")), given(any_vector("t"))
    e = given(any_vectors("e", over="modes"))
    yield r"How large is the push, with $w = u$? The squares of $\beta = u^\top s$ for directions $u$ add up to", \
        Identity(total((e[k] @ s) ** 2 for k in modes), s @ total((e[k] @ s) * e[k] for k in modes), name="directions") \
        .but_not("each of them is", right=(e[1] @ s) ** 2) \
        .but_not("for another vector", right=t @ t)
    yield r"which is $\|s\|^2$ if they are a basis. So $\beta^2$ is $\|s\|^2/d$ on average.", \
        ByLemma("squares_add_up", says=add_up, by="directions", name="Parseval")
    y = given(unit_tokens("y"))
    mean = total(y[i] for i in tokens) / tokens.count
    yield r"Under nearly uniform attention $s$ is the mean of $n$ tokens, and $\|s\|^2$ is $1/n$ if " \
        "they are orthogonal, as random ones nearly are.", \
        Identity(mean @ mean, 1 / tokens.count + total(
            total(y[i] @ y[j] for j in tokens.but(i)) for i in tokens) / tokens.count**2,
            name="mean of tokens") \
        .but_not("it is 1", right=1)
    yield "For orthogonal tokens the double sum is 0.", ByLemma("mean_of_orthonormal", says=short_mean, by="mean of tokens", name="short mean")
    gain = given(positive_scalar("gain", latex="c_0"))
    k, m = given(positive_scalar("k")), given(positive_scalar("m"))
    yield r"So the mean square of $\beta$ is $1/(n d)$, and $c_0$ times its root is at least 10 if $c_0 \ge 10 \sqrt{n d}$. With $n = k^2$ and $d = m^2$:", \
        Inequality(gain / (k * m) >= 10, name="gain", where=[gain >= 10 * (k * m)]) \
        .but_not("10 suffices", where=[gain >= 10]) \
        .but_not(r"$10 \sqrt{d}$ suffices", where=[gain >= 10 * m])
    yield "A smaller factor does not suffice.", \
        Inequality(gain >= 10 * (k * m), name="no less", where=[gain / (k * m) >= 10]) \
        .but_not("11 is needed", claim=gain >= 11 * (k * m))
    yield "So that is how large $c_0$ has to be.", \
        ByLemma("typical", says=typical, by=["Parseval", "short mean", "gain", "no less"], name="typical")
