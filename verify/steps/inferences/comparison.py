"""Comparison: numbers that are bounded by the solution of a simpler equation."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field

from verify.language.expressions import Number, Relation, Scalar, as_scalar
from verify.language.mistakes import Mistake
from verify.language.words import exp, log
from verify.statements.assumption import Assumption
from verify.statements.assumptions.scalars import any_scalar, nonnegative_scalar
from verify.statements.claim_words import always, at_start, for_every, implies
from verify.statements.inference import FROM_START, INDUCTION, Inference
from verify.statements.propositions import Proposition, elapsed


@dataclass(frozen=True, eq=False)
class FromStart(Inference):
    """A number that is at most M at the start is bounded at all times, for any M of a kind."""

    of: Scalar

    @abstractmethod
    def bound(self, most: Scalar) -> Relation:
        """Return what holds at all times where the number is at most this at the start."""

    def starts(self) -> Assumption[Scalar]:
        """Return what is known of bounds at the start."""
        return nonnegative_scalar("M")

    def concludes(self) -> Proposition:
        return for_every(
            self.starts(),
            lambda M: implies(at_start(self.of <= M), always(self.bound(M))),
        )

    def shown(self) -> tuple[tuple[Relation, Relation], ...]:
        return ((self.bound(FROM_START), self.of <= FROM_START),)


@dataclass(frozen=True, eq=False)
class Comparison(FromStart):
    """A number u is at most M e^K at all times, if it is at most M at the start, for any M >= 0.

    `Comparison(1 - rho, exponent=-c * elapsed, by="rises")`: steps say that the rate of u is at
    most K' u; that is needed only where u > 0. K is 0 at the start. (Gronwall's lemma.) If they
    say so `everywhere`, M may have any sign.
    """

    exponent: Scalar
    everywhere: bool = field(default=False, kw_only=True)
    theorem = "comparison (Gronwall's lemma)"
    asks = "steps have to say that the rate of u is at most the rate of the exponent times u"

    @property
    def tactic(self) -> str:
        return "by_comparison_anywhere" if self.everywhere else "by_comparison"

    def starts(self) -> Assumption[Scalar]:
        return any_scalar("M") if self.everywhere else nonnegative_scalar("M")

    def bound(self, most: Scalar) -> Relation:
        return self.of <= most * exp(self.exponent)

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, self.exponent)


@dataclass(frozen=True, eq=False)
class AlgebraicDecay(FromStart):
    """A number u is at most M / (1 + k M t), if it is at most M at the start, for any M >= 0.

    `AlgebraicDecay(x**2, constant=2, by="falls")`: steps say that the rate of u is at most -k u^2;
    that is needed only where u > 0. What it concludes is written without a quotient. Over
    layers they say that u after a layer is at most u - k u^2.
    """

    constant: Scalar | Number
    asks = "steps have to say that the rate of u is at most -k u**2; over layers, u less k u**2"
    tactic, theorem = "by_algebraic_decay", "comparison with the solution of v' = -k v^2"
    over_layers = "by_layers_fall"

    def bound(self, most: Scalar) -> Relation:
        return self.of * (1 + as_scalar(self.constant) * most * elapsed) <= most

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, as_scalar(self.constant))


@dataclass(frozen=True, eq=False)
class PowerDecay(Inference):
    """A number u >= 0 is at most e^(M p^k) after k layers, if it is at most e^M before them.

    `PowerDecay(1 - a * x, order=2, by="squares")`: steps say that u after a layer is at most u^p;
    that u is not negative a step says, or an inference. From u < 1, where M < 0, this is
    convergence of order p: superlinear, or doubly exponential in the number of layers.
    """

    of: Scalar
    order: int
    theorem, tactic, over_layers = INDUCTION, "", "by_layers_power"
    asks = "steps have to say that u after a layer is at most u**p, and that u is not negative"

    def __post_init__(self) -> None:
        if self.order not in range(2, 100):
            raise Mistake(f"PowerDecay(order=...) is an integer from 2 to 99, not {self.order!r}")
        super().__post_init__()

    def bound(self, most: Scalar) -> Relation:
        return self.of <= exp(most * exp(log(self.order) * elapsed))

    def concludes(self) -> Proposition:
        return for_every(
            any_scalar("M"),
            lambda M: implies(at_start(self.of <= exp(M)), always(self.bound(M))),
        )

    def shown(self) -> tuple[tuple[Relation, Relation], ...]:
        return ((self.bound(FROM_START), self.of <= exp(FROM_START)),)

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of,)


@dataclass(frozen=True, eq=False)
class GrowsAtMost(FromStart):
    """A number u is at most M + m t, if it is at most M at the start, for any M.

    `GrowsAtMost(r, rate=1, by="radius")`: steps say that the rate of u is at most m; over layers,
    that u after a layer is at most u + m.
    """

    rate: Scalar | Number
    asks = "steps have to say that the rate of u is at most m; over layers, u + m after a layer"
    tactic, theorem = "by_grows_at_most", "the mean value theorem"
    over_layers = "by_layers_grow"

    def starts(self) -> Assumption[Scalar]:
        return any_scalar("M")

    def bound(self, most: Scalar) -> Relation:
        return self.of <= most + as_scalar(self.rate) * elapsed

    def functions(self) -> tuple[Scalar, ...]:
        return (self.of, as_scalar(self.rate))


@dataclass(frozen=True, eq=False)
class OverLayers(Comparison):
    """A number u is at most M e^K after every number of layers, if it is at most M before them.

    `OverLayers(distance, exponent=-r * elapsed, by="narrows")`: steps say that u after a layer is
    at most u times e to the difference of K; that is needed only where u > 0, if u after the
    layer is evidently not positive elsewhere. By induction over the layers.
    """

    tactic, theorem = "", INDUCTION
    asks = (
        "steps have to say that u after a layer is at most u times e to what K grows by, "
        "which is written so, or as q where K is log(q) elapsed"
    )

    @property
    def over_layers(self) -> str:
        return "by_layers_anywhere" if self.everywhere else "by_layers"
