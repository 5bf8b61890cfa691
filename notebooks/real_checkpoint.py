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
# # A checkpoint on your disk
#
# A trained transformer comes as a folder: a `config.json`, and weights in safetensors files. What
# do the papers' theorems say about such weights? This notebook asks three questions of one folder:
# what is the spectrum of its layer matrices, do tokens meet where attention is all there is, and
# what does the paper's steering do? Whole models are run by `verify depth` and `verify steer`, with
# the library `transformers`.
#
# So that every reader sees the same, the folder is a tiny GPT-2 with random weights. **For a real
# one, put its path into `folder`.** No code of it is run, and nothing is downloaded.

# %%
import verify

verify.step("B-S4", "along").derivation()

# %% [markdown]
# That is the law behind the last question. A change of the weights adds $q = c\beta$
# times a direction $u$ to a token $z$. So the length and the angle to $u$ are known before anything
# is changed. Now to a model. It needs these imports:

# %%
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from safetensors.numpy import save_file

from verify import Picture, axes, line
from verify.vocabulary import Mark, Scene, Watch, on_circle

room = TemporaryDirectory()  # goes when the notebook does
folder, random = Path(room.name, "tiny"), np.random.default_rng(8)
folder.mkdir()
tensors = {}
for k in range(6):
    tensors[f"h.{k}.attn.c_attn.weight"] = random.normal(0, 0.25, (32, 96))
    tensors[f"h.{k}.attn.c_proj.weight"] = random.normal(0, 0.25, (32, 32))
    tensors[f"h.{k}.ln_1.weight"] = np.ones(32)
save_file(tensors, folder / "model.safetensors")
sizes = {"model_type": "gpt2", "n_embd": 32, "n_head": 4, "n_layer": 6}
(folder / "config.json").write_text(json.dumps(sizes))
checkpoint = verify.load_checkpoint(folder)  # weights are read when they are needed
config = checkpoint.config
print(f"{config.model_type}: {config.layers} layers, {config.heads} heads, width {config.width}")

# %% [markdown]
# ## What is in a layer
#
# The formulas are for columns: head $h$ scores a pair by $x_i^T P_h x_j$, averages, and adds
# $F_h s_i^h$ to the token. $P_h$ and $F_h$ are products of two thin matrices each, and are put
# together from whatever the family stores: this one has queries, keys and values side by side
# in one matrix, transposed. The **layer matrix** is the sum of the $F_h$.

# %%
layer = checkpoint.layer(5)
heads = [layer.head(h) for h in range(layer.heads)]
F, rank = layer.F(), np.linalg.matrix_rank(layer.F())
print("each F_h has rank at most", heads[0].left.shape[1], "and F has", rank)
print("sum of the F_h is F:", np.allclose(sum(head.dense() for head in heads), F))

# %% [markdown]
# ## The spectrum
#
# Where one layer is applied again and again, tokens follow its principal eigenvector, of the
# largest real part, if $|1 + \lambda_1|$ is the largest of all $|1 + \lambda_k|$; a gap in the
# real part alone does not say so. Below, *margin* is $|1+\lambda_1|^2$ less the largest other one.
# For a complex pair tokens turn in a plane.

# %%
print(f"{'layer':7}{'principal':18}margin")
for number in range(config.layers):
    values = np.linalg.eigvals(checkpoint.layer(number).F())
    first = values[values.real.argmax()]
    others = values[(np.abs(values - first) > 1e-9) & (np.abs(values - first.conj()) > 1e-9)]
    shown = f"{first.real:.3f}" + (f" + {abs(first.imag):.3f} i" if first.imag else "")
    print(f"{number:<7}{shown:18}{abs(1 + first) ** 2 - max(abs(1 + others)) ** 2:.3f}")

# %% [markdown]
# The command line says which theorems apply to a layer that is repeated, and what is missing:

# %%
answer = subprocess.run(
    [sys.executable, "-m", "verify", "spectrum", str(folder), "--layers", "5"],
    capture_output=True, text=True, check=True,
)  # fmt: skip
print(answer.stdout)

# %% [markdown]
# ## Depth
#
# The papers' dynamics are attention alone: tokens of length 1, no positions, biases, norms with
# gains or feed-forward parts. A model has all of these, and `verify depth` takes them away one by
# one. Here the same random tokens pass the layers four times over: with the weights of layer 0 in
# every layer, and with each layer's own. Shown is the mean distance of two tokens' directions, as a
# median over ten prompts.


