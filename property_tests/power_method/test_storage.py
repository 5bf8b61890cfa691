"""Paper B, appendix A: one attention layer by rows, as libraries run it, and by columns."""

from fractions import Fraction

from exact_strategies import rationals
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics.matrices import apply, dot, plus, product, transpose
from verify.numerics.rational_matrices import rank

small = rationals(min_value=-2, max_value=2, max_denominator=3)
D, WIDTH = 4, 2
matrices = st.lists(st.lists(small, min_size=D, max_size=D), min_size=D, max_size=D)
tokens = st.lists(st.lists(small, min_size=D, max_size=D), min_size=2, max_size=2)
tables = st.lists(st.lists(small, min_size=2, max_size=2), min_size=2, max_size=2)
PARTS = [slice(0, 2), slice(2, 4)]


def by_rows(X, weights, W_V, W_O):
    """concat_h(A^h X W_V^h) W_O, with tokens as rows."""
    values = product(X, W_V)
    heads = [
        product(A, [row[part] for row in values]) for A, part in zip(weights, PARTS, strict=True)
    ]
    return product([first + second for first, second in zip(*heads, strict=True)], W_O)


def head_matrices(W_V, W_O):
    """F_h = W_h V_h with W_h = (W_O^h)^T and V_h = (W_V^h)^T: rows of W_O, columns of W_V."""
    return [product(transpose(W_O[part]), transpose([row[part] for row in W_V])) for part in PARTS]


def by_columns(X, weights, matrices):
    """sum_h F_h sum_j A^h_ij x_j for each token."""
    out = []
    for i in range(len(X)):
        moved = [Fraction(0)] * D
        for A, F in zip(weights, matrices, strict=True):
            mean = [dot(A[i], column) for column in zip(*X, strict=True)]
            moved = plus(moved, apply(F, mean))
        out.append(moved)
    return out


@theorem("B-A", "B-X0")
@given(tokens, tables, tables, matrices, matrices)
def test_rows_and_columns_give_the_same_tokens(X, A, B, W_V, W_O):
    assert by_rows(X, [A, B], W_V, W_O) == by_columns(X, [A, B], head_matrices(W_V, W_O))


@theorem("B-A")
@given(matrices, matrices)
def test_the_layer_matrix_is_the_transpose_of_the_product(W_V, W_O):
    first, second = head_matrices(W_V, W_O)
    total = [plus(a, b) for a, b in zip(first, second, strict=True)]
    assert total == transpose(product(W_V, W_O)) == product(transpose(W_O), transpose(W_V))
    assert rank(first) <= WIDTH and rank(second) <= WIDTH
