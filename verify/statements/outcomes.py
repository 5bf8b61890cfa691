"""What methods say of steps, and what a run says of statements (JSON schema verify.run/2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from verify.statements.displayed import Displayed

Grade = Literal["kernel", "proved", "enclosed", "argued", "sampled", "refuted", "inconclusive"]
Verdict = Literal["holds", "holds_with", "false", "open"]
PaperArgument = Literal["stands", "broken", "none"]
Method = Literal["symbolic", "certificate", "enclosure", "sampling", "kernel"]

# "argued": steps are decided, and what is concluded from them is in words; no machine checks it.
STRENGTH: dict[str, int] = {
    "kernel": 6, "proved": 5, "enclosed": 4, "argued": 3, "sampled": 2, "refuted": 1,
    "inconclusive": 0,
}  # fmt: skip
ESTABLISHED = ("kernel", "proved", "enclosed")  # what a method says of a step that it has decided
PART = "decides"  # the key of evidence that tells which part alone of a claim a method has decided
GRADES_OF: dict[Method, frozenset[Grade]] = {
    "symbolic": frozenset({"proved"}),
    "certificate": frozenset({"proved", "refuted"}),
    "enclosure": frozenset({"enclosed", "refuted"}),
    "sampling": frozenset({"sampled", "refuted"}),
    "kernel": frozenset({"kernel"}),
}  # the grades for which a method has evidence; every method may be inconclusive


def can_give(method: Method, outcome: Grade) -> bool:
    """Return whether a method has evidence for this grade."""
    return outcome == "inconclusive" or outcome in GRADES_OF.get(method, ())


@dataclass(frozen=True, repr=False)
class Outcome(Displayed):
    """What one method says of one step, with its evidence. `seconds` is no part of the digest.

    Raises ValueError for a grade that the method cannot give.
    """

    method: Method
    outcome: Grade
    seconds: float = 0.0
    evidence: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""

    def __post_init__(self) -> None:
        if not can_give(self.method, self.outcome):
            raise ValueError(f"outcome: {self.method} cannot give the grade {self.outcome!r}")


VACUOUS = "vacuous: no instance satisfies the conditions of the step"
EXCLUDED = "vacuous: no instance was found that satisfies all assumptions"
UNDEFINED = "undefined: a formula is undefined at an instance"
AS_TRIED = "possibly vacuous"
FAILS = "refuted: at an instance the claim fails"


def without_value(
    found: Mapping[str, Any], seconds: float = 0.0, evidence: Mapping[str, Any] | None = None
) -> Outcome:
    """Return that a claim has no value at an instance; the reason tells where, in one line."""
    parts: list[str] = []
    for name, told in found.items():
        if name == "where":
            parts += [f"{index} = {place}" for index, place in told.items()]
        else:
            text = str(told).replace("'", "")
            parts.append(text if name == "undefined" else f"{name} = {text}")
    known = {**(evidence or {}), "undefined": found}
    return Outcome("sampling", "inconclusive", seconds, known, f"{UNDEFINED}: {', '.join(parts)}")


@dataclass(frozen=True)
class Footing:
    """That a step says something: an instance that meets its conditions, where all has a value.

    Without one, `reason` is why, and `witness` where a formula is undefined or the claim fails.
    `defined` is whether the checker has shown that every formula has a value.
    """

    instance: Mapping[str, Any] | None
    reason: str = ""
    witness: Mapping[str, Any] = field(default_factory=dict)
    defined: bool = False


CUT_OFF = ("cut off", "the worker process died")  # how the reasons of limits begin


@dataclass(frozen=True, repr=False)
class MutantResult(Displayed):
    """A false twin: `witness` says where it fails; without one the mutant survived.

    One that is `undefined` drops an assumption without which a formula has no value, at the
    witness: it is not refuted, for it says nothing, and does not survive.
    """

    name: str
    refuted: bool
    witness: Mapping[str, Any] = field(default_factory=dict)
    step: str = ""
    seconds: float = 0.0
    undefined: bool = False

    @property
    def survives(self) -> bool:
        return not (self.refuted or self.undefined)


@dataclass(frozen=True, repr=False)
class StepResult(Displayed):
    """A step with everything that was decided about it."""

    name: str
    says: str
    kind: str
    dimension_free: bool
    place: str
    grade: Grade
    outcomes: tuple[Outcome, ...]
    mutants: tuple[MutantResult, ...] = ()
    rests_on: tuple[str, ...] = ()
    part: str = ""
    footing: Footing | None = None
    steps_grade: Grade | None = None
    needs: str = ""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return why the step is open, each reason once: what methods say, and what it lacks."""
        found = [o.reason for o in self.outcomes]
        if self.footing is not None and self.footing.instance is None:
            found.append(self.footing.reason)
        return tuple(dict.fromkeys(reason for reason in found if reason))

    @property
    def known(self) -> str:
        """Return how the step is known: its grade, or that its conclusion is in words."""
        return known_as(self.grade, self.steps_grade)

    @property
    def witness(self) -> Mapping[str, Any]:
        """Return where a method, or the instance that was to show it sound, refutes the step."""
        refuting = [o.evidence.get("witness", {}) for o in self.outcomes if o.outcome == "refuted"]
        footing = {} if self.footing is None else self.footing.witness
        return next((found for found in refuting if found), footing)

    @property
    def contradiction(self) -> str:
        """Return which methods established the step and which refuted it, "" if none did both."""
        established = [
            o.method for o in self.outcomes if o.outcome in ESTABLISHED and PART not in o.evidence
        ]
        refuting: list[str] = [o.method for o in self.outcomes if o.outcome == "refuted"]
        if self.footing is not None and self.footing.reason == FAILS:
            refuting.append("an instance")
        if not (established and refuting):
            return ""
        return f"established by {', '.join(established)} and refuted by {', '.join(refuting)}"


