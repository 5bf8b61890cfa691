"""Assumptions on operators that commute: eigenvectors in common."""

from __future__ import annotations

from verify.language.expressions import Operator, Scalar, Vector
from verify.language.facts import Equation
from verify.language.index_sets import modes
from verify.language.mistakes import Mistake
from verify.language.symbols import Family1, Scalars, Vectors
from verify.numerics import shapes
from verify.numerics.exact import Draw, Instance
from verify.statements.assumption import Assumption
from verify.statements.assumptions.checks import given_family, given_operator


def diagonalised_by(
    values: str, *, of: Operator, vectors: Vectors, latex: str | None = None
) -> Assumption[Scalars]:
    """Assume that orthonormal eigenvectors given before are also those of a symmetric operator G.

    `vectors` are what `diagonalised` gave for another operator; G v_k = mu_k v_k with eigenvalues
    mu_k of its own. G is redrawn from them.
    """
    word = "diagonalised_by"
    operator = given_operator(of, word, "of")
    if not operator.args[0].symmetric:
        name = operator.args[0].name
        raise Mistake(
            f"{word}: {name} is not assumed to have orthonormal eigenvectors; introduce it "
            f"with given(symmetric_operator({name!r}))"
        )
    v = given_family(vectors, Vector, ("modes",), word)
    eigenvalue: Scalars = Family1(values, Scalar, ("modes",), latex)
    k = modes.any("k")

    def generate(draw: Draw, instance: Instance) -> None:
        instance[eigenvalue] = shapes.spectrum(draw, instance.dimension)
        instance[operator] = shapes.with_spectrum(instance[v], instance[eigenvalue])

    return Assumption(
        eigenvalue,
        "${v}_k$ are also eigenvectors of ${G}$, with eigenvalues ${it}_k$",
        (Equation(operator @ v.item(k), eigenvalue[k] * v.item(k)),),
        generate,
        {"G": operator, "v": v},
        redraws=(operator,),
    )
