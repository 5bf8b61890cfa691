"""Theorems of other statements that a proof uses, each at values of its letters."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import groupby
from typing import Any

from verify.language.expressions import Expression, Operator
from verify.language.indices import Index, Range
from verify.language.mistakes import unknown
from verify.language.symbols import Family
from verify.methods.kernel.claims import ClaimPrinter
from verify.methods.kernel.parts import Unprintable
from verify.methods.kernel.taken_steps import lacks, or_say
from verify.statements.discovery import known_to
from verify.statements.inference import Inference
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement

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
            meets = f"first [ meets L'c {steps} | {lacks(why)} ]"
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
    if what := step.missing_argument(in_layers):
        return f"{'over layers' if in_layers else 'of a solution'} {word} {what}"
    return f"the claim is about {about}, and {word} about {other}; take another inference"
