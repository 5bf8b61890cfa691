"""Names as a reader sees them: two things of one statement must not look alike.

What is given, what is named with `let`, indices and counted members of families stand in the same
formulas. The methods know each by what it is; on a page there is only its printed name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.indices import Index, Range
from verify.language.mathematics import check_formulas
from verify.language.mistakes import Mistake
from verify.language.names import ACCENTS, GREEK, RAISED, parsed
from verify.language.serialise import Serialiser
from verify.language.symbols import Abbreviation, Family
from verify.language.walk import free_indices, nodes

IGNORED = re.compile(r"[\\{}_^\s$,]|mathrm|mathit|text")
# Cyrillic and Greek letters whose shapes are those of Latin ones.
TWINS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеорсухіјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABESIJKMHOPCTYXaeopcyxijsdhqwABEZHIKMNOPTYXo"
)


def printed_name(name: str, latex: str | None = None) -> str:
    """Return what is seen of a name, without how it is set: `rho_plus` and `\\rho_+` are alike."""
    if latex is None:
        found = parsed(name)
        base = GREEK.get(found.base, (found.base,))[0]
        accent = ACCENTS[found.accent][0] if found.accent else ""
        latex = "".join((accent, base, *found.subscripts, RAISED.get(found.raised, "")))
    plain = looks(latex).replace("\\prime", "′").replace("'", "′")
    return IGNORED.sub("", plain)


def looks(text: str) -> str:
    """Return a text as an eye sees it: composed, and without the twins of Latin letters."""
    return unicodedata.normalize("NFKC", text).translate(TWINS)


def check_text(what: str, text: Any, *, empty: bool = False) -> None:
    """Raise a Mistake for what is no text that a reader could be shown; `what` names it."""
    if not isinstance(text, str):
        raise Mistake(f"{what} must be text in quotes, not {type(text).__name__}")
    if not empty and not text.strip():
        raise Mistake(f"{what} is empty; say something")
    half = next((c for c in text if "\ud800" <= c <= "\udfff"), None)
    if half is not None:
        raise Mistake(f"{what} has half of a character ({half!a}); write the whole one")
    if text.count("$") % 2:
        raise Mistake(f"{what} has a $ without another; a formula stands between two of them")
    check_formulas(text, what)


class Names:
    """The names that a statement has used so far, each of one thing."""

    def __init__(self, things: Mapping[str, Any] | None = None) -> None:
        self._things: dict[str, Any] = dict(things or {})
        self._inside: dict[str, Any] = {}  # of lemmas, each on its own

    def within(self) -> Names:
        """Return names for a lemma, which may not take those so far."""
        return Names(self._things)

    def close(self, lemma: Names) -> None:
        """Keep a lemma's names from what follows outside; another lemma may take them."""
        self._inside |= lemma._inside | lemma._things

    def add(self, thing: Any, name: str, latex: str | None = None) -> None:
        """Take a name for a thing. Raises Mistake if another one looks the same."""
        shown = printed_name(name, latex)
        inside = self._inside.get(shown, thing) if shown not in self._things else thing
        if isinstance(inside, Index) and isinstance(thing, Index):
            inside = thing  # each is bound where it is used
        for known in (self._things.setdefault(shown, thing), inside):
            if known is not thing and not _are_one(known, thing):
                raise Mistake(
                    f"{_told(known)} and {_told(thing)} would look the same in print; give one of "
                    "them another name"
                )

    def add_given(self, things: Iterable[Any]) -> None:
        """Take the names of what is given."""
        for thing in things:
            self.add(thing, thing.name, getattr(thing, "latex", None))

    def add_used(
        self, formula: Scalar | Vector | Operator | Relation, bound: frozenset[Index] = frozenset()
    ) -> None:
        """Take the names of what a formula uses and does not introduce, nor the step it is in."""
        for index in free_indices(formula) - bound:
            self.add(index, index.name)
        for node in nodes(formula):
            if node.op == "abbreviation":
                named = node.args[0]
                self.add(named, named.name, named.latex)
            elif node.op == "item" and all(isinstance(k, int) for k in node.args[1:]):
                family, *counted = node.args
                shown = printed_name(family.name, family.latex) + "".join(map(str, counted))
                self.add((family, *counted), family.name, shown)


def _are_one(first: Any, second: Any) -> bool:
    """Return whether two names stand for the same: one definition, or one member of a family."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        return first[0] is second[0] and first[1:] == second[1:]
    if isinstance(first, Abbreviation) and isinstance(second, Abbreviation):
        return first.arity == second.arity and _definition(first) == _definition(second)
    return False


def _definition(named: Abbreviation[Any]) -> Any:
    """Return what an abbreviation stands for as plain data, at indices of our own."""
    holders = [Index(f"v{place}", Range("tokens")) for place in range(named.arity)]
    body = named.body(*holders)
    free = free_indices(body) - set(holders)
    names = {k: f"{k.name}:{id(k)}" for k in free} | {k: k.name for k in holders}
    return Serialiser().term(body, names)


def _told(thing: Any) -> str:
    if isinstance(thing, tuple):
        return f"the member {thing[0].name}[{', '.join(map(str, thing[1:]))}]"
    if isinstance(thing, Index):
        return f"the index {thing.name}"
    if isinstance(thing, Abbreviation):
        return f"let({thing.name!r}, ...)"
    kind = "the family" if isinstance(thing, Family) else "the given"
    return f"{kind} {thing.name}"
