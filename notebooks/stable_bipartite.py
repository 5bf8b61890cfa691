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
# # The stable bipartite point
#
# Let $p$ tokens sit at a unit eigenvector $u$ of the value matrix and $q$ at $-u$. They are at a
# *bipartite* equilibrium. Can it be stable? At a positive eigenvalue paper B says when (Theorem
# 3). At a negative one it says never: some multiplier, an eigenvalue of the layer's derivative,
# always has modulus at least 1 (Remark 10). Nor, it says, can a state be stable whose tokens sum
# to zero (Theorem 3, last part, and Lemma 15).
#
# This notebook shows a state of four tokens in the plane that is stable: two at $u$ and two at
# $-u$, at a negative eigenvalue. It shows so exactly, then in ball arithmetic on the layer itself,
# then by running the layer. It ends with a map of where such states are, and with a stable polygon.

# %%
import verify

verify.find("B-R10").scenes[0]

# %% [markdown]
# There it is. Move a token: it comes back. A picture proves nothing; what follows does. It needs
# these imports:

# %%
from fractions import Fraction

import numpy as np

from proofs.power_method.bipartite_negative import bipartite_negative
from proofs.power_method.families.bipartite import Bipartite, layer_block, layer_verdict, lengths
from proofs.power_method.families.equilibria import Scores
from proofs.power_method.families.exact_layers import Head, layer_jacobian, on_tangents
from proofs.power_method.polygonal import polygonal
from proofs.power_method.stability import stability
from verify.render.plots import COLOURS, Picture, axes, line

# %% [markdown]
# ## What the paper says
#
# The printed sentence of Remark 10, with its formulas written out: $T$ and $D$ are trace and
# determinant of the block in which the two groups move against each other or together, $1/\rho_\pm$
# the multipliers of what disagrees within a group. One of five alternatives would have to hold.

# %%
verify.step(bipartite_negative, "printed")

# %% [markdown]
# ## A witness
#
# Two tokens against two, $V = \operatorname{diag}(1, -2)$, scores $P = -(\ln 3) I$, step $1/4$, at
# the eigenvector of $-2$. Scores are negative on one's own side, so a token attends to the
# *opposite* group, nine times as much as to its own; and the negative eigenvalue turns that pull
# around, back to where the token is.

# %%
verify.step(bipartite_negative, "witness")

# %%
verify.step(bipartite_negative, "witness").decide("certificate")

# %% [markdown]
# Step by step, by hand. What a group attends to, how far it is drawn to its own side, and how long
# its tokens get before they are normalised:

# %%
state = Bipartite(p=2, q=2, within=Fraction(1, 9), eigenvalues=(Fraction(1), Fraction(-2)), at=1)
step = Fraction(1, 4)
print("attention:", *[" ".join(map(str, row)) for row in state.attention], sep="\n  ")
print("means:    ", *state.means)
print("lengths:  ", *lengths(state, step))
block = layer_block(state, step, Fraction(1))
print("block:     trace", block.trace, "determinant", block.determinant)
print("Jury:     ", *block.jury, "all positive")
print("verdict:  ", layer_verdict(state, step))

# %% [markdown]
# Where does the block come from? A token sits at $\varepsilon_i v$, with a sign $\varepsilon_i$. If
# tokens move, weights move; but at a bipartite state that changes what a token attends to along
# $v$ only,

# %%
verify.step("B-GEN", "pull").derivation()

# %% [markdown]
# and normalising projects that away, and divides the rest by the length.

# %%
verify.step("B-GEN", "layer").derivation()

# %% [markdown]
# So on tangent directions the weights count as fixed. Let the tokens at $v$ move along another
# eigenvector $v_k$, and then those at $-v$: the images are the two columns of the block.

# %%
verify.step("B-L14", "spectrum").derivation(part=2)

# %%
verify.step("B-L14", "spectrum").derivation(part=4)

# %% [markdown]
# In the witness the block has trace $41/28$ and determinant $25/49$: its eigenvalues are $25/28$
# and $4/7$. With twice $1/\rho = 5/7$ for disagreement within a group these are all four
# multipliers on tangent directions, and all are below 1.
#
# ## Exactly, from the layer
#
# The formulas above are Lemma 14's. Without them: the exact derivative of the whole layer (scores,
# softmax, means, normalisation), as a rational matrix, restricted to tangent directions.

# %%
up = [Fraction(0), Fraction(1)]
down = [Fraction(0), Fraction(-1)]
places = [up, up, down, down]
value = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(-2)]]
zero = [[Fraction(0)] * 2] * 2
minus = [[Fraction(-1), Fraction(0)], [Fraction(0), Fraction(-1)]]
scores = Scores(zero, ((Fraction(3), minus),))  # 0 + (log 3) times -I
jacobian = layer_jacobian(places, [Head(value, scores)], step)
tangent = on_tangents(jacobian, [[[Fraction(1), Fraction(0)]]] * 4)
print(tangent)
print(
    "multipliers:",
    *(f"{-factor[0] / factor[1]} ({m})" for factor, m in tangent.charpoly().factor()[1]),
)

# %% [markdown]
# ## In balls
#
# If the scores are not logarithms, the weights are irrational, and exact arithmetic is
# impossible. Ball arithmetic still works. Remark 10 has a second witness, with $P = V$:

