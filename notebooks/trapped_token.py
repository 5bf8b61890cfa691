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
# # The trapped token
#
# Under causal attention the first token does not move, and every token attends to it. Theorem 5.1
# of paper A says: with the identity as value matrix all tokens gather at the first one, unless
# they begin exactly opposite to it. For two tokens that is true. For three it is false, and the
# reason is pretty: two tokens can catch a third between them and drive it to the antipode. This
# notebook finds that token to forty digits, and then says how many such starts there are.

# %%
import verify

verify.find("A-T5.1").scenes[0]

# %% [markdown]
# There it is, or near it: move the third token by as little as you like, and it leaves. The picture
# is in floating-point numbers and proves nothing. What follows does. It needs these imports:

# %%
import mpmath
import numpy as np

from verify import Picture, axes, line, slider

# %% [markdown]
# ## What the paper says
#
# The printed claim, as a formula of ours: from a start at which neither of two tokens is opposite
# to the first, the third one's angle from the antipode, $\varphi$, does not tend to 0.

# %%
verify.step("A-T5.1", "printed domain")

# %% [markdown]
# Why should it be true? The paper looks at the cosine $b$ of a token with the first one, and at
# $V = 1 - b$. A token that sees nothing but the first one and itself is drawn to it,

# %%
verify.step("A-L5.1", "cosine").derivation()

# %%
verify.step("A-L5.1", "Lyapunov").derivation()

# %% [markdown]
# so $V$ decreases. One that sees others in between is drawn in the same way, and pushed by them:

# %%
verify.step("A-T5.1", "eq 15").derivation()

# %% [markdown]
# That push is what the printed argument loses.
#
# ## Three tokens on a circle
#
# Put the first token at the angle $0$, the second at $\theta$ and the third at $\pi + \varphi$.
# A plane through 0 is invariant: tokens that begin in it stay in it. So the theorem has to cover
# this start in every dimension. The second token turns back to the first. What the third does, two
# steps of the proof say; they look at the edges of the strip $0 < \varphi < \theta$.

# %%
verify.step("A-T5.1", "lower edge").derivation()

# %%
verify.step("A-T5.1", "upper edge").derivation()

# %% [markdown]
# At both edges the motion points outwards: through the lower one the third token escapes to one
# side, through the upper one to the other. By continuity some start between them escapes to neither
# side. It stays in the strip for ever, while the strip shrinks to $\varphi = 0$, as $\theta \to 0$.
# **That token ends at the antipode of the first, though it did not begin there.** That some start
# stays is proved in Coq, as a part of the theorem that refutes the claim (`verify theorem A-T5.1`).

# %%
for name in ("lower edge", "upper edge"):
    step = verify.step("A-T5.1", name)
    print(name, step.decide("symbolic").outcome, step.decide("certificate").outcome, sep=": ")
    print(*step.mutants(), sep="\n")

# %% [markdown]
# ## Look at it
#
# All trajectories of $(\theta, \varphi)$ for scores 0, by a Runge-Kutta method in floats. Time runs
# to the left, as $\theta$ shrinks. Between those that leave below and those that leave above there
# is exactly one that does neither.


# %%
def orbit(theta, phi, until=9.0, step=0.01):
    """Return the path of (theta, phi) for P = 0, until the third token is an angle of 1.2 off."""

    def rates(state):
        t, p = state
        return np.array([-np.sin(t) / 2, (np.sin(p) + np.sin(p - t)) / 3])

    path = [np.array([theta, phi])]
    while len(path) < until / step and -1.2 < path[-1][1] < path[-1][0] + 1.2:
        x = path[-1]
        k1 = rates(x)
        k2 = rates(x + step * k1 / 2)
        k3 = rates(x + step * k2 / 2)
        k4 = rates(x + step * k3)
        path.append(x + step * (k1 + 2 * k2 + 2 * k3 + k4) / 6)
    return np.array(path)


def lost(theta):
    """Return the lost start of the third token, its angle from the antipode, in closed form."""
    s = mpmath.tan(mpmath.mpf(theta) / 4)
    value = mpmath.hyp2f1(-0.5, mpmath.mpf(2) / 3, mpmath.mpf(7) / 6, -s * s)
    slope = -2 * mpmath.hyp2f1(0.5, mpmath.mpf(5) / 3, mpmath.mpf(13) / 6, -s * s) / 7
    angle = mpmath.atan(-s - 2 * s * (1 + s * s) * slope / value)
    return mpmath.mpf(theta) / 2 + 2 * angle


trapped = float(lost(1))
figure, (left, right) = axes(columns=2, width=7.0, height=3.0)
ramp = np.linspace(0, 1, 2)
left.fill_between(ramp, 0 * ramp, ramp, color="0.93", zorder=0)
for phi in (0.02, 0.1, 0.18, 0.24, 0.34, 0.42, 0.55, 0.75, 0.95):
    left.plot(*orbit(1.0, phi)[::4].T, color="0.6", linewidth=0.8)
left.plot(*orbit(1.0, trapped)[::4].T, **line(1))
left.set(xlim=(0.06, 1), ylim=(-0.5, 1), title="the strip is left through both edges")
left.set(xlabel=r"$\theta$, second token", ylabel=r"$\varphi$, third token")
for number, (away, says) in enumerate(
    [(0, "the lost start"), (1e-3, "+ 0.001"), (-1e-3, "- 0.001")]
):
    path = orbit(1.0, trapped + away, until=24.0)[::8]
    right.plot(0.08 * np.arange(len(path)), path[:, 1], label=says, **line((1, 0, 2)[number]))
