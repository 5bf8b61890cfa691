"""What a perturbation of a polygonal state does to what the tokens attend to."""

from typing import Any

from verify.vocabulary import *

n = tokens.count


def spread(x: Vectors, z: Vector) -> Vector:
    """Return C z, where C = (1/n) sum_j x_j x_j^T."""
    return total((x[j] @ z) * x[j] for j in tokens) / n


def carried(x: Any, P: Operator, delta: Any) -> Any:
    """Return the derivative of s_i at a polygonal state, as a function of i."""
    def of(i: Index | int) -> Vector:
        at, moves = x[i], delta[i]
        changed: Vector = (total(delta[j] for j in tokens) / n
                + total((x[j] @ (P.T @ moves)) * x[j] for j in tokens) / n
                + total((at @ P @ delta[j]) * x[j] for j in tokens) / n)
        return changed
    return of


def common(x: Vectors, V: Operator, P: Operator, z: Vector) -> Vector:
    """Return V (I - C + C P^T) z."""
    return V @ (z - spread(x, z) + spread(x, P.T @ z))
