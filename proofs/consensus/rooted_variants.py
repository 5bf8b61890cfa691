"""What `rooted_masks` does not say, each with the instance that refutes it, and masks in use."""

from dataclasses import dataclass

from verify.attention import graphs
from verify.language.motion import Flow
from verify.language.symbols import Abbreviation1
from verify.statements.assumption import Condition
from verify.vocabulary import *

UP, DOWN = [Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]
UNIT = [[int(row == column) for column in range(4)] for row in range(4)]


@dataclass(frozen=True, eq=False)
class Masked:
    """What `rooted_masks` is about, for its variants."""

    W: Operator
    R: Operator                                             # its root
    Q: Operator                                             # the inverse of the root
    p: Vector
    y: Vectors
    inside: Condition                                       # an open hemisphere
    alpha: HeadWeights
    N: Mask
    flow: Flow
    x: Abbreviation1[Vector]                                # images in the gnomonic plane


@lemma
def variants(given: Given, known: Masked) -> Proof:
    """Yield claims that are too strong, each with its witness, and why it is one."""
    W, R, Q = known.W, known.R, known.Q
    p, y, alpha, N, x = known.p, known.y, known.alpha, known.N, known.x
    flow = known.flow
    apart = y[1] - y[2]
    gathering = Printed(rate(apart @ W @ apart, flow) < 0, part="variant", name="gathering")
    yield "No hypothesis can be dropped. Does the distance of two different tokens decrease under every mask?", gathering
    yield "It does not if the mask has no root. Two tokens that see only themselves do not move,", \
        Witness(gathering, {W: [[1, 0], [0, 1]], p: [1, 0], y: [UP, DOWN],
                            alpha: [[[1, 0], [0, 1]]], N: [[1, 0], [0, 1]]}, name="no root")
    yield "even if a third token sees both, so that the graph is weakly connected.", \
        Witness(gathering, {W: [[1, 0], [0, 1]], p: [1, 0], y: [UP, DOWN, [1, 0]],
                            alpha: [[[0, 0, 0], [0, 0, 0], [1, 1, 0]]],
                            N: [[0, 0, 0], [0, 0, 0], [1, 1, 0]]}, name="weakly connected")
    anywhere = Printed(rate(apart @ W @ apart, flow) < 0, part="variant", name="from anywhere",
                       without=[known.inside])
    yield "Is the hemisphere needed? Let the tokens start anywhere.", anywhere
    half = Fraction(1, 2)
    yield "It is: three tokens at angles of 120 degrees do not move under a full mask.", \
        Witness(anywhere, {W: UNIT, R: UNIT, Q: UNIT,
                           y: [[1, 0, 0, 0], [-half, half, half, half],
                               [-half, -half, -half, -half]],
                           alpha: [[[1, 1, 1]] * 3], N: [[1, 1, 1]] * 3}, name="no hemisphere")

    xi, m = given(covector("xi")), given(positive_scalar("m"))
    spread = xi @ x[1] - xi @ x[2]
    full_rate = Printed(rate(spread, flow) <= -tokens.count * m * spread, part="variant",
                        name="rate without sigma")
    yield r"Is the rate $n m$, without $\sigma$, under a full mask with weights of at least " \
        "$m$?", full_rate
    yield "It is not if the third token has a smaller margin.", \
        Witness(full_rate, {W: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], p: [1, 0, 0], xi: [0, 1, 0], m: 1,
                            y: [[*UP, 0], [*DOWN, 0], [Fraction(5, 13), 0, Fraction(12, 13)]],
                            alpha: [[[1, 1, 1]] * 3], N: [[1, 1, 1]] * 3}, name="smaller margin")
    with given.behind("needed"):
        with given.scope():  # The rate is not that of one edge, and the limit not the first start.
            a = given(positive_scalar("a"))
            turn, phase = given(angle("turn", latex=r"\omega")), given(angle("phase", latex=r"\chi"))
            yield "In a ring each of $n$ tokens sees only the next. Around consensus it has the " \
                r"mode $\cos(\chi + i \omega)$ with $\omega = 2 \pi/n$, which decays at the rate " \
                r"$1 - \cos\omega$ times the weight.", \
                Identity(cos(phase + turn) - cos(phase),
                         -(1 - cos(turn)) * cos(phase) - sin(turn) * sin(phase), name="ring mode") \
                .but_not("it does not rotate", right=-(1 - cos(turn)) * cos(phase))
            ring = Printed((1 - cos(turn)) / square_root(2) >= 1 / square_root(2), part="variant",
                           name="rate b")
            yield r"Is the rate $b = 1/\sqrt{d}$ for every rooted mask, on a circle?", ring
            yield "Not on a ring of twelve.", Witness(ring, {turn: pi() / 6}, name="ring of twelve")

            theta_1, theta_2 = given(angle("theta_1")), given(angle("theta_2"))
            pair = motion({theta_1: a * sin(theta_2 - theta_1), theta_2: a * sin(theta_1 - theta_2)})
            yield "Is the limit the initial position of the first token? Two tokens on a circle " \
                "that see each other with equal weights keep their midpoint.", \
                Identity(rate(theta_1 + theta_2, pair), 0, name="halfway") \
                .but_not("the first token is at rest", left=rate(theta_1, pair))
        yield from long_windows(given)


