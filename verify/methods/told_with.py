"""On what it depends what an atom comes to: the given things it can be told with, exactly known."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.facts import Equation
from verify.language.motion import Flow
from verify.language.symbols import Family, Mask, OperatorSymbol, Symbol, Thing
from verify.language.walk import nodes, things
from verify.statements.propositions import Limiting, atom_indices, formulas

BY_MOTION = frozenset({"rate", "differential"})  # by raw dynamics, which take more than is said
Atom = Relation | Equation | Limiting


def frozen(found: Any) -> Hashable | None:
    """Return an exact value as something to look up; None for what is no exact number."""
    if isinstance(found, list):
        parts = tuple(map(frozen, found))
        return None if None in parts else parts
    return found if isinstance(found, int | Fraction) else None


def told_with(said: Atom, flow: Flow | None) -> frozenset[Thing] | None:
    """Return the given things that can have a say in an atom; None where that is not known."""
    if any(index.over.kind != "all" for index in atom_indices(said)):
        return None  # a range has ends of its own
    own = list(formulas(said))
    if any(node.op in BY_MOTION for formula in own for node in nodes(formula)):
        return None
    found: set[Thing] = {thing for formula in own for thing in things(formula)}
    if isinstance(said, Limiting) and flow is not None:
        for part in flow.parts or (flow,):
            taken = [_taken(given) for given in part.raw.takes.values()]
            if None in taken:
                return None
            found |= {thing for known in taken if known is not None for thing in known}
            found |= set(part.moves)
    return frozenset(found)


def _taken(given: Any) -> frozenset[Thing] | None:
    """Return the given things in what raw dynamics take; None where it is a function."""
    if given is None or isinstance(given, str | bool | int | Fraction):
        return frozenset()
    if isinstance(given, Symbol | OperatorSymbol | Family | Mask):
        return frozenset({given})
    if not isinstance(given, Scalar | Vector | Operator):
        return None
    by_motion = any(node.op in BY_MOTION for node in nodes(given))
    return None if by_motion else frozenset(things(given))
