"""Exact objects at which a claim is false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.language.expressions import as_scalar
from verify.language.mistakes import Mistake
from verify.language.substituting import substituted
from verify.language.walk import nodes, things
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance as Values
from verify.numerics.number import Irrational
from verify.statements.inference import Inference
from verify.statements.propositions import Proposition, elapsed
from verify.statements.step import fill
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller
from verify.writing.words import listed

NOTHING = Values(tokens=1, dimension=1)


@dataclass(frozen=True, eq=False)
class Instance(Inference):
    """Values of all letters of a refuted claim at which it is false.

    `Instance({x: exp(-elapsed), "M": 1}, after=2)`: a letter has a number for its value, a vector
    its coordinates, an operator its rows, and what there is of each token a list of these; what
    moves has formulas in `elapsed`. A letter of `for_every` or `there_is` is given by its name. Coq
    shows that they meet all that the claim assumes, and that what it says of all times fails at the
    time `after` (after so many layers). What arithmetic does not show of numbers, steps say:
    `by="small"`.
    """

    at: Mapping[Any, Any]
    by: str | Sequence[str] = field(default=(), kw_only=True)
    after: int | Fraction = field(default=1, kw_only=True)
    fails_at: Mapping[Any, Any] | None = field(init=False, default=None)
    needs_steps, direct = False, True
    theorem, tactic = "an instance", ""

    def __post_init__(self) -> None:
        if self.after < 0:
            raise Mistake(f"Instance(after=...) takes a time, such as 2, not {self.after!r}")
        super().__post_init__()
        fill(self, fails_at={key: _at_first(value) for key, value in self.at.items()})

    def concludes(self) -> Proposition:
        raise Mistake("Instance(...) refutes the claim, and has no false variants")

    def told(self, tell: Teller) -> ClaimText:
        values = listed([_shown(tell, *each) for each in self.at.items()])
        given = f", by {tell.steps(self.by)}" if self.by else ""
        number = tell.math(self.after)
        when = (
            f" after {number} layer{'s' * (self.after != 1)}"
            if tell.over_layers
            else f" at the time {number}"
        )
        moves = any(node is elapsed for of in self.at.values() for node in _nodes(of))
        return ClaimText((), (f"For {values} the claim is false{when if moves else ''}{given}.",))


def _nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        yield from (node for part in value for node in _nodes(part))
    else:
        yield from nodes(value)


def _at_first(value_of: Any) -> Any:
    """Return a value at the start, with rational numbers where it has them."""
    if isinstance(value_of, tuple):
        return [_at_first(part) for part in value_of]
    first = substituted(value_of, {elapsed.args[0]: as_scalar(0)})
    with suppress(Irrational):
        return first if any(things(first)) else Fraction(value(first, NOTHING))
    return first


def _shown(tell: Teller, letter: Any, value_of: Any) -> str:
    """Return the value of a letter as a formula among words: "x = 1"."""
    own = isinstance(letter, str)
    left = tell.notation.name(letter, [], None, False).text if own else tell.printer.thing(letter)
    equal = tell.notation.relations["="]
    return tell.notation.inline(f"{left} {equal} {_listed(tell, value_of)}")


def _listed(tell: Teller, value_of: Any) -> str:
    if isinstance(value_of, tuple):
        return f"({', '.join(_listed(tell, part) for part in value_of)})"
    return tell.printer.formula(value_of)
