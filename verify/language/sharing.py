"""Equal parts of a formula made one, so that what is found of one is known of all.

Formulas are compared by identity; one that was put together from others, or in which things were
exchanged, has the same sum in many places. Bound indices are renamed: sums that differ in nothing
else are equal, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from verify.language.expressions import Expression
from verify.language.indices import Index, Range
from verify.language.tree import BINDERS
from verify.language.walk import nodes, rebuilt

E = TypeVar("E", bound=Expression)
Renamed = Mapping[Index, Index]
BY_MOTION = ("rate", "differential")  # they hold functions of indices, which cannot be compared


@lru_cache(maxsize=1 << 14)
def shared(formula: E) -> E:
    """Return the same formula, in which no two nodes say the same; one by motion as it is."""
    whole: Any = formula
    if any(node.op in BY_MOTION for node in nodes(whole)):
        return formula
    found: E = _Shared().node(formula, {}, {})
    return found


class _Shared:
    """Nodes by what they say, and the index that stands for all that are bound alike."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[Any, ...], Any] = {}
        self._indices: dict[tuple[Any, ...], Index] = {}
        self._depths: dict[Any, int] = {}

    def node(self, node: Any, renamed: Renamed, made: dict[Any, Any]) -> Any:
        """Return the node that says what this one does, its free indices renamed.

        `made` has those that were made under the same names.
        """
        if node not in made:
            names, inside = renamed, made
            if node.op in BINDERS:
                names, inside = self._bound(node, renamed, made), {}
            new = rebuilt(
                node, lambda part: self.node(part, names, inside), lambda part: _leaf(part, names)
            )
            said = (type(new), new.op, _key(new.args))
            made[node] = self._nodes.setdefault(said, new)
        return made[node]

    def _bound(self, node: Any, renamed: Renamed, made: dict[Any, Any]) -> Renamed:
        """Return the names below a node that binds indices.

        They go by how deep such nodes are nested below, so that none takes an outer one's.
        """
        depth = self._depth(node)
        for place, index in enumerate(node.args[1:]):
            over = self._range(index.over, renamed, made)
            key = (depth, place, *_key(tuple(vars(over).values())))
            name = self._indices.setdefault(key, Index(index.name, over, bound=True))
            renamed, made = {**renamed, index: name}, {}
        return renamed

    def _range(self, over: Range, renamed: Renamed, made: dict[Any, Any]) -> Range:
        lower, upper = (
            None if end is None else self.node(end, renamed, made)
            for end in (over.lower, over.upper)
        )
        without = tuple(_leaf(k, renamed) for k in over.without)
        return Range(
            over.sort, over.kind, _leaf(over.limit, renamed), over.mask, without, lower, upper
        )

    def _depth(self, node: Any) -> int:
        """Return how deep nodes that bind indices are nested, ends of their ranges included."""
        if node not in self._depths:
            below = max(map(self._depth, _parts(node)), default=0)
            self._depths[node] = below + (node.op in BINDERS)
        return self._depths[node]


def _parts(node: Any) -> list[Any]:
    """Return the formulas directly below a node."""
    found, waiting = [], list(node.args)
    while waiting:
        part = waiting.pop()
        if isinstance(part, Expression):
            found.append(part)
        elif isinstance(part, tuple):
            waiting += part
        elif isinstance(part, Index) and node.op in BINDERS:
            waiting += [end for end in (part.over.lower, part.over.upper) if end is not None]
    return found


def _leaf(part: Any, renamed: Renamed) -> Any:
    return renamed.get(part, part) if isinstance(part, Index) else part


def _key(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments as something to look up: words and numbers by value, things by identity."""
    return tuple(
        _key(part)
        if isinstance(part, tuple)
        else (type(part), part if isinstance(part, int | str | Fraction) else id(part))
        for part in parts
    )
