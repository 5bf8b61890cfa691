"""TeX's mouth: the tokens of a paper's files, macros expanded and conditionals decided.

Definitions, conditionals, counters and inputs are read as TeX reads them; all other commands are
handed on. Nothing is written, no program starts, and a limit ends what expands without end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from verify.drafting.tokens import LEXED, Input, Macro, Source, Token, closed, read, written
from verify.language.mistakes import LimitHit, Mistake

LARGEST = 4_000_000  # characters of all files together: more is no paper's text
FILES = 1_000
EXPANDED = 2_000_000  # tokens that macros may put in
DEEPEST = 100  # braces, environments and arguments within each other
BEGINS = re.compile(r"\\begin\s*\{([^{}]*)\}")
# After them, what a macro puts in ends, so that braces around it would end it too early.
WAITING = frozenset(("$", "&", r"\\", r"\item", r"\par"))


class Reader:
    """Reads files token by token; a subclass adds commands by `handlers`."""

    def __init__(self, path: Path) -> None:
        self.root = path.parent
        self.inputs: list[Input] = [Input([])]
        self.macros: dict[str, Macro | str] = {}  # a string is the primitive it is let to
        self.handlers: dict[str, Callable[[Token], None]] = {}
        self.notes: list[str] = []
        self.begins: dict[tuple[Source, int], str] = {}  # environments not accounted for so far
        self.reasons: dict[tuple[Source, int], str] = {}  # why one is not read
        self.scopes: list[dict[str, Macro | str | None]] = []  # what groups have covered
        self.preamble = False
        self.steps = self.expanded = self.characters = self.files = self.depth = 0
        self.last: Token | None = None

    # -------------------------------------------------------------- files

    def open(self, path: Path, *, style: bool = False, options: Sequence[str] = ()) -> None:
        """Read a file next; raises Mistake where it cannot be read."""
        if any(i.source and i.source.path.resolve() == path.resolve() for i in self.inputs):
            raise Mistake(f"{path}: it includes itself; remove one \\input")
        text = read(path)
        self.characters, self.files = self.characters + len(text), self.files + 1
        if self.characters > LARGEST:
            raise LimitHit(f"{path}: the paper has {self.characters} characters (at most "
                           f"{LARGEST} are read); give a part of it")  # fmt: skip
        if self.files > FILES:
            raise LimitHit(f"{path}: the paper has more than {FILES} files; remove an \\input")
        letters = style or any(i.letters for i in self.inputs[-1:])
        self.inputs.append(Input([], Source(path, text), 0, letters, options))

    def execute(self, text: str) -> None:
        """Read TeX of our own, to its end."""
        self.expansion(self.tokens(text))

    def tokens(self, text: str) -> list[Token]:
        """Return the tokens of a text of our own, which lie where reading is."""
        source, start, end = (self.last or Token("", Source(self.root, ""), 0, 0))[1:]
        return [Token(found["token"], source, start, end)
                for found in LEXED[True].finditer(text) if found["token"]]  # fmt: skip

    def file(self) -> Input:
        """Return the file that is being read."""
        return next((i for i in reversed(self.inputs) if i.source), self.inputs[0])

    def place(self) -> str:
        """Return the file and the line that reading has come to."""
        return self.last.place if self.last else str(self.root)

    # -------------------------------------------------------------- tokens

    def raw(self) -> Token | None:
        """Return the next token as it is written."""
        self.steps += 1
        while True:
            top = self.inputs[-1]
            if top.pending:
                return top.pending.pop()
            token = self._lexed(top)
            if token is not None:
                self.last = token
                return token
            if top.ends or len(self.inputs) == 1:
                return None
            self.inputs.pop()

    def _lexed(self, top: Input) -> Token | None:
        source = top.source
        while source and (found := LEXED[top.letters].match(source.text, top.at)):
            top.at = found.end()
            if found["token"]:
                token = Token(found["token"], source, found.start(), top.at)
                if token.text == r"\begin" and (named := BEGINS.match(source.text, token.start)):
                    self.begins[source, token.start] = named[1].strip()
                return token
        return None

    def push(self, tokens: Sequence[Token]) -> None:
        """Put tokens back."""
        self.inputs[-1].pending.extend(reversed(tokens))

    def visible(self) -> Token | None:
        """Return the next token that is no space; an empty line is none."""
        while (token := self.raw()) is not None and token.text.isspace():
            if token.text.count("\n") > 1:
                break
        return token

    def character(self) -> Token | None:
        """Return the next command, or a single character."""
        token = self.raw()
        if token is None or len(token.text) == 1 or token.text[0] in "\\#":
            return token
        if token.text.isspace():
            return token._replace(text="\n\n" if token.text.count("\n") > 1 else " ")
        self.push([token._replace(text=token.text[1:])])
        return token._replace(text=token.text[0])

    def follows(self, text: str, *, spaces: bool = True) -> bool:
        """Take a character or command if it comes next."""
        token = self.visible() if spaces else self.raw()
        if token is None:
            return False
        self.push([token])
        if token.text[0] == "\\" or not token.text.startswith(text):
            return token.text == text and self.raw() is not None
        self.character()
        return True

    def argument(self) -> list[Token]:
        """Return what stands in the next braces, or the next single thing."""
        token = self.visible()
        if token is None or token.text == "}":
            self.push([token] if token else [])
            return []
        if token.text == "{":
            return self._group(token)
        self.push([token])
        found = self.character()
        return [found] if found else []

    def _group(self, opened: Token) -> list[Token]:
        out: list[Token] = []
        depth = 1
        while (token := self.raw()) is not None:
            depth += (token.text == "{") - (token.text == "}")
            if not depth:
                return out
            out.append(token)
        self.notes.append(f"{opened.place}: a brace is not closed; the rest is not read")
        return out

    def optional(self) -> list[Token] | None:
        """Return what stands in brackets, if they come next; None without, or if they stay open."""
        token = self.visible()
        if token is None or token.text != "[":
            self.push([token] if token else [])
            return None
        out, depth = [token], 0
        while (token := self.raw()) is not None:
            out.append(token)
            depth += (token.text == "{") - (token.text == "}")
            if token.text == "]" and not depth:
                return out[1:-1]
            if depth < 0 or token.text in (r"\begin", r"\end"):
                break
        self._charge(len(out), out)
        self.push(out)
        return None

    def until(self, end: Sequence[str]) -> list[Token]:
        """Return what stands before some characters of the same paragraph, which are taken too."""
        out: list[Token] = []
        depth = 0
        while (token := self.character()) is not None and token.text != "\n\n":
            out.append(token)
            depth += (token.text == "{") - (token.text == "}")
            if not depth and [t.text for t in out[-len(end) :]] == [*end]:
                del out[-len(end) :]
                whole = len(out) > 1 and out[0].text == "{" and out[-1].text == "}"
                return out[1:-1] if whole and closed(out[1:-1]) else out
        self._charge(len(out), out[:1])
        self.push([*out, *([token] if token else [])])
        return []

    def command(self) -> Token | None:
        """Return the command that an argument names, in braces or not."""
        found = [token for token in self.argument() if not token.text.isspace()]
        return found[0] if len(found) == 1 and found[0].text[0] == "\\" else None

    def word(self) -> str:
        """Return an argument as a name: of a counter, an environment, a file."""
        return self.plain(self.argument())

    def plain(self, tokens: Sequence[Token]) -> str:
        """Return tokens, expanded, without braces."""
        if any(token.text[0] in "\\{" for token in tokens):
            tokens = self.expansion(tokens)
        return re.sub(r"[{}]", "", written(tokens)).strip()

    # -------------------------------------------------------------- expansion

    def next(self) -> Token | None:
        """Return the next token that stands for itself."""
        while (token := self.raw()) is not None:
            if token.text[0] != "\\":
                return self._nested(token)
            meaning = self.macros.get(token.text)
            if isinstance(meaning, Macro):
                self.expand(token, meaning)
                continue
            if isinstance(meaning, str):
                token = token._replace(text=meaning)
            handler = self.handlers.get(token.text)
            if handler is None:
                return token
            handler(token)
        return None

    def _nested(self, token: Token) -> Token:
        if token.text in ("{", "}"):
            self.depth = max(self.depth + (1 if token.text == "{" else -1), 0)
            if token.text == "}":
                self.close_scope(len(self.scopes) - 1)
            elif not self.preamble:  # where braces are arguments of commands not known here
                self.scopes.append({})
            if self.depth > DEEPEST:
                raise Mistake(f"{token.place}: its braces are nested too deeply; flatten them")
        return token

    def expansion(self, tokens: Sequence[Token]) -> list[Token]:
        """Return what tokens expand to."""
        if len(self.inputs) > DEEPEST:
            raise Mistake(f"{self.place()}: arguments are nested too deeply; flatten them")
        self.inputs.append(Input([*reversed(tokens)], ends=True))
        depth, scopes, out = self.depth, len(self.scopes), []
        here = len(self.inputs)
        while (token := self.next()) is not None:
            out.append(token)
        del self.inputs[here - 1 :]
        self.depth = depth
        self.close_scope(scopes)
        return out

    def assign(self, name: str, value: Macro | str, *, globally: bool = False) -> None:
        """Give a command its meaning, in the group that is open or everywhere."""
        for scope in self.scopes if globally else ():
            scope.pop(name, None)
        if self.scopes and not globally:
            self.scopes[-1].setdefault(name, self.macros.get(name))
        self.macros[name] = value

    def close_scope(self, level: int) -> None:
        """End groups down to a level; commands mean what they meant before them."""
        while len(self.scopes) > max(level, 0):
            for name, value in self.scopes.pop().items():
                if value is None:
                    del self.macros[name]
                else:
                    self.macros[name] = value

    def expand(self, called: Token, macro: Macro) -> None:
        """Put a macro's body in its place, its arguments in theirs."""
        if macro.prefix:
            self.until(macro.prefix)
        given = [self._given(*wanted) for wanted in macro.arguments]
        if not macro.arguments and called.text[-1].isalpha() and called.text != r"\begin":
            token = self.raw()
            if token is not None and not token.text.isspace():
                self.push([token])
        end = self.last.end if self.last and self.last.source is called.source else called.end
        place = (called.source, called.start, max(called.end, end) if given else called.end)
        out: list[Token] = []
        for token in macro.body:
            if token.text[0] == "#" and token.text[-1].isdigit():
                number = int(token.text[-1]) - 1
                out += given[number] if number < len(given) else ()
            else:
                out.append(Token(token.text.replace("##", "#"), *place))
        if len(macro.body) > 1 and self.inert(macro):  # one sign for the command before it
            out = [Token("{", *place), *out, Token("}", *place)]
        self._charge(len(out) + 1, [called])
        self.push(out)

    def _charge(self, count: int, at: Sequence[Token]) -> None:
        """Count tokens that are read once more."""
        self.expanded += count
        if self.expanded > EXPANDED and at:
            raise LimitHit(f"{at[0].place}: macros expand to more than {EXPANDED} tokens; "
                           "define them without repetition")  # fmt: skip

    def _given(self, kind: str | Sequence[str], default: Sequence[Token] | None) -> Sequence[Token]:
        if kind == "m":
            return self.argument()
        if kind == "s":
            return self.tokens("*" if self.follows("*") else r"\NoValue")
        if kind == "o":
            found = self.optional()
            missing = self.tokens(r"\NoValue") if default is None else default
            return missing if found is None else found
        return self.until(kind)

    def inert(self, macro: Macro, depth: int = 0) -> bool:
        """Tell whether a macro's body neither directs reading nor waits for what follows it."""
        if macro.inert is None:
            macro.inert = bool(macro.body) and closed(macro.body) and self._inert(macro, depth)
        return macro.inert

    def _inert(self, macro: Macro, depth: int) -> bool:
        following = [0]  # what stands after a token in its braces, from the last one on
        for token in reversed(macro.body):
            meaning = self.macros.get(token.text)
            taken = 1 if token.text in ("^", "_") else 0
            if isinstance(meaning, Macro):
                taken = sum(kind == "m" for kind, _ in meaning.arguments)
                if depth > DEEPEST // 2 or not self.inert(meaning, depth + 1):
                    return False
            elif meaning is not None or token.text in self.handlers or token.text in WAITING:
                return False
            if following[-1] < taken:
                return False
            if token.text == "}":
                following.append(0)
            elif token.text == "{":
                following.pop()
            if token.text != "}" and not token.text.isspace():
                following[-1] += 1 - taken
        return True

    def note(self, token: Token, text: str) -> None:
        """Tell what is not read, and where."""
        self.notes.append(f"{token.place}: {text}")
