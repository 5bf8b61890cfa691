"""What a theorem on consensus near one point becomes when it is asked from a whole hemisphere."""

from verify.statements.essays import Essay

from .paper import PAPER

GLOBAL = Essay(
    paper=PAPER,
    title="From a neighbourhood to the hemisphere",
    about=("B-T1", "B-G1", "B-G2", "B-G3", "B-T2", "A-T4.1++", "A-T4.1*", "A-T5.2'"),
    paragraphs=(
        "B-T1 is local. It says that consensus at the principal eigenvector $e_1$ of the sum "
        r"$F = \sum_\eta W_\eta V_\eta$ of the heads attracts the states near it, and it asks for a small step $\tau$ "
        r"where an eigenvalue of $F$ is below $-\mu_1$. The proof linearises the layer. It says nothing of tokens "
        "that start far from $e_1$, and these are what a network is given. B-G1 is global. From every start in the "
        r"open hemisphere of $v$, $v^\top x_i(0) > 0$ for all $i$, all tokens tend to $v$, at every step size, under "
        "every mask, and for scores that are any functions of the state and of the layer.",
        r"The price is a hypothesis on each head in the place of one on their sum. Head $\eta$ takes some mean $s$ of "
        r"the tokens and adds a vector that has $\lambda_\eta \ge 0$ times the component of $s$ along $v$, and at "
        r"most $\mu_\eta$ times its component beside $v$. A symmetric matrix with the eigenvector $v$ does that, if "
        r"$\lambda_\eta$ is its eigenvalue there and $\mu_\eta$ the largest modulus of the others. The conclusion "
        r"needs $\sum_\eta \mu_\eta < \sum_\eta \lambda_\eta$. For one head this is $|\lambda_k| < \lambda_1$ for all "
        r"other eigenvalues $\lambda_k$, a case in which B-T1 puts no bound on the step either: what it proves near "
        "$v$ holds from the hemisphere.",
        "The proof is one inequality on angles. Let all tangents of the angles between tokens and $v$ be at most $t$. "
        r"Means do not leave that cone, so one layer brings them to at most $\theta t$ with $\theta = (1 + \tau "
        r"\sum_\eta \mu_\eta)/(1 + \tau \sum_\eta \lambda_\eta)$. The rate is sharp: where all tokens agree and the "
        r"heads multiply a direction beside $v$ by just $\mu_\eta$, the tangent is multiplied by just $\theta$. It is "
        "also the rate of the linearised layer, for if the eigenvalue of second largest modulus is positive, the "
        "largest multiplier of a common turn in B-T1 is the same quotient. In continuous time the exponent becomes "
        r"$\sum_\eta (\lambda_\eta - \mu_\eta)$ times the sum of the weights (A-T5.2').",
        "No hypothesis can go. In the closed hemisphere two opposite tokens orthogonal to $v$ stay where they are; "
        r"from the opposite hemisphere tokens tend to $-v$. If the $\mu_\eta$ add up to the $\lambda_\eta$, tokens "
        "that agree anywhere may rest there. With identity values, where that is so, tokens of an open hemisphere "
        r"still meet, but at a point that depends on the start (A-T4.1++, A-T4.1*). A negative $\lambda_\eta$ is not "
        r"made up for by the others: with one head of $\lambda = 2$ and one of $\lambda = -1$ a token at 60 degrees "
        "from $v$ is at rest for every step. The sum of the heads alone, which decides the local question, does not "
        r"decide the global one. Where a modulus reaches $\lambda_1$, as for $V = \operatorname{diag}(1, -1)$, an "
        "open set of starts ends at two opposite tokens, which is how B-T2 fails.",
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
