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
# # Consensus from a hemisphere, through every layer
#
# One theorem about attention, followed from the sentence in the paper to the verdict: its formulas,
# what SymPy derives from them, explicit coordinates, numbers, exact random instances, a certificate
# and its checker, false twins with their witnesses, a goal for Coq, and the step of the printed
# argument that does not hold.
#
# All of it is made from one page, `proofs/consensus/hemisphere.py`. What is typed again below, by
# hand, is there to check it.

# %%
import json
from dataclasses import replace
from fractions import Fraction

import hypothesis
import mpmath
import numpy as np
import sympy as sp
from IPython.display import Markdown, display

from proofs.consensus.hemisphere import hemisphere
from verify.checker import check
from verify.methods import certificate, refuting, symbolic, witnesses
from verify.methods.kernel.deciding import goals_of
from verify.numerics import raw
from verify.numerics.balls import ball, compare, working_precision
from verify.numerics.balls import sqrt as ball_sqrt
from verify.numerics.exact import Sizes
from verify.numerics.matrices import apply, dot
from verify.numerics.strategies import instances
from verify.running import run
from verify.statements.obligations import document, obligations
from verify.telling.markdown import statement_markdown
from verify.telling.screen import Screen
from verify.telling.terminal import run_table

# %% [markdown]
# ## The statement
#
# Tokens $y_i$ live on an ellipsoid, weights are nonnegative, and a covector $c$ sees every token on
# its positive side. The margins $s_i = c^\top y_i$ carry the proof.

# %%
display(Markdown(statement_markdown(hemisphere)))

# %% [markdown]
# ## What SymPy makes of a step
#
# The author wrote `rate(s[i], flow)` on one side and the printed formula on the other. The engine
# differentiates along the flow and brings both sides into a normal form, with sums over any number
# of tokens and heads and inner products in any dimension: `Gram(x, A, y)` is the inner product
# $\langle x, A y\rangle$ and `Total(e, k)` the sum of `e` over `k`. Equality is equality of the two
# normal forms.

# %%
step = hemisphere.step("margin rate")
left, right = step.sympy()
print(left)
assert left == right

# %% [markdown]
# A false twin stands beside the step: the Gram entry taken without $W$. Its two sides have
# different normal forms. That alone refutes nothing, so the outcome is *inconclusive*; the witness
# comes below.

# %%
said = hemisphere.said("margin rate")
twin = said.step.twins[0]
outcome = symbolic.decide(replace(said, step=twin.step))
print(twin.why)
print(outcome.outcome, outcome.reason, sep=": ")

# %% [markdown]
# ## Explicit coordinates
#
# Two tokens on the circle ($n = 1$), one head: the derivative of the first margin, written out.

# %%
left, right = step.realise(tokens=2, n=1)
left[(1,)]

# %% [markdown]
# The same by hand, with SymPy's own matrices and nothing of the engine:

# %%
W = sp.Matrix([sp.symbols("W_1_1 W_1_2", real=True), sp.symbols("W_1_2 W_2_2", real=True)])
Y = [sp.Matrix(sp.symbols(f"y_{i}_1 y_{i}_2", real=True)) for i in (1, 2)]
c = sp.Matrix(sp.symbols("c_1 c_2", real=True))
alpha = sp.symbols("alpha_1_1_1 alpha_1_1_2", real=True)
pull = alpha[0] * Y[0] + alpha[1] * Y[1]
velocity = pull - Y[0] * (Y[0].T * W * pull)
by_hand = (c.T * velocity)[0, 0]
assert sp.expand(by_hand - left[(1,)]) == 0
display(W, velocity)

# %% [markdown]
# ## Numbers, on three back ends
#
# Three tokens on an ellipse, two heads, all exact. `lower` compiles the derived side to a function
# of arrays: `y` has shape (tokens, dimension), `alpha` (heads, tokens, tokens).

# %%
half = Fraction(1, 2)
state = {
    "W": [[Fraction(4), Fraction(0)], [Fraction(0), Fraction(1)]],
    "c": [Fraction(1), Fraction(1, 4)],
    "y": [
        [Fraction(3, 10), Fraction(4, 5)],
        [Fraction(2, 5), Fraction(-3, 5)],
        [half, Fraction(0)],
    ],
    "alpha": [
        [[Fraction(1), Fraction(2), half], [Fraction(1, 3), half, half], [half, half, Fraction(1)]],
        [[Fraction(0), half, half], [half, Fraction(0), half], [half, half, Fraction(0)]],
    ],
}
assert all(dot(y, apply(state["W"], y)) == 1 for y in state["y"])

arrays = {name: np.array(values, dtype=float) for name, values in state.items()}
doubles = hemisphere.lower("margin_rate", backend="numpy")(**arrays)[0]
with mpmath.workdps(50):
    digits = hemisphere.lower("margin_rate", backend="mpmath")(**state)[0]
with working_precision(170):
    balls = hemisphere.lower("margin_rate", backend="arb")(**state)[0]
for i in (1, 2, 3):
    print(f"token {i}\n  numpy   {float(doubles[(i,)])}")
    print(f"  mpmath  {mpmath.nstr(digits[(i,)], 50)}\n  arb     {balls[(i,)].str(50)}")

# %% [markdown]
# The raw path shares nothing with the tree: the dynamics are written by hand on plain lists, with
# the projection as a matrix. In rationals it is exact, and every ball contains its value.

