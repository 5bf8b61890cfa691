"""Section 3: exactly when attention is the gradient flow of some potential."""

from verify.vocabulary import *

from .gradient import potential, product_with_flow, rises_along, two_dimensions
from .paper import PAPER

n = tokens.count


@statement("A-T3.1", PAPER.label("Theorem 3.1"), origin="reconstructed", basis="this_reconstruction",
           title="Attention as a gradient flow: the sharp criterion",
           gist="When is attention the gradient of a potential? Then tokens climb it and cannot cycle.",
           rests_on=("A-0", "A-L3.1", "A-L3.2"), position=(3, 3),
           printed=r"Let $V$ be the potential (8) restricted to $(\mathcal{E}_W^n)^\ell$. Under Hypothesis 3.1 the "
                   r"vector field of (6) is $F = \operatorname{grad} V$, for the metric (7).",
           relation="corrected", differs="We also decide when attention is the gradient flow of any function at all.")
def gradient_flow(given: Given) -> Proof:
    W, U, P = given(positive_definite("W")), given(any_operator("U")), given(any_operator("P"))

    def form(v: Vectors, V: Vectors) -> Scalar:
        return product_with_flow(v, V, P, W, U)

    any_potential = has_potential(unit_tokens("v", metric=W), any_vectors("V"), form)
    this_potential = has_potential(unit_tokens("v", metric=W), any_vectors("V"), form, lambda v: potential(v, P))
    plane = both(n >= 2, two_dimensions(W))
    no_values = for_every(any_vector("x"), lambda x: equals(W @ (U @ x), zero_vector()))
    symmetric_values = equals(W @ U, U.T @ W)
    multiple = there_is(any_scalar("lam"), lambda lam: equals(P, lam * (W @ U)))
    two_cases = either(no_values, both(symmetric_values, multiple))
    criterion = implies(n >= 2, iff(any_potential, two_cases))
    this_criterion = implies(plane, iff(this_potential, both(equals(P, P.T), equals(W @ U, P))))
    yield claim(
        "For at least two tokens, attention is the gradient flow of some function, for the metric (7), if and only if "
        "$W U = 0$, or $W U$ is symmetric and $P$ is a real multiple of it. In at least two dimensions it is the "
        "gradient flow of the potential (8) if and only if $P$ is symmetric and $W U = P$.",
        "form", criterion, this_criterion,
        wrong="With $W = P = I$ and $U = 0$ no token moves, while (8) has a slope at two orthogonal tokens.") \
        .but_not("for $W U = P$ it is that of the potential (8), symmetric or not", implies(
            plane, rises_along(W @ U, lambda v, V: product_with_flow(v, V, W @ U, W, U), W))) \
        .but_not("for a symmetric $P$ it is that of the potential (8), whatever $W U$ is", implies(
            plane, rises_along(P + P.T, lambda v, V: product_with_flow(v, V, P + P.T, W, U), W)))
    v = given(unit_tokens("v", metric=W))
    V = given(tangent_vectors("V", at=v, metric=W))
    # What a gradient's product with any tangent vector has to be.
    field = softmax_flow(v, scores=P, value=U, metric=W, row_sum=1 / square_root(modes.count))

    def Z(i: Index) -> Scalar:
        return square_root(modes.count) * total(exp(v[i] @ P @ v[j]) for j in tokens)

    yield "The idea: a gradient does no work around a circle, and its second derivatives commute. Two circles and " \
        "one pair of derivatives leave only the cases of the claim." "\n\n" \
        "In the metric (7) the product of the flow with a tangent vector $V$ has neither projection nor " \
        "denominators. The flow is the gradient of $f$ for (7) if and only if this form is the slope of $f$ " \
        "along $V$, for all $V$.", \
        Identity(total(Z(i) * (rate(v[i], field) @ W @ V[i]) for i in tokens),
                 total(total(exp(v[i] @ P @ v[j]) * (V[i] @ W @ (U @ v[j])) for j in tokens)
                       for i in tokens), name="form") \
        .but_not("the metric forgets $W$", left=total(Z(i) * (rate(v[i], field) @ V[i]) for i in tokens)) \
        .but_not("the metric forgets $Z$", left=total(rate(v[i], field) @ W @ V[i] for i in tokens))
    A = given(any_operator("A"))
    y, x = given(unit_vector("y")), given(unit_vector("x"))
    z, X = given(tangent_vector("z", at=y)), given(tangent_vector("X", at=y))
    Y = given(tangent_vector("Y", at=x))
    yield from periods(P, A, y, z, x)
    yield from multiples(given, P, A, y, z, x)
    yield from cross_derivatives(given, P, A, y, x, X, Y)
    yield r"So $p$ is also a multiple of $w$, and $P = k A$ in every case with $A \ne 0$.", \
        ByLemma("only_multiples", says=implies(n >= 2, implies(any_potential, either(no_values, multiple))),
                name="only multiples")
    # All tokens together, once more: for P = k A the work shows how far A is from symmetric.
    circle = motion({y: z, z: -(z @ z) * y})
    skew = A - A.T
    yield r"It remains that $A$ is symmetric. Carry all tokens together again. The work is the integral of $e^{ky^\top Ay}$ times", \
        Identity(z @ A @ y, rate(y @ A @ y, circle) / 2 + z @ (skew @ y) / 2, name="skew part") \
        .but_not("the skew part is forgotten", right=rate(y @ A @ y, circle) / 2)
    yield r"The first part, times a function of $y^\top A y$, integrates to 0 over a turn. The second is constant,", \
        Identity(rate(z @ (skew @ y), circle), 0, name="skew part is constant") \
        .but_not("for any matrix", left=rate(z @ (A @ y), circle))
    yield r"so it is 0 for all $z$ orthogonal to $y$. One such $z$ is $(A - A^\top) y$,", \
        Identity(y @ (skew @ y), 0, name="orthogonal") \
        .but_not("$A y$ is one, too", left=y @ (A @ y))
    yield "so this vector is 0 for all $y$.", \
        ByLemma("only_symmetric", says=implies(n >= 2, implies(any_potential, symmetric_values)), name="only symmetric")
    equal = Printed(z @ (skew @ y) >= 0, part="variant", name="equal matrices suffice")
    yield "So $P = A$ does not suffice either. If it did, this part would be 0 and hence not negative,", equal
    yield "but it is negative for $P = A = [1, 1; 0, 1]$. (For $U = W = I$ and the quarter " \
        "turn $J$ instead of $P$, tokens may even rotate forever; see Theorem 3.2.)", \
        Witness(equal, {A: [[1, 1], [0, 1]], y: [1, 0], z: [0, 1]}, name="a shear")
    yield from sufficiency(given, A, v, V)
    yield r"As derivatives along curves on the ellipsoid these are the form. For $A = 0$ any constant is a potential.", \
        ByLemma("enough", says=implies(two_cases, any_potential), name="enough")
    yield "So there is one in these cases, and in no others.", \
        ByLemma("criterion", by=["only multiples", "only symmetric", "enough"], says=criterion, name="criterion")
    yield from constant_potential(P, y, x)
    yield "so both squares are 0, and $P = 0$. In all cases $P$ is symmetric.", \
        ByLemma("symmetric_scores", says=implies(plane, implies(this_potential, equals(P, P.T))), name="symmetric scores")
    yield r"If $P = 0$ the form is the sum of the $V_i^\top A v_j$. If it is 0 with the other tokens at $x$ and at $-x$, then also $A = 0$. In all cases $W U = P$.", \
        ByLemma("values_fit", says=implies(plane, implies(this_potential, equals(W @ U, P))), name="values fit")

    symmetric = given(is_symmetric(P))
    fits = given(product_is(W, U, is_=P), added=True)
    yield from the_potential(W, U, P, v, V, this_potential, this_criterion)
    yield mutant("any value matrix $U$ will do", drop=fits)
    yield mutant("$P$ need not be symmetric", drop=symmetric)