# %%
verify.step(bipartite_negative, "natural witness").decide("certificate")

# %% [markdown]
# The number in it is a certified bound for the norm of the 64th power of the layer's derivative on
# tangent directions, in ball arithmetic: it is far below 1, so every multiplier is.
#
# ## Run the layer
#
# Disturb the four tokens by a tenth and apply the layer. If the largest multiplier is $25/28$, the
# disturbance has to shrink by that factor a layer, in the end. The dashed line is not fitted; it
# is that number.


# %%
def layer(x, scores, value, step):
    """Return N(x_i + step V sum_j a_ij x_j)."""
    weights = np.exp(x @ scores @ x.T)
    moved = x + step * (weights / weights.sum(axis=1, keepdims=True)) @ x @ value.T
    return moved / np.linalg.norm(moved, axis=1, keepdims=True)


V = np.diag([1.0, -2.0])
start = np.pi / 2 + np.array([0.1, -0.03, np.pi + 0.08, np.pi - 0.05])
x = np.column_stack([np.cos(start), np.sin(start)])
distance = []
for _ in range(81):
    distance.append(np.abs(x[:, 0]).max())  # how far a token is from the line of u
    x = layer(x, -np.log(3) * np.eye(2), V, 0.25)
observed = distance[80] / distance[79]
# By then the next mode is smaller by (5/7)^79 / (25/28)^79 < 1e-7, and so is what is not linear.
print(f"last factor a layer: {observed:.6f}, and 25/28 = {25 / 28:.6f}")
assert abs(observed - 25 / 28) < 1e-6

figure, plane = axes(width=5.0, height=2.5)
layers = np.arange(81)
plane.semilogy(layers, distance, label="the layer", **line(0))
plane.semilogy(
    layers, distance[30] * (25 / 28) ** (layers - 30.0), label="25/28 a layer", **line(1)
)
plane.set(xlabel="layers", ylabel="distance from the line")
plane.legend()
Picture(figure, "The disturbance decays at the predicted rate over eighty layers.")

# %% [markdown]
# ## Where are they?
#
# For groups of equal size one inequality decides: $|\lambda_r| \tanh |g|$ must exceed every other
# eigenvalue $\lambda_k$, where $g = u^\top P u < 0$ (step *criterion*). `B-T3d` covers all sizes.
# Below, the exact verdict for each pair of $E = e^{2 g}$ and eigenvalue ratio, for small steps;
# nothing is simulated. (Below $-1$ the other eigenvalue is the more negative one, and the groups
# part along its eigenvector.)

# %%
verify.step(bipartite_negative, "stable")

# %%
ratios = [Fraction(k, 20) for k in range(-24, 25)]
own, step = [Fraction(k, 40) for k in range(1, 49)], Fraction(1, 100)
figure, planes = axes(columns=2, width=7.0, height=2.9)
for plane, (p, q) in zip(planes, [(2, 2), (3, 1)], strict=True):
    for E in own:
        stable = [
            float(ratio)
            for ratio in ratios
            if layer_verdict(Bipartite(p, q, E, (Fraction(-1), ratio), 0), step) == "stable"
        ]
        if stable:
            plane.plot([float(E)] * 2, [min(stable), max(stable)], color=COLOURS[5], linewidth=3)
    plane.set(title=f"p = {p}, q = {q}: stable where shaded", xlabel=r"$E = e^{2g}$",
              xlim=(0, 1.2), ylim=(-1.25, 1.25))  # fmt: skip
planes[0].set_ylabel(r"$\lambda_k / |\lambda_r|$, $\lambda_r < 0$")
edge = np.linspace(0.01, 1, 60)
planes[0].plot(edge, (1 - edge) / (1 + edge), label=r"$\tanh |g|$", **line(1))
planes[0].legend(loc="upper right")
Picture(figure, "Stable states fill a region with negative scores, bounded by tanh |g|.")

# %% [markdown]
# At a positive eigenvalue a stable bipartite state is no surprise. But of the three conditions that
# Theorem 3 seems to have printed, one is not necessary: here are two tokens against one, stable
# with $\rho_- = 13/14 < 1$, where it asks for $\rho_- > 1$. What is needed instead is a list of
# inequalities, statement `B-T3d`.

# %%
verify.step(stability, "single token").decide("certificate")

# %% [markdown]
# ## A stable polygon
#
# Tokens that sum to zero, with equal weights, are at an equilibrium for every step size. The last
# part of Theorem 3 says that no such state is stable. The value matrix $\begin{pmatrix} 3 & 1 \\
# 1 & 3 \end{pmatrix}$ is positive definite, and yet here is a sink of four tokens (`B-L15`), two
# at $(1, 0)$ and two at $(-1, 0)$, which is not an eigenvector of it:

# %%
verify.step(polygonal, "sink of 4").decide("certificate")

# %% [markdown]
# The printed argument has a classic error: it omits the change of the weights, as if that were of
# second order. It is of first order: two of the three sums in the last line are that change.

# %%
verify.step(polygonal, "linearisation").derivation()

# %% [markdown]
# ## Exercise
#
# Take the first witness and make the step larger: the statement says that it stays stable at
# *every* step (steps *common* to *within*). Check `layer_verdict(state, Fraction(100))`, then find
# out which inequality fails for $V = \operatorname{diag}(1, -1)$.