# %%
velocities = raw.attention(tokens=state["y"], weights=state["alpha"], metric=state["W"])
for i, v in enumerate(velocities, 1):
    exact = dot(state["c"], v)
    with working_precision(170):
        assert (balls[(i,)] - ball(exact)).contains(0)
    print(f"token {i}: {exact}")

# %% [markdown]
# ## Exact instances from the assumptions
#
# Each assumption knows how to draw what it introduces, so hypothesis gets instances at which all of
# them hold: points of rational ellipsoids, never filtered into the hemisphere but turned there. The
# claim is written out here once more; it is property-based testing with nothing hidden.

# %%
assumptions = [entry.assumption for entry in hemisphere.said("least margin").assumed]
drawn = []


@hypothesis.seed(4)
@hypothesis.settings(max_examples=100, database=None, deadline=None)
@hypothesis.given(instances(assumptions, sizes=Sizes(tokens=(1, 3), dimension=(2, 3))))
def least_margin_does_not_decrease(instance):
    given = {thing.name: value for thing, value in instance.values.items()}
    margins = [dot(given["c"], y) for y in given["y"]]
    velocities = raw.attention(tokens=given["y"], weights=given["alpha"], metric=given["W"])
    least = margins.index(min(margins))
    assert min(margins) > 0
    assert dot(given["c"], velocities[least]) >= 0
    drawn.append(instance)


least_margin_does_not_decrease()
print(len(drawn), "instances, for example")
for instance in [instance for instance in drawn if instance.tokens == 2][-3:]:
    print(instance)

# %% [markdown]
# ## A certificate, and the checker
#
# An inequality comes with its reason: the gap as a sum of products of quantities known to be
# nonnegative. The raw claim is handed to `verify.checker` as plain data. The checker shares no
# library with the derivation but FLINT's integers; it expands both sides itself and asks a fact for
# each factor.

# %%
said = hemisphere.said("summand")
claim = document(obligations(said)[0], tuple(entry.assumption for entry in said.assumed))
print("claimed:", json.dumps(claim["relation"]))
print("because:", json.dumps(claim["because"]))
print("facts:  ", len(claim["facts"]), "of the assumptions, and where", json.dumps(claim["where"]))
print(check(claim))
print(certificate.decide(said).outcome)

# %% [markdown]
# A forged reason is not accepted, and neither is a claim whose condition is missing.

# %%
print(check({**claim, "because": ["number", "1"]}))
print(check({**claim, "where": []}))

# %% [markdown]
# ## False twins, refuted
#
# A check that cannot fail checks nothing. Each mutant is attacked with small exact instances, and
# its witness is what a reader can follow by hand.

# %%
found = refuting.refute_twin(said, said.step.twins[0])
print(f"{found.name}: refuted, {found.refuted}")
print(json.dumps(found.witness))

# %%
for mutant in hemisphere.declared.mutants:
    found = refuting.refute_mutant(hemisphere.declared.said, mutant)
    print(f"{found.name}: refuted, {found.refuted}, at the step {found.step!r}")
    print(json.dumps(found.witness))

# %% [markdown]
# ## The goal for Coq
#
# Where the exporter reaches, the raw claim is printed as a lemma over an abstract inner product
# space and lists of tokens and heads: no coordinates, no computer algebra in between. Reading it is
# part of the trust. (`verify run --methods kernel` has Coq prove it.)

# %%
goals = {entry.step: entry for entry in goals_of(hemisphere)}
print(goals["margin rate"].goals[0].text)

# %% [markdown]
# ## The step of the printed argument that breaks
#
# The theorem holds, the printed argument does not: it needs the derivative of the largest $1 - s_i$
# to be continuous, so that two tokens that share the least margin move it at one rate. Two tokens
# of the circle with exchanged scores refute that, exactly.

# %%
said = hemisphere.said("jump")
outcome = witnesses.decide(said)
print(outcome.outcome, json.dumps(outcome.evidence))

# %% [markdown]
# By hand, in balls, on the raw path: both margins are 3/5, and they grow at different rates.

# %%
with working_precision(120):
    tokens = [[ball(Fraction(3, 5)), ball(Fraction(4, 5))]]
    tokens += [[ball(Fraction(3, 5)), ball(Fraction(-4, 5))]]
    exchange = [[ball(0), ball(1)], [ball(1), ball(0)]]
    rates = raw.softmax_attention(tokens=tokens, scores=exchange, row_sum=1 / ball_sqrt(ball(2)))
    print(*(velocity[0].str(25) for velocity in rates), sep="\n")
    print(compare(rates[0][0], rates[1][0]))

# %% [markdown]
# ## The verdict
#
# Computed, never typed: the weakest step decides the grade, a cited theorem is counted beside it,
# and what became of the paper's argument is told apart from what became of the statement. (Coq is
# left out here, so that the notebook is the same everywhere.)

# %%
decided = run([hemisphere], methods=["symbolic", "certificate", "sampling"])
print(*run_table(decided, Screen()), sep="\n")
result = next(result for result in decided.statements if result.id == hemisphere.id)
for step in result.steps:
    told = ", ".join(f"{outcome.method}: {outcome.outcome}" for outcome in step.outcomes)
    print(f"{step.name} [{step.grade}] {told}")
assert (result.verdict, result.paper_argument, result.grade) == ("holds", "broken", "proved")
assert not result.surviving
