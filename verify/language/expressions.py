"""The typed tree an author writes: scalars, vectors, operators and relations between them.

No SymPy, no numbers, no hypothesis in here: importing a statement costs milliseconds. Several
readers walk the tree: normal forms and derivations (`verify.algebra`), exact and ball numbers
(`verify.numerics`), LaTeX and Unicode (`verify.telling`), Coq goals (`verify.methods.kernel`).

A node is `op` and `args`; the operations are listed in `SCALAR_OPERATIONS` and
`VECTOR_OPERATIONS`. Nodes are compared by identity and never changed after they are made.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar, overload

from verify.language.decisions import refuse_decisions
from verify.language.indices import Index, IndexLike
from verify.language.mistakes import Mistake

if TYPE_CHECKING:
    from verify.language.motion import Flow

Number = int | Fraction
Sign = Literal["<=", "<", ">=", ">", "!="]

SCALAR_OPERATIONS = {
    "number": "(Fraction,)",
    "symbol": "(Symbol,)",
    "item": "(Family, *indices)",
    "member": "(Mask, i, j): 1 if i may see j, else 0",
    "size": "(sort,): how many tokens, heads or modes",
    "add": "(Scalar, Scalar)",
    "multiply": "(Scalar, Scalar)",
    "power": "(Scalar, Fraction)",
    "power_of": "(base Scalar, exponent Scalar)",
    "inner": "(Vector, Vector)",
    "place": "(k,): an index over integers, as a number",
    "delta": "(i, j): 1 if the indices are equal, else 0",
    "function": "(name, Scalar): exp, sin, cos, tan, atan, log",
    "pi": "()",
    "binomial": "(Scalar, Scalar)",
    "abbreviation": "(Abbreviation, Scalar, *indices)",
    "at": "(Scalar, ((symbol, Scalar), ...))",
    "total": "(Scalar, *bound indices)",
    "largest": "(Scalar, *bound indices)",
    "least": "(Scalar, *bound indices)",
    "rate": "(Scalar, Flow)",
}
VECTOR_OPERATIONS = {
    "zero": "()",
    "symbol": "(Symbol,)",
    "item": "(Family, *indices)",
    "add": "(Vector, Vector)",
    "scale": "(Scalar, Vector)",
    "apply": "(Operator, Vector)",
    "abbreviation": "(Abbreviation, Vector, *indices)",
    "total": "(Vector, *bound indices)",
    "rate": "(Vector, Flow)",
    "differential": "(Layer, index, direction, point): the derivative of a layer's token",
}
BINDERS = ("total", "largest", "least")  # what binds indices
FUNCTIONS = ("exp", "sin", "cos", "tan", "atan", "log")


class Expression:
    """A node of the tree."""

    __slots__ = ("args", "op")
    op: str
    args: tuple[Any, ...]

    def __init__(self, op: str, *args: Any) -> None:
        object.__setattr__(self, "op", op)
        object.__setattr__(self, "args", args)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("formulas cannot be changed; make a new one")

    def __bool__(self) -> NoReturn:
        raise Mistake("a formula has no truth value here; yield it as a step or put it in where=")

    def _equated(self, other: object) -> NoReturn:
        raise Mistake(
            f"Python would decide here whether {self!r} is {other!r}; write Identity(left, right) "
            "for a step that says so, differs(left, right) for a condition that they are not equal"
        )

    __eq__ = __ne__ = _equated
    __hash__ = object.__hash__

    def __iter__(self) -> NoReturn:
        raise Mistake("a formula cannot be looped over; sum with total(... for j in tokens)")

    def __repr__(self) -> str:
        from verify.language.plain import plain

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


E = TypeVar("E", bound=Scalar | Vector)


class Relation:
    """A comparison between two scalars; `gap` is what must be nonnegative, positive or nonzero."""

    __slots__ = ("left", "right", "sign")

    def __init__(self, left: Scalar, sign: Sign, right: Scalar) -> None:
        self.left, self.sign, self.right = left, sign, right

    def __bool__(self) -> NoReturn:
        raise Mistake(
            "an inequality is not decided while a proof is being written; "
            "use Inequality(...) or where=[...]"
        )

    @property
    def strict(self) -> bool:
        return self.sign in ("<", ">")

    @property
    def gap(self) -> Scalar:
        """Return the side that exceeds minus the other: `a <= b` has the gap b - a."""
        return self.right - self.left if self.sign in ("<=", "<") else self.left - self.right

    def __repr__(self) -> str:
        from verify.language.plain import plain

        return f"{plain(self.left)} {self.sign} {plain(self.right)}"


# ------------------------------------------------------------------ conversions


def as_scalar(value: object) -> Scalar:
    """Return `value` as a scalar: a scalar, an int or a Fraction. Floats are refused."""
    if isinstance(value, Scalar):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Scalar("number", Fraction(value))
    if isinstance(value, Index) and value.sort == "integers":
        return Scalar("place", value)
    raise Mistake(_unexpected("scalar", value))


def as_vector(value: object) -> Vector:
    """Return `value` if it is a vector."""
    if isinstance(value, Vector):
        return value
    raise Mistake(_unexpected("vector", value))


def as_operator(value: object) -> Operator:
    """Return `value` if it is an operator."""
    if isinstance(value, Operator):
        return value
    raise Mistake(_unexpected("operator", value))


def _unexpected(wanted: str, value: object) -> str:
    from verify.language.symbols import Indexed

    if isinstance(value, float):
        exact = Fraction(value).limit_denominator(1000) if isfinite(value) else Fraction(1, 2)
        ratio = f"Fraction({exact.numerator}, {exact.denominator})"
        return f"{value} is a float; statements are exact, write {ratio}"
    if isinstance(value, Indexed):
        return f"{value.name} is a family: index it, as in {value.name}[i]"
    if isinstance(value, Expression):
        return f"a {wanted} was expected, and {value!r} is {KINDS_AND_FIXES[type(value).__name__]}"
    if wanted == "vector" and isinstance(value, int | Fraction):
        return (
            f"a vector was expected, and {value} is a number; "
            "take an inner product u @ v, or scale a vector"
        )
    if inspect.isgenerator(value):
        return f"a {wanted} was expected, and this is a comprehension: write total(...)"
    return f"a {wanted} was expected, and this is a {type(value).__name__}: {value!r}"


KINDS_AND_FIXES = {
    "Scalar": "a scalar; multiply a vector by it",
    "Vector": "a vector; take an inner product, as in u @ v",
    "Operator": "an operator; apply it to a vector, as in A @ x",
}


# ------------------------------------------------------------------ words


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
    refuse_decisions(terms.gi_code)
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
    if op != "total":
        body = as_scalar(body)
    if not isinstance(body, Expression):
        raise Mistake(_unexpected("scalar or vector", body))
    for name, index in own:
        object.__setattr__(index, "name", name)
    made: Any = type(body)(op, body, *[index for _, index in own])
    return made  # type: ignore[no-any-return]


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
            f"a square matrix is wanted, and {len(matrix)} rows of "
            f"{[len(row) for row in matrix]} entries are given"
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
    """Return the natural logarithm."""
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


def rate(expression: E, flow: Flow) -> E:
    """Return the derivative of an expression along a flow."""
    from verify.language.motion import Flow as FlowType

    if not isinstance(flow, FlowType):
        raise Mistake("rate(expression, flow) needs a flow, such as attention_flow(y, ...)")
    if not isinstance(expression, Scalar | Vector):
        raise Mistake(_unexpected("scalar or vector", expression))
    return type(expression)("rate", expression, flow)


def at(expression: Scalar, where: Mapping[Scalar, Scalar | Number]) -> Scalar:
    """Return a scalar expression with scalar symbols replaced, after any derivative in it."""
    pairs = tuple((as_scalar(symbol), as_scalar(value)) for symbol, value in where.items())
    for symbol, _ in pairs:
        if symbol.op != "symbol":
            raise Mistake(f"at(...) replaces given scalars, and {symbol!r} is an expression")
    return Scalar("at", as_scalar(expression), pairs)


def differs(left: Scalar, right: Scalar | Number) -> Relation:
    """Return the relation left != right."""
    return Relation(as_scalar(left), "!=", as_scalar(right))
