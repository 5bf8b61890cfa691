"""Remark 1: the sign patterns along an eigenvector, and how many of them are at rest."""

from verify.vocabulary import *

from .paper import PAPER

n = tokens.count


def no_push_beside(V: Operator, u: Vector) -> Proposition:
    """The push of tokens at u and -u has no part beside them, whatever their signs."""
    i = tokens.any("i")
    return for_every(signs("eps", positive="p", negative="q"), lambda groups: for_every(i, equals(
        tangent(V @ (total(groups[0][j] * u for j in tokens) / n), groups[0][i] * u), zero_vector())))


def is_simple(V: Operator, u: Vector, mu: Scalar) -> Proposition:
    """All eigenvectors for mu are multiples of u."""
    return for_every(any_vector("z"), lambda z: implies(
        equals(V @ z, mu * z), there_is(any_scalar("a"), lambda a: equals(z, a * u))))


def only_signs(V: Operator, u: Vector, mu: Scalar) -> Proposition:
    """Unit tokens that are eigenvectors for mu are at u and -u."""
    i = tokens.any("i")
    return for_every(unit_tokens("g"), lambda g: implies(
        for_every(i, equals(V @ g[i], mu * g[i])),
        for_every(i, either(equals(g[i], u), equals(g[i], -1 * u)))))


@statement("B-R1", PAPER.label("Remark 1"), title="Sign patterns", origin="reconstructed",
           basis="this_reconstruction", rests_on=("B-L1",), argued=False, position=(4, 1, 1),
           printed=r"For each $r$ there are $2^n$ candidates for consensus and bipartite equilibria, $x_i = \pm v_r$; "
                   "with each its antipode is one.",
           relation="stronger", differs=r"For a simple $\lambda_r$ there are no others.")
def sign_patterns(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    on_the_line = for_every((unit_vector("u"), any_scalar("mu")), lambda u, mu: implies(
        equals(V @ u, mu * u), both(no_push_beside(V, u), implies(is_simple(V, u, mu), only_signs(V, u, mu)))))
    yield claim(
        r"Every choice of signs $\varepsilon_i$ gives a state $x_i = \varepsilon_i u$ along an eigenvector $u$ that no "
        r"push takes off its line. If its eigenvalue $\mu$ is simple, no other unit tokens are "
        "eigenvectors for it: there are $2^n$ candidates, closed under a change of all signs, and two of them are consensus.",
        "negative", "doubling", "consensus", on_the_line) \
        .but_not("a multiple eigenvalue has no others", for_every(unit_vector("u"), lambda u: implies(
            equals(V @ u, u), only_signs(V, u, u @ u))), at={V: [[1, 0], [0, 1]]}) \
        .but_not("no push takes any consensus off its line",
                 for_every(unit_vector("u"), lambda u: equals(tangent(V @ u, u), zero_vector())),
                 at={V: [[1, 0], [0, 2]]})
    u, _ = given(eigenvector("u", of=V, value="mu"))
    eps, p, q = given(signs("eps", positive="p", negative="q"))
    i, tau, e = tokens.any("i"), given(positive_scalar("tau")), given(unit_vector("e"))
    mean = total(eps[j] * u for j in tokens) / n
    yield "The idea: tokens along an eigenvector pull along it." "\n\n" \
        "No token is pushed off the line, whatever the signs:", \
        Identity(tangent(V @ mean, eps[i] * u), zero_vector(), name="candidates") \
        .but_not("along any vector", left=tangent(V @ (total(eps[j] * e for j in tokens) / n), eps[i] * e))
    yield r"If $\mu$ is simple, all its eigenvectors are multiples of $u$, and of these two are unit vectors.", \
        ByLemma("unit_multiples", name="multiples", says=for_every(
            (unit_vector("u"), unit_vector("z")), lambda u, z: implies(
                there_is(any_scalar("a"), lambda a: equals(z, a * u)), either(equals(z, u), equals(z, -1 * u)))))
    yield "So the states along $u$ are candidates, and there are no others if its eigenvalue is simple.", \
        Thus(on_the_line, by="candidates", name="line")
    l = given(integer_scalar("l", at_least=1))
    yield "They are $2^n$, for one token more can have either sign;", \
        Identity(power(2, l + 1), 2 * power(2, l), name="doubling") \
        .but_not("it adds two", right=power(2, l) + 2)
    x = given(unit_tokens("x"))
    yield "they come in pairs, as a state and its negative move alike;", \
        Identity(-1 * x[i] + (tau / n) * (V @ total(-1 * x[j] for j in tokens)),
                 -1 * (x[i] + (tau / n) * (V @ total(x[j] for j in tokens))), name="negative") \
        .but_not("one token alone may change its sign",
                 left=-1 * x[i] + (tau / n) * (V @ total(x[j] for j in tokens)))
    yield "and two of them, with $p$ or $q = 0$, are consensus. Lemma 1 says which ones the layer leaves where they are: those whose " \
        "lengths are positive.", \
        Identity((p + q) ** 2 - (p - q) ** 2, 4 * p * q, name="consensus") \
        .but_not("$p$ and $q$ enter alike", right=2 * p * q)
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k, a, c = given(mode("r")), modes.any("k"), given(any_scalar("a")), given(any_scalar("c"))
    with given.behind("needed"):
        yield "Where an eigenvalue is multiple there are more, a whole circle in each plane of eigenvectors.", \
            Identity(V @ (a * v[r] + c * v[k]),
                     lam[r] * (a * v[r] + c * v[k]) + ((lam[k] - lam[r]) * c) * v[k], name="circle") \
            .but_not("for any two eigenvalues", right=lam[r] * (a * v[r] + c * v[k]))
