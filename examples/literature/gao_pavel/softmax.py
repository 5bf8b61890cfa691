"""What softmax is: the gradient of the logarithm of a sum of exponentials, monotone, Lipschitz."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "GP-P1", PAPER.label("Proposition 1"), title="Softmax is a gradient", position=(1,), argued=False,
    printed=r"Softmax is the gradient of the function $\lambda^{-1} \log \sum_j e^{\lambda z_j}$.",
    relation="the same")
def gradient(given: Given) -> Proof:
    lam = given(positive_scalar("lam", r"\lambda"))
    z, v = given(coefficients("z")), given(coefficients("v"))
    along = motion({z: lambda i: v[i]})
    lse = log(total(exp(lam * z[j]) for j in tokens)) / lam
    p = let("p", lambda i: exp(lam * z[i]) / total(exp(lam * z[j]) for j in tokens))
    yield claim("Softmax is the gradient of log-sum-exp: the derivative in every direction v is p v.", "gradient")
    yield "The derivative in the direction v is", \
        Identity(rate(lse, along), total(p[i] * v[i] for i in tokens), name="gradient") \
        .but_not("lambda times that", right=lam * total(p[i] * v[i] for i in tokens))


@statement(
    "GP-P2", PAPER.label("Section II, bounds of log-sum-exp"), title="Log-sum-exp is nearly the maximum",
    position=(2,), argued=False,
    printed=r"$\max_i z_i \le \lambda^{-1} \log \sum_j e^{\lambda z_j} \le \max_i z_i + \lambda^{-1} \log n$.",
    relation="the same")
def nearly_the_maximum(given: Given) -> Proof:
    lam, z = given(positive_scalar("lam", r"\lambda")), given(coefficients("z"))
    S = total(exp(lam * z[j]) for j in tokens)
    lse, n, i = log(S) / lam, tokens.count, tokens.any("i")
    yield claim(r"It is at least the maximum, and at most $(\log n)/\lambda$ more.", "below", "above")
    r = lam * z[i] - log(S)
    yield "It is at least every number,", Inequality(
        z[i] <= lse, name="below",
        because=((exp(r) - 1 - r) + total(exp(lam * z[j]) for j in tokens.but(i)) / S) / lam) \
        .but_not("below it", claim=lse <= z[i])
    top = given(any_scalar("m"))
    q, gap = log(S) - lam * top - log(n), let("gap", lambda j: lam * top - lam * z[j], latex="g")
    yield r"and at most $(\log n)/\lambda$ more than a number $m$ above all.", Inequality(
        lse <= top + log(n) / lam, where=[every(lambda k: z[k] <= top)], name="above",
        because=((exp(q) - 1 - q) + exp(-lam * top) * total(
            exp(lam * z[j]) * (exp(gap[j]) - 1 - gap[j]) + exp(lam * z[j]) * lam * (top - z[j]) for j in tokens) / n) / lam) \
        .but_not("half of that", claim=lse <= top + log(n) / (2 * lam))


@statement(
    "GP-P3", PAPER.label("Proposition 3"), title="Softmax is monotone", position=(3,), argued=False,
    printed=r"Softmax $\sigma$ is monotone: $(\sigma(z) - \sigma(u))^\top (z - u) \ge 0$.",
    relation="the same")
def monotone(given: Given) -> Proof:
    lam = given(positive_scalar("lam", r"\lambda"))
    z, u = given(coefficients("z")), given(coefficients("u"))
    p = let("p", lambda i: exp(lam * z[i]) / total(exp(lam * z[j]) for j in tokens))
    q = let("q", lambda i: exp(lam * u[i]) / total(exp(lam * u[j]) for j in tokens))
    yield claim("The softmax function is monotone.", "monotone")
    yield "The softmax function is monotone.", \
        Inequality(total((p[i] - q[i]) * (z[i] - u[i]) for i in tokens) >= 0, name="monotone") \
        .but_not("antitone", claim=total((p[i] - q[i]) * (z[i] - u[i]) for i in tokens) <= 0)


@statement(
    "GP-P4", PAPER.label("Proposition 2"), title="The Jacobian of softmax", position=(4,), argued=False,
    printed=r"The Jacobian of softmax is $\lambda (\mathrm{diag}(\sigma) - \sigma \sigma^\top)$. It is symmetric and "
    r"positive semidefinite, and maps the vector of ones to 0.", relation="the same")
def jacobian_of_softmax(given: Given) -> Proof:
    lam, z, v = given(positive_scalar("lam", r"\lambda")), given(coefficients("z")), given(coefficients("v"))
    u, i = given(coefficients("u")), tokens.any("i")
    p = let("p", lambda i: exp(lam * z[i]) / total(exp(lam * z[j]) for j in tokens))
    along = motion({z: lambda i: v[i]})
    mean_v, mean_u = total(p[j] * v[j] for j in tokens), total(p[j] * u[j] for j in tokens)
    form = total(v[k] * p[k] * (v[k] - mean_v) for k in tokens)
    yield claim("The Jacobian of softmax is this matrix; it is symmetric, positive semidefinite, and maps ones to 0.",
                "jacobian", "symmetric", "constants", "semidefinite")
    yield "The derivative in the direction v is", \
        Identity(rate(p[i], along), lam * p[i] * (v[i] - mean_v), name="jacobian") \
        .but_not("without lambda", right=p[i] * (v[i] - mean_v))
    yield "The matrix is symmetric,", \
        Identity(total(u[k] * p[k] * (v[k] - mean_v) for k in tokens),
                 total(v[k] * p[k] * (u[k] - mean_u) for k in tokens), name="symmetric") \
        .but_not("skew", right=-total(v[k] * p[k] * (u[k] - mean_u) for k in tokens))
    yield "maps the vector of ones to 0,", Identity(p[i] * (1 - total(p[j] for j in tokens)), 0, name="constants") \
        .but_not("the vector of twos to ones", left=p[i] * (2 - total(p[j] for j in tokens)))
    yield "and is positive semidefinite.", Inequality(form >= 0, name="semidefinite") \
        .but_not("negative", claim=form <= 0)
