"""At rank one queries and keys get no gradient."""

from verify.vocabulary import *

from .paper import PAPER

PRINTED = "If all tokens of a sequence are equal, the gradients of what attention returns with respect to {} vanish."


@statement(
    "NOC-1", PAPER.label("Theorem 3.2, queries"), title="Queries get no gradient at rank one", position=(1,),
    argued=False, printed=PRINTED.format("queries"), relation="the same")
def queries(given: Given) -> Proof:
    z = given(any_vector("z"))
    x = given(any_vectors("x"))
    equal = given(that(equals(x[tokens.any("k")], z)))
    Q, K, V, H = (given(any_operator(name)) for name in "QKVH")
    s, c = given(any_scalar("s")), given(covector("c"))
    i = tokens.any("i")

    def score(i: Index, j: Index) -> Scalar:
        return (Q @ x[i] + s * (H @ x[i])) @ (K @ x[j])

    out = total(exp(score(i, j)) * (c @ (V @ x[j])) for j in tokens) / total(exp(score(i, j)) for j in tokens)
    yield claim("If all tokens are equal, no change of the queries changes what attention returns.", "gradient")
    yield "If all tokens are equal, no change H of the queries changes what attention returns.", \
        Identity(rate(out, motion({s: 1})), 0, name="gradient") \
        .but_not("it grows by 1", right=1)
    yield mutant("whatever they are", drop=equal)


@statement(
    "NOC-2", PAPER.label("Theorem 3.2, keys"), title="Keys get no gradient at rank one", position=(2,),
    argued=False, printed=PRINTED.format("keys"), relation="the same")
def keys(given: Given) -> Proof:
    z = given(any_vector("z"))
    x = given(any_vectors("x"))
    equal = given(that(equals(x[tokens.any("k")], z)))
    Q, K, V, H = (given(any_operator(name)) for name in "QKVH")
    s, c = given(any_scalar("s")), given(covector("c"))
    i = tokens.any("i")

    def score(i: Index, j: Index) -> Scalar:
        return (Q @ x[i]) @ (K @ x[j] + s * (H @ x[j]))

    out = total(exp(score(i, j)) * (c @ (V @ x[j])) for j in tokens) / total(exp(score(i, j)) for j in tokens)
    yield claim("If all tokens are equal, no change of the keys changes what attention returns.", "gradient")
    yield "If all tokens are equal, no change H of the keys changes what attention returns.", \
        Identity(rate(out, motion({s: 1})), 0, name="gradient") \
        .but_not("it grows by 1", right=1)
    yield mutant("whatever they are", drop=equal)
