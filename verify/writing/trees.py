"""Looking at the tree: chains of operators, groups of summands, members of families."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import is_
from typing import Any

from verify.language.expressions import Expression, Operator, Scalar, Vector
from verify.language.indices import Index
from verify.language.motion import DiscreteLaw, Flow
from verify.language.symbols import Family
from verify.language.walk import children, holders, member
from verify.writing.factors import Factors


def is_direction(flow: Flow) -> bool:
    """Tell whether a flow is a direction to differentiate along, not a motion in time."""
    scalars = all(not isinstance(x, Family) and x.kind == "scalar" for x in flow.moves)
    return flow.raw.name == "given" and not scalars


GENERIC = "ijk"  # names of the indices at which a law is printed


def moved_members(law: Flow | DiscreteLaw) -> Iterator[tuple[Scalar | Vector, Any]]:
    """Yield what a law moves, a member of each family, with its velocity or its image."""
    for thing, made in law.moves.items():
        indices = holders(thing, GENERIC)
        yield member(thing, indices), made(*indices)


def are_these(found: Sequence[object], indices: Sequence[Index]) -> bool:
    """Tell whether indices are just these, in this order."""
    return len(found) == len(indices) and all(map(is_, found, indices))


def chain(operators: list[Operator]) -> list[Operator]:
    """Return the factors of a product of operators; how they were grouped means nothing."""
    out: list[Operator] = []
    for operator in operators:
        out += chain(list(operator.args)) if operator.op == "product" else [operator]
    return out


def is_multiple(operator: Operator) -> bool:
    """Return whether an operator is the identity, or a number times it."""
    return operator.op == "identity" or (
        operator.op == "scale" and operator.args[1].op == "identity"
    )


def groups(node: Expression) -> list[Expression]:
    if node.op != "add" or is_negative(node.args[1]):
        return [node]
    return [*groups(node.args[0]), *groups(node.args[1])]


def is_negative(node: Expression) -> bool:
    found = Factors()
    found.collect(node)
    return found.coefficient < 0


def is_member(node: Expression, index: Index) -> bool:
    """Tell whether a formula is one member of a family, at just this index."""
    arity = {"item": 1, "abbreviation": 2}.get(node.op)
    return arity is not None and len(node.args) == arity + 1 and node.args[-1] is index


def divides(node: Expression) -> bool:
    return node.op == "power" and bool(node.args[1] < 0)


def stripped(vector: Expression) -> tuple[Expression, list[Operator]]:
    """Return the vector below a chain of operators, and the operators, outermost first."""
    operators: list[Operator] = []
    while vector.op == "apply":
        operators.append(vector.args[0])
        vector = vector.args[1]
    return vector, operators


def names_in(node: Expression) -> int:
    """Return how many names a reader sees in a formula; an abbreviation is one."""
    if node.op in ("symbol", "item", "abbreviation"):
        return 1
    return sum(map(names_in, children(node)))
