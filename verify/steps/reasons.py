"""What a reason for eigenvalues obliges one to prove; a matrix of scalars is a reason itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verify.language.expressions import Operator, Scalar, Vector, as_scalar
from verify.language.facts import Before, Distinct, constants
from verify.language.index_sets import modes, tokens
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.motion import Jacobian
from verify.language.symbols import Symbol, Vectors
from verify.language.walk import free_indices
from verify.language.words import determinant, same
from verify.statements.assumption import Assumption, Condition, introduced
from verify.statements.obligations import Counts, Equality, Obligation, Unexplained
from verify.statements.step import Said, facts_of
from verify.steps.eigenvectors import OwnNames, linearity
from verify.steps.maps import Map, Rows, as_map, is_table


@dataclass(frozen=True, eq=False)
class Eigenvalue:
    """One eigenvalue and how often it occurs, for all values of its indices together."""

    value: Scalar
    multiplicity: Scalar

    @property
    def rows(self) -> Rows:
        """Return the block that has this eigenvalue."""
        return ((self.value,),)


@dataclass(frozen=True, eq=False)
class SpectrumOf:
    """All eigenvalues of another map, as often as they occur there."""

    of: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", as_map(self.of))


@dataclass(frozen=True, eq=False)
class Triangular:
    """No token is driven by later ones; `along` are orthonormal eigenvectors of a token's block."""

    along: Vectors | None = None


@dataclass(frozen=True, eq=False)
class Diagonal:
    """An operator has the orthonormal eigenvectors `along`, one for each mode."""

    along: Vectors


@dataclass(frozen=True, eq=False)
class Similar:
    """An operator is S M R, where R is the inverse of S and M the one whose spectrum it has."""

    by: Operator
    inverse: Operator


Reason = Triangular | Diagonal | Similar
EigenvaluePart = Eigenvalue | SpectrumOf


def as_part(given: Any) -> EigenvaluePart:
    """Return a part of a spectrum. Raises Mistake for what is none."""
    if isinstance(given, SpectrumOf | Eigenvalue):
        return given
    if not isinstance(given, tuple) or len(given) != 2:
        raise Mistake(
            f"Eigenvalues: {given!r} is not a part; give (value, multiplicity) or SpectrumOf(...)"
        )
    return Eigenvalue(as_scalar(given[0]), as_scalar(given[1]))


@dataclass(frozen=True, eq=False)
class Claimed:
    """What is claimed of eigenvalues, and why."""

    of: Map
    parts: tuple[EigenvaluePart, ...]
    by: Reason | None


def eigenvalue_obligations(said: Said, step: Claimed) -> Iterator[Obligation]:
    """Yield what is to be proved of eigenvalues."""
    if isinstance(step.by, Triangular):
        yield from _triangular(said, step, step.by)
    elif isinstance(step.by, Diagonal):
        yield from _diagonal(said, step, step.by)
    elif isinstance(step.by, Similar):
        yield from _similar(said, step, step.by)
    elif isinstance(step.of, tuple):
        yield _polynomial(said, step, step.of)
    else:
        reasons = "by=Triangular(), Diagonal(v) or Similar(S, R)"
        yield Unexplained(said.name, f"only compared at instances; give a reason: {reasons}")


def _polynomial(said: Said, step: Claimed, rows: Rows) -> Equality:
    """Return that det(z - M) is the product of the parts' polynomials, for every z."""
    z = Scalar("symbol", Symbol(OwnNames(said).take("z"), "scalar"))
    product = as_scalar(1)
    for part in step.parts:
        if isinstance(part, Eigenvalue):
            product = product * (z - part.value) ** _times(part.multiplicity)
        elif isinstance(part.of, tuple):
            product = product * _characteristic(part.of, z)
        else:
            raise Mistake(
                "Eigenvalues: the parts of a matrix are spectra of matrices; give their rows"
            )
    label = f"{said.name}: characteristic polynomial"
    return Equality(label, _characteristic(rows, z), product, (Assumption(z, "", ()),))


def _times(multiplicity: Scalar) -> int:
    if multiplicity.op != "number" or multiplicity.args[0].denominator != 1:
        raise Mistake(
            f"Eigenvalues: the multiplicity of a root must be an integer, not {multiplicity!r}"
        )
    return int(multiplicity.args[0])


def _characteristic(rows: Rows, z: Scalar) -> Scalar:
    return determinant(
        [[(z if a == b else 0) - x for b, x in enumerate(row)] for a, row in enumerate(rows)]
    )


