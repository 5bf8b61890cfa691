"""Attention without the exponential."""

from verify.vocabulary import *

from .paper import PAPER


@statement("KAT-1", PAPER.label("eq. (5)"), title="Linear attention needs no matrix of weights", argued=False, position=(1,),
           printed=r"$\sum_j (\phi(q)^\top \phi(k_j)) v_j = \phi(q)^\top \sum_j \phi(k_j) v_j^\top$.", relation="the same")
def linear(given: Given) -> Proof:
    q, c = given(any_vector("q")), given(any_vector("c"))
    k, v = given(any_vectors("k")), given(any_vectors("v"))
    S = total((c @ v[j]) * k[j] for j in tokens)
    yield claim("Along any c, what linear attention returns is the product of q with one sum over keys and values.", "sum")
    yield "Along any c, it returns", Identity(c @ total((q @ k[j]) * v[j] for j in tokens), q @ S, name="sum") \
        .but_not("twice that", right=2 * (q @ S))
