"""Several motions at once: tokens by attention, eigenvectors and operators beside them."""

import pytest

from verify.algebra.deciding import is_zero
from verify.algebra.reading import TreeReader
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.checker import check
from verify.language.mistakes import Mistake
from verify.language.walk import things
from verify.methods.kernel.goals import goal
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance as ExactInstance
from verify.statements.obligations import Equality, document
from verify.vocabulary import *
from verify.writing.trees import is_direction

U_GIVEN = symmetric_operator("U")
U = U_GIVEN.introduces
EIGEN = diagonalised("v", "lam", of=U)
v, lam = EIGEN.introduces
GIVEN = (
    U_GIVEN, EIGEN, unit_tokens("y"), nonnegative_weights("alpha"), any_vector("w"),
    any_scalar("t"), any_operator("D"),
)  # fmt: skip
y, alpha, w, t, D = (assumption.introduces for assumption in GIVEN[2:])
i, k = tokens.any("i"), modes.any("k")
attention = attention_flow(y, weights=alpha, value=U, reach="up_to")
both = together(attention, straight_lines(v, lambda k: same(k, 1) * w), motion({t: 1}))
MOVED = (U + t * D) @ v[1]

CLAIMS = {
    "the first token and its eigenvector": (
        rate(v[1] @ y[1], both),
        alpha[1, 1] * (lam[1] - y[1] @ U @ y[1]) * (v[1] @ y[1]) + w @ y[1],
    ),
    "any token": (
        rate(v[1] @ y[i], both),
        total(
            alpha[i, j] * (lam[1] * (v[1] @ y[j]) - (y[i] @ U @ y[j]) * (v[1] @ y[i]))
            for j in tokens.up_to(i)
        )
        + w @ y[i],
    ),
    "an operator with a coefficient that moves": (rate(MOVED, both), D @ v[1] + (U + t * D) @ w),
    "its square": (
        rate((t * U) @ ((t * U) @ w) + (t**2 * U).T @ w, both),
        2 * t * (U @ (U @ w)) + 2 * t * (U @ w),
    ),
}


def instance() -> ExactInstance:
    """Return two tokens in space, whose third axis is the first eigenvector's direction."""
    drawn = ExactInstance(tokens=2, dimension=3)
    drawn[U] = [[1, 0, 0], [0, -2, 0], [0, 0, 3]]
    drawn[v], drawn[lam] = [[0, 0, 1], [1, 0, 0], [0, 1, 0]], [3, 1, -2]
    drawn[y] = [[0, Fraction(3, 5), Fraction(4, 5)], [1, 0, 0]]
    drawn[alpha], drawn[w] = [[2, 7], [1, 4]], [0, 5, 0]
    drawn[t], drawn[D] = 2, [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    return drawn


def test_the_raw_path_moves_everything_at_once():
    """b_1' = 2 (3 - (-2 * 9/25 + 3 * 16/25)) 4/5 + 5 * 3/5 for the first token."""
    e = instance()
    square = -2 * Fraction(9, 25) + 3 * Fraction(16, 25)
    moved = value(rate(v[1] @ y[i], both), e, {i: 0})
    assert moved == 2 * (3 - square) * Fraction(4, 5) + 3
    assert value(rate(v[k] @ v[k], both), e, {k: 1}) == 0
    assert value(rate(v[k], both), e, {k: 0}) == [0, 5, 0]
    # D v_1 + (U + 2 D) w = (0, 1, 0) + (0, -10, 0) + 2 (5, 0, 0)
    assert value(rate(MOVED, both), e) == [10, -9, 0]


def test_a_family_over_modes_moves_by_dimension_and_not_by_tokens():
    e = instance()
    turning = straight_lines(v, lambda k: D @ v[k])
    images = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    for place in range(3):
        vector = e[v][place]
        expected = [sum(a * x for a, x in zip(row, vector, strict=True)) for row in images]
        assert value(rate(v[k], turning), e, {k: place}) == expected


@pytest.mark.parametrize("name", CLAIMS)
def test_the_algebra_and_the_checker_derive_it_and_nothing_beside_it(name):
    left, right = CLAIMS[name]
    is_vector = "operator" in name or "square" in name
    reader = TreeReader(Theory())
    learn(reader, [fact for assumption in GIVEN for fact in assumption.facts])
    read = reader.vector if is_vector else reader.scalar
    for claimed, true in ((right, True), (right + (w if is_vector else w @ w), False)):
        assert is_zero(reader.theory, read(left - claimed)) is true
        assert check(document(Equality(name, left, claimed), GIVEN)).accepted is true


def test_what_moves_belongs_to_a_formula_even_if_nothing_else_mentions_it():
    assert {t.args[0], v, y} <= set(things(rate(w @ w, both)))


def test_only_the_first_token_is_up_to_the_first_token_in_a_coq_goal():
    claim = Equality("", total(alpha[1, j] for j in tokens.up_to(1)), alpha[1, 1])
    made = goal("first", (), claim)
    assert "up_to token1 j' = same_tokens token1 j'" in made.text


def test_it_is_told_as_a_motion():
    assert not is_direction(together(straight_line(w, w)))


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ((attention, straight_lines(y, lambda i: w)), "y moves twice"),
        ((attention, y), "takes flows"),
    ],
)
def test_what_cannot_move_together_is_told(parts, reason):
    with pytest.raises(Mistake, match=reason):
        together(*parts)