right.set(xlabel="time", ylabel=r"$\varphi$", title="what a thousandth does")
right.legend()
Picture(figure, "Orbits leave a strip above and below; one, from a start between, stays.")

# %% [markdown]
# Rounding is enough to throw a float off the trapped orbit in the end: it is repelling. So a
# simulation will hardly ever find it, and can never prove that it is there.
#
# Move the third token yourself: $\varphi$ starts at the value of the slider. (Without `ipywidgets`
# this is a picture: of the start 0.3, which is a little too far.)


# %%
def from_start(phi):
    path = orbit(1.0, phi)[::4]
    figure, plane = axes(width=4.0, height=2.4)
    plane.fill_between(ramp, 0 * ramp, ramp, color="0.93", zorder=0)
    plane.plot(*orbit(1.0, trapped)[::4].T, label="trapped", **line(1))
    plane.plot(*path.T, label=f"from {phi:.2f}", **line(0))
    plane.set(xlim=(0.06, 1), ylim=(-0.5, 1), xlabel=r"$\theta$", ylabel=r"$\varphi$")
    plane.legend(loc="upper left")
    side = "above" if path[-1][1] > path[-1][0] else "below" if path[-1][1] < 0 else "not yet"
    return Picture(figure, f"An orbit from 0, 1 and pi + {phi:.2f} leaves the strip: {side}.")


slider(from_start, 0.3, (0.0, 1.0), "third token")

# %% [markdown]
# ## By two routes that share nothing
#
# For scores 0 the orbits solve a Riccati equation, and the lost start has a closed form with
# Gauss's hypergeometric function (`lost`, above). The other route is to shoot: a start a little
# below has to leave below, one a little above has to leave above. Here it is done in floats, and
# the interval is halved forty times.

# %%
low, high = 0.0, 1.0
for _ in range(40):
    middle = (low + high) / 2
    end = orbit(1.0, middle, until=60.0)[-1]
    low, high = (low, middle) if end[1] > end[0] / 2 else (middle, high)
print("closed form:", mpmath.nstr(lost(1), 15), " shooting, to six digits:", f"{low:.6f}")
assert abs(low - trapped) < 1e-6

# %% [markdown]
# The statement does both in ball arithmetic, with certified digits, and has two mutants: that the
# lost start is the antipode itself, or
# that it lies on the straight line of slope 2/7 on which it lies for small $\theta$.

# %%
closed = verify.step("A-T5.1", "closed form at 1/2")
closed

# %%
closed.decide("enclosure")

# %% [markdown]
# Here is the curve of all lost starts, $\varphi$ against $\theta$. Over all of $(0, \pi)$ the
# motion crosses both rays, of slopes 1/4 and 1/3, outwards. So the curve must stay between them
# (steps *lower ray* and *upper ray*).

# %%
angles = [k / 8 for k in range(1, 26)]
curve = [float(lost(theta)) for theta in angles]
assert all(theta / 4 < phi < theta / 3 for theta, phi in zip(angles, curve, strict=True))
figure, plane = axes(width=4.6, height=2.6)
plane.plot(angles, curve, label="lost third token", **line(1))
plane.plot(angles, [theta / 4 for theta in angles], label="slope 1/4", **line(2))
plane.plot(angles, [theta / 3 for theta in angles], label="slope 1/3", **line(0))
plane.set(xlabel=r"$\theta$", ylabel=r"$\varphi$")
plane.legend()
Picture(figure, "The lost starts as a curve between two rays.")

# %% [markdown]
# ## What is true instead
#
# The repair, `A-T5.1+`, is sharper than the printed theorem: for bounded scores, constant or not,
# and any number of tokens in any dimension, whenever the tokens before it gather, **exactly one
# start of the next token is lost** and all others gather. The domain of attraction is everything
# but one point for each prefix, and so of full measure. That there is no second such start is a
# repulsion: two places near the antipode move apart exponentially.

# %%
verify.step("A-T5.1+", "expansion")

# %% [markdown]
# The others gather because a bounded push loses against the pull as soon as the tokens before are
# near:

# %%
verify.step("A-T5.1+", "dichotomy").derivation()

# %%
for name in ("apart", "repulsion", "expansion"):
    print(f"{name:10}", verify.step("A-T5.1+", name).decide("certificate"))

# %% [markdown]
# ## The verdict
#
# The statement is false, and its repair is named next to it. (It has over thirty steps;
# `verify show A-T5.1` prints them. Here are the ones that carry the refutation.)

# %%
for name in ("second angle", "third angle", "lower edge", "upper edge", "slope"):
    print(f"{name:14}", verify.step("A-T5.1", name).decide("certificate"))

# %% [markdown]
# ## Exercise
#
# At the upper edge, $\varphi = \theta$, how fast does the third token leave the strip? Write the
# rate of $\varphi - \theta$ there. `check` answers; here are a wrong line and a right one:

# %%
edge = verify.step("A-T5.1", "upper edge").derivation()
edge.check("A31*sin(theta)")

# %%
edge.check("(A21 + A31)*sin(theta)")

# %% [markdown]
# Your turn: the lower edge, $\varphi = 0$. Which of the three weights `A21`, `A31`, `A32` pushes
# the token out there? Replace the 0.

# %%
verify.step("A-T5.1", "lower edge").derivation().check("0*sin(theta)")

# %% [markdown]
# Bounded scores are needed. Step *they never meet* of `A-T5.1+` has scores $P(t) = 100\,t\,I$: what
# becomes of the second token then, and why does nothing gather? Then a computation: where is the
# *fourth* token lost, if the others begin at 0, 1 and 2? (Halve an interval, as above.)
