"""The typed tree an author writes: scalars, vectors, operators and relations between them.

No SymPy, no numbers, no hypothesis in here: importing a statement costs milliseconds. Several
readers walk the tree: normal forms and derivations (`verify.algebra`), exact and ball numbers
(`verify.numerics`), LaTeX and Unicode (`verify.render`), Coq goals (`verify.methods.kernel`).

The nodes themselves are told in `verify.language.tree`.
"""

from __future__ import annotations

import inspect
from fractions import Fraction
from math import isfinite
from typing import Literal, NoReturn, overload

from verify.language.indices import Index, Indexed
from verify.language.mistakes import Mistake
from verify.language.plain import plain
from verify.language.tree import Node

Number = int | Fraction
Sign = Literal["<=", "<", ">=", ">", "!="]


class Expression(Node):
    """A node that prints as its author wrote it: a scalar, a vector or an operator."""

    __slots__ = ()

    def __repr__(self) -> str:
        return plain(self)


class Scalar(Expression):
    """A real number that depends on the given things."""

    __slots__ = ()

    def __add__(self, other: Scalar | Number) -> Scalar:
        return Scalar("add", self, as_scalar(other))

    def __radd__(self, other: Number) -> Scalar:
        return Scalar("add", as_scalar(other), self)

    def __neg__(self) -> Scalar:
        return Scalar("multiply", as_scalar(-1), self)

    def __sub__(self, other: Scalar | Number) -> Scalar:
        return Scalar("add", self, -as_scalar(other))

    def __rsub__(self, other: Number) -> Scalar:
        return Scalar("add", as_scalar(other), -self)

    @overload
    def __mul__(self, other: Scalar | Number) -> Scalar: ...
    @overload
    def __mul__(self, other: Vector) -> Vector: ...
    @overload
    def __mul__(self, other: Operator) -> Operator: ...
    def __mul__(self, other: Scalar | Number | Vector | Operator) -> Scalar | Vector | Operator:
        if isinstance(other, Vector):
            return Vector("scale", self, other)
        if isinstance(other, Operator):
            return Operator("scale", self, other)
        return Scalar("multiply", self, as_scalar(other))

    def __rmul__(self, other: Number) -> Scalar:
        return Scalar("multiply", as_scalar(other), self)

    def __truediv__(self, other: Scalar | Number) -> Scalar:
        return Scalar("multiply", self, as_scalar(other) ** -1)

    def __rtruediv__(self, other: Number) -> Scalar:
        return Scalar("multiply", as_scalar(other), self**-1)

    def __pow__(self, exponent: Number) -> Scalar:
        if isinstance(exponent, bool) or not isinstance(exponent, int | Fraction):
            raise Mistake(f"the exponent {exponent!r} must be an integer or a Fraction")
        return Scalar("power", self, Fraction(exponent))

    def __le__(self, other: Scalar | Number) -> Relation:
        return Relation(self, "<=", as_scalar(other))

    def __lt__(self, other: Scalar | Number) -> Relation:
        return Relation(self, "<", as_scalar(other))

    def __ge__(self, other: Scalar | Number) -> Relation:
        return Relation(self, ">=", as_scalar(other))

    def __gt__(self, other: Scalar | Number) -> Relation:
        return Relation(self, ">", as_scalar(other))


class Vector(Expression):
    """A vector of the model's space, of symbolic dimension d."""

    __slots__ = ()

    def __add__(self, other: Vector) -> Vector:
        return Vector("add", self, as_vector(other))

    def __radd__(self, other: object) -> NoReturn:
        as_vector(other)
        raise Mistake("a vector can only be added to a vector")

    def __neg__(self) -> Vector:
        return Vector("scale", as_scalar(-1), self)

    def __sub__(self, other: Vector) -> Vector:
        return Vector("add", self, -as_vector(other))

    def __rsub__(self, other: object) -> NoReturn:
        as_vector(other)
        raise Mistake("a vector can only be subtracted from a vector")

    def __mul__(self, other: Scalar | Number) -> Vector:
        return Vector("scale", as_scalar(other), self)

    def __rmul__(self, other: Scalar | Number) -> Vector:
        return Vector("scale", as_scalar(other), self)

    def __truediv__(self, other: Scalar | Number) -> Vector:
        return Vector("scale", as_scalar(other) ** -1, self)

    def __pow__(self, _: object) -> NoReturn:
        raise Mistake(f"a vector has no powers; write the square as {self!r} @ {self!r}")

    @overload
    def __matmul__(self, other: Vector) -> Scalar: ...
    @overload
    def __matmul__(self, other: Operator) -> Vector: ...
    def __matmul__(self, other: Vector | Operator) -> Scalar | Vector:
        """Return the Euclidean inner product, or A^T x for `x @ A` (so `x @ W @ y` reads well)."""
        if isinstance(other, Operator):
            return Vector("apply", other.T, self)
        return Scalar("inner", self, as_vector(other))


