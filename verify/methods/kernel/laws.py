"""Printing what moves, in Coq: at the time that is spoken of, by the law that moves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from verify.language.expressions import Expression, Scalar
from verify.language.facts import Fact
from verify.language.indices import Index, IndexLike
from verify.language.motion import DiscreteLaw, Flow
from verify.language.symbols import Family, OperatorSymbol, Symbol
from verify.language.walk import free_indices, holders
from verify.methods.kernel.definedness import Definedness, Known, conditions, known_from
from verify.methods.kernel.parts import Curves, Unprintable
from verify.methods.kernel.printing import Printer, Scope, kind_of
from verify.statements.assumption import introduced
from verify.statements.claims import Claim, given_indices, when
from verify.statements.propositions import elapsed

# A moment that a premise is about, when a velocity is taken, and the state after a layer. No other
# name has two primes, so that none that a claim binds is caught.
TIME, LAYERS, NEAR, AFTER = "t''", "k''", "s''", "after''"

Said = TypeVar("Said")


class Entered(NamedTuple):
    """What a printer was speaking of before a proposition with a law of its own."""

    local: dict[Any, str]
    moved: frozenset[Any]
    lasting: list[Fact]
    in_layers: bool


class Laws(Printer):
    """Prints one claim: what moves takes the time that is spoken of as its first argument."""

    def __init__(self, claimed: Claim) -> None:
        super().__init__()
        self.claimed = claimed
        along = claimed.along
        self.in_time = along.in_time if along else frozenset()
        self.in_layers = along is not None and isinstance(along.law, DiscreteLaw)
        self.finite = False  # whether the claim is about spaces of finite dimension alone
        self._clock: str | None = None
        self._local: dict[Any, str] = {}
        self._moved: frozenset[Any] = frozenset()  # those among them that move
        self.builds = False  # whether the claim says that a solution exists
        self._asserted = True  # whether what is printed is said, and not assumed or denied
        self._valued = not claimed.refuted  # whether what has no value counts as failing
        self._given_things = frozenset(introduced(e.assumption for e in claimed.assumed))
        self._given_indices = given_indices(claimed)
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
        kind = kind_of(self, thing)
        name = self._name(thing, f"{self._time_type} -> {kind}", thing.name)
        sorts = thing.sorts if isinstance(thing, Family) else ()
        at = "".join(f" {self.index(k, scope, s)}" for k, s in zip(indices, sorts, strict=True))
        return f"({name} {self._moment(thing.name)}{at})"

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
            return f"(forall {LAYERS} : nat, {says(LAYERS)})"
        return f"(forall {TIME} : R, 0 <= {TIME} -> {says(TIME)})"

    def _to_power(self, base: Scalar, exponent: Scalar, scope: Scope) -> str:
        is_time = exponent.op == "symbol" and exponent.args[0] is elapsed.args[0]
        if not (self.in_layers and is_time):
            raise Unprintable(
                "power(...) to what is not the number of layers, elapsed; of a base that is "
                "positive, write exp(log(base) * exponent), and to a number, base**2"
            )
        return f"({self.term(base, scope)} ^ {self._moment('t')})"

    def _at(self, scope: Scope, body: Scalar, pairs: tuple[tuple[Scalar, Scalar], ...]) -> str:
        raise Unprintable("at(...) in a claim; write out its value")

    def _derivative(self, scope: Scope, motion: Curves, moving: Expression) -> str:
        raise Unprintable("a derivative in a claim; write out its value")

    def during(self, clock: str | None, say: Callable[[], Said]) -> Said:
        before, self._clock = self._clock, clock
        try:
            return say()
        finally:
            self._clock = before

    @property
    def first(self) -> str:
        return "0%nat" if self.in_layers else "0"

    def motion(self, law: Flow | DiscreteLaw, outside: Scope, *, defined: bool) -> list[str]:
        """Return that what a law moves obeys it for ever, and is `defined` all the while."""
        one = self._image if isinstance(law, DiscreteLaw) else self._velocity
        return [one(thing, told, outside, defined) for thing, told in law.moves.items()]

    def _velocity(
        self, thing: Any, velocity: Callable[..., Any], outside: Scope, defined: bool
    ) -> str:
        """Return that a thing, or each member of a family, has a velocity at all times t >= 0."""
        (inside, own), binders = self._members(thing, outside)
        formula = velocity(*own)
        self.check_bound(formula, inside)
        place = self.during(NEAR, lambda: self._given(thing, own, inside))
        value = self.during(TIME, lambda: self.term(formula, inside))
        word = "is_vderive" if thing.kind == "vector" else "is_derive"
        says = f"{word} (fun {NEAR} : R => {place}) {TIME} {value}"
        known = self.during(TIME, lambda: self.values(formula, inside)) if defined else []
        return f"(forall ({TIME} : R){binders}, 0 <= {TIME} -> {_all([*known, says])})"

    def _image(self, thing: Any, image: Callable[..., Any], outside: Scope, defined: bool) -> str:
        """Return what a thing, or each member of a family, is after every step."""
        (inside, own), binders = self._members(thing, outside)
        formula = image(*own)
        self.check_bound(formula, inside)
        after = self.during(f"(S {LAYERS})", lambda: self._given(thing, own, inside))
        value = self.during(LAYERS, lambda: self.term(formula, inside))
        known = self.during(LAYERS, lambda: self.values(formula, inside)) if defined else []
        return f"(forall ({LAYERS} : nat){binders}, {_all([*known, f'{after} = {value}'])})"

    def check_bound(self, formula: Expression, scope: Scope) -> None:
        """See that no index of a law is left free: it would be bound far outside of it."""
        for index in free_indices(formula) - scope.keys() - self._given_indices:
            raise Unprintable(f"the index {index.name} of a law; bind it with for_every(...)")

    def _members(self, thing: Any, outside: Scope) -> tuple[tuple[Scope, tuple[Index, ...]], str]:
        """Return names for the indices of a thing, these, and their binders."""
        own = holders(thing)
        scope, binders = self.under(own, outside, "i")
        return (scope, own), f" {binders}" if binders else ""

    def enter(self, law: Flow | DiscreteLaw) -> Entered:
        """Speak of what a law moves beside what moves anyway; return what `leave` restores."""
        before = Entered(dict(self._local), self._moved, self._lasting, self.in_layers)
        layers = isinstance(law, DiscreteLaw)
        if self.claimed.along is not None and layers != self.in_layers:
            raise Unprintable("a flow and a layer in one claim")
        self.in_layers = layers
        return before

    def leave(self, before: Entered) -> None:
        """Speak of what was spoken of before."""
        self._local, self._moved = dict(before.local), before.moved
        self._lasting, self.in_layers = before.lasting, before.in_layers

    def values(self, formula: Expression, scope: Scope) -> list[str]:
        """Return what makes a formula have a value, where that is not evident."""
        needed = conditions(formula, self.known())
        return list(dict.fromkeys(self.has_value(condition, scope) for condition in needed))

    def known(self) -> Known:
        """Return what is known of signs at every time."""
        return known_from(self._lasting, self._given_indices)

    def has_value(self, needed: Definedness, scope: Scope) -> str:
        """Return one of the conditions of a formula, for every value of its own indices."""
        inside, binders = self.under(needed.bound, scope)
        of = self.term(needed.of, inside)
        says = {"nonzero": f"{of} <> 0", "nonnegative": f"0 <= {of}", "positive": f"0 < {of}"}
        return f"(forall {binders}, {says[needed.needs]})" if binders else says[needed.needs]


def _all(parts: Sequence[str]) -> str:
    joined = " /\\ ".join(parts)
    return f"({joined})" if len(parts) > 1 else joined
