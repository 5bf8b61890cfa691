"""Formulas of the tree as Coq terms. This module and `goals` alone decide what a goal claims.

A formula is printed as it was written: abbreviations are expanded, nothing is simplified. What a
goal must quantify over (given things, curves, index sets) and the premises that say what these are
gather in a `Printer` on the way. All names of a goal come from one register, so no two things
share a name; a bound variable has a prime, which no given name has, so nothing is captured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from verify.language.expressions import Expression, Operator, Scalar, Vector
from verify.language.indices import Index, Indexed, IndexLike, Range, Sort
from verify.language.motion import Flow
from verify.language.symbols import Family, OperatorSymbol, Symbol
from verify.language.walk import holders, nodes
from verify.methods.kernel.names import Identifiers, bound
from verify.methods.kernel.parts import Curves, Derivative, Premise, Unprintable

TYPES: dict[Sort, str] = {"tokens": "Token", "heads": "Head", "modes": "Mode"}
KINDS = {"scalar": "R", "vector": "Space"}
FUNCTIONS = {name: name for name in ("exp", "sin", "cos", "tan", "atan")} | {"log": "ln"}


Scope = Mapping[Index, str]


class Printer:
    """Prints the formulas of one goal, and gathers what the goal quantifies over."""

    def __init__(self) -> None:
        self.names = Identifiers()
        self.things: dict[Any, tuple[str, str]] = {}  # thing: (name, type), in order of appearance
        self.structure: dict[Any, str] = {}  # premises that say what the things are
        self.curves: dict[Any, tuple[str, str]] = {}
        self.motions: list[Premise] = []  # places and velocities of curves
        self.derivatives: list[Derivative] = []
        self.sorts: set[Sort] = set()
        self.free: dict[Index, str] = {}  # indices the goal is about: "for every i"
        self._made: dict[Any, Curves] = {}
        self._motion: tuple[Curves, str] | None = None  # and the name of time
        self._values: dict[Symbol, str] = {}  # of the symbols that `at` replaces

    # ------------------------------------------------------------ names

    def _name(self, thing: Any, kind: str, wanted: str) -> str:
        if thing not in self.things:
            self.things[thing] = (self.names.take(wanted), kind)
        return self.things[thing][0]

    def type_of(self, sort: Sort) -> str:
        """Return the Coq type of an index sort."""
        if sort not in TYPES:
            raise Unprintable("a sum over integers is not a sum over a list of tokens")
        self.sorts.add(sort)
        return TYPES[sort]

    def index(self, index: IndexLike, scope: Scope, sort: Sort = "tokens") -> str:
        """Return an index: bound in scope, free in the goal, or the variable of a counted token."""
        if isinstance(index, int):
            return self._name((sort, index), self.type_of(sort), f"{sort[:-1]}{index}")
        if index in scope:
            return scope[index]
        if index.bound:
            raise Unprintable(f"the index {index.name} of a sum outside occurs in a velocity")
        if index not in self.free:
            self.type_of(index.sort)
            self.free[index] = self.names.take(index.name)
        return self.free[index]

    def bound(self, wanted: str, scope: Scope) -> str:
        """Return a name for a variable bound in a scope."""
        return bound(wanted, [*scope.values(), *(self._motion or ("", ""))[1:]])

    def under(
        self, indices: Iterable[Index], scope: Scope, wanted: str = ""
    ) -> tuple[dict[Index, str], str]:
        """Return a scope that binds more indices, called as is wanted, and their binders."""
        inside, told = dict(scope), []
        for index in indices:
            inside[index] = self.bound(wanted or index.name or "j", inside)
            told.append(f"({inside[index]} : {self.type_of(index.sort)})")
        return inside, " ".join(told)

    @contextmanager
    def binding(self, thing: Any) -> Iterator[str]:
        """Bind a given thing or an index in what is printed meanwhile: its name with its type.

        The name is one of the goal's own, which no other thing or bound variable has.
        """
        is_index = isinstance(thing, Index)
        kind = self.type_of(thing.sort) if is_index else kind_of(self, thing)
        table: dict[Any, Any] = self.free if is_index else self.things
        before, name = table.pop(thing, None), self.names.take(thing.name)
        table[thing] = name if is_index else (name, kind)
        try:
            yield f"{name} : {kind}"
        finally:
            del table[thing]
            if before is not None:
                table[thing] = before

    @contextmanager
    def _set(self, **changes: Any) -> Any:
        before = {key: getattr(self, key) for key in changes}
        for key, value in changes.items():
            setattr(self, key, value)
        try:
            yield
        finally:
            for key, value in before.items():
                setattr(self, key, value)

    # ------------------------------------------------------------ scalars and vectors

    def term(self, e: Expression, scope: Scope) -> str:
        """Return a scalar or a vector as a closed term (in parentheses where needed)."""
        match e.op, e.args:
            case "symbol" | "item", (thing, *indices):
                return self._given(thing, indices, scope)
            case "abbreviation", (_, body, *_):
                return self.term(body, scope)
            case "total", (body, *bound):
                return self._sum(scope, body, bound)
            case "rate", (body, flow):
                return self._derivative(scope, self._moving(flow), body)
        return self._vector(e, scope) if isinstance(e, Vector) else self._scalar(e, scope)

    def _scalar(self, e: Expression, scope: Scope) -> str:
        match e.op, e.args:
            case "number", (value,):
                whole = str(value.numerator) if value >= 0 else f"({value.numerator})"
                return whole if value.denominator == 1 else f"({whole} / {value.denominator})"
            case "member", (mask, i, j):
                return f"({self._mask(mask)} {self.index(i, scope)} {self.index(j, scope)})"
            case "size", ("modes",):
                return self._name("dimension", "R", "dimension")
            case "size", (kind,):
                self.type_of(kind)
                return f"(size {kind})"
            case "add", (a, b):
                negated = _negated(b, "multiply")
                sign, b = ("+", b) if negated is None else ("-", negated)
                return f"({self.term(a, scope)} {sign} {self.term(b, scope)})"
            case "multiply", (a, b):
                divides = b.op == "power" and b.args[1] == -1
                sign, b = ("/", b.args[0]) if divides else ("*", b)
                return f"({self.term(a, scope)} {sign} {self.term(b, scope)})"
            case "power", (base, exponent):
                return _power(self.term(base, scope), exponent)
            case "inner", (u, v):
                return f"(inner {self.term(u, scope)} {self.term(v, scope)})"
            case "delta", ks:
                sort: Sort = next((k.sort for k in ks if isinstance(k, Index)), "tokens")
                return f"({' '.join([self.same(sort), *(self.index(k, scope, sort) for k in ks)])})"
            case "function", (name, of):
                return f"({FUNCTIONS[name]} {self.term(of, scope)})"
            case "pi", ():
                return "PI"
            case "at", (body, pairs):
                return self._at(scope, body, pairs)
            case "power_of", (base, exponent):
                return self._to_power(base, exponent, scope)
        raise Unprintable(f"{e.op!r} cannot be expressed in Coq")

    def _to_power(self, base: Scalar, exponent: Scalar, scope: Scope) -> str:
        """Return b^x as exp(x c), for the one c with exp(c) = b: Coq's `ln` has more axioms."""
        if base.op != "number" or base.args[0] <= 0:
            raise Unprintable("a symbolic power of a number that may not be positive")
        logarithm = self._name(("logarithm", base.args[0]), "R", "logarithm")
        self.structure["logarithm", base.args[0]] = f"(exp {logarithm}) = {self.term(base, scope)}"
        return f"(exp ({self.term(exponent, scope)} * {logarithm}))"

    def _at(self, scope: Scope, body: Scalar, pairs: tuple[tuple[Scalar, Scalar], ...]) -> str:
        if self._motion is not None:
            raise Unprintable("a value put in place of a moving symbol under a derivative")
        values = {symbol.args[0]: self.term(value, scope) for symbol, value in pairs}
        with self._set(_values={**self._values, **values}):
            return self.term(body, scope)

    def _vector(self, u: Vector, scope: Scope) -> str:
        match u.op, u.args:
            case "zero", ():
                return "vzero"
            case "add", (first, second):
                negated = _negated(second, "scale")
                word, second = ("vadd", second) if negated is None else ("vsub", negated)
                return f"({word} {self.term(first, scope)} {self.term(second, scope)})"
            case "scale", (factor, inner):
                return f"(vscale {self.term(factor, scope)} {self.term(inner, scope)})"
            case "apply", (operator, inner):
                return self.apply(operator, self.term(inner, scope), scope)
            case "differential", (layer, index, direction, point):
                inside = (node for part in (direction(index), point(index)) for node in nodes(part))
                if any(node.op in ("rate", "differential") for node in inside):
                    raise Unprintable(
                        "a derivative along a derivative; write out the inner one's value"
                    )
                key = ("differential", layer, direction, point)
                motion = self._known(key, lambda: Curves({layer.of: direction}, {layer.of: point}))
                return self._derivative(scope, motion, layer.formula(index))
        raise Unprintable(f"{u.op!r} cannot be expressed in Coq")

    # ------------------------------------------------------------ operators

    def apply(self, operator: Operator, text: str, scope: Scope, turned: bool = False) -> str:
        """Return the image of a printed vector under an operator, or under its adjoint."""
        op, args = operator.op, operator.args
        if op == "symbol":
            return f"({self._operator(args[0], turned)} {text})"
        if op == "transpose":
            return self.apply(args[0], text, scope, not turned)
        if op == "add":
            parts = [self.apply(part, text, scope, turned) for part in args]
            return f"(vadd {' '.join(parts)})"
        if op == "scale":
            image = self.apply(args[1], text, scope, turned)
            return f"(vscale {self.term(args[0], scope)} {image})"
        if op == "product":
            first, last = args if turned else args[::-1]
            return self.apply(last, self.apply(first, text, scope, turned), scope, turned)
        return text

    def _operator(self, symbol: OperatorSymbol, turned: bool) -> str:
        name = self._name(symbol, "Space -> Space", symbol.name)
        if symbol.symmetric:
            self.structure[symbol] = f"adjoint {name} {name}"
            return name
        key = (symbol, "adjoint")
        if key not in self.things:
            self.things[key] = (self.names.take(symbol.name, ours="T"), "Space -> Space")
        other = self.things[key][0]
        self.structure[symbol] = f"adjoint {name} {other}"
        return other if turned else name

    # ------------------------------------------------------------ index sets

    def _mask(self, mask: Indexed) -> str:
        self.type_of("tokens")
        name = self._name(mask, "Token -> Token -> R", mask.name)
        self.structure[mask] = f"indicator {name}"
        return name

    def same(self, sort: Sort) -> str:
        """Return the indicator of equality of two indices."""
        kind = self.type_of(sort)
        name = self._name(("same", sort), f"{kind} -> {kind} -> R", f"same_{sort}")
        self.structure["same", sort] = f"kronecker {name}"
        return name

    def _order(self, word: str, sort: Sort) -> str:
        """Return the indicator of j < i ("before i j") or j <= i ("up_to i j")."""
        kind = self.type_of(sort)
        name = self._name((word, sort), f"{kind} -> {kind} -> R", word)
        if (word, sort) not in self.structure:
            value = int(word == "up_to")
            self.structure[word, sort] = f"indicator {name}"
            self.structure[word, sort, "diagonal"] = f"(forall i' : {kind}, {name} i' i' = {value})"
        return name

    def range_factor(self, index: str, over: Range, scope: Scope) -> str | None:
        """Return the factor that restricts a sum to its range, or None for a whole sort."""
        factors = []
        if over.limit is not None:
            limit = self.index(over.limit, scope, over.sort)
            word = self._mask(over.mask) if over.mask else self._order(over.kind, over.sort)
            factors.append(f"({word} {limit} {index})")
        for left_out in over.without:
            other = self.index(left_out, scope, over.sort)
            factors.append(f"(1 - {self.same(over.sort)} {other} {index})")
        return f"({' * '.join(factors)})" if len(factors) > 1 else next(iter(factors), None)

    def _sum(self, scope: Scope, body: Expression, bound: Sequence[Index]) -> str:
        if not bound:
            return self.term(body, scope)
        word, times = (
            ("vtotal", "vscale {} {}") if isinstance(body, Vector) else ("total", "{} * {}")
        )
        index, kind = bound[0], self.type_of(bound[0].sort)
        name = self.bound(index.name or "j", scope)
        factor = self.range_factor(name, index.over, scope)
        inner = self._sum({**scope, index: name}, body, bound[1:])
        term = inner if factor is None else f"({times.format(factor, inner)})"
        return f"({word} {index.sort} (fun {name} : {kind} => {term}))"

    # ------------------------------------------------------------ given things and curves

    def _given(
        self, thing: Symbol | Family[Any], indices: Sequence[IndexLike], scope: Scope
    ) -> str:
        if self._motion is not None and thing in self._motion[0].velocity:
            name, time = self._curve(thing, self._motion[0]), f" {self._motion[1]}"
        elif thing in self._values:
            return self._values[thing]
        else:
            name, time = self._name(thing, kind_of(self, thing), thing.name), ""
        sorts = thing.sorts if isinstance(thing, Family) else ()
        at = "".join(
            f" {self.index(k, scope, sort)}" for k, sort in zip(indices, sorts, strict=True)
        )
        return f"({name}{time}{at})" if time or at else name

    def _moving(self, flow: Flow) -> Curves:
        return self._known(("flow", flow), lambda: Curves(flow.moves))

    def _known(self, key: Any, make: Callable[[], Curves]) -> Curves:
        return self._made.setdefault((key, tuple(self._values.items())), make())

    def _curve(self, thing: Symbol | Family[Any], motion: Curves) -> str:
        """Return the curve along which a thing moves; its premises say where it is at time 0
        and with which velocity."""
        key = (motion, thing)
        if key not in self.curves:
            name = self.names.take(thing.name, ours="t")
            self.curves[key] = (name, f"R -> {kind_of(self, thing)}")
            with self._set(_motion=None):
                self._curve_premises(thing, motion, name)
        return self.curves[key][0]

    def _curve_premises(self, thing: Symbol | Family[Any], motion: Curves, name: str) -> None:
        own = holders(thing)
        scope, binders = self.under(own, {}, "j")
        word = "is_vderive" if thing.kind == "vector" else "is_derive"
        at = "".join(f" {scope[k]}" for k in own)
        if thing in motion.place:
            place = self.term(motion.place[thing](*own), scope)
        else:
            place = self._given(thing, own, scope)
        velocity = self.term(motion.velocity[thing](*own), scope)
        place = f"(fun {binders} => {place})" if binders else place
        moves = f"{word} (fun t' : R => {name} t'{at}) 0 {velocity}"
        moves = f"(forall {binders}, {moves})" if binders else moves
        self.motions.append(Premise(name, f"{name} 0 = {place}", "place"))
        self.motions.append(Premise(name, moves, "velocity"))

    def _derivative(self, scope: Scope, motion: Curves, moving: Expression) -> str:
        if self._motion is not None:
            raise Unprintable("a derivative of a derivative; name the first one and use its value")
        time = self.bound("t", scope)
        with self._set(_motion=(motion, time)):
            body = f"(fun {time} : R => {self.term(moving, scope)})"
        indices = tuple((name, self.type_of(k.sort)) for k, name in scope.items())
        value = self.names.take("rate", ours="v")
        kind = KINDS["vector" if isinstance(moving, Vector) else "scalar"]
        self.derivatives.append(Derivative(value, kind, indices, body))
        return f"({' '.join([value, *scope.values()])})" if scope else value


def _power(base: str, exponent: Fraction) -> str:
    if exponent.denominator == 2:
        base = f"(sqrt {base})"
    elif exponent.denominator != 1:
        raise Unprintable(f"the power {exponent} is neither an integer nor half of one")
    size = abs(exponent.numerator)
    if size != 1:
        base = f"({base} ^ {size})"
    return base if exponent >= 0 else f"(/ {base})"


def _negated(e: Expression, product: str) -> Any:
    """Return x if e is (-1) times x: `a + (-1) * x` is printed as a difference."""
    if e.op == product and e.args[0].op == "number" and e.args[0].args[0] == -1:
        return e.args[1]
    return None


def kind_of(printer: Printer, thing: Symbol | Family[Any]) -> str:
    """Return the Coq type of a given scalar or vector, or of a family of them."""
    sorts = thing.sorts if isinstance(thing, Family) else ()
    return " -> ".join([*(printer.type_of(sort) for sort in sorts), KINDS[thing.kind]])
