"""Multiplicative weights."""

from verify.vocabulary import *

from .paper import PAPER


@statement("HED-1", PAPER.label("Hedge"), title="Multiplicative weights are softmax", argued=False, position=(1,),
           printed=r"An update multiplies weights by $e^{-\eta g_i}$ and divides by their sum.", relation="stronger",
           differs="The claim is that weights that are the softmax of scores z become the softmax of $z - \\eta g$.")
def hedge(given: Given) -> Proof:
    eta, z, g, i = given(positive_scalar("eta", r"\eta")), given(coefficients("z")), given(coefficients("g")), tokens.any("i")
    w = let("w", lambda i: exp(z[i]) / total(exp(z[k]) for k in tokens))
    updated = w[i] * exp(-eta * g[i]) / total(w[k] * exp(-eta * g[k]) for k in tokens)
    softmax = exp(z[i] - eta * g[i]) / total(exp(z[k] - eta * g[k]) for k in tokens)
    yield claim("Softmax weights of z become softmax weights of z minus the scaled losses.", "update")
    yield "An update lowers the scores by the scaled losses.", Identity(updated, softmax, name="update") \
        .but_not("raises them", right=exp(z[i] + eta * g[i]) / total(exp(z[k] + eta * g[k]) for k in tokens))
