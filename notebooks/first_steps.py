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
# # First steps
#
# A paper says "Lemma 3.1". Is it true, who says so, and how would we notice if it were not? This
# notebook asks these questions of three sentences, one after the other, and then of one of our own.
#
# Installing takes one line in a clone of the repository, and touches nothing outside it:
#
# ```sh
# python3 -m verify.bootstrap run
# ```
#
# Everything below can also be typed at the command line (`verify list`, `verify show`,
# `verify run`); from Python it is this import, which loads nothing heavy until something is asked.

# %%
import verify

verify.find("Lemma 3.1")

# %% [markdown]
# That is a statement: its assumptions, its sentences, and beside each sentence the formula it
# asserts. The rest of the notebook also needs these imports:

# %%
import json
from collections import Counter

from proofs.consensus.gradient import orthogonal_projection
from verify.vocabulary import *

# %% [markdown]
# ## What is there
#
# Two papers, A and B, are stated sentence by sentence. Each statement has one of three origins. It
# is *printed* in the paper. Or it is *reconstructed*: the formula was lost, and we read it from
# what is left. Or it is *ours*.

# %%
catalogue = verify.catalogue()
for paper in catalogue.papers:
    origins = Counter(entry.origin for entry in catalogue.statements if entry.paper is paper)
    print(paper.key, paper.title, dict(origins))

# %% [markdown]
# ## One lemma
#
# A statement is found by its id or by what the paper calls it: `verify.find("Lemma 3.1")` is the
# object that we imported above from its module. Tokens live on the ellipsoid $x^\top W x = 1$, and
# the question is what the map $I - x x^\top W$ does there.

# %%
lemma = verify.find("Lemma 3.1")
assert lemma is orthogonal_projection
print(lemma.id, lemma.title, lemma.origin, sep=", ")

# %% [markdown]
# Now let the machine decide it. Two methods are asked. *symbolic* derives both sides in SymPy, for
# every dimension. *certificate* hands the raw claim to a checker, which imports no SymPy and
# derives it anew. A step is called *proved* only if both succeed. A step that rests on others, or
# cites a theorem, is no stronger than these.

# %%
result = verify.run(lemma, methods=["symbolic", "certificate"])[lemma.id]
result

# %% [markdown]
# Three words sum up the result, and each answers a question of its own:
#
# - the **verdict**: is the statement true? *holds*, *holds with* an assumption that the paper does
#   not state, *false*, or *open*;
# - the **grade**: how do we know? *kernel*, *proved*, *enclosed*, *argued* (a conclusion in
#   words from steps that are decided), *sampled*, *refuted* or *inconclusive*;
# - the **argument**: what became of the paper's own reasoning? It *stands*, is *broken*, or there
#   is *none*.

# %%
print(result.verdict, result.grade, result.paper_argument, sep=", ")

# %% [markdown]
# ## A check that cannot fail checks nothing
#
# Beside each step stand *mutants*: the same formula with one thing wrong. A mutant has to be
# refuted by a witness: an exact instance that anybody can follow by hand. If one survives, the run
# fails, for then the step's own success means little.

# %%
step = verify.step(lemma, "orthogonal")
step

# %% [markdown]
# Here the step is derived line by line. The tangent projection is multiplied out, then collected.

# %%
step.derivation()

# %%
for mutant in step.mutants():
    print(mutant)

# %% [markdown]
# The witness sets every letter that the formula has: the number of tokens, the dimension, the
# matrices. Put them in by hand and the two sides come out as it says.

# %% [markdown]
# ## Not everything holds
#
# The next two come from paper A, too. One is true only with an assumption that the paper does not
# state; the other is false. Nobody has typed these verdicts: they are computed from the steps.

# %%
run = verify.run(["A-L3.2", "A-L5.2"], methods=["symbolic", "certificate"])
run

# %% [markdown]
# `A-L3.1` and others appear because one of the two rests on them. What exactly is false in the
# Oja-type lemma, `A-L5.2`? Its witness is a step of the proof like any other: a sentence and an
# instance.

# %%
for wrong in run["A-L5.2"].steps:
    if wrong.grade == "refuted" and wrong.kind == "witness":
        print(wrong.says, *wrong.outcomes, sep="\n")

# %% [markdown]
# Some witnesses have a picture with tokens that you can move. This one refutes Theorem 5.1. It has
# a notebook of its own, `trapped_token`:

# %%
verify.find("A-T5.1").scenes[0]

# %% [markdown]
# ## The same as data
#
# A run's results are one JSON document, with the schema `verify.run/2`. Its `digest` leaves out
# times and machines, so equal digests mean equal results, here and on your machine.

# %%
data = json.loads(verify.to_json(run))
print(*sorted(data), sep=", ")
entry = next(entry for entry in data["statements"] if entry["id"] == "A-L3.2")
print(entry["verdict"], entry["with_assumptions"])

# %% [markdown]
# ## A question of our own
#
# Tokens begin with length 1. Does attention keep it so? A statement is a function that yields
# sentences, each with its formula. The left side says only *rate of $y_i^\top y_i$ along the flow*;
# the engine derives it from the model. The right side is our claim. Beside it stands a false one.

# %%
blackboard = Paper(
    key="MINE", title="A blackboard", authors="We", year=2026, reference="unpublished"
)


@statement(
    "MINE-1", blackboard.label("Question 1"), title="Tokens keep their length", origin="ours"
)
def length(given: Given) -> Proof:
    y = given(unit_tokens("y"))
    alpha = given(any_weights("alpha"))
    flow = attention_flow(y, weights=alpha)
    i = tokens.any("i")
    yield (
        "Whatever the weights, a token's length does not change.",
        Identity(rate(y[i] @ y[i], flow), 0, name="length").but_not(
            "nothing is projected",
            right=2 * total(alpha[i, j] * (y[i] @ y[j]) for j in tokens),
        ),
    )


verify.run(length, methods=["symbolic", "certificate", "sampling"])[length.id]

# %% [markdown]
# *sampling* has tried a few random instances in exact arithmetic. On its own it can say *sampled*,
# never *proved*: to find no contradiction is not to have a reason.
#
# ## Exercise
#
# Tokens move by the pull of what they attend to, less the part of it that points outwards. Change
# `0` to something wrong, run the cell again and read the witness. Then ask whether the *distance*
# of two tokens is kept, and let the machine show you two tokens for which it is not. The notebook
# `own_lemma` does this with a whole lemma.
