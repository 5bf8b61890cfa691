"""The steps a proof is made of. Each is one atomic obligation beside the sentence that says it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from verify.language.expressions import (
    Number,
    Relation,
    Scalar,
    Sign,
    Vector,
    as_scalar,
    as_vector,
)
from verify.language.index_sets import tokens
from verify.language.indices import Index, Range, Sort
from verify.language.mistakes import Mistake
from verify.language.motion import Direction, Jacobian, Layer, moving
from verify.language.symbols import Family
from verify.statements.assumption import Assumption
from verify.statements.campaigns import Campaign, Frequency
from verify.statements.eigenvalues import Eigenvalues, LinearMap
from verify.statements.exact_values import exact_box, exact_values
from verify.statements.experiments import Experiment
from verify.statements.paper import Theorem
from verify.statements.undecided import Undecided

Part = Literal["statement", "argument", "variant"]
"""A refuted claim is the paper's statement, a step of its argument, or a variant of ours."""


@dataclass(frozen=True, eq=False)
class Every:
    """A condition for every token (or head, or mode): `every(lambda j: u[j] <= u[i])`."""

    index: Index
    relation: Relation


def every(says: Callable[[Index], Relation], over: Sort = "tokens") -> Every:
    """Return a condition that holds for every index."""
    index = Index(next(iter(inspect.signature(says).parameters), "each"), Range(over))
    return Every(index, says(index))


Where = Relation | Every


@dataclass(frozen=True, eq=False)
class Twin:
    """A false twin of a step: what was twisted, the twisted step, and perhaps where it fails."""

    why: str
    step: Step
    at: Mapping[Any, Any] | None = None

    def __post_init__(self) -> None:
        if self.at is not None:
            _fill(self, at=exact_values(f"the twin {self.why!r}", self.at))


@dataclass(frozen=True, eq=False)
class Identity:
    """Two scalars, or two vectors, are equal for all values of what is given."""

    left: Scalar | Vector
    right: Scalar | Vector
    name: str = ""
    twins: tuple[Twin, ...] = ()

    def __init__(
        self,
        left: Scalar | Vector | Number,
        right: Scalar | Vector | Number,
        name: str = "",
        twins: tuple[Twin, ...] = (),
    ) -> None:
        convert = as_vector if isinstance(left, Vector) or isinstance(right, Vector) else as_scalar
        _fill(self, left=convert(left), right=convert(right), name=name, twins=twins)

    def but_not(
        self,
        why: str,
        *,
        left: Scalar | Vector | Number | None = None,
        right: Scalar | Vector | Number | None = None,
        at: Mapping[Any, Any] | None = None,
    ) -> Identity:
        """Return this step with a false twin: one side twisted; `at` is an instance it fails at."""
        wrong = Identity(
            self.left if left is None else left, self.right if right is None else right, self.name
        )
        return replace(self, twins=(*self.twins, Twin(why, wrong, at)))


@dataclass(frozen=True, eq=False)
class Inequality:
    """A comparison, with the reason: its gap written as a sum of products of nonnegative things.

    `denies` is the printed claim that it contradicts; `Printed.never` makes such a step.
    """

    claim: Relation
    because: Scalar
    where: tuple[Where, ...] = ()
    name: str = ""
    twins: tuple[Twin, ...] = ()
    denies: Printed | None = None

    def __init__(
        self,
        claim: Relation,
        because: Scalar | Number,
        where: Sequence[Where] = (),
        name: str = "",
        twins: tuple[Twin, ...] = (),
        denies: Printed | None = None,
    ) -> None:
        if not isinstance(claim, Relation):
            raise Mistake(f"Inequality wants a comparison, such as a >= b, and got {claim!r}")
        if denies is not None and not denies.is_denied_by(claim, where):
            raise Mistake("denies=... is for what Printed.never makes; write printed.never(...)")
        _fill(
            self,
            claim=claim,
            because=as_scalar(because),
            where=tuple(where),
            name=name,
            twins=twins,
            denies=denies,
        )

    def but_not(
        self,
        why: str,
        *,
        claim: Relation | None = None,
        where: Sequence[Where] | None = None,
        at: Mapping[Any, Any] | None = None,
    ) -> Inequality:
        """Return this step with a false twin: the claim twisted or a condition dropped.

        `at` is an instance at which it fails.
        """
        wrong = Inequality(
            self.claim if claim is None else claim,
            self.because,
            self.where if where is None else where,
            self.name,
        )
        return replace(self, twins=(*self.twins, Twin(why, wrong, at)))