def periods(P: Operator, A: Operator, y: Vector, z: Vector, x: Vector) -> Proof:
    """If the form is the slope of a function, its work around a great circle is 0."""
    circle = motion({y: z, z: -(z @ z) * y})
    e = exp(y @ P @ x)
    C = let("C", lambda: (y @ P @ x) * (z @ A @ x) - (z @ P @ x) * (y @ A @ x))
    M = let("M", lambda: (z @ z) * (y @ P @ x) ** 2 + (z @ P @ x) ** 2)
    N = let("N", lambda: (z @ z) * (y @ P @ x) * (y @ A @ x) + (z @ P @ x) * (z @ A @ x))
    yield "Let $W = I$ by A-0, and let $A = W U$. Suppose that there are at least two " \
        "tokens and that the form is the slope of some function. Carry all tokens together, " \
        "at $y$ with velocity $z$, once around a great circle. The work is the integral of", \
        Identity(total(total(exp(y @ P @ y) * (z @ A @ y) for j in tokens) for i in tokens),
                 n**2 * (exp(y @ P @ y) * (z @ A @ y)), name="together") \
        .but_not("each token feels itself alone", right=n * (exp(y @ P @ y) * (z @ A @ y)))
    yield "and must be 0. Now carry one token around while the others wait at $x$. The integrand is", \
        Identity(exp(y @ P @ y) * (z @ A @ y) + total(e * (z @ A @ x) for j in tokens.but(1)),
                 exp(y @ P @ y) * (z @ A @ y) + (n - 1) * (e * (z @ A @ x)), name="alone") \
        .but_not("it waits there, too", right=exp(y @ P @ y) * (z @ A @ y) + n * (e * (z @ A @ x)))
    yield "Its first part is the one before, so the integral of the second is also 0. Along the circle,", \
        Identity(rate(C, circle), 0, name="C is constant") \
        .but_not("a sum instead of the difference",
                 left=rate((y @ P @ x) * (z @ A @ x) + (z @ P @ x) * (y @ A @ x), circle))
    yield "and", \
        Identity(rate(M, circle), 0, name="M is constant") \
        .but_not("$y$ alone counts", left=rate((y @ P @ x) ** 2, circle))
    yield "Up to a derivative, which integrates to 0 over a full turn, $M$ times the second " \
        "part is $C$ times a nonnegative function:", \
        Identity(M * (e * (z @ A @ x)),
                 rate(N * e - C * e * (z @ P @ x), circle) + C * e * (z @ P @ x) ** 2, name="period") \
        .but_not("the derivative is all there is",
                 left=M * (e * (z @ A @ x)), right=rate(N * e - C * e * (z @ P @ x), circle))


