"""A witness says by its lists how many tokens, heads and dimensions it has."""

from verify.methods.witnesses import instance_at
from verify.vocabulary import *


def sizes(at):
    instance = instance_at(at)
    return instance.tokens, instance.dimension, instance.heads


def test_lists_tell_the_sizes():
    given = Given()
    W, y = given(symmetric_operator("W")), given(unit_tokens("y"))
    v, lam = given(diagonalised("v", "lam", of=W))
    alpha, N = given(nonnegative_head_weights("alpha")), given(attention_mask("N"))
    u, m = given(coefficients("u")), given(positive_scalar("m"))
    three = [[1, 0], [0, 1], [1, 0]]
    assert sizes({m: 1}) == (1, 1, 1)
    assert sizes({y: three}) == (3, 2, 1)
    assert sizes({u: [1, 2, 3, 4]}) == (4, 1, 1)
    assert sizes({W: [[1, 0], [0, 1]]}) == sizes({lam: [1, 2]}) == (1, 2, 1)
    assert sizes({v: [[1, 0], [0, 1]]}) == (1, 2, 1)
    assert sizes({N: [[1, 0, 0]] * 3, y: three}) == (3, 2, 1)  # a mask is no operator
    assert sizes({N: [[1, 0]] * 3}) == (3, 1, 1)  # too few, which the facts of a mask tell
    assert sizes({alpha: [[[1, 2, 3]] * 3] * 2}) == (3, 1, 2)


def test_an_index_is_counted_from_one():
    r = Given()(mode("r"))
    assert instance_at({r: 2}).values[r] == Fraction(1)
