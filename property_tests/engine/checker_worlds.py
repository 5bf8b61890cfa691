"""Small exact worlds, raw documents drawn at random, and whether one holds in a world."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

NAMES = ("i", "j", "k")
FAMILIES = {"b": 1, "c": 1, "w": 2, "g": 2}
ZERO, ONE = ["number", "0"], ["number", "1"]
ALL = ["all", "tokens"]


class World:
    """Small numbers for all that terms are about."""

    def __init__(self, random: Random) -> None:
        self.tokens = random.choice((1, 2, 2, 2, 3))
        spread = random.choice(((0,), (0, 0, 1), (0, 1, -1), (0, 0, 0, 1, -1, 2)))
        self.symbol = random.choice(spread)
        self.items = {
            (name, *at): random.choice(spread)
            for name, count in FAMILIES.items()
            for at in itertools.product(range(self.tokens), repeat=count)
        }
        if random.random() < 0.4:  # opposite numbers, equal rows: sums that vanish for a reason
            for name in "bc":
                signs = [random.choice((1, -1)) for _ in range(self.tokens)]
                self.items |= {(name, k): signs[k] for k in range(self.tokens)}
            for name, k, m in itertools.product("wg", range(self.tokens), range(self.tokens)):
                if random.random() < 0.7:
                    self.items[name, k, m] = self.items[name, 0, m]

    def value(self, t: Any, at: dict[str, int]) -> Fraction:
        match t:
            case ["number", q]:
                return Fraction(q)
            case ["symbol", _]:
                return Fraction(self.symbol)
            case ["size", _]:
                return Fraction(self.tokens)
            case ["item", name, *ks]:
                return Fraction(self.items[(name, *(self.place(k, at) for k in ks))])
            case ["delta", i, j]:
                return Fraction(self.place(i, at) == self.place(j, at))
            case ["add", a, b]:
                return self.value(a, at) + self.value(b, at)
            case ["multiply", a, b]:
                return self.value(a, at) * self.value(b, at)
            case ["power", a, k]:
                return self.value(a, at) ** int(k)
            case ["function", "exp", a]:
                return Fraction(2) ** self.value(a, at).numerator
            case ["total" | "largest" | "least" as op, a, over]:
                values = list(self.values(a, over, at))
                return sum(values, Fraction(0)) if op == "total" else pick(op, values)
        raise AssertionError(t)

    def place(self, k: Any, at: dict[str, int]) -> int:
        return k - 1 if isinstance(k, int) else at[k]

    def values(self, a: Any, over: Any, at: dict[str, int]) -> Iterator[Fraction]:
        if not over:
            yield self.value(a, at)
            return
        (name, span), *rest = over
        for k in range(self.tokens):
            if self.sees(span, k, at):
                yield from self.values(a, rest, {**at, name: k})

    def sees(self, span: Any, k: int, at: dict[str, int]) -> bool:
        match span:
            case ["all", _]:
                return True
            case ["before", _, i]:
                return k < self.place(i, at)
            case ["up_to", _, i]:
                return k <= self.place(i, at)
            case ["but", inside, i]:
                return self.sees(inside, k, at) and k != self.place(i, at)
        raise AssertionError(span)

    def holds(self, sign: str, a: Any, b: Any, free: Any) -> bool:
        """Return whether a relation holds for all values of its free indices."""
        for places in itertools.product(range(self.tokens), repeat=len(free)):
            at = dict(zip(free, places, strict=True))
            x, y = self.value(a, at), self.value(b, at)
            if not {"equation": x == y, ">": x > y, ">=": x >= y, "!=": x != y}[sign]:
                return False
        return True


def pick(op: str, values: list[Fraction]) -> Fraction:
    return max(values) if op == "largest" else min(values)


def random_term(random: Random, scope: list[Any], depth: int) -> Any:
    """Return a scalar; any name may be bound again, inside or beside another."""
    chance = random.random()
    if depth == 0 or chance < 0.1:
        name, count = random.choice(list(FAMILIES.items()))
        leaf = ["item", name, *(random.choice(scope) for _ in range(count))]
        two = [random.choice(scope), random.choice(scope)]
        return random.choice([leaf, leaf, leaf, leaf, ["delta", *two], ONE, ["symbol", "s"]])
    if chance < 0.35:
        parts = (random_term(random, scope, depth - 1) for _ in range(2))
        return [random.choice(["multiply", "multiply", "add"]), *parts]
    if chance < 0.55:
        return ["function", "exp", random_term(random, scope, depth - 1)]
    name = random.choice(NAMES)
    outer = random.choice(scope)
    spans = [ALL, ALL, ALL, ["before", "tokens", outer], ["up_to", "tokens", outer],
             ["but", ALL, outer]]  # fmt: skip
    op = "total" if chance < 0.95 else random.choice(["largest", "least"])
    span = random.choice(spans) if op == "total" else ALL
    return [op, random_term(random, [*scope, name], depth - 1), [[name, span]]]


def put(t: Any, old: Any, new: Any) -> Any:
    """Return a term with one name written in the place of another, wherever it occurs: captures
    and all."""
    if isinstance(t, list):
        return [put(part, old, new) for part in t]
    return new if t == old and type(t) is type(old) else t


def renamed(t: Any, random: Random) -> Any:
    """Return a term that is the same but for the names of its bound indices and its order."""
    match t:
        case ["total" | "largest" | "least" as op, a, [[name, span], *_]]:
            new = f"x{random.randrange(10**6)}"
            return [op, renamed(free_put(a, name, new), random), [[new, span]]]
        case ["add" | "multiply" as op, a, b]:
            sides = [renamed(a, random), renamed(b, random)]
            random.shuffle(sides)
            return [op, *sides]
        case ["function", name, a]:
            return ["function", name, renamed(a, random)]
    return t


def free_put(t: Any, old: str, new: Any) -> Any:
    """Return a term with an index in the place of another one where that is free."""
    match t:
        case ["total" | "largest" | "least" as op, a, [[name, span], *_]]:
            inside = a if name == old else free_put(a, old, new)
            return [op, inside, [[name, put(span, old, new)]]]
        case [op, *parts] if op in ("add", "multiply", "function", "power"):
            return [op, *(free_put(p, old, new) if isinstance(p, list) else p for p in parts)]
        case ["item" | "delta" as op, *ks]:
            return [op, *(new if k == old else k for k in ks)]
    return t


def document(left: Any, right: Any, facts: Any, free: Any, **more: Any) -> dict[str, Any]:
    base = {"schema": "verify.claim/2", "kind": "identity", "facts": facts}
    return {**base, "indices": dict.fromkeys(free, "tokens"), "left": left, "right": right, **more}


def random_document(random: Random) -> tuple[dict[str, Any], Any]:
    """Return a claim that a fact is used for, rightly or wrongly, and that fact."""
    quantified = random.choice((["i"], ["i", "j"], ["q"], []))
    scope = [*quantified, *(() if quantified else (1,))]
    said = random_term(random, scope, random.choice((2, 3, 3, 4)))
    if random.random() < 0.8:
        said = ["total", said, [[random.choice(NAMES), ALL]]]
    image = random.choice([ZERO, ZERO, ONE, random_term(random, scope, 1)])
    fact = ["equation", said, image, dict.fromkeys(quantified, "tokens")]
    free = random.choice((["i"], ["i", "k"], ["m"]))
    left, right = said, image
    for name in quantified:
        new = random.choice([*free, *free, *NAMES])
        how = random.choice((put, free_put, free_put))
        left, right = (how(side, name, new) for side in (left, right))
    left = renamed(left, random) if random.random() < 0.5 else left
    chance = random.random()
    if chance < 0.3:
        factor = random_term(random, free, 2)
        left, right = (["multiply", factor, side] for side in (left, right))
    elif chance < 0.6:
        over = random.choice([*free, *NAMES])
        left, right = (["total", side, [[over, ALL]]] for side in (left, right))
    if random.random() < 0.15:
        left = put(left, *random.sample([*NAMES, "w", "g"], 2))
    return document(left, right, [fact], free), fact


def around(span: Any) -> list[Any]:
    """Return the indices that a range is before, up to or without."""
    return [*(around(span[1]) if span[0] == "but" else []), *span[2:]]


def is_sensible(t: Any, scope: frozenset[Any]) -> bool:
    """Return whether all names of indices are bound, and families have their indices."""
    match t:
        case ["item", name, *ks]:
            return FAMILIES.get(name) == len(ks) and all(k in scope or k == 1 for k in ks)
        case ["delta", *ks]:
            return all(k in scope or k == 1 for k in ks)
        case ["total" | "largest" | "least", a, [[name, span]]]:
            return {*around(span)} <= {*scope, 1} and is_sensible(a, scope | {name})
        case ["add" | "multiply", a, b]:
            return is_sensible(a, scope) and is_sensible(b, scope)
        case ["function", "exp", a]:
            return is_sensible(a, scope)
    return t[0] in ("number", "symbol", "size")


def is_true(claim: dict[str, Any], worlds: list[World]) -> tuple[bool, int]:
    """Return whether a claim holds in all worlds where its facts do, and in how many they do."""
    fitting = [
        world
        for world in worlds
        if all(world.holds(kind, a, b, free) for kind, a, b, free in claim["facts"])
    ]
    free = claim["indices"]
    if claim["kind"] == "identity":
        said = [("equation", claim["left"], claim["right"])]
    else:
        said = [tuple(claim["relation"])]
    return all(w.holds(*each, free) for w in fitting for each in said), len(fitting)
