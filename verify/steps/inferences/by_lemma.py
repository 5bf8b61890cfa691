"""Lemmas that an author has written in Coq."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from verify.language.expressions import Relation
from verify.language.mistakes import Mistake
from verify.statements.claims import Claim
from verify.statements.inference import Inference
from verify.statements.propositions import KINDS, Joined, Proposition, Throughout
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

NAME = re.compile(r"(?:([A-Za-z]\w*)\.)?([A-Za-z][\w']*)")


@dataclass(frozen=True, eq=False)
class ByLemma(Inference):
    """A proposition that a lemma of Coq says, under what the claim assumes.

    `ByLemma("gather", says=always(x <= 1), by=["falls"])`: the lemma is in the Coq file of the
    statement, or in another that is named, "Gathering.tokens_gather". Coq proves the proposition
    from it; the proof of the claim has to use it, and the lemma each step that `by` names. For a
    claim that is refuted it gives a counterexample: some instance of all that is assumed, of which
    the proposition holds and the claim does not.
    """

    lemma: str
    says: Proposition
    by: str | Sequence[str] = field(default=(), kw_only=True)
    theorem, needs_steps, direct = "a lemma", False, True
    asks = "the lemma has to say so, and to use each step that it takes"

    def __post_init__(self) -> None:
        if not NAME.fullmatch(str(self.lemma)):
            raise Mistake(
                f'ByLemma needs the name of a lemma, such as "gather", not {self.lemma!r}'
            )
        if not isinstance(self.says, KINDS):
            raise Mistake(f"ByLemma(says=...) takes a proposition, not {self.says!r}")
        super().__post_init__()

    def within(self, file: str, claimed: Claim) -> ByLemma:
        return self if "." in self.lemma else replace(self, lemma=f"{file}.{self.lemma}")

    @property
    def coq_lemma(self) -> str:
        return self.lemma

    @property
    def tactic(self) -> str:
        return f"by_lemma ltac:(fun _ => eapply {self.lemma})"

    @property
    def over_layers(self) -> str:
        return self.tactic

    def concludes(self) -> Proposition:
        return self.says

    def told(self, tell: Teller) -> ClaimText:
        shown = tuple(tell.relation(relation) for relation in _relations(self.says))
        given = f", from {tell.steps(self.by)}" if self.by else ""
        return ClaimText(shown, (f"By the Coq lemma {tell.notation.literal(self.lemma)}{given}.",))


def _relations(says: Proposition) -> list[Relation]:
    """Return the comparisons that a proposition is made of, if it is of nothing else."""
    if isinstance(says, Relation):
        return [says]
    if isinstance(says, Throughout) and not says.at_start:
        return _relations(says.body)
    if isinstance(says, Joined) and says.word == "and":
        return [relation for part in says.parts for relation in _relations(part)]
    return []
