"""Reading the author's tree into the algebra, and differentiating it on the way.

`TreeReader.scalar(e)` and `TreeReader.vector(u)` return normal forms; with a `Moved` they return
the pair (value, derivative): one forward pass applies the chain rule node by node, so a derivative
is taken off the manifold (rules, such as unit norms, only touch the values). Rates along a flow,
gradients as directional derivatives, and Jacobians of layers are all this one pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sympy as sp

from verify.algebra.atoms import (
    Binomial,
    Delta,
    Exponential,
    FamilyMember,
    Member,
    UpTo,
    index_symbol,
)
from verify.algebra.deciding import logarithm, root
from verify.algebra.expanded import expanded
from verify.algebra.fractions_of import has_denominator
from verify.algebra.sums import clean_indicators
from verify.algebra.theory import Combination, Theory, Word
from verify.language.differentiating import chain_rule, velocities
from verify.language.expressions import Operator, Scalar, Vector
from verify.language.indices import Index, IndexLike, Range
from verify.language.mistakes import Mistake
from verify.language.symbols import Family, Symbol
from verify.language.walk import things


def _split(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function that has a value everywhere, split where its argument is a + z b.

    For an indicator z that is f(a) + z (f(a + b) - f(a)).
    """

    def split(x: sp.Expr) -> sp.Expr:
        terms = [sp.Mul.make_args(term) for term in sp.Add.make_args(x)]
        flag = next((f for term in terms for f in term if f.func in (Delta, Member, UpTo)), None)
        if flag is None:
            return function(x)
        a = sp.Add(*(sp.Mul(*term) for term in terms if flag not in term))
        b = sp.Add(*(sp.Mul(*(f for f in term if f != flag)) for term in terms if flag in term))
        off = split(a)
        return off + flag * (split(a + b) - off)

    return split


_exp, _sin, _cos = _split(Exponential), _split(sp.sin), _split(sp.cos)
FUNCTIONS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "exp": (_exp, _exp),
    "sin": (_sin, _cos),
    "cos": (_cos, lambda x: -_sin(x)),
    "tan": (sp.tan, lambda x: 1 + sp.tan(x) ** 2),
    "atan": (sp.atan, lambda x: 1 / (1 + x**2)),
    "log": (sp.log, lambda x: 1 / x),
}


