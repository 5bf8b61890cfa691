"""What every kind of step has in common: one atomic obligation beside the sentence that says it.

A kind is one file of `verify.steps`: its data, and there as methods what it obliges one to prove,
how it is decided, refuted and told. Here is what a kind says where it says nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, Literal, get_args

from verify.language.conditions import Where, formulas_in, own_indices
from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.facts import Fact
from verify.language.index_sets import tokens
from verify.language.indices import Index
from verify.numerics.exact import Instance
from verify.statements.assumption import Assumption
from verify.statements.exact_values import exact_values
from verify.statements.obligations import Obligation
from verify.statements.outcomes import Method, Outcome
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

Formula = Scalar | Vector | Operator | Relation
Part = Literal["statement", "argument", "variant"]
"""A refuted claim is the paper's statement, a step of its argument, or a variant of ours."""
Behind = Literal["needed", "fails", "examples"]
"""What is printed behind a proof: that hypotheses are needed, where what is printed fails, more."""
Role = Literal["asserts", "concludes", "printed", "witness", "contradicts", "open"]
"""What a step does for its statement: it asserts something that a method decides; it concludes in
words from other steps; it has what is printed, an instance that refutes that, or steps that
contradict it; or nothing decides it."""
ANY_TOKEN = tokens.any("i")  # at which the fields of a spectrum are looked at


@dataclass(frozen=True, eq=False)
class Assumed:
    """An assumption as a statement uses it; `added` ones are not in the paper.

    A `local` one is a lemma's: no step outside knows it.
    """

    assumption: Assumption[Any]
    added: bool = False
    local: bool = False


@dataclass(frozen=True)
class Asked:
    """What a run asks of a step: by which methods, how long, and with which seed."""

    methods: tuple[str, ...] = get_args(Method)
    profile: str = "quick"
    seed: int = 0
    label: str = ""  # of the step, for sources of chance


@dataclass
class Tally:
    """How many cases were really compared, where one failed, and where a formula has no value."""

    decided: int = 0
    exact: int = 0
    failure: Mapping[str, Any] | None = None
    undefined: Mapping[str, Any] | None = None


class Step(ABC):
    """One atomic obligation; the kinds are frozen dataclasses with fields of their own."""

    name: str
    twins: tuple[Twin, ...]
    word: ClassVar[str]  # for the kind, in results
    role: ClassVar[Role] = "asserts"
    general: ClassVar[bool] = False  # for every number of tokens and every dimension
    is_drawn: ClassVar[bool] = True  # instances of its assumptions are searched for one it fails at
    says_all: ClassVar[bool] = False  # what its formulas do not mention has no say in it
    takes_long: ClassVar[bool] = False
    has_determinants: ClassVar[bool] = False  # of which fewer instances are tried
    example: bool = False  # it shows what other steps say: the statement does not rest on it
    part: Part | Literal[""] = ""  # of the paper, of what is printed
    where: tuple[Where, ...] = ()  # the conditions that it is under
    case_of: str = ""  # the statement whose theorem it is a case of
    fails_at: Mapping[Any, Any] | None = None  # where a refuted claim fails: at which start,
    after: int | Fraction = 1  # and when

    # ------------------------------------------------------------------ what it says

    def formulas(self) -> Iterator[Formula]:
        """Yield its formulas in which every index is free or summed: here those of conditions."""
        yield from chain.from_iterable(map(formulas_in, self.where))

    def binds(self) -> frozenset[Index]:
        """Return the indices of its formulas that it binds itself."""
        return frozenset({ANY_TOKEN}).union(*map(own_indices, self.where))

    def subjects(self) -> Iterator[Any]:
        """Yield what it is about beside its formulas: a map, a box, the values of a witness."""
        yield from ()

    def references(self) -> list[str]:
        """Return the names of the steps it rests on."""
        return []

    def refuted(self) -> Step | None:
        """Return the printed claim that it refutes or contradicts."""
        return None

    def denied(self) -> tuple[Step, Relation] | None:
        """Return the claim that it denies of all values, and which denial it is."""
        return None

    def denials(self) -> tuple[Relation, ...]:
        """Return the opposites of what it says to be so somewhere."""
        return ()

    def false_conclusions(self) -> tuple[tuple[str, Any, Mapping[Any, Any] | None], ...]:
        """Return variants of what it concludes over time: why, the proposition, and a start."""
        return ()

    def lacks(self) -> str:
        """Return what would decide it, of a step that nothing here decides."""
        return ""

    def check(self, assumed: Sequence[Assumed]) -> None:  # noqa: B027 - most kinds always fit
        """Raise Mistake where it does not fit what was assumed before it."""

    # ------------------------------------------------------------------ how it is decided

    def obligations(self, said: Said) -> Sequence[Obligation]:
        """Return what it obliges one to prove for all sizes."""
        return ()

    def decided(self, said: Said, asked: Asked) -> list[Outcome] | None:
        """Return what its own method says of it; None leaves it to those for its obligations."""
        return None

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        """Return where it fails; asked of false twins for which no instances are drawn."""
        return None

    def in_numbers(self, said: Said) -> dict[str, Any]:
        """Return an author's instance that shows it, with what both sides equal there, or {}."""
        return {}

    def compare(self, instance: Instance, tally: Tally) -> None:  # noqa: B027 - mostly nothing
        """Compare at an instance what its obligations leave out."""

    # ------------------------------------------------------------------ how it is told

    @abstractmethod
    def told(self, tell: Teller) -> ClaimText:
        """Return what it claims, for a reader."""


@dataclass(frozen=True, eq=False)
class Twin:
    """A false twin of a step: what was twisted, the twisted step, and perhaps where it fails."""

    why: str
    step: Step
    at: Mapping[Any, Any] | None = None

    def __post_init__(self) -> None:
        if self.at is not None:
            fill(self, at=exact_values(f"the variant {self.why!r}", self.at))


@dataclass(frozen=True, eq=False)
class Said:
    """One sentence with its step, what was assumed before it, and where it stands."""

    sentence: str
    step: Step
    assumed: tuple[Assumed, ...]
    place: str
    number: int
    behind: Behind | Literal[""] = ""  # the proof, as no part of it

    @property
    def name(self) -> str:
        """Return the step's name, or its number in the proof."""
        return self.step.name or f"step {self.number}"

    @property
    def assumptions(self) -> tuple[Assumption[Any], ...]:
        """Return what was assumed before it."""
        return tuple(entry.assumption for entry in self.assumed)


@lru_cache(maxsize=16)
def obligations(said: Said) -> tuple[Obligation, ...]:
    """Return what a step obliges one to prove for all sizes; empty for steps of other kinds.

    The methods that read one step after each other are given the same formulas, so that what one
    has derived the next need not.
    """
    return tuple(said.step.obligations(said))


def facts_of(said: Said) -> tuple[Fact, ...]:
    """Return every fact that was assumed before a sentence."""
    return tuple(fact for assumption in said.assumptions for fact in assumption.facts)


def kind_of(step: Step) -> str:
    """Return the kind of a step as a word; an example is one, whatever it shows."""
    return "example" if step.example else step.word


def fill(instance: object, **values: Any) -> None:
    """Set fields of a frozen dataclass that is being made."""
    for name, value in values.items():
        object.__setattr__(instance, name, value)
