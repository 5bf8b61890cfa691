"""Claims of linear arithmetic with an author's mistakes, and the engine's own words for them.

Drawn are nested quantifiers, premises inside claims, denials, counted tokens, names that clash, and
assumptions that no formula mentions.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from property_tests.false_claims import known
from property_tests.false_claims.drawing import Drawing
from property_tests.false_claims.linear import Expression, LinearClaim, Tree, mentioned
from verify.vocabulary import *

FACTORS = tuple(map(Fraction, ("1", "1", "-1", "2", "1/2")))
CONSTANTS = tuple(map(Fraction, ("0", "0", "1", "-1", "2")))
CYRILLIC = {"x": "х", "p": "р", "a": "а"}  # letters that look like Latin ones
ONE: Tree = ("one",)
Shown = dict[str, tuple[str, str | None]]  # a binder's name and its LaTeX


class DrawingLinear(Drawing):
    """What is chosen at random of such a claim; binders have identities of their own."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        super().__init__(draw)
        self.names: list[tuple[str, str, str | None]] = []
        self.clashing: dict[str, str] = {}  # binders, and what in scope each looks like

    # ------------------------------------------------------------ names

    def binder(self, letters: str, scope: Sequence[str]) -> str:
        """Return the identity of a new bound thing, and give it a name: rarely one in use."""
        made = f"{letters[0]}{len(self.names)}"
        used = {identity: (name, latex) for identity, name, latex in self.names}
        taken = [(identity, *used.get(identity, (identity, None))) for identity in scope]
        visible = [(of, name) for of, name, latex in taken if latex is None and name.isascii()]
        if visible and self.often(1, 10):
            self.clashing[made], other = self.pick(visible)
            name, latex = self._alike(other)
        else:
            free = [c for c in letters if c not in {name for name, _ in used.values()}]
            name, latex = free[0], None
        self.names.append((made, name, latex))
        return made

    def _alike(self, name: str) -> tuple[str, str | None]:
        """Return a name that is shown as this one is."""
        ways: list[tuple[str, str | None]] = [(name, None)]
        ways += [(f"{name}_other", name)] if name in LETTERS else []
        ways += [(CYRILLIC[name], None)] if name in CYRILLIC else []
        return self.pick(ways)

    # ------------------------------------------------------------ formulas

    def expression(self, numbers: Sequence[str], indices: Sequence[str]) -> Expression:
        """Return a linear expression in what is in scope."""
        terms = [(self.pick(FACTORS), self.symbol(numbers, indices))]
        while self.often(1, 2) and len(terms) < 3:
            terms.append((self.pick(FACTORS), self.symbol(numbers, indices)))
        return (*terms, (self.pick(CONSTANTS), ONE))

    def symbol(self, numbers: Sequence[str], indices: Sequence[str]) -> Tree:
        """Return a number, a_i, a sum over tokens or how many tokens there are."""
        kind = self.pick(("number", "number", "number", "item", "item", "sum", "count"))
        if kind == "number":
            return ("number", self.pick(numbers))
        if kind == "item":
            return ("item", self.index(indices))
        if kind == "sum":
            part = self.pick(("all", "up_to", "before"))
            return ("sum", part, None if part == "all" else self.index(indices))
        return ("count",)

    def index(self, indices: Sequence[str]) -> Any:
        """Return a bound index, or the place of a counted token."""
        return self.pick((*indices, 1, 2, 2))

    def atom(self, numbers: Sequence[str], indices: Sequence[str]) -> Tree:
        """Return a comparison or an equation."""
        if len(indices) > 1 and self.often(1, 5):
            return ("precedes", *indices[-2:])
        return ("atom", self.pick(("<=", "<=", "<", "=")), self.expression(numbers, indices))

    def implication(self, numbers: Sequence[str], indices: Sequence[str]) -> Tree:
        """Return what follows from premises, or nearly: a sum of them, often with a mistake."""
        premises = [("atom", self.pick(("<=", "<", "=")), self.expression(numbers, indices))
                    for _ in range(self.pick((1, 2, 2)))]  # fmt: skip
        terms: list[tuple[Fraction, Tree]] = []
        for _, _, expression in premises:
            factor = self.pick((Fraction(1), Fraction(2)))
            terms += [(factor * c, symbol) for c, symbol in expression]
        terms.append((self.pick((Fraction(0), Fraction(0), Fraction(-1), Fraction(1))), ONE))
        if self.often(1, 4):
            place = self.pick(range(len(terms)))
            terms[place] = (-terms[place][0], terms[place][1])
        if self.often(1, 8):  # premises that contradict each other
            strict = ("atom", "<", ((Fraction(1), ("number", numbers[0])),))
            premises += [strict, ("not", ("atom", "<=", strict[2]))]
        says = ("atom", self.pick(("<=", "<=", "<", "=")), tuple(terms))
        return ("if", ("and", tuple(premises)), says)

    def of_counted(self) -> Tree:
        """Return what is said of counted tokens, if there are so many."""
        many, last = self.pick((1, 2, 2)), self.pick((1, 2, 2))
        whole: Tree = ("sum", *self.pick((("all", None), ("up_to", last), ("before", last + 1))))
        parts = [(Fraction(-1), ("item", k)) for k in range(1, last + 1)]
        says = ("atom", "=", ((Fraction(1), whole), *parts))
        size = ("atom", "=", ((Fraction(1), ("count",)), (Fraction(-many), ONE)))
        return ("if", size, says)

    def sentence(self, depth: int, numbers: Sequence[str], indices: Sequence[str]) -> Tree:
        """Return a claim whose free variables are in scope."""
        if depth == 0:
            kind = self.pick(("if", "if", "if", "atom", "counted"))
            if kind == "counted":
                return self.of_counted()
            return (self.implication if kind == "if" else self.atom)(numbers, indices)
        kind = self.pick(("all", "all", "some", "tokens", "tokens", "token", "if", "join", "not"))
        inner = depth - 1
        if kind in ("all", "some"):
            name = self.binder(LETTERS, numbers)
            return (kind, name, self.sentence(inner, (*numbers, name), indices))
        if kind in ("tokens", "token"):
            name = self.binder(INDICES, indices)
            word = "all tokens" if kind == "tokens" else "some token"
            return (word, name, self.sentence(inner, numbers, (*indices, name)))
        first = self.sentence(inner, numbers, indices)
        if kind == "not":
            return ("not", first)
        if kind == "if":
            return ("if", self.atom(numbers, indices), first)
        other = self.atom(numbers, indices)
        word = self.pick(("and", "or", "iff"))
        return ("iff", first, other) if word == "iff" else (word, (first, other))