@lemma
def multiples(given: Given, P: Operator, A: Operator, y: Vector, z: Vector, x: Vector) -> Proof:
    """P x and A x are parallel for all x: mostly that makes P a multiple of A."""
    k, s = given(any_scalar("k")), given(any_vector("s"))
    w, b = given(any_vector("w")), given(any_vector("b"))
    rest = (P - k * A) @ s
    yield r"So $C = 0$ for all $x$ and all orthogonal $y$ and $z$ (if $z^\top P x$ vanishes on the whole circle, " \
        r"$C = 0$ anyway): $P x$ and $A x$ are parallel. If $A \ne 0$, choose $x$ with $A x \ne 0$, and let " \
        "$P x = k A x$. At the sum of $x$ and any $s$, $C$ exceeds its values at $x$ and at $s$ by", \
        Identity((y @ (k * (A @ x))) * (z @ A @ s) + (y @ P @ s) * (z @ A @ x)
                 - (z @ (k * (A @ x))) * (y @ A @ s) - (z @ P @ s) * (y @ A @ x),
                 (y @ rest) * (z @ A @ x) - (z @ rest) * (y @ A @ x), name="at a sum") \
        .but_not("$k$ is 1", right=(y @ ((P - A) @ s)) * (z @ A @ x) - (z @ ((P - A) @ s)) * (y @ A @ x))
    image = k * (A @ s) + (b @ s) * w
    yield r"so $(P - k A) s$ is a multiple of $w = A x$ for all $s$. Write it as $(b^\top s) w$. Then $C$ at $s$ is", \
        Identity((y @ image) * (z @ A @ s) - (z @ image) * (y @ A @ s),
                 (b @ s) * ((y @ w) * (z @ A @ s) - (z @ w) * (y @ A @ s)), name="at any s") \
        .but_not("$w$ alone counts", right=(y @ w) * (z @ A @ s) - (z @ w) * (y @ A @ s))