@lemma
def long_windows(given: Given) -> Proof:
    """Tokens that are connected again and again, but ever more rarely, need not meet."""
    a = given(positive_scalar("a"))
    theta, psi = (given(angle_between("theta", 0, pi() / 2)),
                  given(angle_between("psi", 0, pi() / 2)))
    yield r"Must the windows be uniform? On a circle, let a token at the angle $2 \theta$ " \
        r"see one at rest. Then $\tan(\theta)$ decays exponentially,", \
        Identity(rate(sin(theta) / cos(theta), motion({theta: -a * sin(2 * theta) / 2})),
                 -a * sin(theta) / cos(theta), name="half angle") \
        .but_not("twice as fast", right=-2 * a * sin(theta) / cos(theta))
    yield "and an angle is at most its tangent, since their difference grows.", \
        Inequality(rate(sin(psi) / cos(psi) - psi, motion({psi: 1})) >= 0, name="tangent",
                   because=(sin(psi) / cos(psi)) ** 2)
    total_way = 2 * tan(theta) * exp(-8 / square_root(2)) / (1 - exp(-3 / square_root(2)))
    windows = Printed(total_way >= Fraction(44, 10000), part="variant", name="no uniform window")
    yield r"Put three tokens at $-1/2$, 0 and $1/2$. In cycle $k = 0, 1, 2, \dots$ the " \
        "middle one sees the first for the time $8 + 3 k$, then the first sees the middle " \
        "one for the time 1, and likewise with the third. Every cycle connects the tokens " \
        "both ways. In a cycle an end moves by at most the angle that is left, so in all by " \
        r"at most $2 \tan(1/2)$ times the sum of $\exp(-(8 + 3 k)/\sqrt{2})$.", \
        windows
    yield "That is less than 0.0044, so the spread stays above 0.99.", \
        Witness(windows, {theta: Fraction(1, 2)}, name="they never meet")


@lemma
def examples(given: Given) -> Proof:
    """Yield what the masks in use are as graphs: one step for all sizes, the others counted."""
    l, w = given(integer_scalar("l", at_least=1)), given(integer_scalar("w", at_least=2))
    k = given(integer_scalar("k", at_least=0))
    a, b = given(integer_scalar("a", at_least=1)), given(integer_scalar("b", at_least=1))
    yield "Masks in use. In a causal window a token sees the last $w$ tokens, itself " \
        "included. A hop leads from $a$, within $k$ hops of the first token, to a $b$ at most " \
        "$w - 1$ after it, so the last of $l$ tokens is at least $(l - 1)/(w - 1)$ hops away.", \
        Inequality(b - 1 <= (k + 1) * (w - 1), name="hops",
                   where=[a - 1 <= k * (w - 1), b - a <= w - 1],
                   because=(k * (w - 1) - (a - 1)) + ((w - 1) - (b - a))) \
        .but_not("as many hops reach as far", claim=b - 1 <= k * (w - 1))
    widths = {k: range(1, 5), w: range(2, 6)}
    yield "By enumeration the bound is attained,", \
        Counted(k, lambda k, w: graphs.distance(
            graphs.causal_window(1 + k * (w - 1), w)), widths,
            name="causal window", example=True) \
        .but_not("one hop fewer", formula=k - 1)
    yield "A window of width 1 has no root: every token is a cluster of its own,", \
        Counted(l, lambda l: len(graphs.closed_components(graphs.causal_window(l, 1))),
                {l: range(1, 7)}, name="width 1", example=True)
    yield "and packed documents have one cluster for every document.", \
        Counted(k, lambda k, w: len(graphs.closed_components(
            graphs.packed([w] * k))), widths, name="documents", example=True) \
        .but_not("one in all", formula=k / k)
    yield "In a two-sided window every token is a root,", \
        Counted(k + w, lambda k, w: len(graphs.roots(
            graphs.window(k + w, w))), widths, name="two-sided window", example=True)
    yield "with a prefix every token of the prefix is one,", \
        Counted(w, lambda k, w: len(graphs.roots(graphs.prefix(k + w, w))),
                widths, name="prefix", example=True)
    yield "Layers that alternate between full attention and a window share the edges of the " \
        "window. So the window may be taken for the fixed mask.", \
        Counted(k, lambda k, w: graphs.distance(graphs.common(graphs.alternating(
            [graphs.causal(1 + k * (w - 1)),
             graphs.causal_window(1 + k * (w - 1), w)], layers=4))), widths,
            name="alternating layers", example=True)
