"""Section 2: standard layer normalisation, and what it maps onto."""

from dataclasses import dataclass

from verify.vocabulary import *

from .paper import PAPER


@dataclass(frozen=True, eq=False)
class Centring:
    """The vector of ones, and what a normalisation takes away along it."""

    one: Vector

    def centred(self, v: Vector) -> Vector:
        return v - (self.one @ v) / modes.count * self.one

    def standard(self, v: Vector) -> Vector:                # divided by its standard deviation
        return square_root(modes.count) / norm(self.centred(v)) * self.centred(v)


@statement("A-R2.3", PAPER.label("Remark 2.3", ICML="Remark 2.2"), title="Standard layer normalisation",
           gist="After standard layer normalisation tokens lie on a sphere. The printed radius "
                "is wrong, and the theory of the paper needs more than a sphere.", position=(2, 8),
           of_layers=OfLayers(
               "the sphere of centred vectors takes the place of the unit sphere; tokens of an open "
               "hemisphere of it converge to consensus", norm="layer"),
           printed=r"Standard layer normalisation is $N(x) = \sigma(x)^{-1} (x - \mu(x) \mathbf{1}) \gamma + \beta$, "
                   r"with the product taken entry by entry. If $\gamma = \gamma_0 \mathbf{1}$ with $\gamma_0 \ne 0$, "
                   r"the tokens lie on the $n$-sphere with centre $\beta$ and radius $(n + 1) \gamma_0^2$, so that “the "
                   r"results in this paper also apply”. Conjecture: for any $\gamma$ they lie on a hypersurface of "
                   r"$\mathbb{R}^{n+1}$ that is diffeomorphic to the $n$-sphere.",
           relation="refuted", differs="The conjecture is not a part of it.")
