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
import numpy as np
import sympy as sp

from verify import Picture, axes, line, slider

# %% [markdown]
# ## What the paper says
#
# The printed sentence of Remark 10, with its formulas written out: $T$ and $D$ are trace and
# determinant of the block in which the two groups move against each other or together, $1/\rho_\pm$
# the multipliers of what disagrees within a group. One of five alternatives would have to hold.

# %%
verify.step("B-R10", "printed")

# %% [markdown]
# ## A witness
#
# Two tokens against two, $V = \operatorname{diag}(1, -2)$, scores $P = -(\ln 3) I$, step $1/4$, at
# the eigenvector of $-2$. Scores are negative on one's own side, so a token attends to the
# *opposite* group, nine times as much as to its own; and the negative eigenvalue turns that pull
# around, back to where the token is.

# %%
verify.step("B-R10", "witness")

# %%
verify.step("B-R10", "witness").decide("certificate")

# %% [markdown]
# Step by step, by hand. What a group attends to, how far it is drawn to its own side, and how long
# its tokens get before they are normalised:


# %%
def block(p, q, E, at, other, step):
    """Return (trace, determinant, lengths) at a bipartite point, for one other eigenvalue.

    A group's own tokens weigh E against 1; `at` is the eigenvalue of the point.
    """
    own, far = E / (E * p + q), E / (E * q + p)  # weight of one token of the own group
    to_q, to_p = 1 / (E * p + q), 1 / (E * q + p)  # and of one of the opposite group
    up = 1 + step * at * (p * own - q * to_q)
    down = 1 + step * at * (q * far - p * to_p)
    matrix = sp.Matrix(
        [
            [(1 + step * other * p * own) / up, step * other * q * to_q / up],
            [step * other * p * to_p / down, (1 + step * other * q * far) / down],
        ]
    )
    return matrix.trace(), matrix.det(), (up, down)


step = sp.Rational(1, 4)
trace, determinant, lengths = block(2, 2, sp.Rational(1, 9), at=-2, other=1, step=step)
print("lengths:  ", *lengths)
print("block:     trace", trace, "determinant", determinant)
print("Jury:     ", 1 - determinant, 1 - trace + determinant, 1 + trace + determinant)  # positive

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
def layer_jacobian(places, value, step, scores):
    """Return the exact derivative of a layer at some tokens, by SymPy, as a matrix of rationals.

    Scores, softmax, means and normalisation are differentiated; no formula of the paper is used.
    """
    n, d = len(places), len(places[0])
    x = [sp.Matrix(sp.symbols(f"x{i}_:{d}", real=True)) for i in range(n)]
    at = dict(zip(sp.flatten([list(token) for token in x]), sp.flatten(places), strict=True))
    rows = []
    for i in range(n):
        weights = [sp.exp((x[i].T * scores * token)[0]) for token in x]
        pull = sum((w * token for w, token in zip(weights, x, strict=True)), sp.zeros(d, 1))
        moved = x[i] + step * value * pull / sum(weights)
        length = sp.sqrt((moved.T * moved)[0])
        derivative = moved.jacobian(list(at)).subs(at)
        moved, length = moved.subs(at), length.subs(at)
        inwards = sp.eye(d) - moved * moved.T / length**2
        rows.append(inwards * derivative / length)
    return sp.Matrix.vstack(*rows)


places = [[0, 1], [0, 1], [0, -1], [0, -1]]
jacobian = layer_jacobian(places, sp.diag(1, -2), step, -sp.log(3) * sp.eye(2))
tangent = jacobian[::2, ::2]  # each token's first coordinate is its tangent direction
print("multipliers:", tangent.eigenvals())

# %% [markdown]
# ## In balls
#
# If the scores are not logarithms, the weights are irrational, and exact arithmetic is
# impossible. Ball arithmetic still works. Remark 10 has a second witness, with $P = V$:

