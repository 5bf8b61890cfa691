# A lemma that is in no paper; verify run OWN-1 --module notebooks/lemma_of_your_own.py decides it.
# fmt: off
# ruff: noqa: F403, F405
from verify.vocabulary import *

NOTES = Paper(key="OWN", title="A blackboard", authors="You", year=2026, reference="unpublished")


@statement("OWN-1", NOTES.label("Lemma 1"), title="The widest acute angle shrinks", origin="ours")
def widest_angle(given: Given) -> Proof:
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha)
    i, j, k = tokens.any("i", "j", "k")
    g = let("g", lambda i, j: y[i] @ y[j])
    widest = [g[i, k] >= 0, every(lambda j: g[i, k] <= g[i, j]), every(lambda j: g[i, k] <= g[j, k])]

    yield "Each token pulls on the angle between two others from both sides.", \
        Identity(rate(g[i, k], flow), name="rate", right=total(
            alpha[i, j] * (g[j, k] - g[i, j] * g[i, k]) + alpha[k, j] * (g[i, j] - g[j, k] * g[i, k])
            for j in tokens)) \
        .but_not("only one of them moves",
                 right=total(alpha[i, j] * (g[j, k] - g[i, j] * g[i, k]) for j in tokens))
    yield "At the widest angle, if it is acute, no pull widens it.", \
        Inequality(rate(g[i, k], flow) >= 0, where=widest, name="widest", because=total(
            alpha[i, j] * ((g[j, k] - g[i, k]) + g[i, k] * (1 - g[i, j]))
            + alpha[k, j] * ((g[i, j] - g[i, k]) + g[i, k] * (1 - g[j, k])) for j in tokens)) \
        .but_not("an obtuse one does not widen either", where=widest[1:])
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
