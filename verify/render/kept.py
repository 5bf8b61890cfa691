"""What is told of a statement, kept by all that it depends on, and told anew if that changed.

That is the statement as it was read, its words and the numbers of its lines; its results; the
reasons that runs have found for its steps; what is told of others; and the code that tells. Each
counts as it is, by its hash, so that nothing is ever found that tells of an older verdict.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from verify.language.mistakes import Mistake
from verify.methods.searching.recalling import kept_reasons
from verify.processes.store import Store
from verify.statements.addresses import engine_hash
from verify.statements.contents import Opaque, content_of
from verify.statements.outcomes import StatementResult
from verify.statements.sources import engine_digest, telling_digest
from verify.statements.statement import Statement

# The fields of a claim that are in its statement's content.
OF_CONTENT = frozenset({"parts", "along", "refuted", "assumed", "whatever", "cites", "twins"})
# What a statement has that nobody tells of another one.
OWN = frozenset({"body", "scenes", "of_layers"})


@dataclass(frozen=True)
class Keeping:
    """Where files that are told are kept; without a store none are."""

    records: Store | None = None

    def files(
        self, what: str, depends: Callable[[], Sequence[str]], make: Callable[[], dict[str, str]]
    ) -> dict[str, str]:
        """Return files, {name: text}: as they are kept, or made and kept.

        `depends` tells all that they depend on. It is asked again once they are made: a reason that
        was found meanwhile, or code that was edited, may have come in between.
        """
        key = self._key(what, depends)
        if self.records is None or not key:
            return make()
        kept: dict[str, str] | None = self.records.read(key, _are_texts)
        if kept is not None:
            return kept
        made = make()
        if self._key(what, depends) == key:
            self.records.write(key, made)
        return made

    def _key(self, what: str, depends: Callable[[], Sequence[str]]) -> str:
        """Return the hash of all that files depend on, "" where that cannot be told."""
        if self.records is None or not engine_digest() or not telling_digest():
            return ""
        try:
            told = [engine_hash(), telling_digest(), *depends()]
        except (Opaque, Mistake):
            return ""
        return f"told {what} {hashed(told)}"


NOTHING = Keeping()


def _are_texts(found: Any) -> bool:
    return isinstance(found, dict) and all(isinstance(text, str) for text in found.values())


def hashed(parts: Iterable[str]) -> str:
    """Return the hash of texts in their order."""
    return hashlib.sha256(json.dumps(list(parts)).encode()).hexdigest()


def statement_digest(statement: Statement) -> str:
    """Return the hash of a statement with its words, and of the reasons found for its steps.

    Raises Opaque, and Mistake for a step that obliges one to nothing that can be cut out.
    """
    if not statement.content:
        raise Opaque(f"the statement {statement.id}")
    reasons = [kept for said in statement.declared.said for kept in kept_reasons(said)]
    return hashed([statement.content, _words(statement), *reasons])


def _words(statement: Statement) -> str:
    """Return the hash of what is told of a statement and decided by no method."""
    declared, code = statement.declared, statement.body.__code__
    claimed = declared.claim
    return content_of(
        face(statement), statement.scenes, statement.of_layers,
        [statement.module, str(Path(code.co_filename)), code.co_firstlineno],
        [said.sentence for said in declared.said],
        [] if claimed is None else [
            getattr(claimed, field.name) for field in dataclasses.fields(claimed)
            if field.name not in OF_CONTENT
        ],
        statement.theorems,
    )  # fmt: skip


def face(statement: Statement) -> list[Any]:
    """Return what may be told of a statement where another is told of: its id, its title, ..."""
    return [
        getattr(statement, field.name)
        for field in dataclasses.fields(statement)
        if field.name not in OWN
    ]


def result_digest(result: StatementResult | None) -> str:
    """Return the hash of all that is known of a statement. Raises Opaque for what is not data."""
    try:
        return hashed([json.dumps(result, default=_fields)])
    except (TypeError, ValueError) as error:
        raise Opaque(f"a result ({error})") from None


def _fields(thing: Any) -> dict[str, Any]:
    if isinstance(thing, MappingProxyType):
        return dict(thing)
    if isinstance(thing, Fraction):
        return {"": "Fraction", "is": str(thing)}
    if not dataclasses.is_dataclass(thing) or isinstance(thing, type):
        raise TypeError(f"{type(thing).__qualname__} is not data")
    named = {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}
    return {"": type(thing).__qualname__, **named}
