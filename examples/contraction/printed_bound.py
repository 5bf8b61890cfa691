"""The printed bound: no diameter shrinks by the spectral gap alone."""

from verify.vocabulary import *

from .paper import PAPER, has_gap, residual


@statement("RC-1", PAPER.label("Theorem, as announced"), repaired_by=("RC-2", "RC-3"), position=(1,),
           title="The diameter shrinks by the spectral gap", argued=False)
def printed_bound(given: Given) -> Proof:
    eps = given(scalar_between("eps", 0, 1, closed=True, latex=r"\varepsilon"))
    x, A = given(any_vectors("x")), given(doubly_stochastic("A"))
    i, j = tokens.any("i", "j")
    layer = residual(x, A, eps)

    yield claim(
        r"Printed, and false: with doubly stochastic weights of spectral gap $\gamma$ the diameter of the "
        r"tokens is at most $(1 - \varepsilon \gamma)^k$ times the first one after $k$ layers "
        r"($e^{-r k}$ times, if $1 - \varepsilon \gamma \le e^{-r}$).",
        for_every(scalar_between("gamma", 0, 1, closed=True), lambda gamma: for_every(
            any_scalar("r"), lambda r: for_every(nonnegative_scalar("D"), lambda D: implies(
                both(always(has_gap(A, gamma)),
                     1 - eps * gamma <= exp(-r), at_start(norm(x[i] - x[j]) <= D)),
                always(norm(x[i] - x[j]) <= D * exp(-r * elapsed)))))),
        along=orbit(layer, varying=[A]), refuted=True)
    # A proof checker tells that a proof has no gap, and so proves the statement in the code. That this says
    # what is announced, a person has to read: with another distance than the diameter, or with its
    # contraction among the hypotheses, the code is right and the sentence false.

    z = [given(any_scalar(f"z{k}", f"z_{k}")) for k in range(1, 7)]
    lazy = [(2 * z[k] + z[k - 1] + z[(k + 1) % 6]) / 4 for k in range(6)]
    yield "The lazy walk on a cycle of six stays with probability 1/2 and goes either way with 1/4. On " \
        "values that add up to 0 it has gap 1/4: the rest of their squares are squares,", \
        Identity(Fraction(9, 16) * sum(a**2 for a in z) - sum(a**2 for a in lazy),
                 (2 * z[0] - z[1] - z[2] + 2 * z[3] - z[4] - z[5]) ** 2 / 24
                 + (z[1] - z[2] + z[4] - z[5]) ** 2 / 8
                 + 3 * (z[0] - z[1] + z[2] - z[3] + z[4] - z[5]) ** 2 / 32
                 - Fraction(7, 96) * sum(z[1:], start=z[0]) ** 2, name="gap") \
        .but_not("gap 1/3", left=Fraction(4, 9) * sum(a**2 for a in z) - sum(a**2 for a in lazy)) \
        .but_not("whatever they add up to", right=(2 * z[0] - z[1] - z[2] + 2 * z[3] - z[4] - z[5]) ** 2 / 24
                 + (z[1] - z[2] + z[4] - z[5]) ** 2 / 8
                 + 3 * (z[0] - z[1] + z[2] - z[3] + z[4] - z[5]) ** 2 / 32)
    printed = Printed(norm(layer(2) - layer(5)) <= (1 - eps / 4) * norm(x[2] - x[5]), name="one layer")
    yield r"Tokens 2 and 5 of that walk would have to be closer by a quarter of $\varepsilon$ after a layer, " \
        "where no two tokens are farther apart before:", printed
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    walk = [[half if i == j else quarter if (i - j) % 6 in (1, 5) else 0 for j in range(6)] for i in range(6)]
    yield r"from $(1, 1, 1, -1, -1, -1)$ they do not move, since they have seen their like alone, and the " \
        "diameter is still 2.", \
        Witness(printed, {eps: 1, A: walk, x: [[1], [1], [1], [-1], [-1], [-1]]}, name="six-cycle")
