"""Pictures of paper A's witnesses: the scenes that its statements declare."""

from verify.vocabulary import *

Varying = tuple[Wave, ...]
Matrix = list[list[int]]

F = Fraction
MET = Tell("All tokens have met, to within $1/100$.", below=F(1, 100))

# ------------------------------------------------------------------ section 3

OPPOSITE = Scene(
    "Opposite tokens",
    "Two opposite tokens are at rest, for $P = I$: consensus does not follow from every start. But "
    "they are a saddle. Move one of them, however little, and they meet.",
    tokens=(on_circle(pi() / 3), on_circle(pi() / 3 + pi())), duration=24,
    scores=[[1, 0], [0, 1]],
    watch=(Watch("distance", "distance of the two tokens", tokens=(1, 2), tells=(
        MET, Tell("The tokens are opposite: an equilibrium.", above=F(19999, 10000), at_start=True),
        Tell("The tokens are not opposite: they will meet.", below=F(19999, 10000), at_start=True))),),
)
SQUARE = Scene(
    "Four tokens in a square",
    "Four tokens at right angles are at rest, for $P = I$ on the circle. So are the corners of "
    "every regular polygon; only consensus attracts. Two tokens begin up to $1/100$ off.",
    tokens=tuple(on_circle(k * pi() / 2 + off) for k, off in enumerate((F(0), F(1, 100), F(1, 200), F(0)))),
    duration=40, scores=[[1, 0], [0, 1]],
    watch=(Watch("spread", "largest distance of two tokens", tells=(MET,)),
           Watch("hemisphere", "margin in the best hemisphere (positive: inside an open one)", tells=(
               Tell("All tokens are in one open hemisphere: they cannot but meet.", above=F(1, 100)),))),
)
TRIANGLE = Scene(
    "The triangle that turns forever",
    "Three tokens 120 degrees apart, $U = I$, and $P$ a quarter turn, which is not symmetric. The "
    "triangle turns as a rigid one, at the speed 0.3155: a periodic orbit, so that no trajectory "
    "of it tends to an equilibrium. Symmetry of $P$ is needed.",
    tokens=tuple(on_circle(2 * pi() * k / 3) for k in range(3)), duration=20,
    scores=[[0, -1], [1, 0]], row_sum=1 / square_root(2),
    watch=(Watch("angle", "angle of token 1 with its start", tokens=(1,), mark="start", tells=(
               Tell("Token 1 has made half a turn.", above=F(1799, 10)),)),
           Watch("distance", "distance of tokens 1 and 2", tokens=(1, 2))),
    marks=(Mark("start", (1, 0)),),
)

# ------------------------------------------------------------------ section 4

_INSIDE = (Tell("The tokens are in an open hemisphere: the theorem promises consensus.", above=0,
                at_start=True),
           Tell("The tokens are in no open hemisphere: the theorem promises nothing.", below=0,
                at_start=True))
