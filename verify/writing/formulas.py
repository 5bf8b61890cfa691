"""Formulas as text: one walk of the tree, written by a `Notation` (LaTeX, or one-line Unicode).

    FormulaPrinter(LatexNotation()).relation(flow_rate)      # \\dot{s}_i = \\sum_{j} ...
    FormulaPrinter(UnicodeNotation()).relation(flow_rate)    # ṡᵢ = Σⱼ αᵢⱼ ...

Abbreviations are printed by name. A printer remembers what it used that a reader must be told:
abbreviations, norms, flows, Jacobians, sizes; `verify.writing.definitions` writes those out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import permutations
from typing import Any

from verify.language.expressions import Expression, Operator, Relation, Scalar
from verify.language.indices import SIZE_NAMES, Index
from verify.language.mistakes import Mistake
from verify.language.motion import Flow, Layer
from verify.language.names import parsed
from verify.language.walk import free_indices, holders, member
from verify.writing.factors import Factors, Quotient
from verify.writing.indices import SPARE_INDICES, NamePrinter
from verify.writing.notation import ATOM, PRODUCT, SUM, UNIT, Binder, Notation, Piece, bracketed
from verify.writing.trees import (
    are_these,
    chain,
    divides,
    groups,
    is_direction,
    is_member,
    is_multiple,
    moved_members,
    names_in,
    stripped,
)

HALF = Fraction(1, 2)
NAMED = ("symbol", "item", "abbreviation")
SIGNED = ("number", "multiply", "scale")
EXTREMES = {"largest": "max", "least": "min"}
LONG = 6  # names in a vector; a longer one is not written twice to tell its direction


class FormulaPrinter(NamePrinter):
    """Writes formulas in one notation and remembers what they use.

    `used` maps what needs a definition to the formula's node it was first met in, in that order.
    """

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self._jacobians: list[tuple[Any, Any]] = []
        self._flow: Flow | None = None

    @contextmanager
    def moving(self, flow: Flow | None) -> Iterator[None]:
        """Print long velocities of a flow as rates for a while: a reader knows what moves by it."""
        before, self._flow = self._flow, flow
        try:
            yield
        finally:
            self._flow = before

    def formula(self, node: Expression) -> str:
        """Return a formula as text; no sum of it binds an index anew that is free in it."""
        with self.among(node):
            return self.piece(node).text

    def relation(self, relation: Relation) -> str:
        """Return a comparison as text."""
        sign = self.notation.relations[relation.sign]
        with self.among(relation):
            return f"{self.formula(relation.left)} {sign} {self.formula(relation.right)}"

    def terms(self, node: Expression) -> tuple[str, ...]:
        """Return the terms of a formula's outermost sum, each with its sign."""
        with self.among(node):
            return self._joined_terms(self._signed_terms(node))

    def grouped_terms(self, node: Expression) -> tuple[str, ...]:
        """Return the summands of a reason: what is subtracted stays with what it is taken from."""
        with self.among(node):
            return self._joined_terms([(False, self.piece(part)) for part in groups(node)])

    def _joined_terms(self, terms: list[tuple[bool, Piece]]) -> tuple[str, ...]:
        out: list[str] = []
        for negative, piece in terms:
            alone = len(terms) == 1 and not negative
            text = piece.text if alone else bracketed(self.notation, piece, PRODUCT)
            sign = self.notation.minus if negative else self.notation.plus
            out.append(f"{sign} {text}" if out else (sign if negative else "") + text)
        return tuple(out)

    def thing(self, value: Any) -> str:
        """Return anything a phrase may name: a formula, a given thing, an index, a number."""
        if isinstance(value, Expression):
            return self.formula(value)
        if isinstance(value, Relation):
            return self.relation(value)
        if isinstance(value, Index):
            return self.index(value)
        if isinstance(value, Fraction | int) and not isinstance(value, bool):
            return self.formula(Scalar("number", Fraction(value)))
        if hasattr(value, "name"):
            return self.name(value).text
        return str(value)

    def jacobian(self, layer: Any, point: Any) -> str:
        """Return the letter of a Jacobian: J, and J_2, J_3, ... for others of the statement."""
        key = (layer, point)
        if key not in self._jacobians:
            self._jacobians.append(key)
        number = self._jacobians.index(key) + 1
        return self.notation.name("J" if number == 1 else f"J{number}", (), None, False).text

    # ------------------------------------------------------------ sums and products

    def piece(self, node: Expression) -> Piece:
        """Return a formula with what must be known to put it beside others."""
        if self._flow is not None and (moved := self._moved(node, self._flow)) is not None:
            return self.derivative(moved)
        if node.op == "add" or node.op in SIGNED or divides(node):
            terms = self._signed_terms(node)
            if len(terms) == 1 and not terms[0][0]:
                return terms[0][1]
            texts = self._joined_terms(terms)
            tall = any(piece.tall for _, piece in terms)
            return Piece(" ".join(texts), SUM, tall=tall)
        return self._operator(node) if isinstance(node, Operator) else self._written(node)

    def _moved(self, node: Expression, flow: Flow) -> Expression | None:
        """Return what moves by a flow at a long velocity, None if that is no velocity of it."""
        if isinstance(node, Operator) or node.op != "add" or names_in(node) <= LONG:
            return None
        used, free = dict(self.used), sorted(free_indices(node), key=self.index)
        with self.moving(None):
            text = self.piece(node).text
            for thing, velocity in flow.moves.items():
                count = len(holders(thing))
                for indices in permutations(free, count):
                    if self.piece(velocity(*indices)).text == text:
                        self.used.clear()
                        self.used.update(used)
                        return member(thing, indices)
        return None

    def _written(self, node: Expression) -> Piece:
        notation = self.notation
        match node.op, node.args:
            case "symbol" | "item" | "member" | "abbreviation", _:
                return self._named(node)
            case "size", (sort,):
                self.use(("size", sort), node)
                return Piece(SIZE_NAMES[sort])
            case "zero", ():
                return Piece("0")
            case "pi", ():
                return notation.name("pi", (), None, False)
            case "place", (index,):
                return Piece(self.index(index))
            case "delta", indices:
                return notation.name("delta", [self.index(k) for k in indices], None, False)
            case "power", (base, exponent):
                return self._power(base, exponent)
            case "power_of", (base, exponent):
                simple = base.op == "number" and base.args[0].denominator == 1
                raised = self.piece(base)
                shown = raised.text if simple else self._base(raised)
                return notation.power(shown, self.formula(exponent))
            case "function", (name, of):
                return notation.function(name, self.piece(of))
            case "binomial", (upper, lower):
                return notation.binomial(self.piece(upper), self.piece(lower))
            case "at", (body, pairs):
                where = [f"{self.formula(x)} = {self.formula(value)}" for x, value in pairs]
                return notation.at(bracketed(notation, self.piece(body), PRODUCT), where)
            case "inner", (left, right):
                return self._inner(left, right)
            case "apply", _:
                vector, operators = stripped(node)
                return self._applied([], chain(operators), vector)
            case "total", (body, *bound):
                return notation.total(*self._over(body, bound))
            case "largest" | "least", (body, *bound):
                return notation.extreme(EXTREMES[node.op], *self._over(body, bound))
            case "rate", (body, flow):
                return self._rate(node, body, flow)
            case "differential", (layer, index, direction, point):
                return self._differential(node, layer, index, direction, point)
        raise Mistake(f"the formula {node!r} has the unknown operation {node.op!r}")

    def _signed_terms(self, node: Expression) -> list[tuple[bool, Piece]]:
        if node.op == "add":
            terms = [pair for part in node.args for pair in self._signed_terms(part)]
            return [term for term in terms if term[1].text != "0"] or terms[:1]
        if node.op in SIGNED or divides(node):
            return [self._product(node)]
        return [(False, self.piece(node))]

    def _product(self, node: Expression) -> tuple[bool, Piece]:
        """Return whether a product is negative, and its absolute part."""
        found = Factors()
        found.collect(node)
        if found.coefficient == 0:
            return False, Piece("0")
        first = found.quotients[0]
        size = first.reduced(abs(found.coefficient))
        vector = [self.piece(found.vector)] if found.vector is not None else []
        pieces: list[Piece] = []
        if not first.divides and size != 1:
            pieces.append(self.notation.rational(size))
        for quotient, after in zip(found.quotients, [*found.quotients[1:], None], strict=True):
            above = [self.piece(part) for part in quotient.above]
            if quotient.divides:
                number = size if quotient is first else Fraction(1)
                if not above and after is not None and not after.divides:
                    while after.above and self._is_simple(after.above[0]):
                        above.append(self.piece(after.above.pop(0)))
                lone = not above and after is None and number.numerator == 1
                unit = self._unit(found.vector, quotient) if lone and number == 1 else None
                if unit is not None:
                    pieces, vector = [*pieces, unit], []
                    continue
                if lone and vector and not vector[0].open:
                    above, vector = vector, []
                pieces += self._fraction(number, above, quotient)
            else:
                pieces += above
        return found.coefficient < 0, self._beside([*pieces, *vector])

    def _is_simple(self, node: Expression) -> bool:
        piece = self.piece(node)
        return not piece.open and piece.level != SUM

    def _fraction(self, number: Fraction, above: list[Piece], over: Quotient) -> list[Piece]:
        """Return a fraction; a big sum at the end of its numerator stands beside it instead."""
        beside = [above.pop()] if above and above[-1].open else []
        bottom = number.denominator * over.divisor
        numerator = [] if number.numerator == 1 and above else [self._number(number.numerator)]
        denominator = [] if bottom == 1 and over.below else [self._number(bottom)]
        below = [self.piece(part) for part in over.below]
        pair = self._beside([*numerator, *above]), self._beside([*denominator, *below])
        return [self.notation.fraction(*pair), *beside]

    def _unit(self, vector: Expression | None, over: Quotient) -> Piece | None:
        """Return a long vector, divided by its own length, as unit(...); None for anything else."""
        if vector is None or over.divisor != 1 or len(over.below) != 1 or names_in(vector) <= LONG:
            return None
        (below,) = over.below
        length = self._length(below.args[0]) if below.op == "power" else None
        piece = self.piece(vector)
        if length is None or below.args[1] != HALF or length[0].text != piece.text:
            return None
        metric = [] if length[1] is None else [length[1]]
        self.use(("unit", *(one.args[0] for one in metric)), [*metric, vector][0])
        name = self.notation.name(UNIT, [*map(self.formula, metric)], None, False).text
        return Piece(name + self.notation.parentheses(piece), tall=piece.tall)

    def _number(self, value: int) -> Piece:
        return self.notation.rational(Fraction(value))

    def _beside(self, pieces: list[Piece]) -> Piece:
        """Return a product; every factor gets the parentheses it needs where it stands."""
        if len(pieces) == 1:
            return pieces[0]
        if not pieces:
            return self._number(1)
        factors = [self._inner_factor(piece) for piece in pieces[:-1]]
        last = pieces[-1]
        if last.level == SUM:
            last = Piece(self.notation.parentheses(last), tall=last.tall)
        tall = any(piece.tall for piece in pieces)
        return Piece(self.notation.beside([*factors, last]), PRODUCT, open=last.open, tall=tall)

    def _inner_factor(self, piece: Piece) -> Piece:
        if piece.closed:
            return Piece(piece.closed, tall=piece.tall)
        if piece.level < ATOM or piece.open:
            return Piece(self.notation.parentheses(piece), tall=piece.tall)
        return piece

    # ------------------------------------------------------------ names

    def _named(self, node: Expression, dotted: bool = False) -> Piece:
        thing, *indices = node.args
        if node.op in ("abbreviation", "member"):
            self.use(thing, node)
        if node.op == "abbreviation":
            del indices[0]  # what it stands for
        return self.name(thing, tuple(indices), dotted)

    # ------------------------------------------------------------ powers

    def _power(self, base: Expression, exponent: Fraction) -> Piece:
        if exponent == HALF:
            return self._root(base)
        shown = str(exponent)
        if base.op == "function" and base.args[0] != "exp" and exponent.denominator == 1:
            return self.notation.function(base.args[0], self.piece(base.args[1]), shown)
        return self.notation.power(self._base(self.piece(base)), shown)

    def _base(self, piece: Piece) -> str:
        return (
            self.notation.parentheses(piece)
            if piece.raised
            else bracketed(self.notation, piece, ATOM)
        )

    def _root(self, base: Expression) -> Piece:
        if base.op == "power" and base.args[1] == 2:
            inside = self.piece(base.args[0])
            if "|" in inside.text:  # bars in bars do not say which belong together
                inside = Piece(self.notation.parentheses(inside), tall=inside.tall)
            return self.notation.absolute(inside)
        length = self._length(base)
        if length is None:
            return self.notation.root(self.piece(base))
        text, metric = length
        if metric is None:
            return self.notation.norm(text.text, "", text.tall)
        self.use(("norm", metric.args[0]), metric)
        return self.notation.norm(text.text, self.formula(metric), text.tall)

    def _length(self, base: Expression) -> tuple[Piece, Operator | None] | None:
        """Return whose squared length a formula is, and in which metric, None if of no vector."""
        if base.op != "inner":
            return None
        (left, first), (right, second) = (stripped(vector) for vector in base.args)
        metric = [*first, *second]
        text = self.piece(left)
        told = all(one.op == "symbol" and one.args[0].symmetric for one in metric)
        same = text.text == self.formula(right) and len(metric) < 2 and told
        return (text, metric[0] if metric else None) if same else None

    # ------------------------------------------------------------ vectors and operators

    def _inner(self, *sides: Expression) -> Piece:
        (left, first), (right, second) = map(stripped, sides)
        operators = chain([*(operator.T for operator in reversed(first)), *second])
        transposed = Piece(self.notation.transpose(self._base(self.piece(left))))
        return self._applied([transposed], operators, right)

    def _applied(self, left: list[Piece], operators: list[Operator], vector: Expression) -> Piece:
        """Return operators applied to a vector; a multiple of the identity is a number before."""
        before = [*left, *(self._operator_factor(one) for one in operators if not is_multiple(one))]
        numbers = [
            self._inner_factor(self.piece(one.args[0]))
            for one in operators
            if one.op == "scale" and is_multiple(one)
        ]
        before, last = [*numbers, *before], self.piece(vector)
        if not before:
            return last
        if last.level == SUM or (last.level == PRODUCT and not last.open):
            last = Piece(self.notation.parentheses(last), tall=last.tall)
        tall = any(piece.tall for piece in (*before, last))
        return Piece(self.notation.beside([*before, last]), PRODUCT, open=last.open, tall=tall)

    def _operator_factor(self, operator: Operator) -> Piece:
        piece = self.piece(operator)
        return Piece(bracketed(self.notation, piece, ATOM), tall=piece.tall)

    def _operator(self, operator: Operator) -> Piece:
        op, args = operator.op, operator.args
        if op == "symbol":
            return self.name(args[0])
        if op == "transpose":
            return Piece(self.notation.transpose(self._base(self.piece(args[0]))), raised=True)
        if op == "product":
            return self._beside([self._operator_factor(part) for part in chain(list(args))])
        assert op == "identity"
        return Piece(self.notation.identity)

    # ------------------------------------------------------------ sums over indices

    def _over(self, body: Expression, bound: list[Index]) -> tuple[list[Binder], str]:
        """Return what binds the indices of a body, and what is over them."""
        with self.showing(self.fresh_names(body, bound)):
            binders = [self.binder(index) for index in bound]
            return binders, bracketed(self.notation, self.piece(body), PRODUCT)

    # ------------------------------------------------------------ derivatives

    def _rate(self, node: Expression, body: Expression, flow: Flow) -> Piece:
        if is_direction(flow):
            self.use(("along", flow), node)
            factor = bracketed(self.notation, self.piece(body), ATOM)
            return self.notation.along(self.direction(flow), factor)
        self.use(flow, node)
        return self.derivative(body)

    def derivative(self, body: Expression) -> Piece:
        """Return the derivative of a formula by time: a dot over a short name."""
        if body.op in NAMED and parsed(body.args[0].name).short:
            return self._named(body, dotted=True)
        return self.notation.rate(bracketed(self.notation, self.piece(body), ATOM))

    def direction(self, flow: Flow) -> str:
        """Return the direction of a motion along straight lines: X, or a formula."""
        texts = []
        for moved, node in moved_members(flow):
            own = node.op == "item" and are_these(node.args[1:], moved.args[1:])
            texts.append(self.name(node.args[0]).text if own else self.formula(node))
        return ", ".join(texts)

    def _differential(
        self, node: Expression, layer: Layer, index: Index, direction: Any, point: Any
    ) -> Piece:
        self.use(("jacobian", layer, point), node)
        letter = self.jacobian(layer, point)
        taken = {self.index(k) for k in free_indices(node)}
        (probe,) = holders(layer.of, next(c for c in SPARE_INDICES + "i" if c not in taken))
        moved = direction(probe)
        if is_member(moved, probe):
            if moved.op == "abbreviation":
                self.use(moved.args[0], moved)
            shown = self.name(moved.args[0]).text
        else:
            inner = self.notation.indexed(self.formula(moved), [self.index(probe)])
            shown = inner.text
        body = self.notation.beside([Piece(letter), Piece(shown)])
        return self.notation.indexed(body, [self.index(index)])
