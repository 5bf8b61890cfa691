"""Premises of a claim in prenex form: what is quantified around them is given with the rest.

Then a start can be moved onto them, as onto what a claim presupposes of what is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.expressions import as_scalar
from verify.language.facts import Equation
from verify.language.indices import Index
from verify.statements.assumption import Assumption
from verify.statements.claims import Claim, Moving
from verify.statements.propositions import Joined, Proposition, Quantified, Solving, Throughout
from verify.statements.step import Assumed

TRIVIAL = Equation(as_scalar(0), as_scalar(0))  # which always holds


@dataclass(frozen=True)
class Path:
    """The way from the front of a proposition to a premise: `met` are the ids of what is on it."""

    met: frozenset[int] = frozenset()
    given: tuple[Assumption[Any], ...] = ()
    indices: tuple[Index, ...] = ()
    premises: tuple[Proposition, ...] = ()
    along: Moving | None = None  # what moves: of what is quantified where nothing else does
    timed: bool = False  # what is below a word of time is looked at at the start

    def supposing(self, premise: Proposition) -> Path:
        """Return the same with one premise more, whose "there is" comes to the front."""
        if isinstance(premise, Joined) and premise.word == "and":
            path = self
            for part in premise.parts:
                path = path.supposing(part)
            return path
        if isinstance(premise, Quantified) and not premise.every:  # noqa: SIM102 - for mypy
            if isinstance(premise.over, Assumption):
                inside = replace(self, given=(*self.given, premise.over))
                return inside.supposing(premise.body)
        premise = Throughout(premise, at_start=True) if self.timed else premise
        return replace(self, premises=(*self.premises, premise))

    @property
    def at_first(self) -> list[Proposition]:
        """Return the premises, of what is so at all times at the start alone."""
        return [_at_first(premise) for premise in self.premises]

    def claim(self, claimed: Claim, premises: Sequence[Proposition]) -> Claim:
        """Return the claim that premises imply something, all that is quantified being given."""
        said: Proposition = Joined("if", (Joined("and", (TRIVIAL, *premises)), TRIVIAL))
        said = Quantified(True, self.indices, said) if self.indices else said
        assumed = (*claimed.assumed, *map(Assumed, dict.fromkeys(self.given)))
        return replace(claimed, parts=(said,), twins=(), assumed=assumed, along=self.along)


def in_prenex_form(claimed: Claim) -> Iterator[Path]:
    """Yield the ways to all premises, and to all that is quantified, from the front."""
    for part in claimed.propositions:
        yield from _paths(part, Path(along=claimed.along))


def _paths(said: Proposition, path: Path) -> Iterator[Path]:
    path = replace(path, met=path.met | {id(said)})
    if isinstance(said, Joined) and said.word == "if":
        path = path.supposing(said.parts[0])
        yield path
        yield from _paths(said.parts[1], path)
    elif isinstance(said, Joined) and said.word in ("and", "or"):
        for part in said.parts:
            yield from _paths(part, path)
    elif isinstance(said, Quantified) and isinstance(said.over, Assumption):
        path = replace(path, given=(*path.given, said.over))
        yield path
        yield from _paths(said.body, path)
    elif isinstance(said, Solving) and said.every and path.along is None:
        along = Moving(said.law, start=(said.over.introduces,))
        path = replace(path, given=(*path.given, said.over), along=along)
        yield path
        yield from _paths(said.body, path)
    elif isinstance(said, Quantified) and isinstance(said.over, tuple):
        yield from _paths(said.body, replace(path, indices=(*path.indices, *said.over)))
    elif isinstance(said, Throughout):
        yield from _paths(said.body, replace(path, timed=True))


def _at_first(said: Proposition) -> Proposition:
    if isinstance(said, Throughout):
        return Throughout(_at_first(said.body), at_start=True)
    if isinstance(said, Joined) and said.word == "and":
        return Joined("and", tuple(map(_at_first, said.parts)))
    return said
