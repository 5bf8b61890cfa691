"""A sentence that nothing here decides, and what would decide it.

A paper reports what it saw of a model or of data that a run does not have. What is measured of
others stands beside such a sentence; it neither bears it out nor contradicts it.
"""

from __future__ import annotations

from dataclasses import dataclass

from verify.language.mistakes import Mistake
from verify.statements.step import Step
from verify.writing.claims import Claim
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Undecided(Step):
    """What a paper says, in our words, and what would decide it: always inconclusive.

    It has no false twins, for nothing is computed of it. Raises Mistake where either is missing.
    """

    says: str
    needs: str
    name: str = ""
    twins: tuple[()] = ()
    word, role = "undecided", "open"

    def __post_init__(self) -> None:
        for field, example in (("says", "tokens meet"), ("needs", "a run of the named model")):
            told = getattr(self, field)
            if not isinstance(told, str) or not told.strip():
                raise Mistake(
                    f"Undecided wants words in {field}= and got {told!r}; "
                    f"write a sentence, such as {example!r}"
                )
        if self.twins:
            raise Mistake("Undecided has no false twins: nothing decides it; leave out twins=")

    def lacks(self) -> str:
        return self.needs

    def told(self, tell: Teller) -> Claim:
        says, needs = (tell.prose(words).rstrip(".") for words in (self.says, self.needs))
        return Claim((), (f"{says}.", f"Not decided here; needed is {needs}."))
