"""One assumption of a statement: facts for the algebra, a generator, a phrase for the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from verify.language.expressions import Scalar
from verify.language.facts import Fact
from verify.numerics.exact import Draw, Instance

T = TypeVar("T")


def nothing_to_draw(_draw: Draw, _instance: Instance) -> None:
    """Draw nothing: the assumption only restricts, or only names, what others draw."""


@dataclass(frozen=True, eq=False)
class Assumption(Generic[T]):
    """A hypothesis with its three faces.

    `introduces` is what `given(...)` returns to the author: a symbol, a family, an operator, a
    mask, an index, a tuple of such, or a `Condition` on earlier ones. `phrase` is LaTeX with
    fields `{it}` (the introduced thing) and the names in `about`. `generate` writes exact values
    for the introduced things into an instance, or raises `Unlucky` when a filter says no.
    `dimension` is how many free parameters the thing has (used to count eigenspaces). `redraws`
    are earlier things whose values `generate` replaces, unless it is a condition that mentions
    them.
    """

    introduces: T
    phrase: str
    facts: tuple[Fact, ...] = ()
    generate: Callable[[Draw, Instance], None] = nothing_to_draw
    about: Mapping[str, Any] = field(default_factory=dict)
    dimension: Scalar | None = None
    redraws: tuple[Any, ...] = ()


@dataclass(frozen=True, eq=False)
class Condition:
    """What `given` returns for an assumption that introduces nothing: a handle for mutants."""

    phrase: str
