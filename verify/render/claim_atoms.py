"""Comparisons of a claim that have one quantifier and one moment in common, told together.

"x_i <= 1 for all i and y_i <= 1 for all i" is "x_i <= 1 and y_i <= 1 for all i". Below are its
quantifiers: "for all numbers a, b > 0, every real number c and every x with ...".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from verify.language.expressions import Relation, Scalar, Vector
from verify.language.facts import Before, Distinct, Equation
from verify.language.indices import Index
from verify.language.walk import ordered
from verify.statements.assumption import Assumption
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


# ------------------------------------------------------------------ quantifiers


ANY = re.compile(r"(.*) (?:is|are) any (numbers|vectors?|real number|square matrix)")
QUALITY = re.compile(r"(\S+) is ([a-z ]+)")  # "W is symmetric positive definite"
KIND = re.compile(r"(.+?) is an? ([a-z ]+)(?:, (.+))?")  # "e_1, e_2 is an orthonormal basis"
PAIR = re.compile(r"(.+ and .+) are ([a-z ]+)")  # "u and w are orthogonal unit vectors"
ON = re.compile(r"the (tokens .*) lie (on .*)")
SIGN = re.compile(r"\$\{it\} (?:>|<|\\ge|\\le|\\ne) 0\$")
MANY = ("numbers", "vectors", "tokens", "weights", "signs", "coordinates")
PLURALS = {
    "real number": "real numbers", "vector": "vectors", "square matrix": "square matrices",
}  # fmt: skip
Over = Assumption[Any] | Sequence[Index]


@dataclass(frozen=True)
class Named:
    """What a quantifier is over: a noun or none, a name, and what is said of it."""

    noun: str
    name: str
    rest: str = ""


def quantifiers(
    over: Sequence[Over],
    every: bool,
    index_list: Callable[[Sequence[Index]], str],
    phrase: Callable[..., str],
    name: Callable[[Any], str],
) -> str:
    """Return quantifiers of one kind that follow each other; what is alike is told together.

    Args:
        over: assumptions of what is quantified, or indices.
        every: "for all", not "for some".
        index_list: writes indices.
        phrase: writes an assumption, in its own words or in a template's, also for others like it.
        name: writes the name of a thing.
    """
    parts: list[tuple[bool, bool, str]] = []  # whether they are several, have a noun, and what
    for template, group in groupby(over, lambda x: x.phrase if isinstance(x, Assumption) else None):
        alike = list(group)
        if template is None:
            indices = [k for part in alike if not isinstance(part, Assumption) for k in part]
            parts.append((True, False, index_list(indices)))
            continue
        assumed = [part for part in alike if isinstance(part, Assumption)]
        if SIGN.fullmatch(template):
            shown = phrase(assumed[0], template, assumed[1:])
            parts.append((len(assumed) > 1, False, shown))
            continue
        named = [_named(part, phrase(part), name) for part in assumed]
        for (noun, rest), same in groupby(named, lambda one: (one.noun, one.rest)):
            names = [one.name for one in same]
            several = len(names) > 1 or noun.endswith(MANY)
            shown = PLURALS.get(noun, noun) if len(names) > 1 else noun
            text = " ".join(filter(None, (shown, ", ".join(names), rest)))
            parts.append((several, bool(noun), text))
    words = ("all", "every") if every else ("some", "some")
    told: list[str] = []
    for (several, with_noun, text), before in zip(
        parts, [(False, False, ""), *parts], strict=False
    ):
        goes_on = several and with_noun and before[0] and before[1]  # "all vectors x and numbers a"
        told.append(text if goes_on else f"{words[0 if several else 1]} {text}")
    return f"for {listed(told)}"


def _named(assumption: Assumption[Any], said: str, name: Callable[[Any], str]) -> Named:
    """Return what an assumption introduces as a noun, a name and the rest of its phrase."""
    found = ANY.fullmatch(said)
    if found is not None:
        return Named(found[2], found[1])
    place = ON.fullmatch(said)
    if place is not None:
        noun, _, which = place[1].partition(" ")
        return Named(noun, which, place[2])
    kind = KIND.fullmatch(said)
    if kind is not None:
        return Named(kind[2], kind[1], f"with {kind[3]}" if kind[3] else "")
    quality = QUALITY.fullmatch(said) or PAIR.fullmatch(said)
    if quality is not None:
        return Named(quality[2], quality[1])
    made = assumption.introduces
    if isinstance(made, Vector | Scalar) and made.op == "symbol":
        called = name(made.args[0])
        between = isinstance(made, Scalar) and not said.startswith(called)  # "0 < x < 1"
        if isinstance(made, Vector) or between:
            return Named("", called, f"with {said}")
    noun, space, rest = said.partition(" ")
    return Named(noun, rest) if space and noun in MANY else Named("", said)
