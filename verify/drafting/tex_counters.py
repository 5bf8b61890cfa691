"""TeX's counters, and the files that a paper reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from verify.drafting.tex_commands import Definitions
from verify.drafting.tokens import Input, Token

# Files that come with TeX, read by \input.
_OF_TEX = """
glyphtounicode xy xypic epsf pictex prepictex postpictex psfig amssym amssym.def amstex pstricks
tikz pgf diagxy cyracc.def mathabx
"""
OF_TEX = frozenset(_OF_TEX.split())
NUMERALS = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
            (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


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


class Commands(Definitions):
    """Reads counters and inputs, too."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.values: defaultdict[str, int] = defaultdict(int)
        self.resets: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.styles: set[Path] = set()
        self.loaded: set[str] = set()  # the names of classes and packages
        self._counters()
        self._files()

    # -------------------------------------------------------------- counters

    def _counters(self) -> None:
        self.handle("newcounter", lambda token: self.new_counter(
            self.word(), self.plain(self.optional() or [])))  # fmt: skip
        self.handle("newaliascnt", lambda token: self.alias(self.word(), self.word()))
        self.handle("numberwithin counterwithin counterwithout", self._counterwithin)
        self.handle("@addtoreset", lambda token: self._reset(self.word(), self.word()))
        self.handle("setcounter addtocounter", self._set)
        self.handle("stepcounter refstepcounter", lambda token: self.step(self.word()))
        for style in STYLES:
            self.handle(style, lambda token: self._shows(token.text[1:], self.word()))

    def _shows(self, style: str, name: str) -> None:
        self.push(self.tokens(STYLES[style](self.values[self.counter(name)])))

    def counter(self, name: str) -> str:
        """Return the counter that a name is an alias of."""
        return self.aliases.get(name, name)

    def new_counter(self, name: str, within: str = "") -> None:
        """Declare a counter."""
        self.prints(name, rf"\arabic{{{name}}}")
        self.handle(f"c@{name}", lambda token: self._shows("arabic", name))
        if within:
            self._reset(name, within)

    def count_within(self, inner: str, outer: str) -> None:
        """Let a counter begin anew with another, whose number is printed before it."""
        self._reset(inner, outer)
        self.prints(inner, rf"\the{outer}.\arabic{{{inner}}}")

    def _reset(self, inner: str, outer: str) -> None:
        self.resets[self.counter(outer)][self.counter(inner)] = None

    def _counterwithin(self, token: Token) -> None:
        star = self.follows("*")
        style = self.plain(self.optional() or []) or r"\arabic"
        inner, outer = self.word(), self.word()
        without = token.text == r"\counterwithout"
        if without:
            self.resets[self.counter(outer)].pop(self.counter(inner), None)
        else:
            self._reset(inner, outer)
        if not star:
            self.prints(inner, ("" if without else rf"\the{outer}.") + rf"{style}{{{inner}}}")

    def _set(self, token: Token) -> None:
        name = self.counter(self.word())
        self.push([*self.argument(), self.control("relax")])
        number = self.number()
        if number is None:
            self.note(token, f"{token.text}{{{name}}} is not read, so numbers may differ")
        elif token.text == r"\setcounter":
            self.values[name] = number
        else:
            self.values[name] += number

    def step(self, name: str) -> None:
        """Count one on; counters that begin anew with it do."""
        waiting = [name := self.counter(name)]
        self.values[name] += 1
        seen = {name}
        while waiting:
            inner = [other for other in self.resets[waiting.pop()] if other not in seen]
            seen.update(inner)
            waiting += inner
            self.values.update(dict.fromkeys(inner, 0))

    # -------------------------------------------------------------- files

    def _files(self) -> None:
        self.handle("input include subfile subfileinclude", self._input)
        self.handle("import subimport inputfrom includefrom subinputfrom",
                    lambda token: self._read(token, self.word() + self.word()))  # fmt: skip
        self.handle("usepackage RequirePackage LoadClass", self._package)
        self.handle("@ifpackageloaded @ifclassloaded IfPackageLoadedTF", self._loaded)
        self.handle("IfFileExists", lambda token: self._exists(self.word()))
        self.handle("DeclareOption", self._option)
        self.handle("endinput", lambda token: self.finish(self.file()))

    def found(self, name: str) -> Path | None:
        """Return the file of a name, beside the paper or beside the file that is read."""
        here = self.file().source
        folders = [self.root, *([here.path.parent] if here else [])]
        files = [folder / f"{name}{end}" for folder in folders for end in ("", ".tex")]
        return next((f for f in files if name and "\0" not in name and f.is_file()), None)

    def _input(self, token: Token) -> None:
        name = ""
        if self.comes("{"):
            name = self.word()
        else:  # TeX's own form: up to a space
            part = self.visible()
            while part is not None and part.text[0] not in "\\}" and not part.text.isspace():
                name, part = name + part.text, self.raw()
            self.push([part] if part else [])
        self._read(token, name.strip('" '))

    def _read(self, token: Token, name: str) -> None:
        found = self.found(name)
        if found is not None:
            self.open(found)
        elif name.removesuffix(".tex") not in OF_TEX and Path(name).suffix in ("", ".tex"):
            self.note(token, f"the file {name!r} does not exist, so it is not read; add it")

    def _package(self, token: Token) -> None:
        options = self.optional()
        self.load(self.word(), options, ".cls" if token.text == r"\LoadClass" else ".sty")

    def load(self, names: str, options: list[Token] | None, end: str) -> None:
        """Read classes or packages that lie beside the paper; those of TeX are passed over."""
        given = [part.strip() for part in self.plain(options or []).split(",")]
        for name in reversed([part.strip() for part in names.split(",")]):
            self.loaded.add(name)
            found = self.found(name + end)
            if found is not None and found not in self.styles:
                self.styles.add(found)
                self.open(found, style=True, options=given)

    def _loaded(self, token: Token) -> None:
        name = self.word()
        self._choose(lambda: name in self.loaded)

    def _exists(self, name: str) -> None:
        self._choose(lambda: self.found(name) is not None)

    def _option(self, token: Token) -> None:
        name = "" if self.follows("*") else self.word()
        code = self.argument()
        if name and name in self.file().options:
            self.push(code)

    def finish(self, file: Input) -> None:
        """Read no more of a file."""
        file.at = len(file.source.text) if file.source else 0
        file.pending.clear()