LETTERS = "pqrsuvw"
INDICES = "ijlm"


@st.composite
def linear_claims(draw: Callable[[Any], Any]) -> LinearClaim:
    """Draw a claim about x, z and the numbers a_i; z is in no formula, or in assumptions alone."""
    drawing = DrawingLinear(draw)
    about_x = ("atom", "<=", ((drawing.pick(FACTORS), ("number", "x")),
                              (drawing.pick(CONSTANTS), ONE)))  # fmt: skip
    assumed: list[Tree] = [about_x] if drawing.often(1, 3) else []
    if drawing.often(1, 3):
        assumed.append(("atom", "<", ((Fraction(1), ("number", "z")),)))
        if drawing.often(1, 2):  # contradictory, and said of nothing that the claim mentions
            assumed.append(("atom", "<", ((Fraction(-1), ("number", "z")), (Fraction(1), ONE))))
    says = drawing.sentence(drawing.pick((0, 1, 1, 2)), ("x",), ())
    shown = set(mentioned(says))  # what no formula mentions misleads nobody
    names = [one for one in drawing.names if one[0] in shown]
    names += [(identity, identity, None) for identity, *_ in drawing.names if identity not in shown]
    clash = any({made, other} <= shown for made, other in drawing.clashing.items())
    return LinearClaim(says, tuple(assumed), tuple(names), clash, drawing.often(1, 4))


# ------------------------------------------------------------------ in the engine's words


def stated(drawn: LinearClaim, name: str = "linear") -> Any:
    """Return a drawn claim as a statement of its own."""

    def body(given: Given) -> Proof:
        scope: dict[Any, Any] = {v: given(any_scalar(v)) for v in ("x", "z")}
        scope["a"] = given(coefficients("a"))
        shown = {identity: (called, latex) for identity, called, latex in drawn.names}
        for fact in drawn.assumed:
            given(that(_proposition(fact, scope, shown)))
        denied = {"refuted": True, "wrong": "It fails."} if drawn.denied else {}
        yield claim("It is so.", _proposition(drawn.says, scope, shown), **denied)
        b = given(any_scalar("b"))
        yield "A step.", Identity(b + b, 2 * b, name="a step")

    return known.of(name, body, origin="printed" if drawn.denied else "ours")


def _proposition(tree: Tree, scope: dict[Any, Any], shown: Shown) -> Any:
    def say(part: Tree, more: dict[Any, Any] | None = None) -> Any:
        return _proposition(part, {**scope, **(more or {})}, shown)

    word, *parts = tree
    if word == "atom":
        left = _scalar(parts[1], scope)
        return equals(left, 0) if parts[0] == "=" else left <= 0 if parts[0] == "<=" else left < 0
    if word == "precedes":
        return precedes(*(scope[k] for k in parts))
    if word in ("and", "or"):
        return (both if word == "and" else either)(*(say(part) for part in parts[0]))
    if word in ("all", "some"):
        called, latex = shown[parts[0]]
        over = any_scalar(called) if latex is None else any_scalar(called, latex=latex)
        quantifier = for_every if word == "all" else there_is
        return quantifier(over, lambda thing: say(parts[1], {parts[0]: thing}))
    if word in ("all tokens", "some token"):
        index = tokens.any(shown[parts[0]][0])
        quantifier = for_every if word == "all tokens" else there_is
        return quantifier(index, say(parts[1], {parts[0]: index}))
    if word == "not":
        return never(say(parts[0]))
    return (implies if word == "if" else iff)(*(say(part) for part in parts))


def _scalar(expression: Expression, scope: dict[Any, Any]) -> Scalar:
    found = Scalar("number", Fraction(0))
    for factor, symbol in expression:
        found = found + factor * _symbol(symbol, scope) if factor else found
    return found


def _symbol(symbol: Tree, scope: dict[Any, Any]) -> Any:
    word = symbol[0]
    if word == "number":
        return scope[symbol[1]]
    if word == "one":
        return Scalar("number", Fraction(1))
    if word == "count":
        return tokens.count
    place = symbol[-1] if isinstance(symbol[-1], int) else scope.get(symbol[-1])
    if word == "item":
        return scope["a"][place]
    over = {"all": lambda: tokens, "up_to": lambda: tokens.up_to(place),
            "before": lambda: tokens.before(place)}[symbol[1]]()  # fmt: skip
    return total(scope["a"][k] for k in over)
