"""The commands of TeX that direct reading: definitions and conditionals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from verify.drafting.tex import Reader
from verify.drafting.tokens import Arguments, Macro, Token

DEFINING = "newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd"
DOCUMENT = "New Renew Provide Declare NewExpandable"
IGNORED = "long protected outer protect noexpand the number"
_CONDITIONALS = """
x num dim odd vmode hmode mmode inner void hbox vbox cat eof true false case defined csname
fontchar pdf xetex luatex PDFTeX XeTeX LuaTeX
"""
CONDITIONALS = frozenset(rf"\if{name}" for name in ["", *_CONDITIONALS.split()])
DEFAULTS = {"true": True, "pdf": True, "PDFTeX": True,
            **dict.fromkeys(["false", "xetex", "luatex", "XeTeX", "LuaTeX"], False)}  # fmt: skip
PRIMITIVE = frozenset((r"\relax", r"\pdfoutput", r"\pdftexversion", r"\par"))
_PROTECTED = """
begin end part chapter section subsection subsubsection paragraph label documentclass usepackage
input include appendix title author newtheorem declaretheorem
"""
PROTECTED = frozenset(rf"\{name}" for name in _PROTECTED.split())
UNDEFINED = (r"\undefined", r"\@undefined")


class Definitions(Reader):
    """Reads definitions and conditionals."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.environments: dict[str, tuple[Macro, Sequence[Token]]] = {}
        self.aliases: dict[str, str] = {}  # of counters
        self.globally = False  # whether the next definition is for all groups
        self.opened = 0  # conditionals whose \fi is to come
        self.formula = -1  # the depth of the formula that is read
        self.display = False  # whether $$ began it
        self._definitions()
        self._conditionals()

    def handle(self, names: str, handler: Callable[[Token], None]) -> None:
        """Read commands by a function."""
        self.handlers.update({f"\\{name}": handler for name in names.split()})

    def alias(self, name: str, of: str) -> None:
        """Let a counter be another, under its own name."""
        self.aliases[name] = self.aliases.get(of, of)
        self.prints(name, rf"\the{of}")

    def prints(self, name: str, latex: str) -> None:
        """Let a counter be printed as LaTeX."""
        macro = Macro([], self.tokens(latex), inert=False)
        self.assign(rf"\the{name}", macro, globally=True)

    def control(self, name: str) -> Token:
        """Return the command of a name."""
        return self.tokens("x")[0]._replace(text=f"\\{name}")

    # -------------------------------------------------------------- definitions

    def _definitions(self) -> None:
        self.handle(IGNORED, lambda token: None)
        self.handle(DEFINING, self._newcommand)
        self.handle("def gdef edef xdef", self._def)
        self.handle("let", self._let)
        self.handle("global", lambda token: setattr(self, "globally", True))
        self.handle("begingroup bgroup", lambda token: self.scopes.append({}))
        self.handle("endgroup egroup", lambda token: self.close_scope(len(self.scopes) - 1))
        self.handle("newenvironment renewenvironment", self._newenvironment)
        for name in DOCUMENT.split():
            self.handle(f"{name}DocumentCommand", self._newcommand)
            self.handle(f"{name}DocumentEnvironment", self._newenvironment)
        self.handle("makeatletter", lambda token: setattr(self.file(), "letters", True))
        self.handle("makeatother", lambda token: setattr(self.file(), "letters", False))
        self.handle("csname", lambda token: self.push([self._csname()]))
        self.handle("expandafter", self._expandafter)

    def define(self, name: Token | None, macro: Macro | str) -> None:
        """Give a command its meaning; those that direct reading keep theirs."""
        if isinstance(macro, Macro):
            self.account(macro.body)
        if name is not None and name.text not in PROTECTED:
            self.assign(name.text, macro, globally=self.globally)
        self.globally = False

    def account(self, tokens: Sequence[Token]) -> None:
        """Take environments that TeX does not typeset from those to be accounted for."""
        for token in tokens:
            if token.text == r"\begin":
                self.begins.pop((token.source, token.start), None)

    def _newcommand(self, token: Token) -> None:
        self.follows("*")
        name = self.command()
        macro = Macro(self._arguments(token), self.argument())
        if name and not (token.text == r"\providecommand" and name.text in self.macros):
            self.define(name, macro)

    def _newenvironment(self, token: Token) -> None:
        self.follows("*")
        name = self.word()
        begin, end = Macro(self._arguments(token), self.argument(), inert=False), self.argument()
        self.account([*begin.body, *end])
        self.environments[name] = (begin, end)

    def _arguments(self, token: Token) -> Arguments:
        if "Document" in token.text:  # xparse's, a letter each
            out: list[tuple[str, Sequence[Token] | None]] = []
            self.push([*self.argument(), self.control("NoValue")])
            while (sign := self.character()) is not None and sign.text != r"\NoValue":
                if sign.text in "mvsoO":
                    default = self.argument() if sign.text == "O" else None
                    out.append(("m" if sign.text == "v" else sign.text.lower(), default))
            return out
        number, default = self.plain(self.optional() or []), self.optional()
        count = int(number) if number in {*"123456789"} else 0
        return [("m", None) if k or default is None else ("o", default) for k in range(count)]

    def _def(self, token: Token) -> None:
        name = self.visible()
        pieces: list[list[str]] = [[]]
        while (sign := self.character()) is not None and sign.text != "{":
            if sign.text[0] == "#":
                pieces.append([])
            else:
                pieces[-1].append(sign.text)
        self.push([sign] if sign else [])
        body = self.argument()
        self.globally |= token.text in (r"\gdef", r"\xdef")
        if token.text in (r"\edef", r"\xdef"):
            body = self.expansion(body)
        if name is not None and name.text[0] == "\\":
            self.define(name, Macro([(end or "m", None) for end in pieces[1:]], body, pieces[0]))

    def _let(self, token: Token) -> None:
        name = self.visible()
        self.follows("=")
        value = self.visible()
        if name is None or value is None or name.text[0] != "\\":
            return
        if name.text.startswith(r"\c@") and value.text.startswith(r"\c@"):
            self.alias(name.text[3:], value.text[3:])
        else:
            self.define(name, self.macros.get(value.text, value.text))

    def _csname(self) -> Token:
        out: list[Token] = []
        while (token := self.next()) is not None and token.text != r"\endcsname":
            out.append(token)
        return self.control(self.plain([t for t in out if t.text not in "{}"]))

    def _expandafter(self, token: Token) -> None:
        first, second = self.raw(), self.raw()
        if first is None or second is None:
            return
        meaning = self.macros.get(second.text)
        if second.text == r"\csname":
            self.push([self._csname()])
        elif second.text == r"\expandafter":
            self._expandafter(second)
        elif isinstance(meaning, Macro):
            self.expand(second, meaning)
        else:
            self.push([second])
        self.push([first])

    def next(self) -> Token | None:
        """Return the next token that stands for itself, and follow whether formulas begin."""
        token = super().next()
        text = token.text if token is not None else ""
        if text in (r"\)", r"\]"):
            self.formula = -1
        elif text in ("$", "$$", r"\(", r"\["):
            if self.formula < 0:
                self.formula = self.depth
            elif (text == "$" and self.formula == self.depth) or (
                text == "$$" and self.display
            ):  # deeper, it is in words within it
                self.formula = -1
            self.display = text == "$$" and self.formula >= 0
        return token

    # -------------------------------------------------------------- conditionals

    def _conditionals(self) -> None:
        for name in CONDITIONALS:
            self.handlers[name] = lambda token: self.branch(token, DEFAULTS.get(token.text[3:]))
        self.handle("if", self._if)
        self.handle("ifx", lambda token: self.branch(token, self._same(self.raw(), self.raw())))
        self.handle("ifnum", self._ifnum)
        self.handle("ifodd", lambda token: self.branch(token, bool((self.number() or 0) % 2)))
        self.handle("ifcase", self._ifcase)
        self.handle("ifmmode", lambda token: self.branch(token, self.formula >= 0))
        self.handle("ifdefined", lambda token: self.branch(token, self.known(self.raw())))
        self.handle("ifcsname", lambda token: self.branch(token, self.known(self._csname())))
        self.handle("else or", self._else)
        self.handle("fi", lambda token: setattr(self, "opened", max(self.opened - 1, 0)))
        self.handle("newif", self._newif)
        self.handle("@ifstar", lambda token: self._choose(lambda: self.follows("*")))
        self.handle("@ifnextchar", self._ifnextchar)
        self.handle("ifthenelse", self._ifthenelse)

    def branch(self, token: Token, truth: bool | None) -> None:
        """Read the branch of a conditional that holds; None is one that is not decided."""
        self.opened += 1
        if not truth:
            self._skip(token, undecided=truth is None)

    def _skip(
        self, opened: Token, *, undecided: bool = False, cases: int = 0, rest: bool = False
    ) -> None:
        """Pass over tokens up to \\fi, or the \\else or the \\or that is read."""
        depth = 0
        while (token := self.raw()) is not None:
            if not undecided:
                self.account([token])
            elif token.text == r"\begin":
                self.reasons[token.source, token.start] = (
                    f"the condition of {opened.text} before it is unknown"
                )
            if self.macros.get(token.text, token.text) in CONDITIONALS or token.text[:4] == r"\if@":
                depth += 1
            elif token.text == r"\fi":
                depth -= 1
                if depth < 0:
                    self.opened -= 1
                    return
            elif not depth and not rest and token.text in (r"\else", r"\or"):
                cases -= token.text == r"\or"
                if token.text == r"\else" or cases == 0:
                    return
        self.note(opened, f"{opened.text} has no \\fi; the rest is not read")

    def _else(self, token: Token) -> None:
        if self.opened:
            self._skip(token, rest=True)

    def _if(self, token: Token) -> None:
        signs: list[str] = []
        while len(signs) < 2 and (sign := self.next()) is not None:
            if sign.text not in ("{", "}") and (signs or not sign.text.isspace()):
                self.push([sign])
                signs += [found.text for found in [self.character()] if found]
        self.branch(token, len(signs) == 2 and signs[0] == signs[1])

    def _same(self, one: Token | None, other: Token | None) -> bool:
        if one is None or other is None:
            return False
        if one.text in UNDEFINED or other.text in UNDEFINED:
            return not self.known(one if other.text in UNDEFINED else other)
        meanings = [self.macros.get(token.text, token.text) for token in (one, other)]
        shown = [([k for k, _ in m.arguments], [t.text for t in m.body])
                 if isinstance(m, Macro) else m for m in meanings]  # fmt: skip
        return shown[0] == shown[1]

    def known(self, token: Token | None) -> bool:
        """Tell whether a command is defined, as far as the files show."""
        name = token.text if token else ""
        return name in self.macros or name in self.handlers or name in PRIMITIVE

    def number(self) -> int | None:
        """Return the number that comes next; None for what is none."""
        digits = ""
        while (token := self.next()) is not None and len(digits) < 10:
            if token.text.isspace():
                if not digits:
                    continue
                break
            self.push([token])
            sign = self.character()
            if sign is not None and sign.text == "`" and not digits:
                named = self.raw()
                return ord(named.text[-1]) if named else None
            if sign is None or not (sign.text in "0123456789" or (sign.text == "-" and not digits)):
                self.push([sign] if sign else [])
                break
            digits += sign.text
        return int(digits) if digits.lstrip("-") else None

    def _ifnum(self, token: Token) -> None:
        one = self.number()
        following = self.visible()
        self.push([following] if following else [])
        relation = self.character() if following else None
        other = self.number()
        if one is None or other is None or relation is None or relation.text not in "<=>":
            self.branch(token, None)
        else:
            self.branch(
                token, {"<": one < other, "=": one == other}.get(relation.text, one > other)
            )

    def _ifcase(self, token: Token) -> None:
        number = self.number()
        self.opened += 1
        if number != 0:
            self._skip(token, undecided=number is None, cases=number or 0)

    def _newif(self, token: Token) -> None:
        name = self.visible()
        if name is None or not name.text.startswith(r"\if"):
            return
        self.assign(name.text, r"\iffalse")
        for word in ("true", "false"):
            macro = Macro([], [self.control("let"), name, self.control(f"if{word}")])
            self.assign(f"\\{name.text[3:]}{word}", macro)

    def _choose(self, truth: Callable[[], bool]) -> None:
        """Read one of the two arguments that follow."""
        one, other = self.argument(), self.argument()
        self.push(one if truth() else other)

    def _ifnextchar(self, token: Token) -> None:
        wanted = self.character()
        sought = wanted.text.replace(r"\bgroup", "{") if wanted else ""
        self._choose(lambda: self.comes(sought))

    def comes(self, sought: str) -> bool:
        """Tell whether some characters come next."""
        found = self.visible()
        self.push([found] if found else [])
        return found is not None and found.text[: len(sought)] == sought

    def _ifthenelse(self, token: Token) -> None:
        test = self.argument()
        if not test or test[0].text not in (r"\boolean", r"\equal"):
            test = [self.control("ifdim")]  # which is not decided
        one, other = self.argument(), self.argument()
        self.push([*test, *one, self.control("else"), *other, self.control("fi")])
