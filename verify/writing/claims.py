"""What a step claims, as a reader is told it."""

from __future__ import annotations

from dataclasses import dataclass

from verify.writing.definitions import Display


@dataclass(frozen=True)
class Table:
    """Rows of formulas under words."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ClaimText:
    """What a step claims: formulas, a table of them, and words about them."""

    displays: tuple[Display, ...] = ()
    remarks: tuple[str, ...] = ()
    table: Table | None = None