class Operator(Expression):
    """A linear map: a symbol, or a transpose, sum, multiple or product of such.

    Operations: "symbol" (OperatorSymbol,), "transpose" (Operator,), "add", "scale" (Scalar, .),
    "product", "identity" ().
    """

    __slots__ = ()

    @property
    def T(self) -> Operator:
        """Return the adjoint for the Euclidean inner product."""
        if self.op == "symbol":
            return self if self.args[0].symmetric else Operator("transpose", self)
        if self.op == "transpose":
            return self.args[0]  # type: ignore[no-any-return]
        if self.op == "add":
            return Operator("add", self.args[0].T, self.args[1].T)
        if self.op == "scale":
            return Operator("scale", self.args[0], self.args[1].T)
        if self.op == "product":
            return Operator("product", self.args[1].T, self.args[0].T)
        return self

    def __add__(self, other: Operator) -> Operator:
        return Operator("add", self, as_operator(other))

    def __neg__(self) -> Operator:
        return Operator("scale", as_scalar(-1), self)

    def __sub__(self, other: Operator) -> Operator:
        return Operator("add", self, -as_operator(other))

    def __mul__(self, other: Scalar | Number) -> Operator:
        return Operator("scale", as_scalar(other), self)

    def __rmul__(self, other: Scalar | Number) -> Operator:
        return Operator("scale", as_scalar(other), self)

    @overload
    def __matmul__(self, other: Vector) -> Vector: ...
    @overload
    def __matmul__(self, other: Operator) -> Operator: ...
    def __matmul__(self, other: Vector | Operator) -> Vector | Operator:
        if isinstance(other, Operator):
            return Operator("product", self, other)
        return Vector("apply", self, as_vector(other))


class Relation:
    """A comparison between two scalars; `gap` is what must be nonnegative, positive or nonzero."""

    __slots__ = ("left", "right", "sign")

    def __init__(self, left: Scalar, sign: Sign, right: Scalar) -> None:
        self.left, self.sign, self.right = left, sign, right

    def __bool__(self) -> NoReturn:
        raise Mistake(
            "Python cannot evaluate an inequality of formulas; use Inequality(...) or "
            "where=[...], and larger(a, b), smaller(a, b) instead of max and min"
        )

    @property
    def strict(self) -> bool:
        return self.sign in ("<", ">")

    @property
    def gap(self) -> Scalar:
        """Return the side that exceeds minus the other: `a <= b` has the gap b - a."""
        return self.right - self.left if self.sign in ("<=", "<") else self.left - self.right

    def __repr__(self) -> str:
        return f"{plain(self.left)} {self.sign} {plain(self.right)}"


def as_scalar(value: object) -> Scalar:
    """Return `value` as a scalar: a scalar, an int or a Fraction. Floats are refused."""
    if isinstance(value, Scalar):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Scalar("number", Fraction(value))
    if isinstance(value, Index) and value.sort == "integers":
        return Scalar("place", value)
    raise Mistake(unexpected("scalar", value))


def as_vector(value: object) -> Vector:
    """Return `value` if it is a vector."""
    if isinstance(value, Vector):
        return value
    raise Mistake(unexpected("vector", value))


def as_operator(value: object) -> Operator:
    """Return `value` if it is an operator."""
    if isinstance(value, Operator):
        return value
    raise Mistake(unexpected("operator", value))


def unexpected(wanted: str, value: object) -> str:
    """Return what is wrong with a value that is not what was wanted, with the fix."""
    if isinstance(value, float):
        if not isfinite(value):
            return f"{value} is not a number; leave it out, or replace it by a value"
        exact = Fraction(repr(value))  # the very decimal that was written
        ratio = f"{exact.numerator}, {exact.denominator}"
        told = ratio if exact.denominator <= 1000 else repr(repr(value))
        return (
            f"{value} is a float, but statements are exact; write Fraction({told}), or an "
            "exact expression such as square_root(2)"
        )
    if isinstance(value, Index):
        name = value.name or "j"
        return f"expected a {wanted}, but {name} is an index; take a member, as in x[{name}]"
    if isinstance(value, Indexed):
        return f"{value.name} is a family: index it, as in {value.name}[i]"
    if isinstance(value, Expression):
        return f"expected a {wanted}, but {value!r} is {KINDS_AND_FIXES[type(value).__name__]}"
    if wanted == "vector" and isinstance(value, int | Fraction):
        return (
            f"expected a vector, but {value} is a number; take an inner product u @ v, or "
            "scale a vector"
        )
    if inspect.isgenerator(value):
        return f"expected a {wanted}, got a comprehension; write total(...)"
    if inspect.isfunction(value):
        return (
            f"expected a {wanted}, but {value.__name__} is a function; call it: "
            f"{value.__name__}(...)"
        )
    return f"expected a {wanted}, got a {type(value).__name__}: {value!r}"


KINDS_AND_FIXES = {
    "Scalar": "a scalar; multiply a vector by it",
    "Vector": "a vector; take an inner product, as in u @ v",
    "Operator": "an operator; apply it to a vector, as in A @ x",
}
