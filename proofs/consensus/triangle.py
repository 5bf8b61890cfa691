"""How fast three tokens at 120 degrees turn under a score matrix that is not symmetric.

On the circle with U = W = I and P = J, the quarter turn: by the formula of the step "rotation" of
Theorem 3.2, and by the model itself.
"""

from __future__ import annotations

from typing import Any

from verify.numerics.raw import softmax_attention

SPEED = "-0.31550407303629314450"
BITS = 160


def by_formula() -> Any:
    """Return -sqrt(3) sinh(sqrt(3)/2) / (sqrt(2) (1 + 2 cosh(sqrt(3)/2))) as a ball."""
    import flint

    with flint.ctx.workprec(BITS):
        root = flint.arb(3).sqrt()
        return -root * (root / 2).sinh() / (flint.arb(2).sqrt() * (1 + 2 * (root / 2).cosh()))


def by_model() -> Any:
    """Return the velocity of the token at (1, 0), which is a multiple of (0, 1), as a ball."""
    import flint

    with flint.ctx.workprec(BITS):
        zero, half, side = flint.arb(0), flint.arb(1) / 2, flint.arb(3).sqrt() / 2
        tokens = [[1 + zero, zero], [-half, side], [-half, -side]]
        quarter_turn = [[zero, zero - 1], [1 + zero, zero]]
        row_sum = 1 / flint.arb(2).sqrt()
        return softmax_attention(tokens=tokens, scores=quarter_turn, row_sum=row_sum)[0][1]
