"""Which steps another step concludes from, all of them named."""

from __future__ import annotations

from typing import Any

from verify.language.mistakes import Mistake
from verify.statements.steps import Cited, Equivalence, Refuted


def references(step: Any) -> list[str]:
    """Return the names of the steps another step rests on."""
    if isinstance(step, Equivalence):
        if not step.forward or not step.backward:
            raise Mistake("Equivalence needs steps for both directions: forward= and backward=")
        return [*step.forward, *step.backward]
    if isinstance(step, Refuted):
        return list(step.by)
    if isinstance(step, Cited):
        extra = [h for h in step.discharges if h not in step.theorem.hypotheses]
        if extra:
            raise Mistake(
                f"{step.theorem.name} has no hypothesis {extra[0]!r}; "
                f"it has {'; '.join(step.theorem.hypotheses)}"
            )
        missing = [h for h in step.theorem.hypotheses if not step.discharges.get(h)]
        if missing:
            raise Mistake(
                f"{step.theorem.name} also needs a step for: {missing[0]}; name it in discharges"
            )
        return [
            name
            for names in step.discharges.values()
            for name in ([names] if isinstance(names, str) else names)
        ]
    return []
