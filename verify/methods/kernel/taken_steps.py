"""Steps as a claim's proof takes them: what they need, and their lemmas."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from verify.language.conditions import facts_in
from verify.language.differentiating import chain_rule, velocities
from verify.language.expressions import Relation, Scalar
from verify.language.facts import Equation, Fact, Quality, speaks_of
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.walk import nodes
from verify.methods.explained import explained
from verify.methods.kernel.analysis import LACKING
from verify.methods.kernel.deciding import StepGoals
from verify.methods.kernel.exporting import Claimed, of_every, own_conditions
from verify.methods.kernel.goals import Goal
from verify.statements.assumption import Assumption, in_plain_words, introduced
from verify.statements.claims import Claim, when
from verify.statements.obligations import Comparison
from verify.statements.obligations import Equality as EqualityObligation
from verify.statements.step import Said
from verify.writing.words import listed

HALF = Fraction(1, 2)
NOT_GIVEN = "the claim does not follow from its inferences: they do not give "
NO_RATE = ": a norm has no rate at 0; take its square, such as x @ x for norm(x)"


@dataclass(frozen=True, eq=False)
class Lift:
    """A step along the solution, its assertion, and what it is about that the claim has not.

    It is about any `members`. `asked` tells in words what the claim does not give at all times.
    """

    step: str
    name: str
    says: str
    text: str
    asked: tuple[str, ...]
    extra: tuple[Any, ...]
    members: tuple[Index, ...]
    follows_from_law: bool  # a rate that it says to be equal to a formula


def narrowed(said: Said, claimed: Claim) -> Said:
    """Return a step without comparisons about letters that it has not.

    They are for other steps: an inference would have to say what letters given after the claim
    are, and would need at all times what the claim gives at the start. An equation whose sides
    always have values, under no condition, holds without any comparison.
    """
    spoken: list[Fact] = []
    for one in explained(said):
        if isinstance(one, EqualityObligation):
            sides = map(_without_rates, (one.left, one.right))
            spoken += [Equation(*sides), *(f for a in one.given for f in a.facts)]
        elif isinstance(one, Comparison) and one.because is not None:
            gap = _without_rates(one.relation.left - one.relation.right)
            spoken += [gap >= 0, one.because >= 0]
        else:
            return said
        spoken += [fact for condition in one.where for fact in facts_in(condition)]
    known = [entry.assumption for entry in claimed.assumed]
    late = [e.assumption for e in said.assumed if all(e.assumption is not one for one in known)]
    early = [one for one in known if when(claimed, one) == "start"]
    letters = [
        thing
        for thing in introduced([*late, *early])
        if not isinstance(thing, Index) and not any(speaks_of(fact, thing) for fact in spoken)
    ]

    bare = all(isinstance(one, EqualityObligation) and _is_bare(one) for one in explained(said))

    def is_superfluous(assumption: Assumption[Any]) -> bool:
        own = list(introduced([assumption]))
        about = any(
            any(thing is other for other in own)
            or any(speaks_of(fact, thing) for fact in assumption.facts)
            for thing in letters
        )
        compares = all(isinstance(fact, Relation | Equation) for fact in assumption.facts)
        if any(isinstance(fact, Equation) for fact in assumption.facts):
            return compares and about and all(any(thing is one for one in letters) for thing in own)
        return compares and (about or (bare and not own))

    kept = [
        entry
        if not is_superfluous(entry.assumption)
        else replace(entry, assumption=replace(entry.assumption, facts=()))
        for entry in said.assumed
        if entry.assumption in early or not is_superfluous(entry.assumption)
    ]
    changed = any(one is not other for one, other in zip_longest(kept, said.assumed))
    return replace(said, assumed=tuple(kept)) if changed else said


def _without_rates(formula: Any) -> Any:
    """Return a formula with what a flow says of its rates; as it is where that is not known."""
    try:
        return velocities(chain_rule(formula))
    except Mistake:
        return formula


def _is_bare(one: EqualityObligation) -> bool:
    """Return whether an equation has no condition, and sides that are smooth everywhere."""
    sides = [node for side in (one.left, one.right) for node in nodes(side)]
    partial = any(
        (e.op == "power" and (e.args[1] < 0 or e.args[1].denominator != 1))
        or e.op == "power_of" or (e.op == "function" and e.args[0] in ("log", "tan"))
        for e in sides
    )  # fmt: skip
    return not (one.given or one.where or partial)


def asked_in_words(opened: Sequence[Assumption[Any]], claim: Claimed) -> tuple[str, ...]:
    """Return what a step assumes and its claim does not give at all times."""
    known = [in_plain_words(a) for a in opened if any(not isinstance(f, Quality) for f in a.facts)]
    known += [repr(fact) for fact in own_conditions(claim) if isinstance(fact, Relation)]
    known += [
        f"{one.says!r} for all {listed([k.name for k in one.indices])}" for one in of_every(claim)
    ]
    return tuple(dict.fromkeys(known))


def may_help(said: Said, made: StepGoals, *, conditional: bool) -> bool:
    """Return whether a claim may follow from a step that no inference takes: a reasoned bound."""
    one = next(iter(explained(said)), None)
    if made.reason or len(made.goals) != 1 or not isinstance(one, Comparison):
        return False
    moves = any(node.op == "rate" for node in nodes(one.relation))
    return one.because is not None and not moves and (conditional or not one.where)


def of_norms(formulas: Sequence[Scalar], moved: Collection[Any]) -> str:
    """Return what to take instead of a norm that moves, which has no rate at 0; "" for others."""
    roots = [n.args[0] for f in formulas for n in nodes(f) if n.op == "power" and n.args[1] == HALF]
    inside = [n.args[0] for root in roots for n in nodes(root) if n.op in ("symbol", "item")]
    return NO_RATE if any(thing in moved for thing in inside) else ""


def proved_if_possible(said: Said, goal: Goal) -> str:
    """Return the lemma of a step, or True in its place where its script does not prove it."""
    head, _, says = goal.text.strip().removesuffix(".").partition(" :\n")
    _, name, binders = head.split(" ", 2)
    names = " ".join(re.findall(r"\((\S+) :", binders))
    shown = f"ltac:(intros {names}; {goal.script.strip().rstrip('.')}) : forall {binders},\n{says}"
    why = f'idtac "{LACKING}Coq does not prove step {quoted(repr(said.name))}'
    return f'Definition {name} := ltac:(first [ exact ({shown}) | {why}"; exact Logic.I ]).'


def proved(said: Said, goal: Goal, moved: Collection[Any]) -> str:
    """Return the lemma of a step with its proof, along a law that moves these."""
    parts = [one for one in explained(said) if isinstance(one, EqualityObligation)]
    sides = [node for one in parts for side in (one.left, one.right) for node in nodes(side)]
    of = of_norms([node.args[0] for node in sides if node.op == "rate"], moved)
    shown = or_say(goal.script.strip().rstrip("."), f"Coq does not prove step {said.name!r}{of}")
    return f"{goal.stated}\nProof.\n  {shown}\nQed."


def or_say(tactic: str, why: str) -> str:
    """Return a tactic that says in words what did not work."""
    return f'first [ solve [ {tactic} ] | fail 1 "{quoted(why)}" ].'


def lacks(why: str) -> str:
    """Return a tactic that says what is lacking, and goes on as if it were not."""
    return f'loud; idtac "{LACKING}{quoted(why)}"; give_up'


def bare(text: str) -> str:
    """Return a formula of Coq without parentheses, spaces, and numbers that tell letters apart."""
    return re.sub(r"%nat|(?<=')\d+|[()\s]", "", text)


def in_words(why: str, atoms: Mapping[str, str]) -> str:
    """Return what Coq says is lacking, parts of the claim in the words of its author."""
    told, parts = [], []
    for one in why.split("; "):
        before, gives, goal = one.partition(NOT_GIVEN)
        if gives:
            parts.append(atoms.get(bare(goal), goal))
        else:
            told.append(before)
    return "; ".join([*told, *([f"{NOT_GIVEN}{', nor '.join(parts)}"] if parts else [])])


def quoted(words: str) -> str:
    """Return words as they stand in a string of Coq."""
    return words.replace('"', "'")


def is_of(key: Any, thing: Any) -> bool:
    """Return whether what an author gives a value for is this thing."""
    return key is thing or (isinstance(key, Scalar) and key.op == "symbol" and key.args[0] is thing)
