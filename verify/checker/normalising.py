"""Brings terms into normal form under facts, and finds what facts and grouping say of signs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from verify.checker import polynomials
from verify.checker.parsing import MINUS
from verify.checker.polynomials import HALF, ONE, PI, Operator, frozen, number, plus, power, still
from verify.checker.signs import Signs
from verify.checker.trees import FREE, Mono, Poly, Q, Refused, Tree, Unknown, node, require

HALVE = Tree("number", "", (), HALF)
Bases = dict[tuple[Mono, Mono], tuple[Q, Q]]


class Again(Exception):
    """A binomial coefficient came up in terms of which others are to be written."""


@dataclass(frozen=True)
class Scope:
    """The index at each level, the values of things that have one here; if it is a derivative's."""

    at: Mapping[Q, Tree] = field(default_factory=dict)
    values: Mapping[Tree, Callable[..., Poly]] = field(default_factory=dict)
    moving: bool = False

    def index(self, k: Tree) -> Tree:
        """Return what an index stands for."""
        require(k.name != "integers", "a number is used as an index")
        return self.at[k.number] if k.head == "local" else k

    def under(self, levels: Mapping[Q, Tree]) -> Scope:
        """Return the scope where levels have indices."""
        return replace(self, at={**self.at, **levels})

    def put(self, values: Mapping[Tree, Callable[..., Poly]]) -> Scope:
        """Return the scope where things have values."""
        return replace(self, values={**self.values, **values})


