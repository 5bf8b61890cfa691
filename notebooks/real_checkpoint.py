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
# do the papers' theorems say about such weights, and how far is a whole model from the dynamics
# they are about? This notebook asks three questions of one folder: what is the spectrum of its
# layer matrices, do tokens converge to each other through its layers, and can the last layer be
# steered? Each answer comes with a prediction that could have failed.
#
# So that every reader sees the same, the folder is a tiny one with random weights. **For a real
# one, replace `folder` by its path.** GPT-2, GPT-Neo, BERT, ALBERT, Llama, Mistral and Qwen2 are
# supported. None of their code is run, and nothing is downloaded.

# %%
import verify

verify.step("B-S4", "along").derivation()

# %% [markdown]
# That is the law behind the last question. A change of the weights adds $c\beta$ times a direction
# $u$ to a token $z$. So the length and the angle to $u$ are known before anything is written. Now
# to a model. It needs these imports:

# %%
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from verify.checkpoints.checkpoint import load
from verify.checkpoints.depth import ladder, run_depth
from verify.checkpoints.directions import direction
from verify.checkpoints.generated import write_random
from verify.checkpoints.predictions import judged
from verify.checkpoints.spectrum_run import spectrum_run
from verify.checkpoints.starts import random_start
from verify.checkpoints.steered_spectrum import eigenvalue
from verify.checkpoints.steering import predict, steer
from verify.checkpoints.steering_run import carry_out, prediction, random_tokens
from verify.telling.plots import COLOURS, Picture, axes, line
from verify.vocabulary import Mark, Scene, Watch, on_circle

room = TemporaryDirectory()  # goes when the notebook does
place = Path(room.name)
folder = write_random(
    place / "tiny", "gpt2", seed=8, width=32, heads=4, layers=6, vocabulary=50, positions=32
)
checkpoint = load(folder)  # reads the headers; weights are read when they are needed
config = checkpoint.config
print(f"{config.model_type}: {config.layers} layers, {config.heads} heads, width {config.width}")

# %% [markdown]
# ## What is in a layer
#
# The formulas are for columns: head $h$ scores a pair by $x_i^T P_h x_j$, averages, and adds
# $F_h s_i^h$ to the token. $P_h$ and $F_h$ are products of two thin matrices each, and are put
# together from whatever the architecture stores: this one has queries, keys and values side by side
# in one matrix, transposed. The **layer matrix** is the sum of the $F_h$.

# %%
layer = checkpoint.layers[-1]
heads = [layer.head(h) for h in range(layer.heads)]
F, rank = layer.F(), np.linalg.matrix_rank(layer.F())
total = sum(head.dense() for head in heads)
print("each F_h has rank at most", heads[0].left.shape[1], "and F has", rank)
print("sum of the F_h is F:", np.allclose(total, F))
print("stored as", layer.sources["value.weight"].name, "and", layer.sources["output.weight"].name)

# %% [markdown]
# ## The spectrum
#
# Where one layer is applied again and again, tokens follow its principal eigenvector, of the
# largest real part, if $|1 + \lambda_1|$ is the largest of all $|1 + \lambda_k|$; a gap in the
# real part alone does not say so. Below, *margin* is $|1+\lambda_1|^2$ less the largest other
# one; *case* is 1 for a real $\lambda_1$ with a gap, 2 for a complex pair, where tokens turn in a
# plane, and 3 without a gap. The other hypotheses of the theorems are checked one by one, and
# those that fail for these weights are listed.

# %%
spectra = spectrum_run(checkpoint, range(config.layers))
print(f"{'layer':7}{'principal':18}{'case':6}{'gap':8}margin")
for number, result in enumerate(spectra.results):
    found = result.facts.spectrum
    first = found.principal.value
    shown = f"{first.real:.3f}" + (f" + {first.imag:.3f} i" if first.imag else "")
    print(f"{number:<7}{shown:18}{found.case:<6}{found.gap:<8.3f}{found.margin:.3f}")
print("\nof the last layer, repeated:", spectra.results[-1].outcome)
for theorem in spectra.results[-1].theorems:
    missing = "; ".join(hypothesis.says for hypothesis in theorem.missing)
    print(
        f"  {theorem.id:9}{'applies' if theorem.applies else 'does not, as it needs: ' + missing}"
    )

# %% [markdown]
# ## Depth
#
# The papers' dynamics are attention alone: tokens of length 1, no positions, biases, norms with
# gains or feed-forward parts. A model has all of these. Here the same random tokens pass the layers
# four times over: with the weights of layer 0 in every layer, with each layer's own, and with
# pieces put back. Shown is the mean distance of two tokens' directions, as a median over
# ten prompts.

# %%
chosen = {
    "reduced, one layer's weights": "one layer, repeated",
    "reduced": "attention alone",
    "with feed-forward parts": "and feed-forward parts",
    "with all of these": "all but the embedding",
}
variants = [variant for variant in ladder(checkpoint) if variant.name in chosen]
run = run_depth(checkpoint, variants, random_start(checkpoint, 10, 10, 0), depth=24, seed=0)
figure, plane = axes()
for number, (name, says) in enumerate(chosen.items()):
    distances = np.median(run.trace(name).measures["distance"], axis=1)
    plane.plot(distances, label=says, **line(number))