def layer_norm(given: Given) -> Proof:
    d, height = modes.count, square_root(modes.count)
    one = given(vector_of_square("one", d, latex=r"\mathbf 1"))
    x, beta = given(any_vector("x")), given(any_vector("beta"))
    gamma_0 = given(nonzero_scalar("gamma_0"))
    known = Centring(one)
    centred, standard = known.centred, known.standard
    given(that(centred(x) @ centred(x) > 0))
    u = let("u", lambda: standard(x))
    N = let("N", lambda: gamma_0 * u + beta)                      # every scale is gamma_0
    small = any_vector("f"), positive_scalar("eps"), positive_scalar("delta"), positive_scalar("tau")
    at_the_distance = equals(norm(N - beta), d * gamma_0**2)
    tends_to_the_identity = for_every(small[0], lambda f: for_every(small[1], lambda eps: there_is(
        small[2], lambda delta: for_every(small[3], lambda tau: implies(
            tau <= delta, norm(gamma_0 * standard(N + tau * f) + beta - N) <= eps)))))
    yield claim(
        r"In $d$ dimensions normalised tokens lie at the distance $d \gamma_0^2$ from the shift, "
        "and the results of the paper apply to them. For (5) this takes a layer that tends to "
        r"the identity with its step: $N(y + \tau f)$ tends to $y$ for normalised $y$.",
        either(at_the_distance, tends_to_the_identity),
        refuted=True,
        wrong=r"The distance is $|\gamma_0| \sqrt{d}$. And a normalised token can be moved again: for $d = 2$, "
              r"$\gamma_0 = -1$ and no shift the normalisation takes $(1, -1)$ to $(-1, 1)$.",
        instead=["equator", "left alone"])

    # If all scales are equal, the image is the equator of a sphere around the shift.
    yield "A standardised token has the mean 0,", \
        Identity(one @ u, 0, name="mean") \
        .but_not("centred or not", left=one @ (height / norm(centred(x)) * x))
    yield "and the square of its length is the dimension $d$.", \
        Identity(u @ u, d, name="length") \
        .but_not("it has length 1", right=1)

    yield "So if all scales are equal, tokens come to lie on a sphere around the shift,", \
        Identity((N - beta) @ (N - beta), d * gamma_0**2, name="sphere") \
        .but_not("around 0", left=N @ N)
    radius = Printed(norm(N - beta) >= d * gamma_0**2, name="printed radius")
    yield r"printed with the radius $d \gamma_0^2$: no token would be closer to the shift.", radius
    yield r"That is the square of the radius: for $n = 2$, $\gamma_0 = -1.7$ the distance is $1.7 \sqrt{3}$.", \
        Witness(radius, {one: [1, 1, 1], x: [1, 0, -1], beta: [0, 0, 0], gamma_0: Fraction(-17, 10)}, name="radius")
    # The normalisation need not leave normalised tokens alone.
    again = let("again", lambda: gamma_0 * standard(N) + beta, latex="N'")
    applies = Printed((again - N) @ (again - N) <= 0, name="results apply")
    yield "Printed: therefore the results apply. For equation (5) a layer must tend to the " \
        "identity with its step, so $N$ must leave normalised tokens alone.", applies
    yield "A negative scale turns them over,", \
        Witness(applies, {one: [1, 1], x: [1, 0], beta: [0, 0], gamma_0: -1}, name="turned over")
    yield "and unequal shifts move them.", \
        Witness(applies, {one: [1, 1, 1], x: [1, 0, -1], beta: [1, 0, 0], gamma_0: 1}, name="moved")
    yield "In the plane a negative scale turns $(1, -1)$ over. It meets all that is assumed, and neither part of the claim holds.", \
        ByLemma("turned_over_and_back", name="over and back", says=both(
            equals(d, 2), equals(gamma_0, -1), equals(beta, zero_vector()), equals(one @ x, 0), equals(x @ x, 2),
            equals(N, -1 * x), never(at_the_distance), never(tends_to_the_identity)))
    with given.behind("examples"):  # Where normalised tokens lie, which of them stay there, and what attention does.
        yield "With the radius corrected tokens do lie on that sphere, but only on its equator, " \
            r"where the entries of $N - \beta$ add up to 0,", \
            Identity(one @ (N - beta), 0, name="equator") \
            .but_not("those of $N$ do", left=one @ N)
        e = given(orthogonal_to("e", one))
        given(that(e @ e > 0))
        yield "and they fill it, an $(n-1)$-sphere: every centred direction $e$ occurs.", \
            Identity(gamma_0 * standard(e) + beta, beta + gamma_0 * height / norm(e) * e, name="filled") \
            .but_not("at the printed distance", right=beta + d * gamma_0**2 / norm(e) * e)
        with given.scope():  # Whatever the scales, the image is in a hypersurface.
            Gamma, H = given(inverse_pair("Gamma", "H"))            # a diagonal matrix, or any other one

            M = let("M", lambda: Gamma @ u + beta)
            w = let("w", lambda: H @ (M - beta))
            yield "Whatever the scales, if none is 0, tokens lie on an $n$-ellipsoid around the shift. " \
                "So the conjecture holds if to lie on a hypersurface means to be contained in it.", \
                Identity(w @ w, d, name="ellipsoid") \
                .but_not("on a sphere", left=(M - beta) @ (M - beta))
            yield "Again they are confined to a hyperplane section of it,", \
                Identity(one @ w, 0, name="section") \
                .but_not("the one orthogonal to 1", left=one @ (M - beta))
            yield "and fill that section.", \
                Identity(Gamma @ standard(e) + beta, beta + height / norm(e) * (Gamma @ e), name="section filled") \
                .but_not(r"without the factor $\sqrt{d}$", right=beta + 1 / norm(e) * (Gamma @ e))

        gap = given(nonzero_scalar("gap", latex="g"))
        # In two dimensions the image is no curve.
        N1 = let("N1", lambda: 2 * gap / square_root((gap**2 + (-gap) ** 2) / 2) + 1)
        image = Printed(differs((N1 - 3) * (N1 + 1), 0), part="variant", name="image")
        yield "A state space needs more, that the image is the hypersurface. For $n = 1$, scales " \
            "$(2, 3)$ and shifts $(1, 1)$ it would be a closed curve, and the first entry of some " \
            "token $(m + g, m - g)$ would come out neither 3 nor $-1$.", image
        yield "It always is one of the two, so the image has two points, $(3, -2)$ and $(-1, 4)$,", \
            Identity((N1 - 3) * (N1 + 1), 0, name="two points") \
            .but_not("$(3, -2)$ only", left=N1 - 3)
        yield "and read of the image the conjecture is false.", \
            Refuted(image, by=["two points"], name="no curve")
        yield from left_alone(given, known, beta, gamma_0, e)
        yield from with_attention(given, known)
    yield mutant("a token may have equal entries", drop=gap, assume=any_scalar("gap", latex="g"))
    yield mutant("1 may have any length", drop=one, assume=any_vector("one"))


