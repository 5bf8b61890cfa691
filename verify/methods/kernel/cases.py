"""Theorems of other statements that a proof uses, each at values of its letters."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import groupby
from typing import Any

from verify.language.conditions import facts_in
from verify.language.expressions import Expression, Operator, Relation
from verify.language.facts import Equation, Fact, Quality, speaks_of
from verify.language.indices import Index, Range
from verify.language.mistakes import unknown
from verify.language.symbols import Family
from verify.methods.explained import explained
from verify.methods.kernel.claims import ClaimPrinter
from verify.methods.kernel.exporting import KernelClaim
from verify.methods.kernel.parts import Unprintable
from verify.statements.assumption import Assumption, in_plain_words, introduced
from verify.statements.claims import Claim
from verify.statements.discovery import known_to
from verify.statements.inference import Inference
from verify.statements.obligations import Comparison
from verify.statements.obligations import Equality as EqualityObligation
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement
from verify.statements.step import Said
from verify.writing.words import listed

OF_KIND = "what spaces, index sets and operators are"


class Case:
    """A theorem of another statement, with what its quantifiers are about."""

    def __init__(self, identifier: str, near: Statement) -> None:
        known = known_to(near)
        if identifier not in known:
            raise Unprintable(f"By({identifier!r}): {unknown('statement', identifier, known)}")
        self.statement = known[identifier]
        claimed = self.statement.declared.claim
        if claimed is None or not claimed.propositions:
            raise Unprintable(f"By({identifier!r}): its claim is not a proposition")
        self.printer = ClaimPrinter(claimed)
        self.theorem = self.printer.theorem(coq_name(self.statement.id))
        things = {name: (thing, kind) for thing, (name, kind) in self.printer.things.items()}
        things |= {name: (index, "") for index, name in self.printer.free.items()}
        self.letters: dict[str, tuple[Any, str]] = things

    @property
    def requires(self) -> str:
        """Return the line that makes its proof known to another."""
        return f"From Theorems Require {self.theorem.name}.\n"

    def refutes(self, name: str, values: Mapping[str, Any]) -> str:
        """Return the proof that the instances of this theorem refute a claim, too."""
        if values:
            raise Unprintable(f"By({self.statement.id!r}, at=...): a refuted claim has no values")
        why = f"{self.statement.id} does not refute this claim"
        shown = or_say(f"exact {self.theorem.name}.proof", why)
        return f"Theorem proof : {name}.\nProof. {shown} Qed.\n"

    def tactics(
        self, name: str, values: Mapping[str, Any], own: ClaimPrinter, steps: str
    ) -> list[str]:
        """Return what uses it in the inference of this name: what it assumes, then what it says."""
        tactics = [f"epose proof {self.at(values, own)} as L'c"]
        for told, of_one in groupby(told or OF_KIND for told in self.theorem.hypotheses):
            why = f"{name!r}: {self.statement.id} assumes what is not known here: {told}"
            meets = f'first [ meets L\'c {steps} | fail 1000 "{quoted(why)}" ]'
            tactics.append(f"do {len([*of_one])} {meets}")
        return [*tactics, f"by_theorem L'c {steps}"]

    def at(self, values: Mapping[str, Any], own: ClaimPrinter) -> str:
        """Return its proof at values of its letters; the others are letters of the same name.

        What has neither is left to Coq to find.
        """
        known = {"Space", *own.sorts, *(kind for kind in ("Token", "Head", "Mode"))}
        known |= {name for name, _ in own.things.values()} | {*own.free.values()}
        names = {getattr(thing, "name", ""): None for thing, _ in self.letters.values()}
        for letter in values:
            if letter not in names:
                raise Unprintable(
                    f"By({self.statement.id!r}, at=...): {unknown('letter', letter, [*names])}"
                )
        arguments = []
        for name in self.theorem.names:
            thing, _ = self.letters.get(name, (None, ""))
            turned = isinstance(thing, tuple) and thing[1:] == ("adjoint",)
            letter = getattr(thing[0] if turned else thing, "name", "")
            if letter in values:
                arguments.append(self._value(thing, values[letter], own, turned))
            else:
                arguments.append(name if name in known else "_")
        return f"({' '.join([f'{self.theorem.name}.proof', *arguments])})"

    def _value(self, thing: Any, value: Any, own: ClaimPrinter, turned: bool) -> str:
        """Return a value of a letter as Coq has it: a function, of time too where that moves."""
        sorts = thing.sorts if isinstance(thing, Family) else ()
        names = [] if isinstance(value, Expression) else [*inspect.signature(value).parameters]
        if len(names) != len(sorts):
            raise Unprintable(
                f"By({self.statement.id!r}, at=...): the value of {thing.name} has "
                f"{len(names)} indices, and it has {len(sorts)}"
            )
        holders = [Index(name, Range(sort)) for name, sort in zip(names, sorts, strict=True)]
        body = value(*holders) if holders else value
        moves = thing in self.printer.in_time
        clock, kind = ("n'c", "nat") if self.printer.in_layers else ("s'c", "R")
        with ExitStack() as bound:
            binders = [f"({bound.enter_context(own.binding(holder))})" for holder in holders]
            if isinstance(body, Operator):
                binders.append("(x'' : Space)")
            text = own.during(clock if moves else None, lambda: self._term(body, own, turned))
        binders[:0] = [f"({clock} : {kind})"] if moves else []
        return f"(fun {' '.join(binders)} => {text})" if binders else text

    def _term(self, body: Expression, own: ClaimPrinter, turned: bool) -> str:
        return (
            own.apply(body, "x''", {}, turned) if isinstance(body, Operator) else own.term(body, {})
        )


def lacking(step: Inference, in_layers: bool) -> str:
    """Return why a step is no inference along a law, in a line."""
    word, (about, other) = type(step).__name__, ("layers", "solutions")[:: 1 if in_layers else -1]
    if in_layers and step.extremes():
        return f"over layers {word} needs bound=B, a letter given after the claim that a step has"
    return f"the claim is about {about}, and {word} about {other}; take another inference"


def narrowed(said: Said, claimed: Claim) -> Said:
    """Return a step without comparisons about letters, given after the claim, that it has not.

    They are for other steps: an inference would have to say what these letters are.
    """
    spoken: list[Fact] = []
    for one in explained(said):
        if isinstance(one, EqualityObligation):
            spoken += [Equation(one.left, one.right), *(f for a in one.given for f in a.facts)]
        elif isinstance(one, Comparison) and one.because is not None:
            spoken += [one.relation, one.because >= 0]
        else:
            return said
        spoken += [fact for condition in one.where for fact in facts_in(condition)]
    known = [entry.assumption for entry in claimed.assumed]
    late = [e.assumption for e in said.assumed if all(e.assumption is not one for one in known)]
    letters = [
        thing
        for thing in introduced(late)
        if not isinstance(thing, Index) and not any(speaks_of(fact, thing) for fact in spoken)
    ]

    def is_of_letters(assumption: Assumption[Any]) -> bool:
        about = [
            thing for thing in letters if any(thing is one for one in introduced([assumption]))
        ] or [thing for thing in letters if any(speaks_of(f, thing) for f in assumption.facts)]
        return bool(about) and all(isinstance(fact, Relation) for fact in assumption.facts)

    kept = [
        e
        for e in said.assumed
        if all(e.assumption is not one for one in late) or not is_of_letters(e.assumption)
    ]
    return said if len(kept) == len(said.assumed) else replace(said, assumed=tuple(kept))


def asked_in_words(opened: Sequence[Assumption[Any]], claim: KernelClaim) -> str:
    """Return what a step assumes and its claim does not give at all times."""
    known = [in_plain_words(a) for a in opened if any(not isinstance(f, Quality) for f in a.facts)]
    known += [repr(fact) for fact in claim.where if isinstance(fact, Relation)]
    known += [f"{fact!r} for all {listed([k.name for k in own])}" for own, fact in claim.every]
    told = [*dict.fromkeys(known)]
    if not told:
        return "what is not known there"
    return f"{listed(told)}, and {'not all of them are' if told[1:] else 'that is not'} known there"


def or_say(tactic: str, why: str) -> str:
    """Return a tactic that says in words what did not work."""
    return f'first [ solve [ {tactic} ] | fail 1 "{quoted(why)}" ].'


def quoted(words: str) -> str:
    """Return words as they stand in a string of Coq."""
    return words.replace('"', "'")
