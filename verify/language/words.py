"""The words of formulas: sums, largest and least values, norms, functions, sizes of matrices."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import GeneratorType
from typing import Any, TypeVar

from verify.language.decisions import refuse_decisions
from verify.language.expressions import (
    Expression,
    Number,
    Operator,
    Relation,
    Scalar,
    Vector,
    as_scalar,
    as_vector,
    unexpected,
)
from verify.language.indices import Index, IndexLike
from verify.language.mistakes import Mistake
from verify.language.names import check_letters

E = TypeVar("E", bound=Scalar | Vector)


def total(terms: Iterable[E]) -> E:
    """Return the sum of a comprehension: `total(alpha[i, j] * y[j] for j in tokens)`.

    The bound index follows Python's own scoping; its printed name is the comprehension's.
    """
    return _over_all("total", terms)


def largest(values: Iterable[Scalar]) -> Scalar:
    """Return the largest value of a comprehension: `largest(u[j] for j in tokens)`."""
    return as_scalar(_over_all("largest", values))


def least(values: Iterable[Scalar]) -> Scalar:
    """Return the least value of a comprehension: `least(u[j] for j in tokens)`."""
    return as_scalar(_over_all("least", values))


def _over_all(op: str, terms: Iterable[E]) -> E:
    """Return an operation that binds the indices of a comprehension."""
    if not inspect.isgenerator(terms):
        raise Mistake(f"{op} takes a comprehension: {op}(... for j in tokens)")
    refuse_decisions(op, terms.gi_code)
    body, bound = opened(op, terms)
    if op != "total" or isinstance(body, int | Fraction | Index):
        body = as_scalar(body)
    if not isinstance(body, Expression):
        raise Mistake(unexpected("scalar or vector", body))
    made: Any = type(body)(op, body, *bound)
    return made  # type: ignore[no-any-return]


def opened(op: str, terms: GeneratorType[Any, Any, Any]) -> tuple[Any, list[Index]]:
    """Return what a comprehension is of, and its indices under the names that they have there."""
    try:
        body: Any = next(terms)
    except StopIteration:
        raise Mistake(f"{op} found no values; loop over tokens, heads or modes") from None
    free = terms.gi_code.co_freevars
    # An index that an inner sum uses is a cell variable of this generator: it is bound here;
    # an index of the outside is a free variable: it is not.
    own = [
        (name, value)
        for name, value in inspect.getgeneratorlocals(terms).items()
        if name not in free and isinstance(value, Index) and value.bound
    ]
    terms.close()
    for name, index in own:
        check_letters(name)
        object.__setattr__(index, "name", name)
    return body, [index for _, index in own]


def norm(vector: Vector, metric: Operator | None = None) -> Scalar:
    """Return sqrt(x^T W x), the Euclidean norm without a metric."""
    x = as_vector(vector)
    return Scalar("power", x @ (metric @ x if metric is not None else x), Fraction(1, 2))


def square_root(value: Scalar | Number) -> Scalar:
    """Return the nonnegative square root."""
    return Scalar("power", as_scalar(value), Fraction(1, 2))


def absolute(value: Scalar) -> Scalar:
    """Return |x| as the square root of x^2."""
    return square_root(as_scalar(value) ** 2)


def larger(first: Scalar | Number, second: Scalar | Number) -> Scalar:
    """Return the larger of two numbers: `larger(a, b) >= 0` says that a or b is nonnegative."""
    a, b = as_scalar(first), as_scalar(second)
    return (a + b + absolute(a - b)) / 2


def smaller(first: Scalar | Number, second: Scalar | Number) -> Scalar:
    """Return the smaller of two numbers."""
    a, b = as_scalar(first), as_scalar(second)
    return (a + b - absolute(a - b)) / 2


def determinant(rows: Sequence[Sequence[Scalar | Number]]) -> Scalar:
    """Return the determinant of a square matrix, written out along its first column."""
    matrix = square_rows(rows)
    if len(matrix) == 1:
        return matrix[0][0]
    out = as_scalar(0)
    for k, (first, *_) in enumerate(matrix):
        minor = determinant([row[1:] for at, row in enumerate(matrix) if at != k])
        out = out + (-1) ** k * first * minor
    return out


def trace(rows: Sequence[Sequence[Scalar | Number]]) -> Scalar:
    """Return the sum of the entries on the diagonal of a square matrix."""
    matrix = square_rows(rows)
    out = as_scalar(0)
    for k, row in enumerate(matrix):
        out = out + row[k]
    return out


def square_rows(rows: Sequence[Sequence[Scalar | Number]]) -> tuple[tuple[Scalar, ...], ...]:
    """Return the rows of a square matrix of scalars. Raises Mistake if it is none."""
    matrix = tuple(tuple(as_scalar(entry) for entry in row) for row in rows)
    if not matrix or any(len(row) != len(matrix) for row in matrix):
        raise Mistake(
            f"expected a square matrix, got {len(matrix)} rows of "
            f"{[len(row) for row in matrix]} entries"
        )
    return matrix


def exp(value: Scalar | Number) -> Scalar:
    """Return e to the power x."""
    return Scalar("function", "exp", as_scalar(value))


def sin(value: Scalar | Number) -> Scalar:
    """Return the sine."""
    return Scalar("function", "sin", as_scalar(value))


def cos(value: Scalar | Number) -> Scalar:
    """Return the cosine."""
    return Scalar("function", "cos", as_scalar(value))


def tan(value: Scalar | Number) -> Scalar:
    """Return the tangent."""
    return Scalar("function", "tan", as_scalar(value))


def log(value: Scalar | Number) -> Scalar:
    """Return the natural logarithm of a positive number.

    `exp(log(x))` is x, so that with r = log(x) - log(y) the reason exp(r) - 1 - r says that the
    logarithm is below its tangent at y, log(x) <= log(y) + (x - y) / y.
    """
    return Scalar("function", "log", as_scalar(value))


def pi() -> Scalar:
    """Return the circle number."""
    return Scalar("pi")


def binomial(upper: Scalar | Number, lower: Scalar | Number | Index) -> Scalar:
    """Return the binomial coefficient (0 when lower < 0 or lower > upper)."""
    return Scalar("binomial", as_scalar(upper), as_scalar(lower))


def power(base: Number, exponent: Scalar) -> Scalar:
    """Return a positive rational to a symbolic integer power."""
    return Scalar("power_of", as_scalar(base), as_scalar(exponent))


def same(first: IndexLike, second: IndexLike) -> Scalar:
    """Return 1 if two indices are equal, else 0."""
    return Scalar("delta", first, second)


def zero_vector() -> Vector:
    """Return the zero vector."""
    return Vector("zero")


def identity_operator() -> Operator:
    """Return the identity."""
    return Operator("identity")


def at(expression: Scalar, where: Mapping[Scalar, Scalar | Number]) -> Scalar:
    """Return a scalar expression with scalar symbols replaced, after any derivative in it."""
    pairs = tuple((as_scalar(symbol), as_scalar(value)) for symbol, value in where.items())
    for symbol, _ in pairs:
        if symbol.op != "symbol":
            raise Mistake(f"at(...) replaces given scalars, but {symbol!r} is an expression")
    return Scalar("at", as_scalar(expression), pairs)


def differs(left: Scalar, right: Scalar | Number) -> Relation:
    """Return the relation left != right."""
    return Relation(as_scalar(left), "!=", as_scalar(right))
