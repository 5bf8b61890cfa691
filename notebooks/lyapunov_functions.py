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
# # Lyapunov functions, line by line
#
# To show where tokens go, one looks for a quantity that only rises, or only falls, and
# differentiates it along the flow. Every theorem of paper A on convergence rests on one. Here are
# the derivatives, line by line: the chain rule, substitution of the velocities, multiplication,
# collection of terms. Each line names the equations that it uses, and each is decided. Where the
# last line is a sum without negative terms, the sign follows.
#
# The simplest comes first. A token sees one other, which is fixed at $y^0$. Let $V = 1 - b$ with
# $b = y^\top y^0$:

# %%
import verify

verify.step("A-L5.1", "Lyapunov").derivation()

# %% [markdown]
# The last line is a product of three factors, none of which is negative. Normal forms decide that
# it *is* the gap, for every dimension. A checker that shares no code with them decides it again:

# %%
step = verify.step("A-L5.1", "Lyapunov")
assert all(verify.check(claim).accepted for claim in step.documents())
print(*step.mutants(), sep="\n")

# %% [markdown]
# ## The potential
#
# Let $V$ be half the sum of $e^{y_i^\top P y_j}$. If the matrices fit, $W U = P$ with $P$
# symmetric (Theorem 3.1), its slope along any tangent $X$ is a product of $X$ with the
# velocities. Substitute the velocities for $X$: then it is a sum of squares, and $V$ increases
# along the flow.

# %%
verify.step("A-C3.1", "gradient").derivation()

# %% [markdown]
# For $P = c I$ on the sphere we also give the second derivative. It shows that equilibria other
# than consensus are saddles.

# %%
verify.step("A-S3.3", "slope").derivation()

# %%
verify.step("A-S3.3", "Hessian").derivation()

# %% [markdown]
# ## The least margin
#
# Tokens in an open hemisphere have positive margins $s_i$ along its axis; the least of them rises
# (Theorem 4.1).

# %%
verify.step("A-T4.1", "least margin").derivation()

# %% [markdown]
# ## What the first token does to the others
#
# Let attention be causal, with the identity as value matrix (Theorem 5.1). The cosine with the
# first token feels a pull by that token, and a push by those in between. Once the push is bounded
# by $m$:

# %%
verify.step("A-T5.1+", "dichotomy").derivation()

# %% [markdown]
# ## One token under a symmetric matrix
#
# Under a symmetric value matrix a single token follows Oja's flow to the first eigenvector $v$
# (Lemma 5.2). Its part along $v$ grows, and the squared slope against $v$ falls:

# %%
verify.step("A-L5.2", "growth").derivation()

# %%
verify.step("A-L5.2", "squared slope").derivation()

# %% [markdown]
# ## Many tokens under a symmetric matrix
#
# Theorem 5.2 orders the rate of $b_i = v^\top y_i$ by how far the earlier tokens are from $v$,
# which is equation (18):

# %%
verify.step("A-T5.2", "eq 18").derivation()

# %% [markdown]
# It falls no faster than exponentially, so it stays positive. It drifts upwards, up to the
# distances of the earlier tokens.

# %%
verify.step("A-T5.2", "floor").derivation()

# %%
verify.step("A-T5.2", "drift").derivation()

# %% [markdown]
# ## The same under any mask
#
# Let the largest eigenvalue exceed the modulus of all others. Then the least of these parts
# increases, for any mask. This is our theorem (`A-T5.2'`).

# %%
verify.step("A-T5.2'", "one head").derivation()

# %% [markdown]
# ## A matrix that turns
#
# If the value matrix moves, so does $v$, at a speed of at most $\delta$. That adds one term
# (Theorem 5.3, equations (21) and (24)).

# %%
verify.step("A-T5.3", "eq 21").derivation()

# %%
verify.step("A-T5.3", "eq 24").derivation()

# %% [markdown]
# The formulas hold; what the paper concludes from (24) does not. A token that begins in the
# hemisphere of $v$ may leave it:

# %%
verify.find("A-T5.3").scenes[0]

# %% [markdown]
# The argument needs an increase, but close to the edge of the hemisphere it fails:

# %%
verify.step("A-T5.3", "rises").derivation()

# %% [markdown]
# What is true instead (`A-T5.3'`) is about the token that is furthest from $v$, and asks for more
# of the matrix:

# %%
verify.step("A-T5.3'", "furthest token").derivation()

# %% [markdown]
# ## Without a sphere
#
# Pre-norm transformers normalise for attention only, and tokens grow (Remark 2.3). From a
# hemisphere they move away from 0:

# %%
verify.step("A-R2.3+", "away from 0").derivation()

# %% [markdown]
# ## What is not derived
#
# A claim that is false has no derivation: there is nothing to derive it from. Change the right side
# of (18) in any of the ways that its mutants do, and the last line is refused.

# %%
print(*verify.step("A-T5.2", "eq 18").mutants(), sep="\n")

# %% [markdown]
# ## Exercise
#
# Write the gap of the first example as a product of three factors, and let the algebra judge it.
# Two tries of ours, the first of them wrong:

# %%
gap = verify.step("A-L5.1", "Lyapunov").derivation()
gap.check("(alpha_tilde - m)*V")

# %%
gap.check("(alpha_tilde - m)*V*(2 - V)")

# %% [markdown]
# Your turn: the same in $b$ alone, without $V$. Replace the last factor.

# %%
gap.check("(alpha_tilde - m)*(1 - b)*1")

# %% [markdown]
# Now differentiate $\log((1 - b)/(1 + b))$ along the flow of the first example by hand. Which step
# of `A-L5.1` says the same, and why does it have no sign to find? (`verify.show("A-L5.1")` lists
# them.) Then look for one more Lyapunov function: is the *mean* of the margins one?