HEMISPHERE = Scene(
    "Consensus from a hemisphere",
    "Five tokens in an open hemisphere of the sphere meet, for $U = I$ and any bounded $P$, here "
    "one that is not symmetric. Drag a token to the other side: the theorem then says nothing.",
    tokens=((F(2, 3), F(1, 3), F(2, 3)), (F(-2, 3), F(2, 3), F(1, 3)), (F(2, 7), F(-6, 7), F(3, 7)),
            (F(4, 5), F(-3, 5), 0), (F(-3, 5), 0, F(4, 5))),
    duration=16, scores=[[1, -2, 0], [2, 1, 1], [0, -1, F(1, 2)]],
    watch=(Watch("hemisphere", "margin in the best hemisphere (positive: inside an open one)",
                 tells=_INSIDE),
           Watch("spread", "largest distance of two tokens", tells=(MET,), logarithmic=True)),
)
HALF_CIRCLE = Scene(
    "A half circle",
    "The same on the circle, with the witness against the printed argument: $P$ exchanges the "
    "axes, and tokens 1 and 2, at the same distance from the middle, are not equally fast. Drag "
    "token 3 until the three are in no half circle.",
    tokens=((F(3, 5), F(4, 5)), (F(3, 5), F(-4, 5)), (F(24, 25), F(7, 25))), duration=14,
    scores=[[0, 1], [1, 0]], row_sum=1 / square_root(2), marks=(Mark("c", (1, 0)),),
    watch=(Watch("hemisphere", "margin in the best half circle (positive: inside an open one)",
                 tells=_INSIDE),
           Watch("margin", "least margin along $c$", mark="c"),
           Watch("spread", "largest distance of two tokens", tells=(MET,), logarithmic=True)),
)
TWO_TOKENS = Scene(
    "Two tokens of a circle",
    "Printed: two random tokens of a circle lie in one open half circle with probability $1/2$. They do unless they "
    "are opposite, so with probability 1. Drag a token: only at the antipode of the other is the margin 0.",
    tokens=(on_circle(0), on_circle(3)), duration=16,
    watch=(Watch("hemisphere", "margin in the best half circle (positive: inside an open one)",
                 tells=_INSIDE),
           Watch("distance", "distance of the two tokens", tokens=(1, 2), tells=(MET,))),
)
_ARC = tuple(on_circle(F(angle, 10)) for angle in (0, 26, 9, 19, 29, 13))
_TOGETHER = Watch("spread", "largest distance of two tokens", logarithmic=True, tells=(MET,))
ROOTED = (
    Scene(
        "Causal mask",
        "Each token sees itself and those before it. Token 1 is the root: it sees nobody else, is at rest, "
        "and all others come to it.",
        tokens=_ARC, duration=30, mask="causal",
        watch=(_TOGETHER, Watch("distance", "distance of tokens 1 and 6", tokens=(1, 6))),
    ),
    Scene(
        "Causal window of two",
        "Each token sees itself and the one before it: a chain of the length 5. It is rooted too, so all "
        "meet at token 1; but what token 6 does comes last, along the chain.",
        tokens=_ARC, duration=60, mask=[[int(0 <= i - j < 2) for j in range(6)] for i in range(6)],
        watch=(_TOGETHER, Watch("distance", "distance of tokens 1 and 6", tokens=(1, 6))),
    ),
    Scene(
        "Two roots",
        "Tokens 1 to 3 see only each other, tokens 4 and 5 see only each other, and token 6 sees all. The "
        "mask has no root: two groups meet, each by itself, and token 6 stays between them.",
        tokens=_ARC, duration=30,
        mask=[[1, 1, 1, 0, 0, 0]] * 3 + [[0, 0, 0, 1, 1, 0]] * 2 + [[1, 1, 1, 1, 1, 1]],
        watch=(Watch("spread", "largest distance of two tokens"),
               Watch("distance", "distance of tokens 1 and 2", tokens=(1, 2), logarithmic=True, tells=(
                   Tell("Tokens 1 and 2 have met, to within $1/100$.", below=F(1, 100)),)),
               Watch("distance", "distance of tokens 4 and 5", tokens=(4, 5), logarithmic=True, tells=(
                   Tell("Tokens 4 and 5 have met, to within $1/100$.", below=F(1, 100)),))),
    ),
)

# ------------------------------------------------------------------ section 5

ORTHOGONAL = Scene(
    "A weaker direction attracts",
    r"One token, $U = \operatorname{diag}(2, 1, 0)$. Printed: the eigenvectors other than $v_1$ attract "
    "nothing. But a start orthogonal to $v_1$ tends to $v_2$. Move it off that plane, however little, and "
    "it goes to $v_1$ or $-v_1$.",
    tokens=((0, F(3, 5), F(4, 5)),), duration=14, value=[[2, 0, 0], [0, 1, 0], [0, 0, 0]],
    marks=(Mark("v₁", (1, 0, 0)), Mark("v₂", (0, 1, 0))),
    watch=(Watch("angle", "angle of the token with $v_2$", tokens=(1,), mark="v₂", logarithmic=True, tells=(
               Tell("The token is within $1/10$ of a degree of $v_2$.", below=F(1, 10)),)),
           Watch("angle", "angle of the token with $v_1$", tokens=(1,), mark="v₁")),
)


def lost_third_token(title: str, says: str, angle: Fraction, duration: int,
                     scores: Matrix | Varying | None = None) -> Scene:
    """Return the first two tokens at the angles 0 and 1, and a third that is meant to be lost."""
    last = Watch("angle", "angle of token 3 with the antipode of token 1", tokens=(3,), mark="−y₁",
                 logarithmic=True, tells=(
                     Tell("Token 3 has come within $1/10$ of a degree of the antipode.", below=F(1, 10)),
                     Tell("Token 3 has left: it goes to token 1 after all.", above=90)))
    return Scene(title, says, tokens=((1, 0), on_circle(1), on_circle(angle)), duration=duration,
                 scores=scores, mask="causal", drag=(2, 3), marks=(Mark("−y₁", (-1, 0)),),
                 watch=(last, Watch("distance", "distance of tokens 1 and 2", tokens=(1, 2),
                                    logarithmic=True)))


