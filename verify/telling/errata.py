"""Errata: every printed sentence that a run found false, too weak or badly argued, and its repair.

The entries are made from results, worst first, and told twice: in LaTeX and in Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from verify.language.walk import things
from verify.statements.assumption import Assumption, Condition, handle_matches, introduced
from verify.statements.outcomes import MutantResult, StatementResult, StepResult
from verify.statements.statement import Statement
from verify.statements.step import Said
from verify.telling.latex_formulas import LatexNotation
from verify.telling.narration import Narrator, ToldStep

Consequence = Literal["false", "contradicted", "needs more", "badly argued"]
CONSEQUENCES: dict[Consequence, str] = {
    "false": "False sentences",
    "contradicted": "Sentences that decided steps contradict, which is shown in words",
    "needs more": "Sentences that hold with one more assumption",
    "badly argued": "Sentences that hold, with arguments that do not",
}
NOTATION = LatexNotation()
RANKS = (("theorem", "corollary"), ("lemma", "proposition"))  # what is less comes after
SIDES = ("left", "right")  # of an equation or a comparison


@dataclass(frozen=True)
class Charge:
    """A printed claim, the steps that refute it, and what its sides come out as there."""

    printed: ToldStep
    argument: bool
    against: tuple[ToldStep, ...]
    witness: Mapping[str, Any]


@dataclass(frozen=True)
class Need:
    """An assumption the paper does not make, the step that fails without it, and where."""

    phrase: str
    why: str
    step: ToldStep | None
    witness: Mapping[str, Any]


@dataclass(frozen=True)
class Repair:
    """A statement that is true instead, as the run found it."""

    id: str
    title: str
    verdict: str
    known: str


@dataclass(frozen=True)
class Erratum:
    """One statement that needs correcting; `dependents` counts those whose proofs use it."""

    statement: Statement
    result: StatementResult
    consequence: Consequence
    dependents: int
    assumptions: tuple[str, ...]
    charges: tuple[Charge, ...]
    needs: tuple[Need, ...]
    repairs: tuple[Repair, ...]


def errata(
    statements: Sequence[Statement], results: Mapping[str, StatementResult]
) -> list[Erratum]:
    """Return the corrections that results call for, worst first.

    Within a consequence theorems come before lemmas, these before remarks and definitions, and
    those of a kind in the order of how many other statements rest on them.
    """
    found = []
    for statement in statements:
        result = results.get(statement.id)
        consequence = _consequence(statement, result) if result is not None else None
        if result is not None and consequence is not None:
            found.append(_erratum(statement, result, consequence, statements, results))
    order = list(CONSEQUENCES)
    return sorted(
        found, key=lambda e: (order.index(e.consequence), _rank(e.statement), -e.dependents)
    )


def _rank(statement: Statement) -> int:
    """Return how much a statement claims to be, by the first word of its label."""
    return next(
        (k for k, words in enumerate(RANKS) if statement.label.text.lower().startswith(words)),
        len(RANKS),
    )


def _consequence(statement: Statement, result: StatementResult) -> Consequence | None:
    if statement.origin == "ours":
        return None
    if result.verdict == "false":
        return "false"
    if result.contradicted:
        return "contradicted"
    if result.verdict == "holds_with":
        return "needs more"
    return "badly argued" if result.paper_argument == "broken" else None


def _erratum(
    statement: Statement,
    result: StatementResult,
    consequence: Consequence,
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
) -> Erratum:
    # A narrator of its own: it tells every definition again that the formulas here need.
    narrator = Narrator(statement, NOTATION)
    charged = list(_charged(statement, {step.name: step for step in result.steps}))
    quoted = [said for printed, against in charged for said in (printed, *against)]
    assumptions = tuple(filter(None, map(narrator.phrase, _used(statement, quoted))))
    steps = {step.name: step for step in result.steps}
    return Erratum(
        statement,
        result,
        consequence,
        _dependents(statement.id, statements),
        assumptions,
        tuple(_charge(printed, against, steps, narrator) for printed, against in charged),
        tuple(_needs(statement, result, narrator)),
        tuple(_repairs(statement, statements, results)),
    )


def _used(statement: Statement, quoted: Sequence[Said]) -> Iterable[Assumption[Any]]:
    """Yield the paper's assumptions that speak of what the quoted formulas mention."""
    mentioned = {t for said in quoted for f in said.step.formulas() for t in things(f)}
    for assumed in statement.declared.assumed:
        assumption = assumed.assumption
        own = set(introduced(iter([assumption])))
        if isinstance(assumption.introduces, Condition):
            sides = [getattr(fact, end, None) for fact in assumption.facts for end in SIDES]
            own = {t for side in sides if side is not None for t in things(side)}
            speaks = bool(own) and own <= mentioned
        else:
            speaks = bool(own & mentioned)
        if speaks and not assumed.added:
            yield assumption


