"""The macros of a paper, put in where they are called; conditionals, where they can be decided."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from verify.drafting.scanning import Scanner
from verify.drafting.sentences import DISPLAYS
from verify.drafting.sources import Source, silent
from verify.language.mistakes import LimitHit, Mistake

EXPANDED = 2_000_000  # characters that macros may put in
DEEPEST = 60  # macros and conditionals in each other
TOKEN = re.compile(r"\\([A-Za-z@]+)|\\.", re.DOTALL)
NEW = re.compile(
    r"(?:new|renew|provide)command|DeclareRobustCommand|(?:new|renew)robustcmd|[gex]?def|let|"
    r"DeclareMathOperator|DeclarePairedDelimiter|(?:New|Renew|Provide|Declare|NewExpandable)DocumentCommand"
)
NEW_ENVIRONMENT = re.compile(r"(?:new|renew)environment|(?:New|Renew)DocumentEnvironment")
SPECIFIED = re.compile(r"O\s*\{([^{}]*)\}|([mvso])")  # the arguments of xparse
SIGNATURE = re.compile(r"\s*((?:#\d)*)\s*(?=\{)")  # of \def, with no signs between arguments
PARAMETER = re.compile(r"##|#(\d)")
# What directs reading: it has no meaning of the paper's own, and no braces may stand around it.
_DIRECTS = (
    "begin end part chapter section subsection subsubsection label documentclass usepackage "
    "appendix title author newtheorem declaretheorem item par setcounter addtocounter "
    "begingroup endgroup def let csname footnote"
)
DIRECTS = frozenset(_DIRECTS.split())
STRUCTURE = re.compile(
    rf"\\(?:{'|'.join(DIRECTS)}|if\w*|(?:re)?new\w+|the\w*)(?![A-Za-z])|[&$]|\\\\"
)
LOOKS_AHEAD = re.compile(r"\\(?:@ifnextchar|@ifstar|futurelet|csname|expandafter)(?![A-Za-z])")
_CONDITIONALS = (
    " x num dim odd vmode hmode mmode inner void hbox vbox cat eof true false case defined csname "
    "fontchar pdf xetex luatex PDFTeX XeTeX LuaTeX"
)
CONDITIONALS = {f"if{name}" for name in _CONDITIONALS.split(" ")}
BRANCH = re.compile(r"\\(if[A-Za-z@]*|else|or|fi)(?![A-Za-z@])")
FLAGS = {"true": True, "false": False, "pdf": True, "PDFTeX": True, "xetex": False, "luatex": False,
         "XeTeX": False, "LuaTeX": False}  # fmt: skip
TOGGLES = ("iftoggle", "ifbool", "ifthenelse")
_USUAL = "theorem lemma proposition corollary definition remark conjecture claim"
USUAL = frozenset(_USUAL.split())
LIKELY = re.compile(
    r"(?i)(?!.*(?:proof|list|enum))(main|my|un)?(thm|th[eé]o|lem|prop|cor|def|rem|rmk|conj|claim|"
    r"fact|axiom|assum|hypoth|obs|exam|exer|ques|prob|nota|constr|satz|teo)[a-zé]*\*?"
)


@dataclass(frozen=True)
class Macro:
    """A macro: its arguments ("m", "s", or "o" with a default), and what comes in its place."""

    arguments: Sequence[tuple[str, str]]
    body: str
    end: str = ""  # of an environment


def expanded(source: Source) -> Source:
    """Return a paper with its macros expanded, its lines where they were. Raises LimitHit."""
    expander = _Expander(source)
    text = expander.expand(source.text)
    return replace(source, text=text, notes=(*source.notes, *expander.notes))


class _Expander:
    """Expands a text from left to right; a text keeps as many ends of lines as it has."""

    def __init__(self, source: Source) -> None:
        self.source, self.size, self.depth = source, 0, 0
        self.here = 0  # where in the paper expanding is
        self.macros = {"texorpdfstring": Macro([("m", "")] * 2, "#1")}
        self.environments: dict[str, Macro] = {}
        self.flags, self.notes = dict(FLAGS), list[str]()
        self.excluded: set[str] = set()  # environments that are not typeset
        self.active: list[str] = []  # macros that are being expanded: in themselves they stay

    def expand(self, text: str) -> str:
        """Return a text with its macros expanded."""
        scan, out, self.depth = Scanner(text), list[str](), self.depth + 1
        if self.depth > DEEPEST:
            raise Mistake(f"{self.source.place(self.here)}: macros and conditionals are nested too "
                          "deeply; flatten them")  # fmt: skip
        while (found := TOKEN.search(text, scan.at)) is not None:
            out.append(text[scan.at : found.start()])
            scan.at, self.here = found.end(), found.start() if self.depth == 1 else self.here
            made = self._made(found[1] or "", scan)
            if made is None:
                made, scan.at = found[0], found.end()
            missing = text.count("\n", found.start(), scan.at) - made.count("\n")
            out += [made, "%\n" * missing]
        self.depth -= 1
        return "".join([*out, text[scan.at :]])

    def _made(self, name: str, scan: Scanner) -> str | None:
        """Return what comes in the place of a command, or None if it stays."""
        if name in ("begin", "end"):
            return self._environment(name, scan)
        if NEW.fullmatch(name):
            return self._define(name, scan)
        if NEW_ENVIRONMENT.fullmatch(name):
            return self._define_environment(name, scan)
        if name in self.macros:
            return self._called(name, scan)
        if name == "excludecomment":
            self.excluded.add(scan.word())
            return ""
        return self._conditional(name, scan)

    # -------------------------------------------------------------- definitions

    def _define(self, kind: str, scan: Scanner) -> str | None:
        scan.follows("*")
        name = scan.word()[1:]
        if name in DIRECTS or name[:3] == "the":  # how a counter is printed: it may change
            return None
        if kind == "let":
            scan.follows("=")
            other = scan.word()[1:]
            if other[:2] == "if" and other[2:] in self.flags:
                self.flags[name[2:]] = self.flags[other[2:]]
            else:
                self.macros[name] = self.macros.get(other, Macro((), rf"\{other}"))
            return ""
        if kind.endswith("def"):
            arguments = SIGNATURE.match(scan.text, scan.at)
            if arguments is None:  # with signs between arguments: it stays as it is
                scan.at = scan.text.find("{", scan.at) % (len(scan.text) + 1)
                scan.group()
                return ""
            scan.at = arguments.end()
            made = Macro([("m", "")] * (len(arguments[1]) // 2), scan.argument())
        elif kind == "DeclarePairedDelimiter":
            fences = scan.argument(), scan.argument()
            made = Macro([("s", ""), ("o", ""), ("m", "")], " #3".join(fences))
        elif kind == "DeclareMathOperator":
            made = Macro((), rf"\operatorname{{{scan.argument()}}}")
        else:
            made = Macro(_arguments(kind, scan), scan.argument())
        if kind[:7] != "provide" or name not in self.macros:
            self.macros[name] = made
        return ""

    def _define_environment(self, kind: str, scan: Scanner) -> str:
        scan.follows("*")
        name = scan.word()
        made = Macro(_arguments(kind, scan), scan.argument(), scan.argument())
        if made.body.strip() == r"\comment":
            self.excluded.add(name)
        if name in DISPLAYS:  # which it stays, whatever is done around it
            return ""
        own = any(rf"\{inner}" in made.body for inner in ("begin", *USUAL))
        if own or not LIKELY.fullmatch(name):  # a theorem that is none for LaTeX is told
            self.environments[name] = made
        return ""

    def _environment(self, side: str, scan: Scanner) -> str | None:
        name = scan.word()
        made = self.environments.get(name)
        if side == "begin" and name in self.excluded:
            end = scan.text.find(rf"\end{{{name}}}", scan.at)
            scan.at = end + len(rf"\end{{{name}}}") if end >= 0 else len(scan.text)
            return ""
        if made is None or name in self.active:
            return None
        if side == "end":
            return f"{self._put(name, made.end, ())}\\endgroup "
        return f"\\begingroup {self._put(name, made.body, _given(made, scan))}"

    # -------------------------------------------------------------- calls

    def _called(self, name: str, scan: Scanner) -> str | None:
        macro = self.macros[name]
        if name in self.active or LOOKS_AHEAD.search(macro.body):
            return None
        body = self._put(name, macro.body, _given(macro, scan))
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

    # -------------------------------------------------------------- conditionals

    def _conditional(self, name: str, scan: Scanner) -> str | None:
        if name == "newif":
            self.flags[scan.word()[3:]] = False
        elif name in ("newtoggle", "newbool", "newboolean", "toggletrue", "togglefalse"):
            self.flags[scan.word()] = name == "toggletrue"
        elif name in ("settoggle", "setbool", "setboolean"):
            flag = scan.word()
            self.flags[flag] = scan.word() == "true"
        elif name[-4:] == "true" and name[:-4] in self.flags:
            self.flags[name[:-4]] = True
        elif name[-5:] == "false" and name[:-5] in self.flags:
            self.flags[name[:-5]] = False
        elif name in TOGGLES:
            return self._toggled(scan)
        elif self._opens(name):
            return self._branch(name, scan)
        else:
            return None
        return ""

    def _opens(self, name: str) -> bool:
        return name in CONDITIONALS or (name[:2] == "if" and name[2:] in self.flags)

    def _toggled(self, scan: Scanner) -> str:
        """Return the argument, of two, that is typeset; both where that is unknown."""
        named = re.sub(r"\\boolean|[{}\s]", "", scan.argument())
        one, other = scan.argument(), scan.argument()
        truth = self.flags.get(named)
        if truth is None:
            self._note(f"the condition {named!r} is unknown, and both its parts are read")
        return self.expand({True: one, False: other, None: f"{one} {other}"}[truth])

    def _branch(self, name: str, scan: Scanner) -> str:
        """Return the branch of a conditional that is typeset; the first where that is unknown."""
        truth, begun = self._truth(name, scan), scan.at
        depth, places = 0, [begun]
        for found in BRANCH.finditer(scan.text, begun):
            depth += self._opens(found[1]) - (found[1] == "fi")
            if depth < 0 or (depth == 0 and found[1] in ("else", "or")):
                places += [found.start(), found.end()]
            if depth < 0:
                break
        else:
            places += [len(scan.text)] * 2
            self._note(f"\\{name} has no \\fi, so that the rest is read as its part")
        if truth is None and r"\begin" in scan.text[begun : places[-2]]:
            self._note(f"the condition of \\{name} is unknown, and its first part is read")
        scan.at = places[-1]
        at = 0 if truth is not False else 2
        if at >= len(places) - 1:
            return ""
        start, end = places[at : at + 2]
        return silent(scan.text[begun:start]) + self.expand(scan.text[start:end])

    def _truth(self, name: str, scan: Scanner) -> bool | None:
        """Take a condition; return whether it holds, None where nothing here can tell."""
        if name[2:] in self.flags:
            return self.flags[name[2:]]
        if name == "if":
            return scan.argument() == scan.argument()
        if name == "ifdefined":
            return scan.word()[1:] in self.macros
        if name == "ifx":
            both = scan.word(), scan.word()
            one, other = (self.macros.get(word[1:]) for word in both)
            return one == other if one or other or "undefined" not in "".join(both) else True
        scan.at += len(re.match(r"\S*", scan.text[scan.at : scan.at + 200])[0])  # type: ignore[index]
        return None

    def _note(self, text: str) -> None:
        self.notes.append(f"{self.source.place(self.here)}: {text}")


def _arguments(kind: str, scan: Scanner) -> list[tuple[str, str]]:
    if "Document" in kind:
        return [
            ("o", found[1]) if found[1] is not None else (found[2].replace("v", "m"), "")
            for found in SPECIFIED.finditer(scan.argument())
        ]
    number, default = scan.optional() or "", scan.optional()
    count = int(number) if number in {*"123456789"} else 0
    return [("m", "") if k or default is None else ("o", default) for k in range(count)]


def _given(macro: Macro, scan: Scanner) -> list[str]:
    """Take the arguments of a macro."""
    out = []
    for kind, default in macro.arguments:
        if kind == "m":
            out.append(scan.argument())
        elif kind == "s":
            out.append("*" if scan.follows("*") else "")
        else:
            found = scan.optional()
            out.append(default if found is None else found)
    return out
