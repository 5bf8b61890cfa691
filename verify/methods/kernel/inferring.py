"""The proof of a claim, printed from its steps and the inferences that its author named.

Each step that an inference takes is first stated along the solution: for t >= 0, under what the
claim gives at the start alone, with what moves in the place of what is given. So every inference
is an assertion in the claim's own words, shown by its tactic; the claim follows from them all.
Nothing here is trusted: Coq checks the text against the claim, which `claims` prints.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from verify.language.expressions import Expression
from verify.language.expressions import Vector as VectorExpression
from verify.language.facts import Fact, Quality, speaks_of
from verify.language.indices import Index
from verify.language.walk import holders
from verify.methods.explained import explained
from verify.methods.kernel.cases import Case, lacking
from verify.methods.kernel.claims import ClaimPrinter, CoqTheorem, theorem_of
from verify.methods.kernel.deciding import goals_for, goals_of
from verify.methods.kernel.exporting import (
    Claimed,
    Exported,
    ascending,
    derivative,
    export,
    lemma_name,
    of_every,
    own_conditions,
    sign,
    with_rates,
)
from verify.methods.kernel.goals import Goal
from verify.methods.kernel.parts import Curves, Derivative, Unprintable
from verify.methods.kernel.printing import KINDS, TYPES, Scope
from verify.methods.kernel.refuted import refuted
from verify.methods.kernel.taken_steps import (
    Lift,
    asked_in_words,
    bare,
    is_of,
    lacks,
    may_help,
    narrowed,
    of_norms,
    or_say,
    proved,
    proved_if_possible,
)
from verify.statements.assumption import introduced
from verify.statements.claims import Claim, when
from verify.statements.inference import Inference
from verify.statements.obligations import Comparison as ComparisonObligation
from verify.statements.obligations import Equality as EqualityObligation
from verify.statements.proof_files import coq_name
from verify.statements.propositions import Proposition
from verify.statements.statement import Statement
from verify.statements.step import Assumed, Said, facts_of
from verify.writing.words import listed

HEAD = (
    "From Coq Require Import Reals List Lra.\nFrom Coquelicot Require Import Coquelicot.\n"
    "From Kernel Require Import Prelude Derivatives Words Curves States Inferences Numbers "
    "Inferring{more}.\n"
    "From Claimed Require Import {name}.\nOpen Scope R_scope.\n"
)
CLOCK, MOMENT, DIRECTION = "s'c", "S'c", "d'c"  # no letter of an author's has this form
OWN = "Module {0}.\nTransparent size.\n{1}\nEnd {0}.\n"  # a proof before it may load the tactics
STEPS = "Module Import Steps.\nFrom Kernel Require Import Deciding Tactics.\n{}\nEnd Steps.\n"


def inferences_of(statement: Statement) -> list[Said]:
    """Return the inferences of a statement, in their order."""
    own, claimed = coq_name(statement.id), statement.declared.claim
    return [
        replace(said, step=said.step.within(own, claimed))
        for said in statement.declared.said
        if isinstance(said.step, Inference) and claimed is not None
    ]


def lemma_of(said: Said) -> str:
    """Return the lemma that an inference is, with its file, "" if it is none."""
    return said.step.coq_lemma if isinstance(said.step, Inference) else ""


def inferred(
    statement: Statement, lemmas: str = ""
) -> tuple[str, Mapping[str, tuple[str, str]], Mapping[str, str]]:
    """Return the proof of a claim by its inferences, in a file after the author's `lemmas`.

    And the steps that these take, {name: (its name in the proof, the step along the motion)}, and
    the parts of the claim, {as Coq tells it, without signs that it may change: in the author's
    words}. Raises Unprintable with what is missing.
    """
    claimed = statement.declared.claim
    assert claimed is not None
    printer = _Along(claimed)
    theorem = printer.theorem(coq_name(statement.id))
    said = {each.name: each for each in statement.declared.said}
    goals = {each.step: each for each in goals_of(statement)}
    for name in goals:
        if (alone := narrowed(said[name], claimed)) is not said[name]:
            goals[name] = goals_for(statement, alone, explained(said[name]))
            said[name] = alone
    chosen = inferences_of(statement)
    over_time = {each.name for each in chosen}  # what these conclude is known to all that follow
    named = dict.fromkeys(name for each in chosen for name in each.step.references())
    taken = [name for name in named if name not in over_time]
    files = dict.fromkeys(lemma.split(".")[0] for each in chosen if (lemma := lemma_of(each)))
    files |= {"Integers": None} if theorem.counts else {}
    for each in chosen:
        if isinstance(each.step, Inference) and each.step.coq_file:
            files[each.step.coq_file] = None
    at_values = any(each.step.fails_at for each in chosen)
    files |= {"Instances": None} if at_values else {}
    more = "".join(f" {file}" for file in files if file != theorem.name)
    cases = {of: Case(of, statement) for of in statement.cases}
    lifts, texts = {}, [HEAD.format(name=theorem.name, more=more)]
    texts += [case.requires for case in cases.values()]
    if lemmas:
        texts.append(OWN.format(theorem.name, lemmas))
    if theorem.refuted and not at_values:  # its lemma says all, and takes no step
        return "".join([*texts, refuted(theorem_of(statement), chosen, cases, printer, ())]), {}, {}
    for name in taken:
        if name not in goals:
            raise Unprintable(f"an inference takes step {name!r}, which has no goal for Coq")
        if goals[name].reason or len(goals[name].goals) != 1:
            why = goals[name].reason or "it has several parts; split it"
            raise Unprintable(f"an inference takes step {name!r}: {why}")
    # Lemmas say what they are for, and steps that they do not need only cost time.
    own = not any(lemma_of(each) or each.step.case_of for each in chosen)
    beside = [name for name in goals if name not in named
              and may_help(said[name], goals[name], conditional=own)]  # fmt: skip
    steps = [proved(said[name], goals[name].goals[0], printer.in_time) for name in taken]
    steps += [proved_if_possible(said[name], goals[name].goals[0]) for name in beside]
    texts.append(STEPS.format("\n".join(steps)))
    names = " ".join(theorem.names)
    body = [f"  unfold {theorem.name}. intros {names}. begin."]
    for number, name in enumerate(taken, 1):
        lifts[name] = printer.lift(f"along_{number}", said[name], goals[name].goals[0])
        body.append(lifts[name].text)
    if theorem.refuted:
        shown = refuted(theorem_of(statement), chosen, cases, printer, body[1:])
        used = {name: (lift.name, lift.says) for name, lift in lifts.items()}
        return "".join([*texts, shown]), used, {}
    so = []  # where a part of the claim says more of the start they may only follow there
    for number, each in enumerate(chosen, 1):
        so.append(printer.assertion(f"so_{number}", each, lifts, cases.get(each.step.case_of)))
    for number, name in enumerate(beside, len(taken) + 1):
        with suppress(Unprintable):
            lift = printer.lift(f"along_{number}", said[name], goals[name].goals[0], needed=False)
            so.append(lift.text)
    whole: list[str] = []  # what says a part of the claim as it stands needs no other
    if printer.by_parts:
        parts = [_is_part(one, claimed) for one in chosen]
        whole = [f"  {one}." for one, is_part in zip(so, parts, strict=False) if is_part]
        so = [one for one in so if f"  {one}." not in whole]
    word = "concluding_parts" if printer.by_parts else "concluding"
    inferences = ";\n    ".join(so or ["idtac"])
    body += [*whole, f"  {word} ltac:(\n    {inferences})."]
    texts.append(f"Theorem proof : {theorem.name}.\nProof.\n" + "\n".join(body) + "\nQed.\n")
    used = {name: (lift.name, lift.says) for name, lift in lifts.items()}
    return "".join(texts), used, printer.atoms


def _is_part(said: Said, claimed: Claim) -> bool:
    """Return whether an inference says a part of the claim as it stands."""
    says = said.step.concludes() if isinstance(said.step, Inference) else None
    return any(says is part for part in claimed.propositions)


class _Along(ClaimPrinter):
    """Prints facts and conclusions of steps at a time of the claim's solution."""

    lifting = False
    by_parts = False  # whether some inference is about a letter of a part of the claim

    def theorem(self, name: str, instead: Proposition | None = None) -> CoqTheorem:
        self.atoms: dict[str, str] = {}
        made = super().theorem(name, instead)
        self._own = dict(self.things)  # of the claim
        self._letters = set(re.findall(r"forall \((\w+)' : R\)", made.conclusion))
        self.lifting = True
        return made

    def _atom(self, said: Proposition, scope: Scope) -> str:
        text = super()._atom(said, scope)
        self.atoms.setdefault(bare(text), repr(said))
        return text

    # ------------------------------------------------------------ what inferences conclude

    def assertion(self, name: str, said: Said, lifts: Mapping[str, Lift], case: Case | None) -> str:
        """Return what an inference concludes, with its proof.

        Of any letter that is given after the claim, or else of the claim's own of the same name.
        """
        step = said.step
        assert isinstance(step, Inference)
        taken = [lifts[each] for each in step.references() if each in lifts]
        extra = {thing for lift in taken for thing in lift.extra}
        for key in () if case else step.at:
            if not any(is_of(key, thing) for thing in extra):
                raise Unprintable(f"{said.name!r}: at= names {key!r}, which no step that it takes "
                                  "has beside the claim; leave it out")  # fmt: skip
        ways, new = self._ways(said, taken, case)
        own = {
            thing: (f"{thing.name}'", kind)
            for thing, (_, kind) in new.items()
            if kind == "R" and getattr(thing, "name", "") in self._letters
        }
        if own and case is None:
            known = [f for f in facts_of(said) if any(speaks_of(f, thing) for thing in own)]
            self.things |= own
            with self._set(_own=self._own | own, _lasting=[*self._lasting, *known]):
                ways = [*self._ways(said, taken, case)[0], *ways]
            self._forget(own)
            self.by_parts = True
        of_norm = "" if self.in_layers else of_norms(step.functions(), self.in_time)
        why = f"{said.name!r} does not follow{of_norm or ': ' * bool(step.asks) + step.asks}"
        for one in (one for one in taken if one.asked and not step.needs_each):
            why += f"; step {one.step!r} is for {listed(one.asked)}"
        attempts = [
            f"assert ({name} : {says}) by quietly ltac:(solve [ {by} ])" for says, by in ways
        ]
        says, tactic = ways[0 if own else -1]
        failing = f"first [ solve [ {tactic} ] | {lacks(why)} ]"
        attempts.append(f"loud; assert ({name} : {says}) by ({failing})")
        return f"try (not_yet {name}; first [ {' | '.join(attempts)} ]); try from_starts {name}"

    def _ways(
        self, said: Said, taken: Sequence[Lift], case: Case | None
    ) -> tuple[list[tuple[str, str]], dict[Any, tuple[str, str]]]:
        """Return what may be concluded, each with its tactic, and of which letters of its own."""
        step = said.step
        assert isinstance(step, Inference)
        clock, kind = ("n'c", "nat") if self.in_layers else (CLOCK, "R")
        called = step.over_layers if self.in_layers else step.tactic
        if not called and case is None:
            raise Unprintable(f"{said.name!r}: {lacking(step, self.in_layers)}")
        with ExitStack() as bound:
            members = [k for k in step.members() if k not in self._given_indices]
            binders = [bound.enter_context(self.binding(index)) for index in members]
            each = {k: self.free[k] for k in members}
            text = self.says(step.concludes(), each)
            known = [f"({self.everywhere(f, {})})" for f in self._facts_of_new(said)]
            lasting = [f"({self._timed(f, 'always')})" for f in self._facts_of_new(said, True)]
            bodies = step.bodies(partial(self._when, clock), partial(self._when, self.first))
            functions = [f"(fun {clock} : {kind} => {body})" for body in bodies]
            extremes = [bound.enter_context(self.binding(index)) for index in step.extremes()]
            functions[:0] = [
                f"(fun ({clock} : {kind}) ({one}) => {self._when(clock, of)})"
                for of, one in zip(step.families(), extremes, strict=True)
            ]
            new = self._new_things()
            first = step.begins() if new else ()  # of one member by itself, or of all of them
            begins = [[f"({self.says(one, of)})" for one in first] for of in (each, {})]
            uses = [] if step.direct else [self._use(lift, said, clock) for lift in taken]
            own = [self.free[index] for index in step.extremes()]
            own += [DIRECTION] if step.in_directions else []
            names = [*(thing for thing, _ in new.values()), *(self.free[k] for k in members)]
            self._forget(new)
        binders = [*(f"{thing} : {of}" for thing, of in new.values()), *binders]
        every = f"forall {' '.join(f'({one})' for one in binders)}, " if binders else ""
        steps = f"ltac:(fun {' '.join([clock, MOMENT, *own])} => {'; '.join(uses) or 'idtac'})"
        if step.direct:
            uses = [f"use {lift.name}" for lift in taken]
            one = f"first [ {' | '.join(uses) or 'fail'} ]"
            steps = f"ltac:(fun use => {'; '.join(uses) or 'idtac' if step.coq_lemma else one})"
        tactic = " ".join([called, *functions, steps])
        if case is not None:
            tactic = "; ".join(case.tactics(said.name, step.at, self, steps))
        seen = [f"unfold step_says in {lift.name};" for lift in taken if step.direct]
        ways = {}
        for where, starts in product((known, [*known, *lasting]), begins):
            intros = [*names, *(f"F{number}" for number, _ in enumerate([*where, *starts]))]
            shown = " ".join([*(f"intro {one};" for one in intros), *seen, tactic])
            ways[every + " -> ".join([*where, *starts, text])] = shown
        return [*ways.items()], new

    def _new_things(self) -> dict[Any, tuple[str, str]]:
        """Return what was printed that the claim does not have."""
        return {key: value for key, value in self.things.items() if key not in self._own}

    def _forget(self, things: Collection[Any]) -> None:
        """Forget things that the claim does not have: another step has its own."""
        for thing in things:
            del self.things[thing]

    def _facts_of_new(self, said: Said, moving: bool = False) -> list[Fact]:
        """Return what was assumed of what an inference has beside the claim, or of it and time."""
        new = [thing for thing in self._new_things() if not isinstance(thing, tuple)]
        facts = [f for f in dict.fromkeys(facts_of(said)) if any(speaks_of(f, x) for x in new)]
        return [f for f in facts if any(speaks_of(f, x) for x in self.in_time) is moving]

    def _when(self, clock: str, of: Expression) -> str:
        return self.during(clock, lambda: self.term(of, {}))

    def _use(self, lift: Lift, said: Said, clock: str) -> str:
        """Return the step as it is used at a time, of the members that the inference is about."""
        step, values = said.step, []
        assert isinstance(step, Inference)
        for thing in lift.extra:
            value = next((v for key, v in step.values().items() if is_of(key, thing)), None)
            if value is None and step.in_directions and getattr(thing, "kind", "") == "vector":
                values.append(DIRECTION)
                continue
            if value is None and thing not in self.things:
                what = getattr(thing, "name", thing)
                raise Unprintable(
                    f"step {lift.step!r} is about {what}, which the claim does not have; say "
                    f"at={{{what}: ...}}"
                )
            own = self.things[thing][0] if value is None else self._when(clock, value)
            values.append(own)
        moment = clock if self.in_layers else f"{clock} S'c"
        about = {*step.members(), *step.extremes()}
        with ExitStack() as bound:
            others = [bound.enter_context(self.binding(k)) for k in lift.members if k not in about]
            every = "".join(f"fun ({one}) => " for one in others)
            of = f"{every}H {' '.join(self.free[k] for k in lift.members)}".rstrip()
        members = f"ltac:(fun H => take H ({of}))"
        use = f"use_step ({' '.join([lift.name, *values, moment])}) {members}"
        if not step.needs_each or lift.follows_from_law:
            return f"try ({use})"
        asked = f"{listed(lift.asked or ['more'])}; not all of that is known there"
        why = f"{said.name!r} does not follow: step {lift.step!r} assumes {asked}"
        return f"first [ {use} | {lacks(why)} ]"

    # ------------------------------------------------------------ steps along the solution

    def lift(self, name: str, said: Said, goal: Goal, *, needed: bool = True) -> Lift:
        """Return a step, along the solution, under what the claim does not give at all times.

        One that is not `needed` is left out where it cannot be used.
        """
        (claim,) = explained(said)
        if not isinstance(claim, EqualityObligation | ComparisonObligation):
            raise Unprintable(f"step {said.name!r} is neither an identity nor an inequality")
        fixed = [thing for thing in introduced(said.assumptions) if isinstance(thing, Index)]
        exported = export(facts_of(said), claim, fixed)
        members = [k for k in exported.printer.free if k not in self._given_indices]
        time = "n'c" if self.in_layers else "t'c"
        with ExitStack() as bound:
            indices = [bound.enter_context(self.binding(index)) for index in members]
            asked = self.during(time, lambda: self._asked(said, claim))
            self.rates: list[Derivative] = []
            conclusion = self._conclusion(exported, time)
            arguments = self._arguments(exported, time)
            names = [self.free[index] for index in members]
        extra = self._new_things()
        fresh = [text for key, text in self.structure.items() if key in extra]
        bound_here = [f"({thing} : {kind})" for thing, kind in extra.values()]
        moving = self.claimed.along is not None
        moment = f"({time} : nat)," if self.in_layers else f"({time} : R), 0 <= {time} ->"
        about = re.compile("|".join(rf"(?<![\w']){re.escape(index)}(?![\w'])" for index in names))
        first = [
            one for one in dict.fromkeys([*fresh, *asked]) if not (names and about.search(one))
        ]
        rest = [one for one in dict.fromkeys(asked) if one not in first]
        says = " ->\n    ".join([*rest, conclusion])
        says = f"forall {' '.join(f'({one})' for one in indices)}, {says}" if indices else says
        says = " ->\n    ".join([*first, says])
        clock = [] if not moving else [time] if self.in_layers else [time, "T'c"]
        lemma = " ".join([lemma_name(goal.name), *arguments])
        intro = " ".join([*(one for one, _ in extra.values()), *clock, *["?"] * len(first), *names])
        named = f"intros {intro}; intros" if intro else "intros"
        proof = f"unfold step_says; {named}; {self._proof(exported, lemma)}"
        every = f"forall {' '.join(bound_here)},\n    " if bound_here else ""
        every = f"forall {' '.join([*bound_here, moment])}\n    " if moving else every
        says = every + says
        text = f"assert ({name} : step_says ({says}))"
        if needed:
            why = f"step {said.name!r} cannot be used here"
            text = f"  {text}.\n  {{ {or_say(proof, why)} }}"
        else:
            text = f"try (not_yet {name}; {text} by ({proof}))"
        self._forget(extra)
        told = asked_in_words([e.assumption for e in said.assumed if self._is_open(e)], claim)
        return Lift(
            said.name, name, says, text, told, tuple(extra), tuple(members), exported.direct
        )

    def _is_open(self, entry: Assumed) -> bool:
        """Return whether an assumption of a step is not known at all times of the claim."""
        known = any(e.assumption is entry.assumption for e in self.claimed.assumed)
        return not known or when(self.claimed, entry.assumption) == "start"

    def _asked(self, said: Said, claim: Claimed) -> list[str]:
        """Return what a step needs that the claim does not give at all times."""
        facts = [f for e in said.assumed if self._is_open(e) for f in e.assumption.facts]
        asked = [self.everywhere(f, {}) for f in facts if not isinstance(f, Quality)]
        asked += [self.fact(fact, {}) for fact in own_conditions(claim)]
        return asked + [self._of_every(one.indices, one.says) for one in of_every(claim)]

    def _of_every(self, own: Sequence[Index], fact: Fact) -> str:
        scope, binders = self.under(own, {})
        return f"(forall {binders}, {self.fact(fact, scope)})"

    def _conclusion(self, exported: Exported, time: str) -> str:
        """Return what a step says, each rate in it that of what moves along the solution."""
        claim = exported.claim
        if isinstance(claim, EqualityObligation):
            sides, symbol = (claim.left, claim.right), "="
        else:
            sides, symbol = ascending(claim.relation), sign(claim.relation)
        left, right = self.during(time, lambda: [self.term(side, {}) for side in sides])
        if exported.direct:
            return derivative(self.rates[0], right, time)
        return with_rates(f"{left} {symbol} {right}", self.rates, time)

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
            elif (key[0] if isinstance(key, tuple) else key) in self.in_time:  # or its adjoint does
                out.append(f"({self._name(key, kind, their)} {time})")
            else:
                out.append(self._name(key, kind, their))
        out += [f"(fun h'c => {self.things[thing][0]} ({time} + h'c))" for _, thing in own.curves]
        return [*out, *(self.free[index] for index in own.free)]

    def _proof(self, exported: Exported, lemma: str) -> str:
        def shown(rate: Derivative, known: str) -> str:
            names = " ".join(name for name, _ in rate.indices)
            shift = "vderive_shift _" if rate.kind == "Space" else "derive_shift"
            return f"{f'intros {names}; ' if names else ''}apply ({shift} {rate.body}); {known}"

        if not self.rates:
            return f"apply ({lemma}); known_now"
        if exported.direct:
            return shown(self.rates[0], f"apply ({lemma}); known_now")
        pattern, build = "L'c", "exact L'c"
        for n, rate in reversed([*enumerate(self.rates)]):
            pattern = f"[{rate.value} [D{n}'c {pattern}]]"
            build = f"exists {rate.value}; split; [ {shown(rate, f'apply D{n}')}'c | {build} ]"
        return f"destruct ({lemma}) as {pattern}; [ known_now .. | ]; {build}"

    def _derivative(self, scope: Scope, motion: Curves, moving: Expression) -> str:
        """Return the name of a rate along the solution."""
        along = self.claimed.along
        if along is None or self.in_layers:
            raise Unprintable("an inference takes a step with a rate that is not the solution's")
        if self._velocities(motion.velocity) != self._velocities(along.law.moves):
            raise Unprintable("an inference takes a step whose rate is along another law")
        body = f"(fun s'c : R => {self.during(CLOCK, lambda: self.term(moving, scope))})"
        name = f"v{len(self.rates) + 1}'c"
        indices = tuple((inside, self.type_of(k.sort)) for k, inside in scope.items())
        kind = KINDS["vector" if isinstance(moving, VectorExpression) else "scalar"]
        self.rates.append(Derivative(name, kind, indices, body))
        return f"({' '.join([name, *scope.values()])})" if scope else name

    def _velocities(self, moves: Mapping[Any, Any]) -> dict[Any, str]:
        """Return the velocities of a law as they are printed: equal ones are the same law."""
        out = {}
        for thing, velocity in moves.items():
            own = holders(thing)
            inside = {holder: f"h{number}" for number, holder in enumerate(own)}
            out[thing] = self.during(CLOCK, partial(self.term, velocity(*own), inside))
        return out

    def _name(self, thing: Any, kind: str, wanted: str) -> str:
        own = self.lifting and thing == ("same", "tokens") and thing not in self.things
        return "(@equal Token)" if own else super()._name(thing, kind, wanted)
