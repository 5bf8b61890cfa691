"""Assumptions on eigenvectors, eigenvalues and the modes that number them."""

from __future__ import annotations

from verify.language.expressions import Operator, Scalar, Vector, as_scalar
from verify.language.facts import Before, Distinct, Equation
from verify.language.index_sets import modes
from verify.language.indices import SIZE_NAMES, Index
from verify.language.mistakes import Mistake
from verify.language.symbols import Family1, Scalars, Vectors, scalar_symbol, vector_symbol
from verify.language.words import same
from verify.numerics import shapes
from verify.numerics.exact import Draw, Instance, Unlucky
from verify.numerics.matrices import apply, dot, matrix_sum, outer, plus, times
from verify.statements.assumption import Assumption, Condition, writes
from verify.statements.assumptions.checks import condition, free_index, given_operator
from verify.statements.assumptions.spaces import indices_but


def diagonalised(
    vectors: str, values: str, *, of: Operator, latex: tuple[str | None, str | None] = (None, None)
) -> Assumption[tuple[Vectors, Scalars]]:
    """Assume orthonormal eigenvectors v_k and eigenvalues lambda_k of a symmetric operator.

    The operator is redrawn from them; repeated and very different eigenvalues occur.
    """
    operator = given_operator(of, "diagonalised", "of")
    if not operator.args[0].symmetric:
        name = operator.args[0].name
        raise Mistake(
            f"diagonalised: {name} is not assumed to have orthonormal eigenvectors; introduce "
            f"it with given(symmetric_operator({name!r}))"
        )
    v: Vectors = Family1(vectors, Vector, ("modes",), latex[0])
    eigenvalue: Scalars = Family1(values, Scalar, ("modes",), latex[1])
    a, b = modes.any("a", "b")
    facts = (Equation(v[a] @ v[b], same(a, b)), Equation(operator @ v[a], eigenvalue[a] * v[a]))

    def generate(draw: Draw, instance: Instance) -> None:
        instance[v] = shapes.orthogonal(draw, instance.dimension)
        instance[eigenvalue] = shapes.spectrum(draw, instance.dimension)
        instance[operator] = shapes.with_spectrum(instance[v], instance[eigenvalue])

    return Assumption(
        (v, eigenvalue),
        "${V}$ has orthonormal eigenvectors ${v}_k$ with eigenvalues ${lam}_k$",
        facts,
        generate,
        {"V": operator, "v": v, "lam": eigenvalue},
        redraws=(operator,),
        restricts=False,
        asks="with eigenvectors",
    )


def eigenvector(
    name: str, *, of: Operator, value: str, latex: tuple[str | None, str | None] = (None, None)
) -> Assumption[tuple[Vector, Scalar]]:
    """Assume one unit eigenvector and its real eigenvalue; the operator is redrawn to fit.

    The operator need not be symmetric, and nothing is said of its other eigenvectors.
    """
    operator = given_operator(of, "eigenvector", "of")
    v, eigenvalue = vector_symbol(name, latex[0]), scalar_symbol(value, latex[1])
    facts = (Equation(v @ v, as_scalar(1)), Equation(operator @ v, eigenvalue * v))

    def generate(draw: Draw, instance: Instance) -> None:
        unit = shapes.unit_vector(draw, instance.dimension)
        instance[v], instance[eigenvalue] = unit, draw.rational()
        matrix = instance[operator]
        image = apply(matrix, unit)
        excess = plus(times(instance[eigenvalue], unit), times(-1, image))
        change = [outer(excess, unit)]
        if operator.args[0].symmetric:
            overlap = times(-dot(excess, unit), unit)  # what both outer products contain
            change.append(outer(unit, plus(excess, overlap)))
        instance[operator] = matrix_sum(change, matrix)

    return Assumption(
        (v, eigenvalue),
        r"${V} {v} = {lam}\,{v}$ and ${v}^\top {v} = 1$",
        facts,
        generate,
        {"V": operator, "v": v, "lam": eigenvalue},
        redraws=(operator,),
        asks="real",
    )


def mode(name: str) -> Assumption[Index]:
    """Assume one of the modes, the same throughout the statement."""
    index = modes.any(name)
    generate = writes(index, lambda draw, here: draw.whole(0, here.dimension - 1))
    return Assumption(index, "${it}$ is one of the modes", (), generate)


def before(first: Index, second: Index) -> Assumption[Condition]:
    """Assume that one index comes strictly before another of its sort, i < j."""
    a, b = two_indices(first, second, "before")

    def generate(draw: Draw, instance: Instance) -> None:
        _apart(draw, instance, a, b)
        if a in instance and b in instance:
            instance[a], instance[b] = sorted((instance[a], instance[b]))

    facts, about = (Distinct(a, b), Before(a, b)), {"i": a, "j": b}
    return condition(r"${i} < {j}$", facts=facts, generate=generate, about=about)


def distinct(first: Index, second: Index) -> Assumption[Condition]:
    """Assume that two indices differ; it counts as one dimension less than there are of them."""
    a, b = two_indices(first, second, "distinct")

    def generate(draw: Draw, instance: Instance) -> None:
        _apart(draw, instance, a, b)

    return condition(
        r"${k} \ne {r}$",
        facts=(Distinct(a, b),),
        generate=generate,
        about={"k": a, "r": b},
        space=indices_but(a, one_less=True),
    )


def two_indices(first: Index, second: Index, word: str) -> tuple[Index, Index]:
    """Return two different free indices of one sort. Raises Mistake for others."""
    a, b = free_index(first, word), free_index(second, word)
    if a is b or a.sort != b.sort or a.sort not in SIZE_NAMES:
        raise Mistake(
            f"{word}: {a.name} and {b.name} range over {a.sort} and {b.sort}, but must be two "
            f"indices of one sort; create them with {a.sort}.any('j', 'k')"
        )
    return a, b


def _apart(draw: Draw, instance: Instance, a: Index, b: Index) -> None:
    """Move the second of two given indices where it stands at the first; free ones are left."""
    if a not in instance or b not in instance or instance[a] != instance[b]:
        return
    others = [k for k in range(instance.size(b.sort)) if k != instance[a]]
    if not others:
        raise Unlucky(f"there is only one of the {b.sort}")
    instance[b] = draw.choose(others)