def known_as(grade: Grade, steps_grade: Grade | None) -> str:
    """Return a grade in words; where only steps are decided, how these are."""
    if grade != "argued" or steps_grade is None:
        return grade
    return f"steps: {steps_grade}; conclusion: in words"


def fails_exactly(followed: Outcome | None) -> bool:
    """Return whether a claim fails along a trajectory by what is known exactly, or in balls."""
    return followed is not None and "witness" in followed.evidence and followed.evidence["rigorous"]


def vacuous(followed: Outcome) -> str:
    """Return why a claim says nothing, as far as is known: "" where it says something."""
    if "undefined" in followed.evidence or not followed.evidence.get("premises met"):
        return followed.reason or AS_TRIED
    return ""


ClaimKind = Literal["steps", "theorem", "words"]
"""What decides a claim: steps, each as it stands; one Coq theorem; nothing but words."""


@dataclass(frozen=True, repr=False)
class ClaimResult(Displayed):
    """A statement's claim as decided.

    `theorem` is the name of its Coq theorem, `axioms` are those of Coq that its proof may use,
    `premises` the schemas of cited theorems that it assumes, `unused` the hypotheses that its proof
    does without, `steps` the steps that it claims, and `missing` why there is no theorem.
    `followed` is what trajectories say of it.
    """

    says: str
    kind: ClaimKind
    grade: Grade
    theorem: str = ""
    premises: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    missing: str = ""
    seconds: float = 0.0
    followed: Outcome | None = None
    mutants: tuple[MutantResult, ...] = ()
    axioms: tuple[str, ...] = ()

    @property
    def fails(self) -> bool:
        """Return whether a trajectory refutes it."""
        return self.followed is not None and self.followed.outcome == "refuted"

    @property
    def contradiction(self) -> str:
        """Return that it is proved, and refuted by a trajectory, "" if it is not both."""
        both = bool(self.theorem) and self.fails
        return "established by kernel and refuted by a trajectory" if both else ""


@dataclass(frozen=True)
class Recorded:
    """That Coq accepted a theorem before: its version, the day, the axioms; it is on record.

    `agrees` is whether it was of the claim, proof and library that are here; `verdict` and `grade`
    are what this run comes to if Coq accepts the theorem again.
    """

    agrees: bool
    coq: str
    day: str
    axioms: tuple[str, ...]
    verdict: Verdict
    grade: Grade

    @property
    def words(self) -> str:
        """Return "accepted by Coq 8.16.1 on 2026-11-29, recorded, not checked here"."""
        if not self.agrees:
            return f"recorded for another text, which Coq {self.coq} accepted on {self.day}"
        return f"accepted by Coq {self.coq} on {self.day}, recorded, not checked here"


