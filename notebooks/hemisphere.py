# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Consensus from a hemisphere: from the gradient to Coq
#
# Under full attention, tokens that begin in an open hemisphere gather at one point. Why, and who
# says so? This notebook follows one theorem through every layer. It begins with the model and the
# energy that the model climbs. Then come the formulas, what SymPy derives from them, explicit
# coordinates, numbers and exact random instances. Then come a certificate and its checker, false
# variants with their witnesses, and a goal for Coq. The end is the error in the printed proof.
#
# Everything is computed from one page, `proofs/consensus/hemisphere.py`. The parts typed by hand
# below are there to check it.

# %%
import verify

verify.find("A-T4.1").scenes[0]

# %% [markdown]
# That is what the theorem says, in floating-point numbers, which are no evidence. Drag a token to
# the other side, and the theorem says nothing. The evidence is below. It needs these imports:

# %%
import json
from fractions import Fraction

import mpmath
import numpy as np
import sympy as sp

from verify import Picture, axes, line

# %% [markdown]
# ## The model, and the energy it climbs
#
# Tokens live on the ellipsoid $x^\top W x = 1$ and move by what they attend to, projected onto the
# tangent space. The square root $R = W^{1/2}$ carries the ellipsoid to the round sphere, and the
# model to the same model there (statement `A-0`, with $z_i = R y_i$ and $S = W^{-1/2}$), so one may
# think of unit vectors.

# %%
verify.step("A-0", "velocity").derivation()

# %% [markdown]
# The projection in it is the derivative of $x \mapsto x/\|x\|_W$, up to that length. It takes away
# what points outwards.

# %%
verify.step("A-2.1", "tangent map").derivation()

# %% [markdown]
# If the value matrix and the scores fit together, $W U = P$ with $P$ symmetric, the flow is the
# gradient of an energy, half the sum of all exponentials of scores (paper A, Theorem 3.1). The
# paper asks for less; that this much is needed is what the machine adds. Move each token along a
# tangent vector $X_i$. The energy then has the slope below, which is the product of $X$ with the
# velocities in a metric: that is what a gradient is.

# %%
verify.step("A-L3.2", "gradient").derivation()

# %% [markdown]
# Along the flow itself no projection and no denominator is left:

# %%
verify.step("A-C3.1", "gradient").derivation()

# %% [markdown]
# Which matrices fit? In the round picture, with $P = \lambda A$ and $A$ symmetric:

# %%
verify.step("A-T3.1", "exponentials").derivation()

# %% [markdown]
# By hand: the energy along a trajectory of five tokens on the circle, for $P = U = I$, and for the
# counterexample of the statement, where $P = \operatorname{diag}(8, 1)$ and $U = I$ and the energy
# falls. A few lines of Heun's method will do for a picture; it proves nothing.


# %%
def energies(tokens, scores, steps=600, step=0.02):
    """Return half the sum of exp(y_i^T P y_j) along a trajectory, for the value matrix I."""

    def velocity(y):
        weights = np.exp(y @ scores @ y.T)
        pull = (weights / weights.sum(axis=1, keepdims=True)) @ y / np.sqrt(2)
        return pull - (pull * y).sum(axis=1, keepdims=True) * y

    y, out = np.array(tokens, dtype=float), []
    for _ in range(steps):
        out.append(np.exp(y @ scores @ y.T).sum() / 2)
        first = velocity(y)
        y = y + step * (first + velocity(y + step * first)) / 2
        y /= np.linalg.norm(y, axis=1, keepdims=True)
    return np.array(out)


angles = np.array([0.2, 1.0, 1.7, 2.4, 3.1])
fitting = energies(np.column_stack([np.cos(angles), np.sin(angles)]), np.eye(2))
other = energies([[-5 / 13, -12 / 13], [5 / 13, -12 / 13]], np.diag([8.0, 1.0]))
print(f"P = I: never falls, {bool((np.diff(fitting) > -1e-12).all())}")
print(f"P = diag(8, 1): falls at first, {bool(other[1] < other[0])}")

figure, (left, right) = axes(columns=2, height=2.3)
times = 0.02 * np.arange(600)
left.plot(times, fitting / fitting[0], **line(0))
left.set(title="$P = U = I$", xlabel="time", ylabel="energy, relative to the start")
right.plot(times, other / other[0], **line(1))
right.axhline(1, color="0.7", linewidth=0.8, zorder=0)
right.set(title="$P = $ diag(8, 1), $U = I$", xlabel="time")
Picture(figure, "The energy grows where the matrices fit, and falls at first where they do not.")

# %% [markdown]
# An energy needs constant scores that fit. The theorem of this notebook needs neither: its scores
# may be anything bounded, and vary in time.
#
# ## The statement
#
# Weights are nonnegative, and a covector $c$ sees every token on its positive side. The margins
# $s_i = c^\top y_i$ carry the proof: the least of them grows until all tokens agree.

# %%
hemisphere = verify.find("A-T4.1")
hemisphere

