"""Reads the terms and facts of claim documents, and what their grouping says of signs."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from flint import fmpq

from verify.checker.forms import (
    FREE,
    HALF,
    INDICATORS,
    ONE,
    Forms,
    Poly,
    Refused,
    Unknown,
    gathered,
    number,
    plus,
    power,
    proportion,
    shape,
    still,
)
from verify.checker.matching import flipped, indices, same_sort

Scope = dict[Any, Any]
"""Index names with what they stand for; (kind, name) of a thing with its value, a function."""

SORTS = ("tokens", "heads", "modes")
VECTORS = (
    "zero", "vector_symbol", "vector_item", "vector_add", "scale", "apply", "vector_total",
    "vector_rate", "differential",
)  # fmt: skip
MOVING = ("moving",)  # is in the scope of what is being derived
HALF_TURN = ["multiply", ["pi"], ["number", "1/2"]]
# The sign of an atom of such a kind (0: not a real number), and whether it is not 0.
KNOWN = {
    **dict.fromkeys(("exp", "base"), (1, True)),
    **dict.fromkeys((*INDICATORS, "binomial"), (1, False)),
    **dict.fromkeys(("turn", "unit", "tangent"), (0, False)),
}


class Again(Exception):
    """A binomial coefficient came up in terms of which others are to be written."""


def rational(text: Any) -> Fraction:
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,999}(/\d{1,999})?", text):
        raise Refused(f"{text!r:.40} is not a rational number")
    return Fraction(text)


def named(name: Any) -> str:
    if not isinstance(name, str):
        raise Refused(f"{name!r:.40} is not a name")
    return name


def positive(op: Any, q: Any) -> str:
    if op != "number" or rational(q) <= 0:
        raise Refused("the base of a symbolic power must be a positive number")
    return str(rational(q))


class Reader(Forms):
    """Brings terms into normal form; what they divide by must be known not to be 0."""

    def __init__(self, bases: dict[Any, Any]) -> None:
        super().__init__()
        self.bases = bases
        self.facts: list[Any] = []
        self.know((), plus(power(("pi",)), ONE, -3), ">", {})
        for k in SORTS:
            self.know((), plus(power(("size", k)), ONE, -1), ">=", {})

    def know(self, variables: Any, gap: Poly, sign: str, base: Poly) -> None:
        """Keep what a fact says of gap; base, if any, is not negative and has the square gap."""
        self.facts.append((shape(gap), variables, gap, sign, base))

    def read(self, t: Any, s: Scope, vector: bool = False) -> Poly:
        """Return the normal form of a scalar, or of a vector."""
        op, *parts = t
        go = partial(self.read, s=s, vector=vector)

        def given(name: Any, *ks: Any) -> Poly:
            return self.given((op, name), s, *(self.index(k, s) for k in ks))

        if (op in VECTORS) != vector:
            raise Refused(f"a {'vector' if vector else 'scalar'} was expected: {t!r:.80}")
        read: dict[str, Callable[..., Poly]] = {
            "number": lambda q: number(rational(q)),
            "symbol": lambda name: given(name),
            "item": given,
            "member": lambda name, i, j: given(name, i, j),
            "size": lambda sort: self.leaf(("size", SORTS[SORTS.index(sort)])),
            "pi": lambda: self.leaf(("pi",)),
            "delta": lambda i, j: self.leaf(("delta", self.index(i, s), self.index(j, s))),
            "add": lambda a, b: plus(go(a), go(b)),
            "multiply": lambda a, b: self.times(go(a), go(b)),
            "power": lambda a, k: self.to_power(a, rational(k), s),
            "power_of": lambda q, b: self.powers(("base", positive(*q)), go(b)),
            "inner": lambda u, v: self.inner(self.read(u, s, True), self.read(v, s, True)),
            "function": lambda name, a: self.function(name, a, s),
            "binomial": lambda a, b: self.binomial(go(a), go(b), s),
            "at": lambda a, pairs: self.read(a, self.placed(pairs, s)),
            "total": lambda a, over: self.summed(a, over, s, vector),
            "rate": lambda a, flow: self.rate(a, flow, s, vector),
            "zero": lambda: {},
            "scale": lambda a, u: self.times(self.read(a, s), go(u)),
            "apply": lambda o, u: self.applied(self.operator(o, s), go(u)),
            "differential": lambda *each: self.differential(s, *each),
        }
        return read[op.removeprefix("vector_")](*parts)

    def index(self, k: Any, s: Scope) -> Any:
        if isinstance(k, int) and not isinstance(k, bool) and k > 0:
            return k
        if named(k) not in s:
            raise Refused(f"{k!r:.40} is not an index here")
        return s[k]

    def given(self, head: tuple[str, Any], s: Scope, *ks: Any) -> Poly:
        """Return a thing, at indices if it has some, or the value it has here."""
        if head in s:
            return dict(s[head](*ks))
        atom = (head[0], named(head[1]), *ks)
        return self.gram(atom, (), FREE) if head[0].startswith("vector_") else self.leaf(atom)

    def to_power(self, a: Any, k: Fraction, s: Scope) -> Poly:
        p = self.read(a, s)
        if k.denominator > 2 or abs(k) > 64:
            raise Refused(f"the exponent {k} cannot be dealt with")
        sign, apart = self.judge(a, s) if k < 0 or k.denominator == 2 else (True, True)
        fits = apart or not (k < 0 or MOVING in s)  # a root has no derivative at 0
        if not fits or (k.denominator == 2 and not sign):
            raise Unknown(f"nothing says that {a!r:.160} is not {'negative' if fits else 'zero'}")
        return self.raised(p, int(k) if k.denominator == 1 else k)

    def function(self, name: Any, a: Any, s: Scope) -> Poly:
        if name in ("exp", "sin", "cos"):
            p = self.read(a, s)
            return self.powers(("exp",), p) if name == "exp" else self.wave(name, p)
        if name != "tan":
            raise Refused(f"the function {name!r:.20} cannot be dealt with")
        under = ["power", ["function", "cos", a], "-1"]
        return self.read(["multiply", ["function", "sin", a], under], s)

    def binomial(self, upper: Poly, lower: Poly, s: Scope) -> Poly:
        """Return C(a, k) for integers a and k (0 for k < 0 and k > a) by another one beside it.

        C(a - 1, k) = C(a, k) (a - k) / a and C(a, k + 1) = C(a, k) (a - k) / (k + 1) hold for all
        integers unless the denominator is 0; so that one has the greatest a and the least k.
        """
        a, k = (p.get(frozenset(), fmpq(0)) for p in (upper, lower))
        if not all(x.q == 1 and abs(x) < 99 for x in (a, k)) or MOVING in s:
            raise Refused("a binomial coefficient is of integers, and has no derivative")
        if set(upper) | set(lower) <= set(ONE):
            return number(math.comb(int(a), int(k)) if 0 <= k <= a else 0)
        start = (plus(upper, ONE, -a), plus(lower, ONE, -k))
        name = tuple(frozenset(p.items()) for p in start)
        top, bottom = self.bases.setdefault(name, (a, k))
        if a > top or k < bottom:
            self.bases[name] = (max(a, top), min(k, bottom))
            raise Again
        n, j = plus(start[0], ONE, top), plus(start[1], ONE, bottom)
        out = power(("binomial", frozenset(n.items()), frozenset(j.items())))
        while (n, j) != (upper, lower):
            under = plus(j, ONE) if j != lower else n
            if not self.known(under)[1]:
                raise Unknown("nothing says that a place in a binomial coefficient is not 0")
            out = self.times(self.times(out, plus(n, j, -1)), self.inverse(under))
            n, j = (n, under) if j != lower else (plus(n, ONE, -1), j)
        return out

    def bind(self, over: Any, s: Scope) -> tuple[Scope, list[str], Poly]:
        """Return the scope inside a sum, its fresh indices and the indicator of its ranges."""
        places, weight = [], ONE
        for name, span in over:
            sort = span[1][1] if span[0] == "but" else span[1]
            places.append(self.fresh(SORTS[SORTS.index(sort)]))
            weight = self.times(weight, self.seen(span, places[-1], s))
            s = {**s, name: places[-1]}
        return s, places, weight

    def seen(self, span: Any, k: str, s: Scope) -> Poly:
        """Return 1 or 0, as k is in a range or not."""

        def at(kind: str, i: Any) -> Poly:
            return self.leaf((kind, k, self.index(i, s)))

        seen: dict[str, Callable[..., Poly]] = {
            "all": lambda _: ONE,
            "before": lambda _, i: at("before", i),
            "up_to": lambda _, i: plus(at("before", i), at("delta", i)),
            "seen": lambda _, i, name: self.given(("member", name), s, self.index(i, s), k),
            "but": lambda a, i: self.times(self.seen(a, k, s), plus(ONE, at("delta", i), -1)),
        }
        return seen[span[0]](*span[1:])

    def summed(self, a: Any, over: Any, s: Scope, vector: bool) -> Poly:
        s, places, weight = self.bind(over, s)
        return self.total(self.times(weight, self.read(a, s, vector)), places)

    def placed(self, pairs: Any, s: Scope) -> Scope:
        return {**s, **{("symbol", named(x)): partial(dict, self.read(b, s)) for x, b in pairs}}

    def rate(self, a: Any, flow: Any, s: Scope, vector: bool) -> Poly:
        moves = {}
        for name, holders, v in flow:
            head = ("vector_" * (v[0] in VECTORS) + ("item" if holders else "symbol"), named(name))
            field = self.field([named(holder) for holder in holders], v, s)
            moves[head] = (partial(self.given, head, s), field)
        return self.derivative(a, moves, s, vector)

    def differential(self, s: Scope, token: Any, family: Any, along: Any, at: Any) -> Poly:
        x, v = (self.field([holder], u, s) for holder, u in (at, along))
        return self.derivative(token, {("vector_item", family): (x, v)}, s, True)

    def field(self, holders: list[str], t: Any, s: Scope) -> Callable[..., Poly]:
        """Return a term as a function of its placeholders."""

        def value(*ks: Any) -> Poly:
            return self.read(t, {**s, **dict(zip(holders, ks, strict=True))}, t[0] in VECTORS)

        return value

    def derivative(self, a: Any, moves: dict[Any, Any], s: Scope, vector: bool) -> Poly:
        """Return what multiplies h in the value of a where x + h v stands for each thing."""
        step = power(("tangent", f"h{next(self.counter)}"))

        def moved(x: Callable[..., Poly], v: Callable[..., Poly]) -> Callable[..., Poly]:
            return lambda *ks: plus(x(*ks), self.times(step, v(*ks)))

        things = {head: moved(*pair) for head, pair in moves.items()}
        p = self.read(a, {**s, **things, MOVING: True}, vector)
        ((pair,),) = step
        return {m - {pair}: c for m, c in p.items() if pair in m}

    def operator(self, t: Any, s: Scope) -> dict[Any, Poly]:
        """Return a linear map as {word: coefficient}."""
        match t:
            case ["operator", str(name), bool(symmetric)]:
                return {((name, "symmetric" if symmetric else "plain"),): ONE}
            case ["identity"]:
                return {(): ONE}
            case ["transpose", a]:
                return {flipped(w): c for w, c in self.operator(a, s).items()}
            case ["operator_scale", c, a]:
                by = self.read(c, s)
                return {w: self.times(by, d) for w, d in self.operator(a, s).items()}
            case ["operator_add" | "product" as op, a, b]:
                left, right = self.operator(a, s).items(), self.operator(b, s).items()
                terms = [*left, *right]
                if op == "product":
                    terms = [(v + w, self.times(c, d)) for v, c in left for w, d in right]
                out: dict[Any, Poly] = {}
                for w, c in terms:
                    out[w] = plus(out.get(w, {}), c)
                return out
        raise Refused(f"an operator was expected: {t!r:.80}")

    def applied(self, operator: dict[Any, Poly], u: Poly) -> Poly:
        parts = (self.times(c, self.plugged(u, FREE, word)) for word, c in operator.items())
        return gathered(term for p in parts for term in p.items())

    def judge(self, t: Any, s: Scope) -> tuple[bool, bool]:
        """Return whether a scalar is known to be >= 0, and whether it is known not to be 0.

        The author's own grouping is followed down to what facts or squares say.
        """
        p = still(self.read(t, s))
        sign, apart = self.known(p)
        if sign > 0 and apart:
            return True, True
        more = (False, False)
        match t:
            case ["add" | "multiply" as op, a, b]:
                (x, y), (u, v) = self.judge(a, s), self.judge(b, s)
                square = self.read(a, s) == self.read(b, s)
                more = (x and u) or square, y and v
                if op == "add":
                    more = (x and u) or self.is_gap(a, b, p, s), x and u and (y or v)
            case ["power", a, k]:
                x, y = self.judge(a, s)
                more = (x or rational(k) % 2 != 1, y or rational(k) < 0)
            case ["inner", u, v]:
                more = (self.read(u, s, True) == self.read(v, s, True), False)
            case ["total", a, over]:
                inside, places, weight = self.bind(over, s)
                x, y = self.judge(a, inside)
                more = (x, x and y and self.is_filled(places, weight))
            case ["at", a, pairs]:
                more = self.judge(a, self.placed(pairs, s))
            case ["function", "sin" | "cos" as name, a]:  # positive on half a turn
                back = ["multiply", ["number", "-1"], a]
                ends = [["add", HALF_TURN, a], ["add", HALF_TURN, back]]
                ends = [a, ["add", ["pi"], back]] if name == "sin" else ends
                (x, y), (u, v) = (self.judge(end, s) for end in ends)
                more = (x and u, x and u and y and v)
        return sign > 0 or more[0], apart or more[1]

    def is_filled(self, places: list[str], weight: Poly) -> bool:
        """Return whether ranges are not empty: one index is in all of them, or they have a size."""
        for k in (places[0], *indices(frozenset(weight.items()))):
            if self.renamed(weight, {x: k for x in places if same_sort(x, k)}) == ONE:
                return True
        return self.known(self.total(weight, places)) == (1, True)

    def is_gap(self, a: Any, b: Any, p: Poly, s: Scope) -> bool:
        """Return whether p = a + b is 1 minus a wave, e^x - 1 - x or Cauchy and Schwarz's gap."""
        match a, b:
            case ["number", "1"], ["multiply", ["number", "-1"], ["function", "sin" | "cos", _]]:
                return True
            case ((["function", "exp", x] | ["add", ["function", "exp", x], _]), _):
                y = still(self.read(x, s))
                line = plus(self.powers(("exp",), y), plus(y, ONE), -1)
                return not self.cleared(plus(p, line, -1))[0]
            case ["multiply", ["inner", u, _], ["inner", v, _]], _:
                x, y = still(self.read(u, s, True)), still(self.read(v, s, True))
                gap = self.times(self.inner(x, x), self.inner(y, y))
                return not self.cleared(plus(plus(p, gap, -1), self.raised(self.inner(x, y), 2)))[0]
        return False

    def root(self, p: Poly) -> Poly:
        """Return the square root; what is known not to be negative comes out of it."""
        if len(p) == 1:
            ((m, c),) = p.items()
            if m and all(self.known(power(atom))[0] == 1 for atom, _ in m):
                halves = self.reduced({atom: e * HALF for atom, e in m})
                return self.times(halves, self.root({frozenset(): c}))
            if not m and c > 0 and math.isqrt(c.p * c.q) ** 2 == c.p * c.q:
                return number(Fraction(math.isqrt(c.p * c.q), int(c.q)))
        for c, rest, _, base in self.instances(p):
            if base and c > 0 and rest == 0:
                return self.times(base, self.root({frozenset(): c}))
        return super().root(p)

    def instances(self, p: Poly) -> Iterator[tuple[Any, Any, str, Poly]]:
        """Yield c, r, sign, g for each fact "p = c x + r, and x has this sign", at indices of p.

        Where x is the square of something that is not negative, that is g.
        """
        sight = [k for k in frozenset().union(*map(indices, p)) if str(k)[0] not in "#?"]
        mine = shape(p)
        for kinds, variables, gap, sign, base in self.facts:
            places = ([k for k in sight if same_sort(name, k)] for name in variables)
            for values in itertools.product(*places) if kinds == mine else ():
                names = dict(zip(variables, values, strict=True))
                c, rest = proportion(p, self.rebuilt(gap, names))
                if c:
                    yield c, rest, sign, self.rebuilt(base, names)

    def known(self, p: Poly) -> tuple[int, bool]:
        """Return 1, -1 or 0 as p >= 0, p <= 0 or neither is known, and if p is not 0 for sure."""
        if set(p) <= set(ONE):
            return (1 if not p or p[frozenset()] > 0 else -1), bool(p)
        sign, apart = 0, False
        for c, over, relation, _ in self.instances(p):
            if relation == "!=":
                apart = apart or over == 0
            elif c * over >= 0:
                sign = 1 if c > 0 or sign > 0 else -1  # of a zero, that it is not negative
                apart = apart or relation == ">" or over != 0
        common = frozenset.intersection(*p)
        if not (sign and apart) and common and len(p) > 1:
            parts = [self.known(q) for q in ({common: fmpq(1)}, {m - common: p[m] for m in p})]
            sign, apart = sign or parts[0][0] * parts[1][0], apart or all(z for _, z in parts)
        elif not (sign and apart) and len(p) > 1:
            signs, nonzero = zip(*(self.known({m: c}) for m, c in p.items()), strict=True)
            if len({*signs}) == 1 and signs[0]:  # all terms have this sign
                sign, apart = signs[0], apart or any(nonzero)
        elif not (sign and apart):
            ((m, c),) = p.items()
            parts = [self._known(atom, e, len(m) > 1 or e != 1) for atom, e in m]
            sign = sign or math.prod(s for s, _ in parts) * (1 if c > 0 else -1)
            apart = apart or all(z for _, z in parts)
        return sign, apart

    def _known(self, atom: Any, e: Any, deep: bool) -> tuple[int, bool]:
        if atom[0] in KNOWN:
            return KNOWN[atom[0]]
        sign, apart = 0, False
        if deep:
            sign, apart = self.known(power(atom))
        elif atom[0] == "whole":
            sign, apart = self.known(dict(atom[1]))
        elif atom[0] == "sum":  # numbers that are not 0 may add up to 0, unless they have a sign
            sign, apart = self.known(self.opened(atom)[0])
            apart = apart and sign != 0
        elif atom[0] == "gram" and atom[1] == atom[3] and not atom[2]:
            sign = 1  # <x, x>
        return (sign if e % 2 == 1 else 1), apart or e < 0
