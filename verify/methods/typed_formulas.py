"""Formulas that a reader types, read without running them: `c @ rate(y[i])` is no Python here.

The notation is that of statement modules, which `repr` of a formula prints. Text becomes a syntax
tree, and only the operations below are carried out, on the names that a derivation has.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from verify.language import index_sets, words
from verify.language.expressions import Operator, Scalar, Vector, as_scalar
from verify.language.indices import Index, Indexed, Range
from verify.language.mistakes import Mistake, unknown
from verify.language.motion import rate
from verify.language.symbols import OperatorSymbol, Symbol
from verify.language.tree import BINDERS
from verify.language.walk import free_indices, nodes

LONGEST, HIGHEST = 2000, 12  # characters of a formula, and its highest power
SHOWN = 40  # characters of what is wrong
INFIX: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = MappingProxyType({
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.MatMult: operator.matmul, ast.Pow: operator.pow,
})  # fmt: skip
CALLS: Mapping[str, Callable[..., Any]] = MappingProxyType({
    name: getattr(words, name) for name in (
        "norm", "square_root", "absolute", "larger", "smaller", "exp", "sin", "cos", "tan", "log",
        "pi", "same", "zero_vector", "identity_operator",
    )
})  # fmt: skip
SETS: Mapping[str, Range] = MappingProxyType({
    "tokens": index_sets.tokens, "heads": index_sets.heads, "modes": index_sets.modes,
})  # fmt: skip


def names_of(things: Iterable[Any], formulas: Sequence[Scalar | Vector]) -> dict[str, Any]:
    """Return what a reader may name: given things, and what formulas have names for.

    `rate` is there if the formulas have one flow: the derivative along it.
    """
    free = [index for formula in formulas for index in free_indices(formula)]
    found = {thing.name: thing for thing in (*free, *things)}
    every, flows = [node for formula in formulas for node in nodes(formula)], []
    for node in every:
        flows += [node.args[1]] if node.op == "rate" else []
        for part in node.args:
            if isinstance(part, Symbol | OperatorSymbol | Indexed):
                found.setdefault(part.name, part)
        if node.op == "abbreviation" and not node.args[2:]:
            found[node.args[0].name] = node
    if flows and all(flow is flows[0] for flow in flows):
        found["rate"] = lambda formula: rate(formula, flows[0])
    return found


def typed_formula(text: str, names: Mapping[str, Any]) -> Scalar | Vector:
    """Return the formula that a reader has typed. Raises a one-line Mistake for other text."""
    if len(text) > LONGEST:
        raise Mistake(f"the line has {len(text)} characters; a line has at most {LONGEST}")
    try:
        made = _Reader(names).value(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError as error:
        raise Mistake(
            f"the line is not a formula: {error.msg} at character {error.offset}"
        ) from None
    except (RecursionError, MemoryError):
        raise Mistake("the line is nested too deeply; write it in fewer brackets") from None
    except ZeroDivisionError:
        raise Mistake("the line divides by the number 0; remove that quotient") from None
    except (TypeError, ValueError) as error:  # of Python's own, such as a family without an index
        raise Mistake(f"the line is not a formula: {error}; write it as repr(line) does") from None
    return made if isinstance(made, Vector) else as_scalar(made)


@dataclass(frozen=True)
class _Reader:
    """Carries out what a syntax tree says, on names and nothing else."""

    names: Mapping[str, Any]

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int() as whole) if not isinstance(whole, bool):
                return Fraction(whole)
            case ast.Constant(value=float() as inexact):
                raise Mistake(f"{inexact} is a rounded number; write a fraction, such as 3/2")
            case ast.Name(id=name):
                return self.named(name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -self.value(inner)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in INFIX:
                return self.infix(type(sign), self.value(left), self.value(right))
            case ast.Subscript(value=ast.Name(id=name), slice=place):
                each = place.elts if isinstance(place, ast.Tuple) else [place]
                indices = tuple(self.index(one) for one in each)
                return self.family(name)[indices if len(indices) > 1 else indices[0]]
            case ast.Attribute(value=inner, attr="T"):
                found = self.value(inner)
                if isinstance(found, Operator):
                    return found.T
            case ast.Attribute(value=inner, attr="count"):
                return self.range(inner).count
            case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() as terms], keywords=[]):
                return self.over_all(name, terms)
            case ast.Call(func=ast.Name(id=name), keywords=[]) if name in BINDERS:
                raise Mistake(f"{name} takes a comprehension, as in {name}(s[j] for j in tokens)")
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self.called(name, [self.argument(one) for one in arguments])
        raise Mistake(f"{_quoted(node)} is not a formula; write sums, products and given names")

    def infix(self, sign: type[ast.operator], left: Any, right: Any) -> Any:
        if sign is ast.Pow and (not isinstance(right, Fraction) or abs(right) > HIGHEST):
            raise Mistake(f"the exponent {right!s} is not a number from -{HIGHEST} to {HIGHEST}")
        return INFIX[sign](as_scalar(left) if sign is ast.Pow else left, right)

    def named(self, name: str) -> Any:
        found = self.names.get(name)
        if isinstance(found, Symbol):
            kinds: dict[str, type[Any]] = {"scalar": Scalar, "vector": Vector}
            return kinds[found.kind]("symbol", found)
        if isinstance(found, OperatorSymbol):
            return Operator("symbol", found)
        if not isinstance(found, Index | Indexed | Scalar | Vector):
            raise Mistake(unknown("name", name, sorted(set(self.names) - {name})))
        return found

    def family(self, name: str) -> Any:
        found = self.named(name)
        if not isinstance(found, Indexed):
            raise Mistake(f"{name} has no index; write {name} alone")
        return found

    def index(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        found = self.named(node.id) if isinstance(node, ast.Name) else None
        if not isinstance(found, Index):
            raise Mistake(f"{_quoted(node)} is not an index; write a letter, or a number from 1")
        return found

    def range(self, node: ast.expr) -> Any:
        """Return what an index runs over: `tokens`, `tokens.up_to(i)`, `tokens.but(i)`."""
        match node:
            case ast.Name(id=name) if name in SETS:
                return SETS[name]
            case ast.Call(
                func=ast.Attribute(value=inner, attr="before" | "up_to" | "but" as part),
                args=[limit], keywords=[],
            ):  # fmt: skip
                return getattr(self.range(inner), part)(self.index(limit))
            case ast.Call(
                func=ast.Attribute(value=inner, attr="seen_by"),
                args=[limit, ast.Name(id=mask)], keywords=[],
            ):  # fmt: skip
                return self.range(inner).seen_by(self.index(limit), self.family(mask))
        raise Mistake(f"{_quoted(node)} is not a range; write tokens, heads or modes")

    def over_all(self, name: str, terms: ast.GeneratorExp) -> Any:
        if name not in BINDERS:
            raise Mistake(unknown("sum", name, BINDERS))
        scope, bound = self, []
        for loop in terms.generators:
            if loop.ifs or loop.is_async or not isinstance(loop.target, ast.Name):
                raise Mistake(f"{name}(... for j in tokens) takes one letter and no condition")
            bound.append(Index(loop.target.id, scope.range(loop.iter), bound=True))
            scope = _Reader({**scope.names, loop.target.id: bound[-1]})
        body = scope.value(terms.elt)
        body = body if name == "total" and isinstance(body, Vector) else as_scalar(body)
        return type(body)(name, body, *bound)

    def argument(self, node: ast.expr) -> Any:
        is_index = isinstance(node, ast.Name) and isinstance(self.names.get(node.id), Index)
        return self.index(node) if is_index else self.value(node)

    def called(self, name: str, arguments: list[Any]) -> Any:
        function = self.names.get(name) if name == "rate" else CALLS.get(name)
        if function is None:
            known = [*CALLS, *(other for other in ("rate",) if other in self.names)]
            raise Mistake(unknown("function", name, known))
        return function(*arguments)


def _quoted(node: ast.AST) -> str:
    """Return the beginning of what a reader has typed, between quotes."""
    text = ast.unparse(node)
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")
