"""The macros of a paper, put in where they are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from verify.drafting.scanning import Scanner
from verify.drafting.sources import Source
from verify.language.mistakes import LimitHit, Mistake

EXPANDED = 2_000_000  # characters that macros may put in
DEEPEST = 60  # macros in each other
TOKEN = re.compile(r"\\([A-Za-z@]+)|\\.", re.DOTALL)
NEW = re.compile(r"(?:new|renew|provide)command|DeclareRobustCommand|[gex]?def|DeclareMathOperator")
SIGNATURE = re.compile(r"\s*((?:#\d)*)\s*(?=\{)")  # of \def, with no signs between arguments
PARAMETER = re.compile(r"##|#(\d)")
# What directs reading: it has no meaning of the paper's own, and no braces may stand around it.
_DIRECTS = (
    "begin end part chapter section subsection subsubsection label documentclass usepackage "
    "appendix title author newtheorem declaretheorem item par setcounter addtocounter def csname "
    "footnote"
)
DIRECTS = frozenset(_DIRECTS.split())
STRUCTURE = re.compile(
    rf"\\(?:{'|'.join(DIRECTS)}|if\w*|(?:re)?new\w+|the\w*)(?![A-Za-z])|[&$]|\\\\"
)
LOOKS_AHEAD = re.compile(r"\\(?:@ifnextchar|@ifstar|futurelet|csname|expandafter)(?![A-Za-z])")


@dataclass(frozen=True)
class Macro:
    """A macro: how many arguments it has, the first one's default, and what comes in its place."""

    arguments: int
    default: str | None
    body: str


def expanded(source: Source) -> Source:
    """Return a paper with its macros expanded, its lines where they were. Raises LimitHit."""
    return replace(source, text=_Expander(source).expand(source.text))


class _Expander:
    """Expands a text from left to right; a text keeps as many ends of lines as it has."""

    def __init__(self, source: Source) -> None:
        self.source, self.size = source, 0
        self.here = 0  # where in the paper expanding is
        self.macros = {"texorpdfstring": Macro(2, None, "#1")}
        self.active: list[str] = []  # macros that are being expanded: in themselves they stay

    def expand(self, text: str) -> str:
        """Return a text with its macros expanded."""
        scan, out = Scanner(text), list[str]()
        if len(self.active) > DEEPEST:
            raise Mistake(f"{self.source.place(self.here)}: macros are nested too deeply; flatten "
                          "them")  # fmt: skip
        while (found := TOKEN.search(text, scan.at)) is not None:
            out.append(text[scan.at : found.start()])
            scan.at, self.here = found.end(), self.here if self.active else found.start()
            made = self._made(found[1] or "", scan)
            if made is None:
                made, scan.at = found[0], found.end()
            missing = text.count("\n", found.start(), scan.at) - made.count("\n")
            out += [made, "%\n" * missing]
        return "".join([*out, text[scan.at :]])

    def _made(self, name: str, scan: Scanner) -> str | None:
        """Return what comes in the place of a command, or None if it stays."""
        if NEW.fullmatch(name):
            return self._define(name, scan)
        return self._called(name, scan) if name in self.macros else None

    def _define(self, kind: str, scan: Scanner) -> str | None:
        scan.follows("*")
        name = scan.word()[1:]
        if name in DIRECTS or name[:3] == "the":  # how a counter is printed: it may change
            return None
        if kind.endswith("def"):
            arguments = SIGNATURE.match(scan.text, scan.at)
            if arguments is None:  # with signs between arguments: it stays as it is
                scan.at = scan.text.find("{", scan.at) % (len(scan.text) + 1)
                scan.group()
                return ""
            scan.at = arguments.end()
            made = Macro(len(arguments[1]) // 2, None, scan.argument())
        elif kind == "DeclareMathOperator":
            made = Macro(0, None, rf"\operatorname{{{scan.argument()}}}")
        else:
            number, default = scan.optional() or "", scan.optional()
            count = int(number) if number in {*"123456789"} else 0
            made = Macro(count, default, scan.argument())
        if kind[:7] != "provide" or name not in self.macros:
            self.macros[name] = made
        return ""

    def _called(self, name: str, scan: Scanner) -> str | None:
        macro = self.macros[name]
        if name in self.active or LOOKS_AHEAD.search(macro.body):
            return None
        given = []
        if macro.arguments and macro.default is not None:
            found = scan.optional()
            given.append(macro.default if found is None else found)
        given += [scan.argument() for _ in range(macro.arguments - len(given))]
        body = self._put(name, macro.body, given)
        apart = len(body) > 1 and not re.fullmatch(r"\\([A-Za-z@]+|.)", body)
        return f"{{{body}}}" if apart and not STRUCTURE.search(body) else body

    def _put(self, name: str, body: str, given: Sequence[str]) -> str:
        """Return the body of a macro with its arguments in their places, expanded."""

        def one(found: re.Match[str]) -> str:
            if found[1] is None:
                return "#"
            number = int(found[1]) - 1
            text = given[number] if number < len(given) else ""
            command = re.search(r"\\[A-Za-z@]+$", body[: found.start()])
            return f" {text}" if command and text[:1].isalpha() else text

        text = re.sub(r"%?\n", lambda found: "" if found[0][0] == "%" else " ",
                      PARAMETER.sub(one, body))  # fmt: skip
        self.size += len(text) + 20
        if self.size > EXPANDED:
            raise LimitHit(f"{self.source.place(self.here)}: macros expand to more than {EXPANDED} "
                           "characters; define them without repetition")  # fmt: skip
        self.active.append(name)
        text = self.expand(text)
        self.active.pop()
        return text
