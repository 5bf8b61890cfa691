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
# notebook answers these questions for three statements of papers, and then for a lemma of our
# own.
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
# That is a statement: its assumptions, its sentences, and next to each sentence the formula that
# it asserts. The rest of the notebook also needs these imports:

# %%
import json
from collections import Counter

from verify.vocabulary import *

# %% [markdown]
# ## The statements
#
# Two papers, A and B, are written as statements. Each statement has one of three origins.
# *Printed*: it is in the paper. *Reconstructed*: our copy of the paper lacks the formula, and we
# reconstruct it from the context. *Ours*: it is a correction or an extension.

# %%
catalogue = verify.catalogue()
for paper in catalogue.papers:
    origins = Counter(entry.origin for entry in catalogue.statements if entry.paper is paper)
    print(paper.key, paper.title, dict(origins))

# %% [markdown]
# ## One lemma
#
# A statement is found by its id or by what the paper calls it. Tokens live on the
# ellipsoid $x^\top W x = 1$, and the question is what the map $I - x x^\top W$ does there.

# %%
lemma = verify.find("Lemma 3.1")
print(lemma.id, lemma.title, lemma.origin, sep=", ")

# %% [markdown]
# Now let the machine decide it with two methods. *symbolic* derives both sides in SymPy, for
# every dimension. *certificate* sends the raw claim to an independent checker, which does not
# import SymPy. A step is *proved* only if both succeed. A step that uses other steps, or a
# theorem, gets at most their grade.

# %%
result = verify.run(lemma, methods=["symbolic", "certificate"])[lemma.id]
result

# %% [markdown]
# Three words sum up the result:
#
# - the **verdict**: is the statement true? *holds*, *holds with* an assumption that the paper does
#   not state, *false*, or *open*;
# - the **grade**: how do we know? *kernel*, *proved*, *enclosed*, *argued* (a conclusion in
#   words from steps that are decided), *sampled*, *refuted* or *inconclusive*;
# - the **argument**: is the proof in the paper correct? It *stands*, is *broken*, or there
#   is *none*.

# %%
print(result.verdict, result.grade, result.paper_argument, sep=", ")

# %% [markdown]
# ## A check that cannot fail checks nothing
#
# Each step has *mutants*: the same formula with one error. A mutant must be refuted by a witness:
# an exact instance that can be checked by hand. If a mutant survives, the run fails, because then
# the success of the step means little.

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
# matrices. Substitute them by hand: the two sides have the values that the witness states.

# %% [markdown]
# ## Not everything holds
#
# The next two are also from paper A. One is true only with an assumption that the paper does not
# state; the other is false. These verdicts are computed from the steps, never typed.

# %%
run = verify.run(["A-L3.2", "A-L5.2"], methods=["symbolic", "certificate"])
run

# %% [markdown]
# `A-L3.1` and others appear because one of the two uses them. What exactly is false in the
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
# sentences, each with its formula. The left side says only *rate of $y_i^\top y_i$ along the
# flow*; the engine derives it from the model. The right side is our claim. Next to it is a false
# one.

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
# *sampling* has checked a few random instances in exact arithmetic. Alone it gives the grade
# *sampled*, never *proved*: finding no counterexample is not a proof.
#
# ## Exercise
#
# Tokens move by the pull of what they attend to, less the part of it that points outwards. Write a
# line for the rate of a token's length squared, and let the machine judge it: `check` answers ✓ or
# ✗ with tokens at which the line fails. Two tries, before yours:

# %%
answer = verify.step(length, "length").derivation()
answer.check("2*rate(y[i]) @ y[i]")  # the chain rule: right

# %%
answer.check("2*total(alpha[i, j]*(y[i] @ y[j]) for j in tokens)")  # nothing projected: wrong

# %% [markdown]
# Now yours. Write what a *summand* of the projected pull is, inside the sum over `j`; the two
# parts cancel.

# %%
answer.check("2*total(alpha[i, j]*(y[i] @ y[j] - 0*(y[i] @ y[j])) for j in tokens)")  # change the 0

# %% [markdown]
# The notebook `own_lemma` does this with a whole lemma: does the *distance* of two tokens grow?
