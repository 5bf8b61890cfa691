"""Decides raw claim documents anew, by normal forms and balls of its own.

`check(document)` accepts an identity, an inequality, the counts of a spectrum, a cover of a region
by boxes or a witness, with facts that hold for all values of their indices.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from verify.checker.forms import HALF, ONE, Poly, Refused, Unknown, plus, power
from verify.checker.matching import flipped, indices
from verify.checker.reading import SORTS, VECTORS, Again, Reader, Scope, rational

MIRRORED = {"<": ">", "<=": ">="}


@dataclass(frozen=True)
class Verdict:
    """Whether a claim is accepted, and why not."""

    accepted: bool
    reason: str


def check(document: Any) -> Verdict:
    """Return whether the claim follows from its facts; what is malformed is not accepted."""
    bases: dict[Any, Any] = {}
    while True:
        try:
            require(document["schema"] == "verify.claim/2", "the schema is not verify.claim/2")
            require(not odd_names(document), "names must not contain any of : ? $")
            KINDS[document["kind"]](document, bases)
            return Verdict(True, "accepted")
        except Again:
            continue
        except Refused as refused:
            return Verdict(False, str(refused))
        except Exception as error:  # whatever a malformed document leads to
            return Verdict(False, f"malformed: {type(error).__name__}: {error}"[:300])


def require(condition: Any, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def odd_names(x: Any) -> bool:
    """Return whether a text in a document could be taken for one of our own names."""
    if isinstance(x, dict):
        return any(map(odd_names, [*x, *x.values()]))
    return any(map(odd_names, x)) if isinstance(x, list) else bool({*":?$"} & {*str(x)})


def prepared(document: Any, bases: dict[Any, Any]) -> tuple[Reader, Scope]:
    """Return a reader that knows the facts, equations first, and the scope of the claim."""
    reader = Reader(bases)
    names = {k: f"@{k}:{sort}" for k, sort in document["indices"].items()}
    pending = [*document["facts"], *document.get("where", ())]
    pending.sort(key=lambda fact: "equation" not in fact[0])
    while pending != (pending := [fact for fact in pending if waits(reader, fact, names)]):
        continue  # the denominators of a fact may need other facts
    return reader, names


def relation(reader: Reader, s: Scope, sign: Any, left: Any, right: Any) -> tuple[Poly, str]:
    """Return the gap of a comparison and ">", ">=" or "!="."""
    if sign in MIRRORED:
        sign, left, right = MIRRORED[sign], right, left
    if sign not in (">", ">=", "!="):
        raise Refused(f"{sign!r:.40} is not a comparison")
    return plus(reader.read(left, s), reader.read(right, s), -1), sign


def learn(reader: Reader, fact: Any, names: Scope) -> None:
    """Take a fact as known, or as a rule from left to right; it holds for all its indices."""
    kind, left, right, sorts = fact
    if kind in ("integer", "symmetric", "positive_definite", "positive_semidefinite"):
        return
    if kind in ("distinct", "before"):
        reader.apart.add(frozenset(reader.index(k, names) for k in (left, right)))
        return
    s = {**names, **{k: f"${next(reader.counter)}:{SORTS[SORTS.index(sorts[k])]}" for k in sorts}}
    if kind in ("equation", "vector_equation"):
        vector = kind == "vector_equation"
        learn_rule(reader, reader.read(left, s, vector), reader.read(right, s, vector))
    elif kind == "operator_equation":
        if not sorts:
            learn_word(reader, reader.operator(left, s), reader.operator(right, s))
    else:
        if kind in (">", "!=") and [left[0], *left[2:], right] == ["power", "1/2", ["number", "0"]]:
            kind, left = ">", left[1]  # a root that is not 0 says so of what it is the root of
        gap, sign = relation(reader, s, kind, left, right)
        variables = sorted(k for k in indices(frozenset(gap.items())) if str(k)[0] == "$")
        square = (reader.raised(gap, 2), ">=" if sign == ">=" else ">", gap if sign != "!=" else {})
        reader.know(variables, gap, sign, {})
        reader.know(variables, *square)


def learn_rule(reader: Reader, left: Poly, right: Poly) -> None:
    """Solve for the one atom on the left, or for the one sum there."""
    sums = [m for m in left if [atom[0] for atom, _ in m] == ["sum"]]
    for m in left if len(left) == 1 else sums if len(sums) == 1 else ():
        image = plus({}, plus(plus(right, left, -1), {m: left[m]}), 1 / left[m])
        (atom, e), *others = m or ((("number",), 1),)
        if e == HALF and not others:
            image, e = reader.times(image, image), 1
        free = {k for k in indices(frozenset(image.items())) if str(k)[0] == "$"}
        kinds = ("symbol", "item", "member", "gram", "sum", "size")
        fits = not others and e >= 1 and atom[0] in kinds and free <= indices(atom)
        inside = {other for k in image for other, _ in k}
        if fits and e == 1 and [x[:2] for x in inside if image == power(x)] == [atom[:2]]:
            reader.rules.append((atom, 0, *inside))  # a symmetry of a family
        elif fits and atom not in inside:
            reader.rules.append((atom, e, image))


def learn_word(reader: Reader, left: dict[Any, Poly], right: dict[Any, Poly]) -> None:
    """Replace a product of operators, and its transpose, wherever it occurs."""
    (word, c), *others = left.items()
    if others or set(c) != set(ONE):
        return
    if len(word) == 1 and right == {flipped(word): c}:  # A^T = A
        letter = ((word[0][0], "symmetric"),)
        reader.word_rules += [(w, {letter: ONE}) for w in (word, flipped(word))]
        return
    for turn in (tuple, flipped):
        if turn(word) and turn(word) not in [*right, *(old for old, _ in reader.word_rules)]:
            images = {turn(w): reader.times(reader.inverse(c), d) for w, d in right.items()}
            reader.word_rules.append((turn(word), images))


def waits(reader: Reader, fact: Any, names: Scope) -> bool:
    try:
        learn(reader, fact, names)
    except Unknown:
        return True
    return False


def equal(reader: Reader, p: Poly, q: Poly) -> None:
    rest = reader.cleared(plus(p, q, -1))[0]
    require(not rest, f"the difference of the sides is not zero: {len(rest)} terms are left")


def identity(document: Any, bases: dict[Any, Any]) -> None:
    reader, s = prepared(document, bases)
    vector = document["left"][0] in VECTORS
    equal(reader, *(reader.read(document[side], s, vector) for side in ("left", "right")))


def inequality(document: Any, bases: dict[Any, Any]) -> None:
    reader, s = prepared(document, bases)
    gap, sign = relation(reader, s, *document["relation"])
    equal(reader, gap, reader.read(document["because"], s))
    nonnegative, nonzero = reader.judge(document["because"], s)
    require(nonnegative or sign == "!=", "nothing says that the reason is not negative")
    require(nonzero or sign == ">=", "nothing says that the reason is not zero")


def counts(document: Any, bases: dict[Any, Any]) -> None:
    reader, s = prepared(document, bases)
    whole: Poly = {}
    for multiplicity, dimensions in document["parts"]:
        product = ONE
        for dimension in dimensions:
            product = reader.times(product, reader.read(dimension, s))
        equal(reader, reader.read(multiplicity, s), product)
        whole = plus(whole, product)
    equal(reader, reader.read(document["total"], s), whole)


def exact(text: Any) -> Any:
    return fmpq(rational(text).numerator, rational(text).denominator)


def powered(x: Any, e: Fraction) -> Any:
    """Return x^e for an exact rational or a ball, e an integer or a half."""
    require(e.denominator <= 2 and abs(e) <= 64, f"the exponent {e} cannot be dealt with")
    if e.denominator == 2:
        square = isinstance(x, fmpq) and x >= 0 and all(math.isqrt(k) ** 2 == k for k in (x.p, x.q))
        root = fmpq(math.isqrt(x.p), math.isqrt(x.q)) if square else arb(x).sqrt()
        return powered(root, 2 * e)
    if isinstance(x, fmpq):
        return x ** int(e)
    low, high = x.abs_lower(), x.abs_upper()
    out = x if e % 2 else arb(1)
    for _ in range(abs(int(e)) // 2):
        out *= (low * low).union(high * high)  # not negative, even if the ball contains 0
    return out if e >= 0 else 1 / out


FUNCTIONS: dict[str, Callable[[Any], tuple[Any, Any]]] = {  # the value and the slope
    "exp": lambda x: (x.exp(), x.exp()),
    "sin": lambda x: (x.sin(), x.cos()),
    "cos": lambda x: (x.cos(), -x.sin()),
    "tan": lambda x: (x.tan(), 1 + x.tan() * x.tan()),
    "atan": lambda x: (x.atan(), 1 / (1 + x * x)),
    "log": lambda x: (x.log(), 1 / x),
}


def evaluate(t: Any, at: dict[str, Any]) -> Any:
    """Return the value of a scalar and its rate, where symbols have values and rates."""
    match t:
        case ["number", q]:
            return exact(q), 0
        case ["symbol", name]:
            return at[name]
        case ["pi"]:
            return arb.pi(), 0
        case ["add", a, b]:
            (x, u), (y, v) = evaluate(a, at), evaluate(b, at)
            return x + y, u + v
        case ["multiply", a, b]:
            (x, u), (y, v) = evaluate(a, at), evaluate(b, at)
            return x * y, x * v + u * y
        case ["power", a, k]:
            (x, u), e = evaluate(a, at), rational(k)
            return powered(x, e), 0 if u == 0 else exact(k) * powered(x, e - 1) * u
        case ["power_of", a, b]:
            (x, u), (y, v) = evaluate(a, at), evaluate(b, at)
            require(u == v == 0 and y.q == 1, "a power that is not an integer")
            return powered(x, Fraction(int(y.p))), 0
        case ["binomial", a, b]:
            (x, u), (y, v) = evaluate(a, at), evaluate(b, at)
            require(u == v == 0 and x.q == y.q == 1, "a binomial coefficient is of integers")
            return fmpq(math.comb(int(x.p), int(y.p)) if 0 <= y <= x else 0), 0
        case ["function", name, a]:
            x, u = evaluate(a, at)
            y, slope = FUNCTIONS[name](arb(x))
            return y, slope * u
        case ["at", a, pairs]:
            return evaluate(a, {**at, **{name: evaluate(b, at) for name, b in pairs}})
        case ["rate", a, flow]:
            require(all(u == 0 for _, u in at.values()), "a rate of a rate is not read")
            moves = {name: evaluate(v, at)[0] for name, _, v in flow}
            moved = {name: (x, moves.get(name, 0)) for name, (x, _) in at.items()}
            return evaluate(a, moved)[1], arb("nan")  # nothing is said of second derivatives
    raise Refused(f"the term {t!r:.80} has no value here")


def claimed(relation: Any, at: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether a relation or equation certainly holds, and whether it certainly fails."""
    sign, left, right = relation[:3]
    x = evaluate(left, at)[0] - evaluate(right, at)[0]
    x, sign = (-x, MIRRORED[sign]) if sign in MIRRORED else (x, sign)
    holds = {">": x > 0, ">=": x >= 0, "!=": x != 0, "equation": x == 0}[sign]
    return bool(holds), bool({">": x <= 0, ">=": x < 0, "!=": x == 0, "equation": x != 0}[sign])


