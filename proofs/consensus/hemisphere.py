"""Section 4: consensus from a hemisphere."""

from proofs.citations import BARBALAT, COMPARISON
from proofs.consensus.paper import PAPER
from verify.vocabulary import (
    Cited,
    Fraction,
    Given,
    Identity,
    Inequality,
    Printed,
    Proof,
    Witness,
    angle_between,
    any_head_weights,
    any_operator,
    attention_flow,
    bounded_below,
    closed_hemisphere,
    cos,
    covector,
    differs,
    every,
    heads,
    identity_operator,
    let,
    modes,
    mutant,
    nonnegative_head_weights,
    open_hemisphere,
    pi,
    positive_definite,
    positive_definite_square,
    positive_scalar,
    rate,
    softmax_flow,
    square_root,
    statement,
    that,
    tokens,
    total,
    unit_tokens,
    unit_vector,
)


@statement("A-T4.1", PAPER.label("Theorem 4.1, eq. (10)"), title="Consensus from a hemisphere",
           position=(4, 1))
def hemisphere(given: Given) -> Proof:
    W, c = given(positive_definite("W")), given(covector("c"))
    y = given(unit_tokens("y", metric=W))
    inside = given(open_hemisphere(y, along=c))
    alpha = given(nonnegative_head_weights("alpha"))
    flow = attention_flow(y, weights=alpha, metric=W)
    i, j = tokens.any("i", "j")
    s = let("s", lambda i: c @ y[i])
    g = let("g", lambda i, j: y[i] @ W @ y[j])
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))

    yield "Each margin moves by the attention-weighted excess of the others.", \
        Identity(rate(s[i], flow), total(w[i, j] * (s[j] - s[i] * g[i, j]) for j in tokens),
                 name="margin rate") \
        .but_not("the Gram entry is taken without W",
                 right=total(w[i, j] * (s[j] - s[i] * (y[i] @ y[j])) for j in tokens))
    yield "At the least margin every summand is nonnegative,", \
        Inequality(s[i] * g[i, j] <= s[j], where=[s[i] <= s[j]],
                   because=(s[j] - s[i]) + s[i] * (1 - g[i, j]), name="summand") \
        .but_not("at any margin", where=[])
    yield "so the least margin does not decrease,", \
        Inequality(rate(s[i], flow) >= 0, where=[every(lambda j: s[i] <= s[j])], name="least margin",
                   because=total(w[i, j] * ((s[j] - s[i]) + s[i] * (1 - g[i, j])) for j in tokens)) \
        .but_not("no margin decreases", where=[]) \
        .but_not("value matrix -I", claim=rate(s[i], attention_flow(
            y, weights=alpha, metric=W, value=-identity_operator())) >= 0)
    yield "and a summand is positive unless token j has met token i:", \
        Inequality(s[i] * g[i, j] < s[j], where=[s[i] <= s[j], g[i, j] < 1],
                   because=(s[j] - s[i]) + s[i] * (1 - g[i, j]), name="strict")
    yield "their distance is", \
        Identity((y[i] - y[j]) @ W @ (y[i] - y[j]), 2 * (1 - g[i, j]), name="distance") \
        .but_not("without W", left=(y[i] - y[j]) @ (y[i] - y[j]))
    yield "No token is faster than its weights allow.", \
        Inequality(rate(y[i], flow) @ W @ rate(y[i], flow) <= total(w[i, j] for j in tokens) ** 2,
                   because=total(w[i, j] * g[i, j] for j in tokens) ** 2
                   + total(total(w[i, j] * w[i, k] * (1 - g[j, k]) for k in tokens) for j in tokens),
                   name="speed")
    yield "Hence the tokens approach consensus.", \
        Cited(BARBALAT, {"V does not increase, by at least the minorant": "least margin",
                         "the motion is Lipschitz": "speed",
                         "the minorant vanishes only at the set": ["strict", "distance"]},
              name="consensus")

    P = given(any_operator("P"))
    printed = softmax_flow(y, scores=P, metric=W, row_sum=1 / square_root(modes.count))
    continuous = Printed(differs(s[1], s[2]), rate(s[1], printed) >= rate(s[2], printed),
                         part="argument", name="continuous Dini derivative")
    yield "The printed argument needs the Dini derivative of the largest 1 - s_i to be continuous: " \
        "then two tokens that share the least margin move it at one rate.", continuous
    yield "They do not: it jumps when the active token changes.", \
        Witness(continuous, {W: [[1, 0], [0, 1]], c: [1, 0], P: [[0, 1], [1, 0]],
                             y: [[Fraction(3, 5), Fraction(4, 5)],
                                 [Fraction(3, 5), Fraction(-4, 5)]]}, name="jump")
    yield mutant("a closed hemisphere suffices", drop=inside,
                 assume=closed_hemisphere(y, along=c))
    yield mutant("weights may be negative", drop=alpha, assume=any_head_weights("alpha"))


@statement("A-T4.1+", PAPER.label("strengthens Theorem 4.1"), origin="ours",
           title="Exponential consensus by gnomonic coordinates", position=(4, 1, 1))
