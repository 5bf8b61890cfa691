"""Raw terms evaluated in exact fractions on explicit small instances, and random raw terms.

The model shares nothing with the checker: vectors are lists, sums are loops, derivatives are dual
numbers. Its instances satisfy FACTS; e^k is 2^k, for the integers g_i alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

TOKENS, DIMENSION = 3, 2
ONE = ["number", "1"]
ALL = ["all", "tokens"]
V, B = ["operator", "V", True], ["operator", "B", False]
STILL = ("number", "symbol", "vector_symbol", "zero", "operator", "transpose", "product")


def unit(vector: Any, sorts: dict[str, str]) -> list[Any]:
    return ["equation", ["inner", vector, vector], ONE, sorts]


FACTS = [
    unit(["vector_item", "y", "i"], {"i": "tokens"}),
    unit(["vector_symbol", "v"], {}),
    [
        "vector_equation",
        ["apply", V, ["vector_symbol", "v"]],
        ["scale", ["symbol", "lam"], ["vector_symbol", "v"]],
        {},
    ],
    ["equation", ["total", ["item", "A", "i", "j1'"], [["j1'", ALL]]], ONE, {"i": "tokens"}],
    ["equation", ["total", ["item", "c", "j1'"], [["j1'", ALL]]], ["number", "0"], {}],
    ["equation", ["power", ["item", "e", "i"], "2"], ONE, {"i": "tokens"}],
    [">", ["item", "p", "i"], ["number", "0"], {"i": "tokens"}],
]
FLOW = [
    ["y", ["@1"], ["vector_item", "X", "@1"]],
    ["x", ["@2"], ["apply", B, ["vector_item", "y", "@2"]]],
]


class Dual:
    """A number and its slope."""

    def __init__(self, value: Any, slope: Any = 0) -> None:
        self.value, self.slope = Fraction(value), Fraction(slope)

    def __add__(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other: Dual) -> Dual:
        slope = self.value * other.slope + self.slope * other.value
        return Dual(self.value * other.value, slope)

    def inverse(self) -> Dual:
        return Dual(1 / self.value, -self.slope / self.value**2)


def dot(u: list[Dual], v: list[Dual]) -> Dual:
    return sum((a * b for a, b in zip(u, v, strict=True)), start=Dual(0))


class Model:
    """One instance of everything that random terms mention."""

    def __init__(self, random: Random) -> None:
        def q() -> Fraction:
            return Fraction(random.randint(-4, 4), random.randint(1, 3))

        def circle() -> list[Fraction]:
            t = q()
            return [2 * t / (1 + t * t), (1 - t * t) / (1 + t * t)]

        def row() -> list[Fraction]:
            start = [q() for _ in range(TOKENS - 1)]
            return [*start, -sum(start)]

        v = circle()
        w = [-v[1], v[0]]
        other, square = q(), range(DIMENSION)
        self.symbols = {"lam": q(), "s": q() or Fraction(1)}
        lam = self.symbols["lam"]
        self.vectors = {"v": v, "u": [q(), q()]}
        self.operators = {
            "V": [[lam * v[a] * v[b] + other * w[a] * w[b] for b in square] for a in square],
            "B": [[q() for _ in square] for _ in square],
        }
        self.families = {name: [[q(), q()] for _ in range(TOKENS)] for name in "xX"}
        self.families["y"] = [circle() for _ in range(TOKENS)]
        stochastic = [row() for _ in range(TOKENS)]
        for weights in stochastic:
            weights[0] += 1
        self.items: dict[str, Any] = {
            "A": stochastic,
            "c": row(),
            "e": [random.choice([1, -1]) for _ in range(TOKENS)],
            "g": [random.randint(-2, 2) for _ in range(TOKENS)],
            "p": [abs(q()) + Fraction(1, 3) for _ in range(TOKENS)],
        }
        self.mask = [[random.randint(0, 1) for _ in range(TOKENS)] for _ in range(TOKENS)]
        self.moving: dict[str, Any] = {}

    def members(self, span: Any, at: dict[str, int]) -> list[int]:
        kind, everyone = span[0], list(range(TOKENS))
        if kind == "all":
            return everyone
        if kind == "but":
            return [t for t in self.members(span[1], at) if t != place(span[2], at)]
        limit = place(span[2], at)
        return {
            "before": everyone[:limit],
            "up_to": everyone[: limit + 1],
            "seen": [t for t in everyone if self.mask[limit][t]],
        }[kind]  # type: ignore[no-any-return]

    def places(self, over: Any, at: dict[str, int]) -> Iterator[dict[str, int]]:
        if not over:
            yield at
            return
        for t in self.members(over[0][1], at):
            yield from self.places(over[1:], {**at, over[0][0]: t})

    def operator(self, t: Any) -> Any:
        if t[0] == "operator":
            return self.operators[t[1]]
        if t[0] == "transpose":
            return [list(column) for column in zip(*self.operator(t[1]), strict=True)]
        left, right = self.operator(t[1]), self.operator(t[2])
        columns = [*zip(*right, strict=True)]
        return [[sum(x * y for x, y in zip(r, c, strict=True)) for c in columns] for r in left]

    def vector(self, t: Any, at: dict[str, int]) -> list[Dual]:
        op = t[0]
        if op == "vector_symbol":
            return [Dual(x) for x in self.vectors[t[1]]]
        if op == "vector_item":
            k = place(t[2], at)
            slopes = [Fraction(0)] * DIMENSION
            if t[1] in self.moving:
                holder, velocity = self.moving[t[1]]
                moving, self.moving = self.moving, {}
                slopes = [x.value for x in self.vector(velocity, {**at, holder: k})]
                self.moving = moving
            return [Dual(x, s) for x, s in zip(self.families[t[1]][k], slopes, strict=True)]
        u = self.vector(t[2], at)
        return [dot([Dual(x) for x in row], u) for row in self.operator(t[1])]  # apply

    def scalar(self, t: Any, at: dict[str, int]) -> Dual:
        op = t[0]
        if op == "number":
            return Dual(t[1])
        if op == "symbol":
            return Dual(self.symbols[t[1]])
        if op in ("item", "member"):
            value = self.mask if op == "member" else self.items[t[1]]
            for k in t[2:]:
                value = value[place(k, at)]
            return Dual(value)
        if op == "delta":
            return Dual(place(t[1], at) == place(t[2], at))
        if op in ("add", "multiply"):
            a, b = self.scalar(t[1], at), self.scalar(t[2], at)
            return a + b if op == "add" else a * b
        if op == "power":
            return self.scalar(t[1], at).inverse()
        if op == "inner":
            return dot(self.vector(t[1], at), self.vector(t[2], at))
        if op == "function":
            return Dual(Fraction(2) ** int(self.scalar(t[2], at).value))
        if op == "total":
            return sum((self.scalar(t[1], inner) for inner in self.places(t[2], at)), Dual(0))
        self.moving = {family: (holders[0], v) for family, holders, v in t[2]}  # rate
        slope = self.scalar(t[1], at).slope
        self.moving = {}
        return Dual(slope)


def place(k: Any, at: dict[str, int]) -> int:
    return k - 1 if isinstance(k, int) else at[k]


class Writer:
    """Writes random terms, the same terms in another way, and terms with one place changed."""

    def __init__(self, random: Random) -> None:
        self.random, self.bound = random, 0

    def fresh(self) -> str:
        self.bound += 1
        return f"j{self.bound}'"

    def operator(self) -> Any:
        one = self.random.choice([V, B, ["transpose", B]])
        return one if self.random.random() < 0.8 else ["product", one, self.operator()]

    def vector(self, ks: list[Any]) -> Any:
        chance = self.random.random()
        if chance < 0.55:
            return ["vector_item", self.random.choice("yyx"), self.random.choice(ks)]
        if chance < 0.7:
            return ["vector_symbol", self.random.choice("vu")]
        return ["apply", self.operator(), self.vector(ks)]

    def span(self, ks: list[Any]) -> Any:
        k = self.random.choice(ks)
        return self.random.choice(
            [ALL, ALL, ALL, ["before", "tokens", k], ["up_to", "tokens", k],
             ["seen", "tokens", k, "M"], ["but", ALL, k]]
        )  # fmt: skip

    def factor(self, ks: list[Any], deep: bool) -> Any:
        i, j, b = self.random.choice(ks), self.random.choice(ks), self.fresh()
        weight = ["multiply", ["item", "p", b], ["function", "exp", ["item", "g", b]]]
        simple = [
            *[["inner", self.vector(ks), self.vector(ks)]] * 5,
            *[["item", "A", i, j]] * 3,
            *[["delta", i, j]] * 2,
            ["item", "c", i],
            ["item", "e", i],
            ["member", "M", i, j],
            ["function", "exp", ["item", "g", i]],
            ["power", ["total", weight, [[b, ALL]]], "-1"],
            ["power", ["item", "p", i], "-1"],
            ["symbol", self.random.choice(["s", "lam"])],
            ["number", str(self.random.randint(-2, 3))],
        ]
        chance = self.random.random()
        if deep and chance < 0.1:
            return ["add", self.factor(ks, False), self.factor(ks, False)]
        if deep and chance < 0.2:
            return ["total", self.product(self.factors([*ks, b], False)), [[b, self.span(ks)]]]
        return self.random.choice(simple)

    def factors(self, ks: list[Any], deep: bool) -> list[Any]:
        return [self.factor(ks, deep) for _ in range(self.random.randint(1, 3))]

    def product(self, factors: list[Any]) -> Any:
        out = factors[0]
        for factor in factors[1:]:
            out = self.either(["multiply", out, factor], ["multiply", factor, out])
        return out

    def term(self, free: list[Any]) -> Any:
        """Return a product under up to three nested sums."""
        over: list[Any] = []
        ks = list(free)
        for _ in range(self.random.randint(0, 3)):
            over.append([self.fresh(), self.span(ks)])
            ks.append(over[-1][0])
        out = self.product(self.factors(ks, True))
        if self.random.random() < 0.5:
            return ["total", out, over] if over else out
        for binder in reversed(over):
            out = ["total", out, [binder]]
        return out

    def either(self, first: Any, second: Any) -> Any:
        return first if self.random.random() < 0.5 else second

    def same(self, t: Any, names: dict[str, str]) -> Any:
        """Return a term of the same value: renamed, exchanged, distributed, transposed."""
        op = t[0]
        if op in STILL:
            return t
        if op in ("item", "member", "vector_item"):
            return [*t[:2], *(names.get(k, k) for k in t[2:])]
        if op == "delta":
            a, b = (names.get(k, k) for k in t[1:])
            return self.either([op, a, b], [op, b, a])
        if op == "power":
            return [op, self.same(t[1], names), t[2]]
        if op == "function":
            return [op, t[1], self.same(t[2], names)]
        if op == "apply":
            u = self.same(t[2], names)
            if t[1][0] == "product" and self.random.random() < 0.5:
                return ["apply", t[1][1], ["apply", t[1][2], u]]
            return ["apply", t[1], u]
        if op == "total":
            return self._same_total(t, names)
        a, b = self.same(t[1], names), self.same(t[2], names)
        if op == "inner" and a[0] == "apply" and self.random.random() < 0.6:
            return ["inner", a[2], ["apply", ["transpose", a[1]], b]]
        if op == "multiply" and b[0] == "add" and self.random.random() < 0.7:
            return ["add", ["multiply", a, b[1]], ["multiply", b[2], a]]
        return self.either([op, a, b], [op, b, a])

    def _same_total(self, t: Any, names: dict[str, str]) -> Any:
        over, inner = [], dict(names)
        for b, span in t[2]:
            new = self.fresh()
            over.append([new, renamed(span, inner)])
            inner[b] = new
        fixed = all(not {b for b, _ in over} & set(map(str, flat(span))) for _, span in over)
        if fixed and self.random.random() < 0.5:
            over.reverse()
        body = self.same(t[1], inner)
        if body[0] == "add" and self.random.random() < 0.5:
            return ["add", ["total", body[1], over], ["total", body[2], over]]
        return ["total", body, over]

    def mutated(self, t: Any, ks: list[Any]) -> Any:
        """Return the term with one place changed."""
        path, inner = self.random.choice(list(spots(t, (), ks)))
        return changed(t, path, lambda x: self._changed(x, inner))

    def _changed(self, x: Any, ks: list[Any]) -> Any:
        op = x[0]
        if op in ("item", "member", "vector_item", "delta"):
            k = self.random.randrange(1 if op == "delta" else 2, len(x))
            return [*x[:k], self.random.choice(ks), *x[k + 1 :]]
        if op == "number":
            return ["number", str(int(x[1]) + 1)]
        if op == "total":
            (b, span), *rest = x[2]
            span = span[1] if span[0] == "but" else ["but", span, self.random.choice(ks)]
            return ["total", x[1], [[b, span], *rest]]
        if op == "apply":
            return self.either(["apply", ["transpose", x[1]], x[2]], x[2])
        if op == "inner":
            return self.either(["multiply", ["number", "2"], x], [op, x[1], self.vector(ks)])
        swap = {"s": "lam", "lam": "s", "u": "v", "v": "u"}
        return x[1] if op == "power" else [op, swap[x[1]]]


def flat(span: Any) -> Iterator[Any]:
    for part in span:
        yield from flat(part) if isinstance(part, list) else [part]


def renamed(span: Any, names: dict[str, str]) -> Any:
    return [renamed(k, names) if isinstance(k, list) else names.get(k, k) for k in span]


def spots(t: Any, path: tuple[int, ...], ks: list[Any]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield where a term can be changed, with the indices in sight."""
    if t[0] not in ("add", "multiply", "function"):
        yield path, ks
    inner = ks + [b for b, _ in t[2]] if t[0] == "total" else ks
    for k, part in enumerate(t[1:], 1):
        term = isinstance(part, list) and t[0] not in STILL and isinstance(part[0], str)
        if term and part[0] not in ("operator", "transpose", "product"):
            yield from spots(part, (*path, k), inner)


def changed(t: Any, path: tuple[int, ...], change: Any) -> Any:
    if not path:
        return change(t)
    k, *rest = path
    return [*t[:k], changed(t[k], tuple(rest), change), *t[k + 1 :]]


def random_identity(random: Random) -> tuple[Any, Any]:
    """Return two sides that are equal about half of the time."""
    write, free = Writer(random), ["i", "k", 1, 2]
    left = write.term(free)
    right = write.same(left, {})
    if random.random() < 0.6:
        right = write.mutated(right, free)
    if random.random() < 0.25:
        return ["rate", left, FLOW], ["rate", right, FLOW]
    return left, right


def equal_in(model: Model, left: Any, right: Any) -> bool:
    """Return whether both sides agree for all values of the free indices i and k."""
    for i, k in itertools.product(range(TOKENS), repeat=2):
        at = {"i": i, "k": k}
        if model.scalar(left, at).value != model.scalar(right, at).value:
            return False
    return True