def witness(document: Any, _: Any) -> None:
    at = {name: (exact(q), 0) for name, q in document["values"].items()}
    with ctx.workprec(256):
        for fact in [*document["facts"], *document["facts_hold"]]:
            require(claimed(fact, at)[0], f"a fact does not certainly hold: {fact!r:.160}")
        require(document["fails"], "nothing is refuted")
        for relation in document["fails"]:
            require(claimed(relation, at)[1], f"this does not certainly fail: {relation!r:.160}")


def cover(document: Any, _: Any) -> None:
    order = document["order"]
    require(sorted(order) == sorted(document["variables"]), "the variables are not those in order")
    sides = [document["variables"][name] for name in order]
    given = [sides, *document["boxes"]]
    region, *boxes = ([(rational(a), rational(b)) for a, b in box] for box in given)
    require(all(len(x) == len(order) for x in boxes), "a box has too few sides")
    require(all(a <= b for x in [region, *boxes] for a, b in x), "a side ends before it begins")
    full = sum(map(volume, boxes)) == volume(region)
    require(full, "the boxes overlap, or do not fill the region")
    require(covers(region, boxes), "the boxes do not cover the region")
    for box in document["boxes"]:
        require(positive_on(box, document), f"not certainly positive on {box}")


def positive_on(box: Any, document: Any) -> bool:
    """Return whether the term of a cover is certainly positive on one of its boxes."""
    with ctx.workprec(min(max(int(document["precision"]), 16), 4096)):
        balls = ((arb(exact(a)).union(arb(exact(b))), 0) for a, b in box)
        at = dict(zip(document["order"], balls, strict=True))
        x = evaluate(document["term"], at)[0]
        return bool(x > 0 or (document.get("strict", True) is False and x >= 0))