class Reader(Signs):
    """Brings terms into normal form; what they divide by must be known not to be 0."""

    def __init__(self, bases: Bases) -> None:
        super().__init__()
        self.bases = bases
        self.strict = False  # whether what is no formula of integers is refused
        self.series_over: tuple[Poly, int] | None = None
        self.radicands: set[Mono] = set()  # what was judged not to be negative, and has a root

    # ------------------------------------------------------------------ terms

    def read(self, t: Tree, s: Scope) -> Poly:
        """Return the normal form of a scalar or a vector."""
        match t:
            case Tree("number", number=q):
                return number(q)
            case Tree("symbol" | "vector_symbol" | "item" | "vector_item" | "member", _, parts):
                return self.given(t.head, parts[0], s, *map(s.index, parts[1:]))
            case Tree("size", _, (sort,)):
                return self.leaf(Tree("size", sort.head))
            case Tree("pi" | "zero"):
                return self.leaf(PI) if t == PI else {}
            case Tree("place", _, (k,)):
                require(k.name == "integers", "an index is used as a number")
                return self.given("place", k, s, s.at.get(k.number, k))
            case Tree("delta" | "before", _, (i, j)):
                return self.leaf(node(t.head, s.index(i), s.index(j)))
            case Tree("add", _, (a, b)):
                return plus(self.read(a, s), self.read(b, s))
            case Tree("multiply", _, (a, b)):
                return self.times(self.read(a, s), self.read(b, s))
            case Tree("power", _, (a,), k):
                return self.to_power(a, k, s)
            case Tree("power_of", _, (Tree("number", number=q), b)):
                require(q > 0, "the base of a symbolic power must be a positive number")
                return self.powers(str(q), self.read(b, s))
            case Tree("inner", _, (a, b)):
                return self.inner(self.read(a, s), self.read(b, s))
            case Tree("function", name, (a,)):
                return self.function(name, a, s)
            case Tree("binomial", _, (a, b)):
                require(not s.moving, "a binomial coefficient has no derivative")
                return self.binomial(self.read(a, s), self.read(b, s))
            case Tree("apply", _, (o, u)):
                return self.applied(self.operator(o, s), self.read(u, s))
            case Tree("total", _, (k, where, a)):
                fresh, inside = self.inside(k, s)
                return self.total(self.times(self.read(where, inside), self.read(a, inside)), fresh)
            case Tree("series", _, (k, *ends, a)):
                lower, upper = (self.read(end, s) for end in ends)
                return self.summed(k, lower, upper, a, s)
            case Tree("largest" | "least", _, (k, where, a)):
                require(not s.moving, f"the {t.head} value has no derivative")
                fresh, inside = self.inside(k, s)
                weight = self.read(where, inside)
                what = f"nothing says that there is anything to be the {t.head} of"
                require(self.is_weighted(fresh, [(weight, False)]), what, Unknown)
                return self.extreme(t.head, weight, self.read(a, inside), fresh[0])
            case Tree("at", _, (a, *puts)):
                return self.read(a, self.placed(puts, s))
            case Tree("rate", _, (a, *flow)):
                return self.rate(a, flow, s)
        raise Refused(f"the term {t.head} cannot be dealt with")

    def given(self, head: str, name: Tree, s: Scope, *ks: Tree) -> Poly:
        """Return a thing, at indices if it has some, or the value it has here."""
        value = s.values.get(node(head, name))
        if value is not None:
            return value(*ks)
        atom = Tree(head, "" if head == "place" else name.head, ks)
        return self.gram(atom, (), FREE) if head.startswith("vector_") else self.leaf(atom)

    def inside(self, k: Tree, s: Scope) -> tuple[list[Tree], Scope]:
        """Return a fresh index, and the scope where a level has it."""
        fresh = self.fresh(k.name)
        return [fresh], s.under({k.number: fresh})

    def to_power(self, a: Tree, k: Q, s: Scope) -> Poly:
        if k == 2 and a.head == "power" and a.number == HALF and a.parts[0].head == "inner":
            u, v = a.parts[0].parts
            if self.read(u, s) == self.read(v, s):  # the square of a length, also where it is 0
                return self.read(a.parts[0], s)
        p = self.read(a, s)
        require(k * 2 % 1 == 0 and -64 <= k <= 64, f"the exponent {k} cannot be dealt with")
        sign, apart = self.judge(a, s) if k < 0 or k % 1 else (True, True)
        fits = apart or not (k < 0 or s.moving)  # a root has no derivative at 0
        where = "" if k < 0 else "; there a root has no rate: take that of its square"
        require(fits, f"nothing says that {told(a):.160} is not zero{where}", Unknown)
        fits = sign or k % 1 == 0 or frozen(p) in self.radicands
        require(fits, f"nothing says that {told(a):.160} is not negative", Unknown)
        if k % 1 and not any(map(polynomials.moves, p)):
            self.radicands.add(frozen(p))
        return self.raised(p, k)

    def function(self, name: str, a: Tree, s: Scope) -> Poly:
        p = self.read(a, s)
        match name:
            case "exp":
                return self.powers("e", p)
            case "sin" | "cos":
                return self.wave(name, p)
            case "tan":
                under = self.to_power(Tree("function", "cos", (a,)), -1, s)
                return self.times(self.wave("sin", p), under)
            case "log":
                fits = self.judge(a, s) == (True, True)
                require(fits, f"nothing says that {told(a):.160} is positive", Unknown)
                return self.log(p)
        raise Refused(f"the function {name} cannot be dealt with")

    def binomial(self, upper: Poly, lower: Poly) -> Poly:
        """Return C(a, k) for integers a and k (0 for k < 0 and k > a) by another one beside it.

        C(a - 1, k) = C(a, k) (a - k) / a and C(a, k + 1) = C(a, k) (a - k) / (k + 1) hold for all
        integers unless the denominator is 0; so that one has the greatest a and the least k.
        """
        self.of_integers("a binomial coefficient", upper, lower)
        a, k = upper.get((), 0), lower.get((), 0)
        small = a % 1 == k % 1 == 0 and -99 < a < 99 and -99 < k < 99
        require(small, "a binomial coefficient is of integers, with small numbers in them")
        if lower.keys() <= ONE.keys() and (k < 0 or self.known(upper)[0] == 1):
            out: Poly = ONE if k >= 0 else {}  # a product of k factors
            for i in range(int(k)):
                factor = plus({}, plus(upper, ONE, -i), Fraction(1, i + 1))
                out = self.times(out, factor)
            return out
        start = (plus(upper, ONE, -a), plus(lower, ONE, -k))
        name = (frozen(start[0]), frozen(start[1]))
        top, bottom = self.bases.setdefault(name, (a, k))
        if a > top or k < bottom:
            self.bases[name] = (max(a, top), min(k, bottom))
            raise Again
        n, j = plus(start[0], ONE, top), plus(start[1], ONE, bottom)
        out = power(node("binomial", *(Tree("poly", "", frozen(p)) for p in (n, j))))
        while (n, j) != (upper, lower):
            under = plus(j, ONE) if j != lower else n
            apart = self.known(under)[1]
            require(apart, "nothing says that a place in a binomial coefficient is not 0", Unknown)
            out = self.times(self.times(out, plus(n, j, -1)), self.inverse(under))
            n, j = (n, under) if j != lower else (plus(n, ONE, -1), j)
        return out

    def of_integers(self, what: str, *polys: Poly) -> None:
        """Refuse what is not known to be of integers, where that is asked."""
        fits = not self.strict or all(map(self.is_integer, polys))
        require(fits, f"nothing says that {what} is of integers")

    def summed(self, k: Tree, lower: Poly, upper: Poly, a: Tree, s: Scope) -> Poly:
        """Return a sum over integers; between numbers it is written out.

        In an induction over n, what is beyond the values that are there at the start comes out.
        """

        def value(at: Poly) -> Poly:
            return self.read(a, s.put({node("place", k): lambda _: at}))

        self.of_integers("a sum", lower, upper)
        first = lower.get((), 0)
        out: Poly = {}
        if self.series_over is not None and self.series_over[0].keys() <= upper.keys():
            n, start = self.series_over
            end = plus(upper, n, -1)
            more = end.get((), 0) + start + 1 - first  # how many values there are at the start
            fits = {*lower, *end} <= {*ONE} and first % 1 == more % 1 == 0
            require(fits, "a sum in an induction is from an integer to n + an integer")
            require(0 <= more <= 99, "a sum is empty until after the start of the induction")
            out = polynomials.summed(value(plus(upper, ONE, -j)) for j in range(int(more)))
            upper = plus(upper, ONE, -more)
        elif {*lower, *upper} <= {*ONE}:
            last = upper.get((), 0)
            require(first % 1 == last % 1 == 0 and last - first < 99, "a sum is over few integers")
            return polynomials.summed(value(number(j)) for j in range(int(first), int(last) + 1))
        fresh, inside = self.inside(k, s)
        return plus(out, self.series(lower, upper, self.read(a, inside), fresh[0]))

    def placed(self, puts: list[Tree], s: Scope) -> Scope:
        """Return the scope where things have the values of terms."""
        values = {node(x.name, x.parts[0]): self.read(x.parts[1], s) for x in puts}
        return s.put({thing: partial(dict, p) for thing, p in values.items()})

    def rate(self, a: Tree, flow: list[Tree], s: Scope) -> Poly:
        """Return what multiplies h in the value of a where x + h v stands for each thing."""
        step = Tree("tangent", f"h{next(self.counter)}")

        def moved(x: Tree, v: Tree, *ks: Tree) -> Poly:
            return plus(self.field(x, ks, s), self.times({(step,): 1}, self.field(v, ks, s)))

        things = {node(m.name, m.parts[0]): partial(moved, *m.parts[1:]) for m in flow}
        p = self.read(a, replace(s.put(things), moving=True))
        return {tuple(x for x in m if x != step): c for m, c in p.items() if step in m}

    def field(self, t: Tree, ks: tuple[Tree, ...], s: Scope) -> Poly:
        """Return a function of indices at some."""
        of, *levels = t.parts
        require(len(levels) == len(ks), "what moves has another number of indices")
        return self.read(of, s.under({x.number: k for x, k in zip(levels, ks, strict=True)}))

    def operator(self, t: Tree, s: Scope) -> Operator:
        """Return a linear map as {word: coefficient}."""
        match t:
            case Tree("operator"):
                return {(t,): ONE}
            case Tree("identity"):
                return {(): ONE}
            case Tree("transpose", _, (a,)):
                return {polynomials.flipped(w): c for w, c in self.operator(a, s).items()}
            case Tree("operator_scale", _, (c, a)):
                by = self.read(c, s)
                return {w: self.times(by, d) for w, d in self.operator(a, s).items()}
        left, right = ([*self.operator(a, s).items()] for a in t.parts)
        terms = left + right
        if t.head == "product":
            terms = [((*v, *w), self.times(p, q)) for v, p in left for w, q in right]
        out: Operator = {}
        for word, p in terms:
            out[word] = plus(out.get(word, {}), p)
        return out

    def applied(self, operator: Operator, u: Poly) -> Poly:
        parts = (self.times(c, self.plugged(u, FREE, word)) for word, c in operator.items())
        return polynomials.summed(parts)

    # ------------------------------------------------------------------ signs

    def judge(self, t: Tree, s: Scope) -> tuple[bool, bool]:
        """Return whether a scalar is known to be >= 0, and whether it is known not to be 0.

        The author's own grouping is followed down to what facts or squares say.
        """
        p = still(self.read(t, s))
        sign, apart = self.known(p)
        if sign > 0 and apart:
            return True, True
        more = (False, False)
        match t:
            case Tree("add" | "multiply", _, (a, b)):
                (x, y), (u, v) = self.judge(a, s), self.judge(b, s)
                if t.head == "add":
                    gap = self.is_gap(a, b, p, s) or self.is_longer(a, b, s)
                    more = (x and u) or gap, x and u and (y or v)
                else:
                    more = (x and u) or self.read(a, s) == self.read(b, s), y and v
            case Tree("power", _, (a,), k):
                x, y = self.judge(a, s)
                more = (x or k % 2 != 1, y or k < 0)
            case Tree("inner", _, (u, v)):
                more = (self.read(u, s) == self.read(v, s), False)
            case Tree("total", _, (k, where, a)):
                fresh, inside = self.inside(k, s)
                x = self.judge(a, inside)[0]
                weights = [(self.read(f, inside), self.judge(f, inside)[1]) for f in factors(a)]
                weights += [(self.read(where, inside), False)]
                more = (x, x and self.is_weighted(fresh, weights))
            case Tree("at", _, (a, *puts)):
                more = self.judge(a, self.placed(puts, s))
            case Tree("function", "sin" | "cos" as name, (a,)):  # positive on half a turn
                back, half = node("multiply", MINUS, a), node("multiply", HALVE, PI)
                ends = [a, node("add", PI, back)]
                ends = ends if name == "sin" else [node("add", half, x) for x in (a, back)]
                (x, y), (u, v) = (self.judge(end, s) for end in ends)
                more = (x and u, x and u and y and v)
        return sign > 0 or more[0], apart or more[1]

    def longest(self, t: Tree, s: Scope, most: int) -> Poly:
        """Return what a length is at most: those of `most` + 1 terms; of all, if it is negative."""
        match t:
            case Tree("add", _, (u, v)) if most:
                return plus(self.longest(u, s, most - 1), self.longest(v, s, min(most, 0)))
            case Tree("multiply", _, (c, u)):
                by = self.read(c, s)
                by = by if self.judge(c, s)[0] else self.raised(self.times(by, by), HALF)
                return self.times(by, self.longest(u, s, most))
            case Tree("total", _, (k, where, u)):
                fresh, inside = self.inside(k, s)
                by = self.read(where, inside)
                return self.total(self.times(by, self.longest(u, inside, most)), fresh)
        p = self.read(t, s)
        return self.raised(self.inner(p, p), HALF)

    def is_longer(self, a: Tree, b: Tree, s: Scope) -> bool:
        """Return whether b is minus the length of a vector, and a the sum of those of its terms."""
        match b:
            case Tree("multiply", _, (by, Tree("power", _, (Tree("inner", _, (v, w)),), k))):
                fits = (self.read(a, s) == self.longest(v, s, most) for most in (-1, 0, 1, 2))
                return (by, k, v) == (MINUS, HALF, w) and any(fits)
        return False

    def is_gap(self, a: Tree, b: Tree, p: Poly, s: Scope) -> bool:
        """Return whether p = a + b is 1 - a wave, or a gap of Schwarz or of a tangent."""
        first = a.parts[0] if a.head == "add" else a
        match a, b:
            case _, Tree("multiply", _, (by, Tree("function", "log", (of,)))) if by == MINUS:
                gap = plus(plus(still(self.read(of, s)), ONE, -1), self.function("log", of, s), -1)
            case _ if (first.head, first.name) == ("function", "log"):
                over = self.raised(still(self.read(first.parts[0], s)), -1)
                gap = plus(plus(over, ONE, -1), self.read(first, s))
            case Tree("number", number=1), Tree("multiply", _, (by, Tree("function", wave))):
                return by == MINUS and wave in ("sin", "cos")
            case Tree("multiply", _, (Tree("inner", _, (v, _)), Tree("inner", _, (w, _)))), _:
                x, y = (still(self.read(end, s)) for end in (v, w))
                squares = self.times(self.inner(x, x), self.inner(y, y))
                gap = plus(squares, self.raised(self.inner(x, y), 2), -1)
            case _:
                if (first.head, first.name) != ("function", "exp"):
                    return False
                z = still(self.read(first.parts[0], s))
                gap = plus(self.powers("e", z), plus(z, ONE), -1)
        return not self.cleared(plus(p, gap, -1))[0]


def factors(t: Tree) -> list[Tree]:
    """Return what a term is a product of."""
    return [x for part in t.parts for x in factors(part)] if t.head == "multiply" else [t]


def told(t: Tree) -> str:
    """Return a term for a reader: v - c v^2."""
    if t.head in ("symbol", "vector_symbol"):
        return t.parts[0].head
    if t.head == "number":
        return str(t.number)
    parts = [told(part) for part in t.parts]
    if t.head == "add":
        return " + ".join(parts).replace("+ -1 ", "- ").replace("+ -", "- ")
    parts = [f"({p})" if part.head == "add" else p for part, p in zip(t.parts, parts, strict=True)]
    if t.head in ("multiply", "scale"):
        return " ".join(parts)
    if t.head == "power" and len(parts) == 1:
        return f"{parts[0]}^{t.number}"
    return f"{t.name or t.head}({', '.join(parts)})" if parts else t.name or t.head
