"""A second opinion of a layer's Jacobian: differences of its values."""

from collections.abc import Callable
from typing import Any

Matrix = list[list[Any]]


def central_differences(step: Callable[[Matrix], Matrix], point: Matrix, width: Any) -> Matrix:
    """Return the Jacobian by (f(x + h e) - f(x - h e)) / (2 h).

    At p digits the width h = 10^(-p/3) balances truncation and rounding.
    """
    columns = []
    for i, token in enumerate(point):
        for k in range(len(token)):

            def pushed(by: Any, i: int = i, k: int = k) -> list[Any]:
                moved = [list(row) for row in point]
                moved[i][k] += by
                return [x for row in step(moved) for x in row]

            ends = zip(pushed(width), pushed(-width), strict=True)
            columns.append([(ahead - behind) / (2 * width) for ahead, behind in ends])
    return [list(row) for row in zip(*columns, strict=True)]
