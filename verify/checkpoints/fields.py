"""Entries of a JSON file, each read as what it must be, or told to be wrong in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.language.mistakes import Mistake

MOST = 2**31 - 1


@dataclass(frozen=True)
class Fields:
    """The entries of config.json, each read as what it must be."""

    path: Path
    content: Mapping[str, Any]

    def wrong(self, key: str, value: object, must: str) -> Mistake:
        return Mistake(f"{self.path}: {key} is {value!r:.80}, but must be {must}; correct it")

    def whole(self, key: str, default: int | None = None, *, most: int = MOST) -> int:
        value = self.content.get(key)
        if value is None:
            if default is None:
                raise Mistake(f"{self.path}: {key} is missing; fetch the configuration again")
            return default
        if type(value) is not int or not 1 <= value <= most:
            raise self.wrong(key, value, f"a whole number from 1 to {most}")
        return value

    def number(self, key: str, default: float, *, within: Mapping[str, Any] | None = None) -> float:
        value = (self.content if within is None else within).get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e30:
            raise self.wrong(key, value, "a positive number")
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self.content.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.wrong(key, value, "true or false")
        return value

    def choice(self, key: str, default: str, known: Sequence[str]) -> str:
        value = self.content.get(key)
        if value is None:
            return default
        if value not in known:
            raise self.wrong(key, value, f"one of {', '.join(known)}")
        return str(value)

    def refuse(self, key: str, harmless: object) -> None:
        """Refuse a setting that changes what a layer computes and that is not supported."""
        value = self.content.get(key)
        if value is not None and value != harmless:
            raise self.wrong(key, value, f"{harmless!r}: nothing else is supported")

    def heads(self, heads_key: str, width_key: str) -> tuple[int, int]:
        heads, width = self.whole(heads_key), self.whole(width_key)
        if width % heads:
            raise self.wrong(heads_key, heads, f"a divisor of {width_key}, {width}")
        return heads, width
