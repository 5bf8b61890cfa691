"""Claims that look true: random terms against what rules make of them, half of which are wrong.

A rule that is wrong in general may be right where it is used, so whether a claim is false is for
small models to say. Nothing here knows the engine.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from hypothesis import strategies as st

from property_tests.false_claims.rules import RULES, Rule
from property_tests.false_claims.terms import (
    SUMS,
    DrawnClaim,
    Fact,
    Term,
    free,
    is_vector,
    matched,
    renamed,
    replaced_at,
    scope_of,
    subterms,
)

T = TypeVar("T")
NUMBERS = tuple(map(Fraction, ("0", "1", "-1", "2", "1/2")))
SMALL = 2


class Drawing:
    """What is chosen at random, and names for bound indices that are not used twice."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw
        self._bound = 0

    def pick(self, options: Sequence[T]) -> T:
        """Return one of several."""
        chosen: T = options[self._draw(st.integers(0, len(options) - 1))]
        return chosen

    def often(self, times: int, of: int) -> bool:
        """Return True so many times of so many."""
        return bool(self._draw(st.integers(1, of)) <= times)

    def bound(self) -> str:
        """Return a name for a bound index."""
        self._bound += 1
        return f"j{self._bound}"

    # ------------------------------------------------------------ terms

    def scalar(self, depth: int, scope: tuple[str, ...]) -> Term:
        """Return a scalar whose indices are in scope."""
        if depth == 0 or self.often(1, 6):
            return self.leaf(scope)
        kind = self.pick(KINDS)
        if kind in ("add", "times"):
            return (kind, self.scalar(depth - 1, scope), self.scalar(depth - 1, scope))
        if kind == "power":
            exponent = Fraction(self.pick(("2", "-1", "1/2", "3", "-1/2", "-2")))
            return ("power", self.scalar(depth - 1, scope), exponent)
        if kind in ("exp", "absolute"):
            return (kind, self.scalar(depth - 1, scope))
        if kind == "inner":
            return (kind, self.vector(depth - 1, scope), self.vector(depth - 1, scope))
        if kind == "sum":
            bound = self.bound()
            return (kind, bound, self.range(scope), self.scalar(depth - 1, (*scope, bound)))
        pairs = [(name, self.scalar(SMALL - 1, scope)) for name in self.pick((("a",), ("a", "b")))]
        return (kind, self.scalar(depth - 1, scope), tuple(pairs))

    def leaf(self, scope: tuple[str, ...]) -> Term:
        """Return a scalar without parts."""
        kind = self.pick(
            ("u", "w", "w", "u", "symbol", "symbol", "number", "delta", "member", "size")
        )
        if kind == "symbol":
            return ("symbol", self.pick(("a", "b", "p")))
        if kind == "number":
            return ("number", self.pick(NUMBERS))
        if kind == "u":
            return ("item", "u", self.pick(scope))
        if kind == "w":
            return ("item", "w", self.pick(scope), self.pick(scope))
        return (kind, self.pick(scope), self.pick(scope)) if kind != "size" else (kind,)

    def range(self, scope: tuple[str, ...]) -> tuple[Any, ...]:
        """Return a range of tokens."""
        kind = self.pick(("all", "all", "all", "before", "up_to", "seen"))
        without: list[str] = []
        while self.often(1, 3) and len(without) < 2:
            without.append(self.pick(scope))
        return (kind, None if kind == "all" else self.pick(scope), tuple(without))

    def vector(self, depth: int, scope: tuple[str, ...]) -> Term:
        """Return a vector."""
        if depth <= 0 or self.often(1, 4):
            return ("vector", "y", self.pick(scope))
        kind = self.pick(("plus", "scale", "apply", "vector_sum"))
        if kind == "plus":
            return (kind, self.vector(depth - 1, scope), self.vector(depth - 1, scope))
        if kind == "scale":
            return (kind, self.scalar(depth - 1, scope), self.vector(depth - 1, scope))
        if kind == "apply":
            return (kind, self.pick(("A", "A^T", "S")), self.vector(depth - 1, scope))
        bound = self.bound()
        return (kind, bound, self.range(scope), self.vector(depth - 1, (*scope, bound)))

    # ------------------------------------------------------------ rules

    def rewritten(self, term: Term, facts: Sequence[Fact], times: int) -> Term:
        """Return a term to some places of which rules have been applied."""
        for _ in range(times):
            places = list(subterms(term))
            at = self._draw(st.integers(0, len(places) - 1))
            new = self._applied(places[at], scope_of(term, at), facts)
            if new is not None:
                term = replaced_at(term, at, new)
        return term

    def _applied(self, term: Term, scope: tuple[str, ...], facts: Sequence[Fact]) -> Term | None:
        """Return what a rule, or a fact used as one, makes of a term; None where none applies."""
        found: list[Term] = []
        rules: tuple[Rule, ...] = RULES
        for rule in rules:
            found += rule(term, scope, self.bound)
        for fact in facts:
            if fact.sign == "=" and is_vector(fact.left) == is_vector(term):
                found += _instances(fact, term, scope)
        return self.pick(found) if found else None


