"""Propositions as Coq terms: logic, quantifiers, and what moves at the time that is spoken of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector
from verify.language.facts import Before, Distinct, Fact, Quality, constants, fact_indices
from verify.language.indices import Index, IndexLike, Range
from verify.language.motion import Layer
from verify.language.symbols import Family, OperatorSymbol, Symbol
from verify.language.walk import ordered
from verify.methods.kernel.definedness import Condition, conditions, known_from
from verify.methods.kernel.exporting import ascending, sign
from verify.methods.kernel.parts import Motion, Unprintable
from verify.methods.kernel.printing import KINDS, Printer, Scope
from verify.statements.assumption import Assumption, introduced
from verify.statements.claims import Claim, when
from verify.statements.propositions import (
    Joined,
    Limiting,
    Nearing,
    Potential,
    Proposition,
    Quantified,
    Solving,
    Throughout,
    atom_indices,
    elapsed,
    formulas,
)

NOTHING_MOVES = "nothing moves; give the claim along=solution(...) or along=orbit(...)"
TIME, LAYERS = "t'", "k'"  # a moment that a premise is about
IN_TIME = {
    "tends": "tends", "converges": "converges", "has_limit": "has_limit",
    "limsup": "limsup_at_most", "nondecreasing": "nondecreasing",
    "uniform": "uniformly_continuous",
}  # fmt: skip
IN_LAYERS = {
    "tends": "layers_tend", "converges": "layers_converge", "has_limit": "layers_have_limit",
    "limsup": "layers_limsup_at_most", "nondecreasing": "layers_nondecrease",
}  # fmt: skip

Said = TypeVar("Said")


class Propositions(Printer):
    """Prints one claim: what moves takes the time that is spoken of as its first argument."""

    def __init__(self, claimed: Claim) -> None:
        super().__init__()
        self.claimed = claimed
        along = claimed.along
        self.in_time = along.in_time if along else frozenset()
        self.in_layers = along is not None and isinstance(along.law, Layer)
        self.finite = False  # whether the claim is about spaces of finite dimension alone
        self._clock: str | None = None
        self._local: dict[Any, str] = {}
        self._moved: frozenset[Any] = frozenset()  # those among them that move
        self.builds = False  # whether the claim says that a solution exists
        facts = [fact for entry in claimed.assumed for fact in entry.assumption.facts]
        given = introduced(entry.assumption for entry in claimed.assumed)
        indices = (thing for thing in given if isinstance(thing, Index))
        self._given_indices = constants(facts, indices)
        # What is known of the state at one time alone is not known at others.
        self._lasting = [f for e in claimed.assumed for f in e.assumption.facts
                       if when(claimed, e.assumption) in ("", "always")]  # fmt: skip

    @property
    def _time_type(self) -> str:
        return "nat" if self.in_layers else "R"

    # ------------------------------------------------------------ terms at a time

    def bound(self, wanted: str, scope: Scope) -> str:
        clock = "" if self._clock is None else self._clock.strip("()").split()[-1]
        taken = [*scope.values(), clock, *self._local.values()]
        name = super().bound(wanted, scope)
        number = 1
        base = name
        while name in taken:
            number += 1
            name = f"{base}{number}"
        return name

    def _given(
        self, thing: Symbol | Family[Any], indices: Sequence[IndexLike], scope: Scope
    ) -> str:
        if thing is elapsed.args[0]:
            return self._now()
        if thing in self._local:
            moment = f" {self._moment(thing.name)}" if thing in self._moved else ""
            at = moment + "".join(f" {self.index(k, scope)}" for k in indices)
            return f"({self._local[thing]}{at})" if at else self._local[thing]
        if thing not in self.in_time:
            return super()._given(thing, indices, scope)
        kind = self._type(thing)
        name = self._name(thing, f"{self._time_type} -> {kind}", thing.name)
        sorts = thing.sorts if isinstance(thing, Family) else ()
        at = "".join(f" {self.index(k, scope, s)}" for k, s in zip(indices, sorts, strict=True))
        return f"({name} {self._moment(thing.name)}{at})"

    def _type(self, thing: Symbol | Family[Any]) -> str:
        sorts = thing.sorts if isinstance(thing, Family) else ()
        return " -> ".join([*(self.type_of(sort) for sort in sorts), KINDS[thing.kind]])

    def _moment(self, name: str) -> str:
        if self._clock is None:
            raise Unprintable(
                f"{name} moves, and the claim does not say when; say always(...), at_start(...) or "
                "tends_to(...)"
            )
        return self._clock

    def _now(self) -> str:
        clock = self._moment("t")
        return f"(INR {clock})" if self.in_layers else clock

    def _operator(self, symbol: OperatorSymbol, turned: bool) -> str:
        if symbol in self._local:
            if turned and not symbol.symmetric:
                raise Unprintable(f"the adjoint of {symbol.name}, which the claim introduces")
            return self._local[symbol]
        if symbol not in self.in_time:
            return super()._operator(symbol, turned)
        kind = f"{self._time_type} -> Space -> Space"
        name = self._name(symbol, kind, symbol.name)
        other = name
        if not symbol.symmetric:
            key = (symbol, "adjoint")
            if key not in self.things:
                self.things[key] = (self.names.take(symbol.name, ours="T"), kind)
            other = self.things[key][0]
        self.structure[symbol] = self.forever(lambda t: f"adjoint ({name} {t}) ({other} {t})")
        return f"{other if turned else name} {self._moment(symbol.name)}"

    def forever(self, says: Callable[[str], str]) -> str:
        """Return that something holds at every time, given what it says of one."""
        if self.in_layers:
            return f"(forall k' : nat, {says(LAYERS)})"
        return f"(forall t' : R, 0 <= t' -> {says(TIME)})"

    def _derivative(self, scope: Scope, motion: Motion, moving: Expression) -> str:
        raise Unprintable("a derivative in a claim; write out its value")

    # ------------------------------------------------------------ propositions

    def says(self, said: Proposition, scope: Scope) -> str:
        """Return a proposition; indices that nothing binds are bound in front of it."""
        if isinstance(said, Joined):
            return self._joined(said, scope)
        if isinstance(said, Quantified):
            return self._quantified(said, scope)
        if isinstance(said, Solving):
            return self._solving(said, scope)
        if isinstance(said, Throughout):
            return self._at_times(said, scope)
        if isinstance(said, Nearing):
            return self._nearing(said, scope)
        if isinstance(said, Potential):
            return self._potential(said, scope)
        free = atom_indices(said) - self._given_indices - scope.keys()
        inside = dict(scope)
        for index in ordered(free):
            inside[index] = self.bound(index.name, inside)
        text = self._atom(said, inside)
        if not isinstance(said, Distinct | Before):
            text = self._with_values(said, text, inside)
        binders = " ".join(f"({inside[k]} : {self.type_of(k.sort)})" for k in ordered(free))
        return f"(forall {binders}, {text})" if binders else text

    def _with_values(self, said: Proposition, text: str, scope: Scope) -> str:
        """Return what an atom says, and that its formulas have values where that is not evident."""
        known = known_from(self._lasting)
        needed = [c for formula in formulas(said) for part in _sides(formula)
                  for c in conditions(part, known)]  # fmt: skip
        if not needed:
            return text
        if isinstance(said, Limiting):
            values = [self._always_has_value(c, scope) for c in needed]
        else:
            values = [self._has_value(c, scope) for c in needed]
        return "(" + " /\\ ".join([*dict.fromkeys(values), text]) + ")"

    def _always_has_value(self, needed: Condition, scope: Scope) -> str:
        return self.forever(lambda t: self.during(t, lambda: self._has_value(needed, scope)))

    def _has_value(self, needed: Condition, scope: Scope) -> str:
        inside = dict(scope)
        for index in needed.bound:
            inside[index] = self.bound(index.name or "j", inside)
        of = self.term(needed.of, inside)
        says = {"nonzero": f"{of} <> 0", "nonnegative": f"0 <= {of}", "positive": f"0 < {of}"}
        binders = " ".join(f"({inside[k]} : {self.type_of(k.sort)})" for k in needed.bound)
        return f"(forall {binders}, {says[needed.needs]})" if binders else says[needed.needs]

    def _atom(self, said: Proposition, scope: Scope) -> str:
        if isinstance(said, Limiting):
            return self._limiting(said, scope)
        return self.fact(said, scope)  # type: ignore[arg-type]

    def fact(self, fact: Fact, scope: Scope) -> str:
        """Return a fact about indices that are all in scope, or given."""
        if isinstance(fact, Distinct):
            return f"{self.index(fact.first, scope)} <> {self.index(fact.second, scope)}"
        if isinstance(fact, Before):
            order = self._order("before", fact.first.sort)
            return f"{order} {self.index(fact.second, scope)} {self.index(fact.first, scope)} = 1"
        if isinstance(fact, Quality):
            return self._quality(fact, scope)
        if isinstance(fact, Relation):
            left, right = (self.term(side, scope) for side in ascending(fact))
            return f"{left} {sign(fact)} {right}"
        if isinstance(fact.left, Operator) and isinstance(fact.right, Operator):
            x = self.bound("x", scope)
            sides = (self.apply(side, x, scope) for side in (fact.left, fact.right))
            return f"(forall {x} : Space, {' = '.join(sides)})"
        if type(fact.left) is not type(fact.right):
            raise Unprintable("an equation between things of different kinds")
        return f"{self.term(fact.left, scope)} = {self.term(fact.right, scope)}"

    def _quality(self, fact: Quality, scope: Scope) -> str:
        if fact.kind == "integer":
            return f"exists z' : Z, {self.term(fact.of, scope)} = IZR z'"
        x, y = "x'", "y'"
        image = self.apply(fact.of, x, scope)  # type: ignore[arg-type]
        if fact.kind == "symmetric":
            other = self.apply(fact.of, y, scope)  # type: ignore[arg-type]
            return f"(forall {x} {y} : Space, inner {image} {y} = inner {x} {other})"
        if fact.kind == "positive_semidefinite":
            return f"(forall {x} : Space, 0 <= inner {x} {image})"
        plain = fact.of.op == "symbol" and fact.of.args[0] not in self.in_time
        whole = image[1:-1].removesuffix(f" {x}") if plain else f"(fun {x} : Space => {image})"
        return f"positive {whole} /\\ coercive {whole}"

    def _joined(self, said: Joined, scope: Scope) -> str:
        parts = [self.says(part, scope) for part in said.parts]
        if said.word == "not":
            return f"(~ {parts[0]})"
        signs = {"and": " /\\ ", "or": " \\/ ", "if": " -> ", "iff": " <-> "}
        return f"({signs[said.word].join(f'({p})' for p in parts)})"

    def _quantified(self, said: Quantified, scope: Scope) -> str:
        word, link = ("forall", "->") if said.every else ("exists", "/\\")
        if not isinstance(said.over, Assumption):
            inside = dict(scope)
            for index in said.over:
                inside[index] = self.bound(index.name, inside)
            kinds = " ".join(f"({inside[k]} : {self.type_of(k.sort)})" for k in said.over)
            return f"({word} {kinds}, {self.says(said.body, inside)})"
        before = dict(self._local)
        binders, known = [], []
        for thing in introduced([said.over]):
            if isinstance(thing, OperatorSymbol):
                name, kind = self.bound(thing.name, scope), "Space -> Space"
                self._local[thing] = name
                if not thing.symmetric:
                    known.append(f"(exists T' : Space -> Space, adjoint {name} T')")
                else:
                    known.append(f"adjoint {name} {name}")
            elif isinstance(thing, Symbol | Family):
                name, kind = self.bound(thing.name, scope), self._type(thing)
                self._local[thing] = name
            else:
                raise Unprintable(f"a quantifier over {thing!r}")
            binders.append(f"({name} : {kind})")
        known += [self.everywhere(fact, scope) for fact in said.over.facts]
        outside, self._lasting = self._lasting, [*self._lasting, *said.over.facts]
        text = f" {link} ".join([*(f"({k})" for k in known), self.says(said.body, scope)])
        self._local, self._lasting = before, outside
        return f"({word} {' '.join(binders)}, {text})"

    def everywhere(self, fact: Fact, scope: Scope) -> str:
        """Return a fact for every value of its own indices."""
        free = fact_indices(fact) - scope.keys() - self._given_indices
        if isinstance(fact, Distinct | Before):
            free = frozenset()
        inside = dict(scope)
        for index in ordered(free):
            inside[index] = self.bound(index.name, inside)
        binders = " ".join(f"({inside[k]} : {self.type_of(k.sort)})" for k in ordered(free))
        text = self.fact(fact, inside)
        return f"(forall {binders}, {text})" if binders else text

    def during(self, clock: str | None, say: Callable[[], Said]) -> Said:
        before, self._clock = self._clock, clock
        try:
            return say()
        finally:
            self._clock = before

    def _at_times(self, said: Throughout, scope: Scope) -> str:
        if self.claimed.along is None:
            raise Unprintable(
                "nothing moves; give the claim along=solution(...) or along=orbit(...)"
            )
        if self._clock is not None:
            raise Unprintable("a word of time inside another one")
        if said.at_start:
            return self.during(self.first, lambda: self.says(said.body, scope))
        clock = self.bound("k" if self.in_layers else "t", scope)
        inside = self.during(clock, lambda: self.says(said.body, scope))
        if self.in_layers:
            return f"(forall {clock} : nat, {inside})"
        return f"(forall {clock} : R, 0 <= {clock} -> {inside})"

    @property
    def first(self) -> str:
        return "0%nat" if self.in_layers else "0"

    def _limiting(self, said: Limiting, scope: Scope) -> str:
        words = IN_LAYERS if self.in_layers else IN_TIME
        if said.word not in words:
            raise Unprintable(f"the word {said.word!r} for layers")
        word = words[said.word]
        if said.word == "tends" and isinstance(said.of, Vector):
            word = "layers_vtend" if self.in_layers else "vtends"
        if self.claimed.along is None:
            raise Unprintable(
                "nothing moves; give the claim along=solution(...) or along=orbit(...)"
            )
        if self._clock is not None:
            raise Unprintable("a word of time inside another one")
        clock = self.bound("k" if self.in_layers else "t", scope)
        if isinstance(said.of, Operator):
            word, of = "operators_uniformly_continuous", said.of
            image = self.during(clock, lambda: self.apply(of, "x'", scope))
            body = f"fun x' : Space => {image}"
        else:
            if said.word == "uniform" and isinstance(said.of, Scalar):
                word += " (S := real_line)"
            body = self.during(clock, lambda: self.term(said.of, scope))
        text = f"{word} (fun {clock} : {self._time_type} => {body})"
        return text if said.limit is None else f"{text} {self._closed(said.limit, scope)}"

    def _solving(self, said: Solving, scope: Scope) -> str:
        if self.in_layers:
            raise Unprintable("a solution of a flow beside layers")
        self.builds = self.builds or not said.every
        word, link = ("forall", "->") if said.every else ("exists", "/\\")
        outside = dict(self._local), self._moved, self._lasting
        binders = []
        for thing in said.law.moves:
            name = self.bound(thing.name, scope)
            self._local[thing] = name
            self._moved |= {thing}
            binders.append(f"({name} : R -> {self._type(thing)})")
        facts = said.over.facts
        known = self.during(self.first, lambda: [self.everywhere(f, scope) for f in facts])
        known += [self.velocity(thing, v, scope) for thing, v in said.law.moves.items()]
        text = f" {link} ".join([*(f"({k})" for k in known), self.says(said.body, scope)])
        self._local, self._moved, self._lasting = outside
        return f"({word} {' '.join(binders)}, {text})"

    def velocity(self, thing: Any, velocity: Callable[..., Any], outside: Scope) -> str:
        """Return that a thing, or each member of a family, has a velocity at all times t >= 0."""
        holders = holders_of(thing) if isinstance(thing, Family) else ()
        scope = dict(outside)
        for holder in holders:
            scope[holder] = self.bound("i", scope)
        binders = "".join(f" ({scope[k]} : {self.type_of(k.sort)})" for k in holders)
        place = self.during("s'", lambda: self._given(thing, holders, scope))
        value = self.during("t'", lambda: self.term(velocity(*holders), scope))
        word = "is_vderive" if thing.kind == "vector" else "is_derive"
        return f"(forall (t' : R){binders}, 0 <= t' -> {word} (fun s' : R => {place}) t' {value})"

    def _nearing(self, said: Nearing, scope: Scope) -> str:
        if said.of not in self.in_time or self.in_layers:
            raise Unprintable(NOTHING_MOVES)
        moved = self._name(said.of, f"R -> {self._type(said.of)}", said.of.name)
        (state,) = introduced([said.over])
        before = dict(self._local)
        name = self._local[state] = self.bound(state.name, scope)
        known = [f"({self.everywhere(fact, scope)})" for fact in said.over.facts]
        body = self.says(said.body, scope)
        binder = f"({name} : {self._type(state)})"
        self._local = before
        if said.word == "points":
            near = [f"limit_point {moved} {name}", *known, body]
            return f"(forall {binder}, {' -> '.join(near)})"
        self.finite = True
        said_of = " /\\ ".join([*known, body])
        return f"tends_to_set {moved} (fun {binder[1:-1]} => {said_of})"

    def _potential(self, said: Potential, scope: Scope) -> str:
        signs = known_from(self._lasting)
        parts = [part for part in (said.form, said.value) if part is not None]
        if any(True for part in parts for _ in conditions(part, signs)):
            raise Unprintable("a potential whose formulas may have no value somewhere")
        before = dict(self._local)
        binders = []
        for over in (said.state, said.velocity):
            (thing,) = introduced([over])
            self._local[thing] = self.bound(thing.name, scope)
            binders.append(f"({self._local[thing]} : {self._type(thing)})")
        known = " /\\ ".join(f"({self.everywhere(fact, scope)})" for fact in said.state.facts)
        form = self.term(said.form, scope)
        text = f"(fun {binders[0]} => {known}) (fun {' '.join(binders)} => {form})"
        if said.value is not None:
            text += f" (fun {binders[0]} => {self.term(said.value, scope)})"
        self._local = before
        return f"{'has' if said.value is None else 'is'}_potential {text}"

    def _closed(self, limit: Scalar | Vector, scope: Scope) -> str:
        text = self.term(limit, scope)
        return text if text.startswith("(") or text.isidentifier() else f"({text})"


def _sides(formula: Any) -> Sequence[Expression]:
    return (formula.left, formula.right) if isinstance(formula, Relation) else (formula,)


def holders_of(thing: Family[Any]) -> tuple[Index, ...]:
    """Return an index for each sort of a family."""
    return tuple(Index("i", Range(sort)) for sort in thing.sorts)
