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
# # Spectra at consensus
#
# Is an equilibrium of a transformer layer stable? Linearise the layer there and look at the
# eigenvalues of the derivative, the *multipliers*. If all are inside the unit circle, small
# disturbances die out. Paper B computes them at consensus and at *bipartite* states, where tokens
# sit at two opposite points. The formulas hold for every number of tokens $n$ in every dimension
# $d$; this notebook reads them so, and then checks them at random instances against derivatives
# that were computed in exact arithmetic without any of these formulas.

# %%
import verify

verify.step("B-L2", "jacobian").derivation()

# %% [markdown]
# That is the derivative of a layer at any state, by the chain rule. The equation is decided for
# every $n$ and $d$. The rest needs these imports:

# %%
from fractions import Fraction

import numpy as np
import sympy as sp

from verify import Picture, axes, line
from verify.vocabulary import Mark, Scene, Watch, on_circle

# %% [markdown]
# ## Consensus under the average
#
# The Oja map moves every token by the mean of all and normalises: $x_i^+ = N(x_i + \tau V m)$. If
# all tokens are at a unit eigenvector $v_r$ of $V$, they are at an equilibrium. What happens
# nearby? A disturbance has three kinds of parts: along $v_r$, which normalisation removes; common
# to all tokens; and what tokens disagree about. At consensus the length $\|y_i\|$ of the formula
# above is $|\rho|$, and the direction $v_r$, for every token:

# %%
verify.step("B-L3", "jacobian").derivation()

# %% [markdown]
# So much for the derivative. Its spectrum is the statement:

# %%
verify.find("B-L3")

# %% [markdown]
# The table has $n$ and $d$ as letters, and the multiplicities add up: $n + (d-1) + (n-1)(d-1) = n
# d$. To believe it one has to check that each family is an eigenspace, for all sizes, and that
# together they exhaust the space. That is what the certificate does; and the four mutants of this
# step, such as the one without an absolute value, are refuted.

# %%
spectrum = verify.step("B-L3", "spectrum")
spectrum.derivation(part=2)  # the second family, common to all tokens

# %%
spectrum.derivation(part=3)  # the third, what tokens disagree about

# %%
for claim in spectrum.documents():
    print(claim["kind"], verify.check(claim).reason, sep=": ")

# %%
mutants = spectrum.mutants()
assert all(mutant.refuted for mutant in mutants)
mutants[0]

# %% [markdown]
# ## Exact instances
#
# Rational eigenvalues, a rational step: then the layer's derivative at consensus is a rational
# matrix. `layer_jacobian` differentiates the layer operation by operation (scores, softmax, means,
# normalisation). It knows no formula for the result. Its characteristic polynomial must be the
# product of the table, exactly.


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


X = sp.Symbol("X")
shown = []
for n, values, step in [(2, (2, -1), "1/3"), (3, (1, -2), "1/2"), (2, (1, "1/2", -3), "1/4")]:
    step, values = sp.Rational(step), [sp.Rational(value) for value in values]
    d, rho = len(values), 1 + step * values[0]
    first = [[1] + [0] * (d - 1)] * n
    jacobian = layer_jacobian(first, sp.diag(*values), step, sp.ones(d, d) / 3)
    predicted = [0] * n + [1 / rho] * ((n - 1) * (d - 1))
    predicted += [(1 + step * value) / rho for value in values[1:]]
    table = sp.prod(X - value for value in predicted)
    assert sp.expand(jacobian.charpoly(X).as_expr() - table) == 0
    print(f"n = {n}, d = {d}: exactly", *sorted(predicted))
    shown.append((n, d, jacobian, predicted))

# %% [markdown]
# These instances have *scores*: the layer was self-attention, not the average.
# The next lemma explains why it made no difference. If all tokens are equal, all scores of a row
# are equal, so every weight is $1/n$. The weights may change, but every token still attends to
# the same point.

# %%
verify.step("B-L11", "pull").derivation()

# %% [markdown]
# The same in floats, for a reader who likes to see eigenvalues: NumPy's against the table.

# %%
figure, plane = axes(width=6.0, height=2.4)
for place, (n, d, jacobian, predicted) in enumerate(shown):
    found = np.sort(np.linalg.eigvals(np.array(jacobian.tolist(), dtype=float)).real)
    table = np.sort(np.array(predicted, dtype=float))
    plane.plot(found, np.full(len(found), place), "o", color=line(0)["color"], markersize=9,
               fillstyle="none", label="NumPy" if place == 0 else None)  # fmt: skip
    plane.plot(table, np.full(len(table), place), "x", color=line(1)["color"], markersize=5,
               label="table" if place == 0 else None)  # fmt: skip
    # J is not symmetric: its eigenvalues move by more than the rounding, 1e-16, but not by so much.
    print(f"n = {n}, d = {d}: they differ by less than 1e-6, {np.abs(found - table).max() < 1e-6}")
