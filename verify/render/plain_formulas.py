"""Numbers that a witness gives as plain text, read back: `(1/3)*pi()` is printed as π/3."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from verify.language.expressions import Scalar, as_scalar
from verify.language.words import cos, exp, log, pi, sin, tan

FUNCTIONS: Mapping[str, Callable[[Scalar], Scalar]] = MappingProxyType(
    {"log": log, "exp": exp, "sin": sin, "cos": cos, "tan": tan}
)


def read_back(text: str) -> Scalar | None:
    """Return the number that `verify.language.plain` wrote so, or None for any other text."""
    try:
        return _number(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None


def _number(node: ast.expr) -> Scalar:
    exact = _rational(node)
    if exact is not None:
        return as_scalar(exact)
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _number(left) + _number(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _number(left) * _number(right)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            exponent = _rational(right)
            if exponent is not None:
                return _number(left) ** exponent
        case ast.Call(func=ast.Name(id="pi"), args=[], keywords=[]):
            return pi()
        case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](_number(inner))
    raise ValueError("this is not a number")


def _rational(node: ast.expr) -> Fraction | None:
    match node:
        case ast.Constant(value=int() as whole) if not isinstance(whole, bool):
            return Fraction(whole)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as whole)):
            return Fraction(-whole)
        case ast.BinOp(left=above, op=ast.Div(), right=ast.Constant(value=int() as below)):
            whole_above = _rational(above)
            return whole_above / below if whole_above is not None else None
    return None
