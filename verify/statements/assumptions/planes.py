"""Assumptions on planes that a linear map keeps: complex eigenvalues, two eigenvectors, chains."""

from __future__ import annotations

from collections.abc import Sequence

from verify.language.expressions import Number, Operator, Scalar, Vector, as_scalar
from verify.language.facts import Equation
from verify.language.mistakes import Mistake
from verify.language.symbols import vector_symbol
from verify.numerics import shapes
from verify.numerics.evaluate import value
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.matrices import apply, matrix_sum, outer, plus, times, transpose
from verify.numerics.rational_matrices import inverse
from verify.statements.assumption import Assumption
from verify.statements.assumptions.checks import given_operator


def invariant_plane(
    first: str,
    second: str,
    *,
    of: Operator,
    matrix: Sequence[Sequence[Scalar | Number]],
    latex: tuple[str | None, str | None] = (None, None),
) -> Assumption[tuple[Vector, Vector]]:
    """Assume independent p, q with F p = a p + c q and F q = b p + d q, `matrix` ((a, b), (c, d)).

    ((rho, omega), (-omega, rho)) has p + i q as an eigenvector for rho + i omega, and
    ((lam, 0), (0, mu)) two real eigenvectors, which need not be orthogonal. F is redrawn to fit.
    """
    operator = given_operator(of, "invariant_plane", "of")
    if operator.args[0].symmetric:
        name = operator.args[0].name
        raise Mistake(
            f"invariant_plane: {name} is symmetric, which most planes and matrices "
            f"contradict; introduce it with given(any_operator({name!r}))"
        )
    if len(matrix) != 2 or any(len(row) != 2 for row in matrix):
        raise Mistake(
            "invariant_plane: matrix must be 2 by 2, as in ((rho, omega), (-omega, rho)), "
            f"not with rows of {[len(row) for row in matrix]}"
        )
    (a, b), (c, d) = ((as_scalar(entry) for entry in row) for row in matrix)
    p, q = vector_symbol(first, latex[0]), vector_symbol(second, latex[1])
    images = a * p + c * q, b * p + d * q
    facts = (
        Equation(operator @ p, images[0]),
        Equation(operator @ q, images[1]),
        (p @ p) * (q @ q) - (p @ q) ** 2 > 0,
        p @ p > 0,
        q @ q > 0,
    )

    def generate(draw: Draw, instance: Instance) -> None:
        if instance.dimension < 2:
            raise Unlucky("two independent vectors need a plane")
        basis = shapes.invertible(draw, instance.dimension)
        pair, duals = transpose(basis)[:2], inverse(basis)[:2]
        instance[p], instance[q] = pair
        rows = instance[operator]
        change = []
        for z, dual, column in zip(pair, duals, ((a, c), (b, d)), strict=True):
            image = plus(*(times(value(x, instance), y) for x, y in zip(column, pair, strict=True)))
            change.append(outer(plus(image, times(-1, apply(rows, z))), dual))
        instance[operator] = matrix_sum(change, rows)

    return Assumption(
        (p, q),
        "${F} {p} = {Fp}$ and ${F} {q} = {Fq}$ for independent ${p}$ and ${q}$",
        facts,
        generate,
        {"F": operator, "p": p, "q": q, "Fp": images[0], "Fq": images[1]},
        redraws=(operator,),
        asks="one of a pair",
    )
