"""What a spectrum obliges one to prove: eigenvectors, and that there is room for no others.

The fields of the parts are to be orthogonal to each other, and the inner product of two fields of
one part a positive multiple of that of what they are made of. So they are independent, as many as
their parameters have dimensions; and where these add up to the dimension of the space that the map
acts on, the map has no other eigenvalue.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.language.expressions import Scalar, Vector, as_scalar
from verify.language.facts import Fact, speaks_of
from verify.language.index_sets import modes, tokens
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.motion import Jacobian
from verify.language.substituting import fact_about, substituted
from verify.language.symbols import Family1, OperatorSymbol, Symbol, Thing, thing_of
from verify.language.walk import free_indices, things, unabbreviated
from verify.language.words import total
from verify.statements.assumption import (
    Assumption,
    Condition,
    LinearSpace,
    handle_matches,
    introduced,
)
from verify.statements.assumptions.geometry import any_vectors
from verify.statements.assumptions.scalars import any_scalar
from verify.statements.assumptions.spaces import indices_but
from verify.statements.obligations import (
    Comparison,
    Counts,
    Decomposition,
    Equality,
    Obligation,
    Runs,
    Span,
)
from verify.statements.step import Said
from verify.steps.eigenspaces import Block, Eigenspace, Field, Tangent
from verify.steps.maps import LinearMap

Others = Mapping[Thing, Thing]


@dataclass(frozen=True, eq=False)
class Parameter:
    """What a part runs through: its space, and a second member of it with what is assumed of it."""

    space: LinearSpace
    facts: tuple[Fact, ...]
    copy: Any
    assumed: Assumption[Any]

    @property
    def exchange(self) -> Others:
        return {thing_of(self.space.of): thing_of(self.copy)}

    @property
    def product(self) -> Scalar:
        """Return the inner product of a member and its copy."""
        return self.space.inner(self.space.of, self.copy)


@dataclass(frozen=True, eq=False)
class Vectors:
    """One part, and what its fields run through."""

    label: str
    part: Block
    parameters: tuple[Parameter, ...]


def spectrum_obligations(
    said: Said,
    of: Jacobian | LinearMap,
    parts_of: Sequence[Block],
    total_of: Scalar,
    tangent: Tangent | None,
) -> Iterator[Obligation]:
    """Yield what a spectrum obliges one to prove."""
    i, names = tokens.any("each_token"), OwnNames(said)
    parts = [_vectors(said, number, part, names) for number, part in enumerate(parts_of, 1)]
    normal = normal_of(tangent, i)
    if not isinstance(of, Jacobian):
        yield linearity(said, of, i, names)
    inside: list[Equality | Comparison] = []
    for vectors in parts:
        for image, tangential in _eigen(of, vectors, normal, i):
            yield image
            yield from tangential
            inside += tangential
    apart = [claim for vectors in parts for claim in _independent(vectors)]
    for first, second in itertools.combinations(parts, 2):
        apart += _orthogonal(first, second)
    if normal is not None:
        apart.append(_positive(f"{said.name}: the normal is not 0", normal @ normal))
    yield from apart
    size = modes.count if normal is None else modes.count - 1
    whole = Equality(f"{said.name}: dimension of the space", total_of, tokens.count * size)
    counted = tuple((v.part.multiplicity, _dimensions(v)) for v in parts)
    spans = tuple(Span(v.part.fields, tuple(map(_runs, v.parameters))) for v in parts)
    made = Decomposition(spans, i, normal, (*inside, *apart, whole))
    yield Counts(f"{said.name}: multiplicities", counted, total_of, made)
    yield whole


# ------------------------------------------------------------------ parts and parameters


class OwnNames:
    """Names for copies that nothing of the statement has."""

    def __init__(self, said: Said) -> None:
        self._taken = {thing.name for thing in introduced(said.assumptions)}

    def take(self, wanted: str) -> str:
        name = next(n for k in itertools.count(2) if (n := f"{wanted}_{k}") not in self._taken)
        self._taken.add(name)
        return name


def _vectors(said: Said, number: int, part: Block, names: OwnNames) -> Vectors:
    label = f"{said.name}: part {number}"
    parameters = tuple(_parameter(said, handle, names) for handle in part.spanned_by)
    own = {thing_of(p.space.of) for p in parameters}
    fixed = {k for k in introduced(said.assumptions) if isinstance(k, Index)}
    at = tokens.any("at")
    for formula in (*sum(part.matrix, ()), *(field(at) for field in part.fields)):
        for index in free_indices(formula) - fixed - own - {at}:
            raise Mistake(
                f"{said.place}: {label} depends on the index {index.name}; name it in spanned_by="
            )
    return Vectors(label, part, parameters)


def _parameter(said: Said, handle: Any, names: OwnNames) -> Parameter:
    """Return the parameter that a handle of spanned_by names, with a copy."""
    found = [a for a in said.assumptions if handle_matches(a, handle)]
    space = found[0].space if found else None
    if isinstance(handle, Index) and space is None:
        space, found = indices_but(handle, one_less=False), []
    if space is None:
        raise Mistake(
            f"{said.place}: spanned_by={handle!r} does not range over a linear space; name "
            "coefficients, vectors, or an index that the fields depend on"
        )
    thing, own = thing_of(space.of), tuple(found[0].facts) if found else ()
    for assumption in said.assumptions:
        for fact in assumption.facts:
            if fact not in own and speaks_of(fact, thing):
                raise Mistake(
                    f"{said.place}: spanned_by names {thing.name}, but another assumption "
                    f"restricts it: {fact!r}; let it range over its whole space"
                )
    copy = _copy(thing, names)
    facts = tuple(fact_about(fact, {thing: thing_of(copy)}) for fact in own)
    made: Any = Condition("") if isinstance(thing, Index) else copy
    return Parameter(space, own, copy, Assumption(made, "", facts))


def _runs(parameter: Parameter) -> Runs:
    space = parameter.space
    return Runs(thing_of(space.of), parameter.facts, space.dimension)


def _copy(thing: Thing, names: OwnNames) -> Any:
    """Return another thing of the same kind."""
    if isinstance(thing, Index):
        return Index(f"{thing.name}_other", thing.over)
    name = names.take(thing.name)
    if isinstance(thing, Symbol):
        kind = Vector if thing.kind == "vector" else Scalar
        return kind("symbol", Symbol(name, thing.kind))
    if isinstance(thing, Family1):
        return Family1(name, thing.type, thing.sorts)
    told = "an operator" if isinstance(thing, OperatorSymbol) else "a mask, or has two indices"
    raise Mistake(f"spanned_by: {thing.name} is {told}; name vectors, coefficients or indices")


def _dimensions(vectors: Vectors) -> tuple[Scalar, ...]:
    """Return the dimensions of what a part is spanned by; a block counts its size, too."""
    found = tuple(p.space.dimension for p in vectors.parameters)
    if isinstance(vectors.part, Eigenspace):
        return found
    return (*found, as_scalar(len(vectors.part.fields)))


# ------------------------------------------------------------------ what is to be proved


def linearity(said: Said, of: LinearMap, i: Index, names: OwnNames) -> Equality:
    """Return that a function is a linear map of perturbations."""
    moves = [any_vectors(names.take("perturbation")) for _ in range(2)]
    factors = [any_scalar(names.take("factor")) for _ in range(2)]
    f, g = (made.introduces for made in moves)
    a, b = (made.introduces for made in factors)
    together = of(lambda k: a * f[k] + b * g[k])(i)
    apart = a * of(lambda k: f[k])(i) + b * of(lambda k: g[k])(i)
    return Equality(f"{said.name}: linear", together, apart, (*moves, *factors))


def _eigen(
    of: Jacobian | LinearMap, v: Vectors, normal: Vector | None, i: Index
) -> Iterator[tuple[Equality, list[Equality]]]:
    """Yield that the map takes every field to what its part says, with that it is in the space."""
    for column, field in enumerate(v.part.fields):
        suffix = "" if isinstance(v.part, Eigenspace) else f", field {column + 1}"
        image, wanted = of(field)(i), _combination(v.part, column, i)
        tangential = []
        if normal is not None:
            label = f"{v.label}{suffix}, tangent"
            tangential = [Equality(label, normal @ field(i), as_scalar(0))]
        yield Equality(v.label + suffix, image, wanted), tangential


def _combination(part: Block, column: int, i: Index) -> Vector:
    terms = [row[column] * field(i) for row, field in zip(part.matrix, part.fields, strict=True)]
    out = terms[0]
    for term in terms[1:]:
        out = out + term
    return out


def _independent(v: Vectors) -> Iterator[Equality | Comparison]:
    """Yield that the inner products of a part's fields are multiples of their parameters'."""
    product = as_scalar(1)
    for parameter in v.parameters:
        product = product * parameter.product
    for (a, first), (b, second) in itertools.product(enumerate(v.part.fields), repeat=2):
        if a > b:
            continue
        scale = v.part.scales[a] if a == b else None
        wanted = as_scalar(0) if scale is None else scale * product
        suffix = f", fields {a + 1} and {b + 1}" if len(v.part.fields) > 1 else ""
        yield Equality(
            f"{v.label}{suffix}, inner product", _inner(first, second, v.parameters), wanted,
            tuple(p.assumed for p in v.parameters),
        )  # fmt: skip
    for scale in v.part.scales:
        yield _positive(f"{v.label}, scale", scale)
    for parameter in v.parameters:
        for scalar in parameter.space.positive:
            yield _positive(f"{v.label}, {thing_of(parameter.space.of).name}", scalar)
        for left, right in parameter.space.equal:
            name = thing_of(parameter.space.of).name
            yield Equality(f"{v.label}, how many {name} are about", left, right)


def _orthogonal(first: Vectors, second: Vectors) -> Iterator[Equality]:
    """Yield that the fields of two parts are orthogonal."""
    label = f"{first.label} and {second.label.rpartition(' ')[2]} are orthogonal"
    for one, other in itertools.product(first.part.fields, second.part.fields):
        copied = _inner(one, other, second.parameters)
        assumed = tuple(p.assumed for p in second.parameters)
        yield Equality(label, copied, as_scalar(0), assumed)


def _inner(first: Field, second: Field, parameters: Sequence[Parameter]) -> Scalar:
    """Return the inner product of a field with the copy of another."""
    others = {thing: copy for p in parameters for thing, copy in p.exchange.items()}
    return total(first(i) @ substituted(second(i), others) for i in tokens)


def _positive(label: str, scalar: Scalar) -> Comparison:
    return Comparison(label, scalar > 0, scalar, ())


def normal_of(tangent: Tangent | None, i: Index) -> Vector | None:
    """Return what is orthogonal to every perturbation of token i in the space, None if all are."""
    if tangent is None:
        return None
    moved: Family1[Vector] = Family1("perturbation", Vector, ("tokens",))
    formula = unabbreviated(tangent(lambda k: moved[k])(i))
    for normal, other in (formula.args, formula.args[::-1]) if formula.op == "inner" else ():
        found = _taken_from(unabbreviated(other), normal, moved, i)
        own: Any = moved
        if found is not None and own not in set(things(found)):
            return found
    raise Mistake(
        "Spectrum: tangent= must be the inner product of a vector with the perturbation of a "
        "token, as in tangent=lambda u: lambda i: v @ u(i)"
    )


def _taken_from(vector: Any, normal: Any, moved: Any, i: Index) -> Vector | None:
    """Return the n with <n, x_i> = <normal, vector>, if the vector is an image of x_i."""
    while vector.op == "apply":
        normal, vector = vector.args[0].T @ normal, unabbreviated(vector.args[1])
    own = vector.op == "item" and vector.args[0] is moved and vector.args[1] is i
    return normal if own else None