@dataclass(frozen=True, eq=False)
class Eigenspace:
    """An eigenvalue, its vectors with free parameters, and how many dimensions they span.

    `spanned_by` lists what the vectors are free in: given things and indices, whose dimensions
    multiply to `multiplicity`. The inner product of two vectors, over all tokens, is `scale` times
    that of what they are made of; for vectors that are the same at every token, it is n.
    """

    value: Scalar
    vectors: Callable[[Any], Vector]
    spanned_by: tuple[Any, ...]
    multiplicity: Scalar
    scales: tuple[Scalar, ...]

    def __init__(
        self,
        value: Scalar | Number,
        vectors: Direction,
        spanned_by: Sequence[Any],
        multiplicity: Scalar | Number,
        scale: Scalar | Number | None = None,
    ) -> None:
        _fill(
            self,
            value=as_scalar(value),
            vectors=moving(vectors),
            spanned_by=tuple(spanned_by),
            multiplicity=as_scalar(multiplicity),
            scales=(_scale(scale, spanned_by),),
        )


@dataclass(frozen=True, eq=False)
class Block:
    """An invariant block: J sends field b to the sum over a of matrix[a][b] times field a.

    `scales` has for each field what `scale` is for an eigenspace; fields are orthogonal.
    """

    matrix: tuple[tuple[Scalar, ...], ...]
    fields: tuple[Callable[[Any], Vector], ...]
    spanned_by: tuple[Any, ...]
    multiplicity: Scalar
    scales: tuple[Scalar, ...]

    def __init__(
        self,
        matrix: Sequence[Sequence[Scalar | Number]],
        fields: Sequence[Direction],
        spanned_by: Sequence[Any],
        multiplicity: Scalar | Number,
        scales: Sequence[Scalar | Number] | None = None,
    ) -> None:
        if scales is not None and len(scales) != len(fields):
            raise Mistake(
                f"a block of {len(fields)} fields got {len(scales)} scales; give each one"
            )
        rows = tuple(tuple(as_scalar(entry) for entry in row) for row in matrix)
        if any(len(row) != len(rows) for row in rows) or len(fields) != len(rows):
            raise Mistake(
                f"a block of {len(fields)} fields needs a square matrix of that size, and got "
                f"{len(rows)} rows of {[len(row) for row in rows]}"
            )
        _fill(
            self,
            matrix=rows,
            fields=tuple(moving(f) for f in fields),
            spanned_by=tuple(spanned_by),
            multiplicity=as_scalar(multiplicity),
            scales=tuple(_scale(one, spanned_by) for one in scales or (None,) * len(fields)),
        )


def _scale(given: Scalar | Number | None, spanned_by: Sequence[Any]) -> Scalar:
    """Return a scale: as given, or n where nothing of what spans the part is one a token."""
    if given is not None:
        return as_scalar(given)
    by_token = any(isinstance(x, Family) and "tokens" in x.sorts for x in spanned_by)
    return as_scalar(1) if by_token else tokens.count


@dataclass(frozen=True, eq=False)
class Spectrum:
    """All eigenvalues of a linear map on perturbations, with multiplicities that exhaust `total`.

    `tangent` maps a perturbation to the scalars that vanish on the space meant (an intrinsic
    spectrum); without it the whole space is meant.
    """

    of: Jacobian | LinearMap
    parts: tuple[Eigenspace | Block, ...]
    total: Scalar
    tangent: Callable[[Callable[[Any], Vector]], Callable[[Any], Scalar]] | None = None
    name: str = ""
    twins: tuple[Twin, ...] = ()

    def __init__(
        self,
        of: Jacobian | LinearMap,
        parts: Sequence[Eigenspace | Block],
        total: Scalar | Number,
        tangent: Callable[[Callable[[Any], Vector]], Callable[[Any], Scalar]] | None = None,
        name: str = "",
        twins: tuple[Twin, ...] = (),
    ) -> None:
        _fill(
            self,
            of=of,
            parts=tuple(parts),
            total=as_scalar(total),
            tangent=tangent,
            name=name,
            twins=twins,
        )

    def but_not(self, why: str, *, parts: Sequence[Eigenspace | Block]) -> Spectrum:
        """Return this step with a false twin: other eigenspaces."""
        wrong = Spectrum(self.of, parts, self.total, self.tangent, self.name)
        return replace(self, twins=(*self.twins, Twin(why, wrong)))


@dataclass(frozen=True, eq=False)
class Induction:
    """An identity for every integer from `start` on: at `start`, and from each to the next.

    `over` is a given integer whose least value is `start`. Sums over `integers(0, n + k)` in the
    claim telescope.
    """

    over: Scalar
    start: int
    claim: Identity
    name: str = ""

    @property
    def twins(self) -> tuple[Twin, ...]:
        return tuple(
            Twin(t.why, replace(self, claim=t.step), t.at)
            for t in self.claim.twins
            if isinstance(t.step, Identity)
        )


