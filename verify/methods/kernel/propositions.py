"""Propositions as Coq terms: logic, quantifiers, and what moves at the time that is spoken of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector
from verify.language.facts import Before, Distinct, Equation, Fact, Quality, fact_indices
from verify.language.indices import Index
from verify.language.motion import Layer
from verify.language.symbols import Family, OperatorSymbol, Symbol
from verify.language.walk import holders, ordered
from verify.methods.kernel.definedness import Definedness, conditions
from verify.methods.kernel.exporting import ascending, sign
from verify.methods.kernel.laws import AFTER, Laws
from verify.methods.kernel.parts import Unprintable
from verify.methods.kernel.printing import TYPES, Scope, kind_of
from verify.statements.assumption import Assumption, introduced
from verify.statements.propositions import (
    Joined,
    Limiting,
    Nearing,
    Potential,
    Proposition,
    Quantified,
    Solving,
    Stability,
    Throughout,
    atom_indices,
    formulas,
)

INDICES = frozenset(TYPES.values())
NOTHING_MOVES = "nothing moves; add along=solution(...) or along=orbit(...) to the claim"
IN_TIME = {
    "tends": "tends", "converges": "converges", "has_limit": "has_limit",
    "limsup": "limsup_at_most", "nondecreasing": "nondecreasing",
    "uniform": "uniformly_continuous",
}  # fmt: skip
IN_LAYERS = {
    "tends": "layers_tend", "converges": "layers_converge", "has_limit": "layers_have_limit",
    "limsup": "layers_limsup_at_most", "nondecreasing": "layers_nondecrease",
}  # fmt: skip


class Propositions(Laws):
    """Prints what one claim says."""

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
        if isinstance(said, Stability):
            return self._stability(said, scope)
        if isinstance(said, Potential):
            return self._potential(said, scope)
        free = ordered(atom_indices(said) - self._given_indices - scope.keys())
        inside, binders = self.under(free, scope)
        text = self._atom(said, inside)
        if not isinstance(said, Distinct | Before):
            text = self._with_values(said, text, inside)
        text = self._of_different(free, inside, text)
        return f"(forall {binders}, {text})" if binders else text

    def _of_different(self, named: Sequence[Index], scope: Scope, text: str) -> str:
        """Return what is said of indices for different ones alone, where a refuted claim says it.

        So that it has to fail for different ones. What a claim assumes is assumed of all.
        """
        if not (self.claimed.refuted and self._asserted):
            return text
        others = [(k.sort, name) for k, name in [*self.free.items(), *scope.items()]]
        others += [(key[0], name) for key, (name, kind) in self.things.items() if kind in INDICES]
        pairs = {
            f"{scope[index]} <> {name} -> "
            for number, index in enumerate(named)
            for sort, name in others
            if sort == index.sort and name not in [scope[k] for k in named[: number + 1]]
            if re.search(rf"(?<![\w']){re.escape(name)}(?![\w'])", text)
        }
        return f"({''.join(sorted(pairs))}{text})" if pairs else text

    def _with_values(self, said: Proposition, text: str, scope: Scope) -> str:
        """Return what an atom says, and that its formulas have values where that is not evident.

        Nothing is won by what has no value: such an atom does not hold where it is to be shown or
        is assumed, and does not fail where that is to be shown.
        """
        parts = [part for formula in formulas(said) for part in _sides(formula)]
        if isinstance(said, Limiting):
            known = self.known()
            values = [self._always_has_value(c, scope) for part in parts
                      for c in conditions(part, known)]  # fmt: skip
        else:
            values = [value for part in parts for value in self.values(part, scope)]
        return self._where_valued(values, text)

    def _where_valued(self, values: Sequence[str], text: str) -> str:
        link = " /\\ " if self._valued else " -> "
        return f"({link.join([*dict.fromkeys(values), text])})" if values else text

    def _always_has_value(self, needed: Definedness, scope: Scope) -> str:
        return self.forever(lambda t: self.during(t, lambda: self.has_value(needed, scope)))

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
            return f"(exists z'' : Z, {self.term(fact.of, scope)} = IZR z'')"
        x, y = "x''", "y''"
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
        if said.word == "iff" and self.claimed.refuted:
            first, second = said.parts
            said = Joined("and", (Joined("if", (first, second)), Joined("if", (second, first))))
        denied = {"not": 1, "if": 1}.get(said.word, 0)  # how many parts are said the other way
        valued = said.word == "if" or not self._valued
        with self._set(_asserted=not self._asserted, _valued=valued):
            parts = [self.says(part, scope) for part in said.parts[:denied]]
        parts += [self.says(part, scope) for part in said.parts[denied:]]
        if said.word == "not":
            return f"(~ {parts[0]})"
        signs = {"and": " /\\ ", "or": " \\/ ", "if": " -> ", "iff": " <-> "}
        return f"({signs[said.word].join(f'({p})' for p in parts)})"

    def _quantified(self, said: Quantified, scope: Scope) -> str:
        word, link = ("forall", "->") if said.every else ("exists", "/\\")
        if not isinstance(said.over, Assumption):
            inside, kinds = self.under(said.over, scope)
            body = self.says(said.body, inside)
            body = self._of_different(said.over, inside, body) if said.every else body
            return f"({word} {kinds}, {body})"
        before = dict(self._local)
        binders, known = [], []
        for thing in self._new(said.over):
            if isinstance(thing, OperatorSymbol):
                name, kind = self.bound(thing.name, scope), "Space -> Space"
                self._local[thing] = name
                if not thing.symmetric:
                    known.append(f"(exists T'' : Space -> Space, adjoint {name} T'')")
                else:
                    known.append(f"adjoint {name} {name}")
            elif isinstance(thing, Symbol | Family):
                name, kind = self.bound(thing.name, scope), kind_of(self, thing)
                self._local[thing] = name
            else:
                raise Unprintable(f"a quantifier over {thing!r}")
            binders.append(f"({name} : {kind})")
        known += [self.everywhere(fact, scope, defined=True) for fact in said.over.facts]
        of_all = [f for f in said.over.facts if fact_indices(f).isdisjoint(scope)]
        outside, self._lasting = self._lasting, [*self._lasting, *of_all]
        text = f" {link} ".join([*(f"({k})" for k in known), self.says(said.body, scope)])
        self._local, self._lasting = before, outside
        return f"({word} {' '.join(binders)}, {text})"

    def _new(self, over: Assumption[Any]) -> list[Any]:
        """Return what an assumption introduces in a claim: new things, which no other is then."""
        things = list(introduced([over]))
        for thing in things:
            if thing in self._local or thing in self._given_things:
                raise Unprintable(f"{thing.name} is introduced twice; write its assumption anew")
        return things

    def everywhere(self, fact: Fact, scope: Scope, *, defined: bool = False) -> str:
        """Return a fact for every value of its own indices, and perhaps that it has values."""
        free = fact_indices(fact) - scope.keys() - self._given_indices
        if isinstance(fact, Distinct | Before):
            free = frozenset()
        inside, binders = self.under(ordered(free), scope)
        text = self.fact(fact, inside)
        if defined and isinstance(fact, Relation | Equation):
            values = [v for part in (fact.left, fact.right) for v in self.values(part, inside)]
            text = " /\\ ".join([*dict.fromkeys(values), text])
        return f"(forall {binders}, {text})" if binders else text

    def _at_times(self, said: Throughout, scope: Scope) -> str:
        self._check_moving()
        if self._clock is not None:
            raise Unprintable("a word of time inside another one")
        if said.at_start:
            return self.during(self.first, lambda: self.says(said.body, scope))
        clock = self.bound("k" if self.in_layers else "t", scope)
        inside = self.during(clock, lambda: self.says(said.body, scope))
        if self.in_layers:
            return f"(forall {clock} : nat, {inside})"
        return f"(forall {clock} : R, 0 <= {clock} -> {inside})"

    def _check_moving(self) -> None:
        if self.claimed.along is None and not self._moved:
            raise Unprintable(NOTHING_MOVES)

    def _limiting(self, said: Limiting, scope: Scope) -> str:
        words = IN_LAYERS if self.in_layers else IN_TIME
        if said.word not in words:
            raise Unprintable(f"the word {said.word!r} for layers")
        word = words[said.word]
        if said.word == "tends" and isinstance(said.of, Vector):
            word = "layers_vtend" if self.in_layers else "vtends"
        self._check_moving()
        if self._clock is not None:
            raise Unprintable("a word of time inside another one")
        clock = self.bound("k" if self.in_layers else "t", scope)
        if isinstance(said.of, Operator):
            if said.word != "uniform":
                raise Unprintable(f"the word {said.word!r} for operators")
            word, of = "operators_uniformly_continuous", said.of
            image = self.during(clock, lambda: self.apply(of, "x''", scope))
            body = f"fun x'' : Space => {image}"
        else:
            if said.word == "uniform" and isinstance(said.of, Scalar):
                word += " (S := real_line)"
            body = self.during(clock, lambda: self.term(said.of, scope))
        text = f"{word} (fun {clock} : {self._time_type} => {body})"
        return text if said.limit is None else f"{text} {self._closed(said.limit, scope)}"

    def _solving(self, said: Solving, scope: Scope) -> str:
        if said.almost:
            return self._almost_every(said, scope)
        word, link = ("forall", "->") if said.every else ("exists", "/\\")
        outside = self.enter(said.law)
        self.builds = self.builds or not (said.every or self.in_layers)
        binders = []
        for thing in self._new(said.over):
            name = self.bound(thing.name, scope)
            self._local[thing] = name
            self._moved |= {thing}
            binders.append(f"({name} : {self._time_type} -> {kind_of(self, thing)})")
        facts = said.over.facts
        known = self.during(
            self.first, lambda: [self.everywhere(f, scope, defined=True) for f in facts]
        )
        known += self.motion(said.law, scope, defined=True)
        text = f" {link} ".join([*(f"({k})" for k in known), self.says(said.body, scope)])
        self.leave(outside)
        return f"({word} {' '.join(binders)}, {text})"

    def _almost_every(self, said: Solving, scope: Scope) -> str:
        """Return that from almost every state there is an orbit, of which something is so.

        Or a solution, and that it is so of every one: nothing else says that there is but one.
        """
        if self.claimed.refuted or not self._asserted:
            raise Unprintable("almost every start, in a negation or an assumption")
        outside = self.enter(said.law)
        (tokens,) = self._new(said.over)
        (holder,) = holders(tokens)
        state, name = kind_of(self, tokens), self.bound(tokens.name, scope)
        self._local[tokens], self._moved = name, self._moved | {tokens}
        first = self.bound(f"{tokens.name}_0", scope)
        token = self.bound("i", scope)
        starts = f"forall ({token} : {self.type_of(holder.sort)}), "
        starts += f"{name} {self.first} {token} = {first} {token}"
        known = [f"({starts})", *(f"({law})" for law in self.motion(said.law, scope, defined=True))]
        link = " /\\ "
        body, binder = self.says(said.body, scope), f"{name} : {self._time_type} -> {state}"
        if self.in_layers:
            text = f"(exists {binder}, {link.join([*known, body])})"
        else:
            text = f"((exists {binder}, {link.join(known)}) /\\ "
            text += f"(forall {binder}, {' -> '.join([*known, body])}))"
        self.leave(outside)
        return f"(for_almost_every tokens (fun {first} : {state} => {text}))"

    def _stability(self, said: Stability, scope: Scope) -> str:
        """Return that a state, among those of a kind, is stable under the steps of a law."""
        if not isinstance(said.law, Layer):
            raise Unprintable("the stability of a flow; state it for every solution instead")
        outside = self.enter(said.law)
        (tokens,) = self._new(said.over)
        (holder,) = holders(tokens)
        name = self.bound(tokens.name, scope)
        self._local[tokens] = name
        inside, index = self.under([holder], scope, "i")
        self.check_bound(said.at(holder), inside)
        facts = [self.everywhere(fact, scope, defined=True) for fact in said.over.facts]
        step = self._step(said.law.formula(holder), inside, inside[holder], index)
        self.leave(outside)
        place = self.term(said.at(holder), inside)
        known = [f"(forall {index}, {value})" for value in self.values(said.at(holder), inside)]
        state = kind_of(self, tokens)
        kind = " /\\ ".join(f"({fact})" for fact in facts) or "True"
        how = "exponentially_stable" if said.word == "exponentially" else said.word
        of = (
            f"(fun {name} : {state} => {kind}) "
            f"(fun ({name} : {state}) ({AFTER} : {state}) => {step}) (fun {index[1:-1]} => {place})"
        )
        says = f"layers_{how} {of}"
        if self.claimed.refuted and self._asserted:  # it has to fail of a state that rests
            says = f"(layers_rest {of} -> {says})"
        return self._where_valued(known, f"({says})")

    def _step(self, formula: Vector, inside: Scope, token: str, index: str) -> str:
        """Return that a layer has a value at a state, and that this is the state after it."""
        self.check_bound(formula, inside)
        if any(c.needs == "nonnegative" for c in conditions(formula, self.known())):
            raise Unprintable("the stability of a layer with a root that may be of 0")
        values = [f"(forall {index}, {value})" for value in self.values(formula, inside)]
        valued = " /\\ ".join(values)
        says = f"(forall {index}, ({AFTER} {token}) = {self.term(formula, inside)})"
        return f"({valued}) /\\ {says}" if values else says

    def _nearing(self, said: Nearing, scope: Scope) -> str:
        if said.of not in self.in_time or self.in_layers:
            raise Unprintable(NOTHING_MOVES)
        moved = self._name(said.of, f"R -> {kind_of(self, said.of)}", said.of.name)
        (state,) = self._new(said.over)
        before = dict(self._local)
        name = self._local[state] = self.bound(state.name, scope)
        known = [f"({self.everywhere(fact, scope, defined=True)})" for fact in said.over.facts]
        body = self.says(said.body, scope)
        binder = f"({name} : {kind_of(self, state)})"
        self._local = before
        if said.word == "points":
            near = [f"limit_point {moved} {name}", *known, body]
            return f"(forall {binder}, {' -> '.join(near)})"
        self.finite = True
        said_of = " /\\ ".join([*known, body])
        return f"tends_to_set {moved} (fun {binder[1:-1]} => {said_of})"

    def _potential(self, said: Potential, scope: Scope) -> str:
        signs = self.known()
        parts = [part for part in (said.form, said.value) if part is not None]
        if any(True for part in parts for _ in conditions(part, signs)):
            raise Unprintable("a potential whose formulas may be undefined somewhere")
        before = dict(self._local)
        binders = []
        for over in (said.state, said.velocity):
            (thing,) = self._new(over)
            self._local[thing] = self.bound(thing.name, scope)
            binders.append(f"({self._local[thing]} : {kind_of(self, thing)})")
        facts = [self.everywhere(fact, scope, defined=True) for fact in said.state.facts]
        known = " /\\ ".join(f"({fact})" for fact in facts) or "True"
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
