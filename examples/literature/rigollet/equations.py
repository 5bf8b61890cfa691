"""The equiangular model: its equation; and mean shift."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "RIG-1", PAPER.label("Section 6.1"), title="Equiangular tokens", position=(1,), argued=False,
    printed=r"If all pairs of tokens have the correlation $\rho$, attention with softmax moves it by "
    r"$2 e^{\beta \rho} (1 - \rho) ((n - 1) \rho + 1) / (e^\beta + (n - 1) e^{\beta \rho})$.", relation="the same")
def equiangular(given: Given) -> Proof:
    beta, rho = given(any_scalar("beta")), given(any_scalar("rho"))
    x, Z = given(unit_tokens("x")), given(positive_weights("Z"))
    i, j = tokens.any("i", "j")
    given(distinct(i, j))
    n = tokens.count
    k, q = tokens.any("k", "q")
    given(that(equals(x[k] @ x[q], rho + (1 - rho) * same(k, q))))

    def score(i: Index, m: Index) -> Scalar:
        return exp(beta * (x[i] @ x[m]))

    flow = motion({x: lambda i: tangent(total(score(i, m) * x[m] for m in tokens) / Z[i], x[i])})
    yield claim("The common correlation moves by this equation, where Z are the sums of the exponentials.", "sums", "rate")
    yield "The sum of the exponentials of a token is", \
        Identity(total(score(i, m) for m in tokens), exp(beta) + (n - 1) * exp(beta * rho), name="sums") \
        .but_not("with n others", right=exp(beta) + n * exp(beta * rho))
    yield "With weights that are exponentials divided by Z, the correlation moves by", \
        Identity(rate(x[i] @ x[j], flow), exp(beta * rho) * (1 - rho) * ((n - 1) * rho + 1) * (1 / Z[i] + 1 / Z[j]),
                 name="rate") \
        .but_not("half as fast", right=exp(beta * rho) * (1 - rho) * ((n - 1) * rho + 1) / (2 * Z[i]))


@statement(
    "RIG-2", PAPER.label("Section 5.3"), title="Mean shift is self-attention", position=(2,), argued=False,
    printed="Blurring mean shift of points on the sphere, with Gaussian bumps, is self-attention.", relation="stronger",
    differs=r"The claim has the factor $\beta$ between the two, which is a change of the unit of time.")
def mean_shift_with_beta(given: Given) -> Proof:
    beta = given(positive_scalar("beta"))
    x = given(unit_tokens("x"))
    y = given(unit_vector("y"))
    density = log(total(exp(-beta * ((y - x[j]) @ (y - x[j])) / 2) for j in tokens))
    w = let("w", lambda j: exp(beta * (y @ x[j])) / total(exp(beta * (y @ x[k])) for k in tokens))
    field = total(w[j] * x[j] for j in tokens)
    t = given(tangent_vector("t", at=y))
    yield claim("The gradient of the logarithm of the density is beta times the field of self-attention.", "beta times")
    yield "In a direction t along the sphere the logarithm of the density changes by", \
        Identity(rate(density, straight_line(y, t)), beta * (t @ field), name="beta times") \
        .but_not("without beta", right=t @ field)
