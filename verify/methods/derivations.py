"""Derivations to look at: a formula rewritten line by line, each decided by the algebra.

    derivation(said).lines    # the chain rule, velocities put in, multiplied out, ...

The lines come from rewriting trees (`verify.language`); that each equals the one before it is
decided as any identity is, by normal forms, from the facts that the line names and no others. What
is not decided is no line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

import sympy as sp

from verify.algebra.deciding import is_zero
from verify.algebra.reading import TreeReader
from verify.algebra.rules import learn
from verify.algebra.theory import Theory
from verify.checker import check
from verify.language.conditions import facts_in, free_in
from verify.language.differentiating import alike, at_state, chain_rule, put_in, velocities
from verify.language.expanding import expanded
from verify.language.expressions import Operator, Scalar, Vector
from verify.language.facts import Equation, Fact, constants
from verify.language.mistakes import Mistake
from verify.language.walk import nodes, ordered
from verify.methods.derived import equalities_of, given_indices, operators_of
from verify.methods.explained import explained
from verify.methods.refuting import first_failure
from verify.methods.typed_formulas import names_of, typed_formula
from verify.methods.written import as_written
from verify.statements.assumption import introduced
from verify.statements.displayed import Displayed, as_latex
from verify.statements.obligations import (
    Comparison,
    Equality,
    also_given,
    claim_indices,
    conditions,
    document,
)
from verify.statements.statement import Statement
from verify.statements.step import Said, facts_of, obligations
from verify.writing.trees import is_direction

Formula = Scalar | Vector
LETTERS = ("z", "w", "q", "pushed")  # for what a layer normalises: one that nothing else has
Rule = Literal["begin", "chain", "along", "layer", "velocity", "at", "linear", "collected"]


@dataclass(frozen=True, eq=False, repr=False)
class Line(Displayed):
    """A formula that equals the one before it: by which rule, and by which equations assumed."""

    rule: Rule
    formula: Formula
    uses: tuple[Equation, ...] = ()

    def sympy(self) -> sp.Expr:
        """Return the formula as it is written, as a SymPy expression: nothing is simplified."""
        return as_written(self.formula)

    def latex(self) -> str:
        """Return the formula in LaTeX, as the derivation shows it."""
        return (as_latex(self) or "").strip("$")


@dataclass(frozen=True, eq=False, repr=False)
class Checked(Displayed):
    """What became of a reader's own line: accepted by these equations, or false at a witness.

    Neither accepted nor with a witness it is undecided, and `why` says so in a line.
    """

    formula: Formula
    accepted: bool
    uses: tuple[Equation, ...] = ()
    witness: Mapping[str, Any] = field(default_factory=dict)
    why: str = ""

    def __bool__(self) -> bool:
        return self.accepted


@dataclass(frozen=True, eq=False, repr=False)
class Derivation(Displayed):
    """Lines from one side of a claim to the other; of a comparison, from its gap to its reason.

    `label` is the claim's; `found` says that nobody gave the reason: a search found it.
    """

    label: str
    lines: tuple[Line, ...]
    said: Said
    claim: Equality | Comparison
    found: bool = False

    @property
    def comparison(self) -> Comparison | None:
        """Return the comparison that the lines show, None where they show an equality."""
        return self.claim if isinstance(self.claim, Comparison) else None

    @property
    def equalities(self) -> tuple[Equality, ...]:
        """Return what the lines say, as claims that every method reads."""
        pairs = pairwise(line.formula for line in self.lines)
        return tuple(Equality(f"line {k}", *pair) for k, pair in enumerate(pairs, 1))

    def check(self, line: str | Formula) -> Checked:
        """Decide whether a line of the reader's own equals the lines here.

        It is a formula, or text in the notation that `repr` of a line's formula has, such as
        "c @ rate(y[i])"; text is parsed, never run. It is accepted where the algebra and the
        checker both derive it. Raises Mistake, in one line, for anything that is no formula here.
        """
        first = self.lines[0].formula
        own = typed_formula(line, self.names) if isinstance(line, str) else line
        if type(own) is not type(first):
            raise Mistake(
                f"the line has to be a {type(first).__name__.lower()} here, as {first!r} is"
            )
        asked = Equality("your line", first, own, also_given(self.claim), conditions(self.claim))
        failing = first_failure(self.said, asked)
        if failing:
            return Checked(own, False, witness=failing)
        uses = Deciding(self.said, asked).needed(first, own)
        if uses is None:
            return Checked(
                own, False, why="the algebra does not derive it, and no instance refutes it"
            )
        given = [*self.said.assumptions, *asked.given]
        verdict = check(document(asked, given))
        return Checked(own, verdict.accepted, uses, why="" if verdict.accepted else verdict.reason)

    @property
    def names(self) -> dict[str, Any]:
        """Return what a reader's line may name: {name: thing}."""
        return names_of(introduced(self.said.assumptions), [line.formula for line in self.lines])


@dataclass(frozen=True, eq=False, repr=False)
class ProofDerivation(Displayed):
    """The proof of a statement line by line: {step's name: derivations of its claims}.

    A step without lines, such as an inequality that a search decides, has its formula alone.
    """

    statement: Statement
    steps: Mapping[str, tuple[Derivation, ...]]

    def __getitem__(self, step: str) -> tuple[Derivation, ...]:
        return self.steps[step]


def proof_derivation(statement: Statement, proof: Iterable[Said]) -> ProofDerivation:
    """Return the derivations of the steps of a proof, in their order."""
    return ProofDerivation(statement, {said.name: tuple(_derived(said)) for said in proof})