plane.axvline(1, color="0.6", linewidth=0.8)
plane.set_yticks(range(len(shown)), [f"$n={n}, d={d}$" for n, d, *_ in shown])
plane.set(xlabel="multiplier (stable if between -1 and 1)", ylim=(-0.6, len(shown) - 0.4))
plane.legend(loc="lower left")
Picture(figure, "Eigenvalues found by NumPy and those of the table lie on each other.")

# %% [markdown]
# ## How large may the step be?
#
# At the first eigenvector, $\lambda_r$ the largest and positive, all multipliers are inside the
# circle, unless the step is too large for a very negative eigenvalue: $(1 + \tau\lambda_k)/(1 +
# \tau\lambda_1)$ must stay above $-1$ (Lemma 4). With $\lambda = (1, 1/2, -3)$:

# %%
steps = np.linspace(0, 2.2, 112)
figure, plane = axes(width=7.0, height=2.5)
for number, value in enumerate((0.5, -3.0)):
    label = rf"$(1 + \tau \lambda_k)/(1 + \tau)$, $\lambda_k = {value:g}$"
    plane.plot(steps, (1 + steps * value) / (1 + steps), label=label, **line(number))
plane.plot(steps, 1 / (1 + steps), label=r"$1/(1 + \tau)$, disagreement", **line(2))
plane.axhline(-1, color="0.6", linewidth=0.8)
plane.axvline(1, color="0.6", linewidth=0.8)
plane.annotate(r"$\tau = 2/(-\lambda_k - \lambda_1) = 1$", (0.97, -1.6), ha="right")
plane.set(xlabel=r"step $\tau$", ylabel="multiplier")
plane.legend(loc="center left", bbox_to_anchor=(1, 0.5))
Picture(figure, "One multiplier crosses -1 at the step 1.")

# %% [markdown]
# Here are the same layers at work, with $\lambda = (1, -3)$ and a step that is a little too long.
# Disagreement dies out, so the tokens meet. Then they leave $v_1$ together, from side to side.

# %%
Scene(
    "A step too long",
    r"Oja map, $V = \operatorname{diag}(1, -3)$, step $11/10$: the multiplier of what is common to "
    "all tokens is $-23/21$.",
    tokens=(on_circle(Fraction(1, 50)), on_circle(Fraction(1, 100)), on_circle(Fraction(-1, 60))),
    duration=60,
    motion="layer",
    step=Fraction(11, 10),
    value=[[1, 0], [0, -3]],
    marks=(Mark("v₁", (1, 0)),),
    watch=(
        Watch("angle", "angle of token 1 with $v_1$", tokens=(1,), mark="v₁", logarithmic=True),
        Watch("spread", "largest distance of two tokens", logarithmic=True),
    ),
)

# %% [markdown]
# ## Two opposite groups
#
# With $p$ tokens at $v_r$ and $q$ at $-v_r$ the weights matter: everything depends on one number
# $E = e^{2 g}$, $g = v_r^\top P v_r$, the weight of one's own side relative to the other. Each
# other eigenvector carries a 2 by 2 block. Let the tokens of the one group move along such an
# eigenvector, and the others rest: the result is the first column of the block.

# %%
verify.step("B-L14", "spectrum")

# %%
verify.step("B-L14", "spectrum").derivation(part=2)

# %% [markdown]
# Again at an exact instance: $V = \operatorname{diag}(1, -2)$, the step 1/4, scores $g = \ln 2$,
# so that $E = 4$, with two tokens at $v_1$ and one at $-v_1$.

# %%
value = sp.diag(1, -2)
jacobian = layer_jacobian(
    [[1, 0], [1, 0], [-1, 0]], value, sp.Rational(1, 4), sp.log(2) * sp.eye(2)
)
sp.factor(jacobian.charpoly(X).as_expr())

# %% [markdown]
# Instances support, they do not prove: a few sizes are not all sizes. The proof for all of
# them is the step above, and here is what the two methods say of it.

# %%
for method in ("symbolic", "certificate"):
    print(verify.step("B-L14", "spectrum").decide(method))

# %% [markdown]
# ## Exercise
#
# By which factor does a layer shorten what tokens disagree about, at consensus? Write the image of
# such a disturbance as a multiple of it. Two tries, wrong and right:

# %%
disagreement = verify.step("B-L3", "spectrum").derivation(part=3)
disagreement.check("c[each_token]*z")

# %%
disagreement.check("c[each_token]*z/(rho**2)**(1/2)")

# %% [markdown]
# Put one token at $-v_r$ and all others at $v_r$, with scores 0 ($E = 1$). Write down $\rho_-$ from
# the statement. For which step is it 0, and what does the layer do with that token then? Check with
# `layer_jacobian`.
