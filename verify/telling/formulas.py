"""Formulas as text: one walk of the tree, written by a `Notation` (LaTeX, or one-line Unicode).

    latex(flow_rate)      # \\dot{s}_i = \\sum_{j} \\alpha_{ij} ...
    text(flow_rate)       # ṡᵢ = Σⱼ αᵢⱼ ...

Abbreviations are printed by name. A printer remembers what it used that a reader must be told:
abbreviations, norms, flows, Jacobians, sizes; `verify.telling.definitions` writes those out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from verify.language.expressions import Expression, Operator, Relation, Scalar
from verify.language.indices import SIZE_NAMES, Index, IndexLike, Range
from verify.language.motion import Flow
from verify.language.symbols import Family
from verify.language.walk import free_indices, things
from verify.telling.factors import Factors, Quotient
from verify.telling.names import parsed
from verify.telling.notation import ATOM, PRODUCT, SUM, Binder, Notation, Piece, bracketed

SPARE_INDICES = "jklm"
HALF = Fraction(1, 2)
NAMED = ("symbol", "item", "abbreviation")
SIGNED = ("number", "multiply", "scale")


class Printer:
    """Writes formulas in one notation and remembers what they use.

    `used` maps what needs a definition to the formula's node it was first met in, in that order.
    """

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.used: dict[Any, Any] = {}
        self._shown: dict[Index, str] = {}
        self._jacobians: list[tuple[Any, Any]] = []

    def formula(self, node: Expression) -> str:
        """Return a formula as text."""
        return self.piece(node).text

    def relation(self, relation: Relation) -> str:
        """Return a comparison as text."""
        sign = self.notation.relations[relation.sign]
        return f"{self.formula(relation.left)} {sign} {self.formula(relation.right)}"

    def terms(self, node: Expression) -> tuple[str, ...]:
        """Return the terms of a formula's outermost sum, each with its sign."""
        return self._joined_terms(self._signed_terms(node))

    def grouped_terms(self, node: Expression) -> tuple[str, ...]:
        """Return the summands of a reason: what is subtracted stays with what it is taken from."""
        return self._joined_terms([(False, self.piece(part)) for part in _groups(node)])

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
            return self._name(value).text
        return str(value)

    def index(self, index: IndexLike) -> str:
        """Return an index as it is printed here (a bound one may have been renamed)."""
        if isinstance(index, int):
            return str(index)
        if index in self._shown:
            return self._shown[index]
        return self.notation.name(index.name or "j", (), None, False).text

    @contextmanager
    def showing(self, names: dict[Index, str]) -> Iterator[None]:
        """Print some indices under other names for a while."""
        before = dict(self._shown)
        self._shown.update(names)
        try:
            yield
        finally:
            self._shown = before

    def jacobian(self, layer: Any, point: Any) -> str:
        """Return the letter of a Jacobian: J, and J_2, J_3, ... for others of the statement."""
        key = (layer, point)
        if key not in self._jacobians:
            self._jacobians.append(key)
        number = self._jacobians.index(key) + 1
        return self.notation.name("J" if number == 1 else f"J{number}", (), None, False).text

    def use(self, what: Any, where: Any = None) -> None:
        """Remember that a formula used something a reader must be told."""
        self.used.setdefault(what, where)

    # ------------------------------------------------------------ sums and products

    def piece(self, node: Expression) -> Piece:
        """Return a formula with what must be known to put it beside others."""
        if isinstance(node, Operator):
            return self._operator(node)
        if node.op == "add" or node.op in SIGNED or _divides(node):
            terms = self._signed_terms(node)
            if len(terms) == 1 and not terms[0][0]:
                return terms[0][1]
            texts = self.terms(node)
            tall = any(piece.tall for _, piece in terms)
            return Piece(" ".join(texts), SUM, tall=tall)
        written: Piece = getattr(self, f"_{node.op}")(node)
        return written

    def _signed_terms(self, node: Expression) -> list[tuple[bool, Piece]]:
        if node.op == "add":
            return [pair for part in node.args for pair in self._signed_terms(part)]
        if node.op in SIGNED or _divides(node):
            return [self._product(node)]
        return [(False, self.piece(node))]

    def _product(self, node: Expression) -> tuple[bool, Piece]:
        """Return whether a product is negative, and its absolute part."""
        found = Factors()
        found.collect(node)
        if found.coefficient == 0:
            return False, Piece("0")
        size, first = abs(found.coefficient), found.quotients[0]
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

    # ------------------------------------------------------------ names and indices

    def _name(self, thing: Any, indices: tuple[IndexLike, ...] = (), dotted: bool = False) -> Piece:
        shown = [self.index(k) for k in indices]
        return self.notation.name(thing.name, shown, getattr(thing, "latex", None), dotted)

    def _symbol(self, node: Expression, dotted: bool = False) -> Piece:
        return self._name(node.args[0], (), dotted)

    def _item(self, node: Expression, dotted: bool = False) -> Piece:
        return self._name(node.args[0], node.args[1:], dotted)

    def _abbreviation(self, node: Expression, dotted: bool = False) -> Piece:
        named, _, *indices = node.args
        self.use(named, node)
        return self._name(named, tuple(indices), dotted)

    def _member(self, node: Expression) -> Piece:
        self.use(node.args[0], node)
        return self._item(node)

    def _size(self, node: Expression) -> Piece:
        self.use(("size", node.args[0]), node)
        return Piece(SIZE_NAMES[node.args[0]])

    def _zero(self, _: Expression) -> Piece:
        return Piece("0")

    def _pi(self, _: Expression) -> Piece:
        return self.notation.name("pi", (), None, False)

    def _place(self, node: Expression) -> Piece:
        return Piece(self.index(node.args[0]))

    def _delta(self, node: Expression) -> Piece:
        return self.notation.name("delta", [self.index(k) for k in node.args], None, False)

    # ------------------------------------------------------------ powers and functions

    def _power(self, node: Expression) -> Piece:
        base, exponent = node.args
        if exponent == HALF:
            return self._root(base)
        shown = self.notation.plain_rational(exponent)
        if base.op == "function" and base.args[0] != "exp" and exponent.denominator == 1:
            return self.notation.function(base.args[0], self.piece(base.args[1]), shown)
        return self.notation.power(self._base(self.piece(base)), shown)

    def _base(self, piece: Piece) -> str:
        return self.notation.parentheses(piece) if piece.raised else bracketed(
            self.notation, piece, ATOM
        )

    def _root(self, base: Expression) -> Piece:
        if base.op == "power" and base.args[1] == 2:
            return self.notation.absolute(self.piece(base.args[0]))
        if base.op == "inner":
            (left, first), (right, second) = (_stripped(vector) for vector in base.args)
            metric = [*first, *second]
            text = self.piece(left)
            if text.text == self.formula(right) and len(metric) < 2:
                if not metric:
                    return self.notation.norm(text.text, "", text.tall)
                if metric[0].op == "symbol" and metric[0].args[0].symmetric:
                    self.use(("norm", metric[0].args[0]), metric[0])
                    return self.notation.norm(text.text, self.formula(metric[0]), text.tall)
        return self.notation.root(self.piece(base))

    def _power_of(self, node: Expression) -> Piece:
        base, exponent = (self.piece(part) for part in node.args)
        simple = node.args[0].op == "number" and node.args[0].args[0].denominator == 1
        return self.notation.power(base.text if simple else self._base(base), exponent.text)

    def _function(self, node: Expression) -> Piece:
        return self.notation.function(node.args[0], self.piece(node.args[1]))

    def _binomial(self, node: Expression) -> Piece:
        return self.notation.binomial(*(self.piece(part) for part in node.args))

    def _at(self, node: Expression) -> Piece:
        body, pairs = node.args
        where = [f"{self.formula(x)} = {self.formula(value)}" for x, value in pairs]
        return self.notation.at(bracketed(self.notation, self.piece(body), PRODUCT), where)

    # ------------------------------------------------------------ vectors and operators

    def _inner(self, node: Expression) -> Piece:
        (left, first), (right, second) = (_stripped(vector) for vector in node.args)
        operators = [*(operator.T for operator in reversed(first)), *second]
        transposed = Piece(self.notation.transpose(self._base(self.piece(left))))
        return self._applied([transposed, *map(self._operator_factor, operators)], right)

    def _apply(self, node: Expression) -> Piece:
        vector, operators = _stripped(node)
        return self._applied([self._operator_factor(operator) for operator in operators], vector)

    def _applied(self, before: list[Piece], vector: Expression) -> Piece:
        last = self.piece(vector)
        if last.level == SUM or (last.level == PRODUCT and not last.open):
            last = Piece(self.notation.parentheses(last), tall=last.tall)
        tall = any(piece.tall for piece in (*before, last))
        return Piece(self.notation.beside([*before, last]), PRODUCT, open=last.open, tall=tall)

    def _operator_factor(self, operator: Operator) -> Piece:
        piece = self._operator(operator)
        return Piece(bracketed(self.notation, piece, ATOM), tall=piece.tall)

    def _operator(self, operator: Operator) -> Piece:
        op, args = operator.op, operator.args
        if op == "symbol":
            return self._name(args[0])
        if op == "transpose":
            return Piece(self.notation.transpose(self._base(self._operator(args[0]))), raised=True)
        if op == "product":
            return self._beside([self._operator_factor(part) for part in args])
        if op == "identity":
            return Piece(self.notation.identity)
        terms = self._operator_terms(operator)
        if len(terms) == 1 and not terms[0][0]:
            return terms[0][1]
        texts = [
            f"{self.notation.minus if negative else self.notation.plus} {piece.text}"
            for negative, piece in terms
        ]
        first = f"{self.notation.minus if terms[0][0] else ''}{terms[0][1].text}"
        return Piece(" ".join([first, *texts[1:]]), SUM, tall=any(p.tall for _, p in terms))

    def _operator_terms(self, operator: Operator) -> list[tuple[bool, Piece]]:
        if operator.op == "add":
            return [term for part in operator.args for term in self._operator_terms(part)]
        if operator.op == "scale":
            return [self._product(operator)]
        return [(False, self._operator(operator))]

    # ------------------------------------------------------------ sums over indices

    def _total(self, node: Expression) -> Piece:
        body, *bound = node.args
        with self.showing(self._fresh_names(body, bound)):
            binders = [self._binder(index) for index in bound]
            piece = self.piece(body)
            text = bracketed(self.notation, piece, PRODUCT)
        return self.notation.total(binders, text)

    def _fresh_names(self, body: Any, bound: list[Index]) -> dict[Index, str]:
        """Return printed names for bound indices that mean nothing else inside their sum."""
        outside = free_indices(body) - set(bound)
        taken = {self.index(k) for k in outside} | {thing.name for thing in things(body)}
        names: dict[Index, str] = {}
        for index in bound:
            wanted = (index.name or "j", *SPARE_INDICES, *(f"j_{k}" for k in range(1, 99)))
            shown = (self.notation.name(name, (), None, False).text for name in wanted)
            names[index] = next(name for name in shown if name not in taken)
            taken.add(names[index])
        return names

    def _binder(self, index: Index) -> Binder:
        shown, over, write = self.index(index), index.over, self.notation
        if over.kind == "integers":
            assert over.lower is not None and over.upper is not None
            return Binder(f"{shown} = {self.formula(over.lower)}", self.formula(over.upper))
        parts = [shown]
        if over.limit is not None:
            parts = [self._limited(shown, over)]
        if over.without is not None:
            excluded = self.index(over.without)
            parts.append(f"{shown} {write.differs} {excluded}")
            if over.limit is None:
                parts = parts[1:]
        return Binder(", ".join(parts))

    def _limited(self, shown: str, over: Range) -> str:
        assert over.limit is not None
        limit, write = self.index(over.limit), self.notation
        if over.kind == "seen":
            self.use(over.mask, over)
            return f"{shown} {write.member_of} {self._name(over.mask).text}({limit})"
        sign = write.less if over.kind == "before" else write.at_most
        return f"{shown} {sign} {limit}"

    # ------------------------------------------------------------ derivatives

    def _rate(self, node: Expression) -> Piece:
        body, flow = node.args
        if is_direction(flow):
            self.use(("along", flow), node)
            factor = bracketed(self.notation, self.piece(body), ATOM)
            return self.notation.along(self.direction(flow), factor)
        self.use(flow, node)
        if body.op in NAMED and parsed(body.args[0].name).short:
            dotted: Piece = getattr(self, f"_{body.op}")(body, dotted=True)
            return dotted
        return self.notation.rate(bracketed(self.notation, self.piece(body), ATOM))

    def direction(self, flow: Flow) -> str:
        """Return the direction of a motion along straight lines: X, or a formula."""
        texts = []
        for thing, velocity in flow.moves.items():
            indices = generic_indices(thing)
            node = velocity(*indices)
            own = node.op == "item" and node.args[1:] == indices
            texts.append(self._name(node.args[0]).text if own else self.formula(node))
        return ", ".join(texts)

    def _differential(self, node: Expression) -> Piece:
        layer, index, direction, point = node.args
        self.use(("jacobian", layer, point), node)
        letter = self.jacobian(layer, point)
        taken = {self.index(k) for k in free_indices(node)}
        probe = generic_indices(layer.of, next(c for c in SPARE_INDICES + "i" if c not in taken))[0]
        moved = direction(probe)
        if _is_member(moved, probe):
            if moved.op == "abbreviation":
                self.use(moved.args[0], moved)
            shown = self._name(moved.args[0]).text
        else:
            inner = self.notation.indexed(self.formula(moved), [self.index(probe)])
            shown = inner.text
        body = self.notation.beside([Piece(letter), Piece(shown)])
        return self.notation.indexed(body, [self.index(index)])


