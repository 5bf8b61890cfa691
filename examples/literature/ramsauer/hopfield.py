"""Energy of a modern Hopfield network: bounds, descent, Jacobian of an update."""

from verify.vocabulary import *

from .paper import PAPER


@statement(
    "HOP-1", PAPER.label("eq. (2) and the bounds after it"), title="The energy is bounded", position=(1,), argued=False,
    printed=r"With $M = \max_i \|x_i\|$ and $\|\xi\| \le M$ the energy satisfies $0 \le E \le 2 M^2$.", relation="the same")
def energy_bounds(given: Given) -> Proof:
    beta, M = given(positive_scalar("beta")), given(positive_scalar("M"))
    x = given(bounded_vectors("x", by=M))
    xi = given(bounded_vector("xi", by=M))
    n = tokens.count
    lse = log(total(exp(beta * (x[j] @ xi)) for j in tokens)) / beta
    E = -lse + (xi @ xi) / 2 + log(n) / beta + M**2 / 2
    S = total(exp(beta * (x[j] @ xi)) for j in tokens)
    T = (M**2 + xi @ xi) / 2

    def half(j: Index) -> Scalar:
        return beta * (M**2 - x[j] @ x[j]) / 2 + beta * ((x[j] - xi) @ (x[j] - xi)) / 2

    def other(j: Index) -> Scalar:
        return beta * (M**2 - x[j] @ x[j]) / 2 + beta * ((x[j] + xi) @ (x[j] + xi)) / 2

    s, r = let("s", lambda j: beta * T - beta * (x[j] @ xi)), let("r", lambda j: beta * (x[j] @ xi) + beta * T)
    q, u = log(S) - beta * T - log(n), log(n) - beta * T - log(S)
    yield claim("The energy is between 0 and 2 M^2.", "below", "above")
    yield "The energy is not negative", Inequality(E >= 0, name="below", because=(
        (exp(q) - 1 - q) + exp(-beta * T) * total(
            exp(beta * (x[j] @ xi)) * (exp(s[j]) - 1 - s[j] + half(j)) for j in tokens) / n) / beta) \
        .but_not("at least the square of M", claim=E >= M**2)
    yield "and at most 2 M^2.", Inequality(E <= 2 * M**2, name="above", because=(
        (exp(u) - 1 - u) + exp(-beta * T) * total((exp(r[j]) - 1 - r[j]) + other(j) for j in tokens) / S) / beta
        + (M**2 - xi @ xi)) \
        .but_not("at most half of the square of M", claim=E <= M**2 / 2)


@statement(
    "HOP-2", PAPER.label("Theorem 1"), title="An update lowers the energy", position=(2,), argued=False,
    printed="The update never raises the energy, and the energies converge.", relation="stronger",
    differs="The claim says by how much an update lowers the energy; it leaves out that energies converge, which "
    "follows since they are bounded below.")
def descent(given: Given) -> Proof:
    beta = given(positive_scalar("beta"))
    x, xi = given(any_vectors("x")), given(any_vector("xi"))

    def lse(z: Vector) -> Scalar:
        return log(total(exp(beta * (x[j] @ z)) for j in tokens)) / beta

    p = let("p", lambda j: exp(beta * (x[j] @ xi)) / total(exp(beta * (x[k] @ xi)) for k in tokens))
    new = total(p[j] * x[j] for j in tokens)
    before = -lse(xi) + (xi @ xi) / 2
    after = -lse(new) + (new @ new) / 2
    r = let("r", lambda j: beta * (x[j] @ (new - xi)) + beta * (lse(xi) - lse(new)))
    yield claim("An update lowers the energy by half of the square of its length.", "descent")
    yield "An update lowers the energy by half of the square of its length.", \
        Inequality(after <= before - ((new - xi) @ (new - xi)) / 2, name="descent", because=(
            total(p[j] * (exp(r[j]) - 1 - r[j]) for j in tokens)) / beta) \
        .but_not("by twice the square", claim=after <= before - 2 * ((new - xi) @ (new - xi)))


@statement(
    "HOP-3", PAPER.label("Lemma A2"), title="The Jacobian of an update", position=(3,), argued=False,
    printed=r"The Jacobian of the update is $\beta X (\mathrm{diag}(p) - p p^\top) X^\top$; it is symmetric and positive "
    r"semidefinite, and its norm is at most $\beta M^2$.", relation="the same")
def hopfield_jacobian(given: Given) -> Proof:
    beta, M = given(positive_scalar("beta")), given(positive_scalar("M"))
    x = given(bounded_vectors("x", by=M))
    xi, v, u = given(any_vector("xi")), given(any_vector("v")), given(any_vector("u"))
    p = let("p", lambda j: exp(beta * (x[j] @ xi)) / total(exp(beta * (x[k] @ xi)) for k in tokens))
    new = total(p[j] * x[j] for j in tokens)

    def form(a: Vector, b: Vector) -> Scalar:
        return total(p[j] * (x[j] @ a) * ((x[j] - new) @ b) for j in tokens)

    yield claim("The Jacobian is this matrix; it is symmetric, positive semidefinite and at most beta M^2.",
                "form", "symmetric", "semidefinite", "bounded")
    yield "Where xi moves along v, the component of the update along u changes by", \
        Identity(rate(new @ u, straight_line(xi, v)), beta * form(v, u), name="form") \
        .but_not("without beta", right=form(v, u))
    yield "This form is symmetric.", Identity(form(v, u), form(u, v), name="symmetric") \
        .but_not("skew", right=-form(u, v))
    yield "It is not negative", Inequality(form(v, v) >= 0, name="semidefinite") \
        .but_not("negative", claim=form(v, v) <= 0)
    yield "and at most M^2.", Inequality(form(v, v) <= M**2 * (v @ v), name="bounded", because=total(
        p[j] * ((M**2 - x[j] @ x[j]) * (v @ v) + ((x[j] @ x[j]) * (v @ v) - (x[j] @ v) ** 2)) for j in tokens)
        + (new @ v) ** 2) \
        .but_not("half of it", claim=form(v, v) <= M**2 * (v @ v) / 2)