# %%
verify.step("B-R10", "natural witness").decide("certificate")

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
# Below, the verdict for each pair of $E = e^{2 g}$ and eigenvalue ratio: the multipliers of the
# block and of disagreement, in floats; no layer is run. Move the step size. (Below $-1$ the other
# eigenvalue is the more negative one, and the groups part along its eigenvector.)

# %%
verify.step("B-R10", "stable")


# %%
def largest(E, ratio, step):
    """Return the largest modulus of a multiplier, two tokens against two at the eigenvalue -1."""
    own, opposite = 2 * E / (2 * E + 2), 2 / (2 * E + 2)
    length = 1 - step * (own - opposite)
    together = (1 + step * ratio) / length
    apart = (1 + step * ratio * (own - opposite)) / length
    return np.max(np.abs([together, apart, 1 / length]), axis=0)


def chart(step):
    E, ratio = np.meshgrid(np.linspace(0.01, 1.2, 120), np.linspace(-1.25, 1.25, 126))
    figure, plane = axes(width=4.6, height=2.9)
    shade = [line(5)["color"]]
    plane.contourf(E, ratio, largest(E, ratio, step) < 1, levels=[0.5, 1.5], colors=shade)
    edge = np.linspace(0.01, 1, 60)
    plane.plot(edge, (1 - edge) / (1 + edge), label=r"$\tanh |g|$", **line(1))
    plane.plot([1 / 9], [1 / 2], "o", color=line(6)["color"], label="the witness")
    plane.set(title=f"stable where shaded, step {step:g}", xlabel=r"$E = e^{2g}$")
    plane.set_ylabel(r"$\lambda_k / |\lambda_r|$, $\lambda_r < 0$")
    plane.legend(loc="upper right")
    return Picture(figure, f"Stable states for the step {step:g}, bounded by tanh |g|.")


assert largest(1 / 9, 1 / 2, 0.5) < 1  # the witness, in units in which its eigenvalue is -1
slider(chart, 0.5, (0.05, 3.0), "step")

# %% [markdown]
# At a positive eigenvalue a stable bipartite state is no surprise. But of the three conditions that
# Theorem 3 seems to have printed, one is not necessary: here are two tokens against one, stable
# with $\rho_- = 13/14 < 1$, where it asks for $\rho_- > 1$. What is needed instead is a list of
# inequalities, statement `B-T3d`.

# %%
verify.step("B-T3", "single token").decide("certificate")

# %% [markdown]
# ## A stable polygon
#
# Tokens that sum to zero, with equal weights, are at an equilibrium for every step size. The last
# part of Theorem 3 says that no such state is stable. The value matrix $\begin{pmatrix} 3 & 1 \\
# 1 & 3 \end{pmatrix}$ is positive definite, and yet here is a sink of four tokens (`B-L15`), two
# at $(1, 0)$ and two at $(-1, 0)$, which is not an eigenvector of it:

# %%
verify.step("B-L15", "sink of 4").decide("certificate")

# %% [markdown]
# The printed argument has a classic error: it omits the change of the weights, as if that were of
# second order. It is of first order: two of the three sums in the last line are that change.

# %%
verify.step("B-L15", "linearisation").derivation()

# %% [markdown]
# ## Exercise
#
# At a bipartite state, what does the layer do to what a token attends to, along a tangent
# direction? Two tries at one line of the derivation, wrong and right: the first forgets that the
# weights move.

# %%
moved = verify.step("B-GEN", "pull").derivation()
weight = "exp((eps[i]*v) @ (P @ (eps[j]*v)))"
share = f"{weight}/total(exp((eps[i]*v) @ (P @ (eps[k]*v))) for k in tokens.seen_by(i, N))"
moved.check(f"V @ total({share}*delta[j] for j in tokens.seen_by(i, N))")

# %%
moved.check(f"V @ total({share}*delta[j] for j in tokens.seen_by(i, N)) + kappa[i]*v")

# %% [markdown]
# Take the first witness and make the step larger: the statement says that it stays stable at
# *every* step (steps *common* to *within*). Check `largest(1 / 9, 1 / 2, 100)`, then find out which
# inequality fails for $V = \operatorname{diag}(1, -1)$.
