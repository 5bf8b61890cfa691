"""Assumptions that bring coordinates: an orthonormal basis, and points of the unit circle."""

from __future__ import annotations

from collections.abc import Sequence

from verify.language.expressions import Scalar, Vector
from verify.language.facts import Equation
from verify.language.index_sets import modes, tokens
from verify.language.symbols import Family1, Scalars, Vectors
from verify.language.words import same, total
from verify.numerics import shapes
from verify.numerics.exact import Draw, Instance
from verify.statements.assumption import Assumption, writes
from verify.statements.assumptions.checks import given_family, vector_formula


def orthonormal_basis(
    name: str, *, expands: Sequence[Vectors | Vector] = (), latex: str | None = None
) -> Assumption[Vectors]:
    """Assume an orthonormal basis e_1, ..., e_d of the space.

    `expands` lists vectors, or families of one vector a token, whose inner products with each
    other may be summed over the basis: x^T z = sum_m (e_m^T x)(e_m^T z).
    """
    e: Vectors = Family1(name, Vector, ("modes",), latex)
    a, b = modes.any("a", "b")
    members = [_members(thing) for thing in expands]
    pairs = [(first, second) for n, (first, _) in enumerate(members) for _, second in members[n:]]
    # The square of one member is no instance of a product of two, as an algebra reads them.
    pairs += [(first, first) for first, second in members if first is not second]
    facts = (
        Equation(e[a] @ e[b], same(a, b)),
        *(Equation(total((e[m] @ x) * (e[m] @ z) for m in modes), x @ z) for x, z in pairs),
    )
    generate = writes(e, lambda draw, here: shapes.orthogonal(draw, here.dimension))
    return Assumption(e, "${it}_1, {it}_2, \\dots$ is an orthonormal basis", facts, generate)


def _members(thing: Vectors | Vector) -> tuple[Vector, Vector]:
    """Return two members of a family, of any indices, or a vector twice."""
    if isinstance(thing, Family1):
        family = given_family(thing, Vector, ("tokens",), "orthonormal_basis")
        i, j = tokens.any("i", "j")
        return family.item(i), family.item(j)
    vector = vector_formula(thing, "orthonormal_basis", "expands")
    return vector, vector


def circle_points(
    first: str, second: str, *, latex: tuple[str | None, str | None] = (None, None)
) -> Assumption[tuple[Scalars, Scalars]]:
    """Assume coordinates q_i and t_i of one point of the unit circle a token: q_i^2 + t_i^2 = 1."""
    q: Scalars = Family1(first, Scalar, ("tokens",), latex[0])
    t: Scalars = Family1(second, Scalar, ("tokens",), latex[1])
    i = tokens.any("i")

    def generate(draw: Draw, instance: Instance) -> None:
        points = shapes.tokens_on_sphere(draw, instance.tokens, 2)
        instance[q], instance[t] = ([point[axis] for point in points] for axis in (0, 1))

    fact = Equation(t[i] ** 2, 1 - q[i] ** 2)
    phrase = "${q}_i^2 + {t}_i^2 = 1$"
    return Assumption((q, t), phrase, (fact,), generate, {"q": q, "t": t})
