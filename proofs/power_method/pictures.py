"""Pictures of paper B's witnesses: the scenes that its statements declare."""

from verify.vocabulary import *

F = Fraction
FIRST = Mark("v₁", (1, 0))
SECOND = Mark("v₂", (0, 1))

# ------------------------------------------------------------------ the Oja map

_ENDS = (Tell("The two tokens are opposite, to within $1/100$ of 2.", above=F(199, 100)),
         Tell("The two tokens have met, to within $1/100$.", below=F(1, 100)))
DIPOLES = (
    Scene(
        "Mirror images end opposite",
        r"Oja map, $V = \operatorname{diag}(1, -1)$, step $1/4$. Two tokens that are mirror images of each other "
        "about $v_2$: the tangent of their angle with the line of $v_1$ shrinks by $3/4$ in every layer, and they "
        "tend to $v_1$ and $-v_1$. Printed: almost every start ends in consensus.",
        tokens=((F(3, 5), F(4, 5)), (F(-3, 5), F(4, 5))), duration=40, motion="layer", step=F(1, 4),
        value=[[1, 0], [0, -1]], marks=(FIRST, SECOND),
        watch=(Watch("distance", "distance of the two tokens", tokens=(1, 2), tells=_ENDS),
               Watch("angle", "angle of token 1 with $v_1$", tokens=(1,), mark="v₁", logarithmic=True)),
    ),
    Scene(
        "One start in five",
        r"The same without the symmetry, and with small steps. Let the angles be $M + \varphi$ and $M - \varphi$. A "
        r"start with $0 < M < 90$ degrees ends opposite if $M > 45$ and $\sin^2 \varphi > \sin 2M$, which happens "
        r"with the probability 0.1936 at random starts. Here $M = 70$ and $\varphi = 60$ degrees, and $0.75 > 0.643$. "
        "Drag the tokens towards each other: from some place on they meet.",
        tokens=(on_circle(F(13, 18) * pi()), on_circle(pi() / 18)), duration=30,
        value=[[1, 0], [0, -1]], marks=(FIRST, SECOND),
        watch=(Watch("distance", "distance of the two tokens", tokens=(1, 2), tells=_ENDS),),
    ),
)
OPPOSITE_PAIR = Scene(
    "A pair that stays opposite",
    r"Printed: all bipartite states are unstable. Equal weights, $V = \operatorname{diag}(1, -1)$, step "
    "$1/4$: two tokens at $v_1$ and $-v_1$. They begin up to $1/5$ off, and every layer multiplies their "
    "sum by about $3/4$: they end opposite, near where they began.",
    tokens=(on_circle(F(1, 5)), on_circle(pi() - F(1, 10))), duration=40, motion="layer", step=F(1, 4),
    value=[[1, 0], [0, -1]], marks=(FIRST,),
    watch=(Watch("distance", "distance of the two tokens", tokens=(1, 2), tells=_ENDS),
           Watch("angle", "angle of token 1 with $v_1$", tokens=(1,), mark="v₁")),
)
OFF_THE_EIGENVECTORS = Scene(
    "Consensus that is not at rest",
    r"Two tokens at one point, $V = \operatorname{diag}(1, 2)$, step 1. Printed: they can rest at a point "
    "that is no eigenvector. But they see only $x$, and $V x$ is no multiple of it: together they go to $v_2$.",
    tokens=((F(3, 5), F(4, 5)), (F(3, 5), F(4, 5))), duration=25, motion="layer", step=1,
    value=[[1, 0], [0, 2]], marks=(FIRST, SECOND),
    watch=(Watch("angle", "angle of token 1 with $v_2$", tokens=(1,), mark="v₂", logarithmic=True, tells=(
               Tell("Token 1 is within $1/10$ of a degree of $v_2$.", below=F(1, 10)),)),
           Watch("distance", "distance of the two tokens", tokens=(1, 2))),
)
POLYGON = Scene(
    "A polygon of the Oja map",
    "Three tokens 120 degrees apart add up to 0, so that every layer leaves them where they are: a polygonal state, "
    r"here for $V = \operatorname{diag}(2, 1)$ and the step $1/4$. It is unstable. Token 1 begins $1/100$ off.",
    tokens=tuple(on_circle(2 * pi() * k / 3 + (0 if k else F(1, 100))) for k in range(3)), duration=60,
    motion="layer", step=F(1, 4), value=[[2, 0], [0, 1]], marks=(FIRST,),
    watch=(Watch("spread", "largest distance of two tokens", tells=(
               Tell("All tokens have met, to within $1/100$.", below=F(1, 100)),)),
           Watch("angle", "angle of token 2 with $v_1$", tokens=(2,), mark="v₁")),
)
NOT_AT_REST = Scene(
    "A kernel is no state at rest",
    r"$V = \operatorname{diag}(1, -1)$, equal weights, step $1/4$. The matrix of the proposition is singular for "
    "these two tokens, as it is for any, but they are not at rest: a vector of its kernel need not be the state.",
    tokens=((1, 0), (F(3, 5), F(4, 5))), duration=40, motion="layer", step=F(1, 4),
    value=[[1, 0], [0, -1]], marks=(FIRST,),
    watch=(Watch("distance", "distance of the two tokens", tokens=(1, 2), tells=_ENDS),
           Watch("angle", "angle of token 2 with $v_1$", tokens=(2,), mark="v₁")),
)

# ------------------------------------------------------------------ self-attention


