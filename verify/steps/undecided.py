"""A sentence that nothing here decides, and what would decide it.

A paper reports what it saw of a model or of data that a run does not have. What is measured of
others stands beside such a sentence; it neither bears it out nor contradicts it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from verify.language.mistakes import Mistake
from verify.statements.step import Step
from verify.steps.shows import Shows, claimed
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True)
class Sought:
    """A figure of the statement's protocol that has to be so on the models that are named."""

    models: tuple[str, ...]
    claim: Shows


@dataclass(frozen=True, eq=False)
class Undecided(Step):
    """What a paper says, in our words, and what would decide it: always inconclusive.

    It has no false twins, for nothing is computed of it. `sought` has what it comes to on a
    checkpoint of a named model, which a reader may have. Raises Mistake where either is missing.
    """

    says: str
    needs: str
    name: str = ""
    twins: tuple[()] = ()
    sought: tuple[Sought, ...] = ()
    word, role = "undecided", "open"

    def __post_init__(self) -> None:
        for field, example in (("says", "tokens meet"), ("needs", "a run of the named model")):
            told = getattr(self, field)
            if not isinstance(told, str) or not told.strip():
                raise Mistake(
                    f"Undecided needs a sentence in {field}=, such as {example!r}, not {told!r}"
                )
        if self.twins:
            raise Mistake(
                "Undecided has no false variants, because nothing decides it; leave out twins="
            )

    def of(
        self,
        *models: str,
        says: str,
        figure: str,
        at_most: Fraction | int | None = None,
        at_least: Fraction | int | None = None,
    ) -> Undecided:
        """Add what it comes to on these models: a bound of a figure of the statement's protocol.

        Every run of the protocol that measures the figure has to keep the bound. Raises Mistake.
        """
        if not models:
            raise Mistake("Undecided.of needs the names of models; write them first")
        claim = claimed(says, figure, at_most, at_least, True)
        return replace(self, sought=(*self.sought, Sought(models, claim)))

    def lacks(self) -> str:
        return self.needs

    def told(self, tell: Teller) -> ClaimText:
        says, needs = (tell.prose(words).rstrip(".") for words in (self.says, self.needs))
        return ClaimText((), (f"{says}.", f"Not decided here. To decide it one needs {needs}."))
