"""What a paper declares: environments of theorems, and the counters that number them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from verify.drafting.scanning import Scanner
from verify.drafting.sentences import in_words
from verify.drafting.sources import IGNORED, Source

PROOFS = frozenset(["proof", "proof*", "Proof", "IEEEproof", "pf"])
_USUAL = "theorem lemma proposition corollary definition remark conjecture claim"
USUAL = frozenset(_USUAL.split())
LIKELY = re.compile(
    r"(?i)(?!.*(?:proof|list|enum))(main|my|un)?(thm|th[eé]o|lem|prop|cor|def|rem|rmk|conj|claim|"
    r"fact|axiom|assum|hypoth|obs|exam|exer|ques|prob|nota|constr|satz|teo)[a-zé]*\*?"
)
BOOKS = re.compile(r".*(book|report|rept|memoir|mono|thesis|mult)\w*")
OPTION = re.compile(r"([\w* -]+?)\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^,]*)")
BEGUN = re.compile(r"\\begin\s*\{([^{}]*)\}")
NUMERALS = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
            (4, "iv"), (1, "i"))  # fmt: skip
THE = re.compile(r"\\the([A-Za-z]+)\s*")
SHOWN = re.compile(r"\\(arabic|[Rr]oman|[Aa]lph)\s*\{\s*([\w*-]+)\s*\}")


def _roman(number: int) -> str:
    out = ""
    for value, letters in NUMERALS:
        out, number = out + letters * min(number // value, 9), number % value
    return out


def _letter(number: int) -> str:
    return chr(96 + number) if 0 < number < 27 else str(number)


STYLES: dict[str, Callable[[int], str]] = {
    "arabic": str, "roman": _roman, "Roman": lambda n: _roman(n).upper(),
    "alph": _letter, "Alph": lambda n: _letter(n).upper(),
}  # fmt: skip


class Counters:
    """Counters by their names; `prints` has the LaTeX of each that is not printed as a number."""

    def __init__(self) -> None:
        self.values: defaultdict[str, int] = defaultdict(int)
        self.resets: defaultdict[str, set[str]] = defaultdict(set)
        self.prints = {"part": r"\Roman{part}"}
        self.within("subsection", "section")
        self.within("subsubsection", "subsection")

    def within(self, inner: str, outer: str, *, printed: bool = True) -> None:
        """Let a counter begin anew with another, whose number is printed before it."""
        self.resets[outer].add(inner)
        if printed:
            self.prints[inner] = rf"\the{outer}.\arabic{{{inner}}}"

    def step(self, name: str) -> None:
        """Count one on; counters that begin anew with it do."""
        self.values[name] += 1
        waiting, seen = [name], {name}
        while waiting:
            inner = self.resets[waiting.pop()] - seen
            seen |= inner
            waiting += inner
            self.values.update(dict.fromkeys(inner, 0))

    def shown(self, name: str, depth: int = 0) -> str:
        """Return the number of a counter as it is printed, in LaTeX."""
        latex = self.prints.get(name, rf"\arabic{{{name}}}")
        if depth < 10:
            latex = THE.sub(lambda found: self.shown(found[1], depth + 1), latex)
        return SHOWN.sub(lambda found: STYLES[found[1]](self.values[found[2]]), latex)


@dataclass(frozen=True)
class Kind:
    """A declared environment: what it is called, and its counter, None if it has no number."""

    printed: str
    counter: str | None


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
        self, name: str, printed: str, *, shared: str = "", within: str = "", numbered: bool = True
    ) -> None:
        """Declare an environment as a theorem's."""
        if not name or name in PROOFS:
            return
        counter = None
        if numbered and shared:
            counter = (self.kinds[shared].counter if shared in self.kinds else None) or shared
        elif numbered:
            counter = name
            if within:
                self.counters.within(name, within)
        self.kinds[name] = Kind(printed or name, counter)

    def on_newtheorem(self, at: int) -> None:
        star = self.follows("*")
        name, sharing = self.word(), self.optional()
        printed = self._words(self.argument())
        within = self.optional() if sharing is None else None
        if sharing == "equation":
            self._note(at, f"{name} counts on with equations, which are not counted here")
        self.declare(name, printed, shared=sharing or "", within=within or "", numbered=not star)

    on_spnewtheorem = on_newtheorem

    def on_declaretheorem(self, _: int) -> None:
        options, names = self._options(self.optional()), self.word()
        options |= self._options(self.optional())  # which may follow the name, too

        def option(*keys: str) -> str:
            return next((options[key] for key in keys if key in options), "")

        for name in map(str.strip, names.split(",")):
            self.declare(
                name,
                in_words(option("name", "title", "heading")) or name.capitalize(),
                shared=option("sibling", "numberlike", "sharenumber", "sharecounter"),
                within=option("numberwithin", "within", "parent"),
                numbered=option("numbered") not in ("no", "false"),
            )

    def on_newenvironment(self, _: int) -> None:
        """Read an environment around a theorem as one of that kind."""
        self.follows("*")
        name = self.word()
        self.optional(), self.optional()
        body, _end = self.argument(), self.argument()
        inner = next((one for one in BEGUN.findall(body) if one in self.kinds), None)
        if inner is not None:
            self.kinds[name] = self.kinds[inner]

    on_renewenvironment = on_newenvironment

    def on_newaliascnt(self, _: int) -> None:
        name, of = self.word(), self.word()
        if of in self.kinds:
            self.kinds[name] = self.kinds[of]

    def _options(self, text: str | None) -> dict[str, str]:
        """Return options, {key: value}."""
        return {key.strip(): re.sub(r"^\{(.*)\}$", r"\1", value.strip(), flags=re.DOTALL)
                for key, value in OPTION.findall(IGNORED.sub("", text or ""))}  # fmt: skip

    def on_documentclass(self, _: int) -> None:
        self.optional()
        if BOOKS.fullmatch(self.word()):
            self._as_book()

    def _as_book(self) -> None:
        """Number sections within chapters."""
        if not self.book:
            self.book = True
            self.counters.within("section", "chapter")

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

    def on_setcounter(self, at: int, *, added: bool = False) -> None:
        name, latex = self.word(), self.argument().strip()
        if re.fullmatch(r"-?\d{1,9}", latex):
            before = self.counters.values[name] if added else 0
            self.counters.values[name] = before + int(latex)
        else:
            self._note(at, f"the value {latex!r:.40} of {name} is not read, so numbers may differ")

    def on_addtocounter(self, at: int) -> None:
        self.on_setcounter(at, added=True)
