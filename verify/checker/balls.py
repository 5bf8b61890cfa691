"""Values of scalars and their rates, as exact rationals or balls; boxes, points and their signs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from flint import arb, ctx, fmpq

from verify.checker.trees import Q, Refused, Tree, require

Value = fmpq | arb
At = Mapping[str, tuple[Value, Value]]
Side = tuple[Q, Q]
LARGEST = 100_000  # bits of an exact number
BITS = 256  # of a ball at a point


def exact(q: Q) -> fmpq:
    return fmpq(*Fraction(q).as_integer_ratio())


def between(low: arb, high: arb) -> arb:
    """Return a ball from low to high, which does not reach beyond an end that is 0."""
    if high == 0 and low < 0:
        return -between(high, -low)
    half = arb(rad=high.upper() / 2)
    return half + half.rad() if low == 0 else low.union(high)


def powered(x: Value, e: Q) -> Value:
    """Return x^e for an exact rational or a ball, e an integer or a half."""
    if e < 0:
        below = powered(x, -e)
        require(isinstance(below, arb) or below != 0, "a division by zero")
        return 1 / below
    require(e * 2 % 1 == 0 and e <= 64, f"the exponent {e} cannot be dealt with")
    if e % 1:
        return powered(rooted(x), e * 2)
    k = int(e)
    if isinstance(x, fmpq):
        bits = max(int(x.p).bit_length(), int(x.q).bit_length())
        require(bits * k < LARGEST, "a number is too large")
        return x**k
    split = k % 2 == 1 and not x >= 0
    even = k - 1 if split else k
    out = between(x.abs_lower() ** even, x.abs_upper() ** even)  # even if the ball contains 0
    return x * out if split else out


def rooted(x: Value) -> Value:
    """Return the square root, which is exact where it is rational."""
    if isinstance(x, fmpq) and x >= 0 and math.isqrt(int(x.p * x.q)) ** 2 == x.p * x.q:
        return fmpq(math.isqrt(int(x.p * x.q)), x.q)
    ball = arb(x)
    return between(arb(ball.lower()).sqrt(), arb(ball.upper()).sqrt())


def finite(x: Value) -> Value:
    """Refuse what a ball may be the value of where there is none, such as 1 / 0."""
    require(isinstance(x, fmpq) or x.is_finite(), "a formula may have no value")
    return x


FUNCTIONS: dict[str, Callable[[arb], tuple[arb, arb]]] = {  # the value and the slope
    "exp": lambda x: (x.exp(), x.exp()),
    "sin": lambda x: (x.sin(), x.cos()),
    "cos": lambda x: (x.cos(), -x.sin()),
    "tan": lambda x: (x.tan(), 1 + x.tan() * x.tan()),
    "atan": lambda x: (x.atan(), 1 / (1 + x * x)),
    "log": lambda x: (x.log(), 1 / x),
}


def evaluate(t: Tree, at: At) -> tuple[Value, Value]:
    """Return the value of a scalar and its rate, where symbols have values and rates."""
    match t:
        case Tree("number", number=q):
            return exact(q), fmpq(0)
        case Tree("symbol", _, (name,)):
            require(name.head in at, f"{name.head:.40} has no value here")
            return at[name.head]
        case Tree("pi"):
            return arb.pi(), fmpq(0)
        case Tree("add" | "multiply", _, (a, b)):
            (x, u), (y, v) = evaluate(a, at), evaluate(b, at)
            return (x + y, u + v) if t.head == "add" else (x * y, x * v + u * y)
        case Tree("power", _, (a,), e):
            x, u = evaluate(a, at)
            slope = fmpq(0) if u == 0 else exact(e) * powered(x, e - 1) * u
            return finite(powered(x, e)), slope
        case Tree("power_of" | "binomial", _, (a, b)):
            (x, u), (y, v) = evaluate(a, at), evaluate(b, at)
            if isinstance(y, fmpq) and y.q == 1 and u == v == 0:
                if t.head == "power_of":
                    return powered(x, int(y.p)), fmpq(0)
                if isinstance(x, fmpq) and x.q == 1 and x < 999:
                    return fmpq(math.comb(int(x.p), int(y.p)) if 0 <= y <= x else 0), fmpq(0)
            raise Refused(f"a {t.head} is of integers")
        case Tree("function", name, (a,)):
            x, u = evaluate(a, at)
            y, slope = FUNCTIONS[name](arb(x))
            return finite(y), slope * u
        case Tree("at", _, (a, *puts)):
            values = {put.parts[0].head: evaluate(put.parts[1], at) for put in puts}
            return evaluate(a, {**at, **values})
        case Tree("rate", _, (a, *flow)):
            require(all(u == 0 for _, u in at.values()), "a rate of a rate is not read")
            require(all(m.name == "symbol" for m in flow), "only given scalars move here")
            moves = {m.parts[0].head: evaluate(m.parts[2].parts[0], at)[0] for m in flow}
            moved = {name: (x, moves.get(name, fmpq(0))) for name, (x, _) in at.items()}
            slope = finite(evaluate(a, moved)[1])
            return slope, arb.nan()  # nothing is said of second derivatives
    raise Refused(f"the term {t.head} has no value here")


def holds(sign: str, gap: Value) -> bool | None:
    """Return whether a number has a sign, or None where a ball leaves that open."""
    yes, no = {
        ">": (gap > 0, gap <= 0), ">=": (gap >= 0, gap < 0),
        "!=": (gap > 0 or gap < 0, gap == 0), "equation": (gap == 0, gap > 0 or gap < 0),
    }[sign]  # fmt: skip
    return True if yes else False if no else None


def truth(said: Tree, at: Mapping[str, Q]) -> bool | None:
    """Return whether a comparison, an equation or a quality holds at a point, or None."""
    point = {name: (exact(q), fmpq(0)) for name, q in at.items()}
    with ctx.workprec(BITS):
        if said.head == "integer":
            x = evaluate(said.parts[0], point)[0]
            return x.q == 1 if isinstance(x, fmpq) else None
        require(said.head in (">", ">=", "!=", "equation"), f"{said.head} is not of numbers")
        left, right = (evaluate(side, point)[0] for side in said.parts)
        return holds(said.head, left - right)


def sign_on(box: list[Side], names: list[str], term: Tree, sign: str, bits: int) -> bool:
    """Return whether a term certainly has a sign on a whole box."""
    with ctx.workprec(bits):
        balls = [between(arb(exact(a)), arb(exact(b))) for a, b in box]
        at = {name: (ball, fmpq(0)) for name, ball in zip(names, balls, strict=True)}
        return holds(sign, evaluate(term, at)[0]) is True


def covers(region: list[Side], boxes: list[list[Side]]) -> bool:
    """Return whether every point of the region is in a box, by cutting it where a box ends."""

    def each(box: list[Side], fits: Callable[[Side, Side], bool]) -> bool:
        return all(fits(side, other) for side, other in zip(box, region, strict=True))

    near = [box for box in boxes if each(box, lambda p, a: p[0] <= a[1] and a[0] <= p[1])]
    if any(each(box, lambda p, a: p[0] <= a[0] and a[1] <= p[1]) for box in near):
        return True
    ends = [{c for box in near for c in box[k]} for k in range(len(region))]
    cuts = [sorted(c for c in x if a < c < b) for x, (a, b) in zip(ends, region, strict=True)]
    if not any(cuts):
        return False
    k = max(range(len(region)), key=lambda k: len(cuts[k]))
    (a, b), c = region[k], cuts[k][len(cuts[k]) // 2]
    return all(covers([*region[:k], part, *region[k + 1 :]], near) for part in ((a, c), (c, b)))
