"""Comparisons of a claim that have one quantifier and one moment in common, told together.

"x_i <= 1 for all i and y_i <= 1 for all i" is "x_i <= 1 and y_i <= 1 for all i".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from verify.language.expressions import Relation
from verify.language.facts import Before, Distinct, Equation
from verify.language.indices import Index
from verify.language.walk import ordered
from verify.statements.propositions import (
    Joined,
    Limiting,
    Proposition,
    Quantified,
    Throughout,
    atom_indices,
)
from verify.writing.words import listed

ATOMS = (Relation, Equation, Distinct, Before, Limiting)


@dataclass(frozen=True)
class Atoms:
    """What holds for all of some indices, at the start, at all times or where that means nothing.

    `over` are the indices as they are printed.
    """

    parts: tuple[Proposition, ...]
    over: tuple[str, ...] = ()
    moment: str = ""


def atoms_of(
    said: Proposition, bound: Sequence[Index], letter: Callable[[Index], str]
) -> Atoms | None:
    """Return a proposition as atoms, or None if it says more; `bound` are indices told before."""
    if isinstance(said, ATOMS) or is_denied_atom(said, bound):
        atom = said.parts[0] if isinstance(said, Joined) else said
        free = [k for k in ordered(atom_indices(atom)) if not any(k is b for b in bound)]
        named = tuple(letter(k) for k in free if k.name and not k.bound)
        return Atoms((said,), named)
    if isinstance(said, Throughout):
        inner = atoms_of(said.body, bound, letter)
        if inner is None or inner.moment:
            return None
        return replace(inner, moment="at the start" if said.at_start else "at all times")
    if isinstance(said, Quantified) and said.every and isinstance(said.over, tuple):
        inner = atoms_of(said.body, [*bound, *said.over], letter)
        own = tuple(map(letter, said.over))
        return None if inner is None else replace(inner, over=(*own, *inner.over))
    if isinstance(said, Joined) and said.word == "and":
        found = joined_atoms(said.parts, bound, letter)
        return found[0] if len(found) == 1 and isinstance(found[0], Atoms) else None
    return None


def joined_atoms(
    parts: Sequence[Proposition], bound: Sequence[Index], letter: Callable[[Index], str]
) -> list[Atoms | Proposition]:
    """Return parts that all hold; atoms that follow each other are one where that says the same."""
    found = [(part, atoms_of(part, bound, letter)) for part in parts]
    out: list[Atoms | Proposition] = []
    for key, several in groupby(found, lambda pair: pair[1] and (pair[1].over, pair[1].moment)):
        if key is None:
            out += [part for part, _ in several]
        else:
            together = tuple(one for _, atoms in several if atoms for one in atoms.parts)
            out.append(Atoms(together, *key))
    return out


def is_denied_atom(said: Proposition, bound: Sequence[Index]) -> bool:
    """Tell whether a proposition is that two things differ, or that an index comes no earlier.

    Of what is said for all of some indices, some may be so: then it is not.
    """
    if not isinstance(said, Joined) or said.word != "not":
        return False
    (denied,) = said.parts
    return isinstance(denied, Before | Equation) and all(
        any(k is b for b in bound) for k in atom_indices(denied)
    )


def told_behind(texts: Sequence[str], over: str, moment: str) -> str:
    """Return what is said, then of what and when: "x and y for all i at the start"."""
    ends = ([f"for all {over}"] if over else []) + ([moment] if moment else [])
    return " ".join([listed(texts), *ends])


def told_before(texts: Sequence[str], over: str, moment: str) -> str:
    """Return of what and when, and then what is said: "at the start, for all i: x and y"."""
    lead = f"for all {over}: " if over else ""
    return f"{f'{moment}, ' if moment else ''}{lead}{listed(texts)}"