@dataclass(frozen=True, eq=False)
class Cases:
    """An identity for finitely many values of scalars, each checked."""

    claim: Identity
    over: Mapping[Scalar, Sequence[Number]]
    name: str = ""

    @property
    def twins(self) -> tuple[Twin, ...]:
        return tuple(
            Twin(t.why, replace(self, claim=t.step), t.at)
            for t in self.claim.twins
            if isinstance(t.step, Identity)
        )


@dataclass(frozen=True, eq=False)
class Counted:
    """A formula against an exact enumeration over finitely many integer cases.

    `count(**values)` enumerates by hand; `formula` is a scalar in the symbols of `over`. With
    `example` the statement does not rest on the cases: they show what its other steps say.
    """

    formula: Scalar
    count: Callable[..., Fraction | int]
    over: Mapping[Scalar, Sequence[int]]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False

    def but_not(self, why: str, *, formula: Scalar) -> Counted:
        """Return this step with a false twin: another formula."""
        return replace(
            self, twins=(*self.twins, Twin(why, replace(self, formula=formula, twins=())))
        )


@dataclass(frozen=True, eq=False)
class Equivalence:
    """Two sides that imply each other; each direction is a list of named steps."""

    left: str
    right: str
    forward: tuple[str, ...]
    backward: tuple[str, ...]
    name: str = ""
    twins: tuple[Twin, ...] = ()


@dataclass(frozen=True, eq=False)
class Region:
    """A comparison certified by balls over a whole box of parameters (exact rational corners)."""

    claim: Relation
    box: Mapping[Scalar, tuple[Number, Number]]
    name: str = ""
    twins: tuple[Twin, ...] = ()

    def __post_init__(self) -> None:
        exact_box(self.claim, self.box)

    def but_not(self, why: str, *, claim: Relation) -> Region:
        """Return this step with a false twin: another claim on the same box."""
        return replace(self, twins=(*self.twins, Twin(why, replace(self, claim=claim, twins=()))))


@dataclass(frozen=True, eq=False)
class Value:
    """A number enclosed by independent routes that must agree to `digits` decimal digits.

    Each route returns a ball, a pair of balls, or exact rational bounds (lower, upper); `decimal`
    is the number as told. With `example` the statement does not rest on the number: it shows what
    other steps say.
    """

    decimal: str
    digits: int
    routes: Mapping[str, Callable[[], Any]]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False

    def __post_init__(self) -> None:
        # A route is asked once, by the step and by its twins, which have the same routes.
        _fill(self, routes={name: cache(route) for name, route in self.routes.items()})

    def but_not(self, why: str, *, decimal: str) -> Value:
        """Return this step with a false twin: another decimal."""
        return replace(
            self, twins=(*self.twins, Twin(why, replace(self, decimal=decimal, twins=())))
        )


@dataclass(frozen=True, eq=False)
class Printed:
    """What the paper prints and a witness refutes: at least one of the relations always holds.

    It is under all assumptions of the proof but for those in `without` (what given(...) returned).
    With `somewhere` it says that there is such a thing: at some values that meet the conditions in
    `where` one of the relations holds. That is refuted by steps that deny each (`never`).
    """

    conclusion: tuple[Relation, ...]
    part: Part = "statement"
    name: str = ""
    twins: tuple[Twin, ...] = ()
    without: tuple[Any, ...] = ()
    somewhere: bool = False
    where: tuple[Where, ...] = ()
    denials: tuple[Relation, ...] = ()

    def __init__(
        self,
        *conclusion: Relation,
        part: Part = "statement",
        name: str = "",
        without: Sequence[Any] = (),
        somewhere: bool = False,
        where: Sequence[Where] = (),
    ) -> None:
        if not conclusion or not all(isinstance(r, Relation) for r in conclusion):
            raise Mistake("Printed wants the printed comparisons, such as Printed(a >= b)")
        if where and not somewhere:
            raise Mistake("Printed(where=...) is of what is somewhere; add somewhere=True")
        if somewhere and without:
            raise Mistake("Printed(somewhere=True) is under all assumptions; drop without=...")
        _fill(
            self,
            conclusion=conclusion,
            part=part,
            name=name,
            twins=(),
            without=tuple(without),
            somewhere=somewhere,
            where=tuple(where),
            denials=tuple(_denial(relation) for relation in conclusion) if somewhere else (),
        )

    def never(self, *, because: Scalar | Number, name: str = "", relation: int = 1) -> Inequality:
        """Return the step that a relation, the first or another, holds nowhere.

        Args:
            because: the gap of the opposite comparison, as `Inequality` wants it.
            name: the name of the step.
            relation: which of the printed relations, from 1 on.
        """
        if not self.somewhere:
            raise Mistake("a claim about all values needs a Witness; never() needs somewhere=True")
        if not 1 <= relation <= len(self.denials):
            raise Mistake(
                f"never(relation={relation}): there are {len(self.denials)}; count from 1"
            )
        return Inequality(self.denials[relation - 1], because, self.where, name, denies=self)

    def is_denied_by(self, claim: Relation, where: Sequence[Where]) -> bool:
        """Return whether a comparison under these conditions is the opposite of a printed one."""
        return any(claim is denial for denial in self.denials) and all(
            any(condition is own for own in self.where) for condition in where
        )


