"""Formulas as their authors write them, as SymPy expressions: nothing is expanded or carried out.

    Rate(e)          the derivative of e along the flow
    Gram(u, A, v)    the inner product <u, A v>; u and v may be sums
    Vec(A, u)        the vector A u
    Total(e, k)      the sum of e over k; a restricted range is a 0/1 factor of e

Normal forms of the same formulas are `verify.methods.derived`.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from verify.algebra.atoms import Binomial, Delta, FamilyMember, Gram, Member, Total, Vec
from verify.algebra.reading import TreeReader
from verify.algebra.theory import Theory
from verify.language.expressions import Expression, Scalar, Vector
from verify.language.mistakes import Mistake


class Rate(sp.Function):  # type: ignore[misc]
    """A derivative along the flow."""

    is_real = True


class LayerDerivative(sp.Function):  # type: ignore[misc]
    """The derivative of a layer, at a token, in a direction."""


FUNCTIONS = {"exp": sp.exp, "log": sp.log, "sin": sp.sin, "cos": sp.cos, "tan": sp.tan}


def as_written(formula: Scalar | Vector) -> sp.Expr:
    """Return a formula as a SymPy expression. Raises Mistake for an operation that has none."""
    return _Writer().expression(formula)


class _Writer:
    """Writes one formula; the reader of the algebra names its things and indices."""

    def __init__(self) -> None:
        self.reader = TreeReader(Theory())

    def expression(self, node: Expression) -> sp.Expr:
        op, args = node.op, node.args
        match op:
            case "number":
                return sp.Rational(args[0].numerator, args[0].denominator)
            case "symbol" | "item":
                thing = self.reader.thing(args[0], *args[1:])
                return Vec(thing) if isinstance(node, Vector) else thing
            case "abbreviation":
                return self.abbreviation(node)
            case "add":
                return self.expression(args[0]) + self.expression(args[1])
            case "multiply" | "scale":
                return self.expression(args[0]) * self.expression(args[1])
            case "power":
                exponent = sp.Rational(args[1].numerator, args[1].denominator)
                return self.expression(args[0]) ** exponent
            case "power_of":
                return self.expression(args[0]) ** self.expression(args[1])
            case "inner":
                return Gram(self.alone(args[0]), *self.factors(args[1]))
            case "apply":
                return self.applied(args[0], args[1])
            case "rate":
                return Rate(self.expression(args[0]))
            case "total":
                body = self.reader.range_factor(args[1:]) * self.expression(args[0])
                return Total(body, *map(self.reader.index, args[1:]))
            case "function" if args[0] in FUNCTIONS:
                return FUNCTIONS[args[0]](self.expression(args[1]))
            case "differential":
                return LayerDerivative(
                    self.expression(args[2](args[1])), self.reader.index(args[1])
                )
            case "at":
                pairs = [(self.expression(a), self.expression(b)) for a, b in args[1]]
                return sp.Subs(self.expression(args[0]), *zip(*pairs, strict=True))
        return self.constant(node)

    def constant(self, node: Expression) -> sp.Expr:
        """Return what does not depend on the state."""
        op, args = node.op, node.args
        match op:
            case "zero":
                return sp.S.Zero
            case "pi":
                return sp.pi
            case "size":
                return self.reader.theory.sums.sizes[args[0]]
            case "place":
                return self.reader.index(args[0])
            case "delta":
                return Delta(*map(self.reader.index, args))
            case "member":
                return Member(sp.Symbol(args[0].name), *map(self.reader.index, args[1:]))
            case "binomial":
                return Binomial(self.expression(args[0]), self.expression(args[1]))
        raise Mistake(f"{node!r} has no SymPy expression; its formula is in .formula")

    def abbreviation(self, node: Expression) -> sp.Expr:
        short, _, *indices = node.args
        real = {"real": True} if isinstance(node, Scalar) else {}
        if not indices:
            thing = sp.Symbol(short.name, **real)
        else:
            family = sp.Function(short.name, bases=(FamilyMember,), **real)
            thing = family(*map(self.reader.index, indices))
        return Vec(thing) if isinstance(node, Vector) else thing

    def applied(self, operator: Any, vector: Any) -> sp.Expr:
        """Return an operator on a vector; a sum of operators is a sum of vectors."""
        inner = self.factors(vector)
        words = self.reader.operator(operator)
        return sp.Add(*(c * Vec(*letters, *inner) for c, letters in words))

    def factors(self, vector: Any) -> tuple[sp.Expr, ...]:
        """Return a vector as what operators act on: the parts of `Vec`, or one expression."""
        made = self.expression(vector)
        return made.args if made.func == Vec else (made,)

    def alone(self, vector: Any) -> sp.Expr:
        """Return a vector as one expression: a given one without `Vec`, as normal forms have it."""
        made = self.expression(vector)
        return made.args[0] if made.func == Vec and len(made.args) == 1 else made