# %% [markdown]
# ## What SymPy makes of a step
#
# The author wrote `rate(s[i], flow)` on one side and the printed formula on the other. The engine
# differentiates along the flow and brings both sides into a normal form, with sums over any number
# of tokens and heads and inner products in any dimension: `Gram(x, A, y)` is the inner product
# $\langle x, A y\rangle$ and `Total(e, k)` the sum of `e` over `k`. Equality is equality of the two
# normal forms.

# %%
step = verify.step("A-T4.1", "margin rate")
step.derivation()

# %% [markdown]
# One rule makes each line, and normal forms decide that it equals the line before.
# At the least margin every summand of the last line has a sign, so the least margin is a Lyapunov
# function that rises; and in no direction does the greatest of the images $y_i / s_i$ rise.

# %%
verify.step("A-T4.1", "least margin").derivation()

# %%
verify.step("A-T4.1", "greatest").derivation()

# %% [markdown]
# Each line is a formula of its own: as a SymPy expression, which `subs`, `replace` and your own
# functions work on, and in LaTeX.

# %%
last = step.derivation().lines[-1]
last.sympy()

# %%
print(last.latex())
print(last)  # in the notation of statements
last.sympy().atoms(sp.Function)

# %% [markdown]
# ## A line of your own
#
# The last line has the sum $\sum_j w_{ij} s_j$ in it, minus a part that holds token $i$ back. What
# is that part? Predict it before you run the cell. `check` reads a line in the notation above, and
# the algebra decides whether it equals the others, for any number of tokens and in any dimension.

# %%
derivation = step.derivation()
derivation.check(
    "total(w[i, j]*s[j] for j in tokens) - s[i]*total(w[i, j]*g[i, j] for j in tokens)"
)

# %% [markdown]
# A false line is refused with tokens and weights at which it fails. The sides are those of the
# derivation and of the line. Here the part that holds token $i$ back is forgotten:

# %%
derivation.check("total(w[i, j]*s[j] for j in tokens)")

# %% [markdown]
# **Exercise.** On the Euclidean sphere one often writes the pull as $\sum_j w_{ij} (s_j - s_i)$.
# Is this the rate of $s_i$ here? Find what has to be added to it.

# %%
derivation.check("total(w[i, j]*(s[j] - s[i]) for j in tokens)")

# %% [markdown]
# Both sides as the author wrote them, and in the normal form that decides them:

# %%
step.sympy()

# %%
(claim,) = step.claims()
assert claim.left == claim.right
step.decide("symbolic")

# %% [markdown]
# The whole proof, line by line, is `verify.derivation("A-T4.1")`. Its steps are found by name:

# %%
proof = verify.derivation(hemisphere)
print(*proof.steps, sep=", ")
proof["consensus system"][0]

# %% [markdown]
# ## Explicit coordinates
#
# Two tokens on the circle ($n = 1$), one head: the derivative of the first margin, written out.

# %%
left, right = step.realise(tokens=2, n=1)
left[(1,)]

# %% [markdown]
# The same by hand, with SymPy's own matrices and nothing of the engine:

# %%
W = sp.Matrix([sp.symbols("W_1_1 W_1_2", real=True), sp.symbols("W_1_2 W_2_2", real=True)])
Y = [sp.Matrix(sp.symbols(f"y_{i}_1 y_{i}_2", real=True)) for i in (1, 2)]
c = sp.Matrix(sp.symbols("c_1 c_2", real=True))
alpha = sp.symbols("alpha_1_1_1 alpha_1_1_2", real=True)
pull = alpha[0] * Y[0] + alpha[1] * Y[1]
velocity = pull - Y[0] * (Y[0].T * W * pull)
by_hand = (c.T * velocity)[0, 0]
assert sp.expand(by_hand - left[(1,)]) == 0
velocity

# %% [markdown]
# ## Numbers, on three back ends
#
# Three tokens on an ellipse, two heads, all exact. `lower` compiles the derived side to a function
# of arrays: `y` has shape (tokens, dimension), `alpha` (heads, tokens, tokens).

# %%
half = Fraction(1, 2)
state = {
    "W": [[Fraction(4), Fraction(0)], [Fraction(0), Fraction(1)]],
    "c": [Fraction(1), Fraction(1, 4)],
    "y": [
        [Fraction(3, 10), Fraction(4, 5)],
        [Fraction(2, 5), Fraction(-3, 5)],
        [half, Fraction(0)],
    ],
    "alpha": [
        [[Fraction(1), Fraction(2), half], [Fraction(1, 3), half, half], [half, half, Fraction(1)]],
        [[Fraction(0), half, half], [half, Fraction(0), half], [half, half, Fraction(0)]],
    ],
}
exact = {name: np.array(values) for name, values in state.items()}
assert all(y @ exact["W"] @ y == 1 for y in exact["y"])

arrays = {name: np.array(values, dtype=float) for name, values in state.items()}
doubles = verify.step("A-T4.1", "margin_rate").lower(backend="numpy")(**arrays)[0]
with mpmath.workdps(50):
    digits = verify.step("A-T4.1", "margin_rate").lower(backend="mpmath")(**state)[0]
