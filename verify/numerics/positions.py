"""Where an index of a formula stands at an instance."""

from __future__ import annotations

from collections.abc import Mapping

from verify.language.indices import Index, IndexLike, Sort
from verify.language.mistakes import Mistake
from verify.numerics.exact import Instance
from verify.numerics.number import Undefined


def position(index: IndexLike, instance: Instance, indices: Mapping[Index, int], sort: Sort) -> int:
    """Return where an index stands: a position from 0, or the member of an integer range."""
    if isinstance(index, int):
        if sort == "integers":
            return index
        if index > instance.size(sort):
            raise Undefined(f"there are {instance.size(sort)} {sort}, and {index} is asked for")
        return index - 1
    if index in indices:
        return indices[index]
    if index in instance.values:
        return int(instance.values[index])
    raise Mistake(
        f"the index {index.name} has no value here; use it inside its sum, "
        f"or make it one of the {index.sort} with given(mode(...))"
    )
