"""The counters of a paper: what counts on with what, and how numbers are printed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable

NUMERALS = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
            (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
THE = re.compile(r"\\the([A-Za-z]+)\s*")
SHOWN = re.compile(r"\\([A-Za-z]+)\s*\{\s*([\w*-]+)\s*\}")


def _roman(number: int) -> str:
    out = ""
    for value, letters in NUMERALS:
        out, number = out + letters * min(number // value, 9), number % value
    return out


STYLES: dict[str, Callable[[int], str]] = {
    "arabic": str, "value": str, "roman": _roman, "Roman": lambda n: _roman(n).upper(),
    "alph": lambda n: chr(96 + n) if 0 < n < 27 else str(n),
    "Alph": lambda n: chr(64 + n) if 0 < n < 27 else str(n),
    "fnsymbol": lambda n: "∗†‡§¶‖"[n - 1 : n] or str(n),
}  # fmt: skip


class Counters:
    """Counters by their names; `prints` has the LaTeX of each that is not printed as a number."""

    def __init__(self) -> None:
        self.values: defaultdict[str, int] = defaultdict(int, secnumdepth=3)
        self.resets: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.aliases: dict[str, str] = {}
        self.prints = {"part": r"\Roman{part}"}
        self.within("subsection", "section")
        self.within("subsubsection", "subsection")

    def of(self, name: str) -> str:
        """Return the counter that a name is an alias of."""
        return self.aliases.get(name, name)

    def alias(self, name: str, of: str) -> None:
        """Let a counter be another, under its own name."""
        self.aliases[name], self.prints[name] = self.of(of), rf"\the{of}"

    def within(self, inner: str, outer: str, *, printed: bool = True) -> None:
        """Let a counter begin anew with another, whose number is printed before it."""
        self.resets[self.of(outer)][self.of(inner)] = None
        if printed:
            self.prints[inner] = rf"\the{outer}.\arabic{{{inner}}}"

    def without(self, inner: str, outer: str, *, printed: bool = True) -> None:
        """Let a counter count on where another does."""
        self.resets[self.of(outer)].pop(self.of(inner), None)
        if printed:
            self.prints.pop(inner, None)

    def step(self, name: str) -> None:
        """Count one on; counters that begin anew with it do."""
        waiting = [name := self.of(name)]
        self.values[name] += 1
        seen = {name}
        while waiting:
            inner = [other for other in self.resets[waiting.pop()] if other not in seen]
            seen.update(inner)
            waiting += inner
            self.values.update(dict.fromkeys(inner, 0))

    def shown(self, name: str, depth: int = 0) -> str:
        """Return the number of a counter as it is printed, in LaTeX."""
        latex = self.prints.get(name, rf"\arabic{{{name}}}")
        if depth < 10:
            latex = THE.sub(lambda found: self.shown(found[1], depth + 1), latex)
        return SHOWN.sub(self._styled, latex)

    def _styled(self, found: re.Match[str]) -> str:
        style = STYLES.get(found[1])
        return found[0] if style is None else style(self.values[self.of(found[2])])

    def number(self, latex: str) -> int | None:
        """Return the number that LaTeX is, such as 3 or \\value{section}; None for what is none."""
        text = SHOWN.sub(self._styled, latex).strip()
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None
