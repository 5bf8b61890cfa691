"""What every inference has in common: the steps that it takes, and the proposition it concludes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from verify.language.expressions import Relation, Scalar, Vector, as_scalar
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.symbols import Symbol
from verify.language.walk import free_indices, ordered
from verify.statements.claims import Claim
from verify.statements.propositions import Proposition
from verify.statements.step import Step, Twin, fill
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

FROM_START = Scalar("symbol", Symbol("M", "scalar"))  # a bound at the start, where it is shown
Printed = Callable[[Scalar], str]
INDUCTION = "induction over the layers"


@dataclass(frozen=True, eq=False, kw_only=True)
class Inference(Step):
    """A proposition over time, concluded from named steps by one theorem of analysis.

    Coq proves it inside the theorem of the claim, by `tactic`, from the goals of the steps. Where
    a step is about something that the claim does not have, `at` says what that is: a number, which
    may depend on `elapsed`.
    """

    by: str | Sequence[str]
    at: Mapping[Any, Any] = field(default_factory=dict)
    name: str = ""
    twins: tuple[Twin, ...] = ()
    wrong: tuple[tuple[str, Inference, Mapping[Any, Any] | None], ...] = ()
    word, role, general = "inference", "concludes", True
    needs_each: ClassVar[bool] = True  # of its steps, wherever they are used
    needs_steps: ClassVar[bool] = True  # or it may follow from none
    inducts: ClassVar[bool] = True  # over layers
    in_directions: ClassVar[bool] = False  # a vector that its steps are about is any at all
    direct: ClassVar[bool] = False  # its tactic takes the steps as they are, at no time of its own
    coq_file: ClassVar[str] = ""  # of the library, with its tactic, if no other inference needs it
    asks: ClassVar[str] = ""  # of its steps, told where it does not follow
    theorem: ClassVar[str]  # in the words of the sentence that is printed: "by comparison"

    def __post_init__(self) -> None:
        names = (self.by,) if isinstance(self.by, str) else tuple(self.by)
        if not names and self.needs_steps:
            raise Mistake(f"{type(self).__name__} needs the steps it follows from: by='name'")
        fill(self, by=names, at={thing: formulas_of(value) for thing, value in self.at.items()})

    def but_not(self, why: str, *, at: Mapping[Any, Any] | None = None, **changed: Any) -> Self:
        """Return this step with a false variant, fields changed, which a trajectory has to refute.

        `at` is where that starts; without it such a start is looked for.
        """
        wrong = replace(self, wrong=(), **changed)
        return replace(self, wrong=(*self.wrong, (why, wrong, at)))

    def false_conclusions(self) -> tuple[tuple[str, Proposition, Mapping[Any, Any] | None], ...]:
        return tuple((why, wrong.concludes(), at) for why, wrong, at in self.wrong)

    @property
    def coq_lemma(self) -> str:
        """Return the lemma of Coq that says what it concludes, of those that name one."""
        return ""

    def within(self, file: str, claimed: Claim) -> Inference:
        """Return this step as one of the statement whose file of Coq and whose claim these are."""
        return self

    @property
    @abstractmethod
    def tactic(self) -> str:
        """Return Coq's tactic for it, along solutions; "" if it is about layers alone."""

    @property
    def over_layers(self) -> str:
        """Return Coq's tactic for it over layers; "" if it is about solutions alone."""
        return self.tactic if self.direct else ""

    def missing_argument(self, in_layers: bool) -> str:
        """Return which argument it needs about layers, or about solutions; "" if it has all."""
        return ""

    def values(self) -> Mapping[Any, Any]:
        """Return what steps are used at, at a time, of what the claim does not have."""
        return self.at

    def functions(self) -> tuple[Scalar, ...]:
        """Return what the tactic is about, as functions of time."""
        return ()

    def families(self) -> tuple[Scalar | Vector, ...]:
        """Return what the tactic is about, as functions of time and of one token."""
        return ()

    def extremes(self) -> tuple[Index, ...]:
        """Return the tokens of which steps are asked, each as one of all, at a time."""
        return tuple(index for one in self.families() for index in free_indices(one))

    def members(self) -> tuple[Index, ...]:
        """Return the tokens for each of which it is concluded, whatever the others do."""
        return tuple(ordered(frozenset().union(*map(free_indices, self.functions()))))

    def bodies(self, now: Printed, start: Printed) -> list[str]:
        """Return these as Coq has them, at a time that is bound around them, or at the start."""
        return [now(of) for of in self.functions()]

    @abstractmethod
    def concludes(self) -> Proposition:
        """Return the proposition, in the words of claims."""

    def begins(self) -> tuple[Proposition, ...]:
        """Return what of letters that the claim does not have it holds under, at the start."""
        return ()

    def shown(self) -> tuple[tuple[Relation, Relation | None], ...]:
        """Return what holds at all times, each with what it is that holds at the start."""
        return ()

    def references(self) -> list[str]:
        return list(self.by)

    def told(self, tell: Teller) -> ClaimText:
        displays = []
        for holds, start in self.shown():
            given = "" if start is None else tell.notation.inline(tell.printer.relation(start))
            condition = f"if {given} at the start" if given else ""
            displays.append(tell.relation(holds, lead="at all times", condition=condition))
        theorem = INDUCTION if tell.over_layers and self.inducts else self.theorem
        return ClaimText(tuple(displays), (f"By {theorem}, from {tell.steps(self.by)}.",))


def formulas_of(value: Any) -> Any:
    """Return a value as a formula, or nested lists of them as tuples."""
    return tuple(map(formulas_of, value)) if isinstance(value, list | tuple) else as_scalar(value)


def is_bound(bound: object) -> bool:
    """Return whether something is a comparison that a region can have as a boundary."""
    return isinstance(bound, Relation) and bound.sign in ("<=", ">=", "<", ">")