KINDS = (
    "add",
    "add",
    "times",
    "times",
    "power",
    "exp",
    "absolute",
    "inner",
    "sum",
    "sum",
    "sum",
    "at",
)


def _instances(fact: Fact, term: Term, scope: tuple[str, ...]) -> list[Term]:
    """Return the other side of a fact of which one looks like a term, whatever its indices are.

    Or looks like it but for an exponent: x^2 = 1 does not say that x = 1.
    """
    out = []
    sides = [(fact.left, fact.right), (fact.right, fact.left)]
    sides += [(side[1], other) for side, other in sides if side[0] == "power"]
    for side, other in sides:
        names = matched(side, term)
        if names is not None:
            out.append(renamed(other, names))
    return [made for made in out if free(made) <= set(scope)]


@st.composite
def equalities(draw: Callable[[Any], Any]) -> DrawnClaim:
    """Draw an equality, by rules and by facts, or by nothing at all."""
    drawing = Drawing(draw)
    facts = _facts(drawing)
    if drawing.often(1, 5):
        left = drawing.vector(3, ("i", "k"))
    elif drawing.often(1, 6):
        left = ("rate", drawing.scalar(3, ("i", "k")))
    else:
        left = drawing.scalar(drawing.pick((2, 3, 3, 4)), ("i", "k"))
    equations = [fact for fact in facts if fact.sign == "="]
    if equations and drawing.often(2, 3):  # something that a fact can be used on
        fact = drawing.pick(equations)
        if not is_vector(fact.left) and not is_vector(left) and left[0] != "rate":
            left = drawing.pick((("add", left, fact.left), ("times", left, fact.left), fact.left))
    return DrawnClaim("=", left, drawing.rewritten(left, facts, drawing.pick((1, 2, 2, 3))), facts)


def _facts(drawing: Drawing) -> tuple[Fact, ...]:
    out: list[Fact] = []
    while drawing.often(2, 5) and len(out) < 3:
        kind = drawing.pick(("=", "=", "=", ">=", ">", "!=", "distinct", "before", "vector"))
        scope = drawing.pick((("i",), ("i", "k")))
        if kind in ("distinct", "before"):
            out.append(Fact(kind, ("i",), ("k",)))
        elif kind == "vector":
            out.append(Fact("=", ("vector", "y", "i"), drawing.vector(1, ("i", "k"))))
        elif kind == "=":
            left = drawing.scalar(drawing.pick((1, 2, 2)), scope)
            if left[0] in ("number", "size"):
                continue
            small = drawing.scalar(drawing.pick((0, 0, 1)), scope)
            out.append(Fact("=", left, small))
        else:
            out.append(
                Fact(kind, drawing.scalar(drawing.pick((0, 1)), scope), ("number", Fraction(0)))
            )
    return tuple(out)


@st.composite
def inequalities(draw: Callable[[Any], Any]) -> DrawnClaim:
    """Draw a comparison whose reason is its gap, written as sums of products of what has signs."""
    drawing = Drawing(draw)
    scope = ("i", "k")
    facts = tuple(f for f in _facts(drawing) if f.sign != "=" or drawing.often(1, 2))
    where = tuple(_condition(drawing, scope, True) for _ in range(drawing.pick((0, 1, 2))))
    every = tuple(_condition(drawing, scope) for _ in range(drawing.pick((0, 0, 1))))
    pairs = tuple(_condition(drawing, scope) for _ in range(drawing.pick((0, 0, 0, 1))))
    conditions = (*where, *every, *pairs)
    known = [f for f in (*facts, *conditions) if f.sign in (">=", ">")]
    because = _nonnegative(drawing, known, 3, scope)
    equal = [f for f in conditions if f.sign == "=" and not is_vector(f.left)]
    if equal and drawing.often(2, 3):  # something that an equation can be used on, or seems to be
        fact = drawing.pick(equal)
        part = fact.left
        if part[0] == "power" and drawing.often(2, 3):
            part = part[1]
            less = ("add", part, ("times", ("number", Fraction(-1)), fact.right))
            part = drawing.pick((part, part, less))
        because = drawing.pick((("add", because, part), ("times", because, part), part))
    times = drawing.pick((0, 1, 1, 2) if equal else (0, 0, 1))
    gap = drawing.rewritten(because, (*facts, *conditions), times)
    if equal and drawing.often(1, 2):
        gap, because = because, gap
    sign = drawing.pick((">=", ">=", ">", "!="))
    return DrawnClaim(sign, gap, ("number", Fraction(0)), facts, because, where, every, pairs)


