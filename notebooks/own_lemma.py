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
# # A lemma of your own, from nothing
#
# On a blackboard: tokens attend to each other with nonnegative weights, so they pull each other
# together. *Then surely no two of them ever move apart?* The answer is no. We look at the
# witness, ask for less, get a second no, and end with a lemma that is proved for every number of
# tokens in every dimension. No formula is differentiated by hand.

# %%
import verify

verify.find("A-T4.1++").scenes[0]

# %% [markdown]
# So they do, under a causal mask. No token moved away, did it? To ask that, we need some words:

# %%
from math import atan2, cos, pi, sin, sqrt
from pathlib import Path

import numpy as np

from verify import Picture, axes, line
from verify.vocabulary import (
    Fraction,
    Given,
    Inequality,
    Paper,
    Proof,
    Scene,
    Watch,
    any_weights,
    attention_flow,
    every,
    let,
    mutant,
    nonnegative_weights,
    on_circle,
    rate,
    statement,
    tokens,
    total,
    unit_tokens,
)

blackboard = Paper(
    key="OWN", title="A blackboard", authors="You", year=2026, reference="unpublished"
)

# %% [markdown]
# ## First version: any two tokens come closer
#
# Tokens are unit vectors, so $g_{ik} = y_i^\top y_k$ determines their angle: closer means larger.
# The claim is that its rate is never negative. An `Inequality` takes a proof, `because`: the
# difference of the two sides, written as a sum of products of nonnegative quantities. We do not
# have one yet, so we give the difference itself.


# %%
@statement("OWN-V1", blackboard.label("Version 1"), title="No angle ever grows", origin="ours")
def any_angle(given: Given) -> Proof:
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha)
    i, k = tokens.any("i", "k")
    g = let("g", lambda i, j: y[i] @ y[j])
    gap = rate(g[i, k], flow)
    yield "Any two tokens come closer.", Inequality(gap >= 0, because=gap, name="closer")


told = verify.step(any_angle, "closer").decide("sampling")
assert told.outcome == "refuted"
told

# %% [markdown]
# *Refuted*, with a witness: exact unit vectors and weights. Of course: a token that is drawn to a
# third one leaves its neighbour.
#
# ## Second version: the widest angle of all
#
# Two tokens may part, but not those that are already the furthest apart? Everything they attend to
# lies between them. In the language, the widest angle is where $g_{ik} \le g_{ij}$ and
# $g_{ik} \le g_{jk}$ for every $j$.


# %%
@statement(
    "OWN-V2", blackboard.label("Version 2"), title="The widest angle never grows", origin="ours"
)
def widest_of_all(given: Given) -> Proof:
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha)
    i, k = tokens.any("i", "k")
    g = let("g", lambda i, j: y[i] @ y[j])
    widest = [every(lambda j: g[i, k] <= g[i, j]), every(lambda j: g[i, k] <= g[j, k])]
    gap = rate(g[i, k], flow)
    yield (
        "At the widest angle of all, nothing they attend to widens it.",
        Inequality(gap >= 0, where=widest, because=gap, name="widest"),
    )


METHODS = ["symbolic", "certificate", "sampling"]
second = verify.run(widest_of_all, methods=METHODS)[widest_of_all.id]
assert (second.verdict, second.grade) == ("false", "refuted")
second

# %% [markdown]
# Read this slowly. The symbolic method only shows that the difference equals the given proof;
# here that is trivial. The certificate has to determine the sign, and it is inconclusive:
# *nothing says that the reason is not negative*. Sampling decides: the step is refuted, so the
# statement is false. Few random instances refute it, because such a triangle is rare. But
# sampling also searches: if no proof settles a claim, it minimises the difference by hill
# climbing. You choose the effort:

# %%
attacked = verify.falsify(widest_of_all, samples=50)["widest"]
assert attacked.outcome == "refuted"
attacked

# %% [markdown]
# There it is. Two tokens at more than a right angle, and a third one that pulls one of them around
# the sphere the long way. The picture is that witness in the plane of the two, where the third one
# casts its shadow; the arrow is the velocity. It is computed in fractions by the three lines of
# `velocity`, which share nothing with the formulas above.

# %%
found = attacked.evidence["witness"]
places = np.array([[Fraction(entry) for entry in place] for place in found["y"]])
weights = np.array([[Fraction(entry) for entry in row] for row in found["alpha"]])


def velocity(token, row):
    """What a token attends to, less the part that points outwards."""
    pull = row @ places
    return pull - (pull @ token) * token


velocities = np.array([velocity(*pair) for pair in zip(places, weights, strict=True)])
i, k = found["where"]["i"] - 1, found["where"]["k"] - 1
cosine = places[i] @ places[k]
gap = velocities[i] @ places[k] + places[i] @ velocities[k]
print("cosine of the two:", cosine, " its rate:", gap)


def in_plane(vector):
    """A vector's coordinates in the plane of the two, where the first of them is (1, 0)."""
    along, other = vector @ places[i], vector @ places[k]
    return float(along), float(other - cosine * along) / sqrt(1 - cosine**2)