def volume(box: Any) -> Fraction:
    return math.prod((b - a for a, b in box), start=Fraction(1))


def covers(region: Any, boxes: Any) -> bool:
    """Return whether every point of the region is in a box, by cutting it where a box ends."""

    def each(box: Any, holds: Callable[[Any, Any, Any, Any], bool]) -> bool:
        return all(holds(*side, *other) for side, other in zip(box, region, strict=True))

    near = [box for box in boxes if each(box, lambda p, q, a, b: p <= b and a <= q)]
    if any(each(box, lambda p, q, a, b: p <= a and b <= q) for box in near):
        return True
    ends = [{c for box in near for c in box[k]} for k in range(len(region))]
    cuts = [sorted(c for c in x if a < c < b) for x, (a, b) in zip(ends, region, strict=True)]
    k = max(range(len(region)), key=lambda k: len(cuts[k]))
    if not cuts[k]:
        return False
    (a, b), c = region[k], cuts[k][len(cuts[k]) // 2]
    return all(covers([*region[:k], part, *region[k + 1 :]], near) for part in ((a, c), (c, b)))


KINDS: dict[str, Callable[[Any, Any], None]] = {
    "identity": identity,
    "inequality": inequality,
    "counts": counts,
    "cover": cover,
    "witness": witness,
}
