"""The proof of a claim, printed from its steps and the inferences that its author named.

Each step that an inference takes is first stated along the solution: for t >= 0, under what the
claim gives at the start alone, with what moves in the place of what is given. So every inference
is an assertion in the claim's own words, shown by its tactic; the claim follows from them all.
Nothing here is trusted: Coq checks the text against the claim, which `claims` prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from verify.language.expressions import Expression, Scalar
from verify.language.expressions import Vector as VectorExpression
from verify.language.facts import Fact, Quality
from verify.language.indices import Index
from verify.language.symbols import Family
from verify.methods.explained import explained
from verify.methods.kernel.claims import ClaimPrinter, CoqTheorem
from verify.methods.kernel.deciding import goals_of, kernel_claim
from verify.methods.kernel.exporting import (
    EqualityClaim,
    Exported,
    KernelClaim,
    ascending,
    export,
    lemma_name,
    sign,
)
from verify.methods.kernel.goals import Goal
from verify.methods.kernel.laws import holders_of
from verify.methods.kernel.parts import Curves, Unprintable
from verify.methods.kernel.printing import TYPES, Scope
from verify.statements.assumption import introduced
from verify.statements.claims import when
from verify.statements.inference import Inference
from verify.statements.obligations import Comparison as ComparisonObligation
from verify.statements.obligations import Equality as EqualityObligation
from verify.statements.proof_files import coq_name
from verify.statements.statement import Statement
from verify.statements.step import Assumed, Said, facts_of

HEAD = (
    "From Coq Require Import Reals List Lra.\nFrom Coquelicot Require Import Coquelicot.\n"
    "From Kernel Require Import Prelude Derivatives Words Curves Inferences Numbers Inferring"
    "{more}.\n"
    "From Claimed Require Import {name}.\nOpen Scope R_scope.\n"
)
STEPS = "Module Import Steps.\nFrom Kernel Require Import Deciding Tactics.\n{}\nEnd Steps.\n"


def inferences_of(statement: Statement) -> list[Said]:
    """Return the inferences of a statement, in their order."""
    own = coq_name(statement.id)
    return [
        replace(said, step=said.step.within(own))
        for said in statement.declared.said
        if isinstance(said.step, Inference)
    ]


def lemma_of(said: Said) -> str:
    """Return the lemma that an inference is, with its file, "" if it is none."""
    return said.step.coq_lemma if isinstance(said.step, Inference) else ""


def inferred(statement: Statement, lemmas: str = "") -> str:
    """Return the proof of a claim by its inferences, in a file after the author's `lemmas`.

    Raises Unprintable with what is missing.
    """
    claimed = statement.declared.claim
    assert claimed is not None
    printer = _Along(claimed)
    theorem = printer.theorem(coq_name(statement.id))
    said = {each.name: each for each in statement.declared.said}
    goals = {each.step: each for each in goals_of(statement)}
    chosen = inferences_of(statement)
    over_time = {each.name for each in chosen}  # what these conclude is known to all that follow
    named = dict.fromkeys(name for each in chosen for name in each.step.references())
    taken = [name for name in named if name not in over_time]
    files = dict.fromkeys(lemma.split(".")[0] for each in chosen if (lemma := lemma_of(each)))
    more = "".join(f" {file}" for file in files if file != theorem.name)
    lifts, texts = {}, [HEAD.format(name=theorem.name, more=more)]
    if lemmas:
        texts.append(f"Module {theorem.name}.\n{lemmas}\nEnd {theorem.name}.\n")
    for name in taken:
        if name not in goals:
            raise Unprintable(f"an inference takes step {name!r}, which has no goal for Coq")
        if goals[name].reason or len(goals[name].goals) != 1:
            why = goals[name].reason or "it has several parts; split it"
            raise Unprintable(f"an inference takes step {name!r}: {why}")
    texts.append(STEPS.format("\n".join(goals[name].goals[0].proved for name in taken)))
    names = " ".join(theorem.names)
    body = [f"  unfold {theorem.name}. intros {names}. begin."]
    for number, name in enumerate(taken, 1):
        lifts[name] = printer.lift(f"along_{number}", said[name], goals[name].goals[0])
        body.append(lifts[name].text)
    for number, each in enumerate(chosen, 1):
        body.append(printer.assertion(f"so_{number}", each, lifts))
        body.append(f"  try from_starts so_{number}.")
    body.append(f"  {or_say('conclude', 'the claim does not follow from its inferences')}")
    texts.append(f"Theorem proof : {theorem.name}.\nProof.\n" + "\n".join(body) + "\nQed.\n")
    return "".join(texts)


@dataclass(frozen=True, eq=False)
class Lift:
    """A step along the solution: its assertion, and what it is about that the claim has not."""

    step: str
    name: str
    text: str
    extra: tuple[Any, ...]


class _Along(ClaimPrinter):
    """Prints facts and conclusions of steps at a time of the claim's solution."""

    lifting = False

    def theorem(self, name: str) -> CoqTheorem:
        made = super().theorem(name)
        self._own = dict(self.things)  # of the claim
        self.lifting = True
        return made

    # ------------------------------------------------------------ what inferences conclude

    def assertion(self, name: str, said: Said, lifts: Mapping[str, Lift]) -> str:
        """Return what an inference concludes, with its proof."""
        step = said.step
        assert isinstance(step, Inference)
        clock = "n" if self.in_layers else "s"
        taken = [name for name in step.references() if name in lifts]
        extra = {thing for each in taken for thing in lifts[each].extra}
        for key in step.at:
            if not any(_is_of(key, thing) for thing in extra):
                raise Unprintable(f"{said.name!r}: at= names {key!r}, which no step that it takes "
                                  "has beside the claim; leave it out")  # fmt: skip
        uses = [self._use(lifts[each], step, clock) for each in taken]
        kind = "nat" if self.in_layers else "R"
        bodies = step.bodies(partial(self._when, clock), partial(self._when, self.first))
        functions = [f"(fun {clock} : {kind} => {body})" for body in bodies]
        steps = f"ltac:(fun {clock} S => {'; '.join(uses) or 'idtac'})"
        tactic = " ".join([step.tactic, *functions, steps])
        text = self.says(step.concludes(), {})
        shown = or_say(tactic, f"{said.name!r} does not follow")
        return f"  assert ({name} : {text}).\n  {{ {shown} }}"

    def _when(self, clock: str, of: Scalar) -> str:
        return self.during(clock, lambda: self.term(of, {}))

    def _use(self, lift: Lift, step: Inference, clock: str) -> str:
        """Return the step as it is used at a time."""
        values = []
        for thing in lift.extra:
            value = next((v for key, v in step.at.items() if _is_of(key, thing)), None)
            if value is None:
                what = getattr(thing, "name", thing)
                raise Unprintable(
                    f"step {lift.step!r} is about {what}, which the claim does not have; say "
                    f"at={{{what}: ...}}"
                )
            values.append(self._when(clock, value))
        moment = clock if self.in_layers else f"{clock} S"
        return f"use_step ({' '.join([lift.name, *values, moment])})"

    # ------------------------------------------------------------ steps along the solution

    def lift(self, name: str, said: Said, goal: Goal) -> Lift:
        """Return a step, along the solution, under what the claim does not give at all times."""
        (one,) = explained(said)
        if not isinstance(one, EqualityObligation | ComparisonObligation):
            raise Unprintable(f"step {said.name!r} is neither an identity nor an inequality")
        claim = kernel_claim(one)
        fixed = [thing for thing in introduced(said.assumptions) if isinstance(thing, Index)]
        exported = export(facts_of(said), claim, fixed)
        free = [k for k in exported.printer.free if k not in self._given_indices]
        if free:
            letters = ", ".join(k.name for k in free)
            raise Unprintable(f"step {said.name!r} is about every {letters}; inferences about "
                              "members are not there yet")  # fmt: skip
        time = "n" if self.in_layers else "t"
        asked = self.during(time, lambda: self._asked(said, claim))
        self.rates: list[tuple[str, str, str, str]] = []
        conclusion = self._conclusion(exported, time)
        arguments = self._arguments(exported, time)
        extra = {key: value for key, value in self.things.items() if key not in self._own}
        fresh = [text for key, text in self.structure.items() if key in extra]
        bound = [f"({thing} : {kind})" for thing, kind in extra.values()]
        moment = f"({time} : nat)," if self.in_layers else f"({time} : R), 0 <= {time} ->"
        says = " ->\n    ".join([*dict.fromkeys([*fresh, *asked]), conclusion])
        intro = " ".join([*(thing for thing, _ in extra.values()), time])
        intro += "" if self.in_layers else " T"
        lemma = " ".join([lemma_name(goal.name), *arguments])
        proof = f"intros {intro}; intros; {self._proof(exported, lemma)}"
        text = f"  assert ({name} : forall {' '.join([*bound, moment])}\n    {says}).\n"
        text += f"  {{ {or_say(proof, f'step {said.name!r} cannot be used along the solution')} }}"
        for key in extra:  # another step has its own
            del self.things[key]
        return Lift(said.name, name, text, tuple(extra))

    def _is_open(self, entry: Assumed) -> bool:
        """Return whether an assumption of a step is not known at all times of the claim."""
        known = any(e.assumption is entry.assumption for e in self.claimed.assumed)
        return not known or when(self.claimed, entry.assumption) in ("start", "shown")

    def _asked(self, said: Said, claim: KernelClaim) -> list[str]:
        """Return what a step needs that the claim does not give at all times."""
        facts = [f for e in said.assumed if self._is_open(e) for f in e.assumption.facts]
        asked = [self.everywhere(f, {}) for f in facts if not isinstance(f, Quality)]
        asked += [self.fact(fact, {}) for fact in claim.where]
        return asked + [self._of_every(own, fact) for own, fact in claim.every]

    def _of_every(self, own: Sequence[Index], fact: Fact) -> str:
        scope: dict[Index, str] = {}
        for index in own:
            scope[index] = self.bound(index.name, scope)
        binders = " ".join(f"({scope[k]} : {self.type_of(k.sort)})" for k in own)
        return f"(forall {binders}, {self.fact(fact, scope)})"

    def _conclusion(self, exported: Exported, time: str) -> str:
        """Return what a step says, each rate in it that of what moves along the solution."""
        claim = exported.claim
        if isinstance(claim, EqualityClaim):
            sides, symbol = (claim.left, claim.right), "="
        else:
            sides, symbol = ascending(claim.relation), sign(claim.relation)
        left, right = self.during(time, lambda: [self.term(side, {}) for side in sides])
        text = f"{left} {symbol} {right}"
        for value, word, kind, body in reversed(self.rates):
            if exported.direct:
                return f"{word} {body} {time} {right}"
            text = f"(exists {value} : {kind}, {word} {body} {time} {value} /\\ {text})"
        return text

    def _arguments(self, exported: Exported, time: str) -> list[str]:
        """Return what the lemma of a step is about, along the solution."""
        own, out = exported.printer, ["Space"]
        for sort, kind in TYPES.items():
            if sort in own.sorts:
                if sort not in self.sorts:
                    raise Unprintable(f"a step is about {sort}, and the claim is not")
                out += [kind, sort]
        for key, (their, kind) in own.things.items():
            if isinstance(key, tuple) and key[0] == "same" and key not in self.things:
                out.append(f"(@equal {TYPES[key[1]]})")
            elif key in self.in_time:
                out.append(f"({self.things[key][0]} {time})")
            else:
                out.append(self._name(key, kind, their))
        out += [f"(fun h => {self.things[thing][0]} ({time} + h))" for _, thing in own.curves]
        return [*out, *(self.free[index] for index in own.free)]

    def _proof(self, exported: Exported, lemma: str) -> str:
        def shifted(word: str, body: str) -> str:
            vectors = word == "is_vderive"
            return f"apply (vderive_shift _ {body})" if vectors else f"apply (derive_shift {body})"

        if not self.rates:
            return f"apply ({lemma}); known_now"
        if exported.direct:
            ((_, word, _, body),) = self.rates
            return f"{shifted(word, body)}; apply ({lemma}); known_now"
        pattern, build = "L", "exact L"
        for number, (value, word, _, body) in reversed([*enumerate(self.rates)]):
            pattern = f"[{value} [D{number} {pattern}]]"
            build = f"exists {value}; split; [ {shifted(word, body)}; exact D{number} | {build} ]"
        return f"destruct ({lemma}) as {pattern}; [ known_now .. | ]; {build}"

    def _derivative(self, scope: Scope, motion: Curves, moving: Expression) -> str:
        """Return the name of a rate along the solution."""
        along = self.claimed.along
        if along is None or self.in_layers or set(scope):
            raise Unprintable("an inference takes a step with a rate that is not the solution's")
        if self._velocities(motion.velocity) != self._velocities(along.law.moves):
            raise Unprintable("an inference takes a step whose rate is along another law")
        vector = isinstance(moving, VectorExpression)
        body = f"(fun s : R => {self.during('s', lambda: self.term(moving, scope))})"
        name = f"v{len(self.rates) + 1}"
        kinds = ("is_vderive", "Space") if vector else ("is_derive", "R")
        self.rates.append((name, *kinds, body))
        return name

    def _velocities(self, moves: Mapping[Any, Any]) -> dict[Any, str]:
        """Return the velocities of a law as they are printed: equal ones are the same law."""
        out = {}
        for thing, velocity in moves.items():
            holders = holders_of(thing) if isinstance(thing, Family) else ()
            inside = {holder: f"h{number}" for number, holder in enumerate(holders)}
            out[thing] = self.during("t", partial(self.term, velocity(*holders), inside))
        return out

    def _name(self, thing: Any, kind: str, wanted: str) -> str:
        if self.lifting and thing == ("same", "tokens") and thing not in self.things:
            return "(@equal Token)"
        return super()._name(thing, kind, wanted)


def _is_of(key: Any, thing: Any) -> bool:
    """Return whether what an author gives a value for is this thing."""
    return key is thing or (isinstance(key, Scalar) and key.op == "symbol" and key.args[0] is thing)


def or_say(tactic: str, why: str) -> str:
    """Return a tactic that says in words what did not work."""
    words = why.replace('"', "'")
    return f'first [ solve [ {tactic} ] | fail 1 "{words}" ].'