def _triangular(said: Said, step: Claimed, by: Triangular) -> Iterator[Obligation]:
    """Yield that no token is driven by later ones, and what each does by itself."""
    part, at, mode = _indexed(said, step)
    if at is None or (mode is None) is not is_table(step.of):
        raise Mistake(
            "Triangular: the eigenvalue must depend on the index of a token and, for a map of "
            "perturbations, on that of an eigenvector"
        )
    later, of = Index(f"{at.name}_later", at.over), step.of
    ahead = Assumption(Condition(""), "", (Distinct(at, later), Before(at, later)))
    if mode is None:
        assert not isinstance(of, tuple | Operator | Jacobian)
        table: Any = of
        driven = table(at, later)
        yield Equality(f"{said.name}: later tokens", driven, as_scalar(0), (ahead,))
        yield Equality(f"{said.name}: on the diagonal", table(at, at), part.value)
        yield _exhausted(said, part, (tokens.count,))
        return
    v = by.along
    if v is None or isinstance(of, tuple | Operator):
        raise Mistake("Triangular: name the eigenvectors of a token's own block, as in along=v")
    linear: Any = of
    if not isinstance(of, Jacobian):
        yield linearity(said, linear, tokens.any("each_token"), OwnNames(said))

    def moved(token: Index, k: Index) -> Any:
        return lambda t: same(t, token) * v[k]

    zero = 0 * v[mode]
    yield Equality(f"{said.name}: later tokens", linear(moved(later, mode))(at), zero, (ahead,))
    own = linear(moved(at, mode))(at)
    yield Equality(f"{said.name}: a token by itself", own, part.value * v[mode])
    yield _orthonormal(said, v, mode)
    yield _exhausted(said, part, (tokens.count, modes.count))


def _diagonal(said: Said, step: Claimed, by: Diagonal) -> Iterator[Obligation]:
    part, at, mode = _indexed(said, step)
    if at is not None or mode is None or not isinstance(step.of, Operator):
        raise Mistake(
            "Diagonal is about an operator, whose eigenvalue depends on the index of a mode"
        )
    v = by.along
    yield Equality(f"{said.name}: eigenvectors", step.of @ v[mode], part.value * v[mode])
    yield _orthonormal(said, v, mode)
    yield _exhausted(said, part, (modes.count,))


def _similar(said: Said, step: Claimed, by: Similar) -> Iterator[Obligation]:
    part = step.parts[0]
    if len(step.parts) > 1 or not isinstance(part, SpectrumOf) or not isinstance(part.of, Operator):
        raise Mistake("Similar: give one part, SpectrumOf(the operator that it is similar to)")
    if not isinstance(step.of, Operator):
        raise Mistake("Similar is about operators; write the map as one")
    x = Vector("symbol", Symbol(OwnNames(said).take("x"), "vector"))
    given = (Assumption(x, "", ()),)
    yield Equality(f"{said.name}: an inverse", by.inverse @ (by.by @ x), x, given)
    yield Equality(f"{said.name}: on both sides", by.by @ (by.inverse @ x), x, given)
    yield Equality(f"{said.name}: similar", step.of @ (by.by @ x), by.by @ (part.of @ x), given)


def _indexed(said: Said, step: Claimed) -> tuple[Eigenvalue, Index | None, Index | None]:
    """Return the one part, and the indices of a token and of a mode that its value depends on."""
    part = step.parts[0]
    if len(step.parts) > 1 or isinstance(part, SpectrumOf):
        raise Mistake("give one part, whose value at a free index is an eigenvalue")
    given = [k for k in introduced(said.assumptions) if isinstance(k, Index)]
    fixed = constants(facts_of(said), given)
    found: dict[str, Index] = {}
    for index in free_indices(part.value):
        if index in fixed:
            raise Mistake(
                f"the eigenvalue depends on {index.name}, which an assumption restricts; use "
                "a separate index"
            )
        if index.sort in found:
            raise Mistake(f"the eigenvalue depends on two indices over {index.sort}; use one")
        found[index.sort] = index
    for index in found.values():
        if index.over.kind != "all" or index.over.without:
            raise Mistake(f"{index.name} excludes a value; let it range over all {index.sort}")
    return part, found.get("tokens"), found.get("modes")


def _orthonormal(said: Said, v: Vectors, mode: Index) -> Equality:
    other = Index(f"{mode.name}_other", mode.over)
    return Equality(f"{said.name}: orthonormal", v[mode] @ v[other], same(mode, other))


def _exhausted(said: Said, part: Eigenvalue, sizes: tuple[Scalar, ...]) -> Counts:
    total = as_scalar(1)
    for size in sizes:
        total = total * size
    return Counts(f"{said.name}: multiplicities", ((part.multiplicity, sizes),), total)
