# Not in any paper. Decided by: verify run OWN-1 --module notebooks/lemma_of_your_own.py
from verify.vocabulary import (Given, Identity, Inequality, Paper, Proof, any_vectors, let, mutant,
                               positive_weights, rate, statement, straight_lines, tangent, tokens,
                               total, unit_tokens)

NOTES = Paper(key="OWN", title="A blackboard", authors="You", year=2026, reference="unpublished")


@statement("OWN-1", NOTES.label("Lemma 1"), title="The weighted sum of tokens never shrinks")
def growing_sum(given: Given) -> Proof:
    y, b = given(unit_tokens("y")), given(positive_weights("b"))
    i = tokens.any("i")
    m = let("m", lambda: total(b[j] * y[j] for j in tokens))
    flow = straight_lines(y, lambda i: tangent(m, y[i]))

    yield "If token j is attended to with the same weight b_j by all, their weighted sum moves by", \
        Identity(rate(m @ m, flow),
                 2 * total(b[j] * (m @ m - (m @ y[j]) ** 2) for j in tokens), name="rate") \
        .but_not("the cosine is not squared",
                 right=2 * total(b[j] * (m @ m - m @ y[j]) for j in tokens))
    yield "where each summand is the square of what its token misses of the sum,", \
        Identity(m @ m - (m @ y[i]) ** 2, tangent(m, y[i]) @ tangent(m, y[i]), name="summand") \
        .but_not("it is all of the sum", right=m @ m)
    yield "so the sum never gets shorter.", \
        Inequality(rate(m @ m, flow) >= 0, name="growth", because=2 * total(
            b[j] * (tangent(m, y[j]) @ tangent(m, y[j])) for j in tokens))
    yield mutant("the tokens need not have length 1", drop=y, assume=any_vectors("y"))
