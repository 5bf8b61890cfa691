"""The engine's own formulas, assumptions and steps for a claim, as an author would write them."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from property_tests.false_claims.models import SCALARS
from property_tests.false_claims.terms import DrawnClaim, Fact, Term, is_vector
from verify.statements.assumption import Assumption
from verify.vocabulary import *

PAPER = Paper("X", "a test", "nobody", 2026, "none")


@dataclass
class Builder:
    """Everything that is given, and the free indices of one claim."""

    claim: DrawnClaim
    given: list[Assumption[Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scalars = {name: self._given(any_scalar(name)) for name in SCALARS if name != "m"}
        self.scalars["m"] = self._given(integer_scalar("m", at_least=self.claim.start))
        self.u, self.w = self._given(coefficients("u")), self._given(any_weights("w"))
        self.y, self.mask = self._given(any_vectors("y")), self._given(attention_mask("N"))
        self.operators = {
            "A": self._given(any_operator("A")),
            "S": self._given(symmetric_operator("S")),
        }
        self.free = {"i": tokens.any("i"), "k": tokens.any("k")}
        for fact in self.claim.facts:
            self._given(self.assumed(fact))

    def _given(self, assumption: Assumption[Any]) -> Any:
        self.given.append(assumption)
        return assumption.introduces

    # ------------------------------------------------------------ facts

    def assumed(self, fact: Fact) -> Assumption[Any]:
        """Return the assumption of a fact; its indices are its own unless they are compared."""
        here = self.free
        if fact.sign in ("distinct", "before"):
            word = distinct if fact.sign == "distinct" else before
            return word(here[fact.left[0]], here[fact.right[0]])
        return that(self.relation(fact, here))

    def relation(self, fact: Fact, at: dict[str, Index]) -> Any:
        """Return a comparison, an equation or an order of indices."""
        if fact.sign == "before":
            return precedes(at[fact.left[0]], at[fact.right[0]])
        if fact.sign == "=":
            write: Any = self.vector if is_vector(fact.left) else self.scalar
            return equals(write(fact.left, at), write(fact.right, at))
        left, right = self.scalar(fact.left, at), self.scalar(fact.right, at)
        if fact.sign == "!=":
            return differs(left, right)
        return left >= right if fact.sign == ">=" else left > right

    # ------------------------------------------------------------ steps

    def step(self) -> Any:
        """Return the step that says the claim."""
        here, claim = self.free, self.claim
        if claim.sign == "=":
            if is_vector(claim.left):
                return Identity(self.vector(claim.left, here), self.vector(claim.right, here))
            said = Identity(self.scalar(claim.left, here), self.scalar(claim.right, here))
            if not claim.induction:
                return said
            return Induction(self.scalars["m"], claim.start, said)
        assert claim.because is not None
        conditions: list[Any] = [self.relation(fact, here) for fact in claim.where]
        for fact in claim.every:
            conditions.append(every(lambda k, f=fact: self.relation(f, {**here, "k": k})))
        for fact in claim.pairs:
            conditions.append(
                every(lambda i, k, f=fact: self.relation(f, {**here, "i": i, "k": k}))
            )
        return Inequality(
            self.relation(Fact(claim.sign, claim.left, claim.right), here),
            because=self.scalar(claim.because, here),
            where=conditions,
        )

    # ------------------------------------------------------------ formulas

    def scalar(self, term: Term, at_: dict[str, Index]) -> Scalar:
        """Return a scalar; every sum calls its index j, as an author may."""
        op, *args = term
        if op == "number":
            return Scalar("number", Fraction(args[0]))
        if op == "symbol":
            return self.scalars[args[0]]
        if op == "item":
            family: Any = self.u if args[0] == "u" else self.w
            return family.item(*(at_[k] for k in args[1:]))
        if op == "member":
            return self.mask[at_[args[0]], at_[args[1]]]
        if op == "delta":
            return same(at_[args[0]], at_[args[1]])
        if op == "size":
            return tokens.count
        if op in ("add", "times"):
            first, second = self.scalar(args[0], at_), self.scalar(args[1], at_)
            return first + second if op == "add" else first * second
        if op == "power":
            return self.scalar(args[0], at_) ** args[1]
        if op == "whole_power":
            return power(args[0], self.scalar(args[1], at_))
        if op == "exp":
            return exp(self.scalar(args[0], at_))
        if op == "absolute":
            return absolute(self.scalar(args[0], at_))
        if op == "sum":
            bound, over, body = args
            return total(self.scalar(body, {**at_, bound: j}) for j in self.range(over, at_))
        if op == "inner":
            return self.vector(args[0], at_) @ self.vector(args[1], at_)
        if op == "rate":
            a, b, p, q = (self.scalars[name] for name in "abpq")
            flow = motion({a: p, b: a * q, self.u: lambda i: p * self.u[i]})
            return rate(self.scalar(args[0], at_), flow)
        if op == "at":
            return at(
                self.scalar(args[0], at_),
                {self.scalars[name]: self.scalar(x, at_) for name, x in args[1]},
            )
        if op == "integer_sum":
            bound, lower, upper, body = args
            ends = integers(self.scalar(lower, at_), self.scalar(upper, at_))
            return total(self.scalar(body, {**at_, bound: j}) for j in ends)
        if op == "place":
            return Scalar("place", at_[args[0]])
        raise AssertionError(term)

    def range(self, over: tuple[Any, ...], at_: dict[str, Index]) -> Any:
        """Return a range of tokens."""
        kind, limit, without = over
        if kind == "all":
            out = tokens
        elif kind == "seen":
            out = tokens.seen_by(at_[limit], self.mask)
        else:
            out = tokens.before(at_[limit]) if kind == "before" else tokens.up_to(at_[limit])
        for other in without:
            out = out.but(at_[other])
        return out

    def vector(self, term: Term, at_: dict[str, Index]) -> Vector:
        """Return a vector."""
        op, *args = term
        if op == "vector":
            return self.y[at_[args[1]]]
        if op == "plus":
            return self.vector(args[0], at_) + self.vector(args[1], at_)
        if op == "scale":
            return self.scalar(args[0], at_) * self.vector(args[1], at_)
        if op == "apply":
            name = args[0]
            operator = self.operators[name.removesuffix("^T")]
            return (operator.T if name.endswith("^T") else operator) @ self.vector(args[1], at_)
        bound, over, body = args
        return total(self.vector(body, {**at_, bound: j}) for j in self.range(over, at_))


def statement_of(claim: DrawnClaim) -> Any:
    """Return a statement that makes one claim."""

    @statement("X-1", PAPER.label("drawn"), title="A drawn claim")
    def drawn(given: Given) -> Proof:
        builder = Builder(claim)
        for assumption in builder.given:
            given(assumption)
        yield "drawn", builder.step()

    return drawn
