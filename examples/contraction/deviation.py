"""What the spectral gap does shrink: the deviation from the mean, and so a diameter with a constant."""

from verify.vocabulary import *

from .paper import PAPER, has_gap, residual, spread, square


@statement("RC-2", PAPER.label("repairs the theorem, with the gap"), origin="ours", position=(2,),
           title="The deviation from the mean shrinks by the spectral gap")
def deviation(given: Given) -> Proof:
    eps = given(scalar_between("eps", 0, 1, closed=True, latex=r"\varepsilon"))
    x, A = given(any_vectors("x")), given(doubly_stochastic("A"))
    i, j, n = *tokens.any("i", "j"), tokens.count

    yield claim(
        r"With doubly stochastic weights of spectral gap $\gamma$, other ones in every layer perhaps, the "
        r"squared distances of the tokens to their mean add up to at most $(1 - \varepsilon \gamma)^{2 k}$ "
        r"times the first sum after $k$ layers ($e^{-2 r k}$ times, if $1 - \varepsilon \gamma \le e^{-r}$), "
        r"and the diameter is at most $\sqrt{n}\,(1 - \varepsilon \gamma)^k$ times the first one.",
        for_every(scalar_between("gamma", 0, 1, closed=True), lambda gamma: for_every(
            any_scalar("r"), lambda r: implies(
                both(always(has_gap(A, gamma)),
                     1 - eps * gamma <= exp(-r)),
                both(for_every(nonnegative_scalar("E"), lambda E: implies(
                         at_start(spread(x) <= E), always(spread(x) <= E * exp(-2 * r * elapsed)))),
                     for_every(nonnegative_scalar("D"), lambda D: implies(
                         at_start(norm(x[i] - x[j]) <= D),
                         always(norm(x[i] - x[j]) <= square_root(n) * D * exp(-r * elapsed)))))))),
        along=orbit(residual(x, A, eps), varying=[A])) \
        .but_not("of weights without a gap", for_every(nonnegative_scalar("E"), lambda E: implies(
                     at_start(spread(x) <= E),
                     always(spread(x) <= E * exp(-elapsed)))),
                 at={eps: 1, x: [[0], [1]], A: [[1, 0], [0, 1]]})

    g, y, z = given(positive_scalar("g")), given(any_vectors("y")), given(any_vectors("z"))
    Z, Y = total(square(z[k]) for k in tokens), total(square(y[k]) for k in tokens)
    yield "Differences to the mean move by what weights make of them: they stay, or are $g$ times as long. " \
        r"So all are $1 - \varepsilon + \varepsilon g$ times as long at most.", \
        Inequality(total(square((1 - eps) * z[k] + eps * y[k]) for k in tokens) <= (1 - eps + eps * g) ** 2 * Z,
                   where=[Y <= g**2 * Z], name="shorter",
                   because=(1 - eps) * eps / g * (total(square(g * z[k] - y[k]) for k in tokens) + (g**2 * Z - Y))
                   + eps**2 * (g**2 * Z - Y)) \
        .but_not("they are $g$ times as long", claim=total(square((1 - eps) * z[k] + eps * y[k]) for k in tokens)
                 <= g**2 * Z) \
        .but_not("whatever weights make of them", where=[])
    yield "The sum of their squares is that of all squared distances of two tokens, over $2 n$.", \
        Identity(spread(x), total(total(square(x[i] - x[j]) for j in tokens) for i in tokens) / (2 * n), name="pairs") \
        .but_not("over $n$", right=total(total(square(x[i] - x[j]) for j in tokens) for i in tokens) / n)
    m = let("m", lambda: total(x[k] for k in tokens) / n)
    yield "and no two tokens are farther apart than twice their distances to the mean allow.", \
        Inequality(square(x[i] - x[j]) <= 2 * square(x[i] - m) + 2 * square(x[j] - m), name="two tokens",
                   because=square((x[i] - m) + (x[j] - m))) \
        .but_not("than these", claim=square(x[i] - x[j]) <= square(x[i] - m) + square(x[j] - m))
