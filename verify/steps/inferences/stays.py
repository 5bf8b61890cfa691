"""Bounds that are never crossed, because what moves turns back at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verify.language.expressions import Relation, Scalar
from verify.language.mistakes import Mistake
from verify.statements.claim_words import always, at_start, both
from verify.statements.inference import Inference, Printed, is_bound
from verify.statements.propositions import Proposition
from verify.statements.step import fill


@dataclass(frozen=True, eq=False)
class Stays(Inference):
    """One bound or two hold at all times: where one is met, what it bounds moves inwards.

    `Stays(rho >= 0, by="rises")`: a step says that the rate of rho is positive where rho is 0 and
    the other bound holds (Nagumo's theorem for a strictly inward velocity), or, of one strict bound
    V < b, that of V at most 0 where V < b. Over layers, that they hold after a layer if before it.
    """

    bounds: Relation | Sequence[Relation]
    needs_each = False
    asks = (
        "steps have to say that its rate points strictly inwards where the bound is met, or not "
        "outwards where a strict bound holds; over layers, that it is within it after a layer"
    )
    theorem = "real induction, for the bound is crossed inwards alone"

    def __post_init__(self) -> None:
        super().__post_init__()
        bounds = (self.bounds,) if isinstance(self.bounds, Relation) else tuple(self.bounds)
        if not 1 <= len(bounds) <= 2 or not all(is_bound(bound) for bound in bounds):
            raise Mistake("Stays takes one bound, such as rho >= 0, or a list of two")
        fill(self, bounds=bounds)

    @property
    def tactic(self) -> str:
        return "by_one_stays" if len(self.kept) == 1 else "by_two_stay"

    @property
    def over_layers(self) -> str:
        return "by_one_kept" if len(self.kept) == 1 else "by_two_kept"

    @property
    def kept(self) -> tuple[Relation, ...]:
        """Return the bounds."""
        return tuple(self.bounds)  # type: ignore[arg-type]

    def functions(self) -> tuple[Scalar, ...]:
        return tuple(bound.gap for bound in self.kept)

    def bodies(self, now: Printed, start: Printed) -> list[str]:
        """Return the distances to the bounds; one that is strict stays above half of its first."""
        return [
            f"({now(b.gap)} - {start(b.gap)} / 2)" if b.strict else now(b.gap) for b in self.kept
        ]

    def concludes(self) -> Proposition:
        return always(both(*self.kept) if len(self.kept) > 1 else self.kept[0])

    def begins(self) -> tuple[Proposition, ...]:
        return tuple(at_start(bound) for bound in self.kept)

    def shown(self) -> tuple[tuple[Relation, None], ...]:
        return tuple((bound, None) for bound in self.kept)
