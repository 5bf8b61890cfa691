"""Names as a reader sees them: two things of one statement must not look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from verify.language.indices import Index
from verify.language.mathematics import check_formulas
from verify.language.mistakes import Mistake
from verify.language.symbols import Abbreviation
from verify.statements.assumption import Assumption, introduced
from verify.statements.printed_names import (
    Entry,
    Formula,
    Page,
    free_in,
    name_of,
    refuse_another,
    said_of,
)

# Cyrillic and Greek letters whose shapes are those of Latin ones.
TWINS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеорсухіјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABESIJKMHOPCTYXaeopcyxijsdhqwABEZHIKMNOPTYXo"
)


def looks(text: str) -> str:
    """Return a text as an eye sees it: composed, and without the twins of Latin letters."""
    return unicodedata.normalize("NFKC", text).translate(TWINS)


UNSEEN = ("Cc", "Cf", "Cs", "Co")  # controls, marks of format, halves, private characters
LONGEST = 5000  # characters of a text
SHORT = 200  # of a title or a name
LONGEST_ID = 40
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+*'_-]*")  # which TeX, files and shells take as it is
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # of Windows


def check_id(what: str, identifier: Any) -> None:
    """Raise a Mistake for an id that some file system, shell or program would take otherwise."""
    if not isinstance(identifier, str) or not identifier or len(identifier) > LONGEST_ID:
        check_text(what, identifier, longest=LONGEST_ID)
    if ID.fullmatch(identifier) is None or DEVICES.fullmatch(identifier):
        strange = next((c for c in identifier if ID.fullmatch(f"x{c}") is None), identifier)
        raise Mistake(
            f"{what} is {identifier!a}, but an id cannot contain {strange!a}; use letters and "
            "digits of ASCII, and between them . + * ' _ -, as in 'A-T4.1'"
        )


def check_text(what: str, text: Any, *, empty: bool = False, longest: int = LONGEST) -> None:
    """Raise a Mistake for what is no text that a reader could be shown; `what` names it."""
    if not isinstance(text, str):
        raise Mistake(f"{what} must be text in quotes, not {type(text).__name__}")
    if not empty and not text.strip():
        raise Mistake(f"{what} is empty; write a text")
    if len(text) > longest:
        raise Mistake(f"{what} has {len(text)} characters; shorten it to {longest}")
    unseen = next((c for c in text if unicodedata.category(c) in UNSEEN and c not in "\n\t"), None)
    if unseen is not None:
        raise Mistake(f"{what} has the invisible character {unseen!a}; leave it out")
    if text.count("$") % 2:
        raise Mistake(f"{what} has an unpaired $; write a formula between two of them")
    check_formulas(text, what)


class Names:
    """The names that a statement, or a lemma of its proof, has used so far, each of one thing."""

    def __init__(self, things: Mapping[str, Entry] | None = None) -> None:
        self._things: dict[str, Entry] = dict(things or {})
        self._inside: dict[str, Entry] = {}  # of lemmas, each on its own
        self._assumed: dict[str, Entry] = {}  # indices of assumptions, each on its own

    def within(self) -> Names:
        """Return names for a lemma, which may not take those so far."""
        return Names(self._things)

    def close(self, lemma: Names) -> None:
        """Keep a lemma's names from what follows outside; another lemma may take them."""
        self._inside |= lemma._inside | lemma._things
        self._assumed |= lemma._assumed

    def _take(self, shown: str, entry: Entry) -> None:
        """Take a name for a thing. Raises Mistake if another one looks the same."""
        refuse_another(self._things.setdefault(shown, entry), entry)
        inside = self._inside.get(shown, entry)
        if not (isinstance(inside.thing, Index) and isinstance(entry.thing, Index)):
            refuse_another(inside, entry)  # but for indices: each is bound where it is used
        if not entry.loose:
            refuse_another(self._assumed.get(shown, entry), entry)
            self._things[shown] = entry

    def add_given(self, assumption: Assumption[Any]) -> None:
        """Take the names of what an assumption introduces, and of the indices that it compares."""
        compared = [x for x in assumption.about.values() if isinstance(x, Index)]
        for thing in (*introduced([assumption]), *compared):
            kind = "index" if isinstance(thing, Index) else "given"
            self._take(name_of(thing), Entry(thing, f"the {kind} {thing.name}"))
        page, said = Page(), said_of(assumption)
        for index in free_in(said):
            entry = page.bind(index, "the index")
            known = self._things.get(name_of(index), entry)
            if not known.loose:
                refuse_another(known, entry)
            self._assumed[name_of(index)] = entry
        page.use(said)

    def add_used(self, used: Sequence[Formula], bound: frozenset[Index] = frozenset()) -> None:
        """Take the names of what the formulas of a step use, but for indices that it binds."""
        page = Page()
        for index in free_in(used) - bound:
            entry = page.bind(index, "the index")
            self._take(name_of(index), entry._replace(loose=True))
        for shown, entry in page.use(used):
            counted = isinstance(entry.thing, tuple) and len(entry.thing) > 1
            if counted or isinstance(entry.thing, Abbreviation):
                self._take(shown, entry)