def _product(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """Return a product, expanded unless fractions would be multiplied out term by term."""
    return a * b if has_denominator(a) or has_denominator(b) else expanded(a * b)


@dataclass(frozen=True, eq=False)
class Moved:
    """What moves: for a thing, its place (None: where it is) and its velocity, as trees."""

    velocity: dict[Any, Callable[..., Any]]
    place: dict[Any, Callable[..., Any]]


class TreeReader:
    """Reads trees under one theory."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self._indices: dict[Index, sp.Symbol] = {}
        self._motion: Moved | None = None
        self._anew: dict[Any, sp.Symbol] = {}  # given scalars that are read as other symbols
        self._made: dict[Any, Any] = {}
        self._kept: list[Any] = []

    # ------------------------------------------------------------ names

    def index(self, index: IndexLike) -> sp.Basic:
        """Return the SymPy index: an integer for a counted token, else a symbol."""
        if isinstance(index, int):
            return sp.Integer(index)
        if index not in self._indices:
            self._indices[index] = (
                self.theory.fresh(index.sort) if index.bound else self._free_index(index)
            )
        return self._indices[index]

    def _free_index(self, index: Index) -> sp.Symbol:
        """Return a symbol of its own for a free index, whatever other indices are called."""
        taken, name, number = set(self._indices.values()), index.name, 1
        while (symbol := index_symbol(name, index.sort)) in taken:
            number += 1
            name = f"{index.name}_{number}"
        return symbol

    def thing(self, thing: Symbol | Family[Any], *indices: IndexLike) -> sp.Expr:
        """Return the SymPy atom of a given thing."""
        if thing in self._anew:
            return self._anew[thing]
        real = {"real": True} if thing.kind == "scalar" else {}
        if not indices:
            return sp.Symbol(thing.name, **real)
        family = sp.Function(thing.name, bases=(FamilyMember,), **real)
        return family(*map(self.index, indices))

    def operator(self, operator: Operator) -> list[tuple[sp.Expr, Word]]:
        """Return an operator as a sum of (coefficient, word)."""
        return [(c, word) for c, _, word in self._operator(operator)]

    def _operator(self, operator: Operator) -> list[tuple[sp.Expr, sp.Expr, Word]]:
        """Return a sum of (coefficient, its derivative, word): a coefficient may move."""
        op, args, one, zero = operator.op, operator.args, sp.S.One, sp.S.Zero
        if op == "symbol":
            return [(one, zero, (self._letter(args[0].name, args[0].symmetric),))]
        if op == "transpose":
            return [(c, dc, self.theory.transposed(w)) for c, dc, w in self._operator(args[0])]
        if op == "add":
            return self._operator(args[0]) + self._operator(args[1])
        if op == "scale":
            a, da = self._scalar(args[0])
            return [(a * c, da * c + a * dc, w) for c, dc, w in self._operator(args[1])]
        if op == "product":
            left, right = self._operator(args[0]), self._operator(args[1])
            return [(c * e, dc * e + c * de, u + v) for c, dc, u in left for e, de, v in right]
        return [(one, zero, ())]

    def _letter(self, name: str, symmetric: bool) -> sp.Symbol:
        letter = sp.Symbol(name)
        if letter not in self.theory.adjoint:
            turned = letter if symmetric else sp.Symbol(name + "^T")
            self.theory.adjoint[letter] = turned
            self.theory.adjoint[turned] = letter
        return letter

    # ------------------------------------------------------------ entry points

    def scalar(self, e: Scalar) -> sp.Expr:
        """Return the normal form of a scalar."""
        return self._scalar(e)[0]

    def vector(self, u: Vector) -> Combination:
        """Return the normal form of a vector."""
        return self._vector(u)[0]

    @contextmanager
    def _moving(self, motion: Moved | None) -> Iterator[None]:
        before, self._motion = self._motion, motion
        try:
            yield
        finally:
            self._motion = before

    # ------------------------------------------------------------ scalars: (value, derivative)

    def _scalar(self, e: Scalar) -> tuple[sp.Expr, sp.Expr]:
        key = (id(e), id(self._motion), *map(id, self._anew.values()))
        if key not in self._made:
            value, slope = self._read_scalar(e)
            self._made[key] = (self.theory.normalise(value), slope)
            self._kept.append(
                (e, self._motion, self._anew)
            )  # an id is only good while its object lives
        return self._made[key]  # type: ignore[no-any-return]

    def _read_scalar(self, e: Scalar) -> tuple[sp.Expr, sp.Expr]:
        op, args, zero = e.op, e.args, sp.S.Zero
        if op == "number":
            return sp.Rational(args[0].numerator, args[0].denominator), zero
        if op in ("symbol", "item"):
            return self._given_scalar(args[0], args[1:])
        if op == "add":
            (a, da), (b, db) = self._scalar(args[0]), self._scalar(args[1])
            return a + b, da + db
        if op == "multiply":
            (a, da), (b, db) = self._scalar(args[0]), self._scalar(args[1])
            return _product(a, b), da * b + a * db
        if op == "power":
            return self._power(args[0], sp.Rational(args[1].numerator, args[1].denominator))
        if op == "inner":
            (u, du), (v, dv) = self._vector(args[0]), self._vector(args[1])
            slope = self.theory.inner(du, v) + self.theory.inner(u, dv) if self._motion else zero
            return self.theory.inner(u, v), slope
        if op == "abbreviation":
            return self._scalar(args[1])
        if op == "function":
            (x, dx), (function, derivative) = self._scalar(args[1]), FUNCTIONS[args[0]]
            value = logarithm(self.theory, x) if args[0] == "log" else function(x)
            return value, derivative(x) * dx if dx != 0 else zero
        if op == "total":
            return self._total(args[0], args[1:])
        if op == "rate" and self._motion is not None:  # a rate of a rate, which is written out
            return self._scalar(velocities(chain_rule(e)))
        if op == "rate":
            return self._along(args[1], lambda: self._scalar(args[0]))[1], zero
        return self._constant(e), zero

    def _constant(self, e: Scalar) -> sp.Expr:
        """Return the scalars that do not move: sizes, indicators, binomials, substitutions."""
        op, args = e.op, e.args
        if self._motion is not None and not self._motion.velocity.keys().isdisjoint(things(e)):
            raise Mistake(
                f"the derivative of {e!r} cannot be computed: {op} contains moving "
                "quantities; differentiate first"
            )
        if op == "size":
            return self.theory.sums.sizes[args[0]]
        if op == "delta":
            return Delta(self.index(args[0]), self.index(args[1]))
        if op == "member":
            return Member(sp.Symbol(args[0].name), *map(self.index, args[1:]))
        if op == "place":
            return self.index(args[0])
        if op == "pi":
            return sp.pi
        if op == "binomial":
            return Binomial(self.scalar(args[0]), self.scalar(args[1]))
        if op == "power_of":
            return expanded(sp.Pow(self.scalar(args[0]), self.scalar(args[1])))
        if op == "at":
            return self._at(args[0], args[1])
        raise Mistake(f"the algebra cannot read {e!r}")

    def _at(self, formula: Scalar, pairs: Any) -> sp.Expr:
        """Return a scalar with others in the place of given ones, of which nothing is assumed.

        What is known of the given ones need not hold of those: they are read as other symbols.
        """
        with self._moving(None):
            values = [self.scalar(value) for _, value in pairs]
            anew = {x.args[0]: sp.Dummy(x.args[0].name, real=True) for x, _ in pairs}
            before, self._anew = self._anew, {**self._anew, **anew}
            try:
                found = self.scalar(formula)
            finally:
                self._anew = before
            return found.xreplace(dict(zip(anew.values(), values, strict=True)))

    def _power(self, base: Scalar, exponent: sp.Rational) -> tuple[sp.Expr, sp.Expr]:
        a, da = self._scalar(base)
        if not has_denominator(a):
            a = self.theory.normal_form(a)
        if exponent.q == 2:
            r = root(self.theory, a)
            value = r ** int(2 * exponent)
            return value, exponent * r ** int(2 * exponent - 2) * da if da != 0 else sp.S.Zero
        value = expanded(a**exponent) if exponent > 0 and not has_denominator(a) else a**exponent
        return value, exponent * a ** (exponent - 1) * da if da != 0 else sp.S.Zero

    def _given_scalar(self, thing: Any, indices: tuple[IndexLike, ...]) -> tuple[sp.Expr, sp.Expr]:
        motion = self._motion
        value, slope = self.thing(thing, *indices), sp.S.Zero
        if motion is not None and thing in motion.velocity:
            with self._moving(None):
                slope = self.scalar(motion.velocity[thing](*indices))
        return value, slope

    def _total(self, body: Any, bound: tuple[Index, ...]) -> tuple[sp.Expr, sp.Expr]:
        if any(k.sort == "integers" for k in bound):
            raise Mistake("a sum over integers needs Induction, not one identity")
        weight = self.range_factor(bound)
        ks = [self.index(k) for k in bound]
        value, slope = self._scalar(body)
        total = self.theory.sums.total
        return (
            total(expanded(weight * value), *ks),
            total(expanded(weight * slope), *ks) if slope != 0 else sp.S.Zero,
        )

    def range_factor(self, bound: tuple[Index, ...]) -> sp.Expr:
        """Return the 0/1 factor that restricts a sum to its ranges."""
        factor = sp.S.One
        for index in bound:
            factor *= self._restriction(self.index(index), index.over)
        return expanded(factor)

    def _restriction(self, k: sp.Basic, over: Range) -> sp.Expr:
        factor = sp.S.One
        for left_out in dict.fromkeys(self.index(other) for other in over.without):
            factor *= 1 - Delta(k, left_out)
        if over.limit is None:
            return factor
        limit = self.index(over.limit)
        if over.kind == "seen" and over.mask is not None:
            return factor * Member(sp.Symbol(over.mask.name), limit, k)
        theory = self.theory
        reached = clean_indicators(UpTo(limit, k), theory.apart, theory.before)  # only 1 is up to 1
        return factor * (reached if over.kind == "up_to" else reached - Delta(limit, k))

    def _along(self, flow: Any, read: Callable[[], Any]) -> Any:
        with self._moving(Moved(dict(flow.moves), {})):
            return read()

    # ------------------------------------------------------------ vectors: (value, derivative)

    def _vector(self, u: Vector) -> tuple[Combination, Combination]:
        key = (id(u), id(self._motion), *map(id, self._anew.values()))
        if key not in self._made:
            self._made[key] = self._read_vector(u)
            self._kept.append((u, self._motion, self._anew))
        return self._made[key]  # type: ignore[no-any-return]

    def _read_vector(self, u: Vector) -> tuple[Combination, Combination]:
        op, args, zero = u.op, u.args, self.theory.zero()
        if op == "zero":
            return zero, zero
        if op in ("symbol", "item"):
            return self._given_vector(args[0], args[1:])
        if op == "add":
            (a, da), (b, db) = self._vector(args[0]), self._vector(args[1])
            return a + b, da + db
        if op == "scale":
            (c, dc), (v, dv) = self._scalar(args[0]), self._vector(args[1])
            return c * v, dc * v + c * dv
        if op == "apply":
            v, dv = self._vector(args[1])
            image = slope = zero
            for c, dc, letters in self._operator(args[0]):
                image += c * v.apply(letters)
                slope += dc * v.apply(letters) + c * dv.apply(letters)
            return image, slope
        if op == "abbreviation":
            return self._vector(args[1])
        if op == "total":
            weight = self.range_factor(args[1:])
            v, dv = self._vector(args[0])
            v, dv = weight * v, weight * dv
            for k in args[1:]:
                v = self.theory.sum_vector(v, self.index(k))
                dv = self.theory.sum_vector(dv, self.index(k))
            return v, dv
        if op == "rate" and self._motion is not None:
            return self._vector(velocities(chain_rule(u)))
        if op == "rate":
            return self._along(args[1], lambda: self._vector(args[0]))[1], zero
        if op == "differential":
            if self._motion is not None:
                raise Mistake(
                    "the derivative of a layer's direction cannot be computed; differentiate first"
                )
            layer, index, direction, point = args
            with self._moving(Moved({layer.of: direction}, {layer.of: point})):
                return self._vector(layer.formula(index))[1], zero
        raise Mistake(f"the algebra cannot read the vector {u!r}")

    def _given_vector(
        self, thing: Any, indices: tuple[IndexLike, ...]
    ) -> tuple[Combination, Combination]:
        motion = self._motion
        value, slope = None, self.theory.zero()
        if motion is not None and thing in motion.velocity:
            with self._moving(None):
                slope = self.vector(motion.velocity[thing](*indices))
                if thing in motion.place:
                    value = self.vector(motion.place[thing](*indices))
        return value or self.theory.atom(self.thing(thing, *indices)), slope