def is_direction(flow: Flow) -> bool:
    """Tell whether a flow is a direction to differentiate along, not a motion in time."""
    scalars = all(not isinstance(x, Family) and x.kind == "scalar" for x in flow.moves)
    return flow.raw.name == "given" and not scalars


def generic_indices(thing: Any, names: str = "ijk") -> tuple[Index, ...]:
    """Return one free index for each index a family takes."""
    sorts = thing.sorts if isinstance(thing, Family) else ()
    return tuple(Index(name, Range(sort)) for name, sort in zip(names, sorts, strict=False))


def _groups(node: Expression) -> list[Expression]:
    if node.op != "add" or _is_negative(node.args[1]):
        return [node]
    return [*_groups(node.args[0]), *_groups(node.args[1])]


def _is_negative(node: Expression) -> bool:
    found = Factors()
    found.collect(node)
    return found.coefficient < 0


def _is_member(node: Expression, index: Index) -> bool:
    """Tell whether a formula is one member of a family, at just this index."""
    arity = {"item": 1, "abbreviation": 2}.get(node.op)
    return arity is not None and len(node.args) == arity + 1 and node.args[-1] is index


def _divides(node: Expression) -> bool:
    return node.op == "power" and bool(node.args[1] < 0)


def _stripped(vector: Expression) -> tuple[Expression, list[Operator]]:
    """Return the vector below a chain of operators, and the operators, outermost first."""
    operators: list[Operator] = []
    while vector.op == "apply":
        operators.append(vector.args[0])
        vector = vector.args[1]
    return vector, operators
