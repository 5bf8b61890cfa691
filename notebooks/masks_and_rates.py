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
# # Masks and rates
#
# A mask says which token may see which. Full, causal, sliding window, attention sink, packed
# documents: when do tokens that begin in a hemisphere still gather, and how fast? Paper A treats
# the full and the causal mask. Statement `A-T4.1++` answers for every mask, with one condition on
# the graph, and its corollaries can be called as functions of a mask. This notebook looks at masks
# as graphs, computes the rates that the statement proves, and compares them with simulations.

# %%
import verify

verify.find("A-T4.1++").scenes[1]

# %% [markdown]
# Each token sees itself and the one before it. All meet at the first one, and the last token comes
# last. The rest needs these imports:

# %%
from math import exp, factorial, log

import numpy as np

from verify import Picture, axes, line

# %% [markdown]
# ## Who sees whom
#
# Row $i$ of a mask has a 1 at $j$ if token $i$ sees token $j$. As a graph, an arrow goes from $i$
# to $j$: information travels against the arrows. A **root** is a token that every token reaches
# along arrows, so that every token hears of it in the end. Below, a filled square at row $i$ and
# column $j$ says that $i$ sees $j$; the columns of roots carry a triangle.


# %%
def mask(sees, size=8):
    return np.array([[int(sees(i, j)) for j in range(size)] for i in range(size)])


masks = {
    "full": mask(lambda i, j: True),
    "causal": mask(lambda i, j: j <= i),
    "causal window": mask(lambda i, j: i - 3 < j <= i),
    "window": mask(lambda i, j: abs(i - j) <= 2),
    "window + sink": mask(lambda i, j: j == 0 or i - 2 < j <= i),
    "two documents": mask(lambda i, j: j <= i and (i < 3) == (j < 3)),
}


def distances(mask):
    """Return how many arrows lead from i to j at least; infinity where none do (Floyd-Warshall)."""
    far = np.where(np.array(mask) > 0, 1.0, np.inf)
    np.fill_diagonal(far, 0)
    for k in range(len(far)):
        far = np.minimum(far, far[:, k, None] + far[None, k])
    return far


def roots(mask):
    """Return the tokens that every token reaches, counted from 0."""
    return np.flatnonzero(np.isfinite(distances(mask)).all(axis=0))


figure, planes = axes(columns=len(masks), width=8.0, height=1.75)
for plane, (name, mask) in zip(planes, masks.items(), strict=True):
    seen = [(j, i) for i in range(8) for j in range(8) if mask[i][j]]
    plane.plot(*zip(*seen, strict=True), "s", color=line(0)["color"], markersize=4.6)
    top = roots(mask)
    plane.plot(top, [-1.3] * len(top), "v", color=line(1)["color"], markersize=4.6)
    plane.set(aspect="equal", xlim=(-0.8, 7.8), ylim=(7.8, -2.2), title=name)
    plane.axis("off")
Picture(figure, "Six masks of eight tokens as squares, with triangles over the columns of roots.")

# %%
print(f"{'mask':16}{'roots':26}{'distance':10}seen by all")
for name, mask in masks.items():
    top, far = roots(mask), distances(mask)
    away = str(int(far[:, top].max(axis=0).min())) if len(top) else "-"
    told = ", ".join(str(root + 1) for root in top) or "none"
    everybody = ", ".join(str(j + 1) for j in np.flatnonzero(mask.all(axis=0))) or "none"
    print(f"{name:16}{told:26}{away:10}{everybody}")

# %% [markdown]
# ## The theorem
#
# In gnomonic coordinates $x_i = y_i/s_i$, where $s_i$ is the margin of a token, the flow on the
# sphere becomes a *linear* consensus system on the arrows of the mask. What a token sees of itself
# drops out. First the least margin: it never decreases, so the coordinates stay bounded.

# %%
verify.step("A-T4.1++", "least margin").derivation()

# %%
verify.step("A-T4.1++", "consensus system").derivation()