@lemma
def cross_derivatives(given: Given, P: Operator, A: Operator, y: Vector, x: Vector, X: Vector, Y: Vector) -> Proof:
    """The exception, that both have one line for their range, and that derivatives commute."""
    curl = let("curl", lambda: rate(exp(y @ P @ x) * (X @ A @ x), straight_line(x, Y))
               - rate(exp(x @ P @ y) * (Y @ A @ y), straight_line(y, X)))
    yield r"so either $b = 0$ and $P = k A$, or $A s$ is a multiple of $w$ wherever $b^\top s \ne 0$, hence for all " \
        r"$s$, and so is $P s$. In the second case $A = w a^\top$ and $P = w p^\top$. For two tokens at $y$ and " \
        "$x$, second derivatives of a function along $X$ and $Y$ commute, but those of the form differ by", \
        Identity(curl, exp(y @ P @ x) * ((y @ P @ Y) * (X @ A @ x) + X @ A @ Y)
                 - exp(x @ P @ y) * ((x @ P @ X) * (Y @ A @ y) + Y @ A @ X), name="curl") \
        .but_not("the scores do not move", right=exp(y @ P @ x) * (X @ A @ Y) - exp(x @ P @ y) * (Y @ A @ X))
    a, p = given(any_vector("a")), given(any_vector("p"))

    def P_form(u: Vector, v: Vector) -> Scalar:
        return (u @ y) * (p @ v)

    def A_form(u: Vector, v: Vector) -> Scalar:
        return (u @ y) * (a @ v)

    yield "For these $A$ and $P$, with $|w| = 1$ and $y = w$, the difference is", \
        Identity(exp(P_form(y, x)) * (P_form(y, Y) * A_form(X, x) + A_form(X, Y))
                 - exp(P_form(x, y)) * (P_form(x, X) * A_form(Y, y) + A_form(Y, X)),
                 -exp((x @ y) * (p @ y)) * (Y @ y) * ((x @ y) * (p @ X) * (a @ y) + a @ X), name="one range") \
        .but_not("$p$ does not matter", right=-exp((x @ y) * (p @ y)) * (Y @ y) * (a @ X))
    alpha = given(any_scalar("alpha"))
    yield r"Unless $x$ is $w$ or $-w$, some $Y$ has $Y^\top y \ne 0$, and the last factor must vanish. For $x$ " \
        r"orthogonal to $w$ it is $a^\top X$, so $a = \alpha w$, with $\alpha \ne 0$ as $A \ne 0$. Then the factor is", \
        Identity((x @ y) * (p @ X) * ((alpha * y) @ y) + (alpha * y) @ X, alpha * (x @ y) * (p @ X),
                 name="both along w") \
        .but_not("for any $x$ alike", right=alpha * (p @ X))
    # A positive definite P does not make second derivatives commute.
    positive = Printed(curl >= 0, part="variant", name="positive definite P suffices")
    yield "In particular a positive definite $P$ does not suffice. If it did, the difference of second derivatives " \
        "would be 0 and hence not negative,", positive
    yield r"but it is negative for $U = W = I$ and $P = \operatorname{diag}(2, 1)$.", \
        Witness(positive, {P: [[2, 0], [0, 1]], A: [[1, 0], [0, 1]], y: [1, 0], x: [0, 1],
                           X: [0, 1], Y: [-1, 0]}, name="curl -1")