figure, plane = axes(width=3.4, height=3.2)
circle = [2 * pi * t / 200 for t in range(201)]
plane.plot([cos(t) for t in circle], [sin(t) for t in circle], color="0.75", linewidth=1)
for number, (place, velocity) in enumerate(zip(places, velocities, strict=True), 1):
    x, y = in_plane(place)
    widest_pair = number - 1 in (i, k)
    plane.plot([x], [y], "o" if widest_pair else "s", color=line(number - 1)["color"], markersize=8)
    angle = atan2(y, x)
    plane.annotate(
        f"$y_{number}$", (x + 0.17 * cos(angle), y + 0.17 * sin(angle)), ha="center", va="center"
    )
    if any(velocity):
        right, up = in_plane(velocity)
        ahead = [x + 0.45 * right, y + 0.45 * up]
        plane.annotate("", ahead, (x, y), arrowprops={"arrowstyle": "->", "linewidth": 1.4})
plane.set(aspect="equal", xlim=(-1.4, 1.4), ylim=(-1.4, 1.4))
plane.axis("off")
Picture(figure, "Three tokens on a sphere. One is pulled away from the token furthest from it.")

# %% [markdown]
# Here it is as an animation. The first token sees only the third one, and the others do not move:

# %%
Scene(
    "The long way round",
    "Tokens 1 and 2 have the widest angle, and token 3 makes it wider. Drag token 3 to the other "
    "side, or token 2 until the angle is acute.",
    tokens=(on_circle(0), on_circle(Fraction(5, 2)), on_circle(Fraction(-9, 5))),
    duration=6,
    mask=[[0, 0, 1], [0, 1, 0], [0, 0, 1]],
    watch=(Watch("angle", "angle of tokens 1 and 2", tokens=(1, 2)),),
)

# %% [markdown]
# ## Third version: if it is acute
#
# The witness says what is missing. The rate of $g_{ik}$ is a sum over what the two attend to,
#
# $$\dot g_{ik} = \sum_j \alpha_{ij}\,(g_{jk} - g_{ij} g_{ik})
# + \alpha_{kj}\,(g_{ij} - g_{jk} g_{ik}),$$
#
# and each bracket is $(g_{jk} - g_{ik}) + g_{ik}(1 - g_{ij})$: the first part is not negative at
# the widest angle, and the second if $g_{ik}$ is not. So we assume that, and the same line is the
# proof. The mutants of the step: the formula must fail without the new assumption, and with
# weights of any sign.


# %%
@statement(
    "OWN-V3",
    blackboard.label("Version 3"),
    title="An acute widest angle never grows",
    origin="ours",
)
def acute(given: Given) -> Proof:
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha)
    i, k = tokens.any("i", "k")
    g = let("g", lambda i, j: y[i] @ y[j])
    widest = [every(lambda j: g[i, k] <= g[i, j]), every(lambda j: g[i, k] <= g[j, k])]
    yield (
        "At the widest angle of all, if it is acute, nothing they attend to widens it.",
        Inequality(
            rate(g[i, k], flow) >= 0,
            where=[g[i, k] >= 0, *widest],
            because=total(
                alpha[i, j] * ((g[j, k] - g[i, k]) + g[i, k] * (1 - g[i, j]))
                + alpha[k, j] * ((g[i, j] - g[i, k]) + g[i, k] * (1 - g[j, k]))
                for j in tokens
            ),
            name="widest",
        ).but_not("obtuse or not", where=widest),
    )
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))


third = verify.run(acute, methods=METHODS)[acute.id]
third

# %%
assert (third.verdict, third.grade, third.surviving) == ("holds", "proved", ())
verify.step(acute, "widest")

# %% [markdown]
# No line is differentiated by hand. Each line, from the rate to the proof, follows by one rule
# and is decided:

# %%
verify.step(acute, "widest").derivation()

# %% [markdown]
# The certificate is plain data: the claim, its proof and the facts from the assumptions. The
# checker knows nothing of attention. It expands both sides and asks for a fact for every factor,
# and it does not accept the reason if the condition we added is left out.

# %%
claim = verify.step(acute, "widest").documents()[0]
print(verify.check(claim))
print(verify.check({**claim, "where": claim["where"][1:]}))

# %% [markdown]
# ## In a file
#
# The file `lemma_of_your_own.py` next to this notebook has the lemma in thirty lines; it also
# proves the formula for $\dot g_{ik}$ used above. The command line reads it, with Coq if it is
# installed:
#
# ```sh
# verify run OWN-1 --module notebooks/lemma_of_your_own.py
# verify latex OWN-1 --module notebooks/lemma_of_your_own.py --pdf
# ```

# %%
folders = [Path(), Path("notebooks")]  # Jupyter begins in either
(file,) = (path for folder in folders if (path := folder / "lemma_of_your_own.py").is_file())
verify.show(verify.find("OWN-1", file))

# %% [markdown]
# ## Exercise
#
# The rate of $g_{ik}$ has two sums: what $i$ attends to, and what $k$ attends to. A first try
# forgets the second one, and `check` finds it out:

# %%
rate_of_angle = verify.step(verify.find("OWN-1", file), "rate").derivation()
rate_of_angle.check("total(alpha[i, j]*(g[j, k] - g[i, j]*g[i, k]) for j in tokens)")

# %%
rate_of_angle.check(
    "total(alpha[i, j]*(g[j, k] - g[i, j]*g[i, k]) + alpha[k, j]*(g[i, j] - g[j, k]*g[i, k])"
    " for j in tokens)"
)

# %% [markdown]
# The lemma stops at a right angle. How bad can it get beyond? Replace `g[i, k] >= 0` by
# `g[i, k] >= -h` for a `h = given(positive_scalar("h"))`, and find a lower bound of the rate in
# terms of `h` and the weights for which you can write down a reason. (Hint: where you used
# $g_{ik} \ge 0$, you now have $g_{ik} + h \ge 0$, and $1 - g_{ij} \le 2$.)
