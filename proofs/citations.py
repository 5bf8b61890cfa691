"""The external theorems the papers' proofs lean on; each has its hypotheses discharged by steps."""

from verify.vocabulary import Theorem

KHALIL = "H. K. Khalil, Nonlinear Systems, 3rd ed. (2002)"
BARBALAT = Theorem(
    key="barbalat",
    name="Barbalat's lemma",
    reference=f"{KHALIL}, lemma 8.2; I. Barbalat, Rev. Math. Pures Appl. 4 (1959) 267-270",
    says=(
        r"If a function of $t \ge 0$ is uniformly continuous and its integral from 0 to $t$ has a "
        "finite limit for large $t$, the function tends to 0."
    ),
    hypotheses=(
        "the function is uniformly continuous",
        "its integral has a finite limit",
    ),
)
LASALLE = Theorem(
    key="lasalle-invariance",
    name="LaSalle's invariance principle",
    reference=f"{KHALIL}, theorem 4.4; J. P. LaSalle, IRE Trans. Circuit Theory 7 (1960) 520-527",
    says=(
        "Let a velocity depend on the state alone and be locally Lipschitz, let no motion leave a compact "
        "set, and let a continuously differentiable function never decrease along motions in it. Then "
        "every motion in it approaches the largest invariant set on which the rate of that function is 0."
    ),
    hypotheses=(
        "the velocity is locally Lipschitz",
        "the set is compact and no motion leaves it",
        "the function does not decrease",
        "its rate is 0 at states of rest only",
    ),
)
COMPARISON = Theorem(
    key="comparison-lemma",
    name="Comparison lemma for absolutely continuous functions",
    reference=f"{KHALIL}, lemma 3.4; J. K. Hale, Ordinary Differential Equations (1980), secs. I.5 and "
    "I.6",
    says=(
        "Let $R$ be absolutely continuous, as are functions that are differentiable along a motion "
        "of bounded speed and the largest and the least of finitely many of them, and "
        r"$R' \le f(t, R)$ at almost every time, with $f$ measurable in $t$ and Lipschitz in $R$, "
        "locally and uniformly in $t$. Then $R$ stays below the solution of $r' = f(t, r)$, "
        r"$r(0) = R(0)$, as long as there is one; $R' \le -c R$ gives $R(t) \le e^{-ct} R(0)$."
    ),
    hypotheses=(
        "the function is differentiable along the motion, or the largest or least of such",
        "the differential inequality",
    ),
)
EGRESS = Theorem(
    key="wazewski-egress",
    name="A compact set that is left everywhere at its boundary",
    reference="T. Wazewski, Ann. Soc. Polon. Math. 20 (1947) 279-313; P. Hartman, Ordinary Differential "
    "Equations (1964), sec. III.8 and ch. X",
    says=(
        "Let velocities be Lipschitz in the state and bounded and measurable in time, and let a "
        "closed cap, an arc or an interval, which may move, be left outwards at every time and at "
        "every point of its boundary. Then the motions that end in it at a time $T$ have never "
        "been outside before: their starts are compact sets that shrink as $T$ grows, and what "
        "starts in all of them stays for ever."
    ),
    hypotheses=(
        "the velocities are Lipschitz in the state and bounded",
        "the boundary is left outwards, all of it and at every time",
    ),
)
CENTRAL_ARRANGEMENT = Theorem(
    key="schlaefli-central-arrangement",
    name="Regions of a generic central arrangement",
    reference="L. Schlaefli (1852); J. G. Wendel, Math. Scand. 11 (1962) 109-111; T. Cover (1965)",
    says=(
        "Let independent random vectors have a law that is symmetric in each and lets every "
        "$n + 1$ of them be linearly independent almost surely. One more hyperplane through the "
        "origin then adds as many regions as the arrangement has inside that hyperplane, each sign "
        "pattern is as likely as any other, and the probability of a hemisphere is the number of "
        "regions over that of patterns: it obeys the recursion, from 1 for a single point and "
        "$2^{1-l}$ for $l$ points of a line."
    ),
    hypotheses=(
        "the formula obeys the recursion",
        "it starts from the same values",
    ),
)
LOJASIEWICZ = Theorem(
    key="lojasiewicz-gradient",
    name="Lojasiewicz's theorem on analytic gradient flows",
    reference="S. Lojasiewicz (1963, 1984); P.-A. Absil, R. Mahony, B. Andrews, SIAM J. Optim. 16 "
    "(2005) 531-547",
    says=(
        "A motion in a compact set along the gradient of an analytic function, for an analytic metric on an "
        "analytic manifold, has finite length and so converges to one critical point."
    ),
    hypotheses=(
        "the motion is in a compact set",
        "the motion is along the gradient of an analytic function",
    ),
)
SADDLES_OF_FLOWS = Theorem(
    key="strict-saddles-of-flows",
    name="Strict saddles of a gradient flow attract a set of measure zero",
    reference="M. Shub, Global Stability of Dynamical Systems (1987), theorem III.7; I. Panageas, "
    "G. Piliouras, ITCS 2017",
    says=(
        "Let $V$ be twice continuously differentiable on a compact manifold. The starts whose "
        "trajectories under the flow of its gradient converge to critical points, isolated or not, "
        "at which the Hessian of $V$ has a positive direction have measure zero."
    ),
    hypotheses=(
        "the motion is along the gradient of a twice differentiable function",
        "a direction of growth at each equilibrium that is left out",
    ),
)
PARITY = Theorem(
    key="eigenvalues-of-a-path",
    name="Eigenvalues along a path of real matrices",
    reference="T. Kato, Perturbation Theory for Linear Operators (1966), II.5.1",
    says=(
        "Along a continuous path of real matrices the eigenvalues move continuously, and leave the "
        "real line or come back to it two at a time. So if none of the matrices is singular and the "
        "number of positive eigenvalues, counted with their multiplicities, is odd at one end of the "
        "path, it is odd at the other."
    ),
    hypotheses=(
        "the path is continuous and no matrix of it is singular",
        "an odd number of positive eigenvalues at the start",
    ),
)

