"""What shrinks the diameter without a constant: how much any two tokens see in common (Dobrushin)."""

from verify.vocabulary import *

from .paper import PAPER, residual


@statement("RC-3", PAPER.label("repairs the theorem, with Dobrushin's coefficient"), origin="ours", position=(3,),
           title="The diameter shrinks by what any two tokens see in common")
def overlap(given: Given) -> Proof:
    eps = given(scalar_between("eps", 0, 1, closed=True, latex=r"\varepsilon"))
    x, A = given(any_vectors("x")), given(row_stochastic("A"))
    i, j = tokens.any("i", "j")

    yield claim(
        r"Let any two rows of the weights, which need not be doubly stochastic, have the weight $\omega$ in "
        r"common, that is, differ by at most $2 (1 - \omega)$ in all, in every layer. Then the diameter is at most "
        r"$(1 - \varepsilon \omega)^k$ times the first one after $k$ layers ($e^{-r k}$ times, if "
        r"$1 - \varepsilon \omega \le e^{-r}$).",
        for_every(any_scalar("omega"), lambda omega: for_every(any_scalar("r"), lambda r: for_every(
            nonnegative_scalar("D"), lambda D: implies(
                both(always(for_every((i, j), total(absolute(A[i, k] - A[j, k]) for k in tokens) <= 2 * (1 - omega))),
                     1 - eps * omega <= exp(-r), at_start(norm(x[i] - x[j]) <= D)),
                always(norm(x[i] - x[j]) <= D * exp(-r * elapsed)))))),
        along=orbit(residual(x, A, eps), varying=[A])) \
        .but_not("of tokens that see nothing in common", for_every(nonnegative_scalar("D"), lambda D: implies(
                     at_start(norm(x[i] - x[j]) <= D), always(norm(x[i] - x[j]) <= D * exp(-elapsed)))),
                 at={eps: 1, x: [[0], [1]], A: [[1, 0], [0, 1]]})

    q, c = given(coefficients("q")), given(covector("c"))
    low, high = given(any_scalar("low")), given(any_scalar("high"))
    yield "Read along a covector, what two tokens see in common cancels, and the rest lies in the range of all.", \
        Inequality(c @ total(A[i, k] * x[k] for k in tokens) - c @ total(A[j, k] * x[k] for k in tokens)
                   <= (1 - total(q[k] for k in tokens)) * (high - low),
                   where=[every(lambda k: q[k] <= A[i, k]), every(lambda k: q[k] <= A[j, k]),
                          every(lambda k: low <= c @ x[k]), every(lambda k: c @ x[k] <= high)],
                   because=total((A[i, k] - q[k]) * (high - c @ x[k]) + (A[j, k] - q[k]) * (c @ x[k] - low)
                                 for k in tokens), name="in common") \
        .but_not("one of them sees it", where=[
            every(lambda k: q[k] <= A[i, k]), every(lambda k: low <= c @ x[k]), every(lambda k: c @ x[k] <= high)])