balls = verify.step("A-T4.1", "margin_rate").lower(backend="arb")(**state)[0]
for i in (1, 2, 3):
    print(f"token {i}\n  numpy   {float(doubles[(i,)]):.13f}")
    print(f"  mpmath  {mpmath.nstr(digits[(i,)], 50)}\n  arb     {balls[(i,)].str(15)}")

# %% [markdown]
# By hand, in fractions: a token moves by its pull, less the part that points outwards. This shares
# nothing with the tree, it is exact, and every ball contains its value.

# %%
pulls = exact["alpha"].sum(axis=0) @ exact["y"]
for i, (y, pull) in enumerate(zip(exact["y"], pulls, strict=True), 1):
    by_hand = exact["c"] @ (pull - (y @ exact["W"] @ pull) * y)
    assert abs(float(by_hand) - float(balls[(i,)].mid())) <= 1e-14
    print(f"token {i}: {by_hand}")

# %% [markdown]
# *sampling* draws exact instances at which all assumptions hold (points of rational ellipsoids,
# never filtered into the hemisphere but turned there) and tries the claim at each:

# %%
verify.step("A-T4.1", "least margin").decide("sampling")

# %% [markdown]
# ## A certificate, and the checker
#
# An inequality comes with its proof: the difference as a sum of products of nonnegative
# quantities. The checker gets the raw claim as plain data. It shares no library with the
# derivation but FLINT's integers. It expands both sides itself and asks for a fact for each
# factor.

# %%
summand = verify.step("A-T4.1", "summand")
(claim,) = summand.documents()
print("claimed:", json.dumps(claim["relation"]))
print("because:", json.dumps(claim["because"]))
print("facts:  ", len(claim["facts"]), "of the assumptions, and where", json.dumps(claim["where"]))
print(verify.check(claim))

# %% [markdown]
# The checker rejects a forged proof, and a claim whose condition is missing.

# %%
print(verify.check({**claim, "because": ["number", "1"]}))
print(verify.check({**claim, "where": []}))

# %% [markdown]
# ## False variants, refuted
#
# A check that cannot fail checks nothing. Each mutant is attacked with small exact instances, and
# its witness is what a reader can follow by hand.

# %%
for mutant in (*step.mutants(), *summand.mutants()):
    print(mutant)

# %% [markdown]
# ## The goal for Coq
#
# Where the exporter reaches, the raw claim is printed as a lemma over an abstract inner product
# space and lists of tokens and heads: no coordinates, no computer algebra in between. Reading it is
# part of the trust.

# %%
print(step.goals()[0])

# %% [markdown]
# If Coq is installed, it checks the goal at once. Without it no statement reaches the grade
# *kernel*; nothing else changes.

# %% tags=["needs Coq"]
if verify.kernel_is_here():
    print(step.decide("kernel"))
else:
    print("Coq is not installed here: the kernel was not asked, and all the rest is as before")

# %% [markdown]
# ## The step of the printed argument that breaks
#
# The theorem holds, the printed argument does not: it needs the derivative of the largest $1 - s_i$
# to be continuous, so that two tokens that share the least margin move it at one rate. Two tokens
# of the circle with exchanged scores refute that, exactly.

# %%
outcome = verify.step("A-T4.1", "jump").decide("certificate")
outcome

# %% [markdown]
# By hand, with SymPy: both margins are 3/5, and they grow at different rates.

# %%
first, second = sp.Matrix([3, 4]) / 5, sp.Matrix([3, -4]) / 5
rates = []
exchange = sp.Matrix([[0, 1], [1, 0]])  # P
for token in (first, second):
    weights = [sp.exp((token.T * exchange * other)[0]) for other in (first, second)]
    pull = (weights[0] * first + weights[1] * second) / sum(weights) / sp.sqrt(2)
    rates.append(sp.simplify((pull - (token.T * pull)[0] * token)[0]))
print(*rates, sep="\n")
print(*(sp.N(rate, 25) for rate in rates), sep="\n")

# %% [markdown]
# ## The verdict
#
# The grade is computed, never typed, and the weakest part decides it. Here that is the claim as a
# whole, *argued*: it is one theorem of Coq, and Coq is not used here. The verdict on the paper's
# proof is separate from the verdict on the statement. (`verify run A-T4.1` also uses Coq and
# sampling.)

# %%
result = verify.run(hemisphere, methods=["symbolic", "certificate"])[hemisphere.id]
assert (result.verdict, result.paper_argument, result.grade) == ("holds", "broken", "argued")
assert not result.surviving
result

# %% [markdown]
# ## Exercise
#
# Take two tokens at the angles $\pm\theta$ of a circle that attend to each other only, with weight
# 1. Compute by hand how fast the least margin along $(1, 0)$ grows, compare with
# `verify.step("A-T4.1", "margin_rate").lower()`, and see what happens as $\theta$ tends to a
# right angle: why must the hemisphere be open? (The mutant "a closed hemisphere suffices" knows.)
