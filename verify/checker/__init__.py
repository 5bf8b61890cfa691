"""Decides raw claim documents anew, by normal forms and balls of its own.

`check(document)` accepts an identity, an inequality, the counts of a spectrum, an induction, that
terms have a value, a cover of a region by boxes, or a witness. Facts hold for all values of their
indices. `parsing` makes trees of a document, and is where what is malformed is refused; `forms` and
`normalising` bring them into normal form under `facts`; `balls` has their values at points and on
boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from reprlib import repr as shown
from typing import Any

from verify.checker import parsing
from verify.checker.balls import Side, covers, sign_on, truth
from verify.checker.facts import prepared
from verify.checker.normalising import Again, Bases, Reader, Scope
from verify.checker.parsing import listed, rational, relation, term
from verify.checker.polynomials import ONE, number, plus
from verify.checker.trees import Poly, Refused, Tree, node, require, walk

RESTARTS = 40
HERE = Scope()


@dataclass(frozen=True)
class Verdict:
    """Whether a claim is accepted, and why not."""

    accepted: bool
    reason: str


def check(document: Any) -> Verdict:
    """Return whether the claim follows from its facts; what is malformed is not accepted."""
    try:
        require(isinstance(document, dict), "a claim is {field: value}")
        require(document.get("schema") == "verify.claim/2", "the schema is not verify.claim/2")
        names = parsing.indices_of(document.get("indices"))
        given = [*listed(document.get("facts")), *listed(document.get("where", []))]
        facts = [parsing.fact(each, names) for each in given]
        kind = document.get("kind")
        require(isinstance(kind, str) and kind in KINDS, f"{shown(kind)} is not a kind of claim")
        KINDS[kind](document, names, facts)
    except Refused as refused:
        return Verdict(False, str(refused))
    except RecursionError:
        return Verdict(False, "the terms, or what facts make of them, are nested too deeply")
    except Exception as error:
        return Verdict(False, f"malformed: {type(error).__name__}: {error}"[:300])
    return Verdict(True, "accepted")


Names = Mapping[str, Tree]
KindCheck = Callable[[Any, Names, list[Tree]], None]


def derived(claim: Callable[[Reader], None], facts: list[Tree]) -> None:
    """Derive a claim with a reader that knows the facts; anew as binomial coefficients come up."""
    bases: Bases = {}
    for _ in range(RESTARTS):
        try:
            return claim(prepared(facts, bases, HERE))
        except Again:
            continue
    raise Refused("there are too many binomial coefficients")


def equal(reader: Reader, p: Poly, q: Poly) -> None:
    rest = reader.cleared(plus(p, q, -1))[0]
    require(not rest, f"the difference of the sides is not zero: {len(rest)} terms are left")


def sides(x: Any, names: Names) -> tuple[Tree, Tree]:
    """Return the two sides of an equality of scalars or vectors."""
    kind = parsing.kind_of(x.get("left"))
    return term(x.get("left"), kind, names), term(x.get("right"), kind, names)


def identity(x: Any, names: Names, facts: list[Tree]) -> None:
    left, right = sides(x, names)
    derived(lambda reader: equal(reader, reader.read(left, HERE), reader.read(right, HERE)), facts)


def inequality(x: Any, names: Names, facts: list[Tree]) -> None:
    said, because = relation(x.get("relation"), names), term(x.get("because"), "s", names)

    def claim(reader: Reader) -> None:
        greater, less = (reader.read(side, HERE) for side in said.parts)
        equal(reader, plus(greater, less, -1), reader.read(because, HERE))
        nonnegative, nonzero = reader.judge(because, HERE)
        require(nonnegative or said.head == "!=", "nothing says that the reason is not negative")
        require(nonzero or said.head == ">=", "nothing says that the reason is not zero")

    derived(claim, facts)


def counts(x: Any, names: Names, facts: list[Tree]) -> None:
    total = term(x.get("total"), "s", names)
    parts = [
        (term(multiplicity, "s", names), [term(each, "s", names) for each in listed(dimensions)])
        for multiplicity, dimensions in (listed(part, 2) for part in listed(x.get("parts")))
    ]

    def claim(reader: Reader) -> None:
        whole: Poly = {}
        for multiplicity, dimensions in parts:
            product = ONE
            for dimension in dimensions:
                product = reader.times(product, reader.read(dimension, HERE))
            equal(reader, reader.read(multiplicity, HERE), product)
            whole = plus(whole, product)
        equal(reader, reader.read(total, HERE), whole)

    derived(claim, facts)


def defined(x: Any, names: Names, facts: list[Tree]) -> None:
    """Terms have a value: no denominator is 0, whatever a root, a logarithm is of fits."""
    terms = [term(each, parsing.kind_of(each), names) for each in listed(x.get("terms"))]
    require(bool(terms), "there are no terms")

    def claim(reader: Reader) -> None:
        reader.strict = True
        for each in terms:
            reader.read(each, HERE)

    derived(claim, facts)


def induction(x: Any, names: Names, facts: list[Tree]) -> None:
    """Both sides are equal at the start, and change alike from each integer to the next."""
    (left, right), start = sides(x, names), x.get("start")
    over = node("symbol", Tree(parsing.named(x.get("over"))))
    require(isinstance(start, int) and not isinstance(start, bool), "the start is no integer")
    whole, bound = node("integer", over), node(">=", over, Tree("number", "", (), start))
    require(whole in facts, "nothing says that it is over integers")
    require(bound in facts, "nothing says that the integers begin at the start")
    others = [fact for fact in facts if over not in walk(fact)]

    def at(n: Poly) -> Scope:
        return HERE.put({over: lambda: n})

    def base(reader: Reader) -> None:
        here = at(number(start))
        equal(reader, reader.read(left, here), reader.read(right, here))

    def step(reader: Reader) -> None:
        n = reader.read(over, HERE)
        reader.series_over = (n, start)
        now, then = at(n), at(plus(n, ONE))
        rises = [plus(reader.read(t, then), reader.read(t, now), -1) for t in (left, right)]
        equal(reader, rises[0], rises[1])

    derived(base, others)
    derived(step, [*others, whole, bound])


def witness(x: Any, names: Names, facts: list[Tree]) -> None:
    """At a point all facts hold, and what is to fail certainly fails."""
    values = x.get("values")
    require(isinstance(values, dict), "the values are not {name: number}")
    at = {parsing.named(name): rational(q) for name, q in values.items()}
    hold = [*facts, *(said(each, names) for each in listed(x.get("facts_hold")))]
    fail = [said(each, names) for each in listed(x.get("fails"))]
    require(bool(fail), "nothing is refuted")
    for fact in hold:
        require(truth(fact, at) is True, f"a fact of kind {fact.head} does not certainly hold")
    for each in fail:
        require(truth(each, at) is False, f"a relation of kind {each.head} does not certainly fail")


def said(x: Any, names: Names) -> Tree:
    """Return a comparison, or a fact."""
    return relation(x, names) if len(listed(x)) == 3 else parsing.fact(x, names)


def cover(x: Any, names: Names, _: list[Tree]) -> None:
    """The boxes fill the region, and the term certainly has the sign on each."""
    order, variables = listed(x.get("order")), x.get("variables")
    require(isinstance(variables, dict), "the variables are not {name: [lower, upper]}")
    require(sorted(map(parsing.named, order)) == sorted(variables), "the order is of others")
    region = box_of([variables[name] for name in order], len(order))
    boxes = [box_of(box, len(order)) for box in listed(x.get("boxes"))]
    require(covers(region, boxes), "the boxes do not cover the region")
    holds = sign_of(x)
    for box in listed(x.get("boxes")):
        require(holds(box), f"the sign is not certain on {shown(box)}")


def box_of(x: Any, count: int) -> list[Side]:
    ends = (listed(side, 2) for side in listed(x, count))
    box = [(rational(a), rational(b)) for a, b in ends]
    require(all(a <= b for a, b in box), "a side ends before it begins")
    return box


def sign_of(x: Any) -> Callable[[Any], bool]:
    """Return whether the term of a cover certainly has the sign of its claim on a given box."""
    order, sign, bits = listed(x.get("order")), x.get("sign"), x.get("precision")
    require(sign in (">", ">=", "!="), f"{shown(sign)} is no sign of a term")
    fits = isinstance(bits, int) and 16 <= bits <= 4096
    require(fits, "the precision is not a number of bits from 16 to 4096")
    body = term(x.get("term"), "s", {})
    return lambda box: sign_on(box_of(box, len(order)), order, body, sign, bits)


KINDS: dict[str, KindCheck] = {
    "identity": identity, "inequality": inequality, "counts": counts, "defined": defined,
    "induction": induction, "cover": cover, "witness": witness,
}  # fmt: skip