def _condition(drawing: Drawing, scope: tuple[str, ...], ordered: bool = False) -> Fact:
    """Return a condition: a sign, an equation or, if that may be, an order of indices."""
    kind = drawing.pick(("sign", "sign", "=", "=", "before" if ordered else "sign"))
    if kind == "before":
        return Fact(kind, *drawing.pick(((("i",), ("k",)), (("k",), ("i",)))))
    if kind == "sign":
        return _sign(drawing, scope)
    if drawing.often(1, 6):
        return Fact("=", ("vector", "y", "i"), drawing.vector(1, scope))
    left = drawing.scalar(drawing.pick((0, 0, 1, 2)), scope)
    if drawing.often(1, 4):
        part = ("inner", drawing.vector(0, scope), drawing.vector(0, scope))
        left = drawing.pick((left, part, part))
        left = ("power", left, Fraction(drawing.pick(("2", "3", "1/2", "3/2"))))
    return Fact("=", left, drawing.scalar(drawing.pick((0, 0, 1)), scope))


def _sign(drawing: Drawing, scope: tuple[str, ...]) -> Fact:
    zero: Term = ("number", Fraction(0))
    return Fact(drawing.pick((">=", ">", "!=")), drawing.scalar(drawing.pick((0, 1)), scope), zero)


def _nonnegative(
    drawing: Drawing, known: Sequence[Fact], depth: int, scope: tuple[str, ...]
) -> Term:
    """Return something nonnegative, or what is easily taken for it."""
    kind = drawing.pick(
        (
            "known",
            "known",
            "square",
            "exp",
            "member",
            "number",
            "sum",
            "times",
            "add",
            "root",
            "any",
        )
    )
    if depth == 0 or kind in ("known", "number", "member", "any"):
        if kind == "known" and known:
            names = {k: drawing.pick(scope) for k in ("i", "k")}
            return renamed(drawing.pick(known).left, names if drawing.often(1, 2) else {})
        if kind == "member":
            return ("member", drawing.pick(scope), drawing.pick(scope))
        if kind == "any":
            return drawing.scalar(1, scope)
        return ("number", drawing.pick(tuple(map(Fraction, ("1", "2", "0", "1/2")))))
    if kind == "square":
        return ("power", drawing.scalar(1, scope), Fraction(drawing.pick(("2", "-2", "3"))))
    if kind in ("exp", "absolute"):
        return ("exp", drawing.scalar(1, scope))
    if kind == "root":
        return ("power", _nonnegative(drawing, known, depth - 1, scope), Fraction(1, 2))
    if kind == "sum":
        bound = drawing.bound()
        body = _nonnegative(drawing, known, depth - 1, (*scope, bound))
        return ("sum", bound, drawing.range(scope), body)
    first = _nonnegative(drawing, known, depth - 1, scope)
    return (kind, first, _nonnegative(drawing, known, depth - 1, scope))


@st.composite
def inductions(draw: Callable[[Any], Any]) -> DrawnClaim:
    """Draw a sum over integers against a formula in its end, with a start and bounds that vary."""
    drawing = Drawing(draw)
    m: Term = ("symbol", "m")
    lower, shift = drawing.pick((0, 0, 1, 2, -1)), drawing.pick((-2, -1, 0, 0, 1))
    start = drawing.pick((0, 0, 1, 2))
    upper: Term = ("add", m, ("number", Fraction(shift)))
    name, (body, closed) = drawing.bound(), drawing.pick(SERIES)
    summed: Term = ("integer_sum", name, ("number", Fraction(lower)), upper, body(("place", name)))
    # The telescoped value: closed(upper + 1) - closed(lower), or something beside it.
    end = ("add", upper, ("number", Fraction(drawing.pick((1, 1, 1, 0, 2)))))
    first = ("number", Fraction(lower + drawing.pick((0, 0, 0, 1))))
    right: Term = ("add", closed(end), ("times", ("number", Fraction(-1)), closed(first)))
    if drawing.often(1, 5):
        right = ("times", right, ("symbol", "a"))
        summed = ("times", ("symbol", "a"), summed)
    return DrawnClaim("=", summed, right, induction=True, start=start)


def _half_square(x: Term) -> Term:
    return ("times", ("number", Fraction(1, 2)), ("times", x, ("add", x, ("number", Fraction(-1)))))


SERIES: tuple[tuple[Callable[[Term], Term], Callable[[Term], Term]], ...] = (
    (lambda x: ("number", Fraction(1)), lambda x: x),
    (lambda x: x, _half_square),
    (lambda x: ("whole_power", 2, x), lambda x: ("whole_power", 2, x)),
    (
        lambda x: ("whole_power", Fraction(1, 2), x),
        lambda x: ("times", ("number", Fraction(-2)), ("whole_power", Fraction(1, 2), x)),
    ),
)


@st.composite
def claims(draw: Callable[[Any], Any]) -> DrawnClaim:
    """Draw a claim of any kind."""
    kind = draw(st.integers(0, 9))
    strategy = equalities() if kind < 6 else inequalities() if kind < 9 else inductions()
    claim: DrawnClaim = draw(strategy)
    return claim


__all__ = ["SUMS", "claims", "equalities", "inductions", "inequalities"]
