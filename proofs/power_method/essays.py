"""What a theorem on consensus near one point becomes when it is asked from a whole hemisphere."""

from verify.statements.essays import Essay

from .paper import PAPER

GLOBAL = Essay(
    paper=PAPER,
    title="From a neighbourhood to the hemisphere",
    about=("B-T1", "B-G1", "B-G2", "B-G3", "B-T2", "A-T4.1++", "A-T4.1*", "A-T5.2'"),
    paragraphs=(
        r"B-T1 is local. It says that consensus at the principal eigenvector $e_1$ of the sum "
        r"$F = \sum_\eta W_\eta V_\eta$ of the heads attracts the states near it, and it asks for a "
        r"small step $\tau$ where an eigenvalue of $F$ is below $-\mu_1$. The proof linearises the "
        r"layer. It says nothing of tokens that start far from $e_1$, and these are what a network "
        r"is given. B-G1 is global. From every start in the open hemisphere of $v$, "
        r"$v^\top x_i(0) > 0$ for all $i$, all tokens tend to $v$, at every step size, under every "
        r"mask, and for scores that are any functions of the state and of the layer.",
        r"The price is a hypothesis on each head in the place of one on their sum. Head $\eta$ takes "
        r"some mean $s$ of the tokens and adds a vector that has $\lambda_\eta \ge 0$ times the "
        r"component of $s$ along $v$, and at most $\mu_\eta$ times its component beside $v$. A "
        r"symmetric matrix with the eigenvector $v$ does that, if $\lambda_\eta$ is its eigenvalue "
        r"there and $\mu_\eta$ the largest modulus of the others. The conclusion needs "
        r"$\sum_\eta \mu_\eta < \sum_\eta \lambda_\eta$. For one head this is $|\lambda_k| < "
        r"\lambda_1$ for all other eigenvalues $\lambda_k$, a case in which B-T1 puts no bound on "
        r"the step either: what it proves near $v$ holds from the hemisphere.",
        r"The proof is one inequality on angles. Let all tangents of the angles between tokens and "
        r"$v$ be at most $t$. Means do not leave that cone, so one layer brings them to at most "
        r"$\theta t$ with $\theta = (1 + \tau \sum_\eta \mu_\eta)/(1 + \tau \sum_\eta \lambda_\eta)$. "
        r"The rate is sharp: where all tokens agree and the heads multiply a direction beside $v$ "
        r"by just $\mu_\eta$, the tangent is multiplied by just $\theta$. It is also the rate of the "
        r"linearised layer, for if the eigenvalue of second largest modulus is positive, the "
        r"largest multiplier of a common turn in B-T1 is the same quotient. In continuous time the "
        r"exponent becomes $\sum_\eta (\lambda_\eta - \mu_\eta)$ times the sum of the weights "
        r"(A-T5.2').",
        r"No hypothesis can go. In the closed hemisphere two opposite tokens orthogonal to $v$ "
        r"stay where they are; from the opposite hemisphere tokens tend to $-v$. If the "
        r"$\mu_\eta$ add up to the $\lambda_\eta$, tokens that agree anywhere may rest there. "
        r"With identity values, where that is so, tokens of an open hemisphere still meet, but at "
        r"a point that depends on the start (A-T4.1++, A-T4.1*). A negative $\lambda_\eta$ is not "
        r"made up for by the others: with one head of $\lambda = 2$ and one of $\lambda = -1$ a "
        r"token at 60 degrees from $v$ is at rest for every step. The sum of the heads alone, "
        r"which decides the local question, does not decide the global one. Where a modulus "
        r"reaches $\lambda_1$, as for $V = \operatorname{diag}(1, -1)$, an open set of starts ends "
        r"at two opposite tokens, which is how B-T2 fails.",
        r"Without symmetry (B-G2) the hemisphere is that of the left eigenvector $w$, and not that of "
        r"$v$: on its edge, $w^\top x = 0$, lie the other eigenvectors, some of them in the hemisphere "
        r"of $v$. Tangents are measured as $|x - (w^\top x) v|_W/(w^\top x)$, which no normalisation "
        r"changes, and one sentence on a head is enough: what it adds has at most $q$ times the tangent "
        r"of the mean that it attends to. Heads may be others in every layer. Along flows (B-G3) the tangent "
        r"decays at the rate $\kappa/((1 + C \rho) |w|)$ or faster, and at last at the rate $\kappa$, the sum over the "
        r"heads of the gap between the eigenvalue at $v$ and the modulus of the others: on the way, parts along "
        r"$w$ differ from 1 and from each other, and near $v$ they do not. The last rate is sharp: tokens that agree, "
        r"in a direction that heads multiply by that modulus, have no larger one.",
    ),
)