def _near(angle: Scalar, off: Fraction) -> tuple[Scalar, Scalar]:
    return on_circle(angle + off)


ONE_ROW = Scene(
    "Two groups, one row",
    "Two tokens at $v_1$ and $-v_1$ without scores, $P = 0$. Printed: two groups make attention a matrix "
    "of rank 2. But each token attends to both with the weight $1/2$: all rows are equal, and the rank is 1.",
    tokens=((1, 0), (-1, 0)), duration=20, motion="layer", step=F(1, 4), value=[[1, 0], [0, -1]],
    marks=(FIRST,), watch=(Watch("distance", "distance of the two tokens", tokens=(1, 2), tells=_ENDS),),
)
NORMAL_AT_A_TOKEN = Scene(
    "A direction that is not tangent",
    r"Four tokens at right angles add up to 0 and are at rest, $V = \operatorname{diag}(2, -1)$, $P = 0$. "
    "Printed: every token can be moved along $v_1$. At tokens 3 and 4 $v_1$ is tangent; at tokens 1 and 2 "
    "it leaves the circle.",
    tokens=((1, 0), (-1, 0), (0, 1), (0, -1)), duration=20, motion="layer", step=F(1, 4),
    value=[[2, 0], [0, -1]], marks=(FIRST,),
    watch=(Watch("angle", "angle of token 1 with $v_1$ (90 degrees: tangent)", tokens=(1,), mark="v₁"),
           Watch("angle", "angle of token 3 with $v_1$", tokens=(3,), mark="v₁")),
)
STABLE_STATES = (
    Scene(
        "A polygon that attracts",
        r"Printed: no polygonal state is stable. $V = \begin{pmatrix} 3 & 1 \\ 1 & 3 \end{pmatrix}$, which is "
        r"positive definite, scores $P = \begin{pmatrix} 0 & -5 \\ -5 & 0 \end{pmatrix}$ and the step $1/20$: two "
        "tokens at $e_1$ and two at $-e_1$ add up to 0, and all multipliers are below 1 ($9/10$, $1/2$, $3/4$). "
        "Tokens begin up to $1/3$ off, and come back. (From further off they may meet instead.)",
        tokens=(_near(0 * pi(), F(1, 3)), _near(0 * pi(), F(-1, 3)), _near(pi(), F(1, 4)),
                _near(pi(), F(-1, 4))),
        duration=100, motion="layer", step=F(1, 20), value=[[3, 1], [1, 3]], scores=[[0, -5], [-5, 0]],
        marks=(Mark("e₁", (1, 0)),),
        watch=(Watch("distance", "distance of tokens 1 and 2, of one corner", tokens=(1, 2),
                     logarithmic=True, tells=(
                         Tell("Tokens 1 and 2 have met, to within $1/1000$.", below=F(1, 1000)),)),
               Watch("distance", "distance of tokens 1 and 3, of two corners", tokens=(1, 3)),
               Watch("angle", "angle of token 1 with $e_1$", tokens=(1,), mark="e₁", logarithmic=True)),
    ),
    Scene(
        "Stable with a length below 1",
        r"Two tokens at $v_1$ and one at $-v_1$, $V = \operatorname{diag}(1, -1)$, "
        r"$P = \operatorname{diag}(\log(3/2)/2, 0)$, step $1/2$. The single token is shortened, to $13/14$, and the "
        "state is stable all the same: the third of the printed conditions is not necessary.",
        tokens=(_near(0 * pi(), F(1, 5)), _near(0 * pi(), F(-1, 10)), _near(pi(), F(1, 5))),
        duration=60, motion="layer", step=F(1, 2), value=[[1, 0], [0, -1]],
        scores=[[log(F(3, 2)) / 2, 0], [0, 0]], marks=(FIRST,),
        watch=(Watch("angle", "angle of token 1 with $v_1$", tokens=(1,), mark="v₁", logarithmic=True),
               Watch("angle", "angle of tokens 1 and 3", tokens=(1, 3), tells=(
                   Tell("Tokens 1 and 3 are opposite, to within $1/10$ of a degree.",
                        above=F(1799, 10)),))),
    ),
)
NEGATIVE_EIGENVALUE = Scene(
    "Stable at a negative eigenvalue",
    "Printed: a bipartite state at an eigenvector with a negative eigenvalue is unstable. "
    r"$V = \operatorname{diag}(1, -2)$, $P = -(\log 3) I$, step $1/4$: two tokens at $v_2$ and two "
    "at $-v_2$, of the eigenvalue $-2$, and all multipliers are below 1 ($25/28$, $5/7$, $4/7$). "
    "Tokens begin up to $1/5$ off, and come back.",
    tokens=(_near(pi() / 2, F(1, 5)), _near(pi() / 2, F(-1, 10)), _near(3 * pi() / 2, F(1, 10)),
            _near(3 * pi() / 2, F(-1, 5))),
    duration=80, motion="layer", step=F(1, 4), value=[[1, 0], [0, -2]],
    scores=[[-log(3), 0], [0, -log(3)]], marks=(FIRST, SECOND),
    watch=(Watch("angle", "angle of token 1 with $v_2$", tokens=(1,), mark="v₂", logarithmic=True, tells=(
               Tell("Token 1 is within $1/10$ of a degree of $v_2$.", below=F(1, 10)),)),
           Watch("angle", "angle of tokens 1 and 3", tokens=(1, 3), tells=(
               Tell("Tokens 1 and 3 are opposite, to within $1/10$ of a degree.", above=F(1799, 10)),))),
)