OPPOSITE: dict[Sign, Sign] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _denial(relation: Relation) -> Relation:
    """Return the opposite of a comparison."""
    if relation.sign not in OPPOSITE:
        raise Mistake(
            f"Printed(somewhere=True) wants <, <=, > or >=, and got {relation!r}; "
            "say of a square that it is positive"
        )
    return Relation(relation.left, OPPOSITE[relation.sign], relation.right)


@dataclass(frozen=True, eq=False)
class Witness:
    """An exact instance: every assumption of the proof holds, and no relation of `refutes` does.

    `at` maps given things to numbers, lists (tokens as rows) or matrices; what it leaves out is
    chosen so that the assumptions hold. With `stable_layer`,
    the layer's raw Jacobian there, restricted to tangent directions, is certified in balls to
    have spectral radius below 1.
    """

    refutes: Printed
    at: Mapping[Any, Any]
    stable_layer: Layer | None = None
    tangent_at: Any = None
    name: str = ""
    twins: tuple[Twin, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.refutes, Printed):
            raise Mistake("Witness refutes a printed claim; give it what Printed(...) returned")
        if self.refutes.somewhere:
            raise Mistake("no instance refutes that one is somewhere; deny it by printed.never")
        _fill(self, at=exact_values("Witness", self.at))


@dataclass(frozen=True, eq=False)
class Refuted:
    """A printed claim contradicted by steps of this proof, where no single instance can show it."""

    refutes: Printed
    by: tuple[str, ...]
    name: str = ""
    twins: tuple[Twin, ...] = ()

    def __init__(self, refutes: Printed, by: Sequence[str], name: str = "") -> None:
        if not by:
            raise Mistake("Refuted needs the steps that contradict the claim, as in by=['edge']")
        _fill(self, refutes=refutes, by=tuple(by), name=name, twins=())


@dataclass(frozen=True, eq=False)
class Cited:
    """An external theorem; `discharges` names a step for each of its hypotheses."""

    theorem: Theorem
    discharges: Mapping[str, str | Sequence[str]]
    name: str = ""
    twins: tuple[Twin, ...] = ()


Step = (
    Identity | Inequality | Spectrum | Eigenvalues | Induction | Cases | Counted | Equivalence
    | Region | Value | Printed | Witness | Refuted | Cited | Experiment | Campaign | Frequency
    | Undecided
)  # fmt: skip
KINDS: dict[type, str] = {
    Identity: "identity", Inequality: "inequality", Spectrum: "spectrum",
    Eigenvalues: "spectrum", Induction: "identity",
    Cases: "identity", Counted: "identity", Equivalence: "equivalence", Region: "region",
    Value: "region", Printed: "inequality", Witness: "witness", Refuted: "witness",
    Cited: "citation", Experiment: "experiment",
    Campaign: "campaign", Frequency: "campaign", Undecided: "undecided",
}  # fmt: skip
DIMENSION_FREE = (Identity, Inequality, Spectrum, Eigenvalues, Induction, Cases, Equivalence)


def kind_of(step: Step) -> str:
    """Return the kind of a step as a word; an example is one, whatever it shows."""
    shows = isinstance(step, Counted | Value | Campaign | Frequency) and step.example
    return "example" if shows else KINDS[type(step)]


@dataclass(frozen=True, eq=False)
class Mutant:
    """A false twin of an assumption: dropped, or replaced by a weaker or wrong one."""

    why: str
    drop: Any
    assume: Assumption[Any] | None = None
    place: str = ""
    at: Mapping[Any, Any] | None = None


def mutant(
    why: str,
    *,
    drop: Any,
    assume: Assumption[Any] | None = None,
    at: Mapping[Any, Any] | None = None,
) -> Mutant:
    """Return a mutant: without the assumption `drop`, with `assume` in its place if given.

    `at` is an instance at which a step fails then.
    """
    if drop is None:
        raise Mistake(f"the mutant {why!r} drops nothing; name what given(...) returned")
    values = None if at is None else exact_values(f"the mutant {why!r}", at)
    return Mutant(why, drop, assume, at=values)


def _fill(instance: object, **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(instance, name, value)
