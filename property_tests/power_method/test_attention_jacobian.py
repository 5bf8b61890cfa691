"""Paper B, Lemmas 10 and 11: the derivative of self-attention, at any state and at consensus.

The layer is the raw one, written by hand, and its derivative is taken by dual numbers in balls of
200 bits; the formula of Lemma 10 is written out here token by token. They agree to forty digits.
"""

from fractions import Fraction

from exact_strategies import masks, rationals, square_matrices, tokens_on_sphere
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.exact_vectors import ball, close, minus
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.balls import working_precision
from verify.numerics.matrices import apply, dot, outer, plus, times, transpose

TOKENS, BITS = range(3), 200
steps = rationals(min_value=Fraction(1, 4), max_value=3)
vectors = st.lists(st.lists(rationals(), min_size=2, max_size=2), min_size=3, max_size=3)
CAUSAL = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
FULL = [[1, 1, 1]] * 3


def total(terms):
    first, *others = terms
    for term in others:
        first = plus(first, term)
    return first


def same(found, wanted):
    """Whether they are the same to forty digits, wherever no token is moved to 0."""
    assume(all(a.is_finite() for row in found for a in row))
    return close(found, wanted, digits=40)


def attention(x, P, N):
    """A_ij = exp(x_i . P x_j) / sum over the tokens k that i sees, and 0 for those it does not."""
    rows = []
    for i in TOKENS:
        e = [dot(x[i], apply(P, x[j])).exp() * N[i][j] for j in TOKENS]
        rows.append([a / sum(e[1:], start=e[0]) for a in e])
    return rows


def change_of_means(x, P, N, delta, *, transposed=True, centred=True, weights_move=True):
    """ds_i = sum_j A_ij (I + (x_j - s_i) x_i^T P) delta_j + C_i P^T delta_i."""
    A, out = attention(x, P, N), []
    for i in TOKENS:
        s = total(times(A[i][j], x[j]) for j in TOKENS)
        terms = [times(A[i][j], delta[j]) for j in TOKENS]
        if weights_move:
            for j in TOKENS:
                pulled = A[i][j] * dot(x[i], apply(P, delta[j]))
                terms.append(times(pulled, minus(x[j], s) if centred else x[j]))
            square = [outer(times(A[i][j], x[j]), x[j]) for j in TOKENS]
            C = [total(rows) for rows in zip(*square, strict=True)]
            C = [minus(row, other) for row, other in zip(C, outer(s, s), strict=True)]
            terms.append(apply(C, apply(transpose(P) if transposed else P, delta[i])))
        out.append(total(terms))
    return out


def formula(x, V, P, tau, N, delta, **twist):
    """(15): |y_i|^-1 (I - x_i^+ x_i^+T) (delta_i + tau V ds_i), y_i = x_i + tau V s_i."""
    A, out = attention(x, P, N), []
    for i, ds in enumerate(change_of_means(x, P, N, delta, **twist)):
        s = total(times(A[i][j], x[j]) for j in TOKENS)
        y, u = plus(x[i], times(tau, apply(V, s))), plus(delta[i], times(tau, apply(V, ds)))
        r = dot(y, y).sqrt()
        after = times(1 / r, y)
        out.append(times(1 / r, minus(u, times(dot(after, u), after))))
    return out


def derivative(x, V, P, tau, N, delta):
    def layer(tokens):
        return raw.softmax_layer(tokens=tokens, scores=P, value=V, step=tau, mask=N)

    return raw.raw_differential(layer, x, delta)


@theorem("B-L10")
@given(
    tokens_on_sphere(3, 2), square_matrices(2), square_matrices(2), steps, vectors,
    st.one_of(st.just(FULL), st.just(CAUSAL), masks(3, sees_itself=True)),
)  # fmt: skip
def test_the_derivative_of_the_layer_is_that_of_lemma_10(x, V, P, tau, delta, N):
    with working_precision(BITS):
        exact = [ball(part) for part in (x, V, P, tau)]
        d = ball(delta)
        assert same(derivative(*exact, N, d), formula(*exact, N, d))


@theorem("B-L11")
@given(square_matrices(2), square_matrices(2), rationals(), steps, vectors)
def test_at_consensus_it_is_the_derivative_of_the_oja_map(V, P, eigenvalue, tau, delta):
    """At x_i = v = (3/5, 4/5) with V v = lambda v; V need not be symmetric, and P is any matrix."""
    v = [Fraction(3, 5), Fraction(4, 5)]
    excess = minus(times(eigenvalue, v), apply(V, v))
    V = [plus(row, other) for row, other in zip(V, outer(excess, v), strict=True)]
    rho = 1 + tau * eigenvalue
    assume(rho != 0)
    mean = total(times(Fraction(1, 3), row) for row in delta)
    wanted = []
    for row in delta:
        push = plus(row, times(tau, apply(V, mean)))
        wanted.append(times(1 / abs(rho), minus(push, times(dot(v, push), v))))

    def oja(tokens):
        return raw.oja_layer(tokens=tokens, value=V, step=tau)

    assert raw.raw_differential(oja, [v] * 3, delta) == wanted  # (12), exactly
    with working_precision(BITS):
        found = derivative(ball([v] * 3), ball(V), ball(P), ball(tau), FULL, ball(delta))
        assert same(found, wanted)
