"""Derivatives of log Z with respect to the inverse temperature."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "JAY-1", PAPER.label("mean and fluctuation"), title="The mean energy falls with the inverse temperature", position=(1,),
    argued=False,
    printed=r"The mean energy is $-\partial \log Z / \partial \beta$, and its variance is $\partial^2 \log Z / \partial \beta^2$.",
    relation="the same")
def fluctuation(given: Given) -> Proof:
    beta, E = given(any_scalar("beta")), given(coefficients("E"))
    p = let("p", lambda i: exp(-beta * E[i]) / total(exp(-beta * E[k]) for k in tokens))
    mean = let("U", lambda: total(p[i] * E[i] for i in tokens))
    colder = motion({beta: 1})
    variance = total(p[i] * (E[i] - mean) ** 2 for i in tokens)
    yield claim(r"The derivative of $\log Z$ is minus the mean energy, whose derivative is minus the variance.",
                "first", "second", "sign")
    yield r"As $\beta$ grows, the logarithm of the sum Z of all $e^{-\beta E_k}$ changes at the rate", \
        Identity(rate(log(total(exp(-beta * E[k]) for k in tokens)), colder), -mean, name="first").but_not("plus", right=mean)
    yield "and the mean energy at the rate", Identity(rate(mean, colder), -variance, name="second") \
        .but_not("half of it", right=-variance / 2)
    yield "which is not positive.", Inequality(rate(mean, colder) <= 0, name="sign") \
        .but_not("not negative", claim=rate(mean, colder) >= 0)


@statement(
    "JAY-2", PAPER.label("maximum entropy"), title="Softmax maximises entropy plus mean", position=(2,), argued=False,
    printed="Of all distributions with a given mean the one of Gibbs has the largest entropy.", relation="weaker",
    differs=r"That it attains the bound is not claimed. The claim is the inequality behind it: entropy plus the mean of z is at most the logarithm of $\sum_k e^{z_k}$.")
def maximum_entropy(given: Given) -> Proof:
    z, q = given(coefficients("z")), given(positive_weights("q"))
    given(that(equals(total(q[k] for k in tokens), 1)))
    Z = let("Z", lambda: total(exp(z[k]) for k in tokens))
    a = let("a", lambda i: exp(z[i]) / (q[i] * Z))
    value = total(q[k] * (z[k] - log(q[k])) for k in tokens)
    yield claim("Entropy plus the mean of z is at most log-sum-exp, for any distribution.", "ratios", "gap", "gibbs")
    yield "The ratios of the weights of softmax to those of q have the mean", \
        Identity(total(q[i] * a[i] for i in tokens), 1, name="ratios").but_not("2", right=2)
    yield "What is missing to log-sum-exp is", Identity(
        log(Z) - value, -1 * total(q[i] * log(a[i]) for i in tokens), name="gap") \
        .but_not("half of it", right=-1 * total(q[i] * log(a[i]) for i in tokens) / 2)
    yield "which is not negative.", Inequality(
        value <= log(Z), name="gibbs", because=total(q[i] * (a[i] - 1 - log(a[i])) for i in tokens)) \
        .but_not("less by 1", claim=value <= log(Z) - 1)
