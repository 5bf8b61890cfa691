"""Exponential rates that solutions of flows do not have, whatever the rate and the constant are.

"There are C and r > 0 with |x| <= C e^(-r t)" is no claim that one trajectory contradicts at a
time: every C and r has a time of its own. It is refuted by what decays more slowly than all
exponentials, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import Ordering, fmpq_mpoly_ctx

from verify.language.expressions import Expression, Relation, Scalar, as_scalar
from verify.language.facts import sides
from verify.language.motion import Flow
from verify.language.symbols import Symbol
from verify.language.walk import ordered, unabbreviated
from verify.methods.clear import in_balls
from verify.methods.levels import TRUE, Level
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, choices, converted
from verify.numerics.linear_flows import has_no_such_limit
from verify.numerics.number import IN_FLINT, Undefined
from verify.numerics.polynomial_flows import NOT_POLYNOMIAL
from verify.numerics.positions import Indices
from verify.numerics.slow_flows import outlasts_exponentials
from verify.statements.assumption import Assumption, introduced
from verify.statements.propositions import (
    Joined,
    Proposition,
    Quantified,
    Throughout,
    atom_indices,
    elapsed,
    mentions,
    speaks_of,
)

TIME = elapsed.args[0]
Values = Mapping[Any, Any]


@dataclass(frozen=True)
class Rates:
    """A solution from a start along a flow, and numbers that are chosen when it is known.

    `level` tells how true a proposition is; `values` are some values of what is quantified.
    `positive` are those of the `chosen` numbers that are.
    """

    flow: Flow
    moved: frozenset[Any]
    start: Instance
    level: Callable[[Proposition, Values, Indices, None], Level]
    values: Callable[[Quantified, Values, Indices], Sequence[Values]]
    chosen: frozenset[Any] = frozenset()
    positive: frozenset[Any] = frozenset()

    def fails(self, said: Proposition, local: Values, at: Indices) -> bool:
        """Return whether a proposition certainly fails, whatever numbers are chosen."""
        if isinstance(said, Quantified):
            return self._quantified(said, local, at)
        if isinstance(said, Joined) and said.word == "and":
            among = self._with(part for part in said.parts if isinstance(part, Relation))
            return any(among.fails(part, local, at) for part in said.parts)
        if isinstance(said, Joined) and said.word == "if":
            premise, conclusion = said.parts
            if speaks_of(premise, self.chosen) or self.level(premise, local, at, None) != TRUE:
                return False
            return self.fails(conclusion, local, at)
        if isinstance(said, Throughout) and not said.at_start:
            return self._sometime(said.body, local, at)
        return False

    def _quantified(self, said: Quantified, local: Values, at: Indices) -> bool:
        if not isinstance(said.over, Assumption):
            places = choices(said.over, self.start, at)
            return said.every and any(self.fails(said.body, local, place) for place in places)
        facts = said.over.facts
        if said.every:
            apart = not any(mentions(side, self.chosen) for fact in facts for side in sides(fact))
            values = self.values(said, local, at) if apart else ()
            return any(self.fails(said.body, {**local, **one}, at) for one in values)
        made = list(introduced([said.over]))
        if not all(isinstance(x, Symbol) and x.kind == "scalar" for x in made):
            return False
        among = replace(self, chosen=self.chosen | {*made})
        return among._with(f for f in facts if isinstance(f, Relation)).fails(said.body, local, at)

    def _with(self, relations: Iterable[Relation]) -> Rates:
        """Return the same where relations hold that may say that something chosen is positive."""
        found = set(self.positive)
        for relation in relations:
            small, large = _in_order(relation)
            if relation.strict and _is_zero(small) and large.op == "symbol":
                found |= {large.args[0]} & self.chosen
        return replace(self, positive=frozenset(found))

    def _sometime(self, said: Proposition, local: Values, at: Indices) -> bool:
        """Return whether a comparison certainly fails at some time: one of several is enough."""
        if isinstance(said, Quantified) and isinstance(said.over, tuple) and said.every:
            places = choices(said.over, self.start, at)
            return any(self._sometime(said.body, local, place) for place in places)
        if isinstance(said, Joined) and said.word == "and":
            return any(self._sometime(part, local, at) for part in said.parts)
        if not isinstance(said, Relation) or said.sign == "!=":
            return False
        here = self.start.replaced(dict(local))
        places = assignments([k for k in ordered(atom_indices(said)) if k not in at], here)
        small, large = _in_order(said)
        return any(
            (self._fades(b, here, {**at, **place}) and self._stays(a, here, {**at, **place}))
            for place in places for a, b in ((small, large), (-large, -small))
        )  # fmt: skip

    # ------------------------------------------------------------ the two sides

    def _stays(self, of: Scalar, here: Instance, at: Indices) -> bool:
        """Return whether something is certainly above every exponential that decays, some time."""
        of = unabbreviated(of)
        if mentions(of, self.chosen | {TIME}) or not mentions(of, self.moved):
            return False
        if of.op == "power" and 2 * of.args[1] == 1:  # a root is not negative
            zero = as_scalar(0)
            if has_no_such_limit(self.flow, here, at, of, zero):
                return True
        return outlasts_exponentials(self.flow, here, at, of)

    def _fades(self, of: Scalar, here: Instance, at: Indices) -> bool:
        """Return whether |of| is certainly below an exponential that decays, from the start on."""
        of = unabbreviated(of)
        if mentions(of, self.moved):
            return False
        if _is_zero(of):
            return True
        if of.op == "add":
            return all(self._fades(part, here, at) for part in of.args)
        if of.op == "multiply":
            first, second = of.args
            return any(
                self._fades(one, here, at) and (self._is_constant(other, here, at)
                                                or self._fades(other, here, at))
                for one, other in ((first, second), (second, first))
            )  # fmt: skip
        if of.op == "function" and of.args[0] == "exp":
            return self._falls(of.args[1], here, at)
        return False

    def _is_constant(self, of: Scalar, here: Instance, at: Indices) -> bool:
        """Return whether something is a number for all that is chosen, the same at all times."""
        if mentions(of, self.moved | {TIME}):
            return False
        if mentions(of, self.chosen):
            if of.op == "symbol":
                return True
            if of.op in ("add", "multiply"):
                return all(self._is_constant(part, here, at) for part in of.args)
            return of.op == "power" and of.args[1] > 0 and of.args[1].denominator == 1 and (
                self._is_constant(of.args[0], here, at))  # fmt: skip
        try:
            in_balls(of, here, at)
        except Undefined:
            return False
        return True

    def _falls(self, of: Scalar, here: Instance, at: Indices) -> bool:
        """Return whether an exponent is a constant minus the time, times something positive."""
        names = [TIME, *self.chosen]
        ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(names))], Ordering.lex)
        try:
            there = converted(here, IN_FLINT)
            found = value(of, there.replaced(dict(zip(names, ring.gens(), strict=True))), at)
            terms = (ring.constant(0) + found).to_dict()
        except NOT_POLYNOMIAL:
            return False
        timed = {powers: c for powers, c in terms.items() if powers[0]}
        return bool(timed) and all(
            c < 0 and all(not e or name in self.positive
                          for name, e in zip(names[1:], powers[1:], strict=True))
            for powers, c in timed.items()
        )  # fmt: skip


def _in_order(said: Relation) -> tuple[Scalar, Scalar]:
    """Return what is said to be smaller, and what is said to be larger."""
    return (said.left, said.right) if said.sign in ("<=", "<") else (said.right, said.left)


def _is_zero(of: Expression) -> bool:
    return of.op == "number" and of.args[0] == 0