def _dependents(identifier: str, statements: Sequence[Statement]) -> int:
    """Return how many statements rest on one, directly or through others."""
    resting: set[str] = set()
    todo = [identifier]
    while todo:
        below = todo.pop()
        above = [s.id for s in statements if below in s.rests_on and s.id not in resting]
        resting.update(above)
        todo += above
    return len(resting)


def _charged(
    statement: Statement, results: Mapping[str, StepResult]
) -> Iterable[tuple[Said, tuple[Said, ...]]]:
    """Yield each printed claim that is refuted, with the steps against it; the last refutes it."""
    every = statement.declared.said
    named = {said.name: said for said in every}
    for said in every:
        refuters = [s for s in every if _refutes(s, said, results)]
        if said.step.part in ("", "variant") or not refuters:
            continue
        against: list[Said] = []
        for refuter in refuters:
            against += [named[name] for name in refuter.step.references()]
            against.append(refuter)
        yield said, tuple(dict.fromkeys(against))


def _charge(
    printed: Said,
    against: Sequence[Said],
    results: Mapping[str, StepResult],
    narrator: Narrator,
) -> Charge:
    return Charge(
        narrator.step(printed),
        printed.step.part == "argument",
        tuple(_quoted(said, narrator) for said in against),
        _sides(results[against[-1].name]),
    )


def _quoted(said: Said, narrator: Narrator) -> ToldStep:
    """Return a step as an erratum quotes it: that a witness refutes the claim is said already."""
    told = narrator.step(said)
    if said.step.role != "witness":
        return told
    remarks = told.claim.remarks[1:]
    return replace(told, claim=replace(told.claim, remarks=remarks))


def _refutes(refuter: Said, said: Said, results: Mapping[str, StepResult]) -> bool:
    claim, _ = refuter.step.denied() or (None, None)
    if claim is said.step:
        return results[said.name].grade == "refuted"
    refuting = refuter.step.refuted() is said.step
    return refuting and results[refuter.name].grade in ("refuted", "argued")


def _sides(step: StepResult) -> Mapping[str, Any]:
    """Return what the printed claim's sides come out as at the witness."""
    for outcome in step.outcomes:
        witness = outcome.evidence.get("witness", {})
        if outcome.outcome == "refuted" and "left" in witness:
            return {key: witness[key] for key in ("left", "right")}
    return {}


def _needs(statement: Statement, result: StatementResult, narrator: Narrator) -> Iterable[Need]:
    for assumed in statement.declared.assumed:
        if not assumed.added:
            continue
        mutant = next(
            m for m in statement.declared.mutants if handle_matches(assumed.assumption, m.drop)
        )
        found = _mutant(result, mutant.why)
        phrase, why = narrator.phrase(assumed.assumption), narrator.prose(mutant.why)
        if found is None or not found.refuted or not found.step:
            yield Need(phrase, why, None, {})
        else:
            yield Need(phrase, why, narrator.step(statement.said(found.step)), found.witness)


def _mutant(result: StatementResult, why: str) -> MutantResult | None:
    return next((m for m in result.every_mutant if m.name == why), None)


def _repairs(
    statement: Statement,
    statements: Sequence[Statement],
    results: Mapping[str, StatementResult],
) -> Iterable[Repair]:
    named = {s.id: s for s in statements}
    for identifier in statement.repaired_by:
        if identifier in named and identifier in results:
            result = results[identifier]
            title = NOTATION.prose(named[identifier].title)
            yield Repair(identifier, title, result.verdict, result.known)