@lemma
def left_alone(given: Given, known: Centring, beta: Vector, gamma_0: Scalar, e: Vector) -> Proof:
    """It does in one case only: equal shifts and a positive scale."""
    one, standard = known.one, known.standard
    height = square_root(modes.count)
    m, s = given(any_scalar("m")), given(positive_scalar("s"))
    y = let("y", lambda: m * one + s * height / norm(e) * e)
    z = let("z", lambda: m * one - s * height / norm(e) * e)
    yield "If all shifts are equal, a positive scale leaves every token of the image alone,", \
        Identity(y, m * one + s * standard(y), name="left alone") \
        .but_not("whatever the shifts", right=beta + s * standard(y))
    yield "while a negative one exchanges opposite tokens.", \
        Identity(y, m * one - s * standard(z), name="exchanged") \
        .but_not("it leaves them alone, too", right=m * one - s * standard(y))
    b = given(orthogonal_to("b", one))
    q = given(orthogonal_to_both("q", one, b))
    given(that((b + q) @ (b + q) > 0))
    p = let("p", lambda: m * one + b + q)
    v = let("v", lambda: 1 / norm(b + q) * (b + q))
    yield r"Let the shift be $m \mathbf{1} + b$, with $b$ centred. If $n \ge 2$, some token of the image lies at a " \
        "right angle to $b$, seen from the shift. Standardised, it points between the two,", \
        Identity(height * v, standard(p), name="between") \
        .but_not("it points where it did", left=height / norm(q) * q)
    yield "so it moves along $b$, unless $b = 0$.", \
        Identity(b @ (m * one + b + gamma_0 * height * v - p), gamma_0 * height * (b @ b) / norm(b + q),
                 name="pushed") \
        .but_not("it stays", right=0)
    yield r"So for $n \ge 2$ normalised tokens are left alone in one case only.", \
        Equivalence("$N$ leaves its image alone", "the shifts are equal and the scale is positive",
                    forward=("between", "pushed", "exchanged"), backward=("left alone",), name="iff")
    c = given(positive_scalar("c"))
    v0 = let("v0", lambda: m * one + c / norm(e) * e)
    yield r"For $n = 1$ there are no right angles, and $|b| < \gamma_0 \sqrt{2}$ does no harm.", \
        Identity(v0, m * one + (c - s * height) / norm(e) * e + s * standard(v0), name="on a line") \
        .but_not("nor does a larger $b$", right=m * one + (-c - s * height) / norm(e) * e + s * standard(v0))


@lemma
def with_attention(given: Given, known: Centring) -> Proof:
    """Then a layer is one of the model, on the sphere of centred vectors."""
    one, centred = known.one, known.centred
    d, height = modes.count, square_root(modes.count)
    m, s = given(any_scalar("m")), given(positive_scalar("s"))
    alpha, a = given(nonnegative_weights("alpha")), given(any_vectors("a"))
    given.layer(asked("norm after"), asked("equal", "gains"), asked("equal", "shifts"), asked("no biases"),
                asked("rooted"), (alpha, "F"))
    P, X = given(any_operator("P")), given(any_vector("X"))
    i, j = tokens.any("i", "j")
    xi = let("xi", lambda j: m * one + s * centred(a[j]))
    yield "If $N$ leaves its image alone, centring removes the common shift from what attention adds,", \
        Identity(centred(total(alpha[i, j] * xi[j] for j in tokens)),
                 s * total(alpha[i, j] * centred(a[j]) for j in tokens), name="shift removed") \
        .but_not("the shift stays", right=total(alpha[i, j] * xi[j] for j in tokens))
    o = given(vector_of_square("o", d))
    yield "and a standardised token $o$ follows its tangent part: the model with $U = I$ on the " \
        "sphere of centred vectors. Theorem 4.1 and, with its domain repaired, theorem 5.1 apply " \
        "to it, for they need no more of the weights than bounds.", \
        Identity(rate(height / norm(o) * o, straight_line(o, X)), X - (o @ X) / d * o, name="tangent part") \
        .but_not("it follows all of it", right=X)
    yield r"Section 3 does not, unless $P \mathbf{1} = 0$ or $m = 0$: the scores are not bilinear.", \
        Identity(xi[i] @ P @ xi[j],
                 s**2 * (centred(a[i]) @ P @ centred(a[j])) + m**2 * (one @ P @ one)
                 + m * s * (one @ P @ centred(a[j]) + centred(a[i]) @ P @ one), name="scores") \
        .but_not("they are", right=s**2 * (centred(a[i]) @ P @ centred(a[j])))
