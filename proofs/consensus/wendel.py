"""Section 4: how often random tokens lie in one hemisphere."""

from itertools import product

from proofs.citations import CENTRAL_ARRANGEMENT
from proofs.consensus.paper import PAPER
from verify.vocabulary import (
    Cited,
    Counted,
    Fraction,
    Given,
    Identity,
    Induction,
    Printed,
    Proof,
    Scalar,
    Witness,
    binomial,
    integer_scalar,
    integers,
    let,
    power,
    statement,
    total,
)


def hemisphere_patterns(l: int, n: int) -> int:
    """Count the sign patterns that put l generic points of S^n into one open hemisphere.

    The points lie on the moment curve, hence in general position; a pattern is counted if some
    covector is positive on all signed points, decided exactly by Fourier-Motzkin elimination.
    """
    points = [[Fraction(t) ** k for k in range(n + 1)] for t in range(1, l + 1)]
    return sum(
        _some_covector([[e * z for z in row] for e, row in zip(pattern, points, strict=True)])
        for pattern in product((1, -1), repeat=l)
    )


def _some_covector(rows: list[list[Fraction]]) -> bool:
    """Return whether some c has c.r > 0 for every row r, eliminating one unknown at a time."""
    while rows and rows[0]:
        up = [r for r in rows if r[-1] > 0]
        down = [r for r in rows if r[-1] < 0]
        rest = [r[:-1] for r in rows if r[-1] == 0]
        if any(not any(r) for r in rows):
            return False
        rows = rest + [
            [a / p[-1] - b / q[-1] for a, b in zip(p[:-1], q[:-1], strict=True)]
            for p in up
            for q in down
        ]
    return not rows


@statement("A-R4.3", PAPER.label("Remark 4.3"), title="Wendel's probability of a hemisphere",
           position=(4, 3), argued=False)
def wendel(given: Given) -> Proof:
    l = given(integer_scalar("l", at_least=1, latex=r"\ell"))
    n = given(integer_scalar("n_", at_least=0, latex="n"))

    def regions(l: Scalar, n: Scalar) -> Scalar:
        return total(binomial(l - 1, mu) for mu in integers(0, n))

    p = let("p", lambda: 2 * regions(l, n) / power(2, l))
    yield "One more point: the sums of binomial coefficients obey Pascal's rule.", \
        Induction(n, 0, Identity(regions(l + 1, n), regions(l, n) + regions(l, n - 1))
                  .but_not("both terms reach as far",
                           right=2 * regions(l, n)), name="recursion")
    yield "So does the probability: it is the mean of those with one point less, in this dimension " \
        "and in the one below.", \
        Induction(n, 0, Identity(2 * regions(l + 1, n) / power(2, l + 1),
                                 (2 * regions(l, n) / power(2, l)
                                  + 2 * regions(l, n - 1) / power(2, l)) / 2)
                  .but_not("the mean with the dimension above",
                           right=(2 * regions(l, n) / power(2, l)
                                  + 2 * regions(l, n + 1) / power(2, l)) / 2),
                  name="probability")
    cases = {l: range(1, 7), n: range(0, 4)}
    yield "Exhaustively, for up to six points in up to four dimensions, all sign patterns counted:", \
        Counted(p, lambda l, n_: Fraction(hemisphere_patterns(l, n_), 2**l), cases,
                name="enumeration") \
        .but_not("the sum stops at n - 1", formula=2 * regions(l, n - 1) / power(2, l)) \
        .but_not("the sum goes on to n + 1", formula=2 * regions(l, n + 1) / power(2, l)) \
        .but_not("l in the place of l - 1", formula=2 * regions(l + 1, n) / power(2, l)) \
        .but_not("2^{-l} in the place of 2^{1-l}", formula=regions(l, n) / power(2, l))
    yield "On the circle this is l / 2^{l-1},", \
        Counted(2 * l / power(2, l), lambda l: Fraction(hemisphere_patterns(l, 1), 2**l),
                {l: range(1, 9)}, name="circle")
    yield "and l <= n + 1 points in general position always share a hemisphere.", \
        Counted(2 * regions(l, l - 1) / power(2, l), lambda l: 1, {l: range(1, 12)},
                name="certain") \
        .but_not("already at n = l - 2", formula=2 * regions(l, l - 2) / power(2, l))
    yield "For every number of points this is the classical theorem.", \
        Cited(CENTRAL_ARRANGEMENT, {"the recursion determines the formula": "probability",
                                    "the formula agrees with enumeration": "enumeration"},
              name="theorem")
    printed = Printed(2 * regions(l, n - 1) / power(2, l) >= p, name="printed sum")
    yield "The printed sum stops at n - 1. It would have to be as large as the true one:", printed
    yield "two points of a circle lie in one half circle, with probability 1 and not 1/2.", \
        Witness(printed, {l: 2, n: 1}, name="two points")