# Stability from a spectrum. On a product of spheres the derivative is taken on tangent directions.
ATTRACTING_MAP = Theorem(
    key="attracting-fixed-points-of-maps",
    name="Linearisation of a map: attracting fixed points",
    reference="J. M. Ortega, W. C. Rheinboldt, Iterative Solution of Nonlinear Equations in Several "
    "Variables (1970), theorems 10.1.3 (Ostrowski) and 10.1.4",
    says=(
        r"Let a map of an open set of $\mathbb{R}^m$, or in coordinates of a manifold to itself, "
        "be differentiable at a fixed point. If every eigenvalue of its derivative there (of the "
        r"tangent space to itself) has a modulus below some $\rho < 1$, the fixed point is stable "
        r"and attracts a neighbourhood, exponentially: within $C \rho^t$ after $t$ steps."
    ),
    hypotheses=(
        "the state is fixed, and the map is differentiable there",
        "every eigenvalue of the derivative has a modulus below 1",
    ),
)
UNSTABLE_MAP = Theorem(
    key="unstable-fixed-points-of-maps",
    name="Linearisation of a map: unstable fixed points",
    reference="D. Henry, Geometric Theory of Semilinear Parabolic Equations (1981), theorem 5.1.5; "
    "S. Elaydi, An Introduction to Difference Equations, 3rd ed. (2005), sec. 4.6",
    says=(
        r"Let a map of an open set of $\mathbb{R}^m$, or in coordinates of a manifold to itself, "
        "be twice continuously differentiable near a fixed point, isolated or not. If some "
        "eigenvalue of its derivative there (of the tangent space to itself) has a modulus above "
        "1, the fixed point is unstable."
    ),
    hypotheses=(
        "the state is fixed, and the map is twice differentiable near it",
        "an eigenvalue of the derivative has a modulus above 1",
    ),
)
ATTRACTING_FLOW = Theorem(
    key="attracting-equilibria-of-flows",
    name="Linearisation of a flow: attracting equilibria",
    reference=f"{KHALIL}, theorem 4.7 (1) and corollary 4.3",
    says=(
        r"Let a velocity on $\mathbb{R}^m$, or in coordinates on a manifold, be continuously "
        "differentiable near a state of rest. If every eigenvalue of its derivative there (of the "
        "tangent space to itself) has a negative real part, the state attracts a neighbourhood, "
        "exponentially."
    ),
    hypotheses=(
        "the state is at rest, and the velocity is continuously differentiable near it",
        "every eigenvalue of the derivative has a negative real part",
    ),
)
UNSTABLE_FLOW = Theorem(
    key="unstable-equilibria-of-flows",
    name="Linearisation of a flow: unstable equilibria",
    reference=f"{KHALIL}, theorem 4.7 (2)",
    says=(
        r"Let a velocity on $\mathbb{R}^m$, or in coordinates on a manifold, be continuously "
        "differentiable near a state of rest, isolated or not. If some eigenvalue of its "
        "derivative there (of the tangent space to itself) has a positive real part, the state is "
        "unstable."
    ),
    hypotheses=(
        "the state is at rest, and the velocity is continuously differentiable near it",
        "an eigenvalue of the derivative has a positive real part",
    ),
)
ATTRACTING_SET = Theorem(
    key="attracting-manifolds-of-maps",
    name="A manifold that attracts along its normals",
    reference="M. W. Hirsch, C. C. Pugh, M. Shub, Invariant Manifolds, Lecture Notes in Mathematics 583 "
    "(1977), sec. 4",
    says=(
        "Let a map keep a compact smooth manifold and be continuously differentiable near it. If the "
        "derivative of some iterate shortens what is normal to the manifold, at every point of it, by a "
        "factor below 1, the manifold attracts a neighbourhood, exponentially."
    ),
    hypotheses=(
        "the manifold is compact, and a map that is differentiable near it keeps it",
        "an iterate shortens what is normal to it",
    ),
)
TAYLOR = Theorem(
    key="taylor-remainder",
    name="Taylor's formula",
    reference="W. Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), theorem 5.19",
    says=(
        "A curve $x(t)$ whose second derivative is continuous and at most $M$ long is within "
        "$M t^2/2$ of $x(0) + t x'(0)$."
    ),
    hypotheses=("the slope at the start", "a continuous second derivative"),
)
