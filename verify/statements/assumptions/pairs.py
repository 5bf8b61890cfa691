"""Assumptions on orthonormal vectors."""

from __future__ import annotations

from verify.language.expressions import Vector, as_scalar
from verify.language.facts import Equation
from verify.language.symbols import vector_symbol
from verify.numerics import shapes
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.statements.assumption import Assumption


def orthonormal_pair(
    first: str, second: str, *, latex: tuple[str | None, str | None] = (None, None)
) -> Assumption[tuple[Vector, Vector]]:
    """Assume two orthogonal unit vectors, which span a plane."""
    e, q = vector_symbol(first, latex[0]), vector_symbol(second, latex[1])
    facts = (
        Equation(e @ e, as_scalar(1)),
        Equation(q @ q, as_scalar(1)),
        Equation(e @ q, as_scalar(0)),
    )

    def generate(draw: Draw, instance: Instance) -> None:
        if instance.dimension < 2:
            raise Unlucky("two orthogonal vectors need a plane")
        instance[e], instance[q] = shapes.orthogonal(draw, instance.dimension)[:2]

    phrase = "${e}$ and ${q}$ are orthogonal unit vectors"
    return Assumption((e, q), phrase, facts, generate, {"e": e, "q": q})