plane.set(xlabel="layers passed", ylabel="distance", yscale="log")
plane.legend()
Picture(figure, "Distances of tokens fall, or do not, over 24 layers, with four sets of pieces.")

# %%
for trace in run.traces:
    said = judged(run, trace)
    number = "" if said.prediction.number is None else f" {said.prediction.number:.3f}"
    print(f"{trace.variant.name}: {said.agreement}{number}\n    {said.prediction.says}")

# %% [markdown]
# Where one layer is repeated a theorem gives the factor by which distances shrink in each layer,
# and the measured factor is compared with it. If weights differ, or if a part is included that no
# statement covers, the line says so, and nothing is claimed.
#
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
# And in the model:

# %%
u = direction(checkpoint, "token:7")
tokens = random_tokens(checkpoint, "attention only", 0)
strengths = np.geomspace(1, 3000, 60)
paths = np.stack([predict(steer(checkpoint, u, c), tokens).predicted[0] for c in strengths])
figure, plane = axes()
for number in range(paths.shape[1]):
    plane.plot(strengths, paths[:, number], color=COLOURS[0], linewidth=0.8)
plane.axvline(10, color=COLOURS[1], linestyle=":")
plane.set(xscale="log", xlabel="strength c", ylabel="alignment with u", ylim=(0, 1.02))
Picture(figure, "The alignment of ten tokens rises to 1 at strengths from ten to a few thousand.")

# %%
effect = predict(steer(checkpoint, u, 10.0), tokens)
needed = effect.needed(0.99)
before, after = effect.before.mean(), effect.predicted.mean()
print(f"at c = 10 the mean alignment is {after:.2f}, from {before:.2f}")
print(f"0.99 takes c = {np.median(needed):.0f} for half of the tokens, {needed.max():.0f} for all")
beta, typical = np.abs(effect.beta).mean(), (10 * config.width) ** -0.5
print(f"|beta| is {beta:.3f} on average, and 1/sqrt(n d) is {typical:.3f}")

# %% [markdown]
# Now it is written. The source is only read; the new folder appears whole or not at all, and any
# library that reads the old one can read it. Then the alignment is measured on the new folder,
# and it must be what was predicted, up to a bound: weights are stored in 32 bits, and the effect
# of that rounding on each token is also bounded.

# %%
predicted = prediction(steer(checkpoint, u, 100.0))
measured = carry_out(predicted, place / "steered")
print(f"{'token':7}{'beta':>9}{'before':>9}{'predicted':>11}{'measured':>10}")
effect, found = predicted.effects["attention only"], measured.alignments["attention only"]
for k in range(10):
    row = (effect.beta[0, k], effect.before[0, k], effect.predicted[0, k], found[0, k])
    print(f"{k + 1:<7}{row[0]:9.4f}{row[1]:9.4f}{row[2]:11.4f}{row[3]:10.4f}")
apart = np.abs(found - effect.predicted)
print("all 100 within their bounds:", bool((apart <= effect.bound).all()))
print(f"and all bounds below {10.0 ** np.ceil(np.log10(effect.bound.max())):g}")

# %% [markdown]
# And the whole model, with its embedding, positions, norms and feed-forward parts? Right after the
# steered attention the same law holds, for what the norm hands on. What comes after it, here a
# feed-forward part and the last norm, turns tokens again, and no law says how much.

# %%
whole = predicted.effects["whole"]
found = measured.alignments["whole"].mean()
print(f"after attention: {whole.before.mean():.3f} before, {whole.predicted.mean():.3f} predicted,")
print(f"                 {found:.3f} measured")
print(f"at the end:      {measured.ends.before:.3f} before, and {measured.ends.after:.3f} measured")

# %% [markdown]
# The eigenvalue that grows is $c + w^T F u$ up to $O(1/c)$ (`B-S3`), exactly so if $u$ is an
# eigenvector of $F$.

# %%
for c in (100.0, 1000.0, -1000.0):
    value = eigenvalue(steer(checkpoint, u, c))
    within = abs(value.measured - value.predicted) <= value.bound
    print(f"c = {c:5g}: predicted {value.predicted.real:.4f}, measured {value.measured.real:.4f}")
    print(f"    as near as the law has them: {within}")

# %% [markdown]
# ## From the command line
#
# ```sh
# verify spectrum path/to/model
# verify depth path/to/model
# verify steer path/to/model --direction token:7 --strength 100 -o path/to/steered
# ```
#
# ## Exercise
#
# Take a strength of $10^6$ and store the weights in 16 bits (`dtype="BF16"` of `write_random`).
# How large does `effect.bound` become, and why does a larger strength not make it smaller? Then
# look for a direction that no strength reaches: a token is lost where $\beta_i = 0$. Which $u$ has
# that for the first token of a causal model, which sees only itself?