@lemma
def sufficiency(given: Given, A: Operator, v: Vectors, V: Vectors) -> Proof:
    """If A is symmetric and P is a multiple of it, there is a potential."""
    lam = given(any_scalar("lam"))
    given(is_symmetric(A))

    def form(k: Scalar) -> Scalar:
        return total(total(exp(k * (v[i] @ A @ v[j])) * (V[i] @ A @ v[j]) for j in tokens) for i in tokens)

    yield r"Conversely let $A$ be symmetric and $P = \lambda A$. Half the sum of the exponentials has the slope", \
        Identity(rate(total(total(exp(lam * (v[i] @ A @ v[j])) for j in tokens) for i in tokens) / 2,
                      straight_lines(v, V)), lam * form(lam), name="exponentials") \
        .but_not(r"without $\lambda$", right=form(lam))
    yield r"If $\lambda \ne 0$, divide by it. If $\lambda = 0$, half the sum of the $v_i^\top A v_j$ has the slope", \
        Identity(rate(total(total(v[i] @ A @ v[j] for j in tokens) for i in tokens) / 2,
                      straight_lines(v, V)), total(total(V[i] @ A @ v[j] for j in tokens)
                                                   for i in tokens), name="inner products") \
        .but_not("the half is dropped", left=rate(
            total(total(v[i] @ A @ v[j] for j in tokens) for i in tokens), straight_lines(v, V)))


def constant_potential(P: Operator, y: Vector, x: Vector) -> Proof:
    """The potential (8) is constant only for P = 0."""
    own = exp(y @ P @ y)
    a, b = y @ P @ x, x @ P @ y
    yield r"The potential (8) has $\lambda$ times the right slope. So it is the right one if " \
        r"$\lambda = 1$. Otherwise, and for $W U = 0$, it is so only if the form is 0 and (8) is constant, as the sphere is " \
        r"connected in two dimensions or more. If it is constant, $y^\top P y$ is the same for all $y$, since all tokens may be at $y$. " \
        "Moving one of them to $x$, where the same holds, adds", \
        Identity(((n - 1) ** 2 * own + own + (n - 1) * (exp(a) + exp(b))) / 2 - n**2 * own / 2,
                 (n - 1) * (exp(a) + exp(b) - 2 * own) / 2, name="one elsewhere") \
        .but_not("it sees itself only", right=(n - 1) * (exp(a) - 2 * own) / 2)
    yield r"so the bracket is 0. At $x = -y$ this gives $y^\top P y = 0$. The brackets at $x$ and $-x$ add up to", \
        Identity((exp(a) + exp(b) - 2) + (exp(-a) + exp(-b) - 2),
                 (exp(a) - 1) ** 2 * exp(-a) + (exp(b) - 1) ** 2 * exp(-b), name="squares") \
        .but_not("$b$ does not matter", right=(exp(a) - 1) ** 2 * exp(-a))


def the_potential(W: Operator, U: Operator, P: Operator, v: Vectors, V: Vectors, this_potential: Proposition,
                  this_criterion: Proposition) -> Proof:
    """The potential (8) is the right one if and only if P is symmetric and W U = P."""
    flow = softmax_flow(v, scores=P, metric=W, row_sum=1 / square_root(modes.count))
    energy = total(total(exp(v[i] @ P @ v[j]) for j in tokens) for i in tokens) / 2
    form = total(total(exp(v[i] @ P @ v[j]) * (V[i] @ W @ (U @ v[j])) for j in tokens) for i in tokens)
    yield "Conversely, if $P$ is symmetric and $W U = P$, the slope of (8) is the form,", \
        Identity(rate(energy, straight_lines(v, V)), form, name="gradient") \
        .but_not("the half is dropped", left=rate(2 * energy, straight_lines(v, V)))
    yield "and the flow its gradient.", \
        ByLemma("fits", says=implies(both(equals(P, P.T), equals(W @ U, P)), this_potential), name="fits")
    yield "So it is the gradient of (8) in exactly this case.", \
        ByLemma("exactly", by=["symmetric scores", "values fit", "fits"], says=this_criterion, name="potential (8)")
    climbs = Printed(rate(energy, flow) >= 0, part="variant", name="climbs for any P")
    yield "If every positive definite $P$ sufficed with $U = W = I$, the flow would at least increase (8).", climbs
    s = Fraction(5, 13)
    yield r"With $P = \operatorname{diag}(8, 1)$ it decreases (8) at two tokens.", \
        Witness(climbs, {P: [[8, 0], [0, 1]], W: [[1, 0], [0, 1]],
                         v: [[-s, Fraction(-12, 13)], [s, Fraction(-12, 13)]]}, name="falls")
