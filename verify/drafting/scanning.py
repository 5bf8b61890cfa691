"""A text of TeX read from left to right: its groups, its options, its single signs."""

from __future__ import annotations

import re

from verify.drafting.sources import IGNORED

SPACES = re.compile(r"(?:%\n|\s)*")
COMMAND = re.compile(r"\\(?:[A-Za-z@]+|.)|.", re.DOTALL)
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
CLOSING = re.compile(r"\\.|[\]{}]|\n[ \t]*\n", re.DOTALL)


class Scanner:
    """A text, and how far it is read."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.ends: dict[int, int] = {}  # where a brace is closed, by where it is opened
        opened: list[int] = []
        for found in BRACE.finditer(text):
            if found[0] == "{":
                opened.append(found.start())
            elif found[0] == "}" and opened:
                self.ends[opened.pop()] = found.start()

    def follows(self, sign: str) -> bool:
        """Take a sign if it comes next."""
        at = SPACES.match(self.text, self.at).end()  # type: ignore[union-attr]
        if not self.text.startswith(sign, at):
            return False
        self.at = at + len(sign)
        return True

    def group(self) -> str | None:
        """Return what stands in the braces that come next; None where none do."""
        at = SPACES.match(self.text, self.at).end()  # type: ignore[union-attr]
        if at not in self.ends:
            return None
        self.at = self.ends[at] + 1
        return self.text[at + 1 : self.at - 1]

    def argument(self) -> str:
        """Return what stands in braces, or the single thing that comes next."""
        found = self.group()
        if found is not None:
            return found
        at = SPACES.match(self.text, self.at).end()  # type: ignore[union-attr]
        single = COMMAND.match(self.text, at)
        if single is None or single[0] in "{}":
            return ""
        self.at = single.end()
        return single[0]

    def optional(self) -> str | None:
        """Return what stands in brackets, if they come next and are closed."""
        before = self.at
        if self.follows("["):
            begun = at = self.at
            while (found := CLOSING.search(self.text, at)) is not None:
                if found[0] == "]":
                    self.at = found.end()
                    return self.text[begun : found.start()]
                if found[0] == "{" and found.start() in self.ends:
                    at = self.ends[found.start()] + 1
                elif found[0][0] == "\\":
                    at = found.end()
                else:
                    break
        self.at = before
        return None

    def word(self) -> str:
        """Return an argument as a name: of a counter, an environment, a command."""
        return IGNORED.sub("", self.argument()).strip()
