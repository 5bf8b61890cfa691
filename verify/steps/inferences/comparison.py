"""Comparison: numbers that are bounded by the solution of a simpler equation."""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.expressions import Number, Relation, Scalar, as_scalar
from verify.language.symbols import Symbol
from verify.language.words import exp
from verify.statements.inference import Inference, bounded_from_start
from verify.statements.propositions import Proposition, elapsed

M = Scalar("symbol", Symbol("M", "scalar"))  # what is shown of the start
Shown = tuple[tuple[Relation, Relation], ...]


@dataclass(frozen=True, eq=False)
class Comparison(Inference):
    """A number u is at most M e^K at all times, if it is at most M at the start, for any M >= 0.

    `Comparison(1 - rho, exponent=-c * elapsed, by="rises")`: steps say that the rate of u is at
    most K' u; they are asked while u is positive. K is 0 at the start. (Gronwall's lemma.)
    """

    of: Scalar
    exponent: Scalar
    tactic, theorem = "by_comparison", "comparison (Gronwall's lemma)"

    def _bound(self, most: Scalar) -> Relation:
        return self.of <= most * exp(self.exponent)

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, self.exponent)

    def concludes(self) -> Proposition:
        return bounded_from_start(self.of, self._bound)

    def shown(self) -> Shown:
        return ((self._bound(M), self.of <= M),)


@dataclass(frozen=True, eq=False)
class AlgebraicDecay(Inference):
    """A number u is at most M / (1 + k M t), if it is at most M at the start, for any M >= 0.

    `AlgebraicDecay(x**2, constant=2, by="falls")`: steps say that the rate of u is at most -k u^2;
    they are asked while u is positive. What it concludes is written without a quotient.
    """

    of: Scalar
    constant: Scalar | Number
    tactic, theorem = "by_algebraic_decay", "comparison with the solution of v' = -k v^2"

    def _bound(self, most: Scalar) -> Relation:
        return self.of * (1 + as_scalar(self.constant) * most * elapsed) <= most

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, as_scalar(self.constant))

    def concludes(self) -> Proposition:
        return bounded_from_start(self.of, self._bound)

    def shown(self) -> Shown:
        return ((self._bound(M), self.of <= M),)


@dataclass(frozen=True, eq=False)
class GrowsAtMost(Inference):
    """A number u is at most M + m t, if it is at most M at the start.

    `GrowsAtMost(r, rate=1, by="radius")`: steps say that the rate of u is at most m.
    """

    of: Scalar
    rate: Scalar | Number
    tactic, theorem = "by_grows_at_most", "the mean value theorem"

    def _bound(self, most: Scalar) -> Relation:
        return self.of <= most + as_scalar(self.rate) * elapsed

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, as_scalar(self.rate))

    def concludes(self) -> Proposition:
        return bounded_from_start(self.of, self._bound)

    def shown(self) -> Shown:
        return ((self._bound(M), self.of <= M),)


@dataclass(frozen=True, eq=False)
class OverLayers(Inference):
    """A number u is at most M e^K after every number of layers, if it is at most M before them.

    `OverLayers(distance, exponent=-r * elapsed, by="narrows")`: steps say that u after a layer is
    at most u times e to the difference of K. By induction over the layers.
    """

    of: Scalar
    exponent: Scalar
    tactic, theorem = "by_layers", "induction over the layers"

    def _bound(self, most: Scalar) -> Relation:
        return self.of <= most * exp(self.exponent)

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, self.exponent)

    def concludes(self) -> Proposition:
        return bounded_from_start(self.of, self._bound)

    def shown(self) -> Shown:
        return ((self._bound(M), self.of <= M),)