def trapped_tokens(angle: str) -> tuple[Scene, Scene]:
    """Return the scene of the third token that is lost at an angle, and one beside it."""
    return (
        lost_third_token(
            "The trapped token",
            "Causal attention, $P = 0$ and $U = I$. Printed: if neither token 2 nor token 3 begins at the "
            "antipode of token 1, all tokens meet. But token 2 pushes token 3 away from where it would have "
            f"to go, and from the angle {angle[:7]}... (196.5 degrees) it tends to the antipode. Move it by "
            "as little as you like, and it leaves.", F(angle), 20),
        lost_third_token(
            "A thousandth beside it",
            "The same start, but token 3 begins $1/1000$ further on. It stays near the antipode for long, and then "
            "goes to token 1: for every prefix that gathers only one point is lost.",
            F(angle) + F(1, 1000), 32),
    )


def in_other_coordinates(angle: str) -> Scene:
    """Return the trapped token again, as what the tokens of another projection are mapped to."""
    return lost_third_token(
        "The trapped token, in other coordinates",
        "Whatever $U$ is, the images $z_i = U y_i$ of tokens that move by (16) move by the model of "
        "Theorem 5.1, here with $P = 0$. So the same third token tends to the antipode of the first.",
        F(angle), 20)


EXCEPTIONAL_TOKENS = (
    lost_third_token(
        "Lost with unit scores",
        "Which point is lost depends on the scores. With $P = I$ it is 3.323985... for a second "
        "token at the angle 1. (Six decimals keep token 3 near the antipode for a while: what is "
        "left of the error grows.)", F("3.323985"), 22, [[1, 0], [0, 1]]),
    lost_third_token(
        "Lost with moving scores",
        r"With $P(t) = (\cos(t)/4, 1; -1, 0)$ it is 3.355616..., again one point only.",
        F("3.355616"), 14, (Wave([[0, 1], [-1, 0]]), Wave([[F(1, 4), 0], [0, 0]], 1))),
)


def turning_value(title: str, says: str, tangent: int, duration: int) -> Scene:
    """Return one token under a value matrix whose first eigenvector v turns away at the speed 1/2."""
    length = square_root(1 + tangent**2)
    return Scene(
        title, says, tokens=((1 / length, tangent / length),), duration=duration,
        value=turning([[2, 0], [0, 0]], speed=F(-1, 2)), marks=(Mark("v", (1, 0), F(-1, 2)),),
        watch=(Watch("angle", "angle of the token with $v$", tokens=(1,), mark="v", tells=(
            Tell("The token begins in the open hemisphere of $v$, as the theorem asks.", below=90,
                 at_start=True),
            Tell("The token has left the hemisphere of $v$.", above=90),
            Tell("The token is within 16 degrees of $v$.", below=16))),))


ROTATING_VALUE = (
    turning_value(
        "Lost by a turning value matrix",
        "$U(t)$ has the eigenvalues 2 and 0, and its first eigenvector $v$ turns at the speed $1/2$. The token begins "
        "in the hemisphere of $v$, at the angle atan 4 (76 degrees) from it, just beyond the threshold of 75. It "
        "leaves the hemisphere at the time 1.5207, and ends 195 degrees from $v$, on the other side.",
        4, 12),
    turning_value(
        "Kept by a turning value matrix",
        "The same matrix, with a token at atan 3 (71.6 degrees), below the threshold of 75 "
        "degrees: it follows $v$, 15 degrees behind.", 3, 12),
)

# ------------------------------------------------------------------ remark 2.3

PRE_NORM = Scene(
    "Pre-norm, slower and slower",
    "Before a layer tokens are normalised for attention only, and their lengths grow. Two tokens "
    "without scores, $U = I$: the directions meet, but the tangent of half their angle falls like "
    "$1/t$, not exponentially. (On the logarithmic axis an exponential would be a straight line.)",
    tokens=((F(3, 5), F(4, 5)), (F(3, 5), F(-4, 5))), duration=100, motion="free",
    row_sum=1 / square_root(2),
    watch=(Watch("angle", "angle of the two directions", tokens=(1, 2), logarithmic=True, tells=(
               Tell("The directions are within 5 degrees.", below=5),)),
           Watch("length", "length of token 1", tokens=(1,))),
)
POST_NORM = Scene(
    "Post-norm, for comparison",
    "The same two tokens on the circle, as section 2 has them: exponentially fast.",
    tokens=((F(3, 5), F(4, 5)), (F(3, 5), F(-4, 5))), duration=12, row_sum=1 / square_root(2),
    watch=(Watch("angle", "angle of the two tokens", tokens=(1, 2), logarithmic=True, tells=(
        Tell("The tokens are within 5 degrees.", below=5),)),),
)
