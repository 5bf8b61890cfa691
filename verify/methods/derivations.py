"""Derivations to look at: a formula rewritten line by line, each decided by the algebra.

    derivation(said).lines    # the chain rule, velocities put in, multiplied out, ...

The lines come from rewriting trees (`verify.language`); that each equals the one before it is
decided as any identity is, by normal forms, from the facts that the line names and no others. What
is not decided is no line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

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
from verify.statements.displayed import Displayed
from verify.statements.obligations import Comparison, Equality, claim_indices, document
from verify.statements.step import Said, facts_of, obligations
from verify.writing.trees import is_direction

Formula = Scalar | Vector
LETTERS = ("z", "w", "q", "pushed")  # for what a layer normalises: one that nothing else has
Rule = Literal["begin", "chain", "along", "layer", "velocity", "at", "linear", "collected"]


@dataclass(frozen=True, eq=False)
class Line:
    """A formula that equals the one before it: by which rule, and by which equations assumed."""

    rule: Rule
    formula: Formula
    uses: tuple[Equation, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Derivation(Displayed):
    """Lines from one side of a claim to the other; of a comparison, from its gap to its reason.

    `label` is the claim's; `found` says that nobody gave the reason: a search found it.
    """

    label: str
    lines: tuple[Line, ...]
    comparison: Comparison | None = None
    found: bool = False

    @property
    def equalities(self) -> tuple[Equality, ...]:
        """Return what the lines say, as claims that every method reads."""
        pairs = pairwise(line.formula for line in self.lines)
        return tuple(Equality(f"line {k}", *pair) for k, pair in enumerate(pairs, 1))


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
        return Derivation(claim.label, _lines(deciding, claim.left, claim.right))
    assert claim.because is not None
    lines = _lines(deciding, claim.relation.gap, claim.because)
    verdict = check(document(claim, said.assumptions))
    if not verdict.accepted:
        raise Mistake(f"{claim.label}: the checker does not derive it: {verdict.reason}")
    found = all(claim is not own for own in obligations(said))
    return Derivation(claim.label, lines, claim, found)


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