# %% [markdown]
# From there on it is a matter of graphs. If the mask has a root, the ends of every coordinate are
# drawn inwards, since each token hears of the root after as many arrows as it is away; if not, two
# closed components keep a cluster each, and nothing gathers. In one sentence: **tokens in an open
# hemisphere gather for all weights that are bounded below on the arrows if and only if the mask has
# a root.** Two derivatives carry it. A token that sees none above itself does not rise; and one
# that sees a token below the top gains depth itself, one power of $t$ later.

# %%
verify.step("A-T4.1++", "closed set").derivation()

# %%
verify.step("A-T4.1++", "path").derivation()

# %%
for name in ("consensus system", "closed set", "path", "contraction"):
    print(f"{name:18}", verify.step("A-T4.1++", name).decide("certificate"))

# %%
verify.step("A-T4.1++", "no root").decide("certificate")

# %% [markdown]
# ## Rates, as functions of a mask
#
# Take one head on the circle ($n + 1 = 2$), scores 0, and starts whose least margin is 4/5. Two
# numbers bound the pull of an arrow from below, $b$, and of all arrows of a token from above, $B$.
# Then each corollary of the statement is a short formula: for any rooted mask whose root is $D$
# arrows away, a spread shrinks by the factor $1 - (b/B)^D/(2 e\,D!)$ in every time $1/B$; if $c$
# tokens are seen by all, it falls like $e^{-c b t}$.

# %%
margin = 4 / 5
most = {name: int(mask.sum(axis=1).max()) for name, mask in masks.items()}
pull = {name: margin / (np.sqrt(2) * most[name]) for name in masks}  # b
row = 1 / (margin * np.sqrt(2))  # B
for name in ("full", "causal", "causal window", "window + sink"):
    D = int(distances(masks[name])[:, roots(masks[name])].max(axis=0).min())
    rate = -log(1 - (pull[name] / row) ** D / (2 * exp(1) * factorial(D))) * row
    seen = int(masks[name].all(axis=0).sum()) * pull[name]
    told = f"by the tokens that all see: rate {seen:.3f}" if seen else "no token is seen by all"
    print(f"{name:15} for any rooted mask: rate {rate:.1e};  {told}")

# %% [markdown]
# The first rate holds for every rooted mask, and is small: it pays for the worst weights that a
# mask allows, with arrows that switch on and off. Where some tokens are seen by all the second is
# far better. Where the mask has no cycle there is a third bound, a tail of the Poisson
# distribution: news of the root arrives one arrow after the other.
#
# ## Against simulation
#
# The spread is the largest difference of the first gnomonic coordinates. It has to stay below every
# bound, for every start. Below are forty random starts of eight tokens: some of them in grey, the
# slowest at each time, and the bounds.


# %%
def paths(mask, starts, until, every, step=0.01):
    """Return angles on the circle at times 0, every, ..., until: (times, starts, tokens)."""
    seen = np.array(mask, dtype=float)
    weights = seen / seen.sum(axis=1, keepdims=True) / np.sqrt(2)

    def rates(angle):
        return (weights * np.sin(angle[:, None, :] - angle[:, :, None])).sum(axis=2)

    angle, out = np.array(starts), []
    for k in range(round(until / step) + 1):
        if k % round(every / step) == 0:
            out.append(angle)
        first = rates(angle)
        angle = angle + step * (first + rates(angle + step * first)) / 2
    return np.array(out)


def spreads(angles):
    """Return the largest minus the least gnomonic coordinate, tan(angle)."""
    return np.ptp(np.tan(angles), axis=-1)


