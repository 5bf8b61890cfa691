"""Decisions about one object drawn at random: what a criterion says of it against what is computed."""

from collections.abc import Callable
from random import Random
from typing import Concatenate, ParamSpec

from verify.vocabulary import Case

Decision = Callable[[Random], Case]
P = ParamSpec("P")


def decision(decide: Callable[Concatenate[Random, P], Case]) -> Callable[P, Decision]:
    """Return a function of the choices that twist a criterion, which returns the decision so twisted."""
    def chosen(*args: P.args, **kwargs: P.kwargs) -> Decision:
        return lambda random: decide(random, *args, **kwargs)

    return chosen


def compared(criterion: object, happens: object, instance: dict[str, object], kind: str) -> Case:
    """Compare two answers about an instance."""
    return Case("agrees" if criterion == happens else "differs", instance, kind)


def written(**parts: object) -> dict[str, object]:
    """Return numbers, vectors and matrices by name, as text."""
    return {name: _text(part) for name, part in parts.items()}


def _text(part: object) -> object:
    return [_text(each) for each in part] if isinstance(part, list | tuple) else str(part)
