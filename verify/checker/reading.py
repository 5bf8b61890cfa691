"""Reads raw claim documents and decides them by normal forms and known signs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.checker import forms
from verify.checker.forms import FREE, HALF, ONE, Forms, Poly, Refused, Unknown, plus, power

SORTS = ("tokens", "heads", "modes")
MIRRORED = {"<": ">", "<=": ">="}
SCALARS = (
    "number", "symbol", "item", "member", "size", "pi", "delta", "add", "multiply", "power",
    "power_of", "inner", "function", "binomial", "at", "total", "rate",
)  # fmt: skip
VECTORS = (
    "zero", "vector_symbol", "vector_item", "vector_add", "scale", "apply", "vector_total",
    "vector_rate", "differential",
)  # fmt: skip


class Again(Exception):
    """A binomial coefficient came up that the others are to be written in terms of."""


@dataclass(frozen=True, eq=False)
class Scope:
    """What index names stand for, and the symbols and families that have a value of their own."""

    names: dict[str, Any]
    values: dict[Any, Callable[..., Poly]] = field(default_factory=dict)


def rational(text: Any) -> Fraction:
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,999}(/\d{1,999})?", text):
        raise Refused(f"{text!r:.40} is not a rational number")
    return Fraction(text)


def still(p: Poly) -> Poly:
    """Return p without what is infinitesimal."""
    return {m: c for m, c in p.items() if all(atom[0] != "tangent" for atom, _ in m)}


class Reader:
    """Reads terms into normal forms; `checked`, it asks that denominators are known not to be 0."""

    def __init__(self, algebra: Forms, bases: dict[Any, Any], checked: bool = True) -> None:
        self.forms, self.bases, self.checked = algebra, bases, checked

    # ------------------------------------------------------------------ terms

    def read(self, t: Any, s: Scope, vector: bool = False) -> Poly:
        """Return the normal form of a scalar, or of a vector."""
        f, (op, *parts) = self.forms, t
        if op not in (VECTORS if vector else SCALARS):
            raise Refused(f"a {'vector' if vector else 'scalar'} was expected: {t!r:.80}")

        def go(a: Any) -> Poly:
            return self.read(a, s, vector)

        def given(name: Any, *ks: Any) -> Poly:
            return self.given((op, self.named(name)), [self.index(k, s) for k in ks], s)

        read: dict[str, Callable[..., Poly]] = {
            "number": lambda q: forms.number(rational(q)),
            "symbol": lambda name: given(name),
            "item": given,
            "member": lambda name, i, j: given(name, i, j),
            "size": lambda sort: f.leaf(("size", SORTS[SORTS.index(sort)])),
            "pi": lambda: f.leaf(("pi",)),
            "delta": lambda i, j: f.leaf(("delta", self.index(i, s), self.index(j, s))),
            "add": lambda a, b: plus(go(a), go(b)),
            "multiply": lambda a, b: f.times(go(a), go(b)),
            "power": lambda a, k: self.power(a, rational(k), s),
            "power_of": lambda q, b: f.powers(("base", self.base(*q)), go(b)),
            "inner": lambda u, v: f.inner(self.read(u, s, True), self.read(v, s, True)),
            "function": lambda name, a: self.function(name, a, s),
            "binomial": lambda a, b: self.binomial(go(a), go(b)),
            "at": lambda a, pairs: self.read(a, self.placed(pairs, s)),
            "total": lambda a, over: self.total(a, over, s, vector),
            "rate": lambda a, flow: self.rate(a, flow, s, vector),
            "zero": lambda: {},
            "scale": lambda a, u: f.times(self.read(a, s), go(u)),
            "apply": lambda o, u: self.applied(self.operator(o, s), go(u)),
            "differential": lambda *each: self.differential(*each, s),
        }
        return read[op.removeprefix("vector_")](*parts)

    @staticmethod
    def named(name: Any) -> str:
        if not isinstance(name, str) or not name.isidentifier():
            raise Refused(f"{name!r:.40} is not a name")
        return name

    def index(self, k: Any, s: Scope) -> Any:
        if isinstance(k, int) and not isinstance(k, bool) and k > 0:
            return k
        if not isinstance(k, str) or k not in s.names:
            raise Refused(f"{k!r:.40} is not an index here")
        return s.names[k]

    def given(self, head: tuple[str, str], ks: list[Any], s: Scope) -> Poly:
        """Return a symbol, or a member of a family or mask, or the value it has here."""
        if head in s.values:
            return s.values[head](*ks)
        vector = head[0].startswith("vector_")
        return self.forms.gram((*head, *ks), (), FREE) if vector else self.forms.leaf((*head, *ks))

    def base(self, op: str, q: str) -> str:
        if op != "number" or rational(q) <= 0:
            raise Refused("the base of a symbolic power must be a positive number")
        return str(rational(q))

    def power(self, a: Any, k: Fraction, s: Scope) -> Poly:
        p = self.read(a, s)
        if k.denominator > 2 or abs(k) > 64:
            raise Refused(f"the exponent {k} cannot be dealt with")
        if self.checked and (k < 0 or k.denominator == 2):
            sign, apart = self.judge(a, s)
            if k.denominator == 2 and not sign:
                raise Unknown(f"nothing says that {a!r:.160} is not negative")
            if not apart and (k < 0 or still(p) != p):
                raise Unknown(f"nothing says that {a!r:.160} is not zero")
        return self.forms.raised(p, int(k) if k.denominator == 1 else k)

    def function(self, name: Any, a: Any, s: Scope) -> Poly:
        p = self.read(a, s)
        if name == "exp":
            return self.forms.powers(("exp",), p)
        if name in ("sin", "cos"):
            return self.forms.wave(name, p)
        if name == "tan":
            under = ["power", ["function", "cos", a], "-1"]
            return self.read(["multiply", ["function", "sin", a], under], s)
        if name not in ("log", "atan") or still(p) != p:
            raise Refused(f"the function {name!r:.20} cannot be dealt with here")
        if name == "log" and self.checked and self.judge(a, s) != (True, True):
            raise Unknown(f"nothing says that {a!r:.160} is positive")
        return self.forms.call(name, p)

    def binomial(self, upper: Poly, lower: Poly) -> Poly:
        """Return C(a, k) for integers a and k (0 for k < 0 and for k > a) by one with the same a - a0.

        C(a - 1, k) = C(a, k) (a - k) / a and C(a, k + 1) = C(a, k) (a - k) / (k + 1) hold for all
        integers unless the denominator is 0; so the base has the greatest a and the least k.
        """
        f, one = self.forms, frozenset[Any]()
        (a, k), fixed = (p.get(one, 0) for p in (upper, lower)), set(upper) | set(lower) <= {one}
        if still(upper) != upper or still(lower) != lower or int(a) != a or int(k) != k:
            raise Refused("a binomial coefficient is of integers, and has no derivative")
        if fixed:
            return forms.number(math.comb(int(a), int(k)) if 0 <= k <= a else 0)
        start = (plus(upper, ONE, -a), plus(lower, ONE, -k))
        name = tuple(frozenset(p.items()) for p in start)
        top, bottom = self.bases.get(name, (a, k))
        self.bases[name] = (max(a, top), min(k, bottom))
        if self.bases[name] != (top, bottom):
            raise Again
        n, j = plus(start[0], ONE, top), plus(start[1], ONE, bottom)
        out = power(("binomial", frozenset(n.items()), frozenset(j.items())))
        while j != lower or n != upper:
            under = plus(j, ONE) if j != lower else n
            if self.checked and not f.known(under)[1]:
                raise Unknown("nothing says that the argument of a binomial coefficient is not zero")
            out = f.times(f.times(out, plus(n, j, -1)), f.inverse(under))
            n, j = (n, under) if j != lower else (plus(n, ONE, -1), j)
        return out

    # ------------------------------------------------------------------ sums and derivatives

    def bind(self, over: Any, s: Scope) -> tuple[Scope, list[str], Poly]:
        """Return the scope inside a sum, its fresh indices and the indicator of its ranges."""
        places, weight = [], ONE
        for name, span in over:
            inner = span[1] if span[0] == "but" else span
            k = self.forms.fresh(f":{SORTS[SORTS.index(inner[1])]}")
            weight = self.forms.times(weight, self.seen(span, k, s))
            s = Scope({**s.names, name: k}, s.values)
            places.append(k)
        return s, places, weight

    def seen(self, span: Any, k: str, s: Scope) -> Poly:
        f = self.forms
        match span:
            case ["all", _]:
                return ONE
            case ["before", _, i]:
                return f.leaf(("before", k, self.index(i, s)))
            case ["up_to", _, i]:
                same = f.leaf(("delta", k, self.index(i, s)))
                return plus(f.leaf(("before", k, self.index(i, s))), same)
            case ["seen", "tokens", i, name]:
                return f.leaf(("member", self.named(name), self.index(i, s), k))
            case ["but", part, i] if part[0] != "but":
                same = f.leaf(("delta", k, self.index(i, s)))
                return f.times(self.seen(part, k, s), plus(ONE, same, -1))
        raise Refused(f"the range {span!r:.80} cannot be dealt with")

    def total(self, a: Any, over: Any, s: Scope, vector: bool) -> Poly:
        inside, places, weight = self.bind(over, s)
        return self.forms.total(self.forms.times(weight, self.read(a, inside, vector)), places)

    def placed(self, pairs: Any, s: Scope) -> Scope:
        values = {("symbol", name): self.fixed(self.read(b, s)) for name, b in pairs}
        return Scope(s.names, {**s.values, **values})

    @staticmethod
    def fixed(p: Poly) -> Callable[..., Poly]:
        return lambda: p

    def rate(self, a: Any, flow: Any, s: Scope, vector: bool) -> Poly:
        """Return the derivative: what multiplies t in the value where each thing moves by t v."""
        values = dict(s.values)
        step = power(("tangent", f"t{next(self.forms.counter)}"))
        for name, holders, velocity in flow:
            kind = "vector_" * (velocity[0] in VECTORS) + ("item" if holders else "symbol")
            values[kind, name] = self.moved((kind, name), holders, velocity, step, s)
        return self.slope(self.read(a, Scope(s.names, values), vector), step)

    def moved(
        self, head: tuple[str, str], holders: list[str], velocity: Any, step: Poly, s: Scope
    ) -> Callable[..., Poly]:
        def value(*ks: Any) -> Poly:
            inside = Scope({**s.names, **dict(zip(holders, ks, strict=True))}, s.values)
            v = self.read(velocity, inside, head[0].startswith("vector_"))
            return plus(self.given(head, list(ks), s), self.forms.times(step, v))

        return value

    def differential(self, token: Any, family: str, along: Any, at: Any, s: Scope) -> Poly:
        """Return the derivative of a layer's token at a state, along a perturbation of it."""
        step = power(("tangent", f"t{next(self.forms.counter)}"))

        def value(k: Any) -> Poly:
            places = [Scope({**s.names, holder: k}, s.values) for holder, _ in (along, at)]
            v, x = (self.read(u, p, True) for p, (_, u) in zip(places, (along, at), strict=True))
            return plus(x, self.forms.times(step, v))

        inside = Scope(s.names, {**s.values, ("vector_item", family): value})
        return self.slope(self.read(token, inside, True), step)

    @staticmethod
    def slope(p: Poly, step: Poly) -> Poly:
        ((pair,),) = step
        return {m - {pair}: c for m, c in p.items() if pair in m}

    # ------------------------------------------------------------------ operators

    def operator(self, t: Any, s: Scope) -> dict[Any, Poly]:
        """Return a linear map as {word: coefficient}."""
        match t:
            case ["operator", name, bool(symmetric)]:
                return {((self.named(name), "symmetric" if symmetric else "plain"),): ONE}
            case ["identity"]:
                return {(): ONE}
            case ["transpose", a]:
                return {forms.flipped(w): c for w, c in self.operator(a, s).items()}
            case ["operator_scale", c, a]:
                by = self.read(c, s)
                return {w: self.forms.times(by, d) for w, d in self.operator(a, s).items()}
            case ["operator_add", a, b]:
                left, right = self.operator(a, s), self.operator(b, s)
                return {w: plus(left.get(w, {}), right.get(w, {})) for w in {**left, **right}}
            case ["product", a, b]:
                out: dict[Any, Poly] = {}
                for v, c in self.operator(a, s).items():
                    for w, d in self.operator(b, s).items():
                        out[v + w] = plus(out.get(v + w, {}), self.forms.times(c, d))
                return out
        raise Refused(f"an operator was expected: {t!r:.80}")

    def applied(self, operator: dict[Any, Poly], u: Poly) -> Poly:
        out: Poly = {}
        for word, c in operator.items():
            out = plus(out, self.forms.times(c, self.forms.plugged(u, FREE, word)))
        return out

    # ------------------------------------------------------------------ signs

    def judge(self, t: Any, s: Scope) -> tuple[bool, bool]:
        """Return whether a scalar is known to be >= 0, and whether it is known not to be 0.

        The author's own grouping is followed, down to what facts or squares say.
        """
        f, p = self.forms, still(self.read(t, s))
        sign, apart = f.known(p)
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
                filled = all(span[0] in ("all", "up_to") for _, span in over)
                filled = filled or f.known(f.total(weight, places)) == (1, True)
                more = (x, x and y and filled)
            case ["at", a, pairs]:
                more = self.judge(a, self.placed(pairs, s))
            case ["function", "sin" | "cos" as name, a]:  # positive on half a turn
                turn, back = ["pi"], ["multiply", ["number", "-1"], a]
                half = ["multiply", turn, ["number", "1/2"]]
                ends = (a, ["add", turn, back]) if name == "sin" else (
                    ["add", half, a], ["add", half, back])
                (x, y), (u, v) = (self.judge(end, s) for end in ends)
                more = (x and u, x and u and y and v)
        return sign > 0 or more[0], apart or more[1]

    def is_gap(self, a: Any, b: Any, p: Poly, s: Scope) -> bool:
        """Return whether a + b is 1 minus a wave, or the gap of Cauchy and Schwarz."""
        match a, b:
            case ["number", "1"], ["multiply", ["number", "-1"], ["function", "sin" | "cos", _]]:
                return True
            case ["multiply", ["inner", u, _], ["inner", v, _]], _:
                x, y, f = still(self.read(u, s, True)), still(self.read(v, s, True)), self.forms
                gap = f.times(f.inner(x, x), f.inner(y, y))
                return not f.cleared(plus(plus(p, gap, -1), f.raised(f.inner(x, y), 2)))[0]
        return False

    # ------------------------------------------------------------------ facts

    def relation(self, sign: str, left: Any, right: Any, s: Scope) -> tuple[Poly, str]:
        """Return the gap and ">", ">=" or "!="; that a square root is > 0 says so of its square."""
        if sign in MIRRORED:
            sign, left, right = MIRRORED[sign], right, left
        if sign not in (">", ">=", "!="):
            raise Refused(f"{sign!r:.40} is not a comparison")
        if sign != ">=" and left[0] == "power" and left[2:] == ["1/2"] and right == ["number", "0"]:
            sign, left = ">", left[1]
        return plus(self.read(left, s), self.read(right, s), -1), sign

    def learn(self, fact: Any, names: dict[str, Any]) -> None:
        """Take a fact as known, or as a rule from left to right; it holds for all its indices."""
        kind, left, right, sorts = fact
        f = self.forms
        if kind == "distinct":
            f.apart.add(frozenset(f"{self.named(k)}:{sorts[k]}" for k in (left, right)))
            return
        fresh = {k: f"${next(f.counter)}:{SORTS[SORTS.index(sorts[k])]}" for k in sorts}
        s = Scope({**names, **fresh})
        if kind in ("equation", "vector_equation"):
            vector = kind == "vector_equation"
            self.rule(self.read(left, s, vector), self.read(right, s, vector))
        elif kind == "operator_equation":
            self.word_rule(self.operator(left, s), self.operator(right, s), bool(sorts))
        else:
            gap, sign = self.relation(kind, left, right, s)
            variables = [k for p in gap for k in forms.indices(p) if str(k).startswith("$")]
            for known in [(gap, sign)] if sign == ">=" else [(gap, sign), (f.times(gap, gap), ">")]:
                f.facts.append((tuple(dict.fromkeys(variables)), *known))

    def rule(self, left: Poly, right: Poly) -> None:
        """Solve for the one atom on the left, or for the one sum there."""
        sums = [m for m in left if [atom[0] for atom, _ in m] == ["sum"]]
        for m in left if len(left) == 1 else sums if len(sums) == 1 else ():
            image = plus(plus(right, left, -1), {m: left[m]})
            image = {k: c / left[m] for k, c in image.items()}
            kinds = ("symbol", "item", "member", "gram", "sum", "size")
            ((atom, e), *others) = m or ((("number",), 1),)
            if e == HALF and not others:
                image, e = self.forms.times(image, image), 1
            free = {k for k in forms.indices(frozenset(image.items())) if str(k)[0] == "$"}
            inside = {a for k in image for a, _ in k}
            if not others and e >= 1 and atom[0] in kinds and free <= forms.indices(atom):
                if atom not in inside:
                    self.forms.rules.append((atom, e, image))

    def word_rule(self, left: dict[Any, Poly], right: dict[Any, Poly], indexed: bool) -> None:
        if len(left) != 1:
            return
        ((word, c),) = left.items()
        if right == {forms.flipped(word): c} and len(word) == 1:  # A^T = A
            letter = ((word[0][0], "symmetric"),)
            self.forms.word_rules += [(w, {letter: ONE}) for w in (word, forms.flipped(word))]
            return
        for turn in (tuple, forms.flipped) if not indexed and set(c) == set(ONE) else ():
            images = {turn(w): self.forms.times(self.forms.inverse(c), d) for w, d in right.items()}
            known = [old for old, _ in self.forms.word_rules]
            if turn(word) and turn(word) not in [*right, *known]:
                self.forms.word_rules.append((turn(word), images))
