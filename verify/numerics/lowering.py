"""From a SymPy expression to a function of numbers, on three back ends.

`numpy` is fast and rounds; `mpmath` has as many digits as asked for, and rounds; `arb` returns
balls that contain the value.  SymPy's own lowering writes rationals as Python floats, so that
x/3 of a ball of fifty digits is a confident wrong ball; the printer here keeps them exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import sympy
from flint import arb, fmpq
from mpmath import mp, mpf
from sympy.printing.pycode import PythonCodePrinter

from verify.language.mistakes import unknown
from verify.numerics import balls
from verify.numerics.balls import ball

FUNCTIONS: tuple[str, ...] = (
    "exp", "log", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "Abs",
)  # fmt: skip
BACKENDS: tuple[str, ...] = ("numpy", "mpmath", "arb")

Numbers = Any  # a number of the back end, or nested lists of them


def lower_expression(
    arguments: Sequence[sympy.Symbol], expressions: Any, backend: str
) -> Callable[..., Numbers]:
    """Return a function of as many numbers as `arguments`, evaluating `expressions`.

    `expressions` is a SymPy expression, a matrix of them, or nested sequences; the function
    returns one number, or nested lists of the same shape.  Expressions are built from the
    arguments, rational numbers, pi, E, sums, products, powers, and `FUNCTIONS`.

    - "numpy": numbers are floats or arrays of one shape (one evaluation for a whole batch), of
      double precision; integers are turned into it.
    - "mpmath": numbers are mpf; rationals and constants follow the precision of the call.
    - "arb": numbers are balls (or exact, see `balls.exact`), at the precision of the call; the
      result contains the values at all points of the arguments.

    Shared subexpressions are computed once.  Raises ValueError for an unknown back end, a symbol
    that is no argument, a function without lowering, and a float constant, which only "numpy"
    takes.
    """
    if backend not in BACKENDS:
        raise ValueError(unknown("backend", backend, BACKENDS))
    if isinstance(expressions, sympy.MatrixBase):
        expressions = expressions.tolist()
    flat: list[sympy.Expr] = []
    shape = _flatten(expressions, flat)
    is_list = isinstance(shape, list) and all(part is None for part in shape)
    _check(flat, arguments, backend)
    compiled = _printed(arguments, flat, backend)
    kind, convert = _conversion(backend)

    def of_kind(numbers: Iterable[Any]) -> list[Any]:
        return [number if type(number) is kind else convert(number) for number in numbers]

    def evaluate(*numbers: Any) -> Numbers:
        values = of_kind(compiled(*of_kind(numbers)))
        return values if is_list else _rebuild(shape, iter(values))

    return evaluate


def _printed(
    arguments: Sequence[sympy.Symbol], flat: list[sympy.Expr], backend: str
) -> Callable[..., list[Numbers]]:
    """Return the function that SymPy prints and compiles.

    It finds shared parts itself, too, but first walks each as often as it occurs.
    """
    shared, rest = sympy.cse(flat, list=False)
    compiled: Callable[..., list[Numbers]] = sympy.lambdify(
        list(arguments),
        rest,
        modules=[_ball_namespace()] if backend == "arb" else backend,
        printer=_ball_printer() if backend == "arb" else None,
        cse=lambda _: (shared, rest),
        docstring_limit=0,  # nobody reads one, and to print it costs as much as the code
        dummify=True,  # an argument called pi, exp or lambda must not hide a constant
    )
    return compiled


def _flatten(expressions: Any, flat: list[sympy.Expr]) -> Any:
    """Append the leaves of nested sequences to `flat`; return the shape, None for a leaf."""
    if isinstance(expressions, (list, tuple, sympy.Tuple)):
        return [_flatten(part, flat) for part in expressions]
    flat.append(sympy.sympify(expressions))
    return None


def _rebuild(shape: Any, values: Any) -> Numbers:
    """Return values in a shape made by `_flatten`."""
    if shape is None:
        return next(values)
    return [_rebuild(part, values) for part in shape]


def _check(flat: list[sympy.Expr], arguments: Sequence[sympy.Symbol], backend: str) -> None:
    """Raise ValueError, in one line, for the first part that cannot be lowered."""
    known = frozenset(arguments)
    seen: set[sympy.Basic] = set()  # equal parts recur in every component of a field
    waiting: list[sympy.Basic] = list(flat)
    while waiting:
        part = waiting.pop()
        if part not in seen:
            seen.add(part)
            _check_part(part, known, backend)
            waiting.extend(part.args)


def _check_part(part: sympy.Basic, known: frozenset[sympy.Symbol], backend: str) -> None:
    """Raise ValueError if this node, its arguments apart, cannot be lowered."""
    if isinstance(part, sympy.Symbol):
        if part not in known:
            names = ", ".join(sorted(map(str, known))) or "none"
            raise ValueError(
                f"{part} is not among the arguments ({names}): add it or substitute a value"
            )
    elif isinstance(part, sympy.Float):
        if backend != "numpy":
            raise ValueError(
                f"inexact constant {part} for back end {backend}: write Rational('{float(part)}')"
            )
    elif isinstance(part, sympy.Function):
        if part.func.__name__ not in FUNCTIONS:
            raise ValueError(unknown("function", part.func.__name__, FUNCTIONS))
    elif not isinstance(
        part, (sympy.Add, sympy.Mul, sympy.Pow, sympy.Rational, type(sympy.pi), type(sympy.E))
    ):
        raise ValueError(
            f"{part} ({type(part).__name__}) is not a real scalar expression: use numbers, "
            f"symbols, sums, products, powers and {', '.join(FUNCTIONS)}"
        )


def _conversion(backend: str) -> tuple[type, Callable[[Any], Any]]:
    """Return the numbers of a back end, and what turns others into them.

    Without it an int would reach a quotient in mpmath or come back from a constant expression.
    """
    if backend == "arb":
        return arb, ball
    if backend == "mpmath":
        return mpf, lambda number: +mp.convert(number)  # + rounds a constant to the call's digits
    return float, _in_double


def _in_double(number: Any) -> Any:
    """Return numbers in double precision: integers of NumPy overflow without a word, others err."""
    if isinstance(number, np.ndarray | np.generic):
        coarse = number.dtype.kind in "bui" or number.dtype in (np.float16, np.float32)
        return number.astype(np.float64) if coarse else number
    return float(number) if isinstance(number, int) else number


def _ball_namespace() -> dict[str, Any]:
    """Return the names that code printed for balls refers to."""
    return {
        "_one": arb(1),  # one over an int is a ball, too, where 1 over an int is a float
        "_quotient": fmpq,
        "_ball": lambda number: number if type(number) is arb else balls.ball(number),
        "_pi": arb.pi,
        "_sqrt": balls.sqrt,
        "_integer_power": balls.integer_power,
        "_real_power": balls.real_power,
        **{f"_{name}": getattr(balls, name, abs) for name in FUNCTIONS},
    }


class _BallPrinter(PythonCodePrinter):  # type: ignore[misc]
    """Prints code on balls: a constant is an integer, an exact quotient or a ball."""

    def _print_Rational(self, number: sympy.Rational) -> str:
        return f"_quotient({number.p}, {number.q})"

    _print_Half = _print_Rational

    def _print_Pi(self, number: sympy.Expr) -> str:
        return "_pi()"

    def _print_Exp1(self, number: sympy.Expr) -> str:
        return "_exp(_ball(1))"

    def _print_Mul(self, product: sympy.Mul) -> str:
        return "*".join(f"({self._print(factor)})" for factor in product.args)

    def _print_Pow(self, power: sympy.Pow, rational: bool = False) -> str:
        base = self._print_ball(power.base)
        if power.exp == -1:
            return f"(_one/{base})"
        if power.exp.is_Integer:
            return f"_integer_power({base}, {int(power.exp)})"
        if power.exp == sympy.S.Half:
            return f"_sqrt({base})"
        if power.exp == -sympy.S.Half:
            return f"(_one/_sqrt({base}))"
        return f"_real_power({base}, {self._print(power.exp)})"

    def _print_Function(self, call: sympy.Function) -> str:
        return f"_{call.func.__name__}({self._print_ball(call.args[0])})"

    def _print_ball(self, expression: sympy.Expr) -> str:
        """Print an expression where an exact number will not do: it has no methods of a ball."""
        code = self._print(expression)
        return f"({code})" if expression.free_symbols else f"_ball({code})"


def _ball_printer() -> _BallPrinter:
    """Return a printer; SymPy tries a method named after the function before `_print_Function`."""
    printer = _BallPrinter({"fully_qualified_modules": False, "inline": True})
    for name in FUNCTIONS:
        setattr(printer, f"_print_{name}", printer._print_Function)
    return printer
