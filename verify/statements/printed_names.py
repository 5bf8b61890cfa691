"""What is printed alike in what is read together: a step, an assumption, a part of a claim.

What is given, what is named with `let`, indices, counted members of families, what quantifiers
introduce and letters of the notation itself stand in the same formulas. The methods know each by
what it is; on a page there is only its printed name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from verify.language.expressions import Expression, Operator, Relation, Scalar, Vector
from verify.language.indices import SIZE_NAMES, Index, Range
from verify.language.mistakes import Mistake
from verify.language.motion import DiscreteLaw, Flow
from verify.language.names import look, parsed, printed_name
from verify.language.serialise import Serialiser
from verify.language.symbols import Abbreviation, Family, sorts_of
from verify.language.walk import free_indices, holders, nodes, things
from verify.statements.assumption import Assumption, introduced
from verify.statements.propositions import (
    Joined,
    Nearing,
    Potential,
    Proposition,
    Quantified,
    Solving,
    Stability,
    Throughout,
    atom_indices,
    elapsed,
    formulas,
)
from verify.writing.indices import letter_of
from verify.writing.trees import GENERIC, is_direction

Formula = Scalar | Vector | Operator | Relation


class Entry(NamedTuple):
    """What a printed name stands for, in words, too; a `loose` index is bound where it is used."""

    thing: Any
    words: str
    loose: bool = False


class Page:
    """The names in what is read together: a step, an assumption, or a part of a claim.

    A quantifier has a page inside that of what it stands in; beside each other two may call what
    they bind the same.
    """

    def __init__(self, outer: Page | None = None) -> None:
        self._outer = outer
        self._things: dict[str, Entry] = {}
        self._inside: dict[str, Entry] = {}
        self._bound: dict[int, str] = {}
        self._clock: str = "t" if outer is None else outer._clock

    def _pages(self) -> Iterator[Page]:
        page: Page | None = self
        while page is not None:
            yield page
            page = page._outer

    def bind(self, thing: Any, words: str) -> Entry:
        """Take the name of what is bound here. Raises Mistake if another one looks the same."""
        entry = Entry(thing, f"{words} {thing.name}", loose=isinstance(thing, Index))
        self._bound[id(thing)] = entry.words
        for shown in _shown(thing):
            for page in self._pages():
                refuse_another(page._things.get(shown, entry), entry)
            self._things[shown] = entry
        return entry

    def add(self, shown: str, entry: Entry, owner: Any = None) -> None:
        """Take a name for what no page but that of its owner binds: it means the same in all."""
        page = self
        for page in self._pages():
            refuse_another(page._things.get(shown, entry), entry)
            refuse_another(page._inside.get(shown, entry), entry)
            if id(owner) in page._bound:
                break
        page._things[shown] = entry

    def use(self, used: Sequence[Formula]) -> list[tuple[str, Entry]]:
        """Take, and return, the names that formulas print, letters of the notation included."""
        out: list[tuple[str, Entry]] = []
        seen = [node for formula in used for node in nodes(formula)]
        dummies = {node.args[0].of for node in seen if node.op == "differential"}
        for thing in {thing: None for formula in used for thing in things(formula)}:
            if thing not in dummies:
                self._add_thing(thing)
        for node in seen:
            for shown, entry, owner in _printed(node):
                if owner not in dummies:
                    self.add(shown, entry, owner)
                    out.append((shown, entry))
        flows = {node.args[1]: None for node in seen if node.op == "rate"}
        for flow in flows:
            for thing, velocity in flow.moves.items():
                _refuse_caught(thing, velocity)
        _refuse_other_flows(list(flows))
        return out

    def _add_thing(self, thing: Any) -> None:
        if thing is elapsed.args[0]:
            self.add(self._clock, Entry(thing, CLOCKS[self._clock]))
            return
        for sort in {thing.sort} if isinstance(thing, Index) else sorts_of(thing):
            if sort in SIZES:
                self.add(SIZE_NAMES[sort], Entry(SIZES[sort], SIZES[sort]))
        bound = (page._bound.get(id(thing), "") for page in self._pages())
        words = next(filter(None, bound), f"the given {thing.name}")
        for shown in _shown(thing):
            self.add(shown, Entry(thing, words), thing)

    # ------------------------------------------------------------ what is claimed

    def says(self, said: Proposition) -> None:
        """Take the names of a proposition: those that it uses, and inside of it those it binds."""
        if isinstance(said, Joined):
            for part in said.parts:
                self.says(part)
        elif isinstance(said, Throughout):
            self.says(said.body)
        else:
            inner = Page(self)
            if isinstance(said, Quantified | Solving | Nearing | Stability | Potential):
                inner._binds(said)
            else:
                for index in atom_indices(said):
                    if not any(id(index) in page._bound for page in self._pages()):
                        inner.bind(index, "the index")
                inner.use(list(formulas(said)))
            families = (Family, Abbreviation)  # z_i beside z is no other z
            self._inside |= inner._inside | {
                shown: entry
                for shown, entry in inner._things.items()
                if shown.endswith("_") or not isinstance(entry.thing, families)
            }

    def _binds(self, said: Quantified | Solving | Nearing | Stability | Potential) -> None:
        """Take what a word of a claim binds, and then what it says of that."""
        if isinstance(said, Nearing):
            self._add_thing(said.of)
        if isinstance(said, Quantified) and isinstance(said.over, tuple):
            for index in said.over:
                if any(id(index) in page._bound for page in self._pages()):
                    raise Mistake(
                        f"the quantified index {index.name} and the index {index.name} around "
                        "it would look the same in print; use another index inside"
                    )
                self.bind(index, "the quantified index")
        elif isinstance(said, Potential):
            self._introduces(said.state)
            self._introduces(said.velocity)
        else:
            self._introduces(said.over)
        if isinstance(said, Solving | Stability):
            self.moves(said.law)
        if isinstance(said, Potential):
            self.use([x for x in (said.form, said.value) if x is not None])
        elif isinstance(said, Stability):
            self.use([said.at(Index("i", Range("tokens")))])
        else:
            self.says(said.body)

    def _introduces(self, assumption: Any) -> None:
        for thing in introduced([assumption]):
            self.bind(thing, "the quantified")
        facts = Page(self)
        for index in free_in(said_of(assumption)):
            facts.bind(index, "the index")
        facts.use(said_of(assumption))

    def moves(self, law: Flow | DiscreteLaw) -> None:
        """Take the names of a law, and of the time in which a flow is followed."""
        self._clock = "t" if isinstance(law, Flow) else "k"
        if isinstance(law, Flow):
            self._add_thing(elapsed.args[0])
        for thing, velocity in law.moves.items():
            self._add_thing(thing)
            _refuse_caught(thing, velocity)
            self.use([velocity(*holders(thing, GENERIC))])


CLOCKS = {"t": "the time t", "k": "the number k of layers"}
SIZES = {
    "tokens": "the number n of tokens", "heads": "the number h of heads",
    "modes": "the dimension d",
}  # fmt: skip


def said_of(assumption: Assumption[Any]) -> list[Formula]:
    """Return the formulas that the phrase of an assumption has."""
    return [x for x in assumption.about.values() if isinstance(x, Formula)]


def free_in(used: Sequence[Formula]) -> frozenset[Index]:
    return frozenset[Index]().union(*map(free_indices, used))


def name_of(thing: Any) -> str:
    """Return what an eye sees of the name of a thing or of an index."""
    if isinstance(thing, Index):
        return printed_name(letter_of(thing))
    return printed_name(thing.name, getattr(thing, "latex", None))


def _shown(thing: Any) -> list[str]:
    """Return what an eye sees of a thing; A_ij, A_hij and A are told apart, x_i and x are not."""
    name, arity = name_of(thing), 0
    if isinstance(thing, Family):
        arity = len(thing.sorts)
    elif isinstance(thing, Abbreviation):
        arity = thing.arity
    return [name + "_" * arity] if arity > 1 else [name, name + "_"][: arity + 1]


def _printed(node: Expression) -> Iterator[tuple[str, Entry, Any]]:
    """Yield what a node prints, letters of the notation included: what an eye sees, and of what.

    A mark for each index tells delta_ij from delta; ^ tells the base of a power from what is none.
    """
    op, args = node.op, node.args
    first = {"item": 1, "member": 1, "abbreviation": 2}.get(op)
    if first is not None:
        named, indices = args[0], args[first:]
        if op == "abbreviation":
            for shown in _shown(named):
                yield shown, Entry(named, f"let({named.name!r}, ...)"), None
        if indices:
            letters = "".join(str(k) if isinstance(k, int) else name_of(k) for k in indices)
            counted = indices if all(isinstance(k, int) for k in indices) else ()
            words = f"the member {named.name}[{', '.join(map(str, counted)) or letters}]"
            yield name_of(named) + letters, Entry((named, *counted), words), named
    elif op == "rate":
        yield from _of_rate(*args)
    elif op in ("power", "power_of") and args[0].op in ("symbol", "abbreviation"):
        named = args[0].args[0]
        yield name_of(named) + "^", Entry(named, f"a power of the letter {named.name}"), named
    else:
        for shown, words in _of_notation(op, args):
            yield shown, Entry(words, words), None


def _of_notation(op: str, args: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """Yield the letters and words that stand for an operation, and what they are."""
    if op == "size":
        yield SIZE_NAMES[args[0]], SIZES[args[0]]
    elif op == "pi":
        yield "π", "the number pi"
    elif op == "delta":
        yield "δ__", "Kronecker's delta"
    elif op == "identity":
        yield "I", "the identity I"
    elif op == "differential":
        yield "J", "the Jacobian J"
    elif op == "function":
        word = {"atan": "arctan"}.get(args[0], args[0])
        yield word, f"the function {word}"
        if word == "exp":
            yield "e^", "the exponential function"
    elif op in ("largest", "least"):
        word = {"largest": "max", "least": "min"}[op]
        yield word, f"the word {word}"


def _of_rate(of: Expression, flow: Flow) -> Iterator[tuple[str, Entry, Any]]:
    """Yield the dotted name that a rate is printed as, or the time by which it is taken."""
    if is_direction(flow):
        return
    if of.op in ("symbol", "item", "abbreviation") and parsed(of.args[0].name).short:
        named, indices = of.args[0], of.args[{"abbreviation": 2}.get(of.op, 1) :]
        words = f"the rate of {named.name}"
        shown = look(r"\dot") + name_of(named) + "_" * len(indices)
        yield shown, Entry((words, named), words), named
    elif not any(name_of(x) == "t" for x in flow.moves):  # it is the time itself
        yield "t", Entry(elapsed.args[0], CLOCKS["t"]), None


def refuse_another(known: Entry, entry: Entry) -> None:
    """Raise Mistake if one printed name stands for two things."""
    if known.thing is not entry.thing and not _are_one(known.thing, entry.thing):
        raise Mistake(
            f"{known.words} and {entry.words} would look the same in print; give one of them "
            "another name"
        )


def _refuse_caught(thing: Any, velocity: Callable[..., Any]) -> None:
    """Raise Mistake where a law names an index as the one that it is printed for."""
    own = holders(thing, GENERIC)
    for index in free_indices(velocity(*own)) - set(own):
        if name_of(index) in map(name_of, own):
            raise Mistake(
                f"the index {index.name} and the one at which the law of {thing.name} is printed "
                "would look the same in print; give the first another name"
            )


def _refuse_other_flows(flows: Sequence[Flow]) -> None:
    """Raise Mistake for rates along two motions side by side, which one dot would print."""
    timed = [flow for flow in flows if not is_direction(flow)]
    if len(timed) > 1 and any(_laws(flow) != _laws(timed[0]) for flow in timed[1:]):
        raise Mistake(
            "derivatives along two motions would look the same in print; name one velocity "
            "with let(...)"
        )


def _laws(flow: Flow) -> Any:
    moved = flow.moves.items()
    return {thing.name: _definition(velocity, len(holders(thing))) for thing, velocity in moved}


def _are_one(first: Any, second: Any) -> bool:
    """Return whether two names stand for the same: one definition, or one member of a family."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(
            a is b or (not isinstance(a, Index) and a == b)
            for a, b in zip(first, second, strict=True)
        )
    if isinstance(first, str) and isinstance(second, str):
        return first == second
    if isinstance(first, Abbreviation) and isinstance(second, Abbreviation):
        return first.arity == second.arity and (
            _definition(first.body, first.arity) == _definition(second.body, second.arity)
        )
    return False


def _definition(body: Callable[..., Any], arity: int) -> Any:
    """Return what an abbreviation or a law stands for as plain data, at indices of our own."""
    holders = [Index(f"v{place}", Range("tokens")) for place in range(arity)]
    said = body(*holders)
    free = free_indices(said) - set(holders)
    names = {k: f"{k.name}:{id(k)}" for k in free} | {k: k.name for k in holders}
    return Serialiser().term(said, names)
