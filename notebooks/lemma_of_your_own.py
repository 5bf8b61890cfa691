# A lemma that is in no paper; verify run OWN-1 --module notebooks/lemma_of_your_own.py decides it.
from verify.vocabulary import *

OWN = Paper(key="OWN", title="A blackboard", authors="You", year=2026, reference="unpublished")


@statement("OWN-1", OWN.label("Lemma 1"), title="The widest acute angle never grows", origin="ours")
def widest_angle(given: Given) -> Proof:
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    flow = attention_flow(y, weights=alpha)
    i, k = tokens.any("i", "k")
    g = let("g", lambda i, j: y[i] @ y[j])
    widest = [every(lambda j: g[i, k] <= g[i, j]), every(lambda j: g[i, k] <= g[j, k])]

    yield "The cosine of two tokens changes with what each of them attends to.", \
        Identity(rate(g[i, k], flow), total(alpha[i, j] * (g[j, k] - g[i, j] * g[i, k])
                 + alpha[k, j] * (g[i, j] - g[j, k] * g[i, k]) for j in tokens), name="rate") \
        .but_not("only one of the two moves",
                 right=total(alpha[i, j] * (g[j, k] - g[i, j] * g[i, k]) for j in tokens))
    yield "At the widest angle of all, if it is acute, nothing they attend to widens it.", \
        Inequality(rate(g[i, k], flow) >= 0, where=[g[i, k] >= 0, *widest], because=total(
            alpha[i, j] * ((g[j, k] - g[i, k]) + g[i, k] * (1 - g[i, j]))
            + alpha[k, j] * ((g[i, j] - g[i, k]) + g[i, k] * (1 - g[j, k])) for j in tokens),
            name="widest") \
        .but_not("obtuse or not", where=widest)
    yield mutant("weights may be negative", drop=alpha, assume=any_weights("alpha"))
