"""Claims decided by brute force at small models: is there one at which the facts hold and it fails?

Tokens, dimensions and values are few and small; every index takes all its values. Vectors are
lists, sums are loops, derivatives are dual numbers. Nothing here knows the engine.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from property_tests.false_claims.numbers import (
    Moving,
    Number,
    Undefined,
    Unknown,
    exponential,
    rational,
    still,
)
from property_tests.false_claims.terms import DrawnClaim, Fact, Term, free, indices

VALUES = tuple(map(Fraction, ("0", "1", "-1", "2", "1/2", "4", "1", "0", "-2", "3")))
SCALARS = ("a", "b", "m", "p", "q")
INTEGERS = ("m",)
Places = dict[str, int]


@dataclass(frozen=True)
class Model:
    """Values of what claims mention. Where it moves, a does by p, b by a q and u_i by p u_i."""

    tokens: int
    dimension: int
    scalars: dict[str, Fraction]
    u: list[Fraction]
    w: list[list[Fraction]]
    seen: list[list[bool]]
    y: list[list[Fraction]]
    operators: dict[str, list[list[Fraction]]]
    moves: bool = False

    # ------------------------------------------------------------ scalars

    def scalar(self, term: Term, at: Places) -> Moving:
        """Return what a scalar is. Raises Undefined or Unknown."""
        op, *args = term
        if op == "number":
            return still(args[0])
        if op == "symbol":
            return self._moving(self.scalars[args[0]], self._velocity(args[0]))
        if op == "item" and args[0] == "u":
            u = self.u[at[args[1]]]
            return self._moving(u, self.scalars["p"] * u)
        if op == "item":
            return still(self.w[at[args[1]]][at[args[2]]])
        if op == "member":
            return still(int(self.seen[at[args[0]]][at[args[1]]]))
        if op == "delta":
            return still(int(at[args[0]] == at[args[1]]))
        if op == "size":
            return still(self.tokens)
        if op == "add":
            return self.scalar(args[0], at) + self.scalar(args[1], at)
        if op == "times":
            return self.scalar(args[0], at) * self.scalar(args[1], at)
        if op == "power":
            return self.scalar(args[0], at).power(args[1])
        if op == "whole_power":
            exponent = self.scalar(args[1], at).value.as_rational
            if exponent.denominator != 1:
                raise Undefined
            return still(args[0] ** int(exponent))
        if op == "exp":
            x = self.scalar(args[0], at)
            value = exponential(x.value)
            return Moving(value, value * x.slope)
        if op == "absolute":
            x = self.scalar(args[0], at)
            return (x * x).power(Fraction(1, 2))
        if op == "sum":
            return self._sum(args, at)
        if op == "integer_sum":
            bound, lower, upper, body = args
            ends = [self.scalar(end, at).value.as_rational for end in (lower, upper)]
            if any(end.denominator != 1 for end in ends):
                raise Undefined
            span = range(int(ends[0]), int(ends[1]) + 1)
            return sum((self.scalar(body, {**at, bound: k}) for k in span), start=still(0))
        if op == "place":
            return still(at[args[0]])
        if op == "inner":
            first, second = self.vector(args[0], at), self.vector(args[1], at)
            return sum((a * b for a, b in zip(first, second, strict=True)), start=still(0))
        if op == "rate":
            if self.moves:
                raise Unknown
            return Moving(replace(self, moves=True).scalar(args[0], at).slope, rational(0))
        if op == "at":
            if self.moves:
                raise Unknown
            values = {name: self.scalar(x, at).value.as_rational for name, x in args[1]}
            return replace(self, scalars={**self.scalars, **values}).scalar(args[0], at)
        raise AssertionError(term)

    def _velocity(self, name: str) -> Fraction:
        a, p, q = (self.scalars[name] for name in "apq")
        return {"a": p, "b": a * q}.get(name, Fraction(0))

    def _moving(self, value: Fraction, slope: Fraction) -> Moving:
        return Moving(rational(value), rational(slope if self.moves else 0))

    def _sum(self, args: list[Any], at: Places) -> Moving:
        bound, over, body = args
        terms = (self.scalar(body, {**at, bound: k}) for k in self.span(over, at))
        return sum(terms, start=still(0))

    def span(self, over: tuple[Any, ...], at: Places) -> list[int]:
        """Return the tokens of a range."""
        kind, limit, without = over
        tokens = range(self.tokens)
        if kind == "before":
            found = [k for k in tokens if k < at[limit]]
        elif kind == "up_to":
            found = [k for k in tokens if k <= at[limit]]
        elif kind == "seen":
            found = [k for k in tokens if self.seen[at[limit]][k]]
        else:
            found = list(tokens)
        return [k for k in found if k not in {at[other] for other in without}]

    # ------------------------------------------------------------ vectors

    def vector(self, term: Term, at: Places) -> list[Moving]:
        """Return what a vector is."""
        op, *args = term
        if op == "vector":
            return [still(x) for x in self.y[at[args[1]]]]
        if op == "plus":
            pairs = zip(self.vector(args[0], at), self.vector(args[1], at), strict=True)
            return [a + b for a, b in pairs]
        if op == "scale":
            c = self.scalar(args[0], at)
            return [c * x for x in self.vector(args[1], at)]
        if op == "apply":
            x = self.vector(args[1], at)
            rows = self._operator(args[0])
            return [
                sum((still(a) * b for a, b in zip(row, x, strict=True)), start=still(0))
                for row in rows
            ]
        if op == "vector_sum":
            bound, over, body = args
            out = [still(0)] * self.dimension
            for k in self.span(over, at):
                pairs = zip(out, self.vector(body, {**at, bound: k}), strict=True)
                out = [a + b for a, b in pairs]
            return out
        raise AssertionError(term)

    def _operator(self, name: str) -> list[list[Fraction]]:
        if name.endswith("^T"):
            return [list(row) for row in zip(*self.operators[name[:-2]], strict=True)]
        return self.operators[name]

    # ------------------------------------------------------------ facts

    def holds(self, fact: Fact, at: Places) -> bool:
        """Return whether a fact holds at these places. Raises Undefined or Unknown."""
        if fact.sign in ("distinct", "before"):
            first, second = at[fact.left[0]], at[fact.right[0]]
            return first != second if fact.sign == "distinct" else first < second
        if fact.left[0] in VECTOR_OPERATIONS:
            left, right = self.vector(fact.left, at), self.vector(fact.right, at)
            return all(not (a.value - b.value).terms for a, b in zip(left, right, strict=True))
        gap = self.scalar(fact.left, at).value - self.scalar(fact.right, at).value
        return compared(gap, fact.sign)

    def places(self, names: set[str]) -> Iterator[Places]:
        """Yield all places of indices."""
        ordered = sorted(names)
        for chosen in itertools.product(range(self.tokens), repeat=len(ordered)):
            yield dict(zip(ordered, chosen, strict=True))


VECTOR_OPERATIONS = ("vector", "plus", "scale", "apply", "vector_sum")


def compared(gap: Number, sign: str) -> bool:
    """Return whether a difference has a sign."""
    if sign == "=":
        return not gap.terms
    return {">=": gap.sign >= 0, ">": gap.sign > 0, "!=": gap.sign != 0}[sign]


# ------------------------------------------------------------------ claims


def counterexample(claim: DrawnClaim, tries: int, seed: int = 0) -> str | None:
    """Return a model, told, at which the facts hold and the claim fails; None if none is found."""
    random = Random(seed)
    for number in range(tries):
        model = random_model(random, claim, 1 + number % 3)
        where = fails_at(claim, model)
        if where is not None:
            return f"{claim}\n at {where} of {model}"
    return None


def fails_at(claim: DrawnClaim, model: Model) -> Places | None:
    """Return the places at which a claim fails in a model; None where it holds or says nothing."""
    for at in model.places(constant_indices(claim)):
        try:
            if not all(_holds_everywhere(fact, model, at) for fact in claim.facts):
                continue
        except (Undefined, Unknown):
            continue
        names = _claim_indices(claim) - set(at)
        for more in model.places(names):
            try:
                if _fails(claim, model, {**at, **more}):
                    return {**at, **more}
            except (Undefined, Unknown):
                continue
    return None


def constant_indices(claim: DrawnClaim) -> set[str]:
    """Return the indices that are the same in facts and claim: those that are compared."""
    named = [f for f in claim.facts if f.sign in ("distinct", "before")]
    return {index for f in named for index in (f.left[0], f.right[0])}


def _claim_indices(claim: DrawnClaim) -> set[str]:
    found = free(claim.left) | free(claim.right)
    if claim.because is not None:
        found |= free(claim.because)
    for fact in claim.where:
        found |= fact_indices(fact)
    for fact in claim.every:
        found |= fact_indices(fact) - {"k"}
    return found  # those of pairs are all bound


def fact_indices(fact: Fact) -> set[str]:
    """Return the indices that a fact is about."""
    if fact.sign in ("distinct", "before"):
        return {fact.left[0], fact.right[0]}
    return free(fact.left) | free(fact.right)


def _holds_everywhere(fact: Fact, model: Model, at: Places) -> bool:
    names = fact_indices(fact) - set(at)
    return all(model.holds(fact, {**at, **more}) for more in model.places(names))


def _fails(claim: DrawnClaim, model: Model, at: Places) -> bool:
    if not all(model.holds(fact, at) for fact in claim.where):
        return False
    for fact in claim.every:
        if not all(model.holds(fact, {**at, "k": k}) for k in range(model.tokens)):
            return False
    for fact in claim.pairs:
        if not all(model.holds(fact, {**at, **pair}) for pair in model.places({"i", "k"})):
            return False
    said = Fact(claim.sign, claim.left, claim.right)
    return not model.holds(said, at)


def random_model(random: Random, claim: DrawnClaim, tokens: int) -> Model:
    """Return a model of that many tokens; values repeat often, so that facts may hold."""
    few = random.sample(VALUES, random.choice((1, 2, 2, 3, 10)))

    def q() -> Fraction:
        return random.choice(few)

    def matrix(size: int) -> list[list[Fraction]]:
        return [[q() for _ in range(size)] for _ in range(size)]

    d = random.choice((1, 2, 2))
    symmetric = matrix(d)
    symmetric = [[symmetric[min(r, c)][max(r, c)] for c in range(d)] for r in range(d)]
    scalars = {name: q() for name in SCALARS}
    scalars |= {name: Fraction(random.randint(claim.start, claim.start + 4)) for name in INTEGERS}
    return Model(
        tokens, d, scalars, [q() for _ in range(tokens)], matrix(tokens),
        [[random.random() < 0.6 for _ in range(tokens)] for _ in range(tokens)],
        [[q() for _ in range(d)] for _ in range(tokens)],
        {"A": matrix(d), "S": symmetric},
    )  # fmt: skip


__all__ = ["Model", "counterexample", "fails_at", "indices", "random_model"]
