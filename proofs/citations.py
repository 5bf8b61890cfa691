"""The external theorems the papers' proofs lean on; each has its hypotheses discharged by steps."""

from verify.vocabulary import Theorem

BARBALAT = Theorem(
    key="barbalat-lower-semicontinuous",
    name="Barbalat's lemma with a lower semicontinuous minorant",
    reference="H. K. Khalil, Nonlinear Systems, 3rd ed. (2002), lemma 8.2 and theorem 8.4",
    says=(
        "If V(t) decreases at least as fast as a minorant omega(y(t)) >= 0, is bounded below (as every "
        "continuous V is on a compact set), and y is Lipschitz in it, y(t) approaches the zeros of omega."
    ),
    hypotheses=(
        "V does not increase, by at least the minorant",
        "the motion is Lipschitz",
        "the minorant vanishes only at the set",
    ),
)
COMPARISON = Theorem(
    key="gronwall-comparison",
    name="Comparison lemma for absolutely continuous functions",
    reference="H. K. Khalil, Nonlinear Systems, 3rd ed. (2002), lemma 3.4; J. K. Hale, Ordinary "
    "Differential Equations (1980), sec. I.6",
    says=(
        "If R is Lipschitz with R' <= f(t, R) almost everywhere, f being Lipschitz in R, then R stays "
        "below the solution of r' = f(t, r), r(0) = R(0); R' <= -c R gives R(t) <= e^(-c t) R(0)."
    ),
    hypotheses=("the differential inequality",),
)
NO_RETRACTION = Theorem(
    key="brouwer-no-retraction",
    name="No retraction of a ball onto its boundary sphere",
    reference="L. E. J. Brouwer (1911); J. Milnor, Topology from the Differentiable Viewpoint, par. 2",
    says=(
        "If trajectories leave a closed cap through its boundary transversally, some point of the "
        "cap stays for ever: otherwise the exit map would be a retraction."
    ),
    hypotheses=("the boundary is left outwards",),
)
CENTRAL_ARRANGEMENT = Theorem(
    key="schlaefli-central-arrangement",
    name="Regions of a generic central arrangement",
    reference="L. Schlaefli (1852); J. G. Wendel, Math. Scand. 11 (1962) 109-111; T. Cover (1965)",
    says=(
        "One more generic hyperplane through the origin adds as many regions as the arrangement "
        "has inside that hyperplane; so the probability of a hemisphere obeys the recursion."
    ),
    hypotheses=("the recursion determines the formula", "the formula agrees with enumeration"),
)
LOJASIEWICZ = Theorem(
    key="lojasiewicz-gradient",
    name="Lojasiewicz's theorem on analytic gradient flows",
    reference="S. Lojasiewicz (1963, 1984); P.-A. Absil, R. Mahony, B. Andrews, SIAM J. Optim. 16 "
    "(2005) 531-547",
    says=(
        "A bounded trajectory of the gradient flow of an analytic function V, for an analytic metric "
        "on an analytic manifold, has finite length and so converges to one critical point; so do "
        "steps that raise V by at least c |dx|^2 and by c |grad V| |dx|. The distance to the limit is "
        "at most C |V - V*|^theta for some theta in (0, 1/2]."
    ),
    hypotheses=("the motion is the gradient of an analytic function",),
)
CENTRE_STABLE = Theorem(
    key="centre-stable-manifold",
    name="Strict saddles attract a set of measure zero",
    reference="M. Shub, Global Stability of Dynamical Systems (1987), theorem III.7; I. Panageas, "
    "G. Piliouras, ITCS 2017",
    says=(
        "If the Hessian of V has a positive direction at an equilibrium of the gradient flow that "
        "ascends V, the starts whose trajectories converge to such equilibria have measure zero; so "
        "have, for a map that is a local diffeomorphism there, the starts that converge to fixed "
        "points at which its derivative has an eigenvalue of modulus above 1."
    ),
    hypotheses=("a direction of growth at each equilibrium that is left out",),
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
        "no matrix of the path is singular",
        "an odd number of positive eigenvalues at the start",
    ),
)
TAYLOR = Theorem(
    key="taylor-remainder",
    name="Taylor's formula",
    reference="W. Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), theorem 5.19",
    says=(
        "A curve x(t) whose second derivative is continuous and at most M long is within M t^2/2 of "
        "x(0) + t x'(0)."
    ),
    hypotheses=("the slope at the start", "a continuous second derivative"),
)
