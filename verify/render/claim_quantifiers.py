"""Quantifiers of a claim: "for all numbers a, b > 0, every real number c and every x with ..."."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from verify.language.expressions import Scalar, Vector
from verify.language.indices import Index
from verify.statements.assumption import Assumption
from verify.writing.words import listed

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
    for template, group in groupby(over, _template):
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
            parts.append(_told(noun, names, rest))
    words = ("all", "every") if every else ("some", "some")
    told: list[str] = []
    for (several, with_noun, text), before in zip(
        parts, [(False, False, ""), *parts], strict=False
    ):
        goes_on = several and with_noun and before[0] and before[1]  # "all vectors x and numbers a"
        told.append(text if goes_on else f"{words[0 if several else 1]} {text}")
    return f"for {listed(told)}"


def _template(over: Over) -> str | None:
    return over.phrase if isinstance(over, Assumption) else None


def _told(noun: str, names: Sequence[str], rest: str) -> tuple[bool, bool, str]:
    """Return whether several things are named, whether by a noun, and what is said of them."""
    several = len(names) > 1 or noun.endswith(MANY)
    shown = PLURALS.get(noun, noun) if len(names) > 1 else noun
    return several, bool(noun), " ".join(filter(None, (shown, ", ".join(names), rest)))


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