generator = np.random.default_rng(5)
starts = generator.uniform(-1, 1, (40, 8)) * np.arccos(margin)
shown = {"full": 12, "window + sink": 12, "causal window": 60}
figure, planes = axes(columns=3, width=7.6, height=2.7)
for plane, (name, until) in zip(planes, shown.items(), strict=True):
    times = until * np.arange(25) / 24
    mask, b = masks[name], pull[name]
    values = spreads(paths(mask, starts, until, until / 24))
    relative = values / values[0]
    slowest = relative.max(axis=1)
    plane.semilogy(times, relative[:, :12], color="0.8", linewidth=0.6)
    plane.semilogy(times, slowest, label="slowest start", **line(0))
    if mask.all(axis=0).any():
        bound = np.exp(-mask.all(axis=0).sum() * b * times)
        plane.semilogy(times, bound, label="seen by all", **line(1))
        assert (slowest <= bound).all()
    if name == "causal window":
        # No cycles, and a longest path of 7 arrows. The tail bounds distances from the root, and a
        # spread is at most twice the largest.
        bound = 2 * sum(np.exp(-b * times) * (b * times) ** q / factorial(q) for q in range(7))
        plane.semilogy(times, bound, label="2 x Poisson tail", **line(2))
        assert (slowest <= bound).all()
    plane.set(title=name, xlabel="time", ylim=(1e-4, 3))
    plane.legend(loc="lower left", fontsize=7)
planes[0].set_ylabel("spread, relative")
Picture(figure, "Simulated spreads lie below the proved bounds.")

# %% [markdown]
# A ring, in which each token sees only the next, is the slow case: a wave travels round it and
# decays at the rate $1 - \cos(2\pi/l)$ times the weight. Here the simulated rate is the predicted
# one.

# %%
verify.step("A-T4.1++", "ring mode")

# %%
sizes, predicted, measured = range(3, 17), [], []
for size in sizes:
    ring = [[int(j == (i + 1) % size) for j in range(size)] for i in range(size)]
    wave = [[1e-4 * np.cos(2 * np.pi * i / size) for i in range(size)]]
    lengths = np.linalg.norm(paths(ring, wave, 4, 4)[:, 0], axis=1)
    predicted.append((1 - np.cos(2 * np.pi / size)) / np.sqrt(2))
    measured.append(log(lengths[0] / lengths[1]) / 4)
# The wave is 1e-4 high, so what is not linear adds some 1e-8 to a rate. Steps of h = 1/100 change
# the rate of a mode with the eigenvalue x by about |x|^3 h^2/6, and |x| is at most 2/sqrt(2).
assert np.allclose(predicted, measured, atol=1e-4)
figure, plane = axes(width=4.4, height=2.4)
plane.plot(sizes, predicted, label=r"$(1 - \cos(2\pi/l)) / 2^{1/2}$", **line(0))
plane.plot(sizes, measured, "o", color=line(1)["color"], fillstyle="none", label="simulated")
plane.set(xlabel="tokens in the ring", ylabel="rate")
plane.legend()
Picture(figure, "The decay rate of a ring falls with its size as predicted.")

# %% [markdown]
# ## Layers, and layers that alternate
#
# A layer of any positive step takes weighted means in the same coordinates, so the graph decides
# again. Masks may change from layer to layer, as in models that alternate a global and a local
# layer. Two masks without a root can have one together:

# %%
left = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1]])
right = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 1]])
print("roots:", roots(left), roots(right))
print("of both together:", roots(left | right), "(counted from 0)")

# %% [markdown]
# ## Exercise
#
# In gnomonic coordinates, is a token drawn to the others in proportion to its distance from them?
# Write its rate, with `beta[i, j]` for the pull of an arrow. Here are a right line and a wrong one:

# %%
system = verify.step("A-T4.1++", "consensus system").derivation()
system.check("total(beta[i, j]*(x[j] - x[i]) for j in tokens.seen_by(i, N))")

# %%
system.check("total(beta[i, j]*x[j] for j in tokens.seen_by(i, N))")

# %% [markdown]
# Your turn: what a token sees of itself drops out. Write the sum over the *others* only
# (`tokens.seen_by(i, N).but(i)`) as a difference of two sums. Replace the 0.

# %%
others = "for j in tokens.seen_by(i, N).but(i)"
system.check(f"total(beta[i, j]*x[j] {others}) - 0*x[i]")

# %% [markdown]
# Sliding windows make the root far away: a token sees it after $(l - 1)/(w - 1)$ arrows. Plot the
# rate for a causal window of width $w$ against $w$, and then add an attention sink. Why does one
# column of ones change the exponent, and not just a constant?