def gnomonic(given: Given) -> Proof:
    W, R, _ = given(positive_definite_square("W", root="R", inverse="S"))
    p = given(unit_vector("p", metric=W))                   # c = W p, so that c^T W^{-1} c = 1
    y = given(unit_tokens("y", metric=W))
    inside = given(open_hemisphere(y, along=W @ p))
    alpha = given(nonnegative_head_weights("alpha"))
    m = given(positive_scalar("m"))
    bounded = given(bounded_below(alpha, by=m))
    flow = attention_flow(y, weights=alpha, metric=W)
    i, j, k = tokens.any("i", "j", "k")
    s = let("s", lambda i: (W @ p) @ y[i])
    g = let("g", lambda i, j: y[i] @ W @ y[j])
    x = let("x", lambda i: y[i] / s[i])
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))
    beta = let("beta", lambda i, j: w[i, j] * s[j] / s[i])
    n, h = tokens.count, heads.count

    yield "No margin exceeds 1, by Cauchy and Schwarz.", \
        Inequality(s[i] <= 1, because=(R @ (p - y[i])) @ (R @ (p - y[i])) / 2, name="margin") \
        .but_not("every margin is at most 1/2", claim=s[i] <= Fraction(1, 2))
    yield "In gnomonic coordinates the flow is a linear consensus system.", \
        Identity(rate(x[i], flow), total(beta[i, j] * (x[j] - x[i]) for j in tokens),
                 name="consensus system") \
        .but_not("the weights are not changed",
                 right=total(w[i, j] * (x[j] - x[i]) for j in tokens))
    yield "The heads add up,", \
        Inequality(w[i, j] >= h * m, because=total(alpha[a, i, j] - m for a in heads),
                   name="heads") \
        .but_not("each head alone is as heavy", claim=w[i, j] >= (h + 1) * m)
    sigma = given(positive_scalar("sigma"))
    small = given(that(s[j] >= sigma))
    given(that(s[j] <= 1))
    yield "so its weights are bounded below by h m sigma,", \
        Inequality(beta[i, j] >= h * m * sigma, name="weights",
                   because=((w[i, j] - h * m) * s[j] + h * m * (s[j] - sigma)
                            + h * m * sigma * (1 - s[i])) / s[i],
                   where=[w[i, j] >= h * m]) \
        .but_not("sigma does not matter", claim=beta[i, j] >= h * m)
    xi, b = given(covector("xi")), given(positive_scalar("b"))
    u = let("u", lambda i: xi @ x[i])
    yield "and every coordinate's spread decreases at least at the rate l b, where b is that bound.", \
        Inequality(rate(u[i], flow) - rate(u[k], flow) <= -n * b * (u[i] - u[k]), name="spread",
                   where=[every(lambda j: u[j] <= u[i]), every(lambda j: u[k] <= u[j]),
                          every(lambda j: beta[i, j] >= b), every(lambda j: beta[k, j] >= b)],
                   because=total((beta[i, j] - b) * (u[i] - u[j]) for j in tokens)
                   + total((beta[k, j] - b) * (u[j] - u[k]) for j in tokens)) \
        .but_not("tokens beyond the extremes are allowed",
                 where=[every(lambda j: beta[i, j] >= b), every(lambda j: beta[k, j] >= b)])
    yield "The tokens are no further apart than their gnomonic images.", \
        Inequality((y[i] - y[j]) @ W @ (y[i] - y[j]) <= (x[i] - x[j]) @ W @ (x[i] - x[j]),
                   because=(1 / s[i] - 1 / s[j]) ** 2
                   + 2 * ((1 - s[i]) + s[i] * (1 - s[j])) / (s[i] * s[j]) * (1 - g[i, j]),
                   name="retraction") \
        .but_not("the images are closer", claim=(y[i] - y[j]) @ W @ (y[i] - y[j])
                 >= (x[i] - x[j]) @ W @ (x[i] - x[j]))
    yield "Hence exponential consensus with the rate l h m sigma.", \
        Cited(COMPARISON, {"the differential inequality": ["spread", "weights"]},
              name="exponential")
    turn = given(angle_between("turn", 0, pi()))
    bounded_scores = Printed(square_root(2) / (100 * (1 - cos(turn))) >= Fraction(1, 10),
                             part="variant", name="unbounded scores")
    yield "Scores must be bounded. On a circle with P = 100 t I, two tokens closing from the angle 1 " \
        "turn no faster than sqrt(2) exp(-100 t (1 - cos(angle))); to fall below 9/10 the integral " \
        "of that at 9/10 would have to reach 1/10.", bounded_scores
    yield "It does not: they never meet.", \
        Witness(bounded_scores, {turn: Fraction(9, 10)}, name="they never meet")
    yield mutant("the margins need not be at least sigma", drop=small)
    yield mutant("the weights need no lower bound", drop=bounded)
    yield mutant("the hemisphere may be closed", drop=inside,
                 assume=closed_hemisphere(y, along=W @ p))