def _derived(said: Said) -> Iterator[Derivation]:
    for claim in derivable(said):
        with suppress(Mistake):  # the algebra does not lead from one side to the other
            yield derivation(said, claim)


def derivable(said: Said) -> list[Equality | Comparison]:
    """Return what a step claims that has two sides to lead from one to the other."""
    return [
        claim
        for claim in explained(said)
        if isinstance(claim, Equality)
        or (isinstance(claim, Comparison) and claim.because is not None)
    ]


def derivation(said: Said, claim: Equality | Comparison) -> Derivation:
    """Return the derivation of something that a step claims.

    Raises Mistake where the algebra does not decide that the sides are equal, or the checker does
    not derive that the reason of a comparison is not negative.
    """
    deciding = Deciding(said, claim)
    if isinstance(claim, Equality):
        return Derivation(claim.label, _lines(deciding, claim.left, claim.right), said, claim)
    assert claim.because is not None
    lines = _lines(deciding, claim.relation.gap, claim.because)
    verdict = check(document(claim, said.assumptions))
    if not verdict.accepted:
        raise Mistake(f"{claim.label}: the checker does not derive it: {verdict.reason}")
    found = all(claim is not own for own in obligations(said))
    return Derivation(claim.label, lines, said, claim, found)


class Deciding:
    """Whether two formulas are equal under some of what a step assumes."""

    def __init__(self, said: Said, claim: Equality | Comparison) -> None:
        also = claim.given if isinstance(claim, Equality) else ()
        conditions = equalities_of(claim)
        self.facts = [*facts_of(said), *(fact for a in also for fact in a.facts)]
        self.fixed = constants(self.facts, given_indices(said)).union(*map(free_in, conditions))
        self.facts += [fact for condition in conditions for fact in facts_in(condition)]
        self.operators, self.indices = operators_of(said), ordered(claim_indices(claim))

    def equal(self, left: Formula, right: Formula, facts: Sequence[Fact]) -> bool:
        """Return whether normal forms agree by these facts; what is not read is not decided."""
        reader = TreeReader(Theory())
        for operator in self.operators:
            reader.operator(Operator("symbol", operator))
        for index in self.indices:
            reader.index(index)
        try:
            learn(reader, facts, self.fixed)
            return is_zero(reader.theory, _read(reader, left) - _read(reader, right))
        except (Mistake, RecursionError):
            return False

    def needed(self, left: Formula, right: Formula) -> tuple[Equation, ...] | None:
        """Return the equations by which two formulas are equal, none of them idle; else None."""
        equations = [fact for fact in self.facts if isinstance(fact, Equation)]
        others = [fact for fact in self.facts if not isinstance(fact, Equation)]
        if self.equal(left, right, others):
            return ()
        if not self.equal(left, right, self.facts):
            return None
        kept = equations
        for fact in equations:
            without = [other for other in kept if other is not fact]
            if self.equal(left, right, [*others, *without]):
                kept = without
        return tuple(kept)


def _read(reader: TreeReader, side: Formula) -> Any:
    return reader.vector(side) if isinstance(side, Vector) else reader.scalar(side)


def _lines(deciding: Deciding, left: Formula, right: Formula) -> tuple[Line, ...]:
    """Return the lines from one formula to the other, each decided to equal the one before."""
    letter = next(c for c in LETTERS if c not in _names(left, right))
    back: list[tuple[Rule, Formula]] = [("begin", right), *_stages(right, letter)]
    ahead = list(_stages(left, letter))
    if not ahead or ahead[-1][0] != "layer":  # there a letter stands for the sums
        last = ahead[-1][1] if ahead else left
        spread = expanded(last)
        ahead += [("linear", spread)] if spread is not last else []
    ahead.append(("collected", back[-1][1]))
    ahead += [(rule, before) for (_, before), (rule, _) in reversed(list(pairwise(back)))]
    lines = [Line("begin", left)]
    for rule, formula in ahead:
        if alike(lines[-1].formula, formula) and len(lines) > 1:
            continue  # it says nothing new
        uses = deciding.needed(lines[-1].formula, formula)
        if uses is not None:
            lines.append(Line(rule, formula, uses))
        elif formula is right:
            raise Mistake("the algebra cannot decide whether the two sides are equal")
    return tuple(lines)


def _names(*formulas: Formula) -> set[str]:
    """Return every name that formulas use, those of what is short for something included."""
    seen = [node for formula in formulas for node in nodes(formula)]
    return {part.name for node in seen for part in node.args if hasattr(part, "name")}


def _stages(formula: Formula, letter: str) -> Iterator[tuple[Rule, Formula]]:
    """Yield a formula with its derivatives carried out, each time with the rule."""
    seen = list(nodes(formula))
    flows = [node.args[1] for node in seen if node.op == "rate"]
    jacobians = [node.args for node in seen if node.op == "differential"]
    ways: list[tuple[Rule, Callable[[Any], Any]]] = []
    if jacobians:
        layer, _, _, point = jacobians[0]
        ways.append(("layer", lambda e: at_state(chain_rule(e, letter), layer, point)))
    elif flows and all(is_direction(flow) for flow in flows):
        ways.append(("along", lambda e: velocities(chain_rule(e))))
    elif flows:
        ways += [("chain", chain_rule), ("velocity", velocities)]
    ways += [("at", put_in)] if any(node.op == "at" for node in seen) else []
    for rule, way in ways:
        try:
            after = way(formula)
        except Mistake:  # no rule for what is in it: the algebra may know one
            return
        if after is not formula:
            formula = after
            yield rule, formula
