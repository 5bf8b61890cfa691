"""Named things: symbols, families with indices, masks, operators and abbreviations."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar, overload

from verify.language.expressions import Operator, Scalar, Vector
from verify.language.indices import Index, Indexed, IndexLike, Sort, miscounted
from verify.language.mathematics import checked_symbol
from verify.language.mistakes import Mistake
from verify.language.names import check_letters

E = TypeVar("E", bound=Scalar | Vector)
Kind = Literal["scalar", "vector"]


def checked_name(name: object) -> str:
    """Return a name fit for formulas, generated code and Coq goals, or raise a Mistake."""
    if not isinstance(name, str) or not name.isidentifier() or name.startswith("_"):
        raise Mistake(
            f"{name!r} cannot name a given thing; use letters, digits and underscores, as in 'y'"
        )
    check_letters(name)
    if name == "pi":
        raise Mistake("'pi' is reserved for the number pi; choose another name")
    return name


def _checked(name: str, latex: str | None) -> str | None:
    return checked_symbol(latex, f"{name}: latex=")


class Symbol:
    """A scalar or a vector that is given."""

    __slots__ = ("kind", "latex", "name")

    def __init__(self, name: str, kind: Kind, latex: str | None = None) -> None:
        self.name, self.kind, self.latex = checked_name(name), kind, _checked(name, latex)


class OperatorSymbol:
    """A linear map that is given; `positive` says that it is positive definite, a metric."""

    __slots__ = ("latex", "name", "positive", "symmetric")

    def __init__(
        self, name: str, symmetric: bool = False, latex: str | None = None, positive: bool = False
    ) -> None:
        self.name, self.latex = checked_name(name), _checked(name, latex)
        self.symmetric, self.positive = symmetric or positive, positive


class Family(Indexed, Generic[E]):
    """A family of scalars or vectors: `y[i]`, `alpha[i, j]`."""

    def __init__(
        self, name: str, kind: type[E], sorts: tuple[Sort, ...], latex: str | None = None
    ) -> None:
        self.name, self.latex = checked_name(name), _checked(name, latex)
        self.type: type[E] = kind
        self.sorts: tuple[Sort, ...] = sorts

    @property
    def kind(self) -> Kind:
        return "vector" if self.type is Vector else "scalar"

    def item(self, *indices: IndexLike) -> E:
        """Return the member with these indices."""
        return self.type("item", self, *self._indices(tuple(indices), self.sorts))

    def _at(self, given: object) -> E:
        return self.item(*(given if isinstance(given, tuple) else (given,)))


class Family1(Family[E]):
    """A family with one index."""

    def __getitem__(self, index: IndexLike) -> E:
        return self._at(index)


class Family2(Family[E]):
    """A family with two indices."""

    def __getitem__(self, indices: tuple[IndexLike, IndexLike]) -> E:
        return self._at(indices)


class Family3(Family[E]):
    """A family with three indices, such as attention weights of several heads."""

    def __getitem__(self, indices: tuple[IndexLike, IndexLike, IndexLike]) -> E:
        return self._at(indices)


class Mask(Indexed):
    """Which tokens a token may attend to: `N[i, j]` is 1 or 0."""

    def __init__(self, name: str, latex: str | None = None) -> None:
        self.name, self.latex = checked_name(name), _checked(name, latex)

    def __getitem__(self, indices: tuple[IndexLike, IndexLike]) -> Scalar:
        return Scalar("member", self, *self._indices(indices, ("tokens", "tokens")))


class Abbreviation(Indexed, Generic[E]):
    """`s = let("s", lambda i: c @ y[i])`: printed as s_i, computed as its definition."""

    def __init__(self, name: str, body: Callable[..., E], latex: str | None = None) -> None:
        self.name, self.latex = checked_name(name), _checked(name, latex)
        self.body: Callable[..., E] = body
        parameters = inspect.signature(body).parameters
        for parameter in parameters:
            check_letters(parameter)
        self.arity = len(parameters)

    def __call__(self, *indices: IndexLike) -> E:
        return self[indices]

    def __getitem__(self, given: Any) -> E:
        indices = given if isinstance(given, tuple) else (given,)
        if len(indices) != self.arity:
            raise Mistake(miscounted(self.name, self.arity, len(indices)))
        for index in indices:
            if not isinstance(index, Index | int):
                raise Mistake(f"{self.name}[...]: {index!r} is not an index")
        body = self.body(*indices)
        if not isinstance(body, Scalar | Vector):
            raise Mistake(f"the abbreviation {self.name} is not a formula: {body!r}")
        return type(body)("abbreviation", self, body, *indices)


class Abbreviation1(Abbreviation[E]):
    """An abbreviation with one index."""

    def __getitem__(self, given: IndexLike) -> E:
        return super().__getitem__(given)


class Abbreviation2(Abbreviation[E]):
    """An abbreviation with two indices."""

    def __getitem__(self, given: tuple[IndexLike, IndexLike]) -> E:
        return super().__getitem__(given)


@overload
def let(name: str, body: Callable[[], E], latex: str | None = None) -> E: ...
@overload
def let(name: str, body: Callable[[Index], E], latex: str | None = None) -> Abbreviation1[E]: ...
@overload
def let(
    name: str, body: Callable[[Index, Index], E], latex: str | None = None
) -> Abbreviation2[E]: ...
def let(name: str, body: Callable[..., Any], latex: str | None = None) -> Any:
    """Return a named abbreviation: with arguments a family, without the expression itself.

    Raises Mistake for a formula that is not the body of a function.
    """
    if not callable(body):
        raise Mistake(f"let({name!r}, ...) takes a function; write let({name!r}, lambda: {body!r})")
    arity = len(inspect.signature(body).parameters)
    made: type[Abbreviation[Any]] = {1: Abbreviation1, 2: Abbreviation2}.get(arity, Abbreviation)
    named = made(name, body, latex)
    return named if arity else named[()]


def symmetric_part(
    name: str, of: Family2[Scalar], latex: str | None = None
) -> Abbreviation2[Scalar]:
    """Return the weights w_ij = (of_ij + of_ji) / 2, which are any that are symmetric.

    Symmetric weights are their own symmetric part. So what holds of `w = symmetric_part("w", V)`
    for every V holds of all of them; w >= 0 where V >= 0, and w is doubly stochastic where V is.
    Raises Mistake for what is no family of numbers over pairs of one set.
    """
    weights: object = of
    if not isinstance(weights, Family2) or of.kind != "scalar" or len(set(of.sorts)) != 1:
        raise Mistake(
            f"symmetric_part({name!r}, ...) takes given weights, such as any_weights('V')"
        )
    return let(name, lambda i, j: (of[i, j] + of[j, i]) / 2, latex)


Vectors = Family1[Vector]
"""One vector a token (or a mode): `y[i]`."""
Scalars = Family1[Scalar]
"""One number a token (or a mode): `a[i]`."""
Weights = Family2[Scalar]
"""One number a pair of tokens: `alpha[i, j]`."""
HeadWeights = Family3[Scalar]
"""One number a head and a pair of tokens: `alpha[h, i, j]`."""
HeadVectors = Family2[Vector]
"""One vector a head and token: `U[h, j]`."""


def vector_symbol(name: str, latex: str | None = None) -> Vector:
    """Return a given vector as a formula."""
    return Vector("symbol", Symbol(name, "vector", latex))


def scalar_symbol(name: str, latex: str | None = None) -> Scalar:
    """Return a given scalar as a formula."""
    return Scalar("symbol", Symbol(name, "scalar", latex))


def operator_symbol(
    name: str, symmetric: bool = False, latex: str | None = None, *, positive: bool = False
) -> Operator:
    """Return a given linear map."""
    return Operator("symbol", OperatorSymbol(name, symmetric, latex, positive))


Thing = Symbol | OperatorSymbol | Family[Any] | Mask | Index
NAMED = (Symbol, OperatorSymbol, Family, Mask, Index)  # what isinstance asks, made once
FORMULAS = (Scalar, Vector, Operator)


def sorts_of(thing: Thing) -> tuple[Sort, ...]:
    """Return over what the nested lists of a value run, the outermost first."""
    if isinstance(thing, Mask):
        return ("tokens", "tokens")
    if isinstance(thing, OperatorSymbol):
        return ("modes", "modes")
    if isinstance(thing, Index):
        return ()
    own = thing.sorts if isinstance(thing, Family) else ()
    return (*own, "modes") if thing.kind == "vector" else own


def thing_of(value: object) -> Thing:
    """Return the named thing behind a formula that is nothing but that thing."""
    if isinstance(value, NAMED):
        return value
    if isinstance(value, FORMULAS) and value.op == "symbol":
        thing: Thing = value.args[0]
        return thing
    if isinstance(value, Scalar | Vector) and value.op == "item":
        family = value.args[0].name
        raise Mistake(
            f"{value!r} is a member of a family; name {family}, with a value for each index"
        )
    raise Mistake(f"{value!r} is not a given thing")
