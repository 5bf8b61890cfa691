"""What a paper declares: environments of theorems, and the counters that number them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from verify.drafting.counters import Counters
from verify.drafting.scanning import Scanner
from verify.drafting.sentences import in_words
from verify.drafting.sources import IGNORED, Source

PROOFS = frozenset(["proof", "proof*", "Proof", "IEEEproof", "pf"])
BOOKS = re.compile(r".*(book|report|rept|memoir|mono|thesis|mult)\w*")
# Environments of classes that are not read, and within what they count.
_OF_SPRINGER = (
    "conjecture corollary definition example exercise lemma note problem property proposition "
    "question solution remark theorem"
)
_OF_ACM = "conjecture proposition lemma corollary example definition"
OPTION = re.compile(r"([\w* -]+?)\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^,]*)")


@dataclass(frozen=True)
class Kind:
    """A declared environment: what it is called, its counter, None if it has no number."""

    printed: str
    counter: str | None
    box: str | None = None  # of a tcolorbox, what its labels begin with
    unless_unique: bool = False


class Declarations(Scanner):
    """Reads what declares theorems and what changes counters: `on_name` reads the command name."""

    def __init__(self, source: Source) -> None:
        super().__init__(source.text)
        self.source, self.notes = source, list(source.notes)
        self.counters, self.kinds = Counters(), dict[str, Kind]()
        self.book = False

    def _words(self, latex: str | None) -> str:
        return in_words(IGNORED.sub("", latex or ""))

    def _note(self, at: int, text: str) -> None:
        self.notes.append(f"{self.source.place(at)}: {text}")

    def declare(
        self, name: str, printed: str, *, shared: str = "", within: str = "",
        numbered: bool = True, box: str | None = None, unless_unique: bool = False,
    ) -> None:  # fmt: skip
        """Declare an environment as a theorem's."""
        if not name or name in PROOFS:
            return
        counter = None
        if numbered and shared:
            counter = (self.kinds[shared].counter if shared in self.kinds else None) or shared
            if shared != name:
                self.counters.prints[name] = rf"\the{shared}"
        elif numbered:
            counter = name
            if within:
                self.counters.within(name, within)
        self.kinds[name] = Kind(printed or name, counter, box, unless_unique)

    def _declared(self, command: str) -> None:
        if command == "newtcbtheorem":
            options, name = self._options(self.optional()), self.word()
            printed, _, prefix = self._words(self.argument()), self.argument(), self.word()
            shared = options.get("use counter from") or options.get("use counter") or ""
            self.declare(name, printed, shared=shared, within=options.get("number within", ""),
                         box=prefix)  # fmt: skip
            return
        star = self.follows("*")
        if command[-3:] == "env" or command[:2] == "md":
            self.optional()
        name, sharing = self.word(), self.optional()
        printed = self._words(self.argument())
        within = self.optional() if sharing is None else None
        self.declare(name, printed, shared=sharing or "", within=within or "", numbered=not star)

    def on_declaretheorem(self, _: int) -> None:
        options, names = self._options(self.optional()), self.word()
        options |= self._options(self.optional())  # which may follow the name, too

        def option(*keys: str) -> str:
            return next((options[key] for key in keys if key in options), "")

        numbered = option("numbered")
        for name in map(str.strip, names.split(",")):
            self.declare(
                name,
                in_words(option("name", "title", "heading")) or name.capitalize(),
                shared=option("sibling", "numberlike", "sharenumber", "sharecounter"),
                within=option("numberwithin", "within", "parent"),
                numbered=numbered not in ("no", "false"),
                unless_unique=numbered == "unless unique",
            )

    def _options(self, text: str | None) -> dict[str, str]:
        """Return options, {key: value}."""
        return {key.strip(): re.sub(r"^\{(.*)\}$", r"\1", value.strip(), flags=re.DOTALL)
                for key, value in OPTION.findall(IGNORED.sub("", text or ""))}  # fmt: skip

    def on_documentclass(self, _: int) -> None:
        self.optional()
        name = self.word()
        if BOOKS.fullmatch(name):
            self._as_book()
        if name.startswith(("llncs", "svjour", "svm")):
            for each in _OF_SPRINGER.split():
                self.declare(each, each.capitalize())
            for each in ("claim", "case"):
                self.declare(each, each.capitalize(), numbered=False)
        elif name.startswith(("acmart", "siamart")):
            self.declare("theorem", "Theorem", within="section")
            for each in _OF_ACM.split():
                self.declare(each, each.capitalize(), shared="theorem")

    def _as_book(self) -> None:
        """Number sections within chapters."""
        if not self.book:
            self.book = True
            self.counters.within("section", "chapter")
            self.counters.within("equation", "chapter")
            self.counters.values["secnumdepth"] = 2

    def _prints(self) -> None:
        """Read how a counter is printed; other macros are expanded before."""
        self.follows("*")
        name = self.word()
        if name.startswith(r"\the"):
            self.counters.prints[name[4:]] = IGNORED.sub("", self.argument())

    def on_numberwithin(self, _: int) -> None:
        star = self.follows("*")
        self.optional()
        self.counters.within(self.word(), self.word(), printed=not star)

    on_counterwithin = on_numberwithin

    def on_counterwithout(self, _: int) -> None:
        star = self.follows("*")
        self.counters.without(self.word(), self.word(), printed=not star)

    def on_addtoreset(self, _: int) -> None:
        self.counters.within(self.word(), self.word(), printed=False)

    def on_newaliascnt(self, _: int) -> None:
        self.counters.alias(self.word(), self.word())

    def on_newcounter(self, _: int) -> None:
        name, within = self.word(), self.optional()
        if within:
            self.counters.within(name, within.strip(), printed=False)

    def on_setcounter(self, at: int, *, added: bool = False) -> None:
        name, latex = self.word(), self.argument()
        number = self.counters.number(latex)
        if number is None:
            self._note(at, f"the value {latex!r:.40} of {name} is not read, so numbers may differ")
        else:
            before = self.counters.values[self.counters.of(name)] if added else 0
            self.counters.values[self.counters.of(name)] = before + number

    def on_addtocounter(self, at: int) -> None:
        self.on_setcounter(at, added=True)

    def on_stepcounter(self, _: int) -> None:
        self.counters.step(self.word())

    on_refstepcounter = on_stepcounter
