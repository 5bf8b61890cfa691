"""Reads the terms and facts of claim documents, and what their grouping says of signs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from flint import fmpq

from verify.checker import forms
from verify.checker.forms import FREE, HALF, ONE, Forms, Poly, Refused, Unknown, plus, power

Scope = dict[Any, Any]
"""Index names with what they stand for; (kind, name) of a thing with its value, a function."""

SORTS = ("tokens", "heads", "modes")
MIRRORED = {"<": ">", "<=": ">="}
VECTORS = (
    "zero", "vector_symbol", "vector_item", "vector_add", "scale", "apply", "vector_total",
    "vector_rate", "differential",
)  # fmt: skip
MOVING = ("moving",)
HALF_TURN = ["multiply", ["pi"], ["number", "1/2"]]


class Again(Exception):
    """A binomial coefficient came up that the others are to be written in terms of."""


def rational(text: Any) -> Fraction:
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,999}(/\d{1,999})?", text):
        raise Refused(f"{text!r:.40} is not a rational number")
    return Fraction(text)


def still(p: Poly) -> Poly:
    """Return p without what is infinitesimal."""
    return {m: c for m, c in p.items() if all(atom[0] != "tangent" for atom, _ in m)}


class Reader(Forms):
    """Brings terms into normal form; what they divide by must be known not to be 0."""

    def __init__(self, bases: dict[Any, Any]) -> None:
        super().__init__()
        self.bases = bases

    def read(self, t: Any, s: Scope, vector: bool = False) -> Poly:
        """Return the normal form of a scalar, or of a vector."""
        op, *parts = t
        go, sort = partial(self.read, s=s, vector=vector), SORTS.index
        if (op in VECTORS) != vector:
            raise Refused(f"a {'vector' if vector else 'scalar'} was expected: {t!r:.80}")
        read: dict[str, Callable[..., Poly]] = {
            "number": lambda q: forms.number(rational(q)),
            "symbol": lambda name: self.given((op, name), s),
            "item": lambda name, *ks: self.given((op, name), s, *(self.index(k, s) for k in ks)),
            "member": lambda name, i, j: self.given((op, name), s, self.index(i, s), self.index(j, s)),
            "size": lambda name: self.leaf(("size", SORTS[sort(name)])),
            "pi": lambda: self.leaf(("pi",)),
            "delta": lambda i, j: self.leaf(("delta", self.index(i, s), self.index(j, s))),
            "add": lambda a, b: plus(go(a), go(b)),
            "multiply": lambda a, b: self.times(go(a), go(b)),
            "power": lambda a, k: self.to_power(a, rational(k), s),
            "power_of": lambda q, b: self.powers(("base", self.base(*q)), go(b)),
            "inner": lambda u, v: self.inner(self.read(u, s, True), self.read(v, s, True)),
            "function": lambda name, a: self.function(name, a, s),
            "binomial": lambda a, b: self.binomial(go(a), go(b)),
            "at": lambda a, pairs: self.read(a, self.placed(pairs, s)),
            "total": lambda a, over: self.summed(a, over, s, vector),
            "rate": lambda a, flow: self.rate(a, flow, s, vector),
            "zero": lambda: {},
            "scale": lambda a, u: self.times(self.read(a, s), go(u)),
            "apply": lambda o, u: self.applied(self.operator(o, s), go(u)),
            "differential": lambda *each: self.differential(*each, s),
        }
        return read[op.removeprefix("vector_")](*parts)

    def index(self, k: Any, s: Scope) -> Any:
        if isinstance(k, int) and not isinstance(k, bool) and k > 0:
            return k
        if not isinstance(k, str) or k not in s:
            raise Refused(f"{k!r:.40} is not an index here")
        return s[k]

    def given(self, head: tuple[str, Any], s: Scope, *ks: Any) -> Poly:
        """Return a symbol, or a member of a family or mask, or the value it has here."""
        if head in s:
            value: Poly = s[head](*ks)
            return value
        if not isinstance(head[1], str):
            raise Refused(f"{head[1]!r:.40} is not a name")
        vector = head[0].startswith("vector_")
        return self.gram((*head, *ks), (), FREE) if vector else self.leaf((*head, *ks))

    def base(self, op: str, q: str) -> str:
        if op != "number" or rational(q) <= 0:
            raise Refused("the base of a symbolic power must be a positive number")
        return str(rational(q))

    def to_power(self, a: Any, k: Fraction, s: Scope) -> Poly:
        p = self.read(a, s)
        if k.denominator > 2 or abs(k) > 64:
            raise Refused(f"the exponent {k} cannot be dealt with")
        sign, apart = self.judge(a, s) if k < 0 or k.denominator == 2 else (True, True)
        if not sign and k.denominator == 2:
            raise Unknown(f"nothing says that {a!r:.160} is not negative")
        if not apart and (k < 0 or MOVING in s):  # a root has no derivative at 0
            raise Unknown(f"nothing says that {a!r:.160} is not zero")
        return self.raised(p, int(k) if k.denominator == 1 else k)

    def function(self, name: Any, a: Any, s: Scope) -> Poly:
        if name in ("exp", "sin", "cos"):
            p = self.read(a, s)
            return self.powers(("exp",), p) if name == "exp" else self.wave(name, p)
        if name != "tan":
            raise Refused(f"the function {name!r:.20} cannot be dealt with")
        sine, cosine = (["function", wave, a] for wave in ("sin", "cos"))
        return self.read(["multiply", sine, ["power", cosine, "-1"]], s)

    def binomial(self, upper: Poly, lower: Poly) -> Poly:
        """Return C(a, k) for integers a and k (0 for k < 0 and k > a) by another one beside it.

        C(a - 1, k) = C(a, k) (a - k) / a and C(a, k + 1) = C(a, k) (a - k) / (k + 1) hold for all
        integers unless the denominator is 0; so that one has the greatest a and the least k.
        """
        (a, k), zero = ((p.get(frozenset(), fmpq(0)) for p in (upper, lower)), fmpq(0))
        if [still(upper), still(lower)] != [upper, lower] or a.q != 1 or k.q != 1 or a - k > 99:
            raise Refused("a binomial coefficient is of integers, and has no derivative")
        if set(upper) | set(lower) <= set(ONE):
            return forms.number(math.comb(int(a), int(k)) if zero <= k <= a else 0)
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
                raise Unknown("nothing says that the argument of a binomial coefficient is not zero")
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
        match span:
            case ["all", _]:
                return ONE
            case ["before", _, i]:
                return self.leaf(("before", k, self.index(i, s)))
            case ["up_to", sort, i]:
                same = self.leaf(("delta", k, self.index(i, s)))
                return plus(self.seen(["before", sort, i], k, s), same)
            case ["seen", "tokens", i, str(name)]:
                return self.leaf(("member", name, self.index(i, s), k))
            case ["but", [kind, *_] as part, i] if kind != "but":
                others = plus(ONE, self.leaf(("delta", k, self.index(i, s))), -1)
                return self.times(self.seen(part, k, s), others)
        raise Refused(f"the range {span!r:.80} cannot be dealt with")

    def summed(self, a: Any, over: Any, s: Scope, vector: bool) -> Poly:
        inside, places, weight = self.bind(over, s)
        return self.total(self.times(weight, self.read(a, inside, vector)), places)

    def placed(self, pairs: Any, s: Scope) -> Scope:
        return {**s, **{("symbol", name): partial(dict, self.read(b, s)) for name, b in pairs}}

    def rate(self, a: Any, flow: Any, s: Scope, vector: bool) -> Poly:
        moves = {}
        for name, holders, v in flow:
            head = ("vector_" * (v[0] in VECTORS) + ("item" if holders else "symbol"), name)
            moves[head] = (partial(self.given, head, s), self.field(holders, v, s))
        return self.derivative(a, moves, s, vector)

    def differential(self, token: Any, family: Any, along: Any, at: Any, s: Scope) -> Poly:
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
                return {forms.flipped(w): c for w, c in self.operator(a, s).items()}
            case ["operator_scale", c, a]:
                by = self.read(c, s)
                return {w: self.times(by, d) for w, d in self.operator(a, s).items()}
            case ["operator_add", a, b]:
                left, right = self.operator(a, s), self.operator(b, s)
                return {w: plus(left.get(w, {}), right.get(w, {})) for w in {**left, **right}}
            case ["product", a, b]:
                out: dict[Any, Poly] = {}
                for v, c in self.operator(a, s).items():
                    for w, d in self.operator(b, s).items():
                        out[v + w] = plus(out.get(v + w, {}), self.times(c, d))
                return out
        raise Refused(f"an operator was expected: {t!r:.80}")

    def applied(self, operator: dict[Any, Poly], u: Poly) -> Poly:
        out: Poly = {}
        for word, c in operator.items():
            out = plus(out, self.times(c, self.plugged(u, FREE, word)))
        return out

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
            case ["add", a, b]:
                (x, y), (u, v) = self.judge(a, s), self.judge(b, s)
                more = ((x and u) or self.is_gap(a, b, p, s), x and u and (y or v))
            case ["multiply", a, b]:
                (x, y), (u, v) = self.judge(a, s), self.judge(b, s)
                more = ((x and u) or self.read(a, s) == self.read(b, s), y and v)
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
        """Return whether the ranges are known not to be empty: one index is in all, or their size."""
        for k in (places[0], *forms.indices(frozenset(weight.items()))):
            names = {name: k for name in places if forms.same_sort(name, k)}
            if self.renamed(weight, names) == ONE:
                return True
        return self.known(self.total(weight, places)) == (1, True)

    def is_gap(self, a: Any, b: Any, p: Poly, s: Scope) -> bool:
        """Return whether p = a + b is 1 minus a wave, or the gap of Cauchy and Schwarz."""
        match a, b:
            case ["number", "1"], ["multiply", ["number", "-1"], ["function", "sin" | "cos", _]]:
                return True
            case ["multiply", ["inner", u, _], ["inner", v, _]], _:
                x, y = still(self.read(u, s, True)), still(self.read(v, s, True))
                gap = self.times(self.inner(x, x), self.inner(y, y))
                return not self.cleared(plus(plus(p, gap, -1), self.raised(self.inner(x, y), 2)))[0]
        return False

    def relation(self, sign: str, left: Any, right: Any, s: Scope) -> tuple[Poly, str]:
        """Return the gap and ">", ">=" or "!="."""
        if sign in MIRRORED:
            sign, left, right = MIRRORED[sign], right, left
        if sign not in (">", ">=", "!="):
            raise Refused(f"{sign!r:.40} is not a comparison")
        return plus(self.read(left, s), self.read(right, s), -1), sign

