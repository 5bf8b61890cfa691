"""The environments that a paper declares as theorems', and how they are numbered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verify.drafting.prelude import BOOK, CLASSES
from verify.drafting.sentences import in_words
from verify.drafting.tex_counters import Commands
from verify.drafting.tokens import Token, written

PROOFS = frozenset(["proof", "proof*", "Proof", "IEEEproof", "pf"])
BOOKS = re.compile(r".*(book|report|rept|memoir|mono|thesis|mult)\w*")
OPTION = re.compile(r"([\w* -]+?)\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^,]*)")


@dataclass(frozen=True)
class Kind:
    """A declared environment: what it is called, its counter, None if it has no number."""

    printed: str
    counter: str | None
    box: str | None = None  # of a tcolorbox, what its labels begin with
    unless_unique: bool = False


class Declarations(Commands):
    """Reads what declares theorems."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.kinds: dict[str, Kind] = {}
        self.book = False
        self.handle("newtheorem", self._newtheorem)
        self.handle("declaretheorem", self._declaretheorem)
        self.handle("newtcbtheorem renewtcbtheorem", self._newtcbtheorem)
        self.handle("documentclass", self._class)

    def text(self, tokens: Sequence[Token] | None) -> str:
        """Return tokens, expanded, as a sentence."""
        return in_words(written(self.expansion(tokens or [])))

    def declare(
        self, name: str, printed: str, *, shared: str = "", within: str = "",
        numbered: bool = True, box: str | None = None, unless_unique: bool = False,
    ) -> None:  # fmt: skip
        """Declare an environment as a theorem's."""
        if not name or name in PROOFS:
            return
        counter = None
        if numbered and shared:
            counter = self.kinds[shared].counter if shared in self.kinds else shared
            if shared != name:
                self.prints(name, rf"\the{shared}")
        elif numbered:
            counter = name
            self.new_counter(name)
            if within:
                self.count_within(name, within)
        self.environments.pop(name, None)
        self.kinds[name] = Kind(printed or name, counter, box, unless_unique)

    def _newtheorem(self, token: Token) -> None:
        star, name, shared = self.follows("*"), self.word(), self.optional()
        printed = self.text(self.argument())
        within = self.optional() if shared is None else None
        self.declare(name, printed, shared=self.plain(shared or []),
                     within=self.plain(within or []), numbered=not star)  # fmt: skip

    def options(self, tokens: Sequence[Token] | None) -> dict[str, str]:
        """Return options, {key: value}."""
        text = written(self.expansion(tokens or []))
        return {key.strip(): re.sub(r"^\{(.*)\}$", r"\1", value.strip(), flags=re.DOTALL)
                for key, value in OPTION.findall(text)}  # fmt: skip

    def _declaretheorem(self, token: Token) -> None:
        options, names = self.options(self.optional()), self.word()
        options |= self.options(self.optional())  # which may follow the name, too

        def option(*keys: str) -> str:
            return next((options[key] for key in keys if key in options), "")

        numbered = option("numbered")
        for name in names.split(","):
            self.declare(
                name.strip(),
                in_words(option("name", "title", "heading")) or name.strip().capitalize(),
                shared=option("sibling", "numberlike", "sharenumber", "sharecounter"),
                within=option("numberwithin", "within", "parent"),
                numbered=numbered not in ("no", "false"),
                unless_unique=numbered == "unless unique",
            )

    def _newtcbtheorem(self, token: Token) -> None:
        options, name = self.options(self.optional()), self.word()
        printed, _, prefix = self.text(self.argument()), self.argument(), self.word()
        shared = options.get("use counter from") or options.get("use counter") or ""
        self.declare(name, printed, shared=shared, within=options.get("number within", ""),
                     box=prefix)  # fmt: skip
        self.kinds[f"{name}*"] = Kind(printed or name, None, prefix)

    def _newenvironment(self, token: Token) -> None:
        before = set(self.environments)
        super()._newenvironment(token)
        for name in self.environments.keys() - before:
            self.kinds.pop(name, None)

    def _class(self, token: Token) -> None:
        options, name = self.optional(), self.word()
        if any(read.document for read in self.inputs):
            return  # a part that is a document of its own
        self.preamble = True
        if BOOKS.fullmatch(name):
            self.as_book()
        for beginning, declared in CLASSES.items():
            if name.startswith(beginning):
                self.execute(declared)
        self.load(name, options, ".cls")

    def as_book(self) -> None:
        """Number sections within chapters."""
        if not self.book:
            self.book = True
            self.execute(BOOK)
