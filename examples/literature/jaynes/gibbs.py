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
    "JAY-2", PAPER.label("maximum entropy"), title="Softmax has the largest entropy", position=(2,), argued=False,
    printed="Of all distributions with a given mean the one of Gibbs has the largest entropy.", relation="weaker",
    differs="The distributions of the claim are positive.")
def maximum_entropy(given: Given) -> Proof:
    z, q = given(coefficients("z")), given(positive_weights("q"))
    given(that(equals(total(q[k] for k in tokens), 1)))
    Z = let("Z", lambda: total(exp(z[k]) for k in tokens))
    p = let("p", lambda i: exp(z[i]) / Z)
    i = tokens.any("i")

    def entropy(w: Scalars) -> Scalar:
        return -1 * total(w[k] * log(w[k]) for k in tokens)

    def mean(w: Scalars) -> Scalar:
        return total(w[k] * z[k] for k in tokens)

    says = implies(equals(mean(q), mean(p)), entropy(q) <= entropy(p))
    yield claim("A distribution q with the mean of softmax has at most the entropy of softmax.", says) \
        .but_not("half of it", implies(equals(mean(q), mean(p)), entropy(q) <= entropy(p) / 2))
    s = z[i] - log(q[i]) - log(Z)
    yield "A logarithm is below its tangent,", Inequality(
        z[i] - log(q[i]) - log(Z) <= exp(z[i]) / (q[i] * Z) - 1, name="tangent", because=exp(s) - 1 - s) \
        .but_not("less by 1", claim=z[i] - log(q[i]) - log(Z) <= exp(z[i]) / (q[i] * Z) - 2)
    below = every(lambda k: z[k] - log(q[k]) - log(Z) <= exp(z[k]) / (q[k] * Z) - 1)
    yield "so entropy plus the mean of z is at most the logarithm of Z,", Inequality(
        entropy(q) + mean(q) <= log(Z), where=[below], name="gibbs", because=total(
            q[k] * (exp(z[k]) / (q[k] * Z) - 1 - z[k] + log(q[k]) + log(Z)) for k in tokens)) \
        .but_not("less by 1", claim=entropy(q) + mean(q) <= log(Z) - 1)
    yield "since it is so of each.", Thus(entropy(q) + mean(q) <= log(Z), by=["tangent", "gibbs"], name="most")
    t = log(p[i]) - z[i] + log(Z)
    yield "The logarithms of the weights of softmax are", Inequality(
        log(p[i]) <= z[i] - log(Z), name="logarithms", because=exp(t) - 1 - t) \
        .but_not("less by 1", claim=log(p[i]) <= z[i] - log(Z) - 1)
    yield "and these weights add up to 1,", Identity(total(p[k] for k in tokens), 1, name="sum").but_not("2", right=2)
    w = given(positive_weights("w"))
    given(that(equals(total(w[k] for k in tokens), 1)))
    yield "so softmax attains this bound,", Inequality(
        entropy(w) + mean(w) >= log(Z), where=[every(lambda k: log(w[k]) <= z[k] - log(Z))], name="attained",
        because=total(w[k] * (z[k] - log(Z) - log(w[k])) for k in tokens)) \
        .but_not("with 1 to spare", claim=entropy(w) + mean(w) >= log(Z) + 1)
    yield "with weights w that are its own.", Thus(
        entropy(p) + mean(p) >= log(Z), by=["logarithms", "sum", "attained"], name="its own")
    yield "So its entropy is the largest.", Thus(says, by=["most", "its own"], name="so")