# %%
def unit(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def seen(layer, tokens):
    """Yield what each head averages for each token, s_i^h."""
    for h in range(layer.heads):
        scores = tokens @ layer.scores(h).dense() @ tokens.swapaxes(-1, -2)
        scores = np.where(layer.mask(tokens.shape[-2]), scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
        yield weights @ tokens


def through(layer, tokens):
    """Return tokens of length 1 after a layer, again of length 1: the papers' dynamics."""
    heads = enumerate(seen(layer, tokens))
    return unit(tokens + sum(average @ layer.head(h).dense().T for h, average in heads))


def distance(tokens):
    """Return the mean distance of two tokens of a prompt, for each prompt."""
    apart = np.linalg.norm(tokens[:, :, None] - tokens[:, None], axis=-1)
    return apart.sum(axis=(1, 2)) / (tokens.shape[1] * (tokens.shape[1] - 1))


start = unit(random.normal(size=(10, 10, config.width)))
chosen = {"one layer, repeated": [0] * 24, "all layers": [k % 6 for k in range(24)]}
figure, plane = axes()
for number, (says, numbers) in enumerate(chosen.items()):
    states, distances = start, [np.median(distance(start))]
    for k in numbers:
        states = through(checkpoint.layer(k), states)
        distances.append(np.median(distance(states)))
    plane.plot(distances, label=says, **line(number))
    print(f"{says}: {distances[0]:.2f} at the start, {distances[-1]:.2g} at the end")
plane.set(xlabel="layers passed", ylabel="distance", yscale="log")
plane.legend()
Picture(figure, "Distances of tokens fall over 24 layers, with two sets of weights.")

# %% [markdown]
# ## Steering
#
# To turn tokens to a direction $u$, paper B changes the output matrix of the last layer so that its
# layer matrix becomes $F + c\,u w^T$. Then a token that the unchanged layer takes to $z_i$ goes to
#
# $$z_i + c\,\beta_i u, \qquad \beta_i = \sum_h w_h^T s_i^h,$$
#
# and its alignment with $u$ is known before anything is written (`B-S4`). "A gap of about one
# order of magnitude suffices", says the paper of $c$. What matters is $c\,\beta_i$, and $\beta_i$
# is small: about $1/\sqrt{nd}$ for $n$ tokens that are averaged in $d$ dimensions. (A causal mask
# has the first tokens average fewer.)
#
# In the plane, with $F = 0$: one layer takes each token to the side of $u$ that $\beta_i$ says.
# Drag the first token, which sees itself only, onto the line of $u$: then $\beta_1 = 0$, and it
# stays.

# %%
Scene(
    "Steered by one layer",
    "Causal attention without scores, $c = 10$ and $w$ orthogonal to $u$.",
    tokens=(on_circle(1), on_circle(2), on_circle(3), on_circle(4)),
    duration=1,
    motion="layer",
    step=1,
    value=[[0, 10], [0, 0]],
    mask="causal",
    marks=(Mark("u", (1, 0)),),
    watch=(Watch("angle", "angle of token 1 with $u$", tokens=(1,), mark="u"),),
)

# %% [markdown]
# And in the model: the row $r$ with $r^T V = w^T$ gives $\beta_i = r^T o_i$, where $o_i$ is what
# the heads hand to the output matrix. Nothing has to be changed to know what a change will do.

# %%
u = unit(random.normal(size=config.width))
stacked = np.concatenate([layer.head(h).right for h in range(layer.heads)])  # V
row = np.linalg.lstsq(stacked.T, u, rcond=None)[0]
row = row / (stacked.T @ row @ u)  # so that w^T u = 1
handed = [s @ layer.head(h).right.T for h, s in enumerate(seen(layer, start))]
handed = np.concatenate(handed, axis=-1)
beta, unsteered = handed @ row, start + handed @ layer.output.T


def cosines(c):
    steered = unsteered + c * beta[..., None] * u
    return steered @ u / np.linalg.norm(steered, axis=-1)


strengths = np.geomspace(1, 3000, 60)
paths = np.stack([cosines(c)[0] for c in strengths])
figure, plane = axes()
for number in range(paths.shape[1]):
    plane.plot(strengths, paths[:, number], color=line(0)["color"], linewidth=0.8)
plane.axvline(10, color=line(1)["color"], linestyle=":")
plane.set(xscale="log", xlabel="strength c", ylabel="cosine with u", ylim=(-1.02, 1.02))
Picture(figure, "Ten tokens' cosines with u go to 1 or to -1 as the strength grows.")

# %% [markdown]
# Half of the tokens turn away: $\beta_i$ has either sign. Now the layer is changed, and measured.

# %%
from dataclasses import replace

steered = replace(layer, output=layer.output + 100 * np.outer(u, row))
measured = through(steered, start) @ u
print("tokens that turn to -u:", int((beta < 0).sum()), "of", beta.size)
print("as the law says:", bool(np.abs(measured - cosines(100)).max() < 1e-12))
print(
    "F has become F + c u w^T:",
    np.allclose(steered.F() - F, 100 * np.outer(u, row @ stacked)),
)

# %% [markdown]
# ## From the command line
#
# ```sh
# verify spectrum path/to/model
# verify depth path/to/model
# verify steer path/to/model --direction token:7 --strength 100
# ```
#
# ## Exercise
#
# How long does a steered token $z + q u$ get, with $q = c\,\beta$? Two tries at its length squared,
# wrong and right: the first forgets that $z$ may have a part along $u$ already.

# %%
law = verify.step("B-S4", "along").derivation()
law.check("z @ z + q**2")

# %%
law.check("z @ z + 2*q*(z @ u) + q**2")

# %% [markdown]
# Add the same vector $10\,u$ to every token instead: what are the cosines then? Which of the two
# would you use to turn a model, and why does no $\beta_i$ come in? Then look for a direction that
# no strength reaches: a token is lost where $\beta_i = 0$. Which $u$ has that for the first token
# of a causal model, which sees only itself?
