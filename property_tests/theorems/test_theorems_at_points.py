"""Theorems about a point or a state at one time, written by hand in exact rationals."""

from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from property_tests.theorems.raw_solutions import seeds, slowly


def matrix(rng, rows, columns, least=-4):
    entries = rng.integers(least, 5, rows * columns)
    return fmpq_mat(rows, columns, [fmpq(int(entry)) for entry in entries])


def identity(d):
    return fmpq_mat(d, d, [fmpq(i == j) for i in range(d) for j in range(d)])


def positive_definite(rng, d):
    factor = matrix(rng, d, d)
    return factor * factor.transpose() + identity(d)


def off_the_line(x, push):
    """Return the part of each row of `push` that is orthogonal to the same row of `x`."""
    pairs = zip(x.tolist(), push.tolist(), strict=True)
    return [
        [p - sum(a * b for a, b in zip(row, move, strict=True)) / sum(a * a for a in row) * q
         for p, q in zip(move, row, strict=True)]
        for row, move in pairs
    ]  # fmt: skip


@theorem("A-1")
@slowly
@given(seeds, st.integers(1, 4))
def test_the_gradient_is_the_one_vector_of_all_slopes_and_moves_as_vectors_do(rng, d):
    G, slopes, change = positive_definite(rng, d), matrix(rng, d, 1), positive_definite(rng, d)
    gradient = G.solve(slopes)
    X = matrix(rng, 5, d)
    assert X * G * gradient == X * slopes
    assert G * (gradient + matrix(rng, d, 1, least=1)) != slopes
    # In the coordinates z = change y slopes and metric are those of the inverse.
    inverse = change.inv()
    there = (inverse.transpose() * G * inverse).solve(inverse.transpose() * slopes)
    assert there == change * gradient


@theorem("B-CT0")
@slowly
@given(seeds, st.integers(2, 4), st.booleans())
def test_a_state_rests_under_the_flow_exactly_if_no_push_leaves_its_line(rng, n, pattern):
    d, weights = n + 1, matrix(rng, n, n, least=1) + 16 * identity(n)  # no average vanishes
    v = matrix(rng, 1, d, least=1)
    if pattern:  # tokens at an eigenvector of a symmetric V, and at its opposite
        square = sum(a * a for (a,) in v.transpose().tolist())
        along = v.transpose() * v / square
        V = fmpq(int(rng.integers(1, 5))) * along - 2 * (identity(d) - along)
        x = fmpq_mat(n, 1, [fmpq(int(sign)) for sign in rng.choice([-1, 1], n)]) * v
    else:  # a V that takes the averages to multiples of the tokens, of any sign
        upper = [fmpq(i == j) if j <= i else fmpq(int(rng.integers(-4, 5)))
                 for i in range(n) for j in range(d)]  # fmt: skip
        x = fmpq_mat(n, d, upper)  # independent rows, and no multiple of the last axis
        lower = [weights[i, j] if j <= i else 0 for i in range(n) for j in range(n)]
        weights = fmpq_mat(n, n, lower)
        averages = (weights * x).tolist()
        last = [fmpq(j == n) for j in range(d)]
        rates = [fmpq(int(rng.integers(-4, 5))) for _ in range(n)]
        wanted = [[rate * a for a in row] for rate, row in zip(rates, x.tolist(), strict=True)]
        V = fmpq_mat([*averages, last]).solve(fmpq_mat([*wanted, last])).transpose()
    push = weights * x * V.transpose()
    assert all(part == 0 for row in off_the_line(x, push) for part in row)
    first = fmpq_mat([(weights * x).tolist()[0]])
    across = fmpq_mat(d, 1, [-x[0, 1], x[0, 0], *[fmpq(0)] * (d - 2)])  # orthogonal to x_1
    moved = weights * x * (V + across * first).transpose()  # now a push leaves the line of x_1
    assert any(part != 0 for part in off_the_line(x, moved)[0])