@dataclass(frozen=True, repr=False)
class StatementResult(Displayed):
    """A statement as decided: its verdict is computed from its steps, never typed.

    Where a conclusion is in words, `steps_grade` is how the steps are known; `contradicted` are
    printed claims that steps contradict, in words again. `rested` is how strongly what it rests on
    is known, of some statements only the `rested_steps`. A limit has cut off the `unfinished` ones.
    `printed` is what the paper says, and `relation` and `differs` how the claim relates to it.
    """

    id: str
    title: str
    paper: str
    label: str
    origin: str
    basis: str
    verdict: Verdict
    paper_argument: PaperArgument
    grade: Grade
    with_assumptions: tuple[str, ...]
    repaired_by: tuple[str, ...]
    rests_on: tuple[str, ...]
    axioms: tuple[str, ...]
    steps: tuple[StepResult, ...]
    mutants: tuple[MutantResult, ...]
    steps_grade: Grade | None = None
    contradicted: tuple[str, ...] = ()
    rested: Grade = "kernel"
    rested_steps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    claim: ClaimResult | None = None
    unfinished: tuple[str, ...] = ()
    recorded: Recorded | None = None
    printed: str = ""
    relation: str = ""
    differs: str = ""

    @property
    def known(self) -> str:
        """Return how the verdict is known: its grade, or how its steps and its conclusion are.

        Where a sentence is undecided, what stands beside it is told with its own grade.
        """
        if self.undecided and self.steps_grade is not None:
            return f"{self.grade}; steps that are decided: {self.steps_grade}"
        if self.grade != "argued" or not self.steps_grade or (self.in_words and not self.recorded):
            return known_as(self.grade, self.steps_grade)
        theorem = "not checked" if self.recorded is None else self.recorded.words
        return f"steps: {self.steps_grade}; claim as a whole: {theorem}"

    @property
    def in_words(self) -> bool:
        """Return whether a step concludes in words from others: whether there is an argument."""
        return any(step.steps_grade is not None for step in self.steps)

    @property
    def relied_on(self) -> Recorded | None:
        """Return the record that says more than this run: of the same text, and decisive."""
        found = self.recorded
        if found is None or not found.agrees or found.grade == self.grade:
            return None
        return found if found.grade in (*ESTABLISHED, "refuted") else None

    @property
    def undecided(self) -> tuple[StepResult, ...]:
        """Return the sentences that nothing here decides, each with what would."""
        return tuple(step for step in self.steps if step.needs)

    def step(self, name: str) -> StepResult:
        """Return one step's result. Raises KeyError with the names that are here."""
        for step in self.steps:
            if step.name == name.replace("_", " "):
                return step
        names = ", ".join(step.name for step in self.steps)
        raise KeyError(f"{self.id} has no step {name!r}; it has {names}")

    @property
    def failing(self) -> tuple[StepResult, ...]:
        """Return the proof's own steps that are refuted; printed claims are meant to be."""
        return tuple(
            s for s in self.steps if s.grade == "refuted" and s.kind != "witness" and not s.part
        )

    @property
    def contradictions(self) -> tuple[str, ...]:
        """Return what one method established and another refuted: one of them errs."""
        named = [(f"step {step.name!r}", step.contradiction) for step in self.steps]
        named += [("the claim", self.claim.contradiction)] if self.claim is not None else []
        return tuple(f"{name} is {found}" for name, found in named if found)

    @property
    def surviving(self) -> tuple[MutantResult, ...]:
        """Return the mutants that no method refuted."""
        return tuple(mutant for mutant in self.every_mutant if mutant.survives)

    @property
    def cut_off(self) -> tuple[str, ...]:
        """Return what a limit, or the loss of a process, left undecided, and the reasons."""
        claimed = (
            () if self.claim is None or self.claim.followed is None else (self.claim.followed,)
        )
        told = [(step.name, o.reason) for step in self.steps for o in step.outcomes]
        told += [("the claim", outcome.reason) for outcome in claimed]
        told += [(m.name, str(m.witness.get("reason", ""))) for m in self.surviving]
        own = [f"{name}: {reason}" for name, reason in told if reason.startswith(CUT_OFF)]
        return (*own, *(f"it depends on {name}, which was cut off" for name in self.unfinished))

    @property
    def every_mutant(self) -> tuple[MutantResult, ...]:
        """Return the mutants of the claim, the assumptions and all steps, each once."""
        claimed = () if self.claim is None else self.claim.mutants
        every = (*claimed, *self.mutants, *(m for step in self.steps for m in step.mutants))
        return tuple({(m.step, m.name): m for m in every}.values())


@dataclass(frozen=True, repr=False)
class Run(Displayed):
    """A whole run; it is `kept` if another, asked the same, would find all that it came to."""

    digest: str
    environment: Mapping[str, Any]
    statements: tuple[StatementResult, ...]
    complete: bool = True
    kept: bool = False

    def __getitem__(self, identifier: str) -> StatementResult:
        """Return one statement's result. Raises KeyError with the ids that are here."""
        for result in self.statements:
            if result.id == identifier:
                return result
        decided = ", ".join(result.id for result in self.statements)
        raise KeyError(f"{identifier} is not decided in this run; decided: {decided or 'nothing'}")
