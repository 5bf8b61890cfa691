"""An external theorem, whose hypotheses steps discharge: in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verify.language.mistakes import Mistake
from verify.statements.paper import Theorem
from verify.statements.step import Step, Twin
from verify.writing.claims import Claim
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Cited(Step):
    """An external theorem; `discharges` names a step for each of its hypotheses."""

    theorem: Theorem
    discharges: Mapping[str, str | Sequence[str]]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    word, role = "citation", "concludes"

    def cites(self) -> Theorem:
        return self.theorem

    def premises(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return each hypothesis with the names of the steps that discharge it."""
        return tuple(
            (hypothesis, (names,) if isinstance(names, str) else tuple(names))
            for hypothesis, names in self.discharges.items()
        )

    def references(self) -> list[str]:
        theorem = self.theorem
        extra = [h for h in self.discharges if h not in theorem.hypotheses]
        if extra:
            raise Mistake(
                f"{theorem.name} has no hypothesis {extra[0]!r}; "
                f"it has {'; '.join(theorem.hypotheses)}"
            )
        missing = [h for h in theorem.hypotheses if not self.discharges.get(h)]
        if missing:
            raise Mistake(
                f"{theorem.name} also needs a step for: {missing[0]}; name it in discharges"
            )
        return [name for _, names in self.premises() for name in names]

    def told(self, tell: Teller) -> Claim:
        theorem = self.theorem
        says = tell.prose(theorem.says).rstrip(".")
        premises = "; ".join(
            f"{tell.prose(hypothesis).rstrip('.')}, by {tell.steps(names)}"
            for hypothesis, names in self.premises()
        )
        source = tell.notation.citation(theorem.key, theorem.name, theorem.reference)
        cited = f"{source}: {says}."
        return Claim((), (cited, f"Its premises: {premises}.") if premises else (cited,))
